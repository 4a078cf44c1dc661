// plan_check -- what plan_finish() checks and works out; private to the files plan*.c.

#ifndef NOC_PLAN_CHECK_H
#define NOC_PLAN_CHECK_H

#include "plan/plan.h"

// Matches sends and receives, and looks for cycles; the successors are listed.
bool plan_check(plan_t *p, noc_error_t *error);

// Fails with the place of an operation in front.
bool plan_fail_at(const plan_t *p, uint32_t operation, noc_error_t *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// Makes room in an array, of which `array` is the address, for one more element behind the `used`
// ones and for an end mark. False, and the plan is short of memory.
bool plan_make_room(plan_t *p, void *array, uint32_t used, uint32_t *room, size_t size);

// Multicasts and their destinations, before the requirements are listed; and, of a plan on a map,
// the copies in ascending order of the nodes.
bool plan_check_multicasts(const plan_t *p, noc_error_t *error);
void plan_sort_copies(plan_t *p);
// How a multicast is carried, whose copies have been checked: the nodes of pairs; of a forwarded
// one each destination is a child once, and a parent is the source or a child before. mark[nodes]
// is not `multicast` anywhere before.
bool plan_check_carrier(const plan_t *p, uint32_t multicast, uint32_t *mark, noc_error_t *error);
// Maps the nodes that carriers name, in a plan on a map.
void plan_map_carriers(plan_t *p);

// Checks a plan with items: what is passed on, combined and joined is items of the same node, of
// equal sizes. Comes before the requirements are listed.
bool plan_check_items(const plan_t *p, noc_error_t *error);
// Makes p->coding then, once the plan has passed plan_check().
bool plan_coding_create(plan_t *p, noc_error_t *error);
void plan_coding_free(plan_coding_t *coding);

#endif
