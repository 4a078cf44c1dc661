// host -- the sending side of the hosts: takes packets from the source queues, numbers them, and
// hands their beats to the interfaces, one a node and cycle. Packets of different virtual networks
// interleave; those of one network follow each other.

#include "workload/host.h"

#include "base/memory.h"
#include "workload/carrier_unicast.h"

// A number is left for a packet of this network.
static bool can_number(const workload_t *w, uint32_t node, unsigned network) {
  if (w->refusals.any) {
    return refusals_can_number(&w->refusals, node, network);
  }
  const uint32_t sequence = w->sequence[(size_t)node * w->shape->networks + network];
  return !flights_taken(&w->flights, node, workload_number(w, sequence, network));
}

static uint32_t free_networks(const workload_t *w, uint32_t node) {
  const unsigned networks = w->shape->networks;
  uint32_t free = 0;
  for (unsigned k = 0; k < networks; k++) {
    const bool one =
        host_is_free(&w->outgoing[(size_t)node * networks + k]) && can_number(w, node, k);
    free |= (uint32_t)one << k;
  }
  return free;
}

// The networks take turns; one that is not free is passed over.
static bool spread(const workload_t *w, uint32_t node, front_t *front) {
  const unsigned networks = w->shape->networks;
  if (networks == 1) {
    front->network = 0;
    return host_is_free(&w->outgoing[node]) && refusals_can_number(&w->refusals, node, 0);
  }
  const uint32_t free = free_networks(w, node);
  front->network = w->turn[node];
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
    return host_is_free(&w->outgoing[(size_t)node * w->shape->networks + front->network]);
  }
  return *queued && spread(w, node, front);
}

static bool in_window(const workload_t *w, uint64_t cycle) {
  return cycle >= w->window_from && cycle < w->window_to;
}

// Each copy of a multicast counts as a packet.
static void count_started(workload_t *w, uint32_t node, const front_t *front, uint32_t packets) {
  const bool measured = in_window(w, front->created);
  const uint64_t flits = (uint64_t)packets * front->flits;
  const uint64_t window_flits = measured ? flits : 0;
  w->packets_started += packets;
  w->flits_started += flits;
  w->window_packets_started += measured ? packets : 0;
  w->window_flits_started += window_flits;
  if (measured) {
    fairness_offers(&w->fairness, node);
  }
  if (w->by_stream) {
    stream_t *stream = &w->stream[front->operation];
    stream->packets_started += packets;
    stream->flits_started += flits;
    stream->window_flits_started += window_flits;
  }
}

// Packets carry what stands in a message from some flit on.
static bool in_parts(const workload_t *w) {
  return w->payload == PAYLOAD_PART || w->payload == PAYLOAD_ITEM;
}

// Gives a packet the next number of its source and network. Where hosts refuse, packets that wait
// for them keep their numbers, which others pass over.
static flight_open_t open_next(workload_t *w, uint32_t node, unsigned network, uint32_t *message,
                               flight_t **flight) {
  const unsigned networks = w->shape->networks;
  uint32_t *sequence = &w->sequence[(size_t)node * networks];
  flight_open_t opened = FLIGHT_OPENED;
  uint32_t number = 0;
  if (!w->refusals.any) {
    sequence += network;
    number = workload_number(w, *sequence, network);
    opened = flights_open(&w->flights, node, number, flight);
  } else {
    uint16_t *numbered = w->refusals.numbered + (size_t)node * networks;
    uint32_t flying = 0;
    for (unsigned k = 0; k < networks; k++) {
      flying += numbered[k];
    }
    opened = flights_open_next(&w->flights, node, flying, sequence, flight);
    numbered[network] = (uint16_t)(numbered[network] + (opened == FLIGHT_OPENED));
    number = *sequence;
  }
  *sequence += opened == FLIGHT_OPENED;
  *message = (number & w->message_mask) | w->message_bit;
  return opened;
}

// Moves a packet into the free place of its virtual network, unless the packet that had its message
// number before is on its way.
static inline __attribute__((always_inline)) bool place(workload_t *w, uint32_t node, uint64_t now,
                                                        const front_t *front, noc_error_t *error) {
  const carrier_code_t *code = kCarriers[front->carrier];
  flight_t *flight = NULL;
  uint32_t message = 0;
  switch (code->open != NULL ? code->open(w, node, front, &message, &flight)
                             : open_next(w, node, front->network, &message, &flight)) {
    case FLIGHT_OPENED:
      break;
    case FLIGHT_NUMBER_TAKEN:
      return true;
    case FLIGHT_NO_MEMORY:
      return memory_fail(error, "packets on their way");
  }
  if (w->see.packet != NULL) {
    const workload_sent_t packet = {front->created, node, front->destination, front->flits};
    w->see.packet(w->see.context, &packet);
  }
  w->flying[front->network]++;
  flight->created = front->created;
  flight->entered = kNotEntered;
  flight->handed = UINT64_MAX;
  flight->key = in_parts(w) ? front->first : front->key;
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
  if (code->prepare != NULL && !code->prepare(w, front, flight, out, error)) {
    workload_flight_closed(w, node, flight);  // it has nothing that others may ask it for
    return false;
  }
  count_started(w, node, front, code->copies ? w->plan->op[front->operation].peer : 1);
  if (w->shape->networks > 1) {
    w->turn[node] = (uint8_t)((front->network + 1u) % w->shape->networks);
  }
  if (w->model != NULL) {
    host_model_handed(w, node, now);
  } else {
    source_pop(&w->source, node, now, front);
  }
  return true;
}

// The front packet of the queue goes to its place. It stays queued while that is busy. `queued`
// says whether the queue has (still) a packet.
static inline __attribute__((always_inline)) bool load(workload_t *w, uint32_t node, uint64_t now,
                                                       bool *queued, noc_error_t *error) {
  front_t front;
  if (w->shape->networks == 1 && !host_is_free(&w->outgoing[node])) {
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

// A beat is offered, the first one of its packet or another.
static inline void count_offered(workload_t *w, const outgoing_t *out, bool first, uint32_t node,
                                 unsigned network, uint64_t now) {
  w->last_progress = now;
  w->progress[network] = now;
  w->last_network[node] = (uint8_t)network;
  if (first && w->source.code->began != NULL) {
    w->source.code->began(w->source.self, out->operation, now);
  }
  if (out->sent == out->flits && w->refusals.requests != 0 &&
      classes_answering(w->classes, out->operation)) {
    refusals_release(&w->refusals, node, classes_request_network(w->classes, out->operation));
  }
  if (out->sent == out->flits && w->source.code->sent != NULL) {
    w->source.code->sent(w->source.self, out->operation, now);
  }
}

// `plain`: the workload has unicasts alone. What serves other packets is apart, so that these do
// not pay for them.
static __attribute__((noinline)) bool offer_other(workload_t *w, uint32_t node, unsigned network,
                                                  uint64_t now, outgoing_t *out,
                                                  noc_error_t *error) {
  return carrier_beat(w, node, network, now, out, error);
}

static inline __attribute__((always_inline)) bool offer(workload_t *w, uint32_t node,
                                                        unsigned network, uint64_t now, bool plain,
                                                        noc_error_t *error) {
  outgoing_t *out = &w->outgoing[(size_t)node * w->shape->networks + network];
  const bool first = out->sent == 0;
  if (!(plain || out->carrier == CARRIER_UNICAST
            ? unicast_beat(w, node, network, now, out, error)
            : offer_other(w, node, network, now, out, error))) {
    return false;
  }
  count_offered(w, out, first, node, network, now);
  return true;
}

// The virtual network to serve: one with a packet that the interface is ready for, beginning behind
// the one served last. `busy`: some packet is being handed over.
static inline __attribute__((always_inline)) unsigned choose_network(const workload_t *w,
                                                                     uint32_t node, bool plain,
                                                                     bool *busy) {
  const unsigned networks = w->shape->networks;
  const outgoing_t *out = &w->outgoing[(size_t)node * networks];
  const uint32_t ready = plain ? host_pins_ready(&w->pins, node) : 0;
  unsigned chosen = networks;
  if (networks == 1) {
    *busy = out->sent < out->flits;
    return *busy && (plain ? (ready & 1u) != 0 : carrier_ready(w, node, 0, out)) ? 0 : 1;
  }
  for (unsigned i = networks; i > 0; i--) {
    unsigned k = (w->last_network[node] + i) % networks;
    if (out[k].sent < out[k].flits) {
      *busy = true;
      chosen = (plain ? (ready >> k & 1u) != 0 : carrier_ready(w, node, k, &out[k])) ? k : chosen;
    }
  }
  return chosen;
}

// The next beat of the packet that a node is handing over, of a workload whose flits flow: nothing
// but its data changes. False if it is at none, or at its first.
static inline bool go_on(workload_t *w, uint32_t node, uint64_t now) {
  outgoing_t *out = &w->outgoing[node];
  if (out->sent == 0 || out->sent == out->flits || out->data != NULL) {
    return false;
  }
  if ((host_pins_ready(&w->pins, node) & 1u) != 0) {
    host_pins_go_on(&w->pins, node, rng_data(out->key, out->sent, 0) & w->word_mask);
    out->sent++;
    w->last_progress = now;
    w->progress[0] = now;
  }
  return true;
}

// Inlined for each kind of workload, so that hosts without a model are not asked for it each cycle,
// and unicasts not for their carrier.
static inline __attribute__((always_inline)) bool send_all(workload_t *w, const hosts_t *hosts,
                                                           bool modelled, bool plain,
                                                           noc_error_t *error) {
  const unsigned networks = w->shape->networks;
  const uint64_t now = hosts->now;
  const bool flows = plain && w->flows;
  for (uint32_t base = hosts->first; base < hosts->end; base += 64) {
    if (w->source.code->fetch != NULL) {
      w->source.code->fetch(w->source.self, base, w->active[base / 64]);
    }
    uint64_t mask = w->active[base / 64] & refusals_awake(&w->refusals, base);
    for (; mask != 0; mask &= mask - 1) {
      uint32_t node = base + (uint32_t)__builtin_ctzll(mask);
      bool queued = false;
      bool busy = false;
      if (flows && go_on(w, node, now)) {
        continue;
      }
      if (!(modelled ? load_ready(w, node, now, &queued, error)
                     : load(w, node, now, &queued, error))) {
        return false;
      }
      unsigned network = choose_network(w, node, plain, &busy);
      if (network < networks && !offer(w, node, network, now, plain, error)) {
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

static __attribute__((noinline)) bool send_modelled(workload_t *w, const hosts_t *hosts,
                                                    noc_error_t *error) {
  return send_all(w, hosts, true, false, error);
}

static __attribute__((noinline)) bool send_carried(workload_t *w, const hosts_t *hosts,
                                                   noc_error_t *error) {
  return send_all(w, hosts, false, false, error);
}

bool host_send(workload_t *w, const hosts_t *hosts, noc_error_t *error) {
  const bool plain = w->carriers == UINT32_C(1) << CARRIER_UNICAST;
  return w->model != NULL ? send_modelled(w, hosts, error)
         : plain          ? send_all(w, hosts, false, true, error)
                          : send_carried(w, hosts, error);
}
