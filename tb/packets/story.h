// story -- one packet of an event database, from its source to its destination: what it did in each
// cycle, and whom it waited for. A copy of a worm comes along the branches that lead to it.

#ifndef NOCSTEP_STORY_H
#define NOCSTEP_STORY_H

#include "packets/events_file.h"

enum { STORY_NAME = 64 };

// The cycles in which a hop waited for one packet, or for none in particular (UINT64_MAX).
typedef struct {
  char reason[16];
  uint64_t for_packet, source, destination;  // nodes; UINT64_MAX: unknown
  uint64_t since, cycles;
} story_wait_t;

// A router on the way. Cycles in which something has not happened are UINT64_MAX.
typedef struct {
  char router[STORY_NAME];
  uint64_t id, in_port, in_vc, out_port, out_vc, flits;
  uint64_t arrival, front, granted, first, last, onward;
  uint64_t route;  // cycles from its arrival in which its route was computed
  uint64_t vc_before;
  story_wait_t *wait;
  size_t waits;
} story_hop_t;

typedef struct {
  uint64_t id, copy_of, caused_by, source, injected_at, destination, message, operation, copies;
  uint64_t flits, headers, network;
  char type[20], result[20];
  uint64_t created, accepted, entered, arrived, head_delivered, tail_delivered;
  uint64_t cycles;  // of the run
  story_hop_t *hop;
  size_t hops;
} story_t;

// NOC_BAD_INPUT: there is no such packet. A worm itself has all its branches, by their arrival.
bool story_read(events_file_t *f, const char *path, uint64_t packet, story_t *s,
                noc_error_t *error);
void story_free(story_t *s);

// The number of cycles from one time to another; UINT64_MAX if one of them is.
uint64_t story_between(uint64_t from, uint64_t to);

#endif
