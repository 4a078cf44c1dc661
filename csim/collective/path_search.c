// path_search -- see path_search.h.

#include "collective/path_search.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// One destination outweighs all conflicts, one conflict all hops.
static const int64_t kDestination = INT64_C(1) << 40;
static const int64_t kConflict = INT64_C(1) << 20;

static void add_destination(path_search_t *s, uint32_t node, uint32_t at) {
  topology_place_t place;
  (void)topology_ejection(s->legs.r->topology, node, &place, 1);
  if (s->drops == 0 || s->drop[s->drops - 1].router != place.router) {
    s->drop[s->drops++] = (path_drop_t){.router = place.router, .address = node, .first = at};
  }
  path_drop_t *drop = &s->drop[s->drops - 1];
  drop->ports |= UINT32_C(1) << place.port;
  drop->nodes++;
  s->node[at] = node;
}

typedef struct {
  uint32_t router, node;
} placed_t;

static int by_router(const void *a, const void *b) {
  const placed_t *x = a;
  const placed_t *y = b;
  const int routers = (x->router > y->router) - (x->router < y->router);
  return routers != 0 ? routers : (x->node > y->node) - (x->node < y->node);
}

bool path_search_create(path_search_t *s, routing_t *r, unsigned classes, const uint32_t *nodes,
                        uint32_t n, uint32_t most, noc_error_t *error) {
  const topology_t *t = r->topology;
  *s = (path_search_t){.most = most};
  if (!topology_check_runs(t, error) || !path_legs_create(&s->legs, r, classes, error)) {
    return false;
  }
  placed_t *placed = malloc(n * sizeof *placed);
  s->drop = calloc(n, sizeof *s->drop);
  s->node = malloc(n * sizeof *s->node);
  s->head = malloc(t->routers * sizeof *s->head);
  s->used = calloc((size_t)t->routers * t->ports, sizeof *s->used);
  const bool ok =
      placed != NULL && s->drop != NULL && s->node != NULL && s->head != NULL && s->used != NULL;
  if (ok) {
    memset(s->head, 0xff, t->routers * sizeof *s->head);
    for (uint32_t i = 0; i < n; i++) {
      placed[i] = (placed_t){routing_target(t, nodes[i]), nodes[i]};
    }
    qsort(placed, n, sizeof *placed, by_router);
    for (uint32_t i = 0; i < n; i++) {
      add_destination(s, placed[i].node, i);
    }
  }
  free(placed);
  return ok || memory_fail(error, "a plan of worms");
}

void path_search_free(path_search_t *s) {
  path_legs_free(&s->legs);
  free(s->drop);
  free(s->node);
  free(s->head);
  free(s->stop);
  free(s->edge);
  free(s->link);
  free(s->used);
  free(s->order);
}

// The stop of this place, drop and arrival; a new one if need be.
static bool find_stop(path_search_t *s, path_stop_t at, uint32_t drop, uint32_t *stop,
                      noc_error_t *error) {
  for (*stop = s->head[at.router]; *stop != PATH_NONE; *stop = s->stop[*stop].next) {
    const path_node_t *n = &s->stop[*stop];
    if (n->drop == drop && n->at.group == at.group && n->at.came == at.came &&
        n->at.rank == at.rank && n->at.port == at.port) {
      return true;
    }
  }
  if (!memory_room(&s->stop, &s->stops_room, s->stops + 1, sizeof *s->stop)) {
    return memory_fail(error, "a plan of worms");
  }
  *stop = s->stops++;
  s->stop[*stop] = (path_node_t){.at = at, .drop = drop, .next = s->head[at.router]};
  s->head[at.router] = *stop;
  return true;
}

static bool add_edge(path_search_t *s, const path_leg_t *leg, uint32_t drop, noc_error_t *error) {
  uint32_t to = 0;
  if (!find_stop(s, leg->stop, drop, &to, error)) {
    return false;
  }
  if (!memory_room(&s->edge, &s->edges_room, s->edges + 1, sizeof *s->edge) ||
      !memory_room(&s->link, &s->links_room, s->links + leg->hops, sizeof *s->link)) {
    return memory_fail(error, "a plan of worms");
  }
  s->edge[s->edges++] = (path_edge_t){to, leg->port, leg->vc_class, s->links, leg->hops};
  for (uint32_t i = 0; i < leg->hops; i++) {
    s->link[s->links++] = s->legs.link[i];
  }
  return true;
}

// The legs from a stop to all drops that are left;
// those that are covered stay so, but in other plans.
static bool expand(path_search_t *s, uint32_t stop, noc_error_t *error) {
  const uint32_t first = s->edges;
  const path_stop_t at = s->stop[stop].at;
  for (uint32_t j = 0; j < s->drops; j++) {
    path_leg_t leg;
    if (j == s->stop[stop].drop) {
      continue;
    }
    if (!path_leg(&s->legs, at, s->drop[j].address, &leg, error) ||
        (leg.legal && !add_edge(s, &leg, j, error))) {
      return false;
    }
  }
  s->stop[stop].expanded = true;
  s->stop[stop].first_edge = first;
  s->stop[stop].edges = s->edges - first;
  return true;
}

// Lists a stop that the search has not come to yet.
static bool list_stop(path_search_t *s, uint32_t stop, noc_error_t *error) {
  path_node_t *n = &s->stop[stop];
  if (n->stamp == s->searches) {
    return true;
  }
  *n = (path_node_t){.at = n->at,
                     .drop = n->drop,
                     .next = n->next,
                     .expanded = n->expanded,
                     .first_edge = n->first_edge,
                     .edges = n->edges,
                     .stamp = s->searches,
                     .value = INT64_MIN,
                     .parent = PATH_NONE};
  if (!memory_room(&s->order, &s->order_room, s->found + 1, sizeof *s->order)) {
    return memory_fail(error, "a plan of worms");
  }
  s->order[s->found++] = stop;
  return true;
}

static int by_rank(const void *a, const void *b, void *search) {
  const path_search_t *s = search;
  const uint32_t i = *(const uint32_t *)a;
  const uint32_t j = *(const uint32_t *)b;
  const path_node_t *x = &s->stop[i];
  const path_node_t *y = &s->stop[j];
  const bool x_source = x->drop == PATH_NONE;
  const bool y_source = y->drop == PATH_NONE;
  if (x_source != y_source) {
    return x_source ? -1 : 1;
  }
  if (x->at.came != y->at.came) {
    return x->at.came ? 1 : -1;
  }
  const int ranks = (x->at.rank > y->at.rank) - (x->at.rank < y->at.rank);
  return ranks != 0 ? ranks : (i > j) - (i < j);
}

// The way to a stop has been at the drop.
static bool passed(const path_search_t *s, uint32_t stop, uint32_t drop) {
  for (; stop != PATH_NONE; stop = s->stop[stop].parent) {
    if (s->stop[stop].drop == drop) {
      return true;
    }
  }
  return false;
}

static void extend(path_search_t *s, uint32_t stop) {
  const path_node_t *from = &s->stop[stop];
  for (uint32_t e = from->first_edge; e < from->first_edge + from->edges; e++) {
    const path_edge_t *edge = &s->edge[e];
    path_node_t *to = &s->stop[edge->to];
    const path_drop_t *drop = &s->drop[to->drop];
    if (drop->covered || from->length >= s->most) {
      continue;
    }
    int64_t value = from->value + drop->nodes * kDestination - edge->links;
    for (uint32_t i = 0; i < edge->links; i++) {
      value -= s->used[s->link[edge->first_link + i]] > 0 ? kConflict : 0;
    }
    if (value > to->value && !passed(s, stop, to->drop)) {
      to->value = value;
      to->parent = stop;
      to->edge = e;
      to->length = from->length + 1;
    }
  }
}

bool path_search(path_search_t *s, uint32_t source, uint32_t *best, noc_error_t *error) {
  uint32_t start = 0;
  s->searches++;
  s->found = 0;
  if (!find_stop(s, path_start(s->legs.r->topology, source), PATH_NONE, &start, error) ||
      !list_stop(s, start, error)) {
    return false;
  }
  for (uint32_t i = 0; i < s->found; i++) {
    const uint32_t stop = s->order[i];
    if (!s->stop[stop].expanded && !expand(s, stop, error)) {
      return false;
    }
    for (uint32_t e = 0; e < s->stop[stop].edges; e++) {
      const uint32_t to = s->edge[s->stop[stop].first_edge + e].to;
      if (!s->drop[s->stop[to].drop].covered && !list_stop(s, to, error)) {
        return false;
      }
    }
  }
  qsort_r(s->order, s->found, sizeof *s->order, by_rank, s);
  s->stop[start].value = 0;
  *best = PATH_NONE;
  for (uint32_t i = 0; i < s->found; i++) {
    const uint32_t stop = s->order[i];
    if (s->stop[stop].value == INT64_MIN) {
      continue;  // only by ways that were there before, or are too long
    }
    extend(s, stop);
    if (stop != start && (*best == PATH_NONE || s->stop[stop].value > s->stop[*best].value)) {
      *best = stop;
    }
  }
  return true;
}
