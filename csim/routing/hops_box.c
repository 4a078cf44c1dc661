// hops_box -- see hops_box.h. A unicast has the hops of all
// its dimensions together, an edge of a tree those of one.

#include "routing/hops_box.h"

bool hops_space_of(const topology_t *t, hops_space_t *space) {
  if (!topology_is_cube(t)) {
    return false;
  }
  const bool closed = t->wiring == WIRING_TORUS;
  *space = (hops_space_t){.dims = t->dims + 1};
  for (unsigned d = 0; d < t->dims; d++) {
    space->side[d] = t->radix[d];
    space->ring[d] = closed ? t->radix[d] : 0;
  }
  space->side[t->dims] = t->nodes_per_router;
  return true;
}

uint32_t hops_space_volume(const hops_space_t *space) {
  uint32_t volume = 1;
  for (unsigned d = 0; d < space->dims; d++) {
    volume *= space->side[d];
  }
  return volume;
}

void hops_space_coordinates(const hops_space_t *space, uint32_t place, uint32_t *coord) {
  const unsigned last = space->dims - 1;
  coord[last] = place % space->side[last];
  place /= space->side[last];
  for (unsigned d = 0; d < last; d++) {
    coord[d] = place % space->side[d];
    place /= space->side[d];
  }
}

uint32_t hops_space_place(const hops_space_t *space, const uint32_t *coord) {
  const unsigned last = space->dims - 1;
  uint32_t place = 0;
  for (unsigned d = last; d-- > 0;) {
    place = place * space->side[d] + coord[d];
  }
  return place * space->side[last] + coord[last];
}

bool hops_box_create(hops_box_t *box, const hops_space_t *space, const uint32_t *count,
                     const uint32_t *step, uint32_t *const *shift) {
  *box = (hops_box_t){.dims = space->dims, .volume = 1};
  // The nodes of one router are all at the same position.
  const unsigned last = space->dims - 1;
  bool ok = true;
  for (unsigned d = 0; d <= last && ok; d++) {
    const uint32_t each = d == last ? 0 : step != NULL ? step[d] : 1;
    const bool shifted = d != last && shift != NULL;
    box->volume *= count[d];
    ok = hops_line_create(&box->line[d], count[d], each, space->ring[d], shifted ? shift[d] : NULL);
  }
  return ok;
}

void hops_box_free(hops_box_t *box) {
  for (unsigned d = 0; d < box->dims; d++) {
    hops_line_free(&box->line[d]);
  }
  *box = (hops_box_t){0};
}

hops_count_t hops_box_multicast(const hops_box_t *box, hops_base_t base, const uint32_t *coord) {
  hops_count_t count = {.unicasts = box->volume - 1};
  uint64_t holders = 1;  // of the tree, when it comes to a dimension
  for (unsigned d = 0; d < box->dims; d++) {
    const hops_line_t *line = &box->line[d];
    const uint32_t at = coord[d];
    if (base == HOPS_UNICAST) {
      count.hops += line->row[at] * (box->volume / line->count);
      count.max_path += line->row_longest[at];
    } else {
      count.hops += line->tree[at] * holders;
      count.max_path =
          count.max_path > line->tree_longest[at] ? count.max_path : line->tree_longest[at];
      holders *= line->count;
    }
  }
  count.flit_hops = count.hops;
  return count;
}

hops_count_t hops_box_allgather(const hops_box_t *box, hops_base_t base) {
  hops_count_t count = {.unicasts = (uint64_t)box->volume * (box->volume - 1)};
  uint64_t holders = 1;
  for (unsigned d = 0; d < box->dims; d++) {
    const hops_line_t *line = &box->line[d];
    const uint64_t others = box->volume / line->count;  // lines in this dimension
    if (base == HOPS_UNICAST) {
      count.hops += line->rows * others * others;
      count.max_path += line->rows_longest;
    } else {
      count.hops += line->trees * others * holders;
      count.max_path = count.max_path > line->trees_longest ? count.max_path : line->trees_longest;
      holders *= line->count;
    }
  }
  count.flit_hops = count.hops;
  return count;
}

void hops_add(hops_count_t *sum, hops_count_t one, uint64_t times, uint64_t flits) {
  if (times == 0) {
    return;
  }
  sum->unicasts += one.unicasts * times;
  sum->hops += one.hops * times;
  sum->flit_hops += one.hops * times * flits;
  sum->max_path = sum->max_path > one.max_path ? sum->max_path : one.max_path;
}

bool hops_fits(const topology_t *t, noc_error_t *error) {
  double longest = 0;
  for (unsigned d = 0; d < t->dims; d++) {
    longest += t->radix[d];
  }
  return (double)t->nodes * t->nodes * longest < 9e18 ||
         noc_fail(error, NOC_BAD_INPUT,
                  SAY_THERE_IS("%u nodes, with more hops than 63 bits hold",
                               "networks where nodes^2 times the sum of the radices is below 9e18"),
                  t->nodes);
}
