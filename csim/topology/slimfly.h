// slimfly -- the algebra of a slim fly, for its routing; slimfly.c has the definition.

#ifndef NOC_TOPOLOGY_SLIMFLY_H
#define NOC_TOPOLOGY_SLIMFLY_H

#include <stdbool.h>

enum { SLIMFLY_MOST = 1447 };  // the largest q

// Marks what may be added to y (grid 0: X) or c (grid 1: X') by a link within a column; all false
// before. A link's port is its element's place in the set.
void slimfly_mark(unsigned q, unsigned grid, bool set[SLIMFLY_MOST + 1]);

#endif
