// routing_updown -- up*/down* on any network: a route goes up zero or more links, then down zero or
// more. The up end of a link is nearer to router 0, the root of a breadth-first tree, and of
// routers at the same level the one with the lower number. Of all such routes the shortest ones are
// taken.
//
// Group 0 is on the way up or just entered, group 1 came down: the phase is told by the input port.
// Up links lead to ever higher places and down links to ever lower ones, so one class is enough.
//
// Source: M. D. Schroeder et al., Autonet: A High-speed, Self-configuring Local Area Network Using
// Point-to-point Links, SRC research report 59, DEC, 1990.

#include <stdlib.h>

#include "base/memory.h"
#include "routing/routing_code.h"
#include "routing/routing_rows.h"

enum { UP, DOWN, PHASES };

// A link that leaves a router, and the state behind it.
typedef struct {
  uint32_t port;
  uint32_t state;  // router * PHASES + phase
} out_t;

typedef struct {
  uint32_t *level;      // [router]: in the tree, 0 is the root
  uint32_t *first;      // [router + 1]: of its links in `out`
  out_t *out;           // of each router those that lead down, then those that lead up
  uint32_t *ups;        // [router]: the first of its links that lead up
  routing_rows_t hops;  // to a router, from [router * PHASES + phase]
} updown_t;

// Fills in the levels of the breadth-first tree from router 0.
static void grow(const topology_t *t, uint32_t *level, uint32_t *queue) {
  for (uint32_t r = 0; r < t->routers; r++) {
    level[r] = UINT32_MAX;
  }
  uint32_t tail = 0;
  level[0] = 0;
  queue[tail++] = 0;
  for (uint32_t head = 0; head < tail; head++) {
    const uint32_t at = queue[head];
    for (unsigned p = 0; p < t->ports; p++) {
      const int32_t peer = t->peer_router[(size_t)at * t->ports + p];
      if (peer >= 0 && level[peer] == UINT32_MAX) {
        level[peer] = level[at] + 1;
        queue[tail++] = (uint32_t)peer;
      }
    }
  }
}

// The link from one router to the other leads up.
static bool leads_up(const updown_t *u, uint32_t from, uint32_t to) {
  return u->level[to] != u->level[from] ? u->level[to] < u->level[from] : to < from;
}

// Lists the links of every router.
static bool list_links(const topology_t *t, updown_t *u) {
  uint32_t count = 0;
  for (size_t i = 0; i < (size_t)t->routers * t->ports; i++) {
    count += t->peer_router[i] >= 0;
  }
  u->first = malloc((t->routers + 1) * sizeof *u->first);
  u->ups = malloc(t->routers * sizeof *u->ups);
  u->out = malloc((count + 1) * sizeof *u->out);
  if (u->first == NULL || u->ups == NULL || u->out == NULL) {
    return false;
  }
  count = 0;
  for (uint32_t r = 0; r < t->routers; r++) {
    u->first[r] = count;
    for (uint32_t round = 0; round < PHASES; round++) {
      const uint32_t phase = round == 0 ? DOWN : UP;
      u->ups[r] = count;
      for (unsigned p = 0; p < t->ports; p++) {
        const int32_t peer = t->peer_router[(size_t)r * t->ports + p];
        if (peer >= 0 && leads_up(u, r, (uint32_t)peer) == (phase == UP)) {
          u->out[count++] = (out_t){p, (uint32_t)peer * PHASES + phase};
        }
      }
    }
  }
  u->first[t->routers] = count;
  return true;
}

static void updown_free(routing_t *r) {
  updown_t *u = r->data;
  if (u != NULL) {
    free(u->level);
    free(u->first);
    free(u->ups);
    free(u->out);
    rows_free(&u->hops);
    free(u);
  }
}

static bool updown_create(routing_t *r, const char *file, noc_error_t *error) {
  (void)file;
  const topology_t *t = r->topology;
  if (!routing_check_candidates(r, error)) {
    return false;
  }
  updown_t *u = calloc(1, sizeof *u);
  r->data = u;
  if (u == NULL || (u->level = malloc(t->routers * sizeof *u->level)) == NULL) {
    return memory_fail(error, "a routing");
  }
  if (!rows_create(&u->hops, t->routers, PHASES * t->routers, error)) {
    return false;
  }
  grow(t, u->level, u->hops.queue);
  if (!list_links(t, u)) {
    return memory_fail(error, "a routing");
  }
  r->unit = ROUTE_TABLE;
  r->groups = PHASES;
  r->searches = true;
  r->per_router = r->adaptive;
  return true;
}

// A search backwards from the router: from a state to those that lead there in one hop. What came
// down, by a link that leads up when it is seen from here, was in either phase; what came up was on
// its way up.
static void search(updown_t *u, uint32_t target, uint32_t *hops) {
  uint32_t *queue = u->hops.queue;
  uint32_t tail = 0;
  for (uint32_t phase = UP; phase < PHASES; phase++) {
    hops[target * PHASES + phase] = 0;
    queue[tail++] = target * PHASES + phase;
  }
  for (uint32_t head = 0; head < tail; head++) {
    const uint32_t at = queue[head] / PHASES;
    const bool came_down = queue[head] % PHASES == DOWN;
    const uint32_t end = came_down ? u->first[at + 1] : u->ups[at];
    for (uint32_t i = came_down ? u->ups[at] : u->first[at]; i < end; i++) {
      const uint32_t peer = u->out[i].state / PHASES;
      for (uint32_t phase = UP; phase <= (came_down ? DOWN : UP); phase++) {
        const uint32_t before = peer * PHASES + phase;
        if (hops[before] == ROWS_NEVER) {
          hops[before] = hops[queue[head]] + 1;
          queue[tail++] = before;
        }
      }
    }
  }
}

static bool updown_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                         route_t *route, noc_error_t *error) {
  (void)error;
  updown_t *u = r->data;
  const uint32_t target = routing_target(r->topology, destination);
  bool known = false;
  uint32_t *hops = rows_get(&u->hops, target, &known);
  if (!known) {
    search(u, target, hops);
  }
  const uint32_t left = hops[router * PHASES + group];
  const uint32_t end = group == UP ? u->first[router + 1] : u->ups[router];
  route_collect_t c = routing_collect(r, router, destination, route);
  for (uint32_t i = u->first[router]; i < end; i++) {
    if (hops[u->out[i].state] + 1 == left) {
      routing_offer(&c, u->out[i].port);
    }
  }
  return true;
}

static uint32_t updown_group(const routing_t *r, uint32_t router, uint32_t in_port,
                             unsigned in_class) {
  (void)in_class;
  const topology_t *t = r->topology;
  const int32_t from = t->peer_router[(size_t)router * t->ports + in_port];
  return leads_up(r->data, (uint32_t)from, router) ? UP : DOWN;
}

// Up links rank by the place that they leave, the farthest from the root first; then down links,
// the nearest first.
static uint64_t updown_rank(const routing_t *r, uint32_t router, uint32_t port, unsigned vc_class) {
  (void)vc_class;
  const topology_t *t = r->topology;
  const updown_t *u = r->data;
  const uint64_t place = (uint64_t)u->level[router] * t->routers + router;
  const uint64_t last = (uint64_t)t->routers * t->routers;
  const int32_t peer = t->peer_router[(size_t)router * t->ports + port];
  return leads_up(u, router, (uint32_t)peer) ? last - place : last + 1 + place;
}

static bool updown_leads_up(const routing_t *r, uint32_t router, uint32_t port) {
  const topology_t *t = r->topology;
  return leads_up(r->data, router, (uint32_t)t->peer_router[(size_t)router * t->ports + port]);
}

const routing_code_t kUpdownRouting = {.can_adapt = true,
                                       .own_of = ROUTING_OF(WIRING_ANY),
                                       .by_tree = true,
                                       .turns_back = true,
                                       .leads_up = updown_leads_up,
                                       .create = updown_create,
                                       .free = updown_free,
                                       .route = updown_route,
                                       .group = updown_group,
                                       .rank = updown_rank};
