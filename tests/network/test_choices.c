// The choices of routers among equals cost neither throughput nor shares: ports of adaptive routes,
// bids for the switch, pairs of a wavefront (docs/microarchitecture.md, sections 6.6, 10.1, 5.5).
// Golden model and RTL follow one rule, so these are tests of the rule.

#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "network/network.h"
#include "unit/temp_file.h"
#include "unit/unit_lockstep.h"

typedef struct {
  workload_result_t all;
  workload_fairness_t shares;
  bank_speculation_t picks;
  uint64_t switched;  // flits
} seen_t;

static seen_t run(const char *settings) {
  char text[1024];
  seen_t seen = {.switched = 0};
  (void)snprintf(text, sizeof text, "run.warmup=1000 run.cycles=6000 run.drain=false %s", settings);
  sim_t s = sim_create(text);
  if (!sim_run(&s, 64, 100000)) {
    fail_msg("%s: %s", text, s.error.text);
  }
  workload_fairness(s.workload, &seen.shares);
  workload_result(s.workload, &seen.all);
  seen.picks = network_speculation(s.network);
  seen.switched = network_counts(s.network)->switched;
  sim_free(&s);
  return seen;
}

// Ports up a fat tree lie behind those of the inputs that use them: these spread over them, where
// the first behind each input would be one for all. A load that was not carried then.
static void test_ties(void **state) {
  (void)state;
  const seen_t seen =
      run("topology=fattree:k=4,n=3 router.vcs=4 router.depth=8 router.adaptive=true "
          "workload.traffic=uniform workload.load=0.5 workload.packet_flits=1");
  if (seen.all.accepted < 0.98 * seen.all.offered) {
    fail_msg("%.3f of %.3f accepted", seen.all.accepted, seen.all.offered);
  }
}

// Flits of eight sources for one node: its link carries one in every cycle, as without speculation,
// whatever the packets' length, and with one VC no slot is wasted.
static void test_bids(void **state) {
  (void)state;
  static const char *const kMore[] = {"", "router.pipeline=2 router.lookahead=true",
                                      "router.allocator=wavefront",
                                      "router.arbiter=age router.age_bits=24 router.flit_bits=128"};
  for (unsigned i = 0; i < sizeof kMore / sizeof kMore[0]; i++) {
    for (unsigned flits = 1; flits <= 3; flits++) {
      char text[800];
      (void)snprintf(text, sizeof text,
                     "topology=mesh:3x3 router.vcs=1 router.depth=8 router.allocation=speculative "
                     "workload.traffic=hotspot workload.hotspot_nodes=4 workload.hotspot_share=1 "
                     "workload.load=0.3 workload.packet_flits=%u %s",
                     flits, kMore[i]);
      const seen_t seen = run(text);
      const double taken = 9 * seen.all.accepted - 0.3;  // the hotspot sends to others
      if (taken < 0.98 || seen.picks.wasted != 0) {
        fail_msg("%s: %.3f flits a cycle, %lu slots wasted", text, taken,
                 (unsigned long)seen.picks.wasted);
      }
    }
  }
}

// A pick that is wasted has switched no flit: those that have are as many as flits at most, and
// nearly as many where nobody waits.
static void test_wasted(void **state) {
  (void)state;
  const seen_t seen =
      run("topology=mesh:4x4 router.vcs=2 router.depth=1 router.allocation=speculative "
          "workload.traffic=transpose workload.load=0.1 workload.packet_flits=1");
  assert_true(seen.picks.wasted > 500);
  assert_in_range(seen.picks.granted, seen.switched * 9 / 10, seen.switched);
}

// Two inputs want one output, each in a network of its own: both get half, wherever they lie and
// however long the gaps between their diagonals are.
static void test_pairs(void **state) {
  (void)state;
  static const unsigned kSenders[][2] = {{3, 5}, {1, 7}, {3, 7}, {1, 5}, {5, 7}, {1, 3}};
  for (unsigned i = 0; i < sizeof kSenders / sizeof kSenders[0]; i++) {
    char path[2][256];
    char text[900];
    int at = snprintf(text, sizeof text,
                      "topology=mesh:3x3 router.vcs=2 router.networks=2 router.depth=8 "
                      "router.allocator=wavefront");
    for (unsigned k = 0; k < 2; k++) {
      (void)snprintf(path[k], sizeof path[k], "%s.%u", temp_file, k);
      sim_write_pair(path[k], 9, kSenders[i][k], 4);
      at += snprintf(text + at, sizeof text - (size_t)at,
                     " workload.classes.%u.traffic=permutation workload.classes.%u.permutation=%s "
                     "workload.classes.%u.load=0.9 workload.classes.%u.packet_flits=4 "
                     "workload.classes.%u.network=%u",
                     k, k, path[k], k, k, k, k);
    }
    const seen_t seen = run(text);
    // The node that sends least is one of the two: node 4 waits for nobody.
    if (seen.shares.min < 0.45) {
      fail_msg("from %u and %u: %.3f of a flit a cycle from one of them", kSenders[i][0],
               kSenders[i][1], seen.shares.min);
    }
    for (unsigned k = 0; k < 2; k++) {
      (void)remove(path[k]);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ties),
      cmocka_unit_test(test_bids),
      cmocka_unit_test(test_wasted),
      cmocka_unit_test(test_pairs),
  };
  return cmocka_run_group_tests_name("network/choices", tests, temp_file_make, temp_file_remove);
}
