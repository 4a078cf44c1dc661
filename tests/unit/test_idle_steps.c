// The check that the run of a schedule is as long as its messages alone: latencies, lengths of
// steps and what is between them, each wrong by a cycle.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <string.h>

#include "workload/idle_steps.h"

// Two steps of two messages on a line of routers: 0 > 1 and 2 > 3; then 0 > 2 and 3 > 1. Messages
// have 6 flits, packets 4.
enum { FLITS = 6, PACKET = 4, MESSAGES = 4 };
static const zero_load_t kIdle = {.pipeline = 3, .link_latency = 1, .depth = 8};
// 4 + (hops + 1) * 3 + FLITS - 1
enum { ONE_HOP = 15, TWO_HOPS = 18 };

typedef struct {
  plan_t *plan;
  uint32_t send[MESSAGES];
  idle_steps_t *idle;
} fixture_t;

static const struct {
  uint32_t from, to;
  unsigned step, hops;
} kMessage[MESSAGES] = {{0, 1, 0, 1}, {2, 3, 0, 1}, {0, 2, 1, 2}, {3, 1, 1, 2}};

static fixture_t begin(bool forced, bool at_once) {
  noc_error_t error;
  fixture_t f = {.plan = plan_create(4, &error)};
  assert_non_null(f.plan);
  plan_number_steps(f.plan, 2);
  f.plan->schedule = (plan_schedule_t){.steps = 2, .bound = 2, .forced = forced};
  for (unsigned i = 0; i < MESSAGES; i++) {
    plan_set_step(f.plan, kMessage[i].step);
    f.send[i] = f.plan->ops;
    (void)plan_pass_block(f.plan, kMessage[i].from, kMessage[i].to, FLITS, i, kPlanNone);
  }
  assert_true(plan_finish(f.plan, &error));
  f.idle = idle_steps_create(f.plan, &kIdle, at_once);
  assert_non_null(f.idle);
  return f;
}

static void end(fixture_t *f) {
  idle_steps_free(f->idle);
  plan_free(f->plan);
}

// The message is made at `created` and has all arrived at `now`; in two packets.
static bool arrive(fixture_t *f, unsigned i, uint64_t created, uint64_t now, noc_error_t *error) {
  return idle_steps_arrived(f->idle, f->send[i], PACKET, created, now - 2, kMessage[i].hops,
                            error) &&
         idle_steps_arrived(f->idle, f->send[i], FLITS - PACKET, created, now, kMessage[i].hops,
                            error);
}

static void test_passes(void **state) {
  (void)state;
  noc_error_t error = {0};
  fixture_t f = begin(false, true);
  for (unsigned i = 0; i < 2; i++) {
    assert_true(arrive(&f, i, 7, 7 + ONE_HOP, &error));
  }
  for (unsigned i = 2; i < MESSAGES; i++) {
    assert_true(arrive(&f, i, 7 + ONE_HOP, 7 + ONE_HOP + TWO_HOPS, &error));
  }
  assert_true(idle_steps_verify(f.idle, &error));
  workload_schedule_t r = {0};
  idle_steps_result(f.idle, &r);
  assert_int_equal(r.alone, ONE_HOP + TWO_HOPS);
  assert_int_equal(r.between, 0);
  assert_int_equal(r.startup, TWO_HOPS - FLITS);
  assert_int_equal(r.flits, FLITS);
  assert_int_equal(r.waits, 0);
  end(&f);
}

static void expect(const noc_error_t *error, const char *text) {
  assert_int_equal(error->status, NOC_CHECK_FAILED);
  if (strstr(error->text, text) == NULL) {
    fail_msg("found    %s\nexpected %s", error->text, text);
  }
}

// A message that takes longer, and one that takes less long.
static void test_latency(void **state) {
  (void)state;
  for (int wrong = -1; wrong <= 1; wrong += 2) {
    noc_error_t error = {0};
    fixture_t f = begin(false, true);
    assert_false(arrive(&f, 0, 0, (uint64_t)(ONE_HOP + wrong), &error));
    expect(&error, "step 1: the message of 6 flits from node 0 to node 1 took");
    end(&f);
  }
}

// A message that begins a cycle late makes its step longer, though each takes what it takes alone.
static void test_step(void **state) {
  (void)state;
  noc_error_t error = {0};
  fixture_t f = begin(false, false);
  assert_true(arrive(&f, 0, 0, ONE_HOP, &error));
  assert_true(arrive(&f, 1, 1, 1 + ONE_HOP, &error));
  assert_false(idle_steps_verify(f.idle, &error));
  expect(&error, "step 1 took 16 cycles, its slowest message alone takes 15");
  end(&f);
}

// The second step begins a cycle before the first is over, in that cycle, and a cycle later.
static void test_between(void **state) {
  (void)state;
  for (int at_once = 0; at_once < 2; at_once++) {
    for (int gap = -1; gap <= 1; gap++) {
      noc_error_t error = {0};
      const uint64_t second = (uint64_t)ONE_HOP + (uint64_t)gap;
      fixture_t f = begin(false, at_once);
      for (unsigned i = 0; i < MESSAGES; i++) {
        const uint64_t created = i < 2 ? 0 : second;
        assert_true(arrive(&f, i, created, created + (i < 2 ? ONE_HOP : TWO_HOPS), &error));
      }
      const bool fits = gap == 0 || (gap == 1 && !at_once);
      assert_int_equal(idle_steps_verify(f.idle, &error), fits);
      if (!fits) {
        expect(&error, "the steps before ended in 15");
      }
      end(&f);
    }
  }
}

// Forced schedules: what waits is noted.
static void test_forced(void **state) {
  (void)state;
  noc_error_t error = {0};
  fixture_t f = begin(true, true);
  assert_true(arrive(&f, 0, 0, ONE_HOP, &error));
  assert_true(arrive(&f, 1, 0, ONE_HOP + 6, &error));
  assert_true(idle_steps_verify(f.idle, &error));
  workload_schedule_t r = {0};
  idle_steps_result(f.idle, &r);
  assert_int_equal(r.waits, 1);
  end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_passes),  cmocka_unit_test(test_latency), cmocka_unit_test(test_step),
      cmocka_unit_test(test_between), cmocka_unit_test(test_forced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
