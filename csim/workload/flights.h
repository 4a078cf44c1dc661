// flights -- the packets between their first beat at the source and their tail at the host of the
// destination, found by source and message number.
//
// A source numbers its packets as workload_number() says, where hosts refuse some 0, 1, 2, ...
// without those still taken; the message number is the low bits of that. A source has a window of
// entries, addressed by the low bits of the number as well, which doubles when an entry is still
// taken, up to one entry a message number. The first entry of every source is in an array of its
// own: at low load most sources never need a second.

#ifndef NOC_FLIGHTS_H
#define NOC_FLIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/checkpoint.h"
#include "base/error.h"

typedef struct {
  uint64_t created;   // cycle
  uint64_t entered;   // cycle in which the head was on the link to the first router; kNotEntered
  uint64_t handed;    // with ages in heads: cycle in which its host offered the first beat; before
                      // that UINT64_MAX
  uint64_t key;       // of its data; in a plan with coding the first flit in its message
  uint32_t sequence;  // its number at the source
  union {
    uint32_t destination;  // node
    uint32_t worm;         // of a packet to several nodes: worms.h
  };
  uint32_t operation;  // the send of a plan, the stream of a class, or the packet of a trace
  uint16_t flits;
  uint8_t network : 4;  // virtual
  uint8_t carrier : 3;  // carrier_t
  uint8_t filled : 1;   // it is complete in a slot of an XOR unit
  bool flying;
} flight_t;

static const uint64_t kNotEntered = UINT64_MAX;

typedef struct {
  flight_t *entry;  // [mask + 1]
  uint32_t mask;
} flight_window_t;

typedef struct {
  flight_window_t *window;  // [node]
  flight_t *first;          // [node]: the windows of one entry
  uint32_t nodes;
  uint32_t message_mask;
  uint64_t flying;  // how many
  uint32_t full;    // windows that cannot grow any more
} flights_t;

// `sparse`: few of the sources are in this process.
bool flights_create(flights_t *f, uint32_t nodes, unsigned msg_w, bool sparse, noc_error_t *error);
void flights_free(flights_t *f);
void flights_checkpoint(flights_t *f, checkpoint_t *c);

typedef enum { FLIGHT_OPENED, FLIGHT_NUMBER_TAKEN, FLIGHT_NO_MEMORY } flight_open_t;

// Starts the packet with this number; *flight is valid until the next flights_open().
flight_open_t flights_open(flights_t *f, uint32_t source, uint32_t sequence, flight_t **flight);

// The same with the next number from *sequence on that no packet has: of a source that has so many
// on their way, some of which may stay there. Sets *sequence.
flight_open_t flights_open_next(flights_t *f, uint32_t source, uint32_t flying, uint32_t *sequence,
                                flight_t **flight);

// A packet with this number cannot start: the one that had its message number before is on its way.
static inline bool flights_taken(const flights_t *f, uint32_t source, uint32_t sequence) {
  const flight_window_t *w = &f->window[source];
  return w->mask == f->message_mask && w->entry[sequence & w->mask].flying;
}

// NULL if no packet with this message number is on its way.
static inline flight_t *flights_find(const flights_t *f, uint32_t source, uint32_t message) {
  const flight_window_t *w = &f->window[source];
  flight_t *flight = &w->entry[message & w->mask];
  bool found = flight->flying && ((flight->sequence ^ message) & f->message_mask) == 0;
  return found ? flight : NULL;
}

static inline void flights_close(flights_t *f, flight_t *flight) {
  flight->flying = false;
  f->flying--;
}

#endif
