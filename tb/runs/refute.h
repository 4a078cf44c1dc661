// refute -- asks CaDiCaL, a program of its own, whether there is a schedule of so many steps. It is
// believed neither way: a schedule is made from its values, and its proof that there is none is
// checked (csim/schedule/proof.h).

#ifndef NOCSTEP_REFUTE_H
#define NOCSTEP_REFUTE_H

#include "schedule/problem.h"

typedef enum {
  REFUTE_UNKNOWN,  // given up: after so many conflicts, or since the formula is too large
  REFUTE_FOUND,    // there is one, and here it is
  REFUTE_PROVED    // there is none; the proof has been checked
} refute_t;

typedef struct {
  char folder[256];  // for its files; "": none yet
  bool missing;      // there is no program `cadical`
} refuter_t;

// `effort` is the most conflicts times the literals of the formula, so that a large one gets fewer;
// one that would get too few is not tried. Signals as in dut/child.h. A proof stays in
// refute_proof() until the next call. False with NOC_INTERRUPTED, or where something fails.
bool refute_steps(refuter_t *r, const schedule_problem_t *p, uint32_t steps, double effort,
                  double seconds, refute_t *answer, schedule_t *found, noc_error_t *error);
// The file of the proof; returns out.
const char *refute_proof(const refuter_t *r, char out[512]);
// Removes its files.
void refute_end(refuter_t *r);

#endif
