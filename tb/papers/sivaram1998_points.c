// sivaram1998_points -- the parameters of section 4.1, and networks and hosts made from them.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "papers/sivaram1998.h"
#include "scenario/scenario_load.h"
#include "setup/scenario.h"

enum { TEXT = 1200 };

static const char kName[] = "sivaram1998";  // stands for the file in messages

const sivaram_values_t kSivaramPoints[SIVARAM_POINTS] = {
    [SIVARAM_DEFAULT] = {1, 8, 128},      [SIVARAM_R_HALF] = {0.5, 8, 128},
    [SIVARAM_R_2] = {2, 8, 128},          [SIVARAM_R_5] = {5, 8, 128},
    [SIVARAM_16_SWITCHES] = {1, 16, 128}, [SIVARAM_32_SWITCHES] = {1, 32, 128},
    [SIVARAM_256_FLITS] = {1, 8, 256},    [SIVARAM_512_FLITS] = {1, 8, 512},
    [SIVARAM_1024_FLITS] = {1, 8, 1024},  [SIVARAM_2048_FLITS] = {1, 8, 2048},
};

const char *const kSivaramSchemes[SIVARAM_SCHEMES] = {
    [SIVARAM_TREE] = "tree-worm",
    [SIVARAM_PATH] = "path-worm",
    [SIVARAM_NI] = "kbinomial",
    [SIVARAM_BINOMIAL] = "binomial",
};

// Section 4.1. One VC: the paper has none. The routing computation, the crossbar and the link take
// a cycle each.
static const char kNetwork[] =
    "topology: irregular:switches=%u,ports=%u,hosts=%d,seed=%u\n"
    "router: {routing: updown, adaptive: true, vcs: 1, depth: 640, flit_bits: 64,"
    " switching: cut-through, pipeline: 3}\n"
    "%s";

scenario_t *sivaram_scenario(const cli_t *cli, const sivaram_network_t *network, const char *rest,
                             const char *last, noc_error_t *error) {
  char text[TEXT];
  const char **sets = malloc((cli->sets.count + 1) * sizeof *sets);
  if (sets == NULL) {
    (void)memory_fail(error, "a scenario");
    return NULL;
  }
  for (size_t i = 0; i < cli->sets.count; i++) {
    sets[i] = cli->sets.item[i];
  }
  sets[cli->sets.count] = last;
  (void)snprintf(text, sizeof text, kNetwork, network->switches, network->ports, SIVARAM_NODES,
                 network->seed, rest);
  scenario_t *s =
      scenario_parse(text, strlen(text), kName, sets, cli->sets.count + (last != NULL), error);
  free(sets);
  return s;
}

void sivaram_hosts(sivaram_point_t point, char *out, size_t size) {
  (void)snprintf(out, size, "host: {t_hs: %d, t_hr: %d, ratio: %g, bus: 1.33}\n", SIVARAM_HOST,
                 SIVARAM_HOST, kSivaramPoints[point].ratio);
}

bool sivaram_source(const cli_t *cli, sivaram_point_t point, unsigned seed, const char *rest,
                    const char *last, simulate_source_t *source, noc_error_t *error) {
  const sivaram_network_t network = {kSivaramPoints[point].switches, SIVARAM_PORTS, seed};
  scenario_t *s = sivaram_scenario(cli, &network, rest, last, error);
  const bool ok = s != NULL && simulate_source(cli, s, NULL, source, error);
  source->file = kName;  // the scenario goes
  source->scenario = NULL;
  scenario_free(s);
  return ok;
}
