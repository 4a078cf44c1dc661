// drawing -- see drawing.h.

#include "analysis/drawing.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/layout.h"
#include "network/memory.h"

// Lengths are in units, the distance of neighbours; a unit is some inches in the picture.
static const double kRadius = 0.2;  // of a router
static const double kNear = 0.26;   // a link this near to a router's middle would hide behind it

enum { POINTS_AN_INCH = 72, FEW_ROUTERS = 128, LONGEST_SIDE = 5000 };

typedef struct {
  double x, y;
} point_t;

typedef struct {
  const topology_t *t;
  FILE *out;
  point_t *at;     // [router]
  uint32_t *next;  // [router]: of the routers in one cell
  uint32_t *cell;  // [columns * rows]: the first router there, UINT32_MAX if there is none
  point_t low;     // the corner of cell 0
  uint32_t columns, rows;
  double scale;  // points a unit
} drawing_t;

static bool check_size(const topology_t *t, noc_error_t *error) {
  uint64_t ends = 0;
  if (t->routers > DRAWING_ROUTERS) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%s: found %u routers; accepted up to %d in a picture or a DOT file", t->name,
                    t->routers, (int)DRAWING_ROUTERS);
  }
  for (size_t i = 0; i < (size_t)t->routers * t->ports; i++) {
    ends += t->peer_router[i] >= 0;
  }
  return ends / 2 <= DRAWING_LINKS ||
         noc_fail(error, NOC_BAD_INPUT,
                  "%s: found %llu links; accepted up to %d in a picture or a DOT file", t->name,
                  (unsigned long long)(ends / 2), (int)DRAWING_LINKS);
}

static size_t cell_of(const drawing_t *d, point_t p) {
  const double column = floor(p.x - d->low.x);
  const double row = floor(p.y - d->low.y);
  return (size_t)row * d->columns + (size_t)column;
}

// In the family's own shape, or by the links.
static bool find_places(drawing_t *d, noc_error_t *error) {
  double at[2];
  if (!topology_place(d->t, 0, at)) {
    _Static_assert(sizeof(point_t) == 2 * sizeof(double), "x, y");
    return layout_routers(d->t, &d->at[0].x, error);
  }
  for (uint32_t r = 0; r < d->t->routers; r++) {
    (void)topology_place(d->t, r, at);
    d->at[r] = (point_t){at[0], at[1]};
  }
  return true;
}

// Places all routers, and lists them by the unit square they are in, with an empty rim around.
static bool place_routers(drawing_t *d, noc_error_t *error) {
  const topology_t *t = d->t;
  point_t high = {-INFINITY, -INFINITY};
  d->low = (point_t){INFINITY, INFINITY};
  if (!find_places(d, error)) {
    return false;
  }
  for (uint32_t r = 0; r < t->routers; r++) {
    const point_t at = d->at[r];
    d->low = (point_t){fmin(d->low.x, at.x), fmin(d->low.y, at.y)};
    high = (point_t){fmax(high.x, at.x), fmax(high.y, at.y)};
  }
  d->low = (point_t){floor(d->low.x) - 2, floor(d->low.y) - 2};
  d->columns = (uint32_t)(high.x - d->low.x) + 3;
  d->rows = (uint32_t)(high.y - d->low.y) + 3;
  const size_t bytes = (size_t)d->columns * d->rows * sizeof *d->cell;
  d->cell = malloc(bytes);
  if (d->cell == NULL) {
    return memory_fail(error, "a drawing");
  }
  memset(d->cell, 0xff, bytes);
  for (uint32_t r = 0; r < t->routers; r++) {
    uint32_t *first = &d->cell[cell_of(d, d->at[r])];
    d->next[r] = *first;
    *first = r;
  }
  d->scale = POINTS_AN_INCH * (t->routers <= FEW_ROUTERS ? 0.9 : 0.6);
  return true;
}

// A router other than the two is at this point of a link.
static bool occupied(const drawing_t *d, point_t p, uint32_t a, uint32_t b) {
  for (int dy = -1; dy <= 1; dy++) {
    for (int dx = -1; dx <= 1; dx++) {
      const point_t q = {p.x + dx, p.y + dy};
      for (uint32_t r = d->cell[cell_of(d, q)]; r != UINT32_MAX; r = d->next[r]) {
        if (r != a && r != b && hypot(d->at[r].x - p.x, d->at[r].y - p.y) < kNear) {
          return true;
        }
      }
    }
  }
  return false;
}

static bool is_blocked(const drawing_t *d, uint32_t a, uint32_t b) {
  static const double kStep = 0.2;
  const point_t from = d->at[a];
  const point_t to = d->at[b];
  const unsigned steps = (unsigned)ceil(hypot(to.x - from.x, to.y - from.y) / kStep);
  for (unsigned i = 1; i < steps; i++) {
    const double s = (double)i / steps;
    const point_t p = {from.x + s * (to.x - from.x), from.y + s * (to.y - from.y)};
    if (occupied(d, p, a, b)) {
      return true;
    }
  }
  return false;
}

// How many links between the two routers come before this port of `a`.
static unsigned links_before(const topology_t *t, uint32_t a, unsigned port) {
  const int32_t *peer = &t->peer_router[(size_t)a * t->ports];
  unsigned count = 0;
  for (unsigned p = 0; p < port; p++) {
    count += peer[p] == peer[port];
  }
  return count;
}

// A link as one cubic curve. Its middle is off the straight line by 3/4 of `bow`; a curve stays
// within its row of routers, however long it is.
static void write_link(const drawing_t *d, uint32_t a, unsigned port) {
  const uint32_t b = (uint32_t)d->t->peer_router[(size_t)a * d->t->ports + port];
  const point_t from = d->at[a];
  const point_t to = d->at[b];
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const double length = hypot(dx, dy);
  const unsigned before = links_before(d->t, a, port);
  double bow = is_blocked(d, a, b) ? 0.36 + 0.28 * (1 - exp((2 - length) / 6)) : 0;
  bow *= fmod(round(length), 2) == 0 ? 1 : -1;  // so that those of a row are told apart
  bow += (before % 2 == 0 ? 0.25 : -0.25) * floor((before + 1) / 2.0);
  const double nx = length > 0 ? -dy / length * bow : 0;
  const double ny = length > 0 ? dx / length * bow : 0;
  // A long curve leaves its row soon and then runs beside it.
  const double s = length > 3 ? 0.5 / length : 1.0 / 3;
  (void)fprintf(d->out, "  %u -- %u [pos=\"%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f\"];\n", a, b,
                d->scale * from.x, d->scale * from.y, d->scale * (from.x + s * dx + nx),
                d->scale * (from.y + s * dy + ny), d->scale * (to.x - s * dx + nx),
                d->scale * (to.y - s * dy + ny), d->scale * to.x, d->scale * to.y);
}

static void write_all(const drawing_t *d) {
  const topology_t *t = d->t;
  assert(d->at != NULL);
  const bool few = t->routers <= FEW_ROUTERS;
  const double side = fmax(d->columns, d->rows) * d->scale / POINTS_AN_INCH;  // inches
  const double dpi = fmin(few ? 96 : 120, LONGEST_SIDE / side);
  char label[64];
  unsigned widest = 1;
  for (uint32_t r = 0; r < t->routers; r++) {
    const unsigned width = (unsigned)strlen(topology_router_name(t, r, label, sizeof label));
    widest = width > widest ? width : widest;
  }
  // A letter is some 0.6 of its size wide; the label fills the circle.
  const double font = fmin(11, 2 * kRadius * d->scale / (0.6 * widest + 0.3));
  char name[256];
  (void)fprintf(d->out, "// Draw it with: neato -n2 -Tsvg\n");
  (void)fprintf(d->out, "graph \"%s\" {\n", topology_plain_name(t, name, sizeof name));
  (void)fprintf(d->out, "  graph [outputorder=edgesfirst, dpi=%.0f, pad=0.3];\n", dpi);
  (void)fprintf(d->out,
                "  node [shape=circle, fixedsize=true, width=%.3f, fontsize=%.1f, "
                "fontname=\"Helvetica\", style=filled, fillcolor=\"#dce9f5\", color=\"#1f4e79\", "
                "penwidth=%.1f];\n",
                2 * kRadius * d->scale / POINTS_AN_INCH, font, few ? 1.0 : 0.6);
  (void)fprintf(d->out, "  edge [color=\"#%s\", penwidth=%.1f];\n", few ? "505050" : "707070",
                few ? 1.0 : 0.5);
  for (uint32_t r = 0; r < t->routers; r++) {
    (void)fprintf(d->out, "  %u [label=\"%s\", pos=\"%.1f,%.1f\"];\n", r,
                  topology_router_name(t, r, label, sizeof label), d->scale * d->at[r].x,
                  d->scale * d->at[r].y);
  }
  for (uint32_t r = 0; r < t->routers; r++) {
    for (unsigned p = 0; p < t->ports; p++) {
      if (t->peer_router[(size_t)r * t->ports + p] > (int32_t)r) {
        write_link(d, r, p);
      }
    }
  }
  (void)fprintf(d->out, "}\n");
}

bool drawing_write(const topology_t *t, FILE *out, noc_error_t *error) {
  if (!check_size(t, error)) {
    return false;
  }
  drawing_t d = {.t = t, .out = out};
  d.at = calloc(t->routers, sizeof *d.at);
  d.next = calloc(t->routers, sizeof *d.next);
  const bool ok =
      d.at != NULL && d.next != NULL ? place_routers(&d, error) : memory_fail(error, "a drawing");
  if (ok) {
    write_all(&d);
  }
  free(d.at);
  free(d.next);
  free(d.cell);
  return ok;
}
