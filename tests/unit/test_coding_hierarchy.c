// test_coding_hierarchy -- the messages of hierarchical broadcasts: a sender has what it sends, every
// node ends with every block, and none is told what it knows.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/coding_hierarchy.h"
#include "network/rng.h"

// What every node knows: of each pair of blocks whether it has their exclusive or, and of each block
// whether it has it. Both are one relation over the blocks and nothing (`nodes`): a set of blocks, and
// nothing, any two of which it could tell from each other.
typedef struct {
  uint32_t nodes;
  uint32_t *group;  // [node * (nodes + 1) + block]: a name of the set that the block is in
  uint64_t received, useless, coded;
  const char *fault;
} knowledge_t;

static uint32_t *sets_of(const knowledge_t *k, uint32_t node) {
  return &k->group[(size_t)node * (k->nodes + 1)];
}

static bool knows(const knowledge_t *k, uint32_t node, uint32_t a, uint32_t b) {
  return sets_of(k, node)[a] == sets_of(k, node)[b];
}

// False if that was known.
static bool learn(knowledge_t *k, uint32_t node, uint32_t a, uint32_t b) {
  uint32_t *sets = sets_of(k, node);
  const uint32_t from = sets[a];
  const uint32_t to = sets[b];
  for (uint32_t i = 0; i <= k->nodes && from != to; i++) {
    sets[i] = sets[i] == from ? to : sets[i];
  }
  return from != to;
}

static bool take(void *context, const coding_message_t *m) {
  knowledge_t *k = context;
  const uint32_t nothing = k->nodes;
  if (m->from >= k->nodes || m->to >= k->nodes || m->blocks == 0 || (m->coded && m->blocks != 2)) {
    k->fault = "a message that makes no sense";
    return false;
  }
  if (m->step == CODING_ENCODE) {
    if (m->from != m->to || !knows(k, m->from, m->block[0], nothing) ||
        !knows(k, m->from, m->block[1], nothing)) {
      k->fault = "encoding what is not there";
    }
    k->coded++;
    return k->fault == NULL;
  }
  if (m->from == m->to) {
    k->fault = "a message to its sender";
    return false;
  }
  for (uint32_t i = 0; i + m->coded < m->blocks; i++) {
    const uint32_t with = m->coded ? m->block[1] : nothing;
    if (!knows(k, m->from, m->block[i], with)) {
      k->fault = "a sender without what it sends";
      return false;
    }
    k->received++;
    k->useless += !learn(k, m->to, m->block[i], with);
  }
  return true;
}

static knowledge_t begin(uint32_t nodes, const node_set_t *sources) {
  knowledge_t k = {.nodes = nodes};
  k.group = malloc((size_t)nodes * (nodes + 1) * sizeof *k.group);
  assert_non_null(k.group);
  for (uint32_t node = 0; node < nodes; node++) {
    for (uint32_t i = 0; i <= nodes; i++) {
      sets_of(&k, node)[i] = i;
    }
  }
  for (uint32_t i = 0; i < sources->count; i++) {
    (void)learn(&k, sources->node[i], sources->node[i], nodes);
  }
  return k;
}

// How many pairs of a node and a source's block are unknown in the end.
static uint64_t missing(const knowledge_t *k, const node_set_t *sources) {
  uint64_t count = 0;
  for (uint32_t node = 0; node < k->nodes; node++) {
    for (uint32_t i = 0; i < sources->count; i++) {
      count += !knows(k, node, sources->node[i], k->nodes);
    }
  }
  return count;
}

typedef struct {
  const char *topology;
  const char *group[2];  // of a scheme with one level, and with two
} network_case_t;

static const network_case_t kNetworks[] = {
    {"mesh:4x4", {"2x2", "4x2,2x1"}},
    {"mesh:6x4", {"3x2", "3x4,3x2"}},
    {"torus:4x6", {"2x3", "4x3,2x3"}},
    {"mesh:4x2x2", {"2x2x1", "4x2x1,2x1x1"}},
    {"torus:4x2@2", {"1x1", "2x2,1x1"}},
    {"ring:12", {"3", "6,2"}},
    {"hypercube:4", {"2x1x2x1", "2x2x2x1,2x1x1x1"}},
    {"mesh:9", {"9", "9,3"}},
};

// Sources: all, a third drawn, one, one whole group.
static void choose(node_set_t *set, uint32_t nodes, unsigned way, uint64_t *draw) {
  set->count = 0;
  for (uint32_t node = 0; node < nodes; node++) {
    const bool chosen = way == 0 || (way == 1 && rng_draw(9, (*draw)++) % 3 == 0) ||
                        (way == 2 && node == nodes - 2) || (way == 3 && node < 4);
    if (chosen) {
      set->node[set->count++] = node;
    }
  }
}

static void run_case(const network_case_t *c, coding_scheme_t scheme, unsigned bases,
                     coding_placement_t placement, unsigned way, bool literal) {
  static uint64_t draw = 0;
  noc_error_t error = {0};
  topology_t *t = topology_create(c->topology, &error);
  assert_non_null(t);
  node_set_t sources = {.node = malloc(t->nodes * sizeof *sources.node)};
  choose(&sources, t->nodes, way, &draw);
  coding_config_t config = {
      .scheme = scheme, .placement = placement, .sources = &sources, .literal = literal};
  for (unsigned i = 0; i < 3; i++) {
    config.base[i] = ((bases >> i) & 1) != 0 ? HOPS_BINOMIAL : HOPS_UNICAST;
  }
  if (!coding_read_group(c->group[scheme == CODING_RECURSIVE], t, &config, &error)) {
    fail_msg("%s", error.text);
  }
  coding_hierarchy_t *h = coding_hierarchy_create(t, &config, &error);
  assert_non_null(h);
  knowledge_t k = begin(t->nodes, &sources);
  if (!coding_hierarchy_visit(h, take, &k, &error)) {
    fail_msg("%s, scheme %d, bases %u, sources %u: %s", c->topology, (int)scheme, bases, way,
             k.fault);
  }
  const uint64_t left = missing(&k, &sources);
  const bool all = sources.count == t->nodes;
  if (literal && !all) {
    assert_true(left > 0 || strcmp(c->group[0], "9") == 0);
  } else if (left > 0 || k.useless > 0 || k.received != (uint64_t)sources.count * (t->nodes - 1)) {
    fail_msg("%s, scheme %d, bases %u, sources %u: %llu missing, %llu useless of %llu", c->topology,
             (int)scheme, bases, way, (unsigned long long)left, (unsigned long long)k.useless,
             (unsigned long long)k.received);
  }
  free(k.group);
  coding_hierarchy_free(h);
  free(sources.node);
  topology_free(t);
}

// Every node ends with every block, and receives no packet more than it lacks blocks.
static void complete(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kNetworks / sizeof kNetworks[0]; i++) {
    for (unsigned k = 0; k < 4 * 8 * 4 * 4; k++) {
      run_case(&kNetworks[i], (coding_scheme_t)(k % 4), (k >> 2) % 8,
               (coding_placement_t)((k >> 5) % 4), k >> 7, false);
    }
  }
}

// Step F as the paper words it: complete if all nodes are sources, and else never with coding.
static void literal(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kNetworks / sizeof kNetworks[0]; i++) {
    run_case(&kNetworks[i], CODING_HNC, 0, CODING_CENTRE, 0, true);
    run_case(&kNetworks[i], CODING_HNC, 7, CODING_CENTRE, 2, true);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(complete), cmocka_unit_test(literal)};
  return cmocka_run_group_tests_name("coding_hierarchy", tests, NULL, NULL);
}
