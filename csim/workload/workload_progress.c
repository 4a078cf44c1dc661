// workload_progress -- whether a workload moves, waits, stands still, or is over; see workload.h.

#include "workload/host_peers.h"
#include "workload/host_shards.h"
#include "workload/idle_steps.h"

// How many packets are on their way.
static uint64_t all_flying(const workload_t *w) {
  return w->flights.flying + (w->parted != NULL ? host_peers_others(w)->flying : 0);
}

// Those of virtual networks that are not left out.
static uint64_t flying(const workload_t *w) {
  uint64_t packets = all_flying(w);
  for (uint32_t left = w->refusals.nothing; left != 0; left &= left - 1) {
    packets -= workload_network_flying(w, (unsigned)__builtin_ctz(left));
  }
  return packets;
}

bool workload_queues(const workload_t *w, uint64_t now) {
  return w->refusals.nothing != 0 && w->source.code->waiting != NULL &&
         w->source.code->waiting(w->source.self, w->refusals.nothing, now);
}

static bool rest_waits(const workload_t *w) {
  const uint32_t all = (UINT32_C(1) << w->shape->networks) - 1;
  return w->refusals.nothing != all &&
         (flying(w) > 0 || workload_queues(w, network_cycle(w->network)) ||
          (w->parted != NULL && host_peers_others(w)->queued > 0));
}

bool workload_waiting(const workload_t *w) {
  if (w->refusals.nothing != 0) {
    return rest_waits(w);
  }
  const host_peers_sum_t *others = w->parted != NULL ? host_peers_others(w) : NULL;
  bool any = w->flights.flying > 0 || (others != NULL && others->flying + others->active > 0);
  for (uint32_t base = 0; base < w->topology->nodes && !any; base += 64) {
    any = w->active[base / 64] != 0;
  }
  return any || carriers_waiting(w);
}

uint64_t workload_next(const workload_t *w) {
  const uint64_t now = network_cycle(w->network);
  const uint64_t here = w->source.code->next(w->source.self, now);
  const uint64_t elsewhere = w->parted != NULL ? host_peers_others(w)->next : UINT64_MAX;
  const uint64_t source = here < elsewhere ? here : elsewhere;
  if (source <= now || workload_waiting(w)) {
    return now;
  }
  const uint64_t hosts = w->model != NULL ? host_model_next(w->model) : UINT64_MAX;
  const uint64_t next = source < hosts ? source : hosts;
  return next > now ? next : now;
}

static bool hosts_work(const workload_t *w) {
  return w->model != NULL &&
         (host_model_busy(w->model) || (w->parted != NULL && host_peers_others(w)->busy > 0));
}

bool workload_done(const workload_t *w) {
  if (!w->source.code->done(w->source.self, w->stopped, network_cycle(w->network))) {
    return false;
  }
  return w->stopped ? !workload_waiting(w) && !hosts_work(w) : all_flying(w) == 0;
}

bool workload_measured(const workload_t *w) {
  if (network_cycle(w->network) < w->window_to) {
    return false;
  }
  if (w->source.code->measured != NULL) {
    return w->source.code->measured(w->source.self, w->window_to);
  }
  return hosts_measured(w) == w->window_packets_started &&
         workload_queued(w, w->window_from, w->window_to).packets == 0;
}

uint32_t workload_operations(const workload_t *w, uint32_t *all) {
  *all = w->engine != NULL ? engine_operations(w->engine) : 0;
  return w->engine != NULL ? engine_complete(w->engine) : 0;
}

bool workload_stalled(const workload_t *w, noc_error_t *error) {
  if (w->source.code->stalled == NULL || !w->source.code->stalled(w->source.self, w->stopped) ||
      hosts_work(w) || workload_waiting(w)) {
    return false;
  }
  if (!carriers_fail_stalled(w, error)) {
    engine_stalled_t all = engine_stalled(w->engine);
    if (w->parted != NULL) {
      host_peers_find_stalled(w, &all);
    }
    engine_fail_stalled(w->engine, &all, error);
  }
  return true;
}

bool workload_verify(const workload_t *w, noc_error_t *error) {
  if (flying(w) > 0) {
    return noc_fail(error, NOC_CHECK_FAILED, "scoreboard: %llu packets never arrived",
                    (unsigned long long)flying(w));
  }
  if (w->parted != NULL) {
    host_peers_gather(w);
  }
  return (w->source.code->verify == NULL ||
          w->source.code->verify(w->source.self, network_cycle(w->network), error)) &&
         (w->idle == NULL || !engine_done(w->engine) || idle_steps_verify(w->idle, error));
}

static uint64_t later(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

uint64_t workload_last_progress(const workload_t *w) {
  return later(w->last_progress, w->parted != NULL ? host_peers_others(w)->last_progress : 0);
}

void workload_meet(const workload_t *w, uint64_t next, bool may_end) {
  if (w->parted != NULL) {
    host_peers_meet(w, next, may_end);
  }
}

void workload_rest(workload_t *w) {
  // XOR units may have something that no host has been given yet.
  const bool known = w->parted != NULL && w->shape->xor_unit == 0;
  if (known && network_split_met(w->network) && !workload_waiting(w)) {
    network_split_rest(w->network, network_cycle(w->network) - workload_last_progress(w));
  }
}

// --- by virtual network --------------------------------------------------------------------------

// Packets that wait for slots of XOR units may wait for what comes on other networks. Where
// interfaces forward packets there are no others.
bool workload_watches_networks(const workload_t *w) {
  return w->shape->networks > 1 && !carriers_wait(w);
}

bool workload_network_waiting(const workload_t *w, unsigned network) {
  return workload_network_flying(w, network) > 0 && !refusals_leave_out(&w->refusals, network);
}

uint64_t workload_network_progress(const workload_t *w, unsigned network) {
  return later(w->progress[network],
               w->parted != NULL ? host_peers_others(w)->network_progress[network] : 0);
}

uint32_t workload_left_out(const workload_t *w) {
  return w->refusals.nothing;
}

uint64_t workload_network_flying(const workload_t *w, unsigned network) {
  return w->flying[network] +
         (w->parted != NULL ? host_peers_others(w)->network_flying[network] : 0);
}

void workload_print_refusals(const workload_t *w, FILE *out) {
  refusals_print(&w->refusals, out);
}
