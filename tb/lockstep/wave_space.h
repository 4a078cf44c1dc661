// wave_space -- a full disk under the FST writer. It maps temporary files into memory, so what does
// not fit on the disk is a bus error (SIGBUS) and no error of a call.

#ifndef NOC_WAVE_SPACE_H
#define NOC_WAVE_SPACE_H

// From now on a bus error removes the temporary file `temporary` and the writer's own beside it,
// says that waves cannot be written to `path`, and ends the program with NOC_ENVIRONMENT. One file
// at a time.
void wave_space_watch(const char *path, const char *temporary);
// Not any more.
void wave_space_unwatch(void);

#endif
