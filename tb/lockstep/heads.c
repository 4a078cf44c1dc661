// heads -- see heads.h. The flits of a VC are written at positions 0, 1, .. depth - 1, 0, ..
// (docs/microarchitecture.md, section 5).

#include "lockstep/heads.h"

#include <stdlib.h>
#include <string.h>

#include "shape/packet.h"

struct heads {
  const bank_config_t *config;
  unsigned slots;  // of an input port
  size_t bytes;    // of what follows
  // One block: [member * ports + port][slots * words] payloads, then [..][slots] whether a head is
  // there, then [..][vcs] the position that is written next.
  uint64_t *payload;
  uint16_t *next;
  uint8_t *there;
};

heads_t *heads_create(const bank_config_t *config) {
  heads_t *h = calloc(1, sizeof *h);
  if (h == NULL) {
    return NULL;
  }
  const noc_shape_t *s = config->shape;
  const size_t ports = (size_t)config->members * s->ports;
  h->config = config;
  h->slots = s->vcs * s->depth;
  const size_t payload = ports * h->slots * s->words * sizeof *h->payload;
  const size_t next = ports * s->vcs * sizeof *h->next;
  h->bytes = payload + next + ports * h->slots;
  unsigned char *block = calloc(1, h->bytes);
  if (block == NULL) {
    free(h);
    return NULL;
  }
  h->payload = (uint64_t *)(void *)block;
  h->next = (uint16_t *)(void *)(block + payload);
  h->there = block + payload + next;
  return h;
}

void heads_free(heads_t *h) {
  if (h != NULL) {
    free(h->payload);
    free(h);
  }
}

void heads_reset(heads_t *h) {
  if (h != NULL) {
    memset(h->payload, 0, h->bytes);
  }
}

void heads_arrive(heads_t *h, uint32_t member) {
  if (h == NULL) {
    return;
  }
  const noc_shape_t *s = h->config->shape;
  const router_fields_t *pins = &h->config->router;
  for (uint32_t mask = pins->in_valid[member]; mask != 0; mask &= mask - 1) {
    const size_t in = (size_t)member * s->ports + (unsigned)__builtin_ctz(mask);
    const unsigned vc = pins->in_vc[in];
    if (vc >= s->vcs) {  // a faulty sender's
      continue;
    }
    uint16_t *next = &h->next[in * s->vcs + vc];
    const size_t at = in * h->slots + vc * s->depth + *next;
    *next = (uint16_t)((*next + 1u) % s->depth);
    h->there[at] = (pins->in_kind[in] & KIND_HEAD) != 0;
    if (h->there[at]) {
      memcpy(&h->payload[at * s->words], &pins->in_payload[in * s->words],
             s->words * sizeof *h->payload);
    }
  }
}

const uint64_t *heads_find(const heads_t *h, uint32_t member, unsigned port, unsigned slot) {
  const size_t at = ((size_t)member * h->config->shape->ports + port) * h->slots + slot;
  return h->there[at] ? &h->payload[at * h->config->shape->words] : NULL;
}

size_t heads_snapshot_size(const heads_t *h) {
  return h != NULL ? h->bytes : 0;
}

void heads_save(const heads_t *h, void *to) {
  if (h != NULL) {
    memcpy(to, h->payload, h->bytes);
  }
}

void heads_restore(heads_t *h, const void *from) {
  if (h != NULL) {
    memcpy(h->payload, from, h->bytes);
  }
}

void heads_checkpoint(heads_t *h, checkpoint_t *c) {
  if (h != NULL) {
    checkpoint_array(c, "heads", h->payload, h->bytes, 1);
  }
}
