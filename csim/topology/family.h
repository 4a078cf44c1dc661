// family -- what a family of topologies supplies to topology.c, and what it may use to parse its
// part of the string and to build its graph.

#ifndef NOC_TOPOLOGY_FAMILY_H
#define NOC_TOPOLOGY_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "topology/reader.h"
#include "topology/topology.h"

// One family. `build` reads from behind the colon to the end, names the topology, sets its shape,
// allocates it with topology_allocate() and joins its links. `hops` counts the router hops of the
// only route that there is, for speed; NULL elsewhere. `forms` fills in what it knows (all NAN and
// 0 before); may be NULL. `place` may be NULL.
typedef struct {
  bool (*build)(topology_t *t, topology_reader_t *r);
  unsigned (*hops)(const topology_t *t, uint32_t from_router, uint32_t to_router);
  void (*forms)(const topology_t *t, topology_forms_t *forms);
  void (*place)(const topology_t *t, uint32_t router, double at[2]);
  topology_wiring_t wiring;
  bool most_significant_first;  // in the names of routers
} family_code_t;

#define FAMILY(name, example, meaning, code) extern const family_code_t code;
#include "topology/family_list.def"
#undef FAMILY

// Sets the normalised name, printf-like; false when out of memory.
bool topology_name(topology_t *t, const topology_reader_t *r, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// For routers, ports and nodes that are set: checks the limits (the place is that of the reader)
// and allocates what the graph needs, without links. Where nodes_per_router is 0, inject and eject
// have room for the nodes.
bool topology_allocate(topology_t *t, const topology_reader_t *r);

// Joins two ports by a link.
void topology_join(topology_t *t, topology_place_t a, topology_place_t b);

#endif
