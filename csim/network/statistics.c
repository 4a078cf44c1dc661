// statistics -- see statistics.h.

#include "network/statistics.h"

#include <stdlib.h>
#include <string.h>

bool histogram_grow(histogram_t *h, uint64_t value) {
  size_t p = (size_t)(value >> HISTOGRAM_PAGE_BITS);
  if (p >= h->pages) {
    size_t pages = 2 * p + 16;
    uint64_t **page = realloc(h->page, pages * sizeof *page);
    if (page == NULL) {
      return false;
    }
    memset(page + h->pages, 0, (pages - h->pages) * sizeof(*page));
    h->page = page;
    h->pages = pages;
  }
  if (h->page[p] == NULL) {
    h->page[p] = calloc(HISTOGRAM_PAGE, sizeof(uint64_t));
  }
  return h->page[p] != NULL;
}

uint64_t histogram_percentile(const histogram_t *h, unsigned percent) {
  // The rank, counted from 1, rounded up: the nearest-rank definition.
  uint64_t rank = (h->count / 100) * percent + (h->count % 100 * percent + 99) / 100;
  uint64_t seen = 0;
  for (size_t p = 0; p < h->pages; p++) {
    for (size_t i = 0; h->page[p] != NULL && i < HISTOGRAM_PAGE; i++) {
      seen += h->page[p][i];
      if (seen >= rank && seen > 0) {
        return ((uint64_t)p << HISTOGRAM_PAGE_BITS) + i;
      }
    }
  }
  return 0;
}

double histogram_mean(const histogram_t *h) {
  return h->count > 0 ? (double)h->sum / (double)h->count : 0;
}

void histogram_free(histogram_t *h) {
  for (size_t p = 0; p < h->pages; p++) {
    free(h->page[p]);
  }
  free(h->page);
  *h = (histogram_t){0};
}
