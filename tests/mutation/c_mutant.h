// c_mutant -- which mutant of the C side runs: included before everything else in the copy of the
// sources that tests/mutation/test_c_mutation.sh builds.
//
// C_MUTANT=N in the environment picks mutant N. C_MUTANT_REACHED=FILE has a byte a mutant, which
// becomes 1 when the place of that mutant is reached, and 3 when the mutant would differ there, or
// nobody knows; no mutant is picked then. A build for one mutant alone, -DC_MUTANT_ALONE=N, has no
// choice left in it.
//
//   C_MUTANT(n)           whether mutant n is picked
//   C_MUTANT_IF(n, x)     the same, where the mutant differs if x holds; x has no side effects

#ifndef NOCSTEP_C_MUTANT_H
#define NOCSTEP_C_MUTANT_H

#ifdef C_MUTANT_ALONE
#define C_MUTANT(n)         ((n) == C_MUTANT_ALONE)
#define C_MUTANT_IF(n, ...) ((n) == C_MUTANT_ALONE)
#else

enum { C_MUTANT_REACHED = 1, C_MUTANT_DIFFERS = 3 };

extern int c_mutant_picked;
extern unsigned char *c_mutant_reached;

static inline int c_mutant_mark(int n, int how) {
  c_mutant_reached[n] = (unsigned char)(c_mutant_reached[n] | how);
  return 0;
}
#define C_MUTANT_IF(n, ...)                                                      \
  (__builtin_expect(c_mutant_reached != 0, 0)                                    \
       ? c_mutant_mark((n), (__VA_ARGS__) ? C_MUTANT_DIFFERS : C_MUTANT_REACHED) \
       : (__builtin_expect(c_mutant_picked == (n), 0) != 0))
#define C_MUTANT(n) C_MUTANT_IF(n, 1)

#endif
#endif
