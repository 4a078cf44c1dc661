// shrink_test -- `nocstep shrink --unit-test FILE.c`: a stimulus as a test to be kept.

#ifndef NOCSTEP_SHRINK_TEST_H
#define NOCSTEP_SHRINK_TEST_H

#include <stdbool.h>

#include "lockstep/inputs.h"

// Writes a test of cmocka that gives the stimulus to RTL and golden model and passes if nothing
// differs. False with the error, and no file.
bool shrink_write_test(const char *path, const inputs_t *s, const bank_mismatch_t *m,
                       noc_error_t *error);

#endif
