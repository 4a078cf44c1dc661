// multicast_runs -- plans of random multicasts and their runs, for the tests of path worms and of
// multicasts that interfaces forward.

#ifndef NOC_TEST_MULTICAST_RUNS_H
#define NOC_TEST_MULTICAST_RUNS_H

#include "collective/scheme.h"
#include "harness.h"

// The scenario of a network, with a workload that stands for any; settings as of sim_create(). The
// caller frees it.
scenario_t *runs_network(const char *network);

// Every node sends `messages` messages of up to `longest` flits, to sets of all densities: the
// densest by `densest`, single nodes by unicast, the others by `scheme`; headers as for packets of
// `packet` flits.
// *carriers gets how many are no tree worms.
typedef struct {
  const scheme_t *scheme, *densest;
  uint32_t messages, longest, packet;
} runs_mix_t;
plan_t *runs_plan(const scenario_t *network, const runs_mix_t *mix, uint64_t seed,
                  uint32_t *carriers);
// Adds such messages, with tags from `tag` on, to a plan that is not finished.
void runs_add(plan_t *p, const scenario_t *network, const runs_mix_t *mix, uint64_t seed,
              uint32_t tag);

// The plan as GOAL text, which is read back and written again in the same words; then a run of it,
// which takes the plan.
sim_t runs_open(const char *network, const char *more, plan_t *plan, unsigned flit_bits);

// Runs to the end; everything has arrived and been checked.
void runs_check(sim_t *s, const char *what);

// Broadcast, multicast to three nodes, and with up to `most` nodes allgather, by worms of this
// scheme, whose packets have two flits at least.
void runs_collectives(const char *network, const char *scheme, uint32_t most);

// Runs; beat `at` of those that node 0 hands over to its interface, or to the forwarding unit
// there, is changed. The scoreboard finds a fault with this in its sentence; "": none. Frees the
// run.
typedef void (*runs_change_t)(const interface_fields_t *f, uint32_t slot);
void runs_fault(sim_t *s, bool forwarding, unsigned at, runs_change_t change, const char *expected);
void runs_unchanged(const interface_fields_t *f, uint32_t slot);

#endif
