// stimulus -- what the generators share; see stimulus.h.

#include "unit/stimulus.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Flits of the longest packet where no field limits it.
enum { LONGEST = 50 };

// -- Random numbers: splitmix64 ------------------------------------------------------------------

rng_t rng_seed(uint64_t seed) {
  // Mixed, since the streams of states that differ by the step are one stream.
  rng_t r = {seed ^ 0xA0761D6478BD642Fu};
  r.state = rng_next(&r);
  return r;
}

uint64_t rng_next(rng_t *r) {
  uint64_t z = r->state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

unsigned rng_below(rng_t *r, unsigned n) {
  assert(n > 0);
  return (unsigned)(((rng_next(r) >> 32) * n) >> 32);
}

bool rng_chance(rng_t *r, unsigned of_256) {
  return (rng_next(r) >> 56) < of_256;
}

unsigned rng_pick(rng_t *r, uint32_t mask) {
  assert(mask != 0);
  unsigned skip = rng_below(r, (unsigned)__builtin_popcount(mask));
  while (skip-- > 0) {
    mask &= mask - 1;
  }
  return (unsigned)__builtin_ctz(mask);
}

// -- Phases --------------------------------------------------------------------------------------

uint32_t stimulus_mask(unsigned n) {
  return n >= 32 ? UINT32_MAX : (1u << n) - 1;
}

// A mask of n bits, not 0: all, one, or any.
static uint32_t some_of(rng_t *r, unsigned n) {
  uint32_t all = stimulus_mask(n), mask = (uint32_t)rng_next(r) & all;
  switch (rng_below(r, 4)) {
    case 0:
      return 1u << rng_below(r, n);
    case 1:
      return mask != 0 ? mask : all;
    default:
      return all;
  }
}

// Ages go on from those of the phase before. Few different ones are equal often. Any are rare:
// packets of a router that no age puts in order stay there until the next reset.
static void ages_begin(stimulus_t *st, uint32_t newest) {
  rng_t *r = &st->rng;
  const uint32_t half = UINT32_C(1) << (st->shape.age_bits - 1);
  const uint32_t spans[] = {1, 3, half / 2, half};
  st->phase.newest = rng_chance(r, 4) ? (uint32_t)rng_next(r) : newest + rng_below(r, half / 4);
  st->phase.span = spans[rng_below(r, 4)];
  st->phase.any_age = rng_chance(r, 8);
}

static void phase_begin(stimulus_t *st) {
  const uint32_t newest = st->phase.newest;
  rng_t *r = &st->rng;
  phase_t *p = &st->phase;
  *p = (phase_t){.left = 10 + rng_below(r, 150 + 2 * st->shape.depth),
                 .in = 256,
                 .out = 256,
                 .vcs = some_of(r, st->shape.vcs),
                 .ports = some_of(r, st->shape.ports),
                 .exits = some_of(r, st->shape.ports),
                 .garbage = rng_chance(r, 192)};
  switch (rng_below(r, 8)) {
    case 0:  // saturation
      p->vcs = stimulus_mask(st->shape.vcs);
      p->ports = stimulus_mask(st->shape.ports);
      break;
    case 1:  // trickle
      p->in = 1 + rng_below(r, 30);
      break;
    case 2:  // bursts
      p->burst = 1 + rng_below(r, 40);
      break;
    case 3:  // a single VC
      p->vcs = 1u << rng_below(r, st->shape.vcs);
      break;
    case 4:  // the consumer stalls
      p->out = 0;
      break;
    case 5:  // back-pressure
      p->out = 10 + rng_below(r, 150);
      break;
    default:  // anything
      p->in = 10 + rng_below(r, 247);
      p->out = 10 + rng_below(r, 247);
      break;
  }
  static const unsigned kLengths[] = {1, 2, 5, 20, 1000};
  p->max_length = kLengths[rng_below(r, 5)];
  if (st->shape.aged) {
    ages_begin(st, newest);
  }
}

bool stimulus_offers(stimulus_t *st) {
  phase_t *p = &st->phase;
  if (p->off > 0) {
    p->off--;
    return false;
  }
  if (p->burst > 0 && rng_below(&st->rng, p->burst) == 0) {
    p->off = rng_below(&st->rng, 2 * p->burst);
  }
  return rng_chance(&st->rng, p->in);
}

// -- Life of a generator -------------------------------------------------------------------------

const stimulus_ops_t *stimulus_find(const char *unit) {
  static const stimulus_ops_t *const kAll[] = {&stimulus_rr_arbiter,
                                               &stimulus_matrix_arbiter,
                                               &stimulus_wavefront,
                                               &stimulus_fifo,
                                               &stimulus_route_dor,
                                               &stimulus_route_octagon,
                                               &stimulus_route_h3dm,
                                               &stimulus_route_table,
                                               &stimulus_route_select,
                                               &stimulus_route_room,
                                               &stimulus_route_source,
                                               &stimulus_input_unit,
                                               &stimulus_output_unit,
                                               &stimulus_crossbar,
                                               &stimulus_router,
                                               &stimulus_vc_allocator,
                                               &stimulus_switch_allocator,
                                               &stimulus_injection,
                                               &stimulus_ejection,
                                               &stimulus_network_interface,
                                               &stimulus_xor_unit,
                                               &stimulus_forward_unit,
                                               &stimulus_worm_table,
                                               &stimulus_worm_decoder,
                                               &stimulus_branch_unit,
                                               &stimulus_branch_vc_allocator,
                                               &stimulus_branch_switch_allocator,
                                               &stimulus_copy_crossbar,
                                               &stimulus_link_encoder,
                                               &stimulus_link_decoder,
                                               &stimulus_host_guard};
  for (size_t i = 0; i < sizeof kAll / sizeof kAll[0]; i++) {
    if (strcmp(kAll[i]->unit, unit) == 0) {
      return kAll[i];
    }
  }
  return NULL;
}

stimulus_t *stimulus_create(const stimulus_ops_t *ops, const noc_shape_t *shape,
                            const bundle_layout_t *layout, uint64_t seed) {
  stimulus_t *st = calloc(1, ops->size);
  assert(st != NULL);
  st->ops = ops;
  st->shape = *shape;
  st->layout = *layout;
  st->rng = rng_seed(seed);
  stimulus_place(st);
  phase_begin(st);
  if (ops->create != NULL) {
    ops->create(st);
  }
  return st;
}

// All IN fields random, or 0: what next() then does not set is don't-care.
static void fill(stimulus_t *st, uint32_t *in) {
  memset(in, 0, st->layout.in_words * sizeof *in);
  if (!st->phase.garbage) {
    return;
  }
  for (unsigned f = 0; f < st->layout.n_fields; f++) {
    const bundle_field_t *field = &st->layout.field[f];
    if (field->kind != FIELD_IN) {
      continue;
    }
    for (uint32_t w = 0; w < field->words; w++) {
      in[field->word + w] = (uint32_t)rng_next(&st->rng);
    }
    uint32_t rest = (uint32_t)field->bits * field->count % 32;
    if (rest != 0) {
      in[field->word + field->words - 1] &= stimulus_mask(rest);
    }
  }
}

static void forget(stimulus_t *st) {
  if (st->ops->begin_reset != NULL) {
    st->ops->begin_reset(st);
  }
}

void stimulus_reset(stimulus_t *st, uint32_t *in) {
  st->in_reset = true;
  forget(st);
  fill(st, in);
  st->ops->next(st, in);
  forget(st);  // what was offered during reset is lost
  st->in_reset = false;
  stimulus_place(st);
}

void stimulus_next(stimulus_t *st, uint32_t *in) {
  if (st->phase.left-- == 0) {
    phase_begin(st);
  }
  fill(st, in);
  st->ops->next(st, in);
}

bool stimulus_observe(stimulus_t *st, const uint32_t *state) {
  return st->ops->observe == NULL || st->ops->observe(st, state);
}

void stimulus_free(stimulus_t *st) {
  free(st);
}

// -- Fields --------------------------------------------------------------------------------------

void stimulus_set(const stimulus_t *st, uint32_t *words, unsigned field, uint32_t index,
                  uint64_t value) {
  const bundle_field_t *f = &st->layout.field[field];
  assert(f->kind == FIELD_IN && index < f->count);
  uint32_t at = f->word * 32 + index * f->bits;
  for (unsigned done = 0; done < f->bits;) {
    unsigned shift = (at + done) % 32, n = 32 - shift;
    if (n > f->bits - done) {
      n = f->bits - done;
    }
    uint32_t *word = &words[(at + done) / 32], mask = stimulus_mask(n) << shift;
    *word = (*word & ~mask) | ((uint32_t)(value >> done) << shift & mask);
    done += n;
  }
}

uint64_t stimulus_get(const stimulus_t *st, const uint32_t *words, unsigned field, uint32_t index) {
  const bundle_field_t *f = &st->layout.field[field];
  assert(index < f->count);
  uint32_t at = f->word * 32 + index * f->bits;
  uint64_t value = 0;
  for (unsigned done = 0; done < f->bits;) {
    unsigned shift = (at + done) % 32, n = 32 - shift;
    if (n > f->bits - done) {
      n = f->bits - done;
    }
    value |= (uint64_t)(words[(at + done) / 32] >> shift & stimulus_mask(n)) << done;
    done += n;
  }
  return value;
}

void stimulus_set_payload(const stimulus_t *st, uint32_t *in, unsigned field, unsigned port,
                          const uint64_t *payload) {
  for (unsigned w = 0; w < st->shape.words; w++) {
    stimulus_set(st, in, field, port * st->shape.words + w, payload[w]);
  }
}

// -- Packets -------------------------------------------------------------------------------------

unsigned stimulus_length(stimulus_t *st, bool field) {
  const noc_shape_t *s = &st->shape;
  // Only hosts and cut-through read the length; without them it may exceed its field.
  unsigned most = field || s->cut_through ? stimulus_mask(s->len_w) : LONGEST;
  if (s->cut_through && most > s->depth) {
    most = s->depth;
  }
  if (rng_chance(&st->rng, 8)) {
    return most;
  }
  if (most > st->phase.max_length) {
    most = st->phase.max_length;
  }
  return 1 + rng_below(&st->rng, most);
}

unsigned stimulus_kind(unsigned position, unsigned length) {
  return (position == 0 ? (unsigned)KIND_HEAD : 0) |
         (position + 1 == length ? (unsigned)KIND_TAIL : 0);
}

bool stimulus_crowds(const stimulus_t *st) {
  return st->shape.cut_through && st->phase.max_length == 5;
}

uint32_t stimulus_age(stimulus_t *st) {
  const phase_t *p = &st->phase;
  if (!st->shape.aged) {
    return 0;
  }
  const bool any = p->any_age && rng_chance(&st->rng, 64);
  const uint32_t age =
      any ? (uint32_t)rng_next(&st->rng) : p->newest - rng_below(&st->rng, p->span);
  return age & stimulus_mask(st->shape.age_bits);
}

packet_head_t stimulus_head(stimulus_t *st, unsigned length, unsigned vc) {
  // Routers and interfaces of this version do not look at the type: 8 to 15 stand for any other.
  static const uint8_t kTypes[] = {PACKET_UNICAST, PACKET_CODED, PACKET_FORWARDED, 8, 11, 13};
  const noc_shape_t *s = &st->shape;
  packet_head_t head = {.type = kTypes[rng_below(&st->rng, sizeof kTypes)],
                        .destination = stimulus_destination(st),
                        .length = (uint16_t)(length & stimulus_mask(s->len_w)),
                        .source = (uint32_t)rng_next(&st->rng) & stimulus_mask(s->addr_w),
                        .message = (uint32_t)rng_next(&st->rng) & stimulus_mask(s->msg_w),
                        .network = (uint8_t)(vc / (s->vcs / s->networks)),
                        .age = stimulus_age(st)};
  if (s->look) {
    const unsigned port = rng_pick(&st->rng, st->phase.exits);
    head.look = (uint16_t)(port | stimulus_class(st) << s->port_w);
  }
  return head;
}

// The first field of the path, a bit at a time.
static void set_path(stimulus_t *st, uint64_t *payload) {
  const noc_shape_t *s = &st->shape;
  if (s->routing != ROUTE_SOURCE) {
    return;
  }
  const uint32_t field = rng_pick(&st->rng, st->phase.exits) | stimulus_class(st) << s->port_w;
  for (unsigned b = 0; b < s->port_w + s->class_w; b++) {
    const unsigned at = s->route_lsb + b;
    const uint64_t bit = UINT64_C(1) << at % 64;
    payload[at / 64] = (field >> b & 1) != 0 ? payload[at / 64] | bit : payload[at / 64] & ~bit;
  }
}

void stimulus_payload(stimulus_t *st, const packet_head_t *head, uint64_t *payload) {
  for (unsigned w = 0; w < st->shape.words; w++) {
    payload[w] = rng_next(&st->rng);
    if (st->shape.word_bits < 64) {
      payload[w] &= ((uint64_t)1 << st->shape.word_bits) - 1;
    }
  }
  if (head != NULL) {
    packet_pack(&st->shape, head, payload);
    set_path(st, payload);
  }
}
