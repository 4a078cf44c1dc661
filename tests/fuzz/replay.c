// replay -- reads inputs again with a fuzz target, without libFuzzer: fuzz_x FILE... Each name is
// printed before its input is read, so that the last one is the one that a target stopped at. Ends
// with the number of inputs.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// As much as libFuzzer gives a target, and more than any committed input.
enum { MAX_BYTES = 1 << 20 };

static bool read_input(const char *name) {
  FILE *in = fopen(name, "rb");
  uint8_t *bytes = malloc(MAX_BYTES);
  bool ok = in != NULL && bytes != NULL;
  if (ok) {
    const size_t size = fread(bytes, 1, MAX_BYTES, in);
    ok = ferror(in) == 0 && feof(in) != 0;
    // A copy of its own length: what reads beyond it is seen by the address sanitizer.
    uint8_t *input = malloc(size > 0 ? size : 1);
    ok = ok && input != NULL;
    if (ok) {
      memcpy(input, bytes, size);
      (void)LLVMFuzzerTestOneInput(input, size);
    }
    free(input);
  }
  if (!ok) {
    perror(name);
  }
  free(bytes);
  if (in != NULL) {
    (void)fclose(in);
  }
  return ok;
}

int main(int argc, char *argv[]) {
  for (int i = 1; i < argc; i++) {
    (void)printf("%s\n", argv[i]);
    (void)fflush(stdout);
    if (!read_input(argv[i])) {
      return 1;
    }
  }
  (void)printf("%d inputs\n", argc - 1);
  return 0;
}
