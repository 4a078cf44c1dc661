// source_lines -- lines of the RTL's files by their numbers, for reports.

#ifndef NOCSTEP_SOURCE_LINES_H
#define NOCSTEP_SOURCE_LINES_H

#include <stddef.h>

// The file that was asked for last.
typedef struct {
  const char *home;  // of files with a relative name
  char *file, *text;
} source_lines_t;

// The line without the blanks around it and without a comment behind it; "" if there is none.
// Returns `out`. Lines that are asked for one after the other should be of the same file.
char *source_line(source_lines_t *s, const char *file, unsigned line, char *out, size_t size);
void source_lines_free(source_lines_t *s);

#endif
