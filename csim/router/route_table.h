// route_table -- golden model of rtl/router/route_table.sv: candidate ports and VC class by
// destination and arrival group. docs/microarchitecture.md, section 6.5.
//
// Behaviour  A row is {class, candidates}; row group * rows + destination. The group is looked up by
//            input port and class of the VC. Groups and rows come in by the configuration port and
//            can be used from the next cycle on.
// Registers  tbl_group, and the memory of rows.

#ifndef NOC_ROUTE_TABLE_H
#define NOC_ROUTE_TABLE_H

#include <assert.h>

#include "router/view.h"

#ifdef __cplusplus
extern "C" {
#endif

// What the configuration port shows in a cycle with cfg_valid.
typedef struct {
  bool is_row;
  uint32_t index, data;
} route_config_t;

typedef struct {
  uint32_t candidates, vc_class;
} route_row_t;

// The class of a VC.
NOC_INLINE uint32_t route_vc_class(const router_view_t *r, size_t vc) {
  return r->table->vc_class[vc];
}

// The row for a head on VC `vc` of an input, for a destination.
NOC_INLINE route_row_t route_look_up(const router_view_t *r, uint32_t m, size_t in_port, size_t vc,
                                     uint32_t destination) {
  const size_t groups = (size_t)m * r->ports * r->classes;
  const size_t group = r->group_of[groups + in_port * r->classes + route_vc_class(r, vc)];
  assert(destination < r->rows);
  const uint32_t row = r->row[(size_t)m * r->all_rows + group * r->rows + destination];
  return (route_row_t){.candidates = row & (uint32_t)((UINT64_C(1) << r->ports) - 1),
                       .vc_class = r->classes > 1 ? row >> r->ports : 0};
}

NOC_INLINE void route_configure(const router_view_t *r, uint32_t m, route_config_t c) {
  if (c.is_row) {
    assert(c.index < r->all_rows);
    r->row[(size_t)m * r->all_rows + c.index] = c.data;
  } else {
    assert(c.index < r->ports * r->classes);
    r->group_of[(size_t)m * r->ports * r->classes + c.index] = (uint8_t)(c.data & r->group_mask);
  }
}

#ifdef __cplusplus
}
#endif

#endif
