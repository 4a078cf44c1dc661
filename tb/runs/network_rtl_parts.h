// network_rtl_parts -- what the parts of network_rtl share; private to them.

#ifndef NOCSTEP_NETWORK_RTL_PARTS_H
#define NOCSTEP_NETWORK_RTL_PARTS_H

#include "runs/network_rtl.h"

typedef struct {
  network_t *network;
  const topology_t *topology;
  const noc_shape_t *shape;
  FILE *out;
  const link_code_t *code;  // that links between routers are checked by; NULL: they are not
  bool tables;              // routers go by tables
  uint32_t *entering;  // [router * ports + port]: 1 + the node whose flits come in there; 0: none
  uint32_t *leaving;   // .. and the node that flits go out to
  uint32_t *first;     // [router * nodes + node]: of interfaces, with tables and lookahead
  uint32_t *row;       // [(router * groups + group) * nodes + node], with tables
} network_rtl_parts_t;

// Writes a row of a table, {class, candidates} of a router with so many ports, and `end` behind it.
void network_rtl_row(const network_rtl_parts_t *p, uint32_t row, unsigned ports, const char *end);

// The ports that a router is built with. With tables those above the highest that leads anywhere
// are left out; else heads or rules count on all of them.
unsigned network_rtl_ports(const network_rtl_parts_t *p, uint32_t router);

// The ports of all routers that lead to routers.
unsigned network_rtl_ends(const network_rtl_parts_t *p);

// "router 5 (1,1)": with its coordinates where it has several.
char *network_rtl_router(const network_rtl_parts_t *p, uint32_t router, char *out, size_t size);

// The routers, with their tables; and all that joins them and the interfaces.
void network_rtl_routers(const network_rtl_parts_t *p);
void network_rtl_joins(const network_rtl_parts_t *p);

#endif
