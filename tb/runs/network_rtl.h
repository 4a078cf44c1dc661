// network_rtl -- a network as one SystemVerilog module of its own: routers and interfaces of
// rtl/top, joined as its topology says, with its routing tables as constants. What the text looks
// like, and what it needs: docs/integration.md, "A network from a topology file".
//
// The same network gives the same text, byte by byte.

#ifndef NOCSTEP_NETWORK_RTL_H
#define NOCSTEP_NETWORK_RTL_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "network/network.h"

typedef struct {
  const char *module;    // its name: systemverilog_is_name()
  const char *scenario;  // lines of text that say what the network is, for the top of the file
} network_rtl_t;

// There is such a module for networks without worms, coding and forwarding units; of the others
// this is what the routers or interfaces do: "copy packets". NULL: there is one.
const char *network_rtl_obstacle(const noc_shape_t *shape);

// Writes the module of a network of golden models, in which nothing has moved, that has no
// obstacle. False when memory is short; whether the stream has failed is not looked at.
bool network_rtl_write(network_t *n, const network_rtl_t *about, FILE *out, noc_error_t *error);

#endif
