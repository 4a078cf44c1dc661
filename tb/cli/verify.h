// verify -- a regression: scenarios x shapes x seeds in lockstep. What the files verify_*.c share.
//
//   verify.c           the command: options, jobs, status
//   verify_matrix.c    which runs there are
//   verify_child.c     one run, in a process of its own
//   verify_groups.c    failures that look the same, together
//   verify_example.c   the scenario of one of them, for the report
//   verify_report.c, verify_json.c, verify_junit.c   the results
//   verify_coverage.h  what no run has exercised
//   verify_page.h      the results as a page, beside earlier ones

#ifndef NOCSTEP_VERIFY_H
#define NOCSTEP_VERIFY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "runs/cli.h"
#include "runs/run_coverage.h"
#include "shape/shape.h"

// Parameters that differ between shapes, in the order of kVerifyAxes.
enum { VERIFY_AXES = 12 };
typedef struct {
  const char *key;           // "router.vcs"
  const char *name;          // "vcs"
  const char *const *value;  // those that shapes are made from
  unsigned values;
  bool foreign;  // varied with foreign routers too
} verify_axis_t;
extern const verify_axis_t kVerifyAxes[VERIFY_AXES];

enum { VERIFY_WORD = 24 };

// A scenario with one shape: what all its seeds share.
typedef struct {
  size_t scenario;     // number of it
  string_list_t sets;  // of the user and of the shape, each "router.vcs=2"
  char *label;         // what the shape changes, "vcs=1 depth=3"; "" for the scenario's own
  noc_shape_t shape;   // complete
  uint32_t routers;
  uint64_t seed;                        // of the scenario
  size_t passed;                        // runs
  char word[VERIFY_AXES][VERIFY_WORD];  // the value of every axis
} verify_variant_t;

typedef struct {
  const char *file;
  char *tags;                  // or NULL
  bool foreign;                // its router is somebody else's (run.dut): nothing is compared
  size_t shapes;               // variants, the scenario's own shape included
  unsigned pairs, impossible;  // of values, with --shapes pairwise: met; that it refuses
} verify_scenario_t;

typedef enum {
  VERIFY_NOT_RUN,
  VERIFY_PASS,
  VERIFY_FAIL,  // a check failed
  VERIFY_ERROR  // it crashed, took too long, or the environment lacks something
} verify_verdict_t;

typedef struct {
  size_t variant;
  uint64_t seed;
  char *repro;  // the command line that does this run alone
  verify_verdict_t verdict;
  // The JSON that the run gave, NULL if it was not run: result, status, wall_s, cycles,
  // comparisons, bits_compared; after a failure error, cycle and text, all that it has said; after
  // a mismatch unit, source, register, element, place; if the unit to blame has been found,
  // evidence and output.
  json_t *result;
} verify_run_t;

// Failures that look the same.
typedef struct {
  const char *result;  // "mismatch"
  const char *unit;    // "router.switch_allocator"; NULL where there is no mismatch
  const char *source;  // "rtl/router/switch_allocator.sv"
  const char *reg;     // where it differs, in the first of the runs
  bool blamed;         // the unit is the one to blame: culprit.h
  char *what;          // where there is no mismatch: the error, without its numbers
  size_t count;
  size_t *run;       // [count], in order
  bool *variant;     // [variants]: it has runs of the group
  size_t scenarios;  // that it was seen in
  size_t earliest;   // run: the one that fails in the first cycle
  size_t smallest;   // run: of those with fewest routers the one that fails first
} verify_group_t;

typedef struct {
  const cli_t *cli;
  verify_scenario_t *scenario;
  size_t scenarios;
  verify_variant_t *variant;
  size_t variants;
  verify_run_t *run;
  size_t runs;
  verify_group_t *group;
  size_t groups;
  // These are sums over all runs.
  size_t count[VERIFY_ERROR + 1];  // by verdict
  uint64_t comparisons, bits_compared, cycles;
  uint64_t foreign;  // runs whose routers are somebody else's
  run_coverage_t coverage;
  struct verify_rtl *rtl;  // of verify_coverage.c; NULL without --rtl-coverage
  size_t next;             // run: all before it are done
  size_t failed;           // of those before it
  bool interrupted;
  bool stopped;             // by --max-failures
  const char *status_word;  // "pass", "fail", "interrupted", "dry-run"
  double wall_s;
} verify_t;

// Fills scenarios, variants and runs from the command line; reads every scenario, so that a bad one
// is found before anything runs.
bool verify_matrix(verify_t *v, noc_error_t *error);
void verify_free(verify_t *v);

// The --set of a run, all of them; freed with verify_sets_free() in any case. False: no memory.
bool verify_sets(const verify_variant_t *variant, uint64_t seed, string_list_t *sets);
void verify_sets_free(string_list_t *sets);

// "--seeds N" or "--seeds A-B", and "--shapes none|pairwise|K".
typedef struct {
  bool given;  // A-B: these, and not those that follow the scenario's own
  uint64_t first, count;
} verify_seeds_t;
bool verify_parse_seeds(const char *text, verify_seeds_t *seeds, noc_error_t *error);
bool verify_parse_shapes(const char *text, uint64_t *shapes, noc_error_t *error);

// In a worker: does run `index` and writes its result as JSON.
void verify_child(const verify_t *v, size_t index, FILE *result);
// Takes such a result, or NULL and why there is none. False when memory is short.
bool verify_take(verify_run_t *run, const char *bytes, size_t length, const char *died);

// Counts the runs and puts the failures together, the largest group first.
bool verify_groups(verify_t *v, noc_error_t *error);

// Writes the scenario of each group's example into the folder of --report, and names it in the
// example's command line.
bool verify_examples(verify_t *v, noc_error_t *error);

// A text or number of a run's result; "" or 0 if it has none.
const char *verify_text(const verify_run_t *run, const char *key);
uint64_t verify_number(const verify_run_t *run, const char *key);
double verify_wall_s(const verify_run_t *run);
// "tests/scenarios/mesh_1x2.yaml seed 3 [vcs=1 depth=3]"
void verify_run_name(const verify_t *v, const verify_run_t *run, FILE *out);

// One line about a run that is done; the summary, with the whole text of one failure of each group
// or with its head; both as text.
void verify_run_line(const verify_t *v, const verify_run_t *run, FILE *out);
void verify_summary(const verify_t *v, bool whole, FILE *out);
// "nocstep.verify/1". False when memory is short or writing fails.
bool verify_json(const verify_t *v, FILE *out);
json_t *verify_json_root(const verify_t *v);
// JUnit XML: a suite for each scenario.
void verify_junit(const verify_t *v, FILE *out);

#endif
