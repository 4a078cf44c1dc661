// route_h3dm: RTL against golden model.

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
  // digit_w, layers_log2.
  const noc_shape_t shapes[] = {
      shape_routed((routed_choice_t){{9, 2, 1, 64, 0, 3, 1, 5}, ROUTE_H3DM, 2, .digit_w = 2}),
      shape_routed((routed_choice_t){{7, 2, 1, 32, 0, 3, 1, 3}, ROUTE_H3DM, 2, .digit_w = 2}),
      shape_routed((routed_choice_t){
          {9, 1, 1, 64, 0, 3, 1, 7}, ROUTE_H3DM, 1, .digit_w = 3, .layers_log2 = 1}),
      shape_routed((routed_choice_t){{11, 2, 1, 32, 0, 3, 1, 5}, ROUTE_H3DM, 2, .digit_w = 1}),
      shape_routed((routed_choice_t){{10, 3, 1, 128, 0, 3, 1, 9}, ROUTE_H3DM, 3, .digit_w = 3}),
      shape_routed((routed_choice_t){
          {12, 2, 1, 64, 0, 3, 1, 5}, ROUTE_H3DM, 2, .digit_w = 4, .layers_log2 = 2}),
      // Five levels are the most that an address of 32 bits has digits for: they need 4 layers.
      shape_routed((routed_choice_t){{16, 2, 1, 128, 0, 3, 1, 11}, ROUTE_H3DM, 2, .digit_w = 2}),
      shape_routed((routed_choice_t){{8, 4, 1, 128, 0, 3, 2, 3}, ROUTE_H3DM, 2, .digit_w = 10}),
      shape_routed((routed_choice_t){
          {9, 2, 1, 128, 0, 3, 1, 5}, ROUTE_H3DM, 2, .digit_w = 6, .layers_log2 = 5}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 3;
  unit_lockstep_check("route_h3dm", shapes, n, 40000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
