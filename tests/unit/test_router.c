// router: RTL against golden model, neighbours at all ports: some shapes in the quick tier, every
// pair of parameter values in the long one.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/shapes.h"
#include "unit/unit_lockstep.h"

static void test_lockstep(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims.
  const noc_shape_t shapes[] = {
      shape_of((shape_choice_t){5, 4, 8, 64, 0, 3, 1, 2}),
      shape_of((shape_choice_t){3, 2, 2, 128, 1, 3, 2, 1}),
      // The long tier.
      shape_of((shape_choice_t){2, 1, 1, 32, 0, 2, 1, 0}),
      shape_of((shape_choice_t){7, 8, 8, 64, 1, 2, 4, 3}),
      shape_of((shape_choice_t){8, 2, 640, 256, 0, 2, 1, 1}),
      shape_of((shape_choice_t){16, 16, 2, 64, 0, 3, 2, 2}),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("router", shapes, n, 10000, 1000000);
}

// Route computation by every unit, with classes; pipelines and switching in turn.
static void test_routings(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_routed((routed_choice_t){{5, 4, 3, 32, 0, 3, 2, 2}, ROUTE_TORUS, 2, .digit_w = 2}),
      shape_routed((routed_choice_t){
          {4, 3, 4, 64, 0, 2, 1, 0}, ROUTE_TABLE, 3, .groups = 3, .rows = 9, .adaptive = 1}),
      // The long tier.
      shape_routed((routed_choice_t){{4, 3, 5, 64, 1, 3, 1, 0}, ROUTE_SOURCE, 2, .fields = 7}),
      shape_routed((routed_choice_t){{9, 2, 2, 64, 1, 2, 1, 5}, ROUTE_H3DM, 2, .digit_w = 2}),
      shape_routed((routed_choice_t){
          {5, 6, 4, 64, 0, 2, 2, 0}, ROUTE_TABLE, 3, .groups = 3, .rows = 9, .adaptive = 1}),
      shape_routed((routed_choice_t){{4, 2, 4, 64, 0, 3, 1, 1}, ROUTE_OCTAGON, 2, .digit_w = 4}),
      shape_routed((routed_choice_t){{6, 5, 2, 32, 0, 2, 1, 4}, ROUTE_HYPERCUBE, 3, .digit_w = 1}),
      shape_routed((routed_choice_t){{5, 4, 4, 64, 0, 3, 1, 2}, ROUTE_MESH, 2, .digit_w = 3}),
      shape_routed((routed_choice_t){{5, 4, 8, 64, 0, 3, 1, 2}, ROUTE_TORUS, 2, .digit_w = 4}),
      shape_routed((routed_choice_t){{9, 4, 4, 128, 0, 3, 2, 3}, ROUTE_TORUS, 1, .digit_w = 3}),
      shape_routed((routed_choice_t){{5, 2, 640, 64, 1, 2, 1, 1}, ROUTE_OCTAGON, 1, .digit_w = 4}),
      shape_routed((routed_choice_t){{11, 2, 2, 64, 0, 2, 1, 5}, ROUTE_H3DM, 2, .digit_w = 1}),
      shape_routed((routed_choice_t){
          {9, 4, 4, 128, 0, 3, 2, 7}, ROUTE_H3DM, 2, .digit_w = 2, .layers_log2 = 0}),
      shape_routed((routed_choice_t){{2, 1, 1, 32, 0, 3, 1, 0}, ROUTE_TABLE, 1, .rows = 2}),
      shape_routed(
          (routed_choice_t){
              {8, 4, 3, 64, 1, 3, 1, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 70, .adaptive = 1}),
      shape_routed((routed_choice_t){
          {3, 2, 2, 128, 0, 3, 2, 0}, ROUTE_TABLE, 1, .groups = 4, .rows = 6, .adaptive = 1}),
      shape_routed((routed_choice_t){
          {16, 16, 2, 64, 0, 2, 1, 0}, ROUTE_TABLE, 16, .groups = 16, .rows = 20, .adaptive = 1}),
      shape_routed(
          (routed_choice_t){
              {6, 4, 3, 64, 0, 2, 1, 0}, ROUTE_TABLE, 4, .groups = 1, .rows = 33, .adaptive = 0}),
      shape_routed((routed_choice_t){{5, 1, 4, 32, 0, 2, 1, 0}, ROUTE_SOURCE, 1, .fields = 1}),
      shape_routed((routed_choice_t){{16, 6, 4, 256, 0, 3, 2, 0}, ROUTE_SOURCE, 3, .fields = 25}),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("router", shapes, n, 10000, 1000000);
}

static void test_pairwise(void **state) {
  (void)state;
  enum { MOST = 100 };
  static noc_shape_t shapes[MOST];
  unsigned n = shapes_pairwise(shapes, MOST);
  assert_in_range(n, 6 * 5, MOST);  // at least the pairs of the two largest factors
  if (!unit_long_tier()) {
    return;
  }
  unit_lockstep_check("router", shapes, n, 20000, 200000);
}

static void test_multicast(void **state) {
  (void)state;
  unit_multicast_check("router");
}

// Packets with ages, oldest first.
static void test_ages(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_aged(shape_of((shape_choice_t){3, 2, 3, 64, 0, 2, 1, 1}), 4),
      // The long tier, the first for coverage.
      shape_aged(
          shape_routed((routed_choice_t){{5, 4, 3, 64, 0, 3, 2, 2}, ROUTE_TORUS, 2, .digit_w = 2}),
          16),
      shape_aged(shape_of((shape_choice_t){5, 4, 8, 64, 1, 3, 2, 2}), 8),
      shape_aged(
          shape_routed((routed_choice_t){
              {5, 6, 4, 64, 1, 2, 2, 0}, ROUTE_TABLE, 3, .groups = 3, .rows = 9, .adaptive = 1}),
          9),
      shape_aged(
          shape_routed((routed_choice_t){{4, 3, 5, 64, 1, 3, 1, 0}, ROUTE_SOURCE, 2, .fields = 5}),
          7),
      shape_aged(shape_of((shape_choice_t){16, 16, 2, 256, 0, 3, 2, 2}), 32),
  };
  const unsigned n = unit_shapes(1, 2, sizeof shapes / sizeof shapes[0]);
  unit_lockstep_check("router", shapes, n, 10000, 1000000);
}

static void test_aged_multicast(void **state) {
  (void)state;
  unit_aged_multicast_check("router");
}

// Bids for the switch beside VC allocation.
static void test_speculation(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_speculative(shape_aged(shape_of((shape_choice_t){3, 2, 3, 64, 1, 2, 2, 1}), 4)),
      // The long tier, the first for coverage.
      shape_speculative(shape_aged(shape_of((shape_choice_t){5, 4, 8, 64, 0, 3, 1, 2}), 4)),
      shape_speculative(shape_of((shape_choice_t){5, 4, 8, 64, 0, 3, 1, 2})),
      shape_speculative(shape_of((shape_choice_t){2, 1, 1, 32, 0, 2, 1, 0})),
      shape_speculative(
          shape_routed((routed_choice_t){{5, 4, 3, 64, 1, 3, 2, 2}, ROUTE_TORUS, 2, .digit_w = 2})),
      shape_speculative(shape_routed((routed_choice_t){
          {4, 3, 4, 64, 0, 2, 1, 0}, ROUTE_TABLE, 3, .groups = 3, .rows = 9, .adaptive = 1})),
      shape_speculative(
          shape_routed((routed_choice_t){{4, 3, 5, 64, 1, 3, 1, 0}, ROUTE_SOURCE, 2, .fields = 7})),
      shape_speculative(shape_of((shape_choice_t){16, 16, 2, 64, 0, 3, 2, 2})),
  };
  const unsigned n = unit_shapes(1, 2, sizeof shapes / sizeof shapes[0]);
  unit_lockstep_check("router", shapes, n, 10000, 1000000);
}

// Routes that the heads carry; with two stages a flit takes part as it arrives.
static void test_lookahead(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_looking(shape_speculative(shape_of((shape_choice_t){3, 2, 3, 64, 1, 2, 2, 1}))),
      // The long tier.
      shape_looking(shape_aged(
          shape_routed((routed_choice_t){{5, 4, 3, 64, 0, 2, 2, 2}, ROUTE_TORUS, 2, .digit_w = 2}),
          4)),
      shape_looking(shape_routed(
          (routed_choice_t){{4, 3, 4, 64, 0, 2, 1, 0}, ROUTE_TABLE, 3, .groups = 3, .rows = 9})),
      shape_looking(shape_of((shape_choice_t){5, 4, 8, 64, 0, 3, 1, 2})),
      shape_looking(shape_speculative(shape_of((shape_choice_t){2, 1, 1, 64, 0, 2, 1, 0}))),
      shape_looking(shape_speculative(shape_routed(
          (routed_choice_t){{4, 2, 3, 64, 0, 2, 1, 1}, ROUTE_OCTAGON, 2, .digit_w = 3}))),
      shape_looking(
          shape_routed((routed_choice_t){{9, 2, 2, 64, 0, 2, 1, 5}, ROUTE_H3DM, 2, .digit_w = 2})),
      shape_looking(
          shape_routed((routed_choice_t){{4, 3, 5, 64, 1, 2, 1, 0}, ROUTE_SOURCE, 2, .fields = 7})),
      shape_looking(shape_speculative(shape_of((shape_choice_t){16, 16, 2, 64, 0, 2, 2, 2}))),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 1;
  unit_lockstep_check("router", shapes, n, 10000, 1000000);
}

static void test_looking_multicast(void **state) {
  (void)state;
  unit_looking_multicast_check("router");
}

// Switch allocators that choose pairs of input and output, memories that are read at an edge.
static void test_wavefront(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t shapes[] = {
      shape_sync_read(shape_wavefront(shape_of((shape_choice_t){4, 2, 3, 64, 1, 3, 2, 1}))),
      // The long tier.
      shape_wavefront(shape_speculative(shape_of((shape_choice_t){5, 4, 8, 64, 0, 3, 1, 2}))),
      shape_wavefront(shape_of((shape_choice_t){2, 1, 1, 32, 0, 2, 1, 0})),
      shape_wavefront(shape_looking(shape_speculative(shape_routed(
          (routed_choice_t){{5, 4, 3, 64, 1, 2, 2, 2}, ROUTE_TORUS, 2, .digit_w = 2})))),
      shape_wavefront(shape_routed((routed_choice_t){
          {4, 3, 4, 64, 0, 2, 1, 0}, ROUTE_TABLE, 3, .groups = 3, .rows = 9, .adaptive = 1})),
      shape_wavefront(shape_speculative(shape_of((shape_choice_t){16, 16, 2, 256, 0, 3, 2, 2}))),
      shape_sync_read(shape_of((shape_choice_t){5, 4, 8, 64, 0, 3, 1, 2})),
      shape_sync_read(
          shape_looking(shape_speculative(shape_of((shape_choice_t){2, 1, 1, 64, 0, 3, 1, 0})))),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 1;
  unit_lockstep_check("router", shapes, n, 10000, 1000000);
}

// Routes from tables with a registered read, a cycle after the flit.
static void test_late_routes(void **state) {
  (void)state;
  noc_shape_t shapes[SHAPES_LATE];
  shapes_late(shapes);
  unit_lockstep_check("router", shapes, unit_long_tier() ? SHAPES_LATE : 2, 10000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep),
                                     cmocka_unit_test(test_routings),
                                     cmocka_unit_test(test_pairwise),
                                     cmocka_unit_test(test_multicast),
                                     cmocka_unit_test(test_ages),
                                     cmocka_unit_test(test_aged_multicast),
                                     cmocka_unit_test(test_speculation),
                                     cmocka_unit_test(test_lookahead),
                                     cmocka_unit_test(test_wavefront),
                                     cmocka_unit_test(test_late_routes),
                                     cmocka_unit_test(test_looking_multicast)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
