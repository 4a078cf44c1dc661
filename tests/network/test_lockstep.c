// test_lockstep -- RTL and golden models agree in every register and cycle of whole meshes.
//
// NOCSTEP_LONG=1 adds large meshes and longer runs.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "network/uniform.h"
#include "unit/unit_lockstep.h"

static const uniform_config_t kBase = {.topology = "mesh:4x4",
                                       .kind = "lockstep",
                                       .vcs = 4,
                                       .depth = 8,
                                       .flit_bits = 64,
                                       .pipeline = 3,
                                       .networks = 1,
                                       .link_latency = 1,
                                       .packet_flits = 4,
                                       .load = 0.3,
                                       .seed = 1};

// Runs in lockstep and checks that every component was compared in every cycle.
// The long tier runs 30 times as many cycles.
static void check(const uniform_config_t *c, uint64_t cycles) {
  uniform_t *u = uniform_create(c);
  const uint64_t packets = uniform_run(u, unit_long_tier() ? 30 * cycles : cycles);
  network_t *n = uniform_network(u);
  const topology_t *t = network_topology(n);
  assert_true(packets > 0);
  assert_true(network_cycle(n) >= cycles);
  assert_true(uniform_comparisons(u) == network_cycle(n) * (t->routers + t->nodes));
  uniform_free(u);
}

static void check_topology(const char *topology, uint64_t cycles) {
  uniform_config_t c = kBase;
  c.topology = topology;
  check(&c, cycles);
}

static void test_1x2(void **state) {
  (void)state;
  check_topology("mesh:1x2", 1700);
}

static void test_2x2(void **state) {
  (void)state;
  check_topology("mesh:2x2", 1700);
}

static void test_4x4(void **state) {
  (void)state;
  check_topology("mesh:4x4", 1700);
}

static void test_saturated(void **state) {
  (void)state;
  uniform_config_t c = kBase;
  c.topology = getenv("NOCSTEP_LONG") != NULL ? "mesh:3x5" : "mesh:3x4";  // addresses as in 4x4
  c.load = 1.0;
  check(&c, 1000);
}

static void test_cut_through(void **state) {
  (void)state;
  uniform_config_t c = kBase;
  c.topology = "mesh:3x5";
  c.cut_through = 1;
  c.pipeline = 2;
  c.vcs = 2;
  c.depth = 5;
  c.packet_flits = 5;
  c.load = 0.8;
  check(&c, 1000);
}

static void test_networks_and_wide_flits(void **state) {
  (void)state;
  uniform_config_t c = kBase;
  c.topology = "mesh:3x3@2";
  c.networks = 3;
  c.vcs = 6;
  c.depth = 3;
  c.flit_bits = 128;
  c.packet_flits = 3;
  c.link_latency = 3;
  c.load = 0.5;
  check(&c, 1000);
}

// Hosts that do not take deliveries hold back interfaces, then routers, then other interfaces.
static void test_slow_hosts(void **state) {
  (void)state;
  uniform_config_t c = kBase;
  c.topology = "mesh:2x2";
  c.load = 0.8;
  c.slow_hosts = true;
  check(&c, 1700);
}

static void test_smallest(void **state) {
  (void)state;
  uniform_config_t c = kBase;
  c.topology = "mesh:3x2";
  c.vcs = 1;
  c.depth = 1;
  c.flit_bits = 32;
  c.packet_flits = 1;
  c.load = 0.5;
  check(&c, 1000);
}

// The values that registers have before reset must not matter.
static void test_initial_values(void **state) {
  (void)state;
  uniform_config_t c = kBase;
  c.topology = "mesh:2x2";
  for (c.seed = 0; c.seed < 20; c.seed++) {
    check(&c, 70);
  }
}

// The same deliveries, cycle by cycle, whatever the banks are made of.
static void test_same_deliveries(void **state) {
  (void)state;
  const char *const kinds[] = {"ref", "rtl", "lockstep"};
  uint64_t digest[3];
  for (size_t i = 0; i < 3; i++) {
    uniform_config_t c = kBase;
    c.kind = kinds[i];
    uniform_t *u = uniform_create(&c);
    (void)uniform_run(u, 2000);
    digest[i] = uniform_digest(u);
    noc_error_t error = {0};
    assert_true(network_check_conservation(uniform_network(u), &error));
    uniform_free(u);
  }
  assert_true(digest[0] == digest[1] && digest[1] == digest[2]);
}

// A restored network has the registers that it had and repeats what it did, on both sides.
static void test_snapshot(void **state) {
  (void)state;
  uniform_t *u = uniform_create(&kBase);
  for (int i = 0; i < 300; i++) {
    assert_true(uniform_cycle(u, true));
  }
  network_t *n = uniform_network(u);
  for (size_t i = 0; i < network_banks(n); i++) {
    bank_t *b = network_bank(n, i);
    void *saved = malloc(b->ops->snapshot_size(b));
    uint32_t *first = calloc(b->layout.state_words, sizeof *first);
    uint32_t *before = calloc(b->layout.state_words, sizeof *before);
    uint32_t *after = calloc(b->layout.state_words, sizeof *after);
    assert_true(saved != NULL && first != NULL && before != NULL && after != NULL);
    b->ops->save(b, saved);
    b->ops->state(b, 0, true, first);
    // Pins stay as they are: two steps on the same inputs.
    assert_true(b->ops->step(b, 1000));
    b->ops->state(b, 0, true, before);
    b->ops->restore(b, saved);
    b->ops->state(b, 0, true, after);
    assert_memory_equal(first, after, b->layout.state_words * sizeof *first);
    assert_true(b->ops->step(b, 1000));
    b->ops->state(b, 0, true, after);
    assert_memory_equal(before, after, b->layout.state_words * sizeof *before);
    b->ops->restore(b, saved);
    free(saved);
    free(first);
    free(before);
    free(after);
  }
  uniform_free(u);
}

static void test_long(void **state) {
  (void)state;
  if (!unit_long_tier()) {
    skip();
  }
  check_topology("mesh:8x8", 700);
  check_topology("mesh:4x4x4", 700);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_1x2),
      cmocka_unit_test(test_2x2),
      cmocka_unit_test(test_4x4),
      cmocka_unit_test(test_saturated),
      cmocka_unit_test(test_cut_through),
      cmocka_unit_test(test_networks_and_wide_flits),
      cmocka_unit_test(test_slow_hosts),
      cmocka_unit_test(test_smallest),
      cmocka_unit_test(test_initial_values),
      cmocka_unit_test(test_same_deliveries),
      cmocka_unit_test(test_snapshot),
      cmocka_unit_test(test_long),
  };
  return cmocka_run_group_tests_name("network/lockstep", tests, NULL, NULL);
}
