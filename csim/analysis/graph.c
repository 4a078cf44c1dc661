// graph -- see graph.h.

#include "analysis/graph.h"

#include "base/memory.h"

bool graph_fail(igraph_error_t code, const char *what, noc_error_t *error) {
  if (code == IGRAPH_ENOMEM) {
    return memory_fail(error, what);
  }
  return noc_fail(error, NOC_INTERNAL, "igraph: %s: %s", what, igraph_strerror(code));
}

double graph_bytes(const topology_t *t, uint64_t links) {
  // igraph keeps four numbers an edge and two a vertex; a search keeps lists of neighbours.
  return 8.0 * (8.0 * (double)links + 16.0 * (double)t->routers);
}

// No router is linked to itself, so one end of every link is the lower router.
static bool is_first_end(const topology_t *t, uint32_t router, unsigned port) {
  return t->peer_router[(size_t)router * t->ports + port] > (int32_t)router;
}

bool graph_create(const topology_t *t, igraph_t *graph, noc_error_t *error) {
  igraph_vector_int_t ends;
  if (!igraph_library(error)) {
    return false;
  }
  (void)igraph_set_error_handler(igraph_error_handler_ignore);
  igraph_error_t code = igraph_vector_int_init(&ends, 0);
  if (code != IGRAPH_SUCCESS) {
    return graph_fail(code, "the graph", error);
  }
  for (uint32_t r = 0; r < t->routers && code == IGRAPH_SUCCESS; r++) {
    for (unsigned p = 0; p < t->ports && code == IGRAPH_SUCCESS; p++) {
      if (is_first_end(t, r, p)) {
        code = igraph_vector_int_push_back(&ends, r);
        if (code == IGRAPH_SUCCESS) {
          code = igraph_vector_int_push_back(&ends, t->peer_router[(size_t)r * t->ports + p]);
        }
      }
    }
  }
  if (code == IGRAPH_SUCCESS) {
    code = igraph_create(graph, &ends, t->routers, IGRAPH_UNDIRECTED);
  }
  igraph_vector_int_destroy(&ends);
  return code == IGRAPH_SUCCESS || graph_fail(code, "the graph", error);
}
