// read_file -- see read_file.h.

#include "base/read_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input_watch.h"
#include "base/memory.h"

// Up to one byte more than the limit.
static char *read_some(const char *file, size_t *length, noc_error_t *error) {
  bool is_stdin = strcmp(file, "-") == 0;
  FILE *in = is_stdin ? stdin : fopen(file, "rb");
  if (in == NULL) {
    (void)noc_fail_file(error, file, "opened");
    return NULL;
  }
  if (!is_stdin) {
    input_opened(file);
  }
  char *text = malloc(READ_FILE_MAX + 1);
  if (text == NULL) {
    (void)memory_fail(error, file);
  } else {
    *length = fread(text, 1, READ_FILE_MAX + 1, in);
    if (ferror(in)) {
      (void)noc_fail_file(error, file, "read");
      free(text);
      text = NULL;
    }
  }
  if (!is_stdin) {
    (void)fclose(in);
  }
  return text;
}

char *read_file(const char *file, size_t *length, noc_error_t *error) {
  char *text = read_some(file, length, error);
  if (text != NULL && *length > READ_FILE_MAX) {
    (void)noc_fail(error, NOC_BAD_INPUT, "%s: " SAY_THERE_IS("a file above 1 MiB", "at most 1 MiB"),
                   file);
    free(text);
    return NULL;
  }
  return text;
}
