// energy -- what a run has spent energy on, as counts: flits written into and read from buffers,
// over crossbars and links, exclusive ors. A proxy: docs/energy.md.
//
// Golden models and RTL are counted alike: from what their links have carried since reset, less
// what lies where it was not yet counted, by their pins and registers. The cycle loop does nothing
// for it.

#ifndef NOC_ENERGY_H
#define NOC_ENERGY_H

#include <stdint.h>

#include "network/network.h"

#ifdef __cplusplus
extern "C" {
#endif

// Flits, since reset.
typedef struct {
  uint64_t buffer_writes, buffer_reads;        // input buffers of routers
  uint64_t interface_writes, interface_reads;  // injection and ejection queues of interfaces
  uint64_t crossbar;                           // that left a router, whatever the port
  uint64_t link_traversals;                    // links between routers: the flit-hops
  uint64_t interface_links;                    // links between interfaces and routers, both ways
  uint64_t xor_flits;                // made by exclusive or in interfaces: read of two operands
  uint64_t slot_writes, slot_reads;  // packet slots of forwarding units: flits kept and copied
} network_energy_t;

// Sums the events so far; called between cycles.
void network_energy(network_t *n, network_energy_t *e);

#ifdef __cplusplus
}
#endif

#endif
