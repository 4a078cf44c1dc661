// list_hash -- a number for a state list in a shape: names, kinds, bits, dimensions and counts of
// its fields, in order. The program and a plug-in make it of the lists that each was compiled with,
// the program when it runs (bundle_hash()), the plug-in while it is compiled (tb/dut/shim.cpp). If
// the two numbers differ, the words of one mean something else to the other.

#ifndef NOC_LIST_HASH_H
#define NOC_LIST_HASH_H

#include <stdint.h>

#include "shape/bundle.h"
#include "shape/dimensions.h"

// FNV-1a, 64 bits.
#define LIST_HASH_START UINT64_C(0xcbf29ce484222325)

DIMENSION_CONSTANT uint64_t list_hash_number(uint64_t hash, uint64_t number) {
  return (hash ^ number) * UINT64_C(0x100000001b3);
}

DIMENSION_CONSTANT uint64_t list_hash_text(uint64_t hash, const char *text) {
  for (; *text != '\0'; text++) {
    hash = list_hash_number(hash, (unsigned char)*text);
  }
  return list_hash_number(hash, 0);
}

// A dimension goes in by its name, so that a list is the same where others have been added.
DIMENSION_CONSTANT const char *list_hash_dimension(unsigned d) {
  switch (d) {
#define DIMENSION(name, count, index, word, wave, meaning) \
  case DIMENSION_##name:                                   \
    return #name;
#include "shape/dimensions.def"
#undef DIMENSION
    default:
      return "";
  }
}

DIMENSION_CONSTANT uint64_t list_hash_field(uint64_t hash, field_kind_t kind, const char *name,
                                            uint32_t bits, dimension_list_t by, uint32_t count) {
  hash = list_hash_number(list_hash_text(hash, name), (uint64_t)kind);
  hash = list_hash_number(list_hash_number(hash, bits), count);
  for (unsigned k = 0; k < DIMENSIONS_MOST; k++) {
    hash = list_hash_text(hash, list_hash_dimension(by.of[k]));
  }
  return hash;
}

#endif
