// mutant_run -- runs the lockstep stimulus of one unit on every mutant of a mutation build.
//
//   mutant_run --parameters NAME         the shape of the mutation build, as parameters of the RTL
//   mutant_run NAME COUNT CYCLES [SEED]  mutants 1 to COUNT, each to the first difference or CYCLES
//
// NAME is a row of mutant_targets.c: a unit, or UNIT@1, UNIT@2, .. for further shapes of it. Whole
// routers and interfaces also run in small meshes. Prints "live N" for each mutant that no
// comparison noticed, "mesh N" if only a mesh did, then "killed K of COUNT" for the unit alone and
// "meshes M" for the meshes alone. The unit itself (mutant 0) must be equal, else status 1.
// NOCSTEP_HOME names a directory whose rtl/ has the netlist in place of the unit: test_mutation.sh
// makes it.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dut/plugin.h"
#include "mutation/mutant_targets.h"
#include "network/mutant_mesh.h"
#include "unit/unit_lockstep.h"

static void print_parameters(const mutant_target_t *t) {
  const noc_shape_t *s = &t->shape;
#define PARAMETER(name, member) printf(#name " %u\n", s->member);
#include "shape/parameters.def"
#undef PARAMETER
  if (t->mesh != NULL) {
    printf("Mesh %s\n", t->mesh);
  }
}

// Whether the meshes notice mutant m.
static bool mesh_notices(const mutant_target_t *t, uint32_t m) {
  return t->mesh != NULL && !mutant_mesh_run(t->unit, &t->shape, t->mesh, m);
}

static int run_all(const mutant_target_t *t, uint32_t count, uint64_t cycles, uint64_t seed) {
  noc_error_t error = {0};
  unit_lockstep_t job = {.unit = t->unit,
                         .shape = &t->shape,
                         .plugin = plugin_load(t->unit, &t->shape, &error),
                         .seed = seed,
                         .cycles = cycles,
                         .episodes = 16};
  if (job.plugin == NULL) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  uint32_t killed = 0, meshes = 0;
  for (uint32_t m = 0; m <= count; m++) {
    unit_lockstep_result_t result;
    job.mutant = m;
    bool equal = unit_lockstep_run(&job, &result);
    bool mesh_equal = !mesh_notices(t, m);
    if (m == 0 && (!equal || !mesh_equal)) {
      fprintf(stderr, "without a mutation: %s\n", equal ? "a mesh differs" : result.text);
      return 1;
    }
    if (m > 0 && equal) {
      printf("%s %" PRIu32 "\n", mesh_equal ? "live" : "mesh", m);
    }
    killed += m > 0 && !equal;
    meshes += !mesh_equal;
  }
  printf("killed %" PRIu32 " of %" PRIu32 "\nmeshes %" PRIu32 "\n", killed, count, meshes);
  return 0;
}

int main(int argc, char **argv) {
  mutant_target_t target;
  if (argc == 3 && strcmp(argv[1], "--parameters") == 0 && mutant_target(argv[2], &target)) {
    print_parameters(&target);
    return 0;
  }
  if ((argc == 4 || argc == 5) && mutant_target(argv[1], &target)) {
    plugin_quiet(true);
    return run_all(&target, (uint32_t)strtoul(argv[2], NULL, 10), strtoull(argv[3], NULL, 10),
                   argc == 5 ? strtoull(argv[4], NULL, 10) : 1);
  }
  fprintf(stderr, "usage: mutant_run --parameters NAME | mutant_run NAME COUNT CYCLES [SEED]\n");
  return 2;
}
