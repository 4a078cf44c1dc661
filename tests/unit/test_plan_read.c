// GOAL text: all that LogGOPSim's scanner takes is read, all that is wrong is refused at its place,
// and what is written reads back as the same plan; maps of ranks.

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/rng.h"
#include "plan/plan.h"
#include "workload/node_map.h"

enum { NODES = 4 };

static plan_t *read_text(const char *text, size_t length, noc_error_t *error) {
  FILE *in = fmemopen((void *)text, length, "r");
  assert_non_null(in);
  plan_t *plan = plan_read_stream(in, "p.goal", 64, NODES, error);
  assert_int_equal(fclose(in), 0);
  return plan;
}

static plan_t *good(const char *text) {
  noc_error_t error;
  plan_t *plan = read_text(text, strlen(text), &error);
  if (plan == NULL) {
    fail_msg("%s: %s", text, error.text);
  }
  return plan;
}

static void bad_bytes(const char *text, size_t length, const char *expected) {
  noc_error_t error = {0};
  assert_null(read_text(text, length, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  if (strstr(error.text, expected) == NULL || strchr(error.text, '\n') != NULL) {
    fail_msg("\n%s\nfound    %s\nexpected %s", text, error.text, expected);
  }
}

static void bad(const char *text, const char *expected) {
  bad_bytes(text, strlen(text), expected);
}

static char *write_text(const plan_t *plan) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  assert_true(plan_write_goal(plan, 64, out));
  assert_int_equal(fclose(out), 0);
  return text;
}

// The forms of statements in the scanner: blanks before the unit, leading zeros, CR, wildcards,
// attributes, both kinds of requirement, blocks in any order.
static void test_accepted(void **state) {
  (void)state;
  plan_t *p = good(
      "num_ranks 3\r\n\r\nrank 2 {\r\n L_1: recv 8 b from -1 tag -1 cpu 3 nic 0\r\n"
      "\tc:calc 007\tcpu 255\n c requires L_1\n d : calc 0\n d irequires L_1 // x\n}\n"
      "/* a * / b */ /*/ c */ rank 0 { send 9b to 2 tag 4294967294 } rank 0 { }");
  assert_int_equal(p->ranks, 3);
  assert_int_equal(p->ops, 4);
  assert_int_equal(p->op[0].peer, kPlanAny);
  assert_int_equal(p->op[0].tag, kPlanAny);
  assert_int_equal(p->op[0].cpu, 3);
  assert_true(p->op[0].late && p->op[0].starts);
  assert_int_equal(p->op[1].size, 7);
  assert_int_equal(p->op[1].cpu, 255);
  assert_int_equal(p->op[3].size, 2);
  assert_int_equal(p->op[3].match, kPlanNone);
  assert_int_equal(p->edges, 1);
  assert_int_equal(p->start_edges, 1);
  assert_int_equal(p->start_edge[0].operation, 2);
  assert_int_equal(p->start_edge[0].requires, 0);
  char *text = write_text(p);
  assert_string_equal(
      text,
      "num_ranks 3\n\nrank 0 {\nl1: send 16b to 2 tag 4294967294\n}\n\nrank 1 {\n}\n"
      "\nrank 2 {\nl1: recv 8b from -1 tag -1 cpu 3\nl2: calc 7 cpu 255\n"
      "l3: calc 0\nl2 requires l1\nl3 irequires l1\n}\n");
  free(text);
  plan_free(p);
}

// The k-th of the same source, destination and tag belongs to the k-th.
static void test_same_tag(void **state) {
  (void)state;
  plan_t *p = good(
      "num_ranks 2 rank 1 { recv 8b from 0 recv 16b from 0 } rank 0 { send 8b to 1 send 16b to 1 "
      "}");
  assert_int_equal(p->op[0].match, 2);
  assert_int_equal(p->op[1].match, 3);
  plan_free(p);
}

static void test_refused_text(void **state) {
  (void)state;
  bad("num_ranks 5",
      "p.goal:1:11: there is a plan of 5 ranks; there must be 1 to 4, the nodes of the topology");
  bad("num_ranks 0", "p.goal:1:11: there is a plan of 0 ranks");
  bad("num_ranks -1", "p.goal:1:11: there is '-1'; there must be a number of ranks from 0 to");
  bad("num_ranks 99999999999999999999999", "p.goal:1:11: there is '99999999999999999999999'");
  bad("num_ranks 2 rank 0 { send 8b to 1 tag 4294967295 }", "p.goal:1:39: there is '4294967295'");
  bad("num_ranks 2 rank 0 { send 8b to 1 tag -2 }",
      "p.goal:1:39: there is '-2'; there must be -1 for any");
  bad("num_ranks 2 rank 0 { send 8b to -1 }", "p.goal:1:33: there is '-1'; there must be a rank");
  bad("num_ranks 2 rank 0 { send 8b to 2 }",
      "p.goal:1:33: there is '2'; there must be a rank from 0 to 1");
  bad("num_ranks 2 rank 0 { send -8b to 1 }",
      "p.goal:1:27: there is '-8b'; there must be a size in bytes");
  bad("num_ranks 2 rank 0 { send 9999999999999b to 1 }", "p.goal:1:27: there is '9999999999999b'");
  bad("num_ranks 2 rank 0 { calc 4294967296 }", "p.goal:1:27: there is '4294967296'");
  bad("num_ranks 2 rank 0 { calc 1 cpu 256 }",
      "p.goal:1:33: there is '256'; there must be a processor");
  bad("num_ranks 2 rank 0 { calc 1 nic 1 }",
      "p.goal:1:33: there is '1'; there must be the one interface");
  bad("num_ranks 2 rank 0 { a: calc 1 a irequires b }",
      "p.goal:1:44: there is 'b'; there must be a label");
  bad("num_ranks 2 rank 0 { a: calc 1 a after a }",
      "p.goal:1:32: there is 'a'; there must be 'send'");
  bad("num_ranks 2 rank 0 { calc 1 /* }", "p.goal:1:29: there is '/'; there must be a comment");
  bad("num_ranks 2 rank 0 { calc 1 /! }", "p.goal:1:29: there is '/'; there must be a comment");
  bad("num_ranks 2 rank 0 { a: calc 1 a: calc 2 }",
      "p.goal:1:32: there is 'a'; there must be a label that this rank does not have yet");
  bad("num_ranks 2 rank 0 { a234567890123456789012345678901234567890123456789012345678901234: }",
      "p.goal:1:22: there is 'a23456789012345678901234567890123456789012345678901234567890123'; "
      "there must be words of up to 63 characters");
  bad("num_ranks 2 rank 0 { send 8b to", "there is the end of the file; there must be a rank");
  bad_bytes("num_ranks 2\0", 12, "p.goal:1:12: there is a NUL character");
}

static void test_refused_plans(void **state) {
  (void)state;
  bad("num_ranks 2\nrank 1 { recv 8b from 0 tag 1 recv 8b from 0 tag 2 }\nrank 0 { send 8b to 1 }",
      "p.goal:2:10: plan: rank 1: the receive from 0 with tag 1 has no send; and 2 more");
  bad("num_ranks 2\nrank 0 { send 8b to 1 }\nrank 1 { recv 8b from -1 recv 8b from 0 }",
      "p.goal:3:10: plan: rank 1: there is a surplus of 1 receives over the messages to this rank");
  bad("num_ranks 2\nrank 0 { send 8b to 1 send 8b to 1 }\nrank 1 { recv 8b from -1 }",
      "p.goal:3:10: plan: rank 1: there is a surplus of 1 messages over the receives of this rank");
  bad("num_ranks 2\nrank 0 { send 8b to 1 tag -1 }", "p.goal:2:10: plan: rank 0: the send to 1,");
}

static void test_cycles(void **state) {
  (void)state;
  bad("num_ranks 2\nrank 0 { a: recv 8b from 1 b: send 8b to 1 tag 2 b requires a }\n"
      "rank 1 { calc 1 a: recv 8b from 0 tag 2 b: send 8b to 0 b requires a }\n",
      "p.goal:2:13: plan: rank 0: there is an operation that waits for itself, in a cycle of 4: "
      "for p.goal:3:44: rank 1: send to 0 tag 0; which waits for p.goal:3:20: rank 1: recv from 0 "
      "tag 2; which waits for p.goal:2:31: rank 0: send to 1 tag 2; which waits for p.goal:2:13: "
      "rank 0: recv from 1 tag 0");
  bad("num_ranks 1 rank 0 { a: calc 1 a requires a }",
      "1:25: plan: rank 0: there is an operation that waits for itself, in a cycle of 1");
  bad("num_ranks 1 rank 0 { a: calc 1 b: calc 1 a irequires b b requires a }", "in a cycle of 2");
  bad("num_ranks 1 rank 0 { a: calc 1 b: calc 1 c: calc 1 d: calc 1 e: calc 1\n"
      "b requires a c requires b d requires c e requires d a requires e }",
      "; and so on over 1 more");
  // Beside many that wait for nothing.
  bad("num_ranks 2 rank 0 { a: calc 1 b: calc 1 a requires b b requires a }\n"
      "rank 1 { calc 1 calc 1 calc 1 calc 1 calc 1 calc 1 calc 1 }",
      "1:25: plan: rank 0: there is an operation that waits for itself, in a cycle of 2: for "
      "p.goal:1:35: rank 0: calc 1; which waits for p.goal:1:25: rank 0: calc 1");
  // The start of a receive does not wait for its message; only that order closes no cycle.
  plan_free(
      good("num_ranks 2\nrank 0 { a: recv 8b from 1 b: send 8b to 1 tag 2 b irequires a }\n"
           "rank 1 { a: recv 8b from 0 tag 2 b: send 8b to 0 b requires a }\n"));
  bad("num_ranks 2\nrank 0 { a: recv 8b from 1 b: send 8b to 1 tag 2 b irequires a a requires b }\n"
      "rank 1 { a: recv 8b from 0 tag 2 b: send 8b to 0 }\n",
      "in a cycle of 2");
  // A wildcard leaves open until the run what waits for what, but this cycle is known before.
  bad("num_ranks 2 rank 0 { send 8b to 1 }\nrank 1 { a: recv 8b from -1 a requires a }",
      "2:13: plan: rank 1: there is an operation that waits for itself");
}

typedef struct {
  uint64_t key, count;
} draws_t;

static uint32_t draw(draws_t *d, uint32_t limit) {
  return rng_below(rng_draw(d->key, d->count++), limit);
}

// A random plan: messages with some wildcards, computations, and requirements of earlier ones.
static plan_t *random_plan(uint64_t seed) {
  noc_error_t error;
  plan_t *p = plan_create(NODES, &error);
  draws_t d = {.key = rng_key(seed, RNG_DESTINATION, 0)};
  for (unsigned i = 0; i < 30; i++) {
    const uint32_t from = draw(&d, NODES);
    const uint32_t to = (from + 1 + draw(&d, NODES - 1)) % NODES;
    const uint32_t tag = draw(&d, 3);
    const uint32_t send = plan_send(p, from, to, 2, tag);
    plan_set_cpu(p, send, (uint8_t)draw(&d, 3));
    // Rank 3 alone has wildcards.
    const uint32_t peer = to == 3 && draw(&d, 2) ? kPlanAny : from;
    (void)plan_receive(p, to, peer, 2, to == 3 && draw(&d, 2) ? kPlanAny : tag);
    const uint32_t at = draw(&d, NODES);
    const uint32_t calc = plan_calculate(p, at, draw(&d, 100));
    plan_set_cpu(p, calc, (uint8_t)draw(&d, 4));
  }
  for (unsigned i = 0; i < 200; i++) {
    const uint32_t a = draw(&d, p->ops);
    const uint32_t b = draw(&d, p->ops);
    if (a > b && p->op[a].node == p->op[b].node && p->op[a].kind != PLAN_RECEIVE) {
      (draw(&d, 2) ? plan_require : plan_require_start)(p, a, b);
    }
  }
  if (!plan_finish(p, &error)) {
    fail_msg("seed %u: %s", (unsigned)seed, error.text);
  }
  return p;
}

static void test_round_trip(void **state) {
  (void)state;
  unsigned starts = 0;
  unsigned wildcards = 0;
  for (uint64_t seed = 0; seed < 200; seed++) {
    plan_t *p = random_plan(seed);
    char *text = write_text(p);
    plan_t *again = good(text);
    char *text_again = write_text(again);
    assert_string_equal(text, text_again);
    assert_int_equal(again->ops, p->ops);
    assert_int_equal(again->edges, p->edges);
    assert_int_equal(again->start_edges, p->start_edges);
    starts += p->start_edges;
    wildcards += p->has_late;
    // On a map the ranks are written.
    noc_error_t error;
    const scenario_file_t map = {.text = "random"};
    plan_map(again, 9, node_map_create(&map, NODES, 9, seed, &error));
    free(text_again);
    text_again = write_text(again);
    assert_string_equal(text, text_again);
    plan_free(p);
    plan_free(again);
    free(text);
    free(text_again);
  }
  assert_true(starts > 1000 && wildcards > 100);
}

static void test_maps(void **state) {
  (void)state;
  noc_error_t error;
  const scenario_file_t linear = {.text = "linear"};
  const scenario_file_t random = {.text = "random"};
  uint32_t *image = node_map_create(&linear, 3, 5, 1, &error);
  for (uint32_t r = 0; r < 3; r++) {
    assert_int_equal(image[r], r);
  }
  free(image);
  // All nodes are drawn, each about as often, and none twice.
  unsigned drawn[10] = {0};
  for (uint64_t seed = 0; seed < 1000; seed++) {
    unsigned used = 0;
    image = node_map_create(&random, 4, 10, seed, &error);
    uint32_t *same = node_map_create(&random, 4, 10, seed, &error);
    assert_memory_equal(image, same, 4 * sizeof *image);
    for (uint32_t r = 0; r < 4; r++) {
      assert_true(image[r] < 10 && (used & 1u << image[r]) == 0);
      used |= 1u << image[r];
      drawn[image[r]]++;
    }
    free(image);
    free(same);
  }
  for (unsigned i = 0; i < 10; i++) {
    assert_in_range(drawn[i], 330, 470);
  }
}

static void test_map_file(void **state) {
  (void)state;
  char name[] = "/tmp/nocstep-test-XXXXXX";
  noc_error_t error;
  FILE *file = fdopen(mkstemp(name), "w");
  assert_true(fputs("8 0 # two\n4\n", file) >= 0);
  assert_int_equal(fclose(file), 0);
  const scenario_file_t map = {.text = name, .path = name};
  uint32_t *image = node_map_create(&map, 3, 9, 1, &error);
  assert_non_null(image);
  assert_int_equal(image[0], 8);
  assert_int_equal(image[2], 4);
  free(image);
  assert_null(node_map_create(&map, 4, 9, 1, &error));
  assert_non_null(
      strstr(error.text, ":3:1: there is the end of the file after 3 nodes; there must be 4"));
  assert_null(node_map_create(&map, 2, 9, 1, &error));
  assert_non_null(strstr(error.text, ":2:1: there is '4' after 2 nodes; there must be 2"));
  assert_null(node_map_create(&map, 3, 8, 1, &error));
  assert_non_null(strstr(error.text, ":1:1: there is '8'; there must be 0 to 7"));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  assert_int_equal(remove(name), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_accepted),     cmocka_unit_test(test_same_tag),
      cmocka_unit_test(test_refused_text), cmocka_unit_test(test_refused_plans),
      cmocka_unit_test(test_cycles),       cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_maps),         cmocka_unit_test(test_map_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
