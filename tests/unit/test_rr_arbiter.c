// rr_arbiter: RTL against golden model, every pointer, request mask and take up to 5 requesters, 16
// at random.

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
      shape_of((shape_choice_t){3, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){5, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){16, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){2, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){4, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){7, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){11, 1, 1, 32, 0, 3, 1, 0}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("rr_arbiter", shapes, n, 40000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
