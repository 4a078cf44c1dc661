// source_route -- the path of a source-routed packet in its head flit: docs/microarchitecture.md,
// sections 3 and 6.7.

#ifndef NOC_SOURCE_ROUTE_H
#define NOC_SOURCE_ROUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "routing/routing.h"
#include "shape/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

// Writes a path, an entry a router as routing_path() makes it, into the bits of a head flit that
// are for it, shape->words words; fields behind the path are 0.
void source_route_write_path(const routing_t *routing, const noc_shape_t *shape,
                             const routing_hop_t *hop, size_t routers, uint64_t *payload);

// Does so with the path from node `from` to node `to`. False when memory is short.
bool source_route_write(routing_t *routing, const noc_shape_t *shape, uint32_t from, uint32_t to,
                        uint64_t *payload, noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
