// run_speed -- how fast a run was, and with --profile where its time went.
//
// A machine that does other work beside says little by its clock. So the rates that people read are
// by seconds of the processor; with several threads, whose seconds add up, by the clock.

#include <inttypes.h>
#include <jansson.h>

#include "cli/run.h"
#include "runs/ranks.h"

static const char *const kParts[PROFILE_PARTS] = {[PROFILE_WORKLOAD] = "workload",
                                                  [PROFILE_ROUTERS] = "routers",
                                                  [PROFILE_INTERFACES] = "interfaces",
                                                  [PROFILE_RTL] = "rtl",
                                                  [PROFILE_COMPARING] = "comparing",
                                                  [PROFILE_LINKS] = "links",
                                                  [PROFILE_REST] = "rest"};

// Seconds that rates are by; a run may be too short for the clock.
static double seconds(double measured) {
  return measured > 1e-9 ? measured : 1e-9;
}

static double profiled(const profile_t *p) {
  double all = 0;
  for (unsigned i = 0; i < PROFILE_PARTS; i++) {
    all += (double)p->ns[i];
  }
  return all;
}

static void print_profile(const profile_t *p, FILE *out) {
  const double all = profiled(p);
  const char *comma = "profile      ";
  for (unsigned i = 0; all > 0 && i < PROFILE_PARTS; i++) {
    const unsigned part = (i + 1) % PROFILE_PARTS;  // the rest comes last
    if (p->ns[part] > 0) {
      (void)fprintf(out, "%s%s %.1f %%", comma, kParts[part], 100 * (double)p->ns[part] / all);
      comma = ", ";
    }
  }
  if (all > 0) {
    (void)fputc('\n', out);
  }
}

// The share of the clock edges of RTL that --skip-idle has left out.
static double rested(const run_t *r) {
  uint64_t edges = 0;
  uint64_t rested = 0;
  for (size_t i = 0; i < network_banks(r->sim.network); i++) {
    const bank_t *b = network_bank(r->sim.network, i);
    edges += b->has_rtl ? b->config.members * network_counts(r->sim.network)->cycles : 0;
    rested += b->rested;
  }
  return edges > 0 ? (double)rested / (double)edges : 0;
}

// The part of the run that this process has done.
static network_counts_t done(const run_t *r) {
  const network_counts_t *all = network_counts(r->sim.network);
  return (network_counts_t){.cycles = all->cycles - r->before.cycles,
                            .switched = all->switched - r->before.switched,
                            .hops = all->hops - r->before.hops};
}

void run_print_speed(const run_t *r, FILE *out) {
  const network_counts_t c = done(r);
  const bool alone = r->cli->threads == 1;
  const double s = seconds(alone ? r->cpu_s : r->wall_s);
  (void)fprintf(out,
                "speed        %.0f cycles/s, %.2f million router visits/s, "
                "%.2f million link hops/s\n",
                (double)c.cycles / s, (double)c.switched / s * 1e-6, (double)c.hops / s * 1e-6);
  (void)fprintf(out, "  time       %.2f s of the processor, %.2f s by the clock%s\n", r->cpu_s,
                r->wall_s, alone ? "" : ", by which the speed is");
  if (r->cli->skip_idle) {
    (void)fprintf(out, "  at rest    %.1f %% of the RTL's clock edges, which were left out\n",
                  100 * rested(r));
  }
  print_profile(&r->profile, out);
}

json_t *run_speed_json(const run_t *r) {
  const network_counts_t c = done(r);
  const double wall = seconds(r->wall_s);
  const double cpu = seconds(r->cpu_s);
  const uint64_t bytes = run_peak_bytes() + r->others_bytes;
  json_t *host = json_pack(
      "{s:f, s:f, s:f, s:f, s:f, s:f, s:I, s:I, s:b, s:i}", "wall_s", r->wall_s, "cpu_s", r->cpu_s,
      "cycles_per_s", (double)c.cycles / wall, "flit_hops_per_s", (double)c.switched / wall,
      "router_visits_per_cpu_s", (double)c.switched / cpu, "link_hops_per_cpu_s",
      (double)c.hops / cpu, "peak_rss_bytes", (json_int_t)bytes, "threads",
      (json_int_t)r->cli->threads, "skip_idle", r->cli->skip_idle, "ranks", (int)ranks_count());
  if (host != NULL && r->cli->skip_idle) {
    (void)json_object_set_new(host, "at_rest", json_real(rested(r)));
  }
  const peers_t *peers = r->sim.peers;
  if (host != NULL && peers != NULL) {
    (void)json_object_set_new(host, "meetings", json_integer((json_int_t)peers->meetings));
    (void)json_object_set_new(host, "exchanges", json_integer((json_int_t)peers->exchanges));
    (void)json_object_set_new(host, "sent_bytes", json_integer((json_int_t)peers->sent));
  }
  const double all = profiled(&r->profile);
  if (host == NULL || all == 0) {
    return host;
  }
  json_t *profile = json_object();
  bool ok = json_object_set_new(host, "profile", profile) == 0;
  for (unsigned i = 0; ok && i < PROFILE_PARTS; i++) {
    ok = json_object_set_new(profile, kParts[i], json_real((double)r->profile.ns[i] / all)) == 0;
  }
  if (!ok) {
    json_decref(host);
  }
  return ok ? host : NULL;
}
