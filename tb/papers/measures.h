// measures -- what a file of a paper can have measured, a way each: curves up to saturation and
// past it (`loads`), single runs (`runs`), saturation loads (`sweeps`), sizes and distances of
// topologies (`networks`), hops without a run (`hops`), routings and their channels (`routings`),
// sets of messages on trees (`messages`), schedules in steps (`schedules`).

#ifndef NOCSTEP_PAPERS_MEASURES_H
#define NOCSTEP_PAPERS_MEASURES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "papers/expression.h"
#include "papers/kept.h"
#include "runs/cli.h"
#include "setup/scenario.h"

typedef struct measured measured_t;

// A way to measure.
typedef struct {
  const char *name;
  const record_class_t *of;
  // That it has in the file, up to a NULL: those of measured_t. It can do without "?set".
  const char *const *keys;
  // Measures all, and sets m->family.record, also when it ends early. False with *error filled.
  bool (*run)(measured_t *m, evaluation_t *e, const cli_t *cli, noc_error_t *error);
  void (*free)(measured_t *m);
  // It passes all that it has measured to m->kept, and runs nothing where that reads. A way that
  // does not takes little time, and measures again.
  bool keeps;
} measure_way_t;

// Texts of a measure, by their keys: "topology" ..
typedef enum {
  MEASURE_TOPOLOGY,
  MEASURE_NAME,
  MEASURE_FROM,
  MEASURE_TO,
  MEASURE_COLLECTIVE,
  MEASURE_SCHEME,
  MEASURE_GROUP,
  MEASURE_BASE,
  MEASURE_INTERMEDIATE,
  MEASURE_ROUTING,
  MEASURE_ROUTES,
  MEASURE_CLASSES,
  MEASURE_MESSAGES,
  MEASURE_PORTS,
  MEASURE_DETOUR,
  MEASURE_SEARCH,
  MEASURE_SEED,
  MEASURE_TIME_LIMIT,
  MEASURE_LOOK_LIMIT,
  MEASURE_TEXTS
} measure_text_t;
extern const char *const kMeasureTexts[MEASURE_TEXTS];

struct measured {
  family_t family;
  const measure_way_t *way;
  const char *paper;              // stands for the file of scenarios in messages
  const struct measured *before;  // in the file; NULL: it is the first
  expression_t *when;             // NULL: always
  size_t count;                   // of records: of combinations that `when` does not leave out
  template_t scenario;
  template_t *set;
  size_t sets;
  expression_t *parts;  // numbers
  template_t *run;      // what a run sets
  size_t runs;
  template_t text[MEASURE_TEXTS];  // those that are not given are empty
  expression_t *loads, *resolution, *multicasts, *flits;
  bool climb;   // no load above one that is not sustained
  kept_t kept;  // its numbers
  void *state;  // of the way
};

// The texts of its sets, a NULL behind the last; NULL with *e->error filled.
char **measure_sets(const measured_t *m, evaluation_t *e);
void measure_sets_free(char **set);
// The scenario with the sets of the command line and then its own. NULL with *e->error filled.
scenario_t *measure_scenario(const measured_t *m, evaluation_t *e, const cli_t *cli);

// Calls `body` for every combination that is measured, in the order of the records.
bool measure_each(const measured_t *m, evaluation_t *e,
                  bool (*body)(evaluation_t *e, void *context), void *context);
// A text of a combination, to be freed; NULL with *e->error filled, or if it is not given. Names of
// files in it, of routes and of topologies, are relative to the paper's file.
char *measure_text(const measured_t *m, evaluation_t *e, measure_text_t which);

// Fills a record, of plain bytes and 0 before, from the texts [MEASURE_TEXTS] of a combination.
// False with *error filled.
typedef bool (*measure_work_t)(char *const *text, void *record, noc_error_t *error);
// Passes the numbers of a record.
typedef void (*measure_keep_t)(kept_t *k, void *record);
// A way whose records need nothing but texts has these as its `run` and `free`: each record is
// worked out in a worker process. `keep` is NULL if the way is quick.
bool measure_work(measured_t *m, evaluation_t *e, const cli_t *cli, size_t size,
                  measure_work_t work, measure_keep_t keep, noc_error_t *error);
void measure_work_free(measured_t *m);

// NULL behind the last.
const measure_way_t *measure_way_at(size_t i);

extern const measure_way_t kMeasureLoads, kMeasureRuns, kMeasureSweeps, kMeasureNetworks,
    kMeasurePlans, kMeasureHops, kMeasureRoutings, kMeasureMessages, kMeasureSchedules;

#endif
