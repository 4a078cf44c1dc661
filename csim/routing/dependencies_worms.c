// dependencies_worms -- see dependencies_worms.h.
//
// One destination after another, as in dependencies.c. A tree worm that carries the destination may
// be in any plane up to the destination's own, if another of its nodes is; what it asks for next
// is, for one of its nodes, just that node's own way. So the channel of each such plane depends on
// the next way of the destination, and all dependencies of worms are found without looking at sets.

#include "routing/dependencies_worms.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "routing/channels.h"
#include "routing/path_legs.h"
#include "routing/routing_walk.h"

// A worm that has left by its nodes' ways goes up no more.
enum { MAY_RISE, FIXED, PHASES };

typedef struct {
  routing_t *r;
  const topology_t *t;
  const worm_routes_t *trees;
  bool paths;
  channels_t channels;
  uint32_t *present;  // [(group * routers + router) * ports + port]: planes of the ways there
  bool *drops;        // [channel]: a packet that comes by it may have a destination there
  bool more;          // channels have been added to these
  uint32_t *queue;    // states: (router * groups + group) * PHASES + phase
  uint32_t *stamp;    // [state]: 1 + the destination for which it was reached last
  uint32_t count;
  uint32_t target;
  uint32_t destination;
  noc_error_t *error;
} worms_t;

static void reach(worms_t *g, uint32_t state, uint32_t phase) {
  const uint32_t at = state * PHASES + phase;
  if (g->stamp[at] != g->destination + 1) {
    g->stamp[at] = g->destination + 1;
    g->queue[g->count++] = at;
  }
}

static void depend(worms_t *g, uint32_t channel, uint32_t router, uint32_t port,
                   routing_classes_t classes) {
  channels_t *c = &g->channels;
  const uint32_t base = c->first[router] * c->classes;
  uint64_t *mask = &c->next[(size_t)channel * c->words];
  for (unsigned k = classes.first; k <= classes.last; k++) {
    const uint32_t bit = channels_number(c, router, port, k) - base;
    mask[bit / 64] |= UINT64_C(1) << bit % 64;
  }
}

static routing_classes_t classes_of(const worms_t *g, const route_t *route) {
  return routing_classes(g->r, route->vc_class, g->channels.classes);
}

static routing_classes_t classes_of_plane(const worms_t *g, unsigned plane) {
  const unsigned c = g->trees->plane_class[plane];
  const unsigned last = g->channels.classes - 1;
  return c <= last ? (routing_classes_t){c, c} : (routing_classes_t){0, last};
}

// The channel into a state depends on all that its route allows.
static bool depend_on_route(worms_t *g, uint32_t channel, uint32_t state) {
  route_t route;
  const uint32_t router = state / g->r->groups;
  if (!routing_route(g->r, router, state % g->r->groups, g->destination, &route, g->error)) {
    return false;
  }
  for (unsigned i = 0; i < route.count; i++) {
    depend(g, channel, router, route.port[i], classes_of(g, &route));
  }
  return true;
}

// Follows the routes from the states that are listed on.
static bool follow_routes(worms_t *g) {
  const uint32_t groups = g->r->groups;
  route_t route;
  for (uint32_t head = 0; head < g->count; head++) {
    const uint32_t state = g->queue[head] / PHASES;
    const uint32_t router = state / groups;
    if (router == g->target) {
      continue;
    }
    if (!routing_route(g->r, router, state % groups, g->destination, &route, g->error)) {
      return false;
    }
    const routing_classes_t classes = classes_of(g, &route);
    for (unsigned i = 0; i < route.count; i++) {
      for (unsigned c = classes.first; c <= classes.last; c++) {
        const uint32_t channel = channels_number(&g->channels, router, route.port[i], c);
        const uint32_t behind = routing_behind(g->r, router, route.port[i], c);
        if (behind / groups == g->target) {
          g->more = g->more || !g->drops[channel];
          g->drops[channel] = true;
        } else if (!depend_on_route(g, channel, behind)) {
          return false;
        }
        reach(g, behind, MAY_RISE);
      }
    }
  }
  return true;
}

// A path worm that has come by this channel to one of its destinations and goes on to the next, if
// the number of the channel that it takes is a higher one.
static bool turn(worms_t *g, uint32_t channel) {
  const channels_t *c = &g->channels;
  const topology_place_t from = c->from[channel / c->classes];
  const uint32_t state = routing_behind(g->r, from.router, from.port, channel % c->classes);
  const uint32_t router = state / g->r->groups;
  if (router == g->target) {
    return true;
  }
  route_t route;
  if (!routing_route(g->r, router, state % g->r->groups, g->destination, &route, g->error)) {
    return false;
  }
  const uint32_t in_port = channels_end(c, channel / c->classes).port;
  const uint64_t rank = routing_rank(g->r, from.router, from.port, channel % c->classes);
  const routing_classes_t classes = classes_of(g, &route);
  for (unsigned i = 0; i < route.count; i++) {
    bool rises = path_may_turn(g->r, in_port, route.port[i]);
    for (unsigned k = classes.first; k <= classes.last; k++) {
      rises = rises && routing_rank(g->r, router, route.port[i], k) > rank;
    }
    if (rises) {
      depend(g, channel, router, route.port[i], classes);
      reach(g, state, MAY_RISE);
    }
  }
  return true;
}

// Unicasts, and path worms from all channels by which something has come to its destination so far.
static bool add_routes(worms_t *g) {
  g->count = 0;
  for (uint32_t n = 0; n < g->t->nodes; n++) {
    topology_place_t at;
    (void)topology_injection(g->t, n, &at, 1);
    reach(g, at.router * g->r->groups, MAY_RISE);
  }
  for (uint32_t channel = 0; g->paths && channel < g->channels.count; channel++) {
    if (g->drops[channel] && !turn(g, channel)) {
      return false;
    }
  }
  return follow_routes(g);
}

// The channel into a state, of a worm with the destination, depends on the destination's way there,
// and on the ways up of the whole.
static bool depend_on_ways(worms_t *g, uint32_t channel, uint32_t state, unsigned phase) {
  const uint32_t router = state / g->r->groups;
  const uint32_t group = state % g->r->groups;
  const worm_way_t way = worm_routes_way(g->trees, router, group, g->destination);
  const uint32_t up = phase == MAY_RISE ? worm_routes_up(g->trees, router, group) : 0;
  if (way.found && router != g->target) {
    depend(g, channel, router, way.port, classes_of_plane(g, way.plane));
  }
  for (uint32_t left = up; left != 0; left &= left - 1) {
    const routing_classes_t any = {0, g->channels.classes - 1};
    depend(g, channel, router, (uint32_t)__builtin_ctz(left), any);
  }
  return way.found || up != 0 ||
         noc_fail(g->error, NOC_BAD_INPUT,
                  SAY_THERE_IS("%s for tree worms, which has no way to node %u at router %u for "
                               "what comes in the class of other nodes",
                               "one whose routes do not go by the class of arrival"),
                  g->r->name, g->destination, router);
}

// Crosses a link, in all classes of a plane.
static bool cross(worms_t *g, uint32_t router, uint32_t port, routing_classes_t classes,
                  unsigned phase) {
  for (unsigned c = classes.first; c <= classes.last; c++) {
    const uint32_t behind = routing_behind(g->r, router, port, c);
    const uint32_t channel = channels_number(&g->channels, router, port, c);
    if (!depend_on_ways(g, channel, behind, phase)) {
      return false;
    }
    reach(g, behind, phase);
  }
  return true;
}

static bool cross_ways(worms_t *g, uint32_t state, unsigned phase) {
  const uint32_t router = state / g->r->groups;
  const uint32_t group = state % g->r->groups;
  const worm_way_t way = worm_routes_way(g->trees, router, group, g->destination);
  bool ok = true;
  if (way.found && router != g->target) {
    const uint32_t planes =
        g->present[((size_t)group * g->t->routers + router) * g->t->ports + way.port];
    for (unsigned p = 0; ok && p <= way.plane; p++) {
      ok = (planes >> p & 1) == 0 || cross(g, router, way.port, classes_of_plane(g, p), FIXED);
    }
  }
  uint32_t up = phase == MAY_RISE ? worm_routes_up(g->trees, router, group) : 0;
  for (; ok && up != 0; up &= up - 1) {
    const routing_classes_t any = {0, g->channels.classes - 1};
    ok = cross(g, router, (uint32_t)__builtin_ctz(up), any, MAY_RISE);
  }
  return ok;
}

static bool add_trees(worms_t *g) {
  g->count = 0;
  for (uint32_t n = 0; n < g->t->nodes; n++) {
    topology_place_t at;
    (void)topology_injection(g->t, n, &at, 1);
    reach(g, at.router * g->r->groups, MAY_RISE);
  }
  bool ok = true;
  for (uint32_t head = 0; ok && head < g->count; head++) {
    ok = cross_ways(g, g->queue[head] / PHASES, g->queue[head] % PHASES);
  }
  return ok;
}

static void find_present(worms_t *g) {
  const topology_t *t = g->t;
  for (uint32_t group = 0; group < g->r->groups; group++) {
    for (uint32_t router = 0; router < t->routers; router++) {
      uint32_t *present = &g->present[((size_t)group * t->routers + router) * t->ports];
      for (uint32_t n = 0; n < t->nodes; n++) {
        const worm_way_t way = worm_routes_way(g->trees, router, group, n);
        if (way.found) {
          present[way.port] |= UINT32_C(1) << way.plane;
        }
      }
    }
  }
}

static bool for_all_destinations(worms_t *g, bool (*add)(worms_t *g)) {
  const size_t states = (size_t)g->t->routers * g->r->groups * PHASES;
  memset(g->stamp, 0, states * sizeof *g->stamp);
  bool ok = true;
  for (g->destination = 0; ok && g->destination < g->t->nodes; g->destination++) {
    g->target = routing_target(g->t, g->destination);
    ok = add(g);
  }
  return ok;
}

static bool allocate(worms_t *g, unsigned classes) {
  const size_t states = (size_t)g->t->routers * g->r->groups;
  if (!channels_create(&g->channels, g->t, classes, g->error)) {
    return false;
  }
  g->present = calloc(states * g->t->ports, sizeof *g->present);
  g->drops = calloc((size_t)g->channels.count + 1, sizeof *g->drops);
  g->queue = malloc(states * PHASES * sizeof *g->queue);
  g->stamp = malloc(states * PHASES * sizeof *g->stamp);
  return (g->present != NULL && g->drops != NULL && g->queue != NULL && g->stamp != NULL) ||
         memory_fail(g->error, "channel dependencies");
}

static bool enumerate(worms_t *g, dependencies_t *d) {
  bool ok = allocate(g, d->classes);
  do {
    g->more = false;
    ok = ok && for_all_destinations(g, add_routes);
  } while (ok && g->paths && g->more);
  if (ok && g->trees != NULL) {
    find_present(g);
    ok = for_all_destinations(g, add_trees);
  }
  if (ok) {
    d->channels = g->channels.count;
    d->dependencies = channels_dependencies(&g->channels);
    ok = channels_cycle(&g->channels, d, g->error);
  }
  channels_free(&g->channels);
  free(g->present);
  free(g->drops);
  free(g->queue);
  free(g->stamp);
  return ok;
}

bool dependencies_worms(routing_t *r, unsigned classes, const worm_routes_t *trees, bool paths,
                        dependencies_t *d, noc_error_t *error) {
  if (r->unit == ROUTE_SOURCE || (paths && !routing_ranked(r))) {
    return noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("%s for %s worms", "%s, the topology's own"),
                    r->name, paths ? "path" : "tree", routing_default(r->topology));
  }
  if (r->topology->routers > DEPENDENCIES_WORMS_ENUMERATED && routing_ranked(r)) {
    return dependencies_prove(r, classes, d, error);
  }
  *d = (dependencies_t){.classes = r->classes};
  if (classes > 0 && classes < r->classes) {
    d->classes = classes;
  }
  worms_t g = {.r = r, .t = r->topology, .trees = trees, .paths = paths, .error = error};
  const bool ok = enumerate(&g, d);
  if (!ok) {
    dependencies_free(d);
  }
  return ok;
}
