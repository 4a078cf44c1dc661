// run_page_network -- the parts of a run's page that are about its links and latencies.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/placing.h"
#include "cli/run_page.h"
#include "page/page.h"

// --- the map -------------------------------------------------------------------------------------

static json_t *point(point_t p) {
  return json_pack("[f, f]", p.x, p.y);
}

// Routers by number: their names and places. Links in the order of result.links: the numbers of
// both routers, the ports, the two control points of their curve.
json_t *run_page_map(const run_t *r) {
  const topology_t *t = network_topology(r->sim.network);
  const run_loads_t *l = r->loads;
  noc_error_t ignored = {0};
  placing_t p = {0};
  if (l->most == 0 || !placing_check(t, &ignored) || !placing_create(&p, t, &ignored)) {
    placing_free(&p);
    return json_null();
  }
  json_t *routers = json_array();
  json_t *links = json_array();
  char name[64];
  for (uint32_t i = 0; i < t->routers; i++) {
    (void)json_array_append_new(
        routers, json_pack("{s:s, s:o}", "name", topology_router_name(t, i, name, sizeof name),
                           "at", point(p.at[i])));
  }
  for (uint32_t i = 0; i < l->links; i++) {
    const size_t at = (size_t)l->link[i].router * t->ports + l->link[i].port;
    point_t curve[4];
    placing_link(&p, l->link[i].router, l->link[i].port, curve);
    (void)json_array_append_new(
        links, json_pack("[i, i, i, i, o, o]", (int)l->link[i].router, (int)l->link[i].port,
                         (int)t->peer_router[at], (int)t->peer_port[at], point(curve[1]),
                         point(curve[2])));
  }
  json_t *map = json_pack("{s:o, s:o, s:o, s:o, s:f}", "routers", routers, "links", links, "low",
                          point(p.low), "high", point(p.high), "radius", PLACING_RADIUS);
  placing_free(&p);
  return map;
}

// Each window has its cycles, and flits by the links of the map; null for the network too large.
json_t *run_page_windows(const run_t *r) {
  const run_loads_t *l = r->loads;
  json_t *cycles = json_array();
  json_t *flits = json_array();
  if (l->most == 0) {
    json_decref(cycles);
    json_decref(flits);
    return json_null();
  }
  for (uint32_t w = 0; w < l->windows; w++) {
    json_t *row = json_array();
    for (uint32_t i = 0; i < l->links; i++) {
      (void)json_array_append_new(row, json_integer(l->flits[(size_t)w * l->links + i]));
    }
    (void)json_array_append_new(flits, row);
    (void)json_array_append_new(cycles, json_integer((json_int_t)run_loads_cycles(l, w)));
  }
  return json_pack("{s:I, s:o, s:o}", "length", (json_int_t)l->length, "cycles", cycles, "flits",
                   flits);
}

// --- links ---------------------------------------------------------------------------------------

typedef struct {
  uint32_t link;
  uint64_t flits;
} busy_t;

static int compare_busy(const void *a, const void *b) {
  const busy_t *x = a;
  const busy_t *y = b;
  if (x->flits != y->flits) {
    return x->flits > y->flits ? -1 : 1;
  }
  return x->link < y->link ? -1 : x->link > y->link;
}

static void write_link(const run_t *r, const run_link_t *link, uint64_t flits, FILE *out) {
  const topology_t *t = network_topology(r->sim.network);
  const uint64_t cycles = network_cycle(r->sim.network);
  const int32_t peer = t->peer_router[(size_t)link->router * t->ports + link->port];
  const double use = cycles > 0 ? (double)flits / (double)cycles : 0;
  char name[64];
  (void)fprintf(out, "<tr><td>%s</td>", topology_router_name(t, link->router, name, sizeof name));
  page_cell(link->port, out);
  (void)fprintf(out, "<td>%s</td>", topology_router_name(t, (uint32_t)peer, name, sizeof name));
  page_cell(flits, out);
  (void)fprintf(out,
                "<td class=\"share\"><span class=\"meter\"><i style=\"width:%.1f%%\"></i></span> "
                "%.2f %%</td></tr>\n",
                100 * use, 100 * use);
}

void run_page_links(const void *context, FILE *out) {
  const run_page_t *p = context;
  const run_loads_t *l = p->r->loads;
  busy_t *busy = calloc((size_t)l->links + 1, sizeof *busy);
  if (l->links == 0 || busy == NULL) {
    (void)fputs("<p class=\"empty\">There are no links between routers.</p>\n", out);
    free(busy);
    return;
  }
  for (uint32_t i = 0; i < l->links; i++) {
    busy[i] =
        (busy_t){i, network_link_flits(p->r->sim.network, l->link[i].router, l->link[i].port)};
  }
  qsort(busy, l->links, sizeof *busy, compare_busy);
  const uint32_t shown = l->links < RUN_PAGE_BUSIEST ? l->links : RUN_PAGE_BUSIEST;
  if (l->most == 0) {
    (void)fprintf(out,
                  "<p class=\"note\">%" PRIu32
                  " links are too many for a map and for their load "
                  "over time; the data has none of them.</p>\n",
                  l->links);
  }
  (void)fprintf(out,
                "<div class=\"wide\" tabindex=\"0\"><table class=\"sorts\" id=\"busiest\"><caption>"
                "The %" PRIu32 " busiest of %" PRIu32
                " links, over the whole run</caption><thead>"
                "<tr><th scope=\"col\">from</th><th scope=\"col\" class=\"n\">port</th>"
                "<th scope=\"col\">to</th><th scope=\"col\" class=\"n\">flits</th>"
                "<th scope=\"col\">cycles in use</th></tr></thead><tbody>\n",
                shown, l->links);
  for (uint32_t i = 0; i < shown; i++) {
    write_link(p->r, &l->link[busy[i].link], busy[i].flits, out);
  }
  (void)fputs("</tbody></table></div>\n", out);
  free(busy);
}

// --- latency -------------------------------------------------------------------------------------

// 1, 2, 5, 10, 20, .. so that the bins are few.
static uint64_t nice_width(uint64_t range) {
  static const uint64_t kSteps[] = {1, 2, 5};
  for (uint64_t ten = 1;; ten *= 10) {
    for (size_t i = 0; i < 3; i++) {
      if (range / (ten * kSteps[i]) < RUN_PAGE_BINS) {
        return ten * kSteps[i];
      }
    }
  }
}

void run_page_fill_bins(run_page_t *p) {
  const histogram_t *h = workload_latencies(p->r->sim.workload);
  run_bins_t *b = &p->bins;
  if (h->count == 0) {
    return;
  }
  const uint64_t least = histogram_percentile(h, 0);
  b->width = nice_width(h->max - least);
  b->from = least / b->width * b->width;
  for (size_t page = 0; page < h->pages; page++) {
    for (size_t i = 0; h->page[page] != NULL && i < HISTOGRAM_PAGE; i++) {
      const uint64_t count = h->page[page][i];
      const uint64_t value = ((uint64_t)page << HISTOGRAM_PAGE_BITS) + i;
      if (count > 0) {
        const size_t bin = (size_t)((value - b->from) / b->width);
        b->count[bin] += count;
        b->bins = bin + 1 > b->bins ? bin + 1 : b->bins;
      }
    }
  }
}

json_t *run_page_bins(const run_page_t *p) {
  json_t *count = json_array();
  for (size_t i = 0; i < p->bins.bins; i++) {
    (void)json_array_append_new(count, json_integer((json_int_t)p->bins.count[i]));
  }
  return json_pack("{s:I, s:I, s:o}", "from", (json_int_t)p->bins.from, "width",
                   (json_int_t)p->bins.width, "count", count);
}

static void write_quantiles(const char *name, const latency_summary_t *l, FILE *out) {
  (void)fprintf(out, "<tr><td>%s</td>", name);
  page_cell(l->count, out);
  (void)fprintf(out, "<td class=\"n\">%.2f</td>", l->mean);
  page_cell(l->p50, out);
  page_cell(l->p95, out);
  page_cell(l->p99, out);
  page_cell(l->max, out);
  (void)fputs("</tr>\n", out);
}

static void write_bins(const run_bins_t *b, FILE *out) {
  uint64_t most = 1;
  for (size_t i = 0; i < b->bins; i++) {
    most = b->count[i] > most ? b->count[i] : most;
  }
  (void)fputs(
      "<details><summary>The histogram as a table</summary><div class=\"wide\" "
      "tabindex=\"0\"><table id=\"bins\"><thead><tr><th scope=\"col\" class=\"n\">cycles"
      "</th><th scope=\"col\" class=\"n\">packets</th><th scope=\"col\">share of the "
      "largest</th></tr></thead><tbody>\n",
      out);
  for (size_t i = 0; i < b->bins; i++) {
    const uint64_t low = b->from + i * b->width;
    (void)fprintf(out, "<tr><td class=\"n\">%" PRIu64, low);
    if (b->width > 1) {
      (void)fprintf(out, " to %" PRIu64, low + b->width - 1);
    }
    (void)fputs("</td>", out);
    page_cell(b->count[i], out);
    (void)fprintf(out,
                  "<td><span class=\"meter\"><i style=\"width:%.1f%%\"></i></span></td></tr>\n",
                  100.0 * (double)b->count[i] / (double)most);
  }
  (void)fputs("</tbody></table></div></details>\n", out);
}

void run_page_latency(const void *context, FILE *out) {
  const run_page_t *p = context;
  const workload_result_t *w = &p->result;
  if (w->latency.count == 0) {
    (void)fputs("<p class=\"empty\">", out);
    page_text(sim_no_latency(&p->r->sim, w), out);
    (void)fputs("</p>\n", out);
    return;
  }
  (void)fputs(
      "<div class=\"wide\" tabindex=\"0\"><table id=\"quantiles\"><thead><tr>"
      "<th scope=\"col\">cycles</th><th scope=\"col\" class=\"n\">packets</th>"
      "<th scope=\"col\" class=\"n\">mean</th><th scope=\"col\" class=\"n\">50 %</th>"
      "<th scope=\"col\" class=\"n\">95 %</th><th scope=\"col\" class=\"n\">99 %</th>"
      "<th scope=\"col\" class=\"n\">most</th></tr></thead><tbody>\n",
      out);
  write_quantiles("from creation to delivery", &w->latency, out);
  write_quantiles("in the network", &w->network_latency, out);
  (void)fputs("</tbody></table></div>\n", out);
  write_bins(&p->bins, out);
}
