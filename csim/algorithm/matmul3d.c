// matmul3d -- multiplication of matrices on a grid of X x Y x Z ranks, each of which multiplies one
// pair of blocks: rank (j, i, l) block (i, l) of A by block (l, j) of B. A is where x = 0 and goes
// along x, B where y = 0 and goes along y; the products are added along z, from the highest z to
// z = 0, where the sums are in the end.
//
// A block goes from rank to rank along its line, so that all messages go one hop.
//
// Sources: R. C. Agarwal, S. M. Balle, F. G. Gustavson, M. Joshi, P. Palkar, A three-dimensional
// approach to parallel matrix multiplication (1995).

#include <stdlib.h>

#include "algorithm/algorithms.h"
#include "algorithm/work.h"

static double operations(const algorithm_size_t *size) {
  return 8.0 * size->grid->nodes;
}

// Blocks of A (dimension 0) or B (1) from the first rank of their lines to all others; has[] gets
// what brings them. `tag` of a rank is that of the block it multiplies.
static void pass_along(const algorithm_work_t *w, unsigned dim, const uint32_t *tag,
                       uint32_t *has) {
  for (uint32_t rank = 0; rank < w->grid->nodes; rank++) {  // those nearer to the first come first
    unsigned at[NOC_MAX_DIMS];
    topology_coordinates(w->grid, rank, at);
    has[rank] = w->begin[rank];
    if (at[dim] > 0) {
      const uint32_t before = work_next(w, rank, dim, -1);
      has[rank] = work_pass(w, before, rank, tag[rank], has[before]);
    }
  }
}

// From the highest z down; each rank adds what comes to its own.
static void add_up(const algorithm_work_t *w, const uint32_t *tag) {
  for (uint32_t rank = w->grid->nodes; rank-- > 0;) {
    unsigned at[NOC_MAX_DIMS];
    topology_coordinates(w->grid, rank, at);
    if (at[2] > 0) {
      const uint32_t to = work_next(w, rank, 2, -1);
      const uint32_t receive = work_pass(w, rank, to, tag[rank], w->last[rank]);
      work_compute(w, to, 0, &receive, 1);
    }
  }
}

static void add(algorithm_work_t *w) {
  const uint32_t nodes = w->grid->nodes;
  const unsigned x = w->grid->radix[0];
  const unsigned y = w->grid->radix[1];
  const unsigned z = w->grid->radix[2];
  uint32_t *room = malloc((size_t)5 * nodes * sizeof *room);
  if (room == NULL) {
    w->plan->short_of_memory = true;
    return;
  }
  uint32_t *tag[3] = {room, room + nodes, room + (size_t)2 * nodes};
  uint32_t *has[2] = {room + (size_t)3 * nodes, room + (size_t)4 * nodes};
  for (uint32_t rank = 0; rank < nodes; rank++) {
    unsigned at[NOC_MAX_DIMS];
    topology_coordinates(w->grid, rank, at);
    tag[0][rank] = at[1] * z + at[2];
    tag[1][rank] = y * z + at[2] * x + at[0];
    tag[2][rank] = y * z + z * x + at[1] * x + at[0];
  }
  for (unsigned dim = 0; dim < 2; dim++) {
    pass_along(w, dim, tag[dim], has[dim]);
  }
  for (uint32_t rank = 0; rank < nodes; rank++) {
    work_compute(w, rank, w->size->cycles, (uint32_t[]){has[0][rank], has[1][rank]}, 2);
  }
  add_up(w, tag[2]);
  free(room);
}

const algorithm_t kMatmul3dAlgorithm = {
    .name = "matmul3d",
    .meaning = "matrix multiplication on a box, a pair of blocks a rank",
    .dims = 3,
    .operations = operations,
    .add = add};
