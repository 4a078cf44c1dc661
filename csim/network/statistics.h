// statistics -- the distribution of a latency, exactly: one counter a value, in pages that are
// allocated when a value in them first occurs.

#ifndef NOC_STATISTICS_H
#define NOC_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HISTOGRAM_PAGE_BITS = 10, HISTOGRAM_PAGE = 1 << HISTOGRAM_PAGE_BITS };

typedef struct {
  uint64_t **page;  // [pages]: HISTOGRAM_PAGE counters, or NULL
  size_t pages;
  uint64_t count, sum, max;
} histogram_t;

// False when memory is short.
bool histogram_grow(histogram_t *h, uint64_t value);

static inline bool histogram_add(histogram_t *h, uint64_t value) {
  uint64_t p = value >> HISTOGRAM_PAGE_BITS;
  if ((p >= h->pages || h->page[p] == NULL) && !histogram_grow(h, value)) {
    return false;
  }
  h->page[p][value % HISTOGRAM_PAGE]++;
  h->count++;
  h->sum += value;
  h->max = value > h->max ? value : h->max;
  return true;
}

// The smallest value that at least `percent` of 100 of all values do not exceed; 0 without values.
uint64_t histogram_percentile(const histogram_t *h, unsigned percent);
double histogram_mean(const histogram_t *h);
void histogram_free(histogram_t *h);

#ifdef __cplusplus
}
#endif

#endif
