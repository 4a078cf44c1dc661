// coding_search -- all boxes that tile a network, for the one with the fewest hops; see coding_hops.h.

#include <stdlib.h>
#include <string.h>

#include "analysis/coding_hops.h"
#include "network/memory.h"

typedef struct {
  const topology_t *topology;
  uint32_t size;  // asked for; 0: any
  coding_config_t config;
  coding_shapes_t *shapes;
  size_t room;
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
    if (shapes->count == s->room) {
      const size_t room = 2 * s->room + 16;
      coding_shape_t *more = realloc(shapes->shape, room * sizeof *more);
      if (more == NULL) {
        return memory_fail(s->error, "the search for groups");
      }
      shapes->shape = more;
      s->room = room;
    }
    memmove(&shapes->shape[i + 1], &shapes->shape[i], (shapes->count - i) * sizeof *shapes->shape);
    shapes->count++;
  }
  shapes->shape[i] = (coding_shape_t){.size = size, .total = *total};
  memcpy(shapes->shape[i].side, s->config.side, sizeof s->config.side);
  return true;
}

static bool try_sides(search_t *s, const hops_space_t *whole, unsigned level, unsigned d,
                      uint32_t volume);

// All sides of a level are chosen: on to the level within, or to the hops.
static bool try_shape(search_t *s, const hops_space_t *whole, unsigned level, uint32_t volume) {
  const uint32_t outer = hops_space_volume(whole);
  if (volume < 2 || volume == outer || (level == 0 && s->size != 0 && volume != s->size)) {
    return true;
  }
  if (level + 1 < s->config.levels) {
    hops_space_t box = *whole;
    memcpy(box.side, s->config.side[level], sizeof box.side);
    return try_sides(s, &box, level + 1, 0, 1);
  }
  coding_hops_t hops;
  uint32_t size = 1;
  for (unsigned d = 0; d < whole->dims; d++) {
    size *= s->config.side[0][d];
  }
  s->shapes->tried++;
  return coding_hops(s->topology, &s->config, &hops, s->error) && offer(s, &hops.total, size);
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

bool coding_search(const topology_t *t, uint32_t size, coding_config_t *config,
                   coding_shapes_t *shapes, noc_error_t *error) {
  *shapes = (coding_shapes_t){0};
  hops_space_t space;
  if (!hops_space_of(t, &space)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "found groups of %.40s; accepted for mesh, torus, ring and hypercube",
                    t->family);
  }
  config->levels = config->scheme == CODING_RECURSIVE ? 2 : 1;
  search_t s = {.topology = t, .size = size, .config = *config, .shapes = shapes, .error = error};
  if (!try_sides(&s, &space, 0, 0, 1)) {
    return false;
  }
  if (shapes->count == 0 && size != 0) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "found %u, but no box of %u nodes tiles %.60s; accepted best, or a number that "
                    "does",
                    size, size, t->name);
  }
  if (shapes->count == 0) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "found best, but %.60s cannot be tiled; accepted networks that several groups "
                    "of 2 nodes or more tile",
                    t->name);
  }
  for (size_t i = 1; i < shapes->count; i++) {
    if (is_better(&shapes->shape[i].total, &shapes->shape[shapes->best].total)) {
      shapes->best = i;
    }
  }
  memcpy(config->side, shapes->shape[shapes->best].side, sizeof config->side);
  return true;
}

void coding_shapes_free(coding_shapes_t *shapes) {
  free(shapes->shape);
  *shapes = (coding_shapes_t){0};
}
