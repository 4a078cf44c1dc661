// randomized -- alltoall without a schedule: each node sends straight to every other, in an order
// that it has drawn. So at no time do many send to the same, but by chance.
//
// Sources: E. Solomonik, CS 598 lecture 29: "in practice, randomized algorithms are used for
// all-to-all". Here the order is what is drawn; routes are those of the routing.

#include <stdlib.h>

#include "base/rng.h"
#include "collective/scheme.h"
#include "collective/schemes.h"

// Places of `to` in the order in which a node serves them.
static void draw_order(const participants_t *p, uint32_t node, uint32_t *order) {
  for (uint32_t j = 0; j < p->to.count; j++) {
    order[j] = j;
  }
  rng_shuffle(order, p->to.count, p->to.count, rng_key(p->seed, RNG_ORDER, node));
}

static void alltoall(plan_t *plan, const participants_t *p) {
  uint32_t *order = receives_create(plan, p->to.count);
  for (uint32_t i = 0; order != NULL && i < p->from.count; i++) {
    const uint32_t source = p->from.node[i];
    draw_order(p, source, order);
    for (uint32_t k = 0; k < p->to.count; k++) {
      const uint32_t destination = p->to.node[order[k]];
      if (destination != source) {
        (void)plan_pass_block(plan, source, destination, p->flits, pair_tag(p, i, order[k]),
                              kPlanNone);
      }
    }
  }
  free(order);
}

const scheme_t kRandomizedScheme = {
    .name = "randomized",
    .meaning = "a message for every pair, straight, in an order that each node draws",
    .use = {[COLLECTIVE_ALLTOALL] = {
                .meaning = "every node to every other, in an order drawn from run.seed",
                .compile = alltoall,
                .messages = unicast_messages}}};
