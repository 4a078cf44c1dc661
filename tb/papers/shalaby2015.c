// shalaby2015 -- A. Shalaby, I. Fujiwara, M. Koibuchi, The Case for Network Coding for Collective
// Communication on HPC Interconnection Networks, IEICE Trans. Inf. & Syst. E98-D(3), 2015: its
// figures and printed numbers. What holds, and under which reading: docs/papers/shalaby2015.md.

#include "papers/shalaby2015.h"

#include "papers/papers.h"

static const char *const kOwnKeys[] = {"topology", "workload.", "coding.", NULL};

static bool rerun(const cli_t *cli, paper_report_t *r, noc_error_t *error) {
  shalaby_nets_t all;
  shalaby_leasts_t least;
  bool ok = shalaby_nets(&all, error) && shalaby_leasts(cli, &all, &least, error);
  if (ok) {
    shalaby_least_table(&least, r);
    ok = shalaby_latency(cli, &least, r, error);
  }
  shalaby_nets_free(&all);
  return ok;
}

const paper_t kShalaby2015 = {
    .name = "shalaby2015",
    .title =
        "A. Shalaby, I. Fujiwara, M. Koibuchi: The Case for Network Coding for Collective "
        "Communication on HPC Interconnection Networks, IEICE Trans. Inf. & Syst. E98-D(3), 2015",
    .shows = "hops of broadcasts with hierarchical network coding: Figs. 2, 5, 6, 8, 9, 15 to 19",
    .own_keys = kOwnKeys,
    .run = rerun,
};
