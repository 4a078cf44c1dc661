// router_registers -- the registers of a router as the state list has them, from where the golden
// model keeps them; see router.h.

#include <string.h>

#include "router/input_unit.h"
#include "router/router.h"

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
  }
  for (size_t v = 0; r->speculative && v < r->vcs; v++) {
    front_registers(r, from * r->vcs + v, f, to * r->vcs + v);
  }
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
  const uint64_t st_valid = r->st_valid[m / r->group] >> (m % r->group * r->ports);
  if (r->copies != NULL) {
    r->copies->registers(r, m, f, to);
  } else {
    // Copies that no store can reach: their pointers may stay in registers.
    const router_fields_t fields = *f;
    const router_view_t view = *r;
    f->st_valid[to] = (uint16_t)(st_valid & ((UINT32_C(1) << r->ports) - 1));
    for (uint64_t left = of_ports; left != 0; left &= left - 1) {
      const size_t k = view_lowest(left);
      port_registers(&view, m * ports + k, &fields, to * ports + k);
      if (view.sync_read) {
        fields.in_read[to * ports + k] = (uint8_t)(st_valid >> k & 1);
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
  }
}

void router_registers(const router_view_t *r, uint32_t m, const router_fields_t *f, uint32_t to) {
  router_port_registers(r, m, f, to, (UINT64_C(1) << r->ports) - 1);
  order_registers(r, m, f, to);
}

uint32_t router_crossing(const router_view_t *r, uint32_t m, uint8_t *to, uint8_t *vc) {
  const size_t first = m * r->ports;
  const uint64_t ports = (UINT64_C(1) << r->ports) - 1;
  const uint64_t crossing = r->st_valid[m / r->group] >> (m % r->group * r->ports) & ports;
  for (uint64_t left = crossing; left != 0; left &= left - 1) {
    const size_t i = view_lowest(left);
    const port_t *port = &r->port[first + i];
    to[i] = (uint8_t)(r->copies != NULL ? i : view_port(r, port->st_bit));
    vc[i] = port->st_vc;
  }
  return (uint32_t)crossing;
}
