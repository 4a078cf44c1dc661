// worm_table_entries -- the ways of tree worms (worm_routes_t) as a network loads them.
//
//   const worm_table_entries_t entries = {&routes, flit_bits};
//   const network_worms_t worms = worm_table_entries(&entries);
//   // network_config_t: .worms = &worms, .shape.string_bits = nodes, .shape.planes = routes.planes

#ifndef NOC_WORM_TABLE_ENTRIES_H
#define NOC_WORM_TABLE_ENTRIES_H

#include "network/network.h"
#include "routing/worm_routes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const worm_routes_t *routes;  // made with the classes that the network is built with
  unsigned flit_bits;
} worm_table_entries_t;

// The entries outlive the creation of the network.
network_worms_t worm_table_entries(const worm_table_entries_t *entries);

#ifdef __cplusplus
}
#endif

#endif
