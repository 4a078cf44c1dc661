// host_peers_meet -- what the processes that have the hosts of a network know together when all
// meet, and when they do; see host_peers.h.
//
// A source may use its number again when its packet has been taken, as the process of its
// destination knows. A source that could come to a number which is still in use here, before all
// can meet, wishes that they do; then it knows in time.

#include "workload/host_peers_state.h"

static bool is_pressed(const workload_t *w, const flights_t *f, uint32_t node) {
  const flight_window_t *window = &f->window[node];
  const unsigned reach = network_split_reach(w->network);
  const unsigned networks = w->shape->networks;
  const uint32_t *sequence = &w->sequence[(size_t)node * networks];
  bool pressed = false;
  for (uint32_t k = 0; window->mask == f->message_mask && k <= reach && !pressed; k++) {
    for (unsigned n = 0; n < networks && !pressed; n++) {
      pressed = window->entry[workload_number(w, sequence[n] + k, n) & window->mask].flying;
    }
  }
  return pressed;
}

// Numbers are in use for so long that none can come again before all meet, or all meet anyway.
static bool has_time(const workload_t *w) {
  const unsigned reach = network_split_reach(w->network);
  return reach > 1 && reach < w->numbers / 2;
}

static bool any_pressed(const workload_t *w) {
  const host_peers_t *h = w->parted;
  const flights_t *f = &host_peers_part(w)->flights;
  const unsigned reach = network_split_reach(w->network);
  bool pressed = h->always || (reach > 1 && !has_time(w));
  const uint32_t end = reach > 1 && f->full > 0 ? host_peers_end(h) : 0;
  for (uint32_t node = host_peers_first(h); node < end && !pressed; node++) {
    pressed = is_pressed(w, f, node);
  }
  return pressed;
}

// Packets and nodes that are looked at: any are enough for a bound.
enum { LOOKED = 32 };

// The packets on their way arrive no earlier than if routers took no time.
static uint64_t last_arrival(workload_t *w, uint64_t now) {
  const host_peers_t *h = w->parted;
  const flights_t *f = &host_peers_part(w)->flights;
  const uint32_t end = host_peers_end(h);
  const unsigned latency = network_link_latency(w->network);
  uint64_t last = now;
  unsigned looked = w->flights.flying > 0 ? 0 : LOOKED;
  for (uint32_t node = host_peers_first(h); node < end && looked < LOOKED; node++) {
    const flight_window_t *window = &f->window[node];
    for (uint32_t i = 0; i <= window->mask && looked < LOOKED; i++) {
      const flight_t *flight = &window->entry[i];
      if (flight->flying) {
        // A message may have a shorter way of its own.
        const unsigned hops = flight->carrier == CARRIER_UNICAST
                                  ? route_hops(&w->hops, node, flight->destination)
                                  : 0;
        const uint64_t at = flight->created + (uint64_t)latency * hops + flight->flits;
        last = at > last ? at : last;
        looked++;
      }
    }
  }
  return last;
}

// A host takes no flit earlier than two cycles after it has come to a router.
static uint64_t last_flit(const workload_t *w) {
  const uint64_t last = network_split_last_flit(w->network);
  return last > 0 ? last + 2 : 0;
}

// Nodes take a cycle for each flit that they have still to send.
static uint64_t last_beat(const workload_t *w, uint64_t now) {
  const host_peers_t *h = w->parted;
  const uint32_t first = host_peers_first(h);
  const uint32_t end = host_peers_end(h);
  uint64_t most = 0;
  unsigned looked = w->engine != NULL ? 0 : LOOKED;
  for (uint32_t base = first / 64 * 64; base < end && looked < LOOKED; base += 64) {
    for (uint64_t mask = w->active[base / 64]; mask != 0; mask &= mask - 1) {
      const uint64_t flits = engine_queued(w->engine, base + (uint32_t)__builtin_ctzll(mask));
      most = flits > most ? flits : most;
      looked++;
    }
  }
  return now + most;
}

static host_peers_sum_t sum_here(workload_t *w) {
  const host_peers_t *h = w->parted;
  host_peers_sum_t sum = {.flying = w->flights.flying, .last_progress = w->last_progress};
  const uint32_t first = host_peers_first(h);
  const uint32_t words = first < host_peers_end(h) ? (host_peers_end(h) - 1) / 64 + 1 : 0;
  for (uint32_t word = first / 64; word < words && sum.active == 0; word++) {
    sum.active = w->active[word] != 0;
  }
  sum.active = sum.active != 0 || carriers_waiting(w);
  if (w->source.code->count != NULL) {
    w->source.code->count(w->source.self, &sum.source);
  }
  for (unsigned k = 0; k < w->shape->networks; k++) {
    sum.network_flying[k] = w->flying[k];
    sum.network_progress[k] = w->progress[k];
  }
  const uint64_t now = network_cycle(w->network);
  sum.pressed = h->pressed;
  sum.queued = workload_queues(w, now + 1 == w->window_to ? now : now + 1);
  sum.next = w->source.code->next(w->source.self, now + 1);
  if (w->model != NULL) {
    const uint64_t next = host_model_next(w->model);
    sum.next = next < sum.next ? next : sum.next;
    sum.busy = host_model_busy(w->model);
  }
  sum.tails = h->tails;
  if (w->sequential) {
    sum.left = engine_step_left(w->engine);
  }
  sum.ages = w->ages;
  sum.end = last_arrival(w, now);
  host_peers_raise(&sum.end, last_beat(w, now));
  host_peers_raise(&sum.end, last_flit(w));
  // A trace that stops with the measured cycles may end as soon.
  if (w->source.code->earliest_end != NULL && now + 1 != w->window_to) {
    host_peers_raise(&sum.end, w->source.code->earliest_end(w->source.self));
  }
  return sum;
}

// The first fault counts.
void host_peers_note_failed(host_peers_t *h, uint64_t cycle, const noc_error_t *error) {
  if (!h->failed || cycle < h->failed_in) {
    h->failed = true;
    h->failed_in = cycle;
    h->error = *error;
  }
}

void host_peers_fail(workload_t *w, const noc_error_t *error) {
  host_peers_note_failed(w->parted, network_cycle(w->network), error);
}

// Only the virtual networks that there are.
static void put_sum(const workload_t *w, peers_t *p) {
  const host_peers_sum_t sum = w->parted->sum;
  const size_t networks = w->shape->networks * sizeof(uint64_t);
  const uint64_t first[] = {sum.flying, sum.active, sum.pressed, sum.last_progress, sum.end,
                            sum.queued, sum.next,   sum.busy,    sum.tails,         sum.left};
  peers_put_all(p, first, sizeof first);
  if (w->parted->ages) {
    peers_put_all(p, &sum.ages, sizeof sum.ages);
  }
  if (w->source.code->count != NULL) {
    peers_put_all(p, &sum.source, sizeof sum.source);
  }
  peers_put_all(p, sum.network_flying, networks);
  peers_put_all(p, sum.network_progress, networks);
}

static void put_failed(const host_peers_t *h, peers_t *p) {
  const uint8_t failed = h->failed;
  peers_put_all(p, &failed, sizeof failed);
  if (h->failed) {
    peers_put_all(p, &h->failed_in, sizeof h->failed_in);
    peers_put_all(p, &h->error, sizeof h->error);
  }
}

static void take_failed(host_peers_t *h, peers_t *p, unsigned peer) {
  uint8_t failed = 0;
  peers_get(p, peer, &failed, sizeof failed);
  if (failed != 0) {
    uint64_t cycle = 0;
    noc_error_t error;
    peers_get(p, peer, &cycle, sizeof cycle);
    peers_get(p, peer, &error, sizeof error);
    // In one cycle that of the lowest process counts.
    if (!h->failed || cycle < h->failed_in || (cycle == h->failed_in && peer < h->failed_at)) {
      h->failed = false;
      h->failed_at = peer;
      host_peers_note_failed(h, cycle, &error);
    }
  }
}

static void take_sum(const workload_t *w, peers_t *p, unsigned peer) {
  host_peers_sum_t *to = &w->parted->others;
  uint64_t first[10];
  peers_get(p, peer, first, sizeof first);
  to->flying += first[0];
  to->active += first[1];
  to->pressed += first[2];
  host_peers_raise(&to->last_progress, first[3]);
  host_peers_raise(&to->end, first[4]);
  to->queued += first[5];
  to->busy += first[7];
  to->tails += first[8];
  to->left += first[9];
  to->next = first[6] < to->next ? first[6] : to->next;
  if (w->parted->ages) {
    ages_t ages;
    peers_get(p, peer, &ages, sizeof ages);
    ages_merge(&to->ages, &ages);
  }
  if (w->source.code->count != NULL) {
    source_counts_t source;
    peers_get(p, peer, &source, sizeof source);
    to->source.complete += source.complete;
    to->source.checked += source.checked;
    to->source.found += source.found;
    to->source.entered += source.entered;
    to->source.working += source.working;
    w->source.code->note_others(w->source.self, &to->source);
  }
  for (unsigned k = 0; k < w->shape->networks; k++) {
    uint64_t flying = 0;
    peers_get(p, peer, &flying, sizeof flying);
    to->network_flying[k] += flying;
  }
  for (unsigned k = 0; k < w->shape->networks; k++) {
    uint64_t progress = 0;
    peers_get(p, peer, &progress, sizeof progress);
    host_peers_raise(&to->network_progress[k], progress);
  }
}

// Operations may complete in this cycle, as was known when all met in the one before.
static bool may_complete(const workload_t *w) {
  const host_peers_t *h = w->parted;
  const bool units = w->shape->xor_unit != 0;  // which complete some by themselves
  return units || network_cycle(w->network) == 0 || h->sum.left + h->others.left == 0 ||
         h->sum.tails + h->others.tails > 0 ||
         h->sum.source.working + h->others.source.working + h->sum.busy + h->others.busy > 0;
}

void host_peers_pass_barriers(workload_t *w) {
  bool reached = may_complete(w);
  while (reached && engine_has_barrier(w->engine)) {
    uint64_t left = engine_step_left(w->engine);
    peers_sum(w->parted->peers, &left, 1);
    reached = left == 0;
    if (reached) {
      engine_pass_barrier(w->engine, network_cycle(w->network));
    }
  }
}

ages_t host_peers_ages(const workload_t *w) {
  ages_t ages = w->ages;
  if (w->parted != NULL) {
    ages_t others = w->parted->others.ages;
    ages_merge(&ages, &others);
  }
  return ages;
}

bool host_peers_agree(workload_t *w, noc_error_t *error) {
  const host_peers_t *h = w->parted;
  const bool failed = h->failed && network_split_met(w->network);
  if (failed) {
    *error = h->error;
  }
  return !failed;
}

void host_peers_meet(const workload_t *w, uint64_t next, bool may_end) {
  const host_peers_t *h = w->parted;
  const uint64_t now = network_cycle(w->network);
  uint64_t end = h->sum.end > h->others.end ? h->sum.end : h->others.end;
  next = may_end && end < next ? end : next;
  next = h->pressed || h->others.pressed > 0 ? now + 1 : next;
  // The messages of a cycle say what is when it is over.
  network_split_meet(w->network, (next > now ? next : now + 1) - 1);
}

void host_peers_look(const workload_t *w) {
  w->parted->pressed = any_pressed(w);
}

void host_peers_put_sums(workload_t *w, peers_t *p) {
  host_peers_t *h = w->parted;
  h->others = (host_peers_sum_t){.next = UINT64_MAX};
  h->sum = sum_here(w);
  put_sum(w, p);
  put_failed(h, p);
}

void host_peers_take_sums(const workload_t *w, peers_t *p, unsigned peer) {
  take_sum(w, p, peer);
  take_failed(w->parted, p, peer);
}
