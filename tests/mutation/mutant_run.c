// mutant_run -- runs the lockstep stimulus of one unit on every mutant of a mutation build.
//
//   mutant_run --parameters UNIT         the shape of the mutation build, as parameters of the RTL
//   mutant_run UNIT COUNT CYCLES [SEED]  mutants 1 to COUNT, each to the first difference or CYCLES
//
// Prints "live N" for each mutant that no comparison noticed, then "killed K of COUNT". The unit
// itself (mutant 0) must be equal, else status 1. NOCSTEP_HOME names a directory whose rtl/ has the
// netlist in place of the unit: test_mutation.sh makes it.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dut/plugin.h"
#include "unit/shapes.h"
#include "unit/unit_lockstep.h"

// Small shapes, for cheap proofs; odd ones, so that a wrap-around is not a power of two.
static const struct {
  const char *unit;
  shape_choice_t choice;
} kShapes[] = {
    {"rr_arbiter", {5, 1, 1, 32, 0, 3, 1, 0}},
    {"route_dor", {7, 1, 1, 32, 0, 3, 1, 2}},
    {"fifo", {3, 3, 3, 32, 0, 3, 1, 0}},
    {"input_unit", {3, 2, 5, 32, 1, 3, 1, 1}},
    {"output_unit", {3, 3, 3, 32, 0, 3, 1, 1}},
    {"vc_allocator", {3, 4, 5, 32, 1, 3, 2, 0}},
    {"switch_allocator", {3, 3, 2, 32, 0, 3, 1, 0}},
    {"crossbar", {3, 2, 2, 32, 0, 3, 1, 0}},
    {"injection", {3, 4, 5, 32, 0, 3, 2, 0}},
    {"ejection", {3, 2, 3, 32, 0, 3, 1, 0}},
    {"network_interface", {3, 4, 5, 32, 1, 3, 2, 0}},
    {"router", {3, 2, 5, 32, 1, 3, 1, 1}},
};

static bool find_shape(const char *unit, noc_shape_t *shape) {
  for (size_t i = 0; i < sizeof kShapes / sizeof kShapes[0]; i++) {
    if (strcmp(kShapes[i].unit, unit) == 0) {
      noc_shape_t s = shape_of(kShapes[i].choice);
      *shape = plugin_shape(unit, &s);
      noc_error_t error;
      return shape_derive(shape, &error);
    }
  }
  return false;
}

static void print_parameters(const noc_shape_t *s) {
  printf(
      "Ports %u\nVcs %u\nDepth %u\nFlitBits %u\nCutThrough %u\nPipeline %u\nNetworks %u\n"
      "Dims %u\nDigitW %u\nLocalW %u\nLenW %u\nMsgW %u\nAddrW %u\nN %u\nQueues %u\nPayloadW %u\n"
      "TagW %u\n",
      s->ports, s->vcs, s->depth, s->flit_bits, s->cut_through, s->pipeline, s->networks, s->dims,
      s->digit_w, s->local_w, s->len_w, s->msg_w, s->addr_w, s->ports, s->vcs, s->flit_bits,
      s->len_w + s->port_w + 2);
}

static int run_all(const char *unit, const noc_shape_t *shape, uint32_t count, uint64_t cycles,
                   uint64_t seed) {
  noc_error_t error = {0};
  unit_lockstep_t job = {.unit = unit,
                         .shape = shape,
                         .plugin = plugin_load(unit, shape, &error),
                         .seed = seed,
                         .cycles = cycles,
                         .episodes = 16};
  if (job.plugin == NULL) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  uint32_t killed = 0;
  for (uint32_t m = 0; m <= count; m++) {
    unit_lockstep_result_t result;
    job.mutant = m;
    bool equal = unit_lockstep_run(&job, &result);
    if (m == 0 && !equal) {
      fprintf(stderr, "without a mutation: %s\n", result.text);
      return 1;
    }
    if (m > 0 && equal) {
      printf("live %" PRIu32 "\n", m);
    }
    killed += m > 0 && !equal;
  }
  printf("killed %" PRIu32 " of %" PRIu32 "\n", killed, count);
  return 0;
}

int main(int argc, char **argv) {
  noc_shape_t shape;
  if (argc == 3 && strcmp(argv[1], "--parameters") == 0 && find_shape(argv[2], &shape)) {
    print_parameters(&shape);
    return 0;
  }
  if ((argc == 4 || argc == 5) && find_shape(argv[1], &shape)) {
    plugin_quiet(true);
    return run_all(argv[1], &shape, (uint32_t)strtoul(argv[2], NULL, 10),
                   strtoull(argv[3], NULL, 10), argc == 5 ? strtoull(argv[4], NULL, 10) : 1);
  }
  fprintf(stderr, "usage: mutant_run --parameters UNIT | mutant_run UNIT COUNT CYCLES [SEED]\n");
  return 2;
}
