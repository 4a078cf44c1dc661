// property_run -- see property_run.h.

#include "network/property_run.h"

#include "network/recording_bank.h"

property_run_t property_run_with(const char *settings, const properties_config_t *config,
                                 bank_factory_t factory) {
  property_run_t r = {.sim = sim_create_with(settings, factory, NULL, NULL, NULL, 0)};
  r.properties = properties_create(r.sim.network, config);
  return r;
}

property_run_t property_run_open(const char *settings, const properties_config_t *config) {
  return property_run_with(settings, config, recording_factory);
}

void property_run_close(property_run_t *r) {
  properties_free(r->properties);
  sim_free(&r->sim);
}

bool property_run(property_run_t *r, uint64_t cycles) {
  const uint64_t end = network_cycle(r->sim.network) + cycles;
  bool holds = true;
  while (holds && network_cycle(r->sim.network) < end && !workload_done(r->sim.workload)) {
    if (!sim_cycle(&r->sim)) {
      fail_msg("%s", r->sim.error.text);
    }
    holds = properties_cycle(r->properties);
  }
  return holds;
}
