// fuzz_proof -- libFuzzer on proofs: no crash; an error is one line that names the file; and no
// bytes prove that what can be done in three steps cannot.

#include <stdint.h>

#include "require.h"
#include "schedule/proof.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool check(uint32_t steps, const char *path, noc_error_t *error) {
  const char *key = NULL;
  schedule_problem_t p;
  topology_t *t = topology_create("mesh:1@4", error);
  require(t != NULL);
  require(schedule_problem_create(t, "scatter", "0", NULL, 1, 0, &p, &key, error));
  const bool ok = proof_check(&p, steps, path, error);
  schedule_problem_free(&p);
  topology_free(t);
  return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[FUZZ_PATH];
  const int file = fuzz_file(data, size, path);
  for (uint32_t steps = 2; steps <= 3; steps++) {
    noc_error_t error = {0};
    if (check(steps, path, &error)) {
      require(steps == 2);
    } else {
      require(error.status == NOC_BAD_INPUT || error.status == NOC_CHECK_FAILED);
      require(strchr(error.text, '\n') == NULL);
      require(strncmp(error.text, path, strlen(path)) == 0);
    }
  }
  (void)close(file);
  return 0;
}
