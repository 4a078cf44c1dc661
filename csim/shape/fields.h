// fields -- the C structs made from the state lists: one array pointer per field, over all members
// of a bank. Element e of member m of a field with `count` elements a member is at
// [m * count + e].

#ifndef NOC_FIELDS_H
#define NOC_FIELDS_H

#include <stdint.h>

#define FIELD_POINTER(name, type, bits, by, radix, meaning) type *name;
#define IN                                                  FIELD_POINTER
#define WIRE                                                FIELD_POINTER
#define OUT                                                 FIELD_POINTER
#define REG                                                 FIELD_POINTER

typedef struct {
#include "shape/router_state.def"
} router_fields_t;

typedef struct {
#include "shape/network_interface_state.def"
} interface_fields_t;

// IN and OUT alone.
typedef struct {
#include "shape/router_pins_state.def"
} router_pins_t;

typedef struct {
#include "shape/interface_pins_state.def"
} interface_pins_t;

#undef IN
#undef WIRE
#undef OUT
#undef REG
#undef FIELD_POINTER

#endif
