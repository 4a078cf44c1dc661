// prepare_paths -- see prepare_paths.h.

#include "workload/prepare_paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "plan/plan_check.h"
#include "routing/channels.h"

// --- paths ---------------------------------------------------------------------------------------

// Follows a path to the router behind its last hop.
static bool follow(const scenario_t *s, const plan_t *p, const plan_path_t *path, unsigned classes,
                   uint32_t *end, noc_error_t *error) {
  const topology_t *t = s->topology;
  topology_place_t at;
  (void)topology_injection(t, p->op[path->operation].node, &at, 1);
  for (uint32_t k = path->first; k < path->first + path->count; k++) {
    const plan_hop_t *hop = &p->hop[k];
    if (hop->port >= t->ports || t->peer_router[(size_t)at.router * t->ports + hop->port] < 0) {
      return plan_fail_at(p, path->operation, error,
                          SAY_THERE_IS("a path by port %u of router %u", "a port with a link"),
                          hop->port, at.router);
    }
    if (hop->vc_class != kPlanAny && hop->vc_class >= classes) {
      return plan_fail_at(p, path->operation, error,
                          SAY_THERE_IS("a path in class %u",
                                       "classes up to %u, as many as a "
                                       "virtual network has VCs"),
                          hop->vc_class, classes - 1);
    }
    at.router = (uint32_t)t->peer_router[(size_t)at.router * t->ports + hop->port];
  }
  *end = at.router;
  return true;
}

static bool check_end(const topology_t *t, const plan_t *p, uint32_t operation, uint32_t end,
                      noc_error_t *error) {
  const uint32_t node = p->op[operation].peer;
  const uint32_t target = routing_target(t, node);
  return end == target || plan_fail_at(p, operation, error,
                                       SAY_THERE_IS("a path that ends at router %u",
                                                    "one to router %u, where node "
                                                    "%u is"),
                                       end, target, node);
}

// Checks all paths, and finds how many classes they name.
static bool check_all(const scenario_t *s, const plan_t *p, unsigned *classes, unsigned *routers,
                      noc_error_t *error) {
  const unsigned most = s->vcs / s->networks;
  *classes = 1;
  *routers = 1;
  for (uint32_t i = 0; i < p->paths; i++) {
    const plan_path_t *path = &p->path[i];
    uint32_t end = 0;
    if (!follow(s, p, path, most, &end, error) ||
        !check_end(s->topology, p, path->operation, end, error)) {
      return false;
    }
    *routers = path->count + 1 > *routers ? path->count + 1 : *routers;
    for (uint32_t k = path->first; k < path->first + path->count; k++) {
      const uint32_t c = p->hop[k].vc_class;
      *classes = c != kPlanAny && c + 1 > *classes ? c + 1 : *classes;
    }
  }
  return true;
}

// In the terms of the routing.
static bool translate(workload_input_t *input, noc_error_t *error) {
  const plan_t *p = input->plan;
  const routing_t *r = input->scenario->route;
  own_paths_t *own = calloc(1, sizeof *own);
  input->paths = own;
  if (own != NULL) {
    own->path = calloc(p->paths, sizeof *own->path);
    own->hop = malloc(((size_t)p->hops + p->paths) * sizeof *own->hop);
  }
  if (own == NULL || own->path == NULL || own->hop == NULL) {
    return memory_fail(error, "the paths of messages");
  }
  routing_hop_t *to = own->hop;
  for (uint32_t i = 0; i < p->paths; i++) {
    const plan_path_t *path = &p->path[i];
    own->path[i] = (own_path_t){to, path->count + 1};
    for (uint32_t k = path->first; k < path->first + path->count; k++) {
      const plan_hop_t *hop = &p->hop[k];
      *to++ = (routing_hop_t){hop->port, hop->vc_class == kPlanAny ? r->classes : hop->vc_class};
    }
    topology_place_t end;
    (void)topology_ejection(r->topology, p->op[path->operation].peer, &end, 1);
    *to++ = (routing_hop_t){end.port, r->classes};
  }
  return true;
}

// --- deadlock ------------------------------------------------------------------------------------

static void add(const workload_input_t *input, channels_t *c, uint32_t number) {
  const own_path_t *path = &input->paths->path[number];
  const routing_t *r = input->scenario->route;
  const uint32_t send = input->plan->path[number].operation;
  topology_place_t at;
  (void)topology_injection(r->topology, input->plan->op[send].node, &at, 1);
  dependencies_add_path(c, r, at.router, path->hop, path->routers - 1);
}

// Some send goes along the routing.
static bool needs_routing(const plan_t *p) {
  uint32_t sends = 0;
  for (uint32_t i = 0; i < p->ops; i++) {
    sends += p->op[i].kind == PLAN_SEND;
  }
  return sends > p->paths;
}

static bool add_routing(channels_t *c, routing_t *r, noc_error_t *error) {
  double hops = 0;
  uint32_t longest = 0;
  bool ok = true;
  for (uint32_t to = 0; ok && to < r->topology->nodes; to++) {
    ok = dependencies_along_paths(c, r, to, &hops, &longest, error);
  }
  return ok;
}

static bool check_cycle(const scenario_t *s, const channels_t *c, noc_error_t *error) {
  dependencies_t d = {.classes = c->classes};
  bool ok = channels_cycle(c, &d, error);
  if (ok && !d.acyclic) {
    char cycle[300];
    ok = noc_fail(error, NOC_BAD_INPUT,
                  "%s: router.routing" SAY_IS("%s with paths of messages that can deadlock: %s",
                                              "used with paths that form no such cycle, or with "
                                              "--allow-deadlock"),
                  s->file, s->route->name, dependencies_cycle(s->route, &d, cycle, sizeof cycle));
  }
  dependencies_free(&d);
  return ok;
}

// The steps of a schedule follow each other, and paths have their order. Packets of barriers are in
// the network when nothing else is: schedule_barrier.h.
static bool prove_steps(const workload_input_t *input, channels_t *c, noc_error_t *error) {
  const plan_t *p = input->plan;
  bool ok = true;
  for (uint32_t i = 0; ok && i < p->paths; i++) {
    const bool last =
        i + 1 == p->paths || p->step[p->path[i].operation] != p->step[p->path[i + 1].operation];
    add(input, c, i);
    if (last) {
      ok = check_cycle(input->scenario, c, error);
      memset(c->next, 0, (size_t)c->count * c->words * sizeof *c->next);
    }
  }
  return ok;
}

// Packets that no barrier separates may all be in the network together.
static bool prove(const workload_input_t *input, channels_t *c, noc_error_t *error) {
  const scenario_t *s = input->scenario;
  const plan_t *p = input->plan;
  if (p->step != NULL && p->schedule.steps > 0) {
    return prove_steps(input, c, error);
  }
  if (needs_routing(p) && !add_routing(c, s->route, error)) {
    return false;
  }
  for (uint32_t i = 0; i < p->paths; i++) {
    add(input, c, i);
  }
  return check_cycle(s, c, error);
}

bool prepare_paths(workload_input_t *input, noc_error_t *error) {
  const scenario_t *s = input->scenario;
  const plan_t *p = input->plan;
  unsigned classes = 0;
  unsigned routers = 0;
  if (p->paths == 0) {
    return true;
  }
  if (s->route->unit != ROUTE_SOURCE) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%s: router.routing" SAY_IS("%s with paths of messages", "source"), s->file,
                    s->route->name);
  }
  if (!check_all(s, p, &classes, &routers, error)) {
    return false;
  }
  routing_make_room(s->route, routers, classes);
  if (!translate(input, error)) {
    return false;
  }
  channels_t c = {0};
  const bool ok =
      s->allow_deadlock ||
      (channels_create(&c, s->topology, scenario_vc_classes(s), error) && prove(input, &c, error));
  channels_free(&c);
  return ok;
}

void prepare_paths_free(workload_input_t *input) {
  if (input->paths != NULL) {
    free(input->paths->path);
    free(input->paths->hop);
    free(input->paths);
  }
}
