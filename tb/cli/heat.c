// heat -- see heat.h. Places are counted in pixels, from the top left corner, and written as parts
// of the screen.

#include "cli/heat.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/placing.h"
#include "base/memory.h"
#include "runs/plot.h"

enum {
  HEAD = 46,     // title
  SCALE = 62,    // the scale below it
  NAMED = 30,    // name of a network
  TITLED = 46,   // title of a map and the line below
  GAP = 16,      // around maps
  BAR = 300,     // the scale
  SAMPLES = 14,  // points of a curve
  COLUMNS = 3,   // as wide as PLOT_WIDTH, at most
  LEAST_HEIGHT = 60,
  MOST_UNIT = 90,
  LEAST_FONT = 6  // of the names of routers; smaller ones are left out
};

static const double kRim = 0.8;      // around the routers, in units: placing.h
static const double kLane = 0.08;    // of a direction from the middle of its link
static const double kHalf = 0.2;     // of a router, a square
static const double kHighest = 1.5;  // height of a map over its width
static const double kWide = 0.11;    // of a lane

typedef struct {
  char *title;
  size_t network;
  uint64_t *flits;  // [router * ports + port]
  double cycles;
} map_t;

typedef struct {
  const topology_t *t;
  char *name;
  placing_t placing;
} network_map_t;

struct heat {
  char *title;
  network_map_t *network;
  size_t networks;
  map_t *map;
  size_t maps;
  bool short_of_memory;
};

heat_t *heat_create(const char *title) {
  heat_t *h = calloc(1, sizeof *h);
  if (h != NULL) {
    h->title = strdup(title);
    h->short_of_memory = h->title == NULL;
  }
  return h;
}

void heat_free(heat_t *h) {
  for (size_t i = 0; h != NULL && i < h->networks; i++) {
    free(h->network[i].name);
    placing_free(&h->network[i].placing);
  }
  for (size_t i = 0; h != NULL && i < h->maps; i++) {
    free(h->map[i].title);
    free(h->map[i].flits);
  }
  if (h != NULL) {
    free(h->title);
    free(h->network);
    free(h->map);
    free(h);
  }
}

bool heat_network(heat_t *h, const topology_t *t, const char *name, noc_error_t *error) {
  network_map_t *grown = h != NULL ? realloc(h->network, (h->networks + 1) * sizeof *grown) : NULL;
  if (grown == NULL) {
    return memory_fail(error, "a picture");
  }
  h->network = grown;
  network_map_t *n = &h->network[h->networks++];
  *n = (network_map_t){.t = t, .name = name != NULL ? strdup(name) : NULL};
  return placing_create(&n->placing, t, error) &&
         (name == NULL || n->name != NULL || memory_fail(error, "a picture"));
}

void heat_map(heat_t *h, const char *title, const uint64_t *flits, uint64_t cycles) {
  if (h == NULL || h->networks == 0) {
    return;
  }
  const topology_t *t = h->network[h->networks - 1].t;
  const size_t bytes = (size_t)t->routers * t->ports * sizeof *flits;
  map_t *grown = realloc(h->map, (h->maps + 1) * sizeof *grown);
  if (grown == NULL) {
    h->short_of_memory = true;
    return;
  }
  h->map = grown;
  map_t *m = &h->map[h->maps++];
  *m = (map_t){.title = strdup(title),
               .network = h->networks - 1,
               .flits = malloc(bytes),
               .cycles = (double)cycles};
  if (m->title == NULL || m->flits == NULL) {
    h->short_of_memory = true;
    return;
  }
  memcpy(m->flits, flits, bytes);
}

bool heat_is_empty(const heat_t *h) {
  return h == NULL || h->maps == 0;
}

// ---- Where things stand

static size_t maps_of(const heat_t *h, size_t network) {
  size_t count = 0;
  for (size_t i = 0; i < h->maps; i++) {
    count += h->map[i].network == network;
  }
  return count;
}

// The most of one network.
static size_t most_maps(const heat_t *h) {
  size_t most = 1;
  for (size_t i = 0; i < h->networks; i++) {
    const size_t maps = maps_of(h, i);
    most = maps > most ? maps : most;
  }
  return most;
}

// How many maps are as wide as PLOT_WIDTH.
static unsigned usual_columns(const heat_t *h) {
  const size_t most = most_maps(h);
  return most == 4 ? 2 : most > COLUMNS ? COLUMNS : (unsigned)most;
}

static double extent(double low, double high) {
  return high - low + 2 * kRim;
}

static unsigned width_of(const heat_t *h) {
  const unsigned columns = usual_columns(h);
  return (PLOT_WIDTH - (columns + 1) * GAP) / columns;
}

// Pixels a unit of the maps of a network: their routers fill the width, but for high networks and
// those of a few routers.
static double unit_of(const heat_t *h, size_t network) {
  const placing_t *p = &h->network[network].placing;
  const double width = width_of(h);
  return fmin(
      fmin(width / extent(p->low.x, p->high.x), kHighest * width / extent(p->low.y, p->high.y)),
      MOST_UNIT);
}

static unsigned height_of(const heat_t *h, size_t network) {
  const placing_t *p = &h->network[network].placing;
  return (unsigned)fmax(unit_of(h, network) * extent(p->low.y, p->high.y), LEAST_HEIGHT);
}

static unsigned rows_of(const heat_t *h, size_t network, unsigned columns) {
  assert(columns > 0);
  return (unsigned)((maps_of(h, network) + columns - 1) / columns);
}

// Where the maps of a network begin.
static unsigned top_of(const heat_t *h, size_t network, unsigned columns) {
  unsigned top = HEAD + SCALE;
  for (size_t i = 0; i <= network; i++) {
    const unsigned rows = rows_of(h, i, columns);
    top += h->network[i].name != NULL && rows > 0 ? NAMED : 0;
    top += i < network ? rows * (TITLED + height_of(h, i) + GAP) : 0;
  }
  return top;
}

static unsigned whole_width(const heat_t *h, unsigned columns) {
  return columns == usual_columns(h) ? PLOT_WIDTH : GAP + columns * (width_of(h) + GAP);
}

static unsigned whole_height(const heat_t *h, unsigned columns) {
  const size_t last = h->networks - 1;
  return top_of(h, last, columns) + rows_of(h, last, columns) * (TITLED + height_of(h, last) + GAP);
}

static unsigned columns_of(const heat_t *h) {
  const size_t most = most_maps(h);
  unsigned columns = usual_columns(h);
  while (columns < most && whole_height(h, columns) > PLOT_HIGHEST * whole_width(h, columns)) {
    columns = plot_more_columns(most, columns);
  }
  return columns;
}

unsigned heat_width(const heat_t *h) {
  return heat_is_empty(h) ? PLOT_WIDTH : whole_width(h, columns_of(h));
}

unsigned heat_height(const heat_t *h) {
  return heat_is_empty(h) ? HEAD : whole_height(h, columns_of(h));
}

// ---- What is drawn

// Flits a cycle.
static double use_of(const map_t *m, size_t link) {
  return m->cycles > 0 ? (double)m->flits[link] / m->cycles : 0;
}

static bool is_link(const topology_t *t, size_t link) {
  return t->peer_router[link] >= 0;
}

static double most_used(const heat_t *h, const map_t *m, double *mean) {
  const topology_t *t = h->network[m->network].t;
  double most = 0;
  double sum = 0;
  double links = 0;
  for (size_t i = 0; i < (size_t)t->routers * t->ports; i++) {
    if (is_link(t, i)) {
      most = fmax(most, use_of(m, i));
      sum += use_of(m, i);
      links++;
    }
  }
  *mean = links > 0 ? sum / links : 0;
  return most;
}

// The scale: a round number that the hottest link of all maps does not exceed, and the distance of
// its tics.
static double scale_end(const heat_t *h, double *tics) {
  static const struct {
    double end, tics;
  } kRound[] = {{1, 0.25}, {1.5, 0.5}, {2, 0.5}, {3, 1}, {4, 1}, {5, 1}, {6, 2}, {8, 2}, {10, 2.5}};
  double most = 0;
  for (size_t i = 0; i < h->maps; i++) {
    double mean = 0;
    most = fmax(most, most_used(h, &h->map[i], &mean));
  }
  const double decade = most > 0 ? pow(10, floor(log10(most))) : 1;
  size_t i = 0;
  while (kRound[i].end * decade < most * (1 - 1e-9)) {
    i++;
  }
  *tics = kRound[i].tics * decade;
  return kRound[i].end * decade;
}

static point_t on_curve(const point_t c[4], double s) {
  const double r = 1 - s;
  return (point_t){
      r * r * r * c[0].x + 3 * r * r * s * c[1].x + 3 * r * s * s * c[2].x + s * s * s * c[3].x,
      r * r * r * c[0].y + 3 * r * r * s * c[1].y + 3 * r * s * s * c[2].y + s * s * s * c[3].y};
}

// The lane of one direction: the curve of the link, a little to the right.
static void write_lane(const network_map_t *n, size_t link, double use, FILE *script) {
  point_t c[4];
  placing_link(&n->placing, (uint32_t)(link / n->t->ports), (unsigned)(link % n->t->ports), c);
  const double dx = c[3].x - c[0].x;
  const double dy = c[3].y - c[0].y;
  const double length = hypot(dx, dy);
  const bool straight = fabs(dx * (c[1].y - c[0].y) - dy * (c[1].x - c[0].x)) < 1e-9;
  const double right_x = length > 0 ? dy / length * kLane : 0;
  const double right_y = length > 0 ? -dx / length * kLane : 0;
  const unsigned steps = straight ? 1 : SAMPLES;
  for (unsigned i = 0; i <= steps; i++) {
    const point_t p = on_curve(c, (double)i / steps);
    (void)fprintf(script, "%.3f %.3f %.5g\n", p.x + right_x, p.y + right_y, use);
  }
  (void)fputc('\n', script);
}

typedef struct {
  size_t link;
  uint64_t flits;
} lane_t;

static int cooler_first(const void *a, const void *b) {
  const lane_t *x = a;
  const lane_t *y = b;
  return x->flits != y->flits ? (x->flits > y->flits) - (x->flits < y->flits)
                              : (x->link > y->link) - (x->link < y->link);
}

// The links of a map, the hottest last, where nothing covers them; false when memory is short.
static bool write_lanes(const heat_t *h, size_t map, FILE *script) {
  const map_t *m = &h->map[map];
  const network_map_t *n = &h->network[m->network];
  const size_t ports = (size_t)n->t->routers * n->t->ports;
  lane_t *lane = malloc(ports * sizeof *lane);
  size_t count = 0;
  if (lane == NULL) {
    return false;
  }
  for (size_t i = 0; i < ports; i++) {
    if (is_link(n->t, i)) {
      lane[count++] = (lane_t){i, m->flits[i]};
    }
  }
  qsort(lane, count, sizeof *lane, cooler_first);
  (void)fprintf(script, "$lanes%zu << END\n", map);
  for (size_t i = 0; i < count; i++) {
    write_lane(n, lane[i].link, use_of(m, lane[i].link), script);
  }
  (void)fputs("END\n", script);
  free(lane);
  return true;
}

static void write_routers(const network_map_t *n, size_t network, FILE *script) {
  char name[64];
  (void)fprintf(script, "$routers%zu << END\n", network);
  for (uint32_t r = 0; r < n->t->routers; r++) {
    (void)fprintf(script, "%.3f %.3f \"%s\"\n", n->placing.at[r].x, n->placing.at[r].y,
                  topology_router_name(n->t, r, name, sizeof name));
  }
  (void)fputs("END\n", script);
}

static unsigned longest_name(const topology_t *t) {
  char name[64];
  size_t longest = 1;
  for (uint32_t r = 0; r < t->routers; r++) {
    const size_t length = strlen(topology_router_name(t, r, name, sizeof name));
    longest = length > longest ? length : longest;
  }
  return (unsigned)longest;
}

static void write_label(const heat_t *h, unsigned tag, const char *text, double x, double y,
                        const char *style, FILE *script) {
  (void)fprintf(script, "set label %u ", tag);
  plot_text(script, text);
  (void)fprintf(script, " at screen %.4f, screen %.4f %s\n", x / heat_width(h),
                1 - y / heat_height(h), style);
}

static void write_scale(const heat_t *h, FILE *script) {
  const double height = heat_height(h);
  const double width = heat_width(h);
  // Lighter is less also without colours.
  (void)fputs(
      "set palette defined (0 '#DCDCDC', 0.001 '#FFF3B8', 0.25 '#FED976', 0.5 '#FD8D3C', "
      "0.75 '#E31A1C', 1 '#67000D')\n",
      script);
  double tics = 0;
  const double end = scale_end(h, &tics);
  (void)fprintf(script, "set cbrange [0:%g]\nset cbtics 0,%g scale 0.5\n", end, tics);
  (void)fprintf(script, "set colorbox horizontal user origin %.4f,%.4f size %.4f,%.4f border\n",
                0.5 - BAR / 2.0 / width, 1 - (HEAD + 14) / height, (double)BAR / width,
                12 / height);
  write_label(h, 1, h->title, width / 2, 24, "center font title_font", script);
  write_label(h, 2, "flits per cycle", width / 2 - BAR / 2.0 - 14, HEAD + 8, "right", script);
  write_label(h, 3, "grey: none; each direction on its right", width / 2 + BAR / 2.0 + 14, HEAD + 8,
              "left textcolor rgb '#606060' font small_font", script);
}

// The place of a map on the screen, and what of the plane it shows: units of the same size both
// ways.
static void write_window(const heat_t *h, const map_t *m, double left, double top, FILE *script) {
  const placing_t *p = &h->network[m->network].placing;
  const double width = width_of(h);
  const double height = height_of(h, m->network);
  const double whole = heat_height(h);
  const double whole_wide = heat_width(h);
  const double unit =
      fmin(width / extent(p->low.x, p->high.x), height / extent(p->low.y, p->high.y));  // pixels
  (void)fprintf(script,
                "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
                "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
                left / whole_wide, (left + width) / whole_wide, 1 - top / whole,
                1 - (top + height) / whole);
  (void)fprintf(
      script, "set xrange [%.4f:%.4f]\nset yrange [%.4f:%.4f]\n",
      (p->low.x + p->high.x - width / unit) / 2, (p->low.x + p->high.x + width / unit) / 2,
      (p->low.y + p->high.y - height / unit) / 2, (p->low.y + p->high.y + height / unit) / 2);
}

static void write_map(const heat_t *h, size_t map, unsigned place, FILE *script) {
  const map_t *m = &h->map[map];
  const network_map_t *n = &h->network[m->network];
  const unsigned columns = columns_of(h);
  const double left = GAP + place % columns * (width_of(h) + GAP);
  const unsigned row = place / columns;
  const double top =
      top_of(h, m->network, columns) + row * (double)(TITLED + height_of(h, m->network) + GAP);
  char note[96];
  double mean = 0;
  const double most = most_used(h, m, &mean);
  (void)snprintf(note, sizeof note, "most %.3f, mean %.3f; %.0f cycles", most, mean, m->cycles);
  const double middle = left + width_of(h) / 2.0;
  write_label(h, 10, m->title, middle, top + 12, "center", script);
  write_label(h, 11, note, middle, top + 32, "center textcolor rgb '#606060' font small_font",
              script);
  if (place == 0 && n->name != NULL) {
    write_label(h, 12, n->name, GAP, top - NAMED / 2.0, "left", script);
  }
  const double unit = unit_of(h, m->network);
  write_window(h, m, left, top + TITLED, script);
  const double font = 2 * kHalf * unit / (0.6 * longest_name(n->t) + 0.3);
  (void)fprintf(
      script,
      "plot $lanes%zu using 1:2:3 with lines linewidth %.2f dashtype 1 linecolor palette, "
      "$routers%zu using 1:2:(%g):(%g) with boxxyerror fillstyle solid border linecolor rgb "
      "'#707070' linecolor rgb '#FFFFFF'",
      map, fmax(kWide * unit, 0.6), m->network, kHalf, kHalf);
  if (font >= LEAST_FONT) {
    (void)fprintf(script,
                  ", $routers%zu using 1:2:3 with labels font sprintf(',%%.1f', %.1f * font_scale)",
                  m->network, fmin(font, 11));
  }
  (void)fputs("\nunset colorbox\nunset label\n", script);
}

void heat_write(const void *heat, FILE *script) {
  const heat_t *h = heat;
  if (heat_is_empty(h) || h->short_of_memory) {
    return;
  }
  for (size_t i = 0; i < h->networks; i++) {
    write_routers(&h->network[i], i, script);
  }
  for (size_t i = 0; i < h->maps; i++) {
    if (!write_lanes(h, i, script)) {
      return;
    }
  }
  (void)fputs("unset border\nunset tics\nunset grid\nunset key\nset multiplot\n", script);
  write_scale(h, script);
  unsigned place = 0;
  for (size_t i = 0; i < h->maps; i++) {
    place = i > 0 && h->map[i].network == h->map[i - 1].network ? place + 1 : 0;
    write_map(h, i, place, script);
  }
  (void)fputs("unset multiplot\n", script);
}
