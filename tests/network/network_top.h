// network_top -- rtl/top: a whole mesh, torus or octagon Verilated as one module, beside a network
// that the harness wires: it gets the same host pins in every cycle and must show the same host
// outputs.

#ifndef NOC_NETWORK_TOP_H
#define NOC_NETWORK_TOP_H

#include <stdbool.h>
#include <stdint.h>

#include "network/network.h"

typedef struct network_top network_top_t;

// Loads (builds) the plug-in for the network. NULL and *error if it cannot, or if there is no such
// module.
network_top_t *network_top_create(network_t *n, noc_error_t *error);
void network_top_free(network_top_t *m);

// Words of one cycle's host pins, and the pins themselves: call between the workload's cycle and
// network_step().
uint32_t network_top_in_words(const network_top_t *m);
void network_top_pins(network_top_t *m, network_t *n, uint32_t *in);

// One clock edge with these host pins.
void network_top_step(network_top_t *m, const uint32_t *in);

// After network_step() and network_top_step(): NULL if all host outputs are equal, else the name of
// the first field that differs; node is set.
const char *network_top_difference(network_top_t *m, network_t *n, uint32_t *node);

#endif
