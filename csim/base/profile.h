// profile -- where the time of a run goes: whoever begins a piece of work of another kind says so,
// and the time until the next such call counts as that kind's.
//
//   profile_t p = {0};
//   profile_enter(&p, PROFILE_WORKLOAD);  ..  profile_enter(&p, PROFILE_ROUTERS);  ..
//   profile_leave(&p);
//   p.ns[PROFILE_WORKLOAD]                nanoseconds on the clock
//
// NULL stands for a run that nobody profiles, which then reads no clock. One thread only.

#ifndef NOC_PROFILE_H
#define NOC_PROFILE_H

#include <stdint.h>
#include <time.h>

typedef enum {
  PROFILE_REST,        // checks that the loop makes now and then, waves, progress
  PROFILE_WORKLOAD,    // sources, hosts, the scoreboard
  PROFILE_ROUTERS,     // golden
  PROFILE_INTERFACES,  // golden
  PROFILE_RTL,         // routers and interfaces that are Verilated: their pins and evaluation
  PROFILE_COMPARING,   // both sides, and what lockstep notes beside: events and coverage
  PROFILE_LINKS,       // and what else passes between components
  PROFILE_PARTS
} profile_part_t;

typedef struct {
  profile_part_t part;
  uint64_t since;  // 0: in none
  uint64_t ns[PROFILE_PARTS];
} profile_t;

static inline uint64_t profile_now(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static inline void profile_leave(profile_t *p) {
  if (p != NULL && p->since != 0) {
    p->ns[p->part] += profile_now() - p->since;
    p->since = 0;
  }
}

static inline void profile_enter(profile_t *p, profile_part_t part) {
  if (p != NULL) {
    const uint64_t now = profile_now();
    if (p->since != 0) {
      p->ns[p->part] += now - p->since;
    }
    p->since = now;
    p->part = part;
  }
}

#endif
