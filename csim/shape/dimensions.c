// dimensions -- see dimensions.h.

#include "shape/dimensions.h"

#include <assert.h>

static const dimension_info_t kInfo[DIMENSIONS] = {
#define DIMENSION(name, count, index, word, wave, meaning) {#name, index, word, wave},
#include "shape/dimensions.def"
#undef DIMENSION
};

const dimension_info_t *dimension_info(dimension_t d) {
  return &kInfo[d];
}

uint32_t dimension_count(dimension_t d, const noc_shape_t *s) {
  switch (d) {
#define DIMENSION(name, count, index, word, wave, meaning) \
  case DIMENSION_##name:                                   \
    return dimension_of_##name(s);
#include "shape/dimensions.def"
#undef DIMENSION
    default:
      assert(false);
      return 0;
  }
}

uint32_t dimensions_count(dimension_list_t by, const noc_shape_t *s) {
  uint32_t count = 1;
  for (unsigned k = 0; k < DIMENSIONS_MOST; k++) {
    count *= dimension_count(by.of[k], s);
  }
  return count;
}

uint32_t dimensions_parts(dimension_list_t by, const noc_shape_t *s) {
  uint32_t count = 1;
  for (unsigned k = 0; k < DIMENSIONS_MOST; k++) {
    if (kInfo[by.of[k]].index == INDEX_PART) {
      count *= dimension_count(by.of[k], s);
    }
  }
  return count;
}

dimension_place_t dimensions_place(dimension_list_t by, const noc_shape_t *s, uint32_t element) {
  dimension_place_t place = {0};
  assert(element < dimensions_count(by, s));
  for (unsigned k = 0; k < DIMENSIONS_MOST; k++) {
    if (kInfo[by.of[k]].index != INDEX_NONE) {
      place.at[place.count++].dimension = by.of[k];
    }
  }
  for (unsigned k = place.count; k-- > 0;) {
    const uint32_t count = dimension_count(place.at[k].dimension, s);
    place.at[k].index = element % count;
    element /= count;
  }
  return place;
}
