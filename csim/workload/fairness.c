// fairness -- see fairness.h.

#include "workload/fairness.h"

#include <stdlib.h>

#include "base/memory.h"

bool fairness_create(fairness_t *f, uint32_t nodes, uint64_t window_from) {
  f->edge = window_from;
  f->taken = memory_array(nodes, sizeof *f->taken);
  f->offers = memory_array(((size_t)nodes + 63) / 64, sizeof *f->offers);
  return f->taken != NULL && f->offers != NULL;
}

void fairness_free(fairness_t *f) {
  free(f->taken);
  free(f->offers);
}

double fairness_jain(uint32_t n, double sum, double squares) {
  return squares > 0 ? sum * sum / (n * squares) : 0;
}
