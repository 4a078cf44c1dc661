// workload_result -- what a workload has counted; see workload.h.

#include <assert.h>
#include <string.h>

#include "schedule/equations.h"
#include "workload/host_shards.h"
#include "workload/idle_steps.h"

static traffic_sum_t plus(traffic_sum_t a, traffic_sum_t b) {
  return (traffic_sum_t){a.packets + b.packets, a.flits + b.flits};
}

traffic_sum_t workload_stream_queued(const workload_t *w, unsigned stream, uint64_t from,
                                     uint64_t to) {
  const traffic_sum_t sum = classes_queued(w->classes, stream, from, to);
  return w->model != NULL ? plus(sum, host_model_queued(w->model, stream, from, to)) : sum;
}

traffic_sum_t workload_queued(const workload_t *w, uint64_t from, uint64_t to) {
  if (w->source.code->queued == NULL) {
    return (traffic_sum_t){0, 0};
  }
  const traffic_sum_t sum = w->source.code->queued(w->source.self, from, to);
  return w->model != NULL ? plus(sum, host_model_queued(w->model, HOST_ANY_STREAM, from, to)) : sum;
}

// Sums what was created in the cycles from .. to-1; hosts have taken `started` of it from the
// queues.
static traffic_sum_t created(const workload_t *w, uint64_t from, uint64_t to,
                             traffic_sum_t started) {
  return w->source.code->created != NULL ? w->source.code->created(w->source.self, from, to)
                                         : plus(started, workload_queued(w, from, to));
}

latency_summary_t latency_summary(const histogram_t *h) {
  return (latency_summary_t){
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

void workload_result(workload_t *w, workload_result_t *r) {
  hosts_settle(w);
  *r = (workload_result_t){
      .packets_delivered = w->packets_delivered,
      .flits_delivered = w->flits_delivered,
      .completion = w->last_delivery,
      .from = w->from_nodes,
      .to = w->to_nodes,
      .packets = w->packets_delivered,
      .packet_hops = w->packet_hops,
      .zero_load_latency = zero_load_mean(w),
      .batches = w->batches,
  };
  const uint64_t now = network_cycle(w->network);
  const traffic_sum_t all =
      created(w, 0, now, (traffic_sum_t){w->packets_started, w->flits_started});
  const traffic_sum_t window =
      created(w, w->window_from, window_end(w),
              (traffic_sum_t){w->window_packets_started, w->window_flits_started});
  r->packets_created = all.packets;
  r->flits_created = all.flits;
  r->offered = rate(w, window.flits);
  if (w->source.code->result != NULL) {
    w->source.code->result(w->source.self, now, r);
  }
  carriers_result(w, r);
  r->accepted = rate(w, w->window_flits_taken);
  r->latency = latency_summary(&w->latency);
  r->network_latency = latency_summary(&w->network_latency);
}

const histogram_t *workload_latencies(const workload_t *w) {
  return &w->latency;
}

unsigned workload_streams(const workload_t *w) {
  return w->by_stream ? classes_streams(w->classes) : 0;
}

void workload_stream(workload_t *w, unsigned stream, workload_stream_t *r) {
  hosts_settle(w);
  const stream_t *s = &w->stream[stream];
  const traffic_sum_t all = workload_stream_queued(w, stream, 0, network_cycle(w->network));
  const traffic_sum_t window = workload_stream_queued(w, stream, w->window_from, window_end(w));
  *r = (workload_stream_t){
      .network = s->network,
      .packets_created = s->packets_started + all.packets,
      .packets_delivered = s->packets_delivered,
      .flits_created = s->flits_started + all.flits,
      .flits_delivered = s->flits_delivered,
      .offered = rate(w, s->window_flits_started + window.flits),
      .accepted = rate(w, s->window_flits_taken),
  };
  r->latency = latency_summary(&s->latency);
  r->network_latency = latency_summary(&s->network_latency);
}

unsigned workload_steps(const workload_t *w) {
  return w->step != NULL ? w->plan->steps : 0;
}

void workload_step(const workload_t *w, unsigned step, workload_step_t *r) {
  const step_count_t *count = &w->step[step];
  const engine_step_t time = engine_step(w->engine, step);
  const uint64_t start = w->sequential ? time.start : count->packets > 0 ? count->created : 0;
  *r = (workload_step_t){
      .packets = count->packets,
      .hops = count->hops,
      .start = start,
      .completion = time.end > start ? time.end - start : 0,
      .latency_max = count->latency_max,
      .latency_mean = count->packets > 0 ? (double)count->latency_sum / (double)count->packets : 0,
  };
  if (w->plan->step_name != NULL) {
    (void)snprintf(r->name, sizeof r->name, "%s", w->plan->step_name[step]);
  } else {
    (void)snprintf(r->name, sizeof r->name, "%u", step + 1);
  }
}

bool workload_schedule(const workload_t *w, workload_schedule_t *r) {
  if (w->plan == NULL || w->plan->schedule.steps == 0) {
    return false;
  }
  *r = (workload_schedule_t){.steps = w->plan->schedule.steps,
                             .bound = w->plan->schedule.bound,
                             .forced = w->plan->schedule.forced,
                             .loose = w->loose};
  if (w->idle != NULL) {
    idle_steps_result(w->idle, r);
  }
  return true;
}

bool workload_wait(const workload_t *w, uint32_t i, workload_wait_t *wait) {
  return w->idle != NULL && idle_steps_wait(w->idle, w->topology, i, wait);
}

// The values of equation (12), in its order.
static double equation_12(double steps, double startup, double flits) {
  const double values[EQUATION_VALUES] = {steps, startup, flits, 1};
  const equation_t *e = NULL;
  for (size_t i = 0; (e = equation(i)) != NULL && strcmp(e->name, "12") != 0; i++) {
  }
  assert(e != NULL);
  return e->value(values);
}

double workload_schedule_once(const workload_schedule_t *s) {
  return equation_12(s->steps, (double)s->startup, s->flits);
}

double workload_schedule_each(const workload_schedule_t *s) {
  return s->steps * equation_12(1, (double)s->startup, s->flits);
}
