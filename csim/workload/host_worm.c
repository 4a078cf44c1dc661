// host_worm -- the beats of packets of multicasts: a head, the header flits of a bit string of the
// destinations, then the data. docs/microarchitecture.md, section 15.

#include "network/rng.h"
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

host_beat_t host_worm_beat(const workload_t *w, const outgoing_t *out,
                           uint64_t made[SHAPE_MAX_WORDS]) {
  const unsigned words = w->shape->words;
  const uint64_t *data = made;
  const unsigned flit = out->sent > out->headers ? out->sent - out->headers : 0;
  if (out->sent > 0 && flit == 0) {
    write_string(w, out->operation, out->sent - 1u, made);
  } else if (out->data != NULL && flit < w->plan->op[out->operation].size) {
    data = out->data + (size_t)flit * words;
  } else {
    for (unsigned i = 0; i < words; i++) {
      made[i] = rng_data(out->key, flit, i) & w->word_mask;
    }
  }
  return (host_beat_t){
      .type = PACKET_TREE_WORM,
      .message = out->message,
      .flits = (uint16_t)(out->flits - out->headers),
      .headers = (uint8_t)out->headers,
      .data = data,
  };
}
