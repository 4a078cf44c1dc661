// schedules -- finds a schedule and how good it is: bounds, search and refutation in turns, until
// they meet or time is up.

#ifndef NOCSTEP_SCHEDULES_H
#define NOCSTEP_SCHEDULES_H

#include "runs/cli.h"
#include "runs/refute.h"
#include "schedule/problem.h"
#include "schedule/search.h"

typedef struct {
  const schedule_problem_t *problem;
  const search_way_t *search;  // NULL: the first there is
  uint64_t seed;
  double time_limit;    // seconds; 0: none
  uint64_t look_limit;  // looks at places of a step (schedule/search.h); 0: none
  progress_t progress;
  // Lower bounds, 0 where there is none.
  uint32_t ports, growth, cut, load;
  bool cut_exact;   // every cut was looked at
  uint32_t bound;   // the highest of them
  uint32_t lower;   // that, or `steps` after a refutation
  schedule_t best;  // no steps: none was found before the interruption
  bool by_solver;   // CaDiCaL has found it, and not the search
  // The search had cost this when it found its best: looks at places of a step (schedule/search.h),
  // and seconds of the processor.
  uint64_t looks;
  double search_s;
  bool refuted;        // there is none of one step less; the refuter has the proof
  bool solver_missed;  // CaDiCaL would have been asked, and is not there
  bool out_of_time, out_of_looks, interrupted;
  refuter_t refuter;
  double wall_s;
} schedules_t;

// Takes problem, search, seed, both limits and progress. SIGINT and SIGTERM end it with what there
// is. False where something fails. schedules_free() in any case.
bool schedules_find(schedules_t *s, noc_error_t *error);
void schedules_free(schedules_t *s);

// The bounds alone.
bool schedules_bounds(schedules_t *s, noc_error_t *error);

#endif
