// shalaby2015_figures -- Figs. 2, 5, 6, 8, 9, 18 and 19, the tables behind them, and what the
// text says about them.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "papers/shalaby2015.h"

enum { NAME = 96, SOURCES = 8 };  // 2, 4, .. 256 source nodes

static const char kK[] = "k of the k-ary 2-mesh";
static const char kHops[] = "hops of all unicasts";
static const char kRatio[] = "hops, of all at once";

static void add_point(paper_report_t *r, double x, double y) {
  report_point(r, (const double[]){x, y});
}

// The hops in a network without groups.
static double base_hops(const shalaby_net_t *n, hops_base_t base) {
  return (double)(base == HOPS_BINOMIAL ? n->tree : n->all_at_once);
}

static double coded_hops(const shalaby_nets_t *all, hops_base_t base, size_t i) {
  return (double)all->coded[base][i].hops.total.hops;
}

static double plain_hops(const shalaby_nets_t *all, hops_base_t base, size_t i) {
  return (double)all->plain[base][i].hops.total.hops;
}

// Figs. 2, 5 and 8: without groups, with coding, the same hierarchy without coding, and the bound.
static void add_sizes(const shalaby_nets_t *all, paper_report_t *r, const char *key,
                      const char *title, hops_base_t base, size_t sizes) {
  const bool trees = base == HOPS_BINOMIAL;
  report_figure(r, key, title, kK, kHops);
  report_logarithmic(r, true, true);
  report_series(r, trees ? "tree multicast" : "all at once");
  for (size_t i = 0; i < sizes; i++) {
    add_point(r, all->mesh[i].k, base_hops(&all->mesh[i], base));
  }
  report_series(r, trees ? "network coding, trees" : "network coding, unicasts");
  for (size_t i = 0; i < sizes; i++) {
    add_point(r, all->mesh[i].k, coded_hops(all, base, i));
  }
  report_series(r, trees ? "not coded, trees" : "not coded, unicasts");
  for (size_t i = 0; i < sizes; i++) {
    add_point(r, all->mesh[i].k, plain_hops(all, base, i));
  }
  report_series(r, "lower bound");
  for (size_t i = 0; i < sizes; i++) {
    add_point(r, all->mesh[i].k, (double)all->mesh[i].bound);
  }
}

// Fig. 6: the best shape of each size.
static bool add_group_sizes(const shalaby_nets_t *all, paper_report_t *r, noc_error_t *error) {
  report_figure(r, "6", "group sizes, 16-ary 2-mesh", "nodes of a group", kHops);
  report_logarithmic(r, true, true);
  for (hops_base_t base = HOPS_UNICAST; base <= HOPS_BINOMIAL; base++) {
    coding_shapes_t shapes = {0};
    coding_config_t config = all->coded[base][SHALABY_SIMULATED].config;
    if (!coding_search(all->mesh[SHALABY_SIMULATED].topology, 0, &config, &shapes, error)) {
      return false;
    }
    report_series(r, base == HOPS_BINOMIAL ? "network coding, trees" : "network coding, unicasts");
    for (size_t i = 0; i < shapes.count; i++) {
      add_point(r, shapes.shape[i].size, (double)shapes.shape[i].total.hops);
    }
    coding_shapes_free(&shapes);
  }
  return true;
}

static double torus_ratio(const shalaby_nets_t *all, size_t i) {
  return (double)all->torus_coded[i].hops.total.hops / (double)all->torus[i].all_at_once;
}

static double mesh_ratio(const shalaby_nets_t *all, size_t i) {
  return coded_hops(all, HOPS_UNICAST, i) / (double)all->mesh[i].all_at_once;
}

static double recursive_ratio(const shalaby_nets_t *all, size_t i) {
  return (double)all->recursive[i].hops.total.hops / (double)all->mesh[i].all_at_once;
}

static void add_ratios(const shalaby_nets_t *all, paper_report_t *r, const char *key,
                       const char *title, const char *name,
                       double (*ratio)(const shalaby_nets_t *all, size_t i), size_t from) {
  report_figure(r, key, title, kK, kRatio);
  report_logarithmic(r, true, false);
  report_series(r, name);
  for (size_t i = from; i < SHALABY_SIZES; i++) {
    add_point(r, all->mesh[i].k, ratio(all, i));
  }
  report_series(r, "network coding, mesh");
  for (size_t i = from; i < SHALABY_SIZES; i++) {
    add_point(r, all->mesh[i].k, mesh_ratio(all, i));
  }
}

// Which nodes are sources the paper does not say.
typedef enum { LOWEST, SPREAD, WAYS } sources_t;

static const char *const kWays[WAYS] = {"nodes 0 to n - 1", "nodes spread evenly"};

// n of N nodes.
static bool choose_sources(uint32_t nodes, uint32_t n, sources_t way, node_set_t *set,
                           noc_error_t *error) {
  *set = (node_set_t){.node = malloc(n * sizeof *set->node), .count = n};
  for (uint32_t i = 0; i < n && set->node != NULL; i++) {
    set->node[i] = way == LOWEST ? i : i * (nodes / n);
  }
  return set->node != NULL || memory_fail(error, "the sources");
}

// All at once from these nodes.
static bool unicast_hops(const shalaby_net_t *n, const node_set_t *sources, double *hops,
                         noc_error_t *error) {
  hops_box_t box;
  const bool ok = hops_box_create(&box, &n->space, n->space.side, NULL, NULL);
  *hops = 0;
  for (uint32_t i = 0; i < sources->count && ok; i++) {
    uint32_t at[HOPS_DIMS];
    hops_space_coordinates(&n->space, sources->node[i], at);
    *hops += (double)hops_box_multicast(&box, HOPS_UNICAST, at).hops;
  }
  hops_box_free(&box);
  return ok || memory_fail(error, "the hops");
}

static bool many_ratio(const shalaby_net_t *n, uint32_t sources, sources_t way, double *ratio,
                       noc_error_t *error) {
  node_set_t set;
  shalaby_best_t best;
  double unicasts = 0;
  const bool ok = choose_sources(n->topology->nodes, sources, way, &set, error) &&
                  unicast_hops(n, &set, &unicasts, error) &&
                  shalaby_best(n, CODING_HNC, HOPS_UNICAST, &set, &best, error);
  *ratio = ok ? (double)best.hops.total.hops / unicasts : NAN;
  node_set_free(&set);
  return ok;
}

// Fig. 18, and the statement about it, which needs its numbers.
static bool add_many(const shalaby_nets_t *all, paper_report_t *r, noc_error_t *error) {
  double ratio[WAYS][SOURCES];
  report_figure(r, "18", "from n sources to all, 16-ary 2-mesh", "sources", kRatio);
  report_logarithmic(r, true, false);
  for (sources_t way = LOWEST; way < WAYS; way++) {
    report_series(r, kWays[way]);
    for (uint32_t i = 0; i < SOURCES; i++) {
      if (!many_ratio(&all->mesh[SHALABY_SIMULATED], 2u << i, way, &ratio[way][i], error)) {
        return false;
      }
      add_point(r, 2u << i, ratio[way][i]);
    }
  }
  report_statement(r, "Fig. 18, section 6.3",
                   "\"the benefits of the hierarchical network coding increase as the number of "
                   "sources increases. Thus, the most beneficial case is the all-to-all multicast "
                   "scenario\" (every node of a group with a source sends in step F: with the "
                   "sources alone, as it is worded, nodes cannot decode)");
  for (sources_t way = LOWEST; way < WAYS; way++) {
    bool grows = true;
    double least = ratio[way][0];
    for (uint32_t i = 1; i < SOURCES; i++) {
      grows = grows && ratio[way][i] <= ratio[way][i - 1];
      least = fmin(least, ratio[way][i]);
    }
    report_check(r, grows, kWays[way]);
    for (uint32_t i = 0; i < SOURCES; i++) {
      char name[NAME];
      (void)snprintf(name, sizeof name, "from %u", 2u << i);
      report_value(r, name, ratio[way][i]);
    }
    report_check(r, ratio[way][SOURCES - 1] <= least,
                 way == LOWEST ? "all to all gains most, nodes 0 to n - 1"
                               : "all to all gains most, nodes spread evenly");
    report_value(r, "from all", ratio[way][SOURCES - 1]);
    report_value(r, "least", least);
  }
  return true;
}

static void add_table(const shalaby_nets_t *all, paper_report_t *r) {
  static const char *const kColumns[] = {"no groups",   "coded",       "not coded",
                                         "lower bound", "coded saves", "plain saves"};
  report_table(r, "hops",
               "Hops of a broadcast from all nodes to all, and how much that saves, per cent of "
               "those without "
               "groups; the groups are the best with coding, and without",
               kColumns, sizeof kColumns / sizeof kColumns[0]);
  for (hops_base_t base = HOPS_UNICAST; base <= HOPS_BINOMIAL; base++) {
    for (size_t i = 0; i < SHALABY_SIZES; i++) {
      const shalaby_net_t *n = &all->mesh[i];
      const double none = base_hops(n, base);
      const double coded = coded_hops(all, base, i);
      const double plain = plain_hops(all, base, i);
      char name[NAME];
      (void)snprintf(name, sizeof name, "%s, %s, %s, %s", n->name,
                     base == HOPS_BINOMIAL ? "trees" : "unicasts", all->coded[base][i].group,
                     all->plain[base][i].group);
      report_row(r, name,
                 (const double[]){none, coded, plain, (double)n->bound, 100 * (1 - coded / none),
                                  100 * (1 - plain / none)});
    }
  }
}

bool shalaby_figures(const shalaby_nets_t *all, paper_report_t *r, noc_error_t *error) {
  add_sizes(all, r, "2", "trees, up to 1,024 nodes", HOPS_BINOMIAL, 5);
  add_sizes(all, r, "5", "trees, up to 4,096 nodes", HOPS_BINOMIAL, SHALABY_LARGEST_PLOT + 1);
  if (!add_group_sizes(all, r, error)) {
    return false;
  }
  add_sizes(all, r, "8", "unicasts", HOPS_UNICAST, SHALABY_SIZES);
  add_ratios(all, r, "9", "k-ary 2-torus, unicasts", "network coding, torus", torus_ratio, 0);
  if (!shalaby_paths(all, r, error) || !add_many(all, r, error)) {
    return false;
  }
  add_ratios(all, r, "19", "recursive network coding, unicasts", "recursive, mesh", recursive_ratio,
             1);
  add_table(all, r);
  return true;
}

static const char *at_size(const shalaby_nets_t *all, size_t i, char out[NAME]) {
  (void)snprintf(out, NAME, "%u-ary", all->mesh[i].k);
  return out;
}

// "At each network size we observe the benefit": of trees, or of unicasts.
static void state_benefit(const shalaby_nets_t *all, paper_report_t *r, hops_base_t base,
                          size_t sizes) {
  char of[NAME];
  for (size_t i = 0; i < sizes; i++) {
    const double none = base_hops(&all->mesh[i], base);
    const double coded = coded_hops(all, base, i);
    report_check(r, coded < none, at_size(all, i, of));
    report_value(r, "without", none);
    report_value(r, "coded", coded);
  }
}

static void state_growing(const shalaby_nets_t *all, paper_report_t *r,
                          double (*ratio)(const shalaby_nets_t *all, size_t i)) {
  char of[NAME];
  for (size_t i = 1; i < SHALABY_SIZES; i++) {
    report_check(r, ratio(all, i) < ratio(all, i - 1), at_size(all, i, of));
    report_value(r, "of all at once", ratio(all, i));
    report_value(r, "half the side", ratio(all, i - 1));
  }
}

// Coding sends one packet for every block that a node lacks, like any scheme without combining.
static void state_packets(const shalaby_nets_t *all, paper_report_t *r) {
  char of[NAME];
  report_statement(r, "abstract, section 5.4",
                   "network coding is \"to reduce the number of unicasts\"; it \"drastically "
                   "reduces the number of packets\"");
  for (size_t i = 0; i < SHALABY_SIZES; i++) {
    const uint64_t coded = all->coded[HOPS_UNICAST][i].hops.total.unicasts;
    const uint64_t none =
        (uint64_t)all->mesh[i].topology->nodes * (all->mesh[i].topology->nodes - 1);
    report_check(r, coded < none, at_size(all, i, of));
    report_value(r, "all at once", (double)none);
    report_value(r, "coded", (double)coded);
  }
}

// The paper compares with multicasts without groups only.
static void state_coding(const shalaby_nets_t *all, paper_report_t *r) {
  report_statement(r, "all",
                   "(not in the paper) it is the coding that saves hops: with it they are fewer "
                   "than with the same hierarchy and raw packets");
  for (hops_base_t base = HOPS_UNICAST; base <= HOPS_BINOMIAL; base++) {
    for (size_t i = 0; i < SHALABY_SIZES; i++) {
      char of[NAME];
      (void)snprintf(of, sizeof of, "%u-ary, %s", all->mesh[i].k,
                     base == HOPS_BINOMIAL ? "trees" : "unicasts");
      report_check(r, coded_hops(all, base, i) < plain_hops(all, base, i), of);
      report_value(r, "coded", coded_hops(all, base, i));
      report_value(r, "not coded", plain_hops(all, base, i));
    }
  }
}

// The same groups and places as the best of the algorithm.
static void state_variation(const shalaby_nets_t *all, paper_report_t *r) {
  char of[NAME];
  report_statement(r, "section 3",
                   "with coded packets from every node straight to each node of the other groups, "
                   "without step E, \"the total number of generated packets\" is equal, but the "
                   "algorithm of Fig. 4 takes fewer hops");
  for (size_t i = 0; i < SHALABY_SIZES; i++) {
    const coding_hops_t *h = &all->coded[HOPS_UNICAST][i].hops;
    const hops_count_t *step = h->step[0];
    uint64_t nodes = 1;
    for (unsigned d = 0; d < all->mesh[i].space.dims; d++) {
      nodes *= all->coded[HOPS_UNICAST][i].config.side[0][d];
    }
    const uint64_t packets = step[CODING_INTRA].unicasts + step[CODING_UNICAST].unicasts * nodes;
    const uint64_t hops = step[CODING_INTRA].hops + step[CODING_UNICAST].hops * nodes;
    report_check(r, packets == h->total.unicasts && h->total.hops < hops, at_size(all, i, of));
    report_value(r, "packets", (double)packets);
    report_value(r, "hops", (double)hops);
    report_value(r, "hops of the algorithm", (double)h->total.hops);
  }
}

static void state_recursion(const shalaby_nets_t *all, paper_report_t *r) {
  enum { MARGINAL = 10 };  // a tenth
  report_statement(r, "Fig. 19, section 6.4",
                   "\"the recursive network coding achieves more reduction in the aggregate hop "
                   "counts\", but \"the advantage\" is \"marginal\" (here: hops are fewer, by less "
                   "than a tenth)");
  for (size_t i = 1; i < SHALABY_SIZES; i++) {
    char of[NAME];
    const double coded = mesh_ratio(all, i);
    const double recursive = recursive_ratio(all, i);
    report_check(r, recursive < coded && (coded - recursive) * MARGINAL < coded,
                 at_size(all, i, of));
    report_value(r, "recursive", recursive);
    report_value(r, "coded", coded);
  }
}

void shalaby_statements(const shalaby_nets_t *all, paper_report_t *r) {
  report_statement(r, "Fig. 5, section 4.2",
                   "\"at each network size, we observe the benefit of the hierarchical network "
                   "coding\" over the tree, up to 4,096 nodes");
  state_benefit(all, r, HOPS_BINOMIAL, SHALABY_LARGEST_PLOT + 1);
  report_statement(r, "Fig. 8, section 4.4",
                   "\"our hierarchical network coding works well with any multicast algorithms in "
                   "all the network sizes attempted\" (here: fewer hops than all at once)");
  state_benefit(all, r, HOPS_UNICAST, SHALABY_SIZES);
  report_statement(r, "Fig. 8, section 4.4",
                   "\"the benefit of hierarchical network coding increases as the network size "
                   "increases\"");
  state_growing(all, r, mesh_ratio);
  report_statement(
      r, "Fig. 9, section 4.5",
      "on tori \"a good performance gain similar to the case for the k-ary 2-meshes is "
      "obtained, especially for the large network sizes\"");
  state_growing(all, r, torus_ratio);
  state_recursion(all, r);
  state_variation(all, r);
  state_packets(all, r);
  state_coding(all, r);
}
