// mesh_top -- rtl/top/mesh.sv, a whole mesh Verilated as one module, beside a network that the
// harness wires: it gets the same host pins in every cycle and must show the same host outputs.

#ifndef NOC_MESH_TOP_H
#define NOC_MESH_TOP_H

#include <stdbool.h>
#include <stdint.h>

#include "network/network.h"

typedef struct mesh_top mesh_top_t;

// Loads (builds) the plug-in for the network's mesh. NULL and *error if it cannot.
mesh_top_t *mesh_top_create(const network_t *n, noc_error_t *error);
void mesh_top_free(mesh_top_t *m);

// Words of one cycle's host pins, and the pins themselves: call between the workload's cycle and
// network_step().
uint32_t mesh_top_in_words(const mesh_top_t *m);
void mesh_top_pins(mesh_top_t *m, const network_t *n, uint32_t *in);

// One clock edge with these host pins.
void mesh_top_step(mesh_top_t *m, const uint32_t *in);

// After network_step() and mesh_top_step(): NULL if all host outputs are equal, else the name of
// the first field that differs; node is set.
const char *mesh_top_difference(mesh_top_t *m, const network_t *n, uint32_t *node);

#endif
