// test_coded_plans -- the plans of hierarchical schemes, carried out without a network: every
// operation in the order of its requirements, with sets of blocks for data. Every destination ends
// with every block; messages, encodings and decodings are as many as docs/coding.md says; what the
// plan says of names and slots is what comes out; and the plan survives as GOAL text.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "collective/coding_hops.h"
#include "collective/scheme.h"
#include "routing/routing.h"

typedef struct {
  const char *topology, *collective, *scheme, *from, *to, *group, *base, *intermediate;
} case_t;

typedef struct {
  const case_t *c;
  topology_t *t;
  participants_t p;
  plan_t *plan;
} run_t;

static run_t compile(const case_t *c) {
  run_t r = {.c = c};
  noc_error_t error = {0};
  const char *key = NULL;
  const coding_text_t text = {c->group, c->base, c->intermediate};
  r.t = topology_create(c->topology, &error);
  assert_non_null(r.t);
  if (!participants_of(r.t, c->collective, c->scheme, c->from, c->to, &r.p, &key, &error) ||
      !participants_code(&r.p, c->scheme, &text, &key, &error)) {
    fail_msg("%s %s: %s: %s", c->topology, c->group, key, error.text);
  }
  r.p.flits = 2;
  r.plan = collective_plan(c->collective, c->scheme, &r.p, &error);
  if (r.plan == NULL) {
    fail_msg("%s %s: %s", c->topology, c->group, error.text);
  }
  return r;
}

static void run_free(run_t *r) {
  plan_free(r->plan);
  participants_free(&r->p);
  topology_free(r->t);
}

// --- carrying out --------------------------------------------------------------------------------

// Bits of blocks: [op * words]. Of a join all that it has, one bit each.
typedef struct {
  const plan_t *p;
  size_t words;
  uint64_t *data;
  uint32_t *waits, *stack;
  bool *done;
  uint32_t depth, complete;
} machine_t;

static uint64_t *data_of(const machine_t *m, uint32_t i) {
  return &m->data[(size_t)i * m->words];
}

static void combine(const machine_t *m, uint32_t into, uint32_t item) {
  assert_true(m->done[item]);
  for (size_t w = 0; w < m->words; w++) {
    data_of(m, into)[w] ^= data_of(m, item)[w];
  }
}

static void carry_out(machine_t *m, uint32_t i) {
  const plan_op_t *op = &m->p->op[i];
  switch ((plan_kind_t)op->kind) {
    case PLAN_SEND:
      assert_true(op->source != kPlanNone && m->p->op[op->source].node == op->node);
      combine(m, i, op->source);
      break;
    case PLAN_RECEIVE:
      assert_true(m->p->op[op->match].peer == op->node && m->p->op[op->match].node == op->peer);
      combine(m, i, op->match);
      break;
    case PLAN_BLOCK:
      assert_int_equal(op->tag, op->node);
      data_of(m, i)[op->tag / 64] |= UINT64_C(1) << op->tag % 64;
      break;
    case PLAN_XOR:
      combine(m, i, op->source);
      combine(m, i, op->peer);
      break;
    case PLAN_JOIN:
      for (uint32_t k = 0; k < op->peer; k++) {
        combine(m, i, m->p->part[op->tag + k]);
      }
      break;
    case PLAN_CALCULATE:
    case PLAN_MULTICAST:
    case PLAN_COPY:
      fail();
  }
  m->done[i] = true;
  m->complete++;
}

static void count_down(machine_t *m, uint32_t i) {
  if (--m->waits[i] == 0) {
    m->stack[m->depth++] = i;
  }
}

static machine_t execute(const plan_t *p, uint32_t nodes) {
  machine_t m = {.p = p, .words = (nodes + 63) / 64};
  m.data = calloc(p->ops * m.words + 1, sizeof *m.data);
  m.waits = calloc(p->ops + 1, sizeof *m.waits);
  m.stack = calloc(p->ops + 1, sizeof *m.stack);
  m.done = calloc(p->ops + 1, sizeof *m.done);
  assert_true(m.data && m.waits && m.stack && m.done);
  plan_count_required(p, m.waits);
  for (uint32_t i = 0; i < p->ops; i++) {
    m.waits[i] += p->op[i].kind == PLAN_RECEIVE;
    if (m.waits[i] == 0) {
      m.stack[m.depth++] = i;
    }
  }
  while (m.depth > 0) {
    const uint32_t i = m.stack[--m.depth];
    carry_out(&m, i);
    for (uint32_t s = p->op[i].successors; s < p->op[i + 1].successors; s++) {
      count_down(&m, p->successor[s]);
    }
    if (p->op[i].kind == PLAN_SEND) {
      count_down(&m, p->op[i].match);
    }
  }
  assert_int_equal(m.complete, p->ops);
  return m;
}

static void machine_free(machine_t *m) {
  free(m->data);
  free(m->waits);
  free(m->stack);
  free(m->done);
}

static unsigned blocks_in(const machine_t *m, uint32_t i) {
  unsigned count = 0;
  for (size_t w = 0; w < m->words; w++) {
    count += (unsigned)__builtin_popcountll(data_of(m, i)[w]);
  }
  return count;
}

static bool has(const machine_t *m, uint32_t i, uint32_t block) {
  return (data_of(m, i)[block / 64] >> block % 64 & 1) != 0;
}

// --- what must come out --------------------------------------------------------------------------

// A join somewhere before this operation: then it carries many blocks side by side.
static uint32_t origin_of(const plan_t *p, uint32_t i) {
  while (p->op[i].kind == PLAN_SEND || p->op[i].kind == PLAN_RECEIVE) {
    i = p->op[i].kind == PLAN_SEND ? p->op[i].source : p->op[i].match;
  }
  return i;
}

static bool is_joined(const plan_t *p, uint32_t i) {
  return p->op[origin_of(p, i)].kind == PLAN_JOIN;
}

// Every node of `to` has every block of `from`, and none of its items was made for nothing.
static void check_blocks(const run_t *r, const machine_t *m) {
  const uint32_t nodes = r->t->nodes;
  uint8_t *known = calloc((size_t)nodes * nodes, 1);
  assert_non_null(known);
  for (uint32_t i = 0; i < r->plan->ops; i++) {
    const plan_op_t *op = &r->plan->op[i];
    const bool raw = op->kind != PLAN_SEND && (is_joined(r->plan, i) || blocks_in(m, i) == 1);
    for (uint32_t block = 0; raw && op->kind != PLAN_JOIN && block < nodes; block++) {
      known[(size_t)op->node * nodes + block] += has(m, i, block);
    }
  }
  for (uint32_t k = 0; k < r->p.to.count; k++) {
    for (uint32_t b = 0; b < r->p.from.count; b++) {
      const uint32_t node = r->p.to.node[k];
      const uint32_t block = r->p.from.node[b];
      if (known[(size_t)node * nodes + block] != 1) {
        fail_msg("%s, %s, groups %s, from %s to %s: node %u has block %u %u times", r->c->topology,
                 r->c->scheme, r->c->group, r->c->from, r->c->to, node, block,
                 known[(size_t)node * nodes + block]);
      }
    }
  }
  free(known);
}

static void check_names(const run_t *r, const machine_t *m) {
  const plan_t *p = r->plan;
  const plan_coding_t *c = p->coding;
  assert_true(c->names <= r->t->nodes);
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_data_t *d = &c->data[i];
    const uint32_t origin = origin_of(p, i);
    if (is_joined(p, i)) {
      assert_int_equal(d->origin, origin);
      assert_int_equal(p->op[i].size, blocks_in(m, i) * c->part_flits);
      continue;
    }
    const unsigned blocks = blocks_in(m, i);
    assert_in_range(blocks, 1, 2);
    assert_true(has(m, i, d->name_a));
    assert_int_equal(d->name_b == kPlanNone, blocks == 1);
    assert_int_equal(d->origin, blocks == 1 ? c->maker[d->name_a] : kPlanNone);
    assert_true(blocks == 1 || (has(m, i, d->name_b) && d->name_a < d->name_b));
    assert_int_equal(p->op[i].size, r->p.flits);
  }
}

// How often each item is used, and whether by an exclusive or.
static void check_slots(const run_t *r) {
  const plan_t *p = r->plan;
  const plan_coding_t *c = p->coding;
  uint32_t *uses = calloc(p->ops + 1, sizeof *uses);
  bool *operand = calloc(p->ops + 1, sizeof *operand);
  uint8_t *taken = calloc((size_t)p->nodes * (c->slots + 1), 1);
  assert_true(uses && operand && taken);
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    if (op->kind == PLAN_SEND || op->kind == PLAN_XOR) {
      uses[op->source]++;
      operand[op->source] |= op->kind == PLAN_XOR;
    }
    if (op->kind == PLAN_XOR) {
      uses[op->peer]++;
      operand[op->peer] = true;
    }
  }
  uint32_t xors = 0;
  uint32_t slots = 0;
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    const uint32_t slot = c->data[i].slot;
    const bool coded = c->data[i].name_b != kPlanNone;
    xors += op->kind == PLAN_XOR;
    if (op->kind == PLAN_SEND) {
      assert_int_equal(slot, 0);
      continue;
    }
    const bool needs = operand[i] || op->kind == PLAN_XOR || (op->kind == PLAN_RECEIVE && coded);
    assert_int_equal(slot > 0, needs);
    if (slot == 0) {
      continue;
    }
    assert_true(slot < c->slots);
    slots = slot + 1 > slots ? slot + 1 : slots;
    const bool in_place = op->kind == PLAN_XOR && c->data[op->source].slot == slot;
    if (in_place) {
      assert_int_equal(p->op[op->source].kind, PLAN_RECEIVE);
      assert_int_equal(uses[op->source], 1);
    } else {
      assert_int_equal(taken[(size_t)op->node * c->slots + slot]++, 0);
    }
  }
  assert_int_equal(slots, c->slots);
  assert_int_equal(xors, c->xors);
  assert_int_equal(c->longest, xors > 0 ? r->p.flits : 0);
  free(uses);
  free(operand);
  free(taken);
}

static unsigned step_of(const run_t *r, unsigned level, coding_step_t step) {
  static const char *const kOuter[] = {"intra", "", "inter", "distribute", "unicast"};
  static const char *const kInner[] = {"intra.intra", "", "intra.inter", "intra.distribute",
                                       "intra.unicast"};
  const bool inner = r->p.coding.levels > 1 && level > 0;
  unsigned i = 0;
  while (i < r->plan->steps &&
         strcmp(r->plan->step_name[i], (inner ? kInner : kOuter)[step]) != 0) {
    i++;
  }
  return i;
}

// The packets that are decoded if there is one level: a destination gets one raw packet of another
// group, and decodes the rest.
static uint64_t to_decode(const run_t *r, const coding_config_t *config) {
  noc_error_t error = {0};
  coding_hierarchy_t *h = coding_hierarchy_create(r->t, config, &error);
  assert_non_null(h);
  uint64_t sum = 0;
  for (uint32_t g = 0; g < coding_hierarchy_groups(h); g++) {
    uint32_t sources = 0;
    uint32_t outside = r->p.to.count;
    for (uint32_t i = 0; i < coding_hierarchy_group_size(h); i++) {
      const uint32_t node = coding_hierarchy_node(h, g, i);
      sources += node_set_contains(&r->p.from, node);
      outside -= node_set_contains(&r->p.to, node);
    }
    sum += sources > 0 ? (uint64_t)outside * (sources - 1) : 0;
  }
  coding_hierarchy_free(h);
  return coding_scheme_codes(config->scheme) ? sum : 0;
}

// Sends of each step are those of the hop analysis, and so are encodings and decodings.
static void check_counts(const run_t *r, const machine_t *m) {
  const plan_t *p = r->plan;
  uint32_t sends[PLAN_NO_STEP + 1] = {0};
  uint64_t encodings = 0;
  uint64_t decodings = 0;
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    sends[p->step[i]] += op->kind == PLAN_SEND;
    assert_int_equal(p->step[i] == PLAN_NO_STEP, op->kind == PLAN_BLOCK);
    assert_true(p->step[i] < p->steps || p->step[i] == PLAN_NO_STEP);
    encodings += op->kind == PLAN_XOR && blocks_in(m, i) == 2;
    decodings += op->kind == PLAN_XOR && blocks_in(m, i) == 1;
  }
  noc_error_t error = {0};
  coding_config_t config = r->p.coding;
  config.sources = &r->p.from;
  config.destinations = &r->p.to;
  coding_hops_t hops;
  routing_t *routing = routing_create(r->t, NULL, NULL, false, &error);
  assert_true(coding_hops_count(routing, &config, &hops, &error));
  uint64_t encoded = 0;
  uint64_t received = 0;
  for (unsigned level = 0; level < config.levels; level++) {
    encoded += hops.encoded[level];
    received += hops.received[level];
    for (unsigned k = 0; k < CODING_STEPS; k++) {
      const bool within = k == CODING_INTRA && level + 1 < config.levels;
      if (k != CODING_ENCODE && !within) {
        const unsigned step = step_of(r, level, (coding_step_t)k);
        assert_int_equal(step < p->steps ? sends[step] : 0, hops.step[level][k].unicasts);
      }
    }
  }
  assert_int_equal(encodings, encoded);
  // Intermediate nodes that are no destinations pass packets on only.
  assert_true(decodings <= received);
  if (r->p.to.count == r->t->nodes) {
    assert_int_equal(decodings, received);
  }
  if (config.levels == 1) {
    assert_int_equal(decodings, to_decode(r, &config));
  }
  routing_free(routing);
  assert_true(collective_find_pair(r->c->collective, r->c->scheme)->messages(&r->p) ==
              (double)hops.total.unicasts);
}

static char *as_goal(const plan_t *plan) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_true(plan_write_goal(plan, 64, out));
  assert_int_equal(fclose(out), 0);
  return text;
}

static void check_goal(const run_t *r) {
  noc_error_t error = {0};
  char *text = as_goal(r->plan);
  FILE *in = fmemopen(text, strlen(text), "r");
  plan_t *again = plan_read_stream(in, "goal", 64, r->t->nodes, &error);
  (void)fclose(in);
  assert_string_equal(error.text, "");
  assert_non_null(again);
  char *twice = as_goal(again);
  assert_string_equal(text, twice);
  assert_int_equal(again->ops, r->plan->ops);
  assert_int_equal(again->edges, r->plan->edges);
  assert_int_equal(again->coding->xors, r->plan->coding->xors);
  assert_int_equal(again->coding->slots, r->plan->coding->slots);
  assert_int_equal(again->coding->part_flits, r->plan->coding->part_flits);
  plan_free(again);
  free(text);
  free(twice);
}

static void check(const case_t *c) {
  run_t r = compile(c);
  machine_t m = execute(r.plan, r.t->nodes);
  check_blocks(&r, &m);
  check_names(&r, &m);
  check_slots(&r);
  check_counts(&r, &m);
  check_goal(&r);
  machine_free(&m);
  run_free(&r);
}

// --- cases ---------------------------------------------------------------------------------------

static const struct {
  const char *topology, *group, *groups;
} kNetworks[] = {
    {"mesh:4x4", "2x2", "4x2,2x1"},
    {"mesh:6x4", "3x2", "3x4,3x2"},
    {"torus:4x6", "2x3", "4x3,2x3"},
    {"mesh:4x2x2", "2x2x1", "4x2x1,2x1x1"},
    {"torus:4x2@2", "1x1", "2x2,1x1"},
    {"ring:12", "3", "6,2"},
    {"hypercube:4", "2x1x2x1", "2x2x2x1,2x1x1x1"},
    {"mesh:9", "9", "9,3"},
    {"mesh:8x8", "8x1", "4x4,2x2"},
    {"mesh:1x6", "1x2", "1x6,1x3"},
};

static const char *const kSchemes[] = {"hnc", "hnc-recursive", "hierarchy", "combining"};
static const char *const kBases[] = {"unicast", "binomial", "binomial,unicast,binomial"};
static const char *const kPlaces[] = {"best", "centre", "corner", "inner"};
static const char *const kFrom[] = {"0-%u", "%u", "1,3-5", "0-2,%u", "0-%u", "3-4,%u"};
static const char *const kTo[] = {"0-%u", "0-%u", "0-%u", "0-%u", "2,4,%u", "0-1,3,%u"};

enum { SETS = sizeof kFrom / sizeof kFrom[0] };

static void test_all(void **state) {
  (void)state;
  unsigned draw = 0;
  for (size_t n = 0; n < sizeof kNetworks / sizeof kNetworks[0]; n++) {
    noc_error_t error = {0};
    topology_t *t = topology_create(kNetworks[n].topology, &error);
    for (unsigned k = 0; k < 4 * 3 * SETS; k++) {
      char from[32];
      const char *scheme = kSchemes[k % 4];
      const bool two = strcmp(scheme, "hnc-recursive") == 0;
      char to[32];
      (void)snprintf(from, sizeof from, kFrom[k / 12], t->nodes - 1);
      (void)snprintf(to, sizeof to, kTo[k / 12], t->nodes - 1);
      const case_t c = {.topology = kNetworks[n].topology,
                        .collective = "allgather",
                        .scheme = scheme,
                        .from = from,
                        .to = to,
                        .group = two ? kNetworks[n].groups : kNetworks[n].group,
                        .base = kBases[k / 4 % 3],
                        .intermediate = kPlaces[rng_draw(7, draw++) % 4]};
      check(&c);
    }
    topology_free(t);
  }
}

// G (M - 1) encodings and N (N - M - G + 1) decodings, as docs/coding.md has them.
static void test_operations(void **state) {
  (void)state;
  static const case_t kCase = {"mesh:8x8", "allgather", "hnc",      NULL,
                               NULL,       "4x2",       "binomial", "centre"};
  run_t r = compile(&kCase);
  assert_int_equal(r.plan->coding->xors, 8 * 7 + 64 * (64 - 8 - 8 + 1));
  assert_int_equal(r.plan->steps, 4);
  run_free(&r);
}

static void test_one_to_many(void **state) {
  (void)state;
  for (unsigned i = 0; i < 2; i++) {
    const case_t c = {
        "mesh:6x4", i == 0 ? "broadcast" : "multicast", "hierarchy", "9", i == 0 ? NULL : "0-23",
        "3x2",      i == 0 ? "unicast" : "binomial",    "corner"};
    check(&c);
  }
}

// Groups as lists of nodes, also where there are no coordinates.
static void test_lists(void **state) {
  (void)state;
  static const char *const kGroups[] = {"0-3;4-7", "0,2,4,6;1,3,5,7", "7,0;6,1;5,2;4,3"};
  static const char *const kTopologies[] = {"mesh:4x2", "octagon:8"};
  for (unsigned i = 0; i < 2 * 3 * 3; i++) {
    const char *scheme = kSchemes[i % 3 == 0 ? 0 : i % 3 + 1];  // not hnc-recursive
    const case_t c = {
        kTopologies[i / 9],        "allgather",        scheme,     i % 2 == 0 ? NULL : "0-4",
        i % 2 == 0 ? NULL : "2-6", kGroups[i / 3 % 3], "binomial", "best"};
    check(&c);
  }
}

// If nothing is said about groups, they are the best ones.
static void test_best(void **state) {
  (void)state;
  for (unsigned i = 0; i < 4; i++) {
    const case_t c = {"torus:4x4", "allgather", kSchemes[i], NULL, NULL, NULL, NULL, NULL};
    check(&c);
  }
}

// The best for those who take part: as `nocstep hops` finds them.
static void test_best_of_some(void **state) {
  (void)state;
  static const case_t kCase = {.topology = "mesh:8x4",
                               .collective = "allgather",
                               .scheme = "hnc",
                               .from = "0-7",
                               .to = "0-31"};
  run_t r = compile(&kCase);
  assert_int_equal(r.p.coding.side[0][0], 4);
  assert_int_equal(r.p.coding.side[0][1], 2);
  run_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all),         cmocka_unit_test(test_operations),
      cmocka_unit_test(test_one_to_many), cmocka_unit_test(test_lists),
      cmocka_unit_test(test_best),        cmocka_unit_test(test_best_of_some),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
