// path_search -- the best worm of a sender: the legal way that drops copies at most of the
// destinations that are left. What path_plan.c works with.
//
// The stops of all worms are the vertices of a graph, the legs between them its edges, both found
// when they are first asked for. The numbers of channels rise along every leg, so the graph has no
// circle and the best way to each stop is found in one pass by their numbers.

#ifndef NOC_PATH_SEARCH_H
#define NOC_PATH_SEARCH_H

#include "routing/path_legs.h"

#define PATH_NONE UINT32_MAX

// A router with destinations.
typedef struct {
  uint32_t router;
  uint32_t address;       // one of its destinations
  uint32_t ports;         // mask of the ports to them
  uint32_t first, nodes;  // of path_search_t.node
  bool covered;
} path_drop_t;

typedef struct {
  path_stop_t at;
  uint32_t drop;  // PATH_NONE: a source
  uint32_t next;  // another stop at the router
  bool expanded;
  uint32_t first_edge, edges;
  // The best way there in the last search:
  uint64_t stamp;
  int64_t value;
  uint32_t parent, edge;  // the stop before, and the leg from there
  uint32_t length;        // drops on it
} path_node_t;

typedef struct {
  uint32_t to;
  uint32_t port;
  unsigned vc_class;
  uint32_t first_link, links;
} path_edge_t;

typedef struct {
  path_legs_t legs;
  uint32_t most;  // drops of a worm
  path_drop_t *drop;
  uint32_t drops;
  uint32_t *node;  // the destinations, by drops
  uint32_t *head;  // [router]: its first stop
  path_node_t *stop;
  uint32_t stops, stops_room;
  path_edge_t *edge;
  uint32_t edges, edges_room;
  uint32_t *link;
  uint32_t links, links_room;
  uint32_t *used;   // [link]: worms of this phase that take it
  uint32_t *order;  // stops that the last search found, by numbers
  uint32_t found, order_room;
  uint64_t searches;
} path_search_t;

// The destinations by routers; see path_plan_create(). The caller frees in any case.
bool path_search_create(path_search_t *s, routing_t *r, unsigned classes, const uint32_t *nodes,
                        uint32_t n, uint32_t most, noc_error_t *error);
void path_search_free(path_search_t *s);

// The best ways of a worm from a node's router to all stops: more destinations first, then fewer
// links that this phase takes already, then fewer hops. *best: the stop of the best, PATH_NONE
// without any. False when memory is short.
bool path_search(path_search_t *s, uint32_t source, uint32_t *best, noc_error_t *error);

#endif
