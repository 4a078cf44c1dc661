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

static bool create_class(classes_t *c, unsigned i, const class_input_t *input, noc_error_t *error) {
  const scenario_t *s = c->scenario;
  const scenario_class_t *class = &s->traffic[i];
  const traffic_config_t config = {
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
  };
  c->stream[i].network = (uint8_t) class->network;
  c->traffic[i] = traffic_create(&config, error);
  if (c->traffic[i] == NULL || class->reply_flits.text == NULL) {
    return c->traffic[i] != NULL;
  }
  c->streams = 2 * c->classes;
  c->stream[c->classes + i].network = (uint8_t) class->reply_network;
  return answers_create(&c->answers[i], s->topology->nodes, error);
}

classes_t *classes_create(const scenario_t *s, const class_input_t *input, uint64_t *active,
                          noc_error_t *error) {
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
    if (!create_class(c, i, &input[i], error)) {
      classes_free(c);
      return NULL;
    }
  }
  return c;
}

void classes_free(classes_t *c) {
  if (c == NULL) {
    return;
  }
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

bool classes_many(const classes_t *c) {
  return c->streams > 1;
}

unsigned classes_streams(const classes_t *c) {
  return c->streams;
}

stream_t *classes_stream(classes_t *c, unsigned stream) {
  return &c->stream[stream];
}

// --- running -------------------------------------------------------------------------------------

void classes_cycle(classes_t *c, uint64_t now) {
  for (unsigned i = 0; i < c->classes; i++) {
    traffic_cycle(c->traffic[i], now, c->active);
  }
}

traffic_t *classes_only(const classes_t *c) {
  return c->traffic[0];
}

static bool class_front(const classes_t *c, uint32_t node, uint64_t now, unsigned i,
                        class_packet_t *packet) {
  traffic_packet_t front;
  if (!traffic_front(c->traffic[i], node, now, &front)) {
    return false;
  }
  *packet = (class_packet_t){.created = front.created,
                             .key = front.key,
                             .destination = front.destination,
                             .flits = front.flits,
                             .stream = (uint8_t)i,
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

bool classes_front(const classes_t *c, uint32_t node, uint64_t now, uint32_t free,
                   class_packet_t *packet, bool *queued) {
  uint64_t oldest = UINT64_MAX;
  unsigned chosen = 0;
  *queued = false;
  for (unsigned i = 0; i < c->streams; i++) {
    const uint64_t created = front_created(c, node, now, i);
    *queued = *queued || created != UINT64_MAX;
    if (created < oldest && (free >> c->stream[i].network & 1u) != 0) {
      oldest = created;
      chosen = i;
    }
  }
  if (oldest == UINT64_MAX) {
    return false;
  }
  if (chosen < c->classes) {
    return class_front(c, node, now, chosen, packet);
  }
  const answer_t *answer = answers_front(&c->answers[chosen - c->classes], node);
  *packet = (class_packet_t){.created = answer->created,
                             .key = answer->key,
                             .destination = answer->destination,
                             .flits = answer->flits,
                             .stream = (uint8_t)chosen,
                             .network = c->stream[chosen].network};
  return true;
}

void classes_pop(classes_t *c, uint32_t node, uint64_t now, unsigned stream) {
  if (stream < c->classes) {
    traffic_pop(c->traffic[stream], node, now);
  } else {
    answers_pop(&c->answers[stream - c->classes], node);
  }
}

bool classes_answered(const classes_t *c, unsigned stream) {
  return stream < c->classes && c->scenario->traffic[stream].reply_flits.text != NULL;
}

bool classes_answering(const classes_t *c, unsigned stream) {
  return stream >= c->classes;
}

bool classes_answer(classes_t *c, unsigned stream, uint32_t node, uint32_t source, uint64_t key,
                    uint64_t now) {
  if (!classes_answered(c, stream)) {
    return true;
  }
  const lengths_t *lengths = &c->scenario->traffic[stream].reply_flits;
  const uint64_t seed = c->scenario->seed;
  // Drawn by the packet that is answered, so that the order of deliveries does not matter.
  const answer_t answer = {
      .created = now,
      .key = rng_draw(rng_key(seed, RNG_REPLY_DATA, key), 0),
      .destination = source,
      .flits = (uint16_t)lengths_draw(lengths, rng_draw(rng_key(seed, RNG_REPLY_LENGTH, key), 0)),
  };
  c->active[node / 64] |= UINT64_C(1) << node % 64;
  return answers_push(&c->answers[stream], node, &answer);
}

void classes_stop(classes_t *c, uint64_t at) {
  for (unsigned i = 0; i < c->classes; i++) {
    traffic_stop(c->traffic[i], at);
  }
}

bool classes_waiting(const classes_t *c, unsigned stream, uint64_t now) {
  bool any = false;
  for (uint32_t node = 0; !any && node < c->scenario->topology->nodes; node++) {
    any = front_created(c, node, now, stream) != UINT64_MAX;
  }
  return any;
}

traffic_sum_t classes_queued(const classes_t *c, unsigned stream, uint64_t from, uint64_t to) {
  return stream < c->classes ? traffic_queued(c->traffic[stream], from, to)
                             : answers_queued(&c->answers[stream - c->classes], from, to);
}
