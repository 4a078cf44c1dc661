// route_select: RTL against golden model.

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
  // rows, adaptive.
  const noc_shape_t shapes[] = {
      shape_routed(
          (routed_choice_t){{5, 4, 3, 32, 0, 3, 1, 0}, ROUTE_TABLE, 2, .rows = 2, .adaptive = 1}),
      shape_routed(
          (routed_choice_t){{6, 2, 8, 32, 0, 3, 1, 0}, ROUTE_TABLE, 1, .rows = 2, .adaptive = 0}),
      shape_routed(
          (routed_choice_t){{16, 2, 8, 32, 0, 3, 1, 0}, ROUTE_TABLE, 1, .rows = 2, .adaptive = 1}),
      shape_routed(
          (routed_choice_t){{2, 1, 1, 32, 0, 3, 1, 0}, ROUTE_TABLE, 1, .rows = 2, .adaptive = 1}),
      shape_routed((routed_choice_t){
          {11, 16, 640, 64, 0, 3, 1, 0}, ROUTE_TABLE, 1, .rows = 2, .adaptive = 1}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("route_select", shapes, n, 40000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
