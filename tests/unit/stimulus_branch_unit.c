// stimulus_branch_unit -- packets of one and of several branches, allocators that pick any of the
// branches that may move.

#include <string.h>

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/branch_unit_state.def"
#include "unit/fields.def"

// Flits of a packet at most.
enum { LONGEST = 1023 };

// An entry, by the slot of its head.
typedef struct {
  uint32_t ports;
  bool drop;
} entry_t;

typedef struct {
  stimulus_t head;
  worm_packet_t packet[SHAPE_MAX_VCS];
  unsigned sent[SHAPE_MAX_VCS], flits[SHAPE_MAX_VCS];  // of it
  unsigned wr[SHAPE_MAX_VCS];
  unsigned worm[SHAPE_MAX_VCS], worm_slot[SHAPE_MAX_VCS];  // being decoded
  unsigned w_type[SHAPE_MAX_VCS];                          // the same before the flit that comes
  unsigned w_slot[SHAPE_MAX_VCS];
  uint32_t early, early_entry;  // VCs with a flit that comes and may move in the same cycle; with
                                // the entry of its packet
  bool drops[SHAPE_MAX_VCS];    // the packet that comes in
  entry_t entry[SHAPE_MAX_VCS * SHAPE_MAX_DEPTH];  // [slot]
  bool written[SHAPE_MAX_VCS * SHAPE_MAX_DEPTH];   // [slot]
  // As last seen.
  unsigned rd[SHAPE_MAX_VCS], count[SHAPE_MAX_VCS], popped[SHAPE_MAX_VCS];
  uint32_t open, drop, wait[SHAPE_MAX_VCS], active[SHAPE_MAX_VCS];
  uint16_t read[SHAPE_MAX_VCS][SHAPE_MAX_PORTS];
} branch_stimulus_t;

static void begin_reset(stimulus_t *st) {
  branch_stimulus_t *u = (branch_stimulus_t *)st;
  const stimulus_t head = u->head;
  memset(u, 0, sizeof *u);
  u->head = head;
}

// The branches of VC v's front packet that wait, as they are from the start of this cycle on.
static uint32_t waiting(const branch_stimulus_t *u, unsigned v) {
  const bool coming = u->w_type[v] != 0 && u->w_slot[v] == u->rd[v];
  if ((u->open >> v & 1) != 0) {
    return u->wait[v];
  }
  const bool known = u->count[v] > 0 ? !coming : (u->early & u->early_entry) >> v & 1;
  return known ? u->entry[v * u->head.shape.depth + u->rd[v]].ports : 0;
}

static bool dropping(const branch_stimulus_t *u, unsigned v) {
  return (u->open >> v & 1) != 0 ? (u->drop >> v & 1) != 0
                                 : u->entry[v * u->head.shape.depth + u->rd[v]].drop;
}

static bool there(const branch_stimulus_t *u, unsigned v, unsigned number) {
  return number - u->popped[v] < u->count[v] + (u->early >> v & 1);
}

// Some of the waiting branches of a VC win. Returns them.
static uint32_t allocate(stimulus_t *st, uint32_t *in, unsigned v) {
  const branch_stimulus_t *u = (const branch_stimulus_t *)st;
  const uint64_t draw = rng_next(&st->rng);
  const uint32_t any = (uint32_t)draw | (uint32_t)(draw >> 32);
  const uint32_t outs = rng_chance(&st->rng, st->phase.out) ? waiting(u, v) & any : 0;
  stimulus_set(st, in, F_va_outs, 0, outs);
  stimulus_set(st, in, F_va_vc, 0, outs != 0 ? v : 0);
  for (unsigned o = 0; o < st->shape.ports; o++) {
    const bool won = (outs >> o & 1) != 0;
    stimulus_set(st, in, F_va_out_vc, o, won ? rng_below(&st->rng, st->shape.vcs) : 0);
  }
  return outs;
}

// A branch that is to move. Those to ports that the phase leaves out seldom do: others get far
// ahead of them.
static unsigned pick_branch(stimulus_t *st, uint32_t active) {
  const uint32_t fast = active & st->phase.exits & st->phase.ports;
  return rng_pick(&st->rng, fast != 0 && !rng_chance(&st->rng, 3) ? fast : active);
}

// Branches of a VC read, or pass over a flit. `won` have just become active.
static void move(stimulus_t *st, uint32_t *in, unsigned v, uint32_t won) {
  const branch_stimulus_t *u = (const branch_stimulus_t *)st;
  rng_t *r = &st->rng;
  const uint32_t active = u->active[v] | won;
  uint32_t outs = 0;
  unsigned number = 0;
  bool due = false;
  if (active != 0 && rng_chance(r, st->phase.out)) {
    number = u->read[v][pick_branch(st, active)];
    for (uint32_t left = active; left != 0; left &= left - 1) {
      const unsigned o = (unsigned)__builtin_ctz(left);
      outs |= (uint32_t)(u->read[v][o] == number) << o;
    }
    outs = there(u, v, number) ? outs : 0;
    due = outs != 0 && number == 1 && dropping(u, v);
    const uint32_t some = (uint32_t)rng_next(r) & outs;
    outs = some != 0 ? some : outs;
  }
  const bool moves = outs != 0;
  stimulus_set(st, in, F_sa_outs, 0, due ? 0 : outs);
  stimulus_set(st, in, F_sa_drop, 0, due);
  stimulus_set(st, in, F_sa_vc, 0, moves ? v : 0);
  stimulus_set(st, in, F_sa_pos, 0, moves ? number : 0);
}

static void no_entry(stimulus_t *st, uint32_t *in) {
  stimulus_set(st, in, F_entry_valid, 0, 0);
  stimulus_set(st, in, F_entry_slot, 0, 0);
  stimulus_set(st, in, F_entry_ports, 0, 0);
  stimulus_set(st, in, F_entry_need, 0, 0);
  stimulus_set(st, in, F_entry_group, 0, 0);
  stimulus_set(st, in, F_entry_flags, 0, 0);
  if (st->shape.aged) {
    stimulus_set(st, in, F_entry_age, 0, 0);
  }
  for (unsigned o = 0; st->shape.class_w > 0 && o < st->shape.ports; o++) {
    stimulus_set(st, in, F_entry_class, o, 0);
  }
}

static void set_entry(stimulus_t *st, uint32_t *in, unsigned v, unsigned position) {
  branch_stimulus_t *u = (branch_stimulus_t *)st;
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  const worm_packet_t *packet = &u->packet[v];
  const bool up = packet->type == PACKET_TREE_WORM && rng_chance(r, 64);
  const uint32_t any = (uint32_t)rng_next(r) & stimulus_mask(s->ports);
  const bool one = packet->type == PACKET_UNICAST || up || any == 0;
  const uint32_t ports = one ? 1u << rng_below(r, s->ports) : any;
  const bool drop = packet->type == PACKET_PATH_WORM && rng_chance(r, 128);
  const bool string = packet->type == PACKET_TREE_WORM;
  stimulus_set(st, in, F_entry_valid, 0, 1);
  stimulus_set(st, in, F_entry_slot, 0, v * s->depth + position);
  stimulus_set(st, in, F_entry_ports, 0, ports);
  stimulus_set(st, in, F_entry_need, 0, s->cut_through ? u->flits[v] : 1);
  stimulus_set(st, in, F_entry_group, 0, rng_below(r, s->groups));
  if (s->aged) {
    stimulus_set(st, in, F_entry_age, 0, stimulus_age(st));
  }
  stimulus_set(st, in, F_entry_flags, 0, (string ? 1u : 0u) | (up ? 2u : 0u) | (drop ? 4u : 0u));
  for (unsigned o = 0; s->class_w > 0 && o < s->ports; o++) {
    stimulus_set(st, in, F_entry_class, o, (ports >> o & 1) != 0 ? stimulus_class(st) : 0);
  }
  u->entry[v * s->depth + position] = (entry_t){ports, drop};
}

// All flits of the next packet on VC v. Under wormhole one to a single port may be of any length,
// so that the high bits of positions are reached, too.
static unsigned begin_packet(stimulus_t *st, unsigned v) {
  branch_stimulus_t *u = (branch_stimulus_t *)st;
  const unsigned flits = stimulus_worm(st, &u->packet[v]);
  const bool any_length = !st->shape.cut_through && u->packet[v].type == PACKET_UNICAST;
  if (!any_length || !rng_chance(&st->rng, 3)) {
    return flits;
  }
  return 1 + rng_below(&st->rng, rng_chance(&st->rng, 64) ? LONGEST : LONGEST / 4);
}

// The next flit of a packet on VC v, with its entry if it is the one that decides.
static void arrive(stimulus_t *st, uint32_t *in, unsigned v) {
  branch_stimulus_t *u = (branch_stimulus_t *)st;
  const noc_shape_t *s = &st->shape;
  uint64_t flit[SHAPE_MAX_WORDS];
  if (u->sent[v] == u->flits[v]) {
    u->sent[v] = 0;
    u->flits[v] = begin_packet(st, v);
  }
  const worm_packet_t *packet = &u->packet[v];
  const unsigned n = u->sent[v]++;
  const unsigned decides = packet->type == PACKET_UNICAST     ? 0
                           : packet->type == PACKET_PATH_WORM ? 1
                                                              : s->string_words;
  stimulus_payload(st, NULL, flit);
  stimulus_set(st, in, F_in_vc, 0, v);
  stimulus_set(st, in, F_in_kind, 0, stimulus_kind(n, u->flits[v]));
  stimulus_set_payload(st, in, F_in_payload, 0, flit);
  if (n == 0 && decides > 0) {
    u->worm[v] = packet->type == PACKET_TREE_WORM ? 1 : 2;
    u->worm_slot[v] = u->wr[v];
  } else if (n == decides) {
    u->early_entry = n == 0 ? 1u << v : 0;
    set_entry(st, in, v, n == 0 ? u->wr[v] : u->worm_slot[v]);
    u->worm[v] = 0;
  }
  u->written[v * s->depth + u->wr[v]] = true;
  u->wr[v] = (u->wr[v] + 1) % s->depth;
}

// A branch of VC v is far ahead of another.
static bool far_ahead(const branch_stimulus_t *u, unsigned v) {
  bool far = false;
  for (uint32_t left = u->active[v]; left != 0; left &= left - 1) {
    far = far || u->read[v][__builtin_ctz(left)] - u->popped[v] >= 3;
  }
  return far;
}

static void link(stimulus_t *st, uint32_t *in, unsigned v) {
  branch_stimulus_t *u = (branch_stimulus_t *)st;
  const noc_shape_t *s = &st->shape;
  no_entry(st, in);
  const bool room = u->count[v] < s->depth && !st->in_reset;
  // So that branches which are far ahead find nothing more to read.
  const bool pauses = 2 * u->count[v] > s->depth && far_ahead(u, v) && !rng_chance(&st->rng, 10);
  const bool arrives = room && !pauses && stimulus_offers(st);
  stimulus_set(st, in, F_in_valid, 0, arrives);
  if (arrives) {
    arrive(st, in, v);
    u->early = s->bypass ? 1u << v : 0;
  }
}

static void next(stimulus_t *st, uint32_t *in) {
  branch_stimulus_t *u = (branch_stimulus_t *)st;
  const noc_shape_t *s = &st->shape;
  const unsigned slot = rng_below(&st->rng, s->vcs * s->depth);
  const unsigned v = rng_pick(&st->rng, st->phase.vcs);
  u->early = u->early_entry = 0;
  stimulus_set(st, in, F_rd_en, 0, u->written[slot] && !st->in_reset);
  stimulus_set(st, in, F_rd_slot, 0, slot);
  for (unsigned k = 0; k < s->vcs; k++) {
    stimulus_set(st, in, F_w_type, k, u->worm[k]);
    stimulus_set(st, in, F_w_slot, k, u->worm_slot[k]);
    u->w_type[k] = u->worm[k];
    u->w_slot[k] = u->worm_slot[k];
  }
  if (s->bypass) {
    link(st, in, v);
  }
  const unsigned winner = rng_below(&st->rng, s->vcs);
  const unsigned mover = rng_chance(&st->rng, 128) ? winner : rng_below(&st->rng, s->vcs);
  const uint32_t won = allocate(st, in, winner);
  move(st, in, mover, mover == winner ? won : 0);
  if (!s->bypass) {
    link(st, in, v);
  }
}

static bool observe(stimulus_t *st, const uint32_t *state) {
  branch_stimulus_t *u = (branch_stimulus_t *)st;
  const noc_shape_t *s = &st->shape;
  u->open = (uint32_t)stimulus_get(st, state, F_br_open, 0);
  u->drop = (uint32_t)stimulus_get(st, state, F_br_drop, 0);
  for (unsigned v = 0; v < s->vcs; v++) {
    u->rd[v] = (unsigned)stimulus_get(st, state, F_in_rd, v);
    u->count[v] = (unsigned)stimulus_get(st, state, F_in_count, v);
    u->popped[v] = (unsigned)stimulus_get(st, state, F_in_popped, v);
    u->wait[v] = (uint32_t)stimulus_get(st, state, F_br_wait, v);
    u->active[v] = (uint32_t)stimulus_get(st, state, F_br_active, v);
    for (unsigned o = 0; o < s->ports; o++) {
      u->read[v][o] = (uint16_t)stimulus_get(st, state, F_br_read, v * s->ports + o);
    }
  }
  return true;
}

const stimulus_ops_t stimulus_branch_unit = {
    "branch_unit", sizeof(branch_stimulus_t), NULL, begin_reset, next, observe};
