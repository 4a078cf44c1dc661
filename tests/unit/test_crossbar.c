// crossbar: RTL against golden model, any traversals.

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
      shape_of((shape_choice_t){5, 4, 8, 64, 0, 3, 1, 2}),
      shape_of((shape_choice_t){3, 1, 8, 128, 0, 3, 1, 1}),
      shape_of((shape_choice_t){2, 3, 8, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){16, 16, 8, 256, 0, 3, 1, 2}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("crossbar", shapes, n, 40000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
