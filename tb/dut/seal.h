// seal -- whether a file is what was built, and whose it is.
//
// Beside each file that was built there is <file>.sum, with its size, a checksum of its content and
// its name. It tells damage: a file cut off, emptied, overwritten, or put there under another name.
// It does not protect from anybody who may write to the folder; for that there is trust.

#ifndef NOC_SEAL_H
#define NOC_SEAL_H

#include <stdbool.h>

#include "base/error.h"

// Writes <name>.sum, the seal of `made`, which is going to be `place`: before it is renamed, so
// that a file without a seal is never found there.
bool seal_write(const char *made, const char *place);

// Says what is wrong with a file, for people ("is empty"); NULL if it is as it was sealed.
const char *seal_broken(const char *place);

// Removes both.
void seal_remove(const char *place);

// Code is loaded only from a folder that belongs to the user or to root, and in which nobody else
// may write; and so the file. Else NOC_ENVIRONMENT, which says what to do.
bool trust_folder(const char *folder, noc_error_t *error);
bool trust_file(const char *path, noc_error_t *error);

#endif
