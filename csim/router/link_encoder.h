// link_encoder -- golden model of rtl/router/link_encoder.sv: the check bits of a link's word.
// docs/link-check.md.
//
// Behaviour  Parity, or a Hamming code with one bit more for the whole. Linear: the word of 0 has
//            the check bits 0.
// Source     R. W. Hamming, Error Detecting and Error Correcting Codes, Bell System Technical
//            Journal 29 (1950), pages 147 to 160, sections 3 and 4.
//
// A word is a slice of a link, of which a row of bits is made in the order of the wires:
//
//   valid | vc | kind | payload | credit | credit_vc | check

#ifndef NOC_LINK_ENCODER_H
#define NOC_LINK_ENCODER_H

#include <stdint.h>

#include "shape/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  LINK_ROW_WORDS = 5,  // 64-bit words of the longest row: 268 bits, and 10 check bits
  LINK_SUMS = 9        // check bits of a Hamming code of 268 bits
};

// The word on the wires of a slice in a cycle.
typedef struct {
  uint8_t valid, vc, kind, credit, credit_vc;
  uint16_t check;
  uint64_t payload[SHAPE_MAX_WORDS];
} link_word_t;

// The code of a shape with a link_check.
typedef struct {
  unsigned check;                               // link_check_t, not LINK_UNCHECKED
  unsigned vc_w, flit_bits;                     // of a word
  unsigned bits;                                // of a word, without check bits
  unsigned checks;                              // check bits
  unsigned sums;                                // those of the Hamming code; 0 with parity
  uint64_t covered[LINK_SUMS][LINK_ROW_WORDS];  // by each of them
} link_code_t;

void link_code_make(link_code_t *code, const noc_shape_t *s);

// The check bits of a word; those that it has do not matter.
uint16_t link_encode(const link_code_t *code, const link_word_t *word);

// The row of a word with its check bits, and back. Bits that a field has no wire for are left out.
void link_row(const link_code_t *code, const link_word_t *word, uint64_t row[LINK_ROW_WORDS]);
void link_word(const link_code_t *code, const uint64_t row[LINK_ROW_WORDS], link_word_t *word);

// 1 if an odd number of a row's bits is set.
unsigned link_parity(const uint64_t row[LINK_ROW_WORDS]);
// The check bits of the first code->bits bits of a row.
uint16_t link_checks(const link_code_t *code, const uint64_t row[LINK_ROW_WORDS]);

#ifdef __cplusplus
}
#endif

#endif
