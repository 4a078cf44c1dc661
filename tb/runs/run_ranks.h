// run_ranks -- a run on several ranks of mpirun, which step its network together: what it goes
// with, and what they bring to rank 0, which alone prints and writes. Nothing of it without ranks.

#ifndef NOCSTEP_RUN_RANKS_H
#define NOCSTEP_RUN_RANKS_H

#include "runs/run_loop.h"

// First: other ranks than 0 leave no files. `own` is r->cli, which this rank goes by.
void run_begin_ranks(run_t *r, cli_t *own);
// False with the error if an option, or a key of the scenario that has been read, does not go with
// ranks.
bool run_check_ranks(run_t *r);
// False on all ranks if one of them cannot go on, with its error.
bool run_agree(run_t *r, bool ok);
// When the loop has ended: adds up seconds of the processors, and bytes.
void run_settle_ranks(run_t *r, uint64_t peak_bytes);

#endif
