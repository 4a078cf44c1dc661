// papers -- the papers whose tables and figures can be run again, each a file of data.

#ifndef NOCSTEP_PAPERS_H
#define NOCSTEP_PAPERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "dut/files.h"
#include "papers/paper_file.h"
#include "papers/report.h"
#include "runs/cli.h"

typedef struct paper {
  const char *name;   // "rahman2012", also of docs/papers/rahman2012.md
  const char *title;  // who, what, where, when
  const char *shows;  // what is run again, one line
  bool has_full;      // --full runs more than there is without it
  // Before anything is run: NULL, or the keys that --set may not touch, since the figures are about
  // them; the names end with NULL. A name that ends with '.' stands for its section.
  const char *const *own_keys;
  paper_file_t *file;
  bool is_given;  // by its path: there is no page about it
  char own_name[FILES_PATH];
} paper_t;

// The names of all, sorted; dir_names_free(). Those in docs/papers are missing where there is no
// such folder.
dir_names_t papers_names(void);
// A paper by its name, or a file by its path. False with *error filled; else paper_close().
bool paper_open(const char *name, const paper_options_t *options, paper_t *paper,
                noc_error_t *error);
void paper_close(paper_t *paper);
// Fills the report; see rerun(). With cli->measured its numbers are those of that file.
bool paper_run(const paper_t *paper, const cli_t *cli, paper_report_t *r, noc_error_t *error);

#endif
