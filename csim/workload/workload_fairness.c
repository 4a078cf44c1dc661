// workload_fairness -- what the sources of a workload get; see workload.h and fairness.h.

#include "workload/host_shards.h"

// Flits of packets that are taken in part count for the side of the edge on which they were taken:
// all of a packet is counted when it is whole.
static void count_open(const workload_t *w, bool begins, uint64_t *taken) {
  const size_t queues = (size_t)w->topology->nodes * w->shape->vcs;
  for (size_t i = 0; i < queues; i++) {
    const incoming_t *in = &w->incoming[i];
    if (in->taken < in->flits) {
      taken[in->source] += begins ? -(uint64_t)in->taken : in->taken;
    }
  }
}

void workload_window_edge(workload_t *w, uint64_t now) {
  fairness_t *f = &w->fairness;
  hosts_settle_fairness(w);
  if (f->edge == w->window_from && w->window_from < w->window_to) {
    for (uint32_t node = 0; node < w->topology->nodes; node++) {
      f->taken[node] = 0;
    }
    count_open(w, true, f->taken);
    f->edge = w->window_to;
  }
  if (now >= f->edge) {
    count_open(w, false, f->taken);
    f->edge = UINT64_MAX;
  }
}

void workload_window_close(workload_t *w) {
  hosts_settle_fairness(w);
  if (w->fairness.edge != UINT64_MAX) {
    count_open(w, false, w->fairness.taken);
    w->fairness.edge = UINT64_MAX;
  }
}

// Packets wait in the node's source queue that were created before the end of the window.
static bool waits(const workload_t *w, uint32_t node, uint64_t now) {
  front_t front;
  return workload_front(w, node, UINT32_MAX, now, &front) && front.created < w->window_to;
}

static bool is_source(const workload_t *w, uint32_t node, uint64_t now) {
  return (w->fairness.offers[node / 64] >> node % 64 & 1) != 0 || w->fairness.taken[node] != 0 ||
         waits(w, node, now);
}

void workload_fairness(const workload_t *w, workload_fairness_t *f) {
  const uint64_t now = network_cycle(w->network);
  const uint64_t end = now < w->window_to ? now : w->window_to;
  *f = (workload_fairness_t){0};
  hosts_settle_fairness(w);
  if (end <= w->window_from) {
    return;
  }
  const uint32_t nodes = w->topology->nodes;
  const bool open = w->fairness.edge != UINT64_MAX;
  if (open) {
    count_open(w, false, w->fairness.taken);
  }
  const double cycles = (double)(end - w->window_from);
  double sum = 0;
  double squares = 0;
  for (uint32_t node = 0; node < nodes; node++) {
    if (!is_source(w, node, now)) {
      continue;
    }
    const double rate = (double)w->fairness.taken[node] / cycles;
    f->min = f->sources == 0 || rate < f->min ? rate : f->min;
    f->max = rate > f->max ? rate : f->max;
    f->sources++;
    sum += rate;
    squares += rate * rate;
  }
  f->jain = fairness_jain(f->sources, sum, squares);
  if (open) {
    count_open(w, true, w->fairness.taken);
  }
}
