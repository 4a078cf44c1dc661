// route_loads -- see route_loads.h.

#include "analysis/route_loads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct {
  routing_t *routing;
  double *load;  // [link][class]
  routing_hop_t *path;
  size_t room;  // entries of it
  double packets, hops;
} walk_t;

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
  for (uint32_t from = 0; ok && from < t->nodes; from++) {
    ok = add_node(&w, from, image, error);
  }
  if (ok) {
    find_most(&w, loads);
  }
  free(w.load);
  free(w.path);
  return ok;
}
