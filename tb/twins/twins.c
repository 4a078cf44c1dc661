// twins -- the table of all twins; see twins.h.

#include "twins/twins.h"

#include <string.h>

#define ENTRY(unit) \
  {#unit, unit##_twin_layout, unit##_twin_size, unit##_twin_reset, unit##_twin_step},

const unit_twin_t unit_twins[] = {UNIT_TWINS(ENTRY)};
const size_t unit_twins_count = sizeof unit_twins / sizeof unit_twins[0];

const unit_twin_t *unit_twin(const char *name) {
  for (size_t i = 0; i < unit_twins_count; i++) {
    if (strcmp(unit_twins[i].name, name) == 0) {
      return &unit_twins[i];
    }
  }
  return NULL;
}
