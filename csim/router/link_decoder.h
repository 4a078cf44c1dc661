// link_decoder -- golden model of rtl/router/link_decoder.sv: the word of a link, corrected by its
// check bits. docs/link-check.md.
//
// Behaviour  The check bits that the word would have, compared with those that came, name the wire
//            that is wrong, or say that more than one is. A wrong word stays as it came.

#ifndef NOC_LINK_DECODER_H
#define NOC_LINK_DECODER_H

#include "router/link_encoder.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  LINK_INTACT,
  LINK_CORRECTED,  // one wire was wrong, of the word or of the check bits
  LINK_WRONG       // and not corrected
} link_verdict_t;

// Corrects the word, its check bits left as they came.
link_verdict_t link_decode(const link_code_t *code, link_word_t *word);

#ifdef __cplusplus
}
#endif

#endif
