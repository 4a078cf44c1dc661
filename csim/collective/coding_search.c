// coding_search -- all boxes that tile a network, or all groups of nodes that follow one another,
// for those with the fewest hops; see coding_hops.h.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "collective/coding_hops.h"

typedef struct {
  const topology_t *topology;
  bool closed;         // form
  routing_t *routing;  // to count by
  uint32_t size;       // asked for; 0: any
  uint32_t within;     // nodes of a group within, that follow one another
  coding_config_t config;
  coding_shapes_t *shapes;
  uint32_t room;
  noc_error_t *error;
} search_t;

static bool is_better(const hops_count_t *a, const hops_count_t *b) {
  return a->hops != b->hops ? a->hops < b->hops : a->max_path < b->max_path;
}

// Keeps the shape if it is the best of its size.
static bool offer(search_t *s, const hops_count_t *total, uint32_t size) {
  coding_shapes_t *shapes = s->shapes;
  size_t i = 0;
  while (i < shapes->count && shapes->shape[i].size < size) {
    i++;
  }
  const bool known = i < shapes->count && shapes->shape[i].size == size;
  if (known && !is_better(total, &shapes->shape[i].total)) {
    return true;
  }
  if (!known) {
    if (!memory_room(&shapes->shape, &s->room, (uint32_t)shapes->count + 1,
                     sizeof *shapes->shape)) {
      return memory_fail(s->error, "the search for groups");
    }
    memmove(&shapes->shape[i + 1], &shapes->shape[i], (shapes->count - i) * sizeof *shapes->shape);
    shapes->count++;
  }
  shapes->shape[i] = (coding_shape_t){.size = size, .within = s->within, .total = *total};
  memcpy(shapes->shape[i].side, s->config.side, sizeof s->config.side);
  return true;
}

static bool try_config(search_t *s, uint32_t size) {
  coding_hops_t hops;
  s->shapes->tried++;
  return (s->closed ? coding_hops(s->topology, &s->config, &hops, s->error)
                    : coding_hops_count(s->routing, &s->config, &hops, s->error)) &&
         offer(s, &hops.total, size);
}

static bool try_sides(search_t *s, const hops_space_t *whole, unsigned level, unsigned d,
                      uint32_t volume);

// All sides of a level are chosen: on to the level within, or to the hops.
static bool try_shape(search_t *s, const hops_space_t *whole, unsigned level, uint32_t volume) {
  const uint32_t outer = hops_space_volume(whole);
  // All nodes are a group only where that is asked for.
  const bool asked = level > 0 || s->size == 0 ? volume < outer : volume == s->size;
  if (volume < 2 || !asked) {
    return true;
  }
  if (level + 1 < s->config.levels) {
    hops_space_t box = *whole;
    memcpy(box.side, s->config.side[level], sizeof box.side);
    return try_sides(s, &box, level + 1, 0, 1);
  }
  uint32_t size = 1;
  for (unsigned d = 0; d < whole->dims; d++) {
    size *= s->config.side[0][d];
  }
  return try_config(s, size);
}

static bool try_sides(search_t *s, const hops_space_t *whole, unsigned level, unsigned d,
                      uint32_t volume) {
  if (d + 1 == whole->dims) {  // the nodes of a router stay together
    s->config.side[level][d] = whole->side[d];
    return try_shape(s, whole, level, volume * whole->side[d]);
  }
  for (uint32_t side = 1; side <= whole->side[d]; side++) {
    if (whole->side[d] % side == 0) {
      s->config.side[level][d] = side;
      if (!try_sides(s, whole, level, d + 1, volume * side)) {
        return false;
      }
    }
  }
  return true;
}

// All groups of nodes that follow one another within groups of `size`, or these themselves.
static bool try_inner(search_t *s, uint32_t size) {
  coding_groups_t *inner = &s->config.inner;
  if (s->config.levels < 2) {
    return try_config(s, size);
  }
  bool ok = true;
  for (s->within = 2; ok && s->within <= size / 2; s->within++) {
    if (size % s->within == 0) {
      ok =
          coding_groups_runs(inner, s->within, s->topology->nodes, s->error) && try_config(s, size);
      coding_groups_free(inner);
    }
  }
  return ok;
}

static bool try_runs(search_t *s) {
  const uint32_t nodes = s->topology->nodes;
  bool ok = true;
  for (uint32_t size = 2; ok && size <= nodes; size++) {
    if (nodes % size == 0 && (s->size == 0 ? size < nodes : size == s->size)) {
      ok = coding_groups_runs(&s->config.list, size, nodes, s->error) && try_inner(s, size);
      coding_groups_free(&s->config.list);
    }
  }
  return ok;
}

// Tries groups that have no closed form: hops are counted by the config's `between`, or by one made
// anew.
static bool try_counting(search_t *s) {
  hops_space_t space;
  routing_t *routing = NULL;
  hops_between_t *between = NULL;
  bool ok = true;
  if (s->config.between == NULL) {
    routing = routing_create(s->topology, NULL, NULL, false, s->error);
    between = routing != NULL ? hops_between_create(routing, s->error) : NULL;
    s->config.between = between;
    ok = between != NULL;
  }
  if (ok) {
    s->routing = s->config.between->routing;
    ok = hops_space_of(s->topology, &space) ? try_sides(s, &space, 0, 0, 1) : try_runs(s);
  }
  hops_between_free(between);
  routing_free(routing);
  return ok;
}

static bool fail_search(const search_t *s) {
  const char *name = s->topology->name;
  if (s->size == 0) {
    return noc_fail(s->error, NOC_BAD_INPUT,
                    SAY_THERE_IS("best, but %.60s cannot be tiled",
                                 "used on networks that several groups of 2 nodes or more tile%s"),
                    name, s->config.levels > 1 ? ", each tiled so itself" : "");
  }
  if (!topology_is_cube(s->topology)) {
    return noc_fail(s->error, NOC_BAD_INPUT,
                    SAY_THERE_IS("%u, but groups of %u nodes do not tile %.60s",
                                 "best, or a number that divides its %u nodes"),
                    s->size, s->size, name, s->topology->nodes);
  }
  return noc_fail(
      s->error, NOC_BAD_INPUT,
      SAY_THERE_IS("%u, but no box of %u nodes tiles %.60s", "best, or a number that does"),
      s->size, s->size, name);
}

bool coding_search(const topology_t *t, uint32_t size, coding_config_t *config,
                   coding_shapes_t *shapes, noc_error_t *error) {
  *shapes = (coding_shapes_t){0};
  hops_space_t space;
  config->levels = config->scheme == CODING_RECURSIVE ? 2 : 1;
  search_t s = {.topology = t, .size = size, .config = *config, .shapes = shapes, .error = error};
  s.closed = coding_hops_is_closed(t, config) && hops_space_of(t, &space);
  if (!(s.closed ? try_sides(&s, &space, 0, 0, 1) : try_counting(&s))) {
    return false;
  }
  if (shapes->count == 0) {
    return fail_search(&s);
  }
  for (size_t i = 1; i < shapes->count; i++) {
    if (is_better(&shapes->shape[i].total, &shapes->shape[shapes->best].total)) {
      shapes->best = i;
    }
  }
  const coding_shape_t *best = &shapes->shape[shapes->best];
  memcpy(config->side, best->side, sizeof config->side);
  return topology_is_cube(t) ||
         (coding_groups_runs(&config->list, best->size, t->nodes, error) &&
          (config->levels < 2 ||
           coding_groups_runs(&config->inner, best->within, t->nodes, error)));
}

void coding_shapes_free(coding_shapes_t *shapes) {
  free(shapes->shape);
  *shapes = (coding_shapes_t){0};
}
