// fairness -- how evenly the sources of a network are served: the flits of every source that hosts
// have taken in the measurement window, counted when packets are whole and set right at the edges
// of the window, so that nothing is done for a flit.

#ifndef NOC_FAIRNESS_H
#define NOC_FAIRNESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t *taken;   // [node]: flits of its packets
  uint64_t *offers;  // [node / 64]: the node has offered load
  uint64_t edge;     // cycle in which the window begins or, from then on, ends; UINT64_MAX: neither
} fairness_t;

// False when memory is short.
bool fairness_create(fairness_t *f, uint32_t nodes, uint64_t window_from);
void fairness_free(fairness_t *f);

static inline void fairness_offers(fairness_t *f, uint32_t node) {
  f->offers[node / 64] |= UINT64_C(1) << node % 64;
}

// Jain's index of n values by their sum and the sum of their squares: 1 if all are equal, 1/n if
// all but one are 0. (Jain, Chiu and Hawe, DEC-TR-301, 1984.) 0 without values above 0.
double fairness_jain(uint32_t n, double sum, double squares);

#endif
