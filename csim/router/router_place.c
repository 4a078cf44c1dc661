// router_place -- where the arrays of a bank of routers lie, all in one block; see router.h.

#include "base/arena.h"
#include "router/route_table.h"
#include "router/router.h"
#include "shape/member_arrays.h"

#define IN   ARENA_SKIP
#define OUT  ARENA_SKIP
#define WIRE ARENA_SKIP
#define REG  ARENA_FIELD
static void place_registers(router_view_t *r, const noc_shape_t *s, size_t members, arena_t *a) {
#include "shape/router_state.def"
}
#undef WIRE
#undef REG
#define WIRE ARENA_FIELD
#define REG  ARENA_SKIP
static void place_wires(router_view_t *r, const noc_shape_t *s, size_t members, arena_t *a){
#include "shape/router_state.def"
}
#undef IN
#undef OUT
#undef WIRE
#undef REG

size_t router_place(router_view_t *r, const noc_shape_t *s, unsigned char *block) {
  arena_t a = {block, 0};
  const size_t ports = r->members * r->ports;
  const size_t vcs = ports * r->vcs;
  const size_t groups = view_groups(r, r->members);
  place_registers(r, s, r->record ? r->members : 1, &a);
  if (r->record) {
    place_wires(r, s, r->members, &a);
  }
  r->port = arena_take(&a, sizeof *r->port, ports);
  r->input_vc = arena_take(&a, sizeof *r->input_vc, vcs);
  r->output_vc = arena_take(&a, sizeof *r->output_vc, vcs);
  r->in_order = arena_take(&a, sizeof *r->in_order, ports * order_words(r->vcs));
  r->out_order = arena_take(&a, sizeof *r->out_order, vcs * order_words(r->ports));
  r->st_valid = arena_take(&a, sizeof *r->st_valid, groups);
  r->inputs_filled = arena_take(&a, sizeof *r->inputs_filled, groups);
  r->inputs_waiting = arena_take(&a, sizeof *r->inputs_waiting, groups);
  if (r->copies == NULL) {
    r->wire = arena_take(&a, sizeof *r->wire, ports);
    r->sent = arena_take(&a, sizeof *r->sent, ports);
    r->flit_in = arena_take(&a, sizeof *r->flit_in, groups);
    r->credit_in = arena_take(&a, sizeof *r->credit_in, groups);
    r->flit_out = arena_take(&a, sizeof *r->flit_out, groups);
    r->credit_out = arena_take(&a, sizeof *r->credit_out, groups);
    if (r->record) {
      r->touched = arena_take(&a, sizeof *r->touched, view_touched_words(r));
    }
  }
  r->tag = arena_take(&a, sizeof *r->tag, ports * r->slots);
  if (r->copies != NULL) {
    r->copies->place(r, &a);
  } else if (r->cut_through) {
    r->need = arena_take(&a, sizeof *r->need, ports * r->slots);
  }
  if (r->cut_through) {
    r->passes = arena_take(&a, sizeof *r->passes, vcs);
  }
  if (r->aged) {
    r->age = arena_take(&a, sizeof *r->age, ports * r->slots);
    r->vc_age = arena_take(&a, sizeof *r->vc_age, vcs);
  }
  if (r->speculative) {
    r->bid_order = arena_take(&a, sizeof *r->bid_order, ports * order_words(r->ports));
    r->speculated = arena_take(&a, sizeof *r->speculated, ports);
    r->wasted = arena_take(&a, sizeof *r->wasted, ports);
  }
  if (r->wavefront) {
    r->diagonal = arena_take(&a, sizeof *r->diagonal, r->members);
    r->pair_ptr = arena_take(&a, sizeof *r->pair_ptr, ports * r->ports);
  }
  if (r->routing == ROUTE_TABLE) {
    r->row = arena_take(&a, 1, table_bytes(r, r->members));
    r->row_group = arena_take(&a, sizeof *r->row_group, ports * r->classes);
  }
  if (r->late) {
    r->inputs_late = arena_take(&a, sizeof *r->inputs_late, groups);
    r->late_flit = arena_take(&a, sizeof *r->late_flit, ports);
    if (r->look) {
      r->next = arena_take(&a, sizeof *r->next, ports * r->slots);
    }
  }
  r->payload = arena_take(&a, sizeof *r->payload, ports * r->slots * r->words);
  return a.used;
}
