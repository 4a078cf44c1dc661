// worm_needs -- what tree and path worms need: header flits, and a router and a routing that can
// carry them (docs/routing.md, "Worms").

#ifndef NOC_WORM_NEEDS_H
#define NOC_WORM_NEEDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "plan/plan.h"
#include "setup/scenario.h"

// A worm's last flit is data: a packet of one flit goes as one of two, and packets that are asked
// to have one flit have two.
enum { WORM_FLITS = 2 };

// The plan has tree worms or path worms.
static inline bool worms_any(const plan_t *p) {
  return plan_carries(p, CARRY_TREE) || plan_carries(p, CARRY_PATH);
}

// The packets of a scheme that are asked to have `flits` flits: worms have WORM_FLITS at least.
struct scheme;
unsigned worms_packet_flits(const struct scheme *scheme, unsigned flits);

// Header flits of a tree worm.
unsigned worm_headers(const scenario_t *s);
// Checks what worms of packets of up to `flits` flits need of a scenario. On error *key is the key
// at fault, "router.depth", and the text "there is ..; there must be ..".
bool worms_check(const scenario_t *s, unsigned flits, const char **key, noc_error_t *error);

// The same of path worms; *most is how many pairs a header may have then.
bool worms_check_path(const scenario_t *s, unsigned flits, uint32_t *most, const char **key,
                      noc_error_t *error);
// Pairs of a path worm's header in a flit; 0: none fits.
unsigned worm_pairs(const scenario_t *s);
// Header flits of the longest worm of a plan.
unsigned worms_headers(const scenario_t *s, const plan_t *p);

#endif
