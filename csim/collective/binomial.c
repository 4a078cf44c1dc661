// binomial -- the collectives along binomial trees (tree.h). What one tree does for one root,
// allgather and alltoall do N times, independently: messages are never merged.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "collective/barrier.h"
#include "collective/kbinomial.h"
#include "collective/multicast_schemes.h"
#include "collective/scheme.h"
#include "collective/schemes.h"
#include "collective/tree.h"

// A tree under way, and receives by node and by edge of the tree.
typedef struct {
  plan_t *plan;
  const participants_t *p;
  tree_t tree;
  uint32_t *by_node;  // [nodes]
  uint32_t *by_edge;  // [members + 1]
} growth_t;

static bool start(growth_t *g, plan_t *plan, const participants_t *p) {
  const node_set_t *larger = p->from.count > p->to.count ? &p->from : &p->to;
  *g = (growth_t){.plan = plan, .p = p};
  g->by_node = receives_create(plan, p->topology->nodes);
  g->by_edge = receives_create(plan, larger->count + 1);
  if (!tree_create(&g->tree, larger)) {
    plan->short_of_memory = true;
  }
  return !plan->short_of_memory;
}

static void end(growth_t *g) {
  tree_free(&g->tree);
  free(g->by_node);
  free(g->by_edge);
}

// --- blocks --------------------------------------------------------------------------------------

// Down the tree: a node sends on to each child, first what has the longest way.
static void broadcast(growth_t *g, uint32_t root, uint32_t tag, uint32_t source) {
  tree_build(&g->tree, g->p->topology, &g->p->to, root);
  g->by_node[root] = source;
  for (uint32_t k = 0; k < g->tree.edges; k++) {
    const tree_edge_t *edge = &g->tree.edge[k];
    g->by_node[edge->child] = plan_pass_block(g->plan, edge->parent, edge->child, g->p->flits, tag,
                                              g->by_node[edge->parent]);
  }
}

// Sends along edge k the blocks for all nodes behind it: those that the child passes on first go
// first, its own last. `i`: the place of the root in `from` when tags are pairs, else kPlanNone.
static void pass_down(growth_t *g, uint32_t k, uint32_t via, uint32_t i) {
  const tree_t *tree = &g->tree;
  for (uint32_t j = via + 1; j < tree_behind(tree, via); j = tree_behind(tree, j)) {
    pass_down(g, k, j, i);
  }
  const uint32_t node = tree->edge[via].child;
  uint32_t tag = node;
  if (i != kPlanNone) {
    tag = pair_tag(g->p, i, node_set_place(&g->p->to, node));
  }
  g->by_node[node] = plan_pass_block(g->plan, tree->edge[k].parent, tree->edge[k].child,
                                     g->p->flits, tag, g->by_node[node]);
}

static void scatter(growth_t *g, uint32_t root, uint32_t i) {
  tree_build(&g->tree, g->p->topology, &g->p->to, root);
  for (uint32_t k = 0; k < g->tree.edges; k++) {
    g->by_node[g->tree.edge[k].child] = kPlanNone;  // the block for this node is still at the root
  }
  for (uint32_t k = 0; k < g->tree.edges; k++) {
    pass_down(g, k, k, i);
  }
}

static void compile_scatter(plan_t *plan, const participants_t *p) {
  growth_t g;
  if (start(&g, plan, p)) {
    scatter(&g, p->from.node[0], kPlanNone);
  }
  end(&g);
}

static void alltoall(plan_t *plan, const participants_t *p) {
  growth_t g;
  bool ok = start(&g, plan, p);
  for (uint32_t i = 0; ok && i < p->from.count; i++) {
    scatter(&g, p->from.node[i], i);
  }
  end(&g);
}

// The same tree upwards: a node sends its own block, then what its children bring.
static void gather(plan_t *plan, const participants_t *p) {
  growth_t g;
  if (start(&g, plan, p)) {
    const tree_t *tree = &g.tree;
    tree_build(&g.tree, p->topology, &p->from, p->to.node[0]);
    for (uint32_t k = tree->edges; k-- > 0;) {
      for (uint32_t j = k; j < tree_behind(tree, k); j++) {
        const uint32_t node = tree->edge[j].child;
        g.by_node[node] = plan_pass_block(plan, tree->edge[k].child, tree->edge[k].parent, p->flits,
                                          node, g.by_node[node]);
      }
    }
  }
  end(&g);
}

// Above this many pairs nobody has the memory, so they need not be counted one by one.
static const double kManyPairs = 1 << 28;

static double paths(const participants_t *p, const node_set_t *roots, const node_set_t *members) {
  tree_t tree;
  double sum = 0;
  if ((double)roots->count * members->count > kManyPairs) {
    return (double)roots->count * (members->count - 1.0);
  }
  if (!tree_create(&tree, members)) {
    return 0;  // so will the plan be short of memory
  }
  for (uint32_t i = 0; i < roots->count; i++) {
    tree_build(&tree, p->topology, members, roots->node[i]);
    sum += tree_paths(&tree);
  }
  tree_free(&tree);
  return sum;
}

static double scatter_messages(const participants_t *p) {
  return paths(p, &p->from, &p->to);
}

static double gather_messages(const participants_t *p) {
  return paths(p, &p->to, &p->from);
}

// --- reductions ----------------------------------------------------------------------------------

// Makes the operation require what the receives of the edges from `first` to before `end_edge` have
// brought to their parent.
static void require_children(growth_t *g, uint32_t operation, uint32_t first, uint32_t end_edge) {
  for (uint32_t j = first; j < end_edge && !g->plan->short_of_memory;
       j = tree_behind(&g->tree, j)) {
    plan_require(g->plan, operation, g->by_edge[j]);
  }
}

// Up the tree over `from`: a node sends when all its children have sent, everything combined.
// Leaves in by_node the receive with which the root's are combined.
static void reduce(growth_t *g, uint32_t root) {
  plan_t *plan = g->plan;
  const tree_t *tree = &g->tree;
  tree_build(&g->tree, g->p->topology, &g->p->from, root);
  for (uint32_t k = tree->edges; k-- > 0;) {
    const tree_edge_t *edge = &tree->edge[k];
    const uint32_t send = plan->ops;
    const uint32_t source = g->by_node[edge->child];
    const uint32_t got = plan_pass_block(plan, edge->child, edge->parent, g->p->flits, 0, source);
    for (uint32_t j = k + 1; j < tree_behind(tree, k); j = tree_behind(tree, j)) {
      if (g->by_edge[j] != source && !plan->short_of_memory) {
        plan_require(plan, send, g->by_edge[j]);
      }
    }
    g->by_edge[k] = got;
    if (g->by_node[edge->parent] == kPlanNone) {
      g->by_node[edge->parent] = got;
    }
    plan_combine(plan, got, g->by_node[edge->parent]);
  }
}

static void compile_reduce(plan_t *plan, const participants_t *p) {
  growth_t g;
  if (start(&g, plan, p)) {
    reduce(&g, p->to.node[0]);
  }
  end(&g);
}

static double edges(const node_set_t *members, uint32_t root) {
  return (double)members->count - node_set_contains(members, root);
}

static double reduce_messages(const participants_t *p) {
  return edges(&p->from, p->to.node[0]);
}

// The first node that is in both sets, else the first of `to`.
static uint32_t middle(const participants_t *p) {
  for (uint32_t i = 0; i < p->to.count; i++) {
    if (node_set_contains(&p->from, p->to.node[i])) {
      return p->to.node[i];
    }
  }
  return p->to.node[0];
}

// A reduction to a root in the middle, then a broadcast from there.
static void allreduce(plan_t *plan, const participants_t *p) {
  growth_t g;
  const uint32_t root = middle(p);
  if (start(&g, plan, p)) {
    reduce(&g, root);
    const uint32_t children = g.tree.edges;
    uint32_t *gathered = receives_create(plan, children);
    uint32_t count = 0;
    for (uint32_t j = 0; gathered != NULL && j < children; j = tree_behind(&g.tree, j)) {
      gathered[count++] = g.by_edge[j];
    }
    const uint32_t combined = g.by_node[root];
    broadcast(&g, root, 0, combined);
    // The root's sends wait for all it has gathered.
    for (uint32_t k = 0; !plan->short_of_memory && k < g.tree.edges; k = tree_behind(&g.tree, k)) {
      const uint32_t send = plan->op[g.by_node[g.tree.edge[k].child]].match;
      for (uint32_t i = 0; i < count; i++) {
        if (gathered[i] != combined) {
          plan_require(plan, send, gathered[i]);
        }
      }
    }
    free(gathered);
  }
  end(&g);
}

static double allreduce_messages(const participants_t *p) {
  const uint32_t root = middle(p);
  return edges(&p->from, root) + edges(&p->to, root);
}

// --- barrier -------------------------------------------------------------------------------------

// A message of one flit; returns its send, and the receive in *got.
static uint32_t one_flit(growth_t *g, uint32_t from, uint32_t to, uint32_t *got) {
  const uint32_t send = g->plan->ops;
  *got = plan_pass_block(g->plan, from, to, 1, from, kPlanNone);
  return send;
}

// A barrier goes up the tree when all behind have entered, then down again.
static void barrier(plan_t *plan, const participants_t *p) {
  growth_t g;
  const node_set_t *set = &p->from;
  const bool ok = start(&g, plan, p);
  const tree_t *tree = &g.tree;
  const uint32_t root = set->node[0];
  const uint32_t enter = plan->ops;
  barrier_enter(plan, set);
  if (ok) {
    tree_build(&g.tree, p->topology, set, root);
  }
  for (uint32_t k = tree->edges; ok && k-- > 0;) {
    const uint32_t child = tree->edge[k].child;
    const uint32_t send = one_flit(&g, child, tree->edge[k].parent, &g.by_edge[k]);
    require_children(&g, send, k + 1, tree_behind(tree, k));
    if (!plan->short_of_memory) {
      plan_require(plan, send, enter + node_set_place(set, child));
    }
  }
  for (uint32_t k = 0; ok && k < tree->edges; k++) {
    const uint32_t parent = tree->edge[k].parent;
    const uint32_t send =
        one_flit(&g, parent, tree->edge[k].child, &g.by_node[tree->edge[k].child]);
    if (parent == root) {
      require_children(&g, send, 0, tree->edges);
    }
    if (!plan->short_of_memory) {
      plan_require(plan, send, parent == root ? enter : g.by_node[parent]);
    }
  }
  const uint32_t leave = plan->ops;
  barrier_leave(plan, set);
  require_children(&g, leave, 0, tree->edges);
  for (uint32_t i = 0; !plan->short_of_memory && i < set->count; i++) {
    plan_require(plan, leave + i, i == 0 ? enter : g.by_node[set->node[i]]);
  }
  end(&g);
}

static double barrier_messages(const participants_t *p) {
  return 2 * ((double)p->from.count - 1);
}

// --- one multicast -------------------------------------------------------------------------------

// The source and the destinations, as they follow each other in the trees. All nodes of a network
// with coordinates: by their numbers, for trees that go dimension by dimension.
static bool line_up(multicast_adder_t *a, node_set_t *members) {
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
    return forward_order(a->c->routing, members->node, members->count, a->error);
  }
  multicast_sort(members->node, members->count);
  return true;
}

// The tree over places, along which nodes in these places send.
static void send_along(multicast_adder_t *a, const tree_t *tree, const node_set_t *places) {
  for (uint32_t k = 0; k < tree->edges; k++) {
    const tree_edge_t *edge = &tree->edge[k];
    if (places != NULL) {
      multicast_pass_on(a, places->node[edge->parent], places->node[edge->child]);
    } else {
      multicast_pass_on(a, edge->parent, edge->child);
    }
  }
}

static bool add(multicast_adder_t *a) {
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

static void copy(plan_t *plan, const participants_t *p) {
  multicast_copy(plan, p, &kBinomialScheme);
}

static hops_count_t allgather_hops(const hops_box_t *box) {
  return hops_box_allgather(box, HOPS_BINOMIAL);
}

// Whatever the tree, each node receives once from each source: the messages of copies are those of
// unicasts.
const scheme_t kBinomialScheme = {
    .name = "binomial",
    .meaning = "along trees by recursive halving, dimension by dimension, never merged",
    .use = {[COLLECTIVE_BROADCAST] = {.meaning = "down a binomial tree",
                                      .compile = copy,
                                      .messages = unicast_messages},
            [COLLECTIVE_MULTICAST] = {.meaning = "down a binomial tree over the set",
                                      .compile = copy,
                                      .messages = unicast_messages},
            [COLLECTIVE_SCATTER] = {.meaning = "down a binomial tree, block by block",
                                    .compile = compile_scatter,
                                    .messages = scatter_messages},
            [COLLECTIVE_GATHER] = {.meaning = "up a binomial tree, block by block",
                                   .compile = gather,
                                   .messages = gather_messages},
            [COLLECTIVE_REDUCE] = {.meaning = "up a binomial tree, combined at every node",
                                   .compile = compile_reduce,
                                   .messages = reduce_messages},
            [COLLECTIVE_ALLGATHER] = {.meaning = "a broadcast a node, dimension by dimension with "
                                                 "recursive halving, never merged",
                                      .compile = copy,
                                      .messages = unicast_messages,
                                      .hops = allgather_hops},
            [COLLECTIVE_ALLTOALL] = {.meaning = "a scatter a node, block by block",
                                     .compile = alltoall,
                                     .messages = scatter_messages},
            [COLLECTIVE_ALLREDUCE] = {.meaning = "a binomial reduction, then a binomial broadcast",
                                      .compile = allreduce,
                                      .messages = allreduce_messages},
            [COLLECTIVE_BARRIER] = {.meaning = "signals up a binomial tree, then down",
                                    .same = true,
                                    .compile = barrier,
                                    .messages = barrier_messages}},
    .multicast = {.meaning = "along a binomial tree: who has the message sends it on", .add = add}};
