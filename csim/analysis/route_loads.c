// route_loads -- see route_loads.h.

#include "analysis/route_loads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "routing/routing_walk.h"

typedef struct {
  routing_t *routing;
  double *load;  // [link][class]
  routing_hop_t *path;
  size_t room;  // entries of it
  double packets, hops;
} walk_t;

// The packets that all nodes send to one destination, along the first candidates.
typedef struct {
  routing_walk_t walk;
  uint32_t *flow;    // [state]: nodes whose packets come through
  uint32_t *before;  // [state]: states before it that have not been looked at
} flows_t;

static bool make_room(walk_t *w, size_t count, noc_error_t *error) {
  if (count <= w->room) {
    return true;
  }
  routing_hop_t *path = realloc(w->path, 2 * count * sizeof *path);
  if (path == NULL) {
    (void)memory_fail(error, "a route");
    return false;
  }
  w->path = path;
  w->room = 2 * count;
  return true;
}

static bool add_route(walk_t *w, uint32_t from, uint32_t to, double weight, noc_error_t *error) {
  const topology_t *t = w->routing->topology;
  const unsigned classes = w->routing->classes + 1;
  size_t count = routing_path(w->routing, from, to, w->path, w->room, error);
  if (count > w->room) {
    if (!make_room(w, count, error)) {
      return false;
    }
    count = routing_path(w->routing, from, to, w->path, w->room, error);
  }
  if (count == 0) {
    return false;
  }
  topology_place_t place;
  (void)topology_injection(t, from, &place, 1);
  for (size_t i = 0; i + 1 < count; i++) {
    const size_t link = (size_t)place.router * t->ports + w->path[i].port;
    w->load[link * classes + w->path[i].vc_class] += weight;
    place.router = (uint32_t)t->peer_router[link];
  }
  w->packets += weight;
  w->hops += weight * (double)(count - 1);
  return true;
}

static void find_most(const walk_t *w, route_loads_t *loads) {
  const topology_t *t = w->routing->topology;
  const unsigned classes = w->routing->classes + 1;
  for (size_t link = 0; link < (size_t)t->routers * t->ports; link++) {
    double all = 0;
    for (unsigned c = 0; c < classes; c++) {
      const double load = w->load[link * classes + c];
      loads->in_class[c] = fmax(loads->in_class[c], load);
      all += load;
    }
    loads->link = fmax(loads->link, all);
  }
  loads->hops = w->packets > 0 ? w->hops / w->packets : NAN;
}

static size_t link_out(const flows_t *f, uint32_t state) {
  const routing_t *r = f->walk.r;
  return (size_t)(state / r->groups) * r->topology->ports + f->walk.route[state].port[0];
}

static uint32_t state_after(const flows_t *f, uint32_t state) {
  const routing_classes_t classes =
      routing_classes(f->walk.r, f->walk.route[state].vc_class, f->walk.classes);
  return f->walk.behind[link_out(f, state) * f->walk.classes + classes.first];
}

static bool arrived(const flows_t *f, uint32_t state) {
  return state / f->walk.r->groups == f->walk.target;
}

// Who enters where, and how many states lead to each. The destination sends nothing to itself.
static void prepare_flows(flows_t *f, uint32_t destination) {
  const routing_walk_t *walk = &f->walk;
  for (uint32_t i = 0; i < walk->count; i++) {
    f->flow[walk->state[i]] = f->before[walk->state[i]] = 0;
  }
  for (uint32_t i = 0; i < walk->n_entries; i++) {
    f->flow[walk->entries[i] * walk->r->groups] = walk->enters[walk->entries[i]];
  }
  topology_place_t own;
  (void)topology_injection(walk->r->topology, destination, &own, 1);
  f->flow[own.router * walk->r->groups]--;
  for (uint32_t i = 0; i < walk->count; i++) {
    if (!arrived(f, walk->state[i])) {
      f->before[state_after(f, walk->state[i])]++;
    }
  }
}

// Adds what goes over all links to a destination. A state passes on what came through it once all
// that lead to it have done so.
static void add_flows(walk_t *w, flows_t *f, uint32_t destination) {
  const unsigned classes = w->routing->classes + 1;
  prepare_flows(f, destination);
  for (uint32_t i = 0; i < f->walk.count; i++) {
    uint32_t at = f->walk.state[i];
    while (f->before[at] == 0 && !arrived(f, at)) {
      w->load[link_out(f, at) * classes + f->walk.route[at].vc_class] += f->flow[at];
      w->hops += f->flow[at];
      const uint32_t next = state_after(f, at);
      f->flow[next] += f->flow[at];
      f->before[at] = UINT32_MAX;  // it is not looked at again
      f->before[next]--;
      at = next;
    }
  }
  w->packets += w->routing->topology->nodes - 1.0;
}

// All nodes send to all others, by routes that do not depend on who sends: the same as a walk along
// each pair's route.
static bool add_all(walk_t *w, noc_error_t *error) {
  const topology_t *t = w->routing->topology;
  const size_t states = (size_t)t->routers * w->routing->groups;
  flows_t f = {.flow = malloc(states * sizeof *f.flow),
               .before = malloc(states * sizeof *f.before)};
  bool ok = routing_walk_create(&f.walk, w->routing, w->routing->classes, error);
  if (ok && (f.flow == NULL || f.before == NULL)) {
    ok = memory_fail(error, "loads of links");
  }
  for (uint32_t to = 0; ok && to < t->nodes && t->nodes > 1; to++) {
    ok = routing_walk(&f.walk, to, error);
    if (ok) {
      add_flows(w, &f, to);
    }
  }
  // Packets are counted up to here, so that sums are exact. Each other node takes a share.
  const size_t loads = (size_t)t->routers * t->ports * (w->routing->classes + 1);
  for (size_t i = 0; i < loads; i++) {
    w->load[i] /= t->nodes - 1.0;
  }
  routing_walk_free(&f.walk);
  free(f.flow);
  free(f.before);
  return ok;
}

static bool add_node(walk_t *w, uint32_t from,
                     uint32_t (*image)(const topology_t *t, uint32_t node), noc_error_t *error) {
  const topology_t *t = w->routing->topology;
  if (image != NULL) {
    const uint32_t to = image(t, from);
    return to == from || add_route(w, from, to, 1, error);
  }
  for (uint32_t to = 0; to < t->nodes; to++) {
    if (to != from && !add_route(w, from, to, 1 / (t->nodes - 1.0), error)) {
      return false;
    }
  }
  return true;
}

bool route_loads_find(routing_t *r, uint32_t (*image)(const topology_t *t, uint32_t node),
                      route_loads_t *loads, noc_error_t *error) {
  enum { FIRST = 64 };
  const topology_t *t = r->topology;
  walk_t w = {.routing = r,
              .load = calloc((size_t)t->routers * t->ports * (r->classes + 1), sizeof(double))};
  *loads = (route_loads_t){0};
  if (w.load == NULL) {
    return memory_fail(error, "loads of links");
  }
  bool ok = make_room(&w, FIRST, error);
  if (ok && image == NULL && r->unit != ROUTE_SOURCE) {
    ok = add_all(&w, error);
  } else {
    for (uint32_t from = 0; ok && from < t->nodes; from++) {
      ok = add_node(&w, from, image, error);
    }
  }
  if (ok) {
    find_most(&w, loads);
  }
  free(w.load);
  free(w.path);
  return ok;
}
