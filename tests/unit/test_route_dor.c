// route_dor: RTL against golden model, every pair of short addresses, long ones at random; meshes,
// tori, hypercubes.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/shapes.h"
#include "unit/unit_lockstep.h"

static void test_lockstep(void **state) {
  (void)state;
  // The first 4 in the quick tier. Ports, VCs, depth, flit bits, cut-through, pipeline,
  // networks, dims.
  const noc_shape_t shapes[] = {
      shape_of((shape_choice_t){5, 1, 1, 64, 0, 3, 1, 2}),
      shape_of((shape_choice_t){9, 1, 1, 64, 0, 3, 1, 3}),
      shape_of((shape_choice_t){2, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){3, 1, 1, 32, 0, 3, 1, 1}),
      shape_of((shape_choice_t){7, 1, 1, 32, 0, 3, 1, 2}),
      shape_of((shape_choice_t){16, 1, 1, 64, 0, 3, 1, 4}),
      shape_of((shape_choice_t){13, 1, 1, 128, 0, 3, 1, 6}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("route_dor", shapes, n, 40000, 1000000);
}

static void test_torus_and_hypercube(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes,
  // digit_w.
  const noc_shape_t shapes[] = {
      shape_routed((routed_choice_t){{5, 2, 1, 32, 0, 3, 1, 2}, ROUTE_TORUS, 2, .digit_w = 3}),
      shape_routed((routed_choice_t){{6, 1, 1, 32, 0, 3, 1, 4}, ROUTE_HYPERCUBE, 1, .digit_w = 1}),
      shape_routed((routed_choice_t){{8, 3, 1, 64, 0, 3, 1, 3}, ROUTE_TORUS, 3, .digit_w = 2}),
      shape_routed((routed_choice_t){{4, 2, 1, 32, 0, 3, 1, 1}, ROUTE_TORUS, 2, .digit_w = 4}),
      shape_routed((routed_choice_t){{13, 2, 1, 128, 0, 3, 1, 6}, ROUTE_TORUS, 2, .digit_w = 5}),
      shape_routed((routed_choice_t){{3, 1, 1, 64, 0, 3, 1, 1}, ROUTE_TORUS, 1, .digit_w = 20}),
      shape_routed(
          (routed_choice_t){{16, 2, 1, 64, 0, 3, 1, 15}, ROUTE_HYPERCUBE, 2, .digit_w = 1}),
      shape_routed((routed_choice_t){{5, 2, 1, 32, 0, 3, 1, 2}, ROUTE_MESH, 2, .digit_w = 3}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("route_dor", shapes, n, 40000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep),
                                     cmocka_unit_test(test_torus_and_hypercube)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
