// decimal -- unsigned decimal numbers as users write them: digits only, no sign, no blanks, no
// leading zeros (010 is octal to YAML), never wrapping.

#ifndef NOC_DECIMAL_H
#define NOC_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The number that `text` starts with. Returns its length in characters, 0 when there is none.
// A number above 64 bits gives UINT64_MAX, so it fails any range check below that.
size_t decimal_scan(const char *text, uint64_t *value);

// The whole of `text` is one number that fits 64 bits.
bool decimal_parse(const char *text, uint64_t *value);

#endif
