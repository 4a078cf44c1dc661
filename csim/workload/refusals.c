// refusals -- see refusals.h.

#include "workload/refusals.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/rng.h"

static void set_protocol(refusals_t *r, const scenario_t *s) {
  r->most = s->replies;
  for (unsigned i = 0; i < s->classes; i++) {
    const bool answered = s->traffic[i].reply_flits.text != NULL;
    r->requests |= (uint32_t)answered << s->traffic[i].network;
  }
  for (unsigned i = 0; i < s->classes; i++) {
    const bool answered = s->traffic[i].reply_flits.text != NULL;
    r->mixed = r->mixed || (answered && (r->requests >> s->traffic[i].reply_network & 1u) != 0);
  }
}

static void set_shares(refusals_t *r, const accept_t *accept) {
  for (unsigned k = 0; k < r->networks; k++) {
    r->share[k] = accept_share(accept, k);
    r->nothing |= (uint32_t) !(r->share[k] > 0) << k;
    r->drawn |= (uint32_t)(r->share[k] > 0 && r->share[k] < 1) << k;
  }
}

bool refusals_create(refusals_t *r, const scenario_t *s, const network_t *n, uint32_t numbers,
                     noc_error_t *error) {
  const unsigned networks = network_shape(n)->networks;
  *r = (refusals_t){.networks = networks, .nodes = s->topology->nodes};
  const bool part = network_own_nodes(n, &r->first, &r->end);
  if (s->accept.protocol) {
    set_protocol(r, s);
  } else {
    set_shares(r, &s->accept);
  }
  r->threshold = rng_threshold(s->jitter.hosts);
  r->any = (r->requests | r->nothing | r->drawn) != 0 || r->threshold != 0;
  if (!r->any) {
    return true;
  }
  const size_t queues = (size_t)r->nodes * networks;
  r->numbers = (uint16_t)numbers;
  void *(*const take)(size_t, size_t) = part ? memory_sparse : memory_array;
  r->key = take(queues, sizeof *r->key);
  r->held = take(queues, sizeof *r->held);
  r->taken = take(r->nodes, sizeof *r->taken);
  r->numbered = take(queues, sizeof *r->numbered);
  r->stall = take(r->nodes, sizeof *r->stall);
  r->stalled = take((r->nodes + 63) / 64, sizeof *r->stalled);
  if (r->key == NULL || r->held == NULL || r->taken == NULL || r->numbered == NULL ||
      r->stall == NULL || r->stalled == NULL) {
    return memory_fail(error, "what hosts refuse");
  }
  for (size_t i = (size_t)r->first * networks; i < (size_t)r->end * networks; i++) {
    r->key[i] = rng_key(s->seed, RNG_ACCEPT, i);
  }
  for (uint32_t node = r->first; node < r->end; node++) {
    r->taken[node] = UINT32_MAX;  // as in a new network
    r->stall[node] = rng_key(scenario_jitter_seed(s), RNG_JITTER_HOST, node);
  }
  return true;
}

void refusals_free(refusals_t *r) {
  free(r->key);
  free(r->held);
  free(r->taken);
  free(r->numbered);
  free(r->stall);
  free(r->stalled);
  *r = (refusals_t){0};
}

// Who stalls is drawn before it is asked for.
void refusals_checkpoint(refusals_t *r, checkpoint_t *c) {
  if (r->any) {
    CHECKPOINT_ARRAY(c, r->held, (size_t)r->nodes * r->networks);
    CHECKPOINT_ARRAY(c, r->taken, r->nodes);
    CHECKPOINT_ARRAY(c, r->numbered, (size_t)r->nodes * r->networks);
  }
}

// Draws those of `offered` that the host does not take.
static uint32_t draw(const refusals_t *r, uint32_t node, uint32_t offered, uint64_t now) {
  uint32_t refused = 0;
  for (uint32_t left = offered & r->drawn; left != 0; left &= left - 1) {
    const unsigned k = (unsigned)__builtin_ctz(left);
    const uint64_t random = rng_draw(r->key[(size_t)node * r->networks + k], now);
    refused |= (uint32_t)(rng_fraction(random) >= r->share[k]) << k;
  }
  return refused;
}

// Draws whether the host stalls, and notes it.
static bool stalls(refusals_t *r, uint32_t node, uint64_t now) {
  const bool stalled = rng_draw(r->stall[node], now) >> 32 < r->threshold;
  const uint64_t bit = UINT64_C(1) << node % 64;
  uint64_t *word = &r->stalled[node / 64];
  *word = stalled ? *word | bit : *word & ~bit;
  return stalled;
}

// The networks whose requests a node takes no more of.
static uint32_t full(const refusals_t *r, uint32_t node) {
  uint32_t networks = 0;
  for (uint32_t left = r->requests; left != 0; left &= left - 1) {
    const unsigned k = (unsigned)__builtin_ctz(left);
    networks |= (uint32_t)(r->held[(size_t)node * r->networks + k] >= r->most) << k;
  }
  return networks;
}

void refusals_cycle(refusals_t *r, network_t *n, uint64_t now) {
  for (uint32_t node = r->first; node < r->end; node++) {
    uint32_t refused = r->nothing | full(r, node);
    if (r->drawn != 0) {
      refused |= draw(r, node, network_offered(n, node), now);
    }
    if (r->threshold != 0 && stalls(r, node, now)) {
      refused = UINT32_MAX;
    }
    if (r->taken[node] != ~refused) {
      r->taken[node] = ~refused;
      network_host_takes(n, node, ~refused);
    }
  }
}

static void print_networks(uint32_t networks, FILE *out) {
  const char *before = "";
  for (; networks != 0; networks &= networks - 1) {
    (void)fprintf(out, "%s%d", before, __builtin_ctz(networks));
    before = ", ";
  }
}

void refusals_print(const refusals_t *r, FILE *out) {
  if (r->nothing != 0) {
    (void)fputs("hosts take nothing of network ", out);
    print_networks(r->nothing, out);
    (void)fputs(" (host.accept 0)\n", out);
  }
  for (uint32_t left = r->requests; left != 0; left &= left - 1) {
    const uint32_t bit = left & -left;
    uint32_t hosts = 0;
    for (uint32_t node = 0; node < r->nodes; node++) {
      hosts += (full(r, node) & bit) != 0;
    }
    (void)fprintf(out,
                  "%" PRIu32 " of %" PRIu32 " hosts hold %" PRIu32 " replies and refuse network ",
                  hosts, r->nodes, r->most);
    print_networks(bit, out);
    (void)fprintf(out, " until one is handed over (host.accept protocol)%s\n",
                  r->mixed ? "; their replies wait behind requests, on the same network" : "");
  }
}
