// twins_links -- the two ends of a link that is checked; see twins.h.

#include <string.h>

#include "base/arena.h"
#include "router/link_decoder.h"
#include "router/link_encoder.h"
#include "twins/twins.h"

#define TWIN      link_encoder
#define TWIN_LIST "shape/link_encoder_state.def"
#include "twins/twin_fields.def"
#define TWIN      link_decoder
#define TWIN_LIST "shape/link_decoder_state.def"
#include "twins/twin_fields.def"

// The word in the IN fields that both have.
#define WORD_OF(s, f, word)                                                        \
  do {                                                                             \
    *(word) = (link_word_t){.valid = *(f).in_valid,                                \
                            .vc = *(f).in_vc,                                      \
                            .kind = *(f).in_kind,                                  \
                            .credit = *(f).credit_in_valid,                        \
                            .credit_vc = *(f).credit_in_vc};                       \
    memcpy((word)->payload, (f).in_payload, (s)->words * sizeof *(word)->payload); \
  } while (0)

// ---- link_encoder

typedef struct {
  link_encoder_fields_t f;
  link_code_t code;
} link_encoder_twin_t;

static size_t link_encoder_place(const noc_shape_t *s, link_encoder_twin_t *t,
                                 unsigned char *block) {
  arena_t arena = {block, 0};
  (void)arena_take(&arena, sizeof *t, 1);
  link_encoder_take(s, &t->f, &arena);
  return arena.used;
}

size_t link_encoder_twin_size(const noc_shape_t *s) {
  link_encoder_twin_t t;
  return link_encoder_place(s, &t, NULL);
}

void link_encoder_twin_reset(const noc_shape_t *s, void *state, uint32_t *words) {
  link_encoder_twin_t *t = state;
  (void)link_encoder_place(s, t, state);
  link_code_make(&t->code, s);
  link_encoder_clear_wires(s, &t->f);
  link_encoder_put_state(s, &t->f, words);
}

void link_encoder_twin_step(const noc_shape_t *s, void *state, const uint32_t *in,
                            uint32_t *words) {
  link_encoder_twin_t *t = state;
  link_word_t word;
  link_encoder_get_in(s, &t->f, in);
  WORD_OF(s, t->f, &word);
  *t->f.check = link_encode(&t->code, &word);
  link_encoder_put_state(s, &t->f, words);
}

// ---- link_decoder

typedef struct {
  link_decoder_fields_t f;
  link_code_t code;
} link_decoder_twin_t;

static size_t link_decoder_place(const noc_shape_t *s, link_decoder_twin_t *t,
                                 unsigned char *block) {
  arena_t arena = {block, 0};
  (void)arena_take(&arena, sizeof *t, 1);
  link_decoder_take(s, &t->f, &arena);
  return arena.used;
}

size_t link_decoder_twin_size(const noc_shape_t *s) {
  link_decoder_twin_t t;
  return link_decoder_place(s, &t, NULL);
}

void link_decoder_twin_reset(const noc_shape_t *s, void *state, uint32_t *words) {
  link_decoder_twin_t *t = state;
  (void)link_decoder_place(s, t, state);
  link_code_make(&t->code, s);
  link_decoder_clear_wires(s, &t->f);
  *t->f.corrected = *t->f.error = 0;
  link_decoder_put_state(s, &t->f, words);
}

void link_decoder_twin_step(const noc_shape_t *s, void *state, const uint32_t *in,
                            uint32_t *words) {
  link_decoder_twin_t *t = state;
  const link_decoder_fields_t *f = &t->f;
  link_word_t word;
  link_decoder_get_in(s, f, in);
  WORD_OF(s, t->f, &word);
  word.check = *f->check;
  const link_verdict_t verdict = link_decode(&t->code, &word);
  *f->out_valid = word.valid;
  *f->out_vc = word.vc;
  *f->out_kind = word.kind;
  memcpy(f->out_payload, word.payload, s->words * sizeof *word.payload);
  *f->credit_out_valid = word.credit;
  *f->credit_out_vc = word.credit_vc;
  *f->corrected = verdict == LINK_CORRECTED;
  *f->error = verdict == LINK_WRONG;
  link_decoder_put_state(s, f, words);
}
