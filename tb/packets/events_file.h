// events_file -- an event database of a run that is over, to be read: docs/events.md.
//
//   events_file_t *f = events_open(path, &error);
//   if (events_ask(f, "SELECT id FROM packet WHERE source = ?", 1, (uint64_t[]){3})) {
//     while (events_row(f)) { .. events_number(f, 0) .. }
//   }
//   if (!events_close(f, &error)) ...                // false: something could not be read
//
// One question at a time; after an error there are no more rows.

#ifndef NOCSTEP_EVENTS_FILE_H
#define NOCSTEP_EVENTS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef struct events_file events_file_t;

// NOC_BAD_INPUT for a file that is none, or of another version.
events_file_t *events_open(const char *path, noc_error_t *error);
// Frees it. False, with the first error, if something could not be read.
bool events_close(events_file_t *f, noc_error_t *error);

bool events_ask(events_file_t *f, const char *sql, size_t count, const uint64_t *given);
bool events_row(events_file_t *f);
// Whether something could not be read: then there was no row because of that.
bool events_failed(const events_file_t *f);
// Another such file beside it, under a name.
bool events_attach(events_file_t *f, const char *path, const char *name);
// A column of the row; UINT64_MAX: NULL. A text lives until the next row; "": NULL.
uint64_t events_number(events_file_t *f, int column);
const char *events_text(events_file_t *f, int column);
double events_real(events_file_t *f, int column);
// The only row's only column, of a question without values.
uint64_t events_one(events_file_t *f, const char *sql);

#endif
