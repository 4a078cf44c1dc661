// duts -- the RTL instances of a bank: one plug-in, one instance a member, their words.

#ifndef NOC_DUTS_H
#define NOC_DUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "dut/dut.h"
#include "dut/points.h"
#include "network/bank.h"

typedef struct duts duts_t;

// `config->shape` is normalised (plugin_shape()) and `layout` made from it. Loads the plug-in of
// the unit, and builds it if need be. `arrays` is what csim/shape/fields.h makes of the list, with
// the arrays of IN and OUT. NULL and NOC_ENVIRONMENT if there is none.
duts_t *duts_create(const bank_config_t *config, const bundle_layout_t *layout, const char *unit,
                    const void *arrays, noc_error_t *error);
// The arrays of a bank whose layout is that of its component.
const void *duts_arrays(const bank_config_t *config);
void duts_free(duts_t *d);
// The seed of a member's random initial values.
uint32_t duts_seed(const bank_config_t *config, uint32_t member);

// Mutation builds: picks the mutant of all members; false if the RTL has no input `mutsel`.
bool duts_mutant(const duts_t *d, uint32_t mutant);

void duts_reset(duts_t *d);
// One clock edge of one member, on the IN pins of the config. False: an assertion of the RTL
// failed. Different members may be stepped by different threads.
bool duts_step_member(duts_t *d, uint32_t member);
// The member was at rest, and the last step has left it as it was; only with config->skip_idle.
bool duts_rested(const duts_t *d, uint32_t member);
// Whether a member has, after a step, what the golden model has: `golden` is a router_fields_t or
// interface_fields_t of the bank, with all fields set.
bool duts_equal(const duts_t *d, uint32_t member, const void *golden);
// The compared words of a member after a step; WORDS_SLACK more may be read.
const uint32_t *duts_state(const duts_t *d, uint32_t member);
// Text of the first assertion of a member that failed, or NULL.
const char *duts_failed(const duts_t *d, uint32_t member);
// Sets the OUT pins of the config from the state.
void duts_drive(duts_t *d);

// Adds what all members have reached; nothing if the plug-in does not count it (plugin_cover()).
// False with the error.
bool duts_points(const duts_t *d, points_t *sum, noc_error_t *error);

size_t duts_snapshot_size(const duts_t *d);
void duts_save(const duts_t *d, void *to);
void duts_restore(duts_t *d, const void *from);
// The same in a checkpoint, which plug-ins of another build refuse.
void duts_checkpoint(duts_t *d, checkpoint_t *c);

#endif
