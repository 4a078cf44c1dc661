// workload_result -- what a workload has counted; see workload.h.

#include "workload/workload_state.h"

static traffic_sum_t plus(traffic_sum_t a, traffic_sum_t b) {
  return (traffic_sum_t){a.packets + b.packets, a.flits + b.flits};
}

// In source queues, and in hosts.
static traffic_sum_t stream_queued(const workload_t *w, unsigned stream, uint64_t from,
                                   uint64_t to) {
  const traffic_sum_t sum = classes_queued(w->classes, stream, from, to);
  return w->model != NULL ? plus(sum, host_model_queued(w->model, stream, from, to)) : sum;
}

traffic_sum_t workload_queued(const workload_t *w, uint64_t from, uint64_t to) {
  traffic_sum_t sum = {0, 0};
  for (unsigned i = 0; w->classes != NULL && i < classes_streams(w->classes); i++) {
    sum = plus(sum, stream_queued(w, i, from, to));
  }
  if (w->replay != NULL) {
    sum = replay_queued(w->replay, from, to);
    sum =
        w->model != NULL ? plus(sum, host_model_queued(w->model, HOST_ANY_STREAM, from, to)) : sum;
  }
  return sum;
}

static void summarize(const histogram_t *h, latency_summary_t *s) {
  *s = (latency_summary_t){
      .count = h->count,
      .mean = histogram_mean(h),
      .p50 = histogram_percentile(h, 50),
      .p95 = histogram_percentile(h, 95),
      .p99 = histogram_percentile(h, 99),
      .max = h->max,
  };
}

static double zero_load_mean(const workload_t *w) {
  const uint64_t packets = w->latency.count;
  return packets > 0 ? (double)w->measured_zero_load / (double)packets : 0;
}

static uint64_t window_end(const workload_t *w) {
  const uint64_t now = network_cycle(w->network);
  return now < w->window_to ? now : w->window_to;
}

// Flits in the window, a node and cycle.
static double rate(const workload_t *w, uint64_t flits) {
  const uint64_t end = window_end(w);
  return end > w->window_from
             ? (double)flits / ((double)(end - w->window_from) * w->topology->nodes)
             : 0;
}

// Of random multicasts: what has been created is known
// of the multicasts, wherever their packets are.
static void multicast_result(const workload_t *w, workload_result_t *r) {
  const multicast_log_t *l = &w->log;
  const uint64_t now = network_cycle(w->network);
  const unsigned packet_flits = engine_packet_flits(w->engine);
  const multicast_sum_t all = multicast_log_sum(l, 0, now, packet_flits);
  const multicast_sum_t window = multicast_log_sum(l, w->window_from, window_end(w), packet_flits);
  r->packets_created = all.packets;
  r->flits_created = all.flits;
  r->offered = rate(w, window.flits);
  r->batches = l->batches;
  r->multicast.created = multicast_log_created(l, now);
  r->multicast.completed = l->completed;
  summarize(&l->latency, &r->multicast.latency);
  r->multicast.zero_load_latency =
      l->latency.count > 0 ? (double)l->idle / (double)l->latency.count : 0;
}

void workload_result(workload_t *w, workload_result_t *r) {
  *r = (workload_result_t){
      .packets_created = w->packets_started,
      .packets_delivered = w->packets_delivered,
      .flits_created = w->flits_started,
      .flits_delivered = w->flits_delivered,
      .completion = w->last_delivery,
      .xor_flits = w->coder != NULL ? w->coder->flits : 0,
      .packets = w->packets_delivered,
      .packet_hops = w->packet_hops,
      .zero_load_latency = zero_load_mean(w),
      .batches = w->batches,
  };
  const traffic_sum_t waiting = workload_queued(w, 0, network_cycle(w->network));
  const traffic_sum_t measured = workload_queued(w, w->window_from, window_end(w));
  r->packets_created += waiting.packets;
  r->flits_created += waiting.flits;
  if (w->engine != NULL) {
    r->from = w->from_nodes;
    r->to = w->to_nodes;
    r->operations = engine_operations(w->engine);
    r->operations_complete = engine_complete(w->engine);
    r->blocks_checked = w->blocks != NULL ? w->blocks->checked : engine_checked(w->engine);
    r->blocks_expected = w->blocks != NULL ? w->blocks->expected : engine_expected(w->engine);
  } else if (w->replay != NULL) {
    r->blocks_checked = replay_delivered(w->replay);
    r->blocks_expected = replay_packets(w->replay);
  }
  r->offered = rate(w, w->window_flits_started + measured.flits);
  if (w->random) {
    multicast_result(w, r);
  }
  r->accepted = rate(w, w->window_flits_taken);
  summarize(&w->latency, &r->latency);
  summarize(&w->network_latency, &r->network_latency);
}

unsigned workload_streams(const workload_t *w) {
  return w->by_stream ? classes_streams(w->classes) : 0;
}

void workload_stream(workload_t *w, unsigned stream, workload_stream_t *r) {
  const stream_t *s = classes_stream(w->classes, stream);
  const traffic_sum_t all = stream_queued(w, stream, 0, network_cycle(w->network));
  const traffic_sum_t window = stream_queued(w, stream, w->window_from, window_end(w));
  *r = (workload_stream_t){
      .network = s->network,
      .packets_created = s->packets_started + all.packets,
      .packets_delivered = s->packets_delivered,
      .flits_created = s->flits_started + all.flits,
      .flits_delivered = s->flits_delivered,
      .offered = rate(w, s->window_flits_started + window.flits),
      .accepted = rate(w, s->window_flits_taken),
  };
  summarize(&s->latency, &r->latency);
  summarize(&s->network_latency, &r->network_latency);
}

unsigned workload_steps(const workload_t *w) {
  return w->step != NULL ? w->plan->steps : 0;
}

void workload_step(const workload_t *w, unsigned step, workload_step_t *r) {
  const step_count_t *count = &w->step[step];
  const engine_step_t time = engine_step(w->engine, step);
  const uint64_t start = w->sequential ? time.start : count->packets > 0 ? count->created : 0;
  *r = (workload_step_t){
      .name = w->plan->step_name[step],
      .packets = count->packets,
      .hops = count->hops,
      .start = start,
      .completion = time.end > start ? time.end - start : 0,
      .latency_max = count->latency_max,
      .latency_mean = count->packets > 0 ? (double)count->latency_sum / (double)count->packets : 0,
  };
}
