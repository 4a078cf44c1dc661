// Items in GOAL text: blocks, exclusive ors, joins and what is sent of them; what their data is
// made of and the slots it takes; everything that cannot be is refused at its place; and what is
// written reads back as the same plan.

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

enum { NODES = 4 };

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

// The text of a plan of two ranks, the first with these statements, the second with those.
static char *two_ranks(const char *first, const char *second) {
  char *text = NULL;
  assert_true(asprintf(&text, "num_ranks 4\nrank 0 {\n%s\n}\nrank 1 {\n%s\n}\n", first, second) >
              0);
  return text;
}

static void bad(const char *first, const char *second, const char *expected) {
  noc_error_t error = {0};
  char *text = two_ranks(first, second);
  plan_t *plan = read_text(text, &error);
  if (plan != NULL || error.status != NOC_BAD_INPUT || strstr(error.text, expected) != error.text ||
      strchr(error.text, '\n') != NULL) {
    fail_msg("\n%s\nfound    %s\nexpected %s", text, plan != NULL ? "no error" : error.text,
             expected);
  }
  free(text);
}

static char *write_text(const plan_t *plan) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  assert_true(plan_write_goal(plan, 64, out));
  assert_int_equal(fclose(out), 0);
  return text;
}

static void round_trip(const char *first, const char *second) {
  char *text = two_ranks(first, second);
  plan_t *plan = good(text);
  char *once = write_text(plan);
  plan_t *again = good(once);
  char *twice = write_text(again);
  assert_string_equal(once, twice);
  assert_int_equal(again->ops, plan->ops);
  assert_int_equal(again->edges, plan->edges);
  assert_int_equal(again->parts, plan->parts);
  for (uint32_t i = 0; i < plan->edges; i++) {
    assert_int_equal(again->successor[i], plan->successor[i]);
  }
  for (uint32_t i = 0; i < plan->ops; i++) {
    const plan_data_t *a = &plan->coding->data[i];
    const plan_data_t *b = &again->coding->data[i];
    assert_int_equal(a->slot, b->slot);
    assert_int_equal(a->origin, b->origin);
    assert_int_equal(a->name_b == kPlanNone, b->name_b == kPlanNone);
  }
  plan_free(plan);
  plan_free(again);
  free(text);
  free(once);
  free(twice);
}

static const char kSender[] =
    "a: block 64b\nb: block 64\nc: xor 64b a b\n"
    "send 64b to 1 tag 1 of c\nsend 64b to 1 tag 2 of a\nsend 64b to 2 tag 3 of c cpu 1\n"
    "send 64b to 2 tag 4\n";
static const char kReceiver[] =
    "c: recv 64b from 0 tag 1\na: recv 64b from 0 tag 2\nb: xor 64b c a\n"
    "send 64b to 2 tag 5 of b\n} rank 2 {\nrecv 64b from 0 tag 3\nx: recv 64b from 0 tag 4\n"
    "y: recv 64b from 1 tag 5\nxor 64b x y\n";

static void test_names(void **state) {
  (void)state;
  char *text = two_ranks(kSender, kReceiver);
  plan_t *plan = good(text);
  const plan_coding_t *c = plan->coding;
  const plan_data_t *d = c->data;
  assert_true(plan->has_items);
  assert_int_equal(c->xors, 3);
  assert_int_equal(c->longest, 8);
  assert_int_equal(c->part_flits, 0);
  // Two blocks, and the send of its own data that is an operand in the end.
  assert_int_equal(c->names, 3);
  assert_int_equal(c->maker[0], 0);
  assert_int_equal(c->maker[1], 1);
  assert_int_equal(plan->op[c->maker[2]].tag, 4);
  // c at rank 0: both its operands have slots, and so has it.
  assert_int_equal(d[2].origin, kPlanNone);
  assert_int_equal(d[2].name_a, 0);
  assert_int_equal(d[2].name_b, 1);
  assert_int_equal(d[0].slot, 1);
  assert_int_equal(d[1].slot, 2);
  assert_int_equal(d[2].slot, 3);
  // Rank 1: c is there for the exclusive or alone, so b takes its place.
  assert_int_equal(d[7].name_b, 1);
  assert_int_equal(d[7].slot, 1);
  assert_int_equal(d[8].slot, 2);
  assert_int_equal(d[9].slot, 1);
  assert_int_equal(d[9].origin, 1);
  assert_int_equal(d[9].name_a, 1);
  assert_int_equal(d[9].name_b, kPlanNone);
  // Rank 2: a coded packet that nobody uses needs a slot all the same.
  assert_int_equal(d[11].slot, 1);
  assert_int_equal(d[14].name_a, 1);
  assert_int_equal(d[14].name_b, 2);
  assert_int_equal(c->slots, 4);
  assert_int_equal(c->slots_node, 0);
  // The units of ranks 0 and 2 keep three operands each.
  noc_error_t error = {0};
  assert_true(plan_check_memory(plan, 0, &error));
  assert_true(plan_check_memory(plan, 3, &error));
  assert_false(plan_check_memory(plan, 2, &error));
  assert_string_equal(error.text,
                      "coding.memory is 2 operands, which 2 of 4 nodes would fill and wait for "
                      "ever; it must be 3 or more, what node 0 needs");
  plan_free(plan);
  free(text);
}

static void test_joins(void **state) {
  (void)state;
  char *text =
      two_ranks("a: block 16b\nb: recv 16b from 1\nj: join 2 a b\nsend 32b to 1 tag 9 of j",
                "send 16b to 0\nj: recv 32b from 0 tag 9\nsend 32b to 2 of j\n}\nrank 2 {\n"
                "recv 32b from 1\n");
  plan_t *plan = good(text);
  const plan_coding_t *c = plan->coding;
  assert_int_equal(c->part_flits, 2);
  assert_int_equal(c->slots, 0);
  assert_int_equal(plan->op[2].size, 4);
  assert_int_equal(plan->op[2].peer, 2);
  for (uint32_t i = 5; i < plan->ops; i++) {
    assert_int_equal(c->data[i].origin, 2);
  }
  assert_int_equal(c->data[1].origin, 4);
  plan_free(plan);
  free(text);
}

static void test_round_trip(void **state) {
  (void)state;
  round_trip(kSender, kReceiver);
  // An operation may require something besides, before and behind what an item implies.
  round_trip(
      "a: block 8b\nb: block 8b\ns: send 8b to 1 tag 7\nt: send 8b to 1 of a\nt requires s\n"
      "u: send 8b to 1 of a\ns requires b\nu requires a\nx: xor 8b a b\ns requires x\n"
      "j: join 3 b b a\n",
      "q: recv 8b from 0\nr: recv 8b from 0\nrecv 8b from 0 tag 7\n");
  // Labels that LogGOPSim takes.
  round_trip(
      "block: calc 1\nxor: calc 2\njoin: calc 3\nxor requires block\njoin irequires xor\n"
      "of: block 1b\n",
      "");
}

// In a plan without items nothing is new: a send passes a receive on without saying so.
static void test_without(void **state) {
  (void)state;
  plan_t *plan = plan_create(3, NULL);
  const uint32_t got = plan_pass_block(plan, 0, 1, 1, 0, kPlanNone);
  (void)plan_pass_block(plan, 1, 2, 1, 0, got);
  noc_error_t error = {0};
  assert_true(plan_finish(plan, &error));
  assert_null(plan->coding);
  char *text = write_text(plan);
  assert_null(strstr(text, " of "));
  assert_non_null(strstr(text, "l2 requires l1"));
  free(text);
  plan_free(plan);
}

static void test_refused_text(void **state) {
  (void)state;
  bad("a: block", "", "p.goal:4:1: there is '}'; there must be a size in bytes");
  bad("a: blok 8b", "",
      "p.goal:3:4: there is 'blok'; there must be 'send', 'recv', 'calc', 'mcast', 'block', 'xor' "
      "or 'join'");
  bad("blok 8b", "",
      "p.goal:3:1: there is 'blok'; there must be 'send', 'recv', 'calc', 'mcast', 'block', 'xor', "
      "'join', or a label");
  bad("a: block 8b\nxor 8b a b", "",
      "p.goal:4:10: there is 'b'; there must be a label of an operation above");
  bad("a: block 8b\nxor 8b a", "",
      "p.goal:5:1: there is '}'; there must be a label of an operation above");
  bad("a: block 8b\nsend 8b to 1 of", "", "p.goal:5:1: there is '}'; there must be a label");
  bad("a: block 8b\njoin 2 a", "", "p.goal:5:1: there is '}'; there must be a label");
  bad("a: block 8b\njoin x a", "",
      "p.goal:4:6: there is 'x'; there must be a number of items from 0 to");
  bad("a: block 8b\njoin 65537 a", "",
      "p.goal:4:6: there is '65537'; there must be a number of items");
  bad("a: block 8b cpu 1", "", "p.goal:3:13: there is 'cpu'; there must be 'send'");
  bad("block 8b nic 0", "", "p.goal:3:10: there is 'nic'; there must be 'send'");
  bad("", "a: block 8b\n} rank 0 {\nsend 8b to 1 of a",
      "p.goal:8:17: there is 'a'; there must be a label");
}

static void test_refused_items(void **state) {
  (void)state;
  bad("a: calc 3\nsend 8b to 1 of a", "recv 8b from 0",
      "p.goal:4:1: plan: rank 0: there is an operation that sends the data of p.goal:3:4: rank 0: "
      "calc 3; there must be a receive, block, xor or join of this rank");
  bad("a: send 8b to 1\nb: block 8b\nxor 8b a b", "recv 8b from 0",
      "p.goal:5:1: plan: rank 0: there is an operation that combines the data of p.goal:3:4: rank "
      "0: send");
  bad("a: block 8b\nb: calc 1\nxor 8b a b", "",
      "p.goal:5:1: plan: rank 0: there is an operation that combines the data of p.goal:4:4: rank "
      "0: calc");
  bad("a: calc 1\njoin 1 a", "",
      "p.goal:4:1: plan: rank 0: there is an operation that joins the data of");
  bad("a: block 8b\nsend 16b to 1 of a", "recv 16b from 0",
      "p.goal:4:1: plan: rank 0: there is a send of 2 flits of an item of 1; there must be all of "
      "it");
  bad("a: block 8b\nb: block 16b\nxor 8b a b", "",
      "p.goal:5:1: plan: rank 0: there is an xor of 1 flits, with 1 and 2 in its items; there must "
      "be "
      "one size");
  bad("a: block 8b\nb: block 8b\nxor 16b a b", "",
      "p.goal:5:1: plan: rank 0: there is an xor of 2 flits, with 1 and 1 in its items; there must "
      "be "
      "one size");
  bad("a: block 520b\nb: block 520b\nxor 520b a b", "",
      "p.goal:5:1: plan: rank 0: there is an xor of 65 flits; there must be up to 64, what a "
      "coding unit takes");
  bad("a: block 8b\nj: join 1 a\nxor 8b a j", "",
      "p.goal:5:1: plan: rank 0: there is an xor of a join; there must be");
  bad("join 0", "",
      "p.goal:3:1: plan: rank 0: there is a join of 0 items; there must be one or more");
  bad("a: block 8b\nj: join 1 a\njoin 1 j", "",
      "p.goal:5:1: plan: rank 0: there is a join of a join; there must be");
  bad("a: block 8b\nb: block 16b\njoin 1 a\njoin 1 b", "",
      "p.goal:6:1: plan: rank 0: there is a join of an item of 2 flits; there must be 1, as in all "
      "joins");
  bad("a: block 8589934592b\njoin 2 a a", "",
      "p.goal:4:1: plan: rank 0: there is a join of 2 items, too long; there must be one or more, "
      "2^30 flits");
}

static void test_refused_names(void **state) {
  (void)state;
  bad("a: block 8b\nxor 8b a a", "",
      "p.goal:4:1: plan: rank 0: there is an xor that leaves no block; there must be what leaves "
      "one block or two");
  bad("a: block 8b\nb: block 8b\nx: xor 8b a b\ny: xor 8b b a\nxor 8b x y", "",
      "p.goal:7:1: plan: rank 0: there is an xor that leaves no block; there must be");
  bad("a: block 8b\nb: block 8b\nc: block 8b\nx: xor 8b a b\nxor 8b x c", "",
      "p.goal:7:1: plan: rank 0: there is an xor that leaves more than two blocks; there must be");
  bad("a: block 8b\nb: block 8b\nx: xor 8b a b\nsend 8b to 1 of x", "x: recv 8b from 0\njoin 1 x",
      "p.goal:10:1: plan: rank 1: there is a join of coded data; there must be one of raw data");
  bad("a: block 8b\nj: join 1 a\nsend 8b to 1 of j", "x: recv 8b from 0\njoin 1 x",
      "p.goal:9:1: plan: rank 1: there is a join of joined data; there must be one of raw data");
  bad("a: block 8b\nj: join 1 a\nsend 8b to 1 of j", "x: recv 8b from 0\nb: block 8b\nxor 8b x b",
      "p.goal:10:1: plan: rank 1: there is an xor of joined data; there must be");
}

// Data that shows in the run, and slots that could not be open from the beginning.
static void test_refused_receives(void **state) {
  (void)state;
  bad("a: block 8b\nsend 8b to 1 of a",
      "x: recv 8b from -1\nsend 8b to 0 of x\n} rank 0 { recv 8b from 1",
      "p.goal:8:1: plan: rank 1: there is data from a receive of a rank with wildcards; there must "
      "be data that is known before the run");
  bad("send 8b to 1", "x: recv 8b from 0 tag -1\nb: block 8b\nxor 8b x b",
      "p.goal:8:1: plan: rank 1: there is data from a receive of a rank with wildcards");
  bad("send 8b to 1", "x: recv 8b from 0 tag -1\njoin 1 x",
      "p.goal:7:1: plan: rank 1: there is data from a receive of a rank with wildcards");
  bad("send 8b to 1", "c: calc 9\nx: recv 8b from 0\nb: block 8b\nxor 8b x b\nx requires c",
      "p.goal:7:4: plan: rank 1: there is a receive of coded data or of an operand of an xor that "
      "waits");
  bad("send 8b to 1", "c: calc 9\nx: recv 8b from 0\nb: block 8b\nxor 8b x b\nx irequires c",
      "p.goal:7:4: plan: rank 1: there is a receive of coded data or of an operand of an xor that "
      "waits");
  bad("send 8b to 1", "c: calc 9\nx: recv 8b from 0\nb: block 8b\nxor 8b x b\nc irequires x",
      "p.goal:7:4: plan: rank 1: there is a receive of coded data or of an operand of an xor that "
      "waits");
  bad("a: block 8b\nb: block 8b\nx: xor 8b a b\nsend 8b to 1 of x\nsend 8b to 1 tag 1",
      "recv 8b from 0\nrecv 8b from 0 tag -1",
      "p.goal:6:1: plan: rank 0: there is a send of coded data to a rank with wildcards; there "
      "must be");
}

static void test_refused_requirements(void **state) {
  (void)state;
  bad("c: calc 1\na: block 8b\na requires c", "",
      "p.goal:4:4: plan: rank 0: there is p.goal:4:4: rank 0: block of flits 1 that requires "
      "something");
  bad("c: calc 1\na: block 8b\nb: block 8b\nx: xor 8b a b\nx requires c", "",
      "p.goal:6:4: plan: rank 0: there is p.goal:6:4: rank 0: xor of flits 1 that requires "
      "something");
  bad("c: calc 1\na: block 8b\nc irequires a", "", "p.goal:4:4: plan: rank 0: there is");
  bad("c: calc 1\na: block 8b\na irequires c", "", "p.goal:4:4: plan: rank 0: there is");
}

// More than a unit keeps.
static void test_slots(void **state) {
  (void)state;
  for (uint32_t more = 0; more < 2; more++) {
    plan_t *plan = plan_create(1, NULL);
    const uint32_t a = plan_block(plan, 0, 1, 0);
    const uint32_t b = plan_block(plan, 0, 1, 1);
    for (uint32_t i = 0; i < PLAN_MAX_SLOTS - 3 + more; i++) {
      (void)plan_xor(plan, 0, 1, a, b);
    }
    noc_error_t error = {0};
    assert_int_equal(plan_finish(plan, &error), more == 0);
    assert_string_equal(
        error.text, more == 0 ? ""
                              : "workload.scheme is exclusive ors for which node 0 keeps 4096 "
                                "operands; it must be up to 4095, what a coding unit has room for");
    plan_free(plan);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_joins),
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_without),
      cmocka_unit_test(test_refused_text),
      cmocka_unit_test(test_refused_items),
      cmocka_unit_test(test_refused_names),
      cmocka_unit_test(test_refused_receives),
      cmocka_unit_test(test_refused_requirements),
      cmocka_unit_test(test_slots),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
