// run -- one run of a scenario: what run.c, run_loop.c, run_report.c and run_json.c share.

#ifndef NOCSTEP_RUN_H
#define NOCSTEP_RUN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/cli.h"
#include "cli/physical.h"
#include "cli/proofs.h"
#include "cli/run_coverage.h"
#include "lockstep/crew.h"
#include "lockstep/culprit.h"
#include "lockstep/wave.h"
#include "network/energy.h"
#include "network/network.h"
#include "setup/scenario.h"
#include "workload/workload.h"

typedef enum {
  RUN_PASS,
  RUN_MISMATCH,
  RUN_SCOREBOARD,    // a packet lost, twice, misdelivered or changed
  RUN_CONSERVATION,  // flits or credits do not add up
  RUN_DEADLOCK,      // stalled, and the wait-for chain closes
  RUN_AGE,           // a packet is older than run.max_age
  RUN_TIMEOUT,       // stalled without a cycle, or not drained in time
  RUN_NOT_COMPARED,  // a lockstep run that has compared nothing
  RUN_NOTHING_SENT,  // .. that no flit has gone through
  RUN_FAULT,         // out of memory, a file that cannot be written
  RUN_INTERRUPTED
} run_result_t;

// The routers of --rtl-at and --lockstep-at.
typedef struct {
  uint32_t *router;
  const char **kind;  // of the bank, "rtl"
  size_t count;
} run_places_t;

typedef struct {
  const cli_t *cli;
  scenario_t *scenario;
  workload_input_t input;
  proofs_alone_t proved;  // before the input was read
  run_places_t places;
  crew_t *crew;  // NULL with one thread
  network_t *network;
  workload_t *workload;
  wave_t *wave;  // NULL without --wave
  // Packets are created behind the measurement window too, until all of the window have arrived,
  // or have had as long again: those measured last meet as much traffic as the first.
  bool keep_load;
  bool warn;            // of packets that others pass, once
  uint64_t age_check;   // cycle in which some packet may be older than run.max_age
  uint64_t stay_check;  // .. may have been in the network longer than ages allow
  bool made_report;     // the folder of --report was not there before
  uint32_t stalled;  // virtual networks that stood still beside others; 0: the run did not end so
  run_result_t result;
  noc_error_t error;         // what went wrong; text "" after a pass
  culprit_t culprit;         // of a mismatch
  culprit_search_t *search;  // this run is done to find it; else NULL
  double wall_s;             // of the cycle loop
  run_coverage_t coverage;   // what the cycles until now have exercised
  physical_t physical;
} run_t;

// What the lockstep banks have done.
typedef struct {
  uint32_t routers, interfaces;
  uint64_t cycles;
  uint32_t registers_per_router;
  uint64_t comparisons;  // components times cycles
  uint64_t bits_compared;
  unsigned mismatches;
} run_lockstep_t;
void run_lockstep(const run_t *r, run_lockstep_t *lockstep);

// "pass", "mismatch", ...
const char *run_result_name(run_result_t result);
// The exit status.
int run_status(const run_t *r);

// Does anything refuse the scenario before its workload is read (files and plans, which may take
// long)? Then reads that as well.
bool run_check(run_t *r);
bool run_read(run_t *r);
// The network and the workload, from the scenario, the input and the places that are there.
bool run_build(run_t *r);
// The same of a scenario that has been built before.
bool run_build_network(run_t *r);
void run_free(run_t *r);

// After a mismatch: does the run again to find the unit to blame,
// for at most so many seconds (0: any time); sets r->culprit.
void run_find_culprit(run_t *r, double seconds);

// The cycle loop, from reset to the end; sets result, error and wall_s. Prints progress, and what a
// failure needs (mismatch report, wait-for chain), on standard error.
void run_loop(run_t *r);

// False, with the error: some packet is older than run.max_age, or has been in the network longer
// than router.age_bits allow. Prints whom it waits for on standard error. Looks at every node now
// and then; at the end, or when one that old has been delivered, at once.
bool run_check_age(run_t *r);
bool run_check_age_at_end(run_t *r);
// Who waits for whom, and what hosts refuse, when the run stands still. True: a cycle.
bool run_print_waiting(const run_t *r, FILE *out);
// Prints a warning, once a run and if r->warn, about a packet that others pass; true if it has.
bool run_warn_starved(run_t *r);

// Before anything is built: can the files of the run be written, and each to a place of its own?
bool run_check_outputs(run_t *r);

// Traffic beyond saturation, by the rule of sweeps
// that one run can apply (docs/sweep.md): less than
// 95 % of the load is accepted, and the mean latency is more than twice that at zero load. Then the
// latency measures the length of the run.
bool run_saturated(const run_t *r, const workload_result_t *w);

// Why there is no latency; NULL if there is one.
const char *run_no_latency(const run_t *r, const workload_result_t *w);

// The most memory that the program has had until now.
uint64_t run_peak_bytes(void);

// The VCs that a packet may take on a link can carry all that the link can.
bool run_sustains(const run_t *r);
// One line if a single VC cannot: what it carries, which depth it takes, and what several VCs do.
void run_print_rate(const run_t *r, const char *before, FILE *out);
// Of the summary: what the sources get, the oldest packet, and whom it waits for.
void run_print_fairness(run_t *r, FILE *out);
// Lines of the summary: what hosts refuse, and what is left of it at the end.
void run_print_refusals(const run_t *r, FILE *out);
// The summary as a table.
void run_summary(run_t *r, FILE *out);
// The result as JSON, "nocstep.run/1". False when memory is short or writing fails.
bool run_json(run_t *r, FILE *out);

// What a mismatch says: the unit to blame first, then
// the register that differed. NULL when memory is short.
json_t *run_mismatch_json(const run_t *r);

// The member `energy` of a result, and `joules`, that of --energy. NULL when memory is short.
json_t *run_energy_json(const network_energy_t *e);
json_t *run_joules_json(const physical_t *p, const network_energy_t *e);
// Of --clock and --energy: lines of the summary, and the member `physical`.
void run_print_physical(const run_t *r, const workload_result_t *w, FILE *out);
json_t *run_physical_json(const run_t *r, const workload_result_t *w);

// The router-to-router links, in the order of routers and ports, as a JSON list; errors are those
// of the stream.
void run_links(const run_t *r, FILE *out);

#endif
