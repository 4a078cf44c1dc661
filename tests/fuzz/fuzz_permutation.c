// fuzz_permutation -- libFuzzer on permutations: no crash; an error is one line with its place;
// what is accepted is a permutation, and reads the same when it is written plainly.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "require.h"
#include "workload/permutation.h"

enum { NODES = 5 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The permutation in these bytes, which may be compressed.
static bool read_bytes(const void *bytes, size_t size, uint32_t image[NODES], char path[FUZZ_PATH],
                       noc_error_t *error) {
  const int file = fuzz_file(bytes, size, path);
  const bool ok = permutation_read(path, NODES, image, error);
  (void)close(file);
  return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  noc_error_t error = {0};
  uint32_t image[NODES];
  uint32_t again[NODES];
  char path[FUZZ_PATH];
  if (!read_bytes(data, size, image, path, &error)) {
    require_place(&error, path);
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
