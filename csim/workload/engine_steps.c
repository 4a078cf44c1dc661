// engine_steps -- the steps of a plan: what each has to do; see engine.h.

#include <stdlib.h>

#include "workload/engine_state.h"

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
  return true;
}

engine_step_t engine_step(const engine_t *e, unsigned step) {
  return e->step[step].time;
}
