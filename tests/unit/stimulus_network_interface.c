// stimulus_network_interface -- a host and a router port around the whole interface.

#include <string.h>

#include "unit/coding_host.h"
#include "unit/forward_host.h"
#include "unit/stimulus.h"

#define FIELDS_LIST "shape/network_interface_state.def"
#include "unit/fields.def"

static const coding_fields_t kFields = CODING_FIELDS;
static const forward_fields_t kForwardFields = FORWARD_FIELDS;

typedef struct {
  stimulus_t head;
  coding_host_t slots;    // with an XOR unit
  uint16_t from;          // inj_from as last seen
  forward_host_t tables;  // with a forwarding unit
  host_source_t host;
  link_sink_t down;
  uint16_t ready;    // host_ready as last seen
  uint32_t refused;  // networks whose beats the host does not take for a while
  link_source_t up;
} network_interface_stimulus_t;

static void begin_reset(stimulus_t *st) {
  network_interface_stimulus_t *u = (network_interface_stimulus_t *)st;
  u->host = (host_source_t){0};
  u->down = (link_sink_t){0};
  u->ready = (uint16_t)stimulus_mask(st->shape.networks);
  u->refused = 0;
  link_source_reset(&u->up, &st->shape);
  if (st->shape.xor_unit) {
    coding_reset(st, &u->slots);
    u->from = 0;
    u->up.slots = &u->slots;
  }
  if (st->shape.forward_unit) {
    forward_reset(st, &u->tables, false);
    u->up.tables = &u->tables;
  }
}

// Sets what a first beat says to an XOR unit; now and then its packet is an operand.
static void set_code(stimulus_t *st, network_interface_stimulus_t *u, uint32_t *in,
                     host_beat_t *beat) {
  const noc_shape_t *s = &st->shape;
  const bool ready = (u->ready >> beat->network & 1u) != 0;
  const unsigned most = s->cut_through ? s->depth : CODING_FLITS;
  unsigned flits = 0;
  const unsigned slot = rng_chance(&st->rng, 128) ? coding_lend(st, &u->slots, most, &flits) : 0;
  // Offered while another is sent it is not accepted, but may be offered.
  stimulus_set(st, in, F_host_from, 0, slot);
  stimulus_set(st, in, F_host_slot, 0, rng_below(&st->rng, s->xor_slots));
  stimulus_set(st, in, F_host_name, 0, rng_next(&st->rng));
  if (slot == 0) {
    return;
  }
  beat->flits = flits;
  if (ready) {
    u->host.left[beat->network] = 0;  // the unit sends the rest
    coding_lent(&u->slots, slot, flits > 1);
  }
}

static void next(stimulus_t *st, uint32_t *in) {
  network_interface_stimulus_t *u = (network_interface_stimulus_t *)st;
  host_beat_t beat;
  const cfg_fields_t cfg = {F_cfg_valid, 0, F_cfg_index, F_cfg_data};
  const bool routes = !st->shape.look_table || stimulus_configure_first(st, in, cfg);
  const bool drains = st->drains;
  st->drains = drains || !routes;
  const bool offered = routes && host_source_next(st, &u->host, u->ready, &beat);
  stimulus_set(st, in, F_addr, 0, st->addr);
  if (st->shape.look_address) {
    stimulus_set(st, in, F_extent, 0, st->extent);
  }
  stimulus_set(st, in, F_host_valid, 0, offered);
  if (offered) {
    stimulus_set(st, in, F_host_network, 0, beat.network);
    stimulus_set_payload(st, in, F_host_data, 0, beat.data);
  }
  if (offered && beat.first) {
    const unsigned type = host_source_type(st);
    stimulus_set(st, in, F_host_type, 0, type);
    stimulus_set(st, in, F_host_dst, 0, host_source_destination(st, type));
    stimulus_set(st, in, F_host_message, 0, rng_next(&st->rng));
    if (st->shape.xor_unit) {
      set_code(st, u, in, &beat);
    }
    stimulus_set(st, in, F_host_flits, 0, beat.flits);
    if (st->shape.multicast) {
      stimulus_set(st, in, F_host_headers, 0, beat.headers);
    }
    if (st->shape.aged) {
      stimulus_set(st, in, F_host_age, 0, stimulus_age(st));
    }
  }
  if (st->shape.xor_unit) {
    (void)coding_command(st, &u->slots, in, &kFields);
  }
  unsigned vc;
  bool credit = link_sink_credit(st, &u->down, &vc);
  stimulus_set(st, in, F_credit_in_valid, 0, credit);
  if (credit) {
    stimulus_set(st, in, F_credit_in_vc, 0, vc);
  }

  if (st->shape.forward_unit) {
    (void)forward_pins(st, &u->tables, in, &kForwardFields);
  }
  link_flit_t flit;
  bool arrives = rng_chance(&st->rng, st->phase.in) && link_source_next(st, &u->up, &flit);
  st->drains = drains;
  stimulus_set(st, in, F_in_valid, 0, arrives);
  if (arrives) {
    stimulus_set(st, in, F_in_vc, 0, flit.vc);
    stimulus_set(st, in, F_in_kind, 0, flit.kind);
    stimulus_set_payload(st, in, F_in_payload, 0, flit.payload);
  }
  stimulus_set(st, in, F_del_ready, 0, host_sink_ready(st, &u->refused));
  if (st->shape.xor_unit) {
    stimulus_set(st, in, F_res_ready, 0, rng_chance(&st->rng, st->phase.out));
  }
}

static bool observe(stimulus_t *st, const uint32_t *state) {
  network_interface_stimulus_t *u = (network_interface_stimulus_t *)st;
  u->ready = (uint16_t)stimulus_get(st, state, F_host_ready, 0);
  if (st->shape.forward_unit) {
    u->tables.ready = stimulus_get(st, state, F_forward_ready, 0) != 0;
  }
  if (st->shape.xor_unit) {
    u->from = (uint16_t)stimulus_get(st, state, F_inj_from, 0);
    if (!coding_observe(st, &u->slots, state, &kFields)) {
      return false;
    }
    if (u->slots.lent > 0 && u->from == 0) {
      coding_returned(&u->slots);
    }
  }
  if (stimulus_get(st, state, F_out_valid, 0) != 0 &&
      !link_sink_take(st, &u->down, (unsigned)stimulus_get(st, state, F_out_vc, 0),
                      (unsigned)stimulus_get(st, state, F_out_kind, 0))) {
    return false;
  }

  return stimulus_get(st, state, F_credit_out_valid, 0) == 0 ||
         link_source_credit(st, &u->up, (unsigned)stimulus_get(st, state, F_credit_out_vc, 0));
}

const stimulus_ops_t stimulus_network_interface = {
    "network_interface", sizeof(network_interface_stimulus_t), NULL, begin_reset, next, observe};
