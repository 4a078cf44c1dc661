// coding_host -- see coding_host.h.

#include "unit/coding_host.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { NONE = CODING_SLOTS, TRIES = 24, OP_OPEN = 0, OP_XOR = 1, OP_LOAD = 2 };

// -- Operands ------------------------------------------------------------------------------------

// The names that exactly one of the two has; false if there are none or more than two.
static bool combine(const operand_t *a, const operand_t *b, operand_t *result) {
  uint32_t name[4];
  unsigned n = 0;
  if (a->flits != b->flits) {
    return false;
  }
  for (unsigned i = 0; i < a->n + b->n; i++) {
    const uint32_t one = i < a->n ? a->name[i] : b->name[i - a->n];
    unsigned count = 0;
    for (unsigned k = 0; k < a->n + b->n; k++) {
      count += one == (k < a->n ? a->name[k] : b->name[k - a->n]);
    }
    if (count == 1) {
      name[n++] = one;
    }
  }
  if (n != 1 && n != 2) {
    return false;
  }
  const bool swap = n == 2 && name[0] > name[1];
  *result = (operand_t){n, {name[swap], n == 2 ? name[!swap] : 0}, a->flits};
  return true;
}

static unsigned pick_length(stimulus_t *st, const coding_host_t *h, unsigned most) {
  const unsigned longest = h->longest < most ? h->longest : most;
  const unsigned length = rng_chance(&st->rng, 192) ? h->common : 1 + rng_below(&st->rng, longest);
  return length < longest ? length : longest;
}

static operand_t pick_operand(stimulus_t *st, const coding_host_t *h, unsigned n, unsigned most) {
  operand_t o = {.n = n, .flits = pick_length(st, h, most)};
  const unsigned first = rng_below(&st->rng, h->names);
  o.name[0] = h->name[first];
  if (n == 2) {
    o.name[1] = h->name[(first + 1 + rng_below(&st->rng, h->names - 1)) % h->names];
    if (o.name[0] > o.name[1]) {
      const uint32_t larger = o.name[0];
      o.name[0] = o.name[1];
      o.name[1] = larger;
    }
  }
  return o;
}

static void pick_data(stimulus_t *st, unsigned flits, uint64_t data[][SHAPE_MAX_WORDS]) {
  for (unsigned i = 0; i < flits; i++) {
    stimulus_payload(st, NULL, data[i]);
  }
  packet_clear_head(&st->shape, data[0]);
}

uint64_t coding_tag(const noc_shape_t *s, const operand_t *o) {
  return (uint64_t)o->flits << (1 + 2 * s->name_w) | (uint64_t)o->name[1] << (1 + s->name_w) |
         (uint64_t)o->name[0] << 1 | (o->n == 2);
}

// -- Slots ---------------------------------------------------------------------------------------

void coding_reset(stimulus_t *st, coding_host_t *h) {
  const noc_shape_t *s = &st->shape;
  memset(h, 0, sizeof *h);
  const unsigned all = s->xor_slots - 1;
  h->slots = all < CODING_SLOTS ? all : CODING_SLOTS;
  // Spread over all there are, the last included now and then.
  const unsigned first = rng_below(&st->rng, all);
  for (unsigned i = 0; i < h->slots; i++) {
    h->slot[i].slot = (uint16_t)(1 + (first + i * (all / h->slots)) % all);
  }
  const uint32_t last = stimulus_mask(s->name_w);
  h->names = last < 5 ? last + 1 : 6;
  for (unsigned i = 0; i < h->names; i++) {
    h->name[i] = last < 5 ? i : (last / 6) * i + rng_below(&st->rng, last / 6);
  }
  unsigned most = stimulus_mask(s->len_w);
  most = s->cut_through && s->depth < most ? s->depth : most;
  h->longest = s->xor_flits < most ? s->xor_flits : most;
  static const unsigned kCommon[] = {1, 2, 5, CODING_FLITS};
  h->common = kCommon[rng_below(&st->rng, 4)];
}

static unsigned find(const coding_host_t *h, unsigned slot) {
  for (unsigned i = 0; i < h->slots; i++) {
    if (h->slot[i].slot == slot) {
      return i;
    }
  }
  return NONE;
}

// Nothing that has begun needs the slot.
static bool is_free(const coding_slot_t *x) {
  return (x->status == SLOT_IDLE || x->status == SLOT_VALUE) && x->users == 0 && !x->lent &&
         !x->promised;
}

// -- Commands ------------------------------------------------------------------------------------

static void set_command(stimulus_t *st, uint32_t *in, const coding_fields_t *f, unsigned op,
                        unsigned slot) {
  stimulus_set(st, in, f->cmd_op, 0, op);
  stimulus_set(st, in, f->cmd_slot, 0, slot);
}

static void xor_data(const noc_shape_t *s, coding_slot_t *x, uint64_t a[][SHAPE_MAX_WORDS],
                     uint64_t b[][SHAPE_MAX_WORDS]) {
  for (unsigned i = 0; i < x->operand.flits; i++) {
    for (unsigned w = 0; w < s->words; w++) {
      x->data[i][w] = a[i][w] ^ b[i][w];
    }
  }
}

// The operands for slot `to`: any two whose names and lengths go together.
static bool choose_operands(stimulus_t *st, coding_host_t *h, unsigned to, bool in_place) {
  coding_slot_t *x = &h->slot[to];
  for (unsigned i = 0; i < TRIES; i++) {
    const unsigned a = in_place ? to : rng_below(&st->rng, h->slots);
    const unsigned b = rng_below(&st->rng, h->slots);
    const operand_t *of_a = in_place ? &x->packet : &h->slot[a].operand;
    operand_t result;
    if (b == to || (a == to) != in_place || a == b || h->slot[b].promised ||
        (!in_place && h->slot[a].promised) || of_a->n == 0 || h->slot[b].operand.n == 0 ||
        !combine(of_a, &h->slot[b].operand, &result)) {
      continue;
    }
    x->operand = result;
    x->a = a;
    x->b = b;
    xor_data(&st->shape, x, in_place ? x->packet_data : h->slot[a].data, h->slot[b].data);
    h->slot[a].users += !in_place;
    h->slot[b].users++;
    return true;
  }
  return false;
}

static bool command_xor(stimulus_t *st, coding_host_t *h, uint32_t *in, const coding_fields_t *f,
                        unsigned to) {
  coding_slot_t *x = &h->slot[to];
  const bool in_place = x->promised || rng_chance(&st->rng, 128);
  const operand_t before = x->operand;
  if (in_place && !x->promised) {
    x->packet = pick_operand(st, h, 1 + rng_below(&st->rng, 2), CODING_FLITS);
    pick_data(st, x->packet.flits, x->packet_data);
  }
  x->operand = (operand_t){0};
  if (!choose_operands(st, h, to, in_place)) {
    x->operand = before;
    return false;
  }
  set_command(st, in, f, OP_XOR, x->slot);
  stimulus_set(st, in, f->cmd_a, 0, h->slot[x->a].slot);
  stimulus_set(st, in, f->cmd_b, 0, h->slot[x->b].slot);
  // Results for hosts are blocks: but a coded one would be handed over as well.
  stimulus_set(st, in, f->cmd_deliver, 0, rng_chance(&st->rng, 160));
  x->status = SLOT_MADE;
  x->expects = in_place && !x->promised;
  x->promised = false;
  return true;
}

static void command_open(stimulus_t *st, coding_host_t *h, uint32_t *in, const coding_fields_t *f,
                         unsigned to) {
  coding_slot_t *x = &h->slot[to];
  if (!x->promised) {
    x->packet = pick_operand(st, h, 1 + rng_below(&st->rng, 2), CODING_FLITS);
    pick_data(st, x->packet.flits, x->packet_data);
  }
  x->operand = x->packet;
  memcpy(x->data, x->packet_data, sizeof x->data);
  x->expects = !x->promised;
  x->promised = false;
  x->status = SLOT_OPEN;
  set_command(st, in, f, OP_OPEN, x->slot);
}

static void command_load(stimulus_t *st, coding_host_t *h, uint32_t *in, const coding_fields_t *f,
                         unsigned to) {
  coding_slot_t *x = &h->slot[to];
  if (h->loading == 0) {
    x->operand = pick_operand(st, h, 1, CODING_FLITS);
    pick_data(st, x->operand.flits, x->data);
    x->status = SLOT_LOADED;
    h->loading = to + 1;
    h->load_pos = 0;
    set_command(st, in, f, OP_LOAD, x->slot);
    stimulus_set(st, in, f->cmd_name, 0, x->operand.name[0]);
    stimulus_set(st, in, f->cmd_flits, 0, x->operand.flits);
  }
  stimulus_set(st, in, f->cmd_op, 0, OP_LOAD);
  uint64_t data[SHAPE_MAX_WORDS];
  stimulus_payload(st, NULL, data);  // what lies below the head is not used
  if (h->load_pos > 0) {
    memcpy(data, x->data[h->load_pos], sizeof data);
  } else {
    for (unsigned b = st->shape.head_bits; b < st->shape.flit_bits; b++) {
      packet_set_field(data, b, 1, x->data[0][b / 64] >> b % 64 & 1);
    }
  }
  stimulus_set_payload(st, in, f->cmd_data, 0, data);
  if (++h->load_pos == x->operand.flits) {
    h->loading = 0;
    x->status = SLOT_VALUE;  // seen from the next cycle on
  }
}

bool coding_command(stimulus_t *st, coding_host_t *h, uint32_t *in, const coding_fields_t *f) {
  stimulus_set(st, in, f->cmd_valid, 0, 0);
  const unsigned to = rng_below(&st->rng, h->slots);
  coding_slot_t *x = &h->slot[to];
  const unsigned what = rng_below(&st->rng, 8);
  bool given = true;
  bool load = false;
  if (!rng_chance(&st->rng, 160)) {
    return false;
  }
  if (x->promised) {
    if (what >= 4 || !command_xor(st, h, in, f, to)) {
      command_open(st, h, in, f, to);
    }
  } else if (h->loading != 0 ? rng_chance(&st->rng, 200) : what == 0 && is_free(x)) {
    // Other commands may come between the flits of a load.
    command_load(st, h, in, f, h->loading != 0 ? h->loading - 1 : to);
    load = true;
  } else if (!is_free(x)) {
    given = false;
  } else if (what < 6) {
    given = command_xor(st, h, in, f, to);
  } else {
    command_open(st, h, in, f, to);
  }
  if (given) {
    stimulus_set(st, in, f->cmd_valid, 0, 1);
  }
  return load;
}

// -- Packets -------------------------------------------------------------------------------------

bool coding_packet(stimulus_t *st, coding_host_t *h, unsigned most, packet_head_t *head) {
  for (unsigned i = 0; i < TRIES / 4; i++) {
    coding_slot_t *x = &h->slot[rng_below(&st->rng, h->slots)];
    if (x->expects && x->packet.flits <= most) {
      x->expects = false;
    } else if (is_free(x) && h->slots > 1 && rng_chance(&st->rng, 16)) {
      // Before it is opened: the packet waits in its queue.
      x->promised = true;
      x->packet = pick_operand(st, h, 1 + rng_below(&st->rng, 2), most);
      pick_data(st, x->packet.flits, x->packet_data);
    } else {
      continue;
    }
    head->slot = x->slot;
    head->operand_a = x->packet.name[0];
    head->operand_b = x->packet.name[1];
    head->length = (uint16_t)x->packet.flits;
    if (x->packet.n == 2) {
      head->type = PACKET_CODED;
    } else if (head->type == PACKET_CODED) {
      head->type = PACKET_UNICAST;
    }
    return true;
  }
  return false;
}

void coding_payload(stimulus_t *st, const coding_host_t *h, const packet_head_t *head, unsigned pos,
                    uint64_t *payload) {
  const unsigned i = find(h, head->slot);
  if (i == NONE) {
    stimulus_payload(st, pos == 0 ? head : NULL, payload);
    return;
  }
  memcpy(payload, h->slot[i].packet_data[pos], st->shape.words * sizeof *payload);
  if (pos == 0) {
    packet_pack(&st->shape, head, payload);
  }
}

unsigned coding_lend(stimulus_t *st, coding_host_t *h, unsigned most, unsigned *flits) {
  for (unsigned i = 0; i < TRIES / 4 && h->lent == 0; i++) {
    const coding_slot_t *x = &h->slot[rng_below(&st->rng, h->slots)];
    if (x->status == SLOT_VALUE && !x->promised && x->operand.flits <= most) {
      *flits = x->operand.flits;
      return x->slot;
    }
  }
  return 0;
}

void coding_lent(coding_host_t *h, unsigned slot, bool more) {
  const unsigned i = find(h, slot);
  assert(i != NONE && h->lent == 0);
  h->slot[i].lent = true;
  h->lent = i + 1;
  h->lent_once = !more;
}

void coding_returned(coding_host_t *h) {
  if (h->lent > 0) {
    h->slot[h->lent - 1].lent = false;
    h->lent = 0;
    h->lent_once = false;
  }
}

const operand_t *coding_operand(const coding_host_t *h, unsigned slot) {
  const unsigned i = find(h, slot);
  return i != NONE && h->slot[i].status == SLOT_VALUE && !h->slot[i].promised ? &h->slot[i].operand
                                                                              : NULL;
}

// -- What the unit does --------------------------------------------------------------------------

static bool wrong(stimulus_t *st, const char *what, unsigned slot) {
  (void)snprintf(st->error, sizeof st->error, "%s, slot %u", what, slot);
  return false;
}

// A word of the result store is what the exclusive or of its operands' data is.
static bool check_result(stimulus_t *st, const coding_host_t *h, const uint32_t *state,
                         const coding_fields_t *f) {
  const unsigned slot = (unsigned)stimulus_get(st, state, f->xr_wr_slot, 0);
  const unsigned pos = (unsigned)stimulus_get(st, state, f->xr_wr_pos, 0);
  const unsigned i = find(h, slot);
  if (i == NONE || h->slot[i].status != SLOT_MADE || pos >= h->slot[i].operand.flits) {
    return wrong(st, "a result that nobody wants", slot);
  }
  const uint64_t tag = pos == 0 ? coding_tag(&st->shape, &h->slot[i].operand) : 0;
  if (stimulus_get(st, state, f->xr_wr_tag, 0) != tag) {
    return wrong(st, "a result with a wrong tag", slot);
  }
  for (unsigned w = 0; w < st->shape.words; w++) {
    if (stimulus_get(st, state, f->xr_wr_data, w) != h->slot[i].data[pos][w]) {
      return wrong(st, "a result with wrong data", slot);
    }
  }
  return true;
}

bool coding_observe(stimulus_t *st, coding_host_t *h, const uint32_t *state,
                    const coding_fields_t *f) {
  if (h->lent_once) {
    coding_returned(h);
  }
  if (stimulus_get(st, state, f->xr_wr_en, 0) != 0 && !check_result(st, h, state, f)) {
    return false;
  }
  if (stimulus_get(st, state, f->fill_valid, 0) != 0) {
    const unsigned slot = (unsigned)stimulus_get(st, state, f->fill_slot, 0);
    const unsigned i = find(h, slot);
    if (i == NONE || (h->slot[i].status != SLOT_OPEN && h->slot[i].status != SLOT_MADE)) {
      return wrong(st, "a packet in a slot that is not open", slot);
    }
    if (h->slot[i].status == SLOT_OPEN) {
      h->slot[i].status = SLOT_VALUE;
    }
  }
  if (stimulus_get(st, state, f->done_valid, 0) != 0) {
    const unsigned slot = (unsigned)stimulus_get(st, state, f->done_slot, 0);
    const unsigned i = find(h, slot);
    if (i == NONE || h->slot[i].status != SLOT_MADE) {
      return wrong(st, "a result done that nobody wants", slot);
    }
    coding_slot_t *x = &h->slot[i];
    x->status = SLOT_VALUE;
    h->slot[x->a].users -= x->a != i;
    h->slot[x->b].users--;
    h->completed++;
  }
  return true;
}
