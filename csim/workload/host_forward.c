// host_forward -- packets that the host gives to its interface's forwarding unit;
// docs/microarchitecture.md, section 16.

#include "base/rng.h"
#include "workload/workload_state.h"

void host_forward(workload_t *w, uint32_t node, unsigned network, uint64_t now,
                  const outgoing_t *out, uint64_t made[SHAPE_MAX_WORDS]) {
  const unsigned words = w->shape->words;
  for (unsigned i = 0; i < words; i++) {
    made[i] = rng_data(out->key, out->sent, i) & w->word_mask;
  }
  const host_forward_t beat = {
      .network = (uint8_t)network,
      .age = w->shape->aged && out->sent == 0 ? host_age(w, node, out->message, now) : 0,
      .message = out->message,
      .flits = out->flits,
      .data = out->data != NULL ? out->data + (size_t)out->sent * words : made,
  };
  network_forward(w->network, node, &beat);
}

uint32_t host_forward_ready(const workload_t *w, uint32_t node, uint32_t ready) {
  const unsigned networks = w->shape->networks;
  const bool unit = network_forward_ready(w->network, node);
  for (unsigned k = 0; k < networks; k++) {
    const outgoing_t *out = &w->outgoing[(size_t)node * networks + k];
    if (out->sent < out->flits && out->carrier == CARRIER_FORWARDED) {
      ready = (ready & ~(UINT32_C(1) << k)) | (uint32_t)unit << k;
    }
  }
  return ready;
}
