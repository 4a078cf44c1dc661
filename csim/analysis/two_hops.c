// two_hops -- see two_hops.h.

#include "analysis/two_hops.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define DONE UINT32_MAX

typedef struct {
  const topology_t *t;
  uint32_t *ways;        // [router]: from the router that is looked at
  uint32_t *near, *far;  // [ports]: neighbours of that router, and of one of these
} search_t;

// The routers that a router has links to, each once; returns how many.
static uint32_t neighbours(const topology_t *t, uint32_t router, uint32_t *out) {
  uint32_t count = 0;
  for (uint32_t p = 0; p < t->ports; p++) {
    const int32_t peer = t->peer_router[(size_t)router * t->ports + p];
    uint32_t i = 0;
    while (i < count && (int32_t)out[i] != peer) {
      i++;
    }
    if (peer >= 0 && i == count) {
      out[count++] = (uint32_t)peer;
    }
  }
  return count;
}

static void add(two_hops_range_t *range, uint32_t ways) {
  range->least = ways < range->least ? ways : range->least;
  range->most = ways > range->most ? ways : range->most;
}

// From a router to all others.
static void look(const search_t *s, uint32_t router, two_hops_t *found) {
  const uint32_t count = neighbours(s->t, router, s->near);
  memset(s->ways, 0, s->t->routers * sizeof *s->ways);
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t k = neighbours(s->t, s->near[i], s->far); k-- > 0;) {
      s->ways[s->far[k]]++;
    }
  }
  s->ways[router] = DONE;
  for (uint32_t i = 0; i < count; i++) {
    add(&found->linked, s->ways[s->near[i]]);
    s->ways[s->near[i]] = DONE;
  }
  for (uint32_t other = 0; other < s->t->routers; other++) {
    if (s->ways[other] != DONE) {
      add(&found->apart, s->ways[other]);
    }
  }
}

bool two_hops_find(const topology_t *t, two_hops_t *found, noc_error_t *error) {
  *found = (two_hops_t){{UINT32_MAX, 0}, {UINT32_MAX, 0}};
  const search_t s = {t, calloc(t->routers, sizeof *s.ways), calloc(t->ports, sizeof *s.near),
                      calloc(t->ports, sizeof *s.far)};
  const bool ok = s.ways != NULL && s.near != NULL && s.far != NULL;
  for (uint32_t router = 0; ok && router < t->routers; router++) {
    look(&s, router, found);
  }
  free(s.ways);
  free(s.near);
  free(s.far);
  return ok || memory_fail(error, "ways of two hops");
}
