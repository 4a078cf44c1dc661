// test_path_plan -- plans of path worms: each worm is walked as the routers would, every
// destination gets the message once and from a node that has it; and plans of small sets beside the
// fewest phases and the fewest worms that there are at all.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "collective/path_plan.h"
#include "unit/routes.h"
#include "unit/topology_graph.h"

enum { NODES = 512, DROPS = 7, SETS = 1 << DROPS, COVERS = SETS };

typedef struct {
  routing_t *r;
  const path_plan_t *plan;
  uint64_t key, draws;
  unsigned got[NODES];   // phases from 1; 0: nothing yet
  unsigned sent[NODES];  // the last phase in which it sent, from 1
} judge_t;

static uint32_t draw(judge_t *j, uint32_t n) {
  return rng_below(rng_draw(j->key, j->draws++), n);
}

// Where a worm is, and the number of the channel that it came by.
typedef struct {
  uint32_t router, group;
  bool came;
  uint64_t rank;
  uint32_t port;  // that it came in by
} at_t;

// None turns back where unicasts do not.
static bool turns_back(const routing_t *r, at_t at, uint32_t port) {
  return at.came && port == at.port && strcmp(r->name, "updown") != 0;
}

// Over a link, on any VC of the class; the numbers rise in all of them.
static at_t cross(judge_t *j, at_t at, uint32_t port, unsigned vc_class) {
  const routing_t *r = j->r;
  const topology_t *t = r->topology;
  const size_t link = (size_t)at.router * t->ports + port;
  assert_true(t->peer_router[link] >= 0);
  const unsigned c = vc_class < r->classes ? vc_class : draw(j, r->classes);
  at_t next = {.router = (uint32_t)t->peer_router[link], .came = true};
  next.group = routing_group(r, next.router, (uint32_t)t->peer_port[link], c);
  next.rank = routing_rank(r, at.router, port, c);
  next.port = (uint32_t)t->peer_port[link];
  assert_false(turns_back(r, at, port));
  if (at.came && next.rank <= at.rank) {
    fail_msg("%s on %s: the numbers do not rise at router %u", r->name, t->name, at.router);
  }
  return next;
}

static void deliver(judge_t *j, uint32_t router, uint32_t port, const path_worm_t *w) {
  uint32_t node = 0;
  assert_true(topology_node_at(j->r->topology, router, port, &node));
  assert_int_equal(j->got[node], 0);
  j->got[node] = w->phase + 1;
  bool listed = false;
  for (uint32_t i = 0; i < w->nodes; i++) {
    listed = listed || j->plan->node[w->first_node + i] == node;
  }
  assert_true(listed);
}

// As section 15 of docs/microarchitecture.md says.
static void walk(judge_t *j, const path_worm_t *w) {
  const topology_t *t = j->r->topology;
  noc_error_t error = {0};
  topology_place_t place;
  (void)topology_injection(t, w->source, &place, 1);
  at_t at = {.router = place.router};
  for (uint32_t i = 0; i < w->pairs; i++) {
    const path_pair_t *pair = &j->plan->pair[w->first_pair + i];
    route_t route;
    while (at.router != routing_target(t, pair->address)) {
      assert_true(routing_route(j->r, at.router, at.group, pair->address, &route, &error));
      assert_true(route.count > 0);
      at = cross(j, at, route.port[draw(j, route.count)], route.vc_class);
    }
    at_t next = at;
    unsigned links = 0;
    for (uint32_t left = pair->ports; left != 0; left &= left - 1) {
      const uint32_t port = (uint32_t)__builtin_ctz(left);
      if (t->peer_router[(size_t)at.router * t->ports + port] < 0) {
        deliver(j, at.router, port, w);
      } else {
        next = cross(j, at, port, pair->vc_class);
        links++;
      }
    }
    assert_int_equal(links, i + 1 < w->pairs);
    at = next;
  }
}

static void judge(routing_t *r, const path_plan_t *plan, uint32_t source, const uint32_t *nodes,
                  uint32_t n, uint32_t most) {
  static judge_t j;
  j = (judge_t){.r = r, .plan = plan, .key = rng_key(1, RNG_TOPOLOGY, 11)};
  uint32_t delivered = 0;
  for (uint32_t i = 0; i < plan->worms; i++) {
    const path_worm_t *w = &plan->worm[i];
    assert_true(w->pairs > 0 && w->pairs <= most && w->phase < plan->phases);
    assert_true(w->source == source || (j.got[w->source] > 0 && j.got[w->source] <= w->phase));
    assert_true(j.sent[w->source] <= w->phase);
    j.sent[w->source] = w->phase + 1;
    walk(&j, w);
    delivered += w->nodes;
  }
  assert_int_equal(delivered, n);
  for (uint32_t i = 0; i < n; i++) {
    assert_true(j.got[nodes[i]] > 0);
  }
}

// A source and a set of n other nodes; returns the source.
static uint32_t draw_set(const topology_t *t, uint64_t key, uint32_t *nodes, uint32_t n) {
  uint32_t all[NODES] = {0};
  assert_true(t->nodes <= NODES);
  for (uint32_t i = 0; i < t->nodes; i++) {
    all[i] = i;
  }
  for (uint32_t i = 0; i <= n; i++) {
    const uint32_t other = i + rng_below(rng_draw(key, i), t->nodes - i);
    const uint32_t node = all[other];
    all[other] = all[i];
    all[i] = node;
  }
  memcpy(nodes, all + 1, n * sizeof *nodes);
  return all[0];
}

static path_plan_t plan_for(routing_t *r, uint32_t source, const uint32_t *nodes, uint32_t n,
                            uint32_t most) {
  noc_error_t error = {0};
  path_plan_t plan;
  if (!path_plan_create(&plan, r, r->classes, source, nodes, n, most, &error)) {
    fail_msg("%s on %s: %s", r->name, r->topology->name, error.text);
  }
  judge(r, &plan, source, nodes, n, most);
  return plan;
}

static void plans(void **state) {
  (void)state;
  static const struct {
    const char *topology, *routing;
    bool adaptive;
  } kMany[] = {
      {"irregular:switches=8,ports=8,hosts=32,seed=1", NULL, false},
      {"irregular:switches=8,ports=8,hosts=32,seed=2", NULL, true},
      {"irregular:switches=16,ports=8,hosts=32,seed=3", NULL, false},
      {"irregular:switches=32,ports=8,hosts=32,seed=4", NULL, false},
      {"irregular:switches=32,ports=8,hosts=32,seed=5", NULL, true},
      {"mesh:8x8", NULL, false},
      {"mesh:4x4", "updown", true},
      {"mesh:4x4", "minimal", true},
      {"torus:4x4", NULL, false},
      {"torus:5x5@2", NULL, false},
      {"octagon:8", NULL, false},
      {"octagons:2x1", NULL, true},
      {"fattree:k=3,n=3", NULL, false},
      {"fattree:k=2,n=4", NULL, true},
      {"hypercube:5", NULL, false},
      {"h3dm:m=2,n=2,levels=2,q=0", NULL, false},
      {"butterfly:k=2,n=3", NULL, false},
      {"dragonfly:p=2,a=4,h=2", NULL, false},
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = graph_make(kMany[i].topology);
    routing_t *r = routes_make(t, kMany[i].routing, NULL, kMany[i].adaptive);
    for (unsigned draws = 0; draws < 12; draws++) {
      const uint64_t key = rng_key(i, RNG_TOPOLOGY, draws);
      uint32_t nodes[NODES];
      const uint32_t n =
          draws == 0 ? t->nodes - 1 : 1 + rng_below(rng_draw(key, 999), t->nodes - 1);
      const uint32_t source = draw_set(t, key, nodes, n);
      path_plan_t plan = plan_for(r, source, nodes, n, draws % 3 == 0 ? 2 : NODES);
      path_plan_free(&plan);
    }
    routing_free(r);
    topology_free(t);
  }
}

// The exhaustive side: all worms from a router, as sets of drops.
typedef struct {
  routing_t *r;
  uint32_t router[DROPS];   // of the drops
  uint32_t address[DROPS];  // a node at each
  uint32_t weight[DROPS];   // destinations there
  unsigned drops;
  bool cover[DROPS + 1][COVERS];  // [drop, or the source at the end][set]
} optimum_t;

static at_t leg(const optimum_t *o, at_t at, unsigned drop, bool *legal) {
  noc_error_t error = {0};
  const routing_t *r = o->r;
  const topology_t *t = r->topology;
  *legal = true;
  while (*legal && at.router != o->router[drop]) {
    route_t route;
    assert_true(routing_route(o->r, at.router, at.group, o->address[drop], &route, &error));
    *legal = route.count > 0 && !turns_back(r, at, route.port[0]);
    if (!*legal) {
      break;
    }
    const unsigned first = route.vc_class < r->classes ? route.vc_class : 0;
    const unsigned last = route.vc_class < r->classes ? route.vc_class : r->classes - 1;
    const size_t link = (size_t)at.router * t->ports + route.port[0];
    at_t next = {.router = (uint32_t)t->peer_router[link], .came = true};
    next.port = (uint32_t)t->peer_port[link];
    for (unsigned c = first; c <= last; c++) {
      const uint64_t rank = routing_rank(r, at.router, route.port[0], c);
      *legal = *legal && (!at.came || rank > at.rank);
      next.rank = rank > next.rank ? rank : next.rank;
    }
    next.group = routing_group(r, next.router, (uint32_t)t->peer_port[link], last);
    at = next;
  }
  return at;
}

static void cover(optimum_t *o, unsigned from, at_t at, unsigned set) {
  o->cover[from][set] = true;
  for (unsigned d = 0; d < o->drops; d++) {
    bool legal = false;
    if ((set >> d & 1) == 0) {
      const at_t then = leg(o, at, d, &legal);
      if (legal) {
        cover(o, from, then, set | 1U << d);
      }
    }
  }
}

// Nodes that can send when a set is covered: at a drop as many as there are destinations.
static uint32_t senders(const optimum_t *o, unsigned drop, unsigned set) {
  return drop == o->drops ? 1 : (set >> drop & 1) * o->weight[drop];
}

static unsigned fewest_phases(const optimum_t *o) {
  const unsigned all = (1U << o->drops) - 1;
  bool reached[SETS] = {true};
  for (unsigned phases = 0;; phases++) {
    if (reached[all]) {
      return phases;
    }
    bool next[SETS] = {false};
    for (unsigned set = 0; set <= all; set++) {
      bool now[SETS] = {false};
      now[set] = reached[set];
      for (unsigned d = 0; reached[set] && d <= o->drops; d++) {
        for (uint32_t i = 0; i < senders(o, d, set); i++) {
          for (unsigned s = all + 1; s-- > 0;) {  // upwards sets are added, so downwards
            for (unsigned c = 1; now[s] && c <= all; c++) {
              if (o->cover[d][c] && (s & c) == 0) {
                now[s | c] = true;
              }
            }
          }
        }
      }
      for (unsigned s = 0; s <= all; s++) {
        next[s] = next[s] || now[s];
      }
    }
    memcpy(reached, next, sizeof reached);
  }
}

static unsigned fewest_worms(const optimum_t *o) {
  const unsigned all = (1U << o->drops) - 1;
  unsigned fewest[SETS];
  memset(fewest, 0xff, sizeof fewest);
  fewest[0] = 0;
  for (unsigned set = 0; set < all; set++) {  // sets only grow
    for (unsigned d = 0; fewest[set] < UINT32_MAX && d <= o->drops; d++) {
      for (unsigned c = 1; senders(o, d, set) > 0 && c <= all; c++) {
        if (o->cover[d][c] && (set & c) == 0 && fewest[set] + 1 < fewest[set | c]) {
          fewest[set | c] = fewest[set] + 1;
        }
      }
    }
  }
  return fewest[all];
}

static void find_covers(optimum_t *o, routing_t *r, uint32_t source, const uint32_t *nodes,
                        uint32_t n) {
  const topology_t *t = r->topology;
  *o = (optimum_t){.r = r};
  for (uint32_t i = 0; i < n; i++) {
    unsigned d = 0;
    while (d < o->drops && o->router[d] != routing_target(t, nodes[i])) {
      d++;
    }
    assert_true(d < DROPS);
    o->router[d] = routing_target(t, nodes[i]);
    o->address[d] = nodes[i];
    o->weight[d]++;
    o->drops += d == o->drops;
  }
  for (unsigned d = 0; d <= o->drops; d++) {
    topology_place_t at;
    (void)topology_injection(t, d < o->drops ? o->address[d] : source, &at, 1);
    cover(o, d, (at_t){.router = at.router}, 0);
  }
}

// How plans compare, over sets of so many destinations.
typedef struct {
  unsigned cases, phases, fewest_phases, worms, fewest_worms, longer;
} score_t;

static score_t compare(const char *topology, uint32_t n, unsigned cases) {
  topology_t *t = graph_make(topology);
  routing_t *r = routes_make(t, NULL, NULL, false);
  score_t score = {0};
  for (unsigned i = 0; i < cases; i++) {
    static optimum_t o;
    uint32_t nodes[NODES];
    const uint32_t source = draw_set(t, rng_key(i, RNG_TOPOLOGY, n), nodes, n);
    find_covers(&o, r, source, nodes, n);
    path_plan_t plan = plan_for(r, source, nodes, n, NODES);
    const unsigned phases = fewest_phases(&o);
    const unsigned worms = fewest_worms(&o);
    assert_true(plan.phases >= phases && plan.worms >= worms);
    score.cases++;
    score.phases += plan.phases;
    score.fewest_phases += phases;
    score.worms += plan.worms;
    score.fewest_worms += worms;
    score.longer += plan.phases > phases;
    path_plan_free(&plan);
  }
  routing_free(r);
  topology_free(t);
  return score;
}

static void beside_the_optimum(void **state) {
  (void)state;
  static const struct {
    const char *topology;
    uint32_t n;
  } kMany[] = {{"irregular:switches=8,ports=8,hosts=32,seed=1", 7},
               {"irregular:switches=8,ports=8,hosts=32,seed=2", 7},
               {"irregular:switches=16,ports=8,hosts=32,seed=3", 7},
               {"irregular:switches=32,ports=8,hosts=32,seed=4", 7},
               {"irregular:switches=32,ports=4,hosts=32,seed=5", 6},
               {"mesh:4x4", 7},
               {"torus:4x4", 7},
               {"octagon:8", 7},
               {"fattree:k=2,n=3", 7},
               {"hypercube:4", 7}};
  score_t sum = {0};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    const score_t s = compare(kMany[i].topology, kMany[i].n, 40);
    print_message("%s: %u sets, phases %u (fewest %u), worms %u (fewest %u), longer %u\n",
                  kMany[i].topology, s.cases, s.phases, s.fewest_phases, s.worms, s.fewest_worms,
                  s.longer);
    sum.cases += s.cases;
    sum.longer += s.longer;
    sum.worms += s.worms;
    sum.fewest_worms += s.fewest_worms;
  }
  assert_true(sum.longer * 50 <= sum.cases);
  assert_true(sum.worms * 10 <= sum.fewest_worms * 11);
}

int main(void) {
  static const struct CMUnitTest kTests[] = {
      cmocka_unit_test(plans),
      cmocka_unit_test(beside_the_optimum),
  };
  return cmocka_run_group_tests(kTests, NULL, NULL);
}
