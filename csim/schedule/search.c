// search -- the ways to search; see search.h.

#include "schedule/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"

static const search_way_t *const kWays[] = {&kSearchConstructive, &kSearchEvolutionary};

const search_way_t *search_way(size_t i) {
  return i < sizeof kWays / sizeof kWays[0] ? kWays[i] : NULL;
}

const search_way_t *search_way_find(const char *name, noc_error_t *error) {
  nearest_t nearest = nearest_start(name);
  for (size_t i = 0; search_way(i) != NULL; i++) {
    if (strcmp(search_way(i)->name, name) == 0) {
      return search_way(i);
    }
    nearest_offer(&nearest, search_way(i)->name);
  }
  (void)noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("'%.60s'%s", "one of %s"), name,
                 nearest_hint(&nearest), nearest.names);
  return NULL;
}

struct schedule_search {
  const search_way_t *way;
  void *search;
};

schedule_search_t *schedule_search_create(const search_way_t *way, const schedule_problem_t *p,
                                          const permutations_t *generators, uint64_t seed,
                                          bool (*stop)(void *context), void *context,
                                          noc_error_t *error) {
  schedule_search_t *s = calloc(1, sizeof *s);
  if (s == NULL) {
    (void)memory_fail(error, "a search for a schedule");
    return NULL;
  }
  *s = (schedule_search_t){way, way->create(p, generators, seed, stop, context, error)};
  if (s->search == NULL) {
    free(s);
    return NULL;
  }
  return s;
}

void schedule_search_free(schedule_search_t *s) {
  if (s != NULL) {
    s->way->free(s->search);
    free(s);
  }
}

bool schedule_search_first(schedule_search_t *s, schedule_t *found, noc_error_t *error) {
  return s->way->first(s->search, found, error);
}

bool schedule_search_find(schedule_search_t *s, uint32_t steps, uint64_t effort, schedule_t *found,
                          noc_error_t *error) {
  return s->way->find(s->search, steps, effort, found, error);
}

uint64_t schedule_search_looks(const schedule_search_t *s) {
  return s->way->looks(s->search);
}
