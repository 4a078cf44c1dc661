// worm_source -- the ways of tree worms (worm_routes_t) as a network loads them.
//
//   const worm_source_t source = {&routes, flit_bits};
//   const network_worms_t worms = worm_source(&source);
//   // network_config_t: .worms = &worms, .shape.string_bits = nodes, .shape.planes = routes.planes

#ifndef NOC_WORM_SOURCE_H
#define NOC_WORM_SOURCE_H

#include "network/network.h"
#include "routing/worm_routes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const worm_routes_t *routes;  // made with the classes that the network is built with
  unsigned flit_bits;
} worm_source_t;

// The source outlives the creation of the network.
network_worms_t worm_source(const worm_source_t *source);

#ifdef __cplusplus
}
#endif

#endif
