// dimensions: every element of every field of every list, in shapes of many kinds, has a place,
// every place one element, and no two elements of a field have the same words in a report or
// letters in a wave. What the dimensions of some fields are is told again by hand.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "shape/dimensions.h"
#include "twins/twins.h"
#include "unit/shapes.h"

enum { MOST = 400, NODES = 6 };

#define IN(...)  BUNDLE_ADD(FIELD_IN, __VA_ARGS__)
#define OUT(...) BUNDLE_ADD(FIELD_OUT, __VA_ARGS__)
static void add_top(const noc_shape_t *s, bundle_layout_t *layout) {
  bundle_begin(layout, "top");
#include "shape/top_state.def"
}
#undef IN
#undef OUT

// Whether a shape has the unit.
static bool has_unit(const noc_shape_t *s, const char *unit) {
  static const char *const kCopying[] = {"worm_table",
                                         "worm_decoder",
                                         "branch_unit",
                                         "branch_vc_allocator",
                                         "branch_switch_allocator",
                                         "copy_crossbar"};
  for (size_t i = 0; i < sizeof kCopying / sizeof *kCopying; i++) {
    if (strcmp(unit, kCopying[i]) == 0) {
      return s->multicast != 0;
    }
  }
  return true;
}

// Two dimensions of a field are told apart by what names them, and parts of a whole come last.
static void check_names(const char *unit, const bundle_field_t *f) {
  bool part = false;
  for (unsigned k = 0; k < DIMENSIONS_MOST; k++) {
    const dimension_info_t *a = dimension_info(f->by.of[k]);
    const bool named = a->index != INDEX_NONE;
    part = part || a->index == INDEX_PART;
    if (named && (a->word[0] == '\0' || (a->wave[0] == '\0') != part)) {
      fail_msg("%s, %s: %s has no words, or comes after a part", unit, f->name, a->name);
    }
    for (unsigned other = 0; named && other < k; other++) {
      const dimension_info_t *b = dimension_info(f->by.of[other]);
      if (strcmp(a->word, b->word) == 0 || (!part && strcmp(a->wave, b->wave) == 0)) {
        fail_msg("%s, %s: %s and %s are named alike", unit, f->name, a->name, b->name);
      }
    }
  }
}

static void walk(const noc_shape_t *s, const bundle_layout_t *layout) {
  for (unsigned n = 0; n < layout->n_fields; n++) {
    const bundle_field_t *f = &layout->field[n];
    check_names(layout->unit, f);
    for (uint32_t i = 0; i < f->count; i++) {
      const dimension_place_t place = dimensions_place(f->by, s, i);
      uint32_t element = 0;
      uint32_t elements = 1;
      for (unsigned k = 0; k < place.count; k++) {
        const uint32_t count = dimension_count(place.at[k].dimension, s);
        assert_true(dimension_info(place.at[k].dimension)->index != INDEX_NONE);
        if (place.at[k].index >= count) {
          fail_msg("%s: %s, %s[%u]: %s %u", shape_text(s), layout->unit, f->name, i,
                   dimension_info(place.at[k].dimension)->name, place.at[k].index);
        }
        element = element * count + place.at[k].index;
        elements *= count;
      }
      if (element != i || elements != f->count) {
        fail_msg("%s: %s, %s[%u] is not at its place", shape_text(s), layout->unit, f->name, i);
      }
    }
    assert_true(f->count == 0 || f->count % dimensions_parts(f->by, s) == 0);
  }
}

static void walk_lists(noc_shape_t s) {
  static bundle_layout_t layout;
  for (size_t u = 0; u < unit_twins_count; u++) {
    if (has_unit(&s, unit_twins[u].name)) {
      unit_twins[u].layout(&s, &layout);
      walk(&s, &layout);
    }
  }
  s.nodes = NODES;
  add_top(&s, &layout);
  walk(&s, &layout);
}

static void test_all_elements(void **state) {
  (void)state;
  static noc_shape_t shapes[MOST];
  const unsigned pairs = shapes_pairwise(shapes, MOST);
  for (unsigned n = 0; n < pairs; n++) {
    walk_lists(shapes[n]);
    walk_lists(shape_with_unit(shape_with_ages(shapes[n], 4), 2 + n, 3, n % 4, 5));
  }
  shapes_multicast(shapes);
  for (unsigned n = 0; n < MULTICAST_SHAPES; n++) {
    walk_lists(shapes[n]);
  }
  shapes_aged_multicast(shapes);
  for (unsigned n = 0; n < AGED_MULTICAST_SHAPES; n++) {
    walk_lists(shapes[n]);
  }
  shapes_looking_multicast(shapes);
  for (unsigned n = 0; n < LOOKING_MULTICAST_SHAPES; n++) {
    walk_lists(shapes[n]);
  }
  shapes_forwarding(shapes);
  for (unsigned n = 0; n < FORWARD_SHAPES; n++) {
    walk_lists(shapes[n]);
  }
  walk_lists(shape_routed(
      (routed_choice_t){{7, 6, 5, 64, 1, 3, 2, 0}, ROUTE_TABLE, 3, .groups = 4, .rows = 9}));
}

// The dimensions of the elements of a field, as docs/microarchitecture.md has them.
static const struct {
  const char *unit, *field;
  dimension_list_t by;
} kByHand[] = {
    {"router", "in_count", DIMENSIONS_LIST(BY(PORT, VC))},
    {"router", "out_payload", DIMENSIONS_LIST(BY(PORT, WORD))},
    {"router", "va_out_order", DIMENSIONS_LIST(BY(PORT, VC, INPUT))},
    {"router", "sa_bid_order", DIMENSIONS_LIST(BY(SPECULATIVE, PORT, INPUT))},
    {"router", "tbl_group", DIMENSIONS_LIST(BY(TABLE, PORT, CLASS))},
    {"router", "br_wr_class", DIMENSIONS_LIST(BY(MULTICAST, PORT, CLASSED, BRANCH))},
    {"router", "br_vc", DIMENSIONS_LIST(BY(MULTICAST, PORT, VC, BRANCH))},
    {"router", "br_read", DIMENSIONS_LIST(BY(MULTICAST, PORT, VC, BRANCH))},
    {"router", "w_hit", DIMENSIONS_LIST(BY(MULTICAST, PORT, VC, PLANE))},
    {"worm_table", "hit", DIMENSIONS_LIST(BY(PORT, PLANE))},
    {"worm_decoder", "br_wr_class", DIMENSIONS_LIST(BY(CLASSED, BRANCH))},
    {"branch_unit", "br_read", DIMENSIONS_LIST(BY(VC, BRANCH))},
    {"branch_vc_allocator", "in_out_vc", DIMENSIONS_LIST(BY(PORT, BRANCH))},
    {"network_interface", "del_data", DIMENSIONS_LIST(BY(NETWORK, WORD))},
    {"network_interface", "x_open", DIMENSIONS_LIST(BY(XOR_SLOT))},
    {"network_interface", "x_vc_pos", DIMENSIONS_LIST(BY(XOR_UNIT, VC))},
    {"network_interface", "x_p_data", DIMENSIONS_LIST(BY(STAGE, WORD))},
    {"network_interface", "f_used", DIMENSIONS_LIST(BY(FORWARD_SLOT))},
    {"network_interface", "f_vc_slot", DIMENSIONS_LIST(BY(FORWARD_UNIT, VC))},
};

static void test_by_hand(void **state) {
  (void)state;
  noc_shape_t shapes[MULTICAST_SHAPES];
  shapes_multicast(shapes);
  static bundle_layout_t layout;
  for (size_t i = 0; i < sizeof kByHand / sizeof *kByHand; i++) {
    bool found = false;
    for (size_t u = 0; u < unit_twins_count; u++) {
      unit_twins[u].layout(&shapes[0], &layout);
      for (unsigned n = 0; strcmp(layout.unit, kByHand[i].unit) == 0 && n < layout.n_fields; n++) {
        if (strcmp(layout.field[n].name, kByHand[i].field) == 0) {
          found = true;
          assert_memory_equal(&layout.field[n].by, &kByHand[i].by, sizeof kByHand[i].by);
        }
      }
    }
    assert_true(found);
  }
}

// A payload's words and a unit's slots are shown as one vector, all else element by element.
static void test_parts(void **state) {
  (void)state;
  const noc_shape_t s = shape_coded((shape_choice_t){5, 4, 8, 256, 1, 3, 2, 1}, 6, 3, 2, 5);
  const dimension_list_t data = DIMENSIONS_LIST(BY(NETWORK, WORD));
  const dimension_list_t slots = DIMENSIONS_LIST(BY(XOR_SLOT));
  const dimension_list_t plain = DIMENSIONS_LIST(BY(PORT, VC));
  const dimension_list_t aged = DIMENSIONS_LIST(BY(AGED, VC));
  assert_int_equal(dimensions_parts(data, &s), 4);
  assert_int_equal(dimensions_parts(slots, &s), 6);
  assert_int_equal(dimensions_parts(plain, &s), 1);
  assert_int_equal(dimensions_count(plain, &s), 20);
  assert_int_equal(dimensions_count(aged, &s), 0);
  const dimension_place_t place = dimensions_place(data, &s, 6);
  assert_int_equal(place.count, 2);
  assert_int_equal(place.at[0].dimension, DIMENSION_NETWORK);
  assert_int_equal(place.at[0].index, 1);
  assert_int_equal(place.at[1].dimension, DIMENSION_WORD);
  assert_int_equal(place.at[1].index, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_elements),
      cmocka_unit_test(test_by_hand),
      cmocka_unit_test(test_parts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
