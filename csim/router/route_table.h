// route_table -- golden model of rtl/router/route_table.sv: rows of candidate ports, found by
// destination and arrival group. docs/microarchitecture.md, section 6.5.
//
// Behaviour  The input port and the class of the VC on which a head arrives give its group; group
//            and destination give a row: the ports it may take and the class of the VC there.
//            Groups and rows are written one a cycle through the configuration port.
// Time       A group or row written in a cycle is used from the next cycle on.
// Registers  tbl_group; the rows are memory without a reset, as few bytes each as hold one.

#ifndef NOC_ROUTE_TABLE_H
#define NOC_ROUTE_TABLE_H

#include <assert.h>
#include <string.h>

#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TABLE_GROUP = 0, TABLE_ROW = 1 };  // cfg_kind

// Rows are read as whole 32-bit words: bytes that the memory has behind the last one.
enum { TABLE_PADDING = 3 };

typedef struct {
  uint32_t candidates;  // bit o: output port o
  uint32_t vc_class;
} table_row_t;

// Bytes of the row memories of `members` routers.
NOC_INLINE size_t table_bytes(const router_view_t *r, size_t members) {
  return members * r->groups * r->table_rows * r->row_bytes + TABLE_PADDING;
}

NOC_INLINE uint8_t *table_row_at(const router_view_t *r, size_t m, size_t row) {
  return r->row + (m * r->groups * r->table_rows + row) * r->row_bytes;
}

// The row that lies here.
NOC_INLINE table_row_t table_row_read(const router_view_t *r, const uint8_t *at) {
  uint32_t row;
  memcpy(&row, at, sizeof row);
  row &= r->row_mask;
  const uint32_t candidates = row & ((UINT32_C(1) << r->ports) - 1);
  assert(candidates != 0);
  return (table_row_t){.candidates = candidates, .vc_class = row >> r->ports};
}

// The row for a head flit that is on the link of input `in` of member m, on VC v. Own rows of a
// router that copies, with lookahead, are those of destinations from r->rows up.
NOC_INLINE table_row_t route_table(const router_view_t *r, size_t m, size_t in, size_t v,
                                   uint32_t destination) {
  assert(destination < r->table_rows);
  const size_t group = r->row_group[in * r->classes + r->table->class_of[v]];
  return table_row_read(r, table_row_at(r, m, group * r->table_rows + destination));
}

// The configuration port of member m.
NOC_INLINE void route_table_write(const router_view_t *r, size_t m, uint32_t kind, size_t index,
                                  uint32_t data) {
  if (kind == TABLE_GROUP) {
    assert(index < r->ports * r->classes);
    r->row_group[m * r->ports * r->classes + index] = (uint8_t)(data & r->group_mask);
  } else {
    assert(index < (size_t)r->groups * r->table_rows);
    memcpy(table_row_at(r, m, index), &data, r->row_bytes);
  }
}

#ifdef __cplusplus
}
#endif

#endif
