// workload_cycle -- the hosts' part of a cycle: they take what interfaces offer, sources create
// packets, hosts hand beats over. By one thread, or by several that have shards of the nodes
// (host_shards.h); see workload.h.

#include "network/shards.h"
#include "workload/host_peers.h"
#include "workload/host_shards.h"
#include "workload/scoreboard.h"

static void note_entering(workload_t *w, const hosts_t *hosts) {
  const uint64_t *entering = network_entering_mask(w->network);
  for (uint32_t base = hosts->first; base < hosts->end; base += 64) {
    for (uint64_t mask = entering[base / 64]; mask != 0; mask &= mask - 1) {
      uint32_t node = base + (uint32_t)__builtin_ctzll(mask);
      uint32_t message = network_entering_message(w->network, node);
      flight_t *flight = workload_flight(w, node, message);
      if (flight != NULL && flight->entered == kNotEntered) {
        flight->entered = hosts->now;
        if (w->parted != NULL) {
          host_peers_entered(w, node, flight);
        }
      }
    }
  }
}

// Announces the messages that 64 nodes take in this cycle on a virtual network.
static void expect_on(const workload_t *w, uint32_t base, uint64_t mask, unsigned network) {
  uint32_t sends[64];
  unsigned count = 0;
  for (; mask != 0; mask &= mask - 1) {
    host_delivery_t d;
    const uint32_t node = base + (uint32_t)__builtin_ctzll(mask);
    const bool there = network_delivery(w->network, node, network, &d);
    const uint32_t source = network_node(w->network, d.source);
    const flight_t *flight =
        there && source != UINT32_MAX ? flights_find(&w->flights, source, d.message) : NULL;
    if (flight != NULL && (d.kind & KIND_HEAD) != 0 && !kCarriers[flight->carrier]->copies) {
      sends[count++] = flight->operation;
    }
  }
  w->source.code->expect(w->source.self, sends, count);
}

static void expect(const workload_t *w, uint32_t base, uint64_t mask) {
  for (unsigned k = 0; k < w->shape->networks; k++) {
    expect_on(w, base, mask, k);
  }
}

// Takes what a node's interface offers, of every virtual network.
static inline bool take(workload_t *w, uint32_t node, uint64_t now, noc_error_t *error) {
  uint32_t networks = host_pins_delivered(&w->pins, node);
  bool ok = true;
  for (; networks != 0; networks &= networks - 1) {
    ok = scoreboard_take(w, node, (unsigned)__builtin_ctz(networks), now, error) && ok;
  }
  return ok;
}

// Takes what all interfaces offer. A fault keeps no other host from taking its own: what has been
// counted when a run ends with one does not depend on who looks first. The error is the first one.
static bool take_all(workload_t *w, const hosts_t *hosts, noc_error_t *error) {
  const uint64_t *deliveries = network_delivery_mask(w->network);
  const bool single = w->shape->networks == 1;
  const uint64_t now = hosts->now;
  noc_error_t other;
  noc_error_t *told = error;
  for (uint32_t base = hosts->first; base < hosts->end; base += 64) {
    if (w->source.code->expect != NULL) {
      expect(w, base, deliveries[base / 64]);
    }
    for (uint64_t mask = deliveries[base / 64]; mask != 0; mask &= mask - 1) {
      const uint32_t node = base + (uint32_t)__builtin_ctzll(mask);
      if (!(w->flows ? scoreboard_flow(w, node, now, told)
            : single ? scoreboard_take(w, node, 0, now, told)
                     : take(w, node, now, told))) {
        told = &other;
      }
    }
  }
  return told == error;
}

// ---- By one thread

static bool cycle_alone(workload_t *w, uint64_t now, noc_error_t *error) {
  const hosts_t all = {0, w->topology->nodes, now};
  note_entering(w, &all);
  if (w->working != 0 && !carriers_before(w, now, error)) {
    return false;
  }
  if (!take_all(w, &all, error)) {
    return false;
  }
  if (w->working != 0 && !carriers_after(w, now, error)) {
    return false;
  }
  if (!w->source.code->cycle(w->source.self, now, error)) {
    return false;
  }
  if (w->model != NULL && !host_model_cycle(w, now, error)) {
    return false;
  }
  if (w->sequential) {
    engine_pass_barriers(w->engine, now);
  }
  if (w->working != 0) {
    carriers_command(w, now);
  }
  return host_send(w, &all, error);
}

// ---- By several

// Words that a part shares with one of another process have no bits of that.
static hosts_t part_of(const workload_t *w, uint32_t first, uint32_t end) {
  return (hosts_t){first < end ? first / 64 * 64 : end, end, network_cycle(w->network)};
}

static void take_part(void *context, unsigned shard, uint32_t first, uint32_t end) {
  workload_t *w = context;
  host_shard_t *part = &w->shard[shard];
  const hosts_t hosts = part_of(w, first, end);
  note_entering(&part->w, &hosts);
  part->failed = !carriers_before(&part->w, hosts.now, &part->error) ||
                 !take_all(&part->w, &hosts, &part->error) ||
                 !carriers_after(&part->w, hosts.now, &part->error);
}

static void send_part(void *context, unsigned shard, uint32_t first, uint32_t end) {
  workload_t *w = context;
  host_shard_t *part = &w->shard[shard];
  const hosts_t hosts = part_of(w, first, end);
  // A source that has parts does that of these nodes alone, by threads and in processes alike.
  if (w->source.code->cycle_part != NULL) {
    w->source.code->cycle_part(w->source.self, shard, hosts.now);
  } else {
    part->failed = !w->source.code->cycle(w->source.self, hosts.now, &part->error);
  }
  if (w->model != NULL && !part->failed) {
    part->failed = !host_model_cycle(&part->w, hosts.now, &part->error);
  }
  if (w->sequential && w->parted != NULL) {
    host_peers_pass_barriers(w);
  }
  carriers_command(&part->w, hosts.now);
  part->failed = part->failed || !host_send(&part->w, &hosts, &part->error);
}

static bool take_together(workload_t *w, noc_error_t *error) {
  const network_hosts_t takes = {take_part, w};
  noc_error_t other;
  hosts_begin(w);
  const bool ok = w->parted == NULL || host_peers_close(w, error);
  network_run_hosts(w->network, &takes);
  if (w->parted != NULL) {
    host_peers_tell_behind(w);
  }
  return hosts_end(w, ok ? error : &other) && ok;
}

// ---- A cycle

static uint64_t begin(workload_t *w) {
  const uint64_t now = network_cycle(w->network);
  if (now >= w->fairness.edge) {
    workload_window_edge(w, now);
  }
  if (w->refusals.any) {
    refusals_cycle(&w->refusals, w->network, now);
  }
  return now;
}

bool workload_cycle(workload_t *w, noc_error_t *error) {
  const uint64_t now = begin(w);
  if (w->shards == 0) {
    return cycle_alone(w, now, error);
  }
  const network_hosts_t sends = {send_part, w};
  if (!take_together(w, error)) {
    return false;
  }
  network_run_hosts(w->network, &sends);
  return hosts_end(w, error);
}

bool workload_advance(workload_t *w, bool *same, noc_error_t *error) {
  const network_hosts_t sends = {send_part, w};
  if (w->shards == 0) {
    if (!workload_cycle(w, error)) {
      return false;
    }
    *same = network_step(w->network);
    return true;
  }
  (void)begin(w);
  if (w->parted != NULL) {  // a fault is told to the others, which all end with it
    noc_error_t fault;
    if (!take_together(w, &fault)) {
      host_peers_fail(w, &fault);
    }
    *same = network_step_with(w->network, &sends);
    return host_peers_agree(w, error);
  }
  if (!take_together(w, error)) {
    return false;
  }
  *same = network_step_with(w->network, &sends);
  return hosts_end(w, error);
}
