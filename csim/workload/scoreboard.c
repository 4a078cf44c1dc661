// scoreboard -- see scoreboard.h.

#include "workload/scoreboard.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "network/zero_load.h"
#include "workload/idle_steps.h"
#include "workload/payload.h"

bool scoreboard_fault(const seen_t *s, const char *what) {
  return noc_fail(s->error, NOC_CHECK_FAILED, "scoreboard: cycle %" PRIu64 ": node %u, VC %u: %s",
                  s->now, s->node, s->d->vc, what);
}

bool scoreboard_fault_packet(const seen_t *s, const incoming_t *in, const char *what) {
  // A packet that has come whole is at its last flit.
  const unsigned flit = in->taken < in->flits ? in->taken + 1u : in->flits;
  return noc_fail(s->error, NOC_CHECK_FAILED,
                  "scoreboard: cycle %" PRIu64
                  ": node %u, VC %u: packet %u of node %u, flit %u of %u: %s",
                  s->now, s->node, s->d->vc, in->message, in->source, flit, in->flits, what);
}

// --- heads ---------------------------------------------------------------------------------------

bool scoreboard_is_here(const seen_t *s, const flight_t *flight, const incoming_t *in) {
  char text[160];
  if (flight->destination == s->node) {
    return true;
  }
  (void)snprintf(text, sizeof text, "packet %u of node %u was sent to node %u", in->message,
                 in->source, flight->destination);
  return scoreboard_fault(s, text);
}

// A first flit: the packet must be one that is on its way to this node.
static bool begin(const seen_t *s, incoming_t *in) {
  const workload_t *w = s->w;
  const host_delivery_t *d = s->d;
  char text[160];
  uint32_t source = network_node(w->network, d->source);
  if (source == UINT32_MAX) {
    (void)snprintf(text, sizeof text, "head from address 0x%x, which is no node's", d->source);
    return scoreboard_fault(s, text);
  }
  const flight_t *flight = workload_flight(w, source, d->message);
  if (flight == NULL) {
    (void)snprintf(text, sizeof text,
                   "head of packet %u of node %u, which is not on its way (delivered before, or "
                   "never sent)",
                   d->message, source);
    return scoreboard_fault(s, text);
  }
  *in = (incoming_t){.key = flight->key,
                     .source = source,
                     .address = network_address(w->network, source),
                     .message = d->message,
                     .operation = flight->operation,
                     .flits = flight->flits,
                     .payload = FLITS_DATA};
  packet_type_t type = PACKET_UNICAST;
  if (!kCarriers[flight->carrier]->head(s, flight, in, &type)) {
    return false;
  }
  const unsigned block = w->shape->vcs / w->shape->networks;
  if (d->vc / block != flight->network || s->network != flight->network) {
    return scoreboard_fault_packet(s, in, "on a VC of another virtual network");
  }
  if (d->type != type) {
    return scoreboard_fault_packet(s, in, "type is not that of the packets sent");
  }
  return payload_begin(s, flight, in);
}

// --- packets that have arrived -------------------------------------------------------------------

// Counts the delivered packet of a class of traffic.
static bool finish_stream(const seen_t *s, const incoming_t *in, uint64_t created,
                          uint64_t entered) {
  workload_t *w = s->w;
  stream_t *stream = &w->stream[in->operation];
  stream->packets_delivered++;
  if (w->refusals.requests != 0 && classes_answered(w->classes, in->operation)) {
    refusals_hold(&w->refusals, s->node, classes_request_network(w->classes, in->operation));
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

static inline bool count_arrived(workload_t *w, const flight_t *f, way_t way, ends_t ends,
                                 uint64_t now, noc_error_t *error) {
  const unsigned hops = way.hops;
  w->packets_delivered++;
  w->fairness.taken[ends.source] += now < w->window_to ? f->flits : 0;
  ages_delivered(&w->ages, f->created, now - f->created, ends.source, ends.destination);
  if (w->shape->aged) {
    ages_stayed(&w->ages, now - f->handed, now, ends.source, ends.destination);
  }
  w->packet_hops += hops;
  w->last_delivery = now;
  if (f->created >= w->window_from && f->created < w->window_to) {
    w->measured_zero_load += zero_load_latency(&w->alone, f->flits + way.headers, hops) + way.more;
    if (!histogram_add(&w->latency, now - f->created) ||
        !histogram_add(&w->network_latency, now - f->entered)) {
      return memory_fail(error, "the latency histogram");
    }
    if (w->batches.length > 0) {
      batches_add(&w->batches, f->created, now - f->created);
    }
  }
  if (w->step != NULL) {
    count_step(w, ends.operation, f->created, now, hops);
  }
  return w->idle == NULL ||
         idle_steps_arrived(w->idle, ends.operation, f->flits, f->created, now, hops, error);
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

static inline bool hand_over(workload_t *w, const flight_t *flight, ends_t ends, uint64_t now,
                             noc_error_t *error) {
  if (w->model == NULL && w->source.code->message_arrived == NULL) {
    return true;
  }
  const arrival_t arrival = {.key = flight->key,
                             .node = ends.destination,
                             .source = ends.source,
                             .operation = ends.operation,
                             .flits = flight->flits};
  return w->model != NULL ? give_to_host(w, flight, &arrival, now, error)
                          : !source_packet_arrived(&w->source, ends.operation) ||
                                source_message_arrived(&w->source, &arrival, now, error);
}

bool scoreboard_delivered(workload_t *w, const flight_t *flight, way_t way, ends_t ends,
                          uint64_t now, noc_error_t *error) {
  return count_arrived(w, flight, way, ends, now, error) && hand_over(w, flight, ends, now, error);
}

bool scoreboard_arrived(workload_t *w, flight_t *flight, uint32_t source, uint64_t now,
                        noc_error_t *error) {
  const flight_t f = *flight;
  workload_flight_closed(w, source, flight);
  const way_t way = {route_hops(&w->hops, source, f.destination), 0, 0};
  const ends_t ends = {source, f.destination, f.operation};
  return count_arrived(w, &f, way, ends, now, error) && hand_over(w, &f, ends, now, error);
}

// A last flit: the packet is delivered.
static bool finish(const seen_t *s, const incoming_t *in) {
  workload_t *w = s->w;
  flight_t *flight = workload_flight(w, in->source, in->message);
  if (flight == NULL) {
    return scoreboard_fault_packet(s, in, "the packet is not on its way any more");
  }
  const uint64_t created = flight->created;
  const uint64_t entered = flight->entered;
  return kCarriers[flight->carrier]->arrived(s, in, flight) &&
         (!w->by_stream || finish_stream(s, in, created, entered));
}

bool scoreboard_finish(workload_t *w, uint32_t node, incoming_t *in, uint64_t now,
                       noc_error_t *error) {
  host_delivery_t d;
  host_pins_delivery(&w->pins, node, 0, &d);
  const seen_t s = {w, node, 0, now, &d, error};
  return finish(&s, in);
}

bool scoreboard_take(workload_t *w, uint32_t node, unsigned network, uint64_t now,
                     noc_error_t *error) {
  host_delivery_t d;
  host_pins_delivery(&w->pins, node, network, &d);
  const seen_t s = {w, node, network, now, &d, error};
  if (d.vc >= w->shape->vcs) {
    return scoreboard_fault(&s, "no such VC");
  }
  incoming_t *in = &w->incoming[(size_t)node * w->shape->vcs + d.vc];
  const bool open = in->taken < in->flits;
  if ((d.kind & KIND_HEAD) != 0) {
    if (open) {
      return scoreboard_fault_packet(&s, in, "found the head of another packet");
    }
    if (!begin(&s, in)) {
      return false;
    }
  } else if (!open) {
    return scoreboard_fault(&s, "a flit that follows no head");
  } else if (d.message != in->message || d.source != in->address) {
    return scoreboard_fault_packet(&s, in, "it is said to be of another packet");
  }
  const bool last = in->taken + 1 == in->flits;
  if (((d.kind & KIND_TAIL) != 0) != last) {
    return scoreboard_fault_packet(&s, in, last ? "found no tail" : "found a tail too early");
  }
  if (!payload_take(&s, in)) {
    return false;
  }
  in->taken++;
  scoreboard_count_flit(w, network, now);
  if (w->by_stream) {
    stream_t *stream = &w->stream[in->operation];
    stream->flits_delivered++;
    stream->window_flits_taken += now >= w->window_from && now < w->window_to;
  }
  return !last || finish(&s, in);
}
