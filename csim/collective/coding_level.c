// coding_level -- see coding_level.h.

#include "collective/coding_level.h"

#include <stdlib.h>

#include "base/memory.h"

hops_space_t coding_level_group(const coding_level_t *level) {
  hops_space_t group = {.dims = level->space.dims};
  for (unsigned d = 0; d < group.dims; d++) {
    const uint32_t side = level->side[d];
    const uint32_t ring = level->space.ring[d];
    group.side[d] = side;
    // No way round is shorter where a group is at most half of the ring.
    group.ring[d] = 2 * (side - 1) <= ring ? 0 : ring;
  }
  return group;
}

hops_space_t coding_level_grid(const coding_level_t *level) {
  hops_space_t grid = {.dims = level->space.dims};
  for (unsigned d = 0; d < grid.dims; d++) {
    grid.side[d] = level->grid[d];
  }
  return grid;
}

void coding_level_coordinates(const coding_level_t *level, uint32_t group, uint32_t *coord) {
  const hops_space_t grid = coding_level_grid(level);
  hops_space_coordinates(&grid, group, coord);
}

// A place is the sum of what each coordinate adds to it, so that of a group and that within it add
// up.
bool coding_level_count_places(coding_level_t *level) {
  const hops_space_t box = coding_level_group(level);
  level->corner = malloc(level->groups * sizeof *level->corner);
  level->offset = malloc(level->size * sizeof *level->offset);
  if (level->corner == NULL || level->offset == NULL) {
    return false;
  }
  for (uint32_t g = 0; g < level->groups; g++) {
    uint32_t at[HOPS_DIMS];
    coding_level_coordinates(level, g, at);
    for (unsigned d = 0; d < box.dims; d++) {
      at[d] *= level->side[d];
    }
    level->corner[g] = hops_space_place(&level->space, at);
  }
  for (uint32_t i = 0; i < level->size; i++) {
    uint32_t at[HOPS_DIMS];
    hops_space_coordinates(&box, i, at);
    level->offset[i] = hops_space_place(&level->space, at);
  }
  return true;
}

uint32_t coding_level_intermediate(const coding_level_t *level, uint32_t group) {
  if (level->place != NULL) {
    return level->place[group];
  }
  const hops_space_t box = coding_level_group(level);
  uint32_t coord[HOPS_DIMS];
  coding_level_coordinates(level, group, coord);
  for (unsigned d = 0; d < box.dims; d++) {
    coord[d] = level->shift[d][coord[d]];
  }
  return hops_space_place(&box, coord);
}

// Counts how many edges of all trees over a line come to each column from below, less those from
// above or to either; `holders` is how many trees have each column as holder of the part from `low`
// on.
static void add_edges(int64_t *slope, uint64_t *holders, uint32_t low, uint32_t size,
                      uint64_t *before) {
  if (size < 2) {
    return;
  }
  const uint32_t half = size - size / 2;
  for (uint32_t i = 0; i < size; i++) {
    before[i] = holders[low + i];
  }
  for (uint32_t i = 0; i < size; i++) {
    const uint32_t to = i >= half ? i - half : i + half < size ? i + half : size - 1;
    slope[low + i] += i >= half ? (int64_t)before[i] : -(int64_t)before[i];
    slope[low + to] += i >= half ? -(int64_t)before[i] : (int64_t)before[i];
    holders[low + to] += before[i];
  }
  add_edges(slope, holders, low, half, before);
  add_edges(slope, holders, low + half, size - half, before);
}

// Fills in what one packet from every group adds to the hops between intermediate nodes, for each
// step that those of column c move up, on an open line.
static bool fill_slopes(const coding_level_t *level, unsigned d, hops_base_t base, int64_t *slope) {
  const uint32_t columns = level->grid[d];
  const int64_t rows = level->groups / columns;
  if (level->space.ring[d] > 0) {
    return true;
  }
  if (base == HOPS_UNICAST) {
    for (int64_t c = 0; c < columns; c++) {
      slope[c] = 2 * rows * rows * (2 * c + 1 - (int64_t)columns);
    }
    return true;
  }
  uint64_t *holders = malloc(2 * (size_t)columns * sizeof *holders);
  if (holders == NULL) {
    return false;
  }
  int64_t trees = rows;
  for (unsigned e = 0; e < d; e++) {
    trees *= level->grid[e];
  }
  for (uint32_t c = 0; c < columns; c++) {
    holders[c] = 1;
  }
  add_edges(slope, holders, 0, columns, holders + columns);
  for (uint32_t c = 0; c < columns; c++) {
    slope[c] *= trees;
  }
  free(holders);
  return true;
}

// The fewest hops of the inter and distribute steps together. The dimensions are independent, and
// on an open line so are the columns of groups: their order does not change, so hops between them
// are linear in the places. Ties: the centre, then the lowest.
static bool place_best(const coding_level_t *level, const coding_config_t *config, unsigned d) {
  const uint32_t side = level->side[d];
  const uint32_t columns = level->grid[d];
  const int64_t groups = level->groups;
  const hops_space_t box = coding_level_group(level);
  uint64_t lines = level->size / side;  // that a distribution takes in this dimension
  if (config->base[2] == HOPS_BINOMIAL) {
    lines = 1;
    for (unsigned e = 0; e < d; e++) {
      lines *= level->side[e];
    }
  }
  hops_line_t line;
  int64_t *slope = calloc(columns, sizeof *slope);
  const bool ok = hops_line_create(&line, side, 1, box.ring[d], NULL) && slope != NULL &&
                  fill_slopes(level, d, config->base[1], slope);
  const uint64_t *cost = config->base[2] == HOPS_BINOMIAL ? line.tree : line.row;
  for (uint32_t c = 0; ok && c < columns; c++) {
    uint32_t best = (side - 1) / 2;
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i <= side; i++) {
      const uint32_t a = i == 0 ? (side - 1) / 2 : i - 1;
      const int64_t hops =
          slope[c] * a + groups / columns * (groups - 1) * (int64_t)(lines * cost[a]);
      if (hops < least) {
        least = hops;
        best = a;
      }
    }
    level->shift[d][c] = best;
  }
  hops_line_free(&line);
  free(slope);
  return ok;
}

static void place_inner(const coding_level_t *level, unsigned d) {
  const int64_t centre = (level->space.side[d] - 1) / 2;
  const int64_t top = (int64_t)level->side[d] - 1;
  for (uint32_t c = 0; c < level->grid[d]; c++) {
    const int64_t at = centre - (int64_t)c * level->side[d];
    level->shift[d][c] = (uint32_t)(at < 0 ? 0 : at > top ? top : at);
  }
}

bool coding_level_place(coding_level_t *level, const coding_config_t *config, noc_error_t *error) {
  const unsigned nodes = level->space.dims - 1;  // the dimension without hops: always node 0
  for (unsigned d = 0; d < nodes; d++) {
    if (config->placement == CODING_BEST) {
      if (!place_best(level, config, d)) {
        return memory_fail(error, "the hierarchy");
      }
    } else if (config->placement == CODING_INNER) {
      place_inner(level, d);
    } else {
      for (uint32_t c = 0; c < level->grid[d]; c++) {
        level->shift[d][c] = config->placement == CODING_CENTRE ? (level->side[d] - 1) / 2
                             : config->placement == CODING_AT   ? config->at[d]
                                                                : 0;
      }
    }
  }
  if (config->placement == CODING_AT) {
    level->shift[nodes][0] = config->at[nodes];
  }
  return true;
}

bool coding_level_create(coding_level_t *level, const hops_space_t *space,
                         const coding_config_t *config, unsigned index, noc_error_t *error) {
  *level = (coding_level_t){.space = *space, .size = 1, .groups = 1};
  bool ok = true;
  for (unsigned d = 0; d < space->dims; d++) {
    level->side[d] = config->side[index][d];
    level->grid[d] = space->side[d] / level->side[d];
    level->size *= level->side[d];
    level->groups *= level->grid[d];
    level->shift[d] = calloc(level->grid[d], sizeof *level->shift[d]);
    ok = ok && level->shift[d] != NULL;
  }
  if (!ok) {
    return memory_fail(error, "the hierarchy");
  }
  return coding_level_place(level, config, error);
}

// The place in its group of the node that the user chose.
static uint32_t chosen_place(const coding_groups_t *list, uint32_t group, uint32_t node) {
  uint32_t place = 0;
  while (place + 1 < list->size && list->node[(size_t)group * list->size + place] != node) {
    place++;
  }
  return place;
}

bool coding_level_create_list(coding_level_t *level, const coding_config_t *config, unsigned index,
                              const hops_between_t *between, noc_error_t *error) {
  const coding_groups_t *list = index == 0 ? &config->list : &config->inner;
  const uint32_t outer = index == 0 ? 1 : config->list.count;
  const uint32_t groups = list->count / outer;
  *level = (coding_level_t){.space = {.dims = 1, .side = {list->size * groups}},
                            .side = {list->size},
                            .grid = {groups},
                            .size = list->size,
                            .groups = groups};
  level->place = calloc(list->count, sizeof *level->place);
  if (level->place == NULL) {
    return memory_fail(error, "the hierarchy");
  }
  bool ok = true;
  for (uint32_t g = 0; config->placement == CODING_AT && g < groups; g++) {
    level->place[g] = chosen_place(list, g, config->chosen[g]);
  }
  for (uint32_t i = 0; ok && config->placement == CODING_BEST && i < outer; i++) {
    ok = coding_level_place_list(level, config, &list->node[(size_t)i * groups * list->size],
                                 &level->place[(size_t)i * groups], between, error);
  }
  return ok;
}

void coding_level_free(coding_level_t *level) {
  free(level->place);
  free(level->corner);
  free(level->offset);
  level->place = level->corner = level->offset = NULL;
  for (unsigned d = 0; d < HOPS_DIMS; d++) {
    free(level->shift[d]);
    level->shift[d] = NULL;
  }
}
