// link_decoder -- golden model of the decoder of a checked link; see link_decoder.h.

#include "router/link_decoder.h"

static unsigned log2_of(unsigned n) {
  return 31u - (unsigned)__builtin_clz(n);
}

link_verdict_t link_decode(const link_code_t *code, link_word_t *word) {
  uint64_t row[LINK_ROW_WORDS];
  link_row(code, word, row);
  const unsigned difference = link_checks(code, row) ^ word->check;
  if (difference == 0) {
    return LINK_INTACT;
  }
  if (code->check == LINK_PARITY || link_parity(row) == 0) {
    return LINK_WRONG;
  }
  // An odd number of wires: one, if there is a wire at that position.
  const unsigned position = difference & ((1u << code->sums) - 1);
  if ((position & (position - 1)) == 0) {
    return LINK_CORRECTED;  // a check bit
  }
  const unsigned bit = position - 2 - log2_of(position);
  if (bit >= code->bits) {
    return LINK_WRONG;
  }
  const uint16_t check = word->check;
  row[bit / 64] ^= UINT64_C(1) << bit % 64;
  link_word(code, row, word);
  word->check = check;
  return LINK_CORRECTED;
}
