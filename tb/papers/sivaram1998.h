// sivaram1998 -- the parts of this paper: its parameters (points), latencies of single
// multicasts (single: Figs. 6 to 8), latencies under load (loads: Figs. 9 to 11), throughput of
// unicasts (unicast), and what the text says of all of it (statements).

#ifndef NOCSTEP_PAPER_SIVARAM1998_H
#define NOCSTEP_PAPER_SIVARAM1998_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "papers/report.h"
#include "runs/batch.h"
#include "runs/cli.h"
#include "runs/simulate.h"
#include "setup/scenario.h"

enum {
  SIVARAM_NODES = 32,
  SIVARAM_PORTS = 8,      // of a switch
  SIVARAM_NETWORKS = 10,  // of a number of switches, drawn with the seeds 1, 2, ..
  SIVARAM_PACKET = 128,   // flits
  SIVARAM_HOST = 1000,    // t_hs, t_hr: cycles
  SIVARAM_PARAMETERS = 3,
  SIVARAM_ALONG = 5,   // values of a parameter, at most
  SIVARAM_DEGREES = 4  // numbers of destinations
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

// A parameter: what one figure shows of single multicasts, and another under load.
typedef struct {
  const char *single, *load;  // numbers of the figures
  const char *name, *label;   // "R"; "R, t_hs / t_ns"
  sivaram_point_t along[SIVARAM_ALONG], loaded[SIVARAM_ALONG];
  size_t count, loads;
  size_t shown;  // of `loaded`, from here on; those before are in another figure
} sivaram_parameter_t;

extern const sivaram_values_t kSivaramPoints[SIVARAM_POINTS];
extern const sivaram_parameter_t kSivaramParameters[SIVARAM_PARAMETERS];
extern const unsigned kSivaramDegrees[SIVARAM_DEGREES];
extern const char *const kSivaramSchemes[SIVARAM_SCHEMES];  // names of nocstep

// "R 0.5", "16 switches", "512 flits"; returns out.
enum { SIVARAM_NAME = 32 };
const char *sivaram_name(const sivaram_parameter_t *p, sivaram_point_t point,
                         char out[SIVARAM_NAME]);
// The value of the parameter that this point stands for on an x-axis.
double sivaram_value(const sivaram_parameter_t *p, sivaram_point_t point);

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
// That of --seed, for what is drawn here.
uint64_t sivaram_seed(const cli_t *cli);
// "host: {..}" of a point.
void sivaram_hosts(sivaram_point_t point, char *out, size_t size);

// A mean over networks, each of which counts as much; NAN and 0 of no network.
typedef struct {
  double mean;
  double half_width;  // of the interval of 95 %; NAN of less than two
} sivaram_mean_t;
sivaram_mean_t sivaram_mean(const double *value, size_t count);

// Single multicasts on an idle network: cycles to the last delivery.
typedef struct {
  uint64_t seed;
  unsigned networks, sets;  // sets of nodes of each network
  sivaram_mean_t latency[SIVARAM_POINTS][SIVARAM_DEGREES][SIVARAM_SCHEMES];
  // Flits over all links, those of the nodes included.
  double flits[SIVARAM_POINTS][SIVARAM_DEGREES][SIVARAM_SCHEMES];
} sivaram_singles_t;
// Draws a set of a network, both counted from 0: first the source, then the destinations. Larger
// sets begin with the smaller ones.
void sivaram_draw(uint64_t seed, unsigned network, unsigned set, uint32_t node[SIVARAM_NODES]);
// Runs them all; what is done is there also when it ends early.
bool sivaram_singles(const cli_t *cli, sivaram_singles_t *all, noc_error_t *error);
void sivaram_single_figures(const sivaram_singles_t *all, paper_report_t *r);
void sivaram_single_statements(const sivaram_singles_t *all, paper_report_t *r);

// Adds the table and the statements about what the schemes plan for these sets. False with *error
// filled.
bool sivaram_plans(const cli_t *cli, const sivaram_singles_t *singles, paper_report_t *r,
                   noc_error_t *error);

// Random multicasts under load, of the schemes but the last. Loads are effective applied loads, the
// flits that a node creates times the degree, per cycle.
enum { SIVARAM_LOADED_SCHEMES = 3, SIVARAM_LOADED_DEGREES = 2, SIVARAM_LOADS = 16 };
extern const size_t kSivaramLoadedDegrees[SIVARAM_LOADED_DEGREES];  // indices into kSivaramDegrees

typedef struct {
  sivaram_mean_t latency;  // NAN where a network does not sustain the load
  double offered, accepted, multicasts;
} sivaram_loaded_t;

typedef struct {
  unsigned networks;
  bool has[SIVARAM_POINTS];  // these have been run
  double load[SIVARAM_LOADS];
  size_t loads;
  sivaram_loaded_t at[SIVARAM_POINTS][SIVARAM_LOADED_DEGREES][SIVARAM_LOADED_SCHEMES]
                     [SIVARAM_LOADS];
  double resolution;  // of the next
  // The highest load that is sustained, of those tried.
  sivaram_mean_t saturation[SIVARAM_POINTS][SIVARAM_LOADED_DEGREES][SIVARAM_LOADED_SCHEMES];
  double idle[SIVARAM_POINTS][SIVARAM_LOADED_DEGREES][SIVARAM_LOADED_SCHEMES];
} sivaram_loads_t;
// `singles` give the latencies on an idle network. What is done is there also when it ends early.
bool sivaram_loads(const cli_t *cli, const sivaram_singles_t *singles, sivaram_loads_t *all,
                   noc_error_t *error);
void sivaram_load_figures(const sivaram_loads_t *all, paper_report_t *r);
void sivaram_load_statements(const sivaram_loads_t *all, paper_report_t *r);

// Runs a part of the runs on golden models and on `router`, "rtl" or "lockstep", and adds figures
// and statements. False with *error filled: NOC_CHECK_FAILED when latencies differ.
bool sivaram_equal(const cli_t *cli, const char *router, paper_report_t *r, noc_error_t *error);

// Adds the table and the statement.
bool sivaram_unicast(const cli_t *cli, paper_report_t *r, noc_error_t *error);

#endif
