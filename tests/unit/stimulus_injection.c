// stimulus_injection -- a host that offers beats, a router that gives credits back.

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/injection_state.def"
#include "unit/fields.def"

typedef struct {
  stimulus_t head;
  host_source_t host;
  link_sink_t down;
  uint16_t ready;  // host_ready as last seen
  // These are used with an XOR unit: whether the slot being sent will be read, as last seen, and
  // its tag.
  bool sending, reads;
  uint64_t tag;
  // These are used with a forwarding unit: a copy is handed over, of which so many beats are to
  // come, or is asked for; its network; and for each network, as last seen, whether a copy can
  // start or go on.
  bool copying, asking;
  unsigned copy_left, copy_network;
  uint32_t room, next;
} injection_stimulus_t;

static void begin_reset(stimulus_t *st) {
  injection_stimulus_t *u = (injection_stimulus_t *)st;
  u->host = (host_source_t){0};
  u->down = (link_sink_t){0};
  u->ready = (uint16_t)stimulus_mask(st->shape.networks);
  u->sending = u->reads = false;
  u->copying = u->asking = false;
  u->room = u->next = stimulus_mask(st->shape.networks);
}

// The flit of a copy in this cycle, and what follows; `beat`: one of the host's is accepted.
// Returns whether there is one.
static bool push_copy(stimulus_t *st, injection_stimulus_t *u, uint32_t *in, bool beat,
                      uint64_t *payload) {
  const unsigned k = u->copy_network;
  const bool first = !u->copying;
  if (first ? !u->asking || beat || (u->room >> k & 1) == 0 : (u->next >> k & 1) == 0) {
    return false;
  }
  if (first) {
    u->copy_left = stimulus_length(st, true);
    u->asking = false;
    stimulus_set(st, in, F_copy_flits, 0, u->copy_left);
  }
  u->copy_left--;
  u->copying = u->copy_left > 0;
  stimulus_set(st, in, F_copy_first, 0, first);
  stimulus_set(st, in, F_copy_network, 0, k);
  stimulus_payload(st, NULL, payload);
  if (first && st->shape.look_table) {
    packet_set_field(payload, packet_destination_lsb(), st->shape.addr_w, stimulus_destination(st));
  }
  if (first && st->shape.look && st->shape.multicast && packet_is_worm(packet_type(payload))) {
    packet_set_field(payload, 0, PACKET_TYPE_W, PACKET_FORWARDED);  // copies are no worms
  }
  if (first && st->shape.aged) {
    packet_set_field(payload, st->shape.age_lsb, st->shape.age_w, stimulus_age(st));
  }
  return true;
}

// The forwarding unit's side; `may`: it pushes copies.
static void set_copy(stimulus_t *st, injection_stimulus_t *u, uint32_t *in, bool may, bool beat) {
  uint64_t payload[SHAPE_MAX_WORDS] = {0};
  stimulus_set(st, in, F_copy_first, 0, 0);
  stimulus_set(st, in, F_copy_network, 0, 0);
  stimulus_set(st, in, F_copy_flits, 0, 0);
  stimulus_set(st, in, F_copy_valid, 0, may && push_copy(st, u, in, beat, payload));
  stimulus_set_payload(st, in, F_copy_payload, 0, payload);
  if (!u->copying && !u->asking && rng_chance(&st->rng, st->phase.in / 2)) {
    u->asking = true;
    u->copy_network = rng_below(&st->rng, st->shape.networks);
  }
  stimulus_set(st, in, F_copy_busy_next, 0, u->copying);
  stimulus_set(st, in, F_copy_network_next, 0, u->copying ? u->copy_network : 0);
  stimulus_set(st, in, F_ask_next, 0, u->asking);
  stimulus_set(st, in, F_ask_network_next, 0, u->asking ? u->copy_network : 0);
}

// Notes from the registers which networks have room for a copy.
static void see_room(stimulus_t *st, injection_stimulus_t *u, const uint32_t *state) {
  const noc_shape_t *s = &st->shape;
  const unsigned block = s->vcs / s->networks;
  u->room = u->next = 0;
  for (unsigned v = 0; v < s->vcs; v++) {
    const unsigned k = v / block;
    const bool room = stimulus_get(st, state, F_inj_count, v) < SHAPE_INJ_DEPTH;
    u->room |= (uint32_t)(room && stimulus_get(st, state, F_inj_left, k) == 0) << k;
    u->next |= (uint32_t)(room && stimulus_get(st, state, F_inj_vc, k) == v) << k;
  }
}

// Sets what a first beat says to an XOR unit. True if its packet is an operand, and accepted.
static bool set_code(stimulus_t *st, injection_stimulus_t *u, uint32_t *in, host_beat_t *beat) {
  const noc_shape_t *s = &st->shape;
  const bool from = rng_chance(&st->rng, 96);
  const bool accepted = from && (u->ready >> beat->network & 1u) != 0 && !u->sending;
  stimulus_set(st, in, F_host_from, 0, from ? 1 + rng_below(&st->rng, s->xor_slots - 1) : 0);
  stimulus_set(st, in, F_host_slot, 0, rng_below(&st->rng, s->xor_slots));
  stimulus_set(st, in, F_host_name, 0, rng_next(&st->rng));
  if (!from) {
    return false;
  }
  beat->flits = 1 + (beat->flits - 1) % s->xor_flits;
  if ((u->ready >> beat->network & 1u) != 0) {
    u->host.left[beat->network] = 0;  // the unit sends the rest; or nobody, if it is not accepted
  }
  return accepted;
}

static void set_operand(stimulus_t *st, injection_stimulus_t *u, uint32_t *in, bool opens,
                        unsigned flits) {
  const noc_shape_t *s = &st->shape;
  uint64_t data[SHAPE_MAX_WORDS] = {0};
  const bool reads = opens || u->reads;
  if (opens) {
    const uint64_t below = (uint64_t)1 << (2 * s->name_w + 1);
    u->tag = (rng_next(&st->rng) & (below - 1)) | flits * below;
  }
  if (reads) {
    stimulus_payload(st, NULL, data);
  }
  if (opens) {
    packet_clear_head(s, data);
  }
  stimulus_set(st, in, F_xs_tag, 0, reads ? u->tag : 0);
  stimulus_set_payload(st, in, F_xs_data, 0, data);
}

static void next(stimulus_t *st, uint32_t *in) {
  injection_stimulus_t *u = (injection_stimulus_t *)st;
  host_beat_t beat;
  const cfg_fields_t cfg = {F_cfg_valid, 0, F_cfg_index, F_cfg_data};
  const bool routes = !st->shape.look_table || stimulus_configure_first(st, in, cfg);
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
    const bool opens = st->shape.xor_unit && set_code(st, u, in, &beat);
    stimulus_set(st, in, F_host_flits, 0, beat.flits);
    if (st->shape.multicast) {
      stimulus_set(st, in, F_host_headers, 0, beat.headers);
    }
    if (st->shape.aged) {
      stimulus_set(st, in, F_host_age, 0, stimulus_age(st));
    }
    if (st->shape.xor_unit) {
      set_operand(st, u, in, opens, beat.flits);
    }
  } else if (st->shape.xor_unit) {
    set_operand(st, u, in, false, 0);
  }
  if (st->shape.forward_unit) {
    set_copy(st, u, in, routes, offered && (u->ready >> beat.network & 1u) != 0);
  }
  unsigned vc;
  bool credit = link_sink_credit(st, &u->down, &vc);
  stimulus_set(st, in, F_credit_in_valid, 0, credit);
  if (credit) {
    stimulus_set(st, in, F_credit_in_vc, 0, vc);
  }
}

static bool observe(stimulus_t *st, const uint32_t *state) {
  injection_stimulus_t *u = (injection_stimulus_t *)st;
  u->ready = (uint16_t)stimulus_get(st, state, F_host_ready, 0);
  if (st->shape.xor_unit) {
    const unsigned network = (unsigned)stimulus_get(st, state, F_inj_from_network, 0);
    const unsigned vc = (unsigned)stimulus_get(st, state, F_inj_vc, network);
    u->sending = stimulus_get(st, state, F_inj_from, 0) != 0;
    u->reads = u->sending && stimulus_get(st, state, F_inj_count, vc) < SHAPE_INJ_DEPTH;
  }
  if (st->shape.forward_unit) {
    see_room(st, u, state);
  }
  if (stimulus_get(st, state, F_out_valid, 0) != 0 &&
      !link_sink_take(st, &u->down, (unsigned)stimulus_get(st, state, F_out_vc, 0),
                      (unsigned)stimulus_get(st, state, F_out_kind, 0))) {
    return false;
  }
  return true;
}

const stimulus_ops_t stimulus_injection = {
    "injection", sizeof(injection_stimulus_t), NULL, begin_reset, next, observe};
