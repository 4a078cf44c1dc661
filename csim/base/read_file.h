// read_file -- the whole of a file that a person has written: a scenario, an address map.

#ifndef NOC_READ_FILE_H
#define NOC_READ_FILE_H

#include <stddef.h>

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { READ_FILE_MAX = 1 << 20 };  // bytes

// The bytes of a file, to be freed, and their number, with room for one more; "-" is standard
// input. NULL with *error: a file that cannot be opened or read, or of more than READ_FILE_MAX
// bytes.
char *read_file(const char *file, size_t *length, noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
