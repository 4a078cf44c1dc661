// fuzz_inputs -- libFuzzer on the stimulus of a failure: no crash; an error is one line that names
// its place; and what is accepted is written and read again as the same.

#include <stdint.h>

#include "lockstep/inputs.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_and_read(const inputs_t *s) {
  char *text = NULL;
  size_t length = 0;
  char path[FUZZ_PATH];
  noc_error_t error = {0};
  inputs_t again;
  FILE *out = open_memstream(&text, &length);
  require(out != NULL);
  inputs_write(s, out);
  require(fclose(out) == 0);
  const int file = fuzz_file(text, length, path);
  require(inputs_read(&again, path, &error));
  require(again.clocks == s->clocks && again.component == s->component && again.seed == s->seed);
  require(memcmp(again.word, s->word, s->clocks * s->layout.in_words * sizeof *s->word) == 0);
  inputs_free(&again);
  (void)close(file);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[FUZZ_PATH];
  noc_error_t error = {0};
  inputs_t s;
  const int file = fuzz_file(data, size, path);
  if (inputs_read(&s, path, &error)) {
    write_and_read(&s);
    inputs_free(&s);
  } else if (error.status == NOC_BAD_INPUT) {
    require_place(&error, path);
  } else {
    require(error.status == NOC_ENVIRONMENT);
  }
  (void)close(file);
  return 0;
}
