// test_least_cycles -- the bounds of a collective against computations that share nothing with
// them: flows through a network in which every cycle is drawn out, all orders of a broadcast, all
// cuts.
//
// A block that all of `to` want can be had in T cycles, by copies and codes, if and only if the
// flow to each of them is as large as what it wants (R. Ahlswede, N. Cai, S.-Y. R. Li, R. W. Yeung,
// Network Information Flow, IEEE Trans. Inf. Theory 46(4), 2000); so can what one node sends or
// takes. No bound may be above that.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/least_cycles.h"
#include "unit/topology_graph.h"

enum { MOST_NODES = 32, MOST_ROUTERS = 32, FAR = 1000, MANY = 1 << 20 };

static const char *const kTopologies[] = {
    "mesh:2",      "mesh:3",    "mesh:2x2",          "ring:4",     "mesh:1@4",        "mesh:3x3",
    "hypercube:3", "torus:4x4", "octagon:8@2",       "mesh:2@3",   "fattree:k=2,n=3", "mesh:5",
    "ring:7",      "torus:3x3", "butterfly:k=2,n=3", "mesh:1x2x3", "flattened:3x3"};
enum { TOPOLOGIES = sizeof kTopologies / sizeof kTopologies[0] };

typedef struct {
  topology_t *t;
  zero_load_t timing;
  unsigned hops[MOST_ROUTERS][MOST_ROUTERS];
  unsigned links[MOST_ROUTERS][MOST_ROUTERS];
  uint32_t in[MOST_NODES], out[MOST_NODES];
} net_t;

static net_t make(const char *name, unsigned pipeline, unsigned link_latency) {
  net_t n = {.t = graph_make(name), .timing = {pipeline, link_latency, 640}};
  const uint32_t routers = n.t->routers;
  assert_true(routers <= MOST_ROUTERS && n.t->nodes <= MOST_NODES);
  for (uint32_t a = 0; a < routers; a++) {
    for (uint32_t b = 0; b < routers; b++) {
      n.hops[a][b] = a == b ? 0 : FAR;
    }
    for (unsigned p = 0; p < n.t->ports; p++) {
      const int32_t peer = n.t->peer_router[(size_t)a * n.t->ports + p];
      if (peer >= 0) {
        n.links[a][peer]++;
        n.hops[a][peer] = 1;
      }
    }
  }
  for (uint32_t k = 0; k < routers; k++) {
    for (uint32_t a = 0; a < routers; a++) {
      for (uint32_t b = 0; b < routers; b++) {
        const unsigned by = n.hops[a][k] + n.hops[k][b];
        n.hops[a][b] = by < n.hops[a][b] ? by : n.hops[a][b];
      }
    }
  }
  for (uint32_t v = 0; v < n.t->nodes; v++) {
    topology_place_t place;
    (void)topology_injection(n.t, v, &place, 1);
    n.in[v] = place.router;
    (void)topology_ejection(n.t, v, &place, 1);
    n.out[v] = place.router;
  }
  return n;
}

static unsigned one_flit(const net_t *n, uint32_t from, uint32_t to) {
  const unsigned h = n->hops[n->in[from]][n->out[to]];
  return 4 + (h + 1) * n->timing.pipeline + h * (n->timing.link_latency - 1);
}

static least_cycles_t bound(const net_t *n, const char *collective, const char *from,
                            const char *to, unsigned flits) {
  noc_error_t error = {0};
  node_set_t s;
  node_set_t r;
  assert_true(from != NULL ? node_set_parse(from, n->t->nodes, &s, &error)
                           : node_set_all(n->t->nodes, &s, &error));
  assert_true(to != NULL ? node_set_parse(to, n->t->nodes, &r, &error)
                         : node_set_all(n->t->nodes, &r, &error));
  least_network_t *l =
      least_network_create(collective_find(collective), n->t, &s, &r, &n->timing, &error);
  assert_non_null(l);
  const least_cycles_t c = least_cycles(l, flits);
  least_network_free(l);
  node_set_free(&s);
  node_set_free(&r);
  return c;
}

// --- flows in time -------------------------------------------------------------------------------

typedef struct {
  uint32_t *first, *next, *to, *room;
  uint32_t arcs, vertices;
  uint32_t *by;
} flow_t;

static void arc(flow_t *f, uint32_t a, uint32_t b, uint32_t room) {
  const uint32_t ends[] = {a, b};
  for (unsigned i = 0; i < 2; i++) {
    f->next[f->arcs] = f->first[ends[i]];
    f->first[ends[i]] = f->arcs;
    f->to[f->arcs] = ends[1 - i];
    f->room[f->arcs++] = i == 0 ? room : 0;
  }
}

static bool augment(flow_t *f, uint32_t at, uint32_t sink) {
  if (at == sink) {
    return true;
  }
  f->by[at] = 1;
  for (uint32_t a = f->first[at]; a != UINT32_MAX; a = f->next[a]) {
    if (f->room[a] > 0 && f->by[f->to[a]] == 0 && augment(f, f->to[a], sink)) {
      f->room[a]--;
      f->room[a ^ 1u]++;
      return true;
    }
  }
  return false;
}

// Do so many cycles let `wanted` flits through, with up to give[v] from node v in cycle 0 and up to
// take[v] for node v in the end?
static bool fits(const net_t *n, uint64_t cycles, const uint32_t *give, const uint32_t *take,
                 uint64_t wanted) {
  const uint32_t each = n->t->routers + n->t->nodes;
  const uint32_t times = (uint32_t)cycles + 1;
  const uint32_t hop = n->timing.pipeline + n->timing.link_latency - 1;
  flow_t f = {.vertices = each * times + 2};
  const size_t most = 2 * (size_t)times * (each + MOST_NODES * 2 + 16 * n->t->routers) + 256;
  f.first = malloc(f.vertices * sizeof *f.first);
  f.by = malloc(f.vertices * sizeof *f.by);
  f.next = malloc(most * sizeof *f.next);
  f.to = malloc(most * sizeof *f.to);
  f.room = malloc(most * sizeof *f.room);
  memset(f.first, 0xff, f.vertices * sizeof *f.first);
  const uint32_t source = f.vertices - 2;
  for (uint32_t t = 0; t < times; t++) {
    for (uint32_t v = 0; v < n->t->nodes; v++) {
      const uint32_t here = t * each + n->t->routers + v;
      if (t + 2 < times) {
        arc(&f, here, (t + 2) * each + n->in[v], 1);
      }
      if (t + n->timing.pipeline + 2 < times) {
        arc(&f, t * each + n->out[v], (t + n->timing.pipeline + 2) * each + n->t->routers + v, 1);
      }
    }
    for (uint32_t r = 0; r < n->t->routers; r++) {
      for (uint32_t to = 0; to < n->t->routers && t + hop < times; to++) {
        if (n->links[r][to] > 0) {
          arc(&f, t * each + r, (t + hop) * each + to, n->links[r][to]);
        }
      }
    }
    for (uint32_t x = 0; x < each && t + 1 < times; x++) {
      arc(&f, t * each + x, (t + 1) * each + x, MANY);
    }
  }
  for (uint32_t v = 0; v < n->t->nodes; v++) {
    arc(&f, source, n->t->routers + v, give[v]);
    arc(&f, (times - 1) * each + n->t->routers + v, source + 1, take[v]);
  }
  uint64_t flow = 0;
  do {
    memset(f.by, 0, f.vertices * sizeof *f.by);
  } while (flow < wanted && augment(&f, source, source + 1) && ++flow > 0);
  free(f.first);
  free(f.by);
  free(f.next);
  free(f.to);
  free(f.room);
  return flow == wanted;
}

// The nodes of `to` want the blocks of all of `from` (all nodes if `all`, else node `one`).
static bool fits_blocks(const net_t *n, bool all_from, bool all_to, uint32_t one, unsigned flits,
                        uint64_t cycles) {
  for (uint32_t r = all_to ? 0 : one; r < (all_to ? n->t->nodes : one + 1); r++) {
    uint32_t give[MOST_NODES] = {0};
    uint32_t take[MOST_NODES] = {0};
    uint64_t wanted = 0;
    for (uint32_t s = all_from ? 0 : one; s < (all_from ? n->t->nodes : one + 1); s++) {
      give[s] = s != r ? flits : 0;
      wanted += give[s];
    }
    take[r] = MANY;
    if (!fits(n, cycles, give, take, wanted)) {
      return false;
    }
  }
  return true;
}

static bool fits_scatter(const net_t *n, uint32_t root, unsigned flits, uint64_t cycles) {
  uint32_t give[MOST_NODES] = {0};
  uint32_t take[MOST_NODES];
  for (uint32_t v = 0; v < n->t->nodes; v++) {
    take[v] = v != root ? flits : 0;
  }
  give[root] = flits * (n->t->nodes - 1);
  return fits(n, cycles, give, take, give[root]);
}

static void flows_in_time(void **state) {
  (void)state;
  static const unsigned kFlits[] = {1, 3, 8};
  unsigned met = 0;
  unsigned all = 0;
  for (size_t i = 0; i < TOPOLOGIES; i++) {
    net_t n = make(kTopologies[i], 2 + (unsigned)i % 2, 1 + (unsigned)i % 3);
    for (unsigned k = 0; k < 12; k++) {
      const unsigned flits = kFlits[k / 4];
      const bool large = n.t->nodes > 9 && flits > 3;
      static const char *const kKinds[] = {"broadcast", "gather", "allgather", "scatter"};
      const char *kind = kKinds[k % 4];
      const bool from_all = k % 4 == 1 || k % 4 == 2;
      const bool to_all = k % 4 != 1;
      char root[12];
      const uint32_t one = n.t->nodes / 3;
      (void)snprintf(root, sizeof root, "%u", one);
      if (large) {
        continue;
      }
      const least_cycles_t b = bound(&n, kind, from_all ? NULL : root, to_all ? NULL : root, flits);
      uint64_t best = b.any > 0 ? b.any - 1 : 0;
      while (k % 4 == 3 ? !fits_scatter(&n, one, flits, best)
                        : !fits_blocks(&n, from_all, to_all, one, flits, best)) {
        best++;
      }
      if (best < b.any) {
        fail_msg("%s %s %u flits: bound %lu (%s), but %lu is enough", kTopologies[i], kind, flits,
                 (unsigned long)b.any, least_reason_name(b.any_reason), (unsigned long)best);
      }
      met += best == b.any;
      all++;
    }
    topology_free(n.t);
  }
  print_message("%u of %u bounds are met by a flow\n", met, all);
  assert_true(all > 150 && met * 10 > all * 8);  // sound is not enough: 0 would be, too
}

// --- all orders ----------------------------------------------------------------------------------

// Who knows since when, and when it can send next; every order in which the others are told.
static void tell(const net_t *n, uint64_t *next, uint32_t known, uint64_t end, bool back,
                 uint64_t *best) {
  const uint32_t nodes = n->t->nodes;
  if (end >= *best) {
    return;
  }
  if (known == (UINT32_C(1) << nodes) - 1) {
    *best = end;
    return;
  }
  for (uint32_t a = 0; a < nodes; a++) {
    for (uint32_t b = 0; b < nodes && (known >> a & 1u) != 0; b++) {
      if ((known >> b & 1u) == 0) {
        const uint64_t before = next[a];
        const uint64_t there = before + (back ? one_flit(n, b, a) : one_flit(n, a, b));
        next[a]++;
        next[b] = there;
        tell(n, next, known | UINT32_C(1) << b, there > end ? there : end, back, best);
        next[a] = before;
      }
    }
  }
}

static void all_orders(void **state) {
  (void)state;
  unsigned met = 0;
  unsigned all = 0;
  for (size_t i = 0; i < TOPOLOGIES; i++) {
    net_t n = make(kTopologies[i], 3, 1);
    for (uint32_t root = 0; n.t->nodes <= 7 && root < n.t->nodes; root++) {
      for (unsigned back = 0; back < 2; back++) {
        char text[12];
        uint64_t next[MOST_NODES] = {0};
        uint64_t best = UINT64_MAX;
        (void)snprintf(text, sizeof text, "%u", root);
        const least_cycles_t b =
            back != 0 ? bound(&n, "reduce", NULL, text, 1) : bound(&n, "broadcast", text, NULL, 1);
        tell(&n, next, UINT32_C(1) << root, 0, back != 0, &best);
        if (b.plain > best) {
          fail_msg("%s from %u: bound %lu, best %lu", kTopologies[i], root, (unsigned long)b.plain,
                   (unsigned long)best);
        }
        met += b.plain == best;
        all++;
      }
    }
    topology_free(n.t);
  }
  print_message("%u of %u bounds are met by an order\n", met, all);
  assert_true(all > 60 && met * 10 > all * 8);
}

// --- all cuts, all ways --------------------------------------------------------------------------

static void all_to_all(void **state) {
  (void)state;
  for (size_t i = 0; i < TOPOLOGIES; i++) {
    net_t n = make(kTopologies[i], 3, 1);
    const uint32_t routers = n.t->routers;
    const uint64_t flits = 7;
    const least_cycles_t b = bound(&n, "alltoall", NULL, NULL, (unsigned)flits);
    uint64_t cut = 0;
    uint64_t way = 0;
    uint64_t links = 0;
    for (uint32_t set = 1; routers <= 16 && set + 1 < UINT32_C(1) << routers; set++) {
      uint64_t inside = 0;
      uint64_t crossing = 0;
      uint64_t outside = 0;
      for (uint32_t v = 0; v < n.t->nodes; v++) {
        inside += set >> n.in[v] & 1u;
        outside += (set >> n.out[v] & 1u) == 0;
      }
      for (uint32_t a = 0; a < routers; a++) {
        for (uint32_t c = 0; c < routers; c++) {
          crossing += (set >> a & 1u) != 0 && (set >> c & 1u) == 0 ? n.links[a][c] : 0;
        }
      }
      assert_true(crossing > 0);
      const uint64_t here = crossing > 0 ? (flits * inside * outside + crossing - 1) / crossing : 0;
      cut = here > cut ? here : cut;
    }
    for (uint32_t a = 0; a < n.t->nodes; a++) {
      for (uint32_t c = 0; c < n.t->nodes; c++) {
        way += a != c ? n.hops[n.in[a]][n.out[c]] : 0;
      }
    }
    for (uint32_t a = 0; a < routers; a++) {
      for (uint32_t c = 0; c < routers; c++) {
        links += n.links[a][c];
      }
    }
    const uint64_t first = 4 + 2 * 3;
    // Data that a node of a butterfly passes on has got to another router without a link.
    const bool by_nodes = strncmp(kTopologies[i], "butterfly", 9) == 0;
    assert_true(routers > 16 || cut == 0 || b.by[LEAST_CUT] == (by_nodes ? 0 : first + cut - 1));
    assert_true(links == 0 || b.by[LEAST_LINKS] ==
                                  (by_nodes ? 0 : first + (flits * way + links - 1) / links - 1));
    assert_true(b.any >= b.by[LEAST_CUT] && b.plain >= b.any && b.by[LEAST_SPREADS] == 0);
    topology_free(n.t);
  }
}

// --- what can be said by hand --------------------------------------------------------------------

static void by_hand(void **state) {
  (void)state;
  net_t pair = make("mesh:2", 3, 1);
  // One hop takes 10 cycles, each further flit one more.
  assert_int_equal(bound(&pair, "broadcast", "0", NULL, 5).any, 14);
  assert_int_equal(bound(&pair, "alltoall", NULL, NULL, 5).any, 14);
  assert_int_equal(bound(&pair, "allreduce", NULL, NULL, 5).any, 14);
  assert_int_equal(bound(&pair, "barrier", NULL, NULL, 5).any, 10);
  assert_int_equal(bound(&pair, "reduce", "0", "1", 5).any, 14);
  assert_int_equal(bound(&pair, "broadcast", "0", "0", 5).any, 0);
  topology_free(pair.t);
  net_t single = make("mesh:1", 3, 1);
  assert_int_equal(bound(&single, "allgather", NULL, NULL, 5).any, 0);
  topology_free(single.t);
  // 4 nodes of one router, 7 cycles from each to each. All reduce: 6 receptions of 100 flits by 4
  // nodes. Broadcast: the third is told in cycle 8, and so on.
  net_t star = make("mesh:1@4", 3, 1);
  const least_cycles_t c = bound(&star, "allreduce", NULL, NULL, 100);
  assert_int_equal(c.plain, 7 + 150 - 1);
  assert_int_equal(c.plain_reason, LEAST_TAKES);
  assert_int_equal(c.any, 7 + 100 - 1);  // a router that adds sends each of them the sum
  assert_int_equal(bound(&star, "broadcast", "0", NULL, 1).any, 7);
  assert_int_equal(bound(&star, "broadcast", "0", NULL, 1).plain, 9);
  assert_int_equal(bound(&star, "alltoall", NULL, NULL, 100).any, 7 + 300 - 1);
  topology_free(star.t);
  // Half of 64 nodes to the other half, over 8 links.
  net_t mesh = make("mesh:4x4", 3, 1);
  assert_int_equal(bound(&mesh, "alltoall", NULL, NULL, 256).any, 10 + 256 * 64 / 4 - 1);
  topology_free(mesh.t);
}

// --- networks whose pairs are too many -----------------------------------------------------------

static least_cycles_t bound_of_one(const topology_t *t, const char *collective, const char *from,
                                   const char *to, unsigned flits) {
  net_t n = {.t = (topology_t *)t, .timing = {3, 1, 640}};
  return bound(&n, collective, from, to, flits);
}

// The cycles in which one node can have taken `flits` from each other node, (x, y) of a mesh of
// 40 x 30 links away: of those at D hops or farther the first comes no earlier than D allows.
static uint64_t taken_in(unsigned flits) {
  uint64_t most = 0;
  for (unsigned d = 1; d <= 39 + 29; d++) {
    uint64_t beyond = 0;
    for (unsigned x = 0; x < 40; x++) {
      for (unsigned y = 0; y < 30; y++) {
        beyond += x + y >= d ? 1 : 0;
      }
    }
    const uint64_t here = 4 + (d + 1) * 3 + flits * beyond - 1;
    most = here > most ? here : most;
  }
  return most;
}

static void large_networks(void **state) {
  (void)state;
  topology_t *mesh = graph_make("mesh:40x30");
  const uint64_t far = 4 + (39 + 29 + 1) * 3;
  const uint64_t links = 2 * (39 * 30 + 40 * 29);
  const uint64_t way = 30 * (39 * 40 / 2) + 40 * (29 * 30 / 2);
  for (unsigned flits = 1; flits <= 64; flits *= 8) {
    least_cycles_t c = bound_of_one(mesh, "broadcast", "0", NULL, flits);
    assert_int_equal(c.any, far + flits - 1);
    assert_int_equal(c.plain, c.any);
    c = bound_of_one(mesh, "gather", NULL, "0", flits);
    assert_int_equal(c.by[LEAST_DISTANCE], far + flits - 1);
    assert_int_equal(c.by[LEAST_PORTS], taken_in(flits));
    assert_int_equal(c.any, taken_in(flits));
    c = bound_of_one(mesh, "scatter", "0", NULL, flits);
    assert_int_equal(c.by[LEAST_LINKS], 10 + (flits * way + links - 1) / links - 1);
    assert_int_equal(c.any, taken_in(flits));
    c = bound_of_one(mesh, "reduce", NULL, "0", flits);
    assert_int_equal(c.any, far + flits - 1);
    assert_int_equal(c.by[LEAST_TAKES], 7 + (flits * 1199 + 1199) / 1200 - 1);
  }
  topology_free(mesh);
  // One way only: whatever goes to node 5 of a butterfly takes 10 links, in this direction.
  topology_t *butterfly = graph_make("butterfly:k=2,n=11");
  assert_int_equal(bound_of_one(butterfly, "broadcast", "3", NULL, 1).any, 4 + 11 * 3);
  const least_cycles_t g = bound_of_one(butterfly, "gather", NULL, "5", 1);
  assert_int_equal(g.any, 4 + 11 * 3 + butterfly->nodes - 1 - 1);
  const least_cycles_t s = bound_of_one(butterfly, "scatter", "5", NULL, 1);
  assert_int_equal(s.by[LEAST_LINKS], 0);
  topology_free(butterfly);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(flows_in_time),  cmocka_unit_test(all_orders),
      cmocka_unit_test(all_to_all),     cmocka_unit_test(by_hand),
      cmocka_unit_test(large_networks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
