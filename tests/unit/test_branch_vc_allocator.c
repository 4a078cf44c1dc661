// branch_vc_allocator: RTL against golden model, VC allocation of branches.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/unit_lockstep.h"

static void test_lockstep(void **state) {
  (void)state;
  unit_multicast_check("branch_vc_allocator");
}

static void test_ages(void **state) {
  (void)state;
  unit_aged_multicast_check("branch_vc_allocator");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep), cmocka_unit_test(test_ages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
