// sivaram1998 -- what docs/papers/sivaram1998.yaml calls, and what is run with another router than
// golden models.

#ifndef NOCSTEP_PAPER_SIVARAM1998_H
#define NOCSTEP_PAPER_SIVARAM1998_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "papers/expression.h"
#include "papers/report.h"
#include "runs/batch.h"
#include "runs/cli.h"
#include "runs/simulate.h"
#include "setup/scenario.h"

enum {
  SIVARAM_NODES = 32,
  SIVARAM_PORTS = 8,     // of a switch
  SIVARAM_PACKET = 128,  // flits
  SIVARAM_HOST = 1000,   // t_hs, t_hr: cycles
  SIVARAM_LOADED_SCHEMES = 3
};

typedef enum {
  SIVARAM_TREE,
  SIVARAM_PATH,
  SIVARAM_NI,
  SIVARAM_BINOMIAL,  // software alone; not in the paper's figures
  SIVARAM_SCHEMES
} sivaram_scheme_t;

// The defaults, and all with one parameter another.
typedef enum {
  SIVARAM_DEFAULT,
  SIVARAM_R_HALF,
  SIVARAM_R_2,
  SIVARAM_R_5,
  SIVARAM_16_SWITCHES,
  SIVARAM_32_SWITCHES,
  SIVARAM_256_FLITS,
  SIVARAM_512_FLITS,
  SIVARAM_1024_FLITS,
  SIVARAM_2048_FLITS,
  SIVARAM_POINTS
} sivaram_point_t;

typedef struct {
  double ratio;  // R, t_hs over t_ns
  unsigned switches;
  unsigned flits;  // of a message
} sivaram_values_t;

extern const sivaram_values_t kSivaramPoints[SIVARAM_POINTS];
extern const char *const kSivaramSchemes[SIVARAM_SCHEMES];  // names of nocstep

typedef struct {
  unsigned switches, ports, seed;
} sivaram_network_t;

// A network of section 4.1 and these sections behind it; then --set of the command line and, if it
// is not NULL, the set `last`. NULL with *error filled.
scenario_t *sivaram_scenario(const cli_t *cli, const sivaram_network_t *network, const char *rest,
                             const char *last, noc_error_t *error);
// The same at a point, for many runs. False with *error filled; the caller frees in any case.
bool sivaram_source(const cli_t *cli, sivaram_point_t point, unsigned seed, const char *rest,
                    const char *last, simulate_source_t *source, noc_error_t *error);
// "host: {..}" of a point.
void sivaram_hosts(sivaram_point_t point, char *out, size_t size);

// Runs a part of the paper on golden models and on `router`, "rtl" or "lockstep", and adds figures
// and statements. False with *error filled: NOC_CHECK_FAILED when latencies differ.
bool sivaram_equal(const cli_t *cli, const char *router, paper_report_t *r, noc_error_t *error);

// drawn_source(SEED, NETWORK, SET, NODES), drawn_nodes(SEED, NETWORK, SET, NODES, COUNT) as
// "5,7-9", and drawn_order() of the same as they were drawn, "9,5,8,7".
extern const function_t kDrawnSource, kDrawnNodes, kDrawnOrder;
// kbinomial_steps(N): of the tree of one packet to N nodes.
extern const function_t kKbinomialSteps;

#endif
