// branch_switch_allocator: RTL against golden model, switch allocation of branches.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/shapes.h"
#include "unit/unit_lockstep.h"

static void test_lockstep(void **state) {
  (void)state;
  noc_shape_t shapes[MULTICAST_SHAPES];
  shapes_multicast(shapes);
  const unsigned n = unit_long_tier() ? MULTICAST_SHAPES : MULTICAST_QUICK;
  unit_lockstep_check("branch_switch_allocator", shapes, n, 50000, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
