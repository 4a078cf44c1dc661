// run_loads -- the load of every link over time: flits in windows of cycles. The windows are of
// one length, a power of two, which doubles as the run goes on, so that there are never more than
// fit on a page.

#ifndef NOCSTEP_RUN_LOADS_H
#define NOCSTEP_RUN_LOADS_H

#include <stdint.h>

#include "base/checkpoint.h"
#include "base/error.h"
#include "network/network.h"

typedef struct {
  uint32_t router;
  uint8_t port;
} run_link_t;

typedef struct {
  run_link_t *link;  // [links]: those between routers, by router and port
  uint32_t links;
  uint32_t most;     // windows there is room for; 0: the network is too large for any
  uint32_t windows;  // that are there; the last one may be shorter
  uint64_t length;   // of a window, in cycles
  uint64_t cycles;   // of all of them
  uint32_t *flits;   // [windows * links]
  uint64_t *before;  // [links]: flits until the end of the last window
} run_loads_t;

// False when memory is short; run_loads_free() in any case.
bool run_loads_create(run_loads_t *l, const network_t *n, noc_error_t *error);
// After each cycle.
void run_loads_cycle(run_loads_t *l, const network_t *n);
// When the run is over: the cycles since the last whole window.
void run_loads_finish(run_loads_t *l, const network_t *n);
void run_loads_free(run_loads_t *l);
void run_loads_checkpoint(run_loads_t *l, checkpoint_t *c);

// The cycles of a window.
uint64_t run_loads_cycles(const run_loads_t *l, uint32_t window);

#endif
