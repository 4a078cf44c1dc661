// netlist -- runs Yosys for plug-ins of netlists: a unit, with its parameters, becomes single gates
// and flip-flops, memories too, in one module of the unit's name.
//
//   rtl/pins/router_pins.sv and what it is made from -> <temp>/netlist.v -> <dir>/<name>.v, kept

#ifndef NOC_NETLIST_H
#define NOC_NETLIST_H

#include "dut/plugin_build.h"
#include "dut/toolchain.h"

// Whether there is $YOSYS or yosys.
bool netlist_find(const char *what, noc_error_t *error);

// The program and how it is called, for the plug-in's name.
uint64_t netlist_hash(uint64_t hash);

// Between toolchain_open() and toolchain_close(): writes netlist.v in t->temp, and keeps a copy
// beside the plug-in, for simulators of four states.
bool netlist_make(const toolchain_t *t, const plugin_job_t *job, noc_error_t *error);

#endif
