// Paths of messages in GOAL text: what is read is what the text says, what is written reads back as
// the same, and what is no path is refused at its place.

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

static plan_t *read_text(const char *text, noc_error_t *error) {
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  assert_non_null(in);
  plan_t *plan = plan_read_stream(in, "p.goal", 64, 4, error);
  assert_int_equal(fclose(in), 0);
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

static const char kText[] =
    "num_ranks 4\n\nrank 0 {\n"
    "l1: send 8b to 1 tag 5 via 3 2 4,1 0,15\n"
    "l2: send 8b to 1 tag 0\n"
    "l3: send 8b to 1 tag 0 via 0\n"
    "l2 requires l1\nl3 requires l2\n}\n\n"
    "rank 1 {\nl1: recv 8b from 0 tag 5\nl2: recv 8b from 0 tag 0\nl3: recv 8b from 0 tag 0\n}\n\n"
    "rank 2 {\n}\n\nrank 3 {\n}\n";

static void test_text(void **state) {
  (void)state;
  noc_error_t error = {0};
  plan_t *plan = read_text(kText, &error);
  assert_non_null(plan);
  assert_int_equal(plan->paths, 2);
  assert_int_equal(plan_path_of(plan, 0), 0);
  assert_int_equal(plan_path_of(plan, 1), kPlanNone);
  assert_int_equal(plan_path_of(plan, 2), 1);
  assert_int_equal(plan->path[0].count, 3);
  assert_int_equal(plan->path[1].count, 0);
  const plan_hop_t *hop = &plan->hop[plan->path[0].first];
  assert_true(hop[0].port == 2 && hop[0].vc_class == kPlanAny);
  assert_true(hop[1].port == 4 && hop[1].vc_class == 1);
  assert_true(hop[2].port == 0 && hop[2].vc_class == 15);
  char *text = write_text(plan);
  assert_string_equal(text, kText);
  free(text);
  plan_free(plan);
}

// An item may go along a path, and its label may be called so.
static void test_item(void **state) {
  (void)state;
  noc_error_t error = {0};
  plan_t *plan = read_text(
      "num_ranks 4\nrank 0 { recv 8b from 2 via: recv 8b from 1 send 8b to 1 of via via 1 3 }\n"
      "rank 1 { send 8b to 0 recv 8b from 0 }\nrank 2 { send 8b to 0 }\n",
      &error);
  if (plan == NULL) {
    fail_msg("%s", error.text);
    return;
  }
  assert_int_equal(plan->paths, 1);
  assert_int_equal(plan->op[plan->path[0].operation].source, 1);
  plan_free(plan);
}

static void bad(const char *path, const char *expected) {
  noc_error_t error = {0};
  char text[200];
  (void)snprintf(text, sizeof text, "num_ranks 4\nrank 0 {\nsend 8b to 1 %s\n}\nrank 1 {\n}\n",
                 path);
  plan_t *plan = read_text(text, &error);
  if (plan != NULL || error.status != NOC_BAD_INPUT || strstr(error.text, expected) != error.text) {
    fail_msg("\n%s\nfound    %s\nexpected %s", text, plan != NULL ? "no error" : error.text,
             expected);
  }
}

static void test_refused(void **state) {
  (void)state;
  bad("via", "p.goal:4:1: there is '}'; there must be a number of hops from 0 to 255");
  bad("via 256", "p.goal:3:18: there is '256'; there must be a number of hops from 0 to 255");
  bad("via 2 1", "p.goal:4:1: there is '}'; there must be a hop of a path, PORT or PORT,CLASS");
  bad("via 1 1,16", "p.goal:3:20: there is '1,16'; there must be a hop");
  bad("via 1 1,", "p.goal:3:20: there is '1,'; there must be a hop");
  bad("via 1 -1", "p.goal:3:20: there is '-1'; there must be a hop");
  bad("via 1 1,2,3", "p.goal:3:20: there is '1,2,3'; there must be a hop");
  bad("via 1 70000", "p.goal:3:20: there is '70000'; there must be a hop");
  bad("via 1 2", "p.goal:3:1: plan: rank 0: the send to 1 with tag 0 has no receive");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_text), cmocka_unit_test(test_item),
                                     cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
