// statistics -- see statistics.h.

#include "base/statistics.h"

#include <math.h>
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

void histogram_merge(histogram_t *to, histogram_t *from) {
  if (from->pages > to->pages) {
    const histogram_t small = *to;
    to->page = from->page;
    to->pages = from->pages;
    from->page = small.page;
    from->pages = small.pages;
  }
  for (size_t p = 0; p < from->pages; p++) {
    if (to->page[p] == NULL) {
      to->page[p] = from->page[p];
      from->page[p] = NULL;
    }
    for (size_t i = 0; from->page[p] != NULL && i < HISTOGRAM_PAGE; i++) {
      to->page[p][i] += from->page[p][i];
      from->page[p][i] = 0;
    }
  }
  to->count += from->count;
  to->sum += from->sum;
  to->max = from->max > to->max ? from->max : to->max;
  from->count = from->sum = from->max = 0;
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

void histogram_checkpoint(histogram_t *h, checkpoint_t *c) {
  uint64_t used = 0;
  size_t p = 0;
  for (size_t i = 0; i < h->pages; i++) {
    used += h->page[i] != NULL;
  }
  CHECKPOINT(c, used);
  if (checkpoint_reads(c)) {
    histogram_free(h);
  }
  for (; used > 0 && !checkpoint_failed(c); used--, p++) {
    while (!checkpoint_reads(c) && h->page[p] == NULL) {
      p++;
    }
    uint64_t number = p;
    CHECKPOINT(c, number);
    p = (size_t)number;
    if (checkpoint_reads(c) && !histogram_grow(h, number << HISTOGRAM_PAGE_BITS)) {
      checkpoint_no_memory(c, "a distribution");
      return;
    }
    CHECKPOINT_ARRAY(c, h->page[p], HISTOGRAM_PAGE);
  }
  CHECKPOINT(c, h->count);
  CHECKPOINT(c, h->sum);
  CHECKPOINT(c, h->max);
}

void batches_merge(batches_t *to, batches_t *from) {
  for (unsigned i = 0; i < BATCHES; i++) {
    to->count[i] += from->count[i];
    to->sum[i] += from->sum[i];
    from->count[i] = from->sum[i] = 0;
  }
}

batches_t batches_start(uint64_t from, uint64_t length) {
  return (batches_t){.from = from, .length = length};
}

// The probability that Student's t exceeds `t` >= 0: the finite sums of Abramowitz and Stegun,
// Handbook of Mathematical Functions (1964), 26.7.3 and 26.7.4.
static double student_tail(double t, unsigned freedom) {
  const double pi = 3.14159265358979323846;
  const double angle = atan(t / sqrt((double)freedom));
  const double square = cos(angle) * cos(angle);
  const bool odd = freedom % 2 == 1;
  double term = odd ? cos(angle) : 1;
  double sum = 0;
  for (unsigned k = odd ? 1 : 0; k + 2 <= freedom; k += 2) {
    sum += term;
    term *= square * (k + 1) / (k + 2);
  }
  const double within =
      odd ? 2 / pi * (angle + (freedom > 1 ? sin(angle) * sum : 0)) : sin(angle) * sum;
  return (1 - within) / 2;
}

double student_quantile(double p, unsigned freedom) {
  double low = 0;
  double high = 1;
  while (student_tail(high, freedom) > 1 - p) {
    high *= 2;
  }
  for (unsigned i = 0; i < 60; i++) {
    const double middle = (low + high) / 2;
    if (student_tail(middle, freedom) > 1 - p) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return high;
}

// The means of batches that are `merged` of the first ones long. False when one is empty.
static bool batch_means(const batches_t *b, unsigned merged, double *means) {
  for (unsigned i = 0; i < BATCHES / merged; i++) {
    uint64_t count = 0;
    uint64_t sum = 0;
    for (unsigned k = i * merged; k < (i + 1) * merged; k++) {
      count += b->count[k];
      sum += b->sum[k];
    }
    if (count == 0) {
      return false;
    }
    means[i] = (double)sum / (double)count;
  }
  return true;
}

static double sum_of_squares(const double *x, unsigned n, double *mean) {
  double sum = 0;
  double squares = 0;
  for (unsigned i = 0; i < n; i++) {
    sum += x[i];
  }
  *mean = sum / n;
  for (unsigned i = 0; i < n; i++) {
    squares += (x[i] - *mean) * (x[i] - *mean);
  }
  return squares;
}

// Are neighbours more alike than 95 % of independent means are? The test of Fishman, Grouping
// observations in digital simulation (Management Science 24, 1978), on von Neumann's ratio: 1 minus
// half of it is near the autocorrelation of lag 1, and about normal for independent means, with
// the variance (n - 2) / (n^2 - 1).
static bool is_correlated(const double *x, unsigned n, double squares) {
  double differences = 0;
  for (unsigned i = 1; i < n; i++) {
    differences += (x[i] - x[i - 1]) * (x[i] - x[i - 1]);
  }
  const double limit = 1.6449 * sqrt((n - 2.0) / ((double)n * n - 1));
  return squares > 0 && 1 - differences / (2 * squares) > limit;
}

// Returns what the line of least squares gains from the first mean to the last, or 0 unless its
// slope differs from zero with 99.9 % confidence (t test of the slope).
static double significant_growth(const double *x, unsigned n, double squares, double mean) {
  const double centre = (n - 1) / 2.0;
  double xy = 0;
  double xx = 0;
  for (unsigned i = 0; i < n; i++) {
    xy += (i - centre) * (x[i] - mean);
    xx += (i - centre) * (i - centre);
  }
  const double slope = xy / xx;
  const double residual = squares - slope * xy;
  const double error = sqrt((residual > 0 ? residual : 0) / (n - 2) / xx);
  return fabs(slope) > error * student_quantile(0.9995, n - 2) ? slope * (n - 1) : 0;
}

batches_interval_t batches_interval(const batches_t *b) {
  batches_interval_t result = {0};
  bool fine = false;  // a trend has been looked for, in the shortest batches of which none is empty
  bool empty = false;  // of the 30: no interval is told
  for (unsigned merged = 1; BATCHES / merged >= BATCHES_FEWEST; merged++) {
    double means[BATCHES];
    double mean = 0;
    const unsigned n = BATCHES / merged;
    if (!batch_means(b, merged, means)) {
      empty = true;
      continue;
    }
    const double squares = sum_of_squares(means, n, &mean);
    if (!fine) {
      result.growth = significant_growth(means, n, squares, mean);
      fine = true;
    }
    if (empty) {
      return result;
    }
    result.correlated = is_correlated(means, n, squares);
    if (!result.correlated && result.growth == 0) {
      result.batches = n;
      result.half_width = student_quantile(0.975, n - 1) * sqrt(squares / (n - 1) / n);
      return result;
    }
  }
  return result;
}
