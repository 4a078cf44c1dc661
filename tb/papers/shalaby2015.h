// shalaby2015 -- the parts of this paper. Hops, from csim/collective/coding_hops.h: networks
// of all sizes (nets), what the text says about them (figures), and what each reading of the text
// gives (readings).

#ifndef NOCSTEP_PAPER_SHALABY2015_H
#define NOCSTEP_PAPER_SHALABY2015_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "collective/coding_hops.h"
#include "papers/report.h"
#include "runs/cli.h"

enum {
  SHALABY_SIZES = 8,        // k-ary 2-meshes and 2-tori, k = 2, 4, .. 256
  SHALABY_NAME = 24,        // "torus:256x256"
  SHALABY_GROUP = 2 * 24,   // "128x128,64x64"
  SHALABY_SIMULATED = 3,    // the index of k = 16, of which most figures are
  SHALABY_LARGEST_PLOT = 5  // that of k = 64, 4,096 nodes: Fig. 5 ends there
};

// Hops of a broadcast from all nodes to all.
typedef struct {
  unsigned k;
  char name[SHALABY_NAME];  // "mesh:32x32"
  topology_t *topology;
  hops_space_t space;
  uint64_t tree, all_at_once;  // without groups
  uint64_t bound;              // no complete broadcast takes fewer
} shalaby_net_t;

bool shalaby_net(shalaby_net_t *n, const char *family, unsigned k, noc_error_t *error);
void shalaby_net_free(shalaby_net_t *n);

// A scheme with groups, those with the fewest hops.
typedef struct {
  coding_config_t config;
  coding_hops_t hops;
  char group[SHALABY_GROUP];
} shalaby_best_t;

// The same multicast in all steps; `sources` NULL: all nodes.
bool shalaby_best(const shalaby_net_t *n, coding_scheme_t scheme, hops_base_t base,
                  const node_set_t *sources, shalaby_best_t *best, noc_error_t *error);

// All networks with their schemes.
typedef struct {
  shalaby_net_t mesh[SHALABY_SIZES], torus[SHALABY_SIZES];
  shalaby_best_t coded[2][SHALABY_SIZES];  // [hops_base_t]
  shalaby_best_t plain[2][SHALABY_SIZES];  // the same hierarchy without coding
  shalaby_best_t torus_coded[SHALABY_SIZES];
  shalaby_best_t recursive[SHALABY_SIZES];  // from k = 4 on
} shalaby_nets_t;

// Counts them all. False with *error filled; to be freed in any case.
bool shalaby_nets(shalaby_nets_t *all, noc_error_t *error);
void shalaby_nets_free(shalaby_nets_t *all);

// How fast a broadcast with groups can be, one step after the other: cycles of each step, the flits
// that its busiest node sends or receives or its busiest link carries, at one a cycle.
typedef struct {
  uint64_t step[CODING_STEPS];
  uint64_t cycles;  // of all steps
  char group[CODING_TEXT];
} shalaby_least_t;

// Which multicasts: trees, unicasts, or mixed, unicasts in B and D and trees in E.
typedef enum { SHALABY_TREES, SHALABY_UNICASTS, SHALABY_MIXED, SHALABY_BASES } shalaby_base_t;

// The fewest cycles on 16-ary and 32-ary 2-meshes with packets of one flit, over all boxes of 2, 4,
// .. nodes; 0 where there is no box. They are counted with coding, and with the same hierarchy
// without coding.
enum { SHALABY_TIMED = 2, SHALABY_CODINGS = 2, SHALABY_GROUPS = 9 };
typedef struct {
  shalaby_least_t of[SHALABY_TIMED][SHALABY_CODINGS][SHALABY_BASES][SHALABY_GROUPS];
} shalaby_leasts_t;

// Counts them message by message, in worker processes: 32-ary ones take 20 s of processor time, and
// are left out with --quick.
bool shalaby_leasts(const cli_t *cli, const shalaby_nets_t *nets, shalaby_leasts_t *least,
                    noc_error_t *error);
// The fewest cycles with groups of `size` nodes, 0: of any size; `k` 16 or 32.
uint64_t shalaby_fewest(const shalaby_leasts_t *least, unsigned k, bool coded, uint32_t size);
void shalaby_least_table(const shalaby_leasts_t *least, paper_report_t *r);

// Runs the broadcasts of Figs. 10 to 14 and of section 6.5 and adds them; --quick: without the
// 32-ary 2-meshes. What has run is in the report also when it ends early, with false and *error
// filled.
bool shalaby_latency(const cli_t *cli, const shalaby_leasts_t *least, paper_report_t *r,
                     noc_error_t *error);

#endif
