// inside -- the units of one router or interface in RTL, each held against its own golden model on
// the inputs that the RTL gives it: what differs then is the unit's own doing.
//
//   RTL  in --> [ input_unit ] --front_tag--> [ vc_allocator ] --in_won--> ...
//                    |  ^                          |    ^
//   golden           '--'== ?                      '----'== ?      from the RTL's inputs each
//
// The RTL is a plug-in built to be watched (dut.h); the golden models are those of twins.h, in the
// order of way.def.

#ifndef NOC_INSIDE_H
#define NOC_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "dut/dut.h"
#include "network/bank.h"

typedef struct inside inside_t;

// The first difference on the data's way.
typedef struct {
  bool whole;     // no unit differs from its model: only the whole does, so how they are joined
  char unit[32];  // the model: "vc_allocator"
  const char *source;    // "rtl/router/vc_allocator.sv"
  char path[160];        // of the instance: "gen_in[2].u_in"; "" of the whole
  bundle_field_t field;  // of the unit's own list
  uint32_t index;
  uint64_t rtl, golden;
} inside_difference_t;

// Makes a component of this shape, which plugin_shape() has made; the plug-in has been loaded
// watched. `seed`: random values before the first reset. NULL with NOC_ENVIRONMENT if memory is
// short.
inside_t *inside_create(const dut_plugin_t *plugin, const dut_watch_t *watch, component_t component,
                        const noc_shape_t *shape, uint32_t seed, noc_error_t *error);
void inside_free(inside_t *in);

uint32_t inside_in_words(const inside_t *in);  // of the whole
// Units that are held against a model, the whole first; their paths: "router.gen_plain.u_va".
size_t inside_units(const inside_t *in);
const char *inside_path(const inside_t *in, size_t unit);

// A reset, or a clock cycle, with these IN words. False, with *d filled, if something differs; that
// is the last that may be asked.
bool inside_reset(inside_t *in, const uint32_t *words, inside_difference_t *d);
bool inside_step(inside_t *in, const uint32_t *words, inside_difference_t *d);
// The text of an assertion that has fired, or NULL.
const char *inside_failed(const inside_t *in);

#endif
