// sivaram1998_single -- Figs. 6 to 8: one multicast at a time. Every scheme, and every point,
// has the same sets of nodes: the source and the destinations are drawn from the seed, the number
// of the network and the number of the set, and a larger set holds the smaller one.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "papers/sivaram1998.h"

enum { SETS = 8, QUICK_SETS = 1, QUICK_NETWORKS = 2, HOSTS = 160, REST = 400 };

// --set run.cycles is for traffic.
static const char kNoLimit[] = "run.cycles=0";

// Where a run stands; all numbers from 0.
typedef struct {
  sivaram_point_t point;
  size_t degree;
  sivaram_scheme_t scheme;
  unsigned network, set;
} place_t;

static size_t runs_of(const sivaram_singles_t *all) {
  return (size_t)SIVARAM_POINTS * SIVARAM_DEGREES * SIVARAM_SCHEMES * all->networks * all->sets;
}

// The sets of a network stand behind each other, then the networks.
static place_t place_of(const sivaram_singles_t *all, size_t i) {
  place_t p = {.set = (unsigned)(i % all->sets)};
  i /= all->sets;
  p.network = (unsigned)(i % all->networks);
  i /= all->networks;
  p.scheme = (sivaram_scheme_t)(i % SIVARAM_SCHEMES);
  i /= SIVARAM_SCHEMES;
  p.degree = i % SIVARAM_DEGREES;
  p.point = (sivaram_point_t)(i / SIVARAM_DEGREES);
  return p;
}

static size_t source_of(const sivaram_singles_t *all, const place_t *p) {
  return ((size_t)p->point * SIVARAM_SCHEMES + p->scheme) * all->networks + p->network;
}

static bool make_sources(const cli_t *cli, sivaram_singles_t *all, simulate_source_t *source,
                         noc_error_t *error) {
  bool ok = true;
  for (size_t i = 0; ok && i < runs_of(all); i++) {
    const place_t p = place_of(all, i);
    simulate_source_t *of = &source[source_of(all, &p)];
    if (of->text == NULL) {
      char rest[REST];
      char hosts[HOSTS];
      sivaram_hosts(p.point, hosts, sizeof hosts);
      (void)snprintf(rest, sizeof rest,
                     "%sworkload: {collective: multicast, scheme: %s, from: 0, to: '1',"
                     " message_flits: %u, packet_flits: %d}\n",
                     hosts, kSivaramSchemes[p.scheme], kSivaramPoints[p.point].flits,
                     SIVARAM_PACKET);
      ok = sivaram_source(cli, p.point, p.network + 1, rest, kNoLimit, of, error);
    }
  }
  return ok;
}

// "5,7-9" of the nodes that are in the set.
static void write_set(const bool in[SIVARAM_NODES], char *out, size_t size) {
  size_t length = strlen(out);
  const char *comma = "";
  for (unsigned from = 0; from < SIVARAM_NODES && length < size; from++) {
    unsigned to = from;
    while (in[from] && to + 1 < SIVARAM_NODES && in[to + 1]) {
      to++;
    }
    if (in[from]) {
      length += (size_t)snprintf(out + length, size - length, to > from ? "%s%u-%u" : "%s%u", comma,
                                 from, to);
      comma = ",";
      from = to;
    }
  }
}

void sivaram_draw(uint64_t seed, unsigned network, unsigned set, uint32_t node[SIVARAM_NODES]) {
  const uint64_t key = rng_key(seed, RNG_DESTINATION, (uint64_t)network * SETS + set);
  for (unsigned i = 0; i < SIVARAM_NODES; i++) {
    node[i] = i;
  }
  for (unsigned i = 0; i < SIVARAM_NODES; i++) {
    const unsigned j = i + rng_below(rng_draw(key, i), SIVARAM_NODES - i);
    const uint32_t drawn = node[j];
    node[j] = node[i];
    node[i] = drawn;
  }
}

static void set_nodes(uint64_t seed, const place_t *p, batch_run_t *run) {
  uint32_t node[SIVARAM_NODES];
  bool in[SIVARAM_NODES] = {false};
  sivaram_draw(seed, p->network, p->set, node);
  for (unsigned i = 1; i <= kSivaramDegrees[p->degree]; i++) {
    in[node[i]] = true;
  }
  (void)snprintf(run->set[0], BATCH_SET, "workload.from=%u", node[0]);
  (void)snprintf(run->set[1], BATCH_SET, "workload.to=");
  write_set(in, run->set[1], BATCH_SET);
}

static double flits_of(const network_energy_t *e) {
  return (double)(e->link_traversals + e->interface_links);
}

// Sets the means of one scheme at one point with one degree: over the networks, each over its sets.
// False with *error filled when a run has failed.
static bool average(sivaram_singles_t *all, const batch_run_t *run, const place_t *p,
                    noc_error_t *error) {
  double latency[SIVARAM_NETWORKS];
  double flits = 0;
  size_t networks = 0;
  for (unsigned n = 0; n < all->networks; n++) {
    double cycles = 0;
    unsigned done = 0;
    for (unsigned s = 0; s < all->sets; s++, run++) {
      if (run->done && run->simulation.status != NOC_OK) {
        *error = run->simulation.error;
        return false;
      }
      done += run->done;
      cycles += run->done ? (double)run->simulation.workload.completion : 0;
      flits += run->done ? flits_of(&run->simulation.energy) : 0;
    }
    if (done == all->sets) {
      latency[networks++] = cycles / done;
    }
  }
  all->latency[p->point][p->degree][p->scheme] = sivaram_mean(latency, networks);
  all->flits[p->point][p->degree][p->scheme] =
      networks == all->networks ? flits / ((double)networks * all->sets) : NAN;
  return true;
}

bool sivaram_singles(const cli_t *cli, sivaram_singles_t *all, noc_error_t *error) {
  all->seed = sivaram_seed(cli);
  all->networks = cli->quick ? QUICK_NETWORKS : SIVARAM_NETWORKS;
  all->sets = cli->quick ? QUICK_SETS : SETS;
  const size_t count = runs_of(all);
  const size_t sources = (size_t)SIVARAM_POINTS * SIVARAM_SCHEMES * all->networks;
  batch_run_t *run = calloc(count, sizeof *run);
  simulate_source_t *source = calloc(sources, sizeof *source);
  bool ok = run != NULL && source != NULL;
  if (!ok) {
    (void)memory_fail(error, "the runs");
  }
  ok = ok && make_sources(cli, all, source, error);
  for (size_t i = 0; ok && i < count; i++) {
    const place_t p = place_of(all, i);
    run[i].source = &source[source_of(all, &p)];
    set_nodes(all->seed, &p, &run[i]);
  }
  if (ok) {
    ok = batch_run(cli, "paper", run, count, error);
    for (size_t i = 0; i < count; i += (size_t)all->networks * all->sets) {
      const place_t p = place_of(all, i);
      noc_error_t failed = {.status = NOC_OK};
      if (!average(all, &run[i], &p, &failed) && ok) {
        *error = failed;
        ok = false;
      }
    }
  }
  for (size_t i = 0; source != NULL && i < sources; i++) {
    simulate_source_free(&source[i]);
  }
  free(source);
  free(run);
  return ok;
}

void sivaram_single_figures(const sivaram_singles_t *all, paper_report_t *r) {
  for (size_t f = 0; f < SIVARAM_PARAMETERS; f++) {
    const sivaram_parameter_t *p = &kSivaramParameters[f];
    for (size_t d = 0; d < SIVARAM_DEGREES; d++) {
      char key[16];
      char title[80];
      (void)snprintf(key, sizeof key, "%s.%u", p->single, kSivaramDegrees[d]);
      (void)snprintf(title, sizeof title, "to %u nodes", kSivaramDegrees[d]);
      report_figure(r, key, title, p->label, "latency (cycles)");
      report_logarithmic(r, true, false);
      for (size_t s = 0; s < SIVARAM_SCHEMES; s++) {
        report_series(r, kSivaramSchemes[s]);
        for (size_t i = 0; i < p->count; i++) {
          const sivaram_mean_t *mean = &all->latency[p->along[i]][d][s];
          if (!isnan(mean->mean)) {
            report_point(
                r, (const double[]){sivaram_value(p, p->along[i]), mean->mean, mean->half_width,
                                    NAN, NAN, (double)all->networks * all->sets});
          }
        }
      }
    }
  }
}
