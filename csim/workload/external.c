// external -- see external.h.

#include "workload/external.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/heap.h"
#include "base/memory.h"
#include "base/rng.h"

static const uint32_t kNone = UINT32_MAX;

enum { FIRST_ROOM = 256, USUAL_FLITS = 16, MOST_FLITS = SCENARIO_MESSAGE_FLITS };

typedef struct {
  uint64_t number;  // of the call: its data, and its place among those of a cycle
  uint64_t tag, created, entered, delivered;
  uint32_t source, destination;
  uint32_t flits;
  uint32_t handed;   // flits of the packets that have left the queue
  uint32_t missing;  // packets that have not arrived
  uint32_t network;  // counted from 1; 0: any
  uint32_t next;     // in a list
} message_t;

typedef struct {
  uint32_t head, tail;
} list_t;

struct external {
  uint32_t nodes, packet_flits, networks;
  uint64_t seed;
  uint64_t *active;
  message_t *message;  // [room]
  uint32_t *timer;     // [room]: heap of those to be created, by the cycle, then by the call
  uint32_t room, timers;
  uint32_t unused;    // list
  list_t *queue;      // [node * networks]; the first of a node has those that name none
  uint32_t *waiting;  // [node]: messages in its queues, or to be created
  list_t delivered;
  uint64_t calls;
  uint64_t sent, arrived;  // messages
  uint64_t latest;         // cycle of the last that arrived
  uint64_t end;            // nothing is created in this cycle or later
  bool named;              // the first message named a network, and all do
};

unsigned external_packet_flits(const scenario_t *s) {
  const bool small = s->cut_through && s->depth < USUAL_FLITS;
  return s->packet_flits != 0 ? s->packet_flits : small ? s->depth : USUAL_FLITS;
}

external_t *external_create(const scenario_t *s, uint64_t *active, noc_error_t *error) {
  external_t *e = calloc(1, sizeof *e);
  const size_t queues = (size_t)s->topology->nodes * s->networks;
  list_t *queue = malloc(queues * sizeof *queue);
  uint32_t *waiting = calloc(s->topology->nodes, sizeof *waiting);
  if (e == NULL || queue == NULL || waiting == NULL) {
    free(e);
    free(queue);
    free(waiting);
    (void)memory_fail(error, "the messages");
    return NULL;
  }
  *e = (external_t){.nodes = s->topology->nodes,
                    .packet_flits = external_packet_flits(s),
                    .networks = s->networks,
                    .seed = s->seed,
                    .active = active,
                    .unused = kNone,
                    .queue = queue,
                    .waiting = waiting,
                    .delivered = {kNone, kNone},
                    .end = kExternalEnd};
  for (size_t i = 0; i < queues; i++) {
    queue[i] = (list_t){kNone, kNone};
  }
  return e;
}

// --- places and lists ----------------------------------------------------------------------------

static bool grow(external_t *e) {
  const uint32_t room = e->room > 0 ? 2 * e->room : FIRST_ROOM;
  if (room > kNone / 2) {
    return false;
  }
  message_t *message = realloc(e->message, room * sizeof *message);
  if (message == NULL) {
    return false;
  }
  e->message = message;
  uint32_t *timer = realloc(e->timer, room * sizeof *timer);
  if (timer == NULL) {
    return false;
  }
  e->timer = timer;
  for (uint32_t i = room; i-- > e->room;) {
    message[i].next = e->unused;
    e->unused = i;
  }
  e->room = room;
  return true;
}

static void give_back(external_t *e, uint32_t i) {
  e->message[i].next = e->unused;
  e->unused = i;
}

static void append(external_t *e, list_t *list, uint32_t i) {
  e->message[i].next = kNone;
  if (list->head == kNone) {
    list->head = i;
  } else {
    e->message[list->tail].next = i;
  }
  list->tail = i;
}

// The queue of a node and a virtual network, counted from 1.
static list_t *queue_of(const external_t *e, uint32_t node, uint32_t network) {
  return &e->queue[(size_t)node * e->networks + (network > 0 ? network - 1 : 0)];
}

static uint32_t take_first(external_t *e, list_t *list) {
  const uint32_t i = list->head;
  list->head = e->message[i].next;
  return i;
}

// The heap of messages to be created is ordered by the cycle, then by the call.
static bool before(const void *external, const void *a, const void *b) {
  const external_t *e = external;
  const message_t *x = &e->message[*(const uint32_t *)a];
  const message_t *y = &e->message[*(const uint32_t *)b];
  return x->created != y->created ? x->created < y->created : x->number < y->number;
}

// --- the program's side --------------------------------------------------------------------------

// Packets that take turns on all networks would pass those that wait for one of them.
static bool check_network(const external_t *e, const workload_message_t *m, noc_error_t *error) {
  if (m->network > e->networks) {
    return noc_fail(error, NOC_BAD_INPUT, "network" SAY_IS("%" PRIu32, "0 (any) to %" PRIu32),
                    m->network, e->networks);
  }
  if (e->calls == 0 || (m->network != 0) == e->named) {
    return true;
  }
  return e->named
             ? noc_fail(error, NOC_BAD_INPUT,
                        "network" SAY_IS("0 (any)", "1 to %" PRIu32 ", as before"), e->networks)
             : noc_fail(error, NOC_BAD_INPUT, "network" SAY_IS("%" PRIu32, "0 (any), as before"),
                        m->network);
}

static bool check(const external_t *e, const workload_message_t *m, uint64_t now,
                  noc_error_t *error) {
  const bool bad_source = m->source >= e->nodes;
  if (bad_source || m->destination >= e->nodes) {
    return noc_fail(error, NOC_BAD_INPUT, "%s" SAY_IS("node %" PRIu32, "0 to %" PRIu32),
                    bad_source ? "source" : "destination", bad_source ? m->source : m->destination,
                    e->nodes - 1);
  }
  if (m->source == m->destination) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "destination" SAY_IS("node %" PRIu32 ", the source", "another node"),
                    m->destination);
  }
  if (m->flits == 0 || m->flits > MOST_FLITS) {
    return noc_fail(error, NOC_BAD_INPUT, "flits" SAY_IS("%" PRIu32, "1 to %d"), m->flits,
                    (int)MOST_FLITS);
  }
  if (!check_network(e, m, error)) {
    return false;
  }
  if (m->cycle < now) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "cycle" SAY_IS("%" PRIu64 ", which has passed", "%" PRIu64 " or later"),
                    m->cycle, now);
  }
  return m->cycle < e->end ||
         noc_fail(error, NOC_BAD_INPUT,
                  "cycle" SAY_IS("%" PRIu64 ", after the end", "before %" PRIu64), m->cycle,
                  e->end);
}

bool external_send(external_t *e, const workload_message_t *m, uint64_t now, noc_error_t *error) {
  if (!check(e, m, now, error)) {
    return false;
  }
  if (e->unused == kNone && !grow(e)) {
    return memory_fail(error, "the messages");
  }
  const uint32_t i = e->unused;
  e->unused = e->message[i].next;
  e->named = m->network != 0;
  e->message[i] = (message_t){.number = e->calls++,
                              .tag = m->tag,
                              .created = m->cycle,
                              .entered = UINT64_MAX,
                              .source = m->source,
                              .destination = m->destination,
                              .flits = m->flits,
                              .network = m->network,
                              .missing = (m->flits - 1) / e->packet_flits + 1};
  heap_push(e->timer, &e->timers, sizeof *e->timer, &i, before, e);
  e->sent++;
  e->waiting[m->source]++;
  return true;
}

uint32_t external_waiting(const external_t *e, uint32_t node) {
  return e->waiting[node];
}

bool external_delivered(external_t *e, workload_delivery_t *d) {
  if (e->delivered.head == kNone) {
    return false;
  }
  const uint32_t i = take_first(e, &e->delivered);
  const message_t *m = &e->message[i];
  *d = (workload_delivery_t){.source = m->source,
                             .destination = m->destination,
                             .flits = m->flits,
                             .network = m->network,
                             .tag = m->tag,
                             .created = m->created,
                             .entered = m->entered,
                             .delivered = m->delivered};
  give_back(e, i);
  return true;
}

bool external_delivers(const external_t *e, uint64_t cycle) {
  return e->arrived > 0 && e->latest == cycle;
}

// --- the source ----------------------------------------------------------------------------------

static void free_external(void *self) {
  external_t *e = self;
  free(e->message);
  free(e->timer);
  free(e->queue);
  free(e->waiting);
  free(e);
}

static bool cycle(void *self, uint64_t now, noc_error_t *error) {
  external_t *e = self;
  (void)error;
  while (e->timers > 0 && e->message[e->timer[0]].created <= now) {
    uint32_t i = 0;
    heap_pop(e->timer, &e->timers, sizeof *e->timer, &i, before, e);
    const uint32_t node = e->message[i].source;
    append(e, queue_of(e, node, e->message[i].network), i);
    e->active[node / 64] |= UINT64_C(1) << node % 64;
  }
  return true;
}

static uint64_t next(const void *self, uint64_t now) {
  const external_t *e = self;
  if (e->timers == 0) {
    return UINT64_MAX;
  }
  const uint64_t created = e->message[e->timer[0]].created;
  return created > now ? created : now;
}

// Messages of later cycles are dropped.
static void stop(void *self, uint64_t now) {
  external_t *e = self;
  if (now > 0) {  // those of earlier cycles stay
    (void)cycle(self, now - 1, NULL);
  }
  e->end = now;
  e->sent -= e->timers;
  while (e->timers > 0) {
    const uint32_t i = e->timer[--e->timers];
    e->waiting[e->message[i].source]--;
    give_back(e, i);
  }
}

static bool done(const void *self, bool stopped, uint64_t now) {
  const external_t *e = self;
  (void)stopped;
  (void)now;
  return e->arrived == e->sent;
}

// The packet of a message that begins with this flit.
static void packet(const void *self, uint32_t operation, uint32_t first, front_t *front) {
  const external_t *e = self;
  const message_t *m = &e->message[operation];
  const uint32_t left = m->flits - first;
  *front = (front_t){
      .created = m->created,
      .key = rng_draw(rng_key(e->seed, RNG_EXTERNAL_DATA, m->number), first / e->packet_flits),
      .destination = m->destination,
      .operation = operation,
      .first = first,
      .flits = (uint16_t)(left < e->packet_flits ? left : e->packet_flits),
      .network = (uint8_t)(m->network > 0 ? m->network - 1 : 0)};
}

static bool find_front(const void *self, uint32_t node, uint32_t networks, uint64_t now,
                       front_t *front, bool *queued) {
  const external_t *e = self;
  uint32_t oldest = kNone;
  (void)now;
  *queued = false;
  for (uint32_t k = 0; k < e->networks; k++) {
    const uint32_t i = e->queue[(size_t)node * e->networks + k].head;
    *queued = *queued || i != kNone;
    if (i != kNone && (networks >> k & 1u) != 0 && (oldest == kNone || before(e, &i, &oldest))) {
      oldest = i;
    }
  }
  if (oldest != kNone) {
    packet(e, oldest, e->message[oldest].handed, front);
  }
  return oldest != kNone;
}

static void pop(void *self, uint32_t node, uint64_t now, const front_t *front) {
  external_t *e = self;
  message_t *m = &e->message[front->operation];
  (void)now;
  m->handed += front->flits;
  if (m->handed == m->flits) {
    (void)take_first(e, queue_of(e, node, m->network));
    e->waiting[node]--;
  }
}

static uint32_t pop_message(void *self, uint32_t node, uint64_t now, const front_t *front) {
  external_t *e = self;
  (void)now;
  e->waiting[node]--;
  return e->message[take_first(e, queue_of(e, node, e->message[front->operation].network))].flits;
}

static void began(void *self, uint32_t operation, uint64_t now) {
  const external_t *e = self;
  message_t *m = &e->message[operation];
  m->entered = m->entered == UINT64_MAX ? now : m->entered;
}

static bool packet_arrived(void *self, uint32_t operation) {
  const external_t *e = self;
  return --e->message[operation].missing == 0;
}

static bool message_arrived(void *self, const arrival_t *arrival, uint64_t now,
                            noc_error_t *error) {
  external_t *e = self;
  (void)error;
  e->arrived++;
  e->latest = now;
  e->message[arrival->operation].delivered = now;
  append(e, &e->delivered, arrival->operation);
  return true;
}

static traffic_sum_t queued(const void *self, uint64_t from, uint64_t to) {
  const external_t *e = self;
  traffic_sum_t sum = {0, 0};
  for (size_t q = 0; q < (size_t)e->nodes * e->networks; q++) {
    for (uint32_t i = e->queue[q].head; i != kNone; i = e->message[i].next) {
      const message_t *m = &e->message[i];
      const uint32_t left = m->flits - m->handed;
      if (m->created >= from && m->created < to) {
        sum.packets += (left - 1) / e->packet_flits + 1;
        sum.flits += left;
      }
    }
  }
  return sum;
}

static bool verify(const void *self, uint64_t now, noc_error_t *error) {
  const external_t *e = self;
  (void)now;
  return e->arrived == e->sent ||
         noc_fail(error, NOC_CHECK_FAILED,
                  "scoreboard: %" PRIu64 " of %" PRIu64 " messages have arrived", e->arrived,
                  e->sent);
}

static void result(const void *self, uint64_t now, workload_result_t *r) {
  const external_t *e = self;
  (void)now;
  r->blocks_checked = e->arrived;
  r->blocks_expected = e->sent;
}

bool external_names_networks(const external_t *e) {
  return e->named;
}

source_t external_source(external_t *e) {
  static const source_code_t kCode = {
      .free = free_external,
      .cycle = cycle,
      .next = next,
      .stop = stop,
      .done = done,
      .front = find_front,
      .pop = pop,
      .pop_message = pop_message,
      .packet = packet,
      .packet_arrived = packet_arrived,
      .message_arrived = message_arrived,
      .began = began,
      .queued = queued,
      .verify = verify,
      .result = result,
  };
  return (source_t){.code = &kCode, .self = e};
}
