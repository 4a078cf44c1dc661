// multicast_schemes -- see multicast_schemes.h.

#include "collective/multicast_schemes.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "collective/forward_needs.h"
#include "collective/kbinomial.h"
#include "collective/path_plan.h"
#include "collective/tree.h"
#include "collective/worm_needs.h"

static const char *const kNames[MULTICAST_SCHEMES] = {[MULTICAST_UNICAST] = "unicast",
                                                      [MULTICAST_BINOMIAL] = "binomial",
                                                      [MULTICAST_TREE_WORM] = "tree-worm",
                                                      [MULTICAST_PATH_WORM] = "path-worm",
                                                      [MULTICAST_KBINOMIAL] = "kbinomial"};

bool multicast_scheme_find(const char *name, multicast_scheme_t *scheme) {
  for (unsigned i = 0; i < MULTICAST_SCHEMES; i++) {
    if (strcmp(kNames[i], name) == 0) {
      *scheme = (multicast_scheme_t)i;
      return true;
    }
  }
  return false;
}

const char *multicast_scheme_name(multicast_scheme_t scheme) {
  return kNames[scheme];
}

// A multicast under way: by_node[] has the receive that brings the message to a node, what its
// first operations require at the source.
typedef struct {
  plan_t *plan;
  const multicast_planner_t *c;
  const multicast_t *m;
  uint32_t *by_node;  // [nodes]
  uint32_t *to;       // [count]: the destinations
  noc_error_t *error;
} adder_t;

static void require(plan_t *plan, uint32_t operation, uint32_t after) {
  if (after != kPlanNone && !plan->short_of_memory) {
    plan_require(plan, operation, after);
  }
}

// A message from a node that has it.
static void pass_on(adder_t *a, uint32_t from, uint32_t to) {
  const multicast_t *m = a->m;
  const bool own = from == m->source;
  const uint32_t send = a->plan->ops;
  a->by_node[to] =
      plan_pass_block(a->plan, from, to, m->flits, m->tag, own ? kPlanNone : a->by_node[from]);
  require(a->plan, send, own ? m->after : kPlanNone);
}

static int by_number(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a;
  const uint32_t y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

// The same of a multicast, whose destinations are put into their order; returns its number.
static uint32_t pass_on_to(adder_t *a, uint32_t from, uint32_t *to, uint32_t count) {
  const multicast_t *m = a->m;
  const bool own = from == m->source;
  qsort(to, count, sizeof *to, by_number);
  const uint32_t multicast = plan_multicast_block(a->plan, from, to, count, m->flits, m->tag,
                                                  own ? kPlanNone : a->by_node[from]);
  for (uint32_t k = 0; k < count; k++) {
    a->by_node[to[k]] = multicast + 1 + count + k;
  }
  require(a->plan, multicast, own ? m->after : kPlanNone);
  return multicast;
}

// The source and the destinations, as they follow each other in the trees. All nodes of a network
// with coordinates: by their numbers, for trees that go dimension by dimension.
static bool line_up(adder_t *a, node_set_t *members) {
  const multicast_t *m = a->m;
  const topology_t *t = a->c->topology;
  members->count = m->count + 1;
  members->node = malloc(members->count * sizeof *members->node);
  if (members->node == NULL) {
    return memory_fail(a->error, "a tree");
  }
  members->node[0] = m->source;
  memcpy(members->node + 1, m->to, m->count * sizeof *m->to);
  if (a->c->routing != NULL && !(members->count == t->nodes && topology_is_cube(t))) {
    return kbinomial_order(a->c->routing, members->node, members->count, a->error);
  }
  qsort(members->node, members->count, sizeof *members->node, by_number);
  return true;
}

// The tree over places, along which nodes in these places send.
static void send_along(adder_t *a, const tree_t *tree, const node_set_t *places) {
  for (uint32_t k = 0; k < tree->edges; k++) {
    const tree_edge_t *edge = &tree->edge[k];
    if (places != NULL) {
      pass_on(a, places->node[edge->parent], places->node[edge->child]);
    } else {
      pass_on(a, edge->parent, edge->child);
    }
  }
}

static bool add_binomial(adder_t *a) {
  const topology_t *t = a->c->topology;
  node_set_t members = {0};
  tree_t tree = {0};
  bool ok = line_up(a, &members);
  if (ok && !tree_create(&tree, &members)) {
    ok = memory_fail(a->error, "a tree");
  }
  if (ok && members.count == t->nodes && topology_is_cube(t)) {
    tree_build(&tree, t, &members, a->m->source);
    send_along(a, &tree, NULL);
  } else if (ok) {
    uint32_t root = 0;
    while (members.node[root] != a->m->source) {
      root++;
    }
    tree_build_box(&tree, 1, &members.count, root);
    send_along(a, &tree, &members);
  }
  tree_free(&tree);
  node_set_free(&members);
  return ok;
}

static bool add_path_worms(adder_t *a) {
  const multicast_planner_t *c = a->c;
  const multicast_t *m = a->m;
  path_plan_t plan = {0};
  if (c->routing == NULL || c->most_pairs == 0) {
    return noc_fail(a->error, NOC_BAD_INPUT,
                    "found path worms without a routing, or without room for their header");
  }
  const bool ok = path_plan_create(&plan, c->routing, c->classes, m->source, m->to, m->count,
                                   c->most_pairs, a->error);
  for (uint32_t i = 0; ok && i < plan.worms && !a->plan->short_of_memory; i++) {
    const path_worm_t *w = &plan.worm[i];
    const uint32_t multicast = pass_on_to(a, w->source, plan.node + w->first_node, w->nodes);
    for (uint32_t k = 0; k < w->pairs; k++) {
      const path_pair_t *pair = &plan.pair[w->first_pair + k];
      const bool any = pair->vc_class >= c->classes;
      plan_add_pair(a->plan, multicast,
                    (plan_pair_t){pair->address, pair->ports, any ? kPlanAny : pair->vc_class});
    }
  }
  path_plan_free(&plan);
  return ok;
}

static uint64_t packets(const multicast_planner_t *c, uint32_t flits) {
  return c->packet_flits == 0 ? 1 : plan_packets(flits, c->packet_flits);
}

static bool add_forwarded(adder_t *a) {
  const multicast_planner_t *c = a->c;
  const multicast_t *m = a->m;
  kbinomial_t tree;
  if (c->routing == NULL) {
    return noc_fail(a->error, NOC_BAD_INPUT, "found a k-binomial tree without a routing");
  }
  const unsigned k = c->k > 0 ? c->k : kbinomial_best(m->count, packets(c, m->flits));
  const bool ok = kbinomial_create(&tree, c->routing, m->source, m->to, m->count, k, a->error);
  if (ok) {
    const uint32_t multicast = pass_on_to(a, m->source, a->to, m->count);
    for (uint32_t place = 0; place < tree.members; place++) {
      for (uint32_t i = tree.first[place]; i < tree.first[place + 1]; i++) {
        plan_add_branch(a->plan, multicast,
                        (plan_branch_t){tree.node[place], tree.node[tree.child[i]]});
      }
    }
  }
  kbinomial_free(&tree);
  return ok;
}

static bool add(adder_t *a, multicast_scheme_t scheme) {
  switch (scheme) {
    case MULTICAST_UNICAST:
      for (uint32_t k = 0; k < a->m->count; k++) {
        pass_on(a, a->m->source, a->m->to[k]);
      }
      return true;
    case MULTICAST_BINOMIAL:
      return add_binomial(a);
    case MULTICAST_TREE_WORM:
      (void)pass_on_to(a, a->m->source, a->to, a->m->count);
      return true;
    case MULTICAST_PATH_WORM:
      return add_path_worms(a);
    case MULTICAST_KBINOMIAL:
      return add_forwarded(a);
    case MULTICAST_SCHEMES:
      break;
  }
  return false;
}

bool multicast_add(plan_t *plan, const multicast_planner_t *c, multicast_scheme_t scheme,
                   const multicast_t *m, uint32_t *receive, noc_error_t *error) {
  adder_t a = {.plan = plan, .c = c, .m = m, .error = error};
  a.by_node = malloc(c->topology->nodes * sizeof *a.by_node);
  a.to = malloc(m->count * sizeof *a.to);
  bool ok = a.by_node != NULL && a.to != NULL;
  if (ok) {
    memcpy(a.to, m->to, m->count * sizeof *a.to);
    ok = add(&a, scheme);
  } else {
    (void)memory_fail(error, "a multicast");
  }
  for (uint32_t k = 0; ok && k < m->count; k++) {
    receive[k] = a.by_node[m->to[k]];
  }
  free(a.by_node);
  free(a.to);
  return ok;
}

bool multicast_planner_create(multicast_planner_t *c, const scenario_t *s,
                              multicast_scheme_t scheme, unsigned packet_flits, const char **key,
                              noc_error_t *error) {
  *c = (multicast_planner_t){.topology = s->topology,
                             .routing = s->route,
                             .classes = scenario_vc_classes(s),
                             .packet_flits = packet_flits,
                             .k = s->k};
  switch (scheme) {
    case MULTICAST_TREE_WORM:
      return worms_check(s, packet_flits, key, error);
    case MULTICAST_PATH_WORM:
      return worms_check_path(s, packet_flits, &c->most_pairs, key, error);
    case MULTICAST_KBINOMIAL:
      return forward_check(s, packets(c, s->message_flits), key, error);
    case MULTICAST_UNICAST:
    case MULTICAST_BINOMIAL:
    case MULTICAST_SCHEMES:
      break;
  }
  return true;
}
