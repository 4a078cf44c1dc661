// resolve -- where the roles of a map lie in the pins of a module at a place: all formulas of pins
// worked out, and what contradicts the module refused.

#ifndef NOC_RESOLVE_H
#define NOC_RESOLVE_H

#include "foreign/map.h"

// A place: what formulas say at each of the map's ports, and what {port} stands for there.
typedef struct {
  const char *name;  // of the place, for messages: "router 3,2"; "" for a network
  unsigned ports;
  const formula_values_t *values;  // [ports]
  const char *const *port_text;    // [ports]
} resolve_place_t;

// The role of each bit of the pins of a module.
typedef struct {
  const map_pin_t *role;  // NULL: none
  unsigned port;
} resolve_owner_t;
typedef struct {
  size_t *start;           // [pins + 1] of the bits of a pin, element by element
  resolve_owner_t *owner;  // [bits]
} resolve_owners_t;
void resolve_owners_free(resolve_owners_t *o);

// Fills all of *module but `port`. The memory goes with the map. `owners` may be NULL.
// NOC_BAD_INPUT with the place in the map.
bool resolve_module(map_t *m, const foreign_api_t *api, const resolve_place_t *place,
                    foreign_module_t *module, resolve_owners_t *owners, noc_error_t *error);

#endif
