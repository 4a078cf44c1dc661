// ghost -- a stencil on a domain that closes round, cut into a part a rank: each rank sends a face
// to its neighbours up and down each dimension, in that order, and goes on when those of its
// neighbours are there. A line of one rank has no neighbours, one of two the same twice.
//
// The tag of a face is 2 d in the direction of rising coordinates of dimension d, else 2 d + 1.

#include <stdlib.h>

#include "algorithm/algorithms.h"
#include "algorithm/work.h"

static double operations(const algorithm_size_t *size) {
  return size->grid->nodes * (1.0 + 4.0 * size->grid->dims);
}

static void add(algorithm_work_t *w) {
  const uint32_t nodes = w->grid->nodes;
  const unsigned faces = 2 * w->grid->dims;
  uint32_t *came = malloc((size_t)nodes * faces * sizeof *came);
  if (came == NULL) {
    w->plan->short_of_memory = true;
    return;
  }
  for (unsigned face = 0; face < faces; face++) {
    for (uint32_t rank = 0; rank < nodes; rank++) {
      const uint32_t to = work_next(w, rank, face / 2, face % 2 == 0 ? 1 : -1);
      came[(size_t)to * faces + face] = work_pass(w, rank, to, face, w->begin[rank]);
    }
  }
  for (uint32_t rank = 0; rank < nodes; rank++) {
    work_compute(w, rank, w->size->cycles, came + (size_t)rank * faces, faces);
  }
  free(came);
}

const algorithm_t kGhostAlgorithm = {.name = "ghost",
                                     .meaning = "exchange of faces with all neighbours, a stencil",
                                     .operations = operations,
                                     .add = add};
