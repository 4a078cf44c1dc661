// barrier -- no node leaves before every node has entered: the operations that mark both in a plan,
// and the proof from the plan that no path of messages is missing.
//
// The plan of a barrier over n nodes begins with n computations of no length, the entries in the
// order of the nodes, and ends with n more, where the nodes leave.

#ifndef NOC_BARRIER_H
#define NOC_BARRIER_H

#include <stdbool.h>

#include "base/node_set.h"
#include "plan/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

void barrier_enter(plan_t *plan, const node_set_t *set);
void barrier_leave(plan_t *plan, const node_set_t *set);

// Whether every leaving depends on every entry, of a finished plan. NOC_INTERNAL if not.
bool barrier_prove(const plan_t *plan, const node_set_t *set, noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
