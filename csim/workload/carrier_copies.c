// carrier_copies -- see carrier_copies.h.

#include "workload/carrier_copies.h"

#include <stdio.h>

#include "base/memory.h"

static copies_due_t *worms_of(const workload_t *w, unsigned carrier) {
  return w->carrier[carrier];
}

bool carrier_copies_prepare(workload_t *w, const front_t *front, flight_t *flight,
                            noc_error_t *error) {
  uint32_t worm = 0;
  if (!copies_due_open(worms_of(w, front->carrier), w->plan->op[front->operation].peer, &worm)) {
    return memory_fail(error, "multicasts on their way");
  }
  flight->worm = worm;
  return true;
}

bool carrier_copies_head(const seen_t *s, const flight_t *flight, incoming_t *in) {
  const workload_t *w = s->w;
  char text[160];
  const uint32_t copy = plan_copy_to(w->plan, flight->operation, s->node);
  if (copy == kPlanNone) {
    (void)snprintf(text, sizeof text, "packet %u of node %u was sent to %u nodes, not to this one",
                   in->message, in->source, w->plan->op[flight->operation].peer);
    return scoreboard_fault(s, text);
  }
  if (!copies_due_due(worms_of(w, flight->carrier), flight->worm, copy - flight->operation - 1)) {
    (void)snprintf(text, sizeof text,
                   "packet %u of node %u, a multicast, has been delivered here before", in->message,
                   in->source);
    return scoreboard_fault(s, text);
  }
  in->operation = copy;
  return true;
}

bool carrier_copies_arrived(const seen_t *s, const incoming_t *in, flight_t *flight) {
  workload_t *w = s->w;
  copies_due_t *worms = worms_of(w, flight->carrier);
  const uint32_t copy = in->operation - flight->operation - 1;
  if (!copies_due_due(worms, flight->worm, copy)) {
    return scoreboard_fault_packet(s, in,
                                   "the packet, a multicast, has been delivered here before");
  }
  if (copies_due_arrived(worms, flight->worm, copy)) {
    workload_flight_closed(w, in->source, flight);
  }
  return true;
}

bool carrier_copies_delivered(const seen_t *s, const incoming_t *in, const flight_t *flight,
                              way_t way) {
  const ends_t ends = {in->source, s->node, in->operation};
  return scoreboard_delivered(s->w, flight, way, ends, s->now, s->error);
}

// None of the copies for nodes elsewhere is due here.
bool carrier_copies_guest(workload_t *w, flight_t *flight) {
  copies_due_t *worms = worms_of(w, flight->carrier);
  const plan_op_t *op = &w->plan->op[flight->operation];
  uint32_t worm = 0;
  if (!copies_due_open(worms, op->peer, &worm)) {
    return false;
  }
  flight->worm = worm;
  for (uint32_t k = 0; k < op->peer; k++) {
    if (!network_has_node(w->network, op[k + 1].peer)) {
      (void)copies_due_arrived(worms, worm, k);
    }
  }
  return true;
}

bool carrier_copies_taken(workload_t *w, const flight_t *flight, uint32_t node) {
  copies_due_t *worms = worms_of(w, flight->carrier);
  const uint32_t copy = plan_copy_to(w->plan, flight->operation, node);
  return copy != kPlanNone && copies_due_due(worms, flight->worm, copy - flight->operation - 1) &&
         copies_due_arrived(worms, flight->worm, copy - flight->operation - 1);
}

uint32_t carrier_copies_due(const workload_t *w, const flight_t *flight) {
  const copies_due_t *worms = worms_of(w, flight->carrier);
  const uint32_t copies = w->plan->op[flight->operation].peer;
  uint32_t copy = 0;
  while (copy + 1 < copies && !copies_due_due(worms, flight->worm, copy)) {
    copy++;
  }
  return w->plan->op[flight->operation + 1 + copy].peer;
}
