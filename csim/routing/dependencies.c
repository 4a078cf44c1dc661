// dependencies -- see dependencies.h.
//
// One destination after another: all states that a packet to it can be in are found, each with its
// route; then each channel into a state depends on all channels out of it.

#include "routing/dependencies.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "routing/channels.h"
#include "routing/routing_walk.h"

// Hops are not known, or are being counted.
static const uint32_t kUnknown = UINT32_MAX;

typedef struct {
  routing_t *r;
  routing_t
      *paths;  // source routing with paths of its own, and r what other pairs go along; or NULL
  const topology_t *t;
  channels_t channels;
  dependencies_t *d;
  routing_walk_t walk;
  uint32_t *hops;  // [state]: along the first candidates, to one destination
  bool counting;   // hops are asked for
  double sum;      // of hops
  noc_error_t *error;
} enumeration_t;

static routing_classes_t classes_of(const enumeration_t *e, const route_t *route) {
  return routing_classes(e->r, route->vc_class, e->channels.classes);
}

static uint32_t state_behind(const enumeration_t *e, uint32_t router, uint32_t port,
                             unsigned vc_class) {
  return e->walk.behind[((size_t)router * e->t->ports + port) * e->channels.classes + vc_class];
}

// The channel into a state depends on all that its route allows.
static void depend(enumeration_t *e, uint32_t channel, uint32_t state) {
  channels_t *c = &e->channels;
  const route_t *route = &e->walk.route[state];
  const uint32_t router = state / e->r->groups;
  const uint32_t base = c->first[router] * c->classes;
  uint64_t *mask = &c->next[(size_t)channel * c->words];
  const routing_classes_t classes = classes_of(e, route);
  for (unsigned i = 0; i < route->count; i++) {
    const uint32_t bit = channels_number(c, router, route->port[i], classes.first) - base;
    for (uint32_t b = bit; b <= bit + classes.last - classes.first; b++) {
      mask[b / 64] |= UINT64_C(1) << b % 64;
    }
  }
}

static void add_dependencies(enumeration_t *e) {
  const uint32_t target = e->walk.target;
  for (uint32_t i = 0; i < e->walk.count; i++) {
    const uint32_t state = e->walk.state[i];
    const uint32_t router = state / e->r->groups;
    if (router == target) {
      continue;
    }
    const route_t *route = &e->walk.route[state];
    const routing_classes_t classes = classes_of(e, route);
    for (unsigned k = 0; k < route->count; k++) {
      for (unsigned c = classes.first; c <= classes.last; c++) {
        const uint32_t behind = state_behind(e, router, route->port[k], c);
        if (behind / e->r->groups != target) {
          depend(e, channels_number(&e->channels, router, route->port[k], c), behind);
        }
      }
    }
  }
}

// The state behind the first candidate.
static uint32_t follow(const enumeration_t *e, uint32_t state) {
  const route_t *route = &e->walk.route[state];
  return state_behind(e, state / e->r->groups, route->port[0], classes_of(e, route).first);
}

// Counts the hops of every state: follows the first candidates to a state that is known, and
// numbers the way there backwards.
static bool count_hops(enumeration_t *e, uint32_t destination) {
  for (uint32_t i = 0; i < e->walk.count; i++) {
    const uint32_t state = e->walk.state[i];
    e->hops[state] = state / e->r->groups == e->walk.target ? 0 : kUnknown;
  }
  for (uint32_t i = 0; i < e->walk.count; i++) {
    uint32_t steps = 0;
    uint32_t at = e->walk.state[i];
    for (; e->hops[at] == kUnknown; at = follow(e, at)) {
      if (++steps > e->walk.count) {
        return noc_fail(e->error, NOC_INTERNAL, "%s on %.80s: the route to node %u has a loop",
                        e->r->name, e->t->name, destination);
      }
    }
    uint32_t hops = e->hops[at] + steps;
    e->d->longest_route = hops > e->d->longest_route ? hops : e->d->longest_route;
    for (at = e->walk.state[i]; steps > 0; steps--, hops--) {
      e->hops[at] = hops;
      at = follow(e, at);
    }
  }
  return true;
}

// Adds the hops from all nodes to the destinations that this one stands for; none sends to itself.
static void add_hops(enumeration_t *e, uint32_t destination, uint32_t count) {
  double sum = 0;
  for (uint32_t i = 0; i < e->walk.n_entries; i++) {
    const uint32_t router = e->walk.entries[i];
    sum += (double)e->walk.enters[router] * e->hops[router * e->r->groups];
  }
  topology_place_t own;
  (void)topology_injection(e->t, destination, &own, 1);
  e->sum += (sum - e->hops[own.router * e->r->groups]) * count;
}

// The nodes behind this one that leave at the same router, when their routes are the same.
static uint32_t alike(const enumeration_t *e, uint32_t destination) {
  const unsigned n = e->t->nodes_per_router;
  return e->r->per_router && e->paths == NULL && n > 0 ? n - destination % n : 1;
}

// All routes to a destination, and to others whose routes are the same.
static bool add_destination(enumeration_t *e, uint32_t destination, uint32_t count) {
  if (e->paths != NULL && routing_own_paths(e->paths, destination)) {
    return dependencies_along_paths(&e->channels, e->paths, destination, &e->sum,
                                    &e->d->longest_route, e->error);
  }
  if (!routing_walk(&e->walk, destination, e->error) ||
      (e->counting && !count_hops(e, destination))) {
    return false;
  }
  add_dependencies(e);
  if (e->counting) {
    add_hops(e, destination, count);
  }
  return true;
}

static bool enumerate(enumeration_t *e) {
  const topology_t *t = e->t;
  for (uint32_t n = 0, count = 0; n < t->nodes; n += count) {
    count = alike(e, n);
    if (!add_destination(e, n, count)) {
      return false;
    }
  }
  e->d->mean_route = t->nodes > 1 ? e->sum / ((double)t->nodes * (t->nodes - 1.0)) : NAN;
  e->d->channels = e->channels.count;
  e->d->dependencies = channels_dependencies(&e->channels);
  return channels_cycle(&e->channels, e->d, e->error);
}

static bool allocate(enumeration_t *e) {
  const size_t states = (size_t)e->t->routers * e->r->groups;
  if (!channels_create(&e->channels, e->t, e->d->classes, e->error) ||
      !routing_walk_create(&e->walk, e->r, e->d->classes, e->error)) {
    return false;
  }
  e->hops = malloc(states * sizeof *e->hops);
  return e->hops != NULL || memory_fail(e->error, "channel dependencies");
}

static bool enumerate_all(routing_t *r, bool counting, dependencies_t *d, noc_error_t *error) {
  const bool paths = r->paths > 0;
  enumeration_t e = {.r = r->along != NULL ? r->along : r,
                     .paths = paths ? r : NULL,
                     .t = r->topology,
                     .d = d,
                     .counting = counting,
                     .error = error};
  const bool ok = allocate(&e) && enumerate(&e);
  channels_free(&e.channels);
  routing_walk_free(&e.walk);
  free(e.hops);
  return ok;
}

static bool find(routing_t *r, unsigned classes, bool counting, dependencies_t *d,
                 noc_error_t *error) {
  *d = (dependencies_t){.classes = r->classes, .mean_route = NAN};
  if (classes > 0 && classes < r->classes) {
    d->classes = classes;
  }
  if (r->along != NULL && r->paths == 0) {
    r = r->along;
  }
  const bool sampled = r->topology->routers > DEPENDENCIES_ENUMERATED && routing_ranked(r);
  d->method = sampled ? DEPENDENCIES_NUMBERING : DEPENDENCIES_ENUMERATION;
  const bool ok = sampled ? dependencies_sample(r, d, error) : enumerate_all(r, counting, d, error);
  if (!counting) {
    d->mean_route = NAN;
    d->longest_route = 0;
  }
  if (!ok) {
    dependencies_free(d);
  }
  return ok;
}

bool dependencies_find(routing_t *r, unsigned classes, dependencies_t *d, noc_error_t *error) {
  return find(r, classes, true, d, error);
}

bool dependencies_prove(routing_t *r, unsigned classes, dependencies_t *d, noc_error_t *error) {
  return find(r, classes, false, d, error);
}

void dependencies_free(dependencies_t *d) {
  free(d->cycle);
  d->cycle = NULL;
  d->length = 0;
}

char *dependencies_cycle(const routing_t *r, const dependencies_t *d, char *out, size_t size) {
  const topology_t *t = r->topology;
  size_t used = 0;
  out[0] = '\0';
  for (uint32_t i = 0; i < d->length && used < size; i++) {
    const dependencies_channel_t *c = &d->cycle[i];
    char from[128];
    char to[128];
    const int32_t peer = t->peer_router[(size_t)c->router * t->ports + c->port];
    used += (size_t)snprintf(out + used, size - used, "%s%s -> %s class %u", i > 0 ? ", " : "",
                             topology_router_name(t, c->router, from, sizeof from),
                             topology_router_name(t, (uint32_t)peer, to, sizeof to), c->vc_class);
  }
  return out;
}

const char *dependencies_method(dependencies_method_t method) {
  return method == DEPENDENCIES_ENUMERATION ? "enumeration" : "numbering";
}
