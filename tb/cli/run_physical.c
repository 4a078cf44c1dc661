// run_physical -- of one run: seconds and Gbit/s with --clock, joules with --energy.

#include <inttypes.h>

#include "cli/run.h"
#include "runs/physical.h"

static double seconds(const run_t *r, double cycles) {
  return cycles / r->physical.hertz;
}

// When the last block of a collective, message of a plan, or packet of a trace was delivered.
static bool has_completion(const run_t *r) {
  return r->sim.scenario->workload != WORKLOAD_TRAFFIC &&
         r->sim.scenario->workload != WORKLOAD_MULTICASTS;
}

static void print_clock(const run_t *r, const workload_result_t *w, FILE *out) {
  const physical_t *p = &r->physical;
  const unsigned bits = r->sim.scenario->flit_bits;
  char clock[PHYSICAL_TEXT];
  char text[PHYSICAL_TEXT];
  (void)fprintf(out, "clock        %s: the run takes %s", physical_text(p->hertz, "Hz", clock),
                physical_text(seconds(r, (double)network_cycle(r->sim.network)), "s", text));
  if (has_completion(r)) {
    (void)fprintf(out, ", completion %s",
                  physical_text(seconds(r, (double)w->completion), "s", text));
  }
  if (w->latency.count > 0) {
    (void)fprintf(out, ", latency mean %s", physical_text(seconds(r, w->latency.mean), "s", text));
    (void)fprintf(out, "  p99 %s", physical_text(seconds(r, (double)w->latency.p99), "s", text));
  }
  const double all = w->accepted * r->sim.scenario->topology->nodes;
  (void)fprintf(out, "\n  a node     %.2f Gbit/s offered, %.2f accepted; %.2f accepted together\n",
                physical_gbits(p, w->offered, bits), physical_gbits(p, w->accepted, bits),
                physical_gbits(p, all, bits));
}

static void print_joules(const run_t *r, const workload_result_t *w, FILE *out) {
  physical_joules_t j;
  network_energy_t e;
  char text[PHYSICAL_TEXT];
  network_energy(r->sim.network, &e);
  physical_joules(&r->physical, &e, &j);
  const struct {
    const char *name;
    double joules;
  } parts[] = {{"buffers", j.buffers},
               {"interfaces", j.interfaces},
               {"crossbars", j.crossbar},
               {"links", j.links},
               {"coding and forwarding", j.coding}};
  (void)fprintf(out, "joules       %s:", physical_text(j.total, "J", text));
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    (void)fprintf(out, "%s %s %s", i > 0 ? "," : "", parts[i].name,
                  physical_text(parts[i].joules, "J", text));
  }
  if (w->flits_delivered > 0) {
    const double bits = (double)w->flits_delivered * r->sim.scenario->flit_bits;
    (void)fprintf(out, "; %s a bit delivered", physical_text(j.total / bits, "J", text));
  }
  if (r->physical.hertz > 0 && network_cycle(r->sim.network) > 0) {
    const double watts = j.total / seconds(r, (double)network_cycle(r->sim.network));
    (void)fprintf(out, "; %s", physical_text(watts, "W", text));
  }
  (void)fputc('\n', out);
}

void run_print_physical(const run_t *r, const workload_result_t *w, FILE *out) {
  if (r->physical.hertz > 0) {
    print_clock(r, w, out);
  }
  if (r->physical.energy) {
    print_joules(r, w, out);
  }
}

json_t *run_joules_json(const physical_t *p, const network_energy_t *e) {
  physical_joules_t j;
  physical_joules(p, e, &j);
  return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f}", "total", j.total, "buffers", j.buffers,
                   "interfaces", j.interfaces, "crossbar", j.crossbar, "links", j.links, "coding",
                   j.coding);
}

static json_t *clock_json(const run_t *r, const workload_result_t *w) {
  const physical_t *p = &r->physical;
  const unsigned bits = r->sim.scenario->flit_bits;
  const bool latency = w->latency.count > 0;
  return json_pack("{s:f, s:{s:f, s:o, s:o, s:o}, s:{s:f, s:f}}", "clock_hz", p->hertz, "seconds",
                   "run", seconds(r, (double)network_cycle(r->sim.network)), "completion",
                   has_completion(r) ? json_real(seconds(r, (double)w->completion)) : json_null(),
                   "latency_mean", latency ? json_real(seconds(r, w->latency.mean)) : json_null(),
                   "latency_p99",
                   latency ? json_real(seconds(r, (double)w->latency.p99)) : json_null(),
                   "gbit_per_s", "offered", physical_gbits(p, w->offered, bits), "accepted",
                   physical_gbits(p, w->accepted, bits));
}

json_t *run_physical_json(const run_t *r, const workload_result_t *w) {
  network_energy_t e;
  json_t *object = r->physical.hertz > 0 ? clock_json(r, w) : json_object();
  network_energy(r->sim.network, &e);
  const bool ok = object != NULL &&
                  (!r->physical.energy ||
                   json_object_set_new(object, "joules", run_joules_json(&r->physical, &e)) == 0);
  if (!ok) {
    json_decref(object);
    return NULL;
  }
  return object;
}
