// subtrees -- trees of one router for every subtree, `tree:k=2,n=4` with one link above each, and
// universal fat trees, `fattree:k=2,n=4,growth=1.587401`, whose channel above a subtree of
// k^(l+1) nodes has growth^(l+1) links, rounded to the nearest whole number (halves up).
//
//   level 1      0          k = 2, n = 2, growth = 2: level l has k^(n-1-l) routers, numbered
//              // \\        from level 0 on. Router w of a level has the routers k w ..
//   level 0   0     1       k w + k - 1 of the level below (or nodes) as children.
//            / \   / \      Ports: the links to child 0, to child 1, .., then those upwards.
//           0   1 2   3
//
// Source: C. E. Leiserson, IEEE Trans. Computers C-34(10), 1985.

#include "topology/subtrees.h"

#include <math.h>

#include "topology/levels.h"

enum { K, N, GROWTH };

bool subtrees_is(const topology_t *t) {
  return t->wiring == WIRING_TREE || t->wiring == WIRING_SUBTREES;
}

void subtrees_shape(const topology_t *t, subtrees_shape_t *s) {
  *s = (subtrees_shape_t){.k = t->arg[K], .levels = t->arg[N]};
  const bool whole = t->wiring == WIRING_TREE;
  const double growth = whole ? t->arg[K] : t->arg[GROWTH] / (double)READER_ONE;
  uint32_t below = 1;
  uint32_t nodes = 1;
  uint32_t first = 0;
  for (unsigned level = 0; level < s->levels; level++) {
    nodes *= s->k;
    s->nodes[level] = nodes;
    s->below[level] = below;
    s->first[level] = first;
    below = (uint32_t)llround(pow(growth, level + 1.0));
    s->capacity[level] = level + 1 < s->levels ? below : 0;
    first += t->nodes / nodes;
  }
}

unsigned subtrees_level(const subtrees_shape_t *s, uint32_t router) {
  unsigned level = s->levels - 1;
  while (router < s->first[level]) {
    level--;
  }
  return level;
}

bool subtrees_build(topology_t *t, const topology_reader_t *start) {
  t->wiring = WIRING_SUBTREES;
  subtrees_shape_t s;
  subtrees_shape(t, &s);
  for (unsigned level = 0; level < s.levels; level++) {
    t->routers += t->nodes / s.nodes[level];
    const uint64_t ports = (uint64_t)s.k * s.below[level] + s.capacity[level];
    if (ports > NOC_ALL_PORTS) {
      return reader_fail_number(start, "ports of a router", ports, "up to 134217728 ports");
    }
    t->ports = ports > t->ports ? (unsigned)ports : t->ports;
  }
  t->dims = 1;
  t->radix[0] = t->routers;
  if (!topology_allocate(t, start)) {
    return false;
  }
  for (uint32_t n = 0; n < t->nodes; n++) {
    t->inject[n] = t->eject[n] = (topology_place_t){n / s.k, n % s.k};
  }
  for (unsigned level = 0; level + 1 < s.levels; level++) {
    const uint32_t links = s.capacity[level];
    for (uint32_t w = 0; w < t->nodes / s.nodes[level]; w++) {
      const uint32_t lower = s.first[level] + w;
      const uint32_t upper = s.first[level + 1] + w / s.k;
      for (uint32_t j = 0; j < links; j++) {
        topology_join(t, (topology_place_t){lower, s.k * s.below[level] + j},
                      (topology_place_t){upper, w % s.k * links + j});
      }
    }
  }
  return true;
}

// Nodes whose routers meet at level l are 2 l hops apart. Half of the subtrees below the root are
// cut off with their links if k is even. For k = 2 no halves are cut with less if no link is used
// by more pairs of nodes than one of the root's: halves have P^2 / 4 pairs between them.
void subtrees_forms(const topology_t *t, topology_forms_t *forms) {
  subtrees_shape_t s;
  subtrees_shape(t, &s);
  const double nodes = t->nodes;
  double sum = 0;  // from one node
  for (unsigned level = 1; level < s.levels; level++) {
    sum += 2.0 * level * ((double)s.nodes[level] - s.nodes[level - 1]);
  }
  forms->diameter = 2 * (s.levels - 1);
  forms->mean_distance = sum / (nodes - 1);
  forms->classes = 1;
  if (s.k % 2 != 0 || s.levels < 2) {
    return;
  }
  const double top = s.capacity[s.levels - 2];
  forms->bisection = (double)s.k / 2 * top;
  forms->bisection_exact = s.k == 2;
  for (unsigned level = 0; level + 1 < s.levels; level++) {
    const double below = s.nodes[level];
    forms->bisection_exact = forms->bisection_exact &&
                             below * (nodes - below) * top <= nodes * nodes / 4 * s.capacity[level];
  }
}

// A router above the middle of its subtree; the nodes are below.
void subtrees_place(const topology_t *t, uint32_t router, double at[2]) {
  subtrees_shape_t s;
  subtrees_shape(t, &s);
  const unsigned level = subtrees_level(&s, router);
  const double leaves = s.nodes[level] / (double)s.k;
  const double step = t->nodes / (2.0 * s.k * s.levels);
  at[0] = (router - s.first[level] + 0.5) * leaves - 0.5;
  at[1] = level * (step > 1.5 ? step : 1.5);
}

static bool plain_build(topology_t *t, topology_reader_t *r) {
  const topology_reader_t start = *r;
  t->arg[GROWTH] = READER_ONE;
  return levels_read(t, r, NULL) && subtrees_build(t, &start) &&
         topology_name(t, r, "k=%u,n=%u", t->arg[K], t->arg[N]);
}

const family_code_t kTreeCode = {.build = plain_build,
                                 .forms = subtrees_forms,
                                 .place = subtrees_place,
                                 .wiring = WIRING_SUBTREES};
