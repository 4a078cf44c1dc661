// stimulus_worm_decoder -- packets on all VCs of one input, and tables that answer what they like.

#include <string.h>

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/worm_decoder_state.def"
#include "unit/fields.def"

typedef struct {
  stimulus_t head;
  worm_packet_t packet[SHAPE_MAX_VCS];
  unsigned sent[SHAPE_MAX_VCS], flits[SHAPE_MAX_VCS];  // of it
  unsigned wr[SHAPE_MAX_VCS];
  unsigned index;
  uint32_t local;
} decoder_stimulus_t;

static void begin_reset(stimulus_t *st) {
  decoder_stimulus_t *u = (decoder_stimulus_t *)st;
  memset(u->sent, 0, sizeof u->sent);
  memset(u->flits, 0, sizeof u->flits);
  memset(u->wr, 0, sizeof u->wr);
  u->index = rng_below(&st->rng, st->shape.ports);
  u->local = (uint32_t)rng_next(&st->rng) & stimulus_mask(st->shape.ports);
}

static unsigned bits_in(const noc_shape_t *s, const uint64_t *flit) {
  unsigned bits = 0;
  for (unsigned w = 0; w < s->words; w++) {
    bits += (unsigned)__builtin_popcountll(flit[w]);
  }
  return bits;
}

// Sets what a worm table says of a word of a string: at least one port, or a rest.
static void answer_word(stimulus_t *st, uint32_t *in, const uint64_t *flit) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  const unsigned bits = bits_in(s, flit);
  const bool rest = bits > 0 && rng_chance(r, 40);
  const bool hits = bits > 0 && (!rest || (bits > 1 && rng_chance(r, 200)));
  const unsigned sure = rng_below(r, s->planes);
  for (unsigned p = 0; p < s->planes; p++) {
    uint64_t any = rng_next(r);
    any &= rng_next(r);
    const uint32_t one = p == sure ? 1u << rng_below(r, s->ports) : 0;
    stimulus_set(st, in, F_hit, p, hits ? ((uint32_t)any & stimulus_mask(s->ports)) | one : 0);
    if (s->class_w > 0) {
      stimulus_set(st, in, F_plane_class, p, stimulus_class(st));
    }
  }
  stimulus_set(st, in, F_rest, 0, rest);
  stimulus_set(st, in, F_up_ports, 0, stimulus_candidates(st));
  if (s->class_w > 0) {
    stimulus_set(st, in, F_up_class, 0, stimulus_class(st));
  }
}

// No worm on the link: the table says nothing.
static void answer_nothing(stimulus_t *st, uint32_t *in) {
  const noc_shape_t *s = &st->shape;
  for (unsigned p = 0; p < s->planes; p++) {
    stimulus_set(st, in, F_hit, p, 0);
    if (s->class_w > 0) {
      stimulus_set(st, in, F_plane_class, p, 0);
    }
  }
  stimulus_set(st, in, F_rest, 0, 0);
  stimulus_set(st, in, F_up_ports, 0, 0);
  if (s->class_w > 0) {
    stimulus_set(st, in, F_up_class, 0, 0);
  }
}

// Routing table: a row for the flit that asks, and credits.
static void answer_route(stimulus_t *st, uint32_t *in, bool asks) {
  const noc_shape_t *s = &st->shape;
  if (s->routing != ROUTE_TABLE) {
    return;
  }
  const unsigned rooms = s->ports * s->networks * s->room_classes;
  for (unsigned k = 0; k < rooms; k++) {
    const unsigned room =
        rng_below(&st->rng, rng_chance(&st->rng, 128) ? 3 : s->vcs * s->depth + 1);
    stimulus_set(st, in, F_room, k, s->adaptive ? room : 0);
  }
  stimulus_set(st, in, F_tbl_candidates, 0, asks ? stimulus_candidates(st) : 0);
  stimulus_set(st, in, F_tbl_class, 0, asks ? stimulus_class(st) : 0);
}

static void next(stimulus_t *st, uint32_t *in) {
  decoder_stimulus_t *u = (decoder_stimulus_t *)st;
  const noc_shape_t *s = &st->shape;
  const unsigned v = rng_pick(&st->rng, st->phase.vcs);
  const bool valid = stimulus_offers(st) && !st->in_reset;
  for (unsigned k = 0; k < s->vcs; k++) {
    stimulus_set(st, in, F_in_wr, k, u->wr[k]);
  }
  stimulus_set(st, in, F_addr, 0, st->addr);
  stimulus_set(st, in, F_extent, 0, st->extent);
  for (unsigned o = 0; o < s->ports && s->look_address; o++) {
    stimulus_set(st, in, F_neighbour, o, st->neighbour[o]);
  }
  stimulus_set(st, in, F_index, 0, u->index);
  stimulus_set(st, in, F_local, 0, u->local);
  const unsigned groups = s->routing == ROUTE_TABLE ? s->groups : 1;
  stimulus_set(st, in, F_group, 0, rng_below(&st->rng, groups));
  stimulus_set(st, in, F_in_valid, 0, valid);
  if (!valid) {
    answer_nothing(st, in);
    answer_route(st, in, false);
    return;
  }
  if (u->sent[v] == u->flits[v]) {
    u->sent[v] = 0;
    u->flits[v] = stimulus_worm(st, &u->packet[v]);
  }
  uint64_t flit[SHAPE_MAX_WORDS];
  worm_packet_t *packet = &u->packet[v];
  const unsigned n = u->sent[v]++;
  stimulus_worm_flit(st, packet, n, v, flit);
  stimulus_set(st, in, F_in_vc, 0, v);
  stimulus_set(st, in, F_in_kind, 0, stimulus_kind(n, u->flits[v]));
  stimulus_set_payload(st, in, F_in_payload, 0, flit);
  if (n >= 1 && n <= packet->headers && packet->type == PACKET_TREE_WORM) {
    answer_word(st, in, flit);
  } else {
    answer_nothing(st, in);
  }
  const bool unicast = packet->type == PACKET_UNICAST;
  answer_route(st, in, (unicast && n == 0) || (packet->type == PACKET_PATH_WORM && n == 1));
  u->wr[v] = (u->wr[v] + 1) % s->depth;
}

const stimulus_ops_t stimulus_worm_decoder = {
    "worm_decoder", sizeof(decoder_stimulus_t), NULL, begin_reset, next, NULL};
