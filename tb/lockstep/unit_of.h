// unit_of -- which unit inside a router or interface a register, an output or a memory port belongs
// to, for a mismatch of which more is not known (culprit.h). The answer comes from the state lists
// of the units.

#ifndef NOC_UNIT_OF_H
#define NOC_UNIT_OF_H

#include "network/bank.h"

typedef struct {
  const char *name;    // "router.switch_allocator"; "router" for what lies in no unit of it
  const char *source;  // "rtl/router/switch_allocator.sv"; of a unit of several files, its part
} unit_t;

unit_t unit_of(component_t component, const noc_shape_t *shape, const bundle_field_t *field);

// The same by the name of its variable in waves, "in_count_p0_v1", where there is no shape: the
// unit, its place among those on the way of a packet, and how a value is shown ("dec", "hex"). A
// `wire` is a WIRE of the list; `copying` routers have other units.
typedef struct {
  unit_t unit;
  unsigned order;
  const char *radix;
} unit_variable_t;
unit_variable_t unit_of_variable(component_t component, bool copying, bool wire, const char *name);

// The file of a unit, "xor_unit", that a field of its list belongs to; `source` if it has one file.
const char *unit_part(const char *unit, const char *field, const char *source);

#endif
