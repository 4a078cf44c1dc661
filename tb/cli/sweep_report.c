// sweep_report -- the results of a sweep as a table, as CSV and as JSON, "nocstep.sweep/1".

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "cli/results.h"
#include "cli/sweep.h"
#include "network/scenario_json.h"

static double load_of(uint64_t millionths) {
  return (double)millionths / RANGE_UNIT;
}

static void print_workload(const scenario_t *s, FILE *out) {
  if (s->workload == WORKLOAD_MULTICASTS) {
    (void)fprintf(out, "%-11s multicasts by %s to %s nodes, messages of %u flit%s\n", "workload",
                  s->scheme, s->degree.text, s->message_flits, s->message_flits == 1 ? "" : "s");
    return;
  }
  (void)fprintf(out, "%-11s %s, packets of %s flit%s\n", "workload", s->traffic[0].traffic,
                s->traffic[0].packet_flits.text,
                s->traffic[0].packet_flits.longest == 1 ? "" : "s");
}

static void print_head(const curve_t *c, FILE *out) {
  const scenario_t *s = c->scenario;
  (void)fprintf(out, "%-11s %s\n", "scenario", c->source.file);
  (void)fprintf(out, "%-11s %s, %u VCs x %u flits of %u bits, %s, pipeline %u, %s\n", "network",
                s->topology->name, s->vcs, s->depth, s->flit_bits,
                s->cut_through ? "cut-through" : "wormhole", s->pipeline, s->routing);
  print_workload(s, out);
  (void)fprintf(out,
                "%-11s %" PRIu64 " cycles behind a warm-up of %" PRIu64 "%s, seed %" PRIu64 "\n",
                "window", s->cycles, s->warmup,
                c->own_warmup ? " (half the window: the scenario has none)" : "", s->seed);
}

static void print_point(const curve_t *c, const curve_point_t *p, FILE *out) {
  (void)fprintf(out, "  %-8g %9.4f %9.4f", load_of(p->load), p->offered, p->accepted);
  if (!curve_has_latency(c, p)) {
    (void)fprintf(out, "  %s\n", curve_state(c, p));
    return;
  }
  char half[32] = "not steady";
  if (p->interval.batches > 0) {
    (void)snprintf(half, sizeof half, "+- %.2f", p->interval.half_width);
  }
  (void)fprintf(out, " %9.2f %-10s %7" PRIu64 " %7" PRIu64 " %10.2f%s\n", p->latency.mean, half,
                p->latency.p95, p->latency.p99, p->zero_load,
                p->load == c->saturation && curve_saturates(c) ? "  <- saturation" : "");
}

static void print_saturation(const curve_t *c, FILE *out) {
  if (c->failed || c->unfinished || c->count == 0) {
    (void)fprintf(out, "%-11s unknown: %s\n", "saturation",
                  c->failed       ? "a run has failed"
                  : c->unfinished ? "the sweep was ended before all of its runs were done"
                                  : "nothing was run");
  } else if (c->beyond == 0) {
    (void)fprintf(out, "%-11s above %g flits/node/cycle: every load is sustained\n", "saturation",
                  load_of(c->saturation));
  } else {
    (void)fprintf(out, "%-11s %g flits/node/cycle is sustained, %g is not; %.4f accepted\n",
                  "saturation", load_of(c->saturation), load_of(c->beyond), c->throughput);
  }
}

// What all curves come to, one below the other.
static void print_together(const curves_t *all, FILE *out) {
  int width = 0;
  for (size_t i = 0; i < all->count; i++) {
    const int length = (int)strlen(all->curve[i].name);
    width = length > width ? length : width;
  }
  (void)fprintf(out, "\n%-11s\n\n  %-*s %7s %10s %11s %9s\n", "together", width, "", "nodes",
                "zero load", "saturation", "accepted");
  for (size_t i = 0; i < all->count; i++) {
    const curve_t *c = &all->curve[i];
    (void)fprintf(out, "  %-*s %7u %10.2f", width, c->name, c->scenario->topology->nodes,
                  c->zero_load);
    if (curve_saturates(c)) {
      (void)fprintf(out, " %11g %9.4f\n", load_of(c->saturation), c->throughput);
    } else {
      (void)fprintf(out, " %11s\n",
                    c->failed || c->unfinished || c->count == 0 ? "unknown" : "above all");
    }
  }
}

void sweep_table(const curves_t *all, FILE *out) {
  for (size_t i = 0; i < all->count; i++) {
    const curve_t *c = &all->curve[i];
    (void)fprintf(out, "%s", i > 0 ? "\n" : "");
    print_head(c, out);
    (void)fprintf(out, "\n  %-8s %9s %9s %9s %-10s %7s %7s %10s\n", "load", "offered", "accepted",
                  "latency", "95 %", "p95", "p99", "zero load");
    for (size_t k = 0; k < c->count; k++) {
      print_point(c, &c->point[k], out);
    }
    (void)fprintf(out, "\n");
    print_saturation(c, out);
  }
  if (all->count > 1) {
    print_together(all, out);
  }
  if (all->interrupted) {
    (void)fprintf(out, "interrupted: runs are missing\n");
  }
}

static void csv_point(const curve_t *c, const curve_point_t *p, FILE *out) {
  results_csv_field(c->source.file, out);
  (void)fprintf(out, ",%g,%.6f,%.6f,%s", load_of(p->load), p->offered, p->accepted,
                curve_state(c, p));
  if (curve_has_latency(c, p)) {
    (void)fprintf(out, ",%.4f,", p->latency.mean);
    if (p->interval.batches > 0) {
      (void)fprintf(out, "%.4f", p->interval.half_width);
    }
    (void)fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.4f,%.4f,",
                  p->latency.p50, p->latency.p95, p->latency.p99, p->latency.max,
                  p->network_latency.mean, p->zero_load);
  } else {
    (void)fputs(",,,,,,,,,", out);
  }
  results_csv_field(c->scenario->topology->name, out);
  (void)fputc('\n', out);
}

void sweep_csv(const curves_t *all, FILE *out) {
  (void)fputs(
      "scenario,load,offered,accepted,state,latency_mean,latency_half_width,latency_p50,"
      "latency_p95,latency_p99,latency_max,network_latency_mean,zero_load_latency,topology\n",
      out);
  for (size_t i = 0; i < all->count; i++) {
    for (size_t k = 0; k < all->curve[i].count; k++) {
      csv_point(&all->curve[i], &all->curve[i].point[k], out);
    }
  }
}

static json_t *number(uint64_t value) {
  return json_integer((json_int_t)value);
}

static json_t *latency_json(const latency_summary_t *l) {
  return json_pack("{s:f, s:o, s:o, s:o, s:o}", "mean", l->mean, "p50", number(l->p50), "p95",
                   number(l->p95), "p99", number(l->p99), "max", number(l->max));
}

static json_t *point_json(const curve_t *c, const curve_point_t *p) {
  json_t *latency = json_null();
  json_t *network = json_null();
  if (curve_has_latency(c, p)) {
    latency = latency_json(&p->latency);
    network = latency_json(&p->network_latency);
    (void)json_object_set_new(
        latency, "half_width",
        p->interval.batches > 0 ? json_real(p->interval.half_width) : json_null());
    (void)json_object_set_new(latency, "batches", json_integer(p->interval.batches));
  }
  return json_pack("{s:f, s:s, s:s, s:b, s:f, s:f, s:o, s:o, s:o}", "load", load_of(p->load),
                   "result", p->result, "state", curve_state(c, p), "search", p->search, "offered",
                   p->offered, "accepted", p->accepted, "latency", latency, "network_latency",
                   network, "zero_load_latency",
                   p->latency.count > 0 ? json_real(p->zero_load) : json_null());
}

static json_t *saturation_json(const curve_t *c) {
  if (!curve_saturates(c)) {
    return json_null();
  }
  return json_pack("{s:f, s:f, s:f, s:f}", "load", load_of(c->saturation), "not_sustained",
                   load_of(c->beyond), "throughput", c->throughput, "resolution",
                   load_of(CURVES_RESOLUTION));
}

static json_t *curve_json(const curve_t *c) {
  json_t *points = json_array();
  for (size_t k = 0; k < c->count; k++) {
    (void)json_array_append_new(points, point_json(c, &c->point[k]));
  }
  json_t *scenario = scenario_json(c->scenario);
  (void)json_object_del(json_object_get(scenario, "workload"), "load");  // it is that of a point
  return json_pack("{s:s, s:s, s:s, s:o, s:b, s:o, s:o}", "name", c->name, "file", c->source.file,
                   "topology", c->scenario->topology->name, "scenario", scenario, "own_warmup",
                   c->own_warmup, "points", points, "saturation", saturation_json(c));
}

bool sweep_json(const curves_t *all, FILE *out) {
  json_t *curves = json_array();
  for (size_t i = 0; i < all->count; i++) {
    (void)json_array_append_new(curves, curve_json(&all->curve[i]));
  }
  json_t *root = json_pack("{s:s, s:b, s:o}", "schema", "nocstep.sweep/1", "interrupted",
                           all->interrupted, "curves", curves);
  const bool ok = root != NULL && json_array_size(curves) == all->count &&
                  json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) == 0 &&
                  fputc('\n', out) != EOF;
  json_decref(root);
  return ok;
}
