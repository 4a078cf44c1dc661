// test_route_units -- the golden route computation units on whole topologies: at every router, to
// every node, the same port and class as the routing over the graph (csim/topology), which shares
// nothing with them; every walk arrives over links that are there; and no packets can wait for each
// other in a circle, by a search that is written here.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "network/network.h"
#include "router/route.h"
#include "router/router.h"
#include "routing/routing.h"
#include "topology/topology.h"
#include "unit/routes.h"
#include "unit/topology_graph.h"
#include "unit/unit_lockstep.h"

enum { NO_ROUTER = -1 };

typedef struct {
  topology_t *t;
  routing_t *routing;
  noc_shape_t shape;
  router_view_t view;
  router_tables_t tables;
  uint32_t extent;
  uint32_t *address;  // [router]
  // Channels are (router, port, class). [channel]: the channels of the next router, as bits
  // port * classes + class, that a packet which holds it may ask for.
  uint64_t *next;
  uint8_t *mark;  // [channel], of the search: 0 not seen, 1 on the path, 2 done
} case_t;

// Makes a case with as many classes as the routing needs, or as there are VCs.
static case_t *make(const char *string, unsigned vcs) {
  case_t *c = calloc(1, sizeof *c);
  noc_error_t error;
  assert_non_null(c);
  c->t = graph_make(string);
  c->routing = routes_make(c->t, NULL, NULL, false);
  c->shape = (noc_shape_t){.vcs = vcs,
                           .depth = 1,
                           .flit_bits = 256,
                           .pipeline = 3,
                           .networks = 1,
                           .len_w = 1,
                           .msg_w = 1};
  if (!network_complete_shape(c->t, c->routing, &c->shape, &error)) {
    fail_msg("%s: %s", string, error.text);
  }
  router_view_shape(&c->view, &c->tables, &c->shape, 1, false);
  const size_t channels = (size_t)c->t->routers * c->t->ports * c->shape.classes;
  c->address = calloc(c->t->routers, sizeof *c->address);
  c->next = calloc(channels, sizeof *c->next);
  c->mark = calloc(channels, 1);
  assert_true(c->address != NULL && c->next != NULL && c->mark != NULL);
  for (unsigned d = 0; d < c->t->dims; d++) {
    c->extent |= (uint32_t)(c->t->radix[d] - 1) << d * c->shape.digit_w;
  }
  for (uint32_t r = 0; r < c->t->routers; r++) {
    unsigned digit[NOC_MAX_DIMS];
    topology_coordinates(c->t, r, digit);
    for (unsigned d = 0; d < c->t->dims; d++) {
      c->address[r] |= (uint32_t)digit[d] << d * c->shape.digit_w;
    }
  }
  return c;
}

static void drop(case_t *c) {
  routing_free(c->routing);
  topology_free(c->t);
  free(c->address);
  free(c->next);
  free(c->mark);
  free(c);
}

// The answer of the unit at a router, as the bits of its channels.
static next_hop_t ask(const case_t *c, uint32_t router, uint32_t node) {
  const uint32_t nodes = c->t->nodes_per_router;
  const uint32_t index =
      c->shape.local_w > 0 ? (node % nodes) << (c->shape.dims * c->shape.digit_w) : 0;
  const uint32_t destination = c->address[node / nodes] | index;
  return route_by_address(&c->view, destination, c->address[router], c->extent);
}

static void agree(case_t *c, uint32_t router, uint32_t node) {
  route_t graph;
  noc_error_t error;
  assert_true(routing_route(c->routing, router, 0, node, &graph, &error));
  const next_hop_t unit = ask(c, router, node);
  const unsigned classes = c->shape.classes;
  const unsigned vc_class = classes > 1 ? routing_cut(c->routing, graph.vc_class, classes) : 0;
  if (graph.count != 1 || graph.port[0] != unit.port || vc_class != unit.vc_class) {
    fail_msg("%s, %u classes, at router %u to node %u: port %u class %u, by the graph %u and %u",
             c->t->name, classes, router, node, unit.port, unit.vc_class, graph.port[0], vc_class);
  }
}

// The channels of a route, as bits port * classes + class.
static uint64_t channels_of(const case_t *c, next_hop_t hop) {
  const unsigned classes = c->shape.classes;
  const uint64_t any = (UINT64_C(1) << classes) - 1;
  const bool all = classes == 1 || hop.vc_class == classes;
  return (all ? any : UINT64_C(1) << hop.vc_class) << hop.port * classes;
}

// From one node to another; every channel on the way depends on what comes next. Returns the hops.
static uint32_t walk(case_t *c, uint32_t from, uint32_t to) {
  const topology_t *t = c->t;
  uint32_t router = from / t->nodes_per_router;
  next_hop_t hop = ask(c, router, to);
  uint32_t hops = 0;
  while (t->peer_router[(size_t)router * t->ports + hop.port] != NO_ROUTER) {
    const size_t link = (size_t)router * t->ports + hop.port;
    const uint64_t held = channels_of(c, hop) >> hop.port * c->shape.classes;
    router = (uint32_t)t->peer_router[link];
    hop = ask(c, router, to);
    const bool arrived = hop.port < t->nodes_per_router;
    for (unsigned k = 0; k < c->shape.classes; k++) {
      c->next[link * c->shape.classes + k] |=
          (held >> k & 1) != 0 && !arrived ? channels_of(c, hop) : 0;
    }
    assert_true(++hops <= t->routers);
  }
  assert_int_equal(router, to / t->nodes_per_router);
  assert_int_equal(hop.port, to % t->nodes_per_router);
  return hops;
}

// Depth first: whether a channel leads back to one on the path.
static bool has_cycle(const case_t *c, size_t channel) {
  if (c->mark[channel] != 0) {
    return c->mark[channel] == 1;
  }
  const size_t bits = (size_t)c->t->ports * c->shape.classes;
  const size_t router = (size_t)c->t->peer_router[channel / c->shape.classes];
  bool found = false;
  c->mark[channel] = 1;
  for (uint64_t left = c->next[channel]; left != 0 && !found; left &= left - 1) {
    found = has_cycle(c, router * bits + view_lowest(left));
  }
  c->mark[channel] = 2;
  return found;
}

static bool cyclic(const case_t *c) {
  const size_t channels = (size_t)c->t->routers * c->t->ports * c->shape.classes;
  bool found = false;
  for (size_t k = 0; k < channels && !found; k++) {
    found = c->next[k] != 0 && has_cycle(c, k);
  }
  return found;
}

static void try_all(const char *string, unsigned vcs, bool minimal, bool expect_cycle) {
  case_t *c = make(string, vcs);
  uint64_t hops = 0;
  for (uint32_t from = 0; from < c->t->nodes; from++) {
    for (uint32_t to = 0; to < c->t->nodes; to++) {
      agree(c, from / c->t->nodes_per_router, to);
      hops += walk(c, from, to);
    }
  }
  if (minimal) {
    const graph_numbers_t graph = graph_search(c->t);
    const double pairs = (double)c->t->nodes * (c->t->nodes - 1);
    if (fabs((double)hops / pairs - graph.mean_distance) > 1e-9) {
      fail_msg("%s: %g hops on the way, %g by a search", string, (double)hops / pairs,
               graph.mean_distance);
    }
  }
  if (cyclic(c) != expect_cycle) {
    fail_msg("%s, %u VCs: %s", string, vcs, expect_cycle ? "no cycle" : "a cycle");
  }
  drop(c);
}

static void meshes_and_tori(void **state) {
  (void)state;
  static const char *const kMany[] = {"mesh:5x3@2", "torus:3",     "torus:4x4",     "ring:5",
                                      "torus:8",    "torus:2x5x3", "torus:1x6x2@3", "hypercube:1",
                                      "ring:2",     "hypercube:5", "torus:16x3",    "torus:7x7"};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    try_all(kMany[i], 2, true, false);
  }
}

static void octagons(void **state) {
  (void)state;
  static const char *const kMany[] = {"octagon:8",  "octagon:8@2", "octagon:12",
                                      "octagon:16", "octagon:20",  "octagon:64"};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    try_all(kMany[i], 2, true, false);
  }
}

// Within a module of up to 4 in each direction the way is a shortest one.
static void h3dm(void **state) {
  (void)state;
  static const char *const kModules[] = {"h3dm:m=2,n=2,levels=1,q=0", "h3dm:m=3,n=2,levels=1,q=0",
                                         "h3dm:m=4,n=2,levels=1,q=0@2"};
  static const char *const kMany[] = {
      "h3dm:m=1,n=4,levels=2,q=0", "h3dm:m=1,n=3,levels=2,q=0@3", "h3dm:m=2,n=2,levels=2,q=0",
      "h3dm:m=2,n=3,levels=2,q=1", "h3dm:m=2,n=2,levels=3,q=0@2", "h3dm:m=3,n=2,levels=2,q=0",
      "h3dm:m=3,n=2,levels=3,q=0", "h3dm:m=4,n=2,levels=2,q=0",   "h3dm:m=4,n=2,levels=2,q=1",
      "h3dm:m=5,n=2,levels=2,q=1", "h3dm:m=6,n=2,levels=1,q=0",   "h3dm:m=7,n=2,levels=1,q=0",
      "h3dm:m=4,n=2,levels=3,q=0", "h3dm:m=4,n=2,levels=3,q=1",   "h3dm:m=5,n=2,levels=3,q=0",
      "h3dm:m=8,n=2,levels=2,q=2"};
  for (size_t i = 0; i < sizeof kModules / sizeof kModules[0]; i++) {
    try_all(kModules[i], 2, true, false);
  }
  const size_t quick = sizeof kMany / sizeof kMany[0] - 4;
  for (size_t i = 0; i < (unit_long_tier() ? sizeof kMany / sizeof kMany[0] : quick); i++) {
    try_all(kMany[i], 2, false, false);
  }
}

// One class where two are needed: the units still agree with the graph, and there is a circle.
static void too_few_classes(void **state) {
  (void)state;
  try_all("torus:4x5", 1, true, true);
  try_all("ring:5", 1, true, true);
  try_all("octagon:8", 1, true, true);
  try_all("h3dm:m=4,n=2,levels=2,q=0", 1, false, true);
  try_all("mesh:4x3", 1, true, false);
  try_all("torus:3x2", 1, true, false);
  try_all("torus:4x4", 1, true, false);  // ties go up and down by turns, and close no circle of 4
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(meshes_and_tori), cmocka_unit_test(octagons),
                                     cmocka_unit_test(h3dm), cmocka_unit_test(too_few_classes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
