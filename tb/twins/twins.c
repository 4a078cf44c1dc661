// twins -- the table of all twins; see twins.h.

#include "twins/twins.h"

#define ENTRY(unit) \
  {#unit, unit##_twin_layout, unit##_twin_size, unit##_twin_reset, unit##_twin_step},

const unit_twin_t unit_twins[] = {UNIT_TWINS(ENTRY)};
const size_t unit_twins_count = sizeof unit_twins / sizeof unit_twins[0];
