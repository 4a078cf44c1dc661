// clear -- zeroes arrays of a bank: one, or all fields of a kind that a state list names.
//
//   #define REG CLEAR_FIELD
//   #define IN  CLEAR_SKIP
//   ...
//   static void reset_registers(const interface_view_t *r) {
//     const noc_shape_t *s = r->shape;  // the list asks it for counts
//   #include "coding/xor_unit_state.def"
//   }

#ifndef NOC_CLEAR_H
#define NOC_CLEAR_H

#include <string.h>

#include "router/dimensions.h"

// An array of `count` elements a member of r, a view.
#define CLEAR(array, count) memset((array), 0, (size_t)r->members *(count) * sizeof *(array))

// A field of r->f; one that the shape does not have is not there.
#define CLEAR_FIELD(name, type, bits, by, radix, meaning) \
  if (DIMENSIONS_COUNT(by) > 0) {                         \
    CLEAR(r->f.name, (size_t)DIMENSIONS_COUNT(by));       \
  }
#define CLEAR_SKIP(name, type, bits, by, radix, meaning)

#endif
