// child -- runs Verilator and the compiler, with all that they start themselves, so that none of
// them outlives nocstep, however it ends.
//
//   struct sigaction old[2];
//   child_catch(old);              // SIGINT and SIGTERM end what runs
//   words_t w = {0};
//   words_add(&w, "g++"); ...
//   bool ok = child_run(&w, &place, NULL, &error);
//   words_free(&w);
//   child_restore(old);

#ifndef NOC_CHILD_H
#define NOC_CHILD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

// A command line.
typedef struct {
  char **word;  // NULL at the end, as execvp() wants it; NULL if there is none
  size_t count, room;
  bool failed;  // memory was short, or one was too long
} words_t;

void words_add(words_t *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The words up to a NULL; those of another command line too.
void words_add_list(words_t *w, const char *const *list);
void words_free(words_t *w);

// All else that a program needs besides its words.
typedef struct {
  const char *what;  // starts the line about a failure
  const char *log;   // its output is appended to this file
  const char *temp;  // a folder for temporary files, NULL: where all have them
} child_place_t;

// Runs a program, waits for it, and demands status 0. Standard output goes to the log as well, or
// to `output` if that is not NULL. NOC_INTERRUPTED after a signal, else NOC_ENVIRONMENT with the
// first line of the log that is an error.
bool child_run(const words_t *w, const child_place_t *place, const char *output,
               noc_error_t *error);

// The same with any status, which is for the caller to read: 127 of a program that was ended.
bool child_status(const words_t *w, const child_place_t *place, const char *output, int *status,
                  noc_error_t *error);

// From here to child_restore() SIGINT and SIGTERM end what runs; a second one ends nocstep at once.
void child_catch(struct sigaction old[2]);
void child_restore(const struct sigaction old[2]);
bool child_interrupted(void);

#endif
