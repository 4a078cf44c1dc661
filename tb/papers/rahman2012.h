// rahman2012 -- the two parts of this paper: Fig. 3, and the sizes and distances of H3DMs.

#ifndef NOCSTEP_PAPER_RAHMAN2012_H
#define NOCSTEP_PAPER_RAHMAN2012_H

#include <stdbool.h>

#include "base/error.h"
#include "papers/report.h"
#include "runs/cli.h"

// Measures the H3DMs of m = 4, n = 4, q = 0 of all levels (--quick: but the highest, which takes a
// minute and 540 MB), and adds the table and the statements about them. False with *error filled.
bool rahman2012_static(const cli_t *cli, paper_report_t *r, noc_error_t *error);

#endif
