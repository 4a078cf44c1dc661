// wave_stream -- waves of ours as a stream: their signals, then what changes in each cycle, in the
// order of time. A process of its own reads the file (wave_child.h), so that no wave is in memory
// as a whole, and a damaged file ends nobody else.
//
//   wave_stream_t *s = wave_stream_open(path, &filter, &error);
//   while (!s->ended && wave_stream_step(s, change, context, &error)) .. s->cycle is the next ..
//   wave_stream_close(s);

#ifndef NOC_WAVE_STREAM_H
#define NOC_WAVE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef struct {
  char *name;       // "noc.router_1,0.rtl.in_count_p0_v1"
  uint32_t bits;    // 0: a text
  uint32_t handle;  // which changes have; several signals may have one
  bool wire;        // declared as one, else as a register
} wave_signal_t;

typedef struct {
  // Whether a signal is wanted.
  bool (*wanted)(void *context, const char *name);
  void *context;
  uint64_t to;  // last cycle
} wave_filter_t;

typedef struct {
  wave_signal_t *signal;  // in the order of the file; noc.clk and noc.cycle are not among them
  uint32_t signals, room;
  uint32_t handles;  // more than any handle
  bool copying;      // its routers are those that copy packets
  uint64_t cycle;    // that comes next; of the last one, once `ended`
  bool ended;
  struct wave_source *source;
} wave_stream_t;

// The value is '0', '1', 'x' or 'z' for each bit, the highest first, or a text; not ended by 0.
typedef void wave_change_t(void *context, uint32_t handle, const char *value, uint32_t length);

// The signals of the file; `path` and `filter` stay until it is closed. NULL with NOC_BAD_INPUT for
// a file that is damaged or no waves of nocstep.
wave_stream_t *wave_stream_open(const char *path, const wave_filter_t *filter, noc_error_t *error);

// Hands out what changes in s->cycle, and goes on to the next. The values of a cycle are those
// behind the edge that begins it, of wires those that the cycle has come to. False with the error.
bool wave_stream_step(wave_stream_t *s, wave_change_t *change, void *context, noc_error_t *error);

// NULL is allowed.
void wave_stream_close(wave_stream_t *s);

#endif
