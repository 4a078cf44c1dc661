// idle_steps -- holds the run of a schedule to what a schedule promises: no message waits for
// another, so each takes what it would take alone, by the closed form of docs/timing.md; a step
// takes what its slowest message does, and all steps together that in sum, and what lies between.

#ifndef NOC_IDLE_STEPS_H
#define NOC_IDLE_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/checkpoint.h"
#include "base/error.h"
#include "network/zero_load.h"
#include "plan/plan.h"
#include "workload/engine.h"
#include "workload/workload.h"

typedef struct idle_steps idle_steps_t;

// The steps of this plan are those of a schedule; it outlives this. NULL when memory is short.
// `at_once`: nothing is between the steps.
idle_steps_t *idle_steps_create(const plan_t *plan, const zero_load_t *idle, bool at_once);
void idle_steps_free(idle_steps_t *i);
void idle_steps_checkpoint(idle_steps_t *i, checkpoint_t *c);

// A packet of a send has arrived. NOC_CHECK_FAILED if it is the last of its message, and this took
// longer, or less long, than alone; messages of a forced schedule that wait are noted instead.
bool idle_steps_arrived(idle_steps_t *i, uint32_t send, uint32_t flits, uint64_t created,
                        uint64_t now, unsigned hops, noc_error_t *error);

// The run is over: NOC_CHECK_FAILED if a step has not taken what its slowest message takes alone,
// has begun before the one before it was over, or, where they follow at once, behind its end. Not
// of a forced schedule.
bool idle_steps_verify(const idle_steps_t *i, noc_error_t *error);

// The bytes of what has been seen of the steps here; adds those of another process, with hosts of
// other nodes. Not of a forced schedule.
const void *idle_steps_seen(const idle_steps_t *i, size_t *bytes);
void idle_steps_add(idle_steps_t *i, const void *bytes);

// Sets what follows `loose`.
void idle_steps_result(const idle_steps_t *i, workload_schedule_t *r);
// The i-th message that has waited, of those that were kept; false behind the last.
bool idle_steps_wait(const idle_steps_t *i, const topology_t *t, uint32_t number,
                     workload_wait_t *wait);

#endif
