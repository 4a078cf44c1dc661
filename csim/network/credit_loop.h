// credit_loop -- how long the credit of a flit is away, in closed form: docs/timing.md, "Credit
// loop".

#ifndef NOC_CREDIT_LOOP_H
#define NOC_CREDIT_LOOP_H

#include <stdbool.h>

// Cycles from a flit's grant to the first cycle in which its credit can be used again, on the
// slowest link of a way. `pipeline`: 2 or 3; `early`: a flit is allocated in the cycle of its
// arrival (lookahead with pipeline 2), but not in interfaces; `link_latency`: of the longest link
// between routers, 1 without one.
static inline unsigned credit_loop(unsigned pipeline, bool early, unsigned link_latency) {
  enum { INTERFACE_LOOP = 5 };  // of a grant that is registered
  const unsigned loop = pipeline + 2 + 2 * (link_latency - 1);
  return early && loop < INTERFACE_LOOP ? INTERFACE_LOOP : loop;
}

#endif
