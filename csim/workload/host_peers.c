// host_peers -- see host_peers.h.

#include "workload/host_peers.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "network/shards.h"

// A packet that has been taken whole.
typedef struct {
  uint32_t source;  // UINT32_MAX: no more
  uint32_t message;
} closed_t;

// A packet whose head has entered the network.
typedef struct {
  uint32_t source;  // UINT32_MAX: no more
  uint32_t unused;  // 0, so that all bytes are known
  flight_t flight;
} entered_t;

struct host_peers {
  peers_t *peers;
  const uint32_t *first_node;  // [peers + 1]
  host_peers_sum_t others;
  bool failed;
  noc_error_t error;  // of the first process that has failed
  unsigned failed_at;
  closed_t *closed;  // [closes]: in the next cycle
  uint32_t closes, closed_room;
  entered_t *entered;  // [enters]: in this cycle, for other processes
  uint32_t enters, entered_room;
};

static bool has_unicasts(const scenario_t *s, const plan_t *plan) {
  const bool planned = s->workload == WORKLOAD_COLLECTIVE || s->workload == WORKLOAD_PLAN;
  return s->workload == WORKLOAD_TRAFFIC || (planned && plan != NULL && engine_can_part(plan));
}

bool host_peers_can(const scenario_t *s, const plan_t *plan) {
  bool can = has_unicasts(s, plan) && !host_costs_any(&s->host) && s->accept.text == NULL &&
             s->jitter.hosts == 0 && s->reset == 0 && s->max_age == 0 &&
             strcmp(s->arbiter, "age") != 0 && strcmp(s->routing, "source") != 0;
  for (unsigned i = 0; i < s->classes; i++) {
    can = can && s->traffic[i].reply_flits.text == NULL;
  }
  return can;
}

static workload_t *own_part(const workload_t *w) {
  return &w->shard[w->parted->peers->rank].w;
}

static unsigned peer_of(const host_peers_t *h, uint32_t node) {
  return shards_of(h->first_node, h->peers->count, node);
}

const host_peers_sum_t *host_peers_others(const workload_t *w) {
  return &w->parted->others;
}

// --- out -----------------------------------------------------------------------------------------

void host_peers_entered(workload_t *w, uint32_t node, const flight_t *flight) {
  host_peers_t *h = w->parted;
  if (network_has_node(w->network, flight->destination)) {
    return;
  }
  if (!memory_room(&h->entered, &h->entered_room, h->enters + 1, sizeof *h->entered)) {
    h->peers->give_up(h->peers, "out of memory for packets on their way");
  }
  h->entered[h->enters++] = (entered_t){.source = node, .flight = *flight};
}

// What a message that passes on combined data must carry goes behind its packet.
static void put_entered(const workload_t *w) {
  static const entered_t kNone = {.source = UINT32_MAX};
  host_peers_t *h = w->parted;
  for (uint32_t i = 0; i < h->enters; i++) {
    const entered_t *e = &h->entered[i];
    const unsigned peer = peer_of(h, e->flight.destination);
    const uint64_t *words = NULL;
    peers_put(h->peers, peer, e, sizeof *e);
    if (w->payload == PAYLOAD_REDUCED) {
      const size_t count = engine_expectation(w->engine, e->flight.operation, &words);
      peers_put(h->peers, peer, words, count * sizeof *words);
    }
  }
  h->enters = 0;
  peers_put_all(h->peers, &kNone, sizeof kNone);
}

// Tails that hosts take in the next cycle, of packets from elsewhere.
static void put_closed(const workload_t *w, uint32_t node) {
  const host_peers_t *h = w->parted;
  for (uint32_t left = network_delivered(w->network, node); left != 0; left &= left - 1) {
    host_delivery_t d;
    (void)network_delivery(w->network, node, (unsigned)__builtin_ctz(left), &d);
    const uint32_t source = network_node(w->network, d.source);
    if ((d.kind & KIND_TAIL) == 0 || source == UINT32_MAX || network_has_node(w->network, source)) {
      continue;
    }
    const closed_t closed = {source, d.message};
    peers_put(h->peers, peer_of(h, source), &closed, sizeof closed);
  }
}

static void put_all_closed(const workload_t *w) {
  const host_peers_t *h = w->parted;
  const uint64_t *deliveries = network_delivery_mask(w->network);
  const uint32_t first = h->first_node[h->peers->rank];
  const uint32_t end = h->first_node[h->peers->rank + 1];
  for (uint32_t base = first / 64 * 64; base < end; base += 64) {
    for (uint64_t mask = deliveries[base / 64]; mask != 0; mask &= mask - 1) {
      const uint32_t node = base + (uint32_t)__builtin_ctzll(mask);
      if (node >= first && node < end) {
        put_closed(w, node);
      }
    }
  }
}

static host_peers_sum_t sum_here(const workload_t *w) {
  const host_peers_t *h = w->parted;
  host_peers_sum_t sum = {.flying = w->flights.flying, .last_progress = w->last_progress};
  const uint32_t end = h->first_node[h->peers->rank + 1];
  for (uint32_t base = h->first_node[h->peers->rank]; base < end && sum.active == 0; base += 64) {
    sum.active = w->active[base / 64] != 0 || w->active[(end - 1) / 64] != 0;
  }
  if (w->engine != NULL) {
    sum.plan = engine_counts(w->engine);
  }
  for (unsigned k = 0; k < w->shape->networks; k++) {
    sum.network_flying[k] = w->flying[k];
    sum.network_progress[k] = w->progress[k];
  }
  return sum;
}

static void note_failed(host_peers_t *h, unsigned rank, const noc_error_t *error) {
  if (!h->failed || rank < h->failed_at) {
    h->failed = true;
    h->failed_at = rank;
    h->error = *error;
  }
}

void host_peers_fail(workload_t *w, const noc_error_t *error) {
  note_failed(w->parted, w->parted->peers->rank, error);
}

// Only the virtual networks that there are.
static void put_sum(const workload_t *w, peers_t *p) {
  const host_peers_sum_t sum = sum_here(w);
  const size_t networks = w->shape->networks * sizeof(uint64_t);
  const uint64_t first[] = {sum.flying, sum.active, sum.last_progress};
  peers_put_all(p, first, sizeof first);
  if (w->engine != NULL) {
    peers_put_all(p, &sum.plan, sizeof sum.plan);
  }
  peers_put_all(p, sum.network_flying, networks);
  peers_put_all(p, sum.network_progress, networks);
}

static void put(void *context, peers_t *p) {
  workload_t *w = context;
  host_peers_t *h = w->parted;
  static const closed_t kNone = {.source = UINT32_MAX};
  noc_error_t error;
  if (!hosts_end(w, &error)) {
    note_failed(h, p->rank, &error);
  }
  put_entered(w);
  put_all_closed(w);
  peers_put_all(p, &kNone, sizeof kNone);
  put_sum(w, p);
  const uint8_t failed = h->failed;
  peers_put_all(p, &failed, sizeof failed);
  if (h->failed) {
    peers_put_all(p, &h->error, sizeof h->error);
  }
  h->others = (host_peers_sum_t){0};
}

// --- in ------------------------------------------------------------------------------------------

// What it must carry of what others have combined, in whatever place of the message.
static void take_expectation(workload_t *w, uint32_t send, unsigned peer) {
  peers_t *p = w->parted->peers;
  const size_t count = engine_expected_words(w->engine, send);
  if (count == 0) {
    return;
  }
  uint64_t *words = malloc(count * sizeof *words);
  if (words != NULL) {
    peers_get(p, peer, words, count * sizeof *words);
  }
  if (words == NULL || !engine_keep_expectation(w->engine, send, words)) {
    p->give_up(p, "out of memory for the data of messages");
  }
  free(words);
}

// A guest is found by source and number as any packet, and counted where its source is.
static void take_guest(workload_t *w, const entered_t *e, unsigned peer) {
  flights_t *flights = &own_part(w)->flights;
  flight_t *flight = NULL;
  if (flights_open(flights, e->source, e->flight.sequence, &flight) != FLIGHT_OPENED) {
    w->parted->peers->give_up(w->parted->peers, "no place for a packet on its way");
    return;
  }
  *flight = e->flight;
  flights->flying--;
  if (w->payload == PAYLOAD_REDUCED) {
    take_expectation(w, e->flight.operation, peer);
  }
}

static void take_closed(host_peers_t *h, const closed_t *closed) {
  if (!memory_room(&h->closed, &h->closed_room, h->closes + 1, sizeof *h->closed)) {
    h->peers->give_up(h->peers, "out of memory for packets on their way");
  }
  h->closed[h->closes++] = *closed;
}

static void raise_to(uint64_t *to, uint64_t from) {
  *to = from > *to ? from : *to;
}

static void take_sum(const workload_t *w, peers_t *p, unsigned peer) {
  host_peers_sum_t *to = &w->parted->others;
  uint64_t first[3];
  peers_get(p, peer, first, sizeof first);
  to->flying += first[0];
  to->active += first[1];
  raise_to(&to->last_progress, first[2]);
  if (w->engine != NULL) {
    engine_counts_t plan;
    peers_get(p, peer, &plan, sizeof plan);
    to->plan.complete += plan.complete;
    to->plan.checked += plan.checked;
    to->plan.found += plan.found;
    engine_note_others(w->engine, &to->plan);
  }
  for (unsigned k = 0; k < w->shape->networks; k++) {
    uint64_t flying = 0;
    peers_get(p, peer, &flying, sizeof flying);
    to->network_flying[k] += flying;
  }
  for (unsigned k = 0; k < w->shape->networks; k++) {
    uint64_t progress = 0;
    peers_get(p, peer, &progress, sizeof progress);
    raise_to(&to->network_progress[k], progress);
  }
}

static void take(void *context, peers_t *p, unsigned peer) {
  workload_t *w = context;
  host_peers_t *h = w->parted;
  entered_t e;
  closed_t closed;
  uint8_t failed = 0;
  for (peers_get(p, peer, &e, sizeof e); e.source != UINT32_MAX; peers_get(p, peer, &e, sizeof e)) {
    take_guest(w, &e, peer);
  }
  for (peers_get(p, peer, &closed, sizeof closed); closed.source != UINT32_MAX;
       peers_get(p, peer, &closed, sizeof closed)) {
    take_closed(h, &closed);
  }
  take_sum(w, p, peer);
  peers_get(p, peer, &failed, sizeof failed);
  if (failed != 0) {
    noc_error_t error;
    peers_get(p, peer, &error, sizeof error);
    note_failed(h, peer, &error);
  }
}

bool host_peers_close(workload_t *w, noc_error_t *error) {
  host_peers_t *h = w->parted;
  workload_t *own = own_part(w);
  bool ok = true;
  for (uint32_t i = 0; i < h->closes; i++) {
    flight_t *flight = flights_find(&own->flights, h->closed[i].source, h->closed[i].message);
    if (flight == NULL) {
      continue;
    }
    workload_flight_closed(own, h->closed[i].source, flight);
    if (w->payload == PAYLOAD_REDUCED && ok) {
      ok = engine_arrived_elsewhere(w->engine, flight->operation, network_cycle(w->network), error);
    }
  }
  h->closes = 0;
  return ok;
}

bool host_peers_agree(workload_t *w, noc_error_t *error) {
  const host_peers_t *h = w->parted;
  if (h->failed) {
    *error = h->error;
  }
  return !h->failed;
}

// --- beginning and end ---------------------------------------------------------------------------

bool host_peers_create(workload_t *w, noc_error_t *error) {
  host_peers_t *h = calloc(1, sizeof *h);
  if (h == NULL) {
    return memory_fail(error, "the hosts");
  }
  h->peers = network_peers(w->network);
  h->first_node = network_shards(w->network)->node;
  w->parted = h;
  const network_split_hosts_t hosts = {put, take, w};
  network_split_with(w->network, hosts);
  return true;
}

void host_peers_free(host_peers_t *h) {
  if (h != NULL) {
    free(h->closed);
    free(h->entered);
    free(h);
  }
}

// Exchanges that only rank 0 gets something of.
static void meet(peers_t *p) {
  peers_begin(p);
  peers_end(p);
}

static void put_histogram(peers_t *p, const histogram_t *h) {
  const uint64_t none = UINT64_MAX;
  peers_put(p, 0, &h->sum, sizeof h->sum);
  peers_put(p, 0, &h->max, sizeof h->max);
  for (uint64_t i = 0; i < h->pages; i++) {
    if (h->page[i] != NULL) {
      peers_put(p, 0, &i, sizeof i);
      peers_put(p, 0, h->page[i], HISTOGRAM_PAGE * sizeof *h->page[i]);
    }
  }
  peers_put(p, 0, &none, sizeof none);
}

static void take_histogram(peers_t *p, unsigned peer, histogram_t *h) {
  uint64_t sum = 0;
  uint64_t max = 0;
  uint64_t page = 0;
  uint64_t count[HISTOGRAM_PAGE];
  peers_get(p, peer, &sum, sizeof sum);
  peers_get(p, peer, &max, sizeof max);
  for (peers_get(p, peer, &page, sizeof page); page != UINT64_MAX;
       peers_get(p, peer, &page, sizeof page)) {
    peers_get(p, peer, count, sizeof count);
    if (!histogram_grow(h, page << HISTOGRAM_PAGE_BITS)) {
      p->give_up(p, "out of memory for the latency histogram");
    }
    for (unsigned i = 0; i < HISTOGRAM_PAGE; i++) {
      h->page[page][i] += count[i];
      h->count += count[i];
    }
  }
  h->sum += sum;
  raise_to(&h->max, max);
}

static void put_stream(peers_t *p, const stream_t *s) {
  peers_put(p, 0, s, sizeof *s);
  put_histogram(p, &s->latency);
  put_histogram(p, &s->network_latency);
}

static void take_stream(peers_t *p, unsigned peer, stream_t *s) {
  stream_t from;
  peers_get(p, peer, &from, sizeof from);
  s->packets_started += from.packets_started;
  s->packets_delivered += from.packets_delivered;
  s->flits_started += from.flits_started;
  s->flits_delivered += from.flits_delivered;
  s->window_flits_started += from.window_flits_started;
  s->window_flits_taken += from.window_flits_taken;
  take_histogram(p, peer, &s->latency);
  take_histogram(p, peer, &s->network_latency);
}

// Numbers that are added up: those of rank 0 from those of all.
typedef struct {
  uint64_t packets_started, packets_delivered, flits_started, flits_delivered;
  uint64_t window_flits_started, window_flits_taken, window_packets_started;
  uint64_t packet_hops, measured_zero_load;
} numbers_t;

static numbers_t numbers_of(const workload_t *w) {
  return (numbers_t){w->packets_started,        w->packets_delivered,    w->flits_started,
                     w->flits_delivered,        w->window_flits_started, w->window_flits_taken,
                     w->window_packets_started, w->packet_hops,          w->measured_zero_load};
}

static void add_numbers(workload_t *w, const numbers_t *n) {
  w->packets_started += n->packets_started;
  w->packets_delivered += n->packets_delivered;
  w->flits_started += n->flits_started;
  w->flits_delivered += n->flits_delivered;
  w->window_flits_started += n->window_flits_started;
  w->window_flits_taken += n->window_flits_taken;
  w->window_packets_started += n->window_packets_started;
  w->packet_hops += n->packet_hops;
  w->measured_zero_load += n->measured_zero_load;
}

// Rank 0 counts what waits in the source queues of others as taken from them: it has no others.
static void start_queued(workload_t *w) {
  const uint64_t now = network_cycle(w->network);
  const uint64_t end = now < w->window_to ? now : w->window_to;
  const traffic_sum_t all = workload_queued(w, 0, now);
  const traffic_sum_t window = workload_queued(w, w->window_from, end);
  w->packets_started += all.packets;
  w->flits_started += all.flits;
  w->window_packets_started += window.packets;
  w->window_flits_started += window.flits;
  for (unsigned i = 0; w->by_stream && i < classes_streams(w->classes); i++) {
    const traffic_sum_t one = classes_queued(w->classes, i, 0, now);
    w->stream[i].packets_started += one.packets;
    w->stream[i].flits_started += one.flits;
    w->stream[i].window_flits_started += classes_queued(w->classes, i, w->window_from, end).flits;
  }
}

// Of masks with a bit a node.
static size_t mask_words(const workload_t *w) {
  return ((size_t)w->topology->nodes + 63) / 64;
}

static void put_counts(workload_t *w, peers_t *p) {
  start_queued(w);
  const numbers_t numbers = numbers_of(w);
  peers_put(p, 0, &numbers, sizeof numbers);
  peers_put(p, 0, &w->last_delivery, sizeof w->last_delivery);
  peers_put(p, 0, &w->ages, sizeof w->ages);
  peers_put(p, 0, &w->batches, sizeof w->batches);
  put_histogram(p, &w->latency);
  put_histogram(p, &w->network_latency);
  for (unsigned i = 0; w->by_stream && i < classes_streams(w->classes); i++) {
    put_stream(p, &w->stream[i]);
  }
  peers_put(p, 0, w->fairness.taken, w->topology->nodes * sizeof *w->fairness.taken);
  peers_put(p, 0, w->fairness.offers, mask_words(w) * sizeof *w->fairness.offers);
}

static void take_counts(workload_t *w, peers_t *p, unsigned peer) {
  numbers_t numbers;
  uint64_t last_delivery = 0;
  ages_t ages;
  batches_t batches;
  peers_get(p, peer, &numbers, sizeof numbers);
  peers_get(p, peer, &last_delivery, sizeof last_delivery);
  peers_get(p, peer, &ages, sizeof ages);
  peers_get(p, peer, &batches, sizeof batches);
  add_numbers(w, &numbers);
  raise_to(&w->last_delivery, last_delivery);
  ages_merge(&w->ages, &ages);
  batches_merge(&w->batches, &batches);
  take_histogram(p, peer, &w->latency);
  take_histogram(p, peer, &w->network_latency);
  for (unsigned i = 0; w->by_stream && i < classes_streams(w->classes); i++) {
    take_stream(p, peer, &w->stream[i]);
  }
  for (uint32_t node = 0; node < w->topology->nodes; node++) {
    uint64_t taken = 0;
    peers_get(p, peer, &taken, sizeof taken);
    w->fairness.taken[node] += taken;
  }
  for (size_t i = 0; i < mask_words(w); i++) {
    uint64_t offers = 0;
    peers_get(p, peer, &offers, sizeof offers);
    w->fairness.offers[i] |= offers;
  }
}

void host_peers_settle(workload_t *w) {
  peers_t *p = w->parted->peers;
  hosts_settle(w);
  workload_window_close(w);
  if (p->rank > 0) {
    put_counts(w, p);
  }
  meet(p);
  for (unsigned i = 1; p->rank == 0 && i < p->count; i++) {
    take_counts(w, p, i);
  }
}

// --- the oldest packet ---------------------------------------------------------------------------

// Among packets of one age the first counts: those on their way before those that wait, by source.
static bool is_before(const host_peers_oldest_t *a, const host_peers_oldest_t *b) {
  return a->found != 0 &&
         (b->found == 0 || a->created < b->created ||
          (a->created == b->created &&
           (a->in_flight > b->in_flight || (a->in_flight == b->in_flight && a->rank < b->rank))));
}

void host_peers_find_oldest(const workload_t *w, host_peers_oldest_t *oldest) {
  peers_t *p = w->parted->peers;
  oldest->rank = p->rank;
  peers_put_all(p, oldest, sizeof *oldest);
  meet(p);
  for (unsigned i = 0; i < p->count; i++) {
    host_peers_oldest_t other;
    if (i != p->rank) {
      peers_get(p, i, &other, sizeof other);
      *oldest = is_before(&other, oldest) ? other : *oldest;
    }
  }
}

bool host_peers_any(const workload_t *w, bool here) {
  uint64_t any = here;
  peers_sum(w->parted->peers, &any, 1);
  return any > 0;
}
