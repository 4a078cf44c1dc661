// Runs in which links and hosts stall: both sides do the same, whatever the threads; networks rest
// and watchdogs wait when they should; chains of packets end on a link that stalls; refusals.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "jitter_settings.h"
#include "network/wait_state.h"
#include "sim/nocstep_parts.h"
#include "unit/temp_file.h"
#include "unit/unit_lockstep.h"

enum { LIMIT = 400000 };

// --- the same run --------------------------------------------------------------------------------

static uint64_t digest_by(const char *settings, const char *more, crew_t *crew) {
  char text[600];
  (void)snprintf(text, sizeof text, "%s %s", settings, more);
  sim_t s = crew != NULL ? sim_create_threads(text, crew) : sim_create(text);
  if (!sim_run(&s, 97, LIMIT)) {
    fail_msg("%s: %s", text, s.error.text);
  }
  const uint64_t d = sim_digest(&s);
  sim_free(&s);
  return d;
}

static uint64_t digest(const char *settings, const char *more) {
  return digest_by(settings, more, NULL);
}

#define BOTH "run.jitter.links=0.3 run.jitter.hosts=0.2 "

static void test_same_on_both_sides(void **state) {
  (void)state;
  static const char *const kSettings[] = {kMesh, kWorms, kCoded, kTorus, kOctagon};
  // The last two differ from the mesh in routes and classes, which jitter knows nothing of.
  const size_t n = unit_long_tier() ? sizeof kSettings / sizeof *kSettings : 3;
  for (size_t i = 0; i < n; i++) {
    const uint64_t d = digest(kSettings[i], BOTH);
    assert_true(d == digest(kSettings[i], BOTH "run.router=lockstep"));
    assert_true(d == digest(kSettings[i], BOTH "run.router=rtl"));
    assert_true(d != digest(kSettings[i], ""));
  }
}

static void test_same_by_seed(void **state) {
  (void)state;
  const uint64_t d = digest(kMesh, BOTH "run.seed=7");
  assert_true(d == digest(kMesh, BOTH "run.seed=7"));
  assert_true(d == digest(kMesh, BOTH "run.seed=7 run.jitter.seed=7"));
  assert_true(d != digest(kMesh, BOTH "run.seed=7 run.jitter.seed=8"));
  assert_true(d == digest(kMesh, BOTH "run.seed=7 run.reset=97"));
  assert_true(digest(kMesh, "run.seed=7") ==
              digest(kMesh, "run.jitter.links=0 run.jitter.hosts=0 run.jitter.seed=3 run.seed=7"));
  // The smallest share is not that of another.
  assert_true(digest(kMesh, "run.jitter.links=0.000001") != digest(kMesh, "run.jitter.links=0.3"));
}

static void test_same_by_threads(void **state) {
  (void)state;
  static const char *const kSettings[] = {
      kMesh, kCoded,
      "topology=mesh:16x16 workload.traffic=uniform workload.load=0.2 run.cycles=150"};
  for (size_t i = 0; i < sizeof kSettings / sizeof *kSettings; i++) {
    for (unsigned hosts = 0; hosts < 2; hosts++) {
      const char *more = hosts != 0 ? BOTH : "run.jitter.links=0.3";
      const uint64_t d = digest(kSettings[i], more);
      for (unsigned threads = 2; threads <= 3; threads++) {
        crew_t *crew = crew_create(threads);
        assert_non_null(crew);
        assert_true(d == digest_by(kSettings[i], more, crew));
        crew_free(crew);
      }
    }
  }
}

// Golden networks rest when nothing is left, but not while credits wait; those in lockstep never.
static void test_rest(void **state) {
  (void)state;
  const unsigned cycles = unit_long_tier() ? 20000 : 5000;
  char sparse[256];
  (void)snprintf(sparse, sizeof sparse,
                 "topology=mesh:4x4 workload.traffic=uniform workload.load=0.0005 run.cycles=%u "
                 "run.jitter.links=0.97 run.drain=true",
                 cycles);
  sim_t s = sim_create(sparse);
  uint64_t rested = 0;
  for (uint64_t t = 1; t < cycles; t++) {
    assert_true(sim_step(&s));
    rested += network_rests(s.network);
    if (network_rests(s.network) && !network_check_conservation(s.network, &s.error)) {
      fail_msg("%s", s.error.text);
    }
    for (uint32_t r = 0; network_rests(s.network) && r < 16; r++) {
      uint32_t slot = 0;
      const router_fields_t *f = network_router_pins(s.network, r, &slot);
      assert_int_equal(f->credit_in_valid[slot], 0);
      assert_int_equal(sim_register(s.network, COMPONENT_ROUTER, r, "out_credit", 4), 8);
    }
  }
  assert_true(rested > cycles / 20);
  sim_free(&s);
  assert_true(digest(sparse, "") == digest(sparse, "run.router=lockstep"));
}

// Watchdogs wait as much longer, and so does the limit of the run.
static void test_slow(void **state) {
  (void)state;
  static const char *const kSettings[] = {
      "topology=mesh:2x2 workload.traffic=uniform workload.load=0.002 run.cycles=2000 "
      "run.jitter.links=0.9998",
      "topology=mesh:2x2 workload.traffic=uniform workload.load=0.02 workload.packet_flits=16 "
      "run.cycles=2000 run.jitter.hosts=0.9998",
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc "
      "run.jitter.hosts=0.997",
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc run.jitter.links=0.99 "
      "run.jitter.hosts=0.99"};
  for (size_t i = 0; i < sizeof kSettings / sizeof *kSettings; i++) {
    sim_t s = sim_create(kSettings[i]);
    sim_loop(&s);
    if (s.result != SIM_PASS) {
      fail_msg("%s: %s", kSettings[i], s.error.text);
    }
    sim_free(&s);
  }
}

// --- chains --------------------------------------------------------------------------------------

// A chain closes where nothing that waits on a link can help, and then for ever.
static void test_chains(void **state) {
  (void)state;
  unsigned deadlocks = 0;
  const unsigned seeds = unit_long_tier() ? 12 : 4;
  for (unsigned seed = 1; seed <= seeds; seed++) {
    char text[400];
    (void)snprintf(text, sizeof text,
                   "topology=ring:8 router.vcs=1 router.depth=2 router.allow_deadlock=true "
                   "workload.traffic=tornado workload.load=0.3 workload.packet_flits=6 "
                   "run.jitter.links=0.9 run.cycles=1000 run.seed=%u",
                   seed);
    sim_t s = sim_create(text);
    bool before = false;
    for (uint64_t t = 1; t <= 3000; t++) {
      bool closed = false;
      assert_true(sim_step(&s));
      free(sim_chain_text(s.network, &closed));
      assert_true(closed || !before);
      before = closed;
    }
    deadlocks += before;
    sim_free(&s);
  }
  assert_true(deadlocks > seeds / 4);
}

// A chain ends where the next flit of a packet waits on a link.
static void test_chain_ends(void **state) {
  (void)state;
  unsigned ends = 0;
  sim_t s = sim_create(
      "topology=mesh:4x4 workload.traffic=uniform workload.load=0.5 run.jitter.links=0.8");
  while (network_cycle(s.network) < 150) {
    assert_true(sim_step(&s));
    wait_state_t w;
    assert_true(wait_state_create(&w, s.network));
    for (uint32_t i = 0; i < w.branches; i++) {
      const wait_branch_t *b = &w.branch[i];
      const uint32_t from = s.network->end[wait_port(&w, b->queue)].port;
      wait_reason_t reason = WAIT_PACKET;
      if (wait_in_router(&w, b->queue) && b->active && b->behind &&
          link_queues_flits(s.network, from, b->queue % w.n->shape.vcs) > 0) {
        assert_int_equal(wait_state_next(&w, i, &reason), kNobody);
        ends++;
      }
    }
    wait_state_free(&w);
  }
  assert_true(ends > 100);
  sim_free(&s);
}

static void check_chain_says(const char *settings, const char *what) {
  char text[200];
  (void)snprintf(text, sizeof text,
                 "topology=mesh:4x4 workload.traffic=uniform workload.load=0.5 %s", settings);
  bool closed = true;
  sim_t s = sim_create(text);
  while (network_cycle(s.network) < 200) {
    assert_true(sim_step(&s));
  }
  char *chain = sim_chain_text(s.network, &closed);
  assert_false(closed);
  sim_expect(chain, what);
  free(chain);
  sim_free(&s);
}

static void test_chain_says(void **state) {
  (void)state;
  check_chain_says("run.jitter.links=0.9",
                   "flits and credits on links that stall (run.jitter.links): ");
  check_chain_says(
      "link.clock_ratio=0.1",
      "flits and credits on links that have a clock of their own (link.clock_ratio): ");
  check_chain_says("run.jitter.links=0.9 link.clock_ratio=0.5",
                   "flits and credits on links that stall, or have a clock of their own "
                   "(run.jitter.links, link.clock_ratio): ");
}

// --- settings that do not go together ------------------------------------------------------------

static void test_refused(void **state) {
  (void)state;
  sim_refused(
      "topology=torus:4x4 router.routing=source workload.collective=alltoall "
      "workload.scheme=scheduled workload.steps=barrier run.jitter.links=0.1",
      "--set run.jitter.links=0.1: run.jitter.links does not fit: steps barrier with links or "
      "hosts that stall; there must be steps sequential or overlapped, for barriers go by the time "
      "that messages take alone");
}

static void test_parts(void **state) {
  (void)state;
  static const char kText[] = "topology: mesh:2x2\nworkload: {traffic: uniform, load: 0.1}\n";
  const char *const sets[] = {"run.jitter.links=0.1"};
  const char *const clocks[] = {"link.clock_ratio=2"};
  char error[NOCSTEP_ERROR];
  temp_file_write(kText, strlen(kText));
  assert_null(nocstep_open_parts(temp_file, sets, 1, error));
  assert_string_equal(error,
                      "--set run.jitter.links=0.1: run.jitter.links is given with parts, whose "
                      "links are the program's; it must be given with a network as a whole");
  assert_null(nocstep_open_parts(temp_file, clocks, 1, error));
  assert_string_equal(error,
                      "--set link.clock_ratio=2: link.clock_ratio is given with parts, whose "
                      "links are the program's; it must be given with a network as a whole");
  nocstep_t *n = nocstep_open(temp_file, sets, 1, error);
  assert_non_null(n);
  nocstep_close(n);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_on_both_sides),
      cmocka_unit_test(test_same_by_seed),
      cmocka_unit_test(test_same_by_threads),
      cmocka_unit_test(test_rest),
      cmocka_unit_test(test_slow),
      cmocka_unit_test(test_chains),
      cmocka_unit_test(test_chain_ends),
      cmocka_unit_test(test_chain_says),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_parts),
  };
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
