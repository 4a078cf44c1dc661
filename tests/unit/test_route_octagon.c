// route_octagon: RTL against golden model.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/shapes.h"
#include "unit/unit_lockstep.h"

static void test_lockstep(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes,
  // digit_w.
  const noc_shape_t shapes[] = {
      shape_routed((routed_choice_t){{4, 2, 1, 32, 0, 3, 1, 1}, ROUTE_OCTAGON, 2, .digit_w = 4}),
      shape_routed((routed_choice_t){{5, 1, 1, 32, 0, 3, 1, 1}, ROUTE_OCTAGON, 1, .digit_w = 3}),
      shape_routed((routed_choice_t){{16, 3, 1, 128, 0, 3, 1, 1}, ROUTE_OCTAGON, 3, .digit_w = 20}),
      shape_routed((routed_choice_t){{4, 1, 1, 32, 0, 3, 1, 1}, ROUTE_OCTAGON, 1, .digit_w = 5}),
      shape_routed((routed_choice_t){{6, 4, 1, 64, 0, 3, 2, 1}, ROUTE_OCTAGON, 2, .digit_w = 8}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("route_octagon", shapes, n, 40000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
