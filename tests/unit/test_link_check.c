// link_encoder, link_decoder: golden models against the text, position by position; every single
// wrong wire is corrected, every two are found; RTL against golden models.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "router/link_decoder.h"
#include "unit/shapes.h"
#include "unit/stimulus.h"
#include "unit/unit_lockstep.h"

static noc_shape_t shape_checked(unsigned vcs, unsigned flit_bits, link_check_t check) {
  return shape_with_link_check(shape_of((shape_choice_t){3, vcs, 8, flit_bits, 0, 3, 1, 1}), check);
}

static void check_unit(const char *unit) {
  // The first 2 in the quick tier, 3 for coverage.
  const noc_shape_t shapes[] = {
      shape_checked(2, 32, LINK_SECDED),  shape_checked(3, 64, LINK_PARITY),
      shape_checked(1, 64, LINK_SECDED),  shape_checked(16, 256, LINK_SECDED),
      shape_checked(4, 128, LINK_SECDED), shape_checked(16, 256, LINK_PARITY),
  };
  const unsigned n = unit_shapes(2, 3, sizeof shapes / sizeof shapes[0]);
  unit_lockstep_check(unit, shapes, n, 40000, 1000000);
}

static void test_lockstep_encoder(void **state) {
  (void)state;
  check_unit("link_encoder");
}

static void test_lockstep_decoder(void **state) {
  (void)state;
  check_unit("link_decoder");
}

static const struct {
  unsigned vcs, flit_bits, parity_bits, secded_bits;
} kWidths[] = {
    // 38, 70, 76, 148 and 268 bits of a word.
    {1, 32, 1, 7}, {2, 64, 1, 8}, {16, 64, 1, 8}, {16, 128, 1, 9}, {16, 256, 1, 10},
};
enum { WIDTHS = sizeof kWidths / sizeof kWidths[0] };

static link_word_t any_word(rng_t *r, const link_code_t *code) {
  link_word_t word = {.valid = (uint8_t)rng_below(r, 2),
                      .vc = (uint8_t)rng_below(r, 1u << code->vc_w),
                      .kind = (uint8_t)rng_below(r, 4),
                      .credit = (uint8_t)rng_below(r, 2),
                      .credit_vc = (uint8_t)rng_below(r, 1u << code->vc_w)};
  for (unsigned w = 0; w < (code->flit_bits + 63) / 64; w++) {
    word.payload[w] = code->flit_bits < 64 ? rng_next(r) >> 32 : rng_next(r);
  }
  word.check = link_encode(code, &word);
  return word;
}

static void flip(uint64_t *row, unsigned bit) {
  row[bit / 64] ^= UINT64_C(1) << bit % 64;
}

// The check bits by the words of the text: positions in their turn, bit by bit.
static unsigned by_the_text(const link_code_t *code, const link_word_t *word) {
  uint64_t row[LINK_ROW_WORDS];
  unsigned sums = 0;
  unsigned all = 0;
  unsigned i = 0;
  link_row(code, word, row);
  for (unsigned position = 1; i < code->bits; position++) {
    if ((position & (position - 1)) != 0) {
      const unsigned bit = row[i / 64] >> i % 64 & 1;
      sums ^= bit != 0 ? position : 0;
      all ^= bit;
      i++;
    }
  }
  if (code->check == LINK_PARITY) {
    return all;
  }
  for (unsigned j = 0; j + 1 < code->checks; j++) {
    all ^= sums >> j & 1;
  }
  return sums | all << (code->checks - 1);
}

static void test_text(void **state) {
  (void)state;
  for (unsigned i = 0; i < WIDTHS; i++) {
    for (link_check_t check = LINK_PARITY; check <= LINK_SECDED; check++) {
      const noc_shape_t s = shape_checked(kWidths[i].vcs, kWidths[i].flit_bits, check);
      link_code_t code;
      rng_t r = rng_seed(i);
      link_code_make(&code, &s);
      assert_int_equal(code.checks,
                       check == LINK_PARITY ? kWidths[i].parity_bits : kWidths[i].secded_bits);
      for (unsigned n = 0; n < 500; n++) {
        link_word_t word = any_word(&r, &code);
        assert_int_equal(word.check, by_the_text(&code, &word));
        const link_word_t before = word;
        assert_int_equal(link_decode(&code, &word), LINK_INTACT);
        assert_memory_equal(&word, &before, sizeof word);
      }
      // Nothing on a link is 0, check bits too.
      const link_word_t nothing = {0};
      assert_int_equal(link_encode(&code, &nothing), 0);
    }
  }
}

// Decodes a word with so many wires wrong; it is what was sent, unless it says that it is not.
static link_verdict_t decode_with(const link_code_t *code, const link_word_t *sent,
                                  const unsigned *wires, unsigned wrong, link_word_t *came) {
  uint64_t row[LINK_ROW_WORDS];
  link_row(code, sent, row);
  for (unsigned i = 0; i < wrong; i++) {
    flip(row, wires[i]);
  }
  *came = (link_word_t){0};
  link_word(code, row, came);
  const link_word_t before = *came;
  const link_verdict_t verdict = link_decode(code, came);
  if (verdict == LINK_WRONG) {
    assert_memory_equal(came, &before, sizeof before);
  }
  return verdict;
}

static void test_wrong_wires(void **state) {
  (void)state;
  for (unsigned i = 0; i < WIDTHS; i++) {
    for (link_check_t check = LINK_PARITY; check <= LINK_SECDED; check++) {
      const noc_shape_t s = shape_checked(kWidths[i].vcs, kWidths[i].flit_bits, check);
      link_code_t code;
      rng_t r = rng_seed(i + 100);
      link_code_make(&code, &s);
      const bool secded = check == LINK_SECDED;
      const link_word_t sent = any_word(&r, &code);
      const unsigned all = code.bits + code.checks;
      for (unsigned a = 0; a < all; a++) {
        link_word_t came;
        assert_int_equal(decode_with(&code, &sent, &a, 1, &came),
                         secded ? LINK_CORRECTED : LINK_WRONG);
        came.check = sent.check;  // check bits stay as they came
        if (secded) {
          assert_memory_equal(&came, &sent, sizeof sent);
        }
        for (unsigned b = 0; b < a; b++) {
          const unsigned two[] = {a, b};
          assert_int_equal(decode_with(&code, &sent, two, 2, &came),
                           secded ? LINK_WRONG : LINK_INTACT);
        }
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text), cmocka_unit_test(test_wrong_wires),
      cmocka_unit_test(test_lockstep_encoder), cmocka_unit_test(test_lockstep_decoder)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
