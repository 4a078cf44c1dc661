// oldest: the requests that no other is older than, against the definition; wrap-around, and rings
// of ages in which none is the oldest, and all stand.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "router/oldest.h"
#include "shape/shape.h"
#include "unit/stimulus.h"

// The definition of docs/microarchitecture.md, section 5.3, in numbers that do not wrap.
static bool older(uint64_t x, uint64_t y, unsigned bits) {
  const uint64_t circle = UINT64_C(1) << bits;
  return (x + circle - y) % circle >= circle / 2;
}

static uint32_t by_definition(uint32_t requests, const uint32_t *age, unsigned bits) {
  uint32_t oldest = 0;
  for (unsigned i = 0; i < SHAPE_MAX_PORTS; i++) {
    bool beaten = (requests >> i & 1) == 0;
    for (unsigned j = 0; j < SHAPE_MAX_PORTS; j++) {
      beaten = beaten || ((requests >> j & 1) != 0 && older(age[j], age[i], bits));
    }
    oldest |= beaten ? 0 : 1u << i;
  }
  return oldest != 0 ? oldest : requests;
}

static void check(uint32_t requests, const uint32_t *age, unsigned bits) {
  assert_int_equal(oldest_of(requests, age, bits), by_definition(requests, age, bits));
}

// All ages of three requesters, 4 bits each.
static void test_all_of_three(void **state) {
  (void)state;
  unsigned rings = 0, ties = 0;
  for (uint32_t all = 0; all < 1u << 12; all++) {
    const uint32_t age[SHAPE_MAX_PORTS] = {
        [0] = all & 15, [5] = all >> 4 & 15, [15] = all >> 8 & 15};
    const uint32_t any[] = {1u << 0 | 1u << 5, 1u << 5 | 1u << 15, 1u << 0 | 1u << 5 | 1u << 15};
    for (unsigned k = 0; k < 3; k++) {
      check(any[k], age, 4);
    }
    const uint32_t oldest = oldest_of(any[2], age, 4);
    const bool equal = age[0] == age[5] && age[5] == age[15];
    rings += oldest == any[2] && !equal;
    ties += oldest != any[2] && (oldest & (oldest - 1)) != 0;
  }
  assert_in_range(rings, 1, 1u << 11);
  assert_in_range(ties, 1, 1u << 11);
}

// Any widths and requests, ages near each other or anywhere.
static void test_any(void **state) {
  (void)state;
  rng_t r = rng_seed(3);
  for (unsigned k = 0; k < 200000; k++) {
    const unsigned bits = SHAPE_MIN_AGE_BITS + rng_below(&r, SHAPE_MAX_AGE_BITS - 3);
    const unsigned spread = rng_below(&r, bits + 1);
    const uint32_t base = (uint32_t)rng_next(&r);
    uint32_t age[SHAPE_MAX_PORTS];
    for (unsigned i = 0; i < SHAPE_MAX_PORTS; i++) {
      const uint32_t near = (uint32_t)rng_next(&r) & stimulus_mask(spread);
      age[i] = (base - near) & stimulus_mask(bits);
    }
    check(1 + rng_below(&r, 65535), age, bits);
  }
}

// Cycles at which packets were made, within half the circle: the earliest, wherever the circle
// ends.
static void test_wrap_around(void **state) {
  (void)state;
  rng_t r = rng_seed(4);
  for (unsigned k = 0; k < 100000; k++) {
    const unsigned bits = SHAPE_MIN_AGE_BITS + rng_below(&r, SHAPE_MAX_AGE_BITS - 3);
    const uint64_t now = rng_next(&r) >> 20;
    uint64_t made[SHAPE_MAX_PORTS];
    uint32_t age[SHAPE_MAX_PORTS];
    uint32_t earliest = 0;
    for (unsigned i = 0; i < SHAPE_MAX_PORTS; i++) {
      made[i] = now + rng_below(&r, 1u << (bits - 1));
      age[i] = (uint32_t)made[i] & stimulus_mask(bits);
      const uint64_t first = i == 0 ? made[0] : made[__builtin_ctz(earliest)];
      earliest = made[i] < first ? 1u << i : made[i] == first ? earliest | 1u << i : earliest;
    }
    assert_int_equal(oldest_of(65535, age, bits), earliest);
  }
}

// Further apart than half the circle, in a ring of three or face to face: nobody is left out.
static void test_rings(void **state) {
  (void)state;
  const uint32_t ring[] = {0, 5, 10, 0};
  assert_int_equal(oldest_of(7, ring, 4), 7);
  assert_int_equal(oldest_of(15, ring, 4), 15);
  assert_int_equal(oldest_of(3, ring, 4), 1);
  assert_int_equal(oldest_of(5, ring, 4), 4);
  assert_int_equal(oldest_of(9, ring, 4), 9);
  const uint32_t facing[] = {3, 3 + (UINT32_C(1) << 31)};
  assert_int_equal(oldest_of(3, facing, 32), 3);
  assert_int_equal(oldest_of(1, facing, 32), 1);
  assert_int_equal(oldest_of(0, facing, 32), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_of_three),
      cmocka_unit_test(test_any),
      cmocka_unit_test(test_wrap_around),
      cmocka_unit_test(test_rings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
