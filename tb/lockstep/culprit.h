// culprit -- the unit to blame for a mismatch: the first on the data's way (way.def) whose inputs
// agree and whose outputs differ. What a run compares are registers and memory ports of the whole:
// a wrong grant shows in the registers of all who take it. So the run is done again with golden
// models alone, and of the router or interface that differed the RTL is watched beside them, unit
// by unit (inside.h).
//
//   culprit_search_t search = {.component = .., .id = .., .steps = .., .found = &culprit};
//   culprit_search_begin(&search, shape, &error);
//   config.factory = culprit_factory; config.factory_context = &search;
//   ... the same run: network_step() returns false when it is found, or when it has not shown

#ifndef NOC_CULPRIT_H
#define NOC_CULPRIT_H

#include <stdbool.h>
#include <stdint.h>

#include "dut/dut.h"
#include "lockstep/inputs.h"
#include "lockstep/inside.h"
#include "network/bank.h"

// Plain bytes, but for texts that stay: a process may hand it to another.
typedef struct {
  bool found;
  uint64_t cycle;
  bool after_reset;             // in its registers, as reset left them
  inside_difference_t differs;  // field.name NULL: only an assertion has fired
  char unit[64];                // "router.vc_allocator"; "router": how its units are joined
  char source[96];              // "rtl/router/vc_allocator.sv"
} culprit_t;

typedef struct {
  // The caller sets these.
  component_t component;
  uint32_t id;
  uint64_t steps;  // of the bank up to the mismatch, those before a reset counted: no more are done
  culprit_t *found;  // zeroed
  // The search sets these; while the network is there, `inside` is what is inside the component.
  const inside_t *inside;
  const dut_plugin_t *plugin;
  const dut_watch_t *watch;
} culprit_search_t;

// Loads the plug-in that is watched, and builds it if need be. False with NOC_ENVIRONMENT. Else
// culprit_factory() does it.
bool culprit_search_begin(culprit_search_t *search, const noc_shape_t *shape, noc_error_t *error);

// A bank_factory_t; context is a culprit_search_t, which outlives the network. "lockstep" gives
// golden banks.
bank_t *culprit_factory(const char *kind, const bank_config_t *config, void *context,
                        noc_error_t *error);

// The same for a router or an interface alone, on a stimulus: *c, with `found` false if no unit
// shows it. False with NOC_ENVIRONMENT.
bool culprit_of_inputs(const inputs_t *s, culprit_t *c, noc_error_t *error);

#endif
