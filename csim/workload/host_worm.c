// host_worm -- the beats of packets of multicasts: a head, the header flits, which are a bit string
// of the destinations or the pairs of a path, then the data. docs/microarchitecture.md, section 15.

#include "base/rng.h"
#include "workload/workload_state.h"

// The bits of nodes word * flit_bits and up.
static void write_string(const workload_t *w, uint32_t multicast, unsigned word, uint64_t *bits) {
  const plan_op_t *op = &w->plan->op[multicast];
  const unsigned width = w->shape->flit_bits;
  const unsigned word_bits = w->shape->word_bits;
  const uint32_t first = word * width;
  for (unsigned i = 0; i < w->shape->words; i++) {
    bits[i] = 0;
  }
  for (uint32_t k = 1; k <= op->peer && op[k].peer < first + width; k++) {
    if (op[k].peer >= first) {
      const uint32_t bit = op[k].peer - first;
      bits[bit / word_bits] |= UINT64_C(1) << bit % word_bits;
    }
  }
}

static unsigned pairs_in_flit(const workload_t *w) {
  return w->shape->flit_bits / w->shape->pair_w;
}

// Writes a header flit of a path worm: as many whole pairs as fit, the address of each in its
// lowest bits.
static void write_pairs(const workload_t *w, uint32_t multicast, unsigned word, uint64_t *bits) {
  const noc_shape_t *s = w->shape;
  const plan_carrier_t c = plan_carrier(w->plan, multicast);
  const unsigned fit = pairs_in_flit(w);
  for (unsigned i = 0; i < s->words; i++) {
    bits[i] = 0;
  }
  for (uint32_t k = 0; k < fit && word * fit + k < c.count; k++) {
    const plan_pair_t *pair = &w->plan->pair[c.first + word * fit + k];
    const unsigned lsb = k * s->pair_w;
    packet_set_field(bits, lsb, s->addr_w, network_address(w->network, pair->node));
    packet_set_field(bits, lsb + s->addr_w, s->ports, pair->ports);
    if (s->class_w > 0) {
      packet_set_field(bits, lsb + s->addr_w + s->ports, s->class_w,
                       pair->vc_class == kPlanAny ? s->classes : pair->vc_class);
    }
  }
}

unsigned host_worm_headers(const workload_t *w, uint32_t multicast) {
  const plan_carrier_t c = plan_carrier(w->plan, multicast);
  const unsigned fit = c.kind == CARRY_PATH ? pairs_in_flit(w) : 1;
  return c.kind == CARRY_PATH   ? (c.count + fit - 1) / fit
         : c.kind == CARRY_TREE ? w->shape->string_words
                                : 0;
}

host_beat_t host_worm_beat(const workload_t *w, const outgoing_t *out,
                           uint64_t made[SHAPE_MAX_WORDS]) {
  const unsigned words = w->shape->words;
  const uint64_t *data = made;
  const bool path = out->carrier == CARRIER_PATH_WORM;
  const unsigned headers = out->worm.headers;
  const unsigned flit = out->sent > headers ? out->sent - headers : 0;
  if (out->sent > 0 && flit == 0) {
    (path ? write_pairs : write_string)(w, out->operation, out->sent - 1u, made);
  } else if (out->data != NULL && flit < out->worm.real) {
    data = out->data + (size_t)flit * words;
  } else {
    for (unsigned i = 0; i < words; i++) {
      made[i] = rng_data(out->key, flit, i) & w->word_mask;
    }
  }
  return (host_beat_t){
      .type = path ? PACKET_PATH_WORM : PACKET_TREE_WORM,
      .message = out->message,
      .flits = (uint16_t)(out->flits - headers),
      .headers = (uint8_t)headers,
      .data = data,
  };
}
