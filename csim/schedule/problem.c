// problem -- see problem.h.

#include "schedule/problem.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"

// --- the collective ------------------------------------------------------------------------------

static const struct {
  const char *name;
  schedule_kind_t kind;
  bool one_from, one_to;  // that set is one node, node 0 by default
  bool needs_to;
} kCollectives[] = {
    {"broadcast", SCHEDULE_BROADCAST, true, false, false},
    {"multicast", SCHEDULE_BROADCAST, true, false, true},
    {"scatter", SCHEDULE_SCATTER, true, false, false},
    {"gather", SCHEDULE_SCATTER, false, true, false},
    {"allgather", SCHEDULE_BROADCAST, false, false, false},
    {"alltoall", SCHEDULE_SCATTER, false, false, false},
};

enum { COLLECTIVES = sizeof kCollectives / sizeof kCollectives[0] };

const char *schedule_collective(size_t i) {
  return i < COLLECTIVES ? kCollectives[i].name : NULL;
}

static size_t find_collective(const char *name, noc_error_t *error) {
  nearest_t nearest = nearest_start(name);
  for (size_t i = 0; i < COLLECTIVES; i++) {
    if (strcmp(kCollectives[i].name, name) == 0) {
      return i;
    }
    nearest_offer(&nearest, kCollectives[i].name);
  }
  (void)noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("'%.60s'%s", "%s"), name,
                 nearest_hint(&nearest), nearest.names);
  return COLLECTIVES;
}

// A set that is not given is node 0 where it must be one node, else all nodes.
static bool read_set(const topology_t *t, const char *text, bool one, node_set_t *set,
                     noc_error_t *error) {
  const bool ok = text != NULL ? node_set_parse(text, t->nodes, set, error)
                  : one        ? node_set_parse("0", t->nodes, set, error)
                               : node_set_all(t->nodes, set, error);
  return ok && (!one || set->count == 1 ||
                noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("%u nodes", "one"), set->count));
}

static void count_messages(schedule_problem_t *p) {
  p->messages = (uint64_t)p->from.count * p->to.count;
  for (uint32_t i = 0; i < p->from.count; i++) {
    p->messages -= node_set_contains(&p->to, p->from.node[i]) ? 1 : 0;
  }
}

static bool read_sets(schedule_problem_t *p, size_t collective, const char *from, const char *to,
                      const char **key, noc_error_t *error) {
  const topology_t *t = p->topology;
  *key = "to";
  if (kCollectives[collective].needs_to && to == NULL) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("missing", "the nodes of a multicast, such as 0-7,9"));
  }
  *key = "from";
  if (!read_set(t, from, kCollectives[collective].one_from, &p->from, error)) {
    return false;
  }
  *key = "to";
  if (!read_set(t, to, kCollectives[collective].one_to, &p->to, error)) {
    return false;
  }
  count_messages(p);
  return p->messages > 0 ||
         noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("only node %u, the source", "other nodes"),
                  p->from.node[0]);
}

// --- the network ---------------------------------------------------------------------------------

static int by_ends(const void *a, const void *b) {
  const schedule_channel_t *x = a;
  const schedule_channel_t *y = b;
  if (x->from != y->from) {
    return x->from < y->from ? -1 : 1;
  }
  return x->to < y->to ? -1 : x->to > y->to;
}

static bool list_channels(schedule_problem_t *p, noc_error_t *error) {
  const topology_t *t = p->topology;
  const size_t ends = (size_t)t->routers * t->ports;
  schedule_channel_t *list = calloc(ends + 1, sizeof *list);
  p->first = calloc((size_t)t->routers + 1, sizeof *p->first);
  p->channel = list;
  if (list == NULL || p->first == NULL) {
    return memory_fail(error, "the channels of a schedule");
  }
  uint32_t count = 0;
  for (size_t i = 0; i < ends; i++) {
    if (t->peer_router[i] >= 0) {
      list[count++] =
          (schedule_channel_t){(uint32_t)(i / t->ports), (uint32_t)t->peer_router[i], 1};
    }
  }
  qsort(list, count, sizeof *list, by_ends);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t c = p->channels;
    if (c > 0 && by_ends(&list[c - 1], &list[i]) == 0) {
      list[c - 1].links++;
    } else {
      list[p->channels++] = list[i];
      p->first[list[i].from + 1] = p->channels;
    }
  }
  for (uint32_t r = 0; r < t->routers; r++) {
    p->first[r + 1] = p->first[r + 1] < p->first[r] ? p->first[r] : p->first[r + 1];
  }
  return true;
}

static bool find_distances(schedule_problem_t *p, noc_error_t *error) {
  const uint32_t n = p->topology->routers;
  p->distance = malloc((size_t)n * n * sizeof *p->distance);
  uint32_t *queue = malloc(n * sizeof *queue);
  if (p->distance == NULL || queue == NULL) {
    free(queue);
    return memory_fail(error, "the distances of a schedule");
  }
  memset(p->distance, 0xff, (size_t)n * n * sizeof *p->distance);
  for (uint32_t source = 0; source < n; source++) {
    uint16_t *distance = &p->distance[(size_t)source * n];
    uint32_t tail = 0;
    distance[source] = 0;
    queue[tail++] = source;
    for (uint32_t head = 0; head < tail; head++) {
      const uint32_t at = queue[head];
      for (uint32_t c = p->first[at]; c < p->first[at + 1]; c++) {
        const uint32_t to = p->channel[c].to;
        if (distance[to] == UINT16_MAX) {
          distance[to] = (uint16_t)(distance[at] + 1);
          queue[tail++] = to;
        }
      }
    }
  }
  free(queue);
  return true;
}

static bool find_places(schedule_problem_t *p, noc_error_t *error) {
  const topology_t *t = p->topology;
  p->enters = calloc(t->nodes, sizeof *p->enters);
  p->leaves = calloc(t->nodes, sizeof *p->leaves);
  if (p->enters == NULL || p->leaves == NULL) {
    return memory_fail(error, "the nodes of a schedule");
  }
  for (uint32_t n = 0; n < t->nodes; n++) {
    topology_place_t place;
    (void)topology_injection(t, n, &place, 1);
    p->enters[n] = place.router;
    (void)topology_ejection(t, n, &place, 1);
    p->leaves[n] = place.router;
  }
  return true;
}

static bool check_size(const topology_t *t, noc_error_t *error) {
  return (t->routers <= SCHEDULE_ROUTERS && t->nodes <= SCHEDULE_NODES) ||
         noc_fail(error, NOC_BAD_INPUT,
                  SAY_THERE_IS("%.80s, with %u routers and %u nodes", "one with up to %d of each"),
                  t->name, t->routers, t->nodes, (int)SCHEDULE_NODES);
}

static bool find_network(schedule_problem_t *p, noc_error_t *error) {
  return list_channels(p, error) && find_distances(p, error) && find_places(p, error);
}

static bool copy_set(const node_set_t *set, node_set_t *copy, noc_error_t *error) {
  *copy = (node_set_t){malloc(((size_t)set->count + 1) * sizeof *set->node), set->count};
  if (copy->node == NULL) {
    return memory_fail(error, "the nodes of a schedule");
  }
  memcpy(copy->node, set->node, set->count * sizeof *set->node);
  return true;
}

bool schedule_problem_of(const topology_t *t, schedule_kind_t kind, const node_set_t *from,
                         const node_set_t *to, schedule_problem_t *p, noc_error_t *error) {
  *p = (schedule_problem_t){.topology = t, .kind = kind, .ports = 1};
  const bool ok = check_size(t, error) && copy_set(from, &p->from, error) &&
                  copy_set(to, &p->to, error) && find_network(p, error);
  if (ok) {
    count_messages(p);
  } else {
    schedule_problem_free(p);
  }
  return ok;
}

bool schedule_problem_create(const topology_t *t, const char *collective, const char *from,
                             const char *to, unsigned ports, unsigned detour, schedule_problem_t *p,
                             const char **key, noc_error_t *error) {
  *p = (schedule_problem_t){.topology = t, .ports = ports, .detour = detour};
  *key = "collective";
  const size_t which = find_collective(collective, error);
  if (which == COLLECTIVES) {
    return false;
  }
  p->kind = kCollectives[which].kind;
  *key = "topology";
  bool ok = check_size(t, error) && read_sets(p, which, from, to, key, error);
  if (ok) {
    *key = NULL;
    ok = find_network(p, error);
  }
  if (!ok) {
    schedule_problem_free(p);
  }
  return ok;
}

void schedule_problem_free(schedule_problem_t *p) {
  node_set_free(&p->from);
  node_set_free(&p->to);
  free(p->channel);
  free(p->first);
  free(p->distance);
  free(p->enters);
  free(p->leaves);
  *p = (schedule_problem_t){.topology = p->topology};
}

uint32_t schedule_channel(const schedule_problem_t *p, uint32_t from, uint32_t to) {
  for (uint32_t c = p->first[from]; c < p->first[from + 1]; c++) {
    if (p->channel[c].to == to) {
      return c;
    }
  }
  return p->channels;
}

// --- schedules -----------------------------------------------------------------------------------

bool schedule_add(schedule_t *s, const schedule_move_t *move, const uint32_t *path) {
  if (!memory_room(&s->move, &s->moves_room, s->moves + 1, sizeof *s->move) ||
      !memory_room(&s->path, &s->path_room, s->path_length + move->routers, sizeof *s->path)) {
    return false;
  }
  schedule_move_t *added = &s->move[s->moves++];
  *added = *move;
  added->first = s->path_length;
  memcpy(&s->path[s->path_length], path, move->routers * sizeof *path);
  s->path_length += move->routers;
  s->steps = move->step >= s->steps ? move->step + 1 : s->steps;
  return true;
}

static int by_step(const void *a, const void *b) {
  const schedule_move_t *x = a;
  const schedule_move_t *y = b;
  const uint32_t left[] = {x->step, x->from, x->to, x->origin};
  const uint32_t right[] = {y->step, y->from, y->to, y->origin};
  for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
    if (left[i] != right[i]) {
      return left[i] < right[i] ? -1 : 1;
    }
  }
  return 0;
}

void schedule_sort(schedule_t *s) {
  if (s->moves > 0) {
    qsort(s->move, s->moves, sizeof *s->move, by_step);
  }
}

void schedule_free(schedule_t *s) {
  free(s->move);
  free(s->path);
  *s = (schedule_t){0};
}
