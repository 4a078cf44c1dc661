// record -- the pins of foreign modules as they are at rest, for waves; see bank_state.h.

#include <stdlib.h>

#include "foreign/bank_state.h"

static foreign_bits_t whole(const foreign_api_t *api, uint32_t pin, uint32_t element) {
  return (foreign_bits_t){
      .pin = (uint16_t)pin, .element = (uint16_t)element, .bits = (uint16_t)api->pin[pin].bits};
}

static void free_pins(bank_pin_t *pin, uint32_t count) {
  for (uint32_t i = 0; pin != NULL && i < count; i++) {
    free(pin[i].value);
  }
  free(pin);
}

const bank_pin_t *record_pins(foreign_bank_t *b, uint32_t module, uint32_t *count) {
  *count = 0;
  if (module >= b->modules) {
    return NULL;
  }
  module_t *m = &b->module[module];
  const foreign_api_t *api = m->map->api;
  uint32_t pins = 0;
  for (uint32_t i = 0; i < api->pins; i++) {
    pins += api->pin[i].elements;
  }
  bool ok = true;
  if (m->pin == NULL) {
    m->pin = calloc((size_t)pins + 1, sizeof *m->pin);
    ok = m->pin != NULL;
    for (uint32_t i = 0; ok && i < api->pins; i++) {
      for (uint32_t e = 0; ok && e < api->pin[i].elements; e++) {
        bank_pin_t *pin = &m->pin[m->pins++];
        *pin = (bank_pin_t){.name = api->pin[i].name,
                            .bits = api->pin[i].bits,
                            .element = e,
                            .elements = api->pin[i].elements,
                            .value = calloc((api->pin[i].bits + 63) / 64, sizeof *pin->value)};
        ok = pin->value != NULL;
      }
    }
  }
  if (!ok) {
    free_pins(m->pin, m->pins);
    m->pin = NULL;
    m->pins = 0;
  }
  *count = m->pins;
  return m->pin;
}

void record_keep(foreign_bank_t *b) {
  for (uint32_t k = 0; k < b->modules; k++) {
    const module_t *m = &b->module[k];
    const foreign_api_t *api = m->map->api;
    const bank_pin_t *at = m->pin;
    for (uint32_t i = 0; m->pin != NULL && i < api->pins; i++) {
      for (uint32_t e = 0; e < api->pin[i].elements; e++) {
        foreign_get_words(api, m->instance, whole(api, i, e), (at++)->value);
      }
    }
  }
}

void record_free(foreign_bank_t *b) {
  for (uint32_t k = 0; b->module != NULL && k < b->modules; k++) {
    free_pins(b->module[k].pin, b->module[k].pins);
  }
}
