// bundle -- the folder of a failure, as `replay` and `shrink` read and tell it.

#ifndef NOCSTEP_BUNDLE_H
#define NOCSTEP_BUNDLE_H

#include <jansson.h>
#include <stdio.h>

#include "lockstep/alone.h"
#include "lockstep/culprit.h"
#include "lockstep/inputs.h"

// Reads the inputs of a bundle. False with NOC_BAD_INPUT for a folder that is none, and for the
// bundle of a failure that is not of one router or interface.
bool bundle_read(const char *folder, inputs_t *s, noc_error_t *error);

// The unit to blame (lockstep/culprit.h), `found` false if none shows itself. What cannot be looked
// into costs the answer, and a note unless quiet.
void bundle_culprit(const inputs_t *s, bool quiet, culprit_t *c);

// The difference as text, and as the member `mismatch`: that of a run, but for the evidence. NULL
// if memory is short.
void bundle_print_mismatch(const inputs_t *s, const bank_mismatch_t *m, const culprit_t *c,
                           FILE *out);
json_t *bundle_mismatch_json(const inputs_t *s, const bank_mismatch_t *m, const culprit_t *c);

#endif
