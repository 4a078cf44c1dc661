// test_schedule -- problems, equations, bounds, symmetries and the search: against numbers by hand,
// and on tiny networks against all schedules that there are.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "runs/refute.h"
#include "schedule/bounds.h"
#include "schedule/equations.h"
#include "schedule/paths.h"
#include "schedule/search.h"

static schedule_problem_t make(const char *topology, const char *collective, const char *from,
                               const char *to, unsigned ports, unsigned detour) {
  noc_error_t error = {0};
  const char *key = NULL;
  schedule_problem_t p;
  topology_t *t = topology_create(topology, &error);
  assert_non_null(t);
  if (!schedule_problem_create(t, collective, from, to, ports, detour, &p, &key, &error)) {
    fail_msg("%s %s: %s", topology, collective, error.text);
  }
  return p;
}

static void drop(schedule_problem_t *p) {
  topology_t *t = (topology_t *)p->topology;
  schedule_problem_free(p);
  topology_free(t);
}

// --- all schedules -------------------------------------------------------------------------------

// Every message between two nodes by every path, as the channels and nodes that it occupies.
enum { MOST_WAYS = 4000, MOST_HOPS = 8 };

typedef struct {
  uint32_t from, to;
  uint32_t channel[MOST_HOPS];
  uint32_t hops;
} way_t;

typedef struct {
  const schedule_problem_t *p;
  way_t way[MOST_WAYS];
  uint32_t ways;
  uint32_t used[512];  // places of channels, then nodes that send, then nodes that take
} brute_t;

static void list_ways(brute_t *b, way_t *way, uint32_t at, uint32_t visited) {
  const schedule_problem_t *p = b->p;
  if (at == p->leaves[way->to]) {
    assert_true(b->ways < MOST_WAYS);
    b->way[b->ways++] = *way;
    return;
  }
  if (way->hops == schedule_hops(p, way->from, way->to) + p->detour) {
    return;
  }
  for (uint32_t c = p->first[at]; c < p->first[at + 1]; c++) {
    const uint32_t next = p->channel[c].to;
    if ((visited >> next & 1u) == 0) {
      way->channel[way->hops++] = c;
      list_ways(b, way, next, visited | 1u << next);
      way->hops--;
    }
  }
}

static bool take(brute_t *b, const way_t *way, int by) {
  const schedule_problem_t *p = b->p;
  const uint32_t nodes = p->topology->nodes;
  bool fits = true;
  for (uint32_t i = 0; i < way->hops; i++) {
    b->used[way->channel[i]] += (uint32_t)by;
    fits = fits && b->used[way->channel[i]] <= p->channel[way->channel[i]].links;
  }
  b->used[p->channels + way->from] += (uint32_t)by;
  b->used[p->channels + nodes + way->to] += (uint32_t)by;
  return fits && b->used[p->channels + way->from] <= p->ports &&
         b->used[p->channels + nodes + way->to] <= p->ports;
}

// States of a broadcast or a scatter: which deliveries are made, a bit each. All that one step can
// add to a state are found by going through the deliveries.
typedef struct {
  brute_t *b;
  uint32_t origin[16], to[16];
  uint32_t deliveries;
  uint32_t from_state;
  uint8_t *next;
} steps_t;

static bool holds_message(const steps_t *s, uint32_t state, uint32_t node, uint32_t origin) {
  if (node == origin) {
    return true;
  }
  for (uint32_t d = 0; d < s->deliveries; d++) {
    if (s->origin[d] == origin && s->to[d] == node) {
      return s->b->p->kind == SCHEDULE_BROADCAST && (state >> d & 1u) != 0;
    }
  }
  return false;
}

static void all_of_step(steps_t *s, uint32_t delivery, uint32_t state) {
  if (delivery == s->deliveries) {
    s->next[state] = 1;
    return;
  }
  all_of_step(s, delivery + 1, state);
  if ((state >> delivery & 1u) != 0) {
    return;
  }
  for (uint32_t i = 0; i < s->b->ways; i++) {
    const way_t *way = &s->b->way[i];
    if (way->to == s->to[delivery] &&
        holds_message(s, s->from_state, way->from, s->origin[delivery])) {
      if (take(s->b, way, 1)) {
        all_of_step(s, delivery + 1, state | 1u << delivery);
      }
      (void)take(s->b, way, -1);
    }
  }
}

static uint32_t fewest_steps(const schedule_problem_t *p) {
  static brute_t b;
  b = (brute_t){.p = p};
  assert_true(p->channels + 2 * p->topology->nodes <= 512);
  for (uint32_t from = 0; from < p->topology->nodes; from++) {
    for (uint32_t to = 0; to < p->topology->nodes; to++) {
      way_t way = {.from = from, .to = to};
      if (from != to) {
        list_ways(&b, &way, p->enters[from], 1u << p->enters[from]);
      }
    }
  }
  steps_t s = {.b = &b};
  for (uint32_t i = 0; i < p->from.count; i++) {
    for (uint32_t k = 0; k < p->to.count; k++) {
      if (p->from.node[i] != p->to.node[k]) {
        assert_true(s.deliveries < 16);
        s.origin[s.deliveries] = p->from.node[i];
        s.to[s.deliveries++] = p->to.node[k];
      }
    }
  }
  const uint32_t states = 1u << s.deliveries;
  uint8_t *here = calloc(states, 1);
  s.next = calloc(states, 1);
  here[0] = 1;
  uint32_t steps = 0;
  for (; here[states - 1] == 0; steps++) {
    memset(s.next, 0, states);
    for (s.from_state = 0; s.from_state < states; s.from_state++) {
      if (here[s.from_state] != 0) {
        all_of_step(&s, 0, s.from_state);
      }
    }
    // A state that has more can do all that one within it can: those within another go.
    for (uint32_t bit = 0; bit < s.deliveries; bit++) {
      for (uint32_t state = 0; state < states; state++) {
        if (s.next[state] != 0 && (state >> bit & 1u) == 0 && s.next[state | 1u << bit] != 0) {
          s.next[state] = 0;
        }
      }
    }
    memcpy(here, s.next, states);
  }
  free(here);
  free(s.next);
  return steps;
}

static const struct {
  const char *topology, *collective, *from, *to;
  unsigned ports, detour;
} kTiny[] = {
    {"mesh:3", "alltoall", NULL, NULL, 1, 0},
    {"mesh:4", "alltoall", "0,1", "2,3", 1, 0},
    {"mesh:4", "alltoall", "0-2", "1-3", 2, 0},
    {"ring:5", "scatter", "2", NULL, 2, 0},
    {"ring:5", "scatter", "2", NULL, 2, 2},
    {"ring:6", "gather", NULL, "1", 2, 0},
    {"mesh:2x2", "alltoall", "0,1", NULL, 1, 0},
    {"mesh:2x2", "alltoall", "0,3", "1,2", 2, 2},
    {"mesh:2x2@2", "alltoall", "0,1", "4-7", 1, 0},
    {"mesh:3x2", "alltoall", "0,1", "3-5", 1, 0},
    {"mesh:2@3", "alltoall", "0,1,2", "3,4", 1, 0},
    {"irregular:switches=2,ports=4,hosts=4", "alltoall", "0,1", "2,3", 1, 0},
    {"butterfly:k=2,n=2", "alltoall", "0-2", "1-3", 1, 0},
    {"mesh:4", "broadcast", "1", NULL, 1, 0},
    {"mesh:3x2", "broadcast", NULL, NULL, 1, 0},
    {"mesh:3x2", "broadcast", NULL, NULL, 2, 0},
    {"ring:6", "broadcast", NULL, NULL, 1, 0},
    {"mesh:6", "broadcast", "0", NULL, 3, 0},
    {"mesh:5", "multicast", "0", "2,4", 1, 0},
    {"mesh:3", "allgather", NULL, NULL, 1, 0},
    {"mesh:4", "allgather", "0,1", "2,3", 1, 0},
    {"mesh:4", "allgather", "0,1", NULL, 1, 0},
    {"mesh:2@2", "allgather", "0,1", NULL, 1, 0},
    {"mesh:4", "allgather", "0-2", "1-3", 2, 0},
};

enum { TINY = sizeof kTiny / sizeof kTiny[0] };

// A search finds the optimum, and nothing below it.
static void try_search(const search_way_t *way, const schedule_problem_t *p,
                       const permutations_t *generators, uint32_t optimum, schedule_t *found) {
  noc_error_t error = {0};
  schedule_search_t *s = schedule_search_create(way, p, generators, 1, NULL, NULL, &error);
  assert_true(schedule_search_first(s, found, &error) && found->steps >= optimum);
  if (found->steps > optimum && !schedule_search_find(s, optimum, 200000, found, &error)) {
    fail_msg("%s: %s: no %u steps", way->name, p->topology->name, optimum);
  }
  assert_int_equal(found->steps, optimum);
  assert_int_equal(found->moves, p->messages);
  assert_true(optimum == 1 || !schedule_search_find(s, optimum - 1, 2000, found, &error));
  assert_true(schedule_search_looks(s) > 0);
  schedule_search_free(s);
}

// No bound is above the optimum; each search finds it, the solver a schedule of as many steps, and
// refutes one less with a proof that holds.
static void tiny_networks(void **state) {
  (void)state;
  uint32_t met = 0;
  for (size_t i = 0; i < TINY; i++) {
    schedule_problem_t p = make(kTiny[i].topology, kTiny[i].collective, kTiny[i].from, kTiny[i].to,
                                kTiny[i].ports, kTiny[i].detour);
    noc_error_t error = {0};
    const uint32_t optimum = fewest_steps(&p);
    uint32_t cut = 0;
    uint32_t load = 0;
    uint32_t *weight = NULL;
    bool exact = false;
    permutations_t generators;
    assert_true(symmetry_generators(&p, &generators, &error));
    assert_true(bound_cut(&p, &cut, &exact, &error) && exact);
    assert_true(bound_load(&p, &generators, 1000, &load, &weight, &error));
    const uint32_t ports = bound_ports(&p);
    const uint32_t growth = bound_growth(&p);
    if (cut > optimum || load > optimum || ports > optimum || growth > optimum ||
        (p.kind == SCHEDULE_SCATTER && load < cut)) {
      fail_msg("%s %s: optimum %u, cut %u, load %u, ports %u, growth %u", kTiny[i].topology,
               kTiny[i].collective, optimum, cut, load, ports, growth);
    }
    met += cut == optimum || load == optimum || ports == optimum || growth == optimum;
    for (uint64_t k = 0; k < 20; k++) {  // any weights are a bound
      uint32_t steps = 0;
      for (uint32_t c = 0; c < p.channels; c++) {
        weight[c] = (uint32_t)rng_draw(k, c) & 15u;
      }
      assert_true(bound_weights(&p, weight, &steps, &error) && steps <= optimum);
    }
    schedule_t found = {0};
    for (size_t k = 0; search_way(k) != NULL; k++) {
      try_search(search_way(k), &p, &generators, optimum, &found);
    }
    refuter_t refuter = {0};
    refute_t answer = REFUTE_UNKNOWN;
    assert_true(refute_steps(&refuter, &p, optimum, 1e12, 1000, &answer, &found, &error));
    assert_int_equal(answer, REFUTE_FOUND);
    assert_true(found.steps <= optimum && found.moves == p.messages);
    if (optimum > 1) {
      assert_true(refute_steps(&refuter, &p, optimum - 1, 1e12, 1000, &answer, &found, &error));
      assert_int_equal(answer, REFUTE_PROVED);
    }
    refute_end(&refuter);
    schedule_free(&found);
    permutations_free(&generators);
    free(weight);
    drop(&p);
  }
  assert_true(met > TINY / 2);
}

// --- numbers by hand -----------------------------------------------------------------------------

static void bounds_by_hand(void **state) {
  (void)state;
  static const struct {
    const char *topology, *collective, *from, *to;
    unsigned ports, detour;
    uint32_t by_ports, growth, cut, load;
  } kKnown[] = {
      // The fat octagon: 8 x 8 messages over the 4 links between two opposite pairs of arcs.
      {"octagon:8@2", "alltoall", NULL, NULL, 1, 0, 15, 0, 16, 16},
      {"octagon:8", "alltoall", NULL, NULL, 1, 0, 7, 0, 4, 4},
      // P^2 / (2 B) with B = 4.
      {"octagon:16", "alltoall", NULL, NULL, 1, 0, 15, 0, 16, 16},
      {"octagon:24", "alltoall", NULL, NULL, 1, 0, 23, 0, 36, 36},
      {"mesh:4x4", "alltoall", NULL, NULL, 1, 0, 15, 0, 16, 16},
      {"mesh:6x6", "alltoall", NULL, NULL, 1, 0, 35, 0, 54, 54},
      // 63 x 64 messages of 4 64 / 63 hops on 256 directed links.
      {"torus:8x8", "alltoall", NULL, NULL, 1, 0, 63, 0, 64, 64},
      // From an edge node by 3 ports: the straight ways are full before the last step.
      {"mesh:4x4", "scatter", "1", NULL, 3, 0, 5, 0, 5, 6},
      {"mesh:4x4", "scatter", "1", NULL, 3, 2, 5, 0, 5, 5},
      {"mesh:4x4", "broadcast", "5", NULL, 1, 0, 1, 4, 1, 0},
      {"mesh:4x4", "broadcast", "5", NULL, 3, 0, 1, 2, 1, 0},
      {"mesh:8x8", "allgather", NULL, NULL, 1, 0, 63, 63, 32, 0},
      // 4 routers send to 4 others over 6 links, so 6 messages in the first step and 8 later: 64.
      {"octagon:8@2", "allgather", "0-7", "8-15", 1, 0, 8, 9, 3, 0},
      // 4 nodes send 3 messages each over the 4 links to the second stage: none to themselves. What
      // they pass on gets back to the first stage by them.
      {"butterfly:k=2,n=2", "alltoall", NULL, NULL, 1, 0, 3, 0, 3, 4},
      {"butterfly:k=2,n=2", "allgather", NULL, NULL, 1, 0, 3, 3, 0, 0},
  };
  for (size_t i = 0; i < sizeof kKnown / sizeof kKnown[0]; i++) {
    schedule_problem_t p = make(kKnown[i].topology, kKnown[i].collective, kKnown[i].from,
                                kKnown[i].to, kKnown[i].ports, kKnown[i].detour);
    noc_error_t error = {0};
    uint32_t cut = 0;
    uint32_t load = 0;
    uint32_t *weight = NULL;
    bool exact = false;
    permutations_t generators;
    assert_true(symmetry_generators(&p, &generators, &error));
    assert_true(bound_cut(&p, &cut, &exact, &error));
    assert_int_equal(exact, p.topology->routers <= 24 || p.kind == SCHEDULE_BROADCAST);
    assert_true(bound_load(&p, &generators, 1000, &load, &weight, &error));
    if (bound_ports(&p) != kKnown[i].by_ports || bound_growth(&p) != kKnown[i].growth ||
        cut != kKnown[i].cut || load != kKnown[i].load) {
      fail_msg("%s %s: ports %u, growth %u, cut %u, links %u", kKnown[i].topology,
               kKnown[i].collective, bound_ports(&p), bound_growth(&p), cut, load);
    }
    // The same without the symmetries, one source after the other.
    uint32_t *plain = NULL;
    permutations_t none = {.points = generators.points};
    assert_true(bound_load(&p, &none, 1000, &cut, &plain, &error));
    assert_int_equal(cut, load);
    free(plain);
    free(weight);
    permutations_free(&generators);
    drop(&p);
  }
}

// All links cost 1: the hops of all messages over the links.
static void even_weights(void **state) {
  (void)state;
  schedule_problem_t p = make("torus:4x4", "alltoall", NULL, NULL, 1, 0);
  noc_error_t error = {0};
  uint32_t weight[64];
  uint32_t steps = 0;
  assert_int_equal(p.channels, 64);
  for (size_t i = 0; i < 64; i++) {
    weight[i] = 1;
  }
  assert_true(bound_weights(&p, weight, &steps, &error));
  assert_int_equal(steps, 8);  // 16 nodes x 32 hops over 64 links
  drop(&p);
}

static void equations_as_printed(void **state) {
  (void)state;
  static const struct {
    const char *name, *values;
    double value;
  } kKnown[] = {
      {"1", "ts=5,h=3,tr=2,m=7,t1=0.5", 14.5},
      {"2", "M=9,N=11", 9},  // the paper's own numbers, as those of (4) to (6)
      {"2", "M=1,N=11", 4},
      {"3", "b1=5,b2=6", 5},
      {"4", "M=9,N=11,Q=4,b1=5,b2=6", 5},
      {"5", "M=9,N=11,Q=4,b1=5,b2=6,b0=1", 7},
      {"6", "b0=1,N=11,M=9,b2=6,Q=4,b1=5", 12},
      {"7", "P=16", 15},
      {"8", "P=16,N=8,b1=12,b0=6", 6},
      {"9", "P=16,M=8", 8},
      {"9", "P=16,M=2", 4},
      {"10", "P=16,M=8,b1=12,b0=2", 16},
      {"11", "lambda=10", 10},
      {"12", "tau=16,ts=3,m=8,t1=2", 64},
      {"OAB", "P=17", 5},
      {"AAB", "P=16", 15},
      {"OAS", "P=16", 15},
      {"AAS", "P=16,Bc=12", 15},
      {"AAS", "P=16,Bc=8", 16},
  };
  noc_error_t error = {0};
  const equation_t *which = NULL;
  double value = 0;
  for (size_t i = 0; i < sizeof kKnown / sizeof kKnown[0]; i++) {
    assert_true(equation_evaluate(kKnown[i].name, kKnown[i].values, &which, &value, &error));
    assert_string_equal(which->name, kKnown[i].name);
    assert_true(fabs(value - kKnown[i].value) < 1e-9);
  }
  static const char *const kWrong[][2] = {
      {"13", "M=1"},         {"", "M=1"},         {"2", "M=9"},     {"2", "M=9,N=11,P=3"},
      {"2", "M=9,N=x"},      {"2", "M=9,N=-1"},   {"2", "M=9,N=0"}, {"2", "M=9,N=11,"},
      {"2", "M=9,M=9,N=11"}, {"2", "M"},          {"2", ""},        {"2", "M=9;N=11"},
      {"2", "M=9,N=1e999"},  {"2", "M=nan,N=11"},
  };
  for (size_t i = 0; i < sizeof kWrong / sizeof kWrong[0]; i++) {
    error = (noc_error_t){0};
    assert_false(equation_evaluate(kWrong[i][0], kWrong[i][1], &which, &value, &error));
    assert_int_equal(error.status, NOC_BAD_INPUT);
  }
}

static void problems_refused(void **state) {
  (void)state;
  static const struct {
    const char *topology, *collective, *from, *to, *key, *text;
  } kMany[] = {
      {"mesh:3", "reduce", NULL, NULL, "collective", "there is 'reduce'"},
      {"mesh:3", "alltoall", "0-3", NULL, "from", "nodes from 0 to 2"},
      {"mesh:3", "alltoall", NULL, "1,1", "to", "each once"},
      {"mesh:3", "alltoall", "", NULL, "from", "nodes from 0 to 2"},
      {"mesh:3", "scatter", "0,1", NULL, "from", "there is 2 nodes; there must be one"},
      {"mesh:3", "gather", NULL, "0,1", "to", "there must be one"},
      {"mesh:3", "multicast", NULL, NULL, "to", "there is missing"},
      {"mesh:3", "multicast", "1", "1", "to", "only node 1, the source"},
      {"mesh:1", "alltoall", NULL, NULL, "to", "only node 0, the source"},
      {"mesh:64x64", "broadcast", NULL, NULL, "topology", "up to 1024 of each"},
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    noc_error_t error = {0};
    const char *key = NULL;
    schedule_problem_t p;
    topology_t *t = topology_create(kMany[i].topology, &error);
    assert_false(schedule_problem_create(t, kMany[i].collective, kMany[i].from, kMany[i].to, 1, 0,
                                         &p, &key, &error));
    assert_int_equal(error.status, NOC_BAD_INPUT);
    assert_string_equal(key, kMany[i].key);
    if (strstr(error.text, kMany[i].text) == NULL) {
      fail_msg("%s", error.text);
    }
    topology_free(t);
  }
}

// --- symmetries ----------------------------------------------------------------------------------

static void symmetries(void **state) {
  (void)state;
  static const struct {
    const char *topology, *from, *to;
    uint32_t orbits;  // of the nodes
  } kMany[] = {
      {"octagon:8", NULL, NULL, 1},       {"octagon:8@2", NULL, NULL, 1},
      {"mesh:4x4", NULL, NULL, 3},        {"mesh:5x5", NULL, NULL, 6},
      {"torus:4x4", NULL, NULL, 1},       {"octagon:8@2", "0-7", "8-15", 4},
      {"mesh:3", "0", NULL, 3},           {"butterfly:k=2,n=3", NULL, NULL, 1},
      {"fattree:k=2,n=3", NULL, NULL, 1},
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    schedule_problem_t p = make(kMany[i].topology, "alltoall", kMany[i].from, kMany[i].to, 1, 0);
    noc_error_t error = {0};
    permutations_t g;
    const uint32_t routers = p.topology->routers;
    assert_true(symmetry_generators(&p, &g, &error));
    for (uint32_t k = 0; k < g.count; k++) {
      assert_true(symmetry_is_automorphism(&p, &g.image[(size_t)k * g.points]));
    }
    uint32_t *orbit = symmetry_orbits(&g, routers, &error);
    uint32_t orbits = 0;
    for (uint32_t n = 0; n < p.topology->nodes; n++) {
      orbits += orbit[routers + n] == routers + n;
    }
    if (orbits != kMany[i].orbits) {
      fail_msg("%s: %u orbits of nodes", kMany[i].topology, orbits);
    }
    permutations_t *groups = NULL;
    uint32_t count = 0;
    assert_true(symmetry_free_groups(&p, &g, 1, &groups, &count, &error));
    for (uint32_t k = 0; k < count; k++) {
      for (uint32_t e = 0; e < groups[k].count; e++) {
        const uint32_t *image = &groups[k].image[(size_t)e * g.points];
        assert_true(symmetry_is_automorphism(&p, image));
        for (uint32_t n = 0; n < p.topology->nodes; n++) {
          assert_int_equal(image[routers + n] == n, e == 0);
        }
      }
      permutations_free(&groups[k]);
    }
    free(groups);
    free(orbit);
    permutations_free(&g);
    drop(&p);
  }
}

// These are none: two routers swapped whose links do not follow, a node taken to one of another
// set, the same image twice.
static void no_symmetries(void **state) {
  (void)state;
  schedule_problem_t p = make("mesh:4", "alltoall", "0,3", NULL, 1, 0);
  static const uint32_t kMany[][8] = {
      {0, 1, 2, 3, 0, 1, 2, 3},  // the identity
      {3, 2, 1, 0, 3, 2, 1, 0},  // turned round
      {1, 0, 2, 3, 1, 0, 2, 3}, {3, 2, 1, 0, 0, 1, 2, 3}, {0, 1, 2, 3, 3, 2, 1, 0},
      {0, 1, 2, 2, 0, 1, 2, 2}, {0, 1, 2, 4, 0, 1, 2, 4},
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    assert_int_equal(symmetry_is_automorphism(&p, kMany[i]), i < 2);
  }
  drop(&p);
  p = make("mesh:4", "alltoall", NULL, NULL, 1, 0);
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {  // of the links alone
    assert_int_equal(symmetry_is_automorphism(&p, kMany[i]), i < 2);
  }
  drop(&p);
  p = make("mesh:4", "alltoall", "0,1", NULL, 1, 0);
  assert_true(symmetry_is_automorphism(&p, kMany[0]));
  assert_false(symmetry_is_automorphism(&p, kMany[1]));
  drop(&p);
}

// --- larger ones ---------------------------------------------------------------------------------

static bool same_schedule(const schedule_t *a, const schedule_t *b) {
  return a->moves == b->moves && a->path_length == b->path_length &&
         memcmp(a->move, b->move, a->moves * sizeof *a->move) == 0 &&
         memcmp(a->path, b->path, a->path_length * sizeof *a->path) == 0;
}

// Finds what meets the bound; the same seed finds the same, another one something else.
static void search_meets_bounds(void **state) {
  (void)state;
  static const struct {
    const search_way_t *way;
    const char *topology, *collective;
    uint32_t steps;
  } kMany[] = {
      {&kSearchConstructive, "octagon:8@2", "alltoall", 16},
      {&kSearchConstructive, "octagon:12", "alltoall", 11},
      {&kSearchConstructive, "mesh:4x4", "alltoall", 16},
      {&kSearchConstructive, "torus:4x4", "alltoall", 15},
      {&kSearchConstructive, "octagon:8@2", "allgather", 15},
      {&kSearchConstructive, "mesh:4x4", "broadcast", 4},
      {&kSearchEvolutionary, "octagon:8", "alltoall", 7},
      {&kSearchEvolutionary, "octagon:8", "allgather", 7},
      {&kSearchEvolutionary, "mesh:4x4", "broadcast", 4},
  };
  static const uint64_t kSeeds[] = {7, 7, 8};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    schedule_problem_t p = make(kMany[i].topology, kMany[i].collective, NULL, NULL, 1, 0);
    noc_error_t error = {0};
    permutations_t generators;
    assert_true(symmetry_generators(&p, &generators, &error));
    schedule_t found[3] = {{0}};
    for (size_t k = 0; k < 3; k++) {
      schedule_search_t *s =
          schedule_search_create(kMany[i].way, &p, &generators, kSeeds[k], NULL, NULL, &error);
      bool ok = false;
      for (uint64_t effort = 20000; !ok && effort < 50000000; effort *= 4) {
        ok = schedule_search_find(s, kMany[i].steps, effort, &found[k], &error);
      }
      if (!ok || found[k].steps != kMany[i].steps) {
        fail_msg("%s %s: %u steps", kMany[i].topology, kMany[i].collective, found[k].steps);
      }
      schedule_search_free(s);
    }
    assert_true(same_schedule(&found[0], &found[1]));
    assert_false(same_schedule(&found[0], &found[2]));
    for (size_t k = 0; k < 3; k++) {
      schedule_free(&found[k]);
    }
    permutations_free(&generators);
    drop(&p);
  }
}

// --- paths ---------------------------------------------------------------------------------------

// Between corners of a mesh there are as many as choices of which hops go right.
static void paths_by_hand(void **state) {
  (void)state;
  static const struct {
    const char *topology;
    unsigned detour;
    uint32_t from, to, count, hops;
  } kKnown[] = {
      {"mesh:4x4", 0, 0, 15, 20, 120}, {"mesh:4x4", 0, 5, 5, 1, 0},  {"mesh:2x2", 0, 0, 1, 1, 1},
      {"mesh:2x2", 1, 0, 1, 1, 1},     {"mesh:2x2", 2, 0, 1, 2, 4},  {"octagon:8", 0, 0, 4, 1, 1},
      {"octagon:8", 0, 0, 3, 2, 4},    {"octagon:8", 1, 0, 1, 1, 1}, {"octagon:8", 2, 0, 1, 2, 4},
  };
  for (size_t i = 0; i < sizeof kKnown / sizeof kKnown[0]; i++) {
    schedule_problem_t p = make(kKnown[i].topology, "alltoall", NULL, NULL, 1, kKnown[i].detour);
    paths_t paths = {0};
    uint64_t listed = 0;
    const bool ok = paths_list(&p, kKnown[i].from, kKnown[i].to, 1000, &listed, &paths);
    if (!ok || paths.count != kKnown[i].count || listed != kKnown[i].hops) {
      fail_msg("%s +%u: %u paths, %u hops", kKnown[i].topology, kKnown[i].detour, paths.count,
               paths.hops);
    }
    paths_free(&paths);
    assert_true(listed == 0 ||
                !paths_list(&p, kKnown[i].from, kKnown[i].to, 2 * listed - 1, &listed, &paths));
    paths_free(&paths);
    drop(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tiny_networks),    cmocka_unit_test(bounds_by_hand),
      cmocka_unit_test(even_weights),     cmocka_unit_test(equations_as_printed),
      cmocka_unit_test(problems_refused), cmocka_unit_test(symmetries),
      cmocka_unit_test(no_symmetries),    cmocka_unit_test(search_meets_bounds),
      cmocka_unit_test(paths_by_hand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
