// workload -- builds the traffic or the plan of a scenario and runs the hosts, cycle by cycle; see
// workload.h and workload_state.h.

#include "workload/workload.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "collective/collectives.h"
#include "network/flow_rate.h"
#include "workload/forwarded_packets.h"
#include "workload/host_peers.h"
#include "workload/host_shards.h"
#include "workload/idle_steps.h"
#include "workload/multicasts.h"
#include "workload/node_map.h"
#include "workload/plan_source.h"
#include "workload/prepare_paths.h"
#include "workload/prepare_worms.h"
#include "workload/replay.h"

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

static bool read_multicasts(const scenario_t *s, workload_input_t *input, noc_error_t *error) {
  input->multicasts = calloc(1, sizeof *input->multicasts);
  if (input->multicasts == NULL) {
    return memory_fail(error, "the multicasts");
  }
  input->plan = multicasts_read(s, input->multicasts, error);
  if (input->plan == NULL) {
    return scenario_fail_in(s, error);
  }
  return prepare_worms(input, error) &&
         multicasts_zero_load(s, input->multicasts, input->plan, workload_ways(input),
                              workload_path_hops(input), error);
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
  noc_shape_t least;
  if (!workload_least(s, &least, error)) {
    return false;
  }
  switch (s->workload) {
    case WORKLOAD_TRAFFIC:
      input->classes = class_input_read(s, error);
      return input->classes != NULL;
    case WORKLOAD_COLLECTIVE:
      input->plan = create_collective(s, error);
      return input->plan != NULL ? prepare_worms(input, error) && prepare_paths(input, error)
                                 : scenario_fail_in(s, error);
    case WORKLOAD_PLAN:
      input->plan = plan_read_goal(s->plan.path, s->flit_bits, s->topology->nodes, error);
      return input->plan != NULL && map_plan(s, input->plan, error) &&
             prepare_worms(input, error) && prepare_paths(input, error);
    case WORKLOAD_MULTICASTS:
      return read_multicasts(s, input, error);
    case WORKLOAD_EXTERNAL:
      return true;
    case WORKLOAD_TRACE:
      input->trace = trace_read(
          s->trace.path, s->topology->nodes,
          s->cut_through && s->depth < PLAN_MAX_FLITS ? s->depth : PLAN_MAX_FLITS, error);
      return input->trace != NULL;
  }
  return false;
}

void workload_input_free(workload_input_t *input) {
  prepare_worms_free(input);
  prepare_paths_free(input);
  plan_free(input->plan);
  class_input_free(input->scenario, input->classes);
  trace_free(input->trace);
  if (input->multicasts != NULL) {
    multicasts_free(input->multicasts);
    free(input->multicasts);
  }
  *input = (workload_input_t){0};
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
  participants_free(&participants);
  return w->blocks != NULL;
}

// Why messages of a schedule may take longer than the closed form says they do alone; NULL: there
// is nothing that delays them.
static const char *find_loose(const scenario_t *s, const plan_t *plan, bool refuses) {
  const flow_t flow = {.pipeline = s->pipeline,
                       .link_latency = s->link_latency,
                       .depth = s->depth,
                       .cut_through = s->cut_through,
                       .early = scenario_early(s)};
  const unsigned flits = workload_packet_flits(s, plan);
  if (plan->step == NULL) {
    return "steps overlap";
  }
  if (host_costs_any(&s->host)) {
    return "hosts take time";
  }
  if (s->jitter.links + s->jitter.hosts != 0) {
    return "links or hosts stall (run.jitter)";
  }
  if (scenario_clocks_links(s)) {
    return "links have a clock of their own (link.clock_ratio)";
  }
  if (refuses) {
    return "interfaces refuse flits";
  }
  return plan_longest(plan) > flits && s->depth < flow_full_depth(&flow, flits)
             ? "packets of a message wait for credits"
             : NULL;
}

// Makes the counts of each step, for a plan with steps. Steps that overlap have virtual networks of
// their own, so that none of them waits for another.
static bool create_steps(workload_t *w, const scenario_t *s, const plan_t *plan,
                         noc_error_t *error) {
  w->plan = plan;
  w->loose = plan->schedule.steps > 0 ? find_loose(s, plan, w->refusals.any) : NULL;
  const char *unfit = plan->schedule.forced ? "workload.force lets messages meet" : w->loose;
  if (s->steps == STEPS_BARRIER && unfit != NULL) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "workload.steps" SAY_IS("barrier, but %s",
                                            "sequential or overlapped, for barriers go by "
                                            "the time that messages take alone"),
                    unfit);
  }
  if (plan->step == NULL) {
    return true;
  }
  w->step = calloc(plan->steps, sizeof *w->step);
  w->sequential = s->steps == STEPS_SEQUENTIAL || s->steps == STEPS_BESIDE;
  assert(s->steps != STEPS_OVERLAPPED ||
         plan->steps <= w->shape->networks);  // the scenario has seen to that
  const zero_load_t alone = scenario_zero_load(s);
  const bool idle = plan->schedule.steps > 0 && w->loose == NULL;
  w->idle = idle ? idle_steps_create(plan, &alone, w->sequential) : NULL;
  return (w->step != NULL && (w->idle != NULL || !idle)) || memory_fail(error, "the steps");
}

// The nodes that send at random times at a load, to `image` or, where that is NULL, to any:
// sources, whether they have drawn a packet yet or not.
static void add_sources(workload_t *w, double load, const uint32_t *image) {
  const uint32_t nodes = w->topology->nodes;
  for (uint32_t node = 0; node < nodes && nodes > 1 && load > 0; node++) {
    if (image == NULL || image[node] != node) {
      fairness_offers(&w->fairness, node);
    }
  }
}

static bool create_traffic(workload_t *w, const scenario_t *s, const workload_input_t *input,
                           noc_error_t *error) {
  w->classes = classes_create(s, input->classes, w->active, w->network, error);
  if (w->classes == NULL) {
    return false;
  }
  w->source = classes_source(w->classes);
  w->stream = classes_stream(w->classes, 0);
  w->by_stream = classes_many(w->classes);
  for (unsigned i = 0; i < s->classes; i++) {
    add_sources(w, s->traffic[i].load, input->classes[i].image);
  }
  return true;
}

static bool create_replay(workload_t *w, const scenario_t *s, const workload_input_t *input,
                          noc_error_t *error) {
  replay_t *replay = replay_create(input->trace, w->network, s->seed, w->active, error);
  if (replay == NULL) {
    return false;
  }
  w->source = replay_source(replay);
  return true;
}

static bool create_external(workload_t *w, const scenario_t *s, noc_error_t *error) {
  w->external = external_create(s, w->active, error);
  if (w->external == NULL) {
    return false;
  }
  w->source = external_source(w->external);
  return true;
}

// The packets of a plan carry this.
static payload_t payload_of(const workload_t *w, unsigned packet_flits) {
  if (w->plan->coding != NULL) {
    return PAYLOAD_ITEM;
  }
  if (w->blocks != NULL && w->blocks->kind == BLOCK_REDUCED) {
    return PAYLOAD_REDUCED;
  }
  return w->blocks != NULL && plan_longest(w->plan) > packet_flits ? PAYLOAD_PART : PAYLOAD_KEPT;
}

static bool create_plan(workload_t *w, const scenario_t *s, const workload_input_t *input,
                        noc_error_t *error) {
  if ((s->workload == WORKLOAD_COLLECTIVE && !create_blocks(w, s, input->plan, error)) ||
      !create_steps(w, s, input->plan, error)) {
    return false;
  }
  uint32_t first = 0;
  uint32_t end = 0;
  const bool parted = network_own_nodes(w->network, &first, &end);
  const plan_source_config_t config = {
      .engine = {.plan = input->plan,
                 .seed = s->seed,
                 .blocks = w->blocks,
                 .words = w->shape->words,
                 .word_mask = w->word_mask,
                 .head_mask = w->head_mask,
                 .packet_flits = workload_packet_flits(s, input->plan),
                 .queues = s->steps == STEPS_OVERLAPPED && w->step != NULL ? w->shape->networks : 1,
                 .sequential = w->sequential,
                 .part = parted,
                 .first_node = parted ? first : 0,
                 .end_node = parted ? end : 0,
                 .data_by_tag = input->multicasts != NULL,
                 .active = w->active},
      .unicasts = w->shape->xor_unit ? CARRIER_CODED : CARRIER_UNICAST,
      .by_step = s->steps == STEPS_OVERLAPPED && w->step != NULL,
      .multicasts = input->multicasts,
      .window_from = w->window_from,
      .window_to = w->window_to,
  };
  if (input->multicasts != NULL) {
    add_sources(w, s->load, NULL);
  }
  w->payload = payload_of(w, config.engine.packet_flits);
  return plan_source_create(&config, &w->source, &w->engine, error);
}

static bool create_source(workload_t *w, const scenario_t *s, const workload_input_t *input,
                          noc_error_t *error) {
  switch (s->workload) {
    case WORKLOAD_TRAFFIC:
      return create_traffic(w, s, input, error);
    case WORKLOAD_TRACE:
      return create_replay(w, s, input, error);
    case WORKLOAD_EXTERNAL:
      return create_external(w, s, error);
    case WORKLOAD_COLLECTIVE:
    case WORKLOAD_PLAN:
    case WORKLOAD_MULTICASTS:
      return create_plan(w, s, input, error);
  }
  return false;
}

static bool create_model(workload_t *w, const scenario_t *s, noc_error_t *error) {
  if (host_costs_any(&s->host)) {
    w->model = host_model_create(&s->host, w->network, error);
  }
  return w->model != NULL || !host_costs_any(&s->host);
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

// Says whether a flit behind the first of its packet is a word that is made from the packet's key,
// on the one virtual network, and nobody is told of it.
static bool has_plain_flits(const workload_t *w) {
  const noc_shape_t *s = w->shape;
  return s->networks == 1 && s->words == 1 && s->aged == 0 && !w->by_stream && !w->refusals.any &&
         w->carriers == UINT32_C(1) << CARRIER_UNICAST && w->payload == PAYLOAD_MADE &&
         w->source.code->sent == NULL;
}

workload_t *workload_create(const scenario_t *s, const workload_input_t *input, network_t *n,
                            noc_error_t *error) {
  workload_t *w = calloc(1, sizeof *w);
  if (w == NULL) {
    (void)memory_fail(error, "the workload");
    return NULL;
  }
  w->network = n;
  w->pins = network_host_pins(n);
  w->topology = network_topology(n);
  w->shape = network_shape(n);
  w->alone = scenario_zero_load(s);
  const size_t nodes = w->topology->nodes;
  const unsigned unicast_bits = w->shape->msg_w - w->shape->forward_unit;
  w->message_mask = (1u << unicast_bits) - 1;
  w->message_bit = w->shape->forward_unit ? forwarded_packets_unicast_bit(w->shape) : 0;
  // Pages of the nodes of other processes are not made.
  void *(*const take)(size_t, size_t) = network_peers(n) != NULL ? memory_sparse : memory_array;
  w->active = calloc((nodes + 63) / 64, sizeof *w->active);
  w->outgoing = take(nodes * w->shape->networks, sizeof *w->outgoing);
  w->last_network = take(nodes, sizeof *w->last_network);
  w->incoming = take(nodes * w->shape->vcs, sizeof *w->incoming);
  w->sequence = take(nodes * w->shape->networks, sizeof *w->sequence);
  w->turn = take(nodes, sizeof *w->turn);
  w->numbers = (w->message_mask + 1) / w->shape->networks;
  w->numbers = w->numbers > 0 ? w->numbers : 1;
  w->window_from = s->warmup;
  w->window_to = s->cycles > 0 ? s->warmup + s->cycles : UINT64_MAX;
  if (s->cycles > 0) {
    w->batches = batches_start(s->warmup, s->cycles);
  }
  set_masks(w);
  bool ok = w->active != NULL && w->outgoing != NULL && w->last_network != NULL &&
            w->incoming != NULL && w->sequence != NULL && w->turn != NULL &&
            fairness_create(&w->fairness, (uint32_t)nodes, w->window_from) &&
            route_hops_create(&w->hops, network_routing(n), network_shards(n) != NULL);
  ok = ok ? refusals_create(&w->refusals, s, n, w->numbers, error) &&
                flights_create(&w->flights, (uint32_t)nodes, unicast_bits, network_peers(n) != NULL,
                               error) &&
                create_source(w, s, input, error) && carriers_create(w, s, input, error) &&
                create_model(w, s, error) &&
                (network_mirrors(n) || network_peers(n) == NULL || host_peers_create(w, s, error))
          : memory_fail(error, "the workload");
  if (ok) {
    w->flows = has_plain_flits(w) && !network_mirrors(n);
    ok = hosts_shard(w, error);
  }
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
  hosts_unshard(w);
  host_peers_free(w->parted);
  if (w->source.code != NULL) {
    w->source.code->free(w->source.self);
  }
  carriers_free(w);
  host_model_free(w->model);
  free(w->step);
  idle_steps_free(w->idle);
  blocks_free(w->blocks);
  flights_free(&w->flights);
  refusals_free(&w->refusals);
  route_hops_free(&w->hops);
  histogram_free(&w->latency);
  histogram_free(&w->network_latency);
  free(w->active);
  free(w->outgoing);
  free(w->last_network);
  free(w->incoming);
  free(w->sequence);
  free(w->turn);
  fairness_free(&w->fairness);
  free(w);
}

bool workload_send(workload_t *w, const workload_message_t *message, noc_error_t *error) {
  if (w->external == NULL) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "workload.traffic" SAY_IS("not external", "external for messages to be sent"));
  }
  if (!external_send(w->external, message, network_cycle(w->network), error)) {
    return false;
  }
  w->source.own_networks = external_names_networks(w->external);
  return true;
}

uint32_t workload_messages_waiting(const workload_t *w, uint32_t node) {
  return w->external != NULL ? external_waiting(w->external, node) : 0;
}

bool workload_delivered(workload_t *w, workload_delivery_t *delivery) {
  return w->external != NULL && external_delivered(w->external, delivery);
}

bool workload_delivers(const workload_t *w, uint64_t cycle) {
  return w->external != NULL && external_delivers(w->external, cycle);
}

void workload_see(workload_t *w, workload_see_t see) {
  w->see = see;
}

void workload_stop(workload_t *w) {
  w->stopped = true;
  w->source.code->stop(w->source.self, network_cycle(w->network));
}
