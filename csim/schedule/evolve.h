// evolve -- the part of search.h that breeds schedules, and looks for those without a conflict.
//
// A chromosome has a gene for each delivery (a message and a node that must get it): who sends it,
// by which of the paths between the two, and in which step. Its conflicts are the messages that a
// place of a step has above those it has room for, and the deliveries of a broadcast by a node that
// does not have the message before that step. (V. Dvorak, J. Jaros, M. Ohlidal 2006, section 5, has
// path and step; who sends is ours, as the text does not say how a broadcast is written.)
//
// The text leaves open, and here it is: 10 processes, as many as its cluster has blades; a
// population of one chromosome a process; an iteration of Metropolis draws as many genes anew as
// there are, one after the other (with one gene an iteration, crossing after 100 of them leaves
// tens of conflicts); neighbours are crossed at one point of the deliveries; a mutation draws one
// gene anew, of every parent and of one child in ten; a chromosome is drawn with the weight
// 1 / (1 + conflicts)^2; the temperature falls geometrically over the effort.

#ifndef NOC_SCHEDULE_EVOLVE_H
#define NOC_SCHEDULE_EVOLVE_H

#include "schedule/problem.h"

enum {
  EVOLVE_PROCESSES = 10,
  EVOLVE_ITERATIONS = 100,  // of a process between two exchanges
  EVOLVE_MUTATION = 10,     // of so many children one mutates
  EVOLVE_HOPS = 1 << 24,    // of all paths that there may be
  EVOLVE_DRAWS = 20         // of genes that count as a message placed
};

typedef struct evolve evolve_t;

// NULL when memory is short, or (NOC_BAD_INPUT) when there are too many paths to list them.
evolve_t *evolve_create(const schedule_problem_t *p, uint64_t seed, bool (*stop)(void *context),
                        void *context, noc_error_t *error);
void evolve_free(evolve_t *e);

// Every message straight from its origin by a drawn path, in the first step with room.
bool evolve_first(evolve_t *e, schedule_t *found, noc_error_t *error);
// A new population, as long as the effort lasts. False if none is without conflicts by then, after
// `stop`, or when memory is short.
bool evolve_find(evolve_t *e, uint32_t steps, uint64_t effort, schedule_t *found,
                 noc_error_t *error);

// How often it has looked whether a place of a step is free.
uint64_t evolve_looks(const evolve_t *e);

#endif
