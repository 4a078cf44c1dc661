// algorithms -- the objects of the list, declared.

#ifndef NOC_ALGORITHMS_H
#define NOC_ALGORITHMS_H

#include "algorithm/algorithm.h"

#define ALGORITHM(object) extern const algorithm_t object;
#include "algorithm/algorithm_list.def"
#undef ALGORITHM

#endif
