// test_words -- the comparison of registers with the words of the RTL: every bit of every register
// of routers and interfaces counts, whatever width and number; what lies beside a register does
// not.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/words.h"
#include "unit/shapes.h"
#include "unit/stimulus.h"

enum { MEMBERS = 2 };

// Arrays of all fields, one pointer a field as in the structs of fields.h, with random elements.
typedef struct {
  bundle_layout_t layout;
  uint8_t *array[BUNDLE_MAX_FIELDS];
  words_plan_t *plan;
  uint32_t *words;
} bench_t;

static void open_bench(bench_t *b, rng_t *r, unsigned kinds) {
  for (unsigned i = 0; i < b->layout.n_fields; i++) {
    const bundle_field_t *f = &b->layout.field[i];
    const size_t size = (size_t)MEMBERS * f->count * f->element_size;
    b->array[i] = calloc(size + 1, 1);
    assert_non_null(b->array[i]);
    for (size_t k = 0; k < size; k++) {
      b->array[i][k] = (uint8_t)rng_next(r);
    }
  }
  b->plan = words_plan_create(&b->layout, b->array, kinds);
  const uint32_t most =
      b->layout.state_words > b->layout.in_words ? b->layout.state_words : b->layout.in_words;
  b->words = calloc(most + WORDS_SLACK, sizeof *b->words);
  assert_non_null(b->plan);
  assert_non_null(b->words);
}

static void close_bench(bench_t *b) {
  for (unsigned i = 0; i < b->layout.n_fields; i++) {
    free(b->array[i]);
  }
  words_plan_free(b->plan);
  free(b->words);
}

// Bits of an element beyond its width are 0 where they come from words.
static void check_state(bundle_layout_t layout, rng_t *r) {
  bench_t b = {.layout = layout};
  open_bench(&b, r, WORDS_STATE);
  for (unsigned i = 0; i < layout.n_fields; i++) {
    const bundle_field_t *f = &layout.field[i];
    if (f->kind != FIELD_IN) {
      bundle_pack(b.words + f->word, b.array[i], f->element_size, f->bits, f->count);
    }
  }
  for (uint32_t m = 0; m < MEMBERS; m++) {
    words_unpack(b.plan, m, b.words);
  }
  for (unsigned i = 0; i < layout.n_fields; i++) {
    const bundle_field_t *f = &layout.field[i];
    for (uint32_t e = 0; f->kind != FIELD_IN && e < f->count; e++) {
      uint64_t value = 0;
      memcpy(&value, b.array[i] + ((size_t)f->count + e) * f->element_size, f->element_size);
      assert_true(value == bundle_element(f, b.words, e));
      for (unsigned bit = 0; bit < f->bits; bit++) {
        uint8_t *byte = b.array[i] + ((size_t)f->count + e) * f->element_size + bit / 8;
        *byte ^= (uint8_t)(1u << bit % 8);
        if (words_equal(b.plan, 1, b.words) || !words_equal(b.plan, 0, b.words)) {
          fail_msg("%s, element %u, bit %u", f->name, e, bit);
        }
        *byte ^= (uint8_t)(1u << bit % 8);
      }
    }
  }
  assert_true(words_equal(b.plan, 1, b.words));
  close_bench(&b);
}

static void check_inputs(bundle_layout_t layout, rng_t *r) {
  bench_t b = {.layout = layout};
  open_bench(&b, r, WORDS_IN);
  words_pack(b.plan, 1, b.words);
  for (unsigned i = 0; i < layout.n_fields; i++) {
    const bundle_field_t *f = &layout.field[i];
    for (uint32_t e = 0; f->kind == FIELD_IN && e < f->count; e++) {
      uint64_t value = 0;
      memcpy(&value, b.array[i] + ((size_t)f->count + e) * f->element_size, f->element_size);
      value &= UINT64_MAX >> (64 - f->bits);
      assert_true(value == bundle_element(f, b.words, e));
    }
  }
  close_bench(&b);
}

static void every_bit(void **state) {
  (void)state;
  static const shape_choice_t kChoices[] = {
      {5, 4, 8, 64, 0, 3, 1, 2},  {3, 1, 2, 64, 0, 2, 1, 1},    {3, 3, 5, 128, 1, 3, 3, 1},
      {7, 2, 6, 128, 1, 2, 2, 3}, {16, 8, 40, 128, 0, 3, 4, 2}, {3, 16, 3, 128, 0, 3, 2, 1},
  };
  rng_t r = {1};
  for (size_t i = 0; i < sizeof kChoices / sizeof kChoices[0]; i++) {
    noc_shape_t shape;
    if (!shape_possible(kChoices[i], &shape)) {
      fail_msg("choice %zu", i);
    }
    shape = shape_with_multicast(shape, 16, 1, 0);
    bundle_layout_t layout;
    bundle_router(&shape, &layout);
    check_state(layout, &r);
    check_inputs(layout, &r);
    bundle_interface(&shape, &layout);
    check_state(layout, &r);
    check_inputs(layout, &r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_bit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
