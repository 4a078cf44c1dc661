// plan_check -- what plan_finish() checks; private to plan.c and plan_check.c.

#ifndef NOC_PLAN_CHECK_H
#define NOC_PLAN_CHECK_H

#include "workload/plan.h"

// Matches sends and receives, and looks for cycles; the successors are listed.
bool plan_check(plan_t *p, noc_error_t *error);

#endif
