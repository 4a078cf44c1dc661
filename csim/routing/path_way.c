// path_way -- see path_way.h.

#include "routing/path_way.h"

#include <inttypes.h>
#include <stdio.h>

#include "routing/routing_walk.h"

enum { NOT_YET = UINT16_MAX };

typedef struct {
  path_legs_t *l;
  const path_header_t *header;
  const uint32_t *to;
  uint32_t n;
  uint16_t *hops;
  uint32_t links;  // so far
  uint32_t left;   // destinations
  noc_error_t *error;
} walker_t;

static bool fail_pair(const walker_t *w, uint32_t i, const char *found, const char *accepted) {
  return noc_fail(w->error, NOC_BAD_INPUT,
                  SAY_THERE_IS("pair %" PRIu32 " of a path worm, %s", "%s"), i + 1, found,
                  accepted);
}

// Links of the leg, by the first candidates.
static bool count_links(walker_t *w, path_stop_t from, uint32_t node) {
  routing_t *r = w->l->r;
  const uint32_t target = routing_target(r->topology, node);
  uint32_t router = from.router;
  uint32_t group = from.group;
  while (router != target) {
    route_t route;
    if (!routing_route(r, router, group, node, &route, w->error)) {
      return false;
    }
    const routing_classes_t c = routing_classes(r, route.vc_class, w->l->classes);
    const uint32_t state = routing_behind(r, router, route.port[0], c.first);
    router = state / r->groups;
    group = state % r->groups;
    w->links++;
  }
  return true;
}

static bool drop(walker_t *w, uint32_t i, uint32_t node) {
  char text[80];
  uint32_t low = 0;
  for (uint32_t high = w->n; low < high;) {
    const uint32_t middle = low + (high - low) / 2;
    const bool below = w->to[middle] < node;
    low = below ? middle + 1 : low;
    high = below ? high : middle;
  }
  if (low == w->n || w->to[low] != node || w->hops[low] != NOT_YET) {
    const bool again = low < w->n && w->to[low] == node;
    (void)snprintf(text, sizeof text, "with a copy for node %" PRIu32 "%s", node,
                   again ? " again" : "");
    return fail_pair(w, i, text, "ports to the destinations, each once");
  }
  w->hops[low] = (uint16_t)w->links;
  w->left--;
  return true;
}

// The copies at a router; *onward is the port to another router, PATH_END at the last pair.
#define PATH_END UINT32_MAX
static bool copy(walker_t *w, uint32_t i, uint32_t router, uint32_t *onward) {
  const topology_t *t = w->l->r->topology;
  const path_pair_t *pair = &w->header->pair[i];
  const bool last = i + 1 == w->header->pairs;
  char text[80];
  *onward = PATH_END;
  for (uint32_t port = 0; port < 32; port++) {
    uint32_t node = 0;
    if ((pair->ports >> port & 1) == 0) {
      continue;
    }
    if (port < t->ports && t->peer_router[(size_t)router * t->ports + port] >= 0) {
      if (last || *onward != PATH_END) {
        (void)snprintf(text, sizeof text, "with port %" PRIu32 " to another router", port);
        return fail_pair(w, i, text, "one such port, and none in the last pair");
      }
      *onward = port;
    } else if (port < t->ports && topology_node_at(t, router, port, &node)) {
      if (!drop(w, i, node)) {
        return false;
      }
    } else {
      (void)snprintf(text, sizeof text, "with port %" PRIu32 ", which leads nowhere", port);
      return fail_pair(w, i, text, "ports to destinations or to another router");
    }
  }
  return last || *onward != PATH_END ||
         fail_pair(w, i, "with no port to another router", "one, but for the last pair");
}

static bool check_onward(const walker_t *w, uint32_t i, uint32_t onward, const path_leg_t *leg) {
  const path_pair_t *before = &w->header->pair[i - 1];
  char found[80];
  char accepted[80];
  char class_text[24] = "any class";
  if (onward == leg->port && before->vc_class == leg->vc_class) {
    return true;
  }
  if (leg->vc_class < w->l->classes) {
    (void)snprintf(class_text, sizeof class_text, "class %u", leg->vc_class);
  }
  (void)snprintf(found, sizeof found, "which goes on by port %" PRIu32, onward);
  if (before->vc_class < w->l->classes) {
    (void)snprintf(found, sizeof found, "which goes on by port %" PRIu32 " in class %u", onward,
                   before->vc_class);
  }
  (void)snprintf(accepted, sizeof accepted, "port %" PRIu32 " in %s, the way to node %" PRIu32,
                 leg->port, class_text, w->header->pair[i].address);
  return fail_pair(w, i - 1, found, accepted);
}

bool path_way(path_legs_t *l, const path_header_t *header, const uint32_t *to, uint32_t n,
              uint16_t *hops, noc_error_t *error) {
  walker_t w = {l, header, to, n, hops, 0, n, error};
  path_stop_t at = path_start(l->r->topology, header->source);
  uint32_t onward = PATH_END;
  char text[80];
  for (uint32_t k = 0; k < n; k++) {
    hops[k] = NOT_YET;
  }
  for (uint32_t i = 0; i < header->pairs; i++) {
    const uint32_t node = header->pair[i].address;
    path_leg_t leg;
    if (!path_leg(l, at, node, &leg, error)) {
      return false;
    }
    if (!leg.legal) {
      (void)snprintf(text, sizeof text, "which goes to node %" PRIu32, node);
      return fail_pair(&w, i, text,
                       "nodes to which the base routing leads on with rising channels");
    }
    if ((i > 0 && !check_onward(&w, i, onward, &leg)) || !count_links(&w, at, node) ||
        !copy(&w, i, leg.stop.router, &onward)) {
      return false;
    }
    at = leg.stop;
  }
  return w.left == 0 || noc_fail(error, NOC_BAD_INPUT,
                                 SAY_THERE_IS("a path worm without a copy for %" PRIu32
                                              " of its %" PRIu32 " destinations",
                                              "one for each"),
                                 w.left, n);
}
