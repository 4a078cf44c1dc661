// sim_json -- the result of a run as JSON, "nocstep.run/1": section 10 of the contract.

#ifndef NOC_SIM_JSON_H
#define NOC_SIM_JSON_H

#include <jansson.h>

#include "network/energy.h"
#include "sim/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

// Makes the JSON of what the run itself tells. The members `links` (an empty list), `coverage` and,
// after a mismatch, `mismatch` are in their places for callers that can fill them. NULL when memory
// is short.
json_t *sim_json(sim_t *s);

// The member `energy`.
json_t *sim_energy_json(const network_energy_t *e);

#ifdef __cplusplus
}
#endif

#endif
