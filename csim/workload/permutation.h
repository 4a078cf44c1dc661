// permutation -- a permutation of the nodes from a file: where node 0 sends to, node 1, and so on.
//
// Text (or gzip of it): node numbers separated by blanks and line ends, one a node; '#' begins a
// comment, up to the end of the line.

#ifndef NOC_PERMUTATION_H
#define NOC_PERMUTATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

// Fills image[count] with different nodes, of as many in the file; count <= nodes. Errors as below.
bool node_list_read(const char *path, uint32_t count, uint32_t nodes, uint32_t *image,
                    noc_error_t *error);

// Fills image[nodes]. False if the file cannot be read or is no permutation of 0 to nodes - 1, with
// "path:line:column: there is ...; there must be ...".
bool permutation_read(const char *path, uint32_t nodes, uint32_t *image, noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
