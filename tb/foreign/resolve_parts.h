// resolve_parts -- pins of a place found and taken, for resolve.c.

#ifndef NOC_RESOLVE_PARTS_H
#define NOC_RESOLVE_PARTS_H

#include "foreign/resolve.h"

enum { RESOLVE_NAME = 256, RESOLVE_LIST = 600, RESOLVE_AT = 160, RESOLVE_ANY = 0 };

typedef struct {
  map_t *m;
  const foreign_api_t *api;
  const resolve_place_t *place;
  unsigned port;  // that is worked at
  resolve_owners_t owners;
  noc_error_t *error;
} resolve_work_t;

// " at port E of router 3,2"; without `port`, the place alone.
const char *resolve_where(const resolve_work_t *w, bool port, char out[RESOLVE_AT]);

// "FILE:LINE:COLUMN: KEY is .. at port E of router 3,2; it must be ACCEPTED". Returns false.
bool resolve_fail(const resolve_work_t *w, const map_pin_t *pin, const char *accepted,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));

// Whether the text of a pin is another at each port, or should be.
bool resolve_is_of_port(const map_pin_t *pin);

// The name of a pin at a port.
void resolve_name(const char *name, const char *port, char out[RESOLVE_NAME]);

// The number of a pin; false if the module has none of this name.
bool resolve_is_known(const foreign_api_t *api, const char *name, uint32_t *pin);

// The bits that the text of a pin names, which nothing else has; a whole pin if it has no
// brackets. `bits`: how many it must have; RESOLVE_ANY: any number.
bool resolve_take(const resolve_work_t *w, const map_pin_t *pin, bool output, unsigned bits,
                  foreign_bits_t *out);

// Bits of a flit.
bool resolve_take_bits(const resolve_work_t *w, const map_pin_t *pin, foreign_bits_t flit,
                       foreign_bits_t *out);

#endif
