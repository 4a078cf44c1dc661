// test_run_loop -- the checks that the cycle loop of `nocstep run` asks for, and when: conservation
// now and then and at the end, and that all has arrived with its data. Each is seen to end a run.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/run.h"
#include "scenario/scenario_load.h"
#include "unit/temp_file.h"
#include "workload/workload_state.h"

// In the place of the C library's: a second passes whenever somebody looks at the clock.
static time_t seconds;

int clock_gettime(clockid_t id, struct timespec *now) {
  (void)id;
  *now = (struct timespec){.tv_sec = ++seconds};
  return 0;
}

static const char kBase[] = "topology: mesh:3x3\nrun: {router: ref}\n";

static const char *const kTraffic[] = {"workload.traffic=uniform", "workload.load=0.2",
                                       "run.cycles=4500"};
static const char *const kGather[] = {"workload.collective=allgather", "workload.scheme=binomial"};
enum { TRAFFIC_SETS = 3, GATHER_SETS = 2 };

static const cli_t kCli = {.quiet = true, .progress = PROGRESS_NONE, .threads = 1};

static run_t build(const char *const *sets, size_t count) {
  run_t r = {.cli = &kCli};
  r.sim.scenario = scenario_parse(kBase, sizeof kBase - 1, "test", sets, count, &r.sim.error);
  if (r.sim.scenario == NULL || !workload_read(r.sim.scenario, &r.sim.input, &r.sim.error) ||
      !sim_build(&r.sim)) {
    fail_msg("%s", r.sim.error.text);
  }
  return r;
}

// Router 4 says of one of its VCs that it has a credit less, in these cycles.
static struct {
  uint32_t (*truth)(bank_t *b, uint32_t member, unsigned port, unsigned vc);
  const network_t *network;
  uint64_t from, to;
  uint64_t seen;  // the first cycle in which somebody asked
} lie;

static uint32_t credits(bank_t *b, uint32_t member, unsigned port, unsigned vc) {
  const uint64_t now = network_cycle(lie.network);
  const bool lies = now >= lie.from && now <= lie.to;
  lie.seen = lie.seen == 0 ? now : lie.seen;
  return lie.truth(b, member, port, vc) - (lies && member == 4 && port == 2 && vc == 1);
}

static sim_result_t run_lying(uint64_t from, uint64_t to, uint64_t *end) {
  run_t r = build(kTraffic, TRAFFIC_SETS);
  bank_t *b = network_bank(r.sim.network, 0);
  assert_int_equal(b->config.component, COMPONENT_ROUTER);
  lie.truth = b->credits;
  lie.network = r.sim.network;
  lie.from = from;
  lie.to = to;
  lie.seen = 0;
  b->credits = credits;
  run_loop(&r);
  *end = network_cycle(r.sim.network);
  const sim_result_t result = r.sim.result;
  if (result == SIM_CONSERVATION) {
    assert_int_equal(run_status(&r), NOC_CHECK_FAILED);
    assert_non_null(strstr(r.sim.error.text, "router 1,1 port 2 VC 1"));
  }
  run_free(&r);
  return result;
}

// Every thousand cycles, though everything is in order again at the end; and in the last cycle,
// though it is not one of those.
static void conservation_is_checked(void **state) {
  (void)state;
  uint64_t end = 0;
  uint64_t last = 0;
  assert_int_equal(run_lying(UINT64_MAX, UINT64_MAX, &last), SIM_PASS);
  assert_int_equal(lie.seen, 1000);
  assert_true(last > 4500 && last < 5000);
  assert_int_equal(run_lying(1, 1000, &end), SIM_CONSERVATION);
  assert_int_equal(end, 1000);
  assert_int_equal(run_lying(2500, 3500, &end), SIM_CONSERVATION);
  assert_int_equal(end, 3000);
  assert_int_equal(run_lying(4001, UINT64_MAX, &end), SIM_CONSERVATION);
  assert_int_equal(end, last);
}

static void check_end(const char *const *sets, size_t count, uint64_t *(*of)(workload_t *w),
                      const char *sentence) {
  run_t r = build(sets, count);
  run_loop(&r);
  assert_int_equal(r.sim.result, SIM_PASS);
  assert_string_equal(r.sim.error.text, "");
  run_free(&r);
  r = build(sets, count);
  ++*of(r.sim.workload);
  run_loop(&r);
  assert_int_equal(r.sim.result, SIM_SCOREBOARD);
  assert_int_equal(run_status(&r), NOC_CHECK_FAILED);
  if (strstr(r.sim.error.text, sentence) == NULL) {
    fail_msg("expected '%s', found '%s'", sentence, r.sim.error.text);
  }
  run_free(&r);
}

static uint64_t *blocks(workload_t *w) {
  return &w->blocks->expected;
}

// A collective that is over, and has not found all that it should.
static void the_end_is_verified(void **state) {
  (void)state;
  check_end(kGather, GATHER_SETS, blocks, "72 of 73 blocks were found with the right data");
}

// The text that a run writes to a terminal, to be freed.
static char *progress_of(const char *const *sets, size_t count) {
  enum { ROOM = 1 << 16 };
  static const cli_t kTerminal = {.quiet = true, .progress = PROGRESS_TERMINAL, .threads = 1};
  run_t r = build(sets, count);
  r.cli = &kTerminal;
  char *text = calloc(1, ROOM);
  assert_non_null(text);
  (void)fflush(stderr);
  const int saved = dup(STDERR_FILENO);
  assert_non_null(freopen(temp_file, "w", stderr));
  run_loop(&r);
  (void)fflush(stderr);
  assert_true(dup2(saved, STDERR_FILENO) >= 0);
  assert_int_equal(close(saved), 0);
  assert_int_equal(r.sim.result, SIM_PASS);
  run_free(&r);
  FILE *in = fopen(temp_file, "r");
  assert_non_null(in);
  assert_true(fread(text, 1, ROOM - 1, in) > 0);
  assert_int_equal(fclose(in), 0);
  return text;
}

// How much of a collective is done; and behind the last cycle of a run no cycle more is promised.
static void progress_is_told(void **state) {
  (void)state;
  static const char *const kLong[] = {"workload.collective=allgather", "workload.scheme=binomial",
                                      "workload.message_flits=4000", "workload.packet_flits=8"};
  char *text = progress_of(kLong, 4);
  unsigned lines = 0;
  for (const char *at = text; (at = strstr(at, " operations (")) != NULL; at++) {
    unsigned long complete = 0;
    unsigned long all = 0;
    const char *comma = at;
    while (*comma != ',') {
      comma--;
    }
    assert_int_equal(sscanf(comma, ", %lu of %lu", &complete, &all), 2);
    char expected[40];
    (void)snprintf(expected, sizeof expected, " operations (%.0f%%)",
                   100.0 * (double)complete / (double)all);
    assert_memory_equal(at, expected, strlen(expected));
    lines += complete > 0;
  }
  assert_true(lines > 0);
  free(text);
  // The clock is looked at in this cycle; routers and interfaces are 18.
  static const char *const kFull[] = {"workload.traffic=uniform", "workload.load=1",
                                      "run.cycles=7281"};
  text = progress_of(kFull, 3);
  assert_non_null(strstr(text, "drain: cycle 7281, "));
  free(text);
}

// Queues that have filled for long may take several times as long to empty.
static void queues_may_empty(void **state) {
  (void)state;
  static const char *const kHotspot[] = {"workload.traffic=hotspot", "workload.load=1",
                                         "workload.hotspot_nodes=0", "workload.hotspot_share=1",
                                         "run.cycles=16000"};
  run_t r = build(kHotspot, 5);
  run_loop(&r);
  assert_int_equal(r.sim.result, SIM_PASS);
  assert_true(network_cycle(r.sim.network) > 120000);  // node 0 takes a flit a cycle
  run_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conservation_is_checked),
      cmocka_unit_test(the_end_is_verified),
      cmocka_unit_test(progress_is_told),
      cmocka_unit_test(queues_may_empty),
  };
  return cmocka_run_group_tests_name("unit/run_loop", tests, temp_file_make, temp_file_remove);
}
