// sweep_report -- the results of a sweep as a table, as CSV and as JSON, "nocstep.sweep/1".

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "cli/run.h"
#include "cli/sweep.h"
#include "runs/results.h"
#include "scenario/scenario_json.h"

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
  if (c->multicasts > 0) {
    (void)fprintf(
        out, "%-11s %" PRIu64 " multicasts behind a warm-up of half as many, seed %" PRIu64 "\n",
        "window", c->multicasts, s->seed);
  } else {
    (void)fprintf(out,
                  "%-11s %" PRIu64 " cycles behind a warm-up of %" PRIu64 "%s, seed %" PRIu64 "\n",
                  "window", s->cycles, s->warmup,
                  c->own_warmup ? " (half the window: the scenario has none)" : "", s->seed);
  }
  const capacity_resource_t least = capacity_least(&c->most);
  (void)fprintf(out, "%-11s %.4g flits/node/cycle, by %s\n", "capacity", c->most.load[least],
                kCapacityNames[least]);
}

double sweep_energy(const sweep_t *all, const curve_point_t *p) {
  physical_joules_t joules;
  physical_joules(&all->physical, &p->energy, &joules);
  const double whole = all->physical.energy ? joules.total : physical_accesses(&p->energy);
  return p->flits > 0 ? whole / (double)p->flits : 0;
}

const char *sweep_energy_title(const sweep_t *all) {
  return all->physical.energy ? "energy" : "accesses";
}

const char *sweep_energy_text(const sweep_t *all, const curve_point_t *p, char out[SWEEP_TEXT]) {
  if (all->physical.energy) {
    return physical_text(sweep_energy(all, p), "J", out);
  }
  (void)snprintf(out, SWEEP_TEXT, "%.2f", sweep_energy(all, p));
  return out;
}

const char *sweep_zero_text(const curve_t *c, double latency, char out[SWEEP_TEXT]) {
  (void)snprintf(out, SWEEP_TEXT, "%.2f", latency);
  return curve_knows_zero_load(c) ? out : "-";
}

void sweep_print_latency(const curve_point_t *p, FILE *out) {
  char half[32] = "not steady";
  if (p->interval.batches > 0) {
    (void)snprintf(half, sizeof half, "+- %.2f", p->interval.half_width);
  }
  (void)fprintf(out, " %9.2f %-10s %7" PRIu64 " %7" PRIu64, p->latency.mean, half, p->latency.p95,
                p->latency.p99);
}

static void print_point(const sweep_t *all, const curve_t *c, const curve_point_t *p, FILE *out) {
  char energy[SWEEP_TEXT];
  char zero[SWEEP_TEXT];
  (void)fprintf(out, "  %-8g %9.4f %9.4f", range_value(p->load), p->offered, p->accepted);
  if (!curve_has_latency(c, p)) {
    (void)fprintf(out, "  %s\n", curve_state(c, p));
    return;
  }
  sweep_print_latency(p, out);
  (void)fprintf(out, " %10s %9s%s\n", sweep_zero_text(c, p->zero_load, zero),
                sweep_energy_text(all, p, energy),
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
                  range_value(c->saturation));
  } else {
    (void)fprintf(out, "%-11s %g flits/node/cycle is sustained, %g is not; %.4f accepted\n",
                  "saturation", range_value(c->saturation), range_value(c->beyond), c->throughput);
  }
}

// Prints the results of all curves, one below the other.
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
    char zero[SWEEP_TEXT];
    (void)fprintf(out, "  %-*s %7u %10s", width, c->name, c->scenario->topology->nodes,
                  sweep_zero_text(c, c->zero_load, zero));
    if (curve_saturates(c)) {
      (void)fprintf(out, " %11g %9.4f\n", range_value(c->saturation), c->throughput);
    } else {
      (void)fprintf(out, " %11s\n", curve_unsaturated(c));
    }
  }
}

// Prints how long a cycle is, and so what a load of 1 flit per node and cycle is.
static void print_clock(const sweep_t *all, FILE *out) {
  char text[PHYSICAL_TEXT];
  const double hertz = all->physical.hertz;
  if (hertz <= 0 || all->curves.count == 0) {
    return;
  }
  (void)fprintf(out, "\n%-11s %s", "clock", physical_text(hertz, "Hz", text));
  (void)fprintf(out, ": a cycle is %s", physical_text(1 / hertz, "s", text));
  const unsigned bits = all->curves.curve[0].scenario->flit_bits;
  bool same = true;
  for (size_t i = 0; i < all->curves.count; i++) {
    same = same && all->curves.curve[i].scenario->flit_bits == bits;
  }
  if (same) {
    (void)fprintf(out, ", 1 flit/node/cycle is %.4g Gbit/s a node",
                  physical_gbits(&all->physical, 1, bits));
  }
  (void)fputc('\n', out);
}

static void print_curves(const sweep_t *sweep, FILE *out) {
  const curves_t *all = &sweep->curves;
  for (size_t i = 0; i < all->count; i++) {
    const curve_t *c = &all->curve[i];
    (void)fprintf(out, "%s", i > 0 ? "\n" : "");
    print_head(c, out);
    (void)fprintf(out, "\n  %-8s %9s %9s %9s %-10s %7s %7s %10s %9s\n", "load", "offered",
                  "accepted", "latency", "95 %", "p95", "p99", "zero load",
                  sweep_energy_title(sweep));
    for (size_t k = 0; k < c->count; k++) {
      print_point(sweep, c, &c->point[k], out);
    }
    (void)fprintf(out, "\n");
    print_saturation(c, out);
  }
  if (all->count > 1) {
    print_together(all, out);
  }
}

void sweep_table(const sweep_t *all, FILE *out) {
  if (all->grid.axes > 0) {
    sweep_grid_table(all, out);
  } else {
    print_curves(all, out);
  }
  print_clock(all, out);
  if (all->curves.interrupted) {
    (void)fprintf(out, "interrupted: runs are missing\n");
  }
}

// The columns behind those of every sweep: energy, seconds and joules, and the keys of a grid.
static void csv_more(const sweep_t *all, size_t curve, const curve_point_t *p, FILE *out) {
  const curve_t *c = &all->curves.curve[curve];
  const physical_t *physical = &all->physical;
  (void)fprintf(out, ",%.6g", p->flits > 0 ? physical_accesses(&p->energy) / (double)p->flits : 0);
  if (physical->hertz > 0) {
    const unsigned bits = c->scenario->flit_bits;
    (void)fputc(',', out);
    if (curve_has_latency(c, p)) {
      (void)fprintf(out, "%.6g", p->latency.mean / physical->hertz);
    }
    (void)fprintf(out, ",%.6g,%.6g", physical_gbits(physical, p->offered, bits),
                  physical_gbits(physical, p->accepted, bits));
  }
  if (physical->energy) {
    (void)fprintf(out, ",%.6g", sweep_energy(all, p));
  }
  for (size_t k = 0; k < all->grid.keys; k++) {
    if (all->grid.key[k].values > 1) {
      const char *value = grid_value(&all->grid, all->point[curve], k);
      (void)fputc(',', out);
      if (grid_is_number(&all->grid, k)) {
        (void)fputs(value, out);
      } else {
        results_csv_field(value, out);
      }
    }
  }
}

static void csv_point(const sweep_t *all, size_t curve, const curve_point_t *p, FILE *out) {
  const curve_t *c = &all->curves.curve[curve];
  results_csv_field(c->source.file, out);
  (void)fprintf(out, ",%g,%.6f,%.6f,%s", range_value(p->load), p->offered, p->accepted,
                curve_state(c, p));
  if (curve_has_latency(c, p)) {
    (void)fprintf(out, ",%.4f,", p->latency.mean);
    if (p->interval.batches > 0) {
      (void)fprintf(out, "%.4f", p->interval.half_width);
    }
    (void)fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.4f,", p->latency.p50,
                  p->latency.p95, p->latency.p99, p->latency.max, p->network_latency.mean);
    if (curve_knows_zero_load(c)) {
      (void)fprintf(out, "%.4f", p->zero_load);
    }
    (void)fputc(',', out);
  } else {
    (void)fputs(",,,,,,,,,", out);
  }
  results_csv_field(c->scenario->topology->name, out);
  csv_more(all, curve, p, out);
  (void)fputc('\n', out);
}

void sweep_csv(const sweep_t *all, FILE *out) {
  (void)fputs(
      "scenario,load,offered,accepted,state,latency_mean,latency_half_width,latency_p50,"
      "latency_p95,latency_p99,latency_max,network_latency_mean,zero_load_latency,topology,"
      "accesses_per_flit",
      out);
  (void)fputs(all->physical.hertz > 0 ? ",latency_mean_s,offered_gbit_s,accepted_gbit_s" : "", out);
  (void)fputs(all->physical.energy ? ",joules_per_flit" : "", out);
  for (size_t k = 0; k < all->grid.keys; k++) {
    if (all->grid.key[k].values > 1) {
      (void)fprintf(out, ",%s", all->grid.key[k].key);
    }
  }
  (void)fputc('\n', out);
  for (size_t i = 0; i < all->curves.count; i++) {
    for (size_t k = 0; k < all->curves.curve[i].count; k++) {
      csv_point(all, i, &all->curves.curve[i].point[k], out);
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

// Adds to a point what was counted, and what that is in seconds and joules.
static void set_physical(const sweep_t *all, const curve_t *c, const curve_point_t *p,
                         json_t *point) {
  const physical_t *physical = &all->physical;
  (void)json_object_set_new(point, "energy", sim_energy_json(&p->energy));
  (void)json_object_set_new(
      point, "accesses_per_flit",
      json_real(p->flits > 0 ? physical_accesses(&p->energy) / (double)p->flits : 0));
  if (physical->energy) {
    (void)json_object_set_new(point, "joules", run_joules_json(physical, &p->energy));
    (void)json_object_set_new(point, "joules_per_flit", json_real(sweep_energy(all, p)));
  }
  if (physical->hertz > 0) {
    const unsigned bits = c->scenario->flit_bits;
    (void)json_object_set_new(
        point, "seconds",
        json_pack(
            "{s:o}", "latency_mean",
            curve_has_latency(c, p) ? json_real(p->latency.mean / physical->hertz) : json_null()));
    (void)json_object_set_new(
        point, "gbit_per_s",
        json_pack("{s:f, s:f}", "offered", physical_gbits(physical, p->offered, bits), "accepted",
                  physical_gbits(physical, p->accepted, bits)));
  }
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
  return json_pack(
      "{s:f, s:s, s:s, s:b, s:I, s:f, s:f, s:o, s:o, s:o}", "load", range_value(p->load), "result",
      p->result, "state", curve_state(c, p), "search", p->search, "cycles", (json_int_t)p->cycles,
      "offered", p->offered, "accepted", p->accepted, "latency", latency, "network_latency",
      network, "zero_load_latency",
      p->latency.count > 0 && curve_knows_zero_load(c) ? json_real(p->zero_load) : json_null());
}

static json_t *saturation_json(const curve_t *c) {
  if (!curve_saturates(c)) {
    return json_null();
  }
  return json_pack("{s:f, s:f, s:f, s:f, s:f}", "load", range_value(c->saturation), "not_sustained",
                   range_value(c->beyond), "offered", c->offered, "throughput", c->throughput,
                   "resolution", range_value(CURVES_RESOLUTION));
}

// A resource that is no limit has null.
static json_t *capacity_json(const capacity_t *most) {
  json_t *all = json_object();
  for (unsigned i = 0; i < CAPACITY_RESOURCES; i++) {
    (void)json_object_set_new(all, kCapacityKeys[i],
                              isfinite(most->load[i]) ? json_real(most->load[i]) : json_null());
  }
  return all;
}

static json_t *curve_json(const sweep_t *all, size_t curve) {
  const curve_t *c = &all->curves.curve[curve];
  json_t *points = json_array();
  for (size_t k = 0; k < c->count; k++) {
    json_t *point = point_json(c, &c->point[k]);
    set_physical(all, c, &c->point[k], point);
    (void)json_array_append_new(points, point);
  }
  json_t *scenario = scenario_json(c->scenario);
  (void)json_object_del(json_object_get(scenario, "workload"), "load");  // it is that of a point
  json_t *set = all->grid.axes > 0 ? sweep_grid_json(all, all->point[curve]) : NULL;
  json_t *multicasts = c->multicasts > 0 ? json_integer((json_int_t)c->multicasts) : json_null();
  return json_pack("{s:s, s:s, s:s, s:o, s:b, s:o, s:o, s:o, s:o, s:o*}", "name", c->name, "file",
                   c->source.file, "topology", c->scenario->topology->name, "scenario", scenario,
                   "own_warmup", c->own_warmup, "multicasts", multicasts, "capacity",
                   capacity_json(&c->most), "points", points, "saturation", saturation_json(c),
                   "set", set);
}

// Combinations that were left out; NULL without a grid.
static json_t *refused_json(const sweep_t *all) {
  json_t *list = all->grid.axes > 0 ? json_array() : NULL;
  for (size_t i = 0; list != NULL && i < all->n_refused; i++) {
    const sweep_refused_t *one = &all->refused[i];
    (void)json_array_append_new(list,
                                json_pack("{s:s, s:o, s:s}", "name", one->name, "set",
                                          sweep_grid_json(all, one->point), "error", one->why));
  }
  return list;
}

bool sweep_json(const sweep_t *all, FILE *out) {
  json_t *curves = json_array();
  for (size_t i = 0; i < all->curves.count; i++) {
    (void)json_array_append_new(curves, curve_json(all, i));
  }
  json_t *clock = all->physical.hertz > 0 ? json_real(all->physical.hertz) : NULL;
  json_t *root = json_pack("{s:s, s:b, s:o, s:o*, s:o*}", "schema", "nocstep.sweep/1",
                           "interrupted", all->curves.interrupted, "curves", curves, "refused",
                           refused_json(all), "clock_hz", clock);
  const bool ok = root != NULL && json_array_size(curves) == all->curves.count &&
                  json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) == 0 &&
                  fputc('\n', out) != EOF;
  json_decref(root);
  return ok;
}
