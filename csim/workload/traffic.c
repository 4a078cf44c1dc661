// traffic -- see traffic.h. Nodes whose next packet lies in the future wait in a timing wheel: a
// list for every cycle modulo its size, so that a cycle looks at the nodes that are due and few
// others.

#include "workload/traffic.h"

#include <math.h>
#include <stdlib.h>

#include "network/memory.h"
#include "workload/rng.h"

enum { WHEEL = 4096 };

static const uint32_t kNobody = UINT32_MAX;
static const uint64_t kNever = UINT64_MAX;

struct traffic {
  traffic_config_t config;
  double chance;  // of a packet, per node and cycle
  double log_no;  // of 1 - chance
  uint64_t stop;
  uint64_t *next;      // [node]: creation cycle of the first packet not yet popped
  uint64_t *sequence;  // [node]: its number
  uint32_t *chain;     // [node]: the next node in the list of the wheel
  uint32_t wheel[WHEEL];
};

// Cycles from one packet to the next, at least 1.
static uint64_t draw_gap(const traffic_t *t, uint32_t node, uint64_t sequence) {
  if (t->chance >= 1) {
    return 1;
  }
  double u = rng_fraction(rng_draw(rng_key(t->config.seed, RNG_GAP, node), sequence));
  double gap = floor(log(u) / t->log_no) + 1;
  return gap < 0x1p62 ? (uint64_t)gap : UINT64_C(1) << 62;
}

static uint64_t later(uint64_t cycle, uint64_t gap) {
  return cycle > kNever - gap ? kNever : cycle + gap;
}

static void enqueue(traffic_t *t, uint32_t node) {
  uint32_t *list = &t->wheel[t->next[node] % WHEEL];
  t->chain[node] = *list;
  *list = node;
}

traffic_t *traffic_create(const traffic_config_t *config, noc_error_t *error) {
  traffic_t *t = calloc(1, sizeof *t);
  if (t != NULL) {
    t->next = malloc(config->nodes * sizeof *t->next);
    t->sequence = calloc(config->nodes, sizeof *t->sequence);
    t->chain = malloc(config->nodes * sizeof *t->chain);
  }
  if (t == NULL || t->next == NULL || t->sequence == NULL || t->chain == NULL) {
    traffic_free(t);
    (void)memory_fail(error, "the traffic");
    return NULL;
  }
  t->config = *config;
  t->chance = config->load / config->flits;
  t->log_no = log1p(-t->chance);
  t->stop = kNever;
  for (unsigned i = 0; i < WHEEL; i++) {
    t->wheel[i] = kNobody;
  }
  // A lone node has nobody to send to.
  bool silent = t->chance <= 0 || config->nodes < 2;
  for (uint32_t node = 0; node < config->nodes; node++) {
    t->next[node] = silent ? kNever : draw_gap(t, node, 0) - 1;
    if (!silent) {
      enqueue(t, node);
    }
  }
  return t;
}

void traffic_free(traffic_t *t) {
  if (t != NULL) {
    free(t->next);
    free(t->sequence);
    free(t->chain);
    free(t);
  }
}

void traffic_cycle(traffic_t *t, uint64_t now, uint64_t *active) {
  uint32_t *list = &t->wheel[now % WHEEL];
  uint32_t node = *list;
  if (node == kNobody || now >= t->stop) {
    return;
  }
  *list = kNobody;
  while (node != kNobody) {
    uint32_t following = t->chain[node];
    if (t->next[node] == now) {
      active[node / 64] |= UINT64_C(1) << node % 64;
    } else {
      enqueue(t, node);  // due in a later round of the wheel
    }
    node = following;
  }
}

bool traffic_front(const traffic_t *t, uint32_t node, uint64_t now, traffic_packet_t *packet) {
  if (t->next[node] > now || t->next[node] >= t->stop) {
    return false;
  }
  uint64_t sequence = t->sequence[node];
  uint64_t draw = rng_draw(rng_key(t->config.seed, RNG_DESTINATION, node), sequence);
  uint32_t other = rng_below(draw, t->config.nodes - 1);  // the node itself is left out
  *packet = (traffic_packet_t){
      .created = t->next[node],
      .key = rng_draw(rng_key(t->config.seed, RNG_PACKET_DATA, node), sequence),
      .sequence = sequence,
      .destination = other + (other >= node),
  };
  return true;
}

void traffic_pop(traffic_t *t, uint32_t node, uint64_t now) {
  t->sequence[node]++;
  t->next[node] = later(t->next[node], draw_gap(t, node, t->sequence[node]));
  if (t->next[node] > now) {
    enqueue(t, node);
  }
}

void traffic_stop(traffic_t *t, uint64_t at) {
  t->stop = at < t->stop ? at : t->stop;
}

uint64_t traffic_queued(const traffic_t *t, uint64_t from, uint64_t to) {
  uint64_t count = 0;
  to = to < t->stop ? to : t->stop;
  for (uint32_t node = 0; node < t->config.nodes; node++) {
    uint64_t sequence = t->sequence[node];
    for (uint64_t at = t->next[node]; at < to; at = later(at, draw_gap(t, node, ++sequence))) {
      count += at >= from;
    }
  }
  return count;
}
