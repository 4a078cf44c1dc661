// papers -- the papers whose tables and figures can be run again.

#ifndef NOCSTEP_PAPERS_H
#define NOCSTEP_PAPERS_H

#include <stdbool.h>

#include "base/error.h"
#include "papers/report.h"
#include "runs/cli.h"

typedef struct {
  const char *name;   // "rahman2012", also of docs/papers/rahman2012.md
  const char *title;  // who, what, where, when
  const char *shows;  // what is run again, one line
  bool has_full;      // --full runs more than there is without it
  // Before anything is run: NULL, or the keys that --set may not touch, since the figures are about
  // them; the names end with NULL. A name that ends with '.' stands for its section.
  const char *const *own_keys;
  // Runs all and fills the report, also with what was done before it ended early. False with *error
  // filled.
  bool (*run)(const cli_t *cli, paper_report_t *r, noc_error_t *error);
} paper_t;

extern const paper_t kRahman2012, kShalaby2015, kSivaram1998;

// The i-th paper, NULL behind the last.
const paper_t *paper_at(size_t i);
// NULL with *error filled.
const paper_t *paper_find(const char *name, noc_error_t *error);

#endif
