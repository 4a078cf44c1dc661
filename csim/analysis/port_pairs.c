// port_pairs -- see port_pairs.h.

#include "analysis/port_pairs.h"

#include <stdlib.h>

#include "base/memory.h"
#include "routing/routing_walk.h"

bool port_pairs_all(const topology_t *t, port_pairs_t *pairs, noc_error_t *error) {
  uint32_t *in = calloc(t->routers, sizeof *in);  // ports of a router that something comes by
  uint32_t *out = calloc(t->routers, sizeof *out);
  const bool ok = in != NULL && out != NULL;
  topology_place_t place;
  for (uint32_t n = 0; ok && n < t->nodes; n++) {
    (void)topology_injection(t, n, &place, 1);
    in[place.router] |= UINT32_C(1) << place.port;
    (void)topology_ejection(t, n, &place, 1);
    out[place.router] |= UINT32_C(1) << place.port;
  }
  *pairs = (port_pairs_t){0};
  for (uint32_t r = 0; ok && r < t->routers; r++) {
    for (unsigned p = 0; p < t->ports; p++) {
      const uint32_t link = t->peer_router[(size_t)r * t->ports + p] >= 0;
      in[r] |= link << p;
      out[r] |= link << p;
    }
    for (uint32_t left = in[r]; left != 0; left &= left - 1) {
      const unsigned p = (unsigned)__builtin_ctz(left);
      pairs->out[p] |= out[r] & ~(UINT32_C(1) << p);
    }
  }
  free(in);
  free(out);
  return ok || memory_fail(error, "the ports of the routers");
}

static uint32_t mask_of(const route_t *route) {
  uint32_t ports = 0;
  for (unsigned i = 0; i < route->count; i++) {
    ports |= UINT32_C(1) << route->port[i];
  }
  return ports;
}

// Adds what packets to one destination do: where they enter, and behind every hop.
static void add_destination(const routing_walk_t *w, uint32_t destination, port_pairs_t *pairs) {
  const topology_t *t = w->r->topology;
  const uint32_t groups = w->r->groups;
  for (uint32_t n = 0; n < t->nodes; n++) {
    topology_place_t place;
    (void)topology_injection(t, n, &place, 1);
    pairs->out[place.port] |=
        n != destination ? mask_of(&w->route[(size_t)place.router * groups]) : 0;
  }
  for (uint32_t i = 0; i < w->count; i++) {
    const uint32_t router = w->state[i] / groups;
    const route_t *route = &w->route[w->state[i]];
    const routing_classes_t classes = routing_classes(w->r, route->vc_class, w->classes);
    for (unsigned k = 0; k < route->count && router != w->target; k++) {
      const size_t link = (size_t)router * t->ports + route->port[k];
      for (unsigned c = classes.first; c <= classes.last; c++) {
        pairs->out[t->peer_port[link]] |= mask_of(&w->route[w->behind[link * w->classes + c]]);
      }
    }
  }
}

bool port_pairs_find(routing_t *r, unsigned classes, port_pairs_t *pairs, noc_error_t *error) {
  const topology_t *t = r->topology;
  routing_t *along = r->along != NULL ? r->along : r;
  const uint64_t states = (uint64_t)t->routers * along->groups * t->nodes;
  routing_walk_t w = {0};
  if (r->paths > 0 || states > PORT_PAIRS_STATES) {
    return port_pairs_all(t, pairs, error);
  }
  *pairs = (port_pairs_t){0};
  bool ok = routing_walk_create(&w, along, classes, error);
  for (uint32_t n = 0; ok && n < t->nodes; n++) {
    ok = routing_walk(&w, n, error);
    if (ok) {
      add_destination(&w, n, pairs);
    }
  }
  routing_walk_free(&w);
  return ok;
}
