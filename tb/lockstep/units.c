// units -- see units.h.

#include "lockstep/units.h"

#include <stddef.h>
#include <string.h>

// One entry of a state list.
typedef struct {
  const char *name;
  field_kind_t kind;
} entry_t;

#define IN(...)
#define ENTRY(kind, name, ...) {#name, kind},
#define WIRE(...)              ENTRY(FIELD_WIRE, __VA_ARGS__)
#define OUT(...)               ENTRY(FIELD_OUT, __VA_ARGS__)
#define REG(...)               ENTRY(FIELD_REG, __VA_ARGS__)

static const entry_t kInputUnit[] = {
#include "router/input_unit_state.def"
    {NULL, FIELD_REG}};
static const entry_t kVcAllocator[] = {
#include "router/vc_allocator_state.def"
    {NULL, FIELD_REG}};
static const entry_t kSwitchAllocator[] = {
#include "router/switch_allocator_state.def"
    {NULL, FIELD_REG}};
static const entry_t kOutputUnit[] = {
#include "router/output_unit_state.def"
    {NULL, FIELD_REG}};
static const entry_t kInjection[] = {
#include "ni/injection_state.def"
    {NULL, FIELD_REG}};
static const entry_t kEjection[] = {
#include "ni/ejection_state.def"
    {NULL, FIELD_REG}};

static const entry_t kXorUnit[] = {
#include "coding/xor_unit_state.def"
    {NULL, FIELD_REG}};

static const struct {
  component_t component;
  unit_t unit;
  const entry_t *entries;
} kUnits[] = {
    {COMPONENT_ROUTER, {"router.input_unit", "rtl/router/input_unit.sv"}, kInputUnit},
    {COMPONENT_ROUTER, {"router.vc_allocator", "rtl/router/vc_allocator.sv"}, kVcAllocator},
    {COMPONENT_ROUTER,
     {"router.switch_allocator", "rtl/router/switch_allocator.sv"},
     kSwitchAllocator},
    {COMPONENT_ROUTER, {"router.output_unit", "rtl/router/output_unit.sv"}, kOutputUnit},
    {COMPONENT_INTERFACE, {"network_interface.injection", "rtl/ni/injection.sv"}, kInjection},
    {COMPONENT_INTERFACE, {"network_interface.ejection", "rtl/ni/ejection.sv"}, kEjection},
    {COMPONENT_INTERFACE, {"network_interface.xor_unit", "rtl/coding/xor_unit.sv"}, kXorUnit},
};

unit_t unit_of(component_t component, const bundle_field_t *field) {
  for (size_t i = 0; i < sizeof kUnits / sizeof kUnits[0]; i++) {
    const entry_t *entry = kUnits[i].entries;
    while (kUnits[i].component == component && entry->name != NULL) {
      // A wire inside a unit can have the name of an output of the whole.
      if (entry->kind == field->kind && strcmp(entry->name, field->name) == 0) {
        return kUnits[i].unit;
      }
      entry++;
    }
  }
  return component == COMPONENT_ROUTER
             ? (unit_t){"router", "rtl/router/router.sv"}
             : (unit_t){"network_interface", "rtl/ni/network_interface.sv"};
}
