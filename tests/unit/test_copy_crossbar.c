// copy_crossbar: RTL against golden model, one flit to several outputs.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/unit_lockstep.h"

static void test_lockstep(void **state) {
  (void)state;
  unit_multicast_check("copy_crossbar");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
