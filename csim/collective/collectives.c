// collectives -- see collectives.h.

#include "collective/collectives.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"
#include "collective/barrier.h"
#include "collective/schemes.h"

// Name, meaning, what its messages carry, and what else a collective_t says.
#define COLLECTIVES(X)                                                                            \
  X("broadcast", "one node's block to all", BLOCK_OF_SOURCE, .one_from = true)                    \
  X("multicast", "one node's block to some", BLOCK_OF_SOURCE, .one_from = true, .needs_to = true) \
  X("scatter", "one node sends every other a block of its own", BLOCK_OF_DESTINATION,             \
    .one_from = true)                                                                             \
  X("gather", "one node collects a block from every other", BLOCK_OF_SOURCE, .one_to = true)      \
  X("reduce", "one node gets the contributions of all, combined", BLOCK_REDUCED, .one_to = true)  \
  X("allgather", "every node gets every node's block (all-to-all broadcast)", BLOCK_OF_SOURCE, )  \
  X("alltoall", "every node sends every other a block of its own (all-to-all scatter)",           \
    BLOCK_OF_PAIR, )                                                                              \
  X("allreduce", "every node gets the contributions of all, combined", BLOCK_REDUCED, )           \
  X("barrier", "no node leaves before every node has entered", BLOCK_OF_BARRIER, )

#define WORD(name, meaning, ...) {name, meaning},
#define COLLECTIVE(text, what, carries, ...) \
  {.name = (text), .meaning = (what), .block = (carries), __VA_ARGS__},

const scenario_word_t kCollectiveWords[] = {COLLECTIVES(WORD){NULL, NULL}};

static const collective_t kCollectives[] = {COLLECTIVES(COLLECTIVE)};

const scenario_word_t kSchemeWords[] = {
    {"unicast", "a message for every pair, straight and all at once"},
    {"binomial", "along trees by recursive halving, dimension by dimension, never merged"},
    {"ring", "every node to the next in node order"},
    {"pairwise", "in every step each node exchanges with one other"},
    {"hnc", "hierarchical network coding: packets between groups carry two blocks, XORed"},
    {"hnc-recursive", "the same within every group, instead of its broadcasts"},
    {"hierarchy", "the same hierarchy without coding: raw packets by the intermediate nodes"},
    {"combining", "the same, all packets of a group as one long message"},
    {"tree-worm", "one packet for all, which routers copy where its ways part"},
    {"path-worm", "packets along one way each, which drop copies; destinations send on, in phases"},
    {"kbinomial", "one message along a tree, which interfaces pass on packet by packet"},
    {NULL, NULL}};

static const collective_scheme_t kPairs[] = {
    {"broadcast", "unicast", "the root sends to every node, all at once", false, unicast_copy,
     unicast_messages},
    {"broadcast", "binomial", "down a binomial tree", false, binomial_copy, binomial_copy_messages},
    {"broadcast", "hierarchy", "within the group, to the others' intermediate nodes, and there",
     false, coded_copy, coded_messages},
    {"broadcast", "tree-worm", "one packet, which routers copy", false, tree_worm_copy,
     unicast_messages},
    {"broadcast", "path-worm", "packets along ways that pass several nodes, in phases", false,
     path_worm_copy, unicast_messages},
    {"broadcast", "kbinomial", "down a k-binomial tree, forwarded by interfaces", false,
     kbinomial_copy, unicast_messages},
    {"multicast", "unicast", "the root sends to every node of the set, all at once", false,
     unicast_copy, unicast_messages},
    {"multicast", "binomial", "down a binomial tree over the set", false, binomial_copy,
     binomial_copy_messages},
    {"multicast", "hierarchy", "within the group, to the others' intermediate nodes, and there",
     false, coded_copy, coded_messages},
    {"multicast", "tree-worm", "one packet, which routers copy", false, tree_worm_copy,
     unicast_messages},
    {"multicast", "path-worm", "packets along ways that pass several nodes, in phases", false,
     path_worm_copy, unicast_messages},
    {"multicast", "kbinomial", "down a k-binomial tree, forwarded by interfaces", false,
     kbinomial_copy, unicast_messages},
    {"scatter", "unicast", "the root sends to every node, all at once", false, unicast_scatter,
     unicast_messages},
    {"scatter", "binomial", "down a binomial tree, block by block", false, binomial_scatter,
     binomial_scatter_messages},
    {"gather", "unicast", "every node sends to the root, all at once", false, unicast_copy,
     unicast_messages},
    {"gather", "binomial", "up a binomial tree, block by block", false, binomial_gather,
     binomial_gather_messages},
    {"reduce", "unicast", "every node sends to the root, which combines", false, unicast_reduce,
     unicast_messages},
    {"reduce", "binomial", "up a binomial tree, combined at every node", false, binomial_reduce,
     binomial_reduce_messages},
    {"allgather", "unicast", "every node sends its block to every other node, all at once", false,
     unicast_copy, unicast_messages},
    {"allgather", "binomial",
     "a broadcast a node, dimension by dimension with recursive halving, never merged", false,
     binomial_copy, binomial_copy_messages},
    {"allgather", "ring", "every node passes on what came last, n - 1 times", true, ring_allgather,
     unicast_messages},
    {"allgather", "hnc", "hierarchical network coding", false, coded_copy, coded_messages},
    {"allgather", "hnc-recursive", "hierarchical network coding, in every group as well", false,
     coded_copy, coded_messages},
    {"allgather", "hierarchy", "group by group through intermediate nodes", false, coded_copy,
     coded_messages},
    {"allgather", "combining", "the same, the blocks of a group as one message", false, coded_copy,
     coded_messages},
    {"allgather", "tree-worm", "one packet a node, all at once, which routers copy", false,
     tree_worm_copy, unicast_messages},
    {"allgather", "path-worm", "from every node packets along ways that pass several, in phases",
     false, path_worm_copy, unicast_messages},
    {"allgather", "kbinomial", "from every node down a k-binomial tree, forwarded by interfaces",
     false, kbinomial_copy, unicast_messages},
    {"alltoall", "unicast", "every node sends to every other node, all at once", false,
     unicast_alltoall, unicast_messages},
    {"alltoall", "binomial", "a scatter a node, block by block", false, binomial_alltoall,
     binomial_scatter_messages},
    {"alltoall", "pairwise", "n - 1 steps, a partner each: place XOR step, or place + step", true,
     pairwise_alltoall, unicast_messages},
    {"allreduce", "unicast", "every node sends to every other node, and combines", false,
     unicast_reduce, unicast_messages},
    {"allreduce", "binomial", "a binomial reduction, then a binomial broadcast", false,
     binomial_allreduce, binomial_allreduce_messages},
    {"allreduce", "ring", "a chunk a node: n - 1 steps combine, n - 1 steps distribute", true,
     ring_allreduce, ring_allreduce_messages},
    {"barrier", "unicast", "every node signals to every other node", true, unicast_barrier,
     unicast_messages},
    {"barrier", "binomial", "signals up a binomial tree, then down", true, binomial_barrier,
     binomial_barrier_messages},
};

enum {
  N_COLLECTIVES = sizeof kCollectives / sizeof kCollectives[0],
  N_PAIRS = sizeof kPairs / sizeof kPairs[0]
};

const collective_t *collectives(size_t *count) {
  *count = N_COLLECTIVES;
  return kCollectives;
}

const collective_scheme_t *collective_pairs(size_t *count) {
  *count = N_PAIRS;
  return kPairs;
}

const collective_t *collective_find(const char *collective) {
  for (size_t i = 0; i < N_COLLECTIVES; i++) {
    if (strcmp(kCollectives[i].name, collective) == 0) {
      return &kCollectives[i];
    }
  }
  return NULL;
}

const collective_scheme_t *collective_find_pair(const char *collective, const char *scheme) {
  for (size_t i = 0; i < N_PAIRS; i++) {
    if (strcmp(kPairs[i].collective, collective) == 0 && strcmp(kPairs[i].scheme, scheme) == 0) {
      return &kPairs[i];
    }
  }
  return NULL;
}

bool collective_has_worms(const char *scheme) {
  return strcmp(scheme, "tree-worm") == 0 || strcmp(scheme, "path-worm") == 0 ||
         strcmp(scheme, "kbinomial") == 0;
}

bool collective_fail_scheme(const char *collective, const char *scheme, noc_error_t *error) {
  nearest_t nearest = nearest_start(scheme);
  for (size_t i = 0; i < N_PAIRS; i++) {
    if (strcmp(kPairs[i].collective, collective) == 0) {
      nearest_offer(&nearest, kPairs[i].scheme);
    }
  }
  return noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("'%.40s'", "one for %.40s: %s"), scheme,
                  collective, nearest.names);
}

static plan_t *compile(const collective_scheme_t *c, const participants_t *p, noc_error_t *error) {
  // Two operations and at most two requirements a message, and what plan_finish() takes for a
  // while; the engine keeps its own state of each operation, and data that is passed on. With
  // coding there is an exclusive or a message as well, and what all three are made of.
  double each = 2 * sizeof(plan_op_t) + 2 * sizeof(plan_edge_t) + 64;
  double once = 0;
  if (c->compile == coded_copy) {
    each += sizeof(plan_op_t) + 2 * sizeof(plan_edge_t) + 3 * sizeof(plan_data_t);
    once = coded_entries(p) * sizeof(uint32_t);
  }
  const double messages = c->messages(p);
  if (!memory_check(messages * each + once, "the plan of this collective", error)) {
    return NULL;
  }
  if (2 * messages > UINT32_MAX / 2 || once > UINT32_MAX) {
    (void)noc_fail(error, NOC_BAD_INPUT, "the collective has too many messages: %.0f", messages);
    return NULL;
  }
  plan_t *plan = plan_create(p->topology->nodes, error);
  if (plan == NULL) {
    return NULL;
  }
  c->compile(plan, p);
  const bool barrier = collective_find(c->collective)->block == BLOCK_OF_BARRIER;
  if (!plan_finish(plan, error) || (barrier && !barrier_prove(plan, &p->from, error))) {
    plan_free(plan);
    return NULL;
  }
  return plan;
}

plan_t *collective_plan(const char *collective, const char *scheme, const participants_t *p,
                        noc_error_t *error) {
  const collective_scheme_t *c = collective_find_pair(collective, scheme);
  if (c == NULL) {
    (void)collective_fail_scheme(collective, scheme, error);
    return NULL;
  }
  if ((c->compile == path_worm_copy && p->planner.most_pairs == 0) ||
      (c->compile == kbinomial_copy && p->planner.routing == NULL)) {
    (void)noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("%s without a routing", "given with one"),
                   scheme);
    return NULL;
  }
  coding_scheme_t coding;
  if (!coding_scheme_find(scheme, &coding) || (p->coded && p->coding.scheme == coding)) {
    return compile(c, p, error);
  }
  participants_t best = {.topology = p->topology,
                         .from = p->from,
                         .to = p->to,
                         .flits = p->flits,
                         .planner = p->planner};
  const coding_text_t text = {NULL, NULL, NULL};
  const char *key = NULL;
  const bool ok = participants_code(&best, scheme, &text, &key, error);
  plan_t *plan = ok ? compile(c, &best, error) : NULL;
  coding_config_free(&best.coding);
  return plan;
}

uint32_t *receives_create(plan_t *plan, uint32_t count) {
  uint32_t *receive = malloc(((size_t)count + 1) * sizeof *receive);
  if (receive == NULL) {
    plan->short_of_memory = true;
    return NULL;
  }
  memset(receive, 0xff, ((size_t)count + 1) * sizeof *receive);  // kPlanNone
  return receive;
}
