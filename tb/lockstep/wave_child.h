// wave_child -- a file of waves is read in a process of its own: the library that reads it ends the
// program on a damaged file, which may also ask for any memory or lead it round and round.
//
//   wave_child_t child;
//   if (!wave_child_start(&child, path, out, read, context, &error)) ..
//   .. reads what comes out of `out`, whose end here is closed ..
//   if (!wave_child_end(&child, &error)) ..       // its line, or that the file is damaged

#ifndef NOC_WAVE_CHILD_H
#define NOC_WAVE_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/error.h"

// Reads the file that is open as `fst` (fstapi.h) and writes what it finds to `out`. False with the
// error.
typedef bool wave_child_read_t(void *fst, int out, void *context, noc_error_t *error);

typedef struct {
  const char *path;
  pid_t pid;
  noc_error_t *told;  // by the process
} wave_child_t;

// Blocks follow each other in the file from its header on, each with its length, up to the end. One
// that is cut off the library would read with signals missing, or go round in it for ever.
bool wave_child_whole(const char *path);

// Starts the process, with a limit of memory and of the processor's time. `path` stays until it has
// ended. NOC_BAD_INPUT if there is no such file.
bool wave_child_start(wave_child_t *c, const char *path, int out, wave_child_read_t *read,
                      void *context, noc_error_t *error);
// Waits for its end.
bool wave_child_end(wave_child_t *c, noc_error_t *error);
// Ends it: nobody wants the rest.
void wave_child_stop(wave_child_t *c);

#endif
