// path_way -- the way of one path worm, from its header: whether it is one that the network can
// carry without deadlock, with copies for just its destinations, and how far each of them is.
//
//   path_legs_t l;  // path_legs_create()
//   const path_header_t header = {source, pair, pairs};
//   bool ok = path_way(&l, &header, to, n, hops, &error);  // hops[i]: links to to[i]

#ifndef NOC_PATH_WAY_H
#define NOC_PATH_WAY_H

#include "routing/path_legs.h"

#ifdef __cplusplus
extern "C" {
#endif

// A header field and its mask: at the router of node `address` copies leave by `ports`, those to
// other routers, one at most, in class `vc_class`.
typedef struct {
  uint32_t address;
  uint32_t ports;
  unsigned vc_class;  // `classes` of the network: any
} path_pair_t;

typedef struct {
  uint32_t source;
  const path_pair_t *pair;  // [pairs], 1 or more
  uint32_t pairs;
} path_header_t;

// The n destinations are in ascending order; all nodes are within the network. Of adaptive routings
// the links are those of the first candidates. NOC_BAD_INPUT, "there is ..; there must be ..": the
// way is not legal (path_legs.h), or its drops are not at the destinations, each once;
// NOC_ENVIRONMENT when memory is short.
bool path_way(path_legs_t *l, const path_header_t *header, const uint32_t *to, uint32_t n,
              uint16_t *hops, noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
