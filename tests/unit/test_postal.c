// test_postal -- the fastest trees of the postal model against a simulation of first packet first
// served over all ordered trees, one packet against every node that starts copies without a pause,
// and the bound against all orders of copies that there are.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "collective/postal.h"
#include "unit/ordered_trees.h"
#include "unit/routes.h"
#include "unit/topology_graph.h"

enum { NODES = 64, PACKETS = 7, TREE = ORDERED_TREE_MOST };

// The costs that are tried; a copy is on its way before its receiver's handler is busy with it.
static const postal_t kModels[] = {
    {.gap = 1, .latency = 1, .receive = 1, .source = 1},
    {.gap = 1, .latency = 2, .receive = 1, .source = 1},
    {.gap = 2, .latency = 5, .receive = 1, .source = 1},
    {.gap = 3, .latency = 7, .receive = 3, .source = 3},
    {.gap = 1, .latency = 9, .receive = 4, .source = 2},
    {.gap = 4, .latency = 6, .receive = 5, .source = 11},
    {.gap = 1000, .latency = 2150, .receive = 1000, .source = 129},
    {.gap = 1, .latency = 9, .receive = 1, .source = 2, .write = 1},
    {.gap = 1, .latency = 3, .receive = 1, .source = 2, .write = 2},
    {.gap = 2, .latency = 5, .receive = 3, .source = 3, .write = 1},
};
enum { MODELS = sizeof kModels / sizeof kModels[0] };

// ---- First packet first served, copy by copy.

typedef struct {
  const postal_t *model;
  const uint32_t *first, *child;
  uint64_t last;
  uint32_t widest;  // the most children
} served_t;

static uint64_t later(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

// A node that could start the first copy of each packet in these cycles.
static void serve(served_t *s, uint32_t at, const uint64_t *ready) {
  const postal_t *m = s->model;
  const uint32_t children = s->first[at + 1] - s->first[at];
  uint64_t starts[NODES][PACKETS] = {{0}};
  uint64_t next = 0;
  s->widest = children > s->widest ? children : s->widest;
  for (uint32_t p = 0; p < m->packets; p++) {
    next = later(next, ready[p]);
    for (uint32_t i = 0; i < children; i++) {
      starts[i][p] = next;
      next += m->gap;
    }
  }
  for (uint32_t i = 0; i < children; i++) {
    uint64_t then[PACKETS];
    uint64_t handler = 0;
    for (uint32_t p = 0; p < m->packets; p++) {
      handler = later(starts[i][p] + m->latency - m->receive, handler) + m->receive;
      then[p] = handler;
    }
    s->last = later(s->last, handler);
    serve(s, s->child[s->first[at] + i], then);
  }
}

static uint64_t simulate(const postal_t *m, const uint32_t *first, const uint32_t *child) {
  served_t s = {.model = m, .first = first, .child = child};
  uint64_t ready[PACKETS];
  for (uint32_t p = 0; p < m->packets; p++) {
    ready[p] = p * m->source;
  }
  serve(&s, 0, ready);
  return s.last + m->write * s.widest;
}

// ---- All ordered trees of so many vertices, in preorder by depths.

typedef struct {
  const postal_t *model;
  uint64_t fewest;
} all_t;

static void try_tree(void *context, const uint32_t *first, const uint32_t *child) {
  all_t *a = context;
  const uint64_t took = simulate(a->model, first, child);
  a->fewest = took < a->fewest ? took : a->fewest;
}

static postal_t model_of(size_t i, uint32_t packets) {
  postal_t m = kModels[i];
  m.packets = packets;
  return m;
}

static uint64_t time_of(const postal_t *m, uint32_t n) {
  noc_error_t error = {0};
  uint64_t cycles = 0;
  assert_true(postal_time(m, n, &cycles, &error));
  return cycles;
}

static void best_of_all_trees(void **state) {
  (void)state;
  static const uint32_t kPackets[] = {1, 2, 3, PACKETS};
  for (size_t i = 0; i < 4 * MODELS; i++) {
    const postal_t m = model_of(i / 4, kPackets[i % 4]);
    for (unsigned n = 1; n < TREE; n++) {
      all_t a = {.model = &m, .fewest = UINT64_MAX};
      ordered_trees(n + 1, try_tree, &a);
      if (time_of(&m, n) != a.fewest) {
        fail_msg("model %zu, %u packets to %u: %u cycles, best tree %u", i / 4, m.packets, n,
                 (unsigned)time_of(&m, n), (unsigned)a.fewest);
      }
    }
  }
}

// ---- The tree takes what is said, and has every node once.

static void trees(void **state) {
  (void)state;
  topology_t *t = graph_make("mesh:64");
  routing_t *r = routes_make(t, NULL, NULL, false);
  noc_error_t error = {0};
  for (size_t i = 0; i < MODELS * PACKETS; i++) {
    const postal_t m = model_of(i / PACKETS, 1 + (uint32_t)(i % PACKETS));
    for (uint32_t n = 1; n < NODES; n++) {
      uint32_t nodes[NODES];
      const uint32_t source = n * 7 % NODES;
      for (uint32_t k = 0; k < n; k++) {
        nodes[k] = (source + 1 + k) % NODES;
      }
      forward_tree_t tree;
      assert_true(postal_create(&tree, r, source, nodes, n, &m, &error));
      assert_int_equal(tree.members, n + 1);
      assert_int_equal(tree.node[0], source);
      assert_int_equal(tree.first[n + 1], n);
      uint64_t seen = 0;
      for (uint32_t p = 0; p <= n; p++) {
        seen |= UINT64_C(1) << tree.node[p];
        for (uint32_t c = tree.first[p]; c < tree.first[p + 1]; c++) {
          assert_true(tree.child[c] > p && tree.child[c] <= n);
        }
      }
      assert_int_equal(__builtin_popcountll(seen), n + 1);
      const uint64_t took = simulate(&m, tree.first, tree.child);
      if (took != time_of(&m, n)) {
        fail_msg("model %zu, %u packets to %u: %u cycles, said %u", i / PACKETS, m.packets, n,
                 (unsigned)took, (unsigned)time_of(&m, n));
      }
      forward_tree_free(&tree);
    }
  }
  routing_free(r);
  topology_free(t);
}

// ---- One packet: nodes that have it never pause, and every copy goes to a node that has none.

static void one_packet(void **state) {
  (void)state;
  enum { MOST = 400 };
  for (size_t i = 0; i < MODELS; i++) {
    postal_t m = model_of(i, 1);
    m.write = 0;
    uint64_t next[MOST + 1];  // cycle of each node's next copy
    uint32_t members = 1;
    next[0] = 0;
    while (members <= MOST) {
      uint32_t soonest = 0;
      for (uint32_t k = 1; k < members; k++) {
        soonest = next[k] < next[soonest] ? k : soonest;
      }
      const uint64_t arrives = next[soonest] + m.latency;
      next[soonest] += m.gap;
      next[members++] = arrives;
      if (members % 13 == 0) {
        assert_int_equal(time_of(&m, members - 1), arrives);
      }
    }
  }
}

// ---- The bound: no order of copies is faster, and with one packet some order is as fast.

enum { FEW = 4 };  // nodes
typedef struct {
  const postal_t *model;  // of gap 1
  uint32_t nodes;
  uint64_t limit;
  uint64_t ready[FEW][PACKETS];  // UINT64_MAX: no copy has been sent there
  uint32_t left;                 // packets that nodes are still without
} orders_t;

// From this cycle and node on: each node sends one of its packets to one that has none, or pauses.
static bool in_time(orders_t *o, uint64_t cycle, uint32_t node) {
  const uint64_t arrives = cycle + o->model->latency;
  if (o->left == 0) {
    return true;
  }
  if (arrives > o->limit) {
    return false;
  }
  const uint64_t then = node + 1 < o->nodes ? cycle : cycle + 1;
  const uint32_t next = (node + 1) % o->nodes;
  for (uint32_t p = 0; p < o->model->packets; p++) {
    for (uint32_t to = 1; to < o->nodes && o->ready[node][p] <= cycle; to++) {
      if (o->ready[to][p] == UINT64_MAX) {
        o->ready[to][p] = arrives;
        o->left--;
        const bool found = in_time(o, then, next);
        o->left++;
        o->ready[to][p] = UINT64_MAX;
        if (found) {
          return true;
        }
      }
    }
  }
  return in_time(o, then, next);
}

static bool some_order(const postal_t *m, uint32_t n, uint64_t limit) {
  orders_t o = {.model = m, .nodes = n + 1, .limit = limit, .left = n * m->packets};
  memset(o.ready, 0xff, sizeof o.ready);
  memset(o.ready[0], 0, sizeof o.ready[0]);
  return in_time(&o, 0, 0);
}

static void bound(void **state) {
  (void)state;
  noc_error_t error = {0};
  for (uint64_t latency = 1; latency <= 3; latency++) {
    for (uint32_t packets = 1; packets <= 3; packets++) {
      for (uint32_t n = 1; n < FEW && n * packets <= 6; n++) {
        const postal_t m = {
            .gap = 1, .latency = latency, .receive = 1, .source = 1, .packets = packets};
        uint64_t least = 0;
        assert_true(postal_bound(&m, n, &least, &error));
        assert_true(least <= time_of(&m, n));
        assert_false(some_order(&m, n, least - 1));
        assert_true(some_order(&m, n, time_of(&m, n)));
        assert_true(packets > 1 || least == time_of(&m, n));
      }
    }
  }
}

int main(void) {
  static const struct CMUnitTest kTests[] = {
      cmocka_unit_test(best_of_all_trees),
      cmocka_unit_test(trees),
      cmocka_unit_test(one_packet),
      cmocka_unit_test(bound),
  };
  return cmocka_run_group_tests(kTests, NULL, NULL);
}
