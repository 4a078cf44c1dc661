// schedule_barrier -- the barrier of packets between two steps of a schedule.
//
// A node waits until the step is over by the closed form of docs/timing.md, so that its packet
// disturbs no message of the step, and until its own messages have come; then it sends one flit to
// the first node. When all have come, that sends each a flit; a node that gets one waits until the
// last has got its own, by the closed form again. So all begin the next step in one cycle, with
// nothing left in the network.

#ifndef NOC_SCHEDULE_BARRIER_H
#define NOC_SCHEDULE_BARRIER_H

#include "collective/collectives.h"

typedef struct {
  plan_t *plan;
  const participants_t *p;
  uint32_t *node;   // [nodes]: those that take part, the first of which gathers
  uint32_t *place;  // [node of the topology]: in that list
  uint32_t nodes;
  uint32_t *begin;     // [nodes]: what the sends of this step wait for, or kPlanNone
  uint32_t *due;       // [nodes]: cycles behind the first release until the node has its own
  uint32_t *received;  // the receives of this step
  uint32_t receives, receives_room;
  uint32_t latest;  // of `due`
  uint32_t gap;     // cycles between two releases, so that one does not wait for another
  uint32_t length;  // of this step, in cycles
} schedule_barrier_t;

// False, and the plan is short of memory. schedule_barrier_free() in any case.
bool schedule_barrier_create(schedule_barrier_t *b, plan_t *plan, const participants_t *p);
void schedule_barrier_free(schedule_barrier_t *b);

// A message of the step that is under way.
void schedule_barrier_sends(schedule_barrier_t *b, uint32_t send);
void schedule_barrier_receives(schedule_barrier_t *b, uint32_t receive);

// The step is over: the operations of the barrier, and the next step begins.
void schedule_barrier_pass(schedule_barrier_t *b);

#endif
