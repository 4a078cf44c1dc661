// proof -- that there is no schedule of so many steps: what is given to a SAT solver, and the check
// of what it answers.
//
// A proof is text, a line for each of these; numbers as in DIMACS, variables as cnf.h has them:
//
//   c TEXT                     a comment
//   a ROUTERS NODES STEPS 0    a symmetry: the images of all routers, nodes and steps
//   y I LITERALS 0             a clause that symmetry I (the first is 0) allows
//   LITERALS 0                 a clause that follows from those there are
//   d LITERALS 0               a clause that is not needed any more
//
// The check makes the formula itself. A clause follows when its opposite, propagated through
// clauses with one literal left, ends in a conflict (reverse unit propagation); the empty clause,
// or a conflict without any assumption, ends the proof. It uses nothing of a solver, nor of the
// search.

#ifndef NOC_SCHEDULE_PROOF_H
#define NOC_SCHEDULE_PROOF_H

#include <stdio.h>

#include "schedule/cnf.h"

// Writes the formula with the clauses of its symmetries in DIMACS, and those clauses with their
// symmetries as the beginning of a proof. Both files stay open; what fails shows in ferror().
bool proof_write(const cnf_t *f, FILE *dimacs, FILE *proof, noc_error_t *error);

// Checks the proof in a file that p has no schedule of `steps` steps. NOC_CHECK_FAILED with file
// and line where it does not hold, NOC_BAD_INPUT where the file is none.
bool proof_check(const schedule_problem_t *p, uint32_t steps, const char *path, noc_error_t *error);

#endif
