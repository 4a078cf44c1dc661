// arrays: a plug-in that works on the arrays of a bank. Its cycles against those by words, two
// evaluations by Verilator's own entry, with stimuli of the unit's test: inputs, wires, outputs and
// registers. Its comparison against every bit of every field: none is left out, bits
// above an element's width and other members do not count.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dut/plugin.h"
#include "dut/toolchain.h"
#include "unit/shapes.h"
#include "unit/stimulus.h"
#include "unit/unit_lockstep.h"

enum { MEMBERS = 3, MEMBER = 1 };  // one that has neighbours

typedef struct {
  const dut_plugin_t *plugin;
  noc_shape_t shape;
  bundle_layout_t layout;
  void *by_words, *by_arrays;
  stimulus_t *stimulus;
  uint32_t *in, *words, *last;        // of the instance by words, in the cycle before too
  uint32_t *state;                    // of the other
  uint8_t *array[BUNDLE_MAX_FIELDS];  // as in fields.h
} bench_t;

static uint8_t *member_of(const bench_t *b, unsigned field, uint32_t member) {
  const bundle_field_t *f = &b->layout.field[field];
  return b->array[field] + (size_t)member * f->count * f->element_size;
}

static void create(bench_t *b, const char *unit, noc_shape_t shape) {
  noc_error_t error;
  *b = (bench_t){.shape = plugin_shape(unit, &shape)};
  (strcmp(unit, "router") == 0 ? bundle_router : bundle_interface)(&b->shape, &b->layout);
  b->plugin = plugin_load(unit, &b->shape, &error);
  assert_non_null(b->plugin);
  b->by_words = b->plugin->create("dut", 1);
  b->by_arrays = b->plugin->create("dut", 2);
  b->stimulus = stimulus_create(stimulus_find(unit), &b->shape, &b->layout, 7);
  b->in = calloc(b->layout.in_words + 1, sizeof *b->in);
  b->words = calloc(b->layout.state_words + 1, sizeof *b->words);
  b->last = calloc(b->layout.state_words + 1, sizeof *b->last);
  b->state = calloc(b->layout.state_words + 1, sizeof *b->state);
  assert_true(b->in != NULL && b->words != NULL && b->last != NULL && b->state != NULL);
  for (unsigned i = 0; i < b->layout.n_fields; i++) {
    const bundle_field_t *f = &b->layout.field[i];
    // No slack behind the last member: a read beyond it is seen by valgrind.
    b->array[i] = f->count > 0 ? malloc((size_t)MEMBERS * f->count * f->element_size) : NULL;
    if (f->count > 0) {
      assert_non_null(b->array[i]);
      memset(b->array[i], 0xa5, (size_t)MEMBERS * f->count * f->element_size);
    }
  }
}

static void release(bench_t *b) {
  b->plugin->free(b->by_words);
  b->plugin->free(b->by_arrays);
  stimulus_free(b->stimulus);
  for (unsigned i = 0; i < b->layout.n_fields; i++) {
    free(b->array[i]);
  }
  free(b->in);
  free(b->words);
  free(b->last);
  free(b->state);
}

// The member's arrays of these fields get what the words say. Above the width of an element there
// is garbage, which nobody may look at.
static void fill(const bench_t *b, bool inputs, const uint32_t *words) {
  for (unsigned i = 0; i < b->layout.n_fields; i++) {
    const bundle_field_t *f = &b->layout.field[i];
    for (uint32_t e = 0; (f->kind == FIELD_IN) == inputs && e < f->count; e++) {
      uint64_t value = bundle_element(f, words, e);
      value |= f->bits < 64 ? UINT64_C(0xa5a5a5a5a5a5a5a5) << f->bits : 0;
      memcpy(member_of(b, i, MEMBER) + (size_t)e * f->element_size, &value, f->element_size);
    }
  }
}

static bool equal(const bench_t *b) {
  return b->plugin->equal(b->by_arrays, b->array, MEMBER, b->state);
}

// Each bit of each element, one at a time. Returns how many count.
static uint64_t flip_all(const bench_t *b) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < b->layout.n_fields; i++) {
    const bundle_field_t *f = &b->layout.field[i];
    for (uint32_t bit = 0; f->kind != FIELD_IN && bit < f->count * f->element_size * 8; bit++) {
      const bool counts = bit % (f->element_size * 8u) < f->bits;
      uint8_t *at = member_of(b, i, MEMBER) + bit / 8;
      *at = (uint8_t)(*at ^ 1u << bit % 8);
      if (equal(b) == counts) {
        fail_msg("%s: bit %u of %s is %s", b->layout.unit, bit, f->name,
                 counts ? "not compared" : "no part of it");
      }
      *at = (uint8_t)(*at ^ 1u << bit % 8);
      bits += counts;
    }
  }
  return bits;
}

static void compare_cycle(bench_t *b, uint32_t cycle) {
  b->plugin->step(b->by_words, b->in, b->words);
  fill(b, true, b->in);
  b->plugin->cycle(b->by_arrays, b->array, MEMBER, b->state);
  fill(b, false, b->words);
  assert_true(equal(b));
  if (cycle % 1000 == 500) {
    assert_int_equal(flip_all(b), b->layout.state_bits);
  }
  b->plugin->registers(b->by_arrays, b->state);
  assert_memory_equal(b->state, b->words, b->layout.state_words * sizeof *b->state);
  assert_null(b->plugin->failed(b->by_arrays));
}

static void check(const char *unit, noc_shape_t shape, uint32_t cycles) {
  bench_t b;
  uint32_t moved = 0;
  create(&b, unit, shape);
  stimulus_reset(b.stimulus, b.in);
  b.plugin->reset(b.by_words, b.in, b.words);
  b.plugin->reset(b.by_arrays, b.in, b.state);
  for (uint32_t t = 0; t < cycles; t++) {
    stimulus_next(b.stimulus, b.in);
    compare_cycle(&b, t);
    assert_true(stimulus_observe(b.stimulus, b.words));
    moved += memcmp(b.words, b.last, b.layout.state_words * sizeof *b.words) != 0;
    memcpy(b.last, b.words, b.layout.state_words * sizeof *b.words);
  }
  if (moved < 100) {
    fail_msg("%s: the state has changed in %u of %u cycles", unit, moved, cycles);
  }
  release(&b);
}

// Plug-ins for few cycles have a table of the fields, others straight code. The quick tier compiles
// both with what it compiles all plug-ins with, so that they share Verilator's runtime; the long
// one takes what users have.
static void check_both(const char *unit, noc_shape_t shape, uint32_t cycles) {
  static const char kQuick[] = "NOCSTEP_QUICK_PLUGINS";
  static const char kCompiler[] = "CXX";
  static const char *const kWays[] = {"0", "1"};
  const char *found = getenv(kQuick);
  const char *before = found != NULL && strcmp(found, "1") == 0 ? kWays[1] : kWays[0];
  const bool shared = !unit_long_tier() && getenv(kCompiler) == NULL;
  const char *compiler = toolchain_compiler();
  for (unsigned i = 0; i < 2; i++) {
    assert_int_equal(shared && i == 0 ? setenv(kCompiler, compiler, 1) : 0, 0);
    assert_int_equal(setenv(kQuick, kWays[i], 1), 0);
    check(unit, shape, cycles);
    assert_int_equal(shared ? unsetenv(kCompiler) : 0, 0);
  }
  assert_int_equal(setenv(kQuick, before, 1), 0);
}

static uint32_t cycles(void) {
  return unit_long_tier() ? 100000 : 2000;
}

static void routers(void **state) {
  (void)state;
  noc_shape_t copying[MULTICAST_SHAPES];
  shapes_multicast(copying);
  check("router", shape_of((shape_choice_t){5, 4, 8, 64, 0, 3, 1, 2}), cycles());
  check_both("router", shape_of((shape_choice_t){2, 2, 2, 32, 1, 3, 2, 0}), cycles());
  if (unit_long_tier()) {
    check_both("router", shape_of((shape_choice_t){3, 2, 2, 128, 1, 3, 2, 1}), cycles());
    check("router", shape_of((shape_choice_t){2, 1, 1, 32, 0, 2, 1, 0}), cycles());
    check_both(
        "router",
        shape_routed((routed_choice_t){
            {4, 3, 4, 64, 0, 2, 1, 0}, ROUTE_TABLE, 3, .groups = 3, .rows = 9, .adaptive = 1}),
        cycles());
    check_both("router", copying[0], cycles());
    check("router", shape_of((shape_choice_t){16, 16, 2, 64, 0, 3, 2, 2}), 10000);
  }
}

static void interfaces(void **state) {
  (void)state;
  noc_shape_t forwarding[FORWARD_SHAPES];
  shapes_forwarding(forwarding);
  check_both("network_interface", shape_of((shape_choice_t){3, 1, 1, 32, 0, 3, 1, 1}), cycles());
  check("network_interface", forwarding[0], cycles());
  if (unit_long_tier()) {
    check("network_interface", shape_of((shape_choice_t){5, 8, 16, 128, 1, 3, 4, 2}), cycles());
    check_both("network_interface",
               shape_aged(shape_of((shape_choice_t){5, 4, 4, 64, 0, 3, 2, 2}), 6), cycles());
  }
}

// A unit that no bank is made of has words alone.
static void others(void **state) {
  (void)state;
  noc_error_t error;
  const noc_shape_t shape = shape_of((shape_choice_t){5, 4, 8, 64, 0, 3, 1, 2});
  const noc_shape_t s = plugin_shape("rr_arbiter", &shape);
  const dut_plugin_t *plugin = plugin_load("rr_arbiter", &s, &error);
  assert_non_null(plugin);
  assert_true(plugin->cycle == NULL && plugin->equal == NULL && plugin->registers == NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(routers), cmocka_unit_test(interfaces),
                                     cmocka_unit_test(others)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
