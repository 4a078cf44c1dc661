// Plans: GOAL text is read and written, mistakes are refused with their line, and the engine keeps
// the order that the plan asks for.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collective/collectives.h"
#include "harness.h"

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
  check_refused("", "there is the end of the file; there must be 'num_ranks'");
  check_refused("num_ranks 3\n",
                ":1:11: there is a plan of 3 ranks; there must be 1 to 2, the nodes");
  check_refused("num_ranks 2\nrank 2 {\n}\n",
                ":2:6: there is '2'; there must be a rank from 0 to 1");
  check_refused("num_ranks 2\nrank 0 {\n  l1: sned 8b to 1\n}\n", ":3:7: there is 'sned'");
  check_refused("num_ranks 2\nrank 0 {\n  l1: send 8b to 0\n}\n",
                ":3:18: there is a message from a rank to itself");
  check_refused("num_ranks 2\nrank 0 {\n l1: calc 1\n l1: calc 2\n}\n", ":4:2: there is 'l1'");
  check_refused("num_ranks 2\nrank 0 {\n l1: calc 1\n l1 requires l2\n}\n", ":4:14: there is 'l2'");
  check_refused("num_ranks 2\nrank 0 {\n l1: calc 1\n", "must be an operation, or '}'");
  check_refused("num_ranks 2\nrank 0 { send 8b to 1 tag 4 }\n",
                ":2:10: plan: rank 0: the send to 1 with tag 4 has no receive");
  check_refused(
      "num_ranks 2\nrank 0 { send 8b to 1 }\nrank 1 { recv 16b from 0 }\n",
      ":3:10: plan: rank 1: the receive from 0 with tag 0 has 2 flits, the message that it "
      "matches 1");
  check_refused(
      "num_ranks 2\nrank 0 { a: calc 1 b: calc 1 a requires b b requires a }\n",
      ":2:13: plan: rank 0: there is an operation that waits for itself, in a cycle of 2: for ");
  check_refused("num_ranks 2 /* one\n two */ / 3", ":2:9: there is '/'; there must be a comment");
  check_refused("num_ranks 2\nrank 0 {// a\n\tx y }", ":3:2: there is 'x'; there must be 'send'");
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

// Runs a plan on a line of four nodes, and says in which cycle it has completed, or 0 when it has
// not; `more` is settings.
static uint64_t run_plan(const char *text, const char *more, sim_t *s) {
  char settings[240];
  (void)snprintf(settings, sizeof settings, "topology=mesh:4x1 workload.plan=%s %s",
                 write_file(text), more);
  *s = sim_create(settings);
  assert_int_equal(remove(name), 0);
  const bool ok = sim_run(s, 10, 20000);
  workload_result_t r;
  workload_result(s->workload, &r);
  assert_int_equal(r.operations, s->input.plan->ops);
  assert_true(!ok || r.operations_complete == r.operations);
  return ok ? network_cycle(s->network) - 1 : 0;
}

// Computations of one processor follow each other, those of two do not.
static void test_processors(void **state) {
  (void)state;
  sim_t s;
  assert_int_equal(run_plan("num_ranks 1 rank 0 { calc 100 calc 50 }", "", &s), 150);
  sim_free(&s);
  assert_int_equal(run_plan("num_ranks 1 rank 0 { calc 100 calc 50 cpu 255 }", "", &s), 100);
  sim_free(&s);
  assert_int_equal(run_plan("num_ranks 2 rank 0 { calc 100 } rank 1 { calc 50 calc 30 }", "", &s),
                   100);
  sim_free(&s);
}

// `irequires` waits for a start: of a computation for its turn, of a receive for its posting, of a
// send for its turn in the queue.
static void test_starts(void **state) {
  (void)state;
  sim_t s;
  assert_int_equal(run_plan("num_ranks 1 rank 0 { a: calc 100 b: calc 50 c: calc 70 cpu 1\n"
                            "c irequires b }",
                            "", &s),
                   170);
  sim_free(&s);
  assert_int_equal(
      run_plan("num_ranks 1 rank 0 { a: calc 100 c: calc 170 cpu 1 c irequires a }", "", &s), 170);
  sim_free(&s);
  assert_int_equal(run_plan("num_ranks 2 rank 0 { g: calc 300 r: recv 8b from 1 c: calc 500\n"
                            "r requires g c irequires r }\nrank 1 { w: calc 600 s: send 8b to 0 "
                            "s requires w }",
                            "", &s),
                   800);
  sim_free(&s);
  // The message is there before the receive is posted.
  assert_int_equal(run_plan("num_ranks 2 rank 0 { g: calc 300 r: recv 8b from 1 c: calc 500\n"
                            "d: calc 1000 cpu 1 r requires g c irequires r d requires r }\n"
                            "rank 1 { s: send 8b to 0 }",
                            "", &s),
                   1300);
  sim_free(&s);
  // 640 flits leave before the second send has its turn, in the cycle after.
  assert_int_equal(run_plan("num_ranks 2 rank 0 { a: send 5120b to 1 b: send 8b to 1 tag 1\n"
                            "c: calc 2000 c irequires b }\n"
                            "rank 1 { recv 5120b from 0 recv 8b from 0 tag 1 }",
                            "", &s),
                   2640);
  sim_free(&s);
}

// Rank 0 is near rank 1 and sends at once; ranks 2 and 3 send later.
#define SENDERS                                                 \
  "num_ranks 4 rank 0 { send 8b to 1 tag 5 }\n"                 \
  "rank 2 { c: calc 100 s: send 8b to 1 tag 6 s requires c }\n" \
  "rank 3 { c: calc 200 s: send 8b to 1 tag 7 s requires c }\n"

// A wildcard takes the first message that matches, and messages wait for a receive that does.
static void test_wildcards(void **state) {
  (void)state;
  sim_t s;
  const char *all =
      SENDERS "rank 1 { recv 8b from -1 recv 8b from -1 tag 6 recv 8b from 3 tag -1 }";
  // The first receive has tag 0, which no message has.
  assert_int_equal(run_plan(all, "", &s), 0);
  noc_error_t error;
  assert_true(workload_stalled(s.workload, &error));
  assert_non_null(strstr(error.text,
                         "with 7 of 8 operations complete; 2 receives and messages do "
                         "not match: "));
  assert_non_null(strstr(error.text, ":4:10: rank 1: recv from any tag 0; "));
  assert_non_null(strstr(error.text, ":1:22: rank 0: send to 1 tag 5"));
  sim_free(&s);
  // Posted in the order of the file; the computation behind the second runs when the second comes.
  all = SENDERS
      "rank 1 { recv 8b from -1 tag -1 b: recv 8b from -1 tag -1 recv 8b from 3 tag 7\n"
      "c: calc 1000 c requires b }";
  assert_in_range(run_plan(all, "", &s), 1100, 1130);
  sim_free(&s);
  // Posted when all are there: in the order of arrival.
  all = SENDERS
      "rank 1 { g: calc 500 a: recv 8b from -1 tag -1 b: recv 8b from -1 tag 7\n"
      "d: recv 8b from 2 tag -1 a requires g b requires g d requires g }";
  assert_int_equal(run_plan(all, "", &s), 500);
  sim_free(&s);
  // The first posted takes what the second would need.
  all = SENDERS "rank 1 { recv 8b from -1 tag -1 recv 8b from 0 tag 5 recv 8b from 3 tag 7 }";
  assert_int_equal(run_plan(all, "", &s), 0);
  assert_true(workload_stalled(s.workload, &error));
  sim_free(&s);
  // A message with any tag.
  assert_in_range(
      run_plan("num_ranks 2 rank 0 { send 8b to 1 tag -1 }\nrank 1 { recv 8b from 0 tag "
               "77 }",
               "", &s),
      1, 40);
  sim_free(&s);
}

static void test_too_long(void **state) {
  (void)state;
  sim_t s;
  assert_int_equal(run_plan("num_ranks 2 rank 0 { send 24b to 1 tag 3 }\n"
                            "rank 1 { recv 16b from -1 tag -1 }",
                            "", &s),
                   0);
  assert_non_null(strstr(s.error.text,
                         ":2:10: rank 1: recv from any tag any, of 2 flits, has "
                         "matched "));
  assert_int_equal(s.error.status, NOC_CHECK_FAILED);
  sim_free(&s);
}

// 1000 flits in packets of 300, over one network or four; another rank's messages come between.
static void test_packets(void **state) {
  (void)state;
  static const char *const kSettings[] = {"workload.packet_flits=300", "workload.packet_flits=1",
                                          "workload.packet_flits=300 router.networks=4",
                                          "router.switching=cut-through router.depth=16"};
  static const unsigned kPackets[] = {4, 1000, 4, 63};
  for (unsigned i = 0; i < 4; i++) {
    sim_t s;
    const uint64_t end = run_plan(
        "num_ranks 4 rank 0 { a: send 8000b to 2 b: send 8b to 2 tag 1\n"
        "c: calc 1 c irequires a }\n"
        "rank 2 { recv 8000b from 0 recv 8b from -1 tag -1 }",
        kSettings[i], &s);
    workload_result_t r;
    workload_result(s.workload, &r);
    assert_in_range(end, 1001, 9000);
    assert_int_equal(r.packets_delivered, kPackets[i] + 1);
    assert_int_equal(r.flits_delivered, 1001);
    assert_int_equal(r.blocks_checked, 2);
    sim_free(&s);
  }
}

// The same plan on other nodes: the message from rank 0 to rank 1 has as many hops as they are
// away.
static void test_map(void **state) {
  (void)state;
  sim_t s;
  const char *plan = "num_ranks 2 rank 0 { send 16b to 1 } rank 1 { recv 16b from 0 }";
  unsigned far = 0;
  for (unsigned seed = 1; seed <= 20; seed++) {
    char settings[60];
    (void)snprintf(settings, sizeof settings, "workload.map=random run.seed=%u", seed);
    const uint64_t end = run_plan(plan, settings, &s);
    const uint32_t *image = s.input.plan->image;
    const unsigned hops = topology_hops(s.scenario->topology, image[0], image[1]);
    assert_int_equal(end, sim_closed_form(&s, 2, hops));
    far += hops > 1;
    sim_free(&s);
  }
  assert_true(far > 3);
  const uint64_t end = run_plan(plan, "", &s);
  assert_int_equal(end, sim_closed_form(&s, 2, 1));
  sim_free(&s);
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
      cmocka_unit_test(test_refused),    cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_order),      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_processors), cmocka_unit_test(test_starts),
      cmocka_unit_test(test_wildcards),  cmocka_unit_test(test_too_long),
      cmocka_unit_test(test_packets),    cmocka_unit_test(test_map),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
