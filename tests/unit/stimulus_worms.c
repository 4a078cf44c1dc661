// stimulus_worms -- worms, and what a router that copies packets knows of them; see stimulus.h.

#include <string.h>

#include "unit/stimulus.h"

// -- The worm table ------------------------------------------------------------------------------

// A number that belongs to (book, kind, a, b).
static uint64_t book_number(const stimulus_t *st, unsigned kind, unsigned a, unsigned b) {
  rng_t r = rng_seed(st->worms.seed ^ ((uint64_t)kind << 48 | (uint64_t)a << 24 | b));
  return rng_next(&r);
}

worm_way_t stimulus_reach(const stimulus_t *st, unsigned group, unsigned node) {
  rng_t r = {book_number(st, 2, group, node)};
  const bool reached = !st->worms.ups || !rng_chance(&r, 16);
  return (worm_way_t){reached, rng_below(&r, st->shape.ports), rng_below(&r, st->shape.planes)};
}

unsigned stimulus_string_nodes(const noc_shape_t *shape) {
  return shape->string_bits > 0 ? shape->string_words * shape->flit_bits : 0;
}

uint32_t stimulus_up(const stimulus_t *st, unsigned group) {
  const noc_shape_t *s = &st->shape;
  rng_t r = {book_number(st, 3, group, 0)};
  const uint32_t any = (uint32_t)rng_next(&r) & stimulus_mask(s->ports);
  const uint32_t ports = any != 0 ? any : 1;
  return s->classes > 1 ? ports | rng_below(&r, s->classes + 1) << s->ports : ports;
}

unsigned stimulus_plane_class(const stimulus_t *st, unsigned plane) {
  rng_t r = {book_number(st, 4, plane, 0)};
  return st->shape.classes > 1 ? rng_below(&r, st->shape.classes + 1) : 0;
}

static void reach_word(const stimulus_t *st, unsigned index, uint64_t *word) {
  const noc_shape_t *s = &st->shape;
  const unsigned port = index % s->ports;
  const unsigned j = index / s->ports % s->string_words;
  const unsigned plane = index / (s->ports * s->string_words) % s->planes;
  const unsigned group = index / (s->ports * s->string_words * s->planes);
  memset(word, 0, s->words * sizeof *word);
  for (unsigned b = 0; b < s->flit_bits && b < stimulus_string_nodes(s); b++) {
    const worm_way_t way = stimulus_reach(st, group, j * s->flit_bits + b);
    if (way.reached && way.port == port && way.plane == plane) {
      word[b / 64] |= UINT64_C(1) << b % 64;
    }
  }
}

bool stimulus_configure_worms(stimulus_t *st, uint32_t *in, cfg_fields_t field) {
  const noc_shape_t *s = &st->shape;
  worm_book_t *book = &st->worms;
  const unsigned reaches = s->groups * s->planes * s->string_words * s->ports;
  const unsigned all = reaches + s->groups + s->planes;
  const bool load = book->loaded < all;
  // Later what is there is written again; a routing table has the port in most cycles.
  const bool write = !st->in_reset && rng_chance(&st->rng, load ? 230 : 10);
  if (!write) {
    if (load || s->routing != ROUTE_TABLE || st->in_reset) {
      stimulus_set(st, in, field.valid, 0, 0);
    }
    return !load;
  }
  const unsigned at = load ? book->loaded++ : rng_below(&st->rng, all);
  const unsigned kind = at < reaches ? 2 : at < reaches + s->groups ? 3 : 4;
  const unsigned index = kind == 2 ? at : kind == 3 ? at - reaches : at - reaches - s->groups;
  uint64_t data[SHAPE_MAX_WORDS];
  stimulus_payload(st, NULL, data);
  if (kind == 2) {
    reach_word(st, index, data);
  } else {
    // The bits above mean nothing.
    const unsigned bits = kind == 3 ? s->row_w : s->class_w;
    const uint64_t value = kind == 3 ? stimulus_up(st, index) : stimulus_plane_class(st, index);
    data[0] = (data[0] >> bits << bits) | value;
  }
  stimulus_set(st, in, field.valid, 0, 1);
  stimulus_set(st, in, field.kind, 0, kind);
  stimulus_set(st, in, field.index, 0, index);
  stimulus_set_payload(st, in, field.data, 0, data);
  return !load;
}

// -- Packets -------------------------------------------------------------------------------------

static unsigned at_least_one(unsigned n) {
  return n > 0 ? n : 1;
}

unsigned stimulus_worm(stimulus_t *st, worm_packet_t *packet) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  static const uint8_t kTypes[] = {PACKET_UNICAST, PACKET_TREE_WORM, PACKET_PATH_WORM};
  const unsigned most = s->cut_through && stimulus_mask(s->len_w) < s->depth
                            ? stimulus_mask(s->len_w)
                            : s->depth;  // flits without headers
  uint8_t type = kTypes[rng_below(r, 3)];
  unsigned headers = 0;
  if (type == PACKET_TREE_WORM && s->string_bits > 0) {
    headers = s->string_words;
  } else if (type == PACKET_PATH_WORM && s->pair_w <= s->flit_bits) {
    headers = 1 + rng_below(r, 3);
  } else if (type != PACKET_UNICAST || rng_chance(r, 10)) {
    type = PACKET_UNICAST;
    headers = rng_below(r, 3);
  }
  *packet = (worm_packet_t){.type = type};
  if (!st->unicasts && headers > 0 && headers + 2 <= s->depth && most >= 2) {
    const unsigned room = s->depth - headers < most ? s->depth - headers : most;
    const unsigned wanted = st->phase.max_length < room ? st->phase.max_length : room;
    packet->headers = (uint8_t)headers;
    packet->length = (uint16_t)(2 + (wanted > 2 ? rng_below(r, wanted - 1) : 0));
  } else {
    packet->type = PACKET_UNICAST;
    packet->length = (uint16_t)stimulus_length(st, false);
  }
  return packet->length + packet->headers;
}

// Word j of a string: few nodes, many, or all.
static void string_word(stimulus_t *st, worm_packet_t *packet, unsigned j, uint64_t *word) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  const unsigned bits = s->flit_bits;
  const unsigned chance = rng_chance(r, 128) ? 256 / at_least_one(bits) + 2 : rng_below(r, 257);
  const bool last = j + 1 == s->string_words;
  memset(word, 0, s->words * sizeof *word);
  for (unsigned b = 0; b < bits; b++) {
    if (rng_chance(r, chance)) {
      word[b / 64] |= UINT64_C(1) << b % 64;
      packet->any = true;
    }
  }
  if (last && !packet->any) {
    const unsigned b = rng_below(r, bits);
    word[b / 64] |= UINT64_C(1) << b % 64;
  }
}

// A header flit of a path worm: pairs from the lowest bits up, zeros above.
static void pair_flit(stimulus_t *st, uint64_t *flit) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  const unsigned pairs = 1 + rng_below(r, s->flit_bits / s->pair_w);
  memset(flit, 0, s->words * sizeof *flit);
  for (unsigned k = 0; k < pairs; k++) {
    const uint32_t any = (uint32_t)rng_next(r) & stimulus_mask(s->ports);
    const uint32_t ports = rng_chance(r, 100) || any == 0 ? 1u << rng_below(r, s->ports) : any;
    packet_set_field(flit, k * s->pair_w, s->addr_w, stimulus_destination(st));
    packet_set_field(flit, k * s->pair_w + s->addr_w, s->ports, ports);
    packet_set_field(flit, k * s->pair_w + s->addr_w + s->ports, s->class_w, stimulus_class(st));
  }
}

void stimulus_worm_flit(stimulus_t *st, worm_packet_t *packet, unsigned position, unsigned vc,
                        uint64_t *payload) {
  if (position == 0) {
    packet_head_t head = stimulus_head(st, packet->length, vc);
    head.type = packet->type == PACKET_UNICAST ? head.type : packet->type;
    head.headers = packet->headers;
    stimulus_payload(st, &head, payload);
  } else if (position <= packet->headers && packet->type == PACKET_TREE_WORM) {
    string_word(st, packet, position - 1, payload);
  } else if (position <= packet->headers && packet->type == PACKET_PATH_WORM) {
    pair_flit(st, payload);
  } else {
    stimulus_payload(st, NULL, payload);
  }
}
