// test_class_queues -- classes of traffic without a network: what a node sends next, on which
// network, and the answers.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <string.h>

#include "scenario/scenario_load.h"
#include "workload/classes.h"

enum { CYCLES = 3000 };

typedef struct {
  scenario_t *scenario;
  class_input_t *input;
  classes_t *classes;
  source_t source;
  uint64_t active[1];
} queues_t;

static void create(queues_t *q, const char *classes) {
  char text[1024];
  noc_error_t error = {0};
  (void)snprintf(text, sizeof text,
                 "topology: mesh:4x4\nrouter: {networks: 4}\nworkload:\n  classes:\n%s", classes);
  memset(q, 0, sizeof *q);
  q->scenario = scenario_parse(text, strlen(text), "test", NULL, 0, &error);
  if (q->scenario == NULL) {
    fail_msg("%s", error.text);
  }
  q->input = class_input_read(q->scenario, &error);
  assert_non_null(q->input);
  q->classes = classes_create(q->scenario, q->input, q->active, NULL, &error);
  assert_non_null(q->classes);
  q->source = classes_source(q->classes);
}

static void destroy(queues_t *q) {
  q->source.code->free(q->source.self);
  class_input_free(q->scenario, q->input);
  scenario_free(q->scenario);
}

static bool next_packet(const queues_t *q, uint32_t node, uint64_t now, uint32_t networks,
                        front_t *packet, bool *queued) {
  return source_front(&q->source, node, networks, now, packet, queued);
}

// A packet of the stream has arrived at `node` from `source`.
static bool answer(queues_t *q, unsigned stream, uint32_t node, uint32_t source, uint64_t key,
                   uint64_t now) {
  const arrival_t arrival = {.key = key, .node = node, .source = source, .operation = stream};
  noc_error_t error;
  return source_message_arrived(&q->source, &arrival, now, &error);
}

// The creation cycles of the packets of a node and class.
static unsigned collect(queues_t *q, uint32_t node, unsigned stream, uint64_t *created,
                        unsigned room) {
  front_t p;
  bool queued = false;
  unsigned count = 0;
  const uint32_t free = 1u << classes_stream(q->classes, stream)->network;
  while (count < room && next_packet(q, node, CYCLES, free, &p, &queued)) {
    assert_int_equal(p.operation, stream);
    created[count++] = p.created;
    source_pop(&q->source, node, CYCLES, &p);
  }
  return count;
}

// Classes that look the same draw different numbers.
static void equal_classes(void **state) {
  (void)state;
  enum { PACKETS = 20 };
  queues_t q;
  uint64_t first[PACKETS];
  uint64_t second[PACKETS];
  create(&q, "  - {traffic: uniform, load: 0.1}\n  - {traffic: uniform, load: 0.1}\n");
  assert_int_equal(collect(&q, 3, 0, first, PACKETS), PACKETS);
  assert_int_equal(collect(&q, 3, 1, second, PACKETS), PACKETS);
  assert_memory_not_equal(first, second, sizeof first);
  destroy(&q);
}

// The oldest packet of the classes on one network goes first; packets for busy networks wait.
static void oldest_first(void **state) {
  (void)state;
  queues_t q;
  front_t p;
  bool queued = false;
  uint64_t last = 0;
  unsigned count[3] = {0};
  create(&q,
         "  - {traffic: uniform, load: 0.3, network: 1}\n"
         "  - {traffic: transpose, load: 0.2, packet_flits: 1, network: 1}\n"
         "  - {traffic: neighbor, load: 0.9, network: 3}\n");
  for (unsigned i = 0; i < 500; i++) {
    assert_true(next_packet(&q, 6, CYCLES, 1u << 1 | 1u << 0, &p, &queued));
    assert_true(queued);
    assert_true(p.operation < 2 && p.network == 1 && p.created >= last);
    last = p.created;
    count[p.operation]++;
    source_pop(&q.source, 6, CYCLES, &p);
  }
  assert_true(count[0] > 100 && count[1] > 100);
  assert_false(next_packet(&q, 6, CYCLES, 1u << 2, &p, &queued));
  assert_true(queued);  // but not on network 2
  assert_true(next_packet(&q, 6, CYCLES, 1u << 3, &p, &queued));
  assert_int_equal(p.operation, 2);
  assert_int_equal(p.destination, 11);
  // Nothing is queued before the first packet is due.
  assert_true(next_packet(&q, 5, CYCLES, 1u << 3, &p, &queued));
  if (p.created > 0) {
    assert_false(next_packet(&q, 5, p.created - 1, 1u << 3, &p, &queued));
  }
  destroy(&q);
}

#define ANSWERED                                                          \
  "  - {traffic: uniform, load: 0, reply_flits: 1-6, reply_network: 2}\n" \
  "  - {traffic: uniform, load: 0, network: 1}\n"

static void answers(void **state) {
  (void)state;
  enum { ANSWERS = 1000 };
  queues_t q;
  front_t p;
  bool queued = true;
  unsigned flits[ANSWERS];
  uint64_t sum = 0;
  create(&q, ANSWERED);
  assert_true(classes_many(q.classes));
  assert_int_equal(classes_streams(q.classes), 4);
  assert_false(next_packet(&q, 5, 9, ~0u, &p, &queued));
  assert_false(queued);
  assert_true(answer(&q, 1, 5, 9, 77, 9));  // a class without answers
  assert_true(answer(&q, 2, 5, 9, 77, 9));  // an answer is not answered
  assert_int_equal(q.active[0], 0);
  for (unsigned i = 0; i < ANSWERS; i++) {
    assert_true(answer(&q, 0, i % 2 == 0 ? 5 : 8, i % 16, i, 10 + i));
  }
  assert_int_equal(q.active[0], 1u << 5 | 1u << 8);
  const traffic_sum_t all = classes_queued(q.classes, 2, 0, UINT64_MAX);
  const traffic_sum_t some = classes_queued(q.classes, 2, 20, 30);
  assert_int_equal(all.packets, ANSWERS);
  assert_int_equal(some.packets, 10);
  for (unsigned i = 0; i < ANSWERS; i++) {
    const uint32_t node = i % 2 == 0 ? 5 : 8;
    assert_false(next_packet(&q, node, 2000, 1u << 0 | 1u << 1, &p, &queued));
    assert_true(queued);
    assert_true(next_packet(&q, node, 2000, 1u << 2, &p, &queued));
    assert_int_equal(p.created, 10 + i);
    assert_int_equal(p.destination, i % 16);
    assert_int_equal(p.operation, 2);
    assert_int_equal(p.network, 2);
    assert_true(p.flits >= 1 && p.flits <= 6);
    flits[i] = p.flits;
    sum += p.flits;
    source_pop(&q.source, node, 2000, &p);
  }
  assert_int_equal(all.flits, sum);
  assert_int_equal(some.flits, flits[10] + flits[11] + flits[12] + flits[13] + flits[14] +
                                   flits[15] + flits[16] + flits[17] + flits[18] + flits[19]);
  assert_true(sum > 3 * ANSWERS && sum < 4 * ANSWERS);
  assert_int_equal(classes_queued(q.classes, 2, 0, UINT64_MAX).packets, 0);
  // In the other order, to other nodes: what the same packets are answered by is the same.
  for (unsigned i = ANSWERS; i-- > 0;) {
    assert_true(answer(&q, 0, 1, 2, i, 5000));
    assert_true(next_packet(&q, 1, 5000, 1u << 2, &p, &queued));
    assert_int_equal(p.flits, flits[i]);
    source_pop(&q.source, 1, 5000, &p);
  }
  destroy(&q);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_classes),
      cmocka_unit_test(oldest_first),
      cmocka_unit_test(answers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
