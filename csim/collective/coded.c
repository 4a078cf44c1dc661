// coded -- the hierarchical schemes with and without network coding (docs/coding.md) as plans:
// every message of coding_hierarchy_visit() with the item that it passes on, the exclusive ors of
// step C, and those of step G as soon as a raw packet has come: upwards and downwards from its
// block.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "collective/coding_hierarchy.h"
#include "collective/scheme.h"
#include "collective/schemes.h"

// The steps that send, of a scheme with one level, and of one with two: there the first four are
// those of the level within. Without coding there is no last one.
static const char *const kSteps[] = {"intra", "inter", "distribute", "unicast"};
static const char *const kStepsOfTwo[] = {"intra.intra",   "intra.inter", "intra.distribute",
                                          "intra.unicast", "inter",       "distribute",
                                          "unicast"};
static const char *const kStepsBeside[] = {"intra and unicast", "inter", "distribute"};
enum { STEPS_OF_BESIDE = sizeof kStepsBeside / sizeof kStepsBeside[0] };

// The data of the nodes, as items of the plan: [node * sources + place of the block in `from`].
typedef struct {
  plan_t *plan;
  const participants_t *p;
  uint32_t nodes, sources;
  unsigned levels;
  uint32_t *place;  // [nodes] of a block
  uint32_t *raw;
  // Packets with several blocks, by the first of these: coded ones of a level, or joined ones.
  uint32_t *packet[CODING_LEVELS];
  // The blocks before and behind a block in coded packets of a level.
  uint32_t *before[CODING_LEVELS], *behind[CODING_LEVELS];  // [nodes]
  uint32_t *parts;                                          // [nodes] of a join
  // A plan has its steps in order, so with F beside B the messages are visited three times: for B
  // and C with F, then for D and E, then for G.
  bool beside;
  enum { FIRST_STEP, OTHER_STEPS, DECODING, VISITS } visit;
} compiler_t;

static uint32_t *raw_at(const compiler_t *c, uint32_t node, uint32_t block) {
  return &c->raw[(size_t)node * c->sources + c->place[block]];
}

static uint32_t *packet_at(const compiler_t *c, unsigned level, uint32_t node, uint32_t block) {
  return &c->packet[level][(size_t)node * c->sources + c->place[block]];
}

static unsigned step_of(const compiler_t *c, const coding_message_t *m) {
  static const uint8_t kOf[CODING_STEPS] = {[CODING_INTRA] = 0,
                                            [CODING_ENCODE] = 0,
                                            [CODING_INTER] = 1,
                                            [CODING_DISTRIBUTE] = 2,
                                            [CODING_UNICAST] = 3};
  const bool outer = c->levels > 1 && m->level == 0;
  const bool first = c->beside && m->step == CODING_UNICAST;
  return (first ? 0u : kOf[m->step]) + (outer ? 3u : 0u);
}

// Is this message of the visit?
static bool is_visited(const compiler_t *c, const coding_message_t *m) {
  if (!c->beside) {
    return true;
  }
  return c->visit == DECODING ? m->step == CODING_UNICAST
                              : (step_of(c, m) == 0) == (c->visit == FIRST_STEP);
}

static void encode(const compiler_t *c, const coding_message_t *m) {
  const uint32_t a = m->block[0];
  const uint32_t b = m->block[1];
  const uint32_t first = *raw_at(c, m->from, a);
  const uint32_t second = *raw_at(c, m->from, b);
  assert(first != kPlanNone && second != kPlanNone);
  *packet_at(c, m->level, m->from, a) = plan_xor(c->plan, m->from, c->p->flits, first, second);
  c->behind[m->level][a] = b;
  c->before[m->level][b] = a;
}

// Decodes everything behind and before a block that has come, from what a node has raw and coded.
static void decode(const compiler_t *c, unsigned level, uint32_t node, uint32_t block) {
  const uint32_t *const kWays[] = {c->behind[level], c->before[level]};
  for (unsigned up = 0; up < 2; up++) {
    uint32_t known = block;
    for (uint32_t next = kWays[up][known]; next != kPlanNone; next = kWays[up][known]) {
      const uint32_t coded = *packet_at(c, level, node, up == 0 ? known : next);
      if (coded == kPlanNone || *raw_at(c, node, next) != kPlanNone) {
        break;
      }
      *raw_at(c, node, next) = plan_xor(c->plan, node, c->p->flits, coded, *raw_at(c, node, known));
      known = next;
    }
  }
}

// Joins the blocks of a group, one behind the other, where its intermediate node sends them.
static uint32_t join(const compiler_t *c, const coding_message_t *m) {
  for (uint32_t k = 0; k < m->blocks; k++) {
    c->parts[k] = *raw_at(c, m->from, m->block[k]);
    assert(c->parts[k] != kPlanNone);
  }
  return plan_join(c->plan, m->from, c->parts, m->blocks);
}

static bool take(void *context, const coding_message_t *m) {
  const compiler_t *c = context;
  const uint32_t block = m->block[0];
  if (!is_visited(c, m)) {
    return true;
  }
  if (c->beside && c->visit == DECODING) {
    plan_set_step(c->plan, STEPS_OF_BESIDE - 1);
    decode(c, m->level, m->to, block);
    return !c->plan->short_of_memory;
  }
  plan_set_step(c->plan, step_of(c, m));
  if (m->step == CODING_ENCODE) {
    encode(c, m);
    return !c->plan->short_of_memory;
  }
  const bool raw = m->blocks == 1;
  uint32_t *item = raw ? raw_at(c, m->from, block) : packet_at(c, m->level, m->from, block);
  if (!raw && !m->coded && *item == kPlanNone) {
    *item = join(c, m);
  }
  assert(c->plan->short_of_memory || *item != kPlanNone);
  const uint32_t flits = c->p->flits * (m->coded ? 1 : m->blocks);
  const uint32_t tag = block + (m->coded ? c->nodes : 0);
  const uint32_t got = plan_pass_item(c->plan, m->from, m->to, flits, tag, *item);
  uint32_t *here = raw ? raw_at(c, m->to, block) : packet_at(c, m->level, m->to, block);
  *here = *here == kPlanNone ? got : *here;
  if (raw && m->step == CODING_UNICAST && !c->beside) {
    decode(c, m->level, m->to, block);
  }
  return !c->plan->short_of_memory;
}

static bool start(compiler_t *c, plan_t *plan, const participants_t *p) {
  const uint32_t nodes = p->topology->nodes;
  *c = (compiler_t){.plan = plan,
                    .p = p,
                    .nodes = nodes,
                    .sources = p->from.count,
                    .levels = p->coding.levels,
                    .beside = p->coding.beside};
  const uint32_t all = nodes * c->sources;  // collective_plan() has refused what overflows
  bool ok = (c->raw = receives_create(plan, all)) != NULL &&
            (c->place = receives_create(plan, nodes)) != NULL &&
            (c->parts = receives_create(plan, nodes)) != NULL;
  for (unsigned i = 0; ok && i < c->levels; i++) {
    c->packet[i] = receives_create(plan, all);
    c->before[i] = receives_create(plan, nodes);
    c->behind[i] = receives_create(plan, nodes);
    ok = !plan->short_of_memory;
  }
  for (uint32_t i = 0; ok && i < c->sources; i++) {
    c->place[p->from.node[i]] = i;
  }
  return ok;
}

static void end(compiler_t *c) {
  free(c->raw);
  free(c->place);
  free(c->parts);
  for (unsigned i = 0; i < CODING_LEVELS; i++) {
    free(c->packet[i]);
    free(c->before[i]);
    free(c->behind[i]);
  }
}

// The configuration from participants_code(); the participants may be elsewhere in memory by now.
// Nobody frees it.
static coding_config_t config_of(const participants_t *p) {
  coding_config_t config = p->coding;
  config.sources = &p->from;
  config.destinations = &p->to;
  return config;
}

static const scheme_t *const kOfCoding[CODING_SCHEMES] = {[CODING_HNC] = &kHncScheme,
                                                          [CODING_RECURSIVE] = &kHncRecursiveScheme,
                                                          [CODING_HIERARCHY] = &kHierarchyScheme,
                                                          [CODING_COMBINING] = &kCombiningScheme};

static void compile(plan_t *plan, const participants_t *p) {
  const coding_config_t config = config_of(p);
  compiler_t c;
  noc_error_t error = {0};  // participants_code() has made the same hierarchy, so memory is short
  coding_hierarchy_t *h = coding_hierarchy_create(p->topology, &config, &error);
  if (config.beside) {
    plan_set_steps(plan, kStepsBeside, STEPS_OF_BESIDE);
  } else {
    plan_set_steps(plan, config.levels > 1 ? kStepsOfTwo : kSteps, kOfCoding[config.scheme]->steps);
  }
  bool ok = start(&c, plan, p) && h != NULL;
  for (uint32_t i = 0; ok && i < p->from.count; i++) {
    const uint32_t node = p->from.node[i];
    *raw_at(&c, node, node) = plan_block(plan, node, p->flits, node);
  }
  for (c.visit = FIRST_STEP; ok && c.visit < (c.beside ? VISITS : OTHER_STEPS); c.visit++) {
    ok = coding_hierarchy_visit(h, take, &c, &error);
  }
  plan->short_of_memory |= !ok;
  coding_hierarchy_free(h);
  end(&c);
}

static double entries(const participants_t *p) {
  return (double)p->topology->nodes * p->from.count * (1 + p->coding.levels);
}

static bool count(void *context, const coding_message_t *m) {
  double *counted = context;
  *counted += m->step != CODING_ENCODE;
  return true;
}

// Above this many nobody has the memory, so they need not be counted one by one.
static const double kManyPairs = 1 << 28;

static double messages(const participants_t *p) {
  const double pairs = unicast_messages(p);
  const coding_config_t config = config_of(p);
  double counted = 0;
  noc_error_t error = {0};
  if (pairs > kManyPairs) {
    return pairs;
  }
  coding_hierarchy_t *h = coding_hierarchy_create(p->topology, &config, &error);
  if (h != NULL) {
    (void)coding_hierarchy_visit(h, count, &counted, &error);
  }
  coding_hierarchy_free(h);
  return counted;
}

// --- the schemes ---------------------------------------------------------------------------------

// A coded message is an exclusive or as well, and all three keep what they are made of.
#define MORE_BYTES (sizeof(plan_op_t) + 2 * sizeof(plan_edge_t) + 3 * sizeof(plan_data_t))

static const char *const kKeys[] = {"workload.group", "workload.base", "workload.intermediate",
                                    "workload.steps", NULL};
static const char *const kCodedKeys[] = {"workload.group",
                                         "workload.base",
                                         "workload.intermediate",
                                         "workload.steps",
                                         "coding.overhead",
                                         "coding.memory",
                                         NULL};

const scheme_t kHncScheme = {
    .name = "hnc",
    .meaning = "hierarchical network coding: packets between groups carry two blocks, XORed",
    .keys = kCodedKeys,
    .use = {[COLLECTIVE_ALLGATHER] = {.meaning = "hierarchical network coding",
                                      .compile = compile,
                                      .messages = messages}},
    .grouped = true,
    .coding = CODING_HNC,
    .steps = 4,
    .more_bytes = MORE_BYTES,
    .entries = entries};

const scheme_t kHncRecursiveScheme = {
    .name = "hnc-recursive",
    .meaning = "the same within every group, instead of its broadcasts",
    .keys = kCodedKeys,
    .use = {[COLLECTIVE_ALLGATHER] = {.meaning =
                                          "hierarchical network coding, in every group as well",
                                      .compile = compile,
                                      .messages = messages}},
    .grouped = true,
    .coding = CODING_RECURSIVE,
    .steps = 7,
    .more_bytes = MORE_BYTES,
    .entries = entries};

const scheme_t kHierarchyScheme = {
    .name = "hierarchy",
    .meaning = "the same hierarchy without coding: raw packets by the intermediate nodes",
    .keys = kKeys,
    .use = {[COLLECTIVE_BROADCAST] =
                {.meaning = "within the group, to the others' intermediate nodes, and there",
                 .compile = compile,
                 .messages = messages},
            [COLLECTIVE_MULTICAST] =
                {.meaning = "within the group, to the others' intermediate nodes, and there",
                 .compile = compile,
                 .messages = messages},
            [COLLECTIVE_ALLGATHER] = {.meaning = "group by group through intermediate nodes",
                                      .compile = compile,
                                      .messages = messages}},
    .grouped = true,
    .coding = CODING_HIERARCHY,
    .steps = 3,
    .more_bytes = MORE_BYTES,
    .entries = entries};

const scheme_t kCombiningScheme = {
    .name = "combining",
    .meaning = "the same, all packets of a group as one long message",
    .keys = kKeys,
    .use = {[COLLECTIVE_ALLGATHER] = {.meaning = "the same, the blocks of a group as one message",
                                      .compile = compile,
                                      .messages = messages}},
    .grouped = true,
    .coding = CODING_COMBINING,
    .steps = 3,
    .more_bytes = MORE_BYTES,
    .entries = entries};
