// link_clock -- see link_clock.h.

#include "network/link_clock.h"

static uint64_t later(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

// How many whole periods of a clock of `to` edges are over with the edge number `edge` of one of
// `from` edges in the same time. In two parts, of which none overflows.
static uint64_t periods(uint64_t edge, uint64_t from, uint64_t to) {
  return edge / from * to + edge % from * to / from;
}

// A change at an edge is seen at the first edge of the other clock behind it, and not at one with
// it; as many more as a synchronizer has flip-flops bring it to the register on the other side.
static uint64_t cross(uint64_t edge, uint64_t from, uint64_t to) {
  return periods(edge, from, to) + 1 + LINK_CLOCK_STAGES;
}

uint64_t link_clock_arrival(const link_clock_t *c, link_crossed_t *last, uint64_t cycle) {
  last->link = later(cross(cycle + 1, LINK_CLOCK_ONE, c->ratio), last->link + 1);
  last->router = later(cross(last->link + c->latency, c->ratio, LINK_CLOCK_ONE), last->router + 1);
  return last->router;
}

// One cycle of the sender, more than STAGES + latency cycles of the link, and more than STAGES of
// the receiver, in whole cycles of the routers.
uint64_t link_clock_least(const link_clock_t *c) {
  return 2 + LINK_CLOCK_STAGES + periods(LINK_CLOCK_STAGES + c->latency, c->ratio, LINK_CLOCK_ONE);
}

// At most one more of the link and of the receiver.
uint64_t link_clock_most(const link_clock_t *c) {
  return 2 + LINK_CLOCK_STAGES +
         periods(LINK_CLOCK_STAGES + 1 + c->latency, c->ratio, LINK_CLOCK_ONE);
}
