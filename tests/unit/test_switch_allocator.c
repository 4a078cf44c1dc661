// switch_allocator: RTL against golden model, any ready VCs and winners.

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
      shape_of((shape_choice_t){5, 4, 8, 64, 0, 3, 1, 2}),
      shape_of((shape_choice_t){3, 1, 1, 64, 0, 3, 1, 1}),
      shape_of((shape_choice_t){2, 3, 2, 64, 0, 3, 1, 0}),
      shape_of((shape_choice_t){7, 8, 640, 64, 0, 3, 1, 3}),
      shape_of((shape_choice_t){16, 16, 4, 64, 0, 3, 1, 2}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("switch_allocator", shapes, n, 15000, 1000000);
}

// Oldest first, in both stages.
static void test_ages(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_aged(shape_of((shape_choice_t){5, 4, 8, 64, 1, 3, 1, 2}), 8),
      // The long tier.
      shape_aged(shape_of((shape_choice_t){3, 3, 2, 64, 0, 3, 1, 0}), 4),
      shape_aged(shape_of((shape_choice_t){7, 8, 640, 128, 0, 3, 1, 3}), 32),
      shape_aged(shape_of((shape_choice_t){16, 16, 4, 64, 1, 3, 1, 2}), 5),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 1;
  unit_lockstep_check("switch_allocator", shapes, n, 15000, 1000000);
}

// Bids for the switch beside VC allocation.
static void test_speculation(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_speculative(shape_of((shape_choice_t){5, 4, 8, 64, 1, 3, 1, 2})),
      // The long tier.
      shape_speculative(shape_of((shape_choice_t){3, 1, 1, 64, 0, 3, 1, 1})),
      shape_speculative(shape_aged(shape_of((shape_choice_t){5, 4, 8, 64, 1, 3, 1, 2}), 8)),
      shape_speculative(shape_aged(shape_of((shape_choice_t){3, 3, 2, 64, 0, 3, 1, 0}), 4)),
      shape_speculative(shape_of((shape_choice_t){16, 16, 4, 64, 0, 3, 1, 2})),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 1;
  unit_lockstep_check("switch_allocator", shapes, n, 15000, 1000000);
}

// Pairs of input and output by a wavefront.
static void test_wavefront(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims.
  const noc_shape_t shapes[] = {
      shape_wavefront(shape_of((shape_choice_t){5, 4, 8, 64, 1, 3, 1, 2})),
      shape_wavefront(shape_speculative(shape_of((shape_choice_t){3, 2, 4, 64, 0, 3, 1, 1}))),
      // The long tier.
      shape_wavefront(shape_of((shape_choice_t){2, 1, 1, 64, 0, 3, 1, 0})),
      shape_wavefront(shape_of((shape_choice_t){7, 8, 640, 64, 0, 3, 1, 3})),
      shape_wavefront(shape_speculative(shape_of((shape_choice_t){5, 4, 8, 64, 1, 3, 1, 2}))),
      shape_wavefront(shape_speculative(shape_of((shape_choice_t){16, 16, 4, 64, 0, 3, 1, 2}))),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("switch_allocator", shapes, n, 15000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep), cmocka_unit_test(test_ages),
                                     cmocka_unit_test(test_speculation),
                                     cmocka_unit_test(test_wavefront)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
