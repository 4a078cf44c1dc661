// vc_allocator: RTL against golden model, any waiting heads, busy VCs and credits.

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
      shape_of((shape_choice_t){5, 4, 8, 64, 1, 3, 2, 2}),
      shape_of((shape_choice_t){3, 1, 1, 64, 0, 3, 1, 1}),
      shape_of((shape_choice_t){2, 3, 2, 64, 0, 3, 3, 0}),
      shape_of((shape_choice_t){7, 8, 640, 64, 1, 3, 2, 3}),
      shape_of((shape_choice_t){16, 16, 4, 64, 0, 3, 4, 2}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("vc_allocator", shapes, n, 40000, 1000000);
}

// VC classes: as many as VCs, uneven shares, and blocks of several networks.
static void test_classes(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes.
  const noc_shape_t shapes[] = {
      shape_routed((routed_choice_t){{5, 6, 5, 64, 1, 3, 2, 1}, ROUTE_TORUS, 2, .digit_w = 3}),
      shape_routed((routed_choice_t){{4, 5, 2, 64, 0, 3, 1, 1}, ROUTE_TORUS, 5, .digit_w = 3}),
      shape_routed((routed_choice_t){{5, 16, 4, 64, 0, 3, 1, 1}, ROUTE_TORUS, 16, .digit_w = 3}),
      shape_routed((routed_choice_t){{9, 12, 640, 64, 1, 3, 3, 1}, ROUTE_TORUS, 3, .digit_w = 3}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 1;
  unit_lockstep_check("vc_allocator", shapes, n, 40000, 1000000);
}

// Oldest first, in both stages.
static void test_ages(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_aged(shape_of((shape_choice_t){5, 4, 8, 64, 1, 3, 2, 2}), 8),
      // The long tier.
      shape_aged(shape_of((shape_choice_t){4, 3, 2, 64, 0, 3, 1, 0}), 4),
      shape_aged(
          shape_routed((routed_choice_t){{5, 6, 5, 64, 1, 3, 2, 1}, ROUTE_TORUS, 2, .digit_w = 3}),
          16),
      shape_aged(shape_of((shape_choice_t){16, 16, 4, 64, 0, 3, 4, 2}), 5),
      shape_aged(shape_of((shape_choice_t){7, 8, 640, 128, 1, 3, 2, 3}), 32),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 1;
  unit_lockstep_check("vc_allocator", shapes, n, 40000, 1000000);
}

// Bids for the switch beside VC allocation.
static void test_speculation(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_speculative(shape_of((shape_choice_t){5, 4, 8, 64, 1, 3, 2, 2})),
      // The long tier.
      shape_speculative(shape_of((shape_choice_t){2, 3, 2, 64, 0, 3, 3, 0})),
      shape_speculative(
          shape_routed((routed_choice_t){{5, 6, 5, 64, 1, 3, 2, 1}, ROUTE_TORUS, 2, .digit_w = 3})),
      shape_speculative(shape_aged(shape_of((shape_choice_t){4, 3, 2, 64, 1, 3, 1, 0}), 4)),
      shape_speculative(shape_of((shape_choice_t){16, 16, 4, 64, 0, 3, 4, 2})),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 1;
  unit_lockstep_check("vc_allocator", shapes, n, 40000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep),
                                     cmocka_unit_test(test_classes), cmocka_unit_test(test_ages),
                                     cmocka_unit_test(test_speculation)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
