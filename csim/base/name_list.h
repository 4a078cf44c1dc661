// name_list -- names as a sentence lists them: "hnc, hierarchy or combining".

#ifndef NOC_NAME_LIST_H
#define NOC_NAME_LIST_H

#include <stddef.h>

// Writes the names with commas between them, and `last` (" or ") before the last one. A list that
// does not fit is cut. Returns out.
char *name_list(const char *const *name, size_t count, const char *last, char *out, size_t size);

#endif
