// rerun -- runs a paper again that is a file: measures what it says, and fills the report.

#ifndef NOCSTEP_PAPERS_RERUN_H
#define NOCSTEP_PAPERS_RERUN_H

#include <jansson.h>
#include <stdbool.h>

#include "base/error.h"
#include "papers/paper_file.h"
#include "papers/report.h"
#include "runs/cli.h"

// Whether all can be worked out, before anything is run. False with *error filled.
bool rerun_check(paper_file_t *f, noc_error_t *error);
// `name` is the paper's, for messages. Measures with the paper's settings, and then with each that
// it leaves open, which --quick does without. `known` is `measured` of the JSON of such a report,
// whose numbers are taken, and nothing is run; or NULL. What was done is in the report also when it
// ends early; then false with *error filled. The file must stay as long as the report does.
bool rerun(paper_file_t *f, const char *name, const cli_t *cli, const json_t *known,
           paper_report_t *r, noc_error_t *error);

#endif
