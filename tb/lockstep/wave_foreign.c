// wave_foreign -- the pins of foreign routers in waves; see wave_state.h.

#include <stdlib.h>
#include <string.h>

#include "lockstep/wave_state.h"

void wave_foreign_name(const wave_pin_t *p, char out[WAVE_NAME]) {
  if (p->pin->elements > 1) {
    (void)snprintf(out, WAVE_NAME, "%.80s_%u", p->pin->name, p->pin->element);
  } else {
    (void)snprintf(out, WAVE_NAME, "%.90s", p->pin->name);
  }
}

static size_t words_of(const wave_pin_t *p) {
  return (p->pin->bits + 63) / 64;
}

bool wave_foreign_create(wave_t *w, wave_component_t *c) {
  uint32_t count = 0;
  const bank_pin_t *pin = c->bank->foreign->pins(c->bank, c->member, &count);
  if (count == 0) {
    return true;
  }
  c->pin = calloc(count, sizeof *c->pin);
  if (c->pin == NULL) {
    return false;
  }
  fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, "dut", NULL);
  for (uint32_t i = 0; i < count; i++) {
    wave_pin_t *p = &c->pin[c->pins++];
    char name[WAVE_NAME];
    p->pin = &pin[i];
    p->shown = calloc(words_of(p), sizeof *p->shown);
    if (p->shown == NULL) {
      return false;
    }
    wave_foreign_name(p, name);
    p->handle = fstWriterCreateVar(w->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, p->pin->bits, name, 0);
  }
  fstWriterSetUpscope(w->fst);
  return true;
}

void wave_foreign_emit(wave_t *w, const wave_component_t *c) {
  for (size_t i = 0; i < c->pins; i++) {
    const wave_pin_t *p = &c->pin[i];
    const size_t bytes = words_of(p) * sizeof *p->shown;
    if (w->started && memcmp(p->shown, p->pin->value, bytes) == 0) {
      continue;
    }
    memcpy(p->shown, p->pin->value, bytes);
    if (p->pin->bits <= 64) {
      fstWriterEmitValueChange64(w->fst, p->handle, p->pin->bits, p->shown[0]);
    } else {
      fstWriterEmitValueChangeVec64(w->fst, p->handle, p->pin->bits, p->shown);
    }
  }
}

void wave_foreign_free(wave_component_t *c) {
  for (size_t i = 0; i < c->pins; i++) {
    free(c->pin[i].shown);
  }
  free(c->pin);
}
