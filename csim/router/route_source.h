// route_source -- golden model of rtl/router/route_source.sv: the path is in the head flit.
// docs/microarchitecture.md, sections 3 and 6.7.
//
// Behaviour  The lowest field of the path is this router's: {class, port}. The head goes on with
//            its path shifted right by one field, zeros from above; its other bits stay.
//
//   head flit     data ... | 0 ... 0 | class port | class port | head fields
//                            RouteW      next         here

#ifndef NOC_ROUTE_SOURCE_H
#define NOC_ROUTE_SOURCE_H

#include <assert.h>

#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

NOC_INLINE next_hop_t route_source(const router_view_t *r, const uint64_t *payload) {
  const size_t word = r->path_lsb / 64;
  const uint32_t shift = r->path_lsb % 64;
  uint64_t field = payload[word] >> shift;
  if (shift + r->path_field > 64) {
    field |= payload[word + 1] << (64 - shift);
  }
  const next_hop_t route = {.port = (uint32_t)field & r->tag_port_mask,
                            .vc_class = (uint32_t)(field >> r->path_class) & r->path_class_mask};
  assert(route.port < r->ports && route.vc_class <= r->any_class);
  return route;
}

// The head flit as it is written into the buffer, in place.
NOC_INLINE void route_source_shift(const router_view_t *r, uint64_t *payload) {
  for (size_t w = 0; w < r->words; w++) {
    const uint64_t path = r->table->path[w];
    const uint64_t above = w + 1 < r->words ? payload[w + 1] & r->table->path[w + 1] : 0;
    const uint64_t shifted = (payload[w] & path) >> r->path_field | above << (64 - r->path_field);
    payload[w] = (payload[w] & ~path) | (shifted & path);
  }
}

#ifdef __cplusplus
}
#endif

#endif
