// harness -- a scenario from text, its network and workload, and the loop around them, for the
// network tests.

#ifndef NOC_TEST_HARNESS_H
#define NOC_TEST_HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

// cmocka needs the four above first.
#include <cmocka.h>

#include "scenario/scenario_load.h"
#include "sim/sim.h"

// Settings as of `--set`, separated by blanks: "topology=mesh:2x2 router.vcs=1 ...". The banks are
// golden unless run.router says otherwise. Whether the routing can deadlock is not asked.
sim_t sim_create(const char *settings);
// The same, stepped by a crew, which outlives it; NULL: by one thread.
sim_t sim_create_threads(const char *settings, crew_t *crew);
// The same with banks of a test's own, and routers `at` of another kind.
sim_t sim_create_with(const char *settings, bank_factory_t factory, void *context,
                      const char *at_kind, const uint32_t *at, size_t n_at);
// The scenario alone; NULL with *error filled.
scenario_t *sim_scenario(const char *settings, noc_error_t *error);

// Fails the test unless the settings are refused with this in the sentence.
void sim_refused(const char *settings, const char *sentence);
// The sentence that refuses a hierarchical scheme where no groups can be found: in a network whose
// number of nodes has too few prime factors, for groups of two nodes or more, two or more of them
// at each level. NULL: the scheme is not refused, or has no groups.
const char *sim_no_groups(const topology_t *t, const char *scheme);

// Writes a file for `traffic: permutation`: these two nodes send to each other, others nothing.
void sim_write_pair(const char *path, unsigned nodes, unsigned one, unsigned other);

// One cycle and no more; false when the scoreboard has found a fault (in s->error).
bool sim_step(sim_t *s);
// Runs the scenario with its drain; every cycle count divisible by `check` checks conservation.
// False when a check has failed (in s->error), or after `limit` cycles (s->result is SIM_TIMEOUT).
bool sim_run(sim_t *s, uint64_t check, uint64_t limit);

// The text that the watchdog prints of a network that stands still, to be freed; `closed`: it says
// of a cycle that it is one.
char *sim_chain_text(network_t *n, bool *closed);
// The same of some virtual networks, a bit each.
char *sim_chain_text_of(network_t *n, uint32_t networks, bool *closed);
// Fails the test unless the text has this part.
void sim_expect(const char *text, const char *part);

// An element of a register of a router or an interface, by its name in the state list.
uint64_t sim_register(network_t *n, component_t component, uint32_t id, const char *name,
                      uint32_t index);

// A bank of a test's own, with the state list of its component and without a member's state.
bank_t *sim_made_bank(const bank_ops_t *ops, const bank_config_t *config);
void sim_made_reset(bank_t *b);  // does nothing
void sim_made_free(bank_t *b);

// A number that depends on all results of a run.
uint64_t sim_digest(sim_t *s);

// A packet's latency on an idle network: docs/timing.md.
uint64_t sim_closed_form(const sim_t *s, unsigned flits, unsigned hops);

#endif
