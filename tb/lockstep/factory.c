// factory -- see factory.h.

#include "lockstep/factory.h"

#include <string.h>

#include "dut/plugin.h"

bank_t *bank_factory(const char *kind, const bank_config_t *config, void *context,
                     noc_error_t *error) {
  if (strcmp(kind, "ref") == 0) {
    return bank_ref_create(config, error);
  }
  if (strcmp(kind, "rtl") == 0) {
    return bank_rtl_create(config, context, error);
  }
  if (strcmp(kind, "lockstep") == 0) {
    return bank_lockstep_create(config, NULL, context, error);
  }
  const bool router = config->component == COMPONENT_ROUTER;
  if (strcmp(kind, "tops") == 0) {
    return bank_lockstep_create(config, router ? "router_pins" : "interface_pins", context, error);
  }
  if (strcmp(kind, "gates") == 0) {
    return bank_lockstep_create(config, router ? "router_gates" : "interface_gates", context,
                                error);
  }
  if (strcmp(kind, "dut") == 0) {
    (void)noc_fail(
        error, NOC_BAD_INPUT,
        "run.dut" SAY_IS("given to a program that builds no foreign routers", "left out"));
    return NULL;
  }
  (void)noc_fail(error, NOC_BAD_INPUT, "run.router" SAY_IS("%s", "ref, rtl, lockstep, tops, gates"),
                 kind);
  return NULL;
}

const char *bank_assertion(const bank_t *b, uint32_t member) {
  const char *text = bank_lockstep_assertion(b, member);
  return (text != NULL) ? text : bank_rtl_assertion(b, member);
}

bool bank_points(const bank_t *b, points_t *sum, noc_error_t *error) {
  const duts_t *rtl = bank_rtl_duts(b);
  const duts_t *duts = rtl != NULL ? rtl : bank_lockstep_duts(b);
  return duts == NULL || duts_points(duts, sum, error);
}

void bank_head(bank_t *b, const bank_config_t *config, const char *unit, noc_shape_t *shape) {
  const bool router = config->component == COMPONENT_ROUTER;
  const char *component = router ? "router" : "network_interface";
  *shape = plugin_shape(unit != NULL ? unit : component, config->shape);
  b->config = *config;
  b->config.shape = shape;
  if (router) {
    bundle_router(shape, &b->layout);
  } else {
    bundle_interface(shape, &b->layout);
  }
}

const bundle_field_t *bank_assertion_field(void) {
  static const bundle_field_t kAssertion = {.name = "assertion",
                                            .radix = "bin",
                                            .meaning = "an assertion in the RTL",
                                            .kind = FIELD_WIRE,
                                            .element_size = 1,
                                            .bits = 1,
                                            .count = 1};
  return &kAssertion;
}

void bank_fail_assertion(bank_t *b, uint64_t cycle, uint32_t member) {
  b->mismatch = (bank_mismatch_t){.cycle = cycle,
                                  .component = b->config.component,
                                  .id = b->config.ids[member],
                                  .field = bank_assertion_field(),
                                  .rtl = 1};
}
