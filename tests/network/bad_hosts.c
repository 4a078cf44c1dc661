// bad_hosts -- see bad_hosts.h.

#include "network/bad_hosts.h"

#include <assert.h>
#include <string.h>

#include "unit/stimulus.h"

static const bundle_field_t *field_of(const bundle_layout_t *layout, const char *name) {
  for (unsigned f = 0; f < layout->n_fields; f++) {
    if (strcmp(layout->field[f].name, name) == 0) {
      return &layout->field[f];
    }
  }
  assert(false);
  return NULL;
}

void bad_hosts_set(const bundle_layout_t *layout, const char *name, uint32_t *words, uint32_t index,
                   uint64_t value) {
  const bundle_field_t *f = field_of(layout, name);
  for (unsigned bit = 0; bit < f->bits; bit++) {
    const uint32_t at = f->word * 32 + index * f->bits + bit;
    words[at / 32] = (words[at / 32] & ~(1u << at % 32)) | (uint32_t)(value >> bit & 1) << at % 32;
  }
}

uint64_t bad_hosts_get(const bundle_layout_t *layout, const char *name, const uint32_t *words,
                       uint32_t index) {
  return bundle_element(field_of(layout, name), words, index);
}

static uint32_t pin(const host_record_t *h, const char *name, uint32_t cycle, uint32_t node) {
  const uint32_t *words = h->in + (size_t)cycle * h->layout->in_words;
  return (uint32_t)bad_hosts_get(h->layout, name, words, node);
}

typedef struct {
  unsigned network, flits, beats;
  uint32_t dst;
} bad_packet_t;

// Draws one that a guard refuses; false: none.
static bool draw(const host_record_t *h, rng_t *r, bad_packet_t *packet) {
  const noc_shape_t *s = h->shape;
  const unsigned lengths = 1u << s->len_w;
  *packet = (bad_packet_t){.network = rng_below(r, s->networks),
                           .dst = (uint32_t)rng_next(r) & ((1u << s->addr_w) - 1),
                           .flits = 1 + rng_below(r, lengths - 1 < 5 ? lengths - 1 : 5)};
  switch (rng_below(r, 4)) {
    case 0:
      packet->flits = 0;
      break;
    case 1:
      packet->flits = s->depth + 1 < lengths ? s->depth + 1 : 0;
      break;
    case 2:
      packet->network = rng_below(r, 1u << s->net_w);
      break;
    default:
      break;
  }
  packet->beats = packet->flits > 0 ? packet->flits : 1;
  if (packet->network >= s->networks) {
    packet->beats = 1;
    return true;
  }
  return !node_exists(s, packet->dst, h->extent) || packet->flits == 0 ||
         (s->cut_through && packet->flits > s->depth);
}

// A host's own beat in a cycle.
typedef struct {
  bool valid;
  unsigned network, flits;
} own_beat_t;

// The cycle behind a packet's last beat, if it begins in `cycle` and its network has no beat of the
// host's own until then; 0 if it has.
static uint32_t end_of(const host_record_t *h, const own_beat_t *own, uint32_t cycle,
                       const bad_packet_t *packet) {
  unsigned placed = 0;
  for (; cycle < h->cycles && placed < packet->beats; cycle++) {
    if (own[cycle].valid && own[cycle].network == packet->network) {
      return 0;
    }
    placed += !own[cycle].valid;
  }
  return placed == packet->beats ? cycle : 0;
}

// Only its first beat says what it is.
static void place(const host_record_t *h, rng_t *r, uint32_t node, uint32_t cycle, uint32_t end,
                  const own_beat_t *own, const bad_packet_t *packet) {
  bool first = true;
  for (; cycle < end; cycle++) {
    if (!own[cycle].valid) {
      uint32_t *words = h->in + (size_t)cycle * h->layout->in_words;
      bad_hosts_set(h->layout, "host_valid", words, node, 1);
      bad_hosts_set(h->layout, "host_network", words, node, packet->network);
      bad_hosts_set(h->layout, "host_dst", words, node, first ? packet->dst : rng_next(r));
      bad_hosts_set(h->layout, "host_flits", words, node, first ? packet->flits : rng_next(r));
      first = false;
    }
  }
}

static void strew_node(const host_record_t *h, rng_t *r, uint32_t node, const host_guard_t *guard) {
  const noc_shape_t *s = h->shape;
  own_beat_t own[BAD_HOSTS_CYCLES];
  uint16_t left[SHAPE_MAX_VCS];  // of the host's own packets
  uint32_t until = 0;            // a packet that is strewn in ends there
  memcpy(left, guard->left, sizeof left);
  for (uint32_t cycle = 0; cycle < h->cycles; cycle++) {
    own[cycle] =
        (own_beat_t){pin(h, "host_valid", cycle, node) != 0, pin(h, "host_network", cycle, node),
                     pin(h, "host_flits", cycle, node)};
  }
  for (uint32_t cycle = 0; cycle < h->cycles; cycle++) {
    const unsigned ready = h->ready[cycle * s->nodes + node];
    const unsigned k = own[cycle].network;
    bad_packet_t packet;
    if (own[cycle].valid && (ready >> k & 1) != 0) {
      left[k] = (uint16_t)((left[k] > 0 ? left[k] : own[cycle].flits) - 1);
    }
    if (own[cycle].valid || cycle < until || !rng_chance(r, 100) || !draw(h, r, &packet)) {
      continue;
    }
    const bool known = packet.network < s->networks;
    if (!known || (ready >> packet.network & 1) == 0) {
      packet.beats = 1;  // it is offered once, and not taken
    }
    const uint32_t end = end_of(h, own, cycle, &packet);
    if (end > 0 && (!known || left[packet.network] == 0)) {
      place(h, r, node, cycle, end, own, &packet);
      until = end;
    }
  }
}

void bad_hosts_strew(const host_record_t *h, uint64_t seed, const host_guard_t *guard) {
  rng_t r = rng_seed(seed);
  assert(h->cycles <= BAD_HOSTS_CYCLES);
  for (uint32_t node = 0; node < h->shape->nodes; node++) {
    strew_node(h, &r, node, &guard[node]);
  }
}
