// bundle -- layouts from the state lists, and packing; see bundle.h.

#include "router/bundle.h"

#include <assert.h>

#include "router/pack.h"

void bundle_begin(bundle_layout_t *layout, const char *unit) {
  *layout = (bundle_layout_t){.unit = unit};
}

void bundle_add(bundle_layout_t *layout, field_kind_t kind, const char *name, unsigned element_size,
                unsigned bits, uint32_t count, const char *radix, const char *meaning) {
  assert(layout->n_fields < BUNDLE_MAX_FIELDS);
  assert(bits >= 1 && bits <= 8 * element_size);
  // The words of WIRE fields come first: none may follow an OUT or REG field.
  assert(kind != FIELD_WIRE || layout->state_words == layout->wire_words);
  uint32_t words = pack_words(bits, count);
  layout->field[layout->n_fields++] =
      (bundle_field_t){.name = name,
                       .radix = radix,
                       .meaning = meaning,
                       .kind = kind,
                       .element_size = (uint8_t)element_size,
                       .bits = (uint16_t)bits,
                       .count = count,
                       .word = kind == FIELD_IN ? layout->in_words : layout->state_words,
                       .words = words};
  if (kind == FIELD_IN) {
    layout->in_words += words;
    return;
  }
  layout->state_words += words;
  layout->state_bits += (uint64_t)bits * count;
  if (kind == FIELD_WIRE) {
    layout->wire_words += words;
  } else {
    layout->registers += count;
  }
}

#define ADD(kind, name, type, bits, count, radix, meaning) \
  bundle_add(layout, kind, #name, sizeof(type), (unsigned)(bits), (count), radix, meaning);
#define IN(...)   ADD(FIELD_IN, __VA_ARGS__)
#define WIRE(...) ADD(FIELD_WIRE, __VA_ARGS__)
#define OUT(...)  ADD(FIELD_OUT, __VA_ARGS__)
#define REG(...)  ADD(FIELD_REG, __VA_ARGS__)

void bundle_router(const noc_shape_t *s, bundle_layout_t *layout) {
  bundle_begin(layout, "router");
#include "router/router_state.def"
}

void bundle_interface(const noc_shape_t *s, bundle_layout_t *layout) {
  bundle_begin(layout, "network_interface");
#include "ni/network_interface_state.def"
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
