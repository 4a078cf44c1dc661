// dimensions -- what the elements of a field are counted by: ports, virtual channels, words of a
// payload. dimensions.def has them; a row of a state list names those of its field, slowest first:
//
//   BY(PORT, VC)   an element for each VC of each port; that of port i, VC v is i * vcs + v
//   BY(AGED, VC)   the same for VCs, in shapes with ages; AGED counts 1 or 0
//   BY(ONE)        a single element
//
// BY means nothing by itself. Who includes a list asks DIMENSIONS_COUNT(by) how many elements there
// are, or DIMENSIONS_LIST(by) for the names.

#ifndef NOC_DIMENSIONS_H
#define NOC_DIMENSIONS_H

#include <stdint.h>

#include "shape/shape.h"

#ifdef __cplusplus
extern "C" {
#define DIMENSION_CONSTANT constexpr
#else
#define DIMENSION_CONSTANT static inline
#endif

typedef enum {
#define DIMENSION(name, count, index, word, wave, meaning) DIMENSION_##name,
#include "shape/dimensions.def"
#undef DIMENSION
  DIMENSIONS
} dimension_t;

enum { DIMENSIONS_MOST = 4 };  // of one field

#define DIMENSION(name, count, index, word, wave, meaning)                \
  DIMENSION_CONSTANT uint32_t dimension_of_##name(const noc_shape_t *s) { \
    return (void)s, (uint32_t)(count);                                    \
  }
#include "shape/dimensions.def"
#undef DIMENSION

// The number of elements, for a shape `s`: a product, so that it costs what it would if it were
// written out.
#define DIMENSIONS_COUNT(by)     DIMENSIONS_COUNT_##by
#define DIMENSIONS_COUNT_BY(...) DIMENSIONS_COUNT_4(__VA_ARGS__, ONE, ONE, ONE, ONE, )
#define DIMENSIONS_COUNT_4(a, b, c, d, end, ...)                                           \
  (dimension_of_##a(s) * dimension_of_##b(s) * dimension_of_##c(s) * dimension_of_##d(s) * \
   DIMENSIONS_END_##end)
enum { DIMENSIONS_END_ONE = 1 };  // a fifth dimension does not compile

// The dimensions, filled up with ONE.
typedef struct {
  uint8_t of[DIMENSIONS_MOST];  // dimension_t
} dimension_list_t;

#define DIMENSIONS_LIST(by)     DIMENSIONS_LIST_##by
#define DIMENSIONS_LIST_BY(...) DIMENSIONS_LIST_4(__VA_ARGS__, ONE, ONE, ONE, ONE, )
#define DIMENSIONS_LIST_4(a, b, c, d, end, ...)                    \
  {                                                                \
    { DIMENSION_##a, DIMENSION_##b, DIMENSION_##c, DIMENSION_##d } \
  }

// The meaning of an index.
typedef enum {
  INDEX_NONE,    // nothing: a condition
  INDEX_NUMBER,  // a number
  INDEX_PORT,    // the number of a router's port
  INDEX_PART     // a part of what people see as a whole: a wave shows all of them as one vector
} index_kind_t;

typedef struct {
  const char *name;  // as the lists name it
  index_kind_t index;
  const char *word, *wave;  // in a mismatch report: "port"; in the name of a wave: "p"
} dimension_info_t;

const dimension_info_t *dimension_info(dimension_t d);
uint32_t dimension_count(dimension_t d, const noc_shape_t *s);

// DIMENSIONS_COUNT() of a list.
uint32_t dimensions_count(dimension_list_t by, const noc_shape_t *s);
// The elements that follow each other as parts of one whole: those of the INDEX_PART dimensions,
// which are the fastest.
uint32_t dimensions_parts(dimension_list_t by, const noc_shape_t *s);

// Where an element is: an index in each dimension, conditions left out, slowest first.
typedef struct {
  unsigned count;
  struct {
    dimension_t dimension;
    uint32_t index;
  } at[DIMENSIONS_MOST];
} dimension_place_t;

dimension_place_t dimensions_place(dimension_list_t by, const noc_shape_t *s, uint32_t element);

#ifdef __cplusplus
}
#endif

#endif
