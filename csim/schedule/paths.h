// paths -- all paths that a message may take between two routers, one by one (ways.h has them as a
// graph, which stays small where they are many).

#ifndef NOC_SCHEDULE_PATHS_H
#define NOC_SCHEDULE_PATHS_H

#include "schedule/problem.h"

// Path k has the channels hop[first[k]] to hop[first[k + 1] - 1].
typedef struct {
  uint32_t *first;  // one more than there are paths
  uint32_t first_room, count;
  uint32_t *hop;
  uint32_t hop_room, hops;
} paths_t;

// Lists those from one router to another, each with the fewest hops or up to p->detour more, and no
// router twice. *listed counts the hops of all lists so far: above `most` it stops. False then, and
// when memory is short; paths_free() in any case.
bool paths_list(const schedule_problem_t *p, uint32_t from, uint32_t to, uint64_t most,
                uint64_t *listed, paths_t *paths);
void paths_free(paths_t *paths);

#endif
