// temporary -- a file beside a result, until the result is complete, which no killed run leaves for
// ever: a run that makes one first removes those in the same folder that no process owns.
//
// The owner holds a lock (flock), which the kernel lets go with its last descriptor. Two runs in
// one folder leave each other's alone.
//
//   temporary_t t;
//   if (!temporary_make(&t, "out.json")) ... errno
//   write to t.fd
//   if (rename(t.name, "out.json") == 0) ...
//   temporary_end(&t);

#ifndef NOC_TEMPORARY_H
#define NOC_TEMPORARY_H

#include <limits.h>
#include <stdbool.h>

// out.json.a1B2c3.nocstep-tmp. A writer with files of its own appends to this name, and removes
// them before temporary_end().
#define TEMPORARY_SUFFIX ".nocstep-tmp"

typedef struct {
  char name[PATH_MAX];
  int fd;  // for reading and writing; -1: there is none
} temporary_t;

// False with errno.
bool temporary_make(temporary_t *t, const char *place);

// Removes the file, if it still has this name, and lets it go. Nothing happens if there is none.
void temporary_end(temporary_t *t);

#endif
