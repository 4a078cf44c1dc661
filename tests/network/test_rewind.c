// test_rewind -- a run that goes back to a checkpoint in memory is the run that was not
// interrupted; which of the two is taken, when one is made, and what is done beyond the limit of
// memory.

#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "runs/run_rewind.h"

static const char kGolden[] =
    "topology=mesh:3x3 workload.traffic=uniform workload.load=0.5 workload.packet_flits=1-5 "
    "run.cycles=9000";
static const char kLockstep[] =
    "topology=mesh:3x3 router.vcs=2 router.depth=8 router.allocator=wavefront run.router=lockstep "
    "workload.traffic=uniform workload.load=0.5 workload.packet_flits=1-4 run.cycles=9000";

static run_t begin(const char *settings, const cli_t *cli) {
  run_t r = {.cli = cli, .sim = sim_create(settings)};
  assert_true(run_rewind_open(&r));
  assert_true(sim_begin(&r.sim));
  return r;
}

static void end(run_t *r) {
  run_rewind_free(r);
  sim_free(&r->sim);
}

static void go_to(sim_t *s, uint64_t cycle) {
  while (network_cycle(s->network) < cycle) {
    assert_true(sim_cycle(s));
  }
}

// A time of the test's own: so much later one is due, however long writing takes.
static double now = 1;
static void rest(void) {
  now += 10000;
}

static void look(run_t *r) {
  run_rewind_look(r, now);
}

// The cycle to which waves from `from` on go back; the run from there is that of `whole`.
static uint64_t goes_back(run_t *r, const char *settings, uint64_t from) {
  noc_error_t error = {0};
  uint64_t at = UINT64_MAX;
  sim_t s = sim_create(settings);
  if (!run_rewind_to(r, &s, from, &at, &error)) {
    fail_msg("%s", error.text);
  }
  if (at > 0) {
    assert_true(sim_begin(&s));
    assert_int_equal(network_cycle(s.network), at);
    go_to(&s, network_cycle(r->sim.network));
    assert_int_equal(sim_digest(&s), sim_digest(&r->sim));
  }
  sim_free(&s);
  return at;
}

static void goes_on(const char *settings) {
  const cli_t cli = {.report = "none", .checkpoint_memory = REWIND_MIB};
  run_t r = begin(settings, &cli);
  look(&r);
  go_to(&r.sim, 2000);
  now += 0.2;
  look(&r);  // it is too early
  assert_int_equal(goes_back(&r, settings, 3024), 0);
  rest();
  look(&r);
  rest();
  go_to(&r.sim, 3087);
  look(&r);  // 64 cycles of a window and 1024 in front of it are not yet between them
  go_to(&r.sim, 3088);
  assert_int_equal(goes_back(&r, settings, 3023), 0);
  assert_int_equal(goes_back(&r, settings, 3024), 2000);
  look(&r);
  look(&r);
  assert_int_equal(goes_back(&r, settings, 3088), 2000);
  assert_int_equal(goes_back(&r, settings, 4111), 2000);
  assert_int_equal(goes_back(&r, settings, 4112), 3088);
  rest();
  go_to(&r.sim, 5000);
  look(&r);  // in the place of the first
  assert_int_equal(goes_back(&r, settings, 4111), 0);
  assert_int_equal(goes_back(&r, settings, 5500), 3088);
  assert_int_equal(goes_back(&r, settings, 6024), 5000);
  assert_false(run_rewind_full(&r));
  end(&r);
}

static void test_goes_on(void **state) {
  (void)state;
  goes_on(kGolden);
  goes_on(kLockstep);
}

static void test_longer_window(void **state) {
  (void)state;
  const cli_t cli = {.report = "none", .checkpoint_memory = REWIND_MIB, .window = "2000:0"};
  run_t r = begin(kGolden, &cli);
  look(&r);
  go_to(&r.sim, 100);
  rest();
  look(&r);  // the first is as far from reset
  assert_int_equal(goes_back(&r, kGolden, 1124), 0);
  go_to(&r.sim, 3024);
  look(&r);
  assert_int_equal(goes_back(&r, kGolden, 4048), 3024);
  end(&r);
}

// A checkpoint that is too large leaves the run as it is.
static void test_limit(void **state) {
  (void)state;
  static const char kLarge[] =
      "topology=mesh:16x16 workload.traffic=uniform workload.load=0.1 run.cycles=9000";
  const cli_t cli = {.report = "none", .checkpoint_memory = 1};
  run_t r = begin(kLarge, &cli);
  look(&r);
  go_to(&r.sim, 1200);
  rest();
  look(&r);
  assert_true(run_rewind_full(&r));
  assert_int_equal(goes_back(&r, kLarge, 1200), 0);
  go_to(&r.sim, 3000);
  rest();
  look(&r);
  assert_int_equal(goes_back(&r, kLarge, 3000), 0);
  end(&r);
}

static void keeps_none(const cli_t *cli) {
  run_t r = begin(kGolden, cli);
  assert_null(r.rewind);
  look(&r);
  assert_int_equal(goes_back(&r, kGolden, 5000), 0);
  end(&r);
}

static void test_nobody_wants_them(void **state) {
  (void)state;
  keeps_none(&(cli_t){.checkpoint_memory = REWIND_MIB});
  keeps_none(&(cli_t){.report = "none"});
  keeps_none(&(cli_t){.report = "none", .checkpoint_memory = REWIND_MIB, .follow = 3});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_goes_on),
      cmocka_unit_test(test_longer_window),
      cmocka_unit_test(test_limit),
      cmocka_unit_test(test_nobody_wants_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
