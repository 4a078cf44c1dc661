// cnf -- "there is a schedule of so many steps" as clauses, for a SAT solver, and for the check
// of its proof, which makes them anew. docs/schedule.md has every kind of clause.
//
// A delivery is what must reach a node: a scatter's message, or a broadcast's message at one of its
// nodes. Variable 1 + delivery * steps + step says that the delivery is made in that step; these
// come first, in this order, and symmetries are about them. The others say who sends it, which hops
// its path has, and count.

#ifndef NOC_SCHEDULE_CNF_H
#define NOC_SCHEDULE_CNF_H

#include "schedule/problem.h"
#include "schedule/symmetry.h"

typedef struct {
  uint32_t origin;  // node
  uint32_t to;      // node
} delivery_t;

typedef struct {
  const schedule_problem_t *p;
  uint32_t steps;
  delivery_t *delivery;
  uint32_t deliveries;
  int32_t variables;
  // Clauses one behind the other, each with a 0 at its end.
  int32_t *literal;
  uint32_t literals, literals_room;
  uint32_t clauses;
  // For each delivery: the first variable of each in step 0 that says who sends, or a hop; a step
  // further they are `stride` further.
  struct cnf_part *part;
} cnf_t;

// False when memory is short, or (NOC_CHECK_FAILED) if it has more than `most` literals.
bool cnf_create(const schedule_problem_t *p, uint32_t steps, uint32_t most, cnf_t *f,
                noc_error_t *error);
void cnf_free(cnf_t *f);

// The schedule that values of the variables stand for; value[variable] from 1.
bool cnf_schedule(const cnf_t *f, const uint8_t *value, schedule_t *found, noc_error_t *error);

// --- symmetries ----------------------------------------------------------------------------------

// A symmetry of the formula: an automorphism of the problem, points as in symmetry.h, and of a
// scatter a permutation of the steps. It takes variables of deliveries to each other.
//
// Among the values that symmetries take to one another there is one that comes first when 1 comes
// before 0 in the first variable where they differ; so no symmetry may lead to an earlier one. That
// is what a clause may say: for a variable v that the symmetry s takes to another one, v or not
// s(v) or, for each variable u before v that it takes to another one, u or not s(u).
typedef struct {
  const uint32_t *points;  // image of the routers and nodes
  const uint32_t *steps;   // image of the steps
} cnf_symmetry_t;

bool cnf_is_symmetry(const cnf_t *f, const cnf_symmetry_t *s);
// The clause (literals, without a 0) is one that a symmetry allows.
bool cnf_allows(const cnf_t *f, const cnf_symmetry_t *s, const int32_t *clause, uint32_t length);

// For a scatter, whose steps may be swapped: calls `use` with each clause that puts the deliveries
// at the front in the first step that none of them has, and with the two steps that are swapped.
// False as soon as `use` returns false.
bool cnf_order_steps(const cnf_t *f,
                     bool (*use)(void *context, uint32_t step, const int32_t *clause,
                                 uint32_t length),
                     void *context, noc_error_t *error);

#endif
