// wave_inputs -- see wave_inputs.h.

#include "lockstep/wave_inputs.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static bool no_memory(noc_error_t *error) {
  return noc_fail(error, NOC_ENVIRONMENT, "no memory for the stimulus");
}

bool wave_inputs_give(const inputs_t *s, int out, noc_error_t *error) {
  FILE *text = fdopen(out, "w");
  if (text == NULL) {
    return no_memory(error);
  }
  inputs_write(s, text);
  return fclose(text) == 0 || no_memory(error);
}

bool wave_inputs_take(const char *path, wave_child_read_t *read, void *context, inputs_t *s,
                      noc_error_t *error) {
  char name[64];
  wave_child_t child;
  inputs_t found;
  const int out = memfd_create("stimulus", 0);
  if (out < 0) {
    return no_memory(error);
  }
  (void)snprintf(name, sizeof name, "/proc/self/fd/%d", out);
  const bool ok = wave_child_start(&child, path, out, read, context, error) &&
                  wave_child_end(&child, error) && inputs_read(&found, name, error);
  (void)close(out);
  if (ok) {
    *s = found;
  }
  return ok;
}
