// link_encoder -- golden model of the encoder of a checked link; see link_encoder.h.

#include "router/link_encoder.h"

#include <string.h>

void link_code_make(link_code_t *code, const noc_shape_t *s) {
  *code = (link_code_t){.check = s->link_check,
                        .vc_w = s->vc_w,
                        .flit_bits = s->flit_bits,
                        .bits = shape_link_bits(s),
                        .checks = s->check_w,
                        .sums = s->link_check == LINK_SECDED ? s->check_w - 1 : 0};
  unsigned position = 0;
  for (unsigned i = 0; i < code->bits; i++) {
    do {
      position++;
    } while (__builtin_popcount(position) == 1);
    for (unsigned j = 0; j < code->sums; j++) {
      code->covered[j][i / 64] |= (uint64_t)(position >> j & 1) << i % 64;
    }
  }
}

// The lowest `width` bits of a value, at most 64, go to a place in the row.
static void put(uint64_t *row, unsigned *at, unsigned width, uint64_t value) {
  const unsigned shift = *at % 64;
  value &= UINT64_MAX >> (64 - width);
  row[*at / 64] |= value << shift;
  if (shift + width > 64) {
    row[*at / 64 + 1] |= value >> (64 - shift);
  }
  *at += width;
}

static uint64_t get(const uint64_t *row, unsigned *at, unsigned width) {
  const unsigned shift = *at % 64;
  uint64_t value = row[*at / 64] >> shift;
  if (shift + width > 64) {
    value |= row[*at / 64 + 1] << (64 - shift);
  }
  *at += width;
  return value & UINT64_MAX >> (64 - width);
}

static unsigned part_bits(const link_code_t *code, unsigned left) {
  return code->flit_bits - left < 64 ? code->flit_bits - left : 64;
}

void link_row(const link_code_t *code, const link_word_t *word, uint64_t row[LINK_ROW_WORDS]) {
  unsigned at = 0;
  memset(row, 0, LINK_ROW_WORDS * sizeof *row);
  put(row, &at, 1, word->valid);
  put(row, &at, code->vc_w, word->vc);
  put(row, &at, 2, word->kind);
  for (unsigned bit = 0; bit < code->flit_bits; bit += 64) {
    put(row, &at, part_bits(code, bit), word->payload[bit / 64]);
  }
  put(row, &at, 1, word->credit);
  put(row, &at, code->vc_w, word->credit_vc);
  put(row, &at, code->checks, word->check);
}

void link_word(const link_code_t *code, const uint64_t row[LINK_ROW_WORDS], link_word_t *word) {
  unsigned at = 0;
  word->valid = (uint8_t)get(row, &at, 1);
  word->vc = (uint8_t)get(row, &at, code->vc_w);
  word->kind = (uint8_t)get(row, &at, 2);
  for (unsigned bit = 0; bit < code->flit_bits; bit += 64) {
    word->payload[bit / 64] = get(row, &at, part_bits(code, bit));
  }
  word->credit = (uint8_t)get(row, &at, 1);
  word->credit_vc = (uint8_t)get(row, &at, code->vc_w);
  word->check = (uint16_t)get(row, &at, code->checks);
}

unsigned link_parity(const uint64_t row[LINK_ROW_WORDS]) {
  uint64_t sum = 0;
  for (unsigned w = 0; w < LINK_ROW_WORDS; w++) {
    sum ^= row[w];
  }
  return (unsigned)__builtin_parityll(sum);
}

uint16_t link_checks(const link_code_t *code, const uint64_t row[LINK_ROW_WORDS]) {
  uint64_t word[LINK_ROW_WORDS];
  unsigned sums = 0;
  memcpy(word, row, sizeof word);
  word[code->bits / 64] &= (UINT64_C(1) << code->bits % 64) - 1;
  for (unsigned w = code->bits / 64 + 1; w < LINK_ROW_WORDS; w++) {
    word[w] = 0;
  }
  for (unsigned j = 0; j < code->sums; j++) {
    uint64_t covered[LINK_ROW_WORDS];
    for (unsigned w = 0; w < LINK_ROW_WORDS; w++) {
      covered[w] = word[w] & code->covered[j][w];
    }
    sums |= link_parity(covered) << j;
  }
  const unsigned all = link_parity(word) ^ ((unsigned)__builtin_popcount(sums) & 1);
  return (uint16_t)(sums | all << code->sums);
}

uint16_t link_encode(const link_code_t *code, const link_word_t *word) {
  uint64_t row[LINK_ROW_WORDS];
  link_row(code, word, row);
  return link_checks(code, row);
}
