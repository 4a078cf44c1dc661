// run_report -- the summary of a run as a table.

#include <inttypes.h>

#include "cli/run.h"

static void print_network(const run_t *r, FILE *out) {
  const scenario_t *s = r->scenario;
  (void)fprintf(out, "network      %s, %u VCs x %u flits of %u bits, %s, pipeline %u",
                s->topology->name, s->vcs, s->depth, s->flit_bits,
                s->cut_through ? "cut-through" : "wormhole", s->pipeline);
  if (s->link_latency > 1) {
    (void)fprintf(out, ", link latency %u", s->link_latency);
  }
  (void)fprintf(out, "\n");
}

static void print_workload(const run_t *r, const workload_result_t *w, FILE *out) {
  const scenario_t *s = r->scenario;
  switch (s->workload) {
    case WORKLOAD_TRAFFIC:
      (void)fprintf(out, "workload     %s, load %g, packets of %u flit%s\n", s->traffic, s->load,
                    s->packet_flits, s->packet_flits == 1 ? "" : "s");
      break;
    case WORKLOAD_COLLECTIVE:
      (void)fprintf(out, "workload     %s, %s, messages of %u flit%s\n", s->collective, s->scheme,
                    s->packet_flits, s->packet_flits == 1 ? "" : "s");
      (void)fprintf(out,
                    "completion   cycle %" PRIu64 ", %" PRIu64 " of %" PRIu64 " blocks checked\n",
                    w->completion, w->blocks_checked, w->blocks_expected);
      break;
    case WORKLOAD_PLAN:
      (void)fprintf(out, "workload     plan %s\n", s->plan.path);
      (void)fprintf(out,
                    "completion   cycle %" PRIu64 ", %" PRIu64 " of %" PRIu64 " messages checked\n",
                    w->completion, w->blocks_checked, w->blocks_expected);
      break;
  }
}

static void print_latency(const char *name, const latency_summary_t *l, FILE *out) {
  (void)fprintf(
      out, "%-12s mean %.2f  p50 %" PRIu64 "  p95 %" PRIu64 "  p99 %" PRIu64 "  max %" PRIu64 "\n",
      name, l->mean, l->p50, l->p95, l->p99, l->max);
}

static void print_lockstep(const run_t *r, FILE *out) {
  run_lockstep_t l;
  run_lockstep(r, &l);
  if (l.routers + l.interfaces > 0) {
    (void)fprintf(out,
                  "lockstep     %u routers, %u interfaces, %" PRIu64 " cycles, %" PRIu64
                  " bits compared, %u mismatches\n",
                  l.routers, l.interfaces, l.cycles, l.bits_compared, l.mismatches);
  }
}

void run_summary(run_t *r, FILE *out) {
  const network_counts_t *c = network_counts(r->network);
  workload_result_t w;
  workload_result(r->workload, &w);
  (void)fprintf(out, "result       %s\n", run_result_name(r->result));
  print_network(r, out);
  print_workload(r, &w, out);
  (void)fprintf(out, "cycles       %" PRIu64 "\n", network_cycle(r->network));
  (void)fprintf(out, "packets      %" PRIu64 " delivered of %" PRIu64 "\n", w.packets_delivered,
                w.packets_created);
  (void)fprintf(out, "flits        %" PRIu64 " delivered, %" PRIu64 " hops, %" PRIu64 " switched\n",
                w.flits_delivered, c->hops, c->switched);
  if (w.latency.count > 0) {
    print_latency("latency", &w.latency, out);
    print_latency("  in network", &w.network_latency, out);
    (void)fprintf(out, "  zero load  mean %.2f\n", w.zero_load_latency);
  }
  (void)fprintf(out, "throughput   %.4f offered, %.4f accepted, flits/node/cycle\n", w.offered,
                w.accepted);
  print_lockstep(r, out);
  (void)fprintf(out, "speed        %.2f s, %.0f cycles/s, %.2f million flit-hops/s\n", r->wall_s,
                (double)c->cycles / r->wall_s, (double)c->switched / r->wall_s * 1e-6);
}
