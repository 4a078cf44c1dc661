// packets -- see packets.h.

#include "foreign/packets.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

enum { BUCKETS = 4096, REMEMBERED = 1024, FLOWS = 64 };

// The packets of a source, a destination and a VC, by a hash of these: how many were sent. And of a
// way, all VCs on it included: the number behind that of the last that has arrived.
typedef struct {
  uint64_t key;  // 0: none
  uint64_t next;
} flow_t;

struct packets {
  const noc_shape_t *shape;
  unsigned fields;
  packet_t *bucket[BUCKETS];
  packet_t *oldest, *youngest;
  packet_t *arrived[REMEMBERED];  // a ring
  uint32_t next;
  flow_t *flow;  // [flows], hashed
  uint32_t flows, used;
};

packets_t *packets_create(const noc_shape_t *shape, unsigned fields) {
  packets_t *p = calloc(1, sizeof *p);
  if (p != NULL) {
    p->shape = shape;
    p->fields = fields;
    p->flows = FLOWS;
    p->flow = calloc(p->flows, sizeof *p->flow);
    if (p->flow == NULL) {
      free(p);
      p = NULL;
    }
  }
  return p;
}

static void release(packet_t *packet) {
  if (packet != NULL) {
    free(packet->payload);
    free(packet->field);
    free(packet->way);
    free(packet);
  }
}

static uint64_t hash_of(const packets_t *p, const uint64_t *payload) {
  uint64_t hash = 1;
  for (unsigned w = 0; w < p->shape->words; w++) {
    hash = rng_mix(hash + payload[w] + kRngStep);
  }
  return hash;
}

static void forget(packets_t *p, packet_t *packet) {
  packet_t **at = &p->bucket[packet->hash % BUCKETS];
  while (*at != packet) {
    at = &(*at)->chain;
  }
  *at = packet->chain;
}

void packets_clear(packets_t *p) {
  for (uint32_t i = 0; i < REMEMBERED; i++) {
    release(p->arrived[i]);
    p->arrived[i] = NULL;
  }
  for (packet_t *packet = p->oldest; packet != NULL;) {
    packet_t *next = packet->younger;
    release(packet);
    packet = next;
  }
  memset(p->bucket, 0, sizeof p->bucket);
  memset(p->flow, 0, p->flows * sizeof *p->flow);
  p->oldest = p->youngest = NULL;
  p->next = p->used = 0;
}

void packets_free(packets_t *p) {
  if (p != NULL) {
    packets_clear(p);
    free(p->flow);
    free(p);
  }
}

// --- the order of packets ------------------------------------------------------------------------

static flow_t *place_of(flow_t *flow, uint32_t flows, uint64_t key) {
  uint32_t at = (uint32_t)rng_mix(key) & (flows - 1);
  while (flow[at].key != 0 && flow[at].key != key) {
    at = (at + 1) & (flows - 1);
  }
  return &flow[at];
}

static bool grow(packets_t *p) {
  flow_t *larger = calloc(2 * (size_t)p->flows, sizeof *larger);
  if (larger == NULL) {
    return false;
  }
  for (uint32_t i = 0; i < p->flows; i++) {
    if (p->flow[i].key != 0) {
      *place_of(larger, 2 * p->flows, p->flow[i].key) = p->flow[i];
    }
  }
  free(p->flow);
  p->flow = larger;
  p->flows *= 2;
  return true;
}

static flow_t *flow_of(packets_t *p, uint64_t key) {
  key += key == 0;
  if (p->used >= p->flows / 2 && !grow(p)) {
    return NULL;
  }
  flow_t *flow = place_of(p->flow, p->flows, key);
  p->used += flow->key == 0;
  flow->key = key;
  return flow;
}

static uint64_t sent_key(uint32_t source, uint32_t destination, uint8_t vc) {
  return rng_mix(rng_mix(((uint64_t)source << 32 | destination) + kRngStep) + vc);
}

bool packets_in_order(packets_t *p, const packet_t *packet, uint8_t vc) {
  uint64_t key = sent_key(packet->source, packet->destination, packet->vc);
  for (uint32_t i = 0; i < packet->steps; i++) {
    key = rng_mix(key + kRngStep + ((uint64_t)packet->way[i].link << 8 | packet->way[i].vc));
  }
  flow_t *flow = flow_of(p, rng_mix(key + kRngStep + vc));
  if (flow == NULL || packet->number < flow->next) {
    return flow == NULL;
  }
  flow->next = packet->number + 1;
  return true;
}

// --- packets -------------------------------------------------------------------------------------

packet_t *packets_add(packets_t *p, const uint64_t *payload, uint32_t source, uint32_t destination,
                      uint8_t vc) {
  const unsigned words = p->shape->words;
  packet_t *packet = calloc(1, sizeof *packet);
  flow_t *flow = flow_of(p, sent_key(source, destination, vc));
  if (packet == NULL || flow == NULL) {
    free(packet);
    return NULL;
  }
  packet_unpack(p->shape, payload, &packet->head);
  packet->flits = packet->head.length > 0 ? packet->head.length : 1;
  packet->payload = calloc((size_t)packet->flits * words, sizeof *packet->payload);
  packet->field = calloc(p->fields + 1, sizeof *packet->field);
  if (packet->payload == NULL || packet->field == NULL) {
    release(packet);
    return NULL;
  }
  packet->hash = hash_of(p, payload);
  packet->source = source;
  packet->destination = destination;
  packet->vc = vc;
  packet->number = flow->next++;
  packet->chain = p->bucket[packet->hash % BUCKETS];
  p->bucket[packet->hash % BUCKETS] = packet;
  packet->older = p->youngest;
  *(p->youngest != NULL ? &p->youngest->younger : &p->oldest) = packet;
  p->youngest = packet;
  packets_extend(p, packet, payload);
  return packet;
}

void packets_extend(packets_t *p, packet_t *packet, const uint64_t *payload) {
  const unsigned words = p->shape->words;
  memcpy(&packet->payload[(size_t)packet->have * words], payload, words * sizeof *payload);
  packet->have++;
}

unsigned packets_distance(const packets_t *p, const packet_t *packet, const uint64_t *payload) {
  unsigned bits = 0;
  for (unsigned w = 0; w < p->shape->words; w++) {
    bits += (unsigned)__builtin_popcountll(packet->payload[w] ^ payload[w]);
  }
  return bits;
}

packet_t *packets_find(const packets_t *p, const uint64_t *payload) {
  const uint64_t hash = hash_of(p, payload);
  packet_t *found = NULL;
  for (packet_t *at = p->bucket[hash % BUCKETS]; at != NULL; at = at->chain) {
    if (at->hash == hash && packets_distance(p, at, payload) == 0 &&
        (found == NULL || found->arrived)) {
      found = at;
    }
  }
  return found;
}

bool packets_step(packet_t *packet, packet_step_t step) {
  if (packet->steps == packet->room) {
    const uint32_t room = packet->room > 0 ? 2 * packet->room : 8;
    packet_step_t *way = realloc(packet->way, room * sizeof *way);
    if (way == NULL) {
      return false;
    }
    packet->way = way;
    packet->room = room;
  }
  packet->way[packet->steps++] = step;
  return true;
}

void packets_arrive(packets_t *p, packet_t *packet) {
  *(packet->older != NULL ? &packet->older->younger : &p->oldest) = packet->younger;
  *(packet->younger != NULL ? &packet->younger->older : &p->youngest) = packet->older;
  packet->older = packet->younger = NULL;
  packet->arrived = true;
  packet_t **last = &p->arrived[p->next++ % REMEMBERED];
  if (*last != NULL) {
    forget(p, *last);
    release(*last);
  }
  *last = packet;
}

const packet_t *packets_oldest(const packets_t *p) {
  return p->oldest;
}

uint64_t packets_flits(const packets_t *p) {
  uint64_t flits = 0;
  for (const packet_t *at = p->oldest; at != NULL; at = at->younger) {
    flits += at->have - at->out;
  }
  return flits;
}
