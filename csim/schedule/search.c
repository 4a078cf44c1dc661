// search -- see search.h: which of its two parts looks, with which symmetries, and for how long.

#include "schedule/search.h"

#include <stdlib.h>

#include "base/memory.h"
#include "schedule/bounds.h"
#include "schedule/broadcast.h"
#include "schedule/scatter.h"

struct schedule_search {
  const schedule_problem_t *p;
  uint64_t seed;
  bool (*stop)(void *context);
  void *context;
  schedule_problem_t direct;  // of a broadcast: every message straight from its origin
  uint32_t direct_steps;      // that this takes at least
  scatter_t *scatter;
  broadcast_t *broadcast;
  permutations_t *groups;  // one after the other
  uint32_t group_count;
};

schedule_search_t *schedule_search_create(const schedule_problem_t *p,
                                          const permutations_t *generators, uint64_t seed,
                                          bool (*stop)(void *context), void *context,
                                          noc_error_t *error) {
  schedule_search_t *s = calloc(1, sizeof *s);
  if (s == NULL) {
    (void)memory_fail(error, "a search for a schedule");
    return NULL;
  }
  *s = (schedule_search_t){.p = p, .seed = seed, .stop = stop, .context = context};
  s->direct = *p;
  s->direct.kind = SCHEDULE_SCATTER;
  s->direct_steps = bound_ports(&s->direct);
  bool ok = symmetry_free_groups(p, generators, seed, &s->groups, &s->group_count, error);
  if (ok && p->kind == SCHEDULE_BROADCAST) {
    s->broadcast = broadcast_create(p, seed, stop, context, error);
    ok = s->broadcast != NULL;
  }
  if (!ok) {
    schedule_search_free(s);
    return NULL;
  }
  return s;
}

void schedule_search_free(schedule_search_t *s) {
  if (s == NULL) {
    return;
  }
  scatter_free(s->scatter);
  broadcast_free(s->broadcast);
  for (uint32_t i = 0; i < s->group_count; i++) {
    permutations_free(&s->groups[i]);
  }
  free(s->groups);
  free(s);
}

// The messages one by one, without symmetry; kept from one call to the next.
static bool make_scatter(schedule_search_t *s, noc_error_t *error) {
  if (s->scatter == NULL) {
    s->scatter = scatter_create(&s->direct, NULL, s->seed, s->stop, s->context, error);
  }
  return s->scatter != NULL;
}

bool schedule_search_first(schedule_search_t *s, schedule_t *found, noc_error_t *error) {
  if (s->p->kind == SCHEDULE_BROADCAST) {
    return broadcast_find(s->broadcast, SCHEDULE_STEPS, 1, found, error);
  }
  return make_scatter(s, error) && scatter_first(s->scatter, error) > 0 &&
         scatter_schedule(s->scatter, found, error);
}

// From the beginning, with other draws: all messages that a group takes to each other at once, or
// (NULL) one by one.
static bool find_anew(schedule_search_t *s, const permutations_t *group, uint32_t steps,
                      uint64_t effort, schedule_t *found, noc_error_t *error) {
  scatter_t *scatter =
      scatter_create(&s->direct, group, s->seed + effort, s->stop, s->context, error);
  const bool ok = scatter != NULL && scatter_first(scatter, error) > 0 &&
                  scatter_find(scatter, steps, effort, error) &&
                  scatter_schedule(scatter, found, error);
  scatter_free(scatter);
  return ok;
}

static bool has_stopped(const schedule_search_t *s, const noc_error_t *error) {
  return error->status != NOC_OK || (s->stop != NULL && s->stop(s->context));
}

static bool find_scatter(schedule_search_t *s, uint32_t steps, uint64_t effort, schedule_t *found,
                         noc_error_t *error) {
  const uint32_t groups = s->group_count;
  for (uint32_t i = 0; i < groups && !has_stopped(s, error); i++) {
    if (find_anew(s, &s->groups[i], steps, effort / 4 / groups + 1, found, error)) {
      return true;
    }
  }
  if (has_stopped(s, error)) {
    return false;
  }
  if (find_anew(s, NULL, steps, effort / 2, found, error)) {
    return true;
  }
  return !has_stopped(s, error) && make_scatter(s, error) &&
         scatter_find(s->scatter, steps, effort / 4, error) &&
         scatter_schedule(s->scatter, found, error);
}

bool schedule_search_find(schedule_search_t *s, uint32_t steps, uint64_t effort, schedule_t *found,
                          noc_error_t *error) {
  error->status = NOC_OK;
  if (s->p->kind == SCHEDULE_SCATTER) {
    return find_scatter(s, steps, effort, found, error);
  }
  const bool direct = s->direct_steps <= steps;
  if (broadcast_find(s->broadcast, steps, direct ? effort / 2 : effort, found, error)) {
    return true;
  }
  return direct && error->status == NOC_OK && find_scatter(s, steps, effort / 2, found, error);
}
