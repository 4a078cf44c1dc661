// rerun_parts -- what rerun.c works out from the measures, for rerun_open.c, which has them
// measured.

#ifndef NOCSTEP_PAPERS_RERUN_PARTS_H
#define NOCSTEP_PAPERS_RERUN_PARTS_H

#include <stdbool.h>

#include "papers/paper_file.h"
#include "papers/report.h"

// Fills the report as far as all is measured; with `verdicts`, with numbers and statements alone.
// False with *e->error filled.
bool rerun_tell(paper_file_t *f, evaluation_t *e, paper_report_t *r, bool verdicts);
// Tells what stands above the figures.
bool rerun_heading(const paper_file_t *f, evaluation_t *e, paper_report_t *r);

#endif
