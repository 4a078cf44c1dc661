// router_registers -- the registers of a router as the state list has them, from where the golden
// model keeps them; see router.h.

#include <string.h>

#include "router/input_unit.h"
#include "router/router.h"

// The bits of member m in the words.
static uint64_t member_bits(const router_view_t *r, const uint64_t *words, uint32_t m) {
  return words[m / r->group] >> (m % r->group * r->ports) & ((UINT64_C(1) << r->ports) - 1);
}

// The registers of one VC, from where they lie to the arrays of the list.
static void vc_registers(const router_view_t *r, size_t from, const router_fields_t *f, size_t to) {
  f->in_wr[to] = r->input_vc[from].wr;
  f->in_rd[to] = r->input_vc[from].rd;
  f->in_count[to] = r->input_vc[from].count;
  f->in_out_port[to] = (uint8_t)view_port(r, r->input_vc[from].out_bit);
  f->in_out_vc[to] = r->input_vc[from].out_vc;
  f->out_credit[to] = r->output_vc[from].credit;
  if (r->aged) {
    f->in_age[to] = r->vc_age[from];
  }
}

// The front registers of an input VC, which only routers with speculation have.
static void front_registers(const router_view_t *r, size_t from, const router_fields_t *f,
                            size_t to) {
  f->in_front[to] = input_front_register(r, from / r->vcs, from % r->vcs);
  if (r->aged) {
    f->in_front_age[to] = input_front_age_register(r, from / r->vcs, from % r->vcs);
  }
}

// .. of a port, and of its VCs.
static void port_registers(const router_view_t *r, size_t from, const router_fields_t *f,
                           size_t to) {
  const port_t *port = &r->port[from];
  f->in_active[to] = (uint16_t)(port->input >> INPUT_ACTIVE);
  f->out_busy[to] = (uint16_t)(port->output >> OUTPUT_BUSY);
  f->va_vc_ptr[to] = port->va_vc_ptr;
  f->sa_in_ptr[to] = rr_pointer(port->sa_in_favoured);
  f->sa_out_ptr[to] = rr_pointer(port->sa_out_favoured);
  f->st_port[to] = (uint8_t)view_port(r, port->st_bit);
  f->st_vc[to] = port->st_vc;
  f->st_kind[to] = port->st_kind;
  f->st_slot[to] = (uint16_t)(port->st_at % r->slots);
  if (r->wavefront) {
    memcpy(f->sa_pair_ptr + to * r->ports, r->pair_ptr + from * r->ports, r->ports);
  }
  for (size_t v = 0; v < r->vcs; v++) {
    vc_registers(r, from * r->vcs + v, f, to * r->vcs + v);
  }
  if (r->speculative) {
    f->in_filled[to] = (uint16_t)(port->input >> INPUT_FILLED);
    order_rows(view_bid_order(r, from), r->ports, &f->sa_bid_order[to * r->ports]);
  }
  for (size_t v = 0; r->speculative && v < r->vcs; v++) {
    front_registers(r, from * r->vcs + v, f, to * r->vcs + v);
  }
}

// Late routes: what has come to input k of member m and waits for its route, and with lookahead the
// next route of the head that traverses.
static void late_registers(const router_view_t *r, uint32_t m, size_t k, const router_fields_t *f,
                           size_t to) {
  const size_t from = m * r->ports + k;
  const port_t *port = &r->port[from];
  f->in_late[to] = (uint8_t)(member_bits(r, r->inputs_late, m) >> k & 1);
  f->in_late_vc[to] = r->late_flit[from].vc;
  f->in_late_position[to] = r->late_flit[from].position;
  if (r->look) {
    const bool crosses = (member_bits(r, r->st_valid, m) >> k & 1) != 0;
    const size_t at = from * r->slots + port->st_at % r->slots;
    f->in_next[to] = (uint16_t)(crosses ? input_next(r, at, port->st_kind) : 0);
  }
}

// The inputs for which a row of the table of member m was read at the last edge.
static uint16_t table_reads(const router_view_t *r, uint32_t m) {
  uint32_t read = 0;
  for (uint64_t left = member_bits(r, r->inputs_late, m); left != 0; left &= left - 1) {
    const size_t k = view_lowest(left);
    read |= (uint32_t)(r->late_flit[m * r->ports + k].candidates != 0) << k;
  }
  return (uint16_t)read;
}

// The orders of the VC allocator.
static void order_registers(const router_view_t *r, uint32_t m, const router_fields_t *f,
                            uint32_t to) {
  const size_t vcs = r->ports * r->vcs;
  view_order_rows(r, m, f->va_in_order + to * vcs, f->va_out_order + to * vcs * r->ports);
}

void router_port_registers(const router_view_t *r, uint32_t m, const router_fields_t *f,
                           uint32_t to, uint64_t of_ports) {
  const size_t ports = r->ports;
  const uint64_t st_valid = member_bits(r, r->st_valid, m);
  if (r->copies != NULL) {
    r->copies->registers(r, m, f, to);
  } else {
    // Copies that no store can reach: their pointers may stay in registers.
    const router_fields_t fields = *f;
    const router_view_t view = *r;
    f->st_valid[to] = (uint16_t)st_valid;
    for (uint64_t left = of_ports; left != 0; left &= left - 1) {
      const size_t k = view_lowest(left);
      port_registers(&view, m * ports + k, &fields, to * ports + k);
      if (view.sync_read) {
        fields.in_read[to * ports + k] = (uint8_t)(st_valid >> k & 1);
      }
      if (view.late) {
        late_registers(&view, m, k, &fields, to * ports + k);
      }
    }
  }
  if (r->wavefront) {
    f->sa_diagonal[to] = r->diagonal[m];
  }
  view_passes(r, m, f->va_passes + to * ports * r->vcs);
  if (r->routing == ROUTE_TABLE) {
    const size_t groups = ports * r->classes;
    memcpy(f->tbl_group + to * groups, r->row_group + m * groups, groups);
    if (r->late) {
      f->tbl_read[to] = table_reads(r, m);
    }
  }
}

void router_registers(const router_view_t *r, uint32_t m, const router_fields_t *f, uint32_t to) {
  router_port_registers(r, m, f, to, (UINT64_C(1) << r->ports) - 1);
  order_registers(r, m, f, to);
}

uint32_t router_crossing(const router_view_t *r, uint32_t m, uint8_t *to, uint8_t *vc) {
  const size_t first = m * r->ports;
  const uint64_t crossing = member_bits(r, r->st_valid, m);
  for (uint64_t left = crossing; left != 0; left &= left - 1) {
    const size_t i = view_lowest(left);
    const port_t *port = &r->port[first + i];
    to[i] = (uint8_t)(r->copies != NULL ? i : view_port(r, port->st_bit));
    vc[i] = port->st_vc;
  }
  return (uint32_t)crossing;
}
