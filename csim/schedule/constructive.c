// constructive -- the way to search `constructive`, see search.h: which of its two parts looks,
// with which symmetries, and for how long.

#include <stdlib.h>

#include "base/memory.h"
#include "schedule/bounds.h"
#include "schedule/broadcast.h"
#include "schedule/exchange.h"
#include "schedule/scatter.h"
#include "schedule/search.h"

typedef struct {
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
  uint64_t looks;  // of searches that have ended
} constructive_t;

static void constructive_free(void *search) {
  constructive_t *s = search;
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

static void *constructive_create(const schedule_problem_t *p, const permutations_t *generators,
                                 uint64_t seed, bool (*stop)(void *context), void *context,
                                 noc_error_t *error) {
  constructive_t *s = calloc(1, sizeof *s);
  if (s == NULL) {
    (void)memory_fail(error, "a search for a schedule");
    return NULL;
  }
  *s = (constructive_t){.p = p, .seed = seed, .stop = stop, .context = context};
  s->direct = *p;
  s->direct.kind = SCHEDULE_SCATTER;
  s->direct_steps = bound_ports(&s->direct);
  bool ok = symmetry_free_groups(p, generators, seed, &s->groups, &s->group_count, error);
  if (ok && p->kind == SCHEDULE_BROADCAST) {
    s->broadcast = broadcast_create(p, seed, stop, context, error);
    ok = s->broadcast != NULL;
  }
  if (!ok) {
    constructive_free(s);
    return NULL;
  }
  return s;
}

// The messages one by one, without symmetry; kept from one call to the next.
static bool make_scatter(constructive_t *s, noc_error_t *error) {
  if (s->scatter == NULL) {
    s->scatter = scatter_create(&s->direct, NULL, s->seed, s->stop, s->context, error);
  }
  return s->scatter != NULL;
}

static bool constructive_first(void *search, schedule_t *found, noc_error_t *error) {
  constructive_t *s = search;
  if (s->p->kind == SCHEDULE_BROADCAST) {
    return broadcast_find(s->broadcast, SCHEDULE_STEPS, 1, found, error);
  }
  if (exchange_fits(s->p)) {
    return exchange_schedule(s->p, found, error);
  }
  return make_scatter(s, error) && scatter_first(s->scatter, error) > 0 &&
         scatter_schedule(s->scatter, found, error);
}

// From the beginning, with other draws: all messages that a group takes to each other at once, or
// (NULL) one by one.
static bool find_anew(constructive_t *s, const permutations_t *group, uint32_t steps,
                      uint64_t effort, schedule_t *found, noc_error_t *error) {
  scatter_t *scatter =
      scatter_create(&s->direct, group, s->seed + effort, s->stop, s->context, error);
  const bool ok = scatter != NULL && scatter_first(scatter, error) > 0 &&
                  scatter_find(scatter, steps, effort, error) &&
                  scatter_schedule(scatter, found, error);
  s->looks += scatter != NULL ? scatter_looks(scatter) : 0;
  scatter_free(scatter);
  return ok;
}

static bool has_stopped(const constructive_t *s, const noc_error_t *error) {
  return error->status != NOC_OK || (s->stop != NULL && s->stop(s->context));
}

static bool find_scatter(constructive_t *s, uint32_t steps, uint64_t effort, schedule_t *found,
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

static bool constructive_find(void *search, uint32_t steps, uint64_t effort, schedule_t *found,
                              noc_error_t *error) {
  constructive_t *s = search;
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

static uint64_t constructive_looks(const void *search) {
  const constructive_t *s = search;
  return s->looks + (s->scatter != NULL ? scatter_looks(s->scatter) : 0) +
         (s->broadcast != NULL ? broadcast_looks(s->broadcast) : 0);
}

const search_way_t kSearchConstructive = {"constructive",
                                          constructive_create,
                                          constructive_free,
                                          constructive_first,
                                          constructive_find,
                                          constructive_looks,
                                          true};
