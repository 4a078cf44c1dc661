// wavefront -- golden model of a wavefront allocator; see wavefront.h.

#include "router/wavefront.h"

#include <assert.h>
#include <string.h>

static uint32_t rows_of(const wavefront_t *w, const uint16_t *request) {
  uint32_t rows = 0;
  for (unsigned i = 0; i < w->n; i++) {
    assert(request[i] >> w->n == 0);
    rows |= (uint32_t)(request[i] != 0) << i;
  }
  return rows;
}

void wavefront_grant(const wavefront_t *w, const uint16_t *request, uint16_t *grant) {
  memcpy(grant, request, w->n * sizeof *grant);
  (void)wavefront_match(grant, rows_of(w, request), w->n, w->diagonal);
}

void wavefront_tick(wavefront_t *w, const uint16_t *request, bool take) {
  uint32_t turns = 0;
  for (unsigned i = 0; i < w->n; i++) {
    turns |= wavefront_turns(request[i], i, w->n, w->diagonal);
  }
  if (take && turns != 0) {
    w->diagonal = wavefront_next(turns, w->n, w->diagonal);
  }
}
