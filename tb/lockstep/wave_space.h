// wave_space -- a full disk under the FST writer. It maps temporary files into memory, so what does
// not fit on the disk is a bus error (SIGBUS) and no error of a call.

#ifndef NOC_WAVE_SPACE_H
#define NOC_WAVE_SPACE_H

#include <stdbool.h>

// From now on a bus error removes the temporary file `temporary`, the writer's own beside it and
// their `owner`, says that waves cannot be written to `path`, and ends the program with
// NOC_ENVIRONMENT. One file at a time.
void wave_space_watch(const char *path, const char *temporary, const char *owner);
// Not any more.
void wave_space_unwatch(void);

// Whether `ulimit -f` limits files, so that more than the disk may be full.
bool wave_space_limited(void);

#endif
