// flattened -- the speed of rtl/top verilated whole: what one would do without nocstep.
//
//   flattened TOPOLOGY LOAD CYCLES      e.g. flattened mesh:4x4 0.2 20000
//
// The host pins of a golden run are recorded, then replayed into the flattened model, which is
// timed, by the processor's clock, without the recording. Its host outputs are checked against the
// golden network in the recording run.
// Prints {"cycles_per_s": ..., "flit_hops_per_s": ..., "switched": ...}.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "network/harness.h"
#include "network/network_top.h"

static _Noreturn void stop(const char *text) {
  (void)fprintf(stderr, "flattened: %s\n", text);
  exit(1);
}

static double processor_s(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    stop("usage: flattened TOPOLOGY LOAD CYCLES");
  }
  char settings[256];
  (void)snprintf(settings, sizeof settings, "topology=%s workload.traffic=uniform workload.load=%s",
                 argv[1], argv[2]);
  const size_t cycles = strtoul(argv[3], NULL, 10);
  sim_t s = sim_create(settings);
  network_top_t *recorded = network_top_create(s.network, &s.error);
  network_top_t *timed = (recorded == NULL) ? NULL : network_top_create(s.network, &s.error);
  if (timed == NULL) {
    stop(s.error.text);
  }
  const size_t words = network_top_in_words(timed);
  uint32_t *in = calloc(cycles * words, sizeof *in);
  if (in == NULL) {
    stop("out of memory");
  }
  for (size_t c = 0; c < cycles; c++) {
    if (!workload_cycle(s.workload, &s.error)) {
      stop(s.error.text);
    }
    network_top_pins(recorded, s.network, in + c * words);
    (void)network_step(s.network);
    network_top_step(recorded, in + c * words);
    uint32_t node;
    if (network_top_difference(recorded, s.network, &node) != NULL) {
      stop("the flattened network differs from the golden network");
    }
  }
  const double start = processor_s();
  for (size_t c = 0; c < cycles; c++) {
    network_top_step(timed, in + c * words);
  }
  const double seconds = processor_s() - start;
  const uint64_t switched = network_counts(s.network)->switched;
  (void)printf("{\"cycles_per_s\": %.0f, \"flit_hops_per_s\": %.0f, \"switched\": %llu}\n",
               (double)cycles / seconds, (double)switched / seconds, (unsigned long long)switched);
  free(in);
  network_top_free(recorded);
  network_top_free(timed);
  sim_free(&s);
  return 0;
}
