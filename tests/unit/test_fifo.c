// fifo: RTL against golden model, random pushes, pops and reads.

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
      shape_of((shape_choice_t){5, 4, 3, 64, 0, 3, 1, 2}),
      shape_of((shape_choice_t){5, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){5, 2, 2, 128, 0, 3, 1, 0}),
      shape_of((shape_choice_t){5, 3, 5, 256, 0, 3, 1, 0}),
      shape_of((shape_choice_t){5, 2, 640, 64, 0, 3, 1, 0}),
      shape_of((shape_choice_t){5, 16, 8, 64, 0, 3, 1, 0}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 3;
  unit_lockstep_check("fifo", shapes, n, 40000, 1000000);
}

// An entry may pass through an empty queue in the cycle of its push.
static void test_lookahead(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_looking(shape_of((shape_choice_t){3, 3, 2, 64, 0, 2, 1, 1})),
      // The long tier.
      shape_looking(shape_speculative(shape_of((shape_choice_t){3, 4, 5, 64, 0, 2, 1, 1}))),
      shape_looking(shape_speculative(shape_of((shape_choice_t){3, 1, 1, 64, 0, 2, 1, 1}))),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 1;
  unit_lockstep_check("fifo", shapes, n, 40000, 1000000);
}

// The payload memory is read at a clock edge.
static void test_sync_read(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims.
  const noc_shape_t shapes[] = {
      shape_sync_read(shape_of((shape_choice_t){3, 3, 2, 64, 0, 3, 1, 1})),
      // The long tier.
      shape_sync_read(shape_of((shape_choice_t){3, 1, 1, 32, 0, 3, 1, 1})),
      shape_sync_read(shape_speculative(shape_of((shape_choice_t){3, 4, 640, 256, 0, 3, 1, 1}))),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 1;
  unit_lockstep_check("fifo", shapes, n, 40000, 1000000);
}

// Some bits of a tag come a cycle after the push.
static void test_late(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_sync_read(shape_routed(
          (routed_choice_t){{3, 3, 2, 64, 1, 3, 1, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 9})),
      // The long tier.
      shape_sync_read(shape_speculative(shape_routed(
          (routed_choice_t){{5, 4, 5, 64, 0, 3, 1, 0}, ROUTE_TABLE, 3, .groups = 2, .rows = 9}))),
      shape_sync_read(shape_speculative(shape_looking(shape_routed(
          (routed_choice_t){{5, 2, 3, 64, 1, 3, 1, 0}, ROUTE_TABLE, 1, .groups = 2, .rows = 9})))),
      shape_sync_read(shape_routed(
          (routed_choice_t){{2, 1, 1, 32, 0, 3, 1, 0}, ROUTE_TABLE, 1, .groups = 1, .rows = 3})),
      shape_sync_read(shape_speculative(shape_routed(
          (routed_choice_t){{2, 1, 1, 32, 0, 3, 1, 0}, ROUTE_TABLE, 1, .groups = 1, .rows = 3}))),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("fifo", shapes, n, 40000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep),
                                     cmocka_unit_test(test_lookahead),
                                     cmocka_unit_test(test_sync_read), cmocka_unit_test(test_late)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
