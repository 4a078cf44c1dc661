// flattened -- the speed of rtl/top/mesh.sv verilated whole: what one would do without nocstep.
//
//   flattened MESH LOAD CYCLES      e.g. flattened mesh:4x4 0.2 20000
//
// The host pins of a golden run are recorded, then replayed into the flattened model, which is
// timed without the recording. Its host outputs are checked against the golden network in the
// recording run. Prints {"cycles_per_s": ..., "flit_hops_per_s": ..., "switched": ...}.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "network/mesh_top.h"
#include "network/session.h"

static double now(void) {
  struct timespec t;
  (void)clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int fail(const char *text) {
  (void)fprintf(stderr, "flattened: %s\n", text);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    return fail("usage: flattened MESH LOAD CYCLES");
  }
  char yaml[256];
  (void)snprintf(yaml, sizeof yaml,
                 "topology: %s\nworkload: {traffic: uniform, load: %s, packet_flits: 4}\n", argv[1],
                 argv[2]);
  const size_t cycles = strtoul(argv[3], NULL, 10);
  noc_error_t error = {0};
  session_t s;
  if (!session_open(&s, yaml, &error)) {
    return fail(error.text);
  }
  mesh_top_t *recorded = mesh_top_create(s.network, &error);
  mesh_top_t *timed = (recorded == NULL) ? NULL : mesh_top_create(s.network, &error);
  if (timed == NULL) {
    return fail(error.text);
  }
  const size_t words = mesh_top_in_words(timed);
  uint32_t *in = calloc(cycles * words, sizeof *in);
  if (in == NULL) {
    return fail("out of memory");
  }
  for (size_t c = 0; c < cycles; c++) {
    if (!workload_cycle(s.workload, &error)) {
      return fail(error.text);
    }
    mesh_top_pins(recorded, s.network, in + c * words);
    (void)network_step(s.network);
    mesh_top_step(recorded, in + c * words);
    uint32_t node;
    if (mesh_top_difference(recorded, s.network, &node) != NULL) {
      return fail("the flattened mesh differs from the golden network");
    }
  }
  const double start = now();
  for (size_t c = 0; c < cycles; c++) {
    mesh_top_step(timed, in + c * words);
  }
  const double wall = now() - start;
  const uint64_t switched = network_counts(s.network)->switched;
  (void)printf("{\"cycles_per_s\": %.0f, \"flit_hops_per_s\": %.0f, \"switched\": %llu}\n",
               (double)cycles / wall, (double)switched / wall, (unsigned long long)switched);
  free(in);
  mesh_top_free(recorded);
  mesh_top_free(timed);
  session_close(&s);
  return 0;
}
