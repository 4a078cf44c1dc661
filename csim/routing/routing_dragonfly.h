// routing_dragonfly -- minimal routing on dragonflies: at most one link within the group, one
// global link, and one link within the other group; of such ways the shortest. Ways over two global
// links, which can be shorter where a third group is next to both, are not used.
//
// Class 0 up to the global link and on it, class 1 behind it and within one group.
//
// Source: J. Kim, W. J. Dally, S. Scott, D. Abts, Technology-Driven, Highly-Scalable Dragonfly
// Topology, ISCA 2008.

#ifndef NOC_TOPOLOGY_ROUTING_DRAGONFLY_H
#define NOC_TOPOLOGY_ROUTING_DRAGONFLY_H

#include "routing/routing_code.h"

// 2, or 1 where a group is a single router.
unsigned dragonfly_classes(const topology_t *t);

// Offers the ports to the router `target`; returns the class.
unsigned dragonfly_route(const topology_t *t, uint32_t router, uint32_t target,
                         route_collect_t *ports);

uint64_t dragonfly_rank(const topology_t *t, uint32_t router, uint32_t port, unsigned vc_class);

#endif
