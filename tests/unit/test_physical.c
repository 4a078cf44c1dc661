// Clocks are read as people write them, counts become joules and Gbit/s by hand-made numbers, and
// numbers get a letter of the SI.

#include "runs/physical.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void near(double value, double expected) {
  if (fabs(value - expected) > 1e-9 * fabs(expected)) {
    fail_msg("%g, expected %g", value, expected);
  }
}

static void clocks(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double hertz;
  } kGood[] = {{"1GHz", 1e9},   {"2.5ghz", 2.5e9}, {"800 MHz", 8e8}, {"100kHz", 1e5},
               {"1e3MHz", 1e9}, {"7Hz", 7},        {"1THz", 1e12}};
  static const char *const kBad[] = {"",       "GHz",   "1",     "1G",    "-1GHz",  "0GHz",
                                     "0x1GHz", "nan",   "infHz", "1GHz2", "1e9THz", "0.5Hz",
                                     "1mHz",   "01GHz", "1 s",   " 1GHz"};
  double hertz = 0;
  for (size_t i = 0; i < sizeof kGood / sizeof kGood[0]; i++) {
    assert_true(physical_clock(kGood[i].text, &hertz));
    near(hertz, kGood[i].hertz);
  }
  for (size_t i = 0; i < sizeof kBad / sizeof kBad[0]; i++) {
    if (physical_clock(kBad[i], &hertz)) {
      fail_msg("'%s' is taken", kBad[i]);
    }
  }
}

static void joules(void **state) {
  (void)state;
  const physical_t p = {.buffer_write = 1,
                        .buffer_read = 10,
                        .interface_write = 100,
                        .interface_read = 1000,
                        .crossbar = 1e4,
                        .xor_flit = 1e5,
                        .slot_write = 1e6,
                        .slot_read = 1e7,
                        .link = 2,
                        .link_mm = 5e7,
                        .interface_link_mm = 5e8};
  const network_energy_t e = {.buffer_writes = 1,
                              .buffer_reads = 2,
                              .interface_writes = 3,
                              .interface_reads = 4,
                              .crossbar = 5,
                              .xor_flits = 6,
                              .slot_writes = 7,
                              .slot_reads = 8,
                              .link_traversals = 9,
                              .interface_links = 1};
  physical_joules_t j;
  physical_joules(&p, &e, &j);
  near(j.buffers, 21);
  near(j.interfaces, 4300);
  near(j.crossbar, 50000);
  near(j.coding, 87600000);
  near(j.links, 1900000000);
  near(j.total, 1987654321);
  near(physical_accesses(&e), 46);
}

static void rates(void **state) {
  (void)state;
  const physical_t p = {.hertz = 2e9};
  near(physical_gbits(&p, 0.5, 64), 64);
}

static void texts(void **state) {
  (void)state;
  static const struct {
    double value;
    const char *text;
  } kTexts[] = {{0, "0.00 s"},     {1, "1.00 s"},      {1.25e-6, "1.25 us"}, {12.34, "12.3 s"},
                {123.4, "123 s"},  {999.6, "1.00 ks"}, {1e9, "1.00 Gs"},     {2e-12, "2.00 ps"},
                {9.996, "10.0 s"}, {0.9996, "1.00 s"}, {1e-18, "1.00 as"}};
  for (size_t i = 0; i < sizeof kTexts / sizeof kTexts[0]; i++) {
    char out[PHYSICAL_TEXT];
    assert_string_equal(physical_text(kTexts[i].value, "s", out), kTexts[i].text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(clocks),
      cmocka_unit_test(joules),
      cmocka_unit_test(rates),
      cmocka_unit_test(texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
