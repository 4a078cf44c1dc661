// known -- what a rerun of a paper has measured, read from the JSON that it has left.

#ifndef NOCSTEP_PAPERS_KNOWN_H
#define NOCSTEP_PAPERS_KNOWN_H

#include <jansson.h>

#include "base/error.h"
#include "runs/cli.h"

// The section `measured` of the file cli->measured, to be freed with json_decref(). It must be of
// this paper and tier, with the --set of this command line, and complete: NULL with *error filled.
json_t *known_read(const cli_t *cli, const char *paper, const char *tier, noc_error_t *error);

#endif
