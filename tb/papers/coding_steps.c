// coding_steps -- the way `coding_steps`: how fast a hierarchical broadcast can be at best, one
// step after the other: cycles of each step, the flits that its busiest node sends or receives or
// its busiest link carries, at one a cycle. Messages are of one flit.

#include <stdio.h>
#include <stdlib.h>

#include "base/decimal.h"
#include "base/memory.h"
#include "collective/coding_hierarchy.h"
#include "papers/coding.h"
#include "routing/routing.h"

typedef struct {
  uint64_t step[CODING_STEPS];
  uint64_t cycles;  // of all steps
  char group[CODING_TEXT];
} least_t;

bool coding_plane(const topology_t *t, hops_space_t *space, noc_error_t *error) {
  const bool is = hops_space_of(t, space) && space->dims == 3 && space->side[2] == 1;
  return is || noc_fail(error, NOC_BAD_INPUT,
                        "topology" SAY_IS("%s", "a mesh or torus of two dimensions"), t->name);
}

// Flits of one step: what each node sends, receives, and each link carries.
typedef struct {
  uint64_t *sent, *received;  // [nodes]
  uint64_t *link;             // [routers * ports]
} loads_t;

typedef struct {
  routing_t *routing;
  loads_t step[CODING_STEPS];
  routing_hop_t *path;
  size_t room;
  noc_error_t *error;
} counter_t;

static bool count(void *context, const coding_message_t *m) {
  const counter_t *c = context;
  const loads_t *loads = &c->step[m->step];
  const uint64_t flits = m->coded ? 1 : m->blocks;
  if (m->step == CODING_ENCODE) {
    return true;
  }
  const size_t routers = routing_path(c->routing, m->from, m->to, c->path, c->room, c->error);
  loads->sent[m->from] += flits;
  loads->received[m->to] += flits;
  const topology_t *t = c->routing->topology;
  uint32_t at = routing_target(t, m->from);
  for (size_t i = 0; i + 1 < routers; i++) {  // the last hop leads to the node
    const size_t link = (size_t)at * t->ports + c->path[i].port;
    loads->link[link] += flits;
    at = (uint32_t)t->peer_router[link];
  }
  return routers > 0;
}

static uint64_t largest(const uint64_t *list, size_t count) {
  uint64_t most = 0;
  for (size_t i = 0; i < count; i++) {
    most = list[i] > most ? list[i] : most;
  }
  return most;
}

static bool counter_create(counter_t *c, const topology_t *t, noc_error_t *error) {
  bool ok = true;
  c->routing = routing_create(t, NULL, NULL, false, error);
  if (c->routing == NULL) {
    return false;
  }
  c->room = t->routers;
  c->path = calloc(c->room, sizeof *c->path);
  for (size_t i = 0; i < CODING_STEPS; i++) {
    loads_t *loads = &c->step[i];
    loads->sent = calloc(t->nodes, sizeof *loads->sent);
    loads->received = calloc(t->nodes, sizeof *loads->received);
    loads->link = calloc((size_t)t->routers * t->ports, sizeof *loads->link);
    ok = ok && loads->sent != NULL && loads->received != NULL && loads->link != NULL;
  }
  return (ok && c->path != NULL) || memory_fail(error, "the loads of the steps");
}

static void counter_free(counter_t *c) {
  for (size_t i = 0; i < CODING_STEPS; i++) {
    free(c->step[i].sent);
    free(c->step[i].received);
    free(c->step[i].link);
  }
  free(c->path);
  routing_free(c->routing);
}

static bool count_steps(const topology_t *t, const coding_config_t *config, least_t *least,
                        noc_error_t *error) {
  counter_t c = {.error = error};
  *least = (least_t){0};
  coding_hierarchy_t *h = coding_hierarchy_create(t, config, error);
  const bool ok =
      h != NULL && counter_create(&c, t, error) && coding_hierarchy_visit(h, count, &c, error);
  for (size_t i = 0; i < CODING_STEPS && ok; i++) {
    const uint64_t sent = largest(c.step[i].sent, t->nodes);
    const uint64_t received = largest(c.step[i].received, t->nodes);
    const uint64_t link = largest(c.step[i].link, (size_t)t->routers * t->ports);
    const uint64_t node = sent > received ? sent : received;
    least->step[i] = node > link ? node : link;
    least->cycles += least->step[i];
  }
  counter_free(&c);
  coding_hierarchy_free(h);
  (void)coding_group_text(t, config->side[0], least->group);
  return ok;
}

// The fastest box of so many nodes.
static bool count_boxes(const topology_t *t, coding_config_t *config, uint32_t nodes,
                        least_t *least, noc_error_t *error) {
  hops_space_t space;
  if (!coding_plane(t, &space, error)) {
    return false;
  }
  for (uint32_t x = 1; x <= space.side[0] && nodes > 1 && nodes < t->nodes; x++) {
    const uint32_t y = nodes / x;
    least_t here;
    if (space.side[0] % x != 0 || nodes % x != 0 || space.side[1] % y != 0) {
      continue;
    }
    config->side[0][0] = x;
    config->side[0][1] = y;
    config->side[0][2] = 1;
    if (!count_steps(t, config, &here, error)) {
      return false;
    }
    if (least->cycles == 0 || here.cycles < least->cycles) {
      *least = here;
    }
  }
  return least->cycles > 0 ||
         noc_fail(error, NOC_BAD_INPUT, "group" SAY_IS("%u", "nodes of boxes that tile %s"), nodes,
                  t->name);
}

static bool work(char *const *text, void *record, noc_error_t *error) {
  coding_config_t config = {.levels = 1, .placement = CODING_BEST};
  uint64_t nodes = 0;
  if (!coding_scheme_find(text[MEASURE_SCHEME], &config.scheme) ||
      config.scheme == CODING_RECURSIVE) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "scheme" SAY_IS("'%.40s'", "one with groups, and none within"),
                    text[MEASURE_SCHEME]);
  }
  if (!coding_read_base(text[MEASURE_BASE], &config, error)) {
    return noc_fail_key(error, NULL, "base");
  }
  if (!decimal_parse(text[MEASURE_GROUP], &nodes) || nodes > UINT32_MAX) {
    return noc_fail(error, NOC_BAD_INPUT, "group" SAY_IS("'%.40s'", "a number of nodes"),
                    text[MEASURE_GROUP]);
  }
  topology_t *t = topology_create(text[MEASURE_TOPOLOGY], error);
  const bool ok = t != NULL && count_boxes(t, &config, (uint32_t)nodes, record, error);
  topology_free(t);
  return ok;
}

#define STEP_FIELD(name, member)                                 \
  static void least_##name(const void *record, value_t *value) { \
    value->number = (double)((const least_t *)record)->member;   \
  }
STEP_FIELD(intra, step[CODING_INTRA])
STEP_FIELD(inter, step[CODING_INTER])
STEP_FIELD(distribute, step[CODING_DISTRIBUTE])
STEP_FIELD(unicast, step[CODING_UNICAST])
STEP_FIELD(cycles, cycles)

static void least_group(const void *record, value_t *value) {
  value->text = ((const least_t *)record)->group;
}

static const record_field_t kFields[] = {
    {"group", {.kind = KIND_TEXT}, least_group},
    {"intra", {.kind = KIND_NUMBER}, least_intra},
    {"inter", {.kind = KIND_NUMBER}, least_inter},
    {"distribute", {.kind = KIND_NUMBER}, least_distribute},
    {"unicast", {.kind = KIND_NUMBER}, least_unicast},
    {"cycles", {.kind = KIND_NUMBER}, least_cycles},
};
static const record_class_t kSteps = {"steps", kFields, sizeof kFields / sizeof kFields[0]};

static void keep(kept_t *k, void *record) {
  least_t *least = record;
  kept_text(k, least->group, sizeof least->group);
  for (unsigned i = 0; i < CODING_STEPS; i++) {
    kept_count(k, &least->step[i]);
  }
  kept_count(k, &least->cycles);
}

static bool run(measured_t *m, evaluation_t *e, const cli_t *cli, noc_error_t *error) {
  return measure_work(m, e, cli, sizeof(least_t), work, keep, error);
}

static const char *const kKeys[] = {"topology", "scheme", "base", "group", NULL};
const measure_way_t kMeasureSteps = {"coding_steps", &kSteps, kKeys, run, measure_work_free, true};
