// solomonik2016 -- functions that docs/papers/solomonik2016.yaml calls.

#ifndef NOCSTEP_PAPERS_SOLOMONIK2016_H
#define NOCSTEP_PAPERS_SOLOMONIK2016_H

#include "papers/expression.h"

// slimfly_grids(Q): the links between the two grids of that slim fly, and the routers that they
// lead to from two routers at once.
extern const function_t kSlimflyGrids;

#endif
