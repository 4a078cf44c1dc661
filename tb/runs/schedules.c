// schedules -- see schedules.h.
//
// Effort is counted in messages placed and in conflicts, and grows from round to round, so that the
// same seed gives the same schedule, however fast the machine, unless time is up.

#include "runs/schedules.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dut/child.h"
#include "schedule/bounds.h"

static const uint64_t kFirstEffort = 20000;  // and so many for each message:
static const uint64_t kEffortEach = 20;
static const double kFirstRefutation = 4e8;  // runs/refute.h
enum { GROWTH = 4 };
// Seconds between two lines of progress; the first comes earlier.
static const double kShowEvery = 5;
static const double kShowFirst = 1;

typedef struct {
  schedules_t *s;
  schedule_search_t *search;
  double search_s;  // that it has taken of the processor
  double start, shown;
  bool line_open;
} watch_t;

static double clock_s(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double processor_s(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void show(watch_t *w, double now) {
  const schedules_t *s = w->s;
  const bool terminal = s->progress == PROGRESS_TERMINAL;
  (void)fprintf(stderr, "%sschedule: ", terminal ? "\r\033[K" : "");
  if (s->best.steps > 0) {
    (void)fprintf(stderr, "%u steps, ", s->best.steps);
  }
  (void)fprintf(stderr, "at least %u, %.0f s%s", s->bound, now - w->start, terminal ? "" : "\n");
  (void)fflush(stderr);
  w->line_open = terminal;
  w->shown = now;
}

// Whether to give up; also shows progress.
static bool stop(void *context) {
  watch_t *w = context;
  schedules_t *s = w->s;
  const double now = clock_s();
  const double every = s->progress == PROGRESS_TERMINAL ? 0.2 : kShowEvery;
  if (s->progress != PROGRESS_NONE && now - w->shown >= every) {
    show(w, now);
  }
  s->interrupted = s->interrupted || child_interrupted();
  // There is time for a first schedule in any case.
  s->out_of_time =
      s->out_of_time || (s->time_limit > 0 && s->best.steps > 0 && now - w->start > s->time_limit);
  s->out_of_looks = s->out_of_looks || (s->look_limit > 0 && s->best.steps > 0 &&
                                        schedule_search_looks(w->search) > s->look_limit);
  return s->interrupted || s->out_of_time || s->out_of_looks;
}

static double time_left(const watch_t *w) {
  const double limit = w->s->time_limit;
  const double left = limit - (clock_s() - w->start);
  return limit == 0 ? 1e6 : left > 1 ? left : 1;
}

static uint32_t most(uint32_t a, uint32_t b) {
  return a > b ? a : b;
}

static bool find_bounds(schedules_t *s, const permutations_t *generators, double seconds,
                        noc_error_t *error) {
  const schedule_problem_t *p = s->problem;
  uint32_t *weight = NULL;
  s->ports = bound_ports(p);
  s->growth = bound_growth(p);
  const bool ok =
      bound_cut(p, &s->cut, &s->cut_exact, error) &&
      (child_interrupted() || bound_load(p, generators, seconds, &s->load, &weight, error));
  free(weight);
  s->bound = most(most(s->ports, s->growth), most(s->cut, s->load));
  s->lower = s->bound;
  return ok;
}

bool schedules_bounds(schedules_t *s, noc_error_t *error) {
  permutations_t generators;
  if (!symmetry_generators(s->problem, &generators, error)) {
    return false;
  }
  const bool ok = find_bounds(s, &generators, s->time_limit > 0 ? s->time_limit : 1e6, error);
  permutations_free(&generators);
  return ok;
}

// Searches for so many steps, or (0) in one go; keeps what it has cost if it finds them.
static bool search_one(watch_t *w, uint32_t steps, uint64_t effort, noc_error_t *error) {
  schedules_t *s = w->s;
  const double before = processor_s();
  const bool found = steps == 0 ? schedule_search_first(w->search, &s->best, error)
                                : schedule_search_find(w->search, steps, effort, &s->best, error);
  w->search_s += processor_s() - before;
  if (found) {
    s->by_solver = false;
    s->looks = schedule_search_looks(w->search);
    s->search_s = w->search_s;
  }
  return found;
}

// Fewer steps, as far down as this effort goes.
static bool search_down(watch_t *w, uint64_t effort, noc_error_t *error) {
  schedules_t *s = w->s;
  if (search_one(w, s->lower, effort, error)) {
    return true;
  }
  while (error->status == NOC_OK && !stop(w) && s->best.steps - 1 > s->lower &&
         search_one(w, s->best.steps - 1, effort, error)) {
  }
  return error->status == NOC_OK;
}

static bool refute(watch_t *w, double effort, noc_error_t *error) {
  schedules_t *s = w->s;
  refute_t answer = REFUTE_UNKNOWN;
  if (!refute_steps(&s->refuter, s->problem, s->best.steps - 1, effort, time_left(w), &answer,
                    &s->best, error)) {
    s->interrupted = s->interrupted || error->status == NOC_INTERRUPTED;
    return s->interrupted;
  }
  s->by_solver = s->by_solver || answer == REFUTE_FOUND;
  s->refuted = answer == REFUTE_PROVED;
  s->lower = s->refuted ? s->best.steps : s->lower;
  s->solver_missed = s->refuter.missing;
  return true;
}

static bool find(watch_t *w, const permutations_t *generators, noc_error_t *error) {
  schedules_t *s = w->s;
  s->search = s->search != NULL ? s->search : search_way(0);
  w->search = schedule_search_create(s->search, s->problem, generators, s->seed, stop, w, error);
  bool ok = w->search != NULL && search_one(w, 0, 0, error);
  if (w->search == NULL) {
    return false;
  }
  uint64_t effort = kFirstEffort + kEffortEach * s->problem->messages;
  double refutation = kFirstRefutation;
  while (ok && s->best.steps > s->lower && !stop(w)) {
    ok = search_down(w, effort, error);
    if (ok && s->search->solver && s->best.steps > s->lower && !stop(w)) {
      ok = refute(w, refutation, error);
    }
    effort *= GROWTH;
    refutation *= GROWTH;
  }
  schedule_search_free(w->search);
  return ok || s->interrupted || s->out_of_time || s->out_of_looks;
}

bool schedules_find(schedules_t *s, noc_error_t *error) {
  permutations_t generators;
  watch_t w = {.s = s, .start = clock_s()};
  w.shown = w.start + kShowFirst - kShowEvery;
  if (!symmetry_generators(s->problem, &generators, error)) {
    return false;
  }
  struct sigaction old[2];
  child_catch(old);
  const bool ok = find_bounds(s, &generators, time_left(&w), error) && find(&w, &generators, error);
  if (w.line_open) {
    (void)fputs("\r\033[K", stderr);
  }
  s->interrupted = s->interrupted || child_interrupted();
  child_restore(old);
  permutations_free(&generators);
  s->wall_s = clock_s() - w.start;
  return ok;
}

void schedules_free(schedules_t *s) {
  schedule_free(&s->best);
  refute_end(&s->refuter);
}
