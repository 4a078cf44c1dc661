// units -- which unit inside a router or interface a register, an output or a memory port belongs
// to, so that failures can be counted by unit. The answer comes from the state lists of the units.

#ifndef NOC_UNITS_H
#define NOC_UNITS_H

#include "network/bank.h"

typedef struct {
  const char *name;    // "router.switch_allocator"; "router" for what lies in no unit of it
  const char *source;  // "rtl/router/switch_allocator.sv"; of the forwarding unit, its part
} unit_t;

unit_t unit_of(component_t component, const noc_shape_t *shape, const bundle_field_t *field);

#endif
