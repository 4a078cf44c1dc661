// network_cycle -- a cycle of a network: banks, or the shards of golden banks by several threads,
// then the links; and what hosts hold back. Part of network.h.

#include <string.h>

#include "network/network_state.h"

// The offers to a host that it leaves waiting: bit k is that of network k, beside NETWORK_RESULTS.
static uint32_t held(const network_t *n, uint32_t node) {
  const interface_fields_t *f = &n->interface_pins;
  const uint32_t slot = n->node_slot[node];
  uint32_t offers = f->del_valid[slot] & ~(uint32_t)f->del_ready[slot];
  if (n->shape.xor_unit && f->res_valid[slot] != 0 && f->res_ready[slot] == 0) {
    offers |= NETWORK_RESULTS;
  }
  return offers;
}

static uint32_t count_held(const network_t *n) {
  uint32_t count = 0;
  for (uint32_t node = 0; n->holding > 0 && node < n->nodes; node++) {
    count += (uint32_t)__builtin_popcount(held(n, node));
  }
  return count;
}

// The masks of nodes with a delivery or a result: those that the host takes.
static void mask_taken(network_t *n, uint32_t node) {
  const interface_fields_t *f = &n->interface_pins;
  const uint32_t slot = n->node_slot[node];
  const uint64_t bit = UINT64_C(1) << node % 64;
  uint64_t *word = &n->delivery_mask[node / 64];
  *word = network_delivered(n, node) != 0 ? *word | bit : *word & ~bit;
  if (n->shape.xor_unit) {
    word = &n->result_mask[node / 64];
    *word = f->res_valid[slot] != 0 && f->res_ready[slot] != 0 ? *word | bit : *word & ~bit;
  }
}

void network_host_takes(network_t *n, uint32_t node, uint32_t what) {
  const interface_fields_t *f = &n->interface_pins;
  const uint32_t slot = n->node_slot[node];
  const uint32_t all = (UINT32_C(1) << n->shape.networks) - 1;
  const bool results = (what & NETWORK_RESULTS) != 0;
  const bool held_back =
      f->del_ready[slot] != all || (n->shape.xor_unit && f->res_ready[slot] == 0);
  f->del_ready[slot] = (uint16_t)(what & all);
  if (n->shape.xor_unit) {
    f->res_ready[slot] = results;
  }
  const bool holds_back = (what & all) != all || (n->shape.xor_unit && !results);
  n->holding += (uint32_t)holds_back - (uint32_t)held_back;
  mask_taken(n, node);
}

// ---- A cycle

// Shards have routers and interfaces of their own: they are those of two banks, all of which can be
// stepped in parts.
static bool in_shards(const network_t *n) {
  return n->shards.count > 1 && (n->split == NULL || !n->split->mirror) && n->nodes_in_order &&
         n->banks == 2 && n->bank[0]->part != 0 && n->bank[1]->part != 0 && !n->shape.slot_unit;
}

static void begin_cycle(network_t *n) {
  profile_enter(n->profile, PROFILE_LINKS);
  if (n->shape.slot_unit) {
    xor_units_before(n);
  }
  n->counts.taken += n->deliveries + n->results - count_held(n);
}

// Adds up what the hosts of all shards have offered.
static void sum_offers(network_t *n) {
  for (unsigned i = 0; i < n->shards.count; i++) {
    n->counts.accepted += n->offers[i].accepted;
    n->offered = n->offered || n->offers[i].offered;
    n->offers[i] = (offers_t){0};
  }
}

static bool step_bank(network_t *n, bank_t *bank, bool ok) {
  profile_enter(n->profile, bank_profile_part(bank));
  if (!bank->ops->step(bank, n->cycle)) {
    n->mismatch_bank = ok ? bank : n->mismatch_bank;
    return false;
  }
  return ok;
}

// Steps a shard's part of a bank. Shards end where words do in a network with two banks; where
// there are more, their members are.
static void step_part(const network_t *n, size_t b, unsigned shard) {
  const bank_range_t *range = &n->range[b];
  bank_t *bank = n->bank[b];
  const uint64_t parts = (range->members + bank->part - 1) / bank->part;
  const uint32_t first = (uint32_t)(parts * shard / n->shards.count) * bank->part;
  const uint32_t end = (uint32_t)(parts * (shard + 1) / n->shards.count) * bank->part;
  if (first < end) {
    bank->ops->step_part(bank, first, end < range->members ? end : range->members);
  }
}

typedef struct {
  network_t *n;
  const network_hosts_t *hosts;  // or NULL
} round_t;

static void work_shards(void *arg, unsigned thread, uint32_t begin, uint32_t end) {
  const round_t *r = arg;
  network_t *n = r->n;
  const shards_t *s = &n->shards;
  (void)thread;
  for (uint32_t i = begin; i < end; i++) {
    if (r->hosts != NULL) {
      r->hosts->offer(r->hosts->context, i, s->node[i], s->node[i + 1]);
    }
    if (!in_shards(n)) {
      for (size_t b = 0; b < n->banks; b++) {
        if (n->bank[b]->part != 0) {
          step_part(n, b, i);
        }
      }
      continue;
    }
    if (s->node[i] < s->node[i + 1]) {
      n->bank[1]->ops->step_part(n->bank[1], s->node[i], s->node[i + 1]);
    }
    if (s->router[i] < s->router[i + 1]) {
      n->bank[0]->ops->step_part(n->bank[0], s->router[i], s->router[i + 1]);
    }
  }
}

// One clock edge of all banks: of those that can be by all threads together, the others after them.
static bool step_banks(network_t *n, const network_hosts_t *hosts, bool ok) {
  if (n->split != NULL) {
    if (hosts != NULL) {
      network_run_hosts(n, hosts);
    }
    split_step(n);
    return ok;
  }
  if (n->shards.count > 1) {
    round_t round = {n, hosts};
    crew_run(n->crew, n->shards.count, work_shards, &round);
  }
  for (size_t b = 0; b < n->banks; b++) {
    if (n->shards.count == 1 || n->bank[b]->part == 0) {
      ok = step_bank(n, n->bank[b], ok);
    }
  }
  return ok;
}

static void end_cycle(network_t *n) {
  profile_enter(n->profile, PROFILE_LINKS);
  if (n->offered) {
    memset(n->interface_pins.host_valid, 0, n->nodes * sizeof *n->interface_pins.host_valid);
    n->offered = false;
  }
  if (n->commanded) {
    memset(n->interface_pins.cmd_valid, 0, n->nodes * sizeof *n->interface_pins.cmd_valid);
    n->commanded = false;
  }
  forward_units_clear_pins(n);
  if (n->wired) {
    links_end_wired(n);
  } else {
    links_transfer(n);
  }
  if (n->shape.xor_unit) {
    xor_units_observe(n);
  }
  if (n->shape.forward_unit) {
    forward_units_observe(n);
  }
  for (uint32_t node = 0; n->holding > 0 && node < n->nodes; node++) {
    mask_taken(n, node);
  }
}

bool network_step(network_t *n) {
  bool ok = n->mismatch_bank == NULL;  // else tables were loaded differently
  begin_cycle(n);
  sum_offers(n);
  n->resting = network_idle(n);
  if (!n->resting) {
    ok = step_banks(n, NULL, ok);
    end_cycle(n);
  }
  n->cycle++;
  n->counts.cycles++;
  return ok;
}

static void work_hosts(void *arg, unsigned thread, uint32_t begin, uint32_t end) {
  const round_t *r = arg;
  const shards_t *s = &r->n->shards;
  (void)thread;
  for (uint32_t i = begin; i < end; i++) {
    r->hosts->offer(r->hosts->context, i, s->node[i], s->node[i + 1]);
  }
}

void network_run_hosts(network_t *n, const network_hosts_t *hosts) {
  round_t round = {n, hosts};
  if (n->split != NULL) {
    work_hosts(&round, 0, n->split->peers->rank, n->split->peers->rank + 1);
    return;
  }
  crew_run(n->crew, n->shards.count, work_hosts, &round);
}

// Whether a network rests depends on what hosts offer: where it may rest, they go first.
bool network_step_with(network_t *n, const network_hosts_t *hosts) {
  if (network_may_rest(n)) {
    network_run_hosts(n, hosts);
    return network_step(n);
  }
  begin_cycle(n);
  const bool ok = step_banks(n, hosts, n->mismatch_bank == NULL);
  sum_offers(n);
  n->resting = network_idle(n);
  end_cycle(n);
  n->cycle++;
  n->counts.cycles++;
  return ok;
}

const shards_t *network_shards(const network_t *n) {
  const bool apart = n->split != NULL && !n->split->mirror;
  return apart || in_shards(n) ? &n->shards : NULL;
}
