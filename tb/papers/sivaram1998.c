// sivaram1998 -- R. Sivaram, R. Kesavan, D. K. Panda, C. B. Stunkel, Where to Provide Support
// for Efficient Multicasting in Irregular Networks: Network Interface or Switch?, ICPP 1998: Figs.
// 6 to 11. What is measured how, and where it differs: docs/papers/sivaram1998.md.

#include "papers/sivaram1998.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "papers/papers.h"

enum { PANELS = 2 };  // beside each other

static const char *const kOwnKeys[] = {"topology", "workload.", "host.", NULL};

// That of --router, or of --set run.router; "ref" without.
static const char *router_of(const cli_t *cli) {
  static const char kKey[] = "run.router=";
  const char *router = "ref";
  for (size_t i = 0; i < cli->sets.count; i++) {
    if (strncmp(cli->sets.item[i], kKey, sizeof kKey - 1) == 0) {
      router = cli->sets.item[i] + sizeof kKey - 1;
    }
  }
  return router;
}

static bool single(const cli_t *cli, sivaram_singles_t *singles, paper_report_t *r,
                   noc_error_t *error) {
  const bool ok = sivaram_singles(cli, singles, error);
  sivaram_single_figures(singles, r);
  if (ok) {
    sivaram_single_statements(singles, r);
  }
  return ok && sivaram_plans(cli, singles, r, error);
}

static bool under_load(const cli_t *cli, const sivaram_singles_t *singles, paper_report_t *r,
                       noc_error_t *error) {
  sivaram_loads_t *loads = calloc(1, sizeof *loads);
  if (loads == NULL) {
    return memory_fail(error, "the curves");
  }
  const bool ok = sivaram_loads(cli, singles, loads, error);
  sivaram_load_figures(loads, r);
  if (ok) {
    sivaram_load_statements(loads, r);
  }
  free(loads);
  return ok;
}

static bool rerun(const cli_t *cli, paper_report_t *r, noc_error_t *error) {
  static const char *const kColumns[] = {"x",       "latency",  "half width",
                                         "offered", "accepted", "multicasts"};
  sivaram_singles_t singles = {.networks = 0};
  report_columns(r, kColumns, sizeof kColumns / sizeof kColumns[0], 0, 1);
  report_panels(r, PANELS);
  report_heading(r, "Sivaram, Kesavan, Panda, Stunkel 1998, Figs. 6 to 11",
                 "32 nodes; 8 switches of 8 ports, R = 1 and messages of one 128-flit packet where "
                 "not said");
  if (strcmp(router_of(cli), "ref") != 0) {
    return sivaram_equal(cli, router_of(cli), r, error);
  }
  return single(cli, &singles, r, error) && under_load(cli, &singles, r, error) &&
         sivaram_unicast(cli, r, error);
}

const paper_t kSivaram1998 = {
    .name = "sivaram1998",
    .title =
        "R. Sivaram, R. Kesavan, D. K. Panda, C. B. Stunkel: Where to Provide Support for "
        "Efficient "
        "Multicasting in Irregular Networks: Network Interface or Switch?, ICPP 1998",
    .shows =
        "Figs. 6 to 11: latency of multicasts by worms and by interfaces, single and under load",
    .has_full = true,
    .own_keys = kOwnKeys,
    .run = rerun,
};
