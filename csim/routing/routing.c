// routing -- the table of routings and what all of them share; see routing.h.

#include "routing/routing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/name_list.h"
#include "base/nearest.h"
#include "base/rng.h"
#include "routing/routing_code.h"

static const routing_name_t kNames[] = {
#define ROUTING(name, meaning, code) {name, meaning},
#include "routing/routing_list.def"
#undef ROUTING
};

static const routing_code_t *const kCode[] = {
#define ROUTING(name, meaning, code) &code,
#include "routing/routing_list.def"
#undef ROUTING
};

enum { N_ROUTINGS = sizeof kNames / sizeof kNames[0] };

const routing_name_t *routing_names(size_t *count) {
  *count = N_ROUTINGS;
  return kNames;
}

const char *routing_default(const topology_t *t) {
  size_t i = 0;
  while ((kCode[i]->own_of & ROUTING_OF(t->wiring)) == 0) {
    i++;
    assert(i < N_ROUTINGS);
  }
  return kNames[i].name;
}

uint32_t routing_target(const topology_t *t, uint32_t node) {
  topology_place_t place;
  (void)topology_ejection(t, node, &place, 1);
  return place.router;
}

bool routing_refuse(const routing_t *r, noc_error_t *error) {
  return noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("%s on %.80s", "%s, its own"), r->name,
                  r->topology->name, routing_default(r->topology));
}

bool routing_check_candidates(const routing_t *r, noc_error_t *error) {
  const topology_t *t = r->topology;
  uint32_t widest = 0;
  for (uint32_t at = 0; at < t->routers && r->adaptive; at++) {
    uint32_t links = 0;
    for (unsigned p = 0; p < t->ports; p++) {
      links += t->peer_router[(size_t)at * t->ports + p] >= 0;
    }
    widest = links > widest ? links : widest;
  }
  return widest <= ROUTING_CANDIDATES ||
         noc_fail(error, NOC_BAD_INPUT,
                  SAY_THERE_IS("%s, adaptive, and routers of %u links", "used with up to %d"),
                  r->name, widest, (int)ROUTING_CANDIDATES);
}

route_collect_t routing_collect(const routing_t *r, uint32_t router, uint32_t destination,
                                route_t *route) {
  route->count = 0;
  const uint64_t place = (uint64_t)router << 32 | destination;
  return (route_collect_t){route, r->adaptive, rng_mix(place + kRngStep), UINT64_MAX};
}

void routing_offer(route_collect_t *c, uint32_t port) {
  route_t *route = c->route;
  if (!c->adaptive) {
    const uint64_t hash = rng_draw(c->key, port);
    if (route->count == 0 || hash < c->lowest) {
      c->lowest = hash;
      route->count = 1;
      route->port[0] = port;
    }
    return;
  }
  for (unsigned i = 0; i < route->count; i++) {
    if (route->port[i] == port) {
      return;
    }
  }
  assert(route->count < ROUTING_CANDIDATES);
  route->port[route->count++] = port;
}

static const routing_code_t *code_of(const char *name) {
  for (size_t i = 0; i < N_ROUTINGS; i++) {
    if (strcmp(kNames[i].name, name) == 0) {
      return kCode[i];
    }
  }
  return NULL;
}

bool routing_takes_file(const char *name) {
  const routing_code_t *code = code_of(name);
  return code != NULL && code->takes_file;
}

bool routing_carries_paths(const char *name) {
  const routing_code_t *code = code_of(name);
  return code != NULL && code->path != NULL;
}

bool routing_by_dimension(const routing_t *r) {
  return r->code->by_dimension;
}

bool routing_by_tree(const routing_t *r) {
  return r->code->by_tree;
}

// The index of a name; N_ROUTINGS after an error.
static size_t find(const char *name, noc_error_t *error) {
  nearest_t nearest = nearest_start(name);
  for (size_t i = 0; i < N_ROUTINGS; i++) {
    if (strcmp(kNames[i].name, name) == 0) {
      return i;
    }
    nearest_offer(&nearest, kNames[i].name);
  }
  (void)noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("'%.60s'%s", "%s"), name,
                 nearest_hint(&nearest), nearest.names);
  return N_ROUTINGS;
}

char *routing_list(bool (*which)(const routing_code_t *code), char out[ROUTING_NAMES]) {
  const char *name[N_ROUTINGS];
  size_t names = 0;
  for (size_t i = 0; i < N_ROUTINGS; i++) {
    if (which(kCode[i])) {
      name[names++] = kNames[i].name;
    }
  }
  return name_list(name, names, " and ", out, ROUTING_NAMES);
}

static bool is_of_file(const routing_code_t *code) {
  return code->takes_file;
}

static bool check(const routing_code_t *code, const char *name, const char *file, bool adaptive,
                  noc_error_t *error) {
  if (adaptive && !code->can_adapt) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("%s, adaptive", "a deterministic one, as it has one way only"),
                    name);
  }
  if (file != NULL && !code->takes_file) {
    char names[ROUTING_NAMES];
    return noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("%s with a file", "a file with %s only"),
                    name, routing_list(is_of_file, names));
  }
  return true;
}

routing_t *routing_create(const topology_t *t, const char *name, const char *file, bool adaptive,
                          noc_error_t *error) {
  const size_t i = find(name != NULL ? name : routing_default(t), error);
  if (i == N_ROUTINGS || !check(kCode[i], kNames[i].name, file, adaptive, error)) {
    return NULL;
  }
  routing_t *r = calloc(1, sizeof *r);
  if (r == NULL) {
    (void)memory_fail(error, "a routing");
    return NULL;
  }
  *r = (routing_t){.topology = t,
                   .name = kNames[i].name,
                   .adaptive = adaptive,
                   .classes = 1,
                   .groups = 1,
                   .code = kCode[i]};
  if (!r->code->create(r, file, error)) {
    routing_free(r);
    return NULL;
  }
  return r;
}

void routing_free(routing_t *r) {
  if (r != NULL) {
    if (r->code->free != NULL) {
      r->code->free(r);
    }
    free(r);
  }
}

uint32_t routing_group(const routing_t *r, uint32_t router, uint32_t in_port, unsigned in_class) {
  const bool from_node =
      r->topology->peer_router[(size_t)router * r->topology->ports + in_port] < 0;
  return from_node || r->code->group == NULL ? 0 : r->code->group(r, router, in_port, in_class);
}

bool routing_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                   route_t *route, noc_error_t *error) {
  topology_place_t place;
  (void)topology_ejection(r->topology, destination, &place, 1);
  route->vc_class = r->classes;
  route->count = 1;
  if (place.router == router) {
    route->port[0] = place.port;
    return true;
  }
  return r->code->route(r, router, group, destination, route, error);
}

static size_t follow(routing_t *r, uint32_t source, uint32_t destination, routing_hop_t *hops,
                     size_t room, noc_error_t *error) {
  const topology_t *t = r->topology;
  topology_place_t at;
  (void)topology_injection(t, source, &at, 1);
  unsigned in_class = 0;
  for (size_t count = 0;; count++) {
    route_t route;
    const uint32_t group = routing_group(r, at.router, at.port, in_class);
    if (!routing_route(r, at.router, group, destination, &route, error)) {
      return 0;
    }
    if (count < room) {
      hops[count] = (routing_hop_t){route.port[0], route.vc_class};
    }
    const size_t link = (size_t)at.router * t->ports + route.port[0];
    if (t->peer_router[link] < 0) {
      return count + 1;
    }
    at = (topology_place_t){(uint32_t)t->peer_router[link], (uint32_t)t->peer_port[link]};
    in_class = route.vc_class < r->classes ? route.vc_class : 0;
    assert(count < t->routers * (size_t)r->groups);  // no route has a loop
  }
}

size_t routing_path(routing_t *r, uint32_t source, uint32_t destination, routing_hop_t *hops,
                    size_t room, noc_error_t *error) {
  return r->code->path != NULL ? r->code->path(r, source, destination, hops, room, error)
                               : follow(r, source, destination, hops, room, error);
}

void routing_make_room(routing_t *r, unsigned routers, unsigned classes) {
  assert(r->unit == ROUTE_SOURCE && r->longest > 0);
  r->longest = routers > r->longest ? routers : r->longest;
  r->classes = classes > r->classes ? classes : r->classes;
}

unsigned routing_cut(const routing_t *r, unsigned vc_class, unsigned classes) {
  return vc_class >= r->classes ? classes : vc_class < classes ? vc_class : classes - 1;
}

bool routing_ranked(const routing_t *r) {
  return r->code->rank != NULL;
}

uint64_t routing_rank(const routing_t *r, uint32_t router, uint32_t port, unsigned vc_class) {
  return r->code->rank(r, router, port, vc_class);
}
