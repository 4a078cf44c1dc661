// Multicasts in plans: read from GOAL text and written so that they read back the same, matched
// with the receives of their destinations, mapped; and everything that cannot be is refused at its
// place.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/plan.h"

enum { NODES = 64 };

static plan_t *read_text(const char *text, noc_error_t *error) {
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  assert_non_null(in);
  plan_t *plan = plan_read_stream(in, "p.goal", 64, NODES, error);
  assert_int_equal(fclose(in), 0);
  return plan;
}

static plan_t *good(const char *text) {
  noc_error_t error = {0};
  plan_t *plan = read_text(text, &error);
  if (plan == NULL) {
    fail_msg("%s: %s", text, error.text);
  }
  return plan;
}

static char *write_text(const plan_t *plan) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  assert_true(plan_write_goal(plan, 64, out));
  assert_int_equal(fclose(out), 0);
  return text;
}

// Rank 0 sends, 1 to 3 receive, and 3 when 1 has answered.
static const char kText[] =
    "num_ranks 4\n"
    "rank 0 {\na: recv 8b from 1 tag 1\nmcast: mcast 16b to 3, 1-2 tag 7\nmcast requires a\n"
    "z: calc 5\nz requires mcast\n}\n"
    "rank 1 {\nsend 8b to 0 tag 1\nrecv 16b from 0 tag 7\n}\n"
    "rank 2 {\nrecv 16b from 0 tag 7\n}\nrank 3 {\nrecv 16b from 0 tag 7\n}\n";

static void check_copies(const plan_t *p, uint32_t multicast) {
  const plan_op_t *op = &p->op[multicast];
  assert_int_equal(op->kind, PLAN_MULTICAST);
  for (uint32_t k = 1; k <= op->peer; k++) {
    assert_int_equal(op[k].kind, PLAN_COPY);
    assert_int_equal(op[k].node, op->node);
    assert_int_equal(op[k].size, op->size);
    assert_true(k == 1 || op[k].peer > op[k - 1].peer);
    const plan_op_t *receive = &p->op[op[k].match];
    assert_int_equal(receive->kind, PLAN_RECEIVE);
    assert_int_equal(receive->node, op[k].peer);
    assert_int_equal(receive->match, multicast + k);
    assert_int_equal(plan_copy_to(p, multicast, op[k].peer), multicast + k);
  }
  assert_int_equal(plan_copy_to(p, multicast, op->node), kPlanNone);
}

static void test_read(void **state) {
  (void)state;
  plan_t *p = good(kText);
  assert_int_equal(p->ops, 10);
  assert_int_equal(p->multicasts, 1);
  check_copies(p, 1);
  assert_int_equal(p->op[1].peer, 3);
  assert_int_equal(p->op[1].size, 2);
  assert_int_equal(p->place[4].line, 4);  // of a copy: its multicast's
  uint32_t waits[10];
  plan_count_required(p, waits);
  assert_int_equal(waits[1], 1);
  assert_int_equal(waits[2] + waits[3] + waits[4], 3);
  plan_free(p);
}

static void test_round_trip(void **state) {
  (void)state;
  plan_t *p = good(kText);
  char *once = write_text(p);
  assert_non_null(strstr(once, "l2: mcast 16b to 1-3 tag 7\n"));
  assert_non_null(strstr(once, "l6: calc 5\nl2 requires l1\nl6 requires l2\n"));
  plan_t *again = good(once);
  char *twice = write_text(again);
  assert_string_equal(once, twice);
  assert_int_equal(again->ops, p->ops);
  assert_int_equal(again->edges, p->edges);
  free(once);
  free(twice);
  plan_free(p);
  plan_free(again);
}

// More destinations than a word of the text holds.
static void test_long_set(void **state) {
  (void)state;
  noc_error_t error = {0};
  plan_t *p = plan_create(NODES, &error);
  uint32_t to[NODES / 2];
  for (uint32_t k = 0; k < NODES / 2; k++) {
    to[k] = 2 * k + 1;
  }
  (void)plan_multicast_block(p, 0, to, NODES / 2, 3, 0, kPlanNone);
  assert_true(plan_finish(p, &error));
  check_copies(p, 0);
  char *once = write_text(p);
  plan_t *again = good(once);
  check_copies(again, 0);
  assert_int_equal(again->op[0].peer, NODES / 2);
  free(once);
  plan_free(p);
  plan_free(again);
}

// Backwards, so that the copies are sorted anew; what is written is in ranks.
static void test_map(void **state) {
  (void)state;
  plan_t *p = good(kText);
  char *before = write_text(p);
  uint32_t *image = malloc(4 * sizeof *image);
  assert_non_null(image);
  for (uint32_t rank = 0; rank < 4; rank++) {
    image[rank] = 40 - 10 * rank;
  }
  plan_map(p, NODES, image);
  check_copies(p, 1);
  assert_int_equal(p->op[2].peer, 10);
  char *after = write_text(p);
  assert_string_equal(before, after);
  free(before);
  free(after);
  plan_free(p);
}

static void bad(const char *statement, const char *expected) {
  noc_error_t error = {0};
  char text[400];
  (void)snprintf(text, sizeof text,
                 "num_ranks 4\nrank 0 {\n%s\n}\nrank 1 {\nrecv 8b from 0\n}\n"
                 "rank 2 {\nrecv 8b from 0\n}\n",
                 statement);
  plan_t *plan = read_text(text, &error);
  if (plan != NULL || error.status != NOC_BAD_INPUT || strstr(error.text, expected) != error.text ||
      strchr(error.text, '\n') != NULL) {
    fail_msg("\n%s\nfound    %s\nexpected %s", text, plan != NULL ? "no error" : error.text,
             expected);
  }
}

static void test_refused(void **state) {
  (void)state;
  bad("mcast 8b to 1,4", "p.goal:3:13: there is '1,4'; there must be nodes from 0 to 3, each once");
  bad("mcast 8b to 1-2,2",
      "p.goal:3:13: there is '1-2,2'; there must be nodes from 0 to 3, each once");
  bad("mcast 8b to 1,", "p.goal:3:13: there is '1,}'; there must be nodes from 0 to 3, each once");
  bad("mcast 8b to tag 2", "p.goal:3:13: there is 'tag'; there must be ranks, such as 0-7,9");
  bad("mcast 8b to", "p.goal:4:1: there is '}'; there must be nodes from 0 to 3");
  bad("mcast 8b to 0-2",
      "p.goal:3:13: there is a multicast from a rank to itself; there must be other ranks");
  bad("mcast 8b 1-2", "p.goal:3:10: there is '1-2'; there must be 'to'");
  bad("mcast 8b to 1-2 tag -1", "p.goal:3:21: there is '-1'; there must be a tag");
  bad("mcast 8b to 1-3", "p.goal:3:1: plan: rank 0: the send to 3 with tag 0 has no receive");
  bad("mcast 16b to 1-2",
      "p.goal:6:1: plan: rank 1: the receive from 0 with tag 0 has 1 flits, the "
      "message that it matches 2");
  bad("b: block 8b\nmcast 8b to 1-2",
      "p.goal:4:1: plan: rank 0: there is a multicast in a plan with items");
}

// Headers of path worms and trees of forwarded multicasts.
static const char kCarried[] =
    "num_ranks 4\n"
    "rank 0 {\nmcast 8b to 1,3 path 2 1,0x3 3,0x1,2\nmcast 8b to 1-3 tag 1 forward 3 0>2 2>1 0>3\n"
    "mcast 8b to 2 tag 2\n}\n"
    "rank 1 {\nrecv 8b from 0\nrecv 8b from 0 tag 1\n}\n"
    "rank 2 {\nrecv 8b from 0 tag 1\nrecv 8b from 0 tag 2\n}\n"
    "rank 3 {\nrecv 8b from 0\nrecv 8b from 0 tag 1\n}\n";

static void test_carriers(void **state) {
  (void)state;
  plan_t *p = good(kCarried);
  assert_int_equal(p->multicasts, 3);
  assert_int_equal(p->carriers, 2);
  const plan_carrier_t path = plan_carrier(p, 0);
  const plan_carrier_t tree = plan_carrier(p, 3);
  assert_int_equal(path.kind, CARRY_PATH);
  assert_int_equal(path.count, 2);
  assert_int_equal(p->pair[path.first].ports, 3);
  assert_int_equal(p->pair[path.first].vc_class, kPlanAny);
  assert_int_equal(p->pair[path.first + 1].vc_class, 2);
  assert_int_equal(tree.kind, CARRY_FORWARD);
  assert_int_equal(tree.count, 3);
  assert_int_equal(p->branch[tree.first + 1].parent, 2);
  assert_int_equal(plan_carrier(p, 7).kind, CARRY_TREE);
  char *once = write_text(p);
  assert_non_null(strstr(once, "mcast 8b to 1,3 tag 0 path 2 1,0x3 3,0x1,2\n"));
  assert_non_null(strstr(once, "mcast 8b to 1-3 tag 1 forward 3 0>2 2>1 0>3\n"));
  plan_t *again = good(once);
  char *twice = write_text(again);
  assert_string_equal(once, twice);
  plan_free(again);
  free(twice);
  // On a map, and written in ranks.
  uint32_t *image = malloc(4 * sizeof *image);
  assert_non_null(image);
  for (uint32_t rank = 0; rank < 4; rank++) {
    image[rank] = 40 - 10 * rank;
  }
  plan_map(p, NODES, image);
  assert_int_equal(p->pair[path.first + 1].node, 10);
  assert_int_equal(p->branch[tree.first + 1].child, 30);
  twice = write_text(p);
  assert_string_equal(once, twice);
  free(once);
  free(twice);
  plan_free(p);
}

static void test_refused_carriers(void **state) {
  (void)state;
  bad("mcast 8b to 1-2 path 0",
      "p.goal:3:22: there is '0'; there must be a number of pairs from 1 to 4");
  bad("mcast 8b to 1-2 path x",
      "p.goal:3:22: there is 'x'; there must be a number of pairs from 1 to 4");
  bad("mcast 8b to 1-2 path 1 4,0x1",
      "p.goal:3:24: there is '4,0x1'; there must be a pair of a path worm, RANK,PORTS or "
      "RANK,PORTS,CLASS, such as 5,0x3,1");
  bad("mcast 8b to 1-2 path 1 1,0x0", "p.goal:3:24: there is '1,0x0'; there must be a pair");
  bad("mcast 8b to 1-2 path 1 1,3", "p.goal:3:24: there is '1,3'; there must be a pair");
  bad("mcast 8b to 1-2 path 1 1,0x12345",
      "p.goal:3:24: there is '1,0x12345'; there must be a pair");
  bad("mcast 8b to 1-2 path 1 1,0x1,16", "p.goal:3:24: there is '1,0x1,16'; there must be a pair");
  bad("mcast 8b to 1-2 path 2 1,0x1", "p.goal:4:1: there is '}'; there must be a pair");
  bad("mcast 8b to 1-2 forward 2 0>1 1-2",
      "p.goal:3:31: there is '1-2'; there must be a branch, RANK>RANK, such as 0>5");
  bad("mcast 8b to 1-2 forward 2 0>1 4>2", "p.goal:3:31: there is '4>2'; there must be a branch");
  bad("mcast 8b to 1-2 forward 2 2>1 0>2",
      "p.goal:3:1: plan: rank 0: there is a branch from 2, which has not got the message; there "
      "must be the source and children of branches before");
  bad("mcast 8b to 1-2 forward 2 0>1 0>1",
      "p.goal:3:1: plan: rank 0: there is a branch to 1; there must be one to each destination");
  bad("mcast 8b to 1-2 forward 2 0>1 0>3", "p.goal:3:1: plan: rank 0: there is a branch to 3;");
  bad("mcast 8b to 1-2 forward 2 0>1 1>0", "p.goal:3:1: plan: rank 0: there is a branch to 0;");
  bad("mcast 8b to 1-2 forward 1 0>1",
      "p.goal:3:1: plan: rank 0: there is a tree of 1 branch; there must be 2, one a destination");
}

static void refused(uint32_t node, const uint32_t *to, uint32_t count, const char *expected) {
  noc_error_t error = {0};
  plan_t *p = plan_create(NODES, &error);
  (void)plan_multicast(p, node, to, count, 2, 0);
  assert_false(plan_finish(p, &error));
  if (error.status != NOC_BAD_INPUT || strstr(error.text, expected) == NULL) {
    fail_msg("found %s, expected %s", error.text, expected);
  }
  plan_free(p);
}

static void test_refused_sets(void **state) {
  (void)state;
  refused(0, NULL, 0, "node 0: there is a multicast to no node");
  refused(5, (const uint32_t[]){4, 5}, 2, "node 5: there is a multicast to its own source");
  refused(5, (const uint32_t[]){4, 4}, 2, "there is a multicast to 4 behind 4; there must be each");
  refused(5, (const uint32_t[]){4, 64}, 2,
          "there is a multicast to 64; there must be destinations from 0 to 63");
}

// It waits for itself by the answer to it.
static void test_cycle(void **state) {
  (void)state;
  noc_error_t error = {0};
  plan_t *p = read_text(
      "num_ranks 2\nrank 0 {\na: recv 8b from 1\nb: mcast 8b to 1\nb requires a\n}\n"
      "rank 1 {\na: recv 8b from 0\nb: send 8b to 0\nb requires a\n}\n",
      &error);
  assert_null(p);
  assert_non_null(strstr(error.text, "waits for itself, in a cycle of 5"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_read),
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_long_set),
      cmocka_unit_test(test_map),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_refused_sets),
      cmocka_unit_test(test_cycle),
      cmocka_unit_test(test_carriers),
      cmocka_unit_test(test_refused_carriers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
