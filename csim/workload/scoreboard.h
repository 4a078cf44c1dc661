// scoreboard -- the receiving side of the hosts, and what carriers and payloads share of it: every
// packet exactly once, at its destination, its flits in order, on VCs of its virtual network, with
// every data bit as it was sent.

#ifndef NOC_SCOREBOARD_H
#define NOC_SCOREBOARD_H

#include "base/rng.h"
#include "shape/packet.h"
#include "workload/workload_state.h"

// A flit that an interface offers.
typedef struct seen {
  workload_t *w;
  uint32_t node;
  unsigned network;
  uint64_t now;
  const host_delivery_t *d;
  noc_error_t *error;
} seen_t;

static inline void scoreboard_count_flit(workload_t *w, unsigned network, uint64_t now) {
  w->flits_delivered++;
  w->window_flits_taken += now >= w->window_from && now < w->window_to;
  w->last_progress = now;
  w->progress[network] = now;
}

// Checks and takes what node's interface offers on one virtual network.
bool scoreboard_take(workload_t *w, uint32_t node, unsigned network, uint64_t now,
                     noc_error_t *error);

// The last flit of a packet has been taken.
bool scoreboard_finish(workload_t *w, uint32_t node, incoming_t *in, uint64_t now,
                       noc_error_t *error);

// scoreboard_take() where flits flow (workload_state.h). A flit behind the first that is what it
// has to be is taken here; others, and what is wrong with one, are left to scoreboard_take().
static inline bool scoreboard_flow(workload_t *w, uint32_t node, uint64_t now, noc_error_t *error) {
  const interface_fields_t *f = w->pins.pins;
  const uint32_t slot = w->pins.slot[node];
  const uint32_t vc = f->del_vc[slot];
  const uint32_t kind = f->del_kind[slot];
  if (vc >= w->shape->vcs || (kind & KIND_HEAD) != 0) {
    return scoreboard_take(w, node, 0, now, error);
  }
  incoming_t *in = &w->incoming[(size_t)node * w->shape->vcs + vc];
  const uint32_t left = (uint32_t)in->flits - in->taken;
  if (left == 0 || ((kind & KIND_TAIL) != 0) != (left == 1) ||
      f->del_message[slot] != in->message || f->del_source[slot] != in->address ||
      f->del_data[slot] != (rng_data(in->key, in->taken, 0) & w->word_mask)) {
    return scoreboard_take(w, node, 0, now, error);
  }
  in->taken++;
  scoreboard_count_flit(w, 0, now);
  return left > 1 || scoreboard_finish(w, node, in, now, error);
}

// These say what is wrong with the flit, or with its packet. Both return false.
bool scoreboard_fault(const seen_t *s, const char *what);
bool scoreboard_fault_packet(const seen_t *s, const incoming_t *in, const char *what);

// For head(), of a packet to one node: it is for this one.
bool scoreboard_is_here(const seen_t *s, const flight_t *flight, const incoming_t *in);

// The way of a packet: links and header flits, and the cycles that it takes on an idle network more
// than a unicast of that length over these links.
typedef struct {
  unsigned hops, headers;
  uint64_t more;
} way_t;

// Where a packet has come from and to, as which operation: the send or copy of a plan, the stream
// of a class, or the packet of a trace.
typedef struct {
  uint32_t source, destination;  // nodes
  uint32_t operation;
} ends_t;

// Counts a packet, or a copy, that has arrived whole, and hands it over.
bool scoreboard_delivered(workload_t *w, const flight_t *flight, way_t way, ends_t ends,
                          uint64_t now, noc_error_t *error);

// The same of a packet to one node, which is no longer on its way.
bool scoreboard_arrived(workload_t *w, flight_t *flight, uint32_t source, uint64_t now,
                        noc_error_t *error);

#endif
