// replay -- see replay.h. Where packets wait for others, one starts when a counter has come down to
// zero: one for every delivery, and one for its own cycle.

#include "workload/replay.h"

#include <stdlib.h>

#include "base/heap.h"
#include "base/memory.h"
#include "base/rng.h"

static const uint32_t kNone = UINT32_MAX;

struct replay {
  const trace_t *trace;
  uint64_t seed;
  uint64_t *active;
  uint32_t nodes;
  uint32_t due;                   // packets whose cycle has come; they are in order
  uint64_t delivered, elsewhere;  // here, and at nodes of other processes
  uint32_t first_node, end_node;  // nodes that send here
  bool stopped;
  uint32_t *head, *tail;  // [node]: its queue of packets
  uint32_t *next;         // [packet] in a queue
  // NULL if nobody waits:
  uint32_t *waits;  // [packet]
  uint64_t
      *start;  // [packet]: its first possible cycle as far as is known; then when it was created
  uint32_t *timer;  // heap of packets that wait for their start, by the cycle
  uint32_t timers;
};

static bool allocate(replay_t *r) {
  const trace_t *t = r->trace;
  r->head = calloc(r->nodes, sizeof *r->head);
  r->tail = calloc(r->nodes, sizeof *r->tail);
  r->next = calloc((size_t)t->packets + 1, sizeof *r->next);
  if (t->waits != NULL) {
    r->waits = malloc(t->packets * sizeof *r->waits);
    r->start = calloc(t->packets, sizeof *r->start);
    r->timer = t->delay != NULL ? malloc(t->packets * sizeof *r->timer) : NULL;
    if (r->waits == NULL || r->start == NULL || (r->timer == NULL && t->delay != NULL)) {
      return false;
    }
  }
  return r->head != NULL && r->tail != NULL && r->next != NULL;
}

static void free_replay(void *self) {
  replay_t *r = self;
  if (r != NULL) {
    free(r->head);
    free(r->tail);
    free(r->next);
    free(r->waits);
    free(r->start);
    free(r->timer);
    free(r);
  }
}

static void checkpoint_replay(void *self, uint64_t now, checkpoint_t *c) {
  replay_t *r = self;
  const size_t packets = r->trace->packets;
  (void)now;
  CHECKPOINT(c, r->due);
  CHECKPOINT(c, r->delivered);
  CHECKPOINT(c, r->stopped);
  CHECKPOINT_ARRAY(c, r->head, r->nodes);
  CHECKPOINT_ARRAY(c, r->tail, r->nodes);
  CHECKPOINT_ARRAY(c, r->next, packets);
  if (r->waits != NULL) {
    CHECKPOINT_ARRAY(c, r->waits, packets);
    CHECKPOINT_ARRAY(c, r->start, packets);
  }
  CHECKPOINT(c, r->timers);
  CHECKPOINT_ARRAY(c, r->timer, r->timers);
}

replay_t *replay_create(const trace_t *trace, const network_t *n, uint64_t seed, uint64_t *active,
                        noc_error_t *error) {
  replay_t *r = calloc(1, sizeof *r);
  const uint32_t nodes = network_topology(n)->nodes;
  if (r != NULL) {
    *r = (replay_t){.trace = trace, .seed = seed, .active = active, .nodes = nodes};
    (void)network_own_nodes(n, &r->first_node, &r->end_node);
  }
  if (r == NULL || !allocate(r)) {
    free_replay(r);
    (void)memory_fail(error, "the trace");
    return NULL;
  }
  for (uint32_t node = 0; node < nodes; node++) {
    r->head[node] = kNone;
  }
  for (uint32_t i = 0; r->waits != NULL && i < trace->packets; i++) {
    r->waits[i] = trace->waits[i] + 1;
  }
  return r;
}

static bool has_packet(const replay_t *r, uint32_t packet) {
  return r->trace->packet[packet].source - r->first_node < r->end_node - r->first_node;
}

// The heap of packets that start later is ordered by the cycle, then by the packet.
static bool before(const void *replay, const void *a, const void *b) {
  const replay_t *r = replay;
  const uint32_t x = *(const uint32_t *)a;
  const uint32_t y = *(const uint32_t *)b;
  return r->start[x] != r->start[y] ? r->start[x] < r->start[y] : x < y;
}

// --- starting ------------------------------------------------------------------------------------

static void enqueue(replay_t *r, uint32_t packet) {
  const uint32_t node = r->trace->packet[packet].source;
  r->next[packet] = kNone;
  if (r->head[node] == kNone) {
    r->head[node] = packet;
  } else {
    r->next[r->tail[node]] = packet;
  }
  r->tail[node] = packet;
  r->active[node / 64] |= UINT64_C(1) << node % 64;
}

// One less to wait for; the last lets the packet start, not before `earliest`.
static void count_down(replay_t *r, uint32_t packet, uint64_t earliest, uint64_t now) {
  r->start[packet] = earliest > r->start[packet] ? earliest : r->start[packet];
  if (--r->waits[packet] > 0 || r->stopped) {
    return;
  }
  if (r->start[packet] > now) {
    heap_push(r->timer, &r->timers, sizeof *r->timer, &packet, before, r);
  } else {
    enqueue(r, packet);
  }
}

// --- the source ----------------------------------------------------------------------------------

static bool cycle(void *self, uint64_t now, noc_error_t *error) {
  replay_t *r = self;
  const trace_t *t = r->trace;
  (void)error;
  while (r->timers > 0 && !r->stopped && r->start[r->timer[0]] <= now) {
    uint32_t packet = 0;
    heap_pop(r->timer, &r->timers, sizeof *r->timer, &packet, before, r);
    enqueue(r, packet);
  }
  for (; r->due < t->packets && !r->stopped && trace_cycle(&t->packet[r->due]) <= now; r->due++) {
    if (!has_packet(r, r->due)) {
      continue;
    }
    if (r->waits == NULL) {
      enqueue(r, r->due);
    } else {
      count_down(r, r->due, now, now);
    }
  }
  return true;
}

static uint64_t next(const void *self, uint64_t now) {
  const replay_t *r = self;
  uint64_t first = UINT64_MAX;
  if (r->stopped) {
    return now;
  }
  if (r->due < r->trace->packets) {
    first = trace_cycle(&r->trace->packet[r->due]);
  }
  if (r->timers > 0 && r->start[r->timer[0]] < first) {
    first = r->start[r->timer[0]];
  }
  return first > now ? first : now;
}

static void stop(void *self, uint64_t now) {
  replay_t *r = self;
  (void)now;
  r->stopped = true;
}

static bool done(const void *self, bool stopped, uint64_t now) {
  const replay_t *r = self;
  (void)now;
  return stopped || r->delivered + r->elsewhere == r->trace->packets;
}

static bool find_front(const void *self, uint32_t node, uint32_t networks, uint64_t now,
                       front_t *front, bool *queued) {
  const replay_t *r = self;
  const uint32_t i = r->head[node];
  (void)networks;
  (void)now;
  *queued = i != kNone;
  if (i == kNone) {
    return false;
  }
  const trace_packet_t *p = &r->trace->packet[i];
  *front = (front_t){
      .created = r->start != NULL ? r->start[i] : trace_cycle(p),
      .key = rng_key(r->seed, RNG_TRACE_DATA, i),
      .destination = p->destination,
      .operation = i,
      .flits = p->flits,
  };
  return true;
}

static void pop(void *self, uint32_t node, uint64_t now, const front_t *front) {
  replay_t *r = self;
  (void)now;
  (void)front;
  r->head[node] = r->next[r->head[node]];
}

// Counts down what waits for a packet that has been delivered.
static void count_down_dependents(replay_t *r, uint32_t packet, uint64_t now) {
  const trace_t *t = r->trace;
  for (uint32_t i = t->first != NULL ? t->first[packet] : 0;
       t->first != NULL && i < t->first[packet + 1]; i++) {
    const uint32_t later = t->dependent[i];
    if (has_packet(r, later)) {
      count_down(r, later, now + (t->delay != NULL ? t->delay[later] : 0), now);
    }
  }
}

static bool message_arrived(void *self, const arrival_t *arrival, uint64_t now,
                            noc_error_t *error) {
  replay_t *r = self;
  (void)error;
  r->delivered++;
  count_down_dependents(r, arrival->operation, now);
  return true;
}

static void arrived_elsewhere(void *self, uint32_t operation, uint64_t now) {
  count_down_dependents(self, operation, now);
}

static void count(const void *self, source_counts_t *counts) {
  const replay_t *r = self;
  *counts = (source_counts_t){.complete = r->delivered};
}

static void note_others(void *self, const source_counts_t *others) {
  replay_t *r = self;
  r->elsewhere = others->complete;
}

// All packets are delivered behind the cycle of the last one, unless they are cut off.
static uint64_t earliest_end(const void *self) {
  const replay_t *r = self;
  const trace_t *t = r->trace;
  return r->stopped || t->packets == 0 ? 0 : trace_cycle(&t->packet[t->packets - 1]);
}

static traffic_sum_t queued(const void *self, uint64_t from, uint64_t to) {
  const replay_t *r = self;
  traffic_sum_t sum = {0, 0};
  for (uint32_t node = r->first_node; node < r->end_node; node++) {
    for (uint32_t i = r->head[node]; i != kNone; i = r->next[i]) {
      const trace_packet_t *p = &r->trace->packet[i];
      const uint64_t created = r->start != NULL ? r->start[i] : trace_cycle(p);
      if (created >= from && created < to) {
        sum.packets++;
        sum.flits += p->flits;
      }
    }
  }
  return sum;
}

static void result(const void *self, uint64_t now, workload_result_t *r) {
  const replay_t *replay = self;
  (void)now;
  r->blocks_checked = replay->delivered + replay->elsewhere;
  r->blocks_expected = replay->trace->packets;
}

static const source_code_t kReplay = {
    .free = free_replay,
    .checkpoint = checkpoint_replay,
    .cycle = cycle,
    .next = next,
    .stop = stop,
    .done = done,
    .front = find_front,
    .pop = pop,
    .message_arrived = message_arrived,
    .count = count,
    .note_others = note_others,
    .arrived_elsewhere = arrived_elsewhere,
    .earliest_end = earliest_end,
    .queued = queued,
    .result = result,
};

source_t replay_source(replay_t *r) {
  return (source_t){.code = &kReplay, .self = r, .tells = r->waits != NULL};
}
