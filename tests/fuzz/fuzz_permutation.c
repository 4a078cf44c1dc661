// fuzz_permutation -- libFuzzer on permutations: no crash; an error is one line with its place; what
// is accepted is a permutation, and reads the same when it is written plainly.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "workload/permutation.h"

enum { NODES = 5 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition) {
  if (!condition) {
    abort();
  }
}

// The permutation in these bytes, which may be compressed.
static bool read_bytes(const void *bytes, size_t size, uint32_t image[NODES], char path[64],
                       noc_error_t *error) {
  const int file = memfd_create("permutation", 0);
  require(file >= 0);
  require(write(file, bytes, size) == (ssize_t)size);
  (void)snprintf(path, 64, "/proc/self/fd/%d", file);
  const bool ok = permutation_read(path, NODES, image, error);
  (void)close(file);
  return ok;
}

static void check_error(const noc_error_t *error, const char *path) {
  unsigned long long line = 0;
  unsigned long long column = 0;
  require(error->status == NOC_BAD_INPUT && strchr(error->text, '\n') == NULL);
  require(strncmp(error->text, path, strlen(path)) == 0);
  require(sscanf(error->text + strlen(path), ":%llu:%llu: ", &line, &column) == 2);
  require(line >= 1 && column >= 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  noc_error_t error = {0};
  uint32_t image[NODES];
  uint32_t again[NODES];
  char path[64];
  if (!read_bytes(data, size, image, path, &error)) {
    check_error(&error, path);
    return 0;
  }
  unsigned seen = 0;
  char text[64] = "";
  for (unsigned i = 0; i < NODES; i++) {
    require(image[i] < NODES && (seen >> image[i] & 1u) == 0);
    seen |= 1u << image[i];
    (void)snprintf(text + strlen(text), sizeof text - strlen(text), " %u", image[i]);
  }
  require(read_bytes(text, strlen(text), again, path, &error));
  require(memcmp(image, again, sizeof image) == 0);
  return 0;
}
