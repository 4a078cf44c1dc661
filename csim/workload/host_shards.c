// host_shards -- see host_shards.h.

#include "workload/host_shards.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "network/shards.h"

// Those of a process are one part, whatever they do.
static bool can_shard(const workload_t *w) {
  return w->parted != NULL ||
         (network_shards(w->network) != NULL && w->source.code->cycle_part != NULL &&
          w->model == NULL && w->working == 0 && !w->refusals.any && w->shape->route_w == 0 &&
          w->carriers == UINT32_C(1) << CARRIER_UNICAST);
}

// A part begins with nothing counted.
static bool begin_part(const workload_t *w, host_shard_t *part, noc_error_t *error) {
  workload_t *own = &part->w;
  *own = *w;
  own->latency = own->network_latency = (histogram_t){0};
  own->fairness.taken = memory_sparse(w->topology->nodes, sizeof *own->fairness.taken);
  if (w->stream != NULL) {
    own->stream = calloc(STREAMS, sizeof *own->stream);
  }
  return (own->fairness.taken != NULL && (own->stream != NULL || w->stream == NULL)) ||
         memory_fail(error, "the hosts");
}

bool hosts_shard(workload_t *w, noc_error_t *error) {
  const shards_t *s = network_shards(w->network);
  if (!can_shard(w)) {
    return true;
  }
  w->shard = aligned_alloc(_Alignof(host_shard_t), s->count * sizeof *w->shard);
  if (w->shard == NULL) {
    return memory_fail(error, "the hosts");
  }
  memset(w->shard, 0, s->count * sizeof *w->shard);
  bool ok = true;
  for (unsigned i = 0; ok && i < s->count; i++) {
    w->shards++;
    ok = (w->parted != NULL && i != network_peers(w->network)->rank) ||
         begin_part(w, &w->shard[i], error);
  }
  return ok;
}

void hosts_unshard(workload_t *w) {
  for (unsigned i = 0; i < w->shards; i++) {
    workload_t *own = &w->shard[i].w;
    histogram_free(&own->latency);
    histogram_free(&own->network_latency);
    for (unsigned k = 0; own->stream != NULL && k < STREAMS; k++) {
      histogram_free(&own->stream[k].latency);
      histogram_free(&own->stream[k].network_latency);
    }
    free(own->stream);
    free(own->fairness.taken);
  }
  free(w->shard);
  w->shard = NULL;
  w->shards = 0;
}

void hosts_begin(workload_t *w) {
  for (unsigned i = 0; i < w->shards; i++) {
    w->shard[i].w.ages.created = w->ages.created;
  }
}

// Adds what has been counted to what the whole has, and begins anew. Numbers that may fall wrap.
static void add(uint64_t *to, uint64_t *from) {
  *to += *from;
  *from = 0;
}

static void raise_to(uint64_t *to, uint64_t from) {
  *to = from > *to ? from : *to;
}

static void add_part(workload_t *w, workload_t *own) {
  raise_to(&w->last_progress, own->last_progress);
  raise_to(&w->last_delivery, own->last_delivery);
  for (unsigned k = 0; k < w->shape->networks; k++) {
    raise_to(&w->progress[k], own->progress[k]);
    add(&w->flying[k], &own->flying[k]);
  }
  add(&w->flights.flying, &own->flights.flying);
  add(&w->packets_started, &own->packets_started);
  add(&w->packets_delivered, &own->packets_delivered);
  add(&w->flits_started, &own->flits_started);
  add(&w->flits_delivered, &own->flits_delivered);
  add(&w->window_flits_started, &own->window_flits_started);
  add(&w->window_flits_taken, &own->window_flits_taken);
  add(&w->window_packets_started, &own->window_packets_started);
  add(&w->packet_hops, &own->packet_hops);
  add(&w->measured_zero_load, &own->measured_zero_load);
  ages_merge(&w->ages, &own->ages);
}

bool hosts_end(workload_t *w, noc_error_t *error) {
  bool ok = true;
  for (unsigned i = 0; i < w->shards; i++) {
    host_shard_t *part = &w->shard[i];
    add_part(w, &part->w);
    if (part->failed && ok) {
      *error = part->error;
      ok = false;
    }
    part->failed = false;
  }
  return ok;
}

void hosts_restart(const workload_t *w) {
  for (unsigned i = 0; i < w->shards; i++) {
    workload_t *own = &w->shard[i].w;
    own->last_progress = w->last_progress;
    own->last_delivery = w->last_delivery;
    for (unsigned k = 0; k < w->shape->networks; k++) {
      own->progress[k] = w->progress[k];
    }
    own->ages = w->ages;
    own->ages.passed = 0;
  }
}

void hosts_settle(workload_t *w) {
  for (unsigned i = 0; i < w->shards; i++) {
    workload_t *own = &w->shard[i].w;
    histogram_merge(&w->latency, &own->latency);
    histogram_merge(&w->network_latency, &own->network_latency);
    batches_merge(&w->batches, &own->batches);
    for (unsigned k = 0; own->stream != NULL && k < STREAMS; k++) {
      stream_merge(&w->stream[k], &own->stream[k]);
    }
  }
}

void hosts_settle_fairness(const workload_t *w) {
  for (unsigned i = 0; i < w->shards; i++) {
    uint64_t *taken = w->shard[i].w.fairness.taken;
    for (uint32_t node = 0; taken != NULL && node < w->topology->nodes; node++) {
      w->fairness.taken[node] += taken[node];
      taken[node] = 0;
    }
  }
}

uint64_t hosts_measured(const workload_t *w) {
  uint64_t packets = w->latency.count;
  for (unsigned i = 0; i < w->shards; i++) {
    packets += w->shard[i].w.latency.count;
  }
  return packets;
}
