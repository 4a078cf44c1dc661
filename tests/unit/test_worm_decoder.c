// worm_decoder: RTL against golden model, the decoder of an input port.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/unit_lockstep.h"

static void test_lockstep(void **state) {
  (void)state;
  unit_multicast_check("worm_decoder");
}

static void test_ages(void **state) {
  (void)state;
  unit_aged_multicast_check("worm_decoder");
}

static void test_lookahead(void **state) {
  (void)state;
  unit_looking_multicast_check("worm_decoder");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep), cmocka_unit_test(test_ages),
                                     cmocka_unit_test(test_lookahead)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
