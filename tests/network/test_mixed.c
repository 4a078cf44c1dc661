// Mixed banks: some routers and their interfaces in banks of another kind give the same run.

#include <string.h>

#include "harness.h"

typedef struct {
  unsigned banks, members[2];  // of the kinds "b" and "c", by component
} counts_t;

static bank_t *factory(const char *kind, const bank_config_t *config, void *context,
                       noc_error_t *error) {
  counts_t *counts = context;
  counts->banks++;
  if (strcmp(kind, "ref") != 0) {
    counts->members[config->component] += config->members;
  }
  return bank_ref_create(config, error);
}

static const char kSettings[] =
    "topology=mesh:4x3@2 workload.traffic=uniform workload.load=0.3 run.cycles=1000 "
    "router.link_latency=2";

static uint64_t run(const uint32_t *at, size_t n_at, counts_t *counts) {
  *counts = (counts_t){0};
  sim_t s = sim_create_with(kSettings, factory, counts, "other", at, n_at);
  assert_true(sim_run(&s, 10, 20000));
  uint32_t member = 0;
  for (uint32_t r = 0; r < s.scenario->topology->routers; r++) {
    const bank_t *b = network_locate(s.network, COMPONENT_ROUTER, r, &member);
    assert_int_equal(b->config.ids[member], r);
  }
  for (uint32_t node = 0; node < s.scenario->topology->nodes; node++) {
    const bank_t *b = network_locate(s.network, COMPONENT_INTERFACE, node, &member);
    assert_int_equal(b->config.ids[member], node);
    assert_int_equal(network_node(s.network, network_address(s.network, node)), node);
  }
  uint64_t digest = sim_digest(&s);
  sim_free(&s);
  return digest;
}

static void test_same_run(void **state) {
  (void)state;
  counts_t counts;
  const uint32_t some[] = {7, 0, 11};
  const uint32_t all[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  uint64_t plain = run(NULL, 0, &counts);
  assert_int_equal(counts.banks, 2);
  assert_int_equal(run(some, 3, &counts), plain);
  assert_int_equal(counts.banks, 4);
  assert_int_equal(counts.members[COMPONENT_ROUTER], 3);
  assert_int_equal(counts.members[COMPONENT_INTERFACE], 6);
  assert_int_equal(run(all, 12, &counts), plain);
  assert_int_equal(counts.banks, 2);  // no empty bank
}

static void test_refused(void **state) {
  (void)state;
  sim_t s = sim_create(kSettings);
  noc_error_t error;
  const uint32_t twice[] = {3, 3};
  const uint32_t beyond[] = {12};
  network_config_t config = {.topology = s.scenario->topology,
                             .shape = *network_shape(s.network),
                             .link_latency = 1,
                             .router = "ref",
                             .at_kind = "ref",
                             .at = twice,
                             .n_at = 2,
                             .factory = bank_factory_ref};
  assert_null(network_create(&config, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  assert_non_null(strstr(error.text, "router 3,0 is placed twice"));
  config.at = beyond;
  config.n_at = 1;
  assert_null(network_create(&config, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  sim_free(&s);
}

static void test_too_large(void **state) {
  (void)state;
  noc_error_t error;
  topology_t *t = topology_create("mesh:1024x1024", &error);
  assert_non_null(t);
  network_config_t config = {.topology = t,
                             .shape = {.vcs = 16,
                                       .depth = 640,
                                       .flit_bits = 256,
                                       .pipeline = 3,
                                       .networks = 1,
                                       .len_w = 3,
                                       .msg_w = 10},
                             .link_latency = 1,
                             .router = "ref",
                             .factory = bank_factory_ref};
  assert_null(network_create(&config, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  assert_non_null(strstr(error.text, "MiB of memory"));
  topology_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_run),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_too_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
