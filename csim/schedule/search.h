// search -- looks for a schedule of a number of steps, in one of several ways. What it finds is a
// schedule; what it does not find may be there all the same.
//
// `constructive`. Scatter: messages without a place wait in a pool. One at a time gets the step and
// the path that the messages in its way can best be taken out of; those wait then, and count for
// more the more often they have waited (Y. Nagata, O. Braysy, A Powerful Route Minimization
// Heuristic, 2009). The same is tried with all messages at once that a group of symmetries takes to
// each other: what is regular often has a regular schedule, and that is found among far fewer.
// Broadcast: step by step, the rarest message first to a node near one that holds it, again and
// again with other draws; what all get from their origins is a scatter. All-to-all on some tori is
// not searched for: exchange.h.
//
// `evolutionary`: simulated annealing in several processes with genetic crossover between them, as
// in section 5 of V. Dvorak, J. Jaros, M. Ohlidal 2006 (HGSA). A solution says of each delivery by
// which path, from which holder, and in which step it is made, and conflicts are counted.
//
// The effort is counted in messages placed, not in seconds: the same seed gives the same schedule.

#ifndef NOC_SCHEDULE_SEARCH_H
#define NOC_SCHEDULE_SEARCH_H

#include "schedule/symmetry.h"

// A way to search; what its functions do is said below.
typedef struct {
  const char *name;  // "constructive"
  void *(*create)(const schedule_problem_t *p, const permutations_t *generators, uint64_t seed,
                  bool (*stop)(void *context), void *context, noc_error_t *error);
  void (*free)(void *search);
  bool (*first)(void *search, schedule_t *found, noc_error_t *error);
  bool (*find)(void *search, uint32_t steps, uint64_t effort, schedule_t *found,
               noc_error_t *error);
  uint64_t (*looks)(const void *search);
  bool solver;  // a solver is asked for what it leaves open
} search_way_t;

extern const search_way_t kSearchConstructive, kSearchEvolutionary;

// The i-th, of which the first is the default; NULL behind the last.
const search_way_t *search_way(size_t i);
// By name; NULL with *error filled, "there is ..; there must be ..".
const search_way_t *search_way_find(const char *name, noc_error_t *error);

typedef struct schedule_search schedule_search_t;

// Generators of the problem's symmetries may have none. `stop` is asked now and then whether to
// give up; NULL: never. NULL when memory is short, or where the way does not fit the problem.
schedule_search_t *schedule_search_create(const search_way_t *way, const schedule_problem_t *p,
                                          const permutations_t *generators, uint64_t seed,
                                          bool (*stop)(void *context), void *context,
                                          noc_error_t *error);
void schedule_search_free(schedule_search_t *s);

// A first schedule, made in one go; false when memory is short, or after `stop`.
bool schedule_search_first(schedule_search_t *s, schedule_t *found, noc_error_t *error);

// Looks for a schedule of `steps` steps, from where the last call has ended. False if it is not
// found within the effort, with error->status NOC_OK, or when memory is short.
bool schedule_search_find(schedule_search_t *s, uint32_t steps, uint64_t effort, schedule_t *found,
                          noc_error_t *error);

// Its cost so far, whatever the way and the machine: how often it has looked whether a place of a
// step (a link, a way in, a way out) is free.
uint64_t schedule_search_looks(const schedule_search_t *s);

#endif
