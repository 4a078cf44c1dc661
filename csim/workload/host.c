// host -- the sending side of the hosts: takes packets from the source queues, numbers them, and
// hands their beats to the interfaces, one a node and cycle. Packets of different virtual networks
// interleave; those of one network follow each other.

#include <assert.h>

#include "network/memory.h"
#include "workload/rng.h"
#include "workload/workload_state.h"

// A packet at the front of a source queue, whatever fills the queue.
typedef struct {
  uint64_t created, key;
  const uint64_t *data;
  uint32_t sequence, destination, operation;
  uint16_t flits;
} front_t;

static bool find_front(const workload_t *w, uint32_t node, uint64_t now, front_t *front) {
  if (w->traffic != NULL) {
    traffic_packet_t packet;
    if (!traffic_front(w->traffic, node, now, &packet)) {
      return false;
    }
    *front = (front_t){.created = packet.created,
                       .key = packet.key,
                       .sequence = (uint32_t)packet.sequence,
                       .destination = packet.destination,
                       .flits = (uint16_t)w->traffic_flits};
    return true;
  }
  engine_send_t send;
  if (!engine_front(w->engine, node, &send)) {
    return false;
  }
  *front = (front_t){.created = send.created,
                     .key = send.key,
                     .data = send.data,
                     .sequence = w->plan_sequence[node],
                     .destination = send.destination,
                     .operation = send.operation,
                     .flits = send.flits};
  return true;
}

static void pop_front(workload_t *w, uint32_t node, uint64_t now) {
  if (w->traffic != NULL) {
    traffic_pop(w->traffic, node, now);
  } else {
    engine_pop(w->engine, node);
    w->plan_sequence[node]++;
  }
}

static bool in_window(const workload_t *w, uint64_t cycle) {
  return cycle >= w->window_from && cycle < w->window_to;
}

// Moves the front packet of the queue into the free place of its virtual network. It stays queued
// while that is busy, or while the packet that had its message number before is on its way.
// `queued` says whether the queue has (still) a packet.
static bool load(workload_t *w, uint32_t node, uint64_t now, bool *queued, noc_error_t *error) {
  front_t front;
  const unsigned networks = w->shape->networks;
  if (networks == 1 && w->outgoing[node].sent < w->outgoing[node].flits) {
    *queued = true;  // or not: the node stays awake for the packet it hands over
    return true;
  }
  *queued = find_front(w, node, now, &front);
  if (!*queued) {
    return true;
  }
  outgoing_t *out = &w->outgoing[(size_t)node * networks + front.sequence % networks];
  if (out->sent < out->flits) {
    return true;
  }
  flight_t *flight = NULL;
  switch (flights_open(&w->flights, node, front.sequence, &flight)) {
    case FLIGHT_OPENED:
      break;
    case FLIGHT_NUMBER_TAKEN:
      return true;
    case FLIGHT_NO_MEMORY:
      return memory_fail(error, "packets on their way");
  }
  flight->created = front.created;
  flight->entered = now;
  flight->key = front.key;
  flight->destination = front.destination;
  flight->operation = front.operation;
  flight->flits = front.flits;
  *out = (outgoing_t){.key = front.key,
                      .data = front.data,
                      .destination = network_address(w->network, front.destination),
                      .message = front.sequence & w->message_mask,
                      .operation = front.operation,
                      .flits = front.flits};
  w->packets_started++;
  w->flits_started += front.flits;
  if (in_window(w, front.created)) {
    w->window_packets_started++;
    w->window_flits_started += front.flits;
  }
  pop_front(w, node, now);
  return true;
}

static void offer(workload_t *w, uint32_t node, unsigned network, uint64_t now) {
  outgoing_t *out = &w->outgoing[(size_t)node * w->shape->networks + network];
  const unsigned words = w->shape->words;
  uint64_t made[SHAPE_MAX_WORDS];
  for (unsigned i = 0; i < words; i++) {
    made[i] = rng_data(out->key, out->sent, i) & w->word_mask;
  }
  const host_beat_t beat = {
      .network = (uint8_t)network,
      .type = PACKET_UNICAST,
      .destination = out->destination,
      .message = out->message,
      .flits = out->flits,
      .data = out->data != NULL ? out->data + (size_t)out->sent * words : made,
  };
  network_offer(w->network, node, &beat);
  w->last_progress = now;
  w->last_network[node] = (uint8_t)network;
  if (++out->sent == out->flits && w->engine != NULL) {
    engine_sent(w->engine, out->operation, now);
  }
}

// The virtual network to serve: one with a packet that the interface is ready for, beginning behind
// the one served last. `busy`: some packet is being handed over.
static unsigned choose_network(const workload_t *w, uint32_t node, bool *busy) {
  const unsigned networks = w->shape->networks;
  const outgoing_t *out = &w->outgoing[(size_t)node * networks];
  uint32_t ready = network_ready(w->network, node);
  unsigned chosen = networks;
  for (unsigned i = networks; i > 0; i--) {
    unsigned k = (w->last_network[node] + i) % networks;
    if (out[k].sent < out[k].flits) {
      *busy = true;
      chosen = (ready >> k & 1u) != 0 ? k : chosen;
    }
  }
  return chosen;
}

bool host_send(workload_t *w, uint64_t now, noc_error_t *error) {
  const unsigned networks = w->shape->networks;
  for (uint32_t base = 0; base < w->topology->nodes; base += 64) {
    if (w->engine != NULL) {
      engine_expect_fronts(w->engine, base, w->active[base / 64]);
    }
    for (uint64_t mask = w->active[base / 64]; mask != 0; mask &= mask - 1) {
      uint32_t node = base + (uint32_t)__builtin_ctzll(mask);
      bool queued = false;
      bool busy = false;
      if (!load(w, node, now, &queued, error)) {
        return false;
      }
      unsigned network = choose_network(w, node, &busy);
      if (network < networks) {
        offer(w, node, network, now);
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
