// summa -- multiplication of matrices on a grid of X x Y ranks by panels: in step k the column of
// ranks that has block column k of A passes it along the rows, the row that has block row k of B
// along the columns, and each rank multiplies what comes. Block column k is in column k mod X,
// block row k in row k mod Y; there are as many as both divide.
//
// A block goes from rank to rank round its line, so that all messages go one hop. Steps follow each
// other as fast as blocks come.
//
// Sources: R. A. van de Geijn, J. Watts, SUMMA: scalable universal matrix multiplication algorithm
// (1997).

#include <assert.h>
#include <stdlib.h>

#include "algorithm/algorithms.h"
#include "algorithm/work.h"

// The least common multiple.
static uint32_t panels(const topology_t *t) {
  uint32_t a = t->radix[0];
  for (uint32_t b = t->radix[1]; b != 0;) {
    const uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  return t->radix[0] / a * t->radix[1];
}

static double operations(const algorithm_size_t *size) {
  return 5.0 * size->grid->nodes * panels(size->grid);
}

// A block from a rank round its line in a dimension; has[] gets what brings it to each.
static void pass_round(const algorithm_work_t *w, uint32_t rank, unsigned dim, uint32_t tag,
                       uint32_t *has) {
  has[rank] = w->begin[rank];
  for (unsigned k = 1; k < w->grid->radix[dim]; k++) {
    const uint32_t next = work_next(w, rank, dim, 1);
    has[next] = work_pass(w, rank, next, tag, has[rank]);
    rank = next;
  }
}

static void add(algorithm_work_t *w) {
  const unsigned x = w->grid->radix[0];
  const unsigned y = w->grid->radix[1];
  const uint32_t steps = panels(w->grid);
  assert(x > 0 && y > 0);
  uint32_t *has_a = malloc(w->grid->nodes * sizeof *has_a);
  uint32_t *has_b = malloc(w->grid->nodes * sizeof *has_b);
  const bool ok = has_a != NULL && has_b != NULL;
  w->plan->short_of_memory = w->plan->short_of_memory || !ok;
  for (uint32_t k = 0; ok && k < steps; k++) {
    for (unsigned row = 0; row < y; row++) {
      const unsigned owner[NOC_MAX_DIMS] = {k % x, row};
      pass_round(w, topology_router_at(w->grid, owner), 0, row * steps + k, has_a);
    }
    for (unsigned column = 0; column < x; column++) {
      const unsigned owner[NOC_MAX_DIMS] = {column, k % y};
      pass_round(w, topology_router_at(w->grid, owner), 1, y * steps + k * x + column, has_b);
    }
    for (uint32_t rank = 0; rank < w->grid->nodes; rank++) {
      work_compute(w, rank, w->size->cycles, (uint32_t[]){has_a[rank], has_b[rank]}, 2);
    }
  }
  free(has_a);
  free(has_b);
}

const algorithm_t kSummaAlgorithm = {
    .name = "summa",
    .meaning = "matrix multiplication by panels that go round rows and columns",
    .dims = 2,
    .operations = operations,
    .add = add};
