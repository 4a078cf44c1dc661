// repro -- the command line that does a run again, to be pasted into a shell: in any folder, and
// whatever has become of the scenario since, if there is a report.

#ifndef NOCSTEP_REPRO_H
#define NOCSTEP_REPRO_H

#include <stdio.h>

#include "runs/cli.h"
#include "setup/scenario.h"

// To be freed; NULL when memory is short. The scenario of --report DIR, which is complete; else the
// file on the command line with its --set, those that a later one replaces left out, and the seed;
// where that was a pipe, the scenario itself. `s` is the scenario as it was run; NULL: the sets
// have the seed, and the file is no pipe.
char *repro_line(const cli_t *cli, const scenario_t *s);
// The options of it that no scenario has: " --rtl-at 3,2".
void repro_places(FILE *out, const cli_t *cli);

#endif
