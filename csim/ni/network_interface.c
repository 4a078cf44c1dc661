// network_interface -- golden model of an interface; see network_interface.h.

#include "ni/network_interface.h"

#include <stddef.h>
#include <string.h>

#include "ni/ejection.h"
#include "ni/injection.h"
#include "router/view.h"

void interface_view_shape(interface_view_t *r, const noc_shape_t *s, bool record) {
  *r = (interface_view_t){
      .shape = *s,
      .vcs = s->vcs,
      .depth = s->depth,
      .words = s->words,
      .networks = s->networks,
      .slots = s->vcs * s->depth,
      .inj_slots = s->vcs * SHAPE_INJ_DEPTH,
      .cut_through = s->cut_through != 0,
      .record = record,
  };
  unsigned size = s->vcs / s->networks;
  for (unsigned v = 0; v < s->vcs; v++) {
    r->network[v] = (uint8_t)(v / size);
    r->block[v / size] = (uint16_t)(r->block[v / size] | UINT32_C(1) << v);
  }
}

// Zeroes elements of the members; `count` elements a member.
#define CLEAR(array, count) \
  memset(&(array)[(size_t)first * (count)], 0, (size_t)(end - first) * (count) * sizeof *(array))

void interface_clear_wires(const interface_view_t *r, uint32_t first, uint32_t end) {
  CLEAR(r->f.inj_wr_en, 1);
  CLEAR(r->f.inj_wr_slot, 1);
  CLEAR(r->f.inj_wr_tag, 1);
  CLEAR(r->f.inj_wr_payload, r->words);
  CLEAR(r->f.inj_rd_en, 1);
  CLEAR(r->f.inj_rd_slot, 1);
  CLEAR(r->f.ej_wr_en, 1);
  CLEAR(r->f.ej_wr_slot, 1);
  CLEAR(r->f.ej_wr_kind, 1);
  CLEAR(r->f.ej_wr_payload, r->words);
  CLEAR(r->f.ej_rd_en, 1);
  CLEAR(r->f.ej_rd_slot, 1);
}

void interface_reset(const interface_view_t *r, uint32_t first, uint32_t end) {
  if (r->record) {
    interface_clear_wires(r, first, end);
  }
  injection_reset(r, first, end);
  ejection_reset(r, first, end);
}

void interface_step(const interface_view_t *r, uint32_t first, uint32_t end) {
  for (uint32_t m = first; m < end; m += INTERFACE_BLOCK) {
    uint32_t block_end = end - m < INTERFACE_BLOCK ? end : m + INTERFACE_BLOCK;
    if (r->record) {
      interface_clear_wires(r, m, block_end);
    }
    injection_step(r, m, block_end);
    ejection_step(r, m, block_end);
  }
}
