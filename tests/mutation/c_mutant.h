// c_mutant -- which mutant of the C side runs: included before everything else in the copy of the
// sources that tests/mutation/test_c_mutation.sh builds.
//
// C_MUTANT=N in the environment picks mutant N. C_MUTANT_REACHED=FILE has a byte a mutant, which
// becomes 1 when the place of that mutant is reached; no mutant is picked then. A build for one
// mutant alone, -DC_MUTANT_ALONE=N, has no choice left in it.

#ifndef NOCSTEP_C_MUTANT_H
#define NOCSTEP_C_MUTANT_H

#ifdef C_MUTANT_ALONE
#define C_MUTANT(n) ((n) == C_MUTANT_ALONE)
#else

extern int c_mutant_picked;
extern unsigned char *c_mutant_reached;

static inline int c_mutant_is(int n) {
  if (__builtin_expect(c_mutant_reached != 0, 0)) {
    c_mutant_reached[n] = 1;
  }
  return __builtin_expect(c_mutant_picked == n, 0) != 0;
}
#define C_MUTANT(n) c_mutant_is(n)

#endif
#endif
