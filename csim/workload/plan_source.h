// plan_source -- a plan as the source of a workload: an engine carries it out. A log says which
// random multicasts of a plan are complete.

#ifndef NOC_PLAN_SOURCE_H
#define NOC_PLAN_SOURCE_H

#include "workload/carrier.h"
#include "workload/engine.h"
#include "workload/multicasts.h"
#include "workload/source.h"

typedef struct {
  engine_config_t engine;          // `log` is the source's own
  carrier_t unicasts;              // the carrier of sends
  bool by_step;                    // packets are on the virtual networks of their steps
  const multicasts_t *multicasts;  // of random ones, with the measurement window; else NULL
  uint64_t window_from, window_to;
} plan_source_config_t;

// *engine lives as long as the source.
bool plan_source_create(const plan_source_config_t *config, source_t *source, engine_t **engine,
                        noc_error_t *error);

#endif
