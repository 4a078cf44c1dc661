// routing_table_check -- holes and loops of a routing table: from the entries of all nodes, every
// state that a packet can be in has a route, and no way leads back to a state.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "routing/routing_table.h"
#include "routing/routing_walk.h"

typedef enum { NEW, ON_WAY, DONE } mark_t;

// A state on the way that is being looked at, and how many of its ways out have been taken.
typedef struct {
  uint32_t state;  // router * groups + group
  uint32_t ways;
} step_t;

typedef struct {
  routing_t *r;
  const topology_t *t;
  const table_t *table;
  const text_input_t *in;
  uint32_t destination, target;
  uint8_t *mark;  // [state]
  step_t *way;    // [state]
  uint32_t depth;
} check_t;

static const table_row_t *row_of(const check_t *c, uint32_t state) {
  return table_row(c->r, c->table, state / c->r->groups, state % c->r->groups, c->destination);
}

// The classes that a row allows.
static routing_classes_t classes_of(const check_t *c, const table_row_t *row) {
  return routing_classes(c->r, row->vc_class, c->r->classes);
}

static uint32_t count(routing_classes_t classes) {
  return classes.last - classes.first + 1;
}

// The i-th way out of a state: candidates, each in all its classes.
static uint32_t behind(const check_t *c, uint32_t state, const table_row_t *row, uint32_t i) {
  const routing_classes_t classes = classes_of(c, row);
  const uint32_t port = c->table->ports[row->first + i / count(classes)];
  return routing_behind(c->r, state / c->r->groups, port, classes.first + i % count(classes));
}

static bool fail_hole(const check_t *c, uint32_t state) {
  const uint32_t router = state / c->r->groups;
  char group[32] = "";
  if (c->r->groups > 1) {
    (void)snprintf(group, sizeof group, " in group %u", state % c->r->groups);
  }
  if (c->depth == 0) {
    return noc_fail(c->in->error, NOC_BAD_INPUT,
                    "%s: " SAY_THERE_IS("no route from router %u%s, where nodes enter, to node %u",
                                        "one from every router that packets reach"),
                    c->in->path, router, group, c->destination);
  }
  const table_row_t *row = row_of(c, c->way[c->depth - 1].state);
  return text_fail(c->in, row->place,
                   SAY_THERE_IS("a way to router %u%s, which has no route to node %u",
                                "one from every router that packets reach"),
                   router, group, c->destination);
}

static bool fail_loop(const check_t *c, uint32_t state) {
  const uint32_t last = c->way[c->depth - 1].state;
  return text_fail(c->in, row_of(c, last)->place,
                   SAY_THERE_IS("a loop: router %u sends packets to node %u back to router %u",
                                "routes that arrive"),
                   last / c->r->groups, c->destination, state / c->r->groups);
}

// Looks at a state; one that is new comes on the way.
static bool enter(check_t *c, uint32_t state) {
  if (state / c->r->groups == c->target || c->mark[state] == DONE) {
    return true;
  }
  if (c->mark[state] == ON_WAY) {
    return fail_loop(c, state);
  }
  if (row_of(c, state) == NULL) {
    return fail_hole(c, state);
  }
  c->mark[state] = ON_WAY;
  c->way[c->depth++] = (step_t){state, 0};
  return true;
}

static bool walk(check_t *c, uint32_t entry) {
  c->depth = 0;
  if (!enter(c, entry)) {
    return false;
  }
  while (c->depth > 0) {
    step_t *step = &c->way[c->depth - 1];
    const table_row_t *row = row_of(c, step->state);
    const uint32_t candidates = c->r->adaptive ? row->count : 1;
    if (step->ways == candidates * count(classes_of(c, row))) {
      c->mark[step->state] = DONE;
      c->depth--;
    } else if (!enter(c, behind(c, step->state, row, step->ways++))) {
      return false;
    }
  }
  return true;
}

static bool walk_all(check_t *c) {
  const size_t states = (size_t)c->t->routers * c->r->groups;
  for (c->destination = 0; c->destination < c->t->nodes; c->destination++) {
    c->target = routing_target(c->t, c->destination);
    memset(c->mark, NEW, states);
    for (uint32_t n = 0; n < c->t->nodes; n++) {
      topology_place_t entry;
      (void)topology_injection(c->t, n, &entry, 1);
      if (!walk(c, entry.router * c->r->groups)) {
        return false;
      }
    }
  }
  return true;
}

bool table_check(routing_t *r, const table_t *table, const text_input_t *in) {
  const topology_t *t = r->topology;
  const size_t states = (size_t)t->routers * r->groups;
  check_t c = {.r = r, .t = t, .table = table, .in = in};
  c.mark = malloc(states);
  c.way = calloc(states, sizeof *c.way);
  const bool ok =
      c.mark != NULL && c.way != NULL ? walk_all(&c) : memory_fail(in->error, "a routing table");
  free(c.mark);
  free(c.way);
  return ok;
}
