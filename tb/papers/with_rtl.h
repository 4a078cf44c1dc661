// with_rtl -- what is run in the place of the whole paper with --router rtl or lockstep, since RTL
// takes some hundred times as long.

#ifndef NOCSTEP_PAPERS_WITH_RTL_H
#define NOCSTEP_PAPERS_WITH_RTL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "papers/report.h"
#include "runs/cli.h"

typedef struct {
  const char *name;  // in the file
  // Runs a part on golden models and on this router, and compares. False with *error filled.
  bool (*run)(const cli_t *cli, const char *router, paper_report_t *r, noc_error_t *error);
} with_rtl_t;

// NULL behind the last.
const with_rtl_t *with_rtl_at(size_t i);

#endif
