// verify_coverage -- what a regression has exercised and what not: holes among the events of
// coverage.def, and with --rtl-coverage DIR among the lines and toggles of the RTL, each with the
// run that comes nearest. Into DIR go
//
//   coverage.dat  the points of all runs, merged, as Verilator writes them
//   report.txt    a table of the modules, the holes, complaints about waivers
//   report.json   the same, "nocstep.coverage/1"
//
// Each run leaves a file there, which is taken when it ends: all workers see the folder.

#ifndef NOCSTEP_VERIFY_COVERAGE_H
#define NOCSTEP_VERIFY_COVERAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "cli/verify.h"
#include "runs/output.h"

typedef struct {
  output_t *data, *report, *json;
  bool made;  // the folder was not there before
} verify_coverage_outputs_t;

// Before anything runs: the folder, and the waivers. Without --rtl-coverage these do nothing.
bool verify_coverage_open(verify_t *v, verify_coverage_outputs_t *o, noc_error_t *error);
void verify_coverage_discard(const verify_t *v, verify_coverage_outputs_t *o);

// In the process of run `index`: leaves the points of its network.
bool verify_coverage_leave(const verify_t *v, size_t index, const network_t *n, noc_error_t *error);
// In the command, when the run has ended: takes them, if it left any.
bool verify_coverage_take(verify_t *v, size_t index, noc_error_t *error);
// When all runs have ended: counts, and applies the waivers.
bool verify_coverage_count(verify_t *v, noc_error_t *error);
bool verify_coverage_write(const verify_t *v, verify_coverage_outputs_t *o, noc_error_t *error);
void verify_coverage_free(verify_t *v);

// A line of the summary; nothing without --rtl-coverage.
void verify_coverage_print(const verify_t *v, FILE *out);
// The object `rtl`; NULL without --rtl-coverage, or when memory is short.
json_t *verify_coverage_json(const verify_t *v);

// Events that no run has exercised: for people; [{"event", "unit", "meaning", "nearest":
// {"scenario", "seed", "cycles"}}]. The nearest is the longest run whose shape has the event.
void verify_events_print(const verify_t *v, FILE *out);
json_t *verify_events_json(const verify_t *v);

#endif
