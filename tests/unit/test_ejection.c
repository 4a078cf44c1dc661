// ejection: RTL against golden model, packets from the router, a host that stalls.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/shapes.h"
#include "unit/unit_lockstep.h"

// The first 3 in the quick tier. Ports, VCs, depth, flit bits, cut-through, pipeline, networks,
// dims.
static unsigned all_shapes(noc_shape_t *shapes) {
  unsigned n = 0;
  shapes[n++] = shape_of((shape_choice_t){5, 3, 3, 64, 0, 3, 3, 2});
  shapes[n++] = shape_of((shape_choice_t){5, 1, 1, 32, 0, 3, 1, 2});
  shapes[n++] = shape_of((shape_choice_t){5, 4, 8, 128, 0, 3, 2, 2});
  shapes[n++] = shape_of((shape_choice_t){5, 3, 3, 64, 0, 3, 1, 2});
  shapes[n++] = shape_of((shape_choice_t){5, 16, 640, 256, 0, 3, 4, 2});
  return n;
}

static void test_golden(void **state) {
  (void)state;
  noc_shape_t shapes[5];
  unit_golden_check("ejection", shapes, all_shapes(shapes), 50000, 1000000);
}

static void test_lockstep(void **state) {
  (void)state;
  noc_shape_t shapes[5];
  const unsigned n = all_shapes(shapes);
  unit_lockstep_check("ejection", shapes, unit_long_tier() ? n : 2, 40000, 1000000);
}

static void test_coded(void **state) {
  (void)state;
  unit_coded_check("ejection");
}

static void test_coded_golden(void **state) {
  (void)state;
  unit_coded_golden_check("ejection");
}

static void test_multicast(void **state) {
  (void)state;
  unit_multicast_check("ejection");
}

static void test_forwarding(void **state) {
  (void)state;
  unit_forward_check("ejection");
}

static void test_forwarding_golden(void **state) {
  (void)state;
  unit_forward_golden_check("ejection");
}

static void test_aged_golden(void **state) {
  (void)state;
  unit_aged_golden_check("ejection");
}

static void test_aged(void **state) {
  (void)state;
  unit_aged_check("ejection");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),     cmocka_unit_test(test_coded_golden),
      cmocka_unit_test(test_lockstep),   cmocka_unit_test(test_coded),
      cmocka_unit_test(test_multicast),  cmocka_unit_test(test_forwarding_golden),
      cmocka_unit_test(test_forwarding), cmocka_unit_test(test_aged_golden),
      cmocka_unit_test(test_aged)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
