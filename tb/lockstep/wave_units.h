// wave_units -- a save file of one router or interface, made from its state list alone: a group for
// each of its units, in the order in which a packet comes to them. Those of waves/units are made
// so.

#ifndef NOC_WAVE_UNITS_H
#define NOC_WAVE_UNITS_H

#include <stdbool.h>
#include <stdio.h>

#include "lockstep/wave_save.h"
#include "network/bank.h"

// `scope` is that of the component in waves in lockstep, "router_1,1", `dump` their file. `unit` is
// the only one that is wanted, "network_interface.xor_unit"; NULL: all. False if the stream fails.
bool wave_units_save(component_t component, const noc_shape_t *shape, const char *scope,
                     const char *unit, const char *dump, const save_format_t *format, FILE *out);

#endif
