// statistics -- the distribution of a latency, exactly: one counter a value, in pages that are
// allocated when a value in them first occurs. And its mean in batches of time, from which the
// confidence interval of the mean follows.

#ifndef NOC_STATISTICS_H
#define NOC_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/checkpoint.h"

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

// Adds all values of `from` to `to`, and empties `from`. Takes no memory.
void histogram_merge(histogram_t *to, histogram_t *from);

// The smallest value that at least `percent` of 100 of all values do not exceed; 0 without values.
uint64_t histogram_percentile(const histogram_t *h, unsigned percent);
double histogram_mean(const histogram_t *h);
void histogram_free(histogram_t *h);
void histogram_checkpoint(histogram_t *h, checkpoint_t *c);

// Sums over equal spans of time, of the method of batch means: Law, Simulation Modeling and
// Analysis (5th ed., 2015), 9.5.3. 10 to 30 batches, as Schmeiser (Batch size effects in the
// analysis of simulation output, Operations Research 30, 1982) advises.
enum { BATCHES = 30, BATCHES_FEWEST = 10 };

typedef struct {
  uint64_t from;    // where the first batch begins
  uint64_t length;  // of all of them
  uint64_t count[BATCHES], sum[BATCHES];
} batches_t;

// Makes batches that are equal to within 1, over `length` from `from` on; some are empty below
// BATCHES.
batches_t batches_start(uint64_t from, uint64_t length);

// The same of batches of the same times.
void batches_merge(batches_t *to, batches_t *from);

// Adds a value to the batch of time `at`; a time outside the batches is left out.
static inline void batches_add(batches_t *b, uint64_t at, uint64_t value) {
  const uint64_t behind = at - b->from;
  if (behind < b->length) {
    const uint64_t i = behind * BATCHES / b->length;
    b->count[i]++;
    b->sum[i] += value;
  }
}

typedef struct {
  unsigned batches;   // that were used, 0 if no interval can be given
  double half_width;  // of the interval of 95 % around the mean
  bool correlated;    // even the longest batches depend on their predecessors
  double growth;      // of the fitted line from the first batch to the last; 0 unless significant
} batches_interval_t;

// The interval of the mean from 30 batches, or from 15 or 10 longer ones where those are
// correlated. None when a batch is empty, or the means are correlated, or grow or fall: the
// batches are not of one steady state then. Growth is looked for in the shortest batches of which
// none is empty.
batches_interval_t batches_interval(const batches_t *b);

// The quantile p, 0.5 to 1, of Student's t with `freedom` degrees of freedom, 1 or more.
double student_quantile(double p, unsigned freedom);

#ifdef __cplusplus
}
#endif

#endif
