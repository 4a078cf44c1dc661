// A network that stands still: the wait-for chain names who waits for whom, and says of a cycle
// that it is one.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "network/wait_graph.h"

// The links between routers lose their credits: everything piles up behind them.
static void test_blocked(void **state) {
  (void)state;
  sim_t s = sim_create(
      "topology=mesh:4 workload.traffic=uniform workload.load=0.3 router.vcs=1 "
      "router.depth=2 run.cycles=100000");
  while (network_cycle(s.network) < workload_last_progress(s.workload) + 500) {
    uint32_t slot = 0;
    assert_true(sim_step(&s));
    for (uint32_t router = 0; router < 4; router++) {
      const router_fields_t *pins = network_router_pins(s.network, router, &slot);
      pins->credit_in_valid[slot] &= 1u;  // port 0 is the node's
    }
    assert_true(network_cycle(s.network) < 50000);
  }
  assert_true(workload_waiting(s.workload));
  assert_false(workload_done(s.workload));
  bool closed = true;
  char *text = sim_chain_text(s.network, &closed);
  assert_false(closed);
  sim_expect(text, "flits in interface ");
  sim_expect(text, " input port 0 VC 0");
  sim_expect(text, " VC 0 with 0 credits of 2");
  sim_expect(text, "the chain ends");
  free(text);
  assert_false(network_check_conservation(s.network, &s.error));
  sim_free(&s);
}

static void test_idle(void **state) {
  (void)state;
  sim_t s = sim_create("topology=mesh:2x2 workload.traffic=uniform workload.load=0");
  for (unsigned i = 0; i < 100; i++) {
    assert_true(sim_step(&s));
  }
  bool closed = true;
  char *text = sim_chain_text(s.network, &closed);
  assert_false(closed);
  sim_expect(text, "no packet waits in a queue");
  free(text);
  sim_free(&s);
}

// Banks whose state is made up: registers of routers that are not 0, or not `depth` if they count
// credits. A packet of a network that stands still, in one VC of an input port, holds an output
// there.
typedef struct {
  uint32_t router;
  unsigned input, vc, flits;
  bool active;  // holds this output port, in the same VC; else it asks for it
  unsigned output;
  unsigned credits;
} packet_t;

enum { DEPTH = 8 };

static const packet_t *made;
static size_t made_packets;

static uint64_t made_value(const noc_shape_t *s, const char *field, const packet_t *p,
                           uint32_t index, uint64_t value) {
  const uint32_t queue = p->input * s->vcs + p->vc;
  const uint32_t output = p->output * s->vcs + p->vc;
  if (strcmp(field, "in_count") == 0 && index == queue) {
    return p->flits;
  }
  if (strcmp(field, "in_active") == 0 && index == p->input && p->active) {
    return value | UINT64_C(1) << p->vc;
  }
  if (strcmp(field, "in_out_port") == 0 && index == queue && p->active) {
    return p->output;
  }
  if (strcmp(field, "in_out_vc") == 0 && index == queue && p->active) {
    return p->vc;
  }
  return strcmp(field, "out_credit") == 0 && index == output ? p->credits : value;
}

static uint64_t frozen_value(const bank_t *b, const char *field, uint32_t id, uint32_t index) {
  const bool credits = strcmp(field, "out_credit") == 0 || strcmp(field, "inj_credit") == 0;
  uint64_t value = credits ? DEPTH : 0;
  for (size_t i = 0; b->config.component == COMPONENT_ROUTER && i < made_packets; i++) {
    if (made[i].router == id) {
      value = made_value(b->config.shape, field, &made[i], index, value);
    }
  }
  return value;
}

// At the front of every queue of a packet that asks for an output there is its head.
static bool frozen_front(bank_t *b, uint32_t member, unsigned port, unsigned vc,
                         bank_front_t *front) {
  static const uint64_t kPayload[SHAPE_MAX_WORDS];
  for (size_t i = 0; b->config.component == COMPONENT_ROUTER && i < made_packets; i++) {
    const packet_t *p = &made[i];
    if (p->router == b->config.ids[member] && p->input == port && p->vc == vc && !p->active) {
      *front = (bank_front_t){.kind = KIND_HEAD,
                              .port = (uint8_t)p->output,
                              .need = 1,
                              .vc_class = (uint8_t)b->config.shape->classes,
                              .payload = kPayload};
      return true;
    }
  }
  return false;
}

static void frozen_state(bank_t *b, uint32_t member, bool rtl, uint32_t *words) {
  (void)rtl;
  memset(words, 0, b->layout.state_words * sizeof *words);
  for (unsigned f = 0; f < b->layout.n_fields; f++) {
    const bundle_field_t *field = &b->layout.field[f];
    if (field->kind == FIELD_IN) {
      continue;
    }
    uint64_t *value = calloc(field->count, sizeof *value);
    assert_non_null(value);
    for (uint32_t i = 0; i < field->count; i++) {
      value[i] = frozen_value(b, field->name, b->config.ids[member], i);
    }
    bundle_pack(words + field->word, value, sizeof *value, field->bits, field->count);
    free(value);
  }
}

static bank_t *frozen_factory(const char *kind, const bank_config_t *config, void *context,
                              noc_error_t *error) {
  static const bank_ops_t kOps = {
      .name = "frozen", .reset = sim_made_reset, .state = frozen_state, .free = sim_made_free};
  (void)kind;
  (void)context;
  (void)error;
  bank_t *b = sim_made_bank(&kOps, config);
  b->front = frozen_front;
  return b;
}

// A network of such banks, and what the watchdog prints of it, to be freed.
static char *frozen_text(const char *settings, const packet_t *packet, size_t packets,
                         uint32_t networks, bool *closed) {
  made = packet;
  made_packets = packets;
  sim_t s = sim_create_with(settings, frozen_factory, NULL, NULL, NULL, 0);
  char *text = sim_chain_text_of(s.network, networks, closed);
  sim_free(&s);
  return text;
}

static unsigned lines_of(const char *text) {
  unsigned lines = 0;
  for (; *text != '\0'; text++) {
    lines += *text == '\n';
  }
  return lines;
}

#define IDLE " workload.traffic=uniform workload.load=0 "

// Round 0 -> 1 -> 3 -> 2 -> 0 of a 2x2 mesh: the output ports are x up, y up, x down, y down; a
// packet sits in the input port of the link it came by, which dimension order cannot do.
#define ROUND(vc)                                                                                \
  {0, 3, vc, DEPTH, true, 1, 0}, {1, 2, vc, DEPTH, true, 3, 0}, {3, 4, vc, DEPTH, true, 2, 0}, { \
    2, 1, vc, DEPTH, true, 4, 0                                                                  \
  }

static void test_deadlock(void **state) {
  (void)state;
  static const packet_t kRound[] = {ROUND(0)};
  bool closed = false;
  char *text = frozen_text("topology=mesh:2x2" IDLE "router.vcs=1", kRound, 4, UINT32_MAX, &closed);
  assert_true(closed);
  sim_expect(text,
             "router 0,0 input port 3 VC 0 (0,1 -> 0,0 class 0), "
             "holds output port 1 VC 0 with 0 credits of 8");
  sim_expect(text, "router 1,0 input port 2");
  sim_expect(text, "router 1,1 input port 4");
  sim_expect(text, "router 0,1 input port 1");
  sim_expect(text,
             "deadlock\nlinks that wait for each other: 0,0 -> 1,0 class 0, 1,0 -> 1,1 class 0, "
             "1,1 -> 0,1 class 0, 0,1 -> 0,0 class 0\n");
  assert_int_equal(lines_of(text), 7);  // heading, four packets, verdict, links
  free(text);
}

// A deadlock on one virtual network is none of another one's, on which a packet waits for its node.
static void test_other_network(void **state) {
  (void)state;
  static const char kSettings[] = "topology=mesh:2x2" IDLE "router.vcs=2 router.networks=2";
  static const packet_t kPackets[] = {{3, 1, 0, 2, true, 0, 0}, ROUND(1)};
  bool closed = true;
  char *text = frozen_text(kSettings, kPackets, 5, 1u << 0, &closed);
  assert_false(closed);
  sim_expect(text, "2 flits in router 1,1 input port 1 VC 0");
  assert_null(strstr(text, "deadlock"));
  free(text);
  text = frozen_text(kSettings, kPackets, 5, 1u << 1, &closed);
  assert_true(closed);
  sim_expect(text, "router 0,0 input port 3 VC 1");
  free(text);
}

// The graph of one virtual network has the packets on it, and no others that wait too.
static void test_graph_of_network(void **state) {
  (void)state;
  static const char kSettings[] = "topology=mesh:2x2" IDLE "router.vcs=2 router.networks=2";
  static const packet_t kPackets[] = {{3, 1, 0, 2, true, 0, 0}, ROUND(1)};
  static const size_t kOn[] = {1, 4};
  made = kPackets;
  made_packets = 5;
  sim_t s = sim_create_with(kSettings, frozen_factory, NULL, NULL, NULL, 0);
  wait_graph_t g;
  for (unsigned k = 0; k < 2; k++) {
    assert_true(wait_graph_create(&g, s.network, 1u << k, &s.error));
    assert_int_equal(g.count, kOn[k]);
    assert_int_equal(g.deadlock, k);
    for (size_t i = 0; i < g.count; i++) {
      assert_int_equal(g.entry[i].vc, k);
    }
    wait_graph_free(&g);
  }
  sim_free(&s);
}

// Where no chain closes, it begins where most wait one behind the other.
static void test_longest(void **state) {
  (void)state;
  static const packet_t kPackets[] = {{0, 0, 0, 3, true, 1, 0},
                                      {1, 2, 0, DEPTH, true, 1, 0},
                                      {2, 2, 0, DEPTH, true, 0, 0},
                                      {3, 0, 0, 3, true, 0, 0}};
  bool closed = true;
  char *text = frozen_text("topology=mesh:4" IDLE "router.vcs=1", kPackets, 4, UINT32_MAX, &closed);
  assert_false(closed);
  sim_expect(text, "below it:\n  a packet whose head has gone on, 3 flits in router 0 ");
  assert_int_equal(lines_of(text), 5);
  free(text);
}

// A head waits in the cycle in which it could take an output that nobody holds, and is no deadlock.
static void test_free_output(void **state) {
  (void)state;
  static const packet_t kPackets[] = {{0, 1, 0, 1, false, 0, DEPTH}};
  bool closed = true;
  char *text = frozen_text("topology=mesh:2" IDLE "router.vcs=1", kPackets, 1, UINT32_MAX, &closed);
  assert_false(closed);
  sim_expect(text, "the chain ends");
  assert_int_equal(lines_of(text), 3);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocked),          cmocka_unit_test(test_idle),
      cmocka_unit_test(test_deadlock),         cmocka_unit_test(test_other_network),
      cmocka_unit_test(test_graph_of_network), cmocka_unit_test(test_longest),
      cmocka_unit_test(test_free_output),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
