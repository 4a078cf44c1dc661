// fuzz_schedule -- libFuzzer on schedules that are read and checked: no crash; an error is one line
// that names the file. What passes is held against a network of six routers, whatever it says.

#include <stdint.h>

#include "require.h"
#include "schedule/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require_line(const noc_error_t *error, const char *path) {
  require(error->status == NOC_BAD_INPUT || error->status == NOC_CHECK_FAILED);
  require(strchr(error->text, '\n') == NULL && strncmp(error->text, path, strlen(path)) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  noc_error_t error = {0};
  schedule_read_t r;
  char path[FUZZ_PATH];
  const int file = fuzz_file(data, size, path);
  if (!schedule_read(path, &r, &error)) {
    require_line(&error, path);
  } else {
    topology_t *t = topology_create("mesh:3x2", &error);
    require(t != NULL);
    if (!schedule_check(t, &r, path, size % 2 == 1, &error)) {
      require_line(&error, path);
    }
    topology_free(t);
    schedule_read_free(&r);
  }
  (void)close(file);
  return 0;
}
