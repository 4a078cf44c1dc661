// bundle -- the state of one component as flat words: what RTL and golden model are compared by.
//
// The list of a component (router_state.def, network_interface_state.def, ...) has a row a field:
//
//   KIND(name, C element type, bits of an element, BY(dimensions), radix, meaning)
//
// `s` is the shape, the dimensions are those of dimensions.def, slowest first. IN and OUT are pins,
// WIRE is observed just before the clock edge, OUT and REG just after it.
//
// Rows that several lists have stand in a file that these include, sorted by by_kind.def. The
// router and the interface include the lists of their units, with WHOLE defined: then a unit's list
// leaves out what is not seen from outside. Where a unit stands at every port, BY is a macro
// meanwhile that puts PORT before the dimensions.
//
// A list expands to an array of fields. In the words of a bundle every field starts at a 32-bit
// word of its own; its elements follow each other without gaps, element 0 in the lowest bits: the
// layout of the RTL's ports.
//
//   field     bits count          words
//   in_vc     2    5      . . . . . . . . . . . . 4 4 3 3 2 2 1 1 0 0      1 word
//   in_wr     3    20     10 elements and two bits of the next a word      2 words

#ifndef NOC_BUNDLE_H
#define NOC_BUNDLE_H

#include <stddef.h>
#include <stdint.h>

#include "shape/dimensions.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { FIELD_IN, FIELD_WIRE, FIELD_OUT, FIELD_REG } field_kind_t;

typedef struct {
  const char *name, *radix, *meaning;
  field_kind_t kind;
  uint8_t element_size;  // bytes of the C element: 1, 2, 4, 8
  uint16_t bits;         // of an element
  dimension_list_t by;   // what the elements are counted by
  uint32_t count;        // elements: the product
  uint32_t word;   // first 32-bit word; IN fields count from 0, the others from 0 on their own
  uint32_t words;  // 32-bit words: ceil(bits * count / 32)
} bundle_field_t;

enum { BUNDLE_MAX_FIELDS = 224 };

typedef struct {
  const char *unit;
  unsigned n_fields;
  bundle_field_t field[BUNDLE_MAX_FIELDS];  // in the order of the list
  uint32_t in_words;                        // words of all IN fields
  uint32_t wire_words;                      // WIRE fields come first in the compared words ...
  uint32_t state_words;                     // ... then OUT and REG; WIRE + OUT + REG together
  uint64_t state_bits;  // bits compared a cycle: sum of bits * count of WIRE, OUT and REG
  uint32_t registers;   // sum of counts of OUT and REG
} bundle_layout_t;

// The layouts of the two components, for a shape.
void bundle_router(const noc_shape_t *s, bundle_layout_t *layout);
void bundle_interface(const noc_shape_t *s, bundle_layout_t *layout);

// .. and of their pins alone, as the tops that a design takes have them (rtl/top/noc_router.sv and
// noc_interface.sv).
void bundle_router_pins(const noc_shape_t *s, bundle_layout_t *layout);
void bundle_interface_pins(const noc_shape_t *s, bundle_layout_t *layout);

// The layout of any other list: begin, then every field in the order of the list, WIRE before OUT
// and REG. The list itself does it, with OUT(...) and the others defined as BUNDLE_ADD(FIELD_OUT,
// ...) in a function with s and layout.
void bundle_begin(bundle_layout_t *layout, const char *unit);
// Fills in count, word and words.
void bundle_add(bundle_layout_t *layout, const noc_shape_t *s, bundle_field_t field);

#define BUNDLE_ADD(of_kind, id, type, width, dimensions, base, text) \
  bundle_add(layout, s,                                              \
             (bundle_field_t){.name = #id,                           \
                              .radix = base,                         \
                              .meaning = text,                       \
                              .kind = of_kind,                       \
                              .element_size = sizeof(type),          \
                              .bits = (uint16_t)(width),             \
                              .by = DIMENSIONS_LIST(dimensions)});

// A number for the whole layout, which a plug-in made of the same list in the same shape has too.
uint64_t bundle_hash(const bundle_layout_t *layout);

// Packs `count` elements of `bits` bits from a C array (elements of `element_size` bytes) into
// words, and back. words must have room for ceil(bits * count / 32) words; unused high bits are 0.
void bundle_pack(uint32_t *words, const void *array, unsigned element_size, unsigned bits,
                 uint32_t count);
void bundle_unpack(void *array, const uint32_t *words, unsigned element_size, unsigned bits,
                   uint32_t count);

// The same without the instructions of newer processors; the test holds them together.
void bundle_pack_portable(uint32_t *words, const void *array, unsigned element_size, unsigned bits,
                          uint32_t count);
void bundle_unpack_portable(void *array, const uint32_t *words, unsigned element_size,
                            unsigned bits, uint32_t count);

// Element `index` of a field, from packed words (elements are at most 64 bits).
uint64_t bundle_element(const bundle_field_t *f, const uint32_t *words, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
