// input_unit: RTL against golden model, well-formed packets, legal grants.

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
      shape_of((shape_choice_t){7, 4, 8, 128, 1, 3, 2, 1}),
      shape_of((shape_choice_t){3, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){5, 3, 3, 64, 0, 3, 1, 2}),
      shape_of((shape_choice_t){16, 16, 4, 256, 1, 2, 4, 2}),
      shape_of((shape_choice_t){5, 2, 640, 64, 1, 3, 1, 2}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("input_unit", shapes, n, 40000, 1000000);
}

// The route by every unit; tables and their credits from outside.
static void test_routings(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_routed((routed_choice_t){
          {5, 6, 3, 64, 1, 3, 2, 0}, ROUTE_TABLE, 3, .groups = 2, .rows = 9, .adaptive = 1}),
      shape_routed((routed_choice_t){{6, 3, 3, 64, 1, 3, 1, 0}, ROUTE_SOURCE, 3, .fields = 6}),
      shape_routed((routed_choice_t){{9, 2, 2, 64, 0, 3, 1, 5}, ROUTE_H3DM, 2, .digit_w = 2}),
      shape_routed((routed_choice_t){{7, 4, 3, 64, 0, 3, 1, 3}, ROUTE_TORUS, 2, .digit_w = 3}),
      shape_routed((routed_choice_t){{4, 2, 3, 32, 0, 3, 1, 1}, ROUTE_OCTAGON, 2, .digit_w = 3}),
      shape_routed((routed_choice_t){{5, 2, 3, 64, 0, 3, 1, 3}, ROUTE_HYPERCUBE, 1, .digit_w = 1}),
      shape_routed((routed_choice_t){{3, 4, 3, 32, 0, 3, 1, 0}, ROUTE_TABLE, 1, .rows = 9}),
      shape_routed(
          (routed_choice_t){{16, 16, 8, 64, 0, 3, 4, 0}, ROUTE_TABLE, 4, .rows = 9, .adaptive = 1}),
      shape_routed((routed_choice_t){{9, 2, 3, 256, 0, 3, 1, 0}, ROUTE_SOURCE, 1, .fields = 55}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("input_unit", shapes, n, 40000, 1000000);
}

// The age of a head, kept until the next head leaves; across the words of a payload as well.
static void test_ages(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_aged(
          shape_routed((routed_choice_t){
              {3, 4, 5, 64, 1, 3, 2, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 9, .adaptive = 1}),
          8),
      // The long tier.
      shape_aged(shape_of((shape_choice_t){5, 3, 3, 64, 0, 3, 1, 2}), 4),
      shape_aged(shape_of((shape_choice_t){7, 4, 8, 128, 1, 3, 2, 1}), 32),
      shape_aged(
          shape_routed((routed_choice_t){{6, 3, 1, 64, 0, 3, 1, 0}, ROUTE_SOURCE, 3, .fields = 4}),
          13),
      shape_aged(shape_of((shape_choice_t){16, 16, 4, 256, 1, 2, 4, 2}), 17),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 1;
  unit_lockstep_check("input_unit", shapes, n, 40000, 1000000);
}

// Bids for the switch beside VC allocation.
static void test_speculation(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_speculative(shape_aged(shape_of((shape_choice_t){5, 3, 3, 64, 1, 3, 1, 2}), 4)),
      // The long tier.
      shape_speculative(shape_of((shape_choice_t){3, 1, 1, 32, 0, 3, 1, 0})),
      shape_speculative(shape_routed((routed_choice_t){
          {5, 6, 3, 64, 1, 3, 2, 0}, ROUTE_TABLE, 3, .groups = 2, .rows = 9, .adaptive = 1})),
      shape_speculative(shape_of((shape_choice_t){16, 16, 4, 256, 1, 2, 4, 2})),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 1;
  unit_lockstep_check("input_unit", shapes, n, 40000, 1000000);
}

// Routes that the heads carry; with two stages a flit takes part as it arrives.
static void test_lookahead(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_looking(shape_speculative(shape_aged(
          shape_routed((routed_choice_t){{5, 4, 3, 64, 1, 2, 2, 2}, ROUTE_TORUS, 2, .digit_w = 3}),
          4))),
      shape_looking(shape_of((shape_choice_t){5, 2, 1, 64, 0, 2, 1, 2})),
      shape_looking(shape_routed(
          (routed_choice_t){{4, 3, 4, 64, 0, 2, 1, 0}, ROUTE_TABLE, 3, .groups = 3, .rows = 9})),
      // The long tier.
      shape_looking(shape_of((shape_choice_t){5, 4, 8, 64, 0, 3, 1, 2})),
      shape_looking(shape_speculative(shape_of((shape_choice_t){3, 1, 1, 64, 0, 2, 1, 1}))),
      shape_looking(
          shape_routed((routed_choice_t){{9, 2, 2, 64, 0, 2, 1, 5}, ROUTE_H3DM, 2, .digit_w = 2})),
      shape_looking(shape_routed(
          (routed_choice_t){{4, 2, 3, 32, 0, 2, 1, 1}, ROUTE_OCTAGON, 2, .digit_w = 3})),
      shape_looking(shape_routed(
          (routed_choice_t){{5, 2, 3, 64, 0, 3, 1, 3}, ROUTE_HYPERCUBE, 1, .digit_w = 1})),
      shape_looking(
          shape_routed((routed_choice_t){{6, 3, 3, 64, 1, 2, 1, 0}, ROUTE_SOURCE, 3, .fields = 6})),
      shape_looking(shape_speculative(
          shape_aged(shape_of((shape_choice_t){16, 16, 4, 256, 1, 2, 4, 2}), 17))),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 3;
  unit_lockstep_check("input_unit", shapes, n, 40000, 1000000);
}

// Payload memories that are read at a clock edge.
static void test_sync_read(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims.
  const noc_shape_t shapes[] = {
      shape_sync_read(shape_of((shape_choice_t){3, 2, 2, 64, 0, 3, 1, 1})),
      // The long tier.
      shape_sync_read(shape_speculative(shape_of((shape_choice_t){5, 4, 8, 128, 1, 3, 2, 2}))),
      shape_sync_read(shape_of((shape_choice_t){2, 1, 1, 32, 0, 3, 1, 0})),
      shape_sync_read(shape_aged(shape_of((shape_choice_t){16, 16, 4, 256, 1, 3, 4, 2}), 17)),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 1;
  unit_lockstep_check("input_unit", shapes, n, 40000, 1000000);
}

// Routes from tables with a registered read, a cycle after the flit.
static void test_late_routes(void **state) {
  (void)state;
  noc_shape_t shapes[SHAPES_LATE];
  shapes_late(shapes);
  unit_lockstep_check("input_unit", shapes, unit_long_tier() ? SHAPES_LATE : 2, 40000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lockstep),   cmocka_unit_test(test_routings),
      cmocka_unit_test(test_ages),       cmocka_unit_test(test_speculation),
      cmocka_unit_test(test_lookahead),  cmocka_unit_test(test_sync_read),
      cmocka_unit_test(test_late_routes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
