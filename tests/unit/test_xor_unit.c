// xor_unit: RTL against golden model, and the golden model against a host that knows what every
// slot must hold; its timing in closed form.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/shapes.h"
#include "unit/unit_lockstep.h"

// The first 4 in the quick tier. Ports, VCs, depth, flit bits, cut-through, pipeline, networks,
// dims; slots, flits, overhead, name bits.
static unsigned all_shapes(noc_shape_t *shapes) {
  unsigned n = 0;
  shapes[n++] = shape_coded((shape_choice_t){5, 4, 8, 64, 0, 3, 2, 2}, 17, 5, 1, 4);
  shapes[n++] = shape_coded((shape_choice_t){3, 1, 1, 64, 0, 3, 1, 1}, 2, 1, 0, 1);
  shapes[n++] = shape_coded((shape_choice_t){5, 8, 16, 128, 1, 3, 4, 2}, 100, 16, 35, 22);
  shapes[n++] = shape_coded((shape_choice_t){3, 2, 2, 64, 0, 3, 1, 0}, 8, 3, 0, 3);
  shapes[n++] = shape_coded((shape_choice_t){3, 3, 70, 256, 1, 2, 1, 1}, 64, 64, 2, 6);
  shapes[n++] = shape_coded((shape_choice_t){16, 16, 640, 128, 0, 3, 16, 0}, 4096, 64, 64, 12);
  return unit_long_tier() ? n : 4;
}

static void test_golden(void **state) {
  (void)state;
  noc_shape_t shapes[8];
  unit_golden_check("xor_unit", shapes, all_shapes(shapes), 100000, 1000000);
}

static void test_lockstep(void **state) {
  (void)state;
  noc_shape_t shapes[8];
  unit_lockstep_check("xor_unit", shapes, all_shapes(shapes), 100000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden),
                                     cmocka_unit_test(test_lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
