// workload -- builds the traffic or the plan of a scenario and runs the hosts, cycle by cycle; see
// workload.h and workload_state.h.

#include "workload/workload.h"

#include <stdlib.h>
#include <string.h>

#include "network/memory.h"
#include "workload/collectives.h"
#include "workload/node_map.h"
#include "workload/workload_state.h"

// Message numbers tell the packets of one source apart while they are on their way: as many bits as
// the head has room for, within these bounds. A source waits while a number is still in use.
enum { MESSAGE_BITS_MIN = 4, MESSAGE_BITS_MAX = 10 };

// The widest that fits. Where even the narrowest does not, the error of the shape says so later.
static unsigned message_bits(const scenario_t *s, unsigned len_w) {
  unsigned bits = MESSAGE_BITS_MAX;
  for (; bits > MESSAGE_BITS_MIN; bits--) {
    noc_error_t ignored;
    noc_shape_t shape = {.vcs = s->vcs,
                         .depth = s->depth,
                         .flit_bits = s->flit_bits,
                         .cut_through = s->cut_through,
                         .pipeline = s->pipeline,
                         .networks = s->networks,
                         .len_w = len_w,
                         .msg_w = bits};
    if (network_complete_shape(s->topology, s->route, &shape, &ignored)) {
      break;
    }
  }
  return bits;
}

// What a scenario asks for is refused behind its parser: the line begins with its name too.
static bool fail_in_scenario(const scenario_t *s, noc_error_t *error) {
  if (error->status == NOC_BAD_INPUT) {
    const noc_error_t why = *error;
    return noc_fail(error, why.status, "%s: %s", s->file, why.text);
  }
  return false;
}

static plan_t *create_collective(const scenario_t *s, noc_error_t *error) {
  participants_t participants;
  const char *key = NULL;
  if (!participants_create(s, &participants, &key, error)) {
    return NULL;
  }
  plan_t *plan = collective_plan(s->collective, s->scheme, &participants, error);
  participants_free(&participants);
  return plan;
}

static bool map_plan(const scenario_t *s, plan_t *plan, noc_error_t *error) {
  uint32_t *image = node_map_create(&s->map, plan->ranks, s->topology->nodes, s->seed, error);
  if (image == NULL) {
    return false;
  }
  plan_map(plan, s->topology->nodes, image);
  return true;
}

bool workload_read(const scenario_t *s, workload_input_t *input, noc_error_t *error) {
  *input = (workload_input_t){.scenario = s};
  switch (s->workload) {
    case WORKLOAD_TRAFFIC:
      input->classes = class_input_read(s, error);
      return input->classes != NULL;
    case WORKLOAD_COLLECTIVE:
      input->plan = create_collective(s, error);
      return input->plan != NULL || fail_in_scenario(s, error);
    case WORKLOAD_PLAN:
      input->plan = plan_read_goal(s->plan.path, s->flit_bits, s->topology->nodes, error);
      return input->plan != NULL && map_plan(s, input->plan, error);
    case WORKLOAD_TRACE:
      input->trace = trace_read(
          s->trace.path, s->topology->nodes,
          s->cut_through && s->depth < PLAN_MAX_FLITS ? s->depth : PLAN_MAX_FLITS, error);
      return input->trace != NULL;
  }
  return false;
}

void workload_input_free(workload_input_t *input) {
  plan_free(input->plan);
  class_input_free(input->scenario, input->classes);
  trace_free(input->trace);
  *input = (workload_input_t){0};
}

// The longest packet of a plan. Without the key the longest that the network takes.
static unsigned plan_packet_flits(const scenario_t *s) {
  if (s->packet_flits != 0) {
    return s->packet_flits;
  }
  return s->cut_through && s->depth < PLAN_MAX_FLITS ? s->depth : PLAN_MAX_FLITS;
}

bool workload_widths(const scenario_t *s, const workload_input_t *input, unsigned *msg_w,
                     unsigned *len_w, noc_error_t *error) {
  (void)error;  // what does not fit was refused by the scenario or the reader of the file
  unsigned flits = s->workload == WORKLOAD_TRAFFIC ? classes_longest(s)
                   : s->workload == WORKLOAD_TRACE ? input->trace->longest
                                                   : s->packet_flits;
  if (s->workload == WORKLOAD_PLAN) {
    const unsigned longest = plan_longest(input->plan);
    flits = longest < plan_packet_flits(s) ? longest : plan_packet_flits(s);
  }
  *len_w = shape_width((uint64_t)flits + 1);
  *msg_w = message_bits(s, *len_w);
  return true;
}

static bool create_blocks(workload_t *w, const scenario_t *s, const plan_t *plan,
                          noc_error_t *error) {
  participants_t participants;
  const char *key = NULL;
  if (!participants_create(s, &participants, &key, error)) {
    return false;
  }
  w->from_nodes = participants.from.count;
  w->to_nodes = participants.to.count;
  w->blocks = blocks_create(s->collective, &participants, plan, w->shape, s->seed, error);
  w->reduction = w->blocks != NULL && w->blocks->kind == BLOCK_REDUCED;
  participants_free(&participants);
  return w->blocks != NULL;
}

static bool create_source(workload_t *w, const scenario_t *s, const workload_input_t *input,
                          noc_error_t *error) {
  if (s->workload == WORKLOAD_COLLECTIVE && !create_blocks(w, s, input->plan, error)) {
    return false;
  }
  if (s->workload == WORKLOAD_TRAFFIC) {
    w->classes = classes_create(s, input->classes, w->active, error);
    w->listed = s->listed;
    w->traffic = w->classes != NULL && !s->listed ? classes_only(w->classes) : NULL;
    w->by_stream = w->classes != NULL && classes_many(w->classes);
    return w->classes != NULL;
  }
  if (s->workload == WORKLOAD_TRACE) {
    w->replay = replay_create(input->trace, w->topology->nodes, s->seed, w->active, error);
    return w->replay != NULL;
  }
  const engine_config_t config = {
      .plan = input->plan,
      .seed = s->seed,
      .blocks = w->blocks,
      .words = w->shape->words,
      .packet_flits = s->workload == WORKLOAD_PLAN ? plan_packet_flits(s) : s->packet_flits,
      .active = w->active,
  };
  w->engine = engine_create(&config, error);
  return w->engine != NULL;
}

// The data bits: all of a flit, and of a head flit those above its fields.
static void set_masks(workload_t *w) {
  const noc_shape_t *s = w->shape;
  w->word_mask = s->word_bits == 64 ? UINT64_MAX : (UINT64_C(1) << s->word_bits) - 1;
  for (unsigned i = 0; i < s->words; i++) {
    w->head_mask[i] = w->word_mask;
  }
  packet_clear_fields(s, w->head_mask);
}

workload_t *workload_create(const scenario_t *s, const workload_input_t *input, network_t *n,
                            noc_error_t *error) {
  workload_t *w = calloc(1, sizeof *w);
  if (w == NULL) {
    (void)memory_fail(error, "the workload");
    return NULL;
  }
  w->network = n;
  w->topology = network_topology(n);
  w->shape = network_shape(n);
  const size_t nodes = w->topology->nodes;
  w->message_mask = (1u << w->shape->msg_w) - 1;
  w->active = calloc((nodes + 63) / 64, sizeof *w->active);
  w->outgoing = memory_array(nodes * w->shape->networks, sizeof *w->outgoing);
  w->last_network = memory_array(nodes, sizeof *w->last_network);
  w->incoming = memory_array(nodes * w->shape->vcs, sizeof *w->incoming);
  w->sequence = memory_array(nodes, sizeof *w->sequence);
  w->window_from = s->warmup;
  w->window_to = s->cycles > 0 ? s->warmup + s->cycles : UINT64_MAX;
  if (s->cycles > 0) {
    w->batches = batches_start(s->warmup, s->cycles);
  }
  set_masks(w);
  bool ok = w->active != NULL && w->outgoing != NULL && w->last_network != NULL &&
            w->incoming != NULL && w->sequence != NULL &&
            route_hops_create(&w->hops, network_routing(n));
  ok = ok ? flights_create(&w->flights, (uint32_t)nodes, w->shape->msg_w, error) &&
                create_source(w, s, input, error)
          : memory_fail(error, "the workload");
  if (!ok) {
    workload_free(w);
    return NULL;
  }
  return w;
}

void workload_free(workload_t *w) {
  if (w == NULL) {
    return;
  }
  classes_free(w->classes);
  engine_free(w->engine);
  replay_free(w->replay);
  blocks_free(w->blocks);
  flights_free(&w->flights);
  route_hops_free(&w->hops);
  histogram_free(&w->latency);
  histogram_free(&w->network_latency);
  free(w->active);
  free(w->outgoing);
  free(w->last_network);
  free(w->incoming);
  free(w->sequence);
  free(w);
}

static void note_entering(workload_t *w, uint64_t now) {
  const uint64_t *entering = network_entering_mask(w->network);
  for (uint32_t base = 0; base < w->topology->nodes; base += 64) {
    for (uint64_t mask = entering[base / 64]; mask != 0; mask &= mask - 1) {
      uint32_t node = base + (uint32_t)__builtin_ctzll(mask);
      uint32_t message = network_entering_message(w->network, node);
      flight_t *flight = flights_find(&w->flights, node, message);
      if (flight != NULL) {
        flight->entered = now;
      }
    }
  }
}

// Of a plan: announces the messages that 64 nodes take in this cycle.
static void expect(const workload_t *w, uint32_t base, uint64_t mask) {
  uint32_t sends[64];
  unsigned count = 0;
  for (; mask != 0; mask &= mask - 1) {
    host_delivery_t d;
    (void)network_delivery(w->network, base + (uint32_t)__builtin_ctzll(mask), &d);
    const uint32_t source = network_node(w->network, d.source);
    const flight_t *flight =
        source != UINT32_MAX ? flights_find(&w->flights, source, d.message) : NULL;
    if (flight != NULL && (d.kind & KIND_HEAD) != 0) {
      sends[count++] = flight->operation;
    }
  }
  engine_expect(w->engine, sends, count);
}

bool workload_cycle(workload_t *w, noc_error_t *error) {
  const uint64_t now = network_cycle(w->network);
  const uint64_t *deliveries = network_delivery_mask(w->network);
  note_entering(w, now);
  for (uint32_t base = 0; base < w->topology->nodes; base += 64) {
    if (w->engine != NULL) {
      expect(w, base, deliveries[base / 64]);
    }
    for (uint64_t mask = deliveries[base / 64]; mask != 0; mask &= mask - 1) {
      if (!scoreboard_take(w, base + (uint32_t)__builtin_ctzll(mask), now, error)) {
        return false;
      }
    }
  }
  if (w->classes != NULL) {
    classes_cycle(w->classes, now);
  } else if (w->engine != NULL) {
    if (!engine_cycle(w->engine, now, error)) {
      return false;
    }
  } else {
    replay_cycle(w->replay, now);
  }
  return host_send(w, now, error);
}

bool workload_waiting(const workload_t *w) {
  bool any = w->flights.flying > 0;
  for (uint32_t base = 0; base < w->topology->nodes && !any; base += 64) {
    any = w->active[base / 64] != 0;
  }
  return any;
}

bool workload_done(const workload_t *w) {
  if (w->engine != NULL && !w->stopped) {
    return engine_done(w->engine) && w->flights.flying == 0;
  }
  if (w->replay != NULL && !w->stopped) {
    return replay_done(w->replay);
  }
  return w->stopped && !workload_waiting(w);
}

// Packets created in the cycles from .. to-1 that are still in a source queue.
static traffic_sum_t queued(const workload_t *w, uint64_t from, uint64_t to) {
  traffic_sum_t sum = {0, 0};
  for (unsigned i = 0; w->classes != NULL && i < classes_streams(w->classes); i++) {
    const traffic_sum_t one = classes_queued(w->classes, i, from, to);
    sum.packets += one.packets;
    sum.flits += one.flits;
  }
  return w->replay != NULL ? replay_queued(w->replay, from, to) : sum;
}

bool workload_measured(const workload_t *w) {
  return network_cycle(w->network) >= w->window_to &&
         w->latency.count == w->window_packets_started &&
         queued(w, w->window_from, w->window_to).packets == 0;
}

void workload_stop(workload_t *w) {
  w->stopped = true;
  if (w->classes != NULL) {
    classes_stop(w->classes, network_cycle(w->network));
  } else if (w->replay != NULL) {
    replay_stop(w->replay);
  }
}

uint32_t workload_operations(const workload_t *w, uint32_t *all) {
  *all = w->engine != NULL ? engine_operations(w->engine) : 0;
  return w->engine != NULL ? engine_complete(w->engine) : 0;
}

bool workload_stalled(const workload_t *w, noc_error_t *error) {
  if (w->engine == NULL || w->stopped || engine_done(w->engine) || engine_computing(w->engine) ||
      workload_waiting(w)) {
    return false;
  }
  engine_fail_stalled(w->engine, error);
  return true;
}

bool workload_verify(const workload_t *w, noc_error_t *error) {
  if (w->flights.flying > 0) {
    return noc_fail(error, NOC_CHECK_FAILED, "scoreboard: %llu packets never arrived",
                    (unsigned long long)w->flights.flying);
  }
  if (w->engine != NULL && engine_checked(w->engine) != engine_expected(w->engine)) {
    return noc_fail(error, NOC_CHECK_FAILED,
                    "scoreboard: %llu of %llu messages were found with the right data",
                    (unsigned long long)engine_checked(w->engine),
                    (unsigned long long)engine_expected(w->engine));
  }
  return w->blocks == NULL || blocks_verify(w->blocks, error);
}

uint64_t workload_last_progress(const workload_t *w) {
  return w->last_progress;
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

void workload_result(workload_t *w, workload_result_t *r) {
  *r = (workload_result_t){
      .packets_created = w->packets_started,
      .packets_delivered = w->packets_delivered,
      .flits_created = w->flits_started,
      .flits_delivered = w->flits_delivered,
      .completion = w->last_delivery,
      .packets = w->packets_delivered,
      .packet_hops = w->packet_hops,
      .zero_load_latency = zero_load_mean(w),
      .batches = w->batches,
  };
  const traffic_sum_t waiting = queued(w, 0, network_cycle(w->network));
  const traffic_sum_t measured = queued(w, w->window_from, window_end(w));
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
  r->accepted = rate(w, w->window_flits_taken);
  summarize(&w->latency, &r->latency);
  summarize(&w->network_latency, &r->network_latency);
}

unsigned workload_streams(const workload_t *w) {
  return w->by_stream ? classes_streams(w->classes) : 0;
}

void workload_stream(workload_t *w, unsigned stream, workload_stream_t *r) {
  const stream_t *s = classes_stream(w->classes, stream);
  const traffic_sum_t all = classes_queued(w->classes, stream, 0, network_cycle(w->network));
  const traffic_sum_t window = classes_queued(w->classes, stream, w->window_from, window_end(w));
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
