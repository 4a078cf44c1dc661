// member_arrays -- the arrays of a bank that a state list names, all fields of a kind: gives them
// their places, and zeroes them.
//
//   #define REG CLEAR_FIELD
//   #define IN  CLEAR_SKIP
//   ...
//   static void reset_registers(const interface_view_t *r) {
//     const noc_shape_t *s = r->shape;  // the list asks it for counts
//   #include "shape/xor_unit_state.def"
//   }

#ifndef NOC_MEMBER_ARRAYS_H
#define NOC_MEMBER_ARRAYS_H

#include <string.h>

#include "base/arena.h"
#include "shape/dimensions.h"

// An array of `count` elements a member of r, a view.
#define CLEAR(array, count) memset((array), 0, (size_t)r->members *(count) * sizeof *(array))

// The same of the members that an edge steps.
#define CLEAR_PART(array, count)                  \
  memset((array) + (size_t)r->first * (count), 0, \
         (size_t)(r->end - r->first) * (count) * sizeof *(array))

// A field of r->f; one that the shape does not have is not there.
#define CLEAR_FIELD(name, type, bits, by, radix, meaning) \
  if (DIMENSIONS_COUNT(by) > 0) {                         \
    CLEAR(r->f.name, (size_t)DIMENSIONS_COUNT(by));       \
  }
#define CLEAR_FIELD_PART(name, type, bits, by, radix, meaning) \
  if (DIMENSIONS_COUNT(by) > 0) {                              \
    CLEAR_PART(r->f.name, (size_t)DIMENSIONS_COUNT(by));       \
  }
#define CLEAR_SKIP(name, type, bits, by, radix, meaning)

// The lists of fields use these: SKIP ignores one, ARENA_FIELD gives r->f.name room for `members`
// members, in a function with r, s, a and members, ARENA_ONE gives f->name room for one, in a
// function with f, s and arena.
#define ARENA_SKIP(...)
#define ARENA_FIELD(name, type, bits, by, radix, meaning) \
  r->f.name = arena_take(a, sizeof(type), members * DIMENSIONS_COUNT(by));
#define ARENA_ONE(name, type, bits, by, radix, meaning) \
  f->name = arena_take(arena, sizeof(type), DIMENSIONS_COUNT(by));

#endif
