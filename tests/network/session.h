// session -- a network and its workload made from a scenario text, for tests and benches.

#ifndef NOC_SESSION_H
#define NOC_SESSION_H

#include "network/network.h"
#include "network/scenario.h"
#include "workload/workload.h"

typedef struct {
  scenario_t *scenario;
  network_t *network;
  workload_t *workload;
} session_t;

// Opens the scenario with golden banks. False and *error if it cannot.
bool session_open(session_t *s, const char *yaml, noc_error_t *error);
void session_close(session_t *s);

#endif
