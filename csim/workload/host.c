// host -- the sending side of the hosts: takes packets from the source queues, numbers them, and
// hands their beats to the interfaces, one a node and cycle. Packets of different virtual networks
// interleave; those of one network follow each other.

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "workload/source_route.h"
#include "workload/workload_state.h"

static bool is_free(const outgoing_t *out) {
  return out->sent == out->flits;
}

static uint32_t free_networks(const workload_t *w, uint32_t node) {
  const unsigned networks = w->shape->networks;
  uint32_t free = 0;
  for (unsigned k = 0; k < networks; k++) {
    const bool one = is_free(&w->outgoing[(size_t)node * networks + k]) &&
                     refusals_can_number(&w->refusals, node, k);
    free |= (uint32_t)one << k;
  }
  return free;
}

// The networks take turns; where hosts refuse, one that is not free is passed over.
static bool spread(const workload_t *w, uint32_t node, front_t *front) {
  const unsigned networks = w->shape->networks;
  front->network = (uint8_t)(networks > 1 ? w->sequence[node] % networks : 0);
  if (!w->refusals.any) {
    return is_free(&w->outgoing[(size_t)node * networks + front->network]);
  }
  const uint32_t free = free_networks(w, node);
  for (unsigned i = 0; i < networks && (free >> front->network & 1u) == 0; i++) {
    front->network = (uint8_t)((front->network + 1) % networks);
  }
  return free != 0;
}

// The next packet, if its network is free. *queued: there is one, on whatever network.
static bool find_front(const workload_t *w, uint32_t node, uint64_t now, front_t *front,
                       bool *queued) {
  if (w->source.own_networks) {
    return source_front(&w->source, node, free_networks(w, node), now, front, queued);
  }
  return source_front(&w->source, node, UINT32_MAX, now, front, queued) && spread(w, node, front);
}

// The packet that the host model has ready.
static __attribute__((noinline)) bool find_ready(const workload_t *w, uint32_t node, front_t *front,
                                                 bool *queued) {
  *queued = host_model_ready(w, node, front);
  if (*queued && w->source.own_networks) {
    return is_free(&w->outgoing[(size_t)node * w->shape->networks + front->network]);
  }
  return *queued && spread(w, node, front);
}

static bool in_window(const workload_t *w, uint64_t cycle) {
  return cycle >= w->window_from && cycle < w->window_to;
}

static void count_started(workload_t *w, uint32_t node, const front_t *front) {
  const bool measured = in_window(w, front->created);
  const unsigned window_flits = measured ? front->flits : 0;
  w->packets_started++;
  w->flits_started += front->flits;
  w->window_packets_started += measured;
  w->window_flits_started += window_flits;
  if (measured) {
    fairness_offers(&w->fairness, node);
  }
  if (w->by_stream) {
    stream_t *stream = classes_stream(w->classes, front->operation);
    stream->packets_started++;
    stream->flits_started += front->flits;
    stream->window_flits_started += window_flits;
  }
}

// The front packet of a multicast is in its place. Each copy counts as a packet.
static __attribute__((noinline)) bool load_worm(workload_t *w, uint32_t node, const front_t *front,
                                                flight_t *flight, outgoing_t *out,
                                                noc_error_t *error) {
  const plan_op_t *op = &w->plan->op[front->operation];
  const uint32_t copies = op->peer;
  uint32_t worm = 0;
  if (!worms_open(&w->worms, copies, &worm)) {
    return memory_fail(error, "multicasts on their way");
  }
  flight->worm = worm;
  w->flights.flying += front->carrier == CARRIER_FORWARDED;
  out->worm.real =
      (uint16_t)(op->size - front->first < front->flits ? op->size - front->first : front->flits);
  out->worm.headers = (uint16_t)host_worm_headers(w, front->operation);
  out->flits = (uint16_t)(out->flits + out->worm.headers);
  for (uint32_t k = 1; k < copies; k++) {
    count_started(w, node, front);
  }
  return true;
}

// Opens a packet of a multicast that interfaces forward: the multicast waits for a row and slots,
// and a packet for the one before of this host, whatever network that is on.
static flight_open_t open_forwarded(workload_t *w, uint32_t node, const front_t *front,
                                    uint32_t *message, flight_t **flight) {
  const unsigned networks = w->shape->networks;
  for (unsigned k = 0; k < networks; k++) {
    const outgoing_t *out = &w->outgoing[(size_t)node * networks + k];
    if (!is_free(out) && out->carrier == CARRIER_FORWARDED) {
      return FLIGHT_NUMBER_TAKEN;
    }
  }
  return forwards_open(w->forwards, front->operation, front->first, message, flight)
             ? FLIGHT_OPENED
             : FLIGHT_NUMBER_TAKEN;
}

// Where hosts refuse, packets that wait for them keep their numbers, which others pass over.
static flight_open_t open_flight(workload_t *w, uint32_t node, flight_t **flight) {
  if (!w->refusals.any) {
    return flights_open(&w->flights, node, w->sequence[node], flight);
  }
  const unsigned networks = w->shape->networks;
  uint32_t flying = 0;
  for (unsigned k = 0; k < networks; k++) {
    flying += w->refusals.numbered[(size_t)node * networks + k];
  }
  return flights_open_next(&w->flights, node, flying, &w->sequence[node], flight);
}

// Moves a packet into the free place of its virtual network, unless the packet that had its message
// number before is on its way.
static inline bool place(workload_t *w, uint32_t node, uint64_t now, const front_t *front,
                         noc_error_t *error) {
  flight_t *flight = NULL;
  uint32_t message = 0;
  const bool forwarded = front->carrier == CARRIER_FORWARDED;
  switch (forwarded ? open_forwarded(w, node, front, &message, &flight)
                    : open_flight(w, node, &flight)) {
    case FLIGHT_OPENED:
      break;
    case FLIGHT_NUMBER_TAKEN:
      return true;
    case FLIGHT_NO_MEMORY:
      return memory_fail(error, "packets on their way");
  }
  if (!forwarded) {
    message = (w->sequence[node] & w->message_mask) | w->message_bit;
  }
  workload_flight_opened(w, node, front->network, forwarded);
  flight->created = front->created;
  flight->entered = kNotEntered;
  flight->handed = UINT64_MAX;
  flight->key = w->items || w->parts ? front->first : front->key;
  flight->destination = front->destination;
  flight->operation = front->operation;
  flight->flits = front->flits;
  flight->network = front->network & 0xfu;
  flight->carrier = front->carrier & 0x7u;
  outgoing_t *out = &w->outgoing[(size_t)node * w->shape->networks + front->network];
  *out = (outgoing_t){.key = front->key,
                      .data = front->data,
                      .destination = network_address(w->network, front->destination),
                      .message = message,
                      .operation = front->operation,
                      .flits = front->flits,
                      .carrier = front->carrier};
  if (front->carrier == CARRIER_CODED) {
    out->coded.from = coder_from(w->coder, front->operation);
    out->coded.slot = coder_to(w->coder, front->operation);
    out->coded.name = w->plan->coding->data[front->operation].name_a;
  }
  if (carrier_copies(front->carrier) && !load_worm(w, node, front, flight, out, error)) {
    return false;
  }
  count_started(w, node, front);
  w->sequence[node]++;
  if (w->model != NULL) {
    host_model_handed(w, node, now);
  } else {
    source_pop(&w->source, node, now, front);
  }
  return true;
}

// The front packet of the queue goes to its place. It stays queued while that is busy. `queued`
// says whether the queue has (still) a packet.
static bool load(workload_t *w, uint32_t node, uint64_t now, bool *queued, noc_error_t *error) {
  front_t front;
  if (w->shape->networks == 1 && !is_free(&w->outgoing[node])) {
    *queued = true;  // or not: the node stays awake for the packet it hands over
    return true;
  }
  return !find_front(w, node, now, &front, queued) || place(w, node, now, &front, error);
}

// The same of the packet that the host model has ready.
static __attribute__((noinline)) bool load_ready(workload_t *w, uint32_t node, uint64_t now,
                                                 bool *queued, noc_error_t *error) {
  front_t front;
  return host_model_advance(w, node, now, error) &&
         (!find_ready(w, node, &front, queued) || place(w, node, now, &front, error));
}

static inline void count_offered(workload_t *w, outgoing_t *out, uint32_t node, unsigned network,
                                 uint64_t now) {
  w->last_progress = now;
  w->progress[network] = now;
  w->last_network[node] = (uint8_t)network;
  if (out->sent == 0 && w->source.code->began != NULL) {
    w->source.code->began(w->source.self, out->operation, now);
  }
  out->sent =
      out->carrier == CARRIER_CODED && out->coded.from > 0 ? out->flits : (uint16_t)(out->sent + 1);
  if (out->sent == out->flits && w->refusals.requests != 0 &&
      classes_answering(w->classes, out->operation)) {
    w->refusals.held[node]--;
  }
  if (out->sent == out->flits && w->source.code->sent != NULL) {
    w->source.code->sent(w->source.self, out->operation, now);
  }
}

static inline __attribute__((always_inline)) bool offer(workload_t *w, uint32_t node,
                                                        unsigned network, uint64_t now,
                                                        noc_error_t *error) {
  outgoing_t *out = &w->outgoing[(size_t)node * w->shape->networks + network];
  const unsigned words = w->shape->words;
  uint64_t made[SHAPE_MAX_WORDS];
  for (unsigned i = 0; i < words; i++) {
    made[i] = rng_data(out->key, out->sent, i) & w->word_mask;
  }
  const uint64_t *data = out->data != NULL ? out->data + (size_t)out->sent * words : made;
  const bool routed = w->shape->route_w > 0;
  if (routed && out->sent == 0) {
    memmove(made, data, words * sizeof *made);
    data = made;
    if (!source_route_write(network_routing(w->network), w->shape, node,
                            network_node(w->network, out->destination), made, error)) {
      return false;
    }
  }
  const bool coded = out->carrier == CARRIER_CODED;
  const host_beat_t beat = {
      .network = (uint8_t)network,
      .age = w->shape->aged && out->sent == 0 ? host_age(w, node, out->message, now) : 0,
      .type = routed ? PACKET_SOURCE_ROUTED : PACKET_UNICAST,
      .destination = out->destination,
      .message = out->message,
      .flits = out->flits,
      .data = data,
      .from = coded ? out->coded.from : 0,
      .slot = coded ? out->coded.slot : 0,
      .name = coded ? out->coded.name : 0,
  };
  network_offer(w->network, node, &beat);
  count_offered(w, out, node, network, now);
  return true;
}

// Offers a beat of a plan with multicasts, whose packets are worms. This is apart, so that offer()
// stays as it is for all others.
static __attribute__((noinline)) bool offer_of_plan(workload_t *w, uint32_t node, unsigned network,
                                                    uint64_t now, noc_error_t *error) {
  outgoing_t *out = &w->outgoing[(size_t)node * w->shape->networks + network];
  if (!carrier_copies(out->carrier)) {
    return offer(w, node, network, now, error);
  }
  uint64_t made[SHAPE_MAX_WORDS];
  if (out->carrier == CARRIER_FORWARDED) {
    host_forward(w, node, network, now, out, made);
  } else {
    host_beat_t beat = host_worm_beat(w, out, made);
    beat.network = (uint8_t)network;
    if (w->shape->aged && out->sent == 0) {
      beat.age = host_age(w, node, out->message, now);
    }
    network_offer(w->network, node, &beat);
  }
  count_offered(w, out, node, network, now);
  return true;
}

// The networks with a packet that is in a slot: the interface takes one at a time.
static uint32_t networks_from_slots(const workload_t *w, uint32_t node) {
  const outgoing_t *out = &w->outgoing[(size_t)node * w->shape->networks];
  uint32_t mask = 0;
  for (unsigned k = 0; k < w->shape->networks; k++) {
    mask |= (uint32_t)(out[k].coded.from > 0) << k;
  }
  return mask;
}

// The virtual network to serve: one with a packet that the interface is ready for, beginning behind
// the one served last. `busy`: some packet is being handed over.
static inline __attribute__((always_inline)) unsigned choose_network(const workload_t *w,
                                                                     uint32_t node, bool *busy) {
  const unsigned networks = w->shape->networks;
  const outgoing_t *out = &w->outgoing[(size_t)node * networks];
  uint32_t ready = network_ready(w->network, node);
  if (w->coder != NULL && network_from(w->network, node) != 0) {
    ready &= ~networks_from_slots(w, node);
  }
  if (w->forwards != NULL) {
    ready = host_forward_ready(w, node, ready);
  }
  unsigned chosen = networks;
  if (networks == 1) {
    *busy = out->sent < out->flits;
    return *busy && (ready & 1u) != 0 ? 0 : 1;
  }
  for (unsigned i = networks; i > 0; i--) {
    unsigned k = (w->last_network[node] + i) % networks;
    if (out[k].sent < out[k].flits) {
      *busy = true;
      chosen = (ready >> k & 1u) != 0 ? k : chosen;
    }
  }
  return chosen;
}

// Inlined twice, so that hosts without a model are not asked for it each cycle.
static inline __attribute__((always_inline)) bool send_all(workload_t *w, uint64_t now,
                                                           bool modelled, noc_error_t *error) {
  const unsigned networks = w->shape->networks;
  for (uint32_t base = 0; base < w->topology->nodes; base += 64) {
    if (w->source.code->fetch != NULL) {
      w->source.code->fetch(w->source.self, base, w->active[base / 64]);
    }
    for (uint64_t mask = w->active[base / 64]; mask != 0; mask &= mask - 1) {
      uint32_t node = base + (uint32_t)__builtin_ctzll(mask);
      bool queued = false;
      bool busy = false;
      if (!(modelled ? load_ready(w, node, now, &queued, error)
                     : load(w, node, now, &queued, error))) {
        return false;
      }
      unsigned network = choose_network(w, node, &busy);
      if (network < networks && !(w->multicast ? offer_of_plan(w, node, network, now, error)
                                               : offer(w, node, network, now, error))) {
        return false;
      }
      // The beat that was sent may be what the node's next message waits for.
      if (modelled && network < networks && !host_model_advance(w, node, now, error)) {
        return false;
      }
      // A node sleeps when it has nothing: no packet half handed over, none queued. What it sent
      // last may have set the bit again, for a plan's next operation.
      if (!queued && !busy) {
        w->active[base / 64] &= ~(UINT64_C(1) << node % 64);
      }
    }
  }
  return true;
}

static __attribute__((noinline)) bool send_modelled(workload_t *w, uint64_t now,
                                                    noc_error_t *error) {
  return send_all(w, now, true, error);
}

bool host_send(workload_t *w, uint64_t now, noc_error_t *error) {
  return w->model != NULL ? send_modelled(w, now, error) : send_all(w, now, false, error);
}
