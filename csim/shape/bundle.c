// bundle -- layouts from the state lists, and packing; see bundle.h.

#include "shape/bundle.h"

#include <assert.h>

#include "shape/list_hash.h"
#include "shape/pack.h"

void bundle_begin(bundle_layout_t *layout, const char *unit) {
  *layout = (bundle_layout_t){.unit = unit};
}

void bundle_add(bundle_layout_t *layout, const noc_shape_t *s, bundle_field_t field) {
  assert(layout->n_fields < BUNDLE_MAX_FIELDS);
  assert(field.bits >= 1 && field.bits <= 8 * field.element_size);
  // The words of WIRE fields come first: none may follow an OUT or REG field.
  assert(field.kind != FIELD_WIRE || layout->state_words == layout->wire_words);
  field.count = dimensions_count(field.by, s);
  field.words = pack_words(field.bits, field.count);
  field.word = field.kind == FIELD_IN ? layout->in_words : layout->state_words;
  layout->field[layout->n_fields++] = field;
  if (field.kind == FIELD_IN) {
    layout->in_words += field.words;
    return;
  }
  layout->state_words += field.words;
  layout->state_bits += (uint64_t)field.bits * field.count;
  if (field.kind == FIELD_WIRE) {
    layout->wire_words += field.words;
  } else {
    layout->registers += field.count;
  }
}

uint64_t bundle_hash(const bundle_layout_t *layout) {
  uint64_t hash = LIST_HASH_START;
  for (unsigned i = 0; i < layout->n_fields; i++) {
    const bundle_field_t *f = &layout->field[i];
    hash = list_hash_field(hash, f->kind, f->name, f->bits, f->by, f->count);
  }
  return hash;
}

#define IN(...)   BUNDLE_ADD(FIELD_IN, __VA_ARGS__)
#define WIRE(...) BUNDLE_ADD(FIELD_WIRE, __VA_ARGS__)
#define OUT(...)  BUNDLE_ADD(FIELD_OUT, __VA_ARGS__)
#define REG(...)  BUNDLE_ADD(FIELD_REG, __VA_ARGS__)

void bundle_router(const noc_shape_t *s, bundle_layout_t *layout) {
  bundle_begin(layout, "router");
#include "shape/router_state.def"
}

void bundle_interface(const noc_shape_t *s, bundle_layout_t *layout) {
  bundle_begin(layout, "network_interface");
#include "shape/network_interface_state.def"
}

void bundle_router_pins(const noc_shape_t *s, bundle_layout_t *layout) {
  bundle_begin(layout, "router_pins");
#include "shape/router_pins_state.def"
}

void bundle_interface_pins(const noc_shape_t *s, bundle_layout_t *layout) {
  bundle_begin(layout, "interface_pins");
#include "shape/interface_pins_state.def"
}

// Calls f with the element size as a constant.
#define BY_SIZE(f, to, from)                 \
  switch (element_size) {                    \
    case 1:                                  \
      (void)f((to), (from), 1, bits, count); \
      break;                                 \
    case 2:                                  \
      (void)f((to), (from), 2, bits, count); \
      break;                                 \
    case 4:                                  \
      (void)f((to), (from), 4, bits, count); \
      break;                                 \
    default:                                 \
      (void)f((to), (from), 8, bits, count); \
  }

static PACK_TARGET_BMI2 void pack_by_bmi2(uint32_t *words, const void *array, unsigned element_size,
                                          unsigned bits, uint32_t count) {
  BY_SIZE(pack_bmi2, words, array)
}

static PACK_TARGET_BMI2 void unpack_by_bmi2(void *array, const uint32_t *words,
                                            unsigned element_size, unsigned bits, uint32_t count) {
  BY_SIZE(unpack_bmi2, array, words)
}

void bundle_pack_portable(uint32_t *words, const void *array, unsigned element_size, unsigned bits,
                          uint32_t count) {
  BY_SIZE(pack_portable, words, array)
}

void bundle_unpack_portable(void *array, const uint32_t *words, unsigned element_size,
                            unsigned bits, uint32_t count) {
  BY_SIZE(unpack_portable, array, words)
}

void bundle_pack(uint32_t *words, const void *array, unsigned element_size, unsigned bits,
                 uint32_t count) {
  if (PACK_HAS_BMI2()) {
    pack_by_bmi2(words, array, element_size, bits, count);
  } else {
    bundle_pack_portable(words, array, element_size, bits, count);
  }
}

void bundle_unpack(void *array, const uint32_t *words, unsigned element_size, unsigned bits,
                   uint32_t count) {
  if (PACK_HAS_BMI2()) {
    unpack_by_bmi2(array, words, element_size, bits, count);
  } else {
    bundle_unpack_portable(array, words, element_size, bits, count);
  }
}

uint64_t bundle_element(const bundle_field_t *f, const uint32_t *words, uint32_t index) {
  assert(index < f->count);
  return pack_bits(words + f->word, index * f->bits, f->bits);
}
