// shalaby2015_figures -- what the text says about hops.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "papers/shalaby2015.h"

enum { NAME = 96 };

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

static double torus_ratio(const shalaby_nets_t *all, size_t i) {
  return (double)all->torus_coded[i].hops.total.hops / (double)all->torus[i].all_at_once;
}

static double mesh_ratio(const shalaby_nets_t *all, size_t i) {
  return coded_hops(all, HOPS_UNICAST, i) / (double)all->mesh[i].all_at_once;
}

static double recursive_ratio(const shalaby_nets_t *all, size_t i) {
  return (double)all->recursive[i].hops.total.hops / (double)all->mesh[i].all_at_once;
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
