// nocstep_state -- what a network of the library is made of; private to csim/sim/nocstep*.c.

#ifndef NOC_NOCSTEP_STATE_H
#define NOC_NOCSTEP_STATE_H

#include <stdbool.h>

#include "network/bank.h"
#include "sim/nocstep.h"
#include "sim/nocstep_parts.h"
#include "sim/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

// A network whose routers and interfaces are clocked one by one.
typedef struct {
  bank_factory_t factory;  // of the banks of one member
  nocstep_edge_t edge;     // NULL: the network clocks them itself
  void *context;
  uint64_t called;  // the cycle after that of the last call of `edge`
} parts_t;

struct nocstep_network {
  sim_t sim;
  bool over;  // by a failed check, or a workload of its own that has come to its end
  nocstep_delivered_t on_delivery;
  void *context;
  parts_t parts;
};

// A bank_factory_t, of which the context is a parts_t: banks whose members are parts.
bank_t *parts_factory(const char *kind, const bank_config_t *config, void *context,
                      noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
