// diff_waves -- `nocstep diff A.fst B.fst`: two waves compared, as text and as JSON.

#ifndef NOCSTEP_DIFF_WAVES_H
#define NOCSTEP_DIFF_WAVES_H

#include <jansson.h>
#include <stdio.h>

#include "base/error.h"
#include "runs/cli.h"

// The file is one of waves, whole or not, or has the name of one; `file` is at its begin, or NULL.
bool diff_is_waves(const char *path, FILE *file);

// Compares the operands by --offset, --cycles and --scope, and prints what differs, if it is to.
// *json is nocstep.diff/1, NULL if memory is short. False with the error.
bool diff_waves(const cli_t *cli, bool print, json_t **json, bool *equal, noc_error_t *error);

#endif
