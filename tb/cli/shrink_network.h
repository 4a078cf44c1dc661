// shrink_network -- `nocstep shrink` of a failure that is of no single router.

#ifndef NOCSTEP_SHRINK_NETWORK_H
#define NOCSTEP_SHRINK_NETWORK_H

#include <stdbool.h>

#include "base/error.h"
#include "runs/cli.h"
#include "runs/output.h"

// Whether the folder is the bundle of such a failure.
bool shrink_is_network(const char *folder);

// Shrinks its scenario, writes `out` and the result into `json` (NULL: none), which it takes. False
// with the error.
bool shrink_network(const cli_t *cli, const char *out, output_t *json, noc_error_t *error);

#endif
