// pairwise -- see pairwise.h.

#include "cli/pairwise.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = PAIRWISE_AXES * (PAIRWISE_AXES + 1) / 2 };  // of a combination

typedef struct {
  const unsigned *values;
  unsigned axes;
  size_t points;  // all combinations
  // So many pairs of a combination are open at most: as many as there were when they were last
  // counted, since none opens again; none if it is refused.
  unsigned char *most;  // [points]
  unsigned n_open;      // pairs that no row has so far
  bool open[PAIRWISE_AXES][PAIRWISE_VALUES][PAIRWISE_AXES][PAIRWISE_VALUES];
} search_t;

// The combination with this number; the first axis runs fastest.
static pairwise_row_t row_at(const search_t *s, size_t point) {
  pairwise_row_t row = {{0}};
  for (unsigned a = 0; a < s->axes; a++) {
    row.at[a] = (unsigned char)(point % s->values[a]);
    point /= s->values[a];
  }
  return row;
}

static unsigned open_pairs(const search_t *s, const pairwise_row_t *row) {
  unsigned n = 0;
  for (unsigned a = 0; a < s->axes; a++) {
    for (unsigned b = 0; b <= a; b++) {
      n += s->open[a][row->at[a]][b][row->at[b]];
    }
  }
  return n;
}

static void close_pairs(search_t *s, const pairwise_row_t *row) {
  s->n_open -= open_pairs(s, row);
  for (unsigned a = 0; a < s->axes; a++) {
    for (unsigned b = 0; b <= a; b++) {
      s->open[a][row->at[a]][b][row->at[b]] = false;
    }
  }
}

static void open_all(search_t *s) {
  for (unsigned a = 0; a < s->axes; a++) {
    for (unsigned b = 0; b <= a; b++) {
      for (unsigned v = 0; v < s->values[a]; v++) {
        for (unsigned w = 0; w < s->values[b]; w++) {
          s->open[a][v][b][w] = a != b || v == w;
          s->n_open += s->open[a][v][b][w];
        }
      }
    }
  }
}

// The combination with most open pairs among those that are not refused; s->points if none has any.
static size_t best_point(const search_t *s) {
  size_t best = s->points;
  unsigned char best_pairs = 0;
  for (size_t point = 0; point < s->points; point++) {
    if (s->most[point] > best_pairs) {
      const pairwise_row_t row = row_at(s, point);
      s->most[point] = (unsigned char)open_pairs(s, &row);
      if (s->most[point] > best_pairs) {
        best = point;
        best_pairs = s->most[point];
      }
    }
  }
  return best;
}

static bool append(pairwise_t *cover, const pairwise_row_t *row) {
  pairwise_row_t *more = realloc(cover->row, (cover->count + 1) * sizeof *more);
  if (more == NULL) {
    return false;
  }
  cover->row = more;
  cover->row[cover->count++] = *row;
  return true;
}

static bool search(search_t *s, pairwise_possible_t possible, void *context, pairwise_t *cover) {
  open_all(s);
  const unsigned all = s->n_open;
  for (size_t point = 0; (point = best_point(s)) < s->points;) {
    const pairwise_row_t row = row_at(s, point);
    if (!possible(context, &row)) {
      s->most[point] = 0;
    } else if (append(cover, &row)) {
      close_pairs(s, &row);
    } else {
      return false;
    }
  }
  cover->covered = all - s->n_open;
  cover->impossible = s->n_open;
  return true;
}

bool pairwise_cover(const unsigned *values, unsigned axes, pairwise_possible_t possible,
                    void *context, pairwise_t *cover, noc_error_t *error) {
  *cover = (pairwise_t){0};
  if (axes == 0) {
    return true;
  }
  assert(axes <= PAIRWISE_AXES);
  search_t *s = calloc(1, sizeof *s);
  bool ok = s != NULL;
  if (ok) {
    *s = (search_t){.values = values, .axes = axes, .points = 1};
    for (unsigned a = 0; a < axes; a++) {
      assert(values[a] >= 1 && values[a] <= PAIRWISE_VALUES);
      s->points *= values[a];
    }
    s->most = malloc(s->points);
    if (s->most != NULL) {
      _Static_assert(PAIRS <= UCHAR_MAX, "open pairs of a combination are counted in a byte");
      memset(s->most, PAIRS, s->points);
    }
    ok = s->most != NULL && search(s, possible, context, cover);
    free(s->most);
  }
  free(s);
  return ok || noc_fail(error, NOC_ENVIRONMENT, "out of memory for the combinations of shapes");
}

void pairwise_free(pairwise_t *cover) {
  free(cover->row);
  *cover = (pairwise_t){0};
}
