// test_idle -- RTL at rest that is not evaluated has, after every edge, all that it would have.
//
// Each network runs twice side by side: with all RTL evaluated, and with that at rest left out.

#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "lockstep/factory.h"

// The banks of the second network.
static bank_t *skipping(const char *kind, const bank_config_t *config, void *context,
                        noc_error_t *error) {
  bank_config_t c = *config;
  c.skip_idle = true;
  return bank_factory(kind, &c, context, error);
}

static uint64_t rested(network_t *n) {
  uint64_t sum = 0;
  for (size_t i = 0; i < network_banks(n); i++) {
    sum += network_bank(n, i)->rested;
  }
  return sum;
}

// All words of all members, those of the RTL.
static void compare(network_t *all, network_t *some) {
  for (size_t i = 0; i < network_banks(all); i++) {
    bank_t *a = network_bank(all, i);
    bank_t *b = network_bank(some, i);
    uint32_t *full = calloc(2 * (size_t)a->layout.state_words, sizeof *full);
    assert_non_null(full);
    for (uint32_t m = 0; m < a->config.members; m++) {
      uint32_t *left = full + a->layout.state_words;
      a->ops->state(a, m, true, full);
      b->ops->state(b, m, true, left);
      if (memcmp(full, left, a->layout.state_words * sizeof *full) != 0) {
        fail_msg("%s %u differs in cycle %lu", a->layout.unit, a->config.ids[m],
                 (unsigned long)network_cycle(all));
      }
    }
    free(full);
  }
}

// `least`: percent of the edges that are left out at least.
static void check(const char *settings, unsigned cycles, unsigned least) {
  sim_t all = sim_create_with(settings, bank_factory, NULL, NULL, NULL, 0);
  sim_t some = sim_create_with(settings, skipping, NULL, NULL, NULL, 0);
  uint64_t members = 0;
  for (size_t i = 0; i < network_banks(all.network); i++) {
    members += network_bank(all.network, i)->config.members;
  }
  for (unsigned c = 0; c < cycles; c++) {
    if (c == cycles / 2) {
      workload_free(all.workload);
      workload_free(some.workload);
      network_reset(all.network);
      network_reset(some.network);
      all.workload = workload_create(all.scenario, &all.input, all.network, &all.error);
      some.workload = workload_create(some.scenario, &some.input, some.network, &some.error);
      assert_non_null(all.workload);
      assert_non_null(some.workload);
    }
    assert_true(sim_step(&all));
    assert_true(sim_step(&some));
    compare(all.network, some.network);
  }
  assert_int_equal(sim_digest(&all), sim_digest(&some));
  assert_int_equal(rested(all.network), 0);
  const uint64_t percent = 100 * rested(some.network) / (members * cycles);
  if (percent < least || percent > 99) {
    fail_msg("%s: %u %% of the edges are left out", settings, (unsigned)percent);
  }
  sim_free(&all);
  sim_free(&some);
}

static void test_lockstep(void **state) {
  (void)state;
  check(
      "topology=mesh:3x3 run.router=lockstep workload.traffic=uniform "
      "workload.load=0.02",
      2000, 50);
}

static void test_busy(void **state) {
  (void)state;
  check(
      "topology=mesh:3x3 run.router=lockstep workload.traffic=uniform "
      "workload.load=0.3",
      500, 0);
}

// RTL that drives the network by itself.
static void test_rtl(void **state) {
  (void)state;
  check(
      "topology=mesh:3x3 run.router=rtl workload.traffic=uniform "
      "workload.load=0.02",
      1000, 50);
}

// Tables come in the first cycles.
static void test_tables(void **state) {
  (void)state;
  check(
      "topology=fattree:k=2,n=2 run.router=lockstep router.adaptive=true "
      "workload.traffic=uniform workload.load=0.05",
      1000, 20);
}

// Here nobody knows which golden models had something to do: all are compared. Other tests
// build the same router that copies.
static void test_copies(void **state) {
  (void)state;
  check(
      "topology=mesh:3x3 run.router=lockstep router.vcs=1 router.depth=8 "
      "router.switching=cut-through workload.traffic=multicast workload.degree=1-5 "
      "workload.scheme=tree-worm workload.load=0.01 workload.message_flits=6",
      400, 10);
}

static void test_units(void **state) {
  (void)state;
  check(
      "topology=mesh:3x3 run.router=lockstep workload.traffic=multicast "
      "workload.degree=1-8 workload.scheme=kbinomial workload.load=0.02 "
      "workload.message_flits=4 host.t_ns=60",
      800, 10);
  check(
      "topology=mesh:4x4 run.router=lockstep workload.collective=allgather workload.scheme=hnc "
      "workload.message_flits=4",
      300, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lockstep), cmocka_unit_test(test_busy),   cmocka_unit_test(test_rtl),
      cmocka_unit_test(test_tables),   cmocka_unit_test(test_copies), cmocka_unit_test(test_units),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
