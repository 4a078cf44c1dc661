// fuzz_paper -- libFuzzer on the files of papers: no crash; an error is one line with its place;
// what is accepted can be worked out without a run, whichever values it takes.

#include <stdint.h>

#include "papers/rerun.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (effort_t effort = EFFORT_USUAL; effort <= EFFORT_FULL; effort++) {
    noc_error_t error = {0};
    paper_file_t *f = paper_file_parse((const char *)data, size, "fuzz.yaml",
                                       &(paper_options_t){effort, 1}, &error);
    if (f == NULL || !rerun_check(f, &error)) {
      require_place(&error, "fuzz.yaml");
    }
    paper_file_free(f);
  }
  return 0;
}
