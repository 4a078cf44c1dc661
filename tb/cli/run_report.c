// run_report -- the summary of a run as a table.

#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/run.h"
#include "collective/scheme.h"
#include "collective/worm_needs.h"
#include "scenario/scenario_keys.h"

// Says what the sources get, and for whom the oldest packet waits.
static void print_fairness(run_t *r, FILE *out) {
  workload_fairness_t f;
  workload_oldest_t oldest;
  char place[96];
  workload_fairness(r->sim.workload, &f);
  if (f.jain > 0) {
    (void)fprintf(out,
                  "fairness     %" PRIu32 " sources, %.4f to %.4f accepted, Jain's index %.4f\n",
                  f.sources, f.min, f.max, f.jain);
  } else if (f.sources > 0) {
    (void)fprintf(out, "fairness     %" PRIu32 " sources, nothing of any accepted\n", f.sources);
  }
  if (!workload_oldest(r->sim.workload, &oldest)) {
    return;
  }
  (void)fprintf(out, "oldest       %" PRIu64 " cycles, node %" PRIu32 " to node %" PRIu32 ", %s\n",
                oldest.age, oldest.source, oldest.destination,
                workload_place_name(r->sim.workload, &oldest.place, place, sizeof place));
  if (oldest.in_flight) {
    sim_print_waiting_for(&r->sim, &oldest, out);
  }
}

// Says what hosts refuse, and what is left of it at the end.
static void print_refusals(const run_t *r, FILE *out) {
  const accept_t *accept = &r->sim.scenario->accept;
  if (accept->text == NULL) {
    return;
  }
  (void)fprintf(out, "hosts        accept %s", accept->text);
  if (accept->protocol) {
    (void)fprintf(out, ", %u replies", r->sim.scenario->replies);
  }
  (void)fputc('\n', out);
  for (uint32_t left = workload_left_out(r->sim.workload); left != 0; left &= left - 1) {
    const unsigned k = (unsigned)__builtin_ctz(left);
    (void)fprintf(out,
                  "  left out   network %u, of which hosts take nothing: %" PRIu64
                  " packets are on their way\n",
                  k, workload_network_flying(r->sim.workload, k));
  }
}

// Says which cycles links and hosts lose.
static void print_jitter(const scenario_t *s, FILE *out) {
  char links[DECIMAL_TEXT];
  char hosts[DECIMAL_TEXT];
  if (s->jitter.links + s->jitter.hosts != 0) {
    (void)fprintf(
        out, "jitter       links stall in %s of the cycles, hosts in %s, by seed %" PRIu64 "\n",
        key_decimal(s->jitter.links, links), key_decimal(s->jitter.hosts, hosts),
        scenario_jitter_seed(s));
  }
}

// Says what was wrong on links, and what their checks have made of it.
static void print_link_faults(const run_t *r, FILE *out) {
  const link_faults_counts_t *f = network_link_faults(r->sim.network);
  if (f != NULL) {
    (void)fprintf(out,
                  "link faults  %" PRIu64 " flits with %u wrong wire%s: %" PRIu64
                  " corrected, %" PRIu64 " detected, by seed %" PRIu64 "\n",
                  f->hit, r->sim.scenario->link_faults.bits,
                  r->sim.scenario->link_faults.bits == 1 ? "" : "s", f->corrected, f->detected,
                  scenario_fault_seed(r->sim.scenario));
  }
}

static void print_network(const run_t *r, FILE *out) {
  const scenario_t *s = r->sim.scenario;
  (void)fprintf(out, "network      %s, %u VC%s x %u flits of %u bits", s->topology->name, s->vcs,
                s->vcs == 1 ? "" : "s", s->depth, s->flit_bits);
  if (s->dut.path == NULL || s->dut_at != NULL) {
    (void)fprintf(out, ", %s, pipeline %u", s->cut_through ? "cut-through" : "wormhole",
                  s->pipeline);
  }
  if (s->link_latency > 1) {
    (void)fprintf(out, ", link latency %u", s->link_latency);
  }
  if (scenario_clocks_links(s)) {
    char ratio[DECIMAL_TEXT];
    (void)fprintf(out, ", %s cycles of a link in one of the routers",
                  key_decimal(s->clock_ratio, ratio));
  }
  (void)fprintf(out, "\n");
}

// Somebody else's routers, and what was looked at of them.
static void print_foreign(const run_t *r, FILE *out) {
  const foreign_t *map = r->banks.map;
  if (map == NULL) {
    return;
  }
  const char *at = r->sim.scenario->dut_at;
  const network_t *n = r->sim.network;
  (void)fprintf(out, "  routers    %s of %s%s%s\n", map->name, map->file, at != NULL ? ", at " : "",
                at != NULL ? at : "");
  for (size_t i = 0; i < network_banks(n); i++) {
    if (strcmp(network_bank(n, i)->ops->name, "dut") == 0) {
      const foreign_checked_t checked = bank_foreign_checked(network_bank(n, i));
      (void)fprintf(out, "  checked    %u rules on %u links, over which %" PRIu64 " flits moved\n",
                    checked.rules, checked.links, checked.flits);
    }
  }
}

static void print_lengths(const lengths_t *l, FILE *out) {
  (void)fprintf(out, "packets of %s flit%s", l->text, l->longest == 1 ? "" : "s");
}

static void print_classes(const scenario_t *s, FILE *out) {
  for (unsigned i = 0; i < s->classes; i++) {
    const scenario_class_t *c = &s->traffic[i];
    (void)fprintf(out, "%-13s", i == 0 ? "workload" : "");
    if (s->listed) {
      (void)fprintf(out, "class %u on network %u: ", i, c->network);
    }
    (void)fprintf(out, "%s, load %g, ", c->traffic, c->load);
    print_lengths(&c->packet_flits, out);
    if (c->burst_on > 0) {
      (void)fprintf(out, ", bursts of %u in %u cycles", c->burst_on, c->burst_on + c->burst_off);
    }
    if (c->reply_flits.text != NULL) {
      (void)fprintf(out, "; replies on network %u: ", c->reply_network);
      print_lengths(&c->reply_flits, out);
    }
    (void)fputc('\n', out);
  }
}

static void print_workload(const run_t *r, const workload_result_t *w, FILE *out) {
  const scenario_t *s = r->sim.scenario;
  switch (s->workload) {
    case WORKLOAD_TRAFFIC:
      print_classes(s, out);
      break;
    case WORKLOAD_MULTICASTS:
      (void)fprintf(out, "workload     multicasts by %s to %s of %u nodes, load %g, messages of ",
                    s->scheme, s->degree.text, s->topology->nodes, s->load);
      (void)fprintf(out, "%u flit%s\n", s->message_flits, s->message_flits == 1 ? "" : "s");
      (void)fprintf(out, "multicasts   %u completed of %u\n", w->multicast.completed,
                    w->multicast.created);
      break;
    case WORKLOAD_COLLECTIVE:
      (void)fprintf(out, "workload     %s, %s, messages of %u flit%s", s->collective, s->scheme,
                    s->message_flits, s->message_flits == 1 ? "" : "s");
      if (scenario_longest(s) < s->message_flits) {
        (void)fprintf(out, " in packets of %u",
                      worms_packet_flits(scheme_find(s->scheme), scenario_longest(s)));
      }
      (void)fputc('\n', out);
      (void)fprintf(out,
                    "completion   cycle %" PRIu64 ", %" PRIu64 " of %" PRIu64 " blocks checked\n",
                    w->completion, w->blocks_checked, w->blocks_expected);
      break;
    case WORKLOAD_TRACE:
      (void)fprintf(out, "workload     trace %s\n", s->trace.path);
      (void)fprintf(
          out, "completion   cycle %" PRIu64 ", %" PRIu64 " of %" PRIu64 " packets delivered\n",
          w->completion, w->blocks_checked, w->blocks_expected);
      break;
    case WORKLOAD_EXTERNAL:
      (void)fprintf(out, "workload     messages of a program\n");
      (void)fprintf(
          out, "completion   cycle %" PRIu64 ", %" PRIu64 " of %" PRIu64 " messages delivered\n",
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

static void print_zero_load(const run_t *r, double mean, FILE *out) {
  if (sim_knows_routers(&r->sim)) {
    (void)fprintf(out, "  zero load  mean %.2f\n", mean);
  }
}

// A line for each class and its replies, where they are counted.
static void print_streams(const run_t *r, FILE *out) {
  for (unsigned i = 0; i < workload_streams(r->sim.workload); i++) {
    workload_stream_t w;
    const unsigned classes = r->sim.scenario->classes;
    const scenario_class_t *c = &r->sim.scenario->traffic[i % classes];
    if (i >= classes && c->reply_flits.text == NULL) {
      continue;
    }
    workload_stream(r->sim.workload, i, &w);
    (void)fprintf(out, "  %s %-4u %" PRIu64 " packets delivered, latency ",
                  i < classes ? "class  " : "replies", i % classes, w.packets_delivered);
    if (w.latency.count > 0) {
      (void)fprintf(out, "mean %.2f p99 %" PRIu64, w.latency.mean, w.latency.p99);
    } else {
      (void)fputs("none", out);
    }
    (void)fprintf(out, ", %.4f offered, %.4f accepted\n", w.offered, w.accepted);
  }
}

// A line for each step of a plan that has some.
static void print_steps(const run_t *r, FILE *out) {
  for (unsigned i = 0; i < workload_steps(r->sim.workload); i++) {
    workload_step_t w;
    workload_step(r->sim.workload, i, &w);
    (void)fprintf(out,
                  "  step %-16s cycle %" PRIu64 " to %" PRIu64 ": %" PRIu64 " packets, %" PRIu64
                  " hops, latency mean %.2f max %" PRIu64 "\n",
                  w.name, w.start, w.start + w.completion, w.packets, w.hops, w.latency_mean,
                  w.latency_max);
  }
}

static void print_waits(const workload_t *w, FILE *out) {
  enum { SHOWN = 10 };
  workload_wait_t wait;
  for (uint32_t i = 0; i < SHOWN && workload_wait(w, i, &wait); i++) {
    char where[120] = "behind a message that waits";
    static const char *const kEnds[] = {
        [WAIT_IN] = "which it enters with", [WAIT_OUT] = "which it leaves with"};
    if (wait.place == WAIT_LINK) {
      (void)snprintf(where, sizeof where,
                     "for the link at port %u of router %u, as does node %u to node %u", wait.port,
                     wait.router, wait.other_source, wait.other_destination);
    } else if (wait.place != WAIT_BEHIND) {
      (void)snprintf(where, sizeof where, "for the interface of node %u, %s node %u to node %u",
                     wait.place == WAIT_IN ? wait.source : wait.destination, kEnds[wait.place],
                     wait.other_source, wait.other_destination);
    }
    (void)fprintf(out,
                  "  waited     step %u, node %u to node %u: %" PRIu64 " cycles, alone %" PRIu64
                  "; %" PRIu64 " %s\n",
                  wait.step, wait.source, wait.destination, wait.latency, wait.alone,
                  wait.latency - wait.alone, where);
  }
}

// Prints what the run of a schedule has shown, and equation (12) beside it.
static void print_schedule(const run_t *r, const workload_result_t *w, FILE *out) {
  workload_schedule_t s;
  if (!workload_schedule(r->sim.workload, &s)) {
    return;
  }
  (void)fprintf(out, "schedule     %u step%s, at least %u; ", s.steps, s.steps == 1 ? "" : "s",
                s.bound);
  if (s.loose != NULL) {
    (void)fprintf(out, "messages may wait: %s\n", s.loose);
    return;
  }
  if (s.forced) {
    (void)fprintf(out, "forced: %u message%s waited\n", s.waits, s.waits == 1 ? "" : "s");
  } else {
    (void)fprintf(out, "no message waited\n");
  }
  print_waits(r->sim.workload, out);
  (void)fprintf(out,
                "  steps      %" PRIu64
                " cycles, each as long as its slowest message alone, and "
                "%" PRIu64 " between them: %" PRIu64 "; completion %" PRIu64 "\n",
                s.alone, s.between, s.alone + s.between, w->completion);
  (void)fprintf(out,
                "  (12)       %u t_S + m t_1 = %u x %" PRIu64
                " + %u = %.0f; with m t_1 in each "
                "step %.0f\n",
                s.steps, s.steps, s.startup, s.flits, workload_schedule_once(&s),
                workload_schedule_each(&s));
}

static void print_energy(const run_t *r, FILE *out) {
  network_energy_t e;
  network_energy(r->sim.network, &e);
  (void)fprintf(out,
                "energy       %" PRIu64 " + %" PRIu64 " buffer writes, %" PRIu64 " + %" PRIu64
                " reads (routers + interfaces), %" PRIu64 " flits XORed",
                e.buffer_writes, e.interface_writes, e.buffer_reads, e.interface_reads,
                e.xor_flits);
  if (e.slot_writes > 0) {
    (void)fprintf(out, ", %" PRIu64 " kept, %" PRIu64 " copied", e.slot_writes, e.slot_reads);
  }
  (void)fprintf(out, "\n");
}

static void print_speculation(const run_t *r, FILE *out) {
  const bank_speculation_t of = network_speculation(r->sim.network);
  (void)fprintf(out,
                "speculation  %" PRIu64 " flits crossed with their output VC just won, %" PRIu64
                " slots wasted\n",
                of.granted, of.wasted);
}

static void print_lockstep(const run_t *r, FILE *out) {
  sim_lockstep_t l;
  sim_lockstep(&r->sim, &l);
  if (l.routers + l.interfaces > 0) {
    (void)fprintf(out,
                  "lockstep     %u routers, %u interfaces, %" PRIu64 " cycles, %" PRIu64
                  " bits compared, %u mismatches\n",
                  l.routers, l.interfaces, l.cycles, l.bits_compared, l.mismatches);
    run_coverage_print(&r->coverage, out);
  }
  if (r->cli->rtl_coverage != NULL) {
    rtl_coverage_print(&r->rtl, out);
  }
}

uint64_t run_peak_bytes(void) {
  struct rusage usage;
  (void)getrusage(RUSAGE_SELF, &usage);
  return (uint64_t)usage.ru_maxrss * 1024;
}

void run_summary(run_t *r, FILE *out) {
  const network_counts_t *c = network_counts(r->sim.network);
  workload_result_t w;
  workload_result(r->sim.workload, &w);
  (void)fprintf(out, "result       %s\n", sim_result_name(r->sim.result));
  print_network(r, out);
  print_foreign(r, out);
  if (sim_knows_routers(&r->sim)) {
    run_print_rate(r, "  flow rate  ", out);
  }
  print_workload(r, &w, out);
  print_refusals(r, out);
  print_jitter(r->sim.scenario, out);
  print_link_faults(r, out);
  (void)fprintf(out, "seed         %" PRIu64 "\n", r->sim.scenario->seed);
  (void)fprintf(out, "cycles       %" PRIu64, network_cycle(r->sim.network));
  if (r->cli->resume != NULL) {
    (void)fprintf(out, ", from %" PRIu64 " on", r->resumed_at);
  }
  (void)fputc('\n', out);
  (void)fprintf(out, "packets      %" PRIu64 " delivered of %" PRIu64 "\n", w.packets_delivered,
                w.packets_created);
  (void)fprintf(out, "flits        %" PRIu64 " delivered, %" PRIu64 " hops, %" PRIu64 " switched\n",
                w.flits_delivered, c->hops, c->switched);
  if (w.multicast.latency.count > 0) {
    print_latency("multicast", &w.multicast.latency, out);
    print_zero_load(r, w.multicast.zero_load_latency, out);
  }
  if (w.latency.count > 0) {
    print_latency("latency", &w.latency, out);
    print_latency("  in network", &w.network_latency, out);
    print_zero_load(r, w.zero_load_latency, out);
  } else if (w.multicast.latency.count == 0) {
    (void)fprintf(out, "latency      none: %s\n", sim_no_latency(&r->sim, &w));
  }
  (void)fprintf(out, "throughput   %.4f offered, %.4f accepted, flits/node/cycle\n", w.offered,
                w.accepted);
  if (sim_saturated(&r->sim, &w)) {
    (void)fputs("  saturated  the source queues grow: the latency measures the length of the run\n",
                out);
  }
  print_fairness(r, out);
  print_streams(r, out);
  print_steps(r, out);
  print_schedule(r, &w, out);
  if (sim_knows_routers(&r->sim)) {
    print_energy(r, out);
    if (r->sim.scenario->speculative) {
      print_speculation(r, out);
    }
  }
  run_print_physical(r, &w, out);
  print_lockstep(r, out);
  run_print_speed(r, out);
  const topology_t *t = r->sim.scenario->topology;
  (void)fprintf(out, "memory       %.1f MiB, %u routers, %u nodes\n",
                (double)(run_peak_bytes() + r->others_bytes) / (1 << 20), t->routers, t->nodes);
}
