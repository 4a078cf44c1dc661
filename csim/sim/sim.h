// sim -- a run of a scenario from start to result, without a command line: the proof that its
// routing cannot deadlock, its network and workload, the cycle loop with its watchdogs. It prints
// nothing and leaves signals and files alone; who watches is told.
//
//   sim_t s = {.scenario = scenario, .factory = bank_factory};
//   if (sim_read(&s) && sim_build(&s)) {
//     sim_loop(&s);          // or: sim_begin(&s); while (sim_cycle(&s)) ..
//   }
//   .. s.result, s.error, s.network, s.workload ..
//   sim_free(&s);

#ifndef NOC_SIM_H
#define NOC_SIM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/checkpoint.h"
#include "base/crew.h"
#include "base/error.h"
#include "base/peers.h"
#include "network/network.h"
#include "setup/scenario.h"
#include "sim/proofs.h"
#include "workload/workload.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  SIM_PASS,
  SIM_MISMATCH,
  SIM_RULE,          // a foreign router has broken a rule of links or packets
  SIM_SCOREBOARD,    // a packet lost, twice, misdelivered or changed
  SIM_CONSERVATION,  // flits or credits do not add up
  SIM_DEADLOCK,      // stalled, and the wait-for chain closes
  SIM_AGE,           // a packet is older than run.max_age
  SIM_LINK,          // the check of a link has found a wrong word
  SIM_TIMEOUT,       // stalled without a cycle, or not drained in time
  SIM_NOT_COMPARED,  // a lockstep run that has compared nothing
  SIM_NOTHING_SENT,  // .. that no flit has gone through
  SIM_FAULT,         // out of memory, a file that cannot be written
  SIM_INTERRUPTED
} sim_result_t;

// "pass", "mismatch", "scoreboard", ..: the word that the JSON result has.
const char *sim_result_name(sim_result_t result);

// Routers of another kind than run.router says.
typedef struct {
  uint32_t *router;
  const char **kind;  // of the bank, "rtl"
  size_t count;
} sim_places_t;

typedef struct sim sim_t;

// Who watches a run; each function may be NULL.
typedef struct {
  void *context;
  // After every cycle, of which then none is passed over even if nothing can happen in it.
  void (*cycle)(void *context, const sim_t *s);
  // Now and then, some hundred times a second, not in cycles that are passed over.
  void (*look)(void *context, const sim_t *s);
  // Something for people: a warning, or who waits for whom, in whole lines.
  void (*tell)(void *context, const char *lines);
  // Before every cycle: true ends the run.
  bool (*interrupted)(void *context);
  // Between two cycles, every checkpoint_every of them, and when the run is interrupted: the time
  // for sim_checkpoint().
  void (*checkpoint)(void *context, sim_t *s);
} sim_observer_t;

struct sim {
  scenario_t *scenario;
  sim_places_t places;     // freed with the sim
  bank_factory_t factory;  // NULL: golden banks only
  void *factory_context;
  sim_observer_t observer;
  profile_t *profile;  // NULL: none; outlives the sim
  crew_t *crew;        // threads that share the work of a cycle; NULL: one; outlives the sim
  // Processes that step this network together, in each of which this is called with the same
  // scenario; golden, without a crew and checkpoints. NULL: this process alone. Outlives the sim.
  // Rank 0 alone then has all that is found and counted.
  peers_t *peers;
  // The caller sends the messages of `traffic: external`, which is refused otherwise. The run does
  // not end when nothing is left to do.
  bool sends;
  // Packets are created behind the measurement window too, until all of the window have arrived,
  // or have had as long again: those measured last meet as much traffic as the first.
  bool keep_load;
  bool skip_idle;        // RTL at rest is not evaluated: results are the same
  bool warn;             // of packets that others pass, once
  uint64_t check_every;  // cycles between checks of conservation; 0: as the network's size allows
  uint64_t limit;        // cycle in which the run must be over; 0: as the scenario says
  uint64_t until;        // no cycle from this one on is passed over; 0: any may be
  uint64_t checkpoint_every;  // cycles; 0: never

  workload_input_t input;
  proofs_alone_t proved;  // before the input was read
  network_t *network;
  workload_t *workload;
  uint64_t end;  // cycle in which no more packets are created; UINT64_MAX: never
  sim_result_t result;
  noc_error_t error;  // what went wrong; text "" after a pass
  uint32_t stalled;   // virtual networks that stood still beside others; 0: the run did not end so

  // The state of the loop.
  bool resumed;     // it goes on from a checkpoint
  bool by_network;  // each virtual network is watched
  // Packets are created up to run.cycles, and then those on their way arrive; a collective or a
  // plan runs to its end, for which run.cycles is a limit.
  bool ends_by_cycles;
  uint64_t checkpoint_at;  // no checkpoint is due before this cycle; UINT64_MAX: never
  uint64_t age_check;      // cycle in which some packet may be older than run.max_age
  uint64_t stay_check;     // .. may have been in the network longer than ages allow
  uint64_t stall_cycles;   // without progress
  uint64_t plan_stall;     // .. before a plan is asked whether it waits for ever
  uint64_t idle;           // cycle in which there was nothing to do, when last looked
  uint64_t idle_network[SHAPE_MAX_VCS];
  uint64_t look_every;
};

// Does anything refuse the scenario before its workload is read (files and plans, which may take
// long)? Then reads that as well. False with s->error.
bool sim_check(sim_t *s);
bool sim_read(sim_t *s);
// The network and the workload, from the scenario, the input and the places that are there. The
// second leaves out the proof: of a scenario that has been built before, or that may deadlock.
bool sim_build(sim_t *s);
bool sim_build_network(sim_t *s);
void sim_free(sim_t *s);

// Runs to the end: sets result and error. The same by the cycle: sim_begin() runs up to run.reset,
// if there is one, and sim_cycle() is one cycle and what is checked behind it. False: the run is
// over.
void sim_loop(sim_t *s);
// The state of a run between two cycles, in a checkpoint of the same scenario. Reading comes behind
// sim_build(): the loop goes on from there, whatever the threads. Refuses, one line, what cannot be
// kept: NOC_BAD_INPUT.
bool sim_can_checkpoint(const sim_t *s, noc_error_t *error);
void sim_checkpoint(sim_t *s, checkpoint_t *c);
// The last checks, when nothing is left to do; sets result and error. False unless all has passed.
bool sim_verify(sim_t *s);
bool sim_begin(sim_t *s);
bool sim_cycle(sim_t *s);

// Traffic beyond saturation, by the rule of sweeps that one run can apply (docs/sweep.md): less
// than 95 % of the load is accepted, and the mean latency is more than twice that at zero load.
// The latency then measures the length of the run.
bool sim_saturated(const sim_t *s, const workload_result_t *w);
// All routers are nocstep's own. Of foreign ones the latency at zero load, the flow rate and the
// accesses to buffers are not known.
bool sim_knows_routers(const sim_t *s);
// Why there is no latency; NULL if there is one.
const char *sim_no_latency(const sim_t *s, const workload_result_t *w);

// Who waits for whom, and what hosts refuse, when the run stands still. True: a cycle. No process
// knows it of a network that several step: a stall is a timeout then.
bool sim_print_waiting(const sim_t *s, FILE *out);

// False, with the error: some packet is older than run.max_age, or has been in the network longer
// than router.age_bits allow. Tells whom it waits for. Looks at every node now and then; at the
// end, or when one that old has been delivered, at once.
bool sim_check_age(sim_t *s);
bool sim_check_age_at_end(sim_t *s);
// Tells of a packet that others pass, once a run and if s->warn; true if it has.
bool sim_warn_starved(sim_t *s);
// The packets that wait in front of the oldest.
void sim_print_waiting_for(const sim_t *s, const workload_oldest_t *oldest, FILE *out);

// The word of run.router: "ref", "rtl", "lockstep", "tops" or "gates".
const char *sim_router_name(const scenario_t *s);

// The work that the lockstep banks have done, those of tops and gates among them.
typedef struct {
  uint32_t routers, interfaces;
  uint64_t cycles;
  uint32_t registers_per_router;
  uint64_t comparisons;  // components times cycles
  uint64_t bits_compared;
  unsigned mismatches;
} sim_lockstep_t;
void sim_lockstep(const sim_t *s, sim_lockstep_t *lockstep);

#ifdef __cplusplus
}
#endif

#endif
