// rahman2012 -- functions that docs/papers/rahman2012.yaml calls.

#ifndef NOCSTEP_PAPERS_RAHMAN2012_H
#define NOCSTEP_PAPERS_RAHMAN2012_H

#include "papers/expression.h"

// h3dm_routes(M, N, LEVELS, Q): the longest and the mean way between nodes of that H3DM.
extern const function_t kH3dmRoutes;
// h3dm_levels(M, Q): how many levels there can be.
extern const function_t kH3dmLevels;
// h3dm_links(M, Q, LEVEL): links of a module in x and in y at that level.
extern const function_t kH3dmLinks;

#endif
