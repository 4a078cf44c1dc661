// forwarded -- what the schemes have in common whose messages interfaces pass on packet by packet,
// along a tree that each of them chooses.

#ifndef NOC_FORWARDED_H
#define NOC_FORWARDED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "collective/forward_tree.h"
#include "collective/multicast_schemes.h"
#include "setup/scenario.h"

// Packets of a message of so many flits.
uint32_t forwarded_packets(const multicast_planner_t *c, uint32_t flits);

// The multicast a->m along this tree, as an operation of the plan.
void forwarded_add(multicast_adder_t *a, const forward_tree_t *tree);

// For scheme_multicast_t.check.
bool forwarded_check(const scenario_t *s, unsigned packet_flits, multicast_planner_t *c,
                     const char **key, noc_error_t *error);

#endif
