// bundle: packing against a bit-by-bit one, layouts of the state lists against their definition.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "shape/bundle.h"
#include "unit/shapes.h"
#include "unit/stimulus.h"

enum { ELEMENTS = 300, MOST = 100 };

typedef union {
  uint8_t u8[ELEMENTS];
  uint16_t u16[ELEMENTS];
  uint32_t u32[ELEMENTS];
  uint64_t u64[ELEMENTS];
} array_t;

static uint64_t get(const array_t *a, unsigned size, uint32_t i) {
  return size == 1 ? a->u8[i] : size == 2 ? a->u16[i] : size == 4 ? a->u32[i] : a->u64[i];
}

static void set(array_t *a, unsigned size, uint32_t i, uint64_t value) {
  switch (size) {
    case 1:
      a->u8[i] = (uint8_t)value;
      break;
    case 2:
      a->u16[i] = (uint16_t)value;
      break;
    case 4:
      a->u32[i] = (uint32_t)value;
      break;
    default:
      a->u64[i] = value;
  }
}

static uint64_t bits_of(unsigned bits) {
  return bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

// Packing by the instructions that this processor has, or as on processors without them.
typedef struct {
  void (*pack)(uint32_t *words, const void *array, unsigned element_size, unsigned bits,
               uint32_t count);
  void (*unpack)(void *array, const uint32_t *words, unsigned element_size, unsigned bits,
                 uint32_t count);
} packing_t;

static void check_packing(const packing_t *by, rng_t *r, unsigned size, unsigned bits,
                          uint32_t count) {
  array_t array = {{0}}, back;
  uint32_t words[2 * ELEMENTS + 2], expected[2 * ELEMENTS + 2] = {0};
  uint32_t n_words = (bits * count + 31) / 32;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t value = rng_next(r) & bits_of(bits);
    set(&array, size, i, value);
    for (unsigned b = 0; b < bits; b++) {
      uint32_t at = i * bits + b;
      expected[at / 32] |= (uint32_t)(value >> b & 1) << at % 32;
    }
  }
  memset(words, 0xA5, sizeof words);  // high bits must become 0, the word after stay
  by->pack(words, &array, size, bits, count);
  assert_memory_equal(words, expected, n_words * sizeof *words);
  assert_int_equal(words[n_words], 0xA5A5A5A5u);

  memset(&back, 0x5A, sizeof back);
  by->unpack(&back, words, size, bits, count);
  bundle_field_t field = {.element_size = (uint8_t)size, .bits = (uint16_t)bits, .count = count};
  for (uint32_t i = 0; i < count; i++) {
    assert_int_equal(get(&back, size, i), get(&array, size, i));
    assert_int_equal(bundle_element(&field, words, i), get(&array, size, i));
  }
}

static void test_packing(void **state) {
  (void)state;
  static const packing_t kBy[] = {{bundle_pack, bundle_unpack},
                                  {bundle_pack_portable, bundle_unpack_portable}};
  static const uint32_t kCounts[] = {1, 2, 3, 5, 7, 16, 31, 32, 33, 64, 80, 256};
  rng_t r = rng_seed(3);
  for (unsigned size = 1; size <= 8; size *= 2) {
    for (unsigned bits = 1; bits <= 8 * size; bits++) {
      for (size_t c = 0; c < sizeof kCounts / sizeof kCounts[0]; c++) {
        check_packing(&kBy[0], &r, size, bits, kCounts[c]);
        check_packing(&kBy[1], &r, size, bits, kCounts[c]);
      }
    }
  }
}

// A layout keeps the order of the list: words without gaps, IN from 0, WIRE first of the rest.
static void check_layout(const bundle_layout_t *l) {
  uint32_t in = 0, rest = 0, wires = 0, registers = 0;
  uint64_t bits = 0;
  field_kind_t last = FIELD_IN;
  for (unsigned i = 0; i < l->n_fields; i++) {
    const bundle_field_t *f = &l->field[i];
    assert_true(f->kind >= last);  // IN, WIRE, OUT, REG
    last = f->kind;
    assert_in_range(f->bits, 1, 8 * f->element_size);
    assert_true(f->count >= 1 || f->words == 0);  // tables that the shape does not have
    assert_int_equal(f->words, ((uint64_t)f->bits * f->count + 31) / 32);
    assert_int_equal(f->word, f->kind == FIELD_IN ? in : rest);
    if (f->kind == FIELD_IN) {
      in += f->words;
      continue;
    }
    rest += f->words;
    bits += (uint64_t)f->bits * f->count;
    wires += f->kind == FIELD_WIRE ? f->words : 0;
    registers += f->kind == FIELD_WIRE ? 0 : f->count;
    for (unsigned k = 0; k < i; k++) {
      assert_string_not_equal(f->name, l->field[k].name);
    }
  }
  assert_int_equal(l->in_words, in);
  assert_int_equal(l->wire_words, wires);
  assert_int_equal(l->state_words, rest);
  assert_int_equal(l->state_bits, bits);
  assert_int_equal(l->registers, registers);
}

static void test_layouts(void **state) {
  (void)state;
  static noc_shape_t shapes[MOST];
  unsigned n = shapes_pairwise(shapes, MOST);
  for (unsigned i = 0; i < n; i++) {
    bundle_layout_t layout;
    bundle_router(&shapes[i], &layout);
    assert_string_equal(layout.unit, "router");
    check_layout(&layout);
    bundle_interface(&shapes[i], &layout);
    assert_string_equal(layout.unit, "network_interface");
    check_layout(&layout);
  }
}

static const bundle_field_t *field(const bundle_layout_t *l, const char *name) {
  for (unsigned i = 0; i < l->n_fields; i++) {
    if (strcmp(l->field[i].name, name) == 0) {
      return &l->field[i];
    }
  }
  fail_msg("no field %s", name);
  return NULL;
}

// Counted by hand for 5 ports, 4 VCs, depth 8, 64 bits.
static void test_numbers(void **state) {
  (void)state;
  noc_shape_t shape = shape_of((shape_choice_t){5, 4, 8, 64, 0, 3, 1, 2});
  bundle_layout_t layout;
  bundle_router(&shape, &layout);
  assert_int_equal(field(&layout, "in_vc")->words, 1);         // 5 x 2 bits
  assert_int_equal(field(&layout, "in_wr")->words, 2);         // 20 x 3 bits
  assert_int_equal(field(&layout, "in_count")->words, 3);      // 20 x 4 bits
  assert_int_equal(field(&layout, "out_payload")->words, 10);  // 5 x 64 bits
  assert_int_equal(field(&layout, "rd_slot")->bits, 5);        // 32 slots
  assert_int_equal(field(&layout, "in_valid")->count, 1);      // a mask
  assert_int_equal(field(&layout, "out_credit")->count, 20);
}

// Each part of a field alone tells two lists apart; what is only for people does not.
static void test_hash(void **state) {
  (void)state;
  noc_shape_t shape = shape_of((shape_choice_t){5, 4, 8, 64, 0, 3, 1, 2});
  bundle_layout_t one, other;
  bundle_interface(&shape, &one);
  const uint64_t hash = bundle_hash(&one);
  for (unsigned i = 0; i < one.n_fields; i++) {
    other = one;
    other.field[i].meaning = "";
    other.field[i].radix = "";
    assert_true(bundle_hash(&other) == hash);
    other.field[i].name = "none";
    assert_true(bundle_hash(&other) != hash);
    other = one;
    other.field[i].kind = one.field[i].kind == FIELD_IN ? FIELD_OUT : FIELD_IN;
    assert_true(bundle_hash(&other) != hash);
    other = one;
    other.field[i].bits++;
    assert_true(bundle_hash(&other) != hash);
    other = one;
    other.field[i].count++;
    assert_true(bundle_hash(&other) != hash);
    other = one;
    other.field[i].by.of[1] = DIMENSION_STAGE;
    assert_true(bundle_hash(&other) != hash);
    if (i > 0) {
      other = one;
      other.field[i] = one.field[i - 1];
      other.field[i - 1] = one.field[i];
      assert_true(bundle_hash(&other) != hash);
    }
  }
  other = one;
  other.n_fields--;
  assert_true(bundle_hash(&other) != hash);
  bundle_interface(&shape, &other);
  assert_true(bundle_hash(&other) == hash);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_packing),
      cmocka_unit_test(test_layouts),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_hash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
