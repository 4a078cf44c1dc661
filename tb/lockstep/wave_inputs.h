// wave_inputs -- a stimulus that a process of its own finds in waves, and hands over as its text.

#ifndef NOC_WAVE_INPUTS_H
#define NOC_WAVE_INPUTS_H

#include "base/error.h"
#include "lockstep/inputs.h"
#include "lockstep/wave_child.h"

// Runs `read` in that process, which ends with wave_inputs_give(); *s is then what it has given.
// False with one line, and *s is left as it was.
bool wave_inputs_take(const char *path, wave_child_read_t *read, void *context, inputs_t *s,
                      noc_error_t *error);
bool wave_inputs_give(const inputs_t *s, int out, noc_error_t *error);

#endif
