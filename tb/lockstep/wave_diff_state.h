// wave_diff_state -- the inside of wave_diff.h, shared by wave_diff.c and wave_diff_match.c.

#ifndef NOC_WAVE_DIFF_STATE_H
#define NOC_WAVE_DIFF_STATE_H

#include "lockstep/wave_diff.h"
#include "lockstep/wave_stream.h"

enum { WAVE_DIFF_NONE = UINT32_MAX };

// A signal that both have.
typedef struct {
  uint32_t of[2];    // in the two streams
  uint32_t next[2];  // the next that has the same handle
  uint32_t place;
  bool edge;     // it changes at edges alone, so that the last edge of a file has it too
  bool differs;  // it has, in some cycle
  bool touched;  // in this cycle
} wave_diff_pair_t;

typedef struct {
  char *text;
  uint32_t length, room;
} wave_diff_value_t;

struct wave_diff_inside {
  wave_stream_t *stream[2];
  wave_diff_value_t *value[2];  // by handle
  uint32_t *first[2];           // the first pair of a handle; WAVE_DIFF_NONE
  wave_diff_pair_t *pair;       // in the order of A's file
  uint32_t pairs;
  uint32_t *touched;  // pairs, in no order
  uint32_t touches;
  bool no_memory;
};

// Whether a signal is asked for; context is a wave_diff_ask_t.
bool wave_diff_wanted(void *context, const char *name);
// Pairs the signals of both streams, which are open, and sorts them into places. False: memory is
// short.
bool wave_diff_match(wave_diff_t *d);

#endif
