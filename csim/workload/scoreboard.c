// scoreboard -- the receiving side of the hosts: every packet exactly once, at its destination, its
// flits in order, on VCs of its virtual network, with every data bit as it was sent.

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "network/zero_load.h"
#include "workload/workload_state.h"

// Where a delivery was seen, for the messages.
typedef struct {
  const workload_t *w;
  uint32_t node;
  unsigned network;
  uint64_t now;
  const host_delivery_t *d;
  noc_error_t *error;
} seen_t;

static bool fault(const seen_t *s, const char *what) {
  return noc_fail(s->error, NOC_CHECK_FAILED, "scoreboard: cycle %" PRIu64 ": node %u, VC %u: %s",
                  s->now, s->node, s->d->vc, what);
}

static bool fault_packet(const seen_t *s, const incoming_t *in, const char *what) {
  return noc_fail(
      s->error, NOC_CHECK_FAILED,
      "scoreboard: cycle %" PRIu64 ": node %u, VC %u: packet %u of node %u, flit %u of %u: %s",
      s->now, s->node, s->d->vc, in->message, in->source, in->taken + 1u, in->flits, what);
}

// Begins a packet of a plan with coding: checks what the packet must carry.
static bool begin_item(workload_t *w, const seen_t *s, incoming_t *in, const flight_t *flight) {
  char text[128];
  in->first = (uint32_t)flight->key;
  if (w->coder != NULL) {
    const plan_data_t *data = &w->plan->coding->data[flight->operation];
    in->slot = coder_to(w->coder, flight->operation);
    if (!coder_delivers(w->coder, flight->operation)) {
      return fault_packet(s, in, "the packet is coded, and for the XOR unit alone");
    }
    if (s->d->slot != in->slot || s->d->name != data->name_a) {
      (void)snprintf(text, sizeof text, "of block %u, for slot %u; sent was block %u, for slot %u",
                     s->d->name, s->d->slot, data->name_a, in->slot);
      return fault_packet(s, in, text);
    }
  }
  engine_incoming_t item;
  if (!engine_incoming(w->engine, flight->operation, in->first, &item)) {
    return memory_fail(s->error, "data to be passed on");
  }
  in->key = item.key;
  in->keep = item.keep;
  in->join = item.join;
  return true;
}

// A copy of a multicast: it is for this node, and the first one here.
static bool begin_copy(const workload_t *w, const seen_t *s, const flight_t *flight,
                       uint32_t source, uint32_t *copy) {
  char text[160];
  const plan_op_t *op = &w->plan->op[flight->operation];
  *copy = plan_copy_to(w->plan, flight->operation, s->node);
  if (*copy == kPlanNone) {
    (void)snprintf(text, sizeof text, "packet %u of node %u was sent to %u nodes, not to this one",
                   s->d->message, source, op->peer);
    return fault(s, text);
  }
  if (!worms_due(&w->worms, flight->worm, *copy - flight->operation - 1)) {
    (void)snprintf(text, sizeof text,
                   "packet %u of node %u, a multicast, has been delivered here before",
                   s->d->message, source);
    return fault(s, text);
  }
  return true;
}

// Begins a packet that carries a part of a collective's message: what it carries, and where that is
// kept.
static void begin_part(const workload_t *w, incoming_t *in, uint32_t send, uint32_t first) {
  in->key = engine_block_key(w->engine, send, first);
  if (in->keep != NULL) {
    in->keep += (size_t)first * w->shape->words;
  }
}

static packet_type_t copy_type(const workload_t *w, const flight_t *flight, uint32_t copy) {
  switch (plan_carrier(w->plan, flight->operation).kind) {
    case CARRY_TREE:
      return PACKET_TREE_WORM;
    case CARRY_PATH:
      return PACKET_PATH_WORM;
    case CARRY_FORWARD:
      break;
  }
  return forwards_on(w->forwards, copy) ? PACKET_FORWARDED : PACKET_FORWARDED_LAST;
}

// A first flit: the packet must be one that is on its way to this node.
static bool begin(workload_t *w, const seen_t *s, incoming_t *in) {
  const host_delivery_t *d = s->d;
  char text[160];
  uint32_t source = network_node(w->network, d->source);
  if (source == UINT32_MAX) {
    (void)snprintf(text, sizeof text, "head from address 0x%x, which is no node's", d->source);
    return fault(s, text);
  }
  const flight_t *flight = workload_flight(w, source, d->message);
  if (flight == NULL) {
    (void)snprintf(text, sizeof text,
                   "head of packet %u of node %u, which is not on its way (delivered before, or "
                   "never sent)",
                   d->message, source);
    return fault(s, text);
  }
  const bool worm = kCarriers[flight->carrier]->copies;
  uint32_t send = flight->operation;
  if (worm ? !begin_copy(w, s, flight, source, &send) : flight->destination != s->node) {
    if (worm) {
      return false;
    }
    (void)snprintf(text, sizeof text, "packet %u of node %u was sent to node %u", d->message,
                   source, flight->destination);
    return fault(s, text);
  }
  *in = (incoming_t){.key = flight->key,
                     .source = source,
                     .message = d->message,
                     .flits = flight->flits,
                     .carrier = flight->carrier,
                     .operation = send};
  const packet_type_t unicast = w->shape->route_w > 0 ? PACKET_SOURCE_ROUTED : PACKET_UNICAST;
  const unsigned block = w->shape->vcs / w->shape->networks;
  if (d->vc / block != flight->network || s->network != flight->network) {
    return fault_packet(s, in, "on a VC of another virtual network");
  }
  if (d->type != (worm ? copy_type(w, flight, send) : unicast)) {
    return fault_packet(s, in, "type is not that of the packets sent");
  }
  bool no_memory = false;
  if (w->items) {
    return begin_item(w, s, in, flight);
  }
  if (w->reduction) {
    engine_reduction_t r;
    no_memory = !engine_reduction(w->engine, flight->operation, &r);
    in->keep = r.keep;
    in->expected = r.expected;
    in->combined = r.combined;
  } else if (w->engine != NULL) {
    in->keep = engine_keep(w->engine, send, &no_memory);
    if (w->parts) {
      begin_part(w, in, send, (uint32_t)flight->key);
    }
  }
  return no_memory ? memory_fail(s->error, "data to be passed on") : true;
}

static bool fault_data(const seen_t *s, const incoming_t *in, unsigned word, uint64_t expected) {
  char text[128];
  (void)snprintf(text, sizeof text, "data word %u is 0x%016" PRIx64 ", sent was 0x%016" PRIx64,
                 word, s->d->data[word], expected);
  return fault_packet(s, in, text);
}

static uint64_t data_mask(const workload_t *w, const seen_t *s, unsigned word) {
  return (s->d->kind & KIND_HEAD) != 0 ? w->head_mask[word] : w->word_mask;
}

static bool take_data(workload_t *w, const seen_t *s, const incoming_t *in) {
  const unsigned words = w->shape->words;
  for (unsigned i = 0; i < words; i++) {
    const uint64_t expected = rng_data(in->key, in->taken, i) & data_mask(w, s, i);
    if (s->d->data[i] != expected) {
      return fault_data(s, in, i, expected);
    }
  }
  for (unsigned i = 0; in->keep != NULL && i < words; i++) {
    in->keep[(size_t)in->taken * words + i] = s->d->data[i];
  }
  return true;
}

// The same for joined data: each part has its own, and the first flit of one the bits of a head
// flit.
static bool take_joined(workload_t *w, const seen_t *s, const incoming_t *in) {
  const unsigned words = w->shape->words;
  unsigned flit = 0;
  const uint64_t key = engine_part_key(w->engine, in->join, in->first + in->taken, &flit);
  for (unsigned i = 0; i < words; i++) {
    const uint64_t mask = flit == 0 ? w->head_mask[i] : w->word_mask;
    const uint64_t expected = rng_data(key, flit, i) & mask;
    if (s->d->data[i] != expected) {
      return fault_data(s, in, i, expected);
    }
  }
  if (in->keep != NULL) {
    memcpy(&in->keep[(size_t)in->taken * words], s->d->data, words * sizeof *in->keep);
  }
  return true;
}

// The same for a message of a reduction.
static bool take_reduced(workload_t *w, const seen_t *s, const incoming_t *in) {
  const unsigned words = w->shape->words;
  const size_t first = (size_t)in->taken * words;
  uint64_t expected[SHAPE_MAX_WORDS];
  for (unsigned i = 0; i < words; i++) {
    expected[i] = in->expected != NULL ? in->expected[first + i]
                                       : rng_data(in->key, in->taken, i) & data_mask(w, s, i);
    if (s->d->data[i] != expected[i]) {
      return fault_data(s, in, i, expected[i]);
    }
  }
  if (in->combined) {
    blocks_combine(w->blocks, in->taken, s->d->data, expected, in->keep, in->flits);
  } else if (in->keep != NULL) {
    memcpy(&in->keep[first], s->d->data, words * sizeof *in->keep);
  }
  return true;
}

// Counts the delivered packet of a class of traffic.
static bool finish_stream(workload_t *w, const seen_t *s, const incoming_t *in, uint64_t created,
                          uint64_t entered) {
  stream_t *stream = classes_stream(w->classes, in->operation);
  stream->packets_delivered++;
  if (w->refusals.requests != 0 && classes_answered(w->classes, in->operation)) {
    w->refusals.held[s->node]++;
  }
  if (created >= w->window_from && created < w->window_to &&
      (!histogram_add(&stream->latency, s->now - created) ||
       !histogram_add(&stream->network_latency, s->now - entered))) {
    return memory_fail(s->error, "the latency histogram");
  }
  return true;
}

// Counts a delivered packet in its step, of a plan with steps.
static void count_step(workload_t *w, uint32_t send, uint64_t created, uint64_t now,
                       unsigned hops) {
  const unsigned step = w->plan->step[send];
  if (step == PLAN_NO_STEP) {
    return;
  }
  step_count_t *count = &w->step[step];
  const uint64_t latency = now - created;
  count->created = count->packets == 0 || created < count->created ? created : count->created;
  count->packets++;
  count->hops += hops;
  count->latency_sum += latency;
  count->latency_max = latency > count->latency_max ? latency : count->latency_max;
}

// The way of a packet: links and header flits, and the cycles that it takes on an idle network more
// than a unicast of that length over these links.
typedef struct {
  unsigned hops, headers;
  uint64_t more;
} way_t;

typedef struct {
  uint32_t source, destination;  // nodes
} ends_t;

static inline bool count_arrived(workload_t *w, const flight_t *f, way_t way, ends_t ends,
                                 uint64_t now, noc_error_t *error) {
  const unsigned hops = way.hops;
  w->packets_delivered++;
  w->fairness.taken[ends.source] += now < w->window_to ? f->flits : 0;
  ages_delivered(&w->ages, f->created, now - f->created, ends.source, ends.destination);
  if (w->shape->aged) {
    ages_stayed(&w->ages, now - f->handed, ends.source, ends.destination);
  }
  w->packet_hops += hops;
  w->last_delivery = now;
  if (f->created >= w->window_from && f->created < w->window_to) {
    const zero_load_t idle = {w->shape->pipeline, network_link_latency(w->network),
                              w->shape->depth};
    w->measured_zero_load += zero_load_latency(&idle, f->flits + way.headers, hops) + way.more;
    if (!histogram_add(&w->latency, now - f->created) ||
        !histogram_add(&w->network_latency, now - f->entered)) {
      return memory_fail(error, "the latency histogram");
    }
    if (w->batches.length > 0) {
      batches_add(&w->batches, f->created, now - f->created);
    }
  }
  return true;
}

// Each router waits for the header flits of a tree worm before it sends the head on, and for one of
// those of a path worm, which goes its own way. Forwarded copies have a last part of their own.
static way_t way_of_copy(workload_t *w, const seen_t *s, const incoming_t *in, const flight_t *f) {
  const uint32_t multicast = f->operation;
  const unsigned headers = host_worm_headers(w, multicast);
  unsigned hops = 0;
  switch (plan_carrier(w->plan, multicast).kind) {
    case CARRY_PATH:
      hops = w->worm_hops[in->operation];
      return (way_t){hops, headers, hops + 1};
    case CARRY_FORWARD:
      hops = route_hops(&w->hops, forwards_parent(w->forwards, in->operation), s->node);
      return (way_t){hops, 0,
                     forwards_before_last(w->forwards, multicast, in->operation, f->flits)};
    case CARRY_TREE:
      break;
  }
  hops = route_hops(&w->hops, in->source, s->node);
  return (way_t){hops, headers, (uint64_t)(hops + 1) * headers};
}

// The host has still to receive the packet. Apart, so that hand_over() stays as it is without a
// model.
static __attribute__((noinline)) bool give_to_host(workload_t *w, const flight_t *flight,
                                                   const arrival_t *arrival, uint64_t now,
                                                   noc_error_t *error) {
  if (flight->created >= w->window_from && flight->created < w->window_to) {
    // A forwarding unit's own t_ns is in the way of a copy.
    const bool handled = kCarriers[flight->carrier]->handled;
    w->measured_zero_load += host_model_sending(w->model, flight->flits, handled);
  }
  return host_model_arrived(w, arrival, now, error);
}

// The packet has arrived as this operation: the send or copy of a plan, the stream of a class, or
// the packet of a trace.
static inline bool hand_over(workload_t *w, const flight_t *flight, ends_t ends, uint32_t operation,
                             uint64_t now, noc_error_t *error) {
  if (w->model == NULL && w->source.code->message_arrived == NULL) {
    return true;
  }
  const arrival_t arrival = {.key = flight->key,
                             .node = ends.destination,
                             .source = ends.source,
                             .operation = operation,
                             .flits = flight->flits};
  return w->model != NULL ? give_to_host(w, flight, &arrival, now, error)
                          : !source_packet_arrived(&w->source, operation) ||
                                source_message_arrived(&w->source, &arrival, now, error);
}

// The same for a copy of a multicast. The packet is on its way until the last has arrived.
static bool copy_arrived(workload_t *w, const seen_t *s, const incoming_t *in, flight_t *flight) {
  const uint32_t worm = flight->worm;
  const uint32_t copy = in->operation - flight->operation - 1;
  if (!worms_due(&w->worms, worm, copy)) {
    return fault_packet(s, in, "the packet, a multicast, has been delivered here before");
  }
  const flight_t f = *flight;
  const bool forwarded = in->carrier == CARRIER_FORWARDED;
  if (worms_arrived(&w->worms, worm, copy)) {
    workload_flight_closed(w, in->source, flight);
  }
  if (forwarded) {
    forwards_arrived(w->forwards, in->message, in->operation);
  }
  const ends_t ends = {in->source, s->node};
  return count_arrived(w, &f, way_of_copy(w, s, in, &f), ends, s->now, s->error) &&
         hand_over(w, &f, ends, in->operation, s->now, s->error);
}

bool scoreboard_arrived(workload_t *w, flight_t *flight, uint32_t source, uint64_t now,
                        noc_error_t *error) {
  const flight_t f = *flight;
  workload_flight_closed(w, source, flight);
  const unsigned hops = route_hops(&w->hops, source, f.destination);
  const ends_t ends = {source, f.destination};
  if (!count_arrived(w, &f, (way_t){hops, 0, 0}, ends, now, error)) {
    return false;
  }
  if (w->step != NULL) {
    count_step(w, f.operation, f.created, now, hops);
  }
  return hand_over(w, &f, ends, f.operation, now, error);
}

// A last flit: the packet is delivered.
static bool finish(workload_t *w, const seen_t *s, const incoming_t *in) {
  flight_t *flight = workload_flight(w, in->source, in->message);
  if (flight == NULL) {
    return fault_packet(s, in, "the packet is not on its way any more");
  }
  if (kCarriers[in->carrier]->copies) {
    return copy_arrived(w, s, in, flight);
  }
  const uint64_t created = flight->created;
  const uint64_t entered = flight->entered;
  if (in->slot > 0 && !flight->filled) {
    return fault_packet(s, in, "the packet is not in the slot that it is for");
  }
  return scoreboard_arrived(w, flight, in->source, s->now, s->error) &&
         (!w->by_stream || finish_stream(w, s, in, created, entered));
}

bool scoreboard_take(workload_t *w, uint32_t node, unsigned network, uint64_t now,
                     noc_error_t *error) {
  host_delivery_t d;
  (void)network_delivery(w->network, node, network, &d);
  const seen_t s = {w, node, network, now, &d, error};
  if (d.vc >= w->shape->vcs) {
    return fault(&s, "no such VC");
  }
  incoming_t *in = &w->incoming[(size_t)node * w->shape->vcs + d.vc];
  const bool open = in->taken < in->flits;
  if ((d.kind & KIND_HEAD) != 0) {
    if (open) {
      return fault_packet(&s, in, "found the head of another packet");
    }
    if (!begin(w, &s, in)) {
      return false;
    }
  } else if (!open) {
    return fault(&s, "a flit that follows no head");
  } else if (d.message != in->message || d.source != network_address(w->network, in->source)) {
    return fault_packet(&s, in, "it is said to be of another packet");
  }
  const bool last = in->taken + 1 == in->flits;
  if (((d.kind & KIND_TAIL) != 0) != last) {
    return fault_packet(&s, in, last ? "found no tail" : "found a tail too early");
  }
  const bool joined = w->items && in->join != kPlanNone;
  if (!(w->reduction ? take_reduced(w, &s, in)
        : joined     ? take_joined(w, &s, in)
                     : take_data(w, &s, in))) {
    return false;
  }
  in->taken++;
  w->flits_delivered++;
  w->window_flits_taken += now >= w->window_from && now < w->window_to;
  if (w->by_stream) {
    stream_t *stream = classes_stream(w->classes, in->operation);
    stream->flits_delivered++;
    stream->window_flits_taken += now >= w->window_from && now < w->window_to;
  }
  w->last_progress = now;
  w->progress[network] = now;
  return !last || finish(w, &s, in);
}
