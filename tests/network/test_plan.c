// Plans: GOAL text is read and written, mistakes are refused with their line, and the engine keeps
// the order that the plan asks for.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness.h"
#include "workload/collectives.h"

static char name[64];

static const char *write_file(const char *text) {
  (void)strcpy(name, "/tmp/nocstep-test-XXXXXX");
  FILE *file = fdopen(mkstemp(name), "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
  return name;
}

static plan_t *read_text(const char *text, uint32_t nodes, noc_error_t *error) {
  plan_t *plan = plan_read_goal(write_file(text), 64, nodes, error);
  assert_int_equal(remove(name), 0);
  return plan;
}

static void check_refused(const char *text, const char *sentence) {
  noc_error_t error;
  assert_null(read_text(text, 2, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  if (strstr(error.text, sentence) == NULL) {
    fail_msg("expected '%s', found '%s'", sentence, error.text);
  }
}

static void test_refused(void **state) {
  (void)state;
  check_refused("", "found the end of the file; accepted 'num_ranks'");
  check_refused("num_ranks 3\n", ":1:11: found 3 ranks; accepted 1 to 2, the nodes");
  check_refused("num_ranks 2\nrank 2 {\n}\n", ":2:6: found '2'; accepted a rank from 0 to 1");
  check_refused("num_ranks 2\nrank 0 {\n  l1: sned 8b to 1\n}\n", ":3:7: found 'sned'");
  check_refused("num_ranks 2\nrank 0 {\n  l1: send 8b to 0\n}\n",
                ":3:18: found a message from a rank to itself");
  check_refused("num_ranks 2\nrank 0 {\n l1: calc 1\n l1: calc 2\n}\n", ":4:2: found 'l1'");
  check_refused("num_ranks 2\nrank 0 {\n l1: calc 1\n l1 requires l2\n}\n", ":4:14: found 'l2'");
  check_refused("num_ranks 2\nrank 0 {\n l1: calc 1\n", "accepted an operation, or '}'");
  check_refused("num_ranks 2\nrank 0 { send 8b to 1 tag 4 }\n",
                ":2:10: plan: rank 0: the send to 1 with tag 4 has no receive");
  check_refused("num_ranks 2\nrank 0 { send 8b to 1 }\nrank 1 { recv 16b from 0 }\n",
                ":3:10: plan: rank 1: the receive from 0 with tag 0 has 2 flits, the message that it "
                "matches 1");
  check_refused("num_ranks 2\nrank 0 { a: calc 1 b: calc 1 a requires b b requires a }\n",
                ":2:13: plan: rank 0: found an operation that waits for itself, in a cycle of 2: for ");
  check_refused("num_ranks 2 /* one\n two */ / 3", ":2:9: found '/'; accepted a comment");
  check_refused("num_ranks 2\nrank 0 {// a\n\tx y }", ":3:2: found 'x'; accepted 'send'");
  check_refused(
      "num_ranks 2\nrank 0 { a: recv 1b from 1 b: send 1b to 1 b requires a }\n"
      "rank 1 { a: recv 1b from 0 b: send 1b to 0 b requires a }\n",
      "waits for itself");
  check_refused("num_ranks 2\nrank 0 { a: send 99999b to 1 }\n", "has no receive");
  noc_error_t error;
  assert_null(plan_read_goal("/nowhere/plan.goal", 64, 2, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
}

static void test_round_trip(void **state) {
  (void)state;
  noc_error_t error;
  topology_t *t = topology_create("mesh:3x2@2", &error);
  participants_t all;
  const char *key = NULL;
  assert_true(participants_of(t, "allgather", "binomial", NULL, NULL, &all, &key, &error));
  all.flits = 3;
  plan_t *plan = collective_plan("allgather", "binomial", &all, &error);
  participants_free(&all);
  assert_non_null(plan);
  char *first = NULL;
  char *second = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&first, &size);
  assert_true(plan_write_goal(plan, 64, out));
  assert_int_equal(fclose(out), 0);
  plan_free(plan);
  plan = read_text(first, 12, &error);
  assert_non_null(plan);
  assert_int_equal(plan->ops, 2 * 12 * 11);
  out = open_memstream(&second, &size);
  assert_true(plan_write_goal(plan, 64, out));
  assert_int_equal(fclose(out), 0);
  assert_string_equal(first, second);
  plan_free(plan);
  topology_free(t);
  free(first);
  free(second);
}

// A message, a computation of 100 cycles behind it, another behind that, and the answer: the
// completion is the sum.
static void test_order(void **state) {
  (void)state;
  char settings[160];
  (void)snprintf(settings, sizeof settings, "topology=mesh:4x4 workload.plan=%s",
                 write_file("num_ranks 16 // a comment\n"
                            "rank 0 { a: send 16b to 3 tag 9\n b: recv 8b from 3 tag 1 }\n"
                            "/* another\n one */\n"
                            "rank 3 { a: recv 16b from 0 tag 9 cpu 0 nic 0\n c: calc 100\n"
                            " c requires a\n d: calc 7\n d requires a\n b: send 8b to 0 tag 1\n"
                            " b requires c\n b requires d\n }\n"));
  sim_t s = sim_create(settings);
  assert_true(sim_run(&s, 10, 10000));
  workload_result_t r;
  workload_result(s.workload, &r);
  assert_int_equal(r.completion, sim_closed_form(&s, 2, 3) + 100 + 7 + sim_closed_form(&s, 1, 3));
  assert_int_equal(r.blocks_checked, 2);
  assert_int_equal(r.blocks_expected, 2);
  sim_free(&s);
  assert_int_equal(remove(name), 0);
}

static void test_empty(void **state) {
  (void)state;
  char settings[160];
  (void)snprintf(settings, sizeof settings, "topology=mesh:2x1 workload.plan=%s",
                 write_file("num_ranks 2\nrank 1 { calc 0 calc 5 }\n"));
  sim_t s = sim_create(settings);
  assert_true(sim_run(&s, 10, 100));
  sim_free(&s);
  assert_int_equal(remove(name), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
