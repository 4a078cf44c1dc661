// test_hops -- what is counted without running is what an idle network measures: flit-hops of every
// collective by every scheme, one flit a message and three, over many topologies.

#include "harness.h"

#include <stdio.h>
#include <string.h>

#include "analysis/hops.h"
#include "collective/scheme.h"

enum { LIMIT = 1000000 };

static void run_and_count(const char *topology, const collective_pair_t *pair, unsigned flits) {
  char settings[256];
  char length[64] = "";
  const bool multicast = strcmp(pair->collective->name, "multicast") == 0;
  if (strcmp(pair->collective->name, "barrier") != 0) {
    (void)snprintf(length, sizeof length, " workload.message_flits=%u", flits);
  }
  (void)snprintf(settings, sizeof settings,
                 "topology=%s router.vcs=8 workload.collective=%s workload.scheme=%s%s%s", topology,
                 pair->collective->name, pair->scheme->name, multicast ? " workload.to=1-4" : "",
                 length);
  noc_error_t error = {0};
  topology_t *t = topology_create(topology, &error);
  const char *refusal = sim_no_groups(t, pair->scheme->name);
  if (pair->use->suits != NULL && (!topology_is_torus(t) || t->nodes_per_router != 1)) {
    refusal = "a torus, ring or hypercube of one node a router";
  }
  topology_free(t);
  if (refusal != NULL) {
    sim_refused(settings, refusal);
    return;
  }
  sim_t s = sim_create(settings);
  if (!sim_run(&s, 1000, LIMIT)) {
    fail_msg("%s: %s", settings, s.error.text);
  }
  workload_result_t w;
  workload_result(s.workload, &w);
  hops_count_t count;
  assert_true(hops_of_plan(network_routing(s.network), s.input.plan, &count, &error));
  const network_counts_t measured = *network_counts(s.network);
  if (count.flit_hops != measured.hops || count.unicasts != w.packets) {
    fail_msg("%s: %llu flit-hops and %llu messages counted, %llu and %llu measured", settings,
             (unsigned long long)count.flit_hops, (unsigned long long)count.unicasts,
             (unsigned long long)measured.hops, (unsigned long long)w.packets);
  }
  sim_free(&s);
}

static void counted_is_measured(void **state) {
  (void)state;
  static const char *const kMany[] = {"mesh:4x3@2",      "torus:5x4",
                                      "hypercube:3",     "octagon:8@2",
                                      "fattree:k=2,n=3", "irregular:switches=5,ports=6,hosts=9",
                                      "slimfly:q=5"};
  collective_pair_t pair;
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    for (size_t k = 0; collective_pair(k, &pair); k++) {
      if (pair.scheme->carried || pair.scheme->scheduled) {
        continue;  // counted in test_tree_worms.c; messages with paths of their own
      }
      run_and_count(kMany[i], &pair, 1);
      run_and_count(kMany[i], &pair, 3);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(counted_is_measured)};
  return cmocka_run_group_tests_name("hops", tests, NULL, NULL);
}
