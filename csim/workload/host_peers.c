// host_peers -- see host_peers.h.

#include "workload/host_peers.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/memory.h"
#include "workload/host_peers_state.h"

static bool can_share(const scenario_t *s, const plan_t *plan) {
  const bool planned = s->workload == WORKLOAD_COLLECTIVE || s->workload == WORKLOAD_PLAN ||
                       s->workload == WORKLOAD_MULTICASTS;
  return s->workload == WORKLOAD_TRAFFIC || s->workload == WORKLOAD_TRACE ||
         (planned && plan != NULL && engine_can_part(plan));
}

bool host_peers_can(const scenario_t *s, const plan_t *plan) {
  // Packets of a trace wait for others until hosts have received them, which is told too early.
  const bool early = s->workload == WORKLOAD_TRACE && host_costs_any(&s->host);
  return can_share(s, plan) && !early;
}

const host_peers_sum_t *host_peers_others(const workload_t *w) {
  return &w->parted->others;
}

// --- out -----------------------------------------------------------------------------------------

static void add_guest(host_peers_t *h, const entered_t *e, uint64_t *words) {
  if (!memory_room(&h->guest, &h->guest_room, h->guests + 1, sizeof *h->guest)) {
    h->peers->give_up(h->peers, "out of memory for packets on their way");
  }
  h->guest[h->guests++] = (guest_t){*e, words};
}

static void add_closed(host_peers_t *h, closes_t *to, const closed_t *closed) {
  if (!memory_room(&to->closed, &to->room, to->count + 1, sizeof *to->closed)) {
    h->peers->give_up(h->peers, "out of memory for packets on their way");
  }
  to->closed[to->count++] = *closed;
}

// A packet to several nodes is a guest once in each process that has some of them.
static void add_guests(const workload_t *w, entered_t *e) {
  host_peers_t *h = w->parted;
  const plan_op_t *op = &w->plan->op[e->flight.operation];
  bool has_it[SHARDS_MAX] = {false};
  has_it[h->peers->rank] = true;
  for (uint32_t k = 1; k <= op->peer; k++) {
    e->to = host_peers_of(h, op[k].peer);
    if (!has_it[e->to]) {
      has_it[e->to] = true;
      add_guest(h, e, NULL);
    }
  }
}

void host_peers_entered(workload_t *w, uint32_t node, const flight_t *flight) {
  entered_t e = {.source = node, .flight = *flight};
  if (kCarriers[flight->carrier]->copies) {
    add_guests(w, &e);
  } else if (!network_has_node(w->network, flight->destination)) {
    e.to = host_peers_of(w->parted, flight->destination);
    add_guest(w->parted, &e, NULL);
  }
}

// Ends a list, for all that this exchange is with.
static void put_end(const workload_t *w, peers_t *p) {
  static const uint32_t kNone = UINT32_MAX;
  peers_put_among(p, network_split_among(w->network), &kNone, sizeof kNone);
}

// A message that passes on combined data: the words that it must carry go behind its packet.
static void put_guest(const workload_t *w, peers_t *p, guest_t *guest) {
  const uint32_t send = guest->entered.flight.operation;
  const unsigned peer = network_split_way(w->network, guest->entered.to);
  peers_put(p, peer, &guest->entered, sizeof guest->entered);
  if (w->payload == PAYLOAD_REDUCED) {
    const uint64_t *words = guest->words;
    const size_t count = words != NULL ? engine_expected_words(w->engine, send)
                                       : engine_expectation(w->engine, send, &words);
    peers_put(p, peer, words, count * sizeof *words);
  }
  free(guest->words);
}

static void put_guests(const workload_t *w, peers_t *p) {
  host_peers_t *h = w->parted;
  for (uint32_t i = 0; i < h->guests; i++) {
    put_guest(w, p, &h->guest[i]);
  }
  h->guests = 0;
  put_end(w, p);
}

static void add_told(host_peers_t *h, told_t *to, uint32_t operation) {
  if (!memory_room(&to->operation, &to->room, to->count + 1, sizeof *to->operation)) {
    h->peers->give_up(h->peers, "out of memory for packets that others wait for");
  }
  to->operation[to->count++] = operation;
}

// A tail that a host takes in the next cycle.
static void find_tail(const workload_t *w, uint32_t node, const host_delivery_t *d) {
  const uint32_t source = network_node(w->network, d->source);
  const closed_t closed = {source, d->message, node};
  w->parted->tails++;
  if (source == UINT32_MAX) {
    return;
  }
  const flight_t *flight = w->source.tells ? workload_flight(w, source, d->message) : NULL;
  if (flight != NULL) {
    add_told(w->parted, &w->parted->told, flight->operation);
  }
  if (!network_has_node(w->network, source)) {
    add_closed(w->parted, &w->parted->elsewhere, &closed);
  }
}

static void find_closed(const workload_t *w, uint32_t node) {
  for (uint32_t left = network_delivered(w->network, node); left != 0; left &= left - 1) {
    host_delivery_t d;
    (void)network_delivery(w->network, node, (unsigned)__builtin_ctz(left), &d);
    if ((d.kind & KIND_TAIL) != 0) {
      find_tail(w, node, &d);
    }
  }
}

// A packet that is complete in a slot in the next cycle.
static void find_filled(const workload_t *w, uint32_t node) {
  host_fill_t fill;
  if (!network_fills(w->network, node, &fill)) {
    return;
  }
  const uint32_t source = network_node(w->network, fill.source);
  const closed_t closed = {source, fill.message, node};
  if (source != UINT32_MAX && !network_has_node(w->network, source) &&
      kCarriers[CARRIER_CODED]->filled(w, source, fill.message)) {
    add_closed(w->parted, &w->parted->elsewhere, &closed);
  }
}

static void find_all_closed(const workload_t *w) {
  const host_peers_t *h = w->parted;
  const uint64_t *deliveries = network_delivery_mask(w->network);
  const uint32_t first = host_peers_first(h);
  const uint32_t end = host_peers_end(h);
  for (uint32_t node = first; w->shape->xor_unit && node < end; node++) {
    find_filled(w, node);
  }
  for (uint32_t base = first / 64 * 64; base < end; base += 64) {
    for (uint64_t mask = deliveries[base / 64]; mask != 0; mask &= mask - 1) {
      const uint32_t node = base + (uint32_t)__builtin_ctzll(mask);
      if (node >= first && node < end) {
        find_closed(w, node);
      }
    }
  }
}

// The node is of use where packets go to several.
static size_t closed_bytes(const workload_t *w) {
  return w->plan != NULL && w->plan->multicasts > 0 ? sizeof(closed_t) : offsetof(closed_t, node);
}

static void put_all_closed(const workload_t *w, peers_t *p) {
  host_peers_t *h = w->parted;
  for (uint32_t i = 0; i < h->elsewhere.count; i++) {
    const closed_t *closed = &h->elsewhere.closed[i];
    const unsigned peer = network_split_way(w->network, host_peers_of(h, closed->source));
    peers_put(p, peer, closed, closed_bytes(w));
  }
  h->elsewhere.count = 0;
  put_end(w, p);
}

// All know in each cycle what is taken in the next: then all meet.
static void put_told(const workload_t *w, peers_t *p) {
  told_t *told = &w->parted->told;
  if (w->source.tells) {
    peers_put_all(p, told->operation, told->count * sizeof *told->operation);
    told->count = 0;
    put_end(w, p);
  }
}

static void note(void *context) {
  workload_t *w = context;
  noc_error_t error;
  if (!hosts_end(w, &error)) {
    host_peers_note_failed(w->parted, network_cycle(w->network), &error);
  }
  if (w->refusals.any) {  // what hosts take in the next cycle
    refusals_cycle(&w->refusals, w->network, network_cycle(w->network) + 1);
  }
  w->parted->tails = 0;
  find_all_closed(w);
}

static void put(void *context, peers_t *p) {
  workload_t *w = context;
  const host_peers_t *h = w->parted;
  put_guests(w, p);
  put_all_closed(w, p);
  put_told(w, p);
  host_peers_look(w);
  if (h->pressed || h->failed) {
    network_split_wish(w->network);
  }
  if (network_split_met(w->network)) {
    host_peers_put_sums(w, p);
  }
}

// --- in ------------------------------------------------------------------------------------------

// The words that it must carry of what others have combined; NULL: none.
static uint64_t *take_words(const workload_t *w, uint32_t send, unsigned peer) {
  peers_t *p = w->parted->peers;
  const size_t count = w->payload == PAYLOAD_REDUCED ? engine_expected_words(w->engine, send) : 0;
  uint64_t *words = count > 0 ? malloc(count * sizeof *words) : NULL;
  if (words != NULL) {
    peers_get(p, peer, words, count * sizeof *words);
  } else if (count > 0) {
    p->give_up(p, "out of memory for the data of messages");
  }
  return words;
}

// A guest is found by source and number as any packet, and counted where its source is.
static void take_guest(workload_t *w, const entered_t *e, uint64_t *words) {
  peers_t *p = w->parted->peers;
  flights_t *flights = &host_peers_part(w)->flights;
  flight_t *flight = NULL;
  if (flights_open(flights, e->source, e->flight.sequence, &flight) != FLIGHT_OPENED) {
    p->give_up(p, "no place for a packet on its way");
    return;
  }
  *flight = e->flight;
  flights->flying--;
  const carrier_code_t *code = kCarriers[flight->carrier];
  if (code->guest != NULL && !code->guest(w, flight)) {
    p->give_up(p, "out of memory for packets on their way");
  }
  if (words != NULL && !engine_keep_expectation(w->engine, e->flight.operation, words)) {
    p->give_up(p, "out of memory for the data of messages");
  }
  free(words);
}

static void take_entered(workload_t *w, peers_t *p, unsigned peer) {
  entered_t e = {0};
  for (peers_get(p, peer, &e.source, sizeof e.source); e.source != UINT32_MAX;
       peers_get(p, peer, &e.source, sizeof e.source)) {
    peers_get(p, peer, (unsigned char *)&e + sizeof e.source, sizeof e - sizeof e.source);
    uint64_t *words = take_words(w, e.flight.operation, peer);
    if (e.to == p->rank) {
      take_guest(w, &e, words);
    } else {
      add_guest(w->parted, &e, words);
    }
  }
}

static void take_closed(const workload_t *w, peers_t *p, unsigned peer) {
  host_peers_t *h = w->parted;
  closed_t closed = {0};
  for (peers_get(p, peer, &closed.source, sizeof closed.source); closed.source != UINT32_MAX;
       peers_get(p, peer, &closed.source, sizeof closed.source)) {
    peers_get(p, peer, &closed.message, closed_bytes(w) - sizeof closed.source);
    add_closed(h, network_has_node(w->network, closed.source) ? &h->here : &h->elsewhere, &closed);
  }
}

static void take_told(const workload_t *w, peers_t *p, unsigned peer) {
  host_peers_t *h = w->parted;
  uint32_t operation = UINT32_MAX;
  do {
    if (w->source.tells) {
      peers_get(p, peer, &operation, sizeof operation);
    }
    if (operation != UINT32_MAX) {
      add_told(h, peer < p->rank ? &h->told_before : &h->told_behind, operation);
    }
  } while (operation != UINT32_MAX);
}

static void take(void *context, peers_t *p, unsigned peer) {
  workload_t *w = context;
  take_entered(w, p, peer);
  take_closed(w, p, peer);
  take_told(w, p, peer);
  if (network_split_met(w->network)) {
    host_peers_take_sums(w, p, peer);
  }
}

static void tell(const workload_t *w, told_t *told) {
  for (uint32_t i = 0; i < told->count; i++) {
    w->source.code->arrived_elsewhere(w->source.self, told->operation[i],
                                      network_cycle(w->network));
  }
  told->count = 0;
}

void host_peers_tell_behind(workload_t *w) {
  tell(w, &w->parted->told_behind);
}

bool host_peers_close(workload_t *w, noc_error_t *error) {
  host_peers_t *h = w->parted;
  workload_t *own = host_peers_part(w);
  bool ok = true;
  for (uint32_t i = 0; i < h->here.count; i++) {
    const closed_t *closed = &h->here.closed[i];
    flight_t *flight = flights_find(&own->flights, closed->source, closed->message);
    if (flight == NULL) {
      continue;
    }
    const carrier_code_t *code = kCarriers[flight->carrier];
    if (code->taken != NULL && !code->taken(own, flight, closed->node)) {
      continue;  // others have still to take it
    }
    workload_flight_closed(own, closed->source, flight);
    if (w->payload == PAYLOAD_REDUCED && ok) {
      ok = engine_arrived_elsewhere(w->engine, flight->operation, network_cycle(w->network), error);
    }
  }
  h->here.count = 0;
  tell(w, &h->told_before);
  return ok;
}

// --- beginning and end ---------------------------------------------------------------------------

bool host_peers_create(workload_t *w, const scenario_t *s, noc_error_t *error) {
  host_peers_t *h = calloc(1, sizeof *h);
  if (h == NULL) {
    return memory_fail(error, "the hosts");
  }
  h->peers = network_peers(w->network);
  h->failed_at = h->peers->rank;
  h->first_node = network_shards(w->network)->node;
  h->ages = w->shape->aged || s->max_age > 0;
  h->always = h->ages || w->refusals.any || w->source.tells || w->sequential;
  w->parted = h;
  const network_split_hosts_t hosts = {note, put, take, w};
  network_split_with(w->network, hosts);
  return true;
}

void host_peers_free(host_peers_t *h) {
  if (h != NULL) {
    free(h->here.closed);
    free(h->elsewhere.closed);
    free(h->told.operation);
    free(h->told_before.operation);
    free(h->told_behind.operation);
    for (uint32_t i = 0; i < h->guests; i++) {
      free(h->guest[i].words);
    }
    free(h->guest);
    free(h);
  }
}
