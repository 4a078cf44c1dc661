// inputs -- the files that this command has read: none of its results takes the place of one.

#ifndef NOCSTEP_INPUTS_H
#define NOCSTEP_INPUTS_H

#include <stdbool.h>

#include "base/error.h"

// From now on each file that is opened to be read is kept in mind (base/input_watch.h). Once,
// before there are threads.
void inputs_watch(void);

// The command writes this file anew, with what it has read of it.
void inputs_forget(const char *path);

// True of a path that is none of them, by whatever name, or that there is no file at.
bool inputs_spared(const char *path, noc_error_t *error);

#endif
