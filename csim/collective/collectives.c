// collectives -- see collectives.h.

#include "collective/collectives.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"
#include "collective/barrier.h"
#include "collective/scheme.h"
#include "collective/schemes.h"

// Kind, name, meaning, what its messages carry, and what else a collective_t says.
#define COLLECTIVES(X)                                                                          \
  X(COLLECTIVE_BROADCAST, "broadcast", "one node's block to all", BLOCK_OF_SOURCE,              \
    .one_from = true)                                                                           \
  X(COLLECTIVE_MULTICAST, "multicast", "one node's block to some", BLOCK_OF_SOURCE,             \
    .one_from = true, .needs_to = true)                                                         \
  X(COLLECTIVE_SCATTER, "scatter", "one node sends every other a block of its own",             \
    BLOCK_OF_DESTINATION, .one_from = true)                                                     \
  X(COLLECTIVE_GATHER, "gather", "one node collects a block from every other", BLOCK_OF_SOURCE, \
    .one_to = true)                                                                             \
  X(COLLECTIVE_REDUCE, "reduce", "one node gets the contributions of all, combined",            \
    BLOCK_REDUCED, .one_to = true)                                                              \
  X(COLLECTIVE_ALLGATHER, "allgather",                                                          \
    "every node gets every node's block (all-to-all broadcast)", BLOCK_OF_SOURCE, )             \
  X(COLLECTIVE_ALLTOALL, "alltoall",                                                            \
    "every node sends every other a block of its own (all-to-all scatter)", BLOCK_OF_PAIR, )    \
  X(COLLECTIVE_ALLREDUCE, "allreduce", "every node gets the contributions of all, combined",    \
    BLOCK_REDUCED, )                                                                            \
  X(COLLECTIVE_BARRIER, "barrier", "no node leaves before every node has entered",              \
    BLOCK_OF_BARRIER, )

#define WORD(which, name, meaning, ...) [which] = {name, meaning},
#define COLLECTIVE(which, text, what, carries, ...) \
  [which] = {.kind = (which), .name = (text), .meaning = (what), .block = (carries), __VA_ARGS__},

const scenario_word_t kCollectiveWords[] = {COLLECTIVES(WORD){NULL, NULL}};

static const collective_t kCollectives[COLLECTIVE_KINDS] = {COLLECTIVES(COLLECTIVE)};

const collective_t *collectives(size_t *count) {
  *count = COLLECTIVE_KINDS;
  return kCollectives;
}

bool collective_pair(size_t i, collective_pair_t *pair) {
  for (unsigned kind = 0; kind < COLLECTIVE_KINDS; kind++) {
    const scheme_t *scheme = NULL;
    for (size_t k = 0; (scheme = scheme_at(k)) != NULL; k++) {
      if (scheme_serves(scheme, kind) && i-- == 0) {
        *pair = (collective_pair_t){&kCollectives[kind], scheme, &scheme->use[kind]};
        return true;
      }
    }
  }
  return false;
}

const collective_t *collective_find(const char *collective) {
  for (size_t i = 0; i < COLLECTIVE_KINDS; i++) {
    if (strcmp(kCollectives[i].name, collective) == 0) {
      return &kCollectives[i];
    }
  }
  return NULL;
}

const scheme_use_t *collective_find_pair(const char *collective, const char *scheme) {
  const collective_t *c = collective_find(collective);
  const scheme_t *by = scheme_find(scheme);
  return c != NULL && by != NULL && scheme_serves(by, c->kind) ? &by->use[c->kind] : NULL;
}

bool collective_fail_scheme(const char *collective, const char *scheme, noc_error_t *error) {
  nearest_t nearest = nearest_start(scheme);
  collective_offer_schemes(collective, &nearest);
  return noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("'%.40s'", "one for %.40s: %s"), scheme,
                  collective, nearest.names);
}

void collective_offer_schemes(const char *collective, nearest_t *nearest) {
  collective_pair_t pair;
  for (size_t i = 0; collective_pair(i, &pair); i++) {
    if (strcmp(pair.collective->name, collective) == 0) {
      nearest_offer(nearest, pair.scheme->name);
    }
  }
}

static plan_t *compile(const collective_pair_t *c, const participants_t *p, noc_error_t *error) {
  // Two operations and at most two requirements a message, and what plan_finish() takes for a
  // while; the engine keeps its own state of each operation, and data that is passed on.
  const size_t bytes = 2 * sizeof(plan_op_t) + 2 * sizeof(plan_edge_t) + 64 + c->scheme->more_bytes;
  const double once = c->scheme->entries != NULL ? c->scheme->entries(p) * sizeof(uint32_t) : 0;
  const double messages = c->use->messages(p);
  if (!memory_check(messages * (double)bytes + once, "the plan of this collective", error)) {
    return NULL;
  }
  if (2 * messages > UINT32_MAX / 2 || once > UINT32_MAX) {
    (void)noc_fail(error, NOC_BAD_INPUT, "the collective has too many messages: %.0f", messages);
    return NULL;
  }
  plan_t *plan = plan_create(p->topology->nodes, error);
  if (plan == NULL) {
    return NULL;
  }
  c->use->compile(plan, p);
  const bool barrier = c->collective->block == BLOCK_OF_BARRIER;
  if (!plan_finish(plan, error) || (barrier && !barrier_prove(plan, &p->from, error))) {
    plan_free(plan);
    return NULL;
  }
  return plan;
}

plan_t *collective_plan(const char *collective, const char *scheme, const participants_t *p,
                        noc_error_t *error) {
  const collective_pair_t c = {collective_find(collective), scheme_find(scheme),
                               collective_find_pair(collective, scheme)};
  if (c.use == NULL) {
    (void)collective_fail_scheme(collective, scheme, error);
    return NULL;
  }
  if ((c.scheme->needs_pairs && p->planner.most_pairs == 0) ||
      (c.scheme->needs_routing && p->planner.routing == NULL)) {
    (void)noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("%s without a routing", "given with one"),
                   scheme);
    return NULL;
  }
  if (c.scheme->prepare != NULL) {
    participants_t prepared = *p;
    plan_t *plan =
        c.scheme->prepare(&prepared, collective, error) ? compile(&c, &prepared, error) : NULL;
    schedule_choice_free(&prepared.scheduled);
    return plan;
  }
  if (!c.scheme->grouped || (p->coded && p->coding.scheme == c.scheme->coding)) {
    return compile(&c, p, error);
  }
  participants_t best = {.topology = p->topology,
                         .from = p->from,
                         .to = p->to,
                         .flits = p->flits,
                         .planner = p->planner};
  const coding_text_t text = {NULL, NULL, NULL};
  const char *key = NULL;
  const bool ok = participants_code(&best, scheme, &text, &key, error);
  plan_t *plan = ok ? compile(&c, &best, error) : NULL;
  coding_config_free(&best.coding);
  return plan;
}

uint32_t *receives_create(plan_t *plan, uint32_t count) {
  uint32_t *receive = malloc(((size_t)count + 1) * sizeof *receive);
  if (receive == NULL) {
    plan->short_of_memory = true;
    return NULL;
  }
  memset(receive, 0xff, ((size_t)count + 1) * sizeof *receive);  // kPlanNone
  return receive;
}
