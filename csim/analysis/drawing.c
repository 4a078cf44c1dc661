// drawing -- see drawing.h.

#include "analysis/drawing.h"

#include <math.h>
#include <string.h>

#include "analysis/placing.h"

enum { POINTS_AN_INCH = 72, FEW_ROUTERS = 128, LONGEST_SIDE = 5000 };

typedef struct {
  const topology_t *t;
  FILE *out;
  const placing_t *placing;
  double scale;  // points a unit, which is some inches in the picture
} drawing_t;

static void write_link(const drawing_t *d, uint32_t a, unsigned port) {
  point_t curve[4];
  placing_link(d->placing, a, port, curve);
  (void)fprintf(d->out, "  %u -- %d [pos=\"", a, d->t->peer_router[(size_t)a * d->t->ports + port]);
  for (unsigned i = 0; i < 4; i++) {
    (void)fprintf(d->out, "%s%.1f,%.1f", i > 0 ? " " : "", d->scale * curve[i].x,
                  d->scale * curve[i].y);
  }
  (void)fprintf(d->out, "\"];\n");
}

static void write_all(const drawing_t *d) {
  const topology_t *t = d->t;
  const bool few = t->routers <= FEW_ROUTERS;
  const double side =
      fmax(d->placing->columns, d->placing->rows) * d->scale / POINTS_AN_INCH;  // inches
  const double dpi = fmin(few ? 96 : 120, LONGEST_SIDE / side);
  char label[64];
  unsigned widest = 1;
  for (uint32_t r = 0; r < t->routers; r++) {
    const unsigned width = (unsigned)strlen(topology_router_name(t, r, label, sizeof label));
    widest = width > widest ? width : widest;
  }
  // A letter is some 0.6 of its size wide; the label fills the circle.
  const double font = fmin(11, 2 * PLACING_RADIUS * d->scale / (0.6 * widest + 0.3));
  char name[256];
  (void)fprintf(d->out, "// Draw it with: neato -n2 -Tsvg\n");
  (void)fprintf(d->out, "graph \"%s\" {\n", topology_plain_name(t, name, sizeof name));
  (void)fprintf(d->out, "  graph [outputorder=edgesfirst, dpi=%.0f, pad=0.3];\n", dpi);
  (void)fprintf(d->out,
                "  node [shape=circle, fixedsize=true, width=%.3f, fontsize=%.1f, "
                "fontname=\"Helvetica\", style=filled, fillcolor=\"#dce9f5\", color=\"#1f4e79\", "
                "penwidth=%.1f];\n",
                2 * PLACING_RADIUS * d->scale / POINTS_AN_INCH, font, few ? 1.0 : 0.6);
  (void)fprintf(d->out, "  edge [color=\"#%s\", penwidth=%.1f];\n", few ? "505050" : "707070",
                few ? 1.0 : 0.5);
  for (uint32_t r = 0; r < t->routers; r++) {
    (void)fprintf(d->out, "  %u [label=\"%s\", pos=\"%.1f,%.1f\"];\n", r,
                  topology_router_name(t, r, label, sizeof label), d->scale * d->placing->at[r].x,
                  d->scale * d->placing->at[r].y);
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
  placing_t placing;
  const bool ok = placing_create(&placing, t, error);
  if (ok) {
    write_all(&(drawing_t){.t = t,
                           .out = out,
                           .placing = &placing,
                           .scale = POINTS_AN_INCH * (t->routers <= FEW_ROUTERS ? 0.9 : 0.6)});
  }
  placing_free(&placing);
  return ok;
}
