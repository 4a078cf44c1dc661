// drawing -- see drawing.h.

#include "analysis/drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/drawing_hosts.h"
#include "analysis/placing.h"
#include "base/memory.h"

enum {
  POINTS_AN_INCH = 72,
  LONGEST_SIDE = 2400,  // of a PNG, in pixels
  PAGE = 1000,          // points: what is larger is looked at from farther away
  FEW_ROUTERS = 128,
  MOST_NAMES = 300,  // beside routers
  MOST_STEP = 16,
  SIDES = 4,
  UNIT = 65,
  LEAST_UNIT = 43,
  MOST_UNIT = 140,  // points
  TEXT = 320
};

// Sizes of letters in points, on a page that is seen as a whole.
static const double kTitle = 16;
static const double kBelow = 11;
static const double kName = 9;
static const double kLeastName = 7;  // in a router
static const double kHost = 7;

// A circle with its name beside it is smaller, to leave more room for that.
static const double kSmallRadius = 0.15;

static const double kLetter = 0.6;  // of its size, the width of a letter

typedef struct {
  const topology_t *t;
  FILE *out;
  const placing_t *placing;
  double scale;       // points a unit
  double page;        // how much larger than a page the picture is; letters grow with it
  bool names_inside;  // in the circles of the routers, all of them
  double name_size;
  double radius;  // of a circle, in points
  drawing_hosts_t hosts;
  // Names beside routers.
  uint8_t *letters;  // [router]: of its name
  uint8_t *side;     // [router]: where it stands, 1 to SIDES; 0: nowhere
  uint32_t names;
} drawing_t;

// Counts the letters of all names; returns the most.
static unsigned count_letters(drawing_t *d) {
  char label[64];
  unsigned most = 1;
  for (uint32_t r = 0; r < d->t->routers; r++) {
    d->letters[r] = (uint8_t)strlen(topology_router_name(d->t, r, label, sizeof label));
    most = d->letters[r] > most ? d->letters[r] : most;
  }
  return most;
}

// The longer side, in units.
static double extent(const placing_t *p) {
  return 2 + fmax(p->high.x - p->low.x, p->high.y - p->low.y);
}

static double letters_in_circle(unsigned letters) {
  return kLetter * letters + 0.3;
}

// Units are as large as the names in the routers need, unless that makes a picture in which they
// are too small. Then units are small, and names stand beside routers.
static void choose_scale(drawing_t *d) {
  const double letters = letters_in_circle(count_letters(d));
  const double wanted = (kLeastName + 1) * letters / (2 * PLACING_RADIUS);
  d->scale = fmin(fmax(UNIT, wanted), MOST_UNIT);
  d->page = fmax(1, d->scale * extent(d->placing) / PAGE);
  d->name_size = fmin(11, 2 * PLACING_RADIUS * d->scale / letters);
  d->names_inside = d->name_size >= kLeastName * d->page;
  if (!d->names_inside) {
    d->scale = d->t->routers <= FEW_ROUTERS ? UNIT : LEAST_UNIT;
    d->page = fmax(1, d->scale * extent(d->placing) / PAGE);
    d->name_size = kName * d->page;
  }
  d->radius = d->scale * (d->names_inside ? PLACING_RADIUS : kSmallRadius);
}

// ---- Names beside routers

typedef struct {
  double left, right, low, high;
} box_t;

// The box of a name beside the router, in points: above it on the right, above on the left, below.
static box_t name_box(const drawing_t *d, uint32_t router, uint8_t side) {
  const double x = d->scale * d->placing->at[router].x;
  const double y = d->scale * d->placing->at[router].y;
  const double away = d->radius + 1;
  const double width = kLetter * d->letters[router] * d->name_size + 4;
  const double left = side % 2 == 1 ? x + 2 : x - 2 - width;
  const double low = side <= 2 ? y + away : y - away - d->name_size;
  return (box_t){left, left + width, low, low + d->name_size};
}

static bool covers(const box_t *a, const box_t *b) {
  return a->left < b->right && b->left < a->right && a->low < b->high && b->low < a->high;
}

// The name covers no router, and no name that is there already.
static bool is_free(const drawing_t *d, uint32_t router, uint8_t side) {
  const box_t box = name_box(d, router, side);
  const double radius = d->radius;
  for (uint32_t r = 0; r < d->t->routers; r++) {
    const double x = d->scale * d->placing->at[r].x;
    const double y = d->scale * d->placing->at[r].y;
    const box_t circle = {x - radius, x + radius, y - radius, y + radius};
    if (r != router && covers(&box, &circle)) {
      return false;
    }
    if (d->side[r] > 0) {
      const box_t name = name_box(d, r, d->side[r]);
      if (covers(&box, &name)) {
        return false;
      }
    }
  }
  return true;
}

// Every step-th router gets its name where there is room. Returns whether there was, for all.
static bool name_every(drawing_t *d, uint32_t step) {
  bool all = true;
  d->names = 0;
  memset(d->side, 0, d->t->routers * sizeof *d->side);
  for (uint32_t r = 0; r < d->t->routers; r += step) {
    uint8_t side = 1;
    while (side <= SIDES && !is_free(d, r, side)) {
      side++;
    }
    d->side[r] = side <= SIDES ? side : 0;
    d->names += side <= SIDES;
    all = all && side <= SIDES;
  }
  return all;
}

static void choose_names(drawing_t *d) {
  for (uint32_t step = 1; !d->names_inside; step *= 2) {
    const bool few = d->t->routers / step <= MOST_NAMES;
    if ((few && name_every(d, step)) || (few && step >= MOST_STEP)) {
      return;
    }
  }
}

// ---- What is written

static void write_at(const drawing_t *d, point_t at) {
  (void)fprintf(d->out, "pos=\"%.1f,%.1f\"", d->scale * at.x, d->scale * at.y);
}

static void write_curve(const drawing_t *d, const point_t curve[4]) {
  (void)fputs("pos=\"", d->out);
  for (unsigned i = 0; i < 4; i++) {
    (void)fprintf(d->out, "%s%.1f,%.1f", i > 0 ? " " : "", d->scale * curve[i].x,
                  d->scale * curve[i].y);
  }
  (void)fputs("\"", d->out);
}

static void write_link(const drawing_t *d, uint32_t a, unsigned port) {
  point_t curve[4];
  placing_link(d->placing, a, port, curve);
  (void)fprintf(d->out, "  %u -- %d [", a, d->t->peer_router[(size_t)a * d->t->ports + port]);
  write_curve(d, curve);
  (void)fputs("];\n", d->out);
}

static void write_hosts(const drawing_t *d) {
  const drawing_hosts_t *h = &d->hosts;
  char text[TEXT];
  for (size_t i = 0; i < h->count; i++) {
    const drawing_host_t *host = &h->host[i];
    const point_t from = d->placing->at[host->router];
    const point_t to = host->at;
    const point_t line[4] = {from,
                             {(2 * from.x + to.x) / 3, (2 * from.y + to.y) / 3},
                             {(from.x + 2 * to.x) / 3, (from.y + 2 * to.y) / 3},
                             to};
    drawing_host_text(host, text, sizeof text);
    (void)fprintf(d->out,
                  "  h%zu [class=\"host\", label=\"%s\", tooltip=\"host %s\", shape=box, "
                  "width=%.3f, height=%.3f, fontsize=%.1f, fillcolor=\"#fbe8d3\", "
                  "color=\"#9c5700\", penwidth=0.6, ",
                  i, h->numbered ? text : "", text, h->width * d->scale / POINTS_AN_INCH,
                  h->height * d->scale / POINTS_AN_INCH, kHost * d->page);
    write_at(d, to);
    (void)fprintf(d->out, "];\n  %u -- h%zu [class=\"host\", color=\"#9c5700\", penwidth=0.6, ",
                  host->router, i);
    write_curve(d, line);
    (void)fputs("];\n", d->out);
  }
}

static void write_name(const drawing_t *d, uint32_t router) {
  char label[64];
  const box_t box = name_box(d, router, d->side[router]);
  (void)fprintf(d->out,
                "  n%u [class=\"name\", label=\"%s\", shape=box, fixedsize=false, margin=0, "
                "width=%.3f, height=%.3f, "
                "fontsize=%.1f, penwidth=0, fillcolor=\"#ffffffc0\", pos=\"%.1f,%.1f\"];\n",
                router, topology_router_name(d->t, router, label, sizeof label),
                (box.right - box.left) / POINTS_AN_INCH, (box.high - box.low) / POINTS_AN_INCH,
                d->name_size, (box.left + box.right) / 2, (box.low + box.high) / 2);
}

// Says what circles and squares are, and which of them have their names.
static void say_legend(const drawing_t *d, char *line) {
  const drawing_hosts_t *h = &d->hosts;
  const uint32_t routers = d->t->routers;
  int used = snprintf(line, TEXT, "circles: routers");
  if (!d->names_inside && d->names < routers) {
    used += snprintf(line + used, TEXT - (size_t)used, ", %u of %u with their names", d->names,
                     routers);
  }
  if (h->count == 0) {
    (void)snprintf(line + used, TEXT - (size_t)used, "; hosts are not drawn");
  } else {
    (void)snprintf(line + used, TEXT - (size_t)used, "; squares: hosts%s",
                   h->numbered ? "" : ", without their numbers");
  }
}

static void write_line(const drawing_t *d, const char *id, const char *text, double size, double y,
                       const char *colour) {
  (void)fprintf(d->out,
                "  %s [class=\"title\", label=\"%s\", shape=plaintext, fixedsize=false, "
                "style=\"\", margin=0, fontsize=%.1f, fontcolor=\"%s\", pos=\"%.1f,%.1f\"];\n",
                id, text, size * d->page, colour,
                d->scale * (d->placing->low.x + d->placing->high.x) / 2, y);
}

// Writes the title above all: name, size, legend.
static void write_title(const drawing_t *d) {
  const topology_t *t = d->t;
  const uint32_t links = placing_links(t);
  char line[TEXT];
  const double top = d->scale * (d->placing->high.y + 0.8);
  say_legend(d, line);
  write_line(d, "legend", line, kBelow, top + kBelow * d->page, "#606060");
  (void)snprintf(line, sizeof line, "%u router%s, %u host%s, %u link%s", t->routers,
                 t->routers == 1 ? "" : "s", t->nodes, t->nodes == 1 ? "" : "s", links,
                 links == 1 ? "" : "s");
  write_line(d, "size", line, kBelow, top + 2.5 * kBelow * d->page, "#000000");
  write_line(d, "title", topology_plain_name(t, line, sizeof line), kTitle,
             top + (4 * kBelow + 0.5 * kTitle) * d->page, "#000000");
}

static void write_all(const drawing_t *d) {
  const topology_t *t = d->t;
  const bool few = t->routers <= FEW_ROUTERS;
  const double side = d->scale * extent(d->placing) / POINTS_AN_INCH;  // inches
  const double dpi = fmin(few ? 96 : 120, LONGEST_SIDE / side);
  char name[256];
  char label[64];
  (void)fprintf(d->out, "// Draw it with: neato -n2 -Tsvg\n");
  (void)fprintf(d->out, "graph \"%s\" {\n", topology_plain_name(t, name, sizeof name));
  (void)fprintf(d->out, "  graph [outputorder=edgesfirst, dpi=%.0f, pad=0.3];\n", dpi);
  (void)fprintf(d->out,
                "  node [shape=circle, fixedsize=true, width=%.3f, fontsize=%.1f, "
                "fontname=\"Helvetica\", style=filled, fillcolor=\"#dce9f5\", color=\"#1f4e79\", "
                "penwidth=%.1f];\n",
                2 * d->radius / POINTS_AN_INCH, d->name_size, few ? 1.0 : 0.6);
  (void)fprintf(d->out, "  edge [color=\"#%s\", penwidth=%.1f];\n", few ? "505050" : "707070",
                few ? 1.0 : 0.5);
  write_title(d);
  for (uint32_t r = 0; r < t->routers; r++) {
    topology_router_name(t, r, label, sizeof label);
    (void)fprintf(d->out, "  %u [label=\"%s\", ", r, d->names_inside ? label : "");
    if (!d->names_inside) {
      (void)fprintf(d->out, "tooltip=\"%s\", ", label);
    }
    write_at(d, d->placing->at[r]);
    (void)fputs("];\n", d->out);
  }
  for (uint32_t r = 0; r < t->routers; r++) {
    for (unsigned p = 0; p < t->ports; p++) {
      if (t->peer_router[(size_t)r * t->ports + p] > (int32_t)r) {
        write_link(d, r, p);
      }
    }
  }
  write_hosts(d);
  for (uint32_t r = 0; !d->names_inside && r < t->routers; r++) {
    if (d->side[r] > 0) {
      write_name(d, r);
    }
  }
  (void)fprintf(d->out, "}\n");
}

bool drawing_write(const topology_t *t, FILE *out, noc_error_t *error) {
  placing_t placing;
  drawing_t d = {.t = t, .out = out, .placing = &placing};
  bool ok = placing_create(&placing, t, error);
  if (ok) {
    d.letters = calloc(t->routers, sizeof *d.letters);
    d.side = calloc(t->routers, sizeof *d.side);
    ok = d.letters != NULL && d.side != NULL;
    if (!ok) {
      (void)memory_fail(error, "a drawing");
    }
  }
  if (ok) {
    choose_scale(&d);
    ok = drawing_hosts_create(&d.hosts, &placing, d.names_inside,
                              kLetter * kHost * d.page / d.scale, error);
  }
  if (ok) {
    choose_names(&d);
    write_all(&d);
  }
  drawing_hosts_free(&d.hosts);
  free(d.letters);
  free(d.side);
  placing_free(&placing);
  return ok;
}
