// Every allocation of a scenario, its workload and its network fails once: an error that says so,
// exit status 3, and nothing else goes wrong.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run.h"
#include "harness.h"
#include "scenario/scenario_load.h"
#include "unit/temp_file.h"

// In the place of the C library's, for all libraries; armed, the allocation of that number fails.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *p, size_t size);

static uint64_t allocation, failing;  // failing 0: none

static bool fails(void) {
  const bool now = failing > 0 && ++allocation == failing;
  errno = now ? ENOMEM : errno;
  return now;
}

void *malloc(size_t size) {
  return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *p, size_t size) {
  return fails() ? NULL : __libc_realloc(p, size);
}

enum { CYCLES = 150, MAX_SETS = 16 };

static const char kBase[] = "run: {router: ref}\n";
static const cli_t kCli = {.quiet = true, .progress = PROGRESS_NONE, .threads = 1};

// Reads, builds and runs for a while. False if anything of it has failed.
static bool run(const char *const *set, size_t sets, noc_error_t *error) {
  run_t r = {.cli = &kCli};
  r.sim.scenario = scenario_parse(kBase, sizeof kBase - 1, "test", set, sets, &r.sim.error);
  bool ok = r.sim.scenario != NULL && workload_read(r.sim.scenario, &r.sim.input, &r.sim.error) &&
            sim_build(&r.sim);
  for (unsigned i = 0; ok && i < CYCLES; i++) {
    ok = workload_cycle(r.sim.workload, &r.sim.error);
    (void)network_step(r.sim.network);
  }
  *error = r.sim.error;
  run_free(&r);
  return ok;
}

static void check(const char *settings) {
  char text[600];
  const char *set[MAX_SETS];
  size_t sets = 0;
  assert_true(strlen(settings) < sizeof text);
  (void)strcpy(text, settings);
  for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
    assert_true(sets < MAX_SETS);
    set[sets++] = word;
  }
  for (uint64_t n = 1;; n++) {
    noc_error_t error = {0};
    allocation = 0;
    failing = n;
    const bool ok = run(set, sets, &error);
    const bool reached = allocation >= n;
    failing = 0;
    if (!reached) {
      assert_true(ok);
      assert_true(n > 50);
      break;
    }
    // A step that only makes something faster, or finds something better, may do without memory.
    if (!ok && error.status != NOC_ENVIRONMENT) {
      fail_msg("%s: allocation %lu: status %d, '%s'", settings, (unsigned long)n, error.status,
               error.text);
    }
    if (ok && error.status != NOC_OK) {
      fail_msg("%s: allocation %lu: goes on after '%s'", settings, (unsigned long)n, error.text);
    }
  }
}

static void test_traffic(void **state) {
  (void)state;
  check("topology=mesh:3x2 workload.traffic=uniform workload.load=0.5 router.link_latency=2");
  check(
      "topology=mesh:2x2 workload.traffic=multicast workload.scheme=kbinomial workload.load=0.2 "
      "workload.degree=2 run.cycles=20 "
      "router.switching=cut-through router.depth=12");
  check(
      "topology=irregular:switches=4,ports=4,hosts=4,seed=3 workload.traffic=uniform "
      "workload.load=0.5 host.t_hs=5 host.t_hr=5");
}

static void test_collectives(void **state) {
  (void)state;
  check("topology=mesh:2x2 workload.collective=allreduce workload.scheme=ring");
  check(
      "topology=mesh:2x2 workload.collective=allgather workload.scheme=hnc "
      "workload.message_flits=3");
}

static void test_worms(void **state) {
  (void)state;
  check(
      "topology=mesh:2x2 router.switching=cut-through router.depth=12 "
      "workload.collective=allgather "
      "workload.scheme=tree-worm");
  check(
      "topology=mesh:2x2 router.switching=cut-through router.depth=12 "
      "workload.collective=allgather "
      "workload.scheme=kbinomial");
  check(
      "topology=mesh:3x2 router.switching=cut-through router.depth=12 "
      "workload.collective=broadcast "
      "workload.scheme=path-worm workload.message_flits=6");
}

static void check_file(const char *key, const char *text) {
  char settings[600];
  temp_file_write(text, strlen(text));
  (void)snprintf(settings, sizeof settings, "topology=mesh:2x2 workload.%s=%s", key, temp_file);
  check(settings);
}

static void test_files(void **state) {
  (void)state;
  check_file("trace", "cycle,source,destination,flits\n0,0,1,4\n3,1,2,2\n");
  check_file("plan",
             "num_ranks 2\nrank 0 {\nl1: send 64b to 1 tag 3\nl2: calc 5\nl2 requires l1\n}\n"
             "rank 1 {\nl1: recv 64b from 0 tag 3\n}\n");
}

// A message that finds no memory is not there at all, and can be sent again.
static void test_messages(void **state) {
  (void)state;
  enum { MESSAGES = 600 };
  check("topology=mesh:2x2 workload.traffic=external");
  sim_t s = sim_create("topology=mesh:2x2 workload.traffic=external");
  workload_result_t r;
  workload_delivery_t d;
  unsigned failures = 0;
  for (unsigned i = 0; i < MESSAGES; i++) {
    const workload_message_t m = {
        .source = i % 4, .destination = (i + 1) % 4, .flits = 1, .tag = i};
    bool sent = false;
    for (uint64_t n = 1; !sent; n++) {
      noc_error_t error = {0};
      allocation = 0;
      failing = n;
      sent = workload_send(s.workload, &m, &error);
      failing = 0;
      failures += !sent;
      workload_result(s.workload, &r);
      assert_int_equal(r.blocks_expected, i + sent);
      assert_true(sent || error.status == NOC_ENVIRONMENT);
    }
  }
  assert_int_equal(failures, 2 * 3);  // each time that there is no room for more
  assert_true(sim_run(&s, 10, 10000));
  for (unsigned i = 0; i < MESSAGES; i++) {
    assert_true(workload_delivered(s.workload, &d));
  }
  assert_false(workload_delivered(s.workload, &d));
  sim_free(&s);
}

// The file of a scenario itself: what cannot be opened for want of memory is no bad input.
static void test_scenario_file(void **state) {
  (void)state;
  static const char kText[] = "topology: mesh:2x2\nworkload: {traffic: uniform, load: 0.1}\n";
  temp_file_write(kText, sizeof kText - 1);
  for (uint64_t n = 1;; n++) {
    noc_error_t error = {0};
    allocation = 0;
    failing = n;
    scenario_t *s = scenario_load(temp_file, NULL, 0, &error);
    const bool reached = allocation >= n;
    failing = 0;
    if (s == NULL && error.status != NOC_ENVIRONMENT) {
      fail_msg("allocation %lu: status %d, '%s'", (unsigned long)n, error.status, error.text);
    }
    scenario_free(s);
    if (!reached) {
      assert_true(s != NULL && n > 20);
      break;
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_traffic),       cmocka_unit_test(test_collectives),
      cmocka_unit_test(test_worms),         cmocka_unit_test(test_files),
      cmocka_unit_test(test_scenario_file), cmocka_unit_test(test_messages),
  };
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
