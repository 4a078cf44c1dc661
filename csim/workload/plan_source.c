// plan_source -- see plan_source.h.

#include "workload/plan_source.h"

#include <stdlib.h>

#include "base/memory.h"
#include "collective/worm_needs.h"
#include "workload/multicast_log.h"

typedef struct {
  engine_t *engine;
  const plan_t *plan;
  const blocks_t *blocks;  // of a collective, or NULL
  carrier_t unicasts;      // the carrier of sends
  bool by_step;
  multicast_log_t log;  // of random multicasts
} plan_source_t;

static void free_plan(void *self) {
  plan_source_t *s = self;
  engine_free(s->engine);
  multicast_log_free(&s->log);
  free(s);
}

static void checkpoint_plan(void *self, uint64_t now, checkpoint_t *c) {
  plan_source_t *s = self;
  (void)now;
  engine_checkpoint(s->engine, c);
  if (s->log.all != NULL) {
    multicast_log_checkpoint(&s->log, c);
  }
}

static bool cycle(void *self, uint64_t now, noc_error_t *error) {
  return engine_cycle(((plan_source_t *)self)->engine, now, error);
}

static uint64_t next(const void *self, uint64_t now) {
  const plan_source_t *s = self;
  const uint64_t cycle = engine_next(s->engine);
  return cycle > now ? cycle : now;
}

static void fetch(const void *self, uint32_t base, uint64_t mask) {
  const plan_source_t *s = self;
  engine_expect_fronts(s->engine, base, mask);
}

static void expect(const void *self, const uint32_t *operations, unsigned count) {
  const plan_source_t *s = self;
  engine_expect(s->engine, operations, count);
}

// --- packets -------------------------------------------------------------------------------------

static carrier_t carrier_of(const plan_source_t *s, const engine_send_t *send) {
  if (send->destination != kPlanNone) {
    const bool own = s->plan->paths > 0 && plan_path_of(s->plan, send->operation) != kPlanNone;
    return own ? CARRIER_ROUTED : s->unicasts;
  }
  switch (plan_carrier(s->plan, send->operation).kind) {
    case CARRY_PATH:
      return CARRIER_PATH_WORM;
    case CARRY_FORWARD:
      return CARRIER_FORWARDED;
    case CARRY_TREE:
      break;
  }
  return CARRIER_TREE_WORM;
}

static front_t plan_front(const plan_source_t *s, const engine_send_t *send) {
  const carrier_t carrier = carrier_of(s, send);
  const bool multicast = send->destination == kPlanNone;
  const bool worm = carrier == CARRIER_TREE_WORM || carrier == CARRIER_PATH_WORM;
  return (front_t){
      .created = send->created,
      .key = send->key,
      .data = send->data,
      .destination = multicast ? s->plan->op[send->operation + 1].peer : send->destination,
      .operation = send->operation,
      .first = send->first,
      .flits = worm && send->flits < WORM_FLITS ? WORM_FLITS : send->flits,
      .network = send->queue,
      .queue = send->queue,
      .carrier = (uint8_t)carrier};
}

static bool find_front(const void *self, uint32_t node, uint32_t networks, uint64_t now,
                       front_t *front, bool *queued) {
  const plan_source_t *s = self;
  engine_send_t send;
  (void)now;
  bool found = false;
  if (s->by_step) {
    found = engine_oldest_front(s->engine, node, networks, &send, queued);
  } else {
    found = engine_front(s->engine, node, &send);
    *queued = found;
  }
  if (found) {
    *front = plan_front(s, &send);
  }
  return found;
}

static void pop(void *self, uint32_t node, uint64_t now, const front_t *front) {
  const plan_source_t *s = self;
  engine_pop(s->engine, node, front->queue, now);
}

static uint32_t pop_message(void *self, uint32_t node, uint64_t now, const front_t *front) {
  const plan_source_t *s = self;
  engine_pop_message(s->engine, node, front->queue, now);
  return s->plan->op[front->operation].size;
}

static void packet(const void *self, uint32_t operation, uint32_t first, front_t *front) {
  const plan_source_t *s = self;
  engine_send_t send;
  engine_packet(s->engine, operation, first, &send);
  *front = plan_front(s, &send);
}

static bool packet_arrived(void *self, uint32_t operation) {
  const plan_source_t *s = self;
  return engine_packet_arrived(s->engine, operation);
}

static bool message_arrived(void *self, const arrival_t *arrival, uint64_t now,
                            noc_error_t *error) {
  const plan_source_t *s = self;
  return engine_message_arrived(s->engine, arrival->operation, now, error);
}

static void sent(void *self, uint32_t operation, uint64_t now) {
  const plan_source_t *s = self;
  engine_sent(s->engine, operation, now);
}

// --- in several processes ------------------------------------------------------------------------

static void count(const void *self, source_counts_t *counts) {
  const plan_source_t *s = self;
  const engine_counts_t e = engine_counts(s->engine);
  *counts = (source_counts_t){.complete = e.complete,
                              .checked = e.checked,
                              .found = e.found,
                              .entered = e.entered,
                              .working = e.computing};
}

static void note_others(void *self, const source_counts_t *others) {
  const plan_source_t *s = self;
  const engine_counts_t e = {.complete = others->complete,
                             .checked = others->checked,
                             .found = others->found,
                             .entered = others->entered,
                             .computing = others->working};
  engine_note_others(s->engine, &e);
}

static uint64_t earliest_end(const void *self) {
  const plan_source_t *s = self;
  return engine_computes_until(s->engine);
}

static bool gather_steps(void *self, peers_t *peers) {
  const plan_source_t *s = self;
  const unsigned steps = s->plan->step != NULL ? s->plan->steps : 0;
  for (unsigned k = 0; k < steps; k++) {
    const engine_step_t time = engine_step(s->engine, k);
    peers_put_all(peers, &time, sizeof time);
  }
  peers_begin(peers);
  peers_end(peers);
  for (unsigned i = 0; i < peers->count; i++) {
    for (unsigned k = 0; k < steps && i != peers->rank; k++) {
      engine_step_t time;
      peers_get(peers, i, &time, sizeof time);
      engine_note_step(s->engine, k, &time);
    }
  }
  return true;
}

// --- the end of a plan ---------------------------------------------------------------------------

static void stop_plan(void *self, uint64_t now) {
  (void)self;
  (void)now;
}

static bool plan_done(const void *self, bool stopped, uint64_t now) {
  const plan_source_t *s = self;
  (void)now;
  return stopped || engine_done(s->engine);
}

static bool waits_for_ever(const plan_source_t *s) {
  return !engine_done(s->engine) && !engine_computing(s->engine);
}

static bool plan_stalled(const void *self, bool stopped) {
  return !stopped && waits_for_ever(self);
}

static bool plan_verify(const void *self, uint64_t now, noc_error_t *error) {
  const plan_source_t *s = self;
  (void)now;
  if (engine_checked(s->engine) != engine_expected(s->engine)) {
    return noc_fail(error, NOC_CHECK_FAILED,
                    "scoreboard: %llu of %llu messages were found with the right data",
                    (unsigned long long)engine_checked(s->engine),
                    (unsigned long long)engine_expected(s->engine));
  }
  return s->blocks == NULL || blocks_verify(s->blocks, error);
}

static void plan_result(const void *self, uint64_t now, workload_result_t *r) {
  const plan_source_t *s = self;
  (void)now;
  r->operations = engine_operations(s->engine);
  r->operations_complete = engine_complete(s->engine);
  r->blocks_checked = s->blocks != NULL ? blocks_all_found(s->blocks) : engine_checked(s->engine);
  r->blocks_expected = s->blocks != NULL ? s->blocks->expected : engine_expected(s->engine);
}

static const source_code_t kPlanSource = {
    .free = free_plan,
    .checkpoint = checkpoint_plan,
    .cycle = cycle,
    .next = next,
    .stop = stop_plan,
    .done = plan_done,
    .front = find_front,
    .pop = pop,
    .pop_message = pop_message,
    .packet = packet,
    .packet_arrived = packet_arrived,
    .message_arrived = message_arrived,
    .sent = sent,
    .count = count,
    .note_others = note_others,
    .gather = gather_steps,
    .earliest_end = earliest_end,
    .fetch = fetch,
    .expect = expect,
    .stalled = plan_stalled,
    .verify = plan_verify,
    .result = plan_result,
};

// --- random multicasts ---------------------------------------------------------------------------

static void stop_multicasts(void *self, uint64_t now) {
  plan_source_t *s = self;
  engine_stop(s->engine);
  s->log.stop = now;
}

// All multicasts that have been created are complete.
static bool multicasts_done(const void *self, bool stopped, uint64_t now) {
  const plan_source_t *s = self;
  if (s->log.last != NULL) {  // which are complete is not known here
    return stopped && engine_checked(s->engine) == multicast_log_messages(&s->log, now);
  }
  return stopped && s->log.completed == multicast_log_created(&s->log, now);
}

// Multicasts that have been released go on when they are stopped.
static bool multicasts_stalled(const void *self, bool stopped) {
  (void)stopped;
  return waits_for_ever(self);
}

static bool multicasts_measured(const void *self, uint64_t to) {
  const plan_source_t *s = self;
  return s->log.latency.count == multicast_log_window(&s->log, to);
}

static bool multicasts_verify(const void *self, uint64_t now, noc_error_t *error) {
  const plan_source_t *s = self;
  const uint32_t created = multicast_log_created(&s->log, now);
  return s->log.completed == created ||
         noc_fail(error, NOC_CHECK_FAILED,
                  "scoreboard: %u of %u multicasts have reached all their destinations",
                  s->log.completed, created);
}

// This is known of the multicasts, wherever their packets are.
static traffic_sum_t multicasts_created(const void *self, uint64_t from, uint64_t to) {
  const plan_source_t *s = self;
  const multicast_sum_t sum = multicast_log_sum(&s->log, from, to, engine_packet_flits(s->engine));
  return (traffic_sum_t){sum.packets, sum.flits};
}

static bool multicasts_gather(void *self, peers_t *peers) {
  plan_source_t *s = self;
  return multicast_log_gather(&s->log, peers);
}

static void multicasts_result(const void *self, uint64_t now, workload_result_t *r) {
  const plan_source_t *s = self;
  const multicast_log_t *l = &s->log;
  plan_result(self, now, r);
  r->batches = l->batches;
  r->multicast.created = multicast_log_created(l, now);
  r->multicast.completed = l->completed;
  r->multicast.latency = latency_summary(&l->latency);
  r->multicast.zero_load_latency =
      l->latency.count > 0 ? (double)l->idle / (double)l->latency.count : 0;
}

static const source_code_t kMulticastSource = {
    .free = free_plan,
    .checkpoint = checkpoint_plan,
    .cycle = cycle,
    .next = next,
    .stop = stop_multicasts,
    .done = multicasts_done,
    .front = find_front,
    .pop = pop,
    .pop_message = pop_message,
    .packet = packet,
    .packet_arrived = packet_arrived,
    .message_arrived = message_arrived,
    .sent = sent,
    .count = count,
    .note_others = note_others,
    .gather = multicasts_gather,
    .fetch = fetch,
    .expect = expect,
    .created = multicasts_created,
    .measured = multicasts_measured,
    .stalled = multicasts_stalled,
    .verify = multicasts_verify,
    .result = multicasts_result,
};

// --- building ------------------------------------------------------------------------------------

bool plan_source_create(const plan_source_config_t *config, source_t *source, engine_t **engine,
                        noc_error_t *error) {
  plan_source_t *s = calloc(1, sizeof *s);
  if (s == NULL) {
    return memory_fail(error, "the plan");
  }
  engine_config_t with_log = config->engine;
  with_log.log = config->multicasts != NULL ? &s->log : NULL;
  *s = (plan_source_t){.plan = with_log.plan,
                       .blocks = with_log.blocks,
                       .unicasts = config->unicasts,
                       .by_step = config->by_step};
  *source = (source_t){.code = config->multicasts != NULL ? &kMulticastSource : &kPlanSource,
                       .self = s,
                       .own_networks = config->by_step};
  s->engine = engine_create(&with_log, error);
  *engine = s->engine;
  return s->engine != NULL &&
         (config->multicasts == NULL ||
          multicast_log_create(&s->log, config->multicasts, with_log.plan, config->window_from,
                               config->window_to, with_log.part) ||
          memory_fail(error, "the multicasts"));
}
