// require -- what the fuzz targets check with.

#ifndef NOC_FUZZ_REQUIRE_H
#define NOC_FUZZ_REQUIRE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"

enum { FUZZ_PATH = 64 };

static inline void require(bool condition) {
  if (!condition) {
    abort();
  }
}

// A file in memory with these bytes; its name goes to `path`. The caller closes what is returned.
static inline int fuzz_file(const void *bytes, size_t size, char path[FUZZ_PATH]) {
  const int file = memfd_create("fuzz", 0);
  require(file >= 0);
  require(write(file, bytes, size) == (ssize_t)size);
  (void)snprintf(path, FUZZ_PATH, "/proc/self/fd/%d", file);
  return file;
}

// One line about bad input, which begins with "path:line:column: ".
static inline void require_place(const noc_error_t *error, const char *path) {
  unsigned long long line = 0;
  unsigned long long column = 0;
  require(error->status == NOC_BAD_INPUT && strchr(error->text, '\n') == NULL);
  require(strncmp(error->text, path, strlen(path)) == 0);
  require(sscanf(error->text + strlen(path), ":%llu:%llu: ", &line, &column) == 2);
  require(line >= 1 && column >= 1);
}

#endif
