// stimulus_places -- addresses that a routing unit may meet, and what a routing table is filled
// with; see stimulus.h.

#include <assert.h>

#include "unit/stimulus.h"

// Destinations in a table's book: few, so that all groups are loaded soon after a reset.
enum { BOOK_ROWS = 64 };

static uint32_t digit_of(const noc_shape_t *s, uint32_t address, unsigned d) {
  return address >> (d * s->digit_w) & stimulus_mask(s->digit_w);
}

static bool single_elements(const stimulus_t *st) {
  return st->shape.routing == ROUTE_H3DM && st->shape.dims > 3 &&
         digit_of(&st->shape, st->extent, 0) == 0;
}

unsigned stimulus_nodes(const stimulus_t *st) {
  const noc_shape_t *s = &st->shape;
  if (s->locals == 0) {  // table, source: an address is the number of a node
    return 1u << s->local_w;
  }
  const unsigned locals = s->locals - (single_elements(st) ? 2 : 0);
  return locals < 1u << s->local_w ? locals : 1u << s->local_w;
}

// -- Extents -------------------------------------------------------------------------------------

// Elements m in each direction of an h3dm's module: every level finds its layers.
static uint32_t module_extent(stimulus_t *st) {
  const noc_shape_t *s = &st->shape;
  const unsigned levels = (s->dims - 1) / 2;
  const unsigned most = stimulus_mask(s->digit_w) + 1;
  const unsigned layers = (levels - 1) << s->layers_log2;
  if (levels == 2 && layers == 1 && s->ports > 10 && rng_chance(&st->rng, 64)) {
    return 0;
  }
  const unsigned least = layers > 2 ? layers : 2;
  assert(least <= most);
  const unsigned small = least + 6 < most ? least + 6 : most;
  return least + rng_below(&st->rng, (rng_chance(&st->rng, 200) ? small : most) - least + 1) - 1;
}

static uint32_t random_extent(stimulus_t *st, unsigned d, uint32_t module) {
  const uint32_t top = stimulus_mask(st->shape.digit_w);
  switch (st->shape.routing) {
    case ROUTE_TORUS:
      return rng_chance(&st->rng, 64) ? top : rng_below(&st->rng, top + 1);
    case ROUTE_OCTAGON:
      return 4 * (2 + rng_below(&st->rng, (top + 1) / 4 - 1)) - 1;
    case ROUTE_H3DM:
      return d < 3 ? module : rng_below(&st->rng, top + 1);
    default:
      return top;
  }
}

// An address for a router; in meshes mostly one with neighbours in all directions.
static uint32_t router_address(stimulus_t *st) {
  const noc_shape_t *s = &st->shape;
  uint32_t address = stimulus_address(st, 0);
  for (unsigned d = 0; d < s->dims && s->routing == ROUTE_MESH; d++) {
    const uint32_t top = stimulus_mask(s->digit_w);
    if (top > 1 && rng_chance(&st->rng, 192)) {  // neither 0 nor the last
      address &= ~(top << (d * s->digit_w));
      address |= (1 + rng_below(&st->rng, top - 1)) << (d * s->digit_w);
    }
  }
  return address;
}

void stimulus_place(stimulus_t *st) {
  const noc_shape_t *s = &st->shape;
  const uint32_t module = s->routing == ROUTE_H3DM ? module_extent(st) : 0;
  st->extent = 0;
  for (unsigned d = 0; d < s->dims; d++) {
    st->extent |= random_extent(st, d, module) << (d * s->digit_w);
  }
  st->addr = router_address(st);
  for (unsigned o = 0; o < s->ports && s->look_address; o++) {
    st->neighbour[o] = router_address(st);
  }
  st->table = (table_book_t){.count = s->rows < BOOK_ROWS ? s->rows : BOOK_ROWS};
  st->table.first = rng_below(&st->rng, s->rows - st->table.count + 1);
  if (s->multicast) {
    st->worms = (worm_book_t){.seed = rng_next(&st->rng), .ups = rng_chance(&st->rng, 128)};
  }
}

// -- Addresses -----------------------------------------------------------------------------------

uint32_t stimulus_address(stimulus_t *st, uint32_t near) {
  static const uint8_t kChances[] = {30, 100, 255};
  const noc_shape_t *s = &st->shape;
  const unsigned chance = near == 0 ? 255 : kChances[rng_below(&st->rng, 3)];
  uint32_t address = 0;
  for (unsigned d = 0; d < s->dims; d++) {
    const bool other = chance == 255 || rng_chance(&st->rng, chance);
    const uint32_t digit =
        other ? rng_below(&st->rng, digit_of(s, st->extent, d) + 1) : digit_of(s, near, d);
    address |= digit << (d * s->digit_w);
  }
  const uint32_t index = rng_below(&st->rng, stimulus_nodes(st));
  return s->local_w == 0 ? address : address | index << (s->dims * s->digit_w);
}

bool stimulus_within(const stimulus_t *st, uint32_t address) {
  const noc_shape_t *s = &st->shape;
  for (unsigned d = 0; d < s->dims; d++) {
    if (digit_of(s, address, d) > digit_of(s, st->extent, d)) {
      return false;
    }
  }
  return s->local_w == 0 || address >> (s->dims * s->digit_w) < stimulus_nodes(st);
}

// Coordinates: all below the port's dimension are equal to the router's, that one differs in the
// port's direction (if the router is not at that edge), those above are random.
static uint32_t mesh_destination(stimulus_t *st) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  unsigned nodes = stimulus_nodes(st);
  unsigned port = rng_pick(r, st->phase.exits);
  unsigned turn = port < s->locals ? s->dims : (port - s->locals) / 2;
  uint32_t addr = (port < nodes ? port : rng_below(r, nodes)) << (s->dims * s->digit_w);
  for (unsigned d = 0; d < s->dims; d++) {
    uint32_t top = stimulus_mask(s->digit_w), own = st->addr >> (d * s->digit_w) & top;
    uint32_t digit = (uint32_t)rng_next(r) & top;
    if (d < turn) {
      digit = own;
    } else if (d == turn) {
      bool up = (port - s->locals) % 2 == 0;
      if (up && own < top) {
        digit = own + 1 + rng_below(r, top - own);
      } else if (!up && own > 0) {
        digit = rng_below(r, own);
      }
    }
    addr |= digit << (d * s->digit_w);
  }
  return addr;
}

uint32_t stimulus_destination(stimulus_t *st) {
  switch (st->shape.routing) {
    case ROUTE_MESH:
      return mesh_destination(st);
    case ROUTE_TABLE:
      return st->table.first + rng_below(&st->rng, st->table.count);
    case ROUTE_SOURCE:  // anything: it is not read
      return (uint32_t)rng_next(&st->rng) & stimulus_mask(st->shape.addr_w);
    default:
      return stimulus_address(st, st->addr);
  }
}

// -- Tables --------------------------------------------------------------------------------------

uint32_t stimulus_class(stimulus_t *st) {
  return st->shape.classes > 1 ? rng_below(&st->rng, st->shape.classes + 1) : 0;
}

uint32_t stimulus_candidates(stimulus_t *st) {
  const uint32_t any = (uint32_t)rng_next(&st->rng) & stimulus_mask(st->shape.ports);
  const uint32_t exits = any & st->phase.exits;
  return exits != 0 ? exits : 1u << rng_pick(&st->rng, st->phase.exits);
}

bool stimulus_configure(stimulus_t *st, uint32_t *in, cfg_fields_t field) {
  const noc_shape_t *s = &st->shape;
  table_book_t *book = &st->table;
  rng_t *r = &st->rng;
  const uint32_t count = s->table_rows / s->rows * book->count;  // of a group, with own rows
  uint32_t at = rng_below(r, s->groups * count);
  const bool load = book->loaded < s->groups * count;
  const bool write = !st->in_reset && (load ? rng_chance(r, 230) : rng_chance(r, 20));
  const bool row = load || rng_chance(r, 128);
  stimulus_set(st, in, field.valid, 0, write);
  if (!write) {
    return !load && !st->in_reset;
  }
  if (load) {
    at = book->loaded++;
  }
  stimulus_set(st, in, field.kind, 0, row);
  if (row) {
    const uint32_t place = at % count / book->count * s->rows + book->first + at % book->count;
    stimulus_set(st, in, field.index, 0, at / count * s->table_rows + place);
    stimulus_set(st, in, field.data, 0, stimulus_candidates(st) | stimulus_class(st) << s->ports);
  } else {
    // The bits above the group mean nothing.
    const uint32_t above = s->row_w > s->group_w ? (uint32_t)rng_next(r) << s->group_w : 0;
    stimulus_set(st, in, field.index, 0, rng_below(r, s->ports * s->classes));
    stimulus_set(st, in, field.data, 0,
                 (rng_below(r, s->groups) | above) & stimulus_mask(s->row_w));
  }
  return !load;
}

bool stimulus_configure_first(stimulus_t *st, uint32_t *in, cfg_fields_t field) {
  table_book_t *book = &st->table;
  rng_t *r = &st->rng;
  const bool load = book->loaded < book->count;
  const bool write = !st->in_reset && rng_chance(r, load ? 230 : 20);
  stimulus_set(st, in, field.valid, 0, write);
  if (!write) {
    return !load && !st->in_reset;
  }
  const uint32_t at = load ? book->loaded++ : rng_below(r, book->count);
  stimulus_set(st, in, field.index, 0, book->first + at);
  stimulus_set(st, in, field.data, 0,
               stimulus_candidates(st) | stimulus_class(st) << st->shape.ports);
  return !load;
}
