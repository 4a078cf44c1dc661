// dependencies -- see dependencies.h.
//
// One destination after another: all states (router, arrival group) that a packet to it can be in
// are found from the entries of all nodes, each with its route; then each channel into a state
// depends on all channels out of it.

#include "analysis/dependencies.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/channels.h"
#include "network/memory.h"

// Hops are not known, or are being counted.
static const uint32_t kUnknown = UINT32_MAX;

typedef struct {
  routing_t *r;
  routing_t
      *paths;  // source routing with paths of its own, and r what other pairs go along; or NULL
  const topology_t *t;
  channels_t channels;
  dependencies_t *d;
  uint32_t *enters;   // [router]: nodes that enter there
  uint32_t *entries;  // the routers where any do
  uint32_t n_entries;
  uint32_t *behind;  // [channel]: the state that it leads to
  // For one destination, [state]; state = router * groups + group.
  route_t *route;
  uint32_t *stamp;  // 1 + the destination for which the state was reached last
  uint32_t *hops;   // along the first candidates
  uint32_t *queue;
  uint32_t n_queue;
  bool counting;  // hops are asked for
  double sum;     // of hops
  noc_error_t *error;
} enumeration_t;

static uint32_t state_of(const enumeration_t *e, uint32_t router, uint32_t group) {
  return router * e->r->groups + group;
}

// The classes that a route may take: from *first to what is returned.
static unsigned classes_of(const enumeration_t *e, const route_t *route, unsigned *first) {
  const unsigned c = routing_cut(e->r, route->vc_class, e->channels.classes);
  *first = c < e->channels.classes ? c : 0;
  return c < e->channels.classes ? c : c - 1;
}

static uint32_t state_behind(const enumeration_t *e, uint32_t router, uint32_t port,
                             unsigned vc_class) {
  return e->behind[channels_number(&e->channels, router, port, vc_class)];
}

static void reach(enumeration_t *e, uint32_t state, uint32_t destination) {
  if (e->stamp[state] != destination + 1) {
    e->stamp[state] = destination + 1;
    e->hops[state] = kUnknown;
    e->queue[e->n_queue++] = state;
  }
}

static bool find_states(enumeration_t *e, uint32_t destination, uint32_t target) {
  e->n_queue = 0;
  for (uint32_t i = 0; i < e->n_entries; i++) {
    reach(e, state_of(e, e->entries[i], 0), destination);
  }
  for (uint32_t head = 0; head < e->n_queue; head++) {
    const uint32_t state = e->queue[head];
    const uint32_t router = state / e->r->groups;
    route_t *route = &e->route[state];
    if (router == target) {
      e->hops[state] = 0;
      continue;
    }
    if (!routing_route(e->r, router, state % e->r->groups, destination, route, e->error)) {
      return false;
    }
    unsigned first = 0;
    const unsigned last = classes_of(e, route, &first);
    for (unsigned i = 0; i < route->count; i++) {
      for (unsigned c = first; c <= last; c++) {
        reach(e, state_behind(e, router, route->port[i], c), destination);
      }
    }
  }
  return true;
}

// The channel into a state depends on all that its route allows.
static void depend(enumeration_t *e, uint32_t channel, uint32_t state) {
  channels_t *c = &e->channels;
  const route_t *route = &e->route[state];
  const uint32_t router = state / e->r->groups;
  const uint32_t base = c->first[router] * c->classes;
  uint64_t *mask = &c->next[(size_t)channel * c->words];
  unsigned first = 0;
  const unsigned last = classes_of(e, route, &first);
  for (unsigned i = 0; i < route->count; i++) {
    const uint32_t bit = channels_number(c, router, route->port[i], first) - base;
    for (uint32_t b = bit; b <= bit + last - first; b++) {
      mask[b / 64] |= UINT64_C(1) << b % 64;
    }
  }
}

static void add_dependencies(enumeration_t *e, uint32_t target) {
  for (uint32_t i = 0; i < e->n_queue; i++) {
    const uint32_t state = e->queue[i];
    const uint32_t router = state / e->r->groups;
    if (router == target) {
      continue;
    }
    const route_t *route = &e->route[state];
    unsigned first = 0;
    const unsigned last = classes_of(e, route, &first);
    for (unsigned k = 0; k < route->count; k++) {
      for (unsigned c = first; c <= last; c++) {
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
  const route_t *route = &e->route[state];
  unsigned first = 0;
  (void)classes_of(e, route, &first);
  return state_behind(e, state / e->r->groups, route->port[0], first);
}

// Counts the hops of every state: follows the first candidates to a state that is known, and numbers
// the way there backwards.
static bool count_hops(enumeration_t *e, uint32_t destination) {
  for (uint32_t i = 0; i < e->n_queue; i++) {
    uint32_t steps = 0;
    uint32_t at = e->queue[i];
    for (; e->hops[at] == kUnknown; at = follow(e, at)) {
      if (++steps > e->n_queue) {
        return noc_fail(e->error, NOC_INTERNAL, "%s on %.80s: the route to node %u has a loop",
                        e->r->name, e->t->name, destination);
      }
    }
    uint32_t hops = e->hops[at] + steps;
    e->d->longest_route = hops > e->d->longest_route ? hops : e->d->longest_route;
    for (at = e->queue[i]; steps > 0; steps--, hops--) {
      e->hops[at] = hops;
      at = follow(e, at);
    }
  }
  return true;
}

// Adds the hops from all nodes to the destinations that this one stands for; none sends to itself.
static void add_hops(enumeration_t *e, uint32_t destination, uint32_t count) {
  double sum = 0;
  for (uint32_t i = 0; i < e->n_entries; i++) {
    const uint32_t router = e->entries[i];
    sum += (double)e->enters[router] * e->hops[state_of(e, router, 0)];
  }
  topology_place_t own;
  (void)topology_injection(e->t, destination, &own, 1);
  e->sum += (sum - e->hops[state_of(e, own.router, 0)]) * count;
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
  const uint32_t target = routing_target(e->t, destination);
  if (!find_states(e, destination, target) || (e->counting && !count_hops(e, destination))) {
    return false;
  }
  add_dependencies(e, target);
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
  const topology_t *t = e->t;
  const size_t states = (size_t)t->routers * e->r->groups;
  if (!memory_check((double)states * sizeof *e->route, "the states of a routing", e->error)) {
    return false;
  }
  e->enters = calloc(t->routers, sizeof *e->enters);
  e->entries = calloc(t->routers, sizeof *e->entries);
  e->behind = malloc((e->channels.count + 1) * sizeof *e->behind);
  e->route = malloc(states * sizeof *e->route);
  e->stamp = calloc(states, sizeof *e->stamp);
  e->hops = malloc(states * sizeof *e->hops);
  e->queue = malloc(states * sizeof *e->queue);
  if (e->enters == NULL || e->entries == NULL || e->behind == NULL || e->route == NULL ||
      e->stamp == NULL || e->hops == NULL || e->queue == NULL) {
    return memory_fail(e->error, "channel dependencies");
  }
  for (uint32_t i = 0; i < e->channels.count; i++) {
    const topology_place_t end = channels_end(&e->channels, i / e->channels.classes);
    e->behind[i] =
        state_of(e, end.router, routing_group(e->r, end.router, end.port, i % e->channels.classes));
  }
  for (uint32_t n = 0; n < t->nodes; n++) {
    topology_place_t place;
    (void)topology_injection(t, n, &place, 1);
    if (e->enters[place.router]++ == 0) {
      e->entries[e->n_entries++] = place.router;
    }
  }
  return true;
}

static bool enumerate_all(routing_t *r, bool counting, dependencies_t *d, noc_error_t *error) {
  const bool paths = r->along != NULL;
  enumeration_t e = {.r = paths ? r->along : r,
                     .paths = paths ? r : NULL,
                     .t = r->topology,
                     .d = d,
                     .counting = counting,
                     .error = error};
  const bool ok =
      channels_create(&e.channels, r->topology, d->classes, error) && allocate(&e) && enumerate(&e);
  channels_free(&e.channels);
  free(e.enters);
  free(e.entries);
  free(e.behind);
  free(e.route);
  free(e.stamp);
  free(e.hops);
  free(e.queue);
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
