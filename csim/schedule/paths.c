// paths -- see paths.h. Depth first; a hop is gone only if its end is near enough.

#include "schedule/paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct {
  const schedule_problem_t *p;
  paths_t *paths;
  uint32_t to;
  uint32_t path[SCHEDULE_ROUTERS];
  bool visited[SCHEDULE_ROUTERS];
  uint64_t most, *listed;  // hops
} walk_t;

static bool keep(walk_t *w, uint32_t hops) {
  paths_t *a = w->paths;
  if (!memory_room(&a->hop, &a->hop_room, a->hops + hops + 1, sizeof *a->hop) ||
      !memory_room(&a->first, &a->first_room, a->count + 2, sizeof *a->first)) {
    return false;
  }
  memcpy(&a->hop[a->hops], w->path, hops * sizeof *a->hop);
  a->first[a->count++] = a->hops;
  a->hops += hops;
  a->first[a->count] = a->hops;
  *w->listed += hops;
  return *w->listed <= w->most;
}

// Goes on from router `at`, with `left` hops that the path may have.
static bool walk(walk_t *w, uint32_t at, uint32_t hops, unsigned left) {
  const schedule_problem_t *p = w->p;
  if (at == w->to) {
    return keep(w, hops);
  }
  w->visited[at] = true;
  bool ok = true;
  for (uint32_t c = p->first[at]; ok && c < p->first[at + 1]; c++) {
    const uint32_t next = p->channel[c].to;
    if (!w->visited[next] && left > 0 && schedule_distance(p, next, w->to) <= left - 1) {
      w->path[hops] = c;
      ok = walk(w, next, hops + 1, left - 1);
    }
  }
  w->visited[at] = false;
  return ok;
}

bool paths_list(const schedule_problem_t *p, uint32_t from, uint32_t to, uint64_t most,
                uint64_t *listed, paths_t *paths) {
  walk_t w = {.p = p, .paths = paths, .to = to, .most = most, .listed = listed};
  return walk(&w, from, 0, schedule_distance(p, from, to) + p->detour);
}

void paths_free(paths_t *paths) {
  free(paths->first);
  free(paths->hop);
  *paths = (paths_t){0};
}
