// first_routes -- golden model of rtl/ni/first_routes.sv: with lookahead by tables, the routes that
// packets of an interface take at its router. docs/microarchitecture.md, section 13.
//
// Behaviour  A row a destination: {class, candidates} of the interface's router, as its own row
//            would be without lookahead. Rows are written one a cycle through the interface's
//            configuration port.
// Time       A row written in a cycle is used from the next cycle on: first_routes_take() comes
//            behind the edge of injection.
// Registers  None; the rows are memory without a reset.

#ifndef NOC_FIRST_ROUTES_H
#define NOC_FIRST_ROUTES_H

#include "router/route_ahead.h"
#include "router/route_table.h"
#include "shape/interface_view.h"

#ifdef __cplusplus
extern "C" {
#endif

NI_INLINE uint8_t *first_routes_row(const interface_view_t *r, uint32_t m, uint32_t destination) {
  const router_view_t *routes = r->routes;
  return r->first_row + ((size_t)m * routes->rows + destination) * routes->row_bytes;
}

// Bytes of the row memories of all members.
NI_INLINE size_t first_routes_bytes(const interface_view_t *r) {
  return (size_t)r->members * r->routes->rows * r->routes->row_bytes + TABLE_PADDING;
}

// Writes the route at the router of member m into the head that `payload` begins with.
NI_INLINE void first_routes_put(const interface_view_t *r, uint32_t m, uint64_t *payload) {
  const uint32_t destination = route_destination(r->routes, payload[0]);
  assert(destination < r->routes->rows);
  const table_row_t row = table_row_read(r->routes, first_routes_row(r, m, destination));
  route_put(r->routes, payload, route_of_row(row));
}

// Writes the rows that come to members first .. end-1, which are those of one word or less.
NI_INLINE void first_routes_take(const interface_view_t *r, uint32_t first, uint32_t end) {
  for (uint64_t left = ni_word8(r->f.cfg_valid, first, end); left != 0; left &= left - 1) {
    const uint32_t m = first + (uint32_t)ni_lowest(left);
    const uint32_t data = r->f.cfg_data[m] & r->routes->row_mask;
    assert(r->f.cfg_index[m] < r->routes->rows);
    memcpy(first_routes_row(r, m, r->f.cfg_index[m]), &data, r->routes->row_bytes);
    if (r->record) {
      r->f.tbl_wr_en[m] = 1;
      r->f.tbl_wr_row[m] = r->f.cfg_index[m];
      r->f.tbl_wr_data[m] = data;
    }
  }
}

#ifdef __cplusplus
}
#endif

#endif
