// traffic -- see traffic.h. Nodes whose next packet lies in the future wait in a timing wheel: a
// list for every cycle modulo its size, so that a cycle looks at the nodes that are due and few
// others.

#include "workload/traffic.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/rng.h"
#include "network/shards.h"
#include "workload/geometric.h"

enum { WHEEL = 4096 };

static const uint32_t kNobody = UINT32_MAX;
static const uint64_t kNever = UINT64_MAX;

// Where a node is in its bursts.
typedef struct {
  uint64_t number;  // of the on period
  uint64_t left;    // cycles of it behind the node's next packet
} burst_t;

struct traffic {
  traffic_config_t config;
  uint64_t place;  // of the class among the numbers of all nodes and classes
  double chance;   // of a packet, per node and cycle of an on period
  double log_no;   // of 1 - chance
  double log_on;   // of 1 - 1 / burst_on, and so on
  double log_off;
  unsigned flits;  // of every packet; 0: they are drawn
  uint64_t stop;
  uint64_t *next;      // [node]: creation cycle of the first packet not yet popped
  uint64_t *sequence;  // [node]: its number
  burst_t *burst;      // [node], NULL without bursts
  uint32_t *chain;     // [node]: the next node in the list of the wheel
  unsigned shards;
  uint32_t *wheel;  // [shard * WHEEL]: a wheel for the nodes of each shard
};

// --- draws ---------------------------------------------------------------------------------------

static uint64_t draw(const traffic_t *t, rng_stream_t stream, uint32_t node, uint64_t counter) {
  return rng_draw(rng_key(t->config.seed, stream, t->place + node), counter);
}

// Cycles (of on periods) from one packet to the next, at least 1.
static uint64_t draw_gap(const traffic_t *t, uint32_t node, uint64_t sequence) {
  return t->chance >= 1 ? 1 : geometric(t->log_no, draw(t, RNG_GAP, node, sequence));
}

static uint64_t draw_period(const traffic_t *t, uint32_t node, uint64_t number, bool on) {
  return geometric(on ? t->log_on : t->log_off, draw(t, RNG_BURST, node, 2 * number + !on));
}

static unsigned draw_flits(const traffic_t *t, uint32_t node, uint64_t sequence) {
  return t->flits != 0 ? t->flits
                       : lengths_draw(t->config.lengths, draw(t, RNG_LENGTH, node, sequence));
}

// One of the others.
static uint32_t draw_uniform(const traffic_t *t, uint32_t node, uint64_t random) {
  const uint32_t other = rng_below(random, t->config.nodes - 1);  // the node itself is left out
  return other + (other >= node);
}

// One of the hot nodes but itself; the only hot node sends to the others. Kept apart from the
// patterns that are always fast.
__attribute__((noinline)) static uint32_t draw_hot(const traffic_t *t, uint32_t node,
                                                   uint64_t random) {
  const node_set_t *hot = t->config.hot;
  const bool self = node_set_contains(hot, node);
  if (hot->count == self) {
    return draw_uniform(t, node, random);
  }
  const uint32_t other = rng_below(random, hot->count - self);
  return hot->node[other + (self && hot->node[other] >= node)];
}

static uint32_t draw_destination(const traffic_t *t, uint32_t node, uint64_t sequence) {
  if (t->config.image != NULL) {
    return t->config.image[node];
  }
  const uint64_t random = draw(t, RNG_DESTINATION, node, sequence);
  if (t->config.hot != NULL &&
      rng_fraction(draw(t, RNG_HOTSPOT, node, sequence)) < t->config.hot_share) {
    return draw_hot(t, node, random);
  }
  return draw_uniform(t, node, random);
}

// --- times ---------------------------------------------------------------------------------------

static uint64_t later(uint64_t cycle, uint64_t gap) {
  return cycle > kNever - gap ? kNever : cycle + gap;
}

// The cycle that is `gap` cycles of on periods behind `at`, which lies in one.
__attribute__((noinline)) static uint64_t skip_bursts(const traffic_t *t, uint32_t node,
                                                      uint64_t at, uint64_t gap, burst_t *burst) {
  while (gap > burst->left) {
    gap -= burst->left;
    at = later(at, burst->left + draw_period(t, node, burst->number, false));
    if (at > t->config.horizon) {
      return kNever;
    }
    burst->left = draw_period(t, node, ++burst->number, true);
  }
  burst->left -= gap;
  return later(at, gap);
}

// Creation cycle of the packet `sequence`, from that of the packet before it.
static uint64_t following(const traffic_t *t, uint32_t node, uint64_t at, uint64_t sequence,
                          burst_t *burst) {
  const uint64_t gap = draw_gap(t, node, sequence);
  return burst != NULL && at != kNever ? skip_bursts(t, node, at, gap, burst) : later(at, gap);
}

// The first packet. The node is in the midst of an on or off period in cycle 0; geometric periods
// have no memory, so the rest of a period is distributed as a whole one.
static uint64_t first(const traffic_t *t, uint32_t node, burst_t *burst) {
  const uint64_t gap = draw_gap(t, node, 0);
  if (burst == NULL) {
    return gap - 1;
  }
  const double on = t->config.burst_on;
  const double share = on / (on + t->config.burst_off);
  const bool starts_on = rng_fraction(draw(t, RNG_BURST_START, node, 0)) < share;
  // Cycle 0 is a packet that is not there, so that no case is needed for it; it is taken off again.
  *burst = (burst_t){.number = 0, .left = draw_period(t, node, 0, true)};
  uint64_t at = 0;
  if (!starts_on) {
    at = draw_period(t, node, 0, false);
    burst->number = 1;
    burst->left = draw_period(t, node, 1, true);
  }
  at = skip_bursts(t, node, at, gap, burst);
  return at == kNever ? kNever : at - 1;
}

static void enqueue(traffic_t *t, uint32_t node) {
  const shards_t *s = t->config.shards;
  const size_t shard = s != NULL ? shards_of(s->node, s->count, node) : 0;
  uint32_t *list = &t->wheel[shard * WHEEL + t->next[node] % WHEEL];
  t->chain[node] = *list;
  *list = node;
}

static void empty_wheels(traffic_t *t) {
  for (size_t i = 0; i < (size_t)t->shards * WHEEL; i++) {
    t->wheel[i] = kNobody;
  }
}

// --- the interface -------------------------------------------------------------------------------

static bool allocate(traffic_t *t, const traffic_config_t *config) {
  const size_t nodes = config->nodes;
  void *(*const take)(size_t, size_t) = config->part ? memory_sparse : memory_array;
  t->next = take(nodes, sizeof *t->next);
  t->sequence = take(nodes, sizeof *t->sequence);
  t->chain = take(nodes, sizeof *t->chain);
  t->burst = config->burst_on > 0 ? take(nodes, sizeof *t->burst) : NULL;
  t->shards = config->shards != NULL ? config->shards->count : 1;
  t->wheel = malloc((size_t)t->shards * WHEEL * sizeof *t->wheel);
  return t->wheel != NULL && t->next != NULL && t->sequence != NULL && t->chain != NULL &&
         (t->burst != NULL || config->burst_on == 0);
}

static void set_chances(traffic_t *t) {
  const traffic_config_t *c = &t->config;
  const double on = c->burst_on;
  const double duty = c->burst_on > 0 ? on / (on + c->burst_off) : 1;
  t->chance = c->load / duty / c->lengths->mean;
  t->log_no = log1p(-t->chance);
  t->log_on = c->burst_on > 0 ? log1p(-1.0 / on) : 0;
  t->log_off = c->burst_on > 0 ? log1p(-1.0 / c->burst_off) : 0;
  t->flits = c->lengths->steps == 1 ? c->lengths->longest : 0;
}

traffic_t *traffic_create(const traffic_config_t *config, noc_error_t *error) {
  traffic_t *t = calloc(1, sizeof *t);
  if (t == NULL || !allocate(t, config)) {
    traffic_free(t);
    (void)memory_fail(error, "the traffic");
    return NULL;
  }
  t->config = *config;
  t->place = (uint64_t)config->number * config->nodes;
  set_chances(t);
  t->stop = kNever;
  empty_wheels(t);
  for (uint32_t node = 0; node < config->nodes; node++) {
    const bool to_itself = config->image != NULL && config->image[node] == node;
    // A lone node has nobody to send to.
    const bool here = !config->part || (node >= config->first && node < config->end);
    const bool silent = !here || t->chance <= 0 || config->nodes < 2 || to_itself;
    burst_t *burst = t->burst != NULL ? &t->burst[node] : NULL;
    t->next[node] = silent ? kNever : first(t, node, burst);
    if (t->next[node] != kNever) {
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
    free(t->burst);
    free(t->wheel);
    free(t);
  }
}

// Who is in the wheel follows: the nodes whose next packet has still to be created.
void traffic_checkpoint(traffic_t *t, uint64_t now, checkpoint_t *c) {
  const uint32_t nodes = t->config.nodes;
  CHECKPOINT(c, t->stop);
  CHECKPOINT_ARRAY(c, t->next, nodes);
  CHECKPOINT_ARRAY(c, t->sequence, nodes);
  if (t->burst != NULL) {
    CHECKPOINT_ARRAY(c, t->burst, nodes);
  }
  if (!checkpoint_reads(c)) {
    return;
  }
  empty_wheels(t);
  for (uint32_t node = 0; node < nodes; node++) {
    if (t->next[node] >= now && t->next[node] != kNever) {
      enqueue(t, node);
    }
  }
}

void traffic_cycle(traffic_t *t, uint64_t now, uint64_t *active) {
  for (unsigned shard = 0; shard < t->shards; shard++) {
    traffic_cycle_part(t, shard, now, active);
  }
}

void traffic_cycle_part(traffic_t *t, unsigned shard, uint64_t now, uint64_t *active) {
  uint32_t *list = &t->wheel[(size_t)shard * WHEEL + now % WHEEL];
  uint32_t node = *list;
  if (node == kNobody || now >= t->stop) {
    return;
  }
  *list = kNobody;
  while (node != kNobody) {
    uint32_t following_node = t->chain[node];
    if (t->next[node] == now) {
      active[node / 64] |= UINT64_C(1) << node % 64;
    } else {
      enqueue(t, node);  // due in a later round of the wheel
    }
    node = following_node;
  }
}

uint64_t traffic_front_created(const traffic_t *t, uint32_t node, uint64_t now) {
  return t->next[node] > now || t->next[node] >= t->stop ? kNever : t->next[node];
}

bool traffic_front(const traffic_t *t, uint32_t node, uint64_t now, traffic_packet_t *packet) {
  if (t->next[node] > now || t->next[node] >= t->stop) {
    return false;
  }
  const uint64_t sequence = t->sequence[node];
  *packet = (traffic_packet_t){
      .created = t->next[node],
      .key = draw(t, RNG_PACKET_DATA, node, sequence),
      .sequence = sequence,
      .destination = draw_destination(t, node, sequence),
      .flits = (uint16_t)draw_flits(t, node, sequence),
  };
  return true;
}

void traffic_pop(traffic_t *t, uint32_t node, uint64_t now) {
  burst_t *burst = t->burst != NULL ? &t->burst[node] : NULL;
  t->sequence[node]++;
  t->next[node] = following(t, node, t->next[node], t->sequence[node], burst);
  if (t->next[node] > now && t->next[node] != kNever) {
    enqueue(t, node);
  }
}

void traffic_stop(traffic_t *t, uint64_t at) {
  t->stop = at < t->stop ? at : t->stop;
}

traffic_sum_t traffic_queued(const traffic_t *t, uint64_t from, uint64_t to) {
  traffic_sum_t sum = {0, 0};
  to = to < t->stop ? to : t->stop;
  for (uint32_t node = 0; node < t->config.nodes; node++) {
    burst_t burst = t->burst != NULL ? t->burst[node] : (burst_t){0};
    uint64_t sequence = t->sequence[node];
    for (uint64_t at = t->next[node]; at < to;) {
      if (at >= from) {
        sum.packets++;
        sum.flits += draw_flits(t, node, sequence);
      }
      sequence++;
      at = following(t, node, at, sequence, t->burst != NULL ? &burst : NULL);
    }
  }
  return sum;
}
