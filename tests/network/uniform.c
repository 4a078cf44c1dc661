// uniform -- see uniform.h.

#include "network/uniform.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lockstep/factory.h"
#include "lockstep/report.h"

typedef struct {
  uint32_t destination;
  uint16_t left;  // beats to hand over
  uint8_t network;
  uint32_t message;
  uint64_t created;  // the cycle of the packet at hand
} source_t;

struct uniform {
  uniform_config_t config;
  topology_t *topology;
  network_t *network;
  source_t *source;  // [nodes] the packet being handed over
  uint64_t random;
  uint64_t packets, beats_sent, beats_taken, digest;
};

// xorshift64*
static uint64_t draw(uniform_t *u) {
  u->random ^= u->random >> 12;
  u->random ^= u->random << 25;
  u->random ^= u->random >> 27;
  return u->random * 0x2545f4914f6cdd1du;
}

static uint32_t below(uniform_t *u, uint32_t n) {
  return (uint32_t)((draw(u) >> 32) * n >> 32);
}

uniform_t *uniform_create(const uniform_config_t *c) {
  noc_error_t error = {0};
  uniform_t *u = calloc(1, sizeof *u);
  assert_non_null(u);
  u->config = *c;
  u->random = c->seed * 0x9e3779b97f4a7c15u + 1;
  u->topology = topology_create(c->topology, &error);
  if (u->topology == NULL) {
    fail_msg("%s", error.text);
    abort();  // not reached: fail_msg() leaves the test, which clang-tidy cannot see
  }
  const network_config_t config = {
      .topology = u->topology,
      .shape = {.vcs = c->vcs,
                .depth = c->depth,
                .flit_bits = c->flit_bits,
                .cut_through = c->cut_through,
                .pipeline = c->pipeline,
                .networks = c->networks,
                .len_w = shape_width(c->packet_flits + 1),
                .msg_w = c->like != NULL ? c->like->msg_w : 10,
                .age_bits = c->like != NULL ? c->like->age_bits : 0,
                .speculative = c->like != NULL ? c->like->speculative : 0,
                .wavefront = c->like != NULL ? c->like->wavefront : 0,
                .sync_read = c->like != NULL ? c->like->sync_read : 0},
      .link_latency = c->link_latency,
      .router = c->kind,
      .seed = c->seed,
      .factory = (c->factory != NULL) ? c->factory : bank_factory,
      .factory_context = c->factory_context,
  };
  u->network = network_create(&config, &error);
  if (u->network == NULL) {
    fail_msg("%s", error.text);
  }
  u->source = calloc(u->topology->nodes, sizeof *u->source);
  assert_non_null(u->source);
  return u;
}

void uniform_free(uniform_t *u) {
  network_free(u->network);
  topology_free(u->topology);
  free(u->source);
  free(u);
}

network_t *uniform_network(uniform_t *u) {
  return u->network;
}

static void take_beat(uniform_t *u, uint32_t node, const host_delivery_t *d) {
  const uint64_t mark = (uint64_t)node << 40 ^ (uint64_t)d->source << 24 ^
                        (uint64_t)d->message << 4 ^ d->kind ^ d->data[0];
  u->beats_taken++;
  u->digest = (u->digest ^ mark ^ network_cycle(u->network)) * 0x100000001b3u;
}

static void take_deliveries(uniform_t *u) {
  for (uint32_t node = 0; node < u->topology->nodes; node++) {
    uint32_t takes = 0;
    for (unsigned k = 0; u->config.slow_hosts && k < u->config.networks; k++) {
      takes |= (uint32_t)(below(u, 3) == 0) << k;
    }
    if (u->config.slow_hosts) {
      network_host_takes(u->network, node, takes);
    }
    for (unsigned k = 0; k < u->config.networks; k++) {
      host_delivery_t d;
      if (network_delivery(u->network, node, k, &d)) {
        take_beat(u, node, &d);
      }
    }
  }
}

// As many as digest and head have room for.
static unsigned message_bits(const uniform_t *u) {
  const unsigned bits = network_shape(u->network)->msg_w;
  return bits < 8 ? bits : 8;
}

// Ages are differences in a few bits: who waited long outside comes with the oldest that they tell.
static uint32_t age_of(const uniform_t *u, const source_t *s) {
  const unsigned bits = network_shape(u->network)->age_bits;
  const uint64_t now = network_cycle(u->network), most = bits > 2 ? 1u << (bits - 2) : 0;
  const uint64_t created = now - s->created > most ? now - most : s->created;
  return bits > 0 ? (uint32_t)(created & ((UINT64_C(1) << bits) - 1)) : 0;
}

static void create_packet(uniform_t *u, uint32_t node) {
  source_t *s = &u->source[node];
  const uint32_t other = below(u, u->topology->nodes - 1);
  s->destination = network_address(u->network, other + (other >= node));
  s->left = (uint16_t)u->config.packet_flits;
  s->network = (uint8_t)below(u, u->config.networks);
  s->message = (s->message + 1) & ((1u << message_bits(u)) - 1);
  s->created = network_cycle(u->network);
  u->packets++;
}

static void offer_beat(uniform_t *u, uint32_t node) {
  source_t *s = &u->source[node];
  if (s->left == 0 || (network_ready(u->network, node) >> s->network & 1u) == 0) {
    return;
  }
  uint64_t data[SHAPE_MAX_WORDS];
  for (unsigned w = 0; w < SHAPE_MAX_WORDS; w++) {
    data[w] = (u->config.flit_bits == 32) ? draw(u) & UINT32_MAX : draw(u);
  }
  const host_beat_t beat = {.network = s->network,
                            .type = PACKET_UNICAST,
                            .destination = s->destination,
                            .message = s->message,
                            .age = age_of(u, s),
                            .flits = (uint16_t)u->config.packet_flits,
                            .data = data};
  network_offer(u->network, node, &beat);
  u->beats_sent++;
  s->left--;
}

bool uniform_cycle(uniform_t *u, bool inject) {
  const double packets_a_cycle = u->config.load / u->config.packet_flits;
  const uint64_t limit = (uint64_t)(packets_a_cycle * 0x1p32);
  take_deliveries(u);
  for (uint32_t node = 0; node < u->topology->nodes; node++) {
    if (inject && u->source[node].left == 0 && draw(u) >> 32 < limit) {
      create_packet(u, node);
    }
    offer_beat(u, node);
  }
  return network_step(u->network);
}

static void step_or_fail(uniform_t *u, bool inject) {
  if (!uniform_cycle(u, inject)) {
    mismatch_report(stderr, u->network, NULL, "this test");
    fail_msg("mismatch in %s", u->config.topology);
  }
}

uint64_t uniform_run(uniform_t *u, uint64_t cycles) {
  enum { DRAIN_LIMIT = 200000 };
  for (uint64_t i = 0; i < cycles; i++) {
    step_or_fail(u, true);
  }
  uint64_t waited = 0;
  bool left = true;
  while (left || u->beats_taken < u->beats_sent) {
    left = false;
    for (uint32_t node = 0; node < u->topology->nodes; node++) {
      left = left || u->source[node].left > 0;
    }
    step_or_fail(u, false);
    assert_true(++waited < DRAIN_LIMIT);
  }
  assert_true(u->beats_taken == u->beats_sent);
  return u->packets;
}

uint64_t uniform_digest(const uniform_t *u) {
  return u->digest;
}

uint64_t uniform_comparisons(uniform_t *u) {
  uint64_t comparisons = 0;
  for (size_t i = 0; i < network_banks(u->network); i++) {
    comparisons += network_bank(u->network, i)->comparisons;
  }
  return comparisons;
}
