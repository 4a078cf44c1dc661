// tables -- loads the routing tables through the configuration ports of the routers, and with
// lookahead of the interfaces, all at once, one entry a clock edge, before the first cycle.
// docs/microarchitecture.md, sections 6.5, 6.8 and 13.

#include <string.h>

#include "network/network_state.h"
#include "network/table_rows.h"

// The entry of one router at its configuration port; nothing where `valid` is false.
typedef struct {
  bool valid;
  uint32_t data;
} entry_t;

static void present(const network_t *n, uint32_t router, unsigned kind, uint32_t index,
                    entry_t entry) {
  const router_fields_t *f = &n->router_pins;
  const uint32_t slot = n->router_slot[router];
  f->cfg_valid[slot] = entry.valid;
  f->cfg_kind[slot] = (uint8_t)(entry.valid ? kind : 0);
  f->cfg_index[slot] = entry.valid ? index : 0;
  uint64_t *data = &f->cfg_data[(size_t)slot * n->shape.cfg_words];
  memset(data, 0, n->shape.cfg_words * sizeof *data);
  data[0] = entry.valid ? entry.data : 0;
}

// The row of one interface, or none: 0.
static void present_first(const network_t *n, uint32_t node, uint32_t destination, uint32_t row) {
  const interface_fields_t *f = &n->interface_pins;
  const uint32_t slot = n->node_slot[node];
  f->cfg_valid[slot] = row != 0;
  f->cfg_index[slot] = row != 0 ? destination : 0;
  f->cfg_data[slot] = row;
}

// The rows of all interfaces towards a destination, by their routers; NULL: none.
static void present_all_first(const network_t *n, uint32_t destination, const uint32_t *rows) {
  for (uint32_t node = 0; n->shape.look && node < n->nodes; node++) {
    topology_place_t place;
    (void)topology_injection(n->topology, node, &place, 1);
    present_first(n, node, destination, rows != NULL ? rows[place.router] : 0);
  }
}

void network_clock_routers(network_t *n) {
  for (size_t b = 0; b < n->banks; b++) {
    if (!n->bank[b]->ops->step(n->bank[b], 0) && n->mismatch_bank == NULL) {
      n->mismatch_bank = n->bank[b];
    }
  }
}

static void present_nothing(const network_t *n) {
  for (uint32_t r = 0; r < n->routers; r++) {
    present(n, r, 0, 0, (entry_t){false, 0});
  }
}

void tables_load_groups(network_t *n) {
  const noc_shape_t *s = &n->shape;
  for (uint32_t i = 0; i < s->ports * s->classes; i++) {
    for (uint32_t r = 0; r < n->routers; r++) {
      const unsigned group = routing_group(n->routing, r, i / s->classes, i % s->classes);
      present(n, r, 0, i, (entry_t){true, group});
    }
    network_clock_routers(n);
  }
  present_nothing(n);
}

// The row of every router for this arrival group, at this place of the group's rows.
static void present_rows(const network_t *n, unsigned group, uint32_t place, const uint32_t *rows) {
  const noc_shape_t *s = &n->shape;
  for (uint32_t r = 0; r < n->routers; r++) {
    const uint32_t row = rows[r * s->groups + group];
    present(n, r, 1, group * s->table_rows + place, (entry_t){row != 0, row});
  }
}

// Interfaces take their rows beside those of the first group.
static void load_rows(network_t *n, uint32_t destination, const table_rows_t *found) {
  const noc_shape_t *s = &n->shape;
  for (unsigned group = 0; group < s->groups; group++) {
    present_rows(n, group, destination, found->row);
    present_all_first(n, destination, group == 0 ? found->first : NULL);
    network_clock_routers(n);
    if (found->own != NULL) {
      present_rows(n, group, s->rows + destination, found->own);
      present_all_first(n, destination, NULL);
      network_clock_routers(n);
    }
  }
}

static bool load_all(network_t *n, table_rows_t *rows, noc_error_t *error) {
  bool ok = true;
  tables_load_groups(n);
  for (uint32_t node = 0; ok && node < n->nodes; node++) {
    ok = table_rows_find(rows, node, error);
    if (ok) {
      load_rows(n, node, rows);
    }
  }
  present_nothing(n);
  present_all_first(n, 0, NULL);
  return ok;
}

bool tables_load(network_t *n, noc_error_t *error) {
  table_rows_t rows;
  const bool ok =
      table_rows_create(&rows, n->routing, &n->shape, error) && load_all(n, &rows, error);
  table_rows_free(&rows);
  return ok;
}
