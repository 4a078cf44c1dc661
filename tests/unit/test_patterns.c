// test_patterns -- every traffic pattern against a definition of its own: digits of the node number
// written as text for the patterns by bits, differences of coordinates for those by coordinates.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/scenario_load.h"
#include "workload/patterns.h"

static topology_t *make(const char *text) {
  noc_error_t error = {0};
  topology_t *t = topology_create(text, &error);
  if (t == NULL) {
    fail_msg("%s", error.text);
  }
  return t;
}

// --- bits ----------------------------------------------------------------------------------------

enum { BITS = 20 };

// The most significant digit first; returns how many there are.
static size_t to_binary(uint32_t nodes, uint32_t node, char digit[BITS + 1]) {
  size_t bits = 0;
  for (uint32_t n = nodes; n > 1; n /= 2) {
    digit[bits++] = node / (n / 2) % 2 != 0 ? '1' : '0';
  }
  digit[bits] = '\0';
  return bits;
}

static uint32_t from_binary(const char *digit) {
  return digit[0] == '\0' ? 0 : (uint32_t)strtoul(digit, NULL, 2);
}

static uint32_t bits_of(const char *name, uint32_t nodes, uint32_t node) {
  char digit[BITS + 1];
  char image[BITS + 1];
  const size_t bits = to_binary(nodes, node, digit);
  const bool reverse = strcmp(name, "bit-reverse") == 0 || strcmp(name, "bit-flip") == 0;
  const bool invert = strcmp(name, "bit-complement") == 0 || strcmp(name, "bit-flip") == 0;
  for (size_t i = 0; i < bits; i++) {
    const size_t from = reverse ? bits - 1 - i : strcmp(name, "shuffle") == 0 ? (i + 1) % bits : i;
    const char other = digit[from] == '1' ? '0' : '1';
    image[i] = invert ? other : digit[from];
  }
  image[bits] = '\0';
  return from_binary(image);
}

static void by_bits(void **state) {
  (void)state;
  static const char *const kNames[] = {"bit-complement", "bit-reverse", "bit-flip", "shuffle"};
  static const char *const kTopologies[] = {"mesh:1",     "mesh:2",     "mesh:4x2",
                                            "mesh:2x4x8", "mesh:4x4@2", "mesh:64x64"};
  for (size_t i = 0; i < sizeof kTopologies / sizeof kTopologies[0]; i++) {
    topology_t *t = make(kTopologies[i]);
    for (size_t k = 0; k < 4; k++) {
      const pattern_t *p = pattern_find(kNames[k]);
      noc_error_t error;
      bool sends = t->nodes == 1;
      for (uint32_t node = 0; node < t->nodes; node++) {
        assert_int_equal(p->image(t, node), bits_of(kNames[k], t->nodes, node));
        sends = sends || p->image(t, node) != node;
      }
      assert_int_equal(pattern_check(p, t, &error), sends);
    }
    topology_free(t);
  }
}

// --- coordinates ---------------------------------------------------------------------------------

// By how much the coordinate grows, modulo the radix k.
static unsigned step_of(const char *name, unsigned k) {
  if (strcmp(name, "neighbor") == 0) {
    return 1 % k;
  }
  return k % 2 == 0 ? k / 2 - 1 : (k - 1) / 2;  // tornado
}

static void by_steps(void **state) {
  (void)state;
  static const char *const kNames[] = {"tornado", "neighbor"};
  static const char *const kTopologies[] = {"mesh:1",   "mesh:2",     "mesh:5",
                                            "mesh:8x8", "mesh:3x4x5", "mesh:4x3@3"};
  for (size_t i = 0; i < sizeof kTopologies / sizeof kTopologies[0]; i++) {
    topology_t *t = make(kTopologies[i]);
    for (size_t k = 0; k < 2; k++) {
      const pattern_t *p = pattern_find(kNames[k]);
      for (uint32_t node = 0; node < t->nodes; node++) {
        const uint32_t image = p->image(t, node);
        unsigned from[NOC_MAX_DIMS] = {0};
        unsigned to[NOC_MAX_DIMS] = {0};
        assert_int_equal(image % t->nodes_per_router, node % t->nodes_per_router);
        topology_coordinates(t, node / t->nodes_per_router, from);
        topology_coordinates(t, image / t->nodes_per_router, to);
        for (unsigned d = 0; d < t->dims; d++) {
          const unsigned moved = (to[d] + t->radix[d] - from[d]) % t->radix[d];
          assert_int_equal(moved, step_of(kNames[k], t->radix[d]));
        }
      }
    }
    topology_free(t);
  }
}

static void transposed(void **state) {
  (void)state;
  const pattern_t *p = pattern_find("transpose");
  topology_t *t = make("mesh:5x5@2");
  for (uint32_t node = 0; node < t->nodes; node++) {
    const uint32_t router = node / 2;
    assert_int_equal(p->image(t, node), (router / 5 + 5 * (router % 5)) * 2 + node % 2);
  }
  topology_free(t);
  t = make("mesh:3x3x3");
  for (uint32_t node = 0; node < t->nodes; node++) {
    const uint32_t x = node % 3;
    const uint32_t y = node / 3 % 3;
    const uint32_t z = node / 9;
    assert_int_equal(p->image(t, node), z + 3 * (y + 3 * x));
  }
  topology_free(t);
}

// --- the table -----------------------------------------------------------------------------------

static void check_refused(const char *name, const char *topology, const char *text) {
  noc_error_t error = {0};
  topology_t *t = make(topology);
  assert_false(pattern_check(pattern_find(name), t, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  assert_string_equal(error.text, text);
  topology_free(t);
}

static void refused(void **state) {
  (void)state;
  check_refused(
      "transpose", "mesh:4x3",
      "there is 'transpose' on mesh:4x3; there must be used with equal radices, such as mesh:8x8");
  check_refused("shuffle", "mesh:3x3",
                "there is 'shuffle' on 9 nodes; there must be used with a power of two of nodes");
  check_refused("bit-flip", "mesh:4x4@3",
                "there is 'bit-flip' on 48 nodes; there must be used with a power of two of nodes");
  check_refused(
      "tornado", "hypercube:3",
      "there is 'tornado' on hypercube:3, where every node would send to itself; there must be "
      "used on a topology with 3 routers or more in a dimension, or another pattern");
  check_refused("transpose", "octagon:8",
                "there is 'transpose' on octagon:8, where every node would send to itself; there "
                "must be another pattern, or used on a topology on which this one moves packets");
  check_refused("neighbor", "butterfly:k=2,n=3",
                "there is 'neighbor' on butterfly:k=2,n=3; there must be used where every router "
                "has the same number of nodes, such as mesh:8x8");
  check_refused("multicast", "mesh:4x4",
                "there is 'multicast' in a list; there must be given as workload.traffic");
  check_refused("external", "mesh:4x4",
                "there is 'external' in a list; there must be given as workload.traffic");
}

static void words(void **state) {
  (void)state;
  size_t count = 0;
  scenario_word_t word;
  for (; (word = scenario_word("workload", "traffic", count)).name != NULL; count++) {
    assert_ptr_equal(word.name, kPatternWords[count].name);
    assert_string_equal(pattern_find(word.name)->name, word.name);
    assert_true(strlen(word.meaning) > 10);
  }
  assert_int_equal(count, 12);
  assert_null(pattern_find("trans"));
  assert_null(pattern_find("uniform")->image);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_bits), cmocka_unit_test(by_steps), cmocka_unit_test(transposed),
      cmocka_unit_test(refused), cmocka_unit_test(words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
