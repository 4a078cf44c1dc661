// idle_steps -- see idle_steps.h.

#include "workload/idle_steps.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct {
  uint64_t start, end;  // cycles of its first message's creation, and of its last arrival
  uint64_t slowest;     // of the closed form
  uint64_t startup;     // the same of a message without flits behind the head
  uint32_t arrived;
} idle_step_t;

struct idle_steps {
  const plan_t *plan;
  zero_load_t idle;
  bool at_once;
  uint32_t *left;     // [ops]: flits of a send that have not arrived
  idle_step_t *step;  // [steps]
  workload_wait_t *wait;
  uint32_t waits, waits_room;
};

idle_steps_t *idle_steps_create(const plan_t *plan, const zero_load_t *idle, bool at_once) {
  idle_steps_t *i = calloc(1, sizeof *i);
  if (i == NULL) {
    return NULL;
  }
  *i = (idle_steps_t){.plan = plan, .idle = *idle, .at_once = at_once};
  i->left = malloc(((size_t)plan->ops + 1) * sizeof *i->left);
  i->step = calloc(plan->steps, sizeof *i->step);
  if (i->left == NULL || i->step == NULL) {
    idle_steps_free(i);
    return NULL;
  }
  for (uint32_t op = 0; op < plan->ops; op++) {
    i->left[op] = plan->op[op].size;
  }
  return i;
}

void idle_steps_free(idle_steps_t *i) {
  if (i != NULL) {
    free(i->left);
    free(i->step);
    free(i->wait);
    free(i);
  }
}

void idle_steps_checkpoint(idle_steps_t *i, checkpoint_t *c) {
  CHECKPOINT_ARRAY(c, i->left, i->plan->ops);
  CHECKPOINT_ARRAY(c, i->step, i->plan->steps);
  CHECKPOINT_LIST(c, i->wait, i->waits_room, i->waits);
}

static bool waited(idle_steps_t *i, uint32_t send, uint64_t latency, uint64_t alone,
                   noc_error_t *error) {
  const plan_op_t *op = &i->plan->op[send];
  const unsigned step = i->plan->step[send] + 1U;
  if (!i->plan->schedule.forced) {
    return noc_fail(error, NOC_CHECK_FAILED,
                    "schedule: step %u: the message of %u flits from node %u to node %u took %llu "
                    "cycles, alone it takes %llu",
                    step, op->size, op->node, op->peer, (unsigned long long)latency,
                    (unsigned long long)alone);
  }
  if (!memory_room(&i->wait, &i->waits_room, i->waits + 1, sizeof *i->wait)) {
    return memory_fail(error, "messages that have waited");
  }
  i->wait[i->waits++] = (workload_wait_t){.step = step,
                                          .source = op->node,
                                          .destination = op->peer,
                                          .latency = latency,
                                          .alone = alone,
                                          .operation = send};
  return true;
}

bool idle_steps_arrived(idle_steps_t *i, uint32_t send, uint32_t flits, uint64_t created,
                        uint64_t now, unsigned hops, noc_error_t *error) {
  const uint32_t number = i->plan->step[send];
  if (number == PLAN_NO_STEP) {
    return true;
  }
  i->left[send] -= flits;
  idle_step_t *step = &i->step[number];
  step->start = step->arrived == 0 || created < step->start ? created : step->start;
  step->arrived++;
  step->end = now;
  if (i->left[send] > 0) {
    return true;
  }
  const uint32_t size = i->plan->op[send].size;
  const uint64_t alone = zero_load_latency(&i->idle, size, hops);
  const uint64_t startup = zero_load_latency(&i->idle, 1, hops) - 1;
  step->slowest = alone > step->slowest ? alone : step->slowest;
  step->startup = startup > step->startup ? startup : step->startup;
  return now - created == alone || waited(i, send, now - created, alone, error);
}

const void *idle_steps_seen(const idle_steps_t *i, size_t *bytes) {
  *bytes = i->plan->steps * sizeof *i->step;
  return i->step;
}

static void raise_to(uint64_t *to, uint64_t from) {
  *to = from > *to ? from : *to;
}

void idle_steps_add(idle_steps_t *i, const void *bytes) {
  const unsigned char *at = bytes;
  for (unsigned k = 0; k < i->plan->steps; k++) {
    idle_step_t from;
    idle_step_t *to = &i->step[k];
    memcpy(&from, at + k * sizeof from, sizeof from);
    if (from.arrived > 0) {
      to->start = to->arrived == 0 || from.start < to->start ? from.start : to->start;
      to->arrived += from.arrived;
      raise_to(&to->end, from.end);
      raise_to(&to->slowest, from.slowest);
      raise_to(&to->startup, from.startup);
    }
  }
}

// The cycle in which the first step with messages began.
static uint64_t first_start(const idle_steps_t *i) {
  for (unsigned k = 0; k < i->plan->steps; k++) {
    if (i->step[k].arrived > 0) {
      return i->step[k].start;
    }
  }
  return 0;
}

bool idle_steps_verify(const idle_steps_t *i, noc_error_t *error) {
  if (i->plan->schedule.forced) {
    return true;
  }
  uint64_t end = first_start(i);
  for (unsigned k = 0; k < i->plan->steps; k++) {
    const idle_step_t *step = &i->step[k];
    if (step->arrived == 0) {
      continue;  // of a schedule from a file
    }
    if (step->end - step->start != step->slowest) {
      return noc_fail(error, NOC_CHECK_FAILED,
                      "schedule: step %u took %llu cycles, its slowest message alone takes %llu",
                      k + 1, (unsigned long long)(step->end - step->start),
                      (unsigned long long)step->slowest);
    }
    if (step->start < end || (i->at_once && step->start > end)) {
      return noc_fail(error, NOC_CHECK_FAILED,
                      "schedule: step %u began in cycle %llu, the steps before ended in %llu",
                      k + 1, (unsigned long long)step->start, (unsigned long long)end);
    }
    end = step->end;
  }
  return true;
}

void idle_steps_result(const idle_steps_t *i, workload_schedule_t *r) {
  r->flits = plan_longest(i->plan);
  r->waits = i->waits;
  uint64_t end = first_start(i);
  for (unsigned k = 0; k < i->plan->steps; k++) {
    const idle_step_t *step = &i->step[k];
    r->alone += step->slowest;
    r->between += step->start > end ? step->start - end : 0;
    r->startup = step->startup > r->startup ? step->startup : r->startup;
    end = step->arrived > 0 ? step->end : end;
  }
}

// --- what has waited -----------------------------------------------------------------------------

// The router that a hop of a path leaves from.
static uint32_t router_at(const plan_t *p, const topology_t *t, const plan_path_t *path,
                          uint32_t hop) {
  topology_place_t at;
  (void)topology_injection(t, p->op[path->operation].node, &at, 1);
  for (uint32_t k = 0; k < hop; k++) {
    at.router =
        (uint32_t)t->peer_router[(size_t)at.router * t->ports + p->hop[path->first + k].port];
  }
  return at.router;
}

// Finds the first link of a message that another of its step takes, too.
static bool share_link(const plan_t *p, const topology_t *t, const plan_path_t *mine,
                       const plan_path_t *other, workload_wait_t *wait) {
  for (uint32_t k = 0; k < mine->count; k++) {
    const uint32_t router = router_at(p, t, mine, k);
    for (uint32_t n = 0; n < other->count; n++) {
      if (p->hop[mine->first + k].port == p->hop[other->first + n].port &&
          router == router_at(p, t, other, n)) {
        wait->place = WAIT_LINK;
        wait->router = router;
        wait->port = p->hop[mine->first + k].port;
        return true;
      }
    }
  }
  return false;
}

static void find_place(const plan_t *p, const topology_t *t, workload_wait_t *wait) {
  const plan_path_t *mine = &p->path[plan_path_of(p, wait->operation)];
  const plan_op_t *op = &p->op[wait->operation];
  for (uint32_t i = 0; i < p->paths; i++) {
    const plan_path_t *path = &p->path[i];
    const plan_op_t *other = &p->op[path->operation];
    if (path == mine || p->step[path->operation] + 1U != wait->step) {
      continue;
    }
    wait->other_source = other->node;
    wait->other_destination = other->peer;
    if (other->node == op->node || other->peer == op->peer) {
      wait->place = other->node == op->node ? WAIT_IN : WAIT_OUT;
      return;
    }
    if (share_link(p, t, mine, path, wait)) {
      return;
    }
  }
}

bool idle_steps_wait(const idle_steps_t *i, const topology_t *t, uint32_t number,
                     workload_wait_t *wait) {
  if (number >= i->waits) {
    return false;
  }
  *wait = i->wait[number];
  find_place(i->plan, t, wait);
  return true;
}
