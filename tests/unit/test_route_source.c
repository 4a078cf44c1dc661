// route_source: RTL against golden model.

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
  // fields.
  const noc_shape_t shapes[] = {
      shape_routed((routed_choice_t){{5, 2, 1, 64, 0, 3, 1, 0}, ROUTE_SOURCE, 2, .fields = 6}),
      shape_routed((routed_choice_t){{8, 1, 1, 32, 0, 3, 1, 0}, ROUTE_SOURCE, 1, .fields = 1}),
      shape_routed((routed_choice_t){{16, 16, 3, 256, 0, 3, 1, 0}, ROUTE_SOURCE, 16, .fields = 24}),
      shape_routed((routed_choice_t){{6, 3, 1, 128, 0, 3, 1, 0}, ROUTE_SOURCE, 3, .fields = 17}),
      shape_routed((routed_choice_t){{7, 4, 1, 64, 0, 3, 2, 0}, ROUTE_SOURCE, 1, .fields = 11}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("route_source", shapes, n, 40000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
