// A network of golden models alone, whose links are wires, does what one that goes by its pins
// does: the same registers after every edge, the same results; and shows the same pins when asked.

#include <string.h>

#include "harness.h"
#include "network/network_state.h"

enum { CYCLES = 400, CHECK_CYCLES = 50 };

// Families, widths, switching, networks, pipelines, arbiters and routes; several nodes a router,
// and nodes that enter and leave at different places.
static const char *const kSettings[] = {
    "topology=mesh:5x3 router.vcs=4 workload.traffic=uniform workload.load=0.4",
    "topology=mesh:8x8 router.vcs=4 workload.traffic=uniform workload.load=0.02",
    "topology=mesh:3x3@2 router.vcs=2 workload.traffic=uniform workload.load=0.3",
    "topology=torus:4x4 router.vcs=4 workload.traffic=uniform workload.load=0.3",
    "topology=mesh:4x4 router.vcs=4 router.networks=2 workload.traffic=uniform workload.load=0.3",
    ("topology=mesh:3x2x2 router.switching=cut-through router.depth=8 workload.traffic=uniform "
     "workload.load=0.4"),
    ("topology=mesh:4x4 router.pipeline=2 router.flit_bits=128 workload.traffic=uniform "
     "workload.load=0.4"),
    "topology=mesh:4x4 router.arbiter=age workload.traffic=uniform workload.load=0.5",
    "topology=butterfly:k=2,n=3 router.vcs=2 workload.traffic=uniform workload.load=0.2",
    "topology=fattree:k=2,n=3 router.vcs=2 workload.traffic=uniform workload.load=0.2",
    ("topology=irregular:switches=8,ports=8,hosts=16 router.lookahead=true router.pipeline=2 "
     "workload.traffic=uniform workload.load=0.3"),
    "topology=mesh:1x1 router.vcs=1 workload.traffic=uniform workload.load=0.2",
    "topology=mesh:1x2 router.vcs=1 router.depth=2 workload.traffic=uniform workload.load=0.9",
};

enum { SETTINGS = sizeof kSettings / sizeof *kSettings };

static sim_t begin(const char *settings) {
  char text[400];
  (void)snprintf(text, sizeof text, "%s run.cycles=%d", settings, CYCLES);
  return sim_create(text);
}

// All words of all members of both banks.
static void expect_same_state(const sim_t *wired, const sim_t *plain) {
  for (size_t i = 0; i < network_banks(wired->network); i++) {
    bank_t *a = network_bank(wired->network, i);
    bank_t *b = network_bank(plain->network, i);
    uint32_t words[2][4096];
    const size_t bytes = a->layout.state_words * sizeof **words;
    assert_true(bytes <= sizeof *words);
    for (uint32_t m = 0; m < a->config.members; m++) {
      a->ops->state(a, m, false, words[0]);
      b->ops->state(b, m, false, words[1]);
      assert_memory_equal(words[0], words[1], bytes);
    }
  }
}

static void expect_same_pins(const network_t *a, const network_t *b) {
  const link_pins_t *p = &a->pins;
  const link_pins_t *q = &b->pins;
  const size_t masks = a->components * sizeof *p->in_valid;
  const size_t payload = a->ports * sizeof *p->in_payload * a->shape.words;
  assert_memory_equal(p->in_valid, q->in_valid, masks);
  assert_memory_equal(p->credit_in_valid, q->credit_in_valid, masks);
  assert_memory_equal(p->out_valid, q->out_valid, masks);
  assert_memory_equal(p->credit_out_valid, q->credit_out_valid, masks);
  assert_memory_equal(p->in_vc, q->in_vc, a->ports);
  assert_memory_equal(p->in_kind, q->in_kind, a->ports);
  assert_memory_equal(p->credit_in_vc, q->credit_in_vc, a->ports);
  assert_memory_equal(p->out_vc, q->out_vc, a->ports);
  assert_memory_equal(p->out_kind, q->out_kind, a->ports);
  assert_memory_equal(p->credit_out_vc, q->credit_out_vc, a->ports);
  assert_memory_equal(p->in_payload, q->in_payload, payload);
  assert_memory_equal(p->out_payload, q->out_payload, payload);
}

static void expect_same_counts(const network_t *a, const network_t *b) {
  assert_memory_equal(network_counts(a), network_counts(b), sizeof(network_counts_t));
  for (uint32_t r = 0; r < a->routers; r++) {
    for (unsigned port = 0; port < a->shape.ports; port++) {
      assert_int_equal(network_link_flits(a, r, port), network_link_flits(b, r, port));
    }
  }
}

// Every setting goes back to pins in a cycle of its own, in the midst of traffic.
static void test_same_state(void **state) {
  (void)state;
  for (unsigned i = 0; i < SETTINGS; i++) {
    uint32_t slot = 0;
    sim_t wired = begin(kSettings[i]);
    sim_t plain = begin(kSettings[i]);
    assert_true(wired.network->wired);
    (void)network_router_pins(plain.network, 0, &slot);
    assert_false(plain.network->wired);
    for (unsigned t = 0; t < CYCLES; t++) {
      assert_true(sim_step(&wired) && sim_step(&plain));
      expect_same_state(&wired, &plain);
      if (t % CHECK_CYCLES == 0) {
        assert_true(network_check_conservation(wired.network, &wired.error));
        expect_same_pins(wired.network, plain.network);
      }
      expect_same_counts(wired.network, plain.network);
      if (t == CYCLES / 2 + i) {
        (void)network_interface_pins(wired.network, 0, &slot);
        expect_same_pins(wired.network, plain.network);
      }
    }
    assert_false(wired.network->wired);
    sim_free(&wired);
    sim_free(&plain);
  }
}

// A whole run with a reset in the midst of it and a drain behind it.
static void test_same_run(void **state) {
  (void)state;
  for (unsigned i = 0; i < SETTINGS; i++) {
    uint64_t digest[2];
    for (unsigned pins = 0; pins < 2; pins++) {
      char text[400];
      uint32_t slot = 0;
      (void)snprintf(text, sizeof text, "%s run.cycles=%d run.reset=%u", kSettings[i], CYCLES,
                     40 + i);
      sim_t s = sim_create(text);
      if (pins) {
        (void)network_router_pins(s.network, 0, &slot);
      }
      assert_true(sim_run(&s, CHECK_CYCLES, 100000));
      assert_int_equal(s.network->wired, pins == 0);
      digest[pins] = sim_digest(&s);
      sim_free(&s);
    }
    assert_int_equal(digest[0], digest[1]);
  }
}

// Long links, units that forward or copy, and other banks have pins.
static void test_pins(void **state) {
  (void)state;
  static const char *const kPins[] = {
      "topology=mesh:3x3 router.link_latency=2 workload.traffic=uniform workload.load=0.1",
      "topology=mesh:3x3 workload.collective=broadcast workload.scheme=tree-worm "
      "router.switching=cut-through",
  };
  for (size_t i = 0; i < sizeof kPins / sizeof *kPins; i++) {
    sim_t s = sim_create(kPins[i]);
    assert_false(s.network->wired);
    sim_free(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_state),
      cmocka_unit_test(test_same_run),
      cmocka_unit_test(test_pins),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
