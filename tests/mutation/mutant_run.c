// mutant_run -- runs the lockstep stimulus of one unit on every mutant of a mutation build.
//
//   mutant_run --parameters NAME         the shape of the mutation build, as parameters of the RTL
//   mutant_run NAME COUNT CYCLES [SEED]  mutants 1 to COUNT, each to the first difference or CYCLES
//
// NAME is a unit, or UNIT@1, UNIT@2, .. for further shapes of it. Whole routers and interfaces also
// run in small meshes. Prints "live N" for each mutant that no comparison noticed, "mesh N" if only a
// mesh did, then "killed K of COUNT" for the unit alone and "meshes M" for the meshes alone. The unit
// itself (mutant 0) must be equal, else status 1. NOCSTEP_HOME names a directory whose rtl/ has the
// netlist in place of the unit: test_mutation.sh makes it.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dut/plugin.h"
#include "network/mutant_mesh.h"
#include "unit/shapes.h"
#include "unit/unit_lockstep.h"

// Small shapes, for cheap proofs; odd ones, so that a wrap-around is not a power of two. Whole
// routers and interfaces also name a mesh that is made of them.
typedef struct {
  const char *name;
  shape_choice_t choice;
  const char *mesh;
} entry_t;

// The same for other routings than the mesh's.
typedef struct {
  const char *name;
  routed_choice_t choice;
} routed_entry_t;

static const entry_t kShapes[] = {
    // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dimensions.
    {"rr_arbiter", {5, 1, 1, 32, 0, 3, 1, 0}, NULL},
    {"matrix_arbiter", {5, 1, 1, 32, 0, 3, 1, 0}, NULL},
    {"route_dor", {7, 1, 1, 32, 0, 3, 1, 2}, NULL},
    {"fifo", {3, 3, 3, 32, 0, 3, 1, 0}, NULL},
    {"input_unit", {3, 2, 5, 32, 1, 3, 1, 1}, NULL},
    {"output_unit", {3, 3, 3, 32, 0, 3, 1, 1}, NULL},
    {"vc_allocator", {3, 4, 5, 32, 1, 3, 2, 0}, NULL},
    {"switch_allocator", {3, 3, 2, 32, 0, 3, 1, 0}, NULL},
    {"crossbar", {3, 2, 2, 32, 0, 3, 1, 0}, NULL},
    {"injection", {3, 4, 5, 32, 0, 3, 2, 0}, NULL},
    {"ejection", {3, 4, 3, 32, 0, 3, 2, 0}, NULL},
    {"network_interface", {3, 4, 5, 32, 1, 3, 2, 1}, "mesh:5"},
    {"network_interface@1", {5, 3, 3, 64, 0, 2, 1, 2}, "mesh:5x2"},
    {"router", {3, 2, 5, 32, 1, 3, 1, 1}, "mesh:5"},
    {"router@1", {3, 4, 3, 32, 0, 2, 2, 1}, "mesh:5"},
    {"router@2", {5, 4, 4, 64, 0, 3, 1, 2}, "mesh:5x2"},
};

static const routed_entry_t kRouted[] = {
    {"route_dor@1", {{5, 2, 1, 32, 0, 3, 1, 2}, ROUTE_TORUS, 2, .digit_w = 3}},
    {"route_octagon", {{4, 2, 1, 32, 0, 3, 1, 1}, ROUTE_OCTAGON, 2, .digit_w = 4}},
    {"route_h3dm", {{9, 2, 1, 64, 0, 3, 1, 5}, ROUTE_H3DM, 2, .digit_w = 2}},
    {"route_table", {{3, 2, 1, 32, 0, 3, 1, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 5}},
    {"route_select",
     {{5, 2, 3, 32, 0, 3, 1, 0}, ROUTE_TABLE, 1, .groups = 1, .rows = 2, .adaptive = 1}},
    {"route_room",
     {{3, 4, 3, 32, 0, 3, 2, 0}, ROUTE_TABLE, 2, .groups = 1, .rows = 2, .adaptive = 1}},
    {"input_unit@1",
     {{3, 2, 3, 32, 0, 3, 1, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 3, .adaptive = 1}},
    {"vc_allocator@1", {{3, 4, 3, 32, 0, 3, 2, 1}, ROUTE_TORUS, 2, .digit_w = 2}},
    {"router@3",
     {{3, 2, 2, 32, 0, 2, 1, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 3, .adaptive = 1}},
};

// The same with a forwarding unit.
typedef struct {
  const char *name;
  shape_choice_t choice;
  forward_choice_t forward;
} forwarding_entry_t;

static const forwarding_entry_t kForwarding[] = {
    {"forward_unit", {3, 2, 5, 64, 0, 3, 1, 0}, {3, 3, 5, 3, 1}},
    {"injection@2", {3, 4, 5, 64, 0, 3, 1, 0}, {3, 3, 5, 3, 1}},
    {"ejection@2", {3, 2, 3, 64, 0, 3, 1, 0}, {3, 3, 5, 3, 1}},
    {"network_interface@3", {3, 4, 5, 64, 1, 3, 1, 1}, {3, 3, 5, 3, 1}},
};

// The same with an XOR unit.
typedef struct {
  const char *name;
  shape_choice_t choice;
  unsigned slots, flits, overhead, name_w;
} coded_entry_t;

static const coded_entry_t kCoded[] = {
    {"xor_unit", {3, 2, 3, 64, 0, 3, 2, 0}, 5, 3, 1, 3},
    {"injection@1", {3, 4, 5, 64, 0, 3, 2, 0}, 5, 3, 1, 3},
    {"ejection@1", {3, 2, 3, 64, 0, 3, 2, 0}, 5, 3, 1, 3},
    {"network_interface@2", {3, 2, 5, 64, 0, 3, 2, 1}, 6, 3, 2, 3},
};

// The same with routers that copy packets.
typedef struct {
  const char *name;
  routed_choice_t choice;
  unsigned string_bits, planes, sync_copies;
} copying_entry_t;

static const copying_entry_t kCopying[] = {
    {"worm_table", {{3, 2, 5, 32, 1, 3, 1, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 4}, 40, 3, 0},
    {"worm_decoder", {{3, 2, 6, 32, 1, 3, 1, 1}, ROUTE_MESH, 1, .digit_w = 2}, 40, 1, 0},
    {"worm_decoder@1",
     {{3, 2, 6, 32, 1, 3, 1, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 4, .adaptive = 1},
     40,
     3,
     0},
    {"branch_unit", {{3, 2, 6, 32, 1, 3, 1, 0}, ROUTE_TABLE, 1, .groups = 2, .rows = 4}, 40, 1, 0},
    {"branch_unit@1",
     {{3, 2, 3, 32, 0, 3, 1, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 4},
     20,
     3,
     0},
    {"branch_vc_allocator", {{3, 4, 5, 32, 1, 3, 2, 0}, ROUTE_TABLE, 2, .rows = 4}, 20, 1, 0},
    {"branch_switch_allocator", {{3, 2, 5, 32, 1, 3, 1, 1}, ROUTE_MESH, 1, .digit_w = 2}, 20, 1, 0},
    {"branch_switch_allocator@1",
     {{3, 2, 5, 32, 1, 3, 1, 1}, ROUTE_MESH, 1, .digit_w = 2},
     20,
     1,
     1},
    {"copy_crossbar",
     {{3, 2, 5, 32, 1, 3, 1, 0}, ROUTE_TABLE, 1, .groups = 2, .rows = 4},
     4064,
     1,
     0},
    {"router@4", {{3, 2, 6, 32, 1, 3, 1, 1}, ROUTE_MESH, 1, .digit_w = 2}, 40, 1, 0},
    {"router@5",
     {{3, 2, 5, 32, 1, 2, 1, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 4, .adaptive = 1},
     4,
     3,
     0},
};

typedef struct {
  char unit[32];
  noc_shape_t shape;
  const char *mesh;
} target_t;

static bool set_target(const char *name, noc_shape_t shape, const char *mesh, target_t *t) {
  (void)snprintf(t->unit, sizeof t->unit, "%.*s", (int)strcspn(name, "@"), name);
  t->mesh = mesh;
  t->shape = plugin_shape(t->unit, &shape);
  noc_error_t error;
  return shape_derive(&t->shape, &error);
}

static bool find_target(const char *name, target_t *t) {
  for (size_t i = 0; i < sizeof kShapes / sizeof kShapes[0]; i++) {
    if (strcmp(kShapes[i].name, name) == 0) {
      return set_target(name, shape_of(kShapes[i].choice), kShapes[i].mesh, t);
    }
  }
  for (size_t i = 0; i < sizeof kRouted / sizeof kRouted[0]; i++) {
    if (strcmp(kRouted[i].name, name) == 0) {
      return set_target(name, shape_routed(kRouted[i].choice), NULL, t);
    }
  }
  for (size_t i = 0; i < sizeof kForwarding / sizeof kForwarding[0]; i++) {
    if (strcmp(kForwarding[i].name, name) == 0) {
      return set_target(
          name, shape_forwarding(shape_of(kForwarding[i].choice), kForwarding[i].forward), NULL, t);
    }
  }
  for (size_t i = 0; i < sizeof kCoded / sizeof kCoded[0]; i++) {
    const coded_entry_t *c = &kCoded[i];
    if (strcmp(c->name, name) == 0) {
      return set_target(name, shape_coded(c->choice, c->slots, c->flits, c->overhead, c->name_w),
                        NULL, t);
    }
  }
  for (size_t i = 0; i < sizeof kCopying / sizeof kCopying[0]; i++) {
    const copying_entry_t *c = &kCopying[i];
    if (strcmp(c->name, name) == 0) {
      const noc_shape_t shape =
          shape_with_multicast(shape_routed(c->choice), c->string_bits, c->planes, c->sync_copies);
      return shape.multicast && set_target(name, shape, NULL, t);
    }
  }
  return false;
}

static void print_parameters(const noc_shape_t *s) {
  printf(
      "Ports %u\nVcs %u\nDepth %u\nFlitBits %u\nCutThrough %u\nPipeline %u\nNetworks %u\n"
      "Dims %u\nDigitW %u\nLocalW %u\nLenW %u\nMsgW %u\nAddrW %u\nN %u\nQueues %u\nPayloadW %u\n"
      "TagW %u\nClasses %u\nRouting %u\nLayersLog2 %u\nGroups %u\nRows %u\nAdaptive %u\n"
      "RouteLsb %u\nRouteW %u\nXorSlots %u\nXorFlits %u\nXorOverhead %u\nNameW %u\n"
      "Multicast %u\nSyncCopies %u\nStringBits %u\nPlanes %u\nHeadersLsb %u\n"
      "AgeW %u\nAgeLsb %u\n"
      "ForwardSlots %u\nForwardFlits %u\nForwardRows %u\nForwardChildren %u\nForwardLsb %u\n",
      s->ports, s->vcs, s->depth, s->flit_bits, s->cut_through, s->pipeline, s->networks, s->dims,
      s->digit_w, s->local_w, s->len_w, s->msg_w, s->addr_w, s->ports, s->vcs, s->flit_bits,
      s->tag_w, s->classes, s->routing, s->layers_log2, s->groups, s->rows, s->adaptive,
      s->route_lsb, s->route_w, s->xor_slots, s->xor_flits, s->xor_overhead, s->name_w,
      s->multicast, s->sync_copies, s->string_bits, s->planes, s->headers_lsb, s->age_bits,
      s->age_lsb, s->forward_slots, s->forward_flits, s->forward_rows, s->forward_children,
      s->forward_lsb);
}

// Whether the meshes notice mutant m.
static bool mesh_notices(const target_t *t, uint32_t m) {
  return t->mesh != NULL && !mutant_mesh_run(t->unit, &t->shape, t->mesh, m);
}

static int run_all(const target_t *t, uint32_t count, uint64_t cycles, uint64_t seed) {
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
  target_t target;
  if (argc == 3 && strcmp(argv[1], "--parameters") == 0 && find_target(argv[2], &target)) {
    print_parameters(&target.shape);
    return 0;
  }
  if ((argc == 4 || argc == 5) && find_target(argv[1], &target)) {
    plugin_quiet(true);
    return run_all(&target, (uint32_t)strtoul(argv[2], NULL, 10), strtoull(argv[3], NULL, 10),
                   argc == 5 ? strtoull(argv[4], NULL, 10) : 1);
  }
  fprintf(stderr, "usage: mutant_run --parameters NAME | mutant_run NAME COUNT CYCLES [SEED]\n");
  return 2;
}
