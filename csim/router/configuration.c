// configuration -- see configuration.h.

#include "router/configuration.h"

#include "router/route_table.h"
#include "router/router.h"

bool configuration_comes(const router_view_t *r) {
  uint8_t any = 0;
  for (uint32_t m = r->first; m < r->end; m++) {
    any |= r->f.cfg_valid[m];
  }
  return any != 0;
}

// A group or row of the routing table of member m comes in.
static void take_entry(const router_view_t *r, uint32_t m) {
  const uint32_t data = (uint32_t)r->f.cfg_data[m * r->cfg_words];
  const bool row = r->f.cfg_kind[m] == TABLE_ROW;
  route_table_write(r, m, r->f.cfg_kind[m], r->f.cfg_index[m], data);
  if (r->record) {
    r->f.tbl_wr_en[m] = row;
    r->f.tbl_wr_row[m] = row ? r->f.cfg_index[m] : 0;
    r->f.tbl_wr_data[m] = row ? data & r->row_mask : 0;
  }
}

void configuration_take(const router_view_t *r) {
  for (uint32_t m = r->first; m < r->end; m++) {
    if (r->f.cfg_valid[m] == 0) {
      continue;
    }
    if (r->f.cfg_kind[m] > TABLE_ROW) {
      r->copies->configure(r, m);
    } else {
      take_entry(r, m);
    }
    if (r->record) {
      router_registers(r, m, &r->f, m);
    }
  }
}
