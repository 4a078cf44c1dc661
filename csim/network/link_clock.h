// link_clock -- a link with a clock of its own: when what a router sends reaches the next one.
// docs/clock-crossing.md, "Links with a clock of their own".
//
// Golden model of rtl/clock/clocked_link.sv. What leaves a router goes into a queue that the link's
// clock reads, over the stages of the link, and into a queue that the clock of the routers reads.
// Nobody holds anything back, so the cycle in which a flit or credit arrives is known when it is
// sent. Edges of both clocks are counted from one edge, 0, that they have together.

#ifndef NOC_LINK_CLOCK_H
#define NOC_LINK_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  LINK_CLOCK_ONE = 1000000,  // a ratio of 1, that of links with the clock of the routers
  LINK_CLOCK_MIN = 1000,     // ratios are 0.001 to 1000
  LINK_CLOCK_MAX = 1000000000,
  LINK_CLOCK_STAGES = 2,  // flip-flops of the synchronizers
};

typedef struct {
  uint64_t ratio;    // cycles of the link in a cycle of the routers, in millionths
  unsigned latency;  // cycles of the link from one crossing to the other, 1 or more
} link_clock_t;

// The last edges at which something left the two crossings of one direction, of the flits or of the
// credits: at most one leaves at each. From reset on 0.
typedef struct {
  uint64_t link, router;
} link_crossed_t;

// The links have a clock of their own. A ratio of 0 is no ratio: they have that of the routers.
static inline bool link_clock_is(const link_clock_t *c) {
  return c->ratio != 0 && c->ratio != LINK_CLOCK_ONE;
}

// The cycle of the routers in which the receiver has on its pins what a router shows in `cycle`,
// which is that between its edges cycle and cycle + 1. Calls for a direction come in the order of
// the cycles.
uint64_t link_clock_arrival(const link_clock_t *c, link_crossed_t *last, uint64_t cycle);

// The cycles from the one to the other: no fewer than the first, and alone on a link no more than
// the second. A plain wire takes none.
uint64_t link_clock_least(const link_clock_t *c);
uint64_t link_clock_most(const link_clock_t *c);

#ifdef __cplusplus
}
#endif

#endif
