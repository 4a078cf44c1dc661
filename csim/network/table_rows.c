// table_rows -- see table_rows.h.

#include "network/table_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// The row that a configuration port takes for a route.
static uint32_t row_of(const table_rows_t *t, const route_t *route) {
  const noc_shape_t *s = t->shape;
  uint32_t row = 0;
  for (unsigned i = 0; i < route->count; i++) {
    row |= UINT32_C(1) << route->port[i];
  }
  const uint32_t vc_class = routing_cut(t->routing, route->vc_class, s->classes);
  return row | (s->classes > 1 ? vc_class << s->ports : 0);
}

// The rows of the routers and groups that packets to the destination can be in.
static void find_walked(const table_rows_t *t, uint32_t *rows) {
  const routing_walk_t *walk = &t->walk;
  memset(rows, 0, (size_t)t->routing->topology->routers * t->shape->groups * sizeof *rows);
  for (uint32_t i = 0; i < walk->count; i++) {
    const uint32_t state = walk->state[i];
    rows[state] = row_of(t, &walk->route[state]);
  }
}

// The same with lookahead: each has the row of the state that packets are in at the next router.
static bool find_ahead(table_rows_t *t, noc_error_t *error) {
  const routing_walk_t *walk = &t->walk;
  const unsigned groups = t->shape->groups;
  const uint32_t routers = t->routing->topology->routers;
  memset(t->row, 0, (size_t)routers * groups * sizeof *t->row);
  memset(t->first, 0, routers * sizeof *t->first);
  for (uint32_t i = 0; i < walk->count; i++) {
    const uint32_t state = walk->state[i];
    uint32_t ahead;
    if (!routing_walk_ahead(walk, state, &ahead)) {
      return noc_fail(error, NOC_BAD_INPUT,
                      SAY_THERE_IS("lookahead with a route on whose class the next one depends",
                                   "lookahead 0, or what routing_looks_ahead() finds none of"));
    }
    t->row[state] = row_of(t, &walk->route[ahead]);
  }
  for (uint32_t i = 0; i < walk->n_entries; i++) {
    const uint32_t router = walk->entries[i];
    t->first[router] = row_of(t, &walk->route[router * groups]);
  }
  return true;
}

// Path worms come into states that no unicast to the destination is in: they have been led
// elsewhere before. All rows then, where there is a route.
static bool find_all(const table_rows_t *t, uint32_t destination, uint32_t *rows,
                     noc_error_t *error) {
  const unsigned groups = t->shape->groups;
  for (uint32_t r = 0; r < t->routing->topology->routers; r++) {
    for (unsigned group = 0; group < groups; group++) {
      route_t route;
      if (!routing_route(t->routing, r, group, destination, &route, error)) {
        return false;
      }
      rows[r * groups + group] = row_of(t, &route);
    }
  }
  return true;
}

bool table_rows_create(table_rows_t *t, routing_t *routing, const noc_shape_t *shape,
                       noc_error_t *error) {
  *t = (table_rows_t){.routing = routing, .shape = shape};
  if (!routing_walk_create(&t->walk, routing, routing->classes, error)) {
    return false;
  }
  t->row = calloc((size_t)routing->topology->routers * shape->groups, sizeof *t->row);
  t->first = shape->look ? calloc(routing->topology->routers, sizeof *t->first) : NULL;
  const bool copies = shape->look && shape->multicast;
  const size_t states = (size_t)routing->topology->routers * shape->groups;
  t->own = copies ? calloc(states, sizeof *t->own) : NULL;
  return (t->row != NULL && (t->first != NULL || !shape->look) && (t->own != NULL || !copies)) ||
         memory_fail(error, "the tables");
}

void table_rows_free(table_rows_t *t) {
  routing_walk_free(&t->walk);
  free(t->row);
  free(t->first);
  free(t->own);
}

bool table_rows_find(table_rows_t *t, uint32_t destination, noc_error_t *error) {
  uint32_t *here = t->shape->look ? t->own : t->row;  // routes at the router itself; NULL: nowhere
  const bool all = t->shape->multicast && routing_ranked(t->routing);
  const bool walks = t->shape->look || !all;
  if ((walks && !routing_walk(&t->walk, destination, error)) ||
      (t->shape->look && !find_ahead(t, error))) {
    return false;
  }
  if (here == NULL) {
    return true;
  }
  if (all) {
    return find_all(t, destination, here, error);
  }
  find_walked(t, here);
  return true;
}
