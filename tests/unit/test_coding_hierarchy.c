// test_coding_hierarchy -- the messages of hierarchical broadcasts: a sender has what it sends,
// every destination decodes every block, none is told what it knows, and only intermediate nodes
// are told what they do not want.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "collective/coding_hierarchy.h"
#include "collective/coding_hops.h"

// Every node's knowledge: whether it has the exclusive or of each pair of blocks, and whether it
// has each block. Both are one relation over the blocks and "nothing" (number `nodes`): two of them
// are in the same set if the node can tell one from the other.
typedef struct {
  uint32_t nodes;
  uint32_t *group;  // [node * (nodes + 1) + block]: a name of the set that the block is in
  // The words that the node holds: blocks by their source; coded packets by the first of their two
  // sources, with the second source and the packet.
  uint64_t *block;   // [node * nodes + source]; 0: not there
  uint32_t *second;  // [node * nodes + first]; `nodes`: none
  uint64_t *packet;  // [node * nodes + first]
  uint64_t received, useless, coded;
  const hops_between_t *between;
  coding_hops_t hops;  // message by message
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

// The block of a source, never 0.
static uint64_t block_of(uint32_t source) {
  return rng_draw(77, source) | 1;
}

// A sender of a raw packet has the block, decoded by itself; of a coded one, the packet as it came.
static bool hand_over(knowledge_t *k, const coding_message_t *m, uint32_t i) {
  const size_t from = (size_t)m->from * k->nodes + m->block[i];
  const size_t to = (size_t)m->to * k->nodes + m->block[i];
  if (!m->coded) {
    k->block[to] = k->block[from];
    return k->block[from] != 0;
  }
  k->second[to] = k->second[from];
  k->packet[to] = k->packet[from];
  return k->second[from] == m->block[1];
}

static bool encode(knowledge_t *k, const coding_message_t *m) {
  const size_t base = (size_t)m->from * k->nodes;
  const uint64_t a = k->block[base + m->block[0]];
  const uint64_t b = k->block[base + m->block[1]];
  k->second[base + m->block[0]] = m->block[1];
  k->packet[base + m->block[0]] = a ^ b;
  k->coded++;
  return m->from == m->to && m->coded && a != 0 && b != 0;
}

// Chains of step G: as long as a packet has one known block it gives the other. False if what it
// gives is wrong.
static bool decode(knowledge_t *k, uint32_t node) {
  uint64_t *block = &k->block[(size_t)node * k->nodes];
  const uint32_t *second = &k->second[(size_t)node * k->nodes];
  bool right = true;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t a = 0; a < k->nodes; a++) {
      const uint32_t b = second[a];
      if (b < k->nodes && (block[a] == 0) != (block[b] == 0)) {
        const uint32_t known = block[a] != 0 ? a : b;
        const uint32_t other = known == a ? b : a;
        block[other] = block[known] ^ k->packet[(size_t)node * k->nodes + a];
        right = right && block[other] == block_of(other);
        more = true;
      }
    }
  }
  return right;
}

static void count(knowledge_t *k, const coding_message_t *m) {
  coding_hops_t *sum = &k->hops;
  sum->encoded[m->level] += m->step == CODING_ENCODE;
  if (m->step == CODING_ENCODE) {
    return;
  }
  noc_error_t error = {0};
  uint32_t hops = 0;
  assert_true(hops_between(k->between, m->from, m->to, &hops, &error));
  const hops_count_t one = {.unicasts = 1, .hops = hops, .max_path = hops};
  const uint64_t flits = m->coded ? 1 : m->blocks;
  assert_true(m->times == 1 && m->flits == flits);
  sum->received[m->level] += m->coded;
  hops_add(&sum->step[m->level][m->step], one, 1, flits);
  if (m->level > 0) {
    hops_add(&sum->step[0][CODING_INTRA], one, 1, flits);
  }
  hops_add(&sum->total, one, 1, flits);
}

static bool take(void *context, const coding_message_t *m) {
  knowledge_t *k = context;
  const uint32_t nothing = k->nodes;
  if (m->from >= k->nodes || m->to >= k->nodes || m->blocks == 0 || (m->coded && m->blocks != 2)) {
    k->fault = "a message that makes no sense";
    return false;
  }
  (void)decode(k, m->from);
  count(k, m);
  if (m->step == CODING_ENCODE) {
    if (!encode(k, m)) {
      k->fault = "encoding what is not there";
    }
    return k->fault == NULL;
  }
  if (m->from == m->to) {
    k->fault = "a message to its sender";
    return false;
  }
  for (uint32_t i = 0; i + m->coded < m->blocks; i++) {
    const uint32_t with = m->coded ? m->block[1] : nothing;
    if (!hand_over(k, m, i) || !knows(k, m->from, m->block[i], with)) {
      k->fault = "a sender without what it sends";
      return false;
    }
    k->received++;
    k->useless += !learn(k, m->to, m->block[i], with);
  }
  return true;
}

static knowledge_t begin(const hops_between_t *between, const node_set_t *sources) {
  const uint32_t nodes = between->nodes;
  const size_t pairs = (size_t)nodes * nodes;
  knowledge_t k = {.nodes = nodes, .between = between};
  k.group = malloc((size_t)nodes * (nodes + 1) * sizeof *k.group);
  k.block = calloc(pairs, sizeof *k.block);
  k.second = malloc(pairs * sizeof *k.second);
  k.packet = calloc(pairs, sizeof *k.packet);
  assert_true(k.group != NULL && k.block != NULL && k.second != NULL && k.packet != NULL);
  for (uint32_t node = 0; node < nodes; node++) {
    for (uint32_t i = 0; i <= nodes; i++) {
      sets_of(&k, node)[i] = i;
    }
  }
  for (size_t i = 0; i < pairs; i++) {
    k.second[i] = nodes;
  }
  for (uint32_t i = 0; i < sources->count; i++) {
    const uint32_t node = sources->node[i];
    (void)learn(&k, node, node, nodes);
    k.block[(size_t)node * nodes + node] = block_of(node);
  }
  return k;
}

static void end(knowledge_t *k) {
  free(k->group);
  free(k->block);
  free(k->second);
  free(k->packet);
}

// How many pairs of a destination and a source's block are not there in the end.
static uint64_t missing(knowledge_t *k, const node_set_t *sources, const node_set_t *to) {
  uint64_t count = 0;
  for (uint32_t i = 0; i < to->count; i++) {
    const uint32_t node = to->node[i];
    assert_true(decode(k, node));
    for (uint32_t j = 0; j < sources->count; j++) {
      const uint32_t source = sources->node[j];
      const bool there = k->block[(size_t)node * k->nodes + source] == block_of(source);
      assert_int_equal(there, knows(k, node, source, k->nodes));
      count += !there;
    }
  }
  return count;
}

static uint32_t count_in(const coding_hierarchy_t *h, uint32_t group, const node_set_t *set) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < coding_hierarchy_group_size(h); i++) {
    count += node_set_contains(set, coding_hierarchy_node(h, group, i));
  }
  return count;
}

// Blocks, coded or not, that have to be sent: those that destinations lack, and what intermediate
// nodes that are none pass on. Of one level.
static uint64_t needed(const coding_hierarchy_t *h, bool coded, const node_set_t *from,
                       const node_set_t *to) {
  uint64_t count = 0;
  for (uint32_t i = 0; i < to->count; i++) {
    count += from->count - node_set_contains(from, to->node[i]);
  }
  for (uint32_t g = 0; g < coding_hierarchy_groups(h); g++) {
    const uint32_t node = coding_hierarchy_intermediate(h, g);
    const uint32_t own = count_in(h, g, from);
    const uint32_t wanted = count_in(h, g, to);
    if (node_set_contains(to, node)) {
      continue;
    }
    if (to->count > wanted && own > coded) {
      count += own - node_set_contains(from, node);
    }
    for (uint32_t other = 0; wanted > 0 && other < coding_hierarchy_groups(h); other++) {
      const uint32_t blocks = count_in(h, other, from);
      count += other != g && blocks > coded ? blocks - coded : 0;
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
    {"torus:6x2x2", {"3x1x2", "3x2x2,1x2x1"}},
    // By lists.
    {"mesh:4x4",
     {"0-2,7;3-6;8,12,9,15;14,13,11,10",
      "0,2,4-9;1,3,10-15|3,1;4,0;2,5;9,8;6-7;10,13;11,12;14-15"}},
    {"octagon:8", {"4", "4|2"}},
    {"octagon:8@2", {"0,15,7,3;1-2,5-6;4,8-10;11-14", "8|1,3,5,7;6,4,2,0;9-12;8,13-15"}},
    {"fattree:k=2,n=3", {"0,4;1,5;2,6;3,7", "0,4,1,5;2,6,3,7|0,1;2-3;7,6;4-5"}},
    {"irregular:switches=5,ports=6,hosts=9", {"8,0-1;7,3,2;4-6", "0-8|8,0-1;7,3,2;4-6"}},
    {"h3dm:m=2,n=2,levels=1,q=0", {"4", NULL}},
};

// All, a third drawn, one, one stretch, half of them drawn, all but one.
enum { WAYS = 6 };
static void choose(node_set_t *set, uint32_t nodes, unsigned way, uint64_t *draw) {
  set->count = 0;
  const uint32_t one = (uint32_t)(rng_draw(8, (*draw)++) % nodes);
  for (uint32_t node = 0; node < nodes; node++) {
    const uint64_t random = rng_draw(9, (*draw)++);
    const bool chosen = way == 0 || (way == 1 && random % 3 == 0) || (way == 2 && node == one) ||
                        (way == 3 && node < 4) || (way == 4 && random % 2 == 0) ||
                        (way == 5 && node != one);
    if (chosen) {
      set->node[set->count++] = node;
    }
  }
  if (set->count == 0) {
    set->node[set->count++] = one;
  }
}

// The choices that make up a case.
typedef struct {
  coding_scheme_t scheme;
  unsigned bases;  // a bit a step: binomial
  coding_placement_t placement;
  unsigned from, to;  // ways
  bool literal;
} choice_t;

static void check(const char *name, const choice_t *c, const coding_hierarchy_t *h, knowledge_t *k,
                  const node_set_t *from, const node_set_t *to) {
  noc_error_t error = {0};
  if (!coding_hierarchy_visit(h, take, k, &error)) {
    fail_msg("%s, scheme %d, bases %u, from %u, to %u: %s", name, (int)c->scheme, c->bases, c->from,
             c->to, k->fault);
  }
  const uint64_t left = missing(k, from, to);
  if (c->literal) {
    // All blocks arrive if the sources are whole groups: each group is a source as a whole or not
    // at all.
    bool whole = true;
    for (uint32_t g = 0; g < coding_hierarchy_groups(h) && coding_hierarchy_groups(h) > 1; g++) {
      const uint32_t sources = count_in(h, g, from);
      whole = whole && (sources == 0 || sources == coding_hierarchy_group_size(h));
    }
    assert_true(whole ? left == 0 : left > 0 || to->count < k->nodes);
    return;
  }
  const bool coded = coding_scheme_codes(c->scheme);
  const uint64_t blocks = needed(h, coded, from, to);
  const bool exact = c->scheme != CODING_RECURSIVE || to->count == k->nodes;
  if (left > 0 || k->useless > 0 || (exact && k->received != blocks)) {
    fail_msg(
        "%s, scheme %d, bases %u, placement %d, from %u, to %u: %llu missing, %llu useless of "
        "%llu, %llu needed",
        name, (int)c->scheme, c->bases, (int)c->placement, c->from, c->to, (unsigned long long)left,
        (unsigned long long)k->useless, (unsigned long long)k->received,
        (unsigned long long)blocks);
  }
}

static bool same(const hops_count_t *a, const hops_count_t *b) {
  return a->unicasts == b->unicasts && a->hops == b->hops && a->flit_hops == b->flit_hops &&
         a->max_path == b->max_path;
}

// The hops that coding_hops() counts are those that were sent.
static void check_hops(const char *name, const choice_t *c, const coding_config_t *config,
                       const knowledge_t *k) {
  noc_error_t error = {0};
  coding_hops_t hops;
  assert_true(coding_hops_count(k->between->routing, config, &hops, &error));
  if (coding_hops_is_closed(k->between->routing->topology, config)) {
    coding_hops_t closed;
    assert_true(coding_hops(k->between->routing->topology, config, &closed, &error));
    assert_true(same(&closed.total, &hops.total));
  }
  bool equal = same(&hops.total, &k->hops.total);
  for (unsigned level = 0; level < CODING_LEVELS; level++) {
    equal = equal && hops.encoded[level] == k->hops.encoded[level] &&
            hops.received[level] == k->hops.received[level];
    for (unsigned i = 0; i < CODING_STEPS; i++) {
      equal = equal && same(&hops.step[level][i], &k->hops.step[level][i]);
    }
  }
  if (!equal) {
    fail_msg("%s, scheme %d, bases %u, from %u, to %u: %llu hops, %llu counted", name,
             (int)c->scheme, c->bases, c->from, c->to, (unsigned long long)k->hops.total.hops,
             (unsigned long long)hops.total.hops);
  }
}

static void run_case(const network_case_t *n, const hops_between_t *between, const choice_t *c) {
  static uint64_t draw = 0;
  const topology_t *t = between->routing->topology;
  const char *group = n->group[c->scheme == CODING_RECURSIVE];
  if (group == NULL) {
    return;
  }
  noc_error_t error = {0};
  node_set_t from = {.node = malloc(t->nodes * sizeof *from.node)};
  node_set_t to = {.node = malloc(t->nodes * sizeof *to.node)};
  assert_true(from.node != NULL && to.node != NULL);
  if (from.node == NULL || to.node == NULL) {
    abort();  // never: the analyser does not know that an assertion ends the test
  }
  choose(&from, t->nodes, c->from, &draw);
  choose(&to, t->nodes, c->to, &draw);
  coding_config_t config = {.scheme = c->scheme,
                            .placement = c->placement,
                            .sources = &from,
                            .destinations = &to,
                            .between = between,
                            .literal = c->literal};
  for (unsigned i = 0; i < 3; i++) {
    config.base[i] = ((c->bases >> i) & 1) != 0 ? HOPS_BINOMIAL : HOPS_UNICAST;
  }
  if (!coding_read_group(group, t, &config, &error)) {
    fail_msg("%s", error.text);
  }
  coding_hierarchy_t *h = coding_hierarchy_create(t, &config, &error);
  assert_non_null(h);
  knowledge_t k = begin(between, &from);
  check(n->topology, c, h, &k, &from, &to);
  check_hops(n->topology, c, &config, &k);
  end(&k);
  coding_hierarchy_free(h);
  coding_config_free(&config);
  free(from.node);
  free(to.node);
}

// All choices of `count` on all networks.
static void run_all(choice_t (*choose_case)(unsigned k), unsigned count) {
  for (size_t i = 0; i < sizeof kNetworks / sizeof kNetworks[0]; i++) {
    noc_error_t error = {0};
    topology_t *t = topology_create(kNetworks[i].topology, &error);
    assert_non_null(t);
    routing_t *r = routing_create(t, NULL, NULL, false, &error);
    assert_non_null(r);
    hops_between_t *between = hops_between_create(r, &error);
    assert_non_null(between);
    for (unsigned k = 0; k < count; k++) {
      const choice_t c = choose_case(k);
      run_case(&kNetworks[i], between, &c);
    }
    hops_between_free(between);
    routing_free(r);
    topology_free(t);
  }
}

// Every destination ends with every block, and no packet is sent that need not be.
static choice_t complete_case(unsigned k) {
  return (choice_t){.scheme = (coding_scheme_t)(k % 4),
                    .bases = (k >> 2) % 8,
                    .placement = (coding_placement_t)((k >> 5) % 4),
                    .from = (k >> 7) % WAYS,
                    .to = (k >> 7) / WAYS};
}

static void complete(void **state) {
  (void)state;
  run_all(complete_case, 4 * 8 * 4 * WAYS * WAYS);
}

// Step F as the paper words it: complete if groups are sources as a whole.
static choice_t literal_case(unsigned k) {
  return (choice_t){.scheme = CODING_HNC,
                    .bases = k % 2 == 0 ? 0 : 7,
                    .placement = CODING_CENTRE,
                    .from = k % WAYS,
                    .to = k / WAYS,
                    .literal = true};
}

static void literal(void **state) {
  (void)state;
  run_all(literal_case, WAYS * WAYS);
}

// The raw packets of step F, from group 0 of mesh:4x2 in groups of 2x2 to nodes 2, 3 and 7 at the
// places 0, 1 and 3: node 0 has no block of its own, and neither source nor destination; node 1 is
// a source, node 5, the intermediate, has both from step B. Node 6, at place 2, is none.
typedef struct {
  unsigned count;
  uint32_t from[8], to[8], block[8];
} raw_t;

static bool take_raw(void *context, const coding_message_t *m) {
  raw_t *raw = context;
  if (m->step == CODING_UNICAST) {
    assert_true(raw->count < 8);
    raw->from[raw->count] = m->from;
    raw->to[raw->count] = m->to;
    raw->block[raw->count++] = m->block[0];
  }
  return true;
}

static void raw_senders(void **state) {
  (void)state;
  noc_error_t error = {0};
  topology_t *t = topology_create("mesh:4x2", &error);
  uint32_t sources[] = {1, 4};
  uint32_t destinations[] = {2, 3, 7};
  const node_set_t from = {sources, 2};
  const node_set_t to = {destinations, 3};
  coding_config_t config = {.sources = &from, .destinations = &to};
  const coding_text_t text = {"2x2", NULL, "1,1"};
  const char *key = NULL;
  raw_t raw = {0};
  assert_non_null(t);
  assert_true(coding_config_read(&config, &text, t, NULL, &key, &error));
  coding_hierarchy_t *h = coding_hierarchy_create(t, &config, &error);
  assert_non_null(h);
  assert_true(coding_hierarchy_visit(h, take_raw, &raw, &error));
  const raw_t expected = {3, {1, 1, 5}, {2, 3, 7}, {1, 1, 1}};
  assert_memory_equal(&raw, &expected, sizeof raw);
  coding_hierarchy_free(h);
  topology_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(complete), cmocka_unit_test(literal),
                                     cmocka_unit_test(raw_senders)};
  return cmocka_run_group_tests_name("coding_hierarchy", tests, NULL, NULL);
}
