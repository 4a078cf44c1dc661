// injection: RTL against golden model, a host that offers beats, a router that stalls.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/shapes.h"
#include "unit/unit_lockstep.h"

static void test_lockstep(void **state) {
  (void)state;
  // The first 3 in the quick tier. Ports, VCs, depth, flit bits, cut-through, pipeline,
  // networks, dims.
  const noc_shape_t shapes[] = {
      shape_of((shape_choice_t){5, 4, 8, 64, 1, 3, 2, 2}),
      shape_of((shape_choice_t){5, 1, 1, 32, 0, 3, 1, 2}),
      shape_of((shape_choice_t){5, 3, 2, 128, 0, 3, 3, 2}),
      shape_of((shape_choice_t){5, 16, 640, 256, 1, 3, 4, 2}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 3;
  unit_lockstep_check("injection", shapes, n, 100000, 1000000);
}

// With an XOR unit. Slots, flits of the longest operand, overhead, bits of a name at the end.
static unsigned coded_shapes(noc_shape_t *shapes) {
  unsigned n = 0;
  shapes[n++] = shape_coded((shape_choice_t){5, 4, 8, 64, 0, 3, 2, 2}, 17, 5, 1, 4);
  shapes[n++] = shape_coded((shape_choice_t){3, 1, 1, 64, 0, 3, 1, 1}, 2, 1, 0, 1);
  shapes[n++] = shape_coded((shape_choice_t){5, 8, 16, 128, 1, 3, 4, 2}, 100, 16, 3, 22);
  shapes[n++] = shape_coded((shape_choice_t){16, 16, 640, 256, 1, 3, 16, 0}, 4096, 64, 64, 12);
  return unit_long_tier() ? n : 3;
}

static void test_coded(void **state) {
  (void)state;
  noc_shape_t shapes[4];
  unit_lockstep_check("injection", shapes, coded_shapes(shapes), 30000, 1000000);
}

static void test_coded_golden(void **state) {
  (void)state;
  noc_shape_t shapes[4];
  unit_golden_check("injection", shapes, coded_shapes(shapes), 100000, 1000000);
}

static void test_multicast(void **state) {
  (void)state;
  noc_shape_t shapes[MULTICAST_SHAPES];
  shapes_multicast(shapes);
  const unsigned n = unit_long_tier() ? MULTICAST_SHAPES : MULTICAST_QUICK;
  unit_lockstep_check("injection", shapes, n, 50000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_coded_golden),
                                     cmocka_unit_test(test_lockstep), cmocka_unit_test(test_coded),
                                     cmocka_unit_test(test_multicast)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
