// forward_unit: RTL against golden model, and by hand on the golden model: its timing in closed form,
// what is in a copy, who waits for slots, which order packets keep.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "unit/shapes.h"
#include "unit/stimulus.h"
#include "unit/twins.h"
#include "unit/unit_lockstep.h"

static void test_golden(void **state) {
  (void)state;
  unit_forward_golden_check("forward_unit");
}

static void test_lockstep(void **state) {
  (void)state;
  unit_forward_check("forward_unit");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden),
                                     cmocka_unit_test(test_lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
