// sivaram1998_unicast -- section 4.3: what the networks accept of unicasts to all nodes
// evenly, without the overheads of hosts. The method is that of `nocstep sweep`.

#include <math.h>
#include <stdio.h>

#include "papers/sivaram1998.h"
#include "runs/curves.h"

enum { TEXT = 240, NAME = 80, STEP = RANGE_UNIT / 10 };
enum { CYCLES = 40000, QUICK_CYCLES = 8000, QUICK_NETWORKS = 2 };

static const double kPrinted = 0.18;

// The last one is not of the paper: with the fourth link of each switch left open.
static const struct { unsigned switches, ports; } kKind[] = {{8, 8}, {16, 8}, {32, 8}, {8, 7}};
enum { KINDS = sizeof kKind / sizeof kKind[0] };

static bool add_curves(curves_t *all, unsigned networks) {
  char text[TEXT];
  const int cycles = all->cli->quick ? QUICK_CYCLES : CYCLES;
  (void)snprintf(text, sizeof text,
                 "workload: {traffic: uniform, load: 0.1, packet_flits: %d}\n"
                 "run: {warmup: %d, cycles: %d}\n",
                 SIVARAM_PACKET, cycles / 2, cycles);
  bool ok = true;
  for (size_t k = 0; k < KINDS; k++) {
    for (unsigned n = 1; ok && n <= networks; n++) {
      char name[NAME];
      (void)snprintf(name, sizeof name, "%u switches of %u ports, seed %u", kKind[k].switches,
                     kKind[k].ports, n);
      const sivaram_network_t network = {kKind[k].switches, kKind[k].ports, n};
      scenario_t *s = sivaram_scenario(all->cli, &network, text, NULL, &all->error);
      ok = s != NULL && curves_add(all, all->cli, s, name, NULL);
    }
  }
  return ok;
}

static void add_table(const curves_t *all, paper_report_t *r) {
  static const char *const kColumns[] = {"saturation", "accepted", "zero load"};
  report_table(r, "unicast",
               "Unicasts, uniform: saturation load and what is accepted there (flits per node and "
               "cycle), latency on an idle network",
               kColumns, sizeof kColumns / sizeof kColumns[0]);
  for (size_t i = 0; i < all->count; i++) {
    const curve_t *c = &all->curve[i];
    report_row(r, c->name,
               (const double[]){curve_saturates(c) ? range_value(c->saturation) : NAN,
                                curve_saturates(c) ? c->throughput : NAN, c->zero_load});
  }
}

static void state(const curves_t *all, unsigned networks, paper_report_t *r) {
  report_statement(
      r, "section 4.3",
      "\"for each of the networks, the maximum unicast throughput (assuming no software "
      "overheads and no contention for the I/O bus) was observed to be less than 0.18 "
      "using up*/down* routing\" (here: accepted at the saturation load; the paper does "
      "not say how its networks are drawn, ours use all ports)");
  for (size_t k = 0; k < KINDS; k++) {
    char of[NAME];
    double least = INFINITY;
    double most = 0;
    double sum = 0;
    for (unsigned n = 0; n < networks; n++) {
      const curve_t *c = &all->curve[k * networks + n];
      least = fmin(least, c->throughput);
      most = fmax(most, c->throughput);
      sum += c->throughput;
    }
    (void)snprintf(of, sizeof of, "%u switches of %u ports", kKind[k].switches, kKind[k].ports);
    report_check(r, most < kPrinted, of);
    report_value(r, "least", least);
    report_value(r, "mean", sum / networks);
    report_value(r, "most", most);
  }
}

bool sivaram_unicast(const cli_t *cli, paper_report_t *r, noc_error_t *error) {
  const unsigned networks = cli->quick ? QUICK_NETWORKS : SIVARAM_NETWORKS;
  curves_t all = {
      .cli = cli, .command = "paper, unicasts", .loads = {STEP, STEP, RANGE_UNIT - STEP}};
  bool ok = add_curves(&all, networks);
  if (ok) {
    curves_run(&all, true);
    add_table(&all, r);
    ok = all.error.status == NOC_OK;
  }
  if (ok) {
    state(&all, networks, r);
  }
  *error = all.error;
  curves_free(&all);
  return ok;
}
