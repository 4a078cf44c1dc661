// engine_steps -- the steps of a plan: what each has to do, and on which virtual network; see
// engine.h.

#include <stdlib.h>

#include "workload/engine_state.h"

static void find_sending(const plan_t *plan, bool sends[PLAN_NO_STEP]) {
  for (uint32_t i = 0; i < plan->ops; i++) {
    if (plan->op[i].kind == PLAN_SEND && plan->step[i] != PLAN_NO_STEP) {
      sends[plan->step[i]] = true;
    }
  }
}

unsigned engine_sending_steps(const plan_t *plan) {
  bool sends[PLAN_NO_STEP] = {false};
  unsigned count = 0;
  if (plan->step != NULL) {
    find_sending(plan, sends);
  }
  for (unsigned k = 0; k < plan->steps; k++) {
    count += sends[k];
  }
  return count;
}

bool engine_steps_create(engine_t *e) {
  const plan_t *p = e->config.plan;
  if (p->step == NULL) {
    return true;
  }
  e->step = calloc(p->steps, sizeof *e->step);
  if (e->step == NULL) {
    return false;
  }
  for (uint32_t i = 0; i < p->ops; i++) {
    if (p->step[i] != PLAN_NO_STEP) {
      e->step[p->step[i]].left++;
      e->state[i].waits += e->config.sequential && engine_waits_for_barrier(p, i);
    }
  }
  bool sends[PLAN_NO_STEP] = {false};
  unsigned sending = 0;
  find_sending(p, sends);
  for (unsigned k = 0; k < p->steps; k++) {
    e->step[k].queue = (uint8_t)(e->queues > 1 && sends[k] ? sending : 0);
    sending += sends[k];
  }
  return true;
}

engine_step_t engine_step(const engine_t *e, unsigned step) {
  return e->step[step].time;
}
