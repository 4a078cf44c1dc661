// network_interface: RTL against golden model, host and router around the whole interface.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/shapes.h"
#include "unit/unit_lockstep.h"

static void test_lockstep(void **state) {
  (void)state;
  // The first 2 in the quick tier. Ports, VCs, depth, flit bits, cut-through, pipeline,
  // networks, dims.
  const noc_shape_t shapes[] = {
      shape_of((shape_choice_t){5, 8, 16, 128, 1, 3, 4, 2}),
      shape_of((shape_choice_t){3, 1, 1, 32, 0, 3, 1, 1}),
      shape_of((shape_choice_t){5, 4, 8, 64, 0, 3, 2, 2}),
      shape_of((shape_choice_t){16, 16, 640, 256, 1, 3, 16, 0}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("network_interface", shapes, n, 40000, 1000000);
}

static void test_coded(void **state) {
  (void)state;
  unit_coded_check("network_interface");
}

static void test_coded_golden(void **state) {
  (void)state;
  unit_coded_golden_check("network_interface");
}

static void test_multicast(void **state) {
  (void)state;
  unit_multicast_check("network_interface");
}

static void test_forwarding(void **state) {
  (void)state;
  unit_forward_check("network_interface");
}

static void test_forwarding_golden(void **state) {
  (void)state;
  unit_forward_golden_check("network_interface");
}

static void test_aged_golden(void **state) {
  (void)state;
  unit_aged_golden_check("network_interface");
}

static void test_aged(void **state) {
  (void)state;
  unit_aged_check("network_interface");
}

// Heads get the route at their own router.
static void test_lookahead(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_looking(shape_aged(
          shape_routed((routed_choice_t){{5, 4, 3, 64, 1, 3, 2, 2}, ROUTE_TORUS, 2, .digit_w = 2}),
          4)),
      // The long tier.
      shape_looking(shape_forwarding(
          shape_with_multicast(shape_routed((routed_choice_t){
                                   {5, 4, 4, 128, 0, 3, 1, 0}, ROUTE_TABLE, 2, .rows = 9}),
                               0, 1, 0),
          (forward_choice_t){4, 4, 8, 3, 0})),
      shape_looking(shape_of((shape_choice_t){5, 2, 4, 64, 0, 3, 1, 2})),
      shape_looking(shape_routed(
          (routed_choice_t){{4, 2, 3, 64, 0, 2, 1, 1}, ROUTE_OCTAGON, 2, .digit_w = 3})),
      shape_looking(
          shape_routed((routed_choice_t){{9, 2, 2, 64, 0, 2, 1, 5}, ROUTE_H3DM, 2, .digit_w = 2})),
      shape_looking(shape_coded((shape_choice_t){5, 2, 3, 128, 0, 3, 1, 2}, 4, 3, 1, 5)),
      shape_looking(shape_forwarding(shape_of((shape_choice_t){5, 2, 4, 64, 0, 3, 1, 2}),
                                     (forward_choice_t){4, 4, 8, 3, 0})),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 1;
  unit_lockstep_check("network_interface", shapes, n, 40000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_coded_golden),
                                     cmocka_unit_test(test_lockstep),
                                     cmocka_unit_test(test_coded),
                                     cmocka_unit_test(test_multicast),
                                     cmocka_unit_test(test_forwarding_golden),
                                     cmocka_unit_test(test_forwarding),
                                     cmocka_unit_test(test_aged_golden),
                                     cmocka_unit_test(test_aged),
                                     cmocka_unit_test(test_lookahead)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
