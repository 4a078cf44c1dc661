// test_kbinomial -- steps of k-binomial trees against a simulation of first packet first served,
// the best k against all trees there are, and the order of the nodes against others.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "collective/kbinomial.h"
#include "unit/ordered_trees.h"
#include "unit/routes.h"
#include "unit/topology_graph.h"

enum { NODES = 64, PACKETS = 8, TREE = ORDERED_TREE_MOST };

// A multicast of some packets, and when its last one has come.
typedef struct {
  const uint32_t *first, *child;
  unsigned packets;
  uint64_t last;  // arrival of all
} fpfs_t;

static void forward(fpfs_t *f, uint32_t at, const uint64_t *comes) {
  const uint32_t children = f->first[at + 1] - f->first[at];
  uint64_t free_at = 0;
  uint64_t start[PACKETS] = {0};
  for (unsigned j = 0; j < f->packets; j++) {
    start[j] = comes[j] > free_at ? comes[j] : free_at;
    free_at = start[j] + children;
    f->last = comes[j] > f->last ? comes[j] : f->last;
  }
  for (uint32_t i = 0; i < children; i++) {
    uint64_t then[PACKETS];
    for (unsigned j = 0; j < f->packets; j++) {
      then[j] = start[j] + i + 1;
    }
    forward(f, f->child[f->first[at] + i], then);
  }
}

static uint64_t simulate(const uint32_t *first, const uint32_t *child, unsigned packets) {
  fpfs_t f = {.first = first, .child = child, .packets = packets};
  const uint64_t comes[PACKETS] = {0};
  forward(&f, 0, comes);
  return f.last;
}

static void check_tree(const forward_tree_t *tree, uint32_t n, unsigned k) {
  unsigned parents[NODES + 1] = {0};
  for (uint32_t p = 0; p <= n; p++) {
    assert_true(tree->first[p + 1] - tree->first[p] <= k);
    for (uint32_t i = tree->first[p]; i < tree->first[p + 1]; i++) {
      assert_true(tree->child[i] > p && tree->child[i] <= n);
      parents[tree->child[i]]++;
    }
  }
  assert_int_equal(parents[0], 0);
  for (uint32_t p = 1; p <= n; p++) {
    assert_int_equal(parents[p], 1);
  }
}

// The formula is an upper bound for every n, and is met by full trees and by one packet.
static void steps(void **state) {
  (void)state;
  topology_t *t = graph_make("mesh:64");
  routing_t *r = routes_make(t, NULL, NULL, false);
  uint32_t nodes[NODES];
  for (uint32_t i = 0; i < NODES; i++) {
    nodes[i] = i + 1;
  }
  noc_error_t error = {0};
  for (uint32_t n = 1; n < NODES; n++) {
    for (unsigned k = 1; k <= 7; k++) {
      forward_tree_t tree;
      assert_true(kbinomial_create(&tree, r, 0, nodes, n, k, &error));
      check_tree(&tree, n, k);
      for (unsigned packets = 1; packets <= PACKETS; packets++) {
        const uint64_t took = simulate(tree.first, tree.child, packets);
        const uint64_t formula = kbinomial_steps(n, packets, k);
        const uint64_t first = kbinomial_steps(n, 1, k);
        const bool full = first >= k && kbinomial_reach(k, first, UINT64_MAX) == n + 1;
        if (took > formula || ((full || packets == 1) && took != formula)) {
          fail_msg("n %u k %u packets %u: %u steps, formula %u", n, k, packets, (unsigned)took,
                   (unsigned)formula);
        }
      }
      forward_tree_free(&tree);
    }
  }
  routing_free(r);
  topology_free(t);
}

// The fewest steps of any ordered tree.
typedef struct {
  unsigned packets;
  uint64_t fewest;
} all_t;

static void try_tree(void *context, const uint32_t *first, const uint32_t *child) {
  all_t *a = context;
  const uint64_t took = simulate(first, child, a->packets);
  a->fewest = took < a->fewest ? took : a->fewest;
}

static void best(void **state) {
  (void)state;
  for (unsigned n = 1; n < TREE; n++) {
    for (unsigned packets = 1; packets <= PACKETS; packets++) {
      all_t a = {.packets = packets, .fewest = UINT64_MAX};
      ordered_trees(n + 1, try_tree, &a);
      const unsigned k = kbinomial_best(n, packets);
      const uint64_t ours = kbinomial_steps(n, packets, k);
      for (unsigned other = 1; other <= n; other++) {
        const uint64_t its = kbinomial_steps(n, packets, other);
        assert_true(its > ours || (its == ours && other >= k));
      }
      if (ours != a.fewest) {
        fail_msg("n %u packets %u: k %u, %u steps, best tree %u", n, packets, k, (unsigned)ours,
                 (unsigned)a.fewest);
      }
    }
  }
}

// Links that two or more packets of one step take, of a multicast of one packet.
static unsigned conflicts(routing_t *r, const forward_tree_t *tree, const uint32_t *node) {
  const topology_t *t = r->topology;
  noc_error_t error = {0};
  uint32_t *taken = calloc((size_t)t->routers * t->ports * NODES, sizeof *taken);
  unsigned count = 0;
  uint32_t step[NODES + 1] = {0};  // in which a place has the packet
  for (uint32_t p = 0; p < tree->members; p++) {
    for (uint32_t i = tree->first[p]; i < tree->first[p + 1]; i++) {
      const uint32_t child = tree->child[i];
      step[child] = step[p] + 1 + (i - tree->first[p]);
      routing_hop_t hops[NODES];
      const size_t routers = routing_path(r, node[p], node[child], hops, NODES, &error);
      topology_place_t at;
      (void)topology_injection(t, node[p], &at, 1);
      for (size_t h = 0; h + 1 < routers; h++) {
        const size_t link = (size_t)at.router * t->ports + hops[h].port;
        count += taken[link * NODES + step[child]]++ > 0;
        at.router = (uint32_t)t->peer_router[link];
      }
    }
  }
  free(taken);
  return count;
}

// Fewer than half of those of nodes in any order.
static void low_contention(void **state) {
  (void)state;
  static const char *const kMany[] = {"switches=8,ports=8", "switches=16,ports=8",
                                      "switches=32,ports=8"};
  unsigned ours = 0;
  unsigned others = 0;
  for (unsigned i = 0; i < 30; i++) {
    char name[100];
    (void)snprintf(name, sizeof name, "irregular:%s,hosts=32,seed=%u", kMany[i / 10], i % 10 + 1);
    topology_t *t = graph_make(name);
    routing_t *r = routes_make(t, NULL, NULL, false);
    uint32_t nodes[31];
    for (uint32_t n = 0; n < 31; n++) {
      nodes[n] = n + 1;
    }
    noc_error_t error = {0};
    forward_tree_t tree;
    assert_true(kbinomial_create(&tree, r, 0, nodes, 31, 5, &error));
    ours += conflicts(r, &tree, tree.node);
    const uint64_t key = rng_key(i, RNG_TOPOLOGY, 9);
    uint32_t mixed[32];
    memcpy(mixed, tree.node, sizeof mixed);
    for (uint32_t n = 31; n > 1; n--) {
      const uint32_t other = 1 + rng_below(rng_draw(key, n), n);
      const uint32_t node = mixed[n];
      mixed[n] = mixed[other];
      mixed[other] = node;
    }
    others += conflicts(r, &tree, mixed);
    forward_tree_free(&tree);
    routing_free(r);
    topology_free(t);
  }
  if (2 * ours >= others) {
    fail_msg("%u conflicts, in any order %u", ours, others);
  }
}

// Hops from router 0 to each router.
static void find_levels(const topology_t *t, uint32_t *level) {
  uint32_t queue[NODES] = {0};
  uint32_t tail = 1;
  memset(level, 0xff, NODES * sizeof *level);
  level[0] = 0;
  for (uint32_t head = 0; head < tail; head++) {
    for (uint32_t p = 0; p < t->ports; p++) {
      const int32_t peer = t->peer_router[(size_t)queue[head] * t->ports + p];
      if (peer >= 0 && level[peer] == UINT32_MAX) {
        level[peer] = level[queue[head]] + 1;
        queue[tail++] = (uint32_t)peer;
      }
    }
  }
}

static bool are_linked(const topology_t *t, uint32_t a, uint32_t b) {
  bool linked = false;
  for (uint32_t p = 0; p < t->ports; p++) {
    linked = linked || t->peer_router[(size_t)a * t->ports + p] == (int32_t)b;
  }
  return linked;
}

// The order is that of a depth-first walk over a tree of shortest ways from router 0: each router
// hangs, one level lower, on one that the walk has not left. Nodes of a router stand together, by
// their numbers.
static void depth_first(void **state) {
  (void)state;
  for (unsigned seed = 1; seed <= 20; seed++) {
    char name[100];
    (void)snprintf(name, sizeof name, "irregular:switches=16,ports=8,hosts=32,seed=%u", seed);
    topology_t *t = graph_make(name);
    routing_t *r = routes_make(t, NULL, NULL, false);
    noc_error_t error = {0};
    uint32_t level[NODES];
    uint32_t node[32];
    uint32_t way[NODES] = {0};  // from router 0 to where the walk is
    uint32_t length = 1;
    uint32_t routers = 1;
    for (uint32_t i = 0; i < 32; i++) {
      node[i] = (i * 5 + seed) % 32;
    }
    find_levels(t, level);
    assert_true(forward_order(r, node, 32, &error));
    assert_int_equal(routing_target(t, node[0]), 0);
    for (uint32_t i = 1; i < 32; i++) {
      const uint32_t router = routing_target(t, node[i]);
      if (router == way[length - 1]) {
        assert_true(node[i] > node[i - 1]);
        continue;
      }
      while (length > 0 && (level[way[length - 1]] + 1 != level[router] ||
                            !are_linked(t, way[length - 1], router))) {
        length--;
      }
      if (length == 0) {
        fail_msg("%s: place %u, router %u: not of a walk", name, i, router);
      }
      way[length++] = router;
      routers++;
    }
    assert_int_equal(routers, t->routers);
    routing_free(r);
    topology_free(t);
  }
}

// Sources anywhere, sets of any size: every node once, the source first.
static void members(void **state) {
  (void)state;
  topology_t *t = graph_make("irregular:switches=8,ports=8,hosts=32,seed=3");
  routing_t *r = routes_make(t, NULL, NULL, true);
  noc_error_t error = {0};
  for (uint32_t n = 1; n < 32; n++) {
    const uint32_t source = n * 7 % 32;
    uint32_t nodes[31];
    for (uint32_t i = 0; i < n; i++) {
      nodes[i] = (source + 1 + i) % 32;
    }
    forward_tree_t tree;
    assert_true(kbinomial_create(&tree, r, source, nodes, n, 2, &error));
    check_tree(&tree, n, 2);
    assert_int_equal(tree.node[0], source);
    uint32_t seen = 0;
    uint32_t wanted = UINT32_C(1) << source;
    for (uint32_t p = 0; p <= n; p++) {
      assert_int_equal(seen >> tree.node[p] & 1, 0);
      seen |= UINT32_C(1) << tree.node[p];
      wanted |= p < n ? UINT32_C(1) << nodes[p] : 0;
    }
    assert_int_equal(seen, wanted);
    forward_tree_free(&tree);
  }
  routing_free(r);
  topology_free(t);
}

int main(void) {
  static const struct CMUnitTest kTests[] = {
      cmocka_unit_test(steps),       cmocka_unit_test(best),    cmocka_unit_test(low_contention),
      cmocka_unit_test(depth_first), cmocka_unit_test(members),
  };
  return cmocka_run_group_tests(kTests, NULL, NULL);
}
