// property_run -- see property_run.h.

#include "network/property_run.h"

#include <stdio.h>

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
    if (!sim_step(&r->sim)) {
      fail_msg("%s", r->sim.error.text);
    }
    holds = properties_cycle(r->properties);
  }
  return holds;
}

enum { STREAM_FIRST = 30 };  // packets before those that are measured

// As many packets behind the first as credits come round in exactly.
static unsigned stream_more(const noc_shape_t *s, unsigned flits) {
  return 4 * (s->cut_through ? s->depth / flits : s->depth);
}

void property_stream_open(property_run_t *r, const char *router, unsigned flits,
                          bank_factory_t factory) {
  enum { SETTINGS = 400, MOST = 200 };
  char settings[SETTINGS];
  (void)snprintf(settings, sizeof settings,
                 "topology=mesh:%d router.vcs=1 %s workload.collective=broadcast "
                 "workload.scheme=unicast workload.from=0 workload.to=%d "
                 "workload.message_flits=%u workload.packet_flits=%u",
                 STREAM_LAST + 1, router, STREAM_LAST, flits * MOST, flits);
  *r = property_run_with(settings, &(properties_config_t){.bounded = true, .ordered = true},
                         factory);
  properties_meter(r->properties, STREAM_LAST, 0);
  assert_true(STREAM_FIRST + stream_more(network_shape(r->sim.network), flits) < MOST);
}

bool property_stream(property_run_t *r, unsigned flits) {
  (void)property_run(r, 100000);
  return properties_stream(r->properties, flits, STREAM_FIRST,
                           stream_more(network_shape(r->sim.network), flits));
}
