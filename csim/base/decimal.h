// decimal -- numbers as users write them. Whole ones are unsigned: digits only, no sign, no blanks,
// no leading zeros (010 is octal to YAML), never wrapping.

#ifndef NOC_DECIMAL_H
#define NOC_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The number that `text` starts with. Returns its length in characters, 0 when there is none.
// A number above 64 bits gives UINT64_MAX, so it fails any range check below that.
size_t decimal_scan(const char *text, uint64_t *value);

// True of digits with a zero in front: 01.
bool decimal_is_padded(const char *digits);

// The whole of `text` is one number that fits 64 bits.
bool decimal_parse(const char *text, uint64_t *value);

// The whole of `text` is one finite number as people write it: 0.2, -3, 2e-1. Neither hexadecimal
// nor leading zeros, blanks, nan or inf, which strtod() alone would take.
bool decimal_real(const char *text, double *value);

#endif
