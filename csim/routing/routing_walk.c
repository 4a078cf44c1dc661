// routing_walk -- see routing_walk.h.

#include "routing/routing_walk.h"

#include <stdlib.h>

#include "base/memory.h"

uint32_t routing_behind(const routing_t *r, uint32_t router, uint32_t port, unsigned vc_class) {
  const topology_t *t = r->topology;
  const size_t link = (size_t)router * t->ports + port;
  const uint32_t next = (uint32_t)t->peer_router[link];
  return next * r->groups + routing_group(r, next, (uint32_t)t->peer_port[link], vc_class);
}

static void find_entries(routing_walk_t *w) {
  const topology_t *t = w->r->topology;
  for (uint32_t n = 0; n < t->nodes; n++) {
    topology_place_t place;
    (void)topology_injection(t, n, &place, 1);
    if (w->enters[place.router]++ == 0) {
      w->entries[w->n_entries++] = place.router;
    }
  }
}

static void find_behind(routing_walk_t *w) {
  const topology_t *t = w->r->topology;
  for (uint32_t router = 0; router < t->routers; router++) {
    for (unsigned port = 0; port < t->ports; port++) {
      const size_t link = (size_t)router * t->ports + port;
      for (unsigned c = 0; c < w->classes && t->peer_router[link] >= 0; c++) {
        w->behind[link * w->classes + c] = routing_behind(w->r, router, port, c);
      }
    }
  }
}

bool routing_walk_create(routing_walk_t *w, routing_t *r, unsigned classes, noc_error_t *error) {
  const topology_t *t = r->topology;
  const size_t states = (size_t)t->routers * r->groups;
  const size_t channels = (size_t)t->routers * t->ports * classes;
  *w = (routing_walk_t){.r = r, .classes = classes};
  if (!memory_check((double)states * sizeof *w->route + (double)channels * sizeof *w->behind,
                    "the states of a routing", error)) {
    return false;
  }
  w->enters = calloc(t->routers, sizeof *w->enters);
  w->entries = malloc(t->routers * sizeof *w->entries);
  w->behind = calloc(channels, sizeof *w->behind);
  w->state = malloc(states * sizeof *w->state);
  w->route = malloc(states * sizeof *w->route);
  w->stamp = calloc(states, sizeof *w->stamp);
  if (w->enters == NULL || w->entries == NULL || w->behind == NULL || w->state == NULL ||
      w->route == NULL || w->stamp == NULL) {
    return memory_fail(error, "the states of a routing");
  }
  find_entries(w);
  find_behind(w);
  return true;
}

void routing_walk_free(routing_walk_t *w) {
  free(w->enters);
  free(w->entries);
  free(w->behind);
  free(w->state);
  free(w->route);
  free(w->stamp);
}

static void reach(routing_walk_t *w, uint32_t state, uint32_t destination) {
  if (w->stamp[state] != destination + 1) {
    w->stamp[state] = destination + 1;
    w->state[w->count++] = state;
  }
}

bool routing_walk(routing_walk_t *w, uint32_t destination, noc_error_t *error) {
  const uint32_t groups = w->r->groups;
  const unsigned ports = w->r->topology->ports;
  w->target = routing_target(w->r->topology, destination);
  w->count = 0;
  for (uint32_t i = 0; i < w->n_entries; i++) {
    reach(w, w->entries[i] * groups, destination);
  }
  for (uint32_t head = 0; head < w->count; head++) {
    const uint32_t state = w->state[head];
    const uint32_t router = state / groups;
    route_t *route = &w->route[state];
    if (!routing_route(w->r, router, state % groups, destination, route, error)) {
      return false;
    }
    const routing_classes_t classes = routing_classes(w->r, route->vc_class, w->classes);
    for (unsigned i = 0; i < route->count && router != w->target; i++) {
      const size_t link = (size_t)router * ports + route->port[i];
      for (unsigned c = classes.first; c <= classes.last; c++) {
        reach(w, w->behind[link * w->classes + c], destination);
      }
    }
  }
  return true;
}

// -- A router ahead ------------------------------------------------------------------------------

static bool same_route(const route_t *a, const route_t *b) {
  return a->port[0] == b->port[0] && a->vc_class == b->vc_class;
}

bool routing_walk_ahead(const routing_walk_t *w, uint32_t state, uint32_t *ahead) {
  const uint32_t router = state / w->r->groups;
  const route_t *route = &w->route[state];
  *ahead = state;
  if (router == w->target) {
    return true;
  }
  const routing_classes_t classes = routing_classes(w->r, route->vc_class, w->classes);
  const size_t link = (size_t)router * w->r->topology->ports + route->port[0];
  const uint32_t *behind = &w->behind[link * w->classes];
  *ahead = behind[classes.first];
  for (unsigned c = classes.first + 1; c <= classes.last; c++) {
    if (!same_route(&w->route[behind[c]], &w->route[*ahead])) {
      return false;
    }
  }
  return true;
}

// Some link leads to a port whose group depends on the class.
static bool groups_differ(const routing_walk_t *w) {
  const topology_t *t = w->r->topology;
  for (size_t link = 0; link < (size_t)t->routers * t->ports; link++) {
    const uint32_t *behind = &w->behind[link * w->classes];
    for (unsigned c = 1; c < w->classes && t->peer_router[link] >= 0; c++) {
      if (behind[c] != behind[0]) {
        return true;
      }
    }
  }
  return false;
}

static bool looks_ahead(routing_walk_t *w, routing_blind_t *blind, noc_error_t *error) {
  for (uint32_t node = 0; node < w->r->topology->nodes; node++) {
    if (!routing_walk(w, node, error)) {
      return false;
    }
    for (uint32_t i = 0; i < w->count; i++) {
      const uint32_t state = w->state[i];
      uint32_t ahead;
      if (!routing_walk_ahead(w, state, &ahead)) {
        *blind = (routing_blind_t){true, state / w->r->groups, node, w->route[state].port[0]};
        return true;
      }
    }
  }
  return true;
}

bool routing_looks_ahead(routing_t *r, routing_blind_t *blind, noc_error_t *error) {
  *blind = (routing_blind_t){.is = false};
  if (r->groups == 1 || r->classes == 1) {
    return true;
  }
  routing_walk_t w;
  const bool ok = routing_walk_create(&w, r, r->classes, error) &&
                  (!groups_differ(&w) || looks_ahead(&w, blind, error));
  routing_walk_free(&w);
  return ok;
}
