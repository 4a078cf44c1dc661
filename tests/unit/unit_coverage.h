// unit_coverage -- lines and toggles of the RTL that the tests of units reach. A test program that
// runs with NOCSTEP_RTL_COVERAGE=DIR takes plug-ins that count, and leaves DIR/<program>.dat when
// it ends, which `nocstep verify --rtl-points` counts with what its runs reach (docs/coverage.md).
// Nothing is done if the variable is not set.

#ifndef NOC_UNIT_COVERAGE_H
#define NOC_UNIT_COVERAGE_H

#include <stdbool.h>

#include "dut/dut.h"

// Whether the variable is set. Tests take further shapes then, with what only wide ones have.
bool unit_coverage_wanted(void);
// Before a plug-in is loaded.
void unit_coverage_begin(void);
// Before an instance is freed.
void unit_coverage_take(const dut_plugin_t *plugin, void *dut);

#endif
