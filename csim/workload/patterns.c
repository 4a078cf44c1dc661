// patterns -- see patterns.h.

#include "workload/patterns.h"

#include <string.h>

// --- by coordinates ------------------------------------------------------------------------------

// Node i of the router at `coord`, i that of `node`.
static uint32_t node_at(const topology_t *t, uint32_t node, const unsigned coord[NOC_MAX_DIMS]) {
  return topology_router_at(t, coord) * t->nodes_per_router + node % t->nodes_per_router;
}

static uint32_t transpose(const topology_t *t, uint32_t node) {
  unsigned from[NOC_MAX_DIMS] = {0};
  unsigned to[NOC_MAX_DIMS] = {0};
  topology_coordinates(t, node / t->nodes_per_router, from);
  for (unsigned d = 0; d < t->dims; d++) {
    to[d] = from[t->dims - 1 - d];
  }
  return node_at(t, node, to);
}

// Almost half way around every dimension: the worst for a torus with shortest paths.
static uint32_t tornado(const topology_t *t, uint32_t node) {
  unsigned coord[NOC_MAX_DIMS] = {0};
  topology_coordinates(t, node / t->nodes_per_router, coord);
  for (unsigned d = 0; d < t->dims; d++) {
    coord[d] = (coord[d] + (t->radix[d] + 1) / 2 - 1) % t->radix[d];
  }
  return node_at(t, node, coord);
}

static uint32_t neighbor(const topology_t *t, uint32_t node) {
  unsigned coord[NOC_MAX_DIMS] = {0};
  topology_coordinates(t, node / t->nodes_per_router, coord);
  for (unsigned d = 0; d < t->dims; d++) {
    coord[d] = (coord[d] + 1) % t->radix[d];
  }
  return node_at(t, node, coord);
}

// --- by the bits of the node number; the number of nodes is 2^b ----------------------------------

static uint32_t bit_complement(const topology_t *t, uint32_t node) {
  return node ^ (t->nodes - 1);
}

static uint32_t bit_reverse(const topology_t *t, uint32_t node) {
  uint32_t image = 0;
  for (uint32_t bit = 1; bit < t->nodes; bit *= 2) {
    image = image * 2 + ((node & bit) != 0);
  }
  return image;
}

static uint32_t bit_flip(const topology_t *t, uint32_t node) {
  return bit_complement(t, bit_reverse(t, node));
}

// Rotates left.
static uint32_t shuffle(const topology_t *t, uint32_t node) {
  const bool top = 2 * node >= t->nodes;
  return 2 * node % t->nodes + (top && t->nodes > 1);
}

// --- the table -----------------------------------------------------------------------------------

#define PATTERNS(X)                                                                                \
  X("uniform", PATTERN_ANY, NULL, "every other node equally often")                                \
  X("transpose", PATTERN_EQUAL_RADICES, transpose, "coordinates reversed: (x, y) to (y, x)")       \
  X("bit-complement", PATTERN_POWER_OF_TWO, bit_complement, "every bit of the node inverted")      \
  X("bit-reverse", PATTERN_POWER_OF_TWO, bit_reverse, "the bits of the node in reverse order")     \
  X("bit-flip", PATTERN_POWER_OF_TWO, bit_flip, "the complement of bit-reverse")                   \
  X("shuffle", PATTERN_POWER_OF_TWO, shuffle, "the bits of the node rotated left by one")          \
  X("tornado", PATTERN_COORDINATES, tornado,                                                       \
    "in every dimension of k routers, ceil(k/2) - 1 further on")                                   \
  X("neighbor", PATTERN_COORDINATES, neighbor, "in every dimension, one router further on")        \
  X("hotspot", PATTERN_ANY, NULL, "hotspot_share of the packets to hotspot_nodes, else uniform")   \
  X("permutation", PATTERN_ANY, NULL, "every node to the one that a file names")                   \
  X("multicast", PATTERN_ALONE, NULL, "messages to several nodes each, drawn evenly, by a scheme") \
  X("external", PATTERN_ALONE, NULL, "messages that a program sends while the network runs")

static const pattern_t kPatterns[] = {
#define PATTERN(name, need, image, meaning) {name, need, image},
    PATTERNS(PATTERN)
#undef PATTERN
};

const scenario_word_t kPatternWords[] = {
#define WORD(name, need, image, meaning) {name, meaning},
    PATTERNS(WORD)
#undef WORD
        {NULL, NULL}};

const pattern_t *pattern_find(const char *name) {
  for (size_t i = 0; i < sizeof kPatterns / sizeof kPatterns[0]; i++) {
    if (strcmp(kPatterns[i].name, name) == 0) {
      return &kPatterns[i];
    }
  }
  return NULL;
}

// Where nodes sit at some of the routers only, they have no coordinates.
static bool has_coordinates(const pattern_t *p, const topology_t *t, noc_error_t *error) {
  return t->nodes_per_router > 0 ||
         noc_fail(
             error, NOC_BAD_INPUT,
             SAY_THERE_IS("'%s' on %.60s",
                          "used where every router has the same number of nodes, such as mesh:8x8"),
             p->name, t->name);
}

// Some node sends to another, if there is another.
static bool check_sends(const pattern_t *p, const topology_t *t, noc_error_t *error) {
  uint32_t node = 0;
  while (p->image != NULL && node < t->nodes && p->image(t, node) == node) {
    node++;
  }
  return p->image == NULL || t->nodes == 1 || node < t->nodes ||
         noc_fail(error, NOC_BAD_INPUT,
                  SAY_THERE_IS("'%s' on %.60s, where every node would send to itself", "%s"),
                  p->name, t->name,
                  p->image == tornado
                      ? "used on a topology with 3 routers or more in a dimension, or "
                        "another pattern"
                      : "another pattern, or used on a topology on which this one moves "
                        "packets");
}

static bool check_need(const pattern_t *p, const topology_t *t, noc_error_t *error) {
  switch (p->need) {
    case PATTERN_ANY:
      return true;
    case PATTERN_ALONE:
      return noc_fail(error, NOC_BAD_INPUT,
                      SAY_THERE_IS("'%s' in a list", "given as workload.traffic"), p->name);
    case PATTERN_COORDINATES:
      return has_coordinates(p, t, error);
    case PATTERN_EQUAL_RADICES:
      if (!has_coordinates(p, t, error)) {
        return false;
      }
      for (unsigned d = 0; d < t->dims; d++) {
        if (t->radix[d] != t->radix[t->dims - 1 - d]) {
          return noc_fail(
              error, NOC_BAD_INPUT,
              SAY_THERE_IS("'%s' on %.60s", "used with equal radices, such as mesh:8x8"), p->name,
              t->name);
        }
      }
      return true;
    case PATTERN_POWER_OF_TWO:
      return (t->nodes & (t->nodes - 1)) == 0 ||
             noc_fail(error, NOC_BAD_INPUT,
                      SAY_THERE_IS("'%s' on %u nodes", "used with a power of two of nodes"),
                      p->name, t->nodes);
  }
  return true;
}

bool pattern_check(const pattern_t *p, const topology_t *t, noc_error_t *error) {
  return check_need(p, t, error) && check_sends(p, t, error);
}
