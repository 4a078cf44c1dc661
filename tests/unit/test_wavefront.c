// wavefront: golden model against the text pair by pair, what a maximal matching is, and its bound;
// RTL against golden model.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "router/wavefront.h"
#include "unit/shapes.h"
#include "unit/stimulus.h"
#include "unit/unit_lockstep.h"

static void test_lockstep(void **state) {
  (void)state;
  // The first 2 in the quick tier. Ports, VCs, depth, flit bits, cut-through, pipeline,
  // networks, dims.
  const noc_shape_t shapes[] = {
      shape_of((shape_choice_t){3, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){5, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){16, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){8, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){2, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){7, 1, 1, 32, 0, 3, 1, 0}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("wavefront", shapes, n, 40000, 1000000);
}

// The grants by the words of the text: diagonals in their order, each pair by itself. Returns the
// first diagonal with a grant, n without one.
static unsigned by_the_text(unsigned n, unsigned diagonal, const uint16_t *req, uint16_t *gnt) {
  uint32_t inputs = 0;
  uint32_t outputs = 0;
  unsigned first = n;
  memset(gnt, 0, n * sizeof *gnt);
  for (unsigned k = 0; k < n; k++) {
    for (unsigned i = 0; i < n; i++) {
      for (unsigned o = 0; o < n; o++) {
        const bool here = (i + o) % n == (diagonal + k) % n;
        if (here && (req[i] >> o & 1) != 0 && (inputs >> i & 1) == 0 && (outputs >> o & 1) == 0) {
          gnt[i] = (uint16_t)(1u << o);
          inputs |= 1u << i;
          outputs |= 1u << o;
          first = first == n ? (i + o) % n : first;
        }
      }
    }
  }
  return first;
}

// No input and no output twice, nobody who has not asked, and no pair left of which both are free.
static void check_maximal(unsigned n, const uint16_t *req, const uint16_t *gnt) {
  uint32_t outputs = 0;
  for (unsigned i = 0; i < n; i++) {
    assert_int_equal(gnt[i] & ~req[i], 0);
    assert_int_equal(gnt[i] & (gnt[i] - 1), 0);
    assert_int_equal(gnt[i] & outputs, 0);
    outputs |= gnt[i];
  }
  for (unsigned i = 0; i < n; i++) {
    assert_true(gnt[i] != 0 || (req[i] & ~outputs) == 0);
  }
}

static void run_text(unsigned n) {
  enum { CYCLES = 4000 };
  rng_t r = rng_seed(n);
  wavefront_t w = {.n = (uint8_t)n};
  unsigned lost[WAVEFRONT_MAX][WAVEFRONT_MAX] = {{0}};
  unsigned diagonal = 0;
  for (unsigned t = 0; t < CYCLES; t++) {
    uint16_t req[WAVEFRONT_MAX];
    uint16_t gnt[WAVEFRONT_MAX];
    uint16_t expected[WAVEFRONT_MAX];
    const bool take = rng_chance(&r, 192);
    for (unsigned i = 0; i < n; i++) {
      uint64_t draw = rng_next(&r);
      for (unsigned k = 0; k < 1 + (t % 3 == 0); k++) {
        draw &= rng_next(&r);  // fewer of them
      }
      req[i] = (uint16_t)(draw & ((UINT32_C(1) << n) - 1));
    }
    // Some pair stays.
    req[t / 64 % n] = (uint16_t)(req[t / 64 % n] | 1u << t / 64 / n % n);
    wavefront_grant(&w, req, gnt);
    const unsigned first = by_the_text(n, diagonal, req, expected);
    assert_memory_equal(gnt, expected, n * sizeof *gnt);
    check_maximal(n, req, gnt);
    wavefront_tick(&w, req, take);
    diagonal = take && first < n ? (first + 1) % n : diagonal;
    assert_int_equal(w.diagonal, diagonal);
    for (unsigned i = 0; i < n; i++) {
      for (unsigned o = 0; o < n; o++) {
        const bool asks = (req[i] >> o & 1) != 0;
        const bool gets = (gnt[i] >> o & 1) != 0;
        lost[i][o] = gets || !asks ? 0 : lost[i][o] + take;
        assert_true(lost[i][o] < n);
      }
    }
  }
}

static void test_text(void **state) {
  (void)state;
  for (unsigned n = 2; n <= WAVEFRONT_MAX; n++) {
    run_text(n);
  }
}

// Two pairs of one output, and two of one input, take turns, whatever lies between their diagonals.
static void test_shares(void **state) {
  (void)state;
  for (unsigned n = 2; n <= WAVEFRONT_MAX; n++) {
    for (unsigned k = 1; k < 2 * n; k++) {
      const bool of_input = k >= n;
      const unsigned other = k % n;
      wavefront_t w = {.n = (uint8_t)n, .diagonal = (uint8_t)(k * 5 % n)};
      uint16_t req[WAVEFRONT_MAX] = {of_input && other != 0 ? (uint16_t)(1u | 1u << other) : 1};
      if (!of_input) {
        req[other] = 1;
      }
      unsigned got = 0;
      for (unsigned t = 0; t < 100; t++) {
        uint16_t gnt[WAVEFRONT_MAX];
        wavefront_grant(&w, req, gnt);
        got += (gnt[0] & 1) != 0;
        wavefront_tick(&w, req, true);
      }
      assert_int_equal(got, other == 0 ? 100 : 50);
    }
  }
}

// Nobody asks: nothing moves.
static void test_idle(void **state) {
  (void)state;
  wavefront_t w = {.n = 5, .diagonal = 3};
  const uint16_t req[WAVEFRONT_MAX] = {0};
  uint16_t gnt[WAVEFRONT_MAX];
  wavefront_grant(&w, req, gnt);
  wavefront_tick(&w, req, true);
  assert_int_equal(gnt[0] | gnt[1] | gnt[2] | gnt[3] | gnt[4], 0);
  assert_int_equal(w.diagonal, 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_text), cmocka_unit_test(test_shares),
                                     cmocka_unit_test(test_idle), cmocka_unit_test(test_lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
