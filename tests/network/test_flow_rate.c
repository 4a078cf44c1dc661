// Flow rate: back-to-back packets on one VC take the time that the closed form of docs/timing.md
// says, to the cycle, in both switchings and pipelines, over links of several latencies, at depths
// below, at and above that of the full rate.

#include <stdio.h>

#include "harness.h"
#include "network/flow_rate.h"

// Cycles in which node 0 gets so many packets to the last node of a row.
static uint64_t completion(const flow_t *f, unsigned nodes, unsigned flits, unsigned packets) {
  char settings[384];
  (void)snprintf(
      settings, sizeof settings,
      "topology=mesh:%ux1 router.vcs=1 router.depth=%u router.switching=%s "
      "router.pipeline=%u router.lookahead=%s router.link_latency=%u workload.collective=broadcast "
      "workload.scheme=unicast workload.from=0 workload.to=%u "
      "workload.message_flits=%u workload.packet_flits=%u",
      nodes, f->depth, f->cut_through ? "cut-through" : "wormhole", f->pipeline,
      f->early ? "true" : "false", f->link_latency, nodes - 1, flits * packets, flits);
  sim_t s = sim_create(settings);
  workload_result_t r;
  assert_true(sim_run(&s, 64, 1000000));
  workload_result(s.workload, &r);
  assert_int_equal(r.packets_delivered, packets);
  sim_free(&s);
  return r.completion;
}

// Measures the packets behind the first ones, so many that credits come round exactly.
static void check(const flow_t *f, unsigned nodes, unsigned flits) {
  enum { FIRST = 40 };
  const unsigned more = 4 * (f->cut_through ? f->depth / flits : f->depth);
  const uint64_t cycles =
      completion(f, nodes, flits, FIRST + more) - completion(f, nodes, flits, FIRST);
  const double expected = flits * more / flow_rate(f, flits);
  if ((double)cycles < expected - 1e-6 || (double)cycles > expected + 1e-6) {
    fail_msg(
        "%s, pipeline %u%s, latency %u, depth %u, packets of %u: %u packets in %lu cycles, "
        "expected %.3f",
        f->cut_through ? "cut-through" : "wormhole", f->pipeline, f->early ? " early" : "",
        f->link_latency, f->depth, flits, more, (unsigned long)cycles, expected);
  }
}

static void check_all(bool cut_through) {
  static const unsigned kFlits[] = {1, 2, 3, 4, 5, 8, 11};
  for (unsigned k = 0; k < 3 * 3 * 2; k++) {
    flow_t f = {.pipeline = k % 3 == 1 ? 3 : 2,
                .link_latency = (const unsigned[]){1, 2, 4}[k / 3 % 3],
                .cut_through = cut_through,
                .early = k % 3 == 2};
    const unsigned nodes = k < 9 ? 2 : 4;
    for (unsigned i = 0; i < sizeof kFlits / sizeof kFlits[0]; i++) {
      const unsigned full = flow_full_depth(&f, kFlits[i]);
      for (f.depth = cut_through ? kFlits[i] : 1; f.depth <= full + 2; f.depth++) {
        assert_true((flow_rate(&f, kFlits[i]) < 1) == (f.depth < full));
        check(&f, nodes, kFlits[i]);
      }
    }
  }
}

static void wormhole(void **state) {
  (void)state;
  check_all(false);
}

static void cut_through(void **state) {
  (void)state;
  check_all(true);
}

// The rates are those that docs/microarchitecture.md, section 11, and the text of docs/timing.md
// say in numbers.
static void known_rates(void **state) {
  (void)state;
  assert_int_equal(flow_full_depth(&(flow_t){3, 1, 8, false, false, 0}, 4), 5);
  assert_int_equal(flow_full_depth(&(flow_t){2, 1, 8, false, false, 0}, 4), 4);
  assert_int_equal(flow_full_depth(&(flow_t){2, 3, 8, false, false, 0}, 4), 8);
  assert_int_equal(flow_full_depth(&(flow_t){3, 1, 8, true, false, 0}, 8), 12);
  const double rate = flow_rate(&(flow_t){3, 1, 8, true, false, 0}, 8);
  assert_true(rate > 0.6666 && rate < 0.6667);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(wormhole), cmocka_unit_test(cut_through),
                                     cmocka_unit_test(known_rates)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
