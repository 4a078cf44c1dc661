// mutant_targets -- see mutant_targets.h.

#include "mutation/mutant_targets.h"

#include <stdio.h>
#include <string.h>

#include "dut/plugin.h"
#include "unit/shapes.h"

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
    {"wavefront", {5, 1, 1, 32, 0, 3, 1, 0}, NULL},
    {"route_dor", {7, 1, 1, 32, 0, 3, 1, 2}, NULL},
    {"fifo", {3, 3, 3, 32, 0, 3, 1, 0}, NULL},
    {"input_unit", {3, 2, 5, 32, 1, 3, 1, 1}, NULL},
    {"output_unit", {3, 3, 3, 32, 0, 3, 1, 1}, NULL},
    {"vc_allocator", {3, 4, 5, 32, 1, 3, 2, 0}, NULL},
    {"switch_allocator", {3, 3, 5, 32, 1, 3, 1, 0}, NULL},
    {"crossbar", {3, 2, 2, 32, 0, 3, 1, 0}, NULL},
    {"link_encoder", {3, 3, 1, 32, 0, 3, 1, 0}, NULL},
    {"link_decoder", {3, 3, 1, 32, 0, 3, 1, 0}, NULL},
    {"host_guard", {7, 3, 5, 32, 1, 3, 3, 2}, NULL},
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
    {"forward_unit", {3, 2, 5, 64, 0, 3, 1, 0}, {3, 5, 5, 3, 1}},
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
    {"xor_unit", {3, 2, 3, 64, 0, 3, 2, 0}, 5, 5, 1, 3},
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

// .. and heads that carry routes.
static const copying_entry_t kLookingCopies[] = {
    {"worm_decoder@2", {{3, 2, 6, 64, 1, 3, 1, 1}, ROUTE_TORUS, 2, .digit_w = 2}, 40, 3, 0},
    {"worm_decoder@3",
     {{3, 2, 6, 64, 1, 3, 1, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 4},
     40,
     3,
     0},
    {"branch_unit@2",
     {{3, 2, 6, 64, 1, 2, 1, 0}, ROUTE_TABLE, 1, .groups = 2, .rows = 4},
     40,
     1,
     0},
    {"injection@5", {{3, 2, 4, 64, 0, 3, 1, 0}, ROUTE_TABLE, 2, .rows = 4}, 0, 1, 0},
    {"router@12", {{3, 2, 5, 64, 1, 2, 1, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 4}, 4, 3, 0},
};

// The shape of another row, with ages.
typedef struct {
  const char *name, *of;
  unsigned age_bits;
} aged_entry_t;

static const aged_entry_t kAged[] = {
    {"vc_allocator@2", "vc_allocator", 4},
    {"switch_allocator@1", "switch_allocator", 4},
    {"injection@3", "injection", 4},
    {"ejection@3", "ejection", 4},
    {"branch_vc_allocator@1", "branch_vc_allocator", 4},
    {"branch_switch_allocator@2", "branch_switch_allocator", 4},
    {"router@6", "router", 4},
    {"network_interface@4", "network_interface", 4},
};

// The shape of another row, with speculation.
typedef struct {
  const char *name, *of;
} speculative_entry_t;

static const speculative_entry_t kSpeculative[] = {
    {"fifo@1", "fifo"},
    {"input_unit@2", "input_unit"},
    {"vc_allocator@3", "vc_allocator"},
    {"switch_allocator@2", "switch_allocator"},
    {"switch_allocator@3", "switch_allocator@1"},
    {"router@7", "router"},
};

// The shape of another row, with lookahead and two stages; not in meshes, whose heads are longer.
static const speculative_entry_t kLooking[] = {
    {"fifo@2", "fifo@1"},
    {"input_unit@3", "input_unit@2"},
    {"injection@4", "injection"},
    {"router@8", "router@7"},
};

// .. with a wavefront for the switch, with memories that are read at a clock edge, with links that
// are checked; not in meshes, whose routers have none of these.
typedef struct {
  const char *name, *of;
  bool wavefront, sync_read, speculative, lookahead;
  link_check_t link_check;
} structure_entry_t;

static const structure_entry_t kStructures[] = {
    {"switch_allocator@4", "switch_allocator", .wavefront = true},
    {"switch_allocator@5", "switch_allocator@2", .wavefront = true},
    {"fifo@3", "fifo", .sync_read = true},
    {"router@9", "router", .wavefront = true, .sync_read = true},
    {"route_table@1", "route_table", .sync_read = true},
    {"fifo@4", "input_unit@1", .sync_read = true, .speculative = true},
    {"input_unit@4", "input_unit@1", .sync_read = true},
    {"input_unit@5", "input_unit@1", .sync_read = true, .speculative = true, .lookahead = true},
    {"router@10", "router@3", .sync_read = true},
    {"router@11", "router@3", .sync_read = true, .speculative = true, .lookahead = true},
    {"link_encoder", "link_encoder", .link_check = LINK_SECDED},
    {"link_decoder", "link_decoder", .link_check = LINK_SECDED},
    {"link_decoder@1", "link_decoder", .link_check = LINK_PARITY},
};

static bool set_target(const char *name, noc_shape_t shape, const char *mesh, mutant_target_t *t) {
  (void)snprintf(t->unit, sizeof t->unit, "%.*s", (int)strcspn(name, "@"), name);
  t->mesh = mesh;
  t->shape = plugin_shape(t->unit, &shape);
  noc_error_t error;
  return shape_derive(&t->shape, &error);
}

static bool find_row(const char *name, mutant_target_t *t) {
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
  for (size_t i = 0; i < sizeof kLookingCopies / sizeof kLookingCopies[0]; i++) {
    const copying_entry_t *c = &kLookingCopies[i];
    if (strcmp(c->name, name) == 0) {
      const noc_shape_t shape =
          shape_with_multicast(shape_routed(c->choice), c->string_bits, c->planes, c->sync_copies);
      return shape.multicast && set_target(name, shape_looking(shape), NULL, t);
    }
  }
  return false;
}

static bool find_aged(const char *name, mutant_target_t *t) {
  for (size_t i = 0; i < sizeof kAged / sizeof kAged[0]; i++) {
    if (strcmp(kAged[i].name, name) == 0) {
      return find_row(kAged[i].of, t) &&
             set_target(name, shape_aged(t->shape, kAged[i].age_bits), t->mesh, t);
    }
  }
  return find_row(name, t);
}

static bool find_speculative(const char *name, mutant_target_t *t) {
  for (size_t i = 0; i < sizeof kSpeculative / sizeof kSpeculative[0]; i++) {
    if (strcmp(kSpeculative[i].name, name) == 0) {
      if (!find_aged(kSpeculative[i].of, t)) {
        return false;
      }
      noc_shape_t shape = t->shape;
      shape.speculative = 1;
      return set_target(name, shape, t->mesh, t);
    }
  }
  return find_aged(name, t);
}

static bool find_looking(const char *name, mutant_target_t *t) {
  for (size_t i = 0; i < sizeof kLooking / sizeof kLooking[0]; i++) {
    if (strcmp(kLooking[i].name, name) == 0) {
      if (!find_speculative(kLooking[i].of, t)) {
        return false;
      }
      noc_shape_t shape = t->shape;
      shape.pipeline = 2;
      return set_target(name, shape_looking(shape), NULL, t);
    }
  }
  return find_speculative(name, t);
}

bool mutant_target(const char *name, mutant_target_t *t) {
  for (size_t i = 0; i < sizeof kStructures / sizeof kStructures[0]; i++) {
    const structure_entry_t *e = &kStructures[i];
    if (strcmp(e->name, name) == 0) {
      if (!find_looking(e->of, t)) {
        return false;
      }
      noc_shape_t shape = e->wavefront ? shape_wavefront(t->shape) : t->shape;
      shape = shape_with_link_check(shape, e->link_check);
      if (e->sync_read) {
        shape.pipeline = 3;
        shape = shape_sync_read(shape);
      }
      if (e->speculative) {
        shape = shape_speculative(shape);
      }
      if (e->lookahead) {
        shape.adaptive = 0;
        shape = shape_looking(shape);
      }
      return set_target(name, shape, NULL, t);
    }
  }
  return find_looking(name, t);
}
