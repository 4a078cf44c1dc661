// router: RTL against golden model, neighbours at all ports: six shapes in the quick tier, every pair
// of parameter values in the long one.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/shapes.h"
#include "unit/unit_lockstep.h"

static void test_lockstep(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims.
  const noc_shape_t shapes[] = {
      shape_of((shape_choice_t){5, 4, 8, 64, 0, 3, 1, 2}),
      shape_of((shape_choice_t){2, 1, 1, 32, 0, 2, 1, 0}),
      shape_of((shape_choice_t){3, 2, 2, 128, 1, 3, 2, 1}),
      shape_of((shape_choice_t){7, 8, 8, 64, 1, 2, 4, 3}),
      shape_of((shape_choice_t){8, 2, 640, 256, 0, 2, 1, 1}),
      shape_of((shape_choice_t){16, 16, 2, 64, 0, 3, 2, 2}),
  };
  unit_lockstep_check("router", shapes, sizeof shapes / sizeof shapes[0], 50000, 1000000);
}

static void test_pairwise(void **state) {
  (void)state;
  enum { MOST = 100 };
  static noc_shape_t shapes[MOST];
  unsigned n = shapes_pairwise(shapes, MOST);
  assert_in_range(n, 6 * 5, MOST);  // at least the pairs of the two largest factors
  if (!unit_long_tier()) {
    return;
  }
  unit_lockstep_check("router", shapes, n, 20000, 200000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep),
                                     cmocka_unit_test(test_pairwise)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
