// Many concurrent multicasts of random sets, at saturation and beyond, with unicasts between them,
// on irregular networks of 8, 16 and 32 switches, meshes, tori, octagons and others: no stall,
// every copy once, with its data (the scoreboard), credits as they must be. Golden networks;
// NOCSTEP_LONG=1 runs every one of them in lockstep, 100,000 cycles and more in sum.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "plan/plan.h"

enum { SETTINGS = 600, CHECK = 64, STILL = 3000, LATEST = 2000000, LOCKSTEP_CYCLES = 100000 };

// A network of the runs. An irregular one has another topology for each seed, in the same router.
typedef struct {
  const char *topology;  // with %u for the seed, or without
  const char *router;
  const char *degree;
  unsigned lockstep;  // in lockstep too: LOCKSTEP_TREES, LOCKSTEP_PATHS
} stress_t;

enum { LOCKSTEP_TREES = 1, LOCKSTEP_PATHS = 2, LOCKSTEP_BOTH = 3 };

static const stress_t kNetworks[] = {
    {"irregular:switches=8,ports=8,hosts=32,seed=%u", "vcs=1 router.depth=24", "1-31",
     LOCKSTEP_BOTH},
    {"irregular:switches=16,ports=8,hosts=32,seed=%u", "vcs=1 router.depth=24 router.adaptive=true",
     "1:4,3:2,15:1", LOCKSTEP_TREES},
    {"irregular:switches=32,ports=8,hosts=32,seed=%u", "vcs=2 router.depth=24", "1-15",
     LOCKSTEP_TREES},
    {"mesh:4x4", "vcs=1 router.depth=12", "1-15", LOCKSTEP_BOTH},
    {"mesh:8x8", "vcs=2 router.depth=12 router.pipeline=2", "1:8,20:1,63:1", LOCKSTEP_TREES},
    {"torus:4x4", "vcs=2 router.depth=12", "1-15", LOCKSTEP_BOTH},
    {"torus:4x4", "vcs=3 router.depth=20", "1:1,2:1,15:1", 0},
    {"octagon:8", "vcs=2 router.depth=12", "1-7", LOCKSTEP_BOTH},
    {"octagon:8@2", "vcs=3 router.depth=12 router.pipeline=2", "1-15", 0},
    {"fattree:k=4,n=2", "vcs=1 router.depth=12 router.adaptive=true", "1-15", 0},
    {"hypercube:4", "vcs=1 router.depth=12", "1-15", 0},
    {"mesh:4x4", "vcs=2 router.depth=12 router.pipeline=2 router.lookahead=true", "1-15",
     LOCKSTEP_BOTH},
    {"irregular:switches=8,ports=8,hosts=32,seed=%u",
     "vcs=2 router.depth=24 router.pipeline=2 router.lookahead=true router.flit_bits=128", "1-31",
     LOCKSTEP_BOTH},
};
enum { NETWORKS = sizeof kNetworks / sizeof kNetworks[0] };

// Around saturation, far beyond it, and beyond in packets of a message; of lengths that one router
// does for.
static const char *const kLoads[] = {
    "workload.load=0.35 workload.message_flits=10",
    "workload.load=1 workload.message_flits=9",
    "workload.load=0.9 workload.message_flits=20 workload.packet_flits=9",
};
enum { LOADS = sizeof kLoads / sizeof kLoads[0] };

static bool is_long(void) {
  const char *value = getenv("NOCSTEP_LONG");
  return value != NULL && value[0] == '1';
}

static sim_t open_stress(const stress_t *n, const char *scheme, const char *load, unsigned seed,
                         uint64_t cycles, const char *kind) {
  char topology[SETTINGS / 4];
  char settings[SETTINGS];
  const char *at = strstr(n->topology, "%u");
  const int before = at != NULL ? (int)(at - n->topology) : (int)strlen(n->topology);
  (void)snprintf(topology, sizeof topology, "%.*s", before, n->topology);
  if (at != NULL) {
    (void)snprintf(topology + before, sizeof topology - (size_t)before, "%u", seed);
  }
  (void)snprintf(settings, sizeof settings,
                 "topology=%s router.switching=cut-through router.%s workload.traffic=multicast "
                 "workload.scheme=%s workload.degree=%s %s run.seed=%u run.cycles=%llu "
                 "run.router=%s",
                 topology, n->router, scheme, n->degree, load, seed, (unsigned long long)cycles,
                 kind);
  return sim_create(settings);
}

static void fail_stalled(sim_t *s) {
  (void)network_print_wait_chain(s->network, stderr);
  fail_msg("%s: no flit has moved since cycle %llu", s->scenario->topology->name,
           (unsigned long long)workload_last_progress(s->workload));
}

// To the last arrival.
static void run_out(sim_t *s) {
  uint64_t now = 0;
  while (now < s->scenario->cycles || !workload_done(s->workload)) {
    if (!sim_step(s)) {
      fail_msg("%s: %s", s->scenario->topology->name, s->error.text);
    }
    now = network_cycle(s->network);
    if (now % CHECK == 0 && !network_check_conservation(s->network, &s->error)) {
      fail_msg("%s: %s", s->scenario->topology->name, s->error.text);
    }
    if (now == s->scenario->cycles) {
      workload_stop(s->workload);
    }
    if (now > workload_last_progress(s->workload) + STILL && workload_waiting(s->workload)) {
      fail_stalled(s);
    }
    assert_true(now < LATEST);
  }
}

// The sums over all runs.
typedef struct {
  uint64_t cycles, multicasts, copies, unicasts;
  unsigned saturated;
} sum_t;

static void stress(const stress_t *n, const char *scheme, const char *load, unsigned seed,
                   uint64_t cycles, const char *kind, sum_t *sum) {
  sim_t s = open_stress(n, scheme, load, seed, cycles, kind);
  run_out(&s);
  workload_result_t r;
  workload_result(s.workload, &r);
  assert_true(workload_verify(s.workload, &s.error));
  assert_int_equal(r.multicast.created, r.multicast.completed);
  assert_int_equal(r.packets_created, r.packets_delivered);
  assert_int_equal(r.flits_created, r.flits_delivered);
  for (uint32_t i = 0; i < s.input.plan->ops; i++) {
    sum->unicasts += s.input.plan->op[i].kind == PLAN_SEND;
  }
  sum->cycles += network_cycle(s.network);
  sum->multicasts += r.multicast.created;
  sum->copies += r.packets_delivered;
  sum->saturated += r.accepted < 0.95 * r.offered;
  sim_free(&s);
}

static void stress_all(const char *kind, unsigned seeds, uint64_t cycles, sum_t *sum) {
  const bool all = strcmp(kind, "ref") == 0;
  for (size_t i = 0; i < NETWORKS; i++) {
    for (unsigned seed = 1; seed <= seeds; seed++) {
      const unsigned schemes = all ? LOCKSTEP_BOTH : kNetworks[i].lockstep;
      for (size_t k = 0; k < LOADS && (schemes & LOCKSTEP_TREES) != 0; k++) {
        stress(&kNetworks[i], "tree-worm", kLoads[k], seed, cycles, kind, sum);
      }
      if ((schemes & LOCKSTEP_PATHS) != 0) {
        stress(&kNetworks[i], "path-worm", kLoads[seed % LOADS], seed, cycles, kind, sum);
      }
    }
  }
}

static void golden(void **state) {
  (void)state;
  sum_t sum = {0};
  stress_all("ref", is_long() ? 4 : 1, is_long() ? 1500 : 500, &sum);
  print_message("%llu cycles, %llu multicasts, %llu copies, %u runs beyond saturation\n",
                (unsigned long long)sum.cycles, (unsigned long long)sum.multicasts,
                (unsigned long long)sum.copies, sum.saturated);
  assert_true(sum.multicasts > 5000 && sum.copies > 4 * sum.multicasts);
  assert_true(sum.unicasts > sum.multicasts / 20);
  assert_true(sum.saturated > NETWORKS);
}

static void lockstep(void **state) {
  (void)state;
  sum_t sum = {0};
  if (!is_long()) {
    return;
  }
  stress_all("lockstep", 2, 1500, &sum);
  print_message("%llu cycles in lockstep, %llu multicasts\n", (unsigned long long)sum.cycles,
                (unsigned long long)sum.multicasts);
  assert_true(sum.cycles >= LOCKSTEP_CYCLES);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(golden), cmocka_unit_test(lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
