// prepare_worms -- see prepare_worms.h.

#include "workload/prepare_worms.h"

#include <stdlib.h>

#include "base/memory.h"
#include "collective/worm_needs.h"
#include "plan/plan_check.h"
#include "routing/path_way.h"
#include "workload/copies_due.h"
#include "workload/multicasts.h"

static bool find_ways(workload_input_t *input, unsigned classes, noc_error_t *error) {
  struct worm_ways *ways = input->ways;
  const scenario_t *s = input->scenario;
  ways->trees = true;
  ways->entries = (worm_table_entries_t){&ways->routes, s->flit_bits};
  input->worms = worm_table_entries(&ways->entries);
  return worm_routes_create(&ways->routes, s->route, classes, error);
}

// One path worm: its header, and the destinations, in the terms of path_way().
typedef struct {
  path_pair_t *pair;
  uint32_t *to;
  uint16_t *hops;
} worm_t;

static bool follow(const workload_input_t *input, path_legs_t *legs, uint32_t multicast, worm_t *w,
                   noc_error_t *error) {
  const plan_t *p = input->plan;
  const plan_op_t *op = &p->op[multicast];
  const plan_carrier_t c = plan_carrier(p, multicast);
  for (uint32_t k = 0; k < c.count; k++) {
    const plan_pair_t *pair = &p->pair[c.first + k];
    if (pair->vc_class != kPlanAny && pair->vc_class >= legs->classes) {
      return plan_fail_at(p, multicast, error,
                          SAY_THERE_IS("pair %u of a path worm, in class %u", "%s%u"), k + 1,
                          pair->vc_class, legs->classes == 1 ? "no class, for VCs have " : "0 to ",
                          legs->classes == 1 ? 1 : legs->classes - 1);
    }
    w->pair[k] = (path_pair_t){pair->node, pair->ports,
                               pair->vc_class == kPlanAny ? legs->classes : pair->vc_class};
  }
  for (uint32_t k = 0; k < op->peer; k++) {
    w->to[k] = op[1 + k].peer;
  }
  const path_header_t header = {op->node, w->pair, c.count};
  noc_error_t why = {0};
  if (path_way(legs, &header, w->to, op->peer, w->hops, &why)) {
    for (uint32_t k = 0; k < op->peer; k++) {
      input->ways->hops[multicast + 1 + k] = w->hops[k];
    }
    return true;
  }
  return why.status == NOC_BAD_INPUT ? plan_fail_at(p, multicast, error, "%s", why.text)
                                     : memory_fail(error, "the ways of worms");
}

static bool follow_all(const workload_input_t *input, path_legs_t *legs, noc_error_t *error) {
  const plan_t *p = input->plan;
  const size_t nodes = p->nodes;
  worm_t w = {.pair = malloc(((size_t)p->pairs + 1) * sizeof *w.pair),
              .to = malloc((nodes + 1) * sizeof *w.to),
              .hops = malloc((nodes + 1) * sizeof *w.hops)};
  input->ways->hops = calloc((size_t)p->ops + 1, sizeof *input->ways->hops);
  bool ok = w.pair != NULL && w.to != NULL && w.hops != NULL && input->ways->hops != NULL;
  if (!ok) {
    (void)memory_fail(error, "the ways of worms");
  }
  for (uint32_t i = 0; ok && i < p->ops; i++) {
    ok = p->op[i].kind != PLAN_MULTICAST || plan_carrier(p, i).kind != CARRY_PATH ||
         follow(input, legs, i, &w, error);
  }
  free(w.pair);
  free(w.to);
  free(w.hops);
  return ok;
}

static bool find_paths(const workload_input_t *input, unsigned classes, noc_error_t *error) {
  path_legs_t legs;
  const bool ok = path_legs_create(&legs, input->scenario->route, classes, error)
                      ? follow_all(input, &legs, error)
                      : noc_fail_key(error, input->scenario->file, "router.routing");
  path_legs_free(&legs);
  return ok;
}

bool prepare_worms(workload_input_t *input, noc_error_t *error) {
  const scenario_t *s = input->scenario;
  const unsigned classes = scenario_vc_classes(s);
  if (input->plan->multicasts == 0) {
    return true;
  }
  input->ways = calloc(1, sizeof *input->ways);
  if (input->ways == NULL) {
    return memory_fail(error, "the ways of worms");
  }
  if (plan_carries(input->plan, CARRY_TREE) && !find_ways(input, classes, error)) {
    return noc_fail_key(error, s->file, "router.routing");
  }
  return !plan_carries(input->plan, CARRY_PATH) || find_paths(input, classes, error);
}

const worm_routes_t *workload_ways(const workload_input_t *input) {
  return input->ways != NULL && input->ways->trees ? &input->ways->routes : NULL;
}

const uint16_t *workload_path_hops(const workload_input_t *input) {
  return input->ways != NULL ? input->ways->hops : NULL;
}

bool workload_has_paths(const workload_input_t *input) {
  return input->ways != NULL && input->ways->hops != NULL;
}

void prepare_worms_free(workload_input_t *input) {
  if (input->ways != NULL) {
    worm_routes_free(&input->ways->routes);
    free(input->ways->hops);
    free(input->ways);
  }
}

// The headers of path worms of packets of up to so many flits.
static bool check_headers(const scenario_t *s, const plan_t *plan, unsigned flits, uint32_t most,
                          noc_error_t *error) {
  for (uint32_t i = 0; i < plan->ops; i++) {
    const plan_carrier_t none = {CARRY_TREE, 0, 0};
    const plan_carrier_t c = plan->op[i].kind == PLAN_MULTICAST ? plan_carrier(plan, i) : none;
    if (c.kind == CARRY_PATH && c.count > most) {
      return plan_fail_at(plan, i, error,
                          SAY_THERE_IS("a path worm with a header of %u pairs",
                                       "up to %u, what a router.depth of %u has room for beside %u "
                                       "flits, or deeper buffers"),
                          c.count, most, s->depth, flits > WORM_FLITS ? flits : WORM_FLITS);
    }
  }
  return true;
}

// Worms of packets of up to so many flits; in *most the pairs that a header has room for.
static bool check_worms(const scenario_t *s, const plan_t *plan, unsigned flits, uint32_t *most,
                        noc_error_t *error) {
  const char *key = NULL;
  return ((!plan_carries(plan, CARRY_TREE) || worms_check(s, flits, &key, error)) &&
          (!plan_carries(plan, CARRY_PATH) || worms_check_path(s, flits, most, &key, error))) ||
         noc_fail_key(error, s->file, key);
}

// Refuses what routers that copy packets cannot have; a scheme has been looked at before.
static bool check_router(const scenario_t *s, noc_error_t *error) {
  const struct {
    bool given;
    const char *key, *found, *accepted;
  } keys[] = {
      {s->speculative, "allocation", "speculative", "serial, or a plan without them"},
      {s->wavefront, "allocator", "wavefront", "separable, or a plan without them"},
  };
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    if (keys[i].given) {
      return noc_fail(error, NOC_BAD_INPUT,
                      "%s: router.%s" SAY_IS("%s with multicasts that routers copy", "%s"), s->file,
                      keys[i].key, keys[i].found, keys[i].accepted);
    }
  }
  return true;
}

// Messages are cut into packets that fit, unless packets of another length are asked for.
bool prepare_worms_shape(const workload_input_t *input, noc_shape_t *shape, noc_error_t *error) {
  const scenario_t *s = input->scenario;
  const plan_t *plan = input->plan;
  const unsigned longest = plan_longest(plan);
  const bool given = s->packet_flits != 0 && s->packet_flits < longest;
  const bool cut = s->workload == WORKLOAD_PLAN && s->packet_flits == 0;
  const unsigned flits = s->workload == WORKLOAD_MULTICASTS ? multicasts_packet_flits(s)
                         : given                            ? s->packet_flits
                         : cut                              ? 1
                                                            : longest;
  uint32_t most = 0;
  if (!check_worms(s, plan, flits, &most, error) || !check_headers(s, plan, flits, most, error)) {
    return false;
  }
  shape->multicast = worms_any(plan);
  if (shape->multicast && !check_router(s, error)) {
    return false;
  }
  shape->sync_copies = shape->multicast != 0 && s->sync_copies;
  if (plan_carries(plan, CARRY_TREE)) {
    shape->string_bits = s->topology->nodes;
    shape->planes = input->ways->routes.planes;
  }
  return true;
}
