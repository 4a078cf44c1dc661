// hops_box -- multicasts over a box of places of a mesh or torus, in closed form: how many unicasts
// they take, and how many hops those are.
//
// A place is given by its coordinates, one a dimension. Of @N networks the nodes of one router are
// the last dimension, without hops. The binomial tree is that of collective/tree.h.

#ifndef NOC_HOPS_BOX_H
#define NOC_HOPS_BOX_H

#include <stdbool.h>
#include <stdint.h>

#include "routing/hops_line.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HOPS_DIMS = NOC_MAX_DIMS + 1 };

// How a multicast is made of unicasts: all at once from the root, or down a binomial tree.
typedef enum { HOPS_UNICAST, HOPS_BINOMIAL } hops_base_t;

typedef struct {
  uint64_t unicasts;
  uint64_t hops;       // of all unicasts, router to router
  uint64_t flit_hops;  // the same, times the flits of each, where a block is one flit
  uint32_t max_path;   // hops of the longest unicast
} hops_count_t;

// The places of a network, or of a box within one. They are numbered as its nodes are: the last
// dimension runs fastest, then the first, the second ..
typedef struct {
  unsigned dims;
  uint32_t side[HOPS_DIMS];  // places, 1 or more
  uint32_t ring[HOPS_DIMS];  // places of the ring that they are on; 0: no way round
} hops_space_t;

// False for topologies that are no mesh, torus, ring or hypercube.
bool hops_space_of(const topology_t *t, hops_space_t *space);
uint32_t hops_space_volume(const hops_space_t *space);
void hops_space_coordinates(const hops_space_t *space, uint32_t place, uint32_t *coord);
uint32_t hops_space_place(const hops_space_t *space, const uint32_t *coord);

// Places of which hops are asked: in dimension d those at step[d] i + shift[d][i], i < count[d].
typedef struct {
  unsigned dims;
  uint32_t volume;  // places
  hops_line_t line[HOPS_DIMS];
} hops_box_t;

// `step` NULL: 1; `shift`, or an entry of it, NULL:
// 0. False when memory is short; free it in any case.
bool hops_box_create(hops_box_t *box, const hops_space_t *space, const uint32_t *count,
                     const uint32_t *step, uint32_t *const *shift);
void hops_box_free(hops_box_t *box);

// A multicast from one place to all others, and one from every place.
hops_count_t hops_box_multicast(const hops_box_t *box, hops_base_t base, const uint32_t *coord);
hops_count_t hops_box_allgather(const hops_box_t *box, hops_base_t base);

// All sums over the pairs of its nodes fit 63 bits; else NOC_BAD_INPUT.
bool hops_fits(const topology_t *t, noc_error_t *error);

// Adds a count `times` over, of messages of `flits` flits.
void hops_add(hops_count_t *sum, hops_count_t one, uint64_t times, uint64_t flits);

#ifdef __cplusplus
}
#endif

#endif
