// Every collective by every scheme: all results are right and all have been looked at, in as many
// messages as docs/collectives.md says. And what a node holds, combines or forgets wrongly is
// found.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collective/barrier.h"
#include "collective/coding_hops.h"
#include "collective/scheme.h"
#include "harness.h"
#include "workload/workload_state.h"

enum { LIMIT = 20000000 };

// --- closed forms, by other means than the schemes -----------------------------------------------

// Depth of a place below the root in a line of `size` places that is halved recursively.
static unsigned line_depth(unsigned root, unsigned place, unsigned size) {
  unsigned depth = 0;
  while (size > 1) {
    const unsigned half = (size + 1) / 2;
    const bool upper = place >= half;
    if (upper != (root >= half)) {
      depth++;
      root = upper ? (root + half < size ? root + half : size - 1) : root - half;
    }
    root -= upper ? half : 0;
    place -= upper ? half : 0;
    size = upper ? size - half : half;
  }
  return depth;
}

// The depth of a node in the tree over the members and the root.
static unsigned depth(const topology_t *t, const node_set_t *members, uint32_t root,
                      uint32_t node) {
  const uint32_t count = members->count + !node_set_contains(members, root);
  if (count < t->nodes) {
    unsigned place[2] = {0, 0};
    for (uint32_t i = 0; i < members->count; i++) {
      const uint32_t member = members->node[i];
      place[0] += member < root;
      place[1] += member < node;
    }
    place[1] += root < node && !node_set_contains(members, root);
    return line_depth(place[0], place[1], count);
  }
  unsigned sum =
      line_depth(root % t->nodes_per_router, node % t->nodes_per_router, t->nodes_per_router);
  unsigned a[NOC_MAX_DIMS];
  unsigned b[NOC_MAX_DIMS];
  topology_coordinates(t, root / t->nodes_per_router, a);
  topology_coordinates(t, node / t->nodes_per_router, b);
  for (unsigned d = 0; d < t->dims; d++) {
    sum += line_depth(a[d], b[d], t->radix[d]);
  }
  return sum;
}

static uint64_t depths(const participants_t *p, const node_set_t *roots,
                       const node_set_t *members) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < roots->count; i++) {
    for (uint32_t j = 0; j < members->count; j++) {
      sum += depth(p->topology, members, roots->node[i], members->node[j]);
    }
  }
  return sum;
}

static uint64_t count_pairs(const participants_t *p) {
  uint64_t pairs = 0;
  for (uint32_t i = 0; i < p->from.count; i++) {
    for (uint32_t j = 0; j < p->to.count; j++) {
      pairs += p->from.node[i] != p->to.node[j];
    }
  }
  return pairs;
}

static uint64_t closed_form(const char *collective, const char *scheme, const participants_t *p) {
  const bool binomial = strcmp(scheme, "binomial") == 0;
  const uint64_t n = p->to.count;
  if (strcmp(collective, "allreduce") == 0 && strcmp(scheme, "ring") == 0) {
    return 2 * n * (n - 1);
  }
  if (strcmp(collective, "allreduce") == 0 && strcmp(scheme, "recursive-doubling") == 0) {
    uint64_t some = 1;  // take part in the steps
    uint64_t log = 0;
    for (; 2 * some <= n; some *= 2) {
      log++;
    }
    return some * log + 2 * (n - some);
  }
  if (binomial && strcmp(collective, "barrier") == 0) {
    return 2 * (n - 1);
  }
  if (binomial && strcmp(collective, "allreduce") == 0) {
    uint64_t both = 0;
    for (uint32_t j = 0; j < p->to.count; j++) {
      both += node_set_contains(&p->from, p->to.node[j]);
    }
    return p->from.count + n - 1 - (both > 0);
  }
  if (binomial && strcmp(collective, "gather") == 0) {
    return depths(p, &p->to, &p->from);
  }
  if (binomial && (strcmp(collective, "scatter") == 0 || strcmp(collective, "alltoall") == 0)) {
    return depths(p, &p->from, &p->to);
  }
  return count_pairs(p);
}

// Messages and packets of a hierarchical scheme, one by one; their sum in closed form where there
// is one.
typedef struct {
  uint64_t messages, packets;
  uint32_t blocks;  // in a packet
} counter_t;

static bool count_message(void *context, const coding_message_t *m) {
  counter_t *c = context;
  if (m->step != CODING_ENCODE) {
    c->messages++;
    c->packets += m->coded ? 1 : (m->blocks + c->blocks - 1) / c->blocks;
  }
  return true;
}

static uint64_t by_groups(participants_t *p, uint32_t packet_flits, uint64_t *packets) {
  counter_t c = {.blocks = packet_flits / p->flits};
  noc_error_t error = {0};
  p->coding.sources = &p->from;
  p->coding.destinations = &p->to;
  coding_hierarchy_t *h = coding_hierarchy_create(p->topology, &p->coding, &error);
  assert_non_null(h);
  assert_true(coding_hierarchy_visit(h, count_message, &c, &error));
  coding_hierarchy_free(h);
  if (coding_hops_is_closed(p->topology, &p->coding)) {
    coding_hops_t hops;
    assert_true(coding_hops(p->topology, &p->coding, &hops, &error));
    assert_int_equal(hops.total.unicasts, c.messages);
  }
  *packets = c.packets;
  return c.messages;
}

// The number of results that are to be found at the nodes.
static uint64_t results(const char *collective, const char *scheme, const participants_t *p) {
  if (strcmp(collective, "barrier") == 0) {
    return p->to.count;
  }
  if (strcmp(collective, "reduce") != 0 && strcmp(collective, "allreduce") != 0) {
    return count_pairs(p);
  }
  uint64_t nodes = 0;
  for (uint32_t j = 0; j < p->to.count; j++) {
    nodes += p->from.count > node_set_contains(&p->from, p->to.node[j]);
  }
  const bool ring = strcmp(scheme, "ring") == 0;
  return nodes * (ring ? p->to.count : 1);
}

// --- runs ----------------------------------------------------------------------------------------

// Messages with paths of their own carry them in their heads, which must be wide enough.
static sim_t start(const char *collective, const char *scheme, const char *more) {
  char settings[512];
  const bool paths = scheme_find(scheme)->scheduled;
  (void)snprintf(settings, sizeof settings, "workload.collective=%s workload.scheme=%s %s%s%s",
                 collective, scheme, more, paths ? " router.routing=source" : "",
                 paths && strstr(more, "flit_bits") == NULL ? " router.flit_bits=128" : "");
  return sim_create(settings);
}

// Groups or coding units do not allow what `more` says.
static bool is_refused(const collective_pair_t *pair, const char *more) {
  char settings[512];
  char topology[64];
  noc_error_t error = {0};
  coding_scheme_t coding;
  const char *flits = strstr(more, "message_flits=");
  assert_int_equal(sscanf(strstr(more, "topology="), "topology=%63s", topology), 1);
  topology_t *t = topology_create(topology, &error);
  const char *sentence = sim_no_groups(t, pair->scheme->name);
  topology_free(t);
  if (coding_scheme_find(pair->scheme->name, &coding) && coding_scheme_codes(coding) &&
      flits != NULL && strtoul(flits + strlen("message_flits="), NULL, 10) > PLAN_MAX_OPERAND) {
    sentence = "must be up to 64 flits, what a coding unit takes";
  }
  (void)snprintf(settings, sizeof settings, "workload.collective=%s workload.scheme=%s %s",
                 pair->collective->name, pair->scheme->name, more);
  if (sentence != NULL) {
    sim_refused(settings, sentence);
  }
  return sentence != NULL;
}

static void run(const collective_pair_t *pair, const char *more) {
  const bool narrow = pair->scheme->scheduled && strstr(more, "flit_bits=32") != NULL;
  if (narrow || is_refused(pair, more)) {
    return;
  }
  sim_t s = start(pair->collective->name, pair->scheme->name, more);
  if (!sim_run(&s, 500, LIMIT)) {
    fail_msg("%s by %s, %s: %s", pair->collective->name, pair->scheme->name, more, s.error.text);
  }
  for (uint32_t i = 0; i < s.input.plan->ops; i++) {
    assert_null(engine_kept(s.workload->engine, i));  // whoever has used it has given it back
  }
  workload_result_t r;
  workload_result(s.workload, &r);
  participants_t p;
  const char *key = NULL;
  assert_true(participants_create(s.scenario, &p, &key, &s.error));
  const scenario_t *c = s.scenario;
  uint64_t messages = 0;
  uint64_t packets = 0;
  if (p.coded) {
    messages = by_groups(&p, c->cut_through ? c->depth : PLAN_MAX_FLITS, &packets);
  } else {
    messages = packets = closed_form(pair->collective->name, pair->scheme->name, &p);
  }
  if (r.packets != packets || pair->use->messages(&p) != (double)messages ||
      r.blocks_expected != results(pair->collective->name, pair->scheme->name, &p) ||
      r.blocks_checked != r.blocks_expected || r.from != p.from.count || r.to != p.to.count) {
    fail_msg("%s by %s, %s: %llu messages, expected %llu; %llu of %llu blocks",
             pair->collective->name, pair->scheme->name, more, (unsigned long long)r.packets,
             (unsigned long long)messages, (unsigned long long)r.blocks_checked,
             (unsigned long long)r.blocks_expected);
  }
  participants_free(&p);
  sim_free(&s);
}

// Those of test_coded.c, of test_tree_worms.c and of test_torus_schemes.c.
static bool is_elsewhere(const collective_pair_t *pair) {
  coding_scheme_t scheme;
  return coding_scheme_find(pair->scheme->name, &scheme) || pair->scheme->carried ||
         pair->use->suits != NULL;
}

// All other pairs but those of this scheme, NULL: none. multicast gets `to`, and the barrier no
// message length.
static void run_all_but(const char *scheme, const char *more, const char *to, unsigned flits) {
  collective_pair_t pair;
  for (size_t i = 0; collective_pair(i, &pair); i++) {
    char settings[256];
    char length[40];
    (void)snprintf(length, sizeof length, "workload.message_flits=%u", flits);
    const bool barrier = strcmp(pair.collective->name, "barrier") == 0;
    const bool multicast = strcmp(pair.collective->name, "multicast") == 0;
    (void)snprintf(settings, sizeof settings, "%s %s %s%s", more, barrier ? "" : length,
                   multicast ? "workload.to=" : "", multicast ? to : "");
    const bool left_out = scheme != NULL && strcmp(pair.scheme->name, scheme) == 0;
    if (!is_elsewhere(&pair) && !left_out && !(multicast && *to == '\0')) {
      run(&pair, settings);
    }
  }
}

static void run_all(const char *more, const char *to, unsigned flits) {
  run_all_but(NULL, more, to, flits);
}

static void test_shapes(void **state) {
  (void)state;
  static const struct {
    const char *topology, *to;
  } kShapes[] = {{"mesh:1x1", ""},       {"mesh:1x2", "1"},   {"mesh:3x5", "0,2-13"},
                 {"mesh:4x4", "3,9-11"}, {"mesh:2x2x2", "7"}, {"mesh:2x3@2", "1-4,11"}};
  static const unsigned kFlits[] = {1, 5, 17};
  static const char *const kRouters[] = {
      "router.vcs=2",
      "router.vcs=2 router.networks=2 router.switching=cut-through router.depth=17"};
  for (size_t i = 0; i < sizeof kShapes / sizeof kShapes[0]; i++) {
    for (size_t k = 0; k < 6; k++) {
      char more[160];
      (void)snprintf(more, sizeof more, "topology=%s %s", kShapes[i].topology, kRouters[k % 2]);
      run_all(more, kShapes[i].to, kFlits[k / 2]);
    }
  }
}

// Enough nodes that the routers are busy; NOCSTEP_LONG=1 takes more.
static void test_busy(void **state) {
  (void)state;
  run_all("topology=mesh:8x8", "1-40", 2);
  if (getenv("NOCSTEP_LONG") != NULL) {
    // The search for a schedule has no time limit, and takes more than 20 minutes for 256 nodes.
    run_all_but("scheduled", "topology=mesh:16x16 router.networks=4 router.flit_bits=256",
                "0-100,200", 3);
    run_all("topology=mesh:5x7@3 router.vcs=1", "104", 9);
    run_all("topology=mesh:4x4x4@2 router.pipeline=2", "7-99", 130);
    run_all("topology=mesh:23x3 router.switching=cut-through router.depth=640", "0-68", 640);
  }
}

// Words of 32 bits and flits of four words; one VC of one flit; the sum; the shorter pipeline.
static void test_words(void **state) {
  (void)state;
  run_all("topology=mesh:2x2 router.flit_bits=32", "1,2", 6);
  run_all("topology=mesh:2x3 router.flit_bits=256 router.pipeline=2 router.link_latency=3", "0-5",
          3);
  run_all("topology=mesh:3x3 router.vcs=1 router.depth=1 run.seed=9", "4", 4);
  collective_pair_t pair;
  for (size_t i = 0; collective_pair(i, &pair); i++) {
    if (pair.collective->block == BLOCK_REDUCED) {
      run(&pair,
          "topology=mesh:2x2 router.flit_bits=32 workload.message_flits=6 "
          "workload.operation=sum");
      run(&pair,
          "topology=mesh:3x4 router.flit_bits=128 workload.message_flits=7 "
          "workload.operation=sum");
      run(&pair, "topology=mesh:4x4 workload.message_flits=40 workload.operation=sum");
    }
  }
}

static void test_subsets(void **state) {
  (void)state;
  static const struct {
    const char *from, *to;  // "" for none
  } kSets[] = {{"5", "0-4,6"},    {"5", "5"},      {"5", "4-9"},    {"14", "0,14"},
               {"0-3,9", "9-14"}, {"0-6", "7-14"}, {"0-14", "3-6"}, {"2-8", "2-8"},
               {"7", ""},         {"", "11"},      {"4-11", ""},    {"", "1,3,5,7,9"}};
  collective_pair_t pair;
  size_t pairs = 0;
  unsigned runs = 0;
  for (; collective_pair(pairs, &pair); pairs++) {
    for (size_t k = 0; k < sizeof kSets / sizeof kSets[0]; k++) {
      const collective_t *c = pair.collective;
      const char *from = kSets[k].from;
      const char *to = kSets[k].to;
      const bool one_from = *from == '\0' || strpbrk(from, "-,") == NULL;
      const bool one_to = *to == '\0' || strpbrk(to, "-,") == NULL;
      const bool nobody = c->needs_to && one_from && strcmp(from, to) == 0;
      const bool same = *from == '\0' || *to == '\0' || strcmp(from, to) == 0;
      if ((c->one_from && !one_from) || (c->one_to && !one_to) || (pair.use->same && !same) ||
          (c->needs_to && *to == '\0') || nobody || is_elsewhere(&pair)) {
        continue;
      }
      char more[160];
      // The second flit has data in all of its bits.
      const char *length = c->block != BLOCK_OF_BARRIER ? "workload.message_flits=2 " : "";
      (void)snprintf(more, sizeof more, "topology=mesh:3x5 %s%s%s %s%s", length,
                     *from != '\0' ? "workload.from=" : "", from, *to != '\0' ? "workload.to=" : "",
                     to);
      run(&pair, more);
      runs++;
    }
  }
  assert_in_range(runs, 100, pairs * sizeof kSets / sizeof kSets[0]);
}

// --- the sum -------------------------------------------------------------------------------------

// The sum of a word over its data bits alone: in a head flit those above `fields` bits, as if
// shifted down.
static uint64_t sum_word(const blocks_t *b, unsigned flit, unsigned word, unsigned fields,
                         unsigned bits) {
  const uint64_t low = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
  uint64_t sum = 0;
  for (uint32_t node = 0; node < b->nodes && bits > 0; node++) {
    sum += rng_data(blocks_key(b, node, 0), flit, word) >> fields & low;
  }
  return bits > 0 ? (sum & low) << fields : 0;
}

static void check_sum(const char *more) {
  char settings[200];
  (void)snprintf(settings, sizeof settings,
                 "topology=mesh:3x3 workload.operation=sum workload.message_flits=3 %s", more);
  sim_t s = start("reduce", "binomial", settings);
  const blocks_t *b = s.workload->blocks;
  const noc_shape_t *shape = network_shape(s.network);
  for (unsigned flit = 0; flit < 3; flit++) {
    for (unsigned word = 0; word < shape->words; word++) {
      const unsigned lsb = word * shape->word_bits;
      unsigned fields = flit == 0 && shape->head_bits > lsb ? shape->head_bits - lsb : 0;
      fields = fields < shape->word_bits ? fields : shape->word_bits;
      const uint64_t expected = sum_word(b, flit, word, fields, shape->word_bits - fields);
      assert_true(b->total[(size_t)flit * shape->words + word] == expected);
    }
  }
  assert_true(sim_run(&s, 100, LIMIT));
  sim_free(&s);
}

static void test_sum(void **state) {
  (void)state;
  check_sum("router.flit_bits=64");
  check_sum("router.flit_bits=128 router.networks=2");
  check_sum("router.flit_bits=256");
  check_sum("router.flit_bits=32 router.vcs=1");
}

// --- what is wrong is found ----------------------------------------------------------------------

static bool is_passed_on(const plan_t *plan, uint32_t receive) {
  bool found = false;
  for (uint32_t i = 0; i < plan->ops && !found; i++) {
    found = plan->op[i].kind == PLAN_SEND && plan->op[i].source == receive;
  }
  return found;
}

// Spoils the last word of what a node keeps of one receive, to pass it on or only to combine it,
// and expects a complaint.
static void corrupt_kept(const char *collective, const char *scheme, bool passed_on,
                         const char *sentence) {
  const bool chunks = strcmp(scheme, "ring") == 0 && strcmp(collective, "allreduce") == 0;
  sim_t s = start(collective, scheme,
                  chunks ? "topology=mesh:3x4 workload.message_flits=60"
                         : "topology=mesh:3x4 workload.message_flits=5");
  const plan_t *plan = s.input.plan;
  uint32_t spoiled = kPlanNone;
  bool ok = true;
  while (ok && !workload_done(s.workload) && network_cycle(s.network) < 5000) {
    ok = sim_step(&s);
    for (uint32_t i = 0; i < plan->ops && spoiled == kPlanNone; i++) {
      const bool kept = engine_kept(s.workload->engine, i) != NULL;
      spoiled = kept && passed_on == is_passed_on(plan, i) ? i : spoiled;
    }
    uint64_t *kept = spoiled != kPlanNone ? engine_kept(s.workload->engine, spoiled) : NULL;
    if (kept != NULL) {
      kept[plan->op[spoiled].size - 1] = UINT64_C(0x123456789);
    }
  }
  assert_int_not_equal(spoiled, kPlanNone);
  ok = ok && workload_verify(s.workload, &s.error);
  if (ok || strstr(s.error.text, sentence) == NULL) {
    fail_msg("%s by %s: expected '%s', found '%s'", collective, scheme, sentence,
             ok ? "no error" : s.error.text);
  }
  assert_int_equal(s.error.status, NOC_CHECK_FAILED);
  sim_free(&s);
}

static void test_corrupted(void **state) {
  (void)state;
  static const char kOnArrival[] = "flit 5 of 5: data word 0 is 0x0000000123456789";
  static const char kAtTheEnd[] = ": node 0: chunk 0 of the result, flit 5: data word 0";
  corrupt_kept("broadcast", "binomial", true, kOnArrival);
  corrupt_kept("scatter", "binomial", true, kOnArrival);
  corrupt_kept("gather", "binomial", true, kOnArrival);
  corrupt_kept("allgather", "binomial", true, kOnArrival);
  corrupt_kept("allgather", "ring", true, kOnArrival);
  corrupt_kept("alltoall", "binomial", true, kOnArrival);
  corrupt_kept("reduce", "unicast", false, kAtTheEnd);
  corrupt_kept("reduce", "binomial", true, kOnArrival);
  corrupt_kept("reduce", "binomial", false, kAtTheEnd);
  corrupt_kept("allreduce", "unicast", false, "of the result, flit 5: data word 0 is");
  corrupt_kept("allreduce", "binomial", true, kOnArrival);
  corrupt_kept("allreduce", "ring", true, kOnArrival);
  corrupt_kept("allgather", "recursive-doubling", true, kOnArrival);
  corrupt_kept("allreduce", "recursive-doubling", true, kOnArrival);
  corrupt_kept("allreduce", "recursive-doubling", false, "of the result, flit 5: data word 0 is");
}

// Flips a bit of a body flit that reaches an interface.
static void corrupt_on_the_way(const collective_pair_t *pair) {
  sim_t s = start(pair->collective->name, pair->scheme->name,
                  pair->use->suits != NULL ? "topology=torus:3x4 workload.message_flits=30"
                                           : "topology=mesh:3x4 workload.message_flits=30");
  const size_t words = network_shape(s.network)->words;
  bool done = false;
  bool ok = true;
  while (ok && !workload_done(s.workload) && network_cycle(s.network) < 5000) {
    ok = sim_step(&s);
    for (uint32_t node = 0; ok && !done && node < 12; node++) {
      uint32_t slot = 0;
      const interface_fields_t *ni = network_interface_pins(s.network, node, &slot);
      done = ni->in_valid[slot] != 0 && (ni->in_kind[slot] & KIND_HEAD) == 0;
      ni->in_payload[slot * words] ^= done ? UINT64_C(1) << 17 : 0;
    }
  }
  assert_true(done);
  assert_false(ok);
  assert_non_null(strstr(s.error.text, "data word 0 is 0x"));
  sim_free(&s);
}

static void test_corrupted_on_the_way(void **state) {
  (void)state;
  collective_pair_t pair;
  for (size_t i = 0; collective_pair(i, &pair); i++) {
    const collective_t *c = pair.collective;
    if (c->block != BLOCK_OF_BARRIER && !c->needs_to && !pair.scheme->carried) {
      corrupt_on_the_way(&pair);
    }
  }
}

// The nodes add where they should take the exclusive or: what they pass on is as they expect, but
// it is not what the contributions give.
static void test_wrong_operation(void **state) {
  (void)state;
  static const char *const kSchemes[] = {"unicast", "binomial", "ring", "recursive-doubling"};
  for (size_t i = 0; i < 4; i++) {
    sim_t s = start("allreduce", kSchemes[i], "topology=mesh:3x3 workload.message_flits=20");
    s.workload->blocks->operation = REDUCE_SUM;
    assert_false(sim_run(&s, 100, LIMIT));
    assert_int_equal(s.error.status, NOC_CHECK_FAILED);
    if (strstr(s.error.text, "data word 0 is") == NULL) {
      fail_msg("%s", s.error.text);
    }
    sim_free(&s);
  }
  sim_t s = start("reduce", "binomial", "topology=mesh:3x3");
  s.workload->blocks->operation = REDUCE_SUM;
  assert_false(sim_run(&s, 100, LIMIT));
  assert_non_null(strstr(s.error.text,
                         ": node 0: chunk 0 of the result, flit 1: data "
                         "word 0 is"));
  assert_non_null(strstr(s.error.text, "all contributions combined are 0x"));
  sim_free(&s);
}

// Starts the scenario's run again with its plan changed.
static void restart(sim_t *s) {
  workload_free(s->workload);
  s->workload = workload_create(s->scenario, &s->input, s->network, &s->error);
  assert_non_null(s->workload);
}

// A node sends only its own contribution, not what its children have sent it.
static void test_forgotten_contribution(void **state) {
  (void)state;
  sim_t s = start("reduce", "binomial", "topology=mesh:4x4");
  plan_t *plan = s.input.plan;
  uint32_t i = 0;
  while (plan->op[i].kind != PLAN_SEND || plan->op[i].source == kPlanNone) {
    i++;
  }
  plan->op[i].source = kPlanNone;
  restart(&s);
  assert_false(sim_run(&s, 100, LIMIT));
  assert_non_null(strstr(s.error.text, ": node 0: chunk 0 of the result"));
  sim_free(&s);
}

// A message brings another block than the one its node waits for.
static void test_wrong_block(void **state) {
  (void)state;
  static const char *const kCollectives[] = {"allgather", "alltoall", "scatter"};
  for (size_t i = 0; i < 3; i++) {
    sim_t s = start(kCollectives[i], "unicast", "topology=mesh:4x4");
    plan_t *plan = s.input.plan;
    for (uint32_t op = 2; op < 4; op++) {  // as the message before it
      plan->op[op].tag = plan->op[op - 2].tag;
    }
    if (i == 0) {
      plan->op[2].tag = plan->op[3].tag = 7;
    }
    restart(&s);
    assert_false(sim_run(&s, 100, LIMIT));
    assert_non_null(strstr(s.error.text, "blocks were found with the right data"));
    sim_free(&s);
  }
}

// A block counts as found at a node that wants it, and only once.
static void test_found(void **state) {
  (void)state;
  static const struct {
    const char *collective;
    uint32_t node, tag;
    bool counts;
  } kCases[] = {
      {"gather", 0, 3, true},           {"gather", 1, 3, false},  // on its way to node 0
      {"gather", 0, 0, false},                                    // its own
      {"scatter", 3, 3, true},          {"scatter", 1, 3, false},
      {"allgather", 1, 3, true},        {"allgather", 3, 3, false},
      {"alltoall", 1, 2 * 4 + 1, true}, {"alltoall", 3, 2 * 4 + 1, false},
  };
  for (size_t i = 0; i < sizeof kCases / sizeof kCases[0]; i++) {
    sim_t s = start(kCases[i].collective, "binomial", "topology=mesh:2x2");
    blocks_t *b = s.workload->blocks;
    for (unsigned times = 0; times < 2; times++) {
      blocks_found(b, kCases[i].node, kCases[i].tag);
      assert_int_equal(b->checked, kCases[i].counts);
    }
    sim_free(&s);
  }
}

// --- barrier -------------------------------------------------------------------------------------

// One node enters late: nobody leaves before.
static void test_late_entry(void **state) {
  (void)state;
  static const char *const kSchemes[] = {"unicast", "binomial"};
  for (size_t i = 0; i < 2; i++) {
    sim_t s = start("barrier", kSchemes[i], "topology=mesh:3x4 workload.from=1-11");
    s.input.plan->op[6].size = 700;  // the entry of node 7
    while (network_cycle(s.network) < 700) {
      assert_true(sim_step(&s));
      assert_int_equal(s.workload->blocks->checked, 0);
    }
    assert_true(sim_run(&s, 100, LIMIT));
    assert_int_equal(s.workload->blocks->checked, 11);
    sim_free(&s);
  }
}

// A node that does not wait for another: the plan is refused, and the run notices too.
static void test_early_leaving(void **state) {
  (void)state;
  sim_t s = start("barrier", "unicast", "topology=mesh:2x2");
  plan_t *plan = s.input.plan;
  for (uint32_t e = 0; e < plan->op[plan->ops].successors; e++) {
    const uint32_t leave = plan->ops - 4;
    if (plan->successor[e] == leave) {
      plan->successor[e] = leave + 1;  // node 0 waits for nothing
    }
  }
  node_set_t all;
  assert_true(node_set_all(4, &all, &s.error));
  assert_false(barrier_prove(plan, &all, &s.error));
  assert_string_equal(s.error.text, "barrier: node 0 leaves without waiting for node 0");
  node_set_free(&all);
  plan->op[3].size = 50;
  restart(&s);
  assert_false(sim_run(&s, 100, LIMIT));
  assert_string_equal(s.error.text,
                      "barrier: node 0 left in cycle 0, before every node had entered");
  sim_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shapes),          cmocka_unit_test(test_busy),
      cmocka_unit_test(test_words),           cmocka_unit_test(test_subsets),
      cmocka_unit_test(test_corrupted),       cmocka_unit_test(test_sum),
      cmocka_unit_test(test_wrong_operation), cmocka_unit_test(test_corrupted_on_the_way),
      cmocka_unit_test(test_wrong_block),     cmocka_unit_test(test_forgotten_contribution),
      cmocka_unit_test(test_found),           cmocka_unit_test(test_late_entry),
      cmocka_unit_test(test_early_leaving),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
