// unit_of -- see unit_of.h.

#include "lockstep/unit_of.h"

#include <stddef.h>
#include <string.h>

// One entry of a state list.
typedef struct {
  const char *name;
  field_kind_t kind;
  const char *radix;
} entry_t;

#define IN(...)
#define ENTRY(kind, name, type, bits, by, radix, ...) {#name, kind, radix},
#define WIRE(...)                                     ENTRY(FIELD_WIRE, __VA_ARGS__)
#define OUT(...)                                      ENTRY(FIELD_OUT, __VA_ARGS__)
#define REG(...)                                      ENTRY(FIELD_REG, __VA_ARGS__)

static const entry_t kInputUnit[] = {
#include "shape/input_unit_state.def"
    {NULL, FIELD_REG, NULL}};
static const entry_t kVcAllocator[] = {
#include "shape/vc_allocator_state.def"
    {NULL, FIELD_REG, NULL}};
static const entry_t kSwitchAllocator[] = {
#include "shape/switch_allocator_state.def"
    {NULL, FIELD_REG, NULL}};
static const entry_t kOutputUnit[] = {
#include "shape/output_unit_state.def"
    {NULL, FIELD_REG, NULL}};
static const entry_t kInjection[] = {
#include "shape/injection_state.def"
    {NULL, FIELD_REG, NULL}};
static const entry_t kEjection[] = {
#include "shape/ejection_state.def"
    {NULL, FIELD_REG, NULL}};

static const entry_t kXorUnit[] = {
#include "shape/xor_unit_state.def"
    {NULL, FIELD_REG, NULL}};

static const entry_t kForwardUnit[] = {
#include "shape/forward_unit_state.def"
    {NULL, FIELD_REG, NULL}};

static const entry_t kWormTable[] = {
#include "shape/worm_table_state.def"
    {NULL, FIELD_REG, NULL}};
static const entry_t kWormDecoder[] = {
#include "shape/worm_decoder_state.def"
    {NULL, FIELD_REG, NULL}};
static const entry_t kBranchUnit[] = {
#include "shape/branch_unit_state.def"
    {NULL, FIELD_REG, NULL}};
static const entry_t kBranchVcAllocator[] = {
#include "shape/branch_vc_allocator_state.def"
    {NULL, FIELD_REG, NULL}};
static const entry_t kBranchSwitchAllocator[] = {
#include "shape/branch_switch_allocator_state.def"
    {NULL, FIELD_REG, NULL}};

// Routers that have a unit: those that copy packets have others in the same places.
typedef enum { ALL, PLAIN, COPYING } routers_t;

static const struct {
  component_t component;
  routers_t routers;
  unit_t unit;
  const entry_t *entries;
} kUnits[] = {
    {COMPONENT_ROUTER, PLAIN, {"router.input_unit", "rtl/router/input_unit.sv"}, kInputUnit},
    {COMPONENT_ROUTER, PLAIN, {"router.vc_allocator", "rtl/router/vc_allocator.sv"}, kVcAllocator},
    {COMPONENT_ROUTER,
     PLAIN,
     {"router.switch_allocator", "rtl/router/switch_allocator.sv"},
     kSwitchAllocator},
    {COMPONENT_ROUTER, ALL, {"router.output_unit", "rtl/router/output_unit.sv"}, kOutputUnit},
    {COMPONENT_ROUTER, COPYING, {"router.worm_table", "rtl/multicast/worm_table.sv"}, kWormTable},
    {COMPONENT_ROUTER,
     COPYING,
     {"router.worm_decoder", "rtl/multicast/worm_decoder.sv"},
     kWormDecoder},
    {COMPONENT_ROUTER,
     COPYING,
     {"router.branch_unit", "rtl/multicast/branch_unit.sv"},
     kBranchUnit},
    {COMPONENT_ROUTER,
     COPYING,
     {"router.branch_vc_allocator", "rtl/multicast/branch_vc_allocator.sv"},
     kBranchVcAllocator},
    {COMPONENT_ROUTER,
     COPYING,
     {"router.branch_switch_allocator", "rtl/multicast/branch_switch_allocator.sv"},
     kBranchSwitchAllocator},
    {COMPONENT_INTERFACE, ALL, {"network_interface.injection", "rtl/ni/injection.sv"}, kInjection},
    {COMPONENT_INTERFACE, ALL, {"network_interface.ejection", "rtl/ni/ejection.sv"}, kEjection},
    {COMPONENT_INTERFACE, ALL, {"network_interface.xor_unit", "rtl/coding/xor_unit.sv"}, kXorUnit},
    {COMPONENT_INTERFACE,
     ALL,
     {"network_interface.forward_unit", "rtl/ni/forward_unit.sv"},
     kForwardUnit},
};

// Outputs of units that are made of several files by the file that has them; the first that fits,
// else the unit itself.
static const struct {
  const char *unit, *prefix, *source;
} kParts[] = {{"forward_unit", "f_used", "rtl/ni/forward_arrival.sv"},
              {"forward_unit", "f_vc_", "rtl/ni/forward_arrival.sv"},
              {"forward_unit", "f_host_", "rtl/ni/forward_arrival.sv"},
              {"forward_unit", "f_allow", "rtl/ni/forward_arrival.sv"},
              {"forward_unit", "forward_ready", "rtl/ni/forward_arrival.sv"},
              {"forward_unit", "fs_wr_", "rtl/ni/forward_arrival.sv"},
              {"forward_unit", "f_receive_", "rtl/ni/forward_rings.sv"},
              {"forward_unit", "f_send_rd", "rtl/ni/forward_rings.sv"},
              {"forward_unit", "f_send_count", "rtl/ni/forward_rings.sv"},
              {"forward_unit", "fr_", "rtl/ni/forward_rings.sv"},
              {"forward_unit", "fq_", "rtl/ni/forward_rings.sv"},
              {"forward_unit", "copy_", "rtl/ni/forward_sender.sv"},
              {"forward_unit", "ask_", "rtl/ni/forward_sender.sv"},
              {"forward_unit", "f_send_", "rtl/ni/forward_sender.sv"},
              {"forward_unit", "f_copy_", "rtl/ni/forward_sender.sv"},
              {"forward_unit", "fs_rd_", "rtl/ni/forward_sender.sv"},
              {"forward_unit", "ft_rd_", "rtl/ni/forward_sender.sv"},
              {"xor_unit", "x_allow", "rtl/coding/xor_arrival.sv"},
              {"xor_unit", "xa_", "rtl/coding/xor_arrival.sv"},
              {"xor_unit", "fill_", "rtl/coding/xor_arrival.sv"},
              {"xor_unit", "x_vc_", "rtl/coding/xor_arrival.sv"},
              {"xor_unit", "x_load_", "rtl/coding/xor_arrival.sv"},
              {"xor_unit", "xs_", "rtl/coding/xor_store.sv"},
              {"xor_unit", "x_open", "rtl/coding/xor_slots.sv"},
              {"xor_unit", "x_full", "rtl/coding/xor_slots.sv"},
              {"xor_unit", "x_op", "rtl/coding/xor_slots.sv"},
              {"xor_unit", "x_result", "rtl/coding/xor_slots.sv"},
              {"xor_unit", "", "rtl/coding/xor_engine.sv"}};

const char *unit_part(const char *unit, const char *field, const char *source) {
  for (size_t i = 0; i < sizeof kParts / sizeof kParts[0]; i++) {
    if (strcmp(kParts[i].unit, unit) == 0 &&
        strncmp(field, kParts[i].prefix, strlen(kParts[i].prefix)) == 0) {
      return kParts[i].source;
    }
  }
  return source;
}

static unit_t whole_of(component_t component) {
  return component == COMPONENT_ROUTER
             ? (unit_t){"router", "rtl/router/router.sv"}
             : (unit_t){"network_interface", "rtl/ni/network_interface.sv"};
}

unit_t unit_of(component_t component, const noc_shape_t *shape, const bundle_field_t *field) {
  const routers_t others = shape->multicast ? PLAIN : COPYING;
  for (size_t i = 0; i < sizeof kUnits / sizeof kUnits[0]; i++) {
    const entry_t *entry = kUnits[i].entries;
    const bool there = kUnits[i].component == component && kUnits[i].routers != others;
    while (there && entry->name != NULL) {
      // A wire inside a unit can have the name of an output of the whole.
      if (entry->kind == field->kind && strcmp(entry->name, field->name) == 0) {
        unit_t unit = kUnits[i].unit;
        unit.source = unit_part(strchr(unit.name, '.') + 1, field->name, unit.source);
        return unit;
      }
      entry++;
    }
  }
  return whole_of(component);
}

unit_variable_t unit_of_variable(component_t component, bool copying, bool wire, const char *name) {
  enum { COUNT = sizeof kUnits / sizeof kUnits[0] };
  unit_variable_t found = {whole_of(component), COUNT, "dec"};
  size_t longest = 0;
  for (unsigned i = 0; i < COUNT; i++) {
    if (kUnits[i].component != component || kUnits[i].routers == (copying ? PLAIN : COPYING)) {
      continue;
    }
    for (const entry_t *entry = kUnits[i].entries; entry->name != NULL; entry++) {
      const size_t length = strlen(entry->name);
      // The name of a field is followed by the places of the element: "_p0_v1".
      if (length > longest && (entry->kind == FIELD_WIRE) == wire &&
          strncmp(entry->name, name, length) == 0 &&
          (name[length] == '\0' || name[length] == '_')) {
        longest = length;
        found = (unit_variable_t){kUnits[i].unit, i, entry->radix};
      }
    }
  }
  return found;
}
