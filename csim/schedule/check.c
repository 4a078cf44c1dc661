// check -- see check.h.

#include "schedule/check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/node_set.h"

enum { NEVER = -1 };

typedef struct {
  const topology_t *t;
  const schedule_read_t *r;
  const char *path;
  bool conflicts;  // are allowed
  noc_error_t *error;
  node_set_t from, to;
  bool broadcast;
  uint32_t *links;  // [router * ports + port]: messages of this step by links to that router
  uint32_t *sends;  // [node]: of this step
  uint32_t *takes;  // [node]
  int64_t *got;     // [origin * nodes + node]: the step in which it comes, or NEVER
  uint32_t *hops;   // [router]: from one router
  uint32_t *queue;
  uint8_t *visited;  // [router]
} check_t;

static bool fail(const check_t *c, noc_status_t status, const schedule_entry_t *e, const char *what,
                 uint32_t a, uint32_t b) {
  char text[160];
  (void)snprintf(text, sizeof text, what, a, b);
  return noc_fail(c->error, status, "%s:%" PRIu64 ": step %u, node %u to node %u: %s", c->path,
                  e->line, e->step, e->src, e->dst, text);
}

// --- the path ------------------------------------------------------------------------------------

// The first port by which a link leads from one router to another, -1 if there is none.
static int port_to(const topology_t *t, uint32_t from, uint32_t to, uint32_t *links) {
  int first = -1;
  *links = 0;
  for (unsigned p = 0; p < t->ports; p++) {
    if (t->peer_router[(size_t)from * t->ports + p] == (int32_t)to) {
      first = first < 0 ? (int)p : first;
      ++*links;
    }
  }
  return first;
}

static bool check_ends(const check_t *c, const schedule_entry_t *e) {
  const uint32_t last = e->length - 1;
  if (e->src >= c->t->nodes || e->dst >= c->t->nodes) {
    return fail(c, NOC_BAD_INPUT, e, "there is a node above %u, the last", c->t->nodes - 1, 0);
  }
  topology_place_t in;
  topology_place_t out;
  (void)topology_injection(c->t, e->src, &in, 1);
  (void)topology_ejection(c->t, e->dst, &out, 1);
  if (e->path[0] != e->src || e->path[last] != e->dst) {
    return fail(c, NOC_BAD_INPUT, e, "the path is from node %u to node %u", e->path[0],
                e->path[last]);
  }
  if (e->path[1] != in.router || e->path[last - 1] != out.router) {
    return fail(c, NOC_BAD_INPUT, e, "the path must begin at router %u and end at router %u",
                in.router, out.router);
  }
  return true;
}

static bool check_path(const check_t *c, const schedule_entry_t *e) {
  if (!check_ends(c, e)) {
    return false;
  }
  memset(c->visited, 0, c->t->routers);
  for (uint32_t i = 1; i + 1 < e->length; i++) {
    const uint32_t router = e->path[i];
    uint32_t links = 0;
    if (router >= c->t->routers) {
      return fail(c, NOC_BAD_INPUT, e, "there is no router %u", router, 0);
    }
    if (c->visited[router] != 0) {
      return fail(c, NOC_BAD_INPUT, e, "the path has router %u twice", router, 0);
    }
    c->visited[router] = 1;
    if (i > 1 && port_to(c->t, e->path[i - 1], router, &links) < 0) {
      return fail(c, NOC_BAD_INPUT, e, "there is no link from router %u to router %u",
                  e->path[i - 1], router);
    }
  }
  return true;
}

// The fewest hops from a router to all others.
static void search_hops(const check_t *c, uint32_t source) {
  uint32_t tail = 0;
  memset(c->hops, 0xff, c->t->routers * sizeof *c->hops);
  c->hops[source] = 0;
  c->queue[tail++] = source;
  for (uint32_t head = 0; head < tail; head++) {
    const uint32_t at = c->queue[head];
    for (unsigned p = 0; p < c->t->ports; p++) {
      const int32_t peer = c->t->peer_router[(size_t)at * c->t->ports + p];
      if (peer >= 0 && c->hops[peer] == UINT32_MAX) {
        c->hops[peer] = c->hops[at] + 1;
        c->queue[tail++] = (uint32_t)peer;
      }
    }
  }
}

static bool check_length(const check_t *c, const schedule_entry_t *e) {
  search_hops(c, e->path[1]);
  const uint32_t fewest = c->hops[e->path[e->length - 2]];
  const uint32_t hops = e->length - 3;
  return hops <= fewest + c->r->max_detour ||
         fail(c, NOC_CHECK_FAILED, e, "the path has %u hops, more than the %u that are allowed",
              hops, fewest + c->r->max_detour);
}

// --- steps ---------------------------------------------------------------------------------------

static bool check_room(const check_t *c, const schedule_entry_t *e) {
  for (uint32_t i = 2; i + 1 < e->length; i++) {
    uint32_t links = 0;
    const int port = port_to(c->t, e->path[i - 1], e->path[i], &links);
    uint32_t *used = &c->links[(size_t)e->path[i - 1] * c->t->ports + (unsigned)port];
    if (++*used > links) {
      return fail(c, NOC_CHECK_FAILED, e,
                  "another message of this step is on the link from router %u to router %u",
                  e->path[i - 1], e->path[i]);
    }
  }
  if (++c->sends[e->src] > c->r->ports) {
    return fail(c, NOC_CHECK_FAILED, e, "node %u sends more than %u in this step", e->src,
                c->r->ports);
  }
  return ++c->takes[e->dst] <= c->r->ports ||
         fail(c, NOC_CHECK_FAILED, e, "node %u takes more than %u in this step", e->dst,
              c->r->ports);
}

static bool check_delivery(const check_t *c, const schedule_entry_t *e) {
  if (e->origin >= c->t->nodes || !node_set_contains(&c->from, e->origin) ||
      !node_set_contains(&c->to, e->dst) || e->origin == e->dst) {
    return fail(c, NOC_CHECK_FAILED, e, "the collective has no message of node %u to node %u",
                e->origin, e->dst);
  }
  int64_t *got = &c->got[(size_t)e->origin * c->t->nodes + e->dst];
  if (*got != NEVER) {
    return fail(c, NOC_CHECK_FAILED, e, "the message of node %u comes again, as in step %u",
                e->origin, (uint32_t)*got);
  }
  *got = e->step;
  if (e->src == e->origin) {
    return true;
  }
  const int64_t held = c->got[(size_t)e->origin * c->t->nodes + e->src];
  return (c->broadcast && held != NEVER && held < e->step) ||
         fail(c, NOC_CHECK_FAILED, e, "node %u does not have the message of node %u yet", e->src,
              e->origin);
}

static bool check_entries(const check_t *c) {
  const schedule_read_t *r = c->r;
  uint32_t step = UINT32_MAX;
  for (uint32_t i = 0; i < r->entries; i++) {
    const schedule_entry_t *e = &r->entry[i];
    if (e->step != step) {
      memset(c->links, 0, (size_t)c->t->routers * c->t->ports * sizeof *c->links);
      memset(c->sends, 0, c->t->nodes * sizeof *c->sends);
      memset(c->takes, 0, c->t->nodes * sizeof *c->takes);
      step = e->step;
    }
    if (!check_path(c, e) || !check_length(c, e) || !(c->conflicts || check_room(c, e)) ||
        !check_delivery(c, e)) {
      return false;
    }
  }
  for (uint32_t i = 0; i < c->from.count; i++) {
    for (uint32_t k = 0; k < c->to.count; k++) {
      const uint32_t origin = c->from.node[i];
      const uint32_t node = c->to.node[k];
      if (origin != node && c->got[(size_t)origin * c->t->nodes + node] == NEVER) {
        return noc_fail(c->error, NOC_CHECK_FAILED,
                        "%s: the message of node %u does not come to node %u", c->path, origin,
                        node);
      }
    }
  }
  return true;
}

// --- the collective ------------------------------------------------------------------------------

static bool read_set(const check_t *c, const char *key, const char *text, node_set_t *set) {
  return node_set_parse(text, c->t->nodes, set, c->error) || noc_fail_key(c->error, c->path, key);
}

static bool read_collective(check_t *c) {
  static const char *const kBroadcasts[] = {"broadcast", "multicast", "allgather"};
  static const char *const kScatters[] = {"scatter", "gather", "alltoall"};
  bool known = false;
  for (size_t i = 0; i < 3; i++) {
    const bool broadcast = strcmp(c->r->collective, kBroadcasts[i]) == 0;
    c->broadcast = c->broadcast || broadcast;
    known = known || broadcast || strcmp(c->r->collective, kScatters[i]) == 0;
  }
  if (!known) {
    return noc_fail(c->error, NOC_BAD_INPUT, "%s: collective" SAY_IS("'%.60s'", "%s"), c->path,
                    c->r->collective,
                    "broadcast, multicast, scatter, gather, allgather or alltoall");
  }
  return read_set(c, "from", c->r->from, &c->from) && read_set(c, "to", c->r->to, &c->to);
}

// The file says of fewer steps that they are not enough: whether it is so, bounds and proofs tell.
static bool check_numbers(const check_t *c) {
  const schedule_read_t *r = c->r;
  return (r->lower_bound <= r->steps && r->optimal == (r->lower_bound == r->steps)) ||
         noc_fail(c->error, NOC_CHECK_FAILED,
                  "%s: %u steps and a lower bound of %u do not go with 'optimal' being %s", c->path,
                  r->steps, r->lower_bound, r->optimal ? "true" : "false");
}

bool schedule_check(const topology_t *t, const schedule_read_t *r, const char *path, bool conflicts,
                    noc_error_t *error) {
  if (t->routers > SCHEDULE_ROUTERS || t->nodes > SCHEDULE_NODES) {
    return noc_fail(error, NOC_BAD_INPUT, "%s: topology" SAY_IS("%.80s", "one with up to %d nodes"),
                    path, t->name, (int)SCHEDULE_NODES);
  }
  check_t c = {.t = t, .r = r, .path = path, .conflicts = conflicts, .error = error};
  const size_t pairs = (size_t)t->nodes * t->nodes;
  c.links = calloc((size_t)t->routers * t->ports, sizeof *c.links);
  c.sends = calloc(t->nodes, sizeof *c.sends);
  c.takes = calloc(t->nodes, sizeof *c.takes);
  c.got = malloc(pairs * sizeof *c.got);
  c.hops = malloc(t->routers * sizeof *c.hops);
  c.queue = malloc(t->routers * sizeof *c.queue);
  c.visited = malloc(t->routers);
  bool ok = c.links != NULL && c.sends != NULL && c.takes != NULL && c.got != NULL &&
            c.hops != NULL && c.queue != NULL && c.visited != NULL;
  if (!ok) {
    (void)memory_fail(error, "the check of a schedule");
  }
  for (size_t i = 0; ok && i < pairs; i++) {
    c.got[i] = NEVER;
  }
  ok = ok && read_collective(&c) && check_entries(&c) && check_numbers(&c);
  node_set_free(&c.from);
  node_set_free(&c.to);
  free(c.links);
  free(c.sends);
  free(c.takes);
  free(c.got);
  free(c.hops);
  free(c.queue);
  free(c.visited);
  return ok;
}
