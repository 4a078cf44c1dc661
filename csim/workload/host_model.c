// host_model -- see host_model.h. Messages to send stand in one row a node, from the end of their
// start-up until their last packet begins to be handed over; the bus works further down the row
// than the send handler. Packets that have been received go from queue to queue.

#include "workload/host_model.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/memory.h"
#include "workload/workload_state.h"

// The last is no resource, but an event: a packet has come.
enum { RECEIVE_HANDLER, BUS, PROCESSOR, SEND_HANDLER, ARRIVAL, WORKS };

static const uint32_t kNone = UINT32_MAX;

// A message to send, or a packet that has been received.
typedef struct {
  union {
    struct {
      front_t front;     // its first packet
      uint32_t flits;    // of the message
      uint32_t crossed;  // flits of the packets that have crossed the bus
      uint32_t handed;   // and of those handed over
    };
    struct {
      arrival_t arrival;
      uint64_t came;  // to what it waits for
    };
  };
  uint32_t next;
} item_t;

typedef struct {
  uint32_t head, tail;
} queue_t;

// A node's. Each resource works on the first of its queue.
typedef struct {
  queue_t received;        // packets, for the receive handler
  queue_t to_memory;       // packets, for the bus
  queue_t whole;           // last packets of whole messages, for the processor
  queue_t messages;        // to send
  uint32_t starting;       // the message that the processor starts
  uint32_t crossing;       // the message of the next packet to cross, kNone if there is none;
  uint64_t crossing_came;  // and when that came to the bus
  uint8_t busy;            // a bit a resource
  bool bus_sends, processor_sends;  // what these work on
  bool ready;  // the send handler is through with the first packet of the first message
} host_t;

typedef struct {
  uint64_t cycle;
  uint32_t work;  // node * WORKS + what works: the order in a cycle
  uint32_t none;  // 0: checkpoints have all bytes of it, and they are compared
} event_t;

struct host_model {
  host_costs_t costs;
  uint32_t nodes;
  uint32_t first, end;  // nodes whose hosts these are
  host_t *host;         // [nodes]
  event_t *event;       // heap
  uint32_t events;
  item_t *item;  // [room]
  uint32_t room, unused;
  uint64_t items;  // in use
};

host_model_t *host_model_create(const host_costs_t *costs, const network_t *n, noc_error_t *error) {
  host_model_t *m = calloc(1, sizeof *m);
  if (m != NULL) {
    *m = (host_model_t){.costs = *costs, .nodes = network_topology(n)->nodes, .unused = kNone};
    const bool part = network_own_nodes(n, &m->first, &m->end);
    m->host = (part ? memory_sparse : memory_array)(m->nodes, sizeof *m->host);
    m->event = malloc(((size_t)(m->end - m->first) * WORKS + 1) * sizeof *m->event);
  }
  if (m == NULL || m->host == NULL || m->event == NULL) {
    host_model_free(m);
    (void)memory_fail(error, "the host model");
    return NULL;
  }
  const queue_t none = {kNone, kNone};
  for (uint32_t node = m->first; node < m->end; node++) {
    m->host[node] = (host_t){.received = none,
                             .to_memory = none,
                             .whole = none,
                             .messages = none,
                             .starting = kNone,
                             .crossing = kNone};
  }
  return m;
}

void host_model_free(host_model_t *m) {
  if (m != NULL) {
    free(m->host);
    free(m->event);
    free(m->item);
    free(m);
  }
}

// --- items and their rows ------------------------------------------------------------------------

static bool grow(host_model_t *m) {
  const uint32_t room = m->room > 0 ? 2 * m->room : 256;
  item_t *item = room < kNone / 2 ? realloc(m->item, room * sizeof *item) : NULL;
  if (item == NULL) {
    return false;
  }
  m->item = item;
  memset(&item[m->room], 0, (room - m->room) * sizeof *item);
  for (uint32_t i = room; i-- > m->room;) {
    item[i].next = m->unused;
    m->unused = i;
  }
  m->room = room;
  return true;
}

// Items have no addresses: begin_starting() sees to that.
void host_model_checkpoint(host_model_t *m, checkpoint_t *c) {
  uint32_t room = m->room;
  CHECKPOINT(c, room);
  if (checkpoint_reads(c)) {
    m->room = m->room < room ? m->room : room;
  }
  while (m->room < room) {
    if (!grow(m)) {
      checkpoint_no_memory(c, "the host model");
      return;
    }
  }
  CHECKPOINT_ARRAY(c, m->host, m->nodes);
  CHECKPOINT(c, m->events);
  CHECKPOINT_ARRAY(c, m->event, m->events);
  CHECKPOINT(c, m->items);
  CHECKPOINT(c, m->unused);
  CHECKPOINT_ARRAY(c, m->item, m->room);
}

// kNone when memory is short.
static uint32_t take_item(host_model_t *m) {
  if (m->unused == kNone && !grow(m)) {
    return kNone;
  }
  const uint32_t i = m->unused;
  m->unused = m->item[i].next;
  m->items++;
  return i;
}

static void give_back(host_model_t *m, uint32_t i) {
  m->item[i].next = m->unused;
  m->unused = i;
  m->items--;
}

static void append(host_model_t *m, queue_t *queue, uint32_t i) {
  m->item[i].next = kNone;
  if (queue->head == kNone) {
    queue->head = i;
  } else {
    m->item[queue->tail].next = i;
  }
  queue->tail = i;
}

static uint32_t take_first(host_model_t *m, queue_t *queue) {
  const uint32_t i = queue->head;
  queue->head = m->item[i].next;
  return i;
}

static bool before(const void *context, const void *a, const void *b) {
  const event_t *x = a;
  const event_t *y = b;
  (void)context;
  return x->cycle != y->cycle ? x->cycle < y->cycle : x->work < y->work;
}

static void push_event(host_model_t *m, event_t event) {
  heap_push(m->event, &m->events, sizeof event, &event, before, NULL);
}

static uint32_t pop_event(host_model_t *m) {
  event_t event;
  heap_pop(m->event, &m->events, sizeof event, &event, before, NULL);
  return event.work;
}

// A resource works for so many cycles. True if it is through at once, without an event.
static bool work(host_model_t *m, uint32_t node, unsigned resource, uint64_t cycles, uint64_t now) {
  if (cycles == 0) {
    return true;
  }
  m->host[node].busy |= (uint8_t)(1u << resource);
  push_event(m, (event_t){.cycle = now + cycles, .work = node * WORKS + resource});
  return false;
}

static bool is_busy(const host_t *h, unsigned resource) {
  return (h->busy >> resource & 1u) != 0;
}

// --- what a resource does when it is through -----------------------------------------------------

// The packet of a message that begins with this flit.
static void find_packet(const workload_t *w, const item_t *message, uint32_t first,
                        front_t *front) {
  if (w->source.code->packet != NULL) {
    w->source.code->packet(w->source.self, message->front.operation, first, front);
  } else {
    *front = message->front;
  }
}

// Flits behind a packet. A worm has two or more, whatever its message has.
static uint32_t flits_with(const item_t *message, uint32_t first, unsigned flits) {
  const uint32_t left = message->flits - first;
  return first + (flits < left ? flits : left);
}

static void received(host_model_t *m, host_t *h, uint64_t now) {
  const uint32_t i = take_first(m, &h->received);
  m->item[i].came = now;
  append(m, &h->to_memory, i);
}

static void crossed_out(workload_t *w, host_t *h, uint64_t now) {
  item_t *message = &w->model->item[h->crossing];
  front_t packet;
  find_packet(w, message, message->crossed, &packet);
  message->crossed = flits_with(message, message->crossed, packet.flits);
  h->crossing_came = now;
  if (message->crossed == message->flits) {
    h->crossing = message->next;
  }
}

static void crossed_in(workload_t *w, host_t *h, uint64_t now) {
  host_model_t *m = w->model;
  const uint32_t i = take_first(m, &h->to_memory);
  if (!source_packet_arrived(&w->source, m->item[i].arrival.operation)) {
    give_back(m, i);
    return;
  }
  m->item[i].came = now;
  append(m, &h->whole, i);
}

static void started(host_model_t *m, host_t *h, uint64_t now) {
  append(m, &h->messages, h->starting);
  if (h->crossing == kNone) {
    h->crossing = h->starting;
    h->crossing_came = now;
  }
  h->starting = kNone;
}

// A message has arrived, for all who wait for it.
static bool arrived(workload_t *w, host_t *h, uint64_t now, noc_error_t *error) {
  const uint32_t i = take_first(w->model, &h->whole);
  const arrival_t a = w->model->item[i].arrival;
  give_back(w->model, i);
  w->last_delivery = now;
  return source_message_arrived(&w->source, &a, now, error);
}

static void prepared(workload_t *w, uint32_t node) {
  w->model->host[node].ready = true;
  w->active[node / 64] |= UINT64_C(1) << node % 64;
}

static bool through(workload_t *w, uint32_t node, unsigned resource, uint64_t now,
                    noc_error_t *error) {
  host_t *h = &w->model->host[node];
  h->busy &= (uint8_t) ~(1u << resource);
  switch (resource) {
    case RECEIVE_HANDLER:
      received(w->model, h, now);
      return true;
    case BUS:
      (h->bus_sends ? crossed_out : crossed_in)(w, h, now);
      return true;
    case PROCESSOR:
      if (!h->processor_sends) {
        return arrived(w, h, now, error);
      }
      started(w->model, h, now);
      return true;
    case SEND_HANDLER:
      prepared(w, node);
      return true;
    default:
      return true;
  }
}

// --- what a resource begins: each false if it cannot, and *ok false after an error ---------------

// One place of a node in one cycle.
typedef struct {
  workload_t *w;
  uint32_t node;
  uint64_t now;
  noc_error_t *error;
} place_t;

static bool begin(const place_t *at, unsigned resource, uint64_t cycles, bool *ok) {
  if (work(at->w->model, at->node, resource, cycles, at->now)) {
    *ok = through(at->w, at->node, resource, at->now, at->error);
  }
  return *ok;
}

static bool begin_receiving(const place_t *at, bool *ok) {
  const host_model_t *m = at->w->model;
  const host_t *h = &m->host[at->node];
  return !is_busy(h, RECEIVE_HANDLER) && h->received.head != kNone &&
         begin(at, RECEIVE_HANDLER, m->costs.t_nr, ok);
}

static bool begin_crossing(const place_t *at, bool *ok) {
  const host_model_t *m = at->w->model;
  host_t *h = &at->w->model->host[at->node];
  const uint32_t in = h->to_memory.head;
  if (is_busy(h, BUS) || (in == kNone && h->crossing == kNone)) {
    return false;
  }
  h->bus_sends = in == kNone || (h->crossing != kNone && h->crossing_came < m->item[in].came);
  unsigned flits = h->bus_sends ? 0 : m->item[in].arrival.flits;
  if (h->bus_sends) {
    const item_t *message = &m->item[h->crossing];
    front_t packet;
    find_packet(at->w, message, message->crossed, &packet);
    flits = packet.flits;
  }
  return begin(at, BUS, host_bus_cycles(&m->costs, flits), ok);
}

static bool begin_starting(const place_t *at, const front_t *front, bool *ok) {
  host_model_t *m = at->w->model;
  host_t *h = &m->host[at->node];
  const uint32_t i = take_item(m);
  if (i == kNone) {
    *ok = memory_fail(at->error, "the hosts' messages");
    return false;
  }
  m->item[i].front = *front;
  m->item[i].front.data = NULL;  // of plans, whose packets find_packet() makes again
  m->item[i].crossed = 0;
  m->item[i].handed = 0;
  h->starting = i;
  h->processor_sends = true;
  m->item[i].flits = source_pop_message(&at->w->source, at->node, at->now, front);
  return begin(at, PROCESSOR, m->costs.t_hs, ok);
}

static bool begin_processing(const place_t *at, bool *ok) {
  const host_model_t *m = at->w->model;
  host_t *h = &at->w->model->host[at->node];
  front_t front;
  if (is_busy(h, PROCESSOR)) {
    return false;
  }
  const uint32_t in = h->whole.head;
  if (workload_front(at->w, at->node, UINT32_MAX, at->now, &front) &&
      (in == kNone || front.created < m->item[in].came)) {
    return begin_starting(at, &front, ok);
  }
  h->processor_sends = false;
  return in != kNone && begin(at, PROCESSOR, m->costs.t_hr, ok);
}

static bool begin_sending(const place_t *at, bool *ok) {
  const host_model_t *m = at->w->model;
  const host_t *h = &m->host[at->node];
  if (is_busy(h, SEND_HANDLER) || h->ready || h->messages.head == kNone) {
    return false;
  }
  const item_t *message = &m->item[h->messages.head];
  const unsigned cycles = kCarriers[message->front.carrier]->handled ? 0 : m->costs.t_ns;
  return message->handed < message->crossed && begin(at, SEND_HANDLER, cycles, ok);
}

bool host_model_advance(workload_t *w, uint32_t node, uint64_t now, noc_error_t *error) {
  const place_t at = {w, node, now, error};
  bool ok = true;
  bool more = true;
  while (ok && more) {
    more = begin_receiving(&at, &ok);
    more = (ok && begin_crossing(&at, &ok)) || more;
    more = (ok && begin_processing(&at, &ok)) || more;
    more = (ok && begin_sending(&at, &ok)) || more;
  }
  return ok;
}

// --- the interface -------------------------------------------------------------------------------

bool host_model_cycle(workload_t *w, uint64_t now, noc_error_t *error) {
  host_model_t *m = w->model;
  while (m->events > 0 && m->event[0].cycle <= now) {
    const uint32_t node = m->event[0].work / WORKS;
    // All that the node is through with, before what it begins.
    while (m->events > 0 && m->event[0].cycle <= now && m->event[0].work / WORKS == node) {
      if (!through(w, node, pop_event(m) % WORKS, now, error)) {
        return false;
      }
    }
    if (!host_model_advance(w, node, now, error)) {
      return false;
    }
  }
  return true;
}

bool host_model_arrived(workload_t *w, const arrival_t *arrival, uint64_t now, noc_error_t *error) {
  host_model_t *m = w->model;
  const uint32_t i = take_item(m);
  if (i == kNone) {
    return memory_fail(error, "the hosts' packets");
  }
  m->item[i].arrival = *arrival;
  host_t *h = &m->host[arrival->node];
  append(m, &h->received, i);
  if (!is_busy(h, ARRIVAL)) {  // a node may take one of each virtual network in a cycle
    h->busy |= 1u << ARRIVAL;
    push_event(m, (event_t){.cycle = now, .work = arrival->node * WORKS + ARRIVAL});
  }
  return true;
}

bool host_model_ready(const workload_t *w, uint32_t node, front_t *front) {
  const host_t *h = &w->model->host[node];
  if (h->ready) {
    const item_t *message = &w->model->item[h->messages.head];
    find_packet(w, message, message->handed, front);
  }
  return h->ready;
}

void host_model_handed(workload_t *w, uint32_t node, uint64_t now) {
  host_model_t *m = w->model;
  host_t *h = &m->host[node];
  item_t *message = &m->item[h->messages.head];
  front_t packet;
  find_packet(w, message, message->handed, &packet);
  message->handed = flits_with(message, message->handed, packet.flits);
  if (message->handed == message->flits) {
    give_back(m, take_first(m, &h->messages));
  }
  h->ready = false;
  const place_t at = {w, node, now, NULL};
  bool ok = true;
  (void)begin_sending(&at, &ok);  // which needs no memory
}

bool host_model_busy(const host_model_t *m) {
  return m->items > 0;
}

uint64_t host_model_next(const host_model_t *m) {
  return m->events > 0 ? m->event[0].cycle : UINT64_MAX;
}

uint64_t host_model_sending(const host_model_t *m, unsigned flits, bool handled) {
  return m->costs.t_hs + host_bus_cycles(&m->costs, flits) + (handled ? 0 : m->costs.t_ns);
}

bool host_model_oldest(const host_model_t *m, uint32_t node, front_t *front) {
  if (node - m->first >= m->end - m->first) {
    return false;
  }
  const host_t *h = &m->host[node];
  const uint32_t oldest = h->messages.head != kNone ? h->messages.head : h->starting;
  *front = oldest != kNone ? m->item[oldest].front : (front_t){0};
  return oldest != kNone;
}

static void count(const item_t *message, uint32_t stream, uint64_t from, uint64_t to,
                  traffic_sum_t *sum) {
  const front_t *front = &message->front;
  const bool counts = front->created >= from && front->created < to &&
                      (stream == HOST_ANY_STREAM || front->operation == stream);
  const uint32_t left = message->flits - message->handed;
  sum->packets += counts ? (left - 1) / front->flits + 1 : 0;
  sum->flits += counts ? left : 0;
}

traffic_sum_t host_model_queued(const host_model_t *m, uint32_t stream, uint64_t from,
                                uint64_t to) {
  traffic_sum_t sum = {0, 0};
  for (uint32_t node = m->first; node < m->end; node++) {
    const host_t *h = &m->host[node];
    if (h->starting != kNone) {
      count(&m->item[h->starting], stream, from, to, &sum);
    }
    for (uint32_t i = h->messages.head; i != kNone; i = m->item[i].next) {
      count(&m->item[i], stream, from, to, &sum);
    }
  }
  return sum;
}
