// router_view -- the constants of a shape that the golden models of a router's units go by; see
// router_view.h.

#include "router/router_view.h"

#include "router/route.h"
#include "router/rr_arbiter.h"
#include "shape/packet.h"

static void fill_tables(router_tables_t *table, const noc_shape_t *s) {
  *table = (router_tables_t){0};
  unsigned size = s->vcs / s->networks;
  for (unsigned v = 0; v < s->vcs; v++) {
    const unsigned own = v % size % s->classes;
    table->block[v] = (uint16_t)(((UINT32_C(1) << size) - 1) << (v / size * size));
    table->next_vc[v] = rr_next(v, s->vcs);
    table->favoured_vc[v] = rr_favoured(table->next_vc[v]);
    table->class_of[v] = (uint8_t)own;
    table->of_class[own] = (uint16_t)(table->of_class[own] | 1u << v);
  }
  if (s->classes > 1) {
    table->of_class[s->classes] = (uint16_t)((UINT32_C(1) << s->vcs) - 1);
  }
  for (unsigned i = 0; i < s->ports; i++) {
    table->favoured_port[i] = rr_favoured(rr_next(i, s->ports));
  }
  for (unsigned b = 0; b < VIEW_WORD; b++) {
    table->member[b] = (uint8_t)(b / s->ports);
    table->lane[b] = (uint8_t)(b / s->ports * s->ports);
    table->bit[b] = (uint16_t)(1u << b % s->ports);
  }
}

// Fills in what the units that compute routes go by.
static void fill_routing(router_view_t *r, router_tables_t *table, const noc_shape_t *s) {
  r->routing = s->routing;
  r->any_class = s->classes > 1 ? s->classes : 0;
  r->top_class = s->classes - 1;
  r->locals = s->locals;
  r->digit_w = s->digit_w;
  r->digit_mask = (UINT32_C(1) << s->digit_w) - 1;
  r->layers_log2 = s->layers_log2;
  r->classes = s->classes;
  r->groups = s->groups;
  r->rows = s->rows;
  r->table_rows = s->table_rows;
  r->row_bytes = (s->row_w + 7) / 8;
  r->row_mask = (UINT32_C(1) << s->row_w) - 1;
  r->group_mask = (UINT32_C(1) << s->group_w) - 1;
  r->adaptive = s->adaptive != 0;
  r->cfg_words = s->cfg_port * s->cfg_words;
  r->path_lsb = s->route_lsb;
  r->path_field = s->port_w + s->class_w;
  r->path_class = s->port_w;
  r->path_class_mask = (UINT32_C(1) << s->class_w) - 1;
  for (unsigned b = s->route_lsb; b < s->route_lsb + s->route_w; b++) {
    table->path[b / 64] |= UINT64_C(1) << b % 64;
  }
  route_dor_table(r, table, s);
}

uint32_t router_view_group(const noc_shape_t *s) {
  return VIEW_WORD / (LANES * s->ports) * LANES;
}

void router_view_shape(router_view_t *r, router_tables_t *table, const noc_shape_t *s,
                       uint32_t members, bool record) {
  *r = (router_view_t){
      .table = table,
      .ports = s->ports,
      .vcs = s->vcs,
      .depth = s->depth,
      .words = s->words,
      .slots = (size_t)s->vcs * s->depth,
      .pipeline = s->pipeline,
      .cut_through = s->cut_through != 0,
      .record = record,
      .group = router_view_group(s),
      .address_mask = (uint32_t)((UINT64_C(1) << s->addr_w) - 1),
      .length_lsb = packet_length_lsb(s),
      .length_mask = (UINT32_C(1) << s->len_w) - 1,
      .tag_port_mask = (UINT32_C(1) << s->port_w) - 1,
      .tag_class_lsb = 2 + s->port_w,
      .tag_need_lsb = 2 + s->port_w + s->class_w,
      .tag_next_lsb = s->late_lsb,
      .aged = s->aged != 0,
      .speculative = s->speculative != 0,
      .sync_read = s->sync_read != 0,
      .wavefront = s->wavefront != 0,
      .early = s->bypass != 0,
      .registered = s->registered != 0,
      .look = s->look != 0,
      .late = s->late != 0,
      .look_lsb = s->look_lsb,
      .look_w = s->look_w,
      .age_bits = s->age_bits,
      .age_lsb = s->age_lsb,
      .members = members,
      .end = members,
  };
  const uint64_t one = (UINT64_C(1) << s->ports) - 1;
  r->even = one | one << 2 * VIEW_LANE_W;
  r->half = one | one << s->ports;
  r->four = r->half | r->half << 2 * s->ports;
  fill_tables(table, s);
  fill_routing(r, table, s);
}

void view_order_rows(const router_view_t *r, uint32_t member, uint16_t *in_rows,
                     uint16_t *out_rows) {
  for (size_t port = member * r->ports; port < (member + 1) * r->ports; port++) {
    order_rows(view_in_order(r, port), r->vcs, in_rows);
    in_rows += r->vcs;
    for (size_t w = 0; w < r->vcs; w++) {
      order_rows(view_out_order(r, port, w), r->ports, out_rows);
      out_rows += r->ports;
    }
  }
}

void view_passes(const router_view_t *r, uint32_t member, uint8_t *passes) {
  const size_t vcs = r->ports * r->vcs;
  if (r->cut_through) {
    memcpy(passes, r->passes + member * vcs, vcs);
  } else {
    memset(passes, 0, vcs);
  }
}
