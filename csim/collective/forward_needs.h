// forward_needs -- what multicasts that interfaces forward (docs/microarchitecture.md, section 16)
// need of a scenario, and of the forwarding units of its network.

#ifndef NOC_FORWARD_NEEDS_H
#define NOC_FORWARD_NEEDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "plan/plan.h"
#include "setup/scenario.h"

// Whether interfaces can forward messages of up to so many packets. NOC_BAD_INPUT, "there is ..;
// there must be ..", and *key is the key at fault, "workload.slots".
bool forward_check(const scenario_t *s, uint64_t packets, const char **key, noc_error_t *error);

// Fills in what forwarding asks of a scenario and of the shape of its network, for the multicasts
// of a finished plan in packets of up to so many flits: the unit's parameters, and msg_w.
// NOC_BAD_INPUT, and *key is the key at fault.
bool forward_shape(const scenario_t *s, const plan_t *plan, unsigned packet_flits,
                   noc_shape_t *shape, const char **key, noc_error_t *error);

#endif
