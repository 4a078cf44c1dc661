// route_table: RTL against golden model.

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
  // groups, rows.
  const noc_shape_t shapes[] = {
      shape_routed(
          (routed_choice_t){{5, 4, 1, 32, 0, 3, 1, 0}, ROUTE_TABLE, 2, .groups = 3, .rows = 9}),
      shape_routed(
          (routed_choice_t){{2, 1, 1, 32, 0, 3, 1, 0}, ROUTE_TABLE, 1, .groups = 1, .rows = 1}),
      shape_routed((routed_choice_t){
          {16, 16, 1, 64, 0, 3, 1, 0}, ROUTE_TABLE, 16, .groups = 16, .rows = 33}),
      shape_routed(
          (routed_choice_t){{7, 6, 1, 32, 0, 3, 2, 0}, ROUTE_TABLE, 3, .groups = 2, .rows = 100}),
      shape_routed(
          (routed_choice_t){{8, 2, 1, 64, 0, 3, 1, 0}, ROUTE_TABLE, 1, .groups = 2, .rows = 65536}),
      shape_routed(
          (routed_choice_t){{3, 8, 1, 64, 0, 3, 4, 0}, ROUTE_TABLE, 2, .groups = 5, .rows = 64}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 4;
  unit_lockstep_check("route_table", shapes, n, 20000, 1000000);
}

// Rows are read at a clock edge.
static void test_sync_read(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_sync_read(shape_routed(
          (routed_choice_t){{5, 4, 1, 32, 0, 3, 1, 0}, ROUTE_TABLE, 2, .groups = 3, .rows = 9})),
      // The long tier.
      shape_sync_read(shape_routed(
          (routed_choice_t){{2, 1, 1, 32, 0, 3, 1, 0}, ROUTE_TABLE, 1, .groups = 1, .rows = 1})),
      shape_sync_read(shape_routed((routed_choice_t){
          {16, 16, 1, 64, 0, 3, 2, 0}, ROUTE_TABLE, 8, .groups = 16, .rows = 33})),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 1;
  unit_lockstep_check("route_table", shapes, n, 20000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep),
                                     cmocka_unit_test(test_sync_read)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
