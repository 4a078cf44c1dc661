// host_peers_settle -- brings what the processes have counted to rank 0, when a run is over, and
// finds the oldest packet of all; see host_peers.h.

#include "workload/host_peers_state.h"
#include "workload/idle_steps.h"

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
  host_peers_raise(&h->max, max);
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
    const traffic_sum_t one = workload_stream_queued(w, i, 0, now);
    w->stream[i].packets_started += one.packets;
    w->stream[i].flits_started += one.flits;
    w->stream[i].window_flits_started += workload_stream_queued(w, i, w->window_from, end).flits;
  }
}

// Words of a mask with a bit a node.
static size_t mask_words(const workload_t *w) {
  return ((size_t)w->topology->nodes + 63) / 64;
}

static void take_steps(const workload_t *w, peers_t *p, unsigned peer) {
  for (unsigned k = 0; w->step != NULL && k < w->plan->steps; k++) {
    step_count_t *to = &w->step[k];
    step_count_t from;
    peers_get(p, peer, &from, sizeof from);
    if (from.packets > 0) {
      to->created = to->packets == 0 || from.created < to->created ? from.created : to->created;
      to->packets += from.packets;
      to->hops += from.hops;
      to->latency_sum += from.latency_sum;
      host_peers_raise(&to->latency_max, from.latency_max);
    }
  }
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
  if (w->step != NULL) {
    peers_put(p, 0, w->step, w->plan->steps * sizeof *w->step);
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
  host_peers_raise(&w->last_delivery, last_delivery);
  ages_merge(&w->ages, &ages);
  batches_merge(&w->batches, &batches);
  take_histogram(p, peer, &w->latency);
  take_histogram(p, peer, &w->network_latency);
  for (unsigned i = 0; w->by_stream && i < classes_streams(w->classes); i++) {
    take_stream(p, peer, &w->stream[i]);
  }
  take_steps(w, p, peer);
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

static void gather_idle(const workload_t *w) {
  peers_t *p = w->parted->peers;
  size_t size = 0;
  const void *own = idle_steps_seen(w->idle, &size);
  peers_put_all(p, own, size);
  meet(p);
  for (unsigned i = 0; i < p->count; i++) {
    if (i != p->rank) {
      idle_steps_add(w->idle, peers_take(p, i, size));
    }
  }
}

void host_peers_gather(const workload_t *w) {
  peers_t *p = w->parted->peers;
  if (w->parted->gathered) {
    return;
  }
  w->parted->gathered = true;
  if (w->source.code->gather != NULL && !w->source.code->gather(w->source.self, p)) {
    p->give_up(p, "out of memory for what has arrived");
  }
  for (unsigned c = 0; c < CARRIERS; c++) {
    if ((w->carriers >> c & 1u) != 0 && kCarriers[c]->counted != NULL) {
      peers_sum(p, kCarriers[c]->counted(w), 1);
    }
  }
  if (w->idle != NULL) {
    gather_idle(w);
  }
}

void host_peers_settle(workload_t *w) {
  peers_t *p = w->parted->peers;
  hosts_settle(w);
  host_peers_gather(w);
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

void host_peers_find_stay(const workload_t *w, host_peers_stay_t *longest) {
  peers_t *p = w->parted->peers;
  peers_put_all(p, longest, sizeof *longest);
  meet(p);
  for (unsigned i = 0; i < p->count; i++) {
    host_peers_stay_t other;
    if (i != p->rank) {
      peers_get(p, i, &other, sizeof other);
      // As if one looked at all sources by their numbers: the last one counts.
      const bool later = other.stay > longest->stay ||
                         (other.stay == longest->stay && other.source > longest->source);
      *longest = other.found != 0 && (longest->found == 0 || later) ? other : *longest;
    }
  }
}

void host_peers_find_stalled(const workload_t *w, engine_stalled_t *stalled) {
  peers_t *p = w->parted->peers;
  const engine_stalled_t here = *stalled;
  peers_put_all(p, &here, sizeof here);
  meet(p);
  *stalled = (engine_stalled_t){0};
  for (unsigned i = 0; i < p->count; i++) {
    engine_stalled_t one = here;
    if (i != p->rank) {
      peers_get(p, i, &one, sizeof one);
    }
    engine_stalled_add(stalled, &one);
  }
}

void host_peers_find_missing(const workload_t *w, host_peers_missing_t *missing) {
  peers_t *p = w->parted->peers;
  const host_peers_missing_t here = *missing;
  peers_put_all(p, &here, sizeof here);
  meet(p);
  *missing = (host_peers_missing_t){0};
  for (unsigned i = 0; i < p->count; i++) {
    host_peers_missing_t one = here;
    if (i != p->rank) {
      peers_get(p, i, &one, sizeof one);
    }
    one.count += missing->count;
    *missing =
        missing->count == 0 ? one : (host_peers_missing_t){one.count, missing->node, missing->slot};
  }
}

bool host_peers_any(const workload_t *w, bool here) {
  uint64_t any = here;
  peers_sum(w->parted->peers, &any, 1);
  return any > 0;
}
