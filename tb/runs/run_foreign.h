// run_foreign -- runs with somebody else's router: what its map decides in a scenario, what is
// refused with it, and the banks. docs/bring-your-own-router.md.

#ifndef NOCSTEP_RUN_FOREIGN_H
#define NOCSTEP_RUN_FOREIGN_H

#include "base/crew.h"
#include "foreign/bank_foreign.h"
#include "setup/scenario.h"
#include "sim/sim.h"

// The same as scenario_load() and scenario_parse(). With run.dut, the keys that the scenario leaves
// open and the map decides have its values: router.vcs, depth, flit_bits and routing.
scenario_t *foreign_scenario_load(const char *file, const char *const *sets, size_t n_sets,
                                  noc_error_t *error);
scenario_t *foreign_scenario_parse(const char *text, size_t length, const char *name,
                                   const char *const *sets, size_t n_sets, noc_error_t *error);

// The banks of a run, for sim.factory_context.
typedef struct {
  crew_t *crew;
  foreign_t *map;  // NULL without run.dut
  foreign_context_t foreign;
} run_banks_t;
bank_t *run_bank_factory(const char *kind, const bank_config_t *config, void *context,
                         noc_error_t *error);

// These two add the places of run.dut_at to those of the simulation; refuse what does not go with a
// foreign router, and load it. True without run.dut.
bool run_places_foreign(sim_t *s);
bool run_load_foreign(sim_t *s, run_banks_t *banks);
void run_free_foreign(run_banks_t *banks);

#endif
