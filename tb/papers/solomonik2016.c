// solomonik2016 -- what the lecture of Solomonik (docs/papers/solomonik2016.yaml) computes by
// itself: the arithmetic of slim flies, looked up in the graph.

#include "papers/solomonik2016.h"

#include <stdint.h>
#include <stdio.h>

#include "topology/topology.h"

enum { NAME = 32, Q_MOST = 43, GRIDS = 2 };

// Router (x, y) of the first grid and (m, c) of the second; all numbers modulo q.
typedef struct {
  uint32_t links;    // between the grids
  uint32_t solved;   // of these, with m x = y - c
  uint32_t printed;  // with m x = c - y
  // Routers of the other grid with links to both of two routers: of different columns, and of one.
  uint32_t met_least, met_most, column_most;
} grids_t;

#define GRIDS_FIELD(name)                                        \
  static void grids_##name(const void *record, value_t *value) { \
    value->number = ((const grids_t *)record)->name;             \
  }
GRIDS_FIELD(links)
GRIDS_FIELD(solved)
GRIDS_FIELD(printed)
GRIDS_FIELD(met_least)
GRIDS_FIELD(met_most)
GRIDS_FIELD(column_most)

static const record_field_t kFields[] = {
    {"links", {.kind = KIND_NUMBER}, grids_links},
    {"solved", {.kind = KIND_NUMBER}, grids_solved},
    {"printed", {.kind = KIND_NUMBER}, grids_printed},
    {"met_least", {.kind = KIND_NUMBER}, grids_met_least},
    {"met_most", {.kind = KIND_NUMBER}, grids_met_most},
    {"column_most", {.kind = KIND_NUMBER}, grids_column_most},
};
static const record_class_t kGrids = {"grids", kFields, sizeof kFields / sizeof kFields[0]};

static bool are_linked(const topology_t *t, uint32_t a, uint32_t b) {
  for (uint32_t p = 0; p < t->ports; p++) {
    if (t->peer_router[(size_t)a * t->ports + p] == (int32_t)b) {
      return true;
    }
  }
  return false;
}

static void count_links(const topology_t *t, uint32_t q, grids_t *g) {
  for (uint32_t a = 0; a < q * q; a++) {
    for (uint32_t b = 0; b < q * q; b++) {
      const uint32_t product = (b % q) * (a % q) % q;
      const uint32_t y = a / q;
      const uint32_t c = b / q;
      const bool linked = are_linked(t, a, q * q + b);
      g->links += linked;
      g->solved += linked && product == (y + q - c) % q;
      g->printed += linked && product == (c + q - y) % q;
    }
  }
}

static uint32_t count_met(const topology_t *t, uint32_t q, uint32_t a, uint32_t b) {
  const uint32_t size = q * q;
  uint32_t met = 0;
  for (uint32_t p = 0; p < t->ports; p++) {
    const int32_t peer = t->peer_router[(size_t)a * t->ports + p];
    met += peer >= 0 && (uint32_t)peer / size != a / size && are_linked(t, b, (uint32_t)peer);
  }
  return met;
}

// Pairs of one grid, in both grids.
static void count_pairs(const topology_t *t, uint32_t q, grids_t *g) {
  g->met_least = UINT32_MAX;
  for (uint32_t grid = 0; grid < GRIDS; grid++) {
    for (uint32_t a = grid * q * q; a < (grid + 1) * q * q; a++) {
      for (uint32_t b = grid * q * q; b < a; b++) {
        const uint32_t met = count_met(t, q, a, b);
        if (a % q == b % q) {
          g->column_most = met > g->column_most ? met : g->column_most;
        } else {
          g->met_least = met < g->met_least ? met : g->met_least;
          g->met_most = met > g->met_most ? met : g->met_most;
        }
      }
    }
  }
}

static bool call_grids(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  unsigned q = 0;
  char name[NAME];
  (void)result;
  if (!value_whole(&argument[0], "q", Q_MOST, &q, error)) {
    return false;
  }
  (void)snprintf(name, sizeof name, "slimfly:q=%u", q);
  topology_t *t = topology_create(name, error);
  if (t == NULL) {
    return false;
  }
  count_links(t, q, room);
  count_pairs(t, q, room);
  topology_free(t);
  return true;
}

const function_t kSlimflyGrids = {.name = "slimfly_grids",
                                  .words = "Q",
                                  .argument = {{.kind = KIND_NUMBER}},
                                  .arguments = 1,
                                  .result = {.kind = KIND_RECORD, .of = &kGrids},
                                  .size = sizeof(grids_t),
                                  .call = call_grids};
