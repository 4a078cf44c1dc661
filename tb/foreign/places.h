// places -- the places of a topology that a map's module stands at, and what formulas say there.

#ifndef NOC_PLACES_H
#define NOC_PLACES_H

#include "foreign/map.h"
#include "foreign/resolve.h"
#include "topology/topology.h"

// How many ports the module has: those of the map, or a network's nodes.
unsigned places_ports(const map_t *m, const topology_t *t);

// Refuses what map and topology do not have both.
bool places_check(const map_t *m, const topology_t *t, noc_error_t *error);

// The port of nocstep's router, or the node, at each of the map's ports; UINT32_MAX: no link there.
// NOC_BAD_INPUT if the router has a link that the map has no port for.
bool places_ports_at(const map_t *m, const topology_t *t, uint32_t router, uint32_t *port,
                     noc_error_t *error);

// The values of the names of formulas at a port of a router; level network: at this node.
void places_values(const map_t *m, const topology_t *t, uint32_t router, unsigned p, uint32_t node,
                   formula_values_t *values);

// "router 3,2"
const char *places_name(const map_t *m, const topology_t *t, uint32_t router, char *out,
                        size_t size);

#endif
