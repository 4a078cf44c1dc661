// property_run -- a scenario with the checker of properties beside it, for tests.

#ifndef NOC_TEST_PROPERTY_RUN_H
#define NOC_TEST_PROPERTY_RUN_H

#include "harness.h"
#include "network/properties.h"

typedef struct {
  sim_t sim;
  properties_t *properties;
} property_run_t;

// Settings as of sim_create().
property_run_t property_run_open(const char *settings, const properties_config_t *config);
// The same with banks of a test's own, which show their memory ports.
property_run_t property_run_with(const char *settings, const properties_config_t *config,
                                 bank_factory_t factory);
void property_run_close(property_run_t *r);

// So many cycles, or until the workload is done; false: a property is broken.
bool property_run(property_run_t *r, uint64_t cycles);

enum { STREAM_LAST = 2 };  // the last node of the row

// A stream of packets from the first node of a row to the last on one VC, to the end: it has the
// rate of docs/timing.md. `router` are the settings of routers but for the VCs. False: the checker
// says why.
bool property_stream(property_run_t *r, unsigned flits);
void property_stream_open(property_run_t *r, const char *router, unsigned flits,
                          bank_factory_t factory);

#endif
