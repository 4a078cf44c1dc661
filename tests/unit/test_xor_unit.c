// xor_unit: RTL against golden model, and the golden model against a host that knows what every
// slot must hold; its timing in closed form, and what waits for what, on the golden model.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "twins/twins.h"
#include "unit/shapes.h"
#include "unit/stimulus.h"
#include "unit/unit_lockstep.h"

// The first 3 in the quick tier. Ports, VCs, depth, flit bits, cut-through, pipeline, networks,
// dims; slots, flits, overhead, name bits.
static unsigned all_shapes(noc_shape_t *shapes) {
  unsigned n = 0;
  shapes[n++] = shape_coded((shape_choice_t){5, 4, 8, 64, 0, 3, 2, 2}, 17, 5, 1, 4);
  shapes[n++] = shape_coded((shape_choice_t){3, 1, 1, 64, 0, 3, 1, 1}, 2, 1, 0, 1);
  shapes[n++] = shape_coded((shape_choice_t){5, 8, 16, 128, 1, 3, 4, 2}, 100, 16, 35, 22);
  shapes[n++] = shape_coded((shape_choice_t){3, 2, 2, 64, 0, 3, 1, 0}, 8, 3, 0, 3);
  shapes[n++] = shape_coded((shape_choice_t){3, 3, 70, 256, 1, 2, 1, 1}, 64, 64, 2, 6);
  shapes[n++] = shape_coded((shape_choice_t){16, 16, 640, 128, 0, 3, 16, 0}, 4096, 64, 64, 12);
  return unit_long_tier() ? n : 3;
}

static void test_golden(void **state) {
  (void)state;
  noc_shape_t shapes[8];
  unit_golden_check("xor_unit", shapes, all_shapes(shapes), 40000, 1000000);
}

static void test_lockstep(void **state) {
  (void)state;
  noc_shape_t shapes[8];
  unit_lockstep_check("xor_unit", shapes, all_shapes(shapes), 30000, 1000000);
}

// -- One twin, by hand ---------------------------------------------------------------------------

#define FIELDS_LIST "shape/xor_unit_state.def"
#include "unit/fields.def"

enum { OP_OPEN, OP_XOR, OP_LOAD, WORDS = 4096 };

typedef struct {
  stimulus_t st;  // for the fields only
  const unit_twin_t *twin;
  void *model;
  uint32_t in[WORDS], out[WORDS];
  unsigned cycle;
} unit_t;

static void idle_pins(unit_t *u) {
  memset(u->in, 0, sizeof u->in);
  stimulus_set(&u->st, u->in, F_res_ready, 0, 1);
}

static unit_t *unit_create(unsigned slots, unsigned flits, unsigned overhead) {
  unit_t *u = calloc(1, sizeof *u);
  assert_non_null(u);
  u->st.shape = shape_coded((shape_choice_t){3, 2, 4, 64, 0, 3, 1, 0}, slots, flits, overhead, 4);
  // Lengths of 64 flits need 7 bits.
  u->st.shape.len_w = 7;
  noc_error_t error;
  assert_true(shape_derive(&u->st.shape, &error));
  u->twin = unit_twin("xor_unit");
  assert_non_null(u->twin);
  u->twin->layout(&u->st.shape, &u->st.layout);
  assert_in_range(u->st.layout.state_words, 1, WORDS);
  u->model = calloc(1, u->twin->state_size(&u->st.shape));
  assert_non_null(u->model);
  u->twin->reset(&u->st.shape, u->model, u->out);
  idle_pins(u);
  return u;
}

static void unit_free(unit_t *u) {
  free(u->model);
  free(u);
}

static void set(unit_t *u, unsigned field, uint64_t value) {
  stimulus_set(&u->st, u->in, field, 0, value);
}

static uint64_t get(const unit_t *u, unsigned field) {
  return stimulus_get(&u->st, u->out, field, 0);
}

// One cycle with the pins as they are set; then they are idle again.
static void clock_edge(unit_t *u) {
  u->twin->step(&u->st.shape, u->model, u->in, u->out);
  u->cycle++;
  idle_pins(u);
}

static void command(unit_t *u, unsigned op, unsigned slot) {
  set(u, F_cmd_valid, 1);
  set(u, F_cmd_op, op);
  set(u, F_cmd_slot, slot);
}

static void command_xor(unit_t *u, unsigned slot, unsigned a, unsigned b, bool deliver) {
  command(u, OP_XOR, slot);
  set(u, F_cmd_a, a);
  set(u, F_cmd_b, b);
  set(u, F_cmd_deliver, deliver);
  clock_edge(u);
}

// The data of flit `pos` of the operand that is loaded into a slot.
static uint64_t word_of(unsigned slot, unsigned pos) {
  return (UINT64_C(0x9e3779b97f4a7c15) * (slot + 1)) ^ (uint64_t)pos << 56 ^ pos * 77;
}

static uint64_t clean(const unit_t *u, uint64_t word, unsigned pos) {
  return pos == 0 ? word & ~UINT64_C(0) << u->st.shape.head_bits : word;
}

static void load(unit_t *u, unsigned slot, unsigned flits) {
  for (unsigned pos = 0; pos < flits; pos++) {
    command(u, OP_LOAD, slot);
    set(u, F_cmd_flits, flits);
    set(u, F_cmd_name, slot);
    set(u, F_cmd_data, word_of(slot, pos));
    clock_edge(u);
  }
}

// The flits of one result for the host, the first in the cycle `first`, one a cycle from there. It
// is the exclusive or of what was loaded into a and b, or into a alone (b 0).
static void expect_result(unit_t *u, unsigned first, unsigned slot, unsigned a, unsigned b,
                          unsigned flits) {
  while (u->cycle < first) {
    clock_edge(u);
    assert_false(get(u, F_res_valid));
  }
  for (unsigned pos = 0; pos < flits; pos++) {
    const uint64_t word = word_of(a, pos) ^ (b != 0 ? word_of(b, pos) : 0);
    clock_edge(u);
    assert_true(get(u, F_res_valid));
    assert_int_equal(get(u, F_res_slot), slot);
    assert_int_equal(get(u, F_res_kind), stimulus_kind(pos, flits));
    assert_int_equal(get(u, F_res_data), clean(u, word, pos));
    assert_int_equal(get(u, F_done_valid), pos + 1 == flits);
  }
  assert_int_equal(get(u, F_done_slot), slot);
}

// The first flit is shown to the host H + 2 cycles after the second operand is full; it goes to the
// result registers a cycle before.
static void check_timing(unsigned overhead, unsigned flits) {
  unit_t *u = unit_create(8, 64, overhead);
  command_xor(u, 5, 1, 2, true);
  load(u, 1, flits);
  load(u, 2, flits);
  expect_result(u, u->cycle + overhead + 1, 5, 1, 2, flits);
  unit_free(u);
}

static void test_timing(void **state) {
  (void)state;
  static const unsigned kOverhead[] = {0, 1, 2, 5, 35, 64};
  static const unsigned kFlits[] = {1, 2, 5, 64};
  for (size_t h = 0; h < sizeof kOverhead / sizeof *kOverhead; h++) {
    for (size_t n = 0; n < sizeof kFlits / sizeof *kFlits; n++) {
      check_timing(kOverhead[h], kFlits[n]);
    }
  }
}

// Two that become ready with the same operand: the lower slot first, the other without a gap.
static void test_no_gap(void **state) {
  (void)state;
  for (unsigned overhead = 0; overhead < 4; overhead++) {
    unit_t *u = unit_create(8, 64, overhead);
    load(u, 1, 3);
    load(u, 2, 3);
    command_xor(u, 7, 2, 3, true);
    command_xor(u, 6, 1, 3, true);
    load(u, 3, 3);
    const unsigned start = u->cycle + overhead + 1;
    expect_result(u, start, 6, 1, 3, 3);
    expect_result(u, start + 3, 7, 2, 3, 3);
    unit_free(u);
  }
}

// A result is an operand from the cycle after its last flit on: links of a chain are H + 1 + n
// cycles apart. Adding block 1 again and again gives blocks 1 and 2, block 2, blocks 1 and 2, ..
static void test_chain(void **state) {
  (void)state;
  enum { LINKS = 5, FLITS = 4, FIRST = 10 };
  for (unsigned overhead = 0; overhead < 4; overhead++) {
    unit_t *u = unit_create(32, 64, overhead);
    load(u, 1, FLITS);
    command_xor(u, FIRST, 1, 2, true);
    for (unsigned k = 1; k < LINKS; k++) {
      command_xor(u, FIRST + k, FIRST + k - 1, 1, true);
    }
    load(u, 2, FLITS);
    const unsigned start = u->cycle + overhead + 1;
    for (unsigned k = 0; k < LINKS; k++) {
      const bool both = k % 2 == 0;
      expect_result(u, start + k * (overhead + 1 + FLITS), FIRST + k, both ? 1 : 2, both ? 2 : 0,
                    FLITS);
    }
    unit_free(u);
  }
}

// While the host holds back, the pipeline stands, what it is offered stays, and every flit comes,
// and comes once.
static void test_hold(void **state) {
  (void)state;
  for (unsigned overhead = 0; overhead < 4; overhead++) {
    unit_t *u = unit_create(8, 64, overhead);
    load(u, 1, 6);
    load(u, 2, 6);
    command_xor(u, 3, 1, 2, true);
    unsigned written = 0;
    unsigned taken = 0;
    for (unsigned i = 0; i < 200 && taken < 6; i++) {
      const bool ready = i % 3 == 2;
      const bool offered = get(u, F_res_valid);
      if (offered) {
        assert_int_equal(get(u, F_res_data),
                         clean(u, word_of(1, taken) ^ word_of(2, taken), taken));
        taken += ready;
      }
      set(u, F_res_ready, ready);
      clock_edge(u);
      assert_true(!offered || ready || get(u, F_res_valid));
      assert_true(!offered || ready || !get(u, F_xr_wr_en));
      if (get(u, F_xr_wr_en)) {
        assert_true(get(u, F_res_valid));
        assert_int_equal(get(u, F_xr_wr_pos), written);
        written++;
      }
    }
    assert_int_equal(written, 6);
    assert_int_equal(taken, 6);
    assert_int_equal(get(u, F_done_slot), 3);
    unit_free(u);
  }
}

// -- Packets -------------------------------------------------------------------------------------

// Shows a single-flit packet at the front of VC 0; whether it may leave, then it does.
static bool front(unit_t *u, unsigned slot, bool coded, bool loading) {
  set(u, F_front_valid, 1);
  set(u, F_front_kind, KIND_SINGLE);
  set(u, F_front_code, slot * 2 + coded);
  if (loading) {
    command(u, OP_LOAD, 7);
    set(u, F_cmd_flits, 1);
  }
  clock_edge(u);
  return get(u, F_x_allow) != 0;
}

// By its slot alone: whether the delivery registers are free is for ejection to know.
static void test_allow(void **state) {
  (void)state;
  unit_t *u = unit_create(8, 64, 1);
  assert_true(front(u, 0, false, false));
  assert_true(front(u, 0, false, true));
  assert_false(front(u, 3, false, false));
  assert_false(front(u, 3, true, false));
  command(u, OP_OPEN, 3);
  clock_edge(u);
  assert_true(front(u, 3, false, false));
  assert_true(front(u, 3, true, false));
  assert_false(front(u, 3, true, true));  // the store has one write port
  unit_free(u);
}

static void take(unit_t *u, const packet_head_t *head, const uint64_t *word) {
  uint64_t payload = *word;
  packet_pack(&u->st.shape, head, &payload);
  set(u, F_front_valid, 1);
  set(u, F_front_kind, KIND_SINGLE);
  set(u, F_front_code, head->slot * 2u + (head->type == PACKET_CODED));
  set(u, F_take_valid, 1);
  set(u, F_take_kind, KIND_SINGLE);
  set(u, F_take_payload, payload);
  clock_edge(u);
}

// A coded packet in its slot is decoded in place by the raw one that comes after it.
static void test_in_place(void **state) {
  (void)state;
  unit_t *u = unit_create(8, 64, 2);
  const uint64_t block_1 = word_of(1, 0);
  const uint64_t both = word_of(1, 0) ^ word_of(2, 0);
  const packet_head_t coded = {.type = PACKET_CODED,
                               .length = 1,
                               .source = 3,
                               .message = 9,
                               .slot = 4,
                               .operand_a = 1,
                               .operand_b = 2};
  const packet_head_t raw = {
      .type = PACKET_UNICAST, .length = 1, .source = 2, .message = 6, .slot = 5, .operand_a = 1};
  command(u, OP_OPEN, 5);
  clock_edge(u);
  command_xor(u, 4, 4, 5, true);
  take(u, &coded, &both);
  assert_true(get(u, F_fill_valid));
  assert_int_equal(get(u, F_fill_slot), 4);
  assert_int_equal(get(u, F_fill_source), 3);
  assert_int_equal(get(u, F_fill_message), 9);
  for (unsigned i = 0; i < 10; i++) {
    clock_edge(u);
    assert_false(get(u, F_fill_valid));
    assert_false(get(u, F_x_busy));
  }
  take(u, &raw, &block_1);
  expect_result(u, u->cycle + 2 + 1, 4, 2, 0, 1);
  // And can be read: block 2, raw, one flit.
  set(u, F_xs_rd_en, 1);
  set(u, F_xs_rd_slot, 4);
  clock_edge(u);
  assert_int_equal(get(u, F_xs_data), clean(u, word_of(2, 0), 0));
  const unsigned name_w = u->st.shape.name_w;
  assert_int_equal(get(u, F_xs_tag), UINT64_C(1) << (2 * name_w + 1) | 2 << 1);
  unit_free(u);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_timing), cmocka_unit_test(test_no_gap),
      cmocka_unit_test(test_chain),  cmocka_unit_test(test_hold),
      cmocka_unit_test(test_allow),  cmocka_unit_test(test_in_place),
      cmocka_unit_test(test_golden), cmocka_unit_test(test_lockstep),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
