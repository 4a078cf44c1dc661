// output -- a result file that is there in full or not at all.
//
// The text is collected in memory, or from 1 MiB on in a temporary file in the same directory.
// output_commit() renames that file, so a run that is killed or a full disk never leaves half a
// file and never destroys the file of an earlier run. Devices and pipes are written in place. Rank
// 0 of mpirun alone writes; other ranks forget the text. A file that the command has read is
// refused (inputs.h).
//
//   output_t *out = output_open(path, &error);      // before the run: is the path writable?
//   if (!out) return cli_report(&error);
//   fprintf(output_stream(out), ...);
//   if (!output_commit(out, &error)) return cli_report(&error);

#ifndef NOCSTEP_OUTPUT_H
#define NOCSTEP_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

struct json_t;
typedef struct output output_t;

// True when a file of the user's own can be made at the path, or replaced there: for writers that
// rename a file of theirs into place. A device or a pipe is refused, since it would be replaced.
bool output_check(const char *path, noc_error_t *error);

// The folder of an option, "--report": makes it if it is not there, then *made. NULL: none is
// wanted.
bool output_folder(const char *option, const char *folder, bool *made, noc_error_t *error);
// Until the next call with false, SIGINT and SIGTERM end the program with NOC_INTERRUPTED, after
// they have taken such folders away again if nothing is in them: for the time before there are
// results.
void output_guard(bool on);
// Takes a folder that was made away again, if nothing is in it.
void output_folder_discard(const char *folder, bool made);

// "-", and not NULL.
bool output_is_stdout(const char *path);

// Both paths name the same file, which may not be there yet.
bool output_same(const char *a, const char *b);

// "-" is standard output. NULL with NOC_BAD_INPUT when the path cannot be written, NOC_ENVIRONMENT
// when the disk is full or memory is short.
output_t *output_open(const char *path, noc_error_t *error);

// The same with the temporary file from the beginning: the stream has its descriptor. For paths
// that output_check() allows.
output_t *output_open_large(const char *path, noc_error_t *error);

FILE *output_stream(output_t *out);
// False, with the sentence of this error number: the file cannot be written.
bool output_fail(const output_t *out, int code, noc_error_t *error);

// Makes the file appear; frees `out` either way. On failure nothing has changed on the disk.
bool output_commit(output_t *out, noc_error_t *error);
// The same of a result that is one JSON, of which it takes over the reference; NULL: there was no
// memory for it.
bool output_commit_json(output_t *out, struct json_t *root, noc_error_t *error);

// Forgets what was written; nothing appears. NULL is allowed.
void output_discard(output_t *out);

#endif
