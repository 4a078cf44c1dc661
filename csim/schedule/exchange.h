// exchange -- a schedule of all-to-all scatter on tori that needs no search: the step and the path
// of each message follow from its two ends. On tori whose radices are multiples of 4, the largest R
// of them 8 or more, N nodes take N R / 8 steps, in each of which every link that leads along a
// ring of R carries a message. Fewer are not enough, since half of the torus has N^2 / 4 messages
// for the other, over 2 N / R links.
//
// One ring of R. Let class i, 0 <= i < R / 2, be the nodes i and i + R / 2. Two classes, which
// differ by k, can exchange by four messages that go round the ring once, in one direction: k, then
// R / 2 - k hops, and again. In R / 2 - 1 rounds of a tournament each class meets each other once,
// so each node sends by all ways of less than half of the ring, in this direction. In one round
// more the classes are paired once: those of the first half of the pairs cross the ring, R / 2
// hops, and the others rest; in the other direction they change places. So a round and a direction
// say of each node how far it sends, and all of them together how far it is to every node.
//
// In k dimensions a round and a direction in each say for each node where to, first along x, then
// along y, and so on. What meets in a line is what may differ in the pair of the dimension alone.
// So those messages go together of which the pairs' numbers in all dimensions but the largest, and
// a shift, add up to the number in the largest: then each line has one pair, whose messages go
// round once. The same with the other direction in all dimensions goes beside it, with another
// shift, for a node sends one message a step. For squares of a multiple of 8 such phases are those
// of S. Hinrichs et al., An Architecture for Optimal All-to-All Personalized Communication, SPAA
// 1994; the tournament makes them for all multiples of 4.

#ifndef NOC_SCHEDULE_EXCHANGE_H
#define NOC_SCHEDULE_EXCHANGE_H

#include "schedule/problem.h"

// Scatter from all nodes to all, on such a torus with a node at each router.
bool exchange_fits(const schedule_problem_t *p);

// The schedule of a problem that fits, in order; false when memory is short.
bool exchange_schedule(const schedule_problem_t *p, schedule_t *found, noc_error_t *error);

#endif
