// results -- what sweep and collective leave: a table on standard output, JSON, CSV and pictures;
// all checked before the runs.

#ifndef NOCSTEP_RESULTS_H
#define NOCSTEP_RESULTS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "runs/cli.h"
#include "runs/output.h"
#include "runs/plot.h"

typedef struct {
  // These write the results; false when memory is short.
  bool (*json)(const void *context, FILE *out);
  bool (*csv)(const void *context, FILE *out);
  void (*table)(const void *context, FILE *out);
  plot_t plot;  // of --plot
  plot_t heat;  // of --heat, where the command has it; without a script nothing is drawn
  bool empty;   // interrupted before there was anything to draw
  const void *context;
  output_t *json_out, *csv_out;  // open ones
} results_t;

// Before the runs: can all be written, each to a place of its own?
bool results_open(const cli_t *cli, results_t *results, noc_error_t *error);
// Writes all that was asked for, and says on standard output where. What cannot be written is
// reported, the rest is written all the same. Returns the exit status.
int results_write(const cli_t *cli, results_t *results);
// In any case; forgets what was not written.
void results_close(results_t *results);

// A field of CSV, in quotes: RFC 4180.
void results_csv_field(const char *text, FILE *out);
// The name of a scenario in a legend: that of its file without folder and ending.
void results_name(const char *file, char *out, size_t size);

#endif
