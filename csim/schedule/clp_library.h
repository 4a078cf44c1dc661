// clp_library -- Clp, in the place of <coin/Clp_C_Interface.h>: see late_library.h.

#ifndef NOC_CLP_LIBRARY_H
#define NOC_CLP_LIBRARY_H

#include <coin/Clp_C_Interface.h>

#include "base/late_library.h"

// All of it that is called.
#define CLP_CALLS(CALL)       \
  CALL(Clp_deleteModel)       \
  CALL(Clp_dualRowSolution)   \
  CALL(Clp_initialSolve)      \
  CALL(Clp_loadProblem)       \
  CALL(Clp_newModel)          \
  CALL(Clp_setLogLevel)       \
  CALL(Clp_setMaximumSeconds) \
  CALL(Clp_status)            \
  CALL(maximumIterations)

typedef struct {
#define CALL(name) __typeof__(&name) name;
  CLP_CALLS(CALL)
#undef CALL
} clp_calls_t;

extern clp_calls_t clp_calls;

// Loads it at the first call; it must have been called before any of these. NOC_ENVIRONMENT if it
// cannot be loaded.
bool clp_library(noc_error_t *error);

#define Clp_deleteModel       clp_calls.Clp_deleteModel
#define Clp_dualRowSolution   clp_calls.Clp_dualRowSolution
#define Clp_initialSolve      clp_calls.Clp_initialSolve
#define Clp_loadProblem       clp_calls.Clp_loadProblem
#define Clp_newModel          clp_calls.Clp_newModel
#define Clp_setLogLevel       clp_calls.Clp_setLogLevel
#define Clp_setMaximumSeconds clp_calls.Clp_setMaximumSeconds
#define Clp_status            clp_calls.Clp_status
#define maximumIterations     clp_calls.maximumIterations

#endif
