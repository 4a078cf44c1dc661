// measures -- what a file of a paper can have measured, a way each: runs over load (`loads`), and
// sizes and distances of topologies (`networks`).

#ifndef NOCSTEP_PAPERS_MEASURES_H
#define NOCSTEP_PAPERS_MEASURES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "papers/expression.h"
#include "runs/cli.h"

typedef struct measured measured_t;

// A way to measure.
typedef struct {
  const char *name;
  const record_class_t *of;
  const char *const *keys;  // that it has in the file, up to a NULL: those of measured_t
  // Measures all, and sets m->family.record, also when it ends early. False with *error filled.
  bool (*run)(measured_t *m, evaluation_t *e, const cli_t *cli, noc_error_t *error);
  void (*free)(measured_t *m);
} measure_way_t;

struct measured {
  family_t family;
  const measure_way_t *way;
  const char *paper;  // stands for the file of scenarios in messages
  size_t count;       // of records
  template_t scenario;
  template_t *set;
  size_t sets;
  expression_t *parts;  // numbers
  template_t topology;
  void *state;  // of the way
};

// NULL behind the last.
const measure_way_t *measure_way_at(size_t i);

extern const measure_way_t kMeasureLoads, kMeasureNetworks;

#endif
