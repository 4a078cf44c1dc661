// graphml -- see graphml.h.

#include "analysis/graphml.h"

#include "analysis/graph.h"

static igraph_error_t name_routers(const topology_t *t, igraph_t *graph) {
  igraph_error_t code = IGRAPH_SUCCESS;
  for (uint32_t r = 0; r < t->routers && code == IGRAPH_SUCCESS; r++) {
    char name[64];
    code =
        igraph_cattribute_VAS_set(graph, "name", r, topology_router_name(t, r, name, sizeof name));
    double at[2];
    if (code == IGRAPH_SUCCESS && topology_place(t, r, at)) {
      code = igraph_cattribute_VAN_set(graph, "x", r, at[0]);
      if (code == IGRAPH_SUCCESS) {
        code = igraph_cattribute_VAN_set(graph, "y", r, at[1]);
      }
    }
  }
  return code;
}

static igraph_error_t count_nodes(const topology_t *t, igraph_t *graph) {
  igraph_vector_t count;
  igraph_error_t code = igraph_vector_init(&count, t->routers);
  if (code != IGRAPH_SUCCESS) {
    return code;
  }
  for (uint32_t n = 0; n < t->nodes; n++) {
    topology_place_t place;
    (void)topology_injection(t, n, &place, 1);
    VECTOR(count)[place.router]++;
  }
  code = igraph_cattribute_VAN_setv(graph, "nodes", &count);
  igraph_vector_destroy(&count);
  return code;
}

// Sets the ports of the links, in the order in which graph_create() makes the links.
static igraph_error_t name_ports(const topology_t *t, igraph_t *graph) {
  igraph_vector_t port[2];
  igraph_error_t code = igraph_vector_init(&port[0], igraph_ecount(graph));
  if (code != IGRAPH_SUCCESS) {
    return code;
  }
  code = igraph_vector_init(&port[1], igraph_ecount(graph));
  if (code == IGRAPH_SUCCESS) {
    igraph_integer_t edge = 0;
    for (uint32_t r = 0; r < t->routers; r++) {
      for (unsigned p = 0; p < t->ports; p++) {
        const size_t at = (size_t)r * t->ports + p;
        if (t->peer_router[at] > (int32_t)r) {
          VECTOR(port[0])[edge] = p;
          VECTOR(port[1])[edge++] = t->peer_port[at];
        }
      }
    }
    code = igraph_cattribute_EAN_setv(graph, "source_port", &port[0]);
    if (code == IGRAPH_SUCCESS) {
      code = igraph_cattribute_EAN_setv(graph, "target_port", &port[1]);
    }
    igraph_vector_destroy(&port[1]);
  }
  igraph_vector_destroy(&port[0]);
  return code;
}

bool graphml_write(const topology_t *t, FILE *out, noc_error_t *error) {
  igraph_t graph;
  if (!igraph_library(error)) {
    return false;
  }
  const igraph_attribute_table_t *before = igraph_set_attribute_table(&igraph_cattribute_table);
  if (!graph_create(t, &graph, error)) {
    (void)igraph_set_attribute_table(before);
    return false;
  }
  char name[256];
  igraph_error_t code =
      igraph_cattribute_GAS_set(&graph, "topology", topology_plain_name(t, name, sizeof name));
  code = code == IGRAPH_SUCCESS ? name_routers(t, &graph) : code;
  code = code == IGRAPH_SUCCESS ? count_nodes(t, &graph) : code;
  code = code == IGRAPH_SUCCESS ? name_ports(t, &graph) : code;
  code = code == IGRAPH_SUCCESS ? igraph_write_graph_graphml(&graph, out, true) : code;
  igraph_destroy(&graph);
  (void)igraph_set_attribute_table(before);
  return code == IGRAPH_SUCCESS || graph_fail(code, "GraphML", error);
}
