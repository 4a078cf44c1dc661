// Traces in a network: packets start in their cycles or behind those they wait for, arrive, and are
// counted; run.cycles cuts a trace off.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "unit/temp_file.h"

enum { LIMIT = 200000 };

static sim_t create(const char *trace, const char *settings) {
  char all[512];
  temp_file_write(trace, strlen(trace));
  (void)snprintf(all, sizeof all, "workload.trace=%s %s", temp_file, settings);
  return sim_create(all);
}

static void run(sim_t *s, workload_result_t *r) {
  if (!sim_run(s, 97, LIMIT)) {
    fail_msg("%s", s->error.text);
  }
  workload_result(s->workload, r);
  assert_int_equal(r->packets_created, r->packets_delivered);
}

// One packet after the other on an idle network: the closed form says when each arrives.
static void test_times(void **state) {
  (void)state;
  workload_result_t r;
  sim_t s = create("0 0 3 5\n100 5 6 1\n", "topology=mesh:4x4");
  run(&s, &r);
  assert_int_equal(r.packets_delivered, 2);
  assert_int_equal(r.flits_delivered, 6);
  assert_int_equal(r.latency.max, sim_closed_form(&s, 5, 3));
  assert_int_equal(r.latency.p50, sim_closed_form(&s, 1, 1));
  assert_int_equal(r.completion, 100 + sim_closed_form(&s, 1, 1));
  assert_int_equal(network_cycle(s.network), r.completion + 1);
  assert_true(r.latency.mean == r.zero_load_latency);
  sim_free(&s);
}

// A chain: every packet waits for the one before it, and some cycles; its own cycle can be later.
static void test_chain(void **state) {
  (void)state;
  workload_result_t r;
  sim_t s = create(
      "0 0 3 5 1\n"
      "0 3 2 1 2 1\n"
      "1 2 0 4 3 2 50\n"
      "300 7 3 2 4 3 10\n"
      "300 3 0 1 - 4;1\n",
      "topology=mesh:4x2");
  run(&s, &r);
  uint64_t cycle = sim_closed_form(&s, 5, 3) + sim_closed_form(&s, 1, 1) + 50;
  cycle += sim_closed_form(&s, 4, 2) + 10;
  assert_true(cycle < 300);
  assert_int_equal(r.completion, 300 + sim_closed_form(&s, 2, 1) + sim_closed_form(&s, 1, 3));
  assert_true(r.latency.mean == r.zero_load_latency);  // nobody has waited in a queue
  sim_free(&s);
}

// The same without the last line: the delay counts, as the cycle has passed.
static void test_delay(void **state) {
  (void)state;
  workload_result_t r;
  sim_t s = create("0 0 3 5 1\n2 3 0 1 2 1 7\n2 2 0 1 3\n", "topology=mesh:4x2");
  run(&s, &r);
  assert_int_equal(r.completion, sim_closed_form(&s, 5, 3) + 7 + sim_closed_form(&s, 1, 3));
  sim_free(&s);
}

// A source sends its packets one after the other; later ones wait in its queue.
static void test_queue(void **state) {
  (void)state;
  workload_result_t r;
  sim_t s = create("5 0 1 4\n5 0 1 4\n5 0 1 4\n", "topology=mesh:2x1 router.networks=2");
  for (unsigned cycle = 0; cycle < 6; cycle++) {
    assert_true(sim_step(&s));
  }
  workload_result(s.workload, &r);
  assert_int_equal(r.packets_created, 3);
  assert_int_equal(r.flits_created, 12);
  assert_int_equal(r.packets_delivered, 0);
  run(&s, &r);
  assert_true(r.latency.max > r.latency.p50);
  sim_free(&s);
}

// Up to run.cycles only: what waits for later cycles or for later deliveries is left out.
static void test_cut_off(void **state) {
  (void)state;
  workload_result_t r;
  static const char kTrace[] =
      "0 0 3 5 1\n30 1 2 1 2\n30 3 0 1 3 1 40\n38 0 3 1 4\n"
      "39 3 1 1 5 4\n60 1 2 1\n";
  sim_t s = create(kTrace, "topology=mesh:4x1 run.cycles=40");
  run(&s, &r);
  assert_int_equal(r.packets_delivered, 3);
  sim_free(&s);
  s = create(kTrace, "topology=mesh:4x1 run.cycles=40 run.warmup=25");
  run(&s, &r);
  assert_int_equal(r.packets_delivered, 6);
  assert_int_equal(r.latency.count, 5);  // those created in the window
  sim_free(&s);
  s = create(kTrace, "topology=mesh:4x1");
  run(&s, &r);
  assert_int_equal(r.packets_delivered, 6);
  sim_free(&s);
}

// Many wait for different cycles after one delivery: each is created in its own, and the idle
// network takes all to a neighbour in the same time.
static void test_timers(void **state) {
  (void)state;
  enum { SIDE = 10, PACKETS = 96, APART = 40 };
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  (void)fputs("0 0 1 1 1\n", out);
  for (unsigned i = 1; i <= PACKETS; i++) {
    const unsigned to = i % SIDE == SIDE - 1 ? i - 1 : i + 1;
    (void)fprintf(out, "0 %u %u 1 %u 1 %u\n", i, to, i + 1, APART * (1 + i * 37 % 97));
  }
  assert_int_equal(fclose(out), 0);
  workload_result_t r;
  sim_t s = create(text, "topology=mesh:10x10");
  run(&s, &r);
  assert_int_equal(r.latency.count, PACKETS + 1);
  assert_int_equal(r.latency.max, sim_closed_form(&s, 1, 1));
  assert_true(r.latency.mean == (double)r.latency.max);
  assert_int_equal(r.completion, 2 * r.latency.max + APART * 97);
  sim_free(&s);
  free(text);
}

// Random traces in crowded networks, with waits; nothing is lost, and the same trace runs the same.
static uint64_t digest(const char *settings, bool waits) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  uint64_t random = 1;
  for (unsigned i = 0; i < 3000; i++) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    const unsigned source = (unsigned)(random >> 33) % 12;
    const unsigned destination = (source + 1 + (unsigned)(random >> 40) % 11) % 12;
    (void)fprintf(out, "%u,%u,%u,%u,%u", i / 4, source, destination,
                  1 + (unsigned)(random >> 50) % 9, i);
    if (waits && i > 20 && i % 3 == 0) {
      (void)fprintf(out, ",%u;%u,%u", i - 1 - (unsigned)(random >> 55) % 20, i - 20, i % 5);
    }
    (void)fprintf(out, "\n");
  }
  (void)fclose(out);
  workload_result_t r;
  sim_t s = create(text, settings);
  run(&s, &r);
  assert_int_equal(r.packets_delivered, 3000);
  const uint64_t d = sim_digest(&s);
  sim_free(&s);
  free(text);
  return d;
}

static void test_random(void **state) {
  (void)state;
  static const char *const kShapes[] = {
      "topology=mesh:4x3",
      "topology=mesh:3x2@2 router.vcs=2 router.networks=2",
      "topology=mesh:12 router.pipeline=2 router.depth=2",
      "topology=mesh:2x2x3 router.switching=cut-through router.depth=9",
  };
  for (size_t i = 0; i < sizeof kShapes / sizeof kShapes[0]; i++) {
    const uint64_t plain = digest(kShapes[i], false);
    assert_int_equal(plain, digest(kShapes[i], false));
    assert_int_not_equal(plain, digest(kShapes[i], true));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_timers), cmocka_unit_test(test_times), cmocka_unit_test(test_chain),
      cmocka_unit_test(test_delay),  cmocka_unit_test(test_queue), cmocka_unit_test(test_cut_off),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
