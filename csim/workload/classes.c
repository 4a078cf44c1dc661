// classes -- see classes.h.

#include "workload/classes.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "workload/answers.h"
#include "workload/patterns.h"
#include "workload/permutation.h"

struct classes {
  const scenario_t *scenario;
  unsigned classes, streams;
  uint64_t *active;
  traffic_t *traffic[SCENARIO_CLASSES];
  answers_t answers[SCENARIO_CLASSES];
  stream_t stream[STREAMS];
};

// --- input ---------------------------------------------------------------------------------------

static bool read_class(const scenario_class_t *s, const topology_t *t, class_input_t *input,
                       noc_error_t *error) {
  const pattern_t *pattern = pattern_find(s->traffic);
  if (s->hotspot_nodes != NULL) {
    return node_set_parse(s->hotspot_nodes, t->nodes, &input->hot, error);
  }
  if (pattern->image == NULL && s->permutation.path == NULL) {
    return true;
  }
  input->image = malloc(t->nodes * sizeof *input->image);
  if (input->image == NULL) {
    return memory_fail(error, "the destinations");
  }
  if (s->permutation.path != NULL) {
    return permutation_read(s->permutation.path, t->nodes, input->image, error);
  }
  for (uint32_t node = 0; node < t->nodes; node++) {
    input->image[node] = pattern->image(t, node);
  }
  return true;
}

class_input_t *class_input_read(const scenario_t *s, noc_error_t *error) {
  class_input_t *input = calloc(s->classes, sizeof *input);
  if (input == NULL) {
    (void)memory_fail(error, "the classes");
    return NULL;
  }
  for (unsigned i = 0; i < s->classes; i++) {
    if (!read_class(&s->traffic[i], s->topology, &input[i], error)) {
      class_input_free(s, input);
      return NULL;
    }
  }
  return input;
}

void class_input_free(const scenario_t *s, class_input_t *input) {
  for (unsigned i = 0; input != NULL && i < s->classes; i++) {
    free(input[i].image);
    node_set_free(&input[i].hot);
  }
  free(input);
}

unsigned classes_longest(const scenario_t *s) {
  unsigned longest = 1;
  for (unsigned i = 0; i < s->classes; i++) {
    const unsigned packet = s->traffic[i].packet_flits.longest;
    const unsigned answer = s->traffic[i].reply_flits.longest;
    longest = packet > longest ? packet : longest;
    longest = answer > longest ? answer : longest;
  }
  return longest;
}

// --- building ------------------------------------------------------------------------------------

static bool create_class(classes_t *c, unsigned i, const class_input_t *input, const network_t *n,
                         noc_error_t *error) {
  const scenario_t *s = c->scenario;
  const scenario_class_t *class = &s->traffic[i];
  traffic_config_t config = {
      .nodes = s->topology->nodes,
      .load = class->load,
      .lengths = &class->packet_flits,
      .seed = s->seed,
      .number = i,
      .image = input->image,
      .hot = input->hot.count > 0 ? &input->hot : NULL,
      .hot_share = class->hotspot_share,
      .burst_on = class->burst_on,
      .burst_off = class->burst_off,
      .horizon = s->warmup + 2 * s->cycles,  // a sweep can keep the load up for as long again
      .shards = n != NULL ? network_shards(n) : NULL,
  };
  config.part = n != NULL && network_own_nodes(n, &config.first, &config.end);
  c->stream[i].network = (uint8_t) class->network;
  c->traffic[i] = traffic_create(&config, error);
  if (c->traffic[i] == NULL || class->reply_flits.text == NULL) {
    return c->traffic[i] != NULL;
  }
  c->streams = 2 * c->classes;
  c->stream[c->classes + i].network = (uint8_t) class->reply_network;
  return answers_create(&c->answers[i], s->topology->nodes, error);
}

static void free_classes(void *self) {
  classes_t *c = self;
  for (unsigned i = 0; i < SCENARIO_CLASSES; i++) {
    traffic_free(c->traffic[i]);
    answers_free(&c->answers[i]);
  }
  for (unsigned i = 0; i < STREAMS; i++) {
    histogram_free(&c->stream[i].latency);
    histogram_free(&c->stream[i].network_latency);
  }
  free(c);
}

static void checkpoint_stream(stream_t *s, checkpoint_t *c) {
  CHECKPOINT(c, s->packets_started);
  CHECKPOINT(c, s->packets_delivered);
  CHECKPOINT(c, s->flits_started);
  CHECKPOINT(c, s->flits_delivered);
  CHECKPOINT(c, s->window_flits_started);
  CHECKPOINT(c, s->window_flits_taken);
  histogram_checkpoint(&s->latency, c);
  histogram_checkpoint(&s->network_latency, c);
}

static void checkpoint_classes(void *self, uint64_t now, checkpoint_t *c) {
  classes_t *classes = self;
  for (unsigned i = 0; i < classes->classes; i++) {
    traffic_checkpoint(classes->traffic[i], now, c);
    answers_checkpoint(&classes->answers[i], c);
  }
  for (unsigned i = 0; i < classes->streams; i++) {
    checkpoint_stream(&classes->stream[i], c);
  }
}

classes_t *classes_create(const scenario_t *s, const class_input_t *input, uint64_t *active,
                          const network_t *n, noc_error_t *error) {
  classes_t *c = calloc(1, sizeof *c);
  if (c == NULL) {
    (void)memory_fail(error, "the classes");
    return NULL;
  }
  c->scenario = s;
  c->classes = s->classes;
  c->streams = s->classes;
  c->active = active;
  for (unsigned i = 0; i < s->classes; i++) {
    if (!create_class(c, i, &input[i], n, error)) {
      free_classes(c);
      return NULL;
    }
  }
  return c;
}

bool classes_many(const classes_t *c) {
  return c->streams > 1;
}

unsigned classes_streams(const classes_t *c) {
  return c->streams;
}

stream_t *classes_stream(classes_t *c, unsigned stream) {
  return &c->stream[stream];
}

void stream_merge(stream_t *to, stream_t *from) {
  to->packets_started += from->packets_started;
  to->packets_delivered += from->packets_delivered;
  to->flits_started += from->flits_started;
  to->flits_delivered += from->flits_delivered;
  to->window_flits_started += from->window_flits_started;
  to->window_flits_taken += from->window_flits_taken;
  histogram_merge(&to->latency, &from->latency);
  histogram_merge(&to->network_latency, &from->network_latency);
  *from = (stream_t){.latency = from->latency, .network_latency = from->network_latency};
}

bool classes_answered(const classes_t *c, unsigned stream) {
  return stream < c->classes && c->scenario->traffic[stream].reply_flits.text != NULL;
}

bool classes_answering(const classes_t *c, unsigned stream) {
  return stream >= c->classes;
}

unsigned classes_request_network(const classes_t *c, unsigned stream) {
  return c->scenario->traffic[stream < c->classes ? stream : stream - c->classes].network;
}

traffic_sum_t classes_queued(const classes_t *c, unsigned stream, uint64_t from, uint64_t to) {
  return stream < c->classes ? traffic_queued(c->traffic[stream], from, to)
                             : answers_queued(&c->answers[stream - c->classes], from, to);
}

// --- the source ----------------------------------------------------------------------------------

static bool cycle(void *self, uint64_t now, noc_error_t *error) {
  const classes_t *c = self;
  (void)error;
  for (unsigned i = 0; i < c->classes; i++) {
    traffic_cycle(c->traffic[i], now, c->active);
  }
  return true;
}

static void cycle_part(void *self, unsigned shard, uint64_t now) {
  const classes_t *c = self;
  for (unsigned i = 0; i < c->classes; i++) {
    traffic_cycle_part(c->traffic[i], shard, now, c->active);
  }
}

// Traffic runs by a clock of its own.
static uint64_t next(const void *self, uint64_t now) {
  (void)self;
  return now;
}

// Answers are still given.
static void stop(void *self, uint64_t now) {
  const classes_t *c = self;
  for (unsigned i = 0; i < c->classes; i++) {
    traffic_stop(c->traffic[i], now);
  }
}

static bool done(const void *self, bool stopped, uint64_t now) {
  (void)self;
  (void)now;
  return stopped;
}

static bool class_front(const classes_t *c, uint32_t node, uint64_t now, unsigned i,
                        front_t *front) {
  traffic_packet_t packet;
  if (!traffic_front(c->traffic[i], node, now, &packet)) {
    return false;
  }
  *front = (front_t){.created = packet.created,
                     .key = packet.key,
                     .destination = packet.destination,
                     .operation = i,
                     .flits = packet.flits,
                     .network = c->stream[i].network};
  return true;
}

// Creation cycle of the first packet of a stream; UINT64_MAX if there is none.
static uint64_t front_created(const classes_t *c, uint32_t node, uint64_t now, unsigned stream) {
  if (stream < c->classes) {
    return traffic_front_created(c->traffic[stream], node, now);
  }
  const answer_t *answer = answers_front(&c->answers[stream - c->classes], node);
  return answer != NULL ? answer->created : UINT64_MAX;
}

// Finds the oldest packet of a list among the streams whose network is in the mask.
static bool oldest_front(const void *self, uint32_t node, uint32_t networks, uint64_t now,
                         front_t *front, bool *queued) {
  const classes_t *c = self;
  uint64_t oldest = UINT64_MAX;
  unsigned chosen = 0;
  *queued = false;
  for (unsigned i = 0; i < c->streams; i++) {
    const uint64_t created = front_created(c, node, now, i);
    *queued = *queued || created != UINT64_MAX;
    if (created < oldest && (networks >> c->stream[i].network & 1u) != 0) {
      oldest = created;
      chosen = i;
    }
  }
  if (oldest == UINT64_MAX) {
    return false;
  }
  if (chosen < c->classes) {
    return class_front(c, node, now, chosen, front);
  }
  const answer_t *answer = answers_front(&c->answers[chosen - c->classes], node);
  *front = (front_t){.created = answer->created,
                     .key = answer->key,
                     .destination = answer->destination,
                     .operation = chosen,
                     .flits = answer->flits,
                     .network = c->stream[chosen].network};
  return true;
}

static void pop(void *self, uint32_t node, uint64_t now, const front_t *front) {
  classes_t *c = self;
  const unsigned stream = front->operation;
  if (stream < c->classes) {
    traffic_pop(c->traffic[stream], node, now);
  } else {
    answers_pop(&c->answers[stream - c->classes], node);
  }
}

// A delivered packet's answer, if it gets one, is queued where it has arrived.
static bool answer(void *self, const arrival_t *arrival, uint64_t now, noc_error_t *error) {
  classes_t *c = self;
  const unsigned stream = arrival->operation;
  if (!classes_answered(c, stream)) {
    return true;
  }
  const lengths_t *lengths = &c->scenario->traffic[stream].reply_flits;
  const uint64_t seed = c->scenario->seed;
  const uint64_t key = arrival->key;
  // Drawn by the packet that is answered, so that the order of deliveries does not matter.
  const answer_t answer = {
      .created = now,
      .key = rng_draw(rng_key(seed, RNG_REPLY_DATA, key), 0),
      .destination = arrival->source,
      .flits = (uint16_t)lengths_draw(lengths, rng_draw(rng_key(seed, RNG_REPLY_LENGTH, key), 0)),
  };
  c->active[arrival->node / 64] |= UINT64_C(1) << arrival->node % 64;
  return answers_push(&c->answers[stream], arrival->node, &answer) ||
         memory_fail(error, "the answers");
}

static bool stream_waiting(const classes_t *c, unsigned stream, uint64_t now) {
  bool any = false;
  for (uint32_t node = 0; !any && node < c->scenario->topology->nodes; node++) {
    any = front_created(c, node, now, stream) != UINT64_MAX;
  }
  return any;
}

// The packets of a scenario without a list are for any network.
static bool waiting(const void *self, uint32_t but, uint64_t now) {
  const classes_t *c = self;
  bool any = false;
  for (unsigned i = 0; !any && i < c->streams; i++) {
    any = (!c->scenario->listed || (but >> c->stream[i].network & 1u) == 0) &&
          stream_waiting(c, i, now);
  }
  return any;
}

static traffic_sum_t queued(const void *self, uint64_t from, uint64_t to) {
  const classes_t *c = self;
  traffic_sum_t sum = {0, 0};
  for (unsigned i = 0; i < c->streams; i++) {
    const traffic_sum_t stream = classes_queued(c, i, from, to);
    sum = (traffic_sum_t){sum.packets + stream.packets, sum.flits + stream.flits};
  }
  return sum;
}

static const source_code_t kListed = {
    .free = free_classes,
    .checkpoint = checkpoint_classes,
    .cycle = cycle,
    .cycle_part = cycle_part,
    .next = next,
    .stop = stop,
    .done = done,
    .front = oldest_front,
    .pop = pop,
    .message_arrived = answer,
    .waiting = waiting,
    .queued = queued,
};

// The one class of a scenario without a list is never answered.
static bool only_front(const void *self, uint32_t node, uint32_t networks, uint64_t now,
                       front_t *front, bool *queued) {
  (void)networks;
  *queued = class_front(self, node, now, 0, front);
  return *queued;
}

static void only_pop(void *self, uint32_t node, uint64_t now, const front_t *front) {
  const classes_t *c = self;
  (void)front;
  traffic_pop(c->traffic[0], node, now);
}

static const source_code_t kOnly = {
    .free = free_classes,
    .checkpoint = checkpoint_classes,
    .cycle = cycle,
    .cycle_part = cycle_part,
    .next = next,
    .stop = stop,
    .done = done,
    .front = only_front,
    .pop = only_pop,
    .waiting = waiting,
    .queued = queued,
};

source_t classes_source(classes_t *c) {
  const bool listed = c->scenario->listed;
  return (source_t){.code = listed ? &kListed : &kOnly, .self = c, .own_networks = listed};
}
