// test_forwarding -- networks whose interfaces forward: multicasts from many nodes along random
// trees, each delivered once to every other node, among unicasts; few slots, which hold packets
// back; long handlers, while which a network sleeps; the same with golden models, RTL and both.

#include "network/forwarding_bench.h"
#include "network/harness.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = FORWARD_NODES };

static void test_trees(void **state) {
  (void)state;
  const forwarding_run_t runs[] = {
      {.choice = {0}, .sources = NODES, .packets = 4, .flits = 3, .backlog = true},
      {.choice = {.vcs = 4, .multicast = 1, .depth = 12},
       .receive = 7,
       .send = 3,
       .sources = NODES,
       .packets = 8,
       .flits = 8,
       .unicasts = 200},
      {.choice = {.wormhole = 1, .pipeline = 2, .vcs = 4, .flit_bits = 128},
       .send = 7,
       .sources = NODES,
       .packets = 6,
       .flits = 5,
       .unicasts = 300},
      {.choice = {.slots = 70, .flits = 1, .children = 15},
       .receive = 1,
       .sources = NODES,
       .packets = 8,
       .flits = 1,
       .backlog = true},
      // One tree at a time cannot close a cycle of waiting, whatever the slots.
      {.choice = {.slots = 1},
       .receive = 5,
       .send = 9,
       .sources = 1,
       .packets = 8,
       .flits = 7,
       .backlog = true},
      {.choice = {.slots = 2, .vcs = 1, .depth = 3, .wormhole = 1},
       .sources = 1,
       .packets = 8,
       .flits = 8,
       .backlog = true},
  };
  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
    forwarding_bench_t *b = malloc(sizeof *b);
    assert_non_null(b);
    forwarding_open(b, &runs[i], 3 + i);
    (void)forwarding_finish(b);
    forwarding_close(b);
    free(b);
  }
}

// The same run whatever the banks are: with golden models alone those that wait are not looked at.
static void test_kinds(void **state) {
  (void)state;
  static const char *const kKinds[] = {"ref", "lockstep", "rtl"};
  const forwarding_run_t runs[] = {
      {.choice = {.vcs = 4, .slots = 24},
       .receive = 9,
       .send = 6,
       .sources = 5,
       .packets = 2,
       .flits = 5,
       .unicasts = 20},
      {.choice = {.slots = 2, .multicast = 1, .depth = 6, .children = 2},
       .receive = 0,
       .send = 30,
       .sources = 1,
       .packets = 4,
       .flits = 3,
       .backlog = true,
       .unicasts = 10},
  };
  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
    uint64_t digest = 0;
    for (unsigned kind = 0; kind < 3; kind++) {
      forwarding_run_t run = runs[i];
      forwarding_bench_t *b = malloc(sizeof *b);
      assert_non_null(b);
      run.router = kKinds[kind];
      forwarding_open(b, &run, 9 + i);
      (void)forwarding_finish(b);
      assert_true(kind == 0 || b->digest == digest);
      digest = b->digest;
      forwarding_close(b);
      free(b);
    }
  }
}

// A chain of all nodes: every one is later than the one before by what its interface and the way
// take.
static void test_chain(void **state) {
  (void)state;
  static const unsigned kTimes[][2] = {{0, 0}, {1, 1}, {7, 0}, {0, 7}, {1000, 3000}};
  uint64_t least = 0;
  for (size_t i = 0; i < sizeof kTimes / sizeof kTimes[0]; i++) {
    const forwarding_run_t run = {.choice = {.children = 1},
                                  .receive = kTimes[i][0],
                                  .send = kTimes[i][1],
                                  .sources = 1,
                                  .packets = 1,
                                  .flits = 4,
                                  .backlog = true};
    forwarding_bench_t *b = malloc(sizeof *b);
    assert_non_null(b);
    forwarding_open(b, &run, 1);
    const uint64_t cycles = forwarding_finish(b);
    forwarding_close(b);
    free(b);
    const unsigned receive = run.receive > 0 ? run.receive - 1 : 0;
    const unsigned send = run.send > 0 ? run.send - 1 : 0;
    least = i == 0 ? cycles : least;
    // The source does not receive, and the last node does not forward.
    assert_int_equal(cycles - least, (NODES - 1) * send + (NODES - 2) * receive);
  }
}

// An interface without a free slot holds its ejection queue back; nothing else waits for it.
static void test_slots_run_out(void **state) {
  (void)state;
  const forwarding_run_t run = {.choice = {.slots = 1, .vcs = 1},
                                .send = 500,
                                .sources = 1,
                                .packets = 3,
                                .flits = 2,
                                .backlog = true};
  forwarding_bench_t *b = malloc(sizeof *b);
  assert_non_null(b);
  forwarding_open(b, &run, 5);
  bool waited = false;
  for (unsigned t = 0; t < 4000; t++) {
    for (uint32_t node = 0; node < NODES; node++) {
      network_slot_wait_t wait;
      forwarding_take(b, node);
      forwarding_give(b, node);
      if (network_needs_slot(b->network, node, 0, &wait)) {
        waited = true;
        assert_int_equal(network_forwarded_by(b->network, node).used, 1);
        assert_int_equal(wait.vcs, 0);
      }
    }
    assert_true(network_step(b->network));
  }
  assert_true(waited);
  (void)forwarding_finish(b);
  forwarding_close(b);
  free(b);
}

// Reset while no host takes anything: what was held back and counted before is forgotten.
static uint64_t run_again(const char *router, bool used) {
  const forwarding_run_t run = {.choice = {.vcs = 4, .slots = 24},
                                .sources = NODES,
                                .packets = 4,
                                .flits = 3,
                                .backlog = true,
                                .router = router};
  forwarding_bench_t *b = malloc(sizeof *b);
  assert_non_null(b);
  forwarding_open(b, &run, 3);
  unsigned refusing = 0;
  for (unsigned t = 0; used && t < 300; t++) {
    for (uint32_t node = 0; node < NODES; node++) {
      network_host_takes(b->network, node, 0);
      forwarding_give(b, node);
    }
    assert_true(network_step(b->network));
  }
  for (uint32_t node = 0; node < NODES; node++) {
    refusing += network_refused(b->network, node) != 0;
  }
  if ((refusing >= NODES / 2) != used) {
    fail_msg("%u hosts hold back", refusing);
  }
  forwarding_again(b);
  const uint64_t cycles = forwarding_finish(b);
  forwarding_close(b);
  free(b);
  return cycles;
}

static void test_reset(void **state) {
  (void)state;
  const uint64_t cycles = run_again("ref", false);
  assert_int_equal(run_again("ref", true), cycles);
  assert_int_equal(run_again("rtl", true), cycles);
}

// A unit whose packet goes to any queue waits for them only while none has room, and for all of
// them then; in the middle of a copy, for the queue that this has begun in.
static bool check_wait(network_t *n, uint32_t node, uint32_t vcs) {
  const uint32_t all = (UINT32_C(1) << network_shape(n)->vcs) - 1;
  uint32_t full = 0;
  for (unsigned v = 0; v < network_shape(n)->vcs; v++) {
    full |=
        (uint32_t)(sim_register(n, COMPONENT_INTERFACE, node, "inj_count", v) == SHAPE_INJ_DEPTH)
        << v;
  }
  const bool begun = sim_register(n, COMPONENT_INTERFACE, node, "f_copy_busy", 0) != 0 ||
                     sim_register(n, COMPONENT_INTERFACE, node, "inj_left", 0) != 0;
  const bool right =
      (vcs & ~full) == 0 && (vcs == 0 || (begun ? (vcs & (vcs - 1)) == 0 : vcs == all));
  if (!right) {
    fail_msg("node %u waits for queues %#x, full are %#x%s", node, vcs, full,
             begun ? ", in the middle of a copy" : "");
  }
  return vcs != 0 && !begun;
}

// In the end nothing waits for time alone. Returns how often a unit waited for any queue.
static unsigned stand_still(forwarding_bench_t *b, unsigned cycles) {
  enum { LOOKED_AT = 600 };
  network_slot_wait_t wait;
  unsigned any = 0;
  for (unsigned t = 0; t < cycles; t++) {
    for (uint32_t node = 0; node < NODES; node++) {
      forwarding_take(b, node);
      forwarding_give(b, node);
      if (t < LOOKED_AT && network_needs_slot(b->network, node, 0, &wait)) {
        any += check_wait(b->network, node, wait.vcs);
      }
    }
    assert_true(network_step(b->network));
  }
  for (uint32_t node = 0; node < NODES; node++) {
    if (network_needs_slot(b->network, node, 0, &wait)) {
      (void)check_wait(b->network, node, wait.vcs);
      if (wait.vcs == 0) {
        fail_msg("node %u waits for nothing", node);
      }
    }
  }
  return any;
}

// All nodes send at once, nobody sees to it that there are slots where the packets go: they wait
// for each other in a circle, over interfaces and links, and the watchdog says so.
static void test_slots_in_a_circle(void **state) {
  (void)state;
  const forwarding_run_t run = {.choice = {.slots = 1, .vcs = 1},
                                .sources = NODES,
                                .packets = 8,
                                .flits = 8,
                                .backlog = true};
  enum { STILL = 20000 };
  forwarding_bench_t *b = malloc(sizeof *b);
  assert_non_null(b);
  forwarding_open(b, &run, 6);
  stand_still(b, STILL);
  bool closed = false;
  char *text = sim_chain_text(b->network, &closed);
  if (!closed || strstr(text, ", waits for a packet slot of interface ") == NULL ||
      strstr(text, " flits in interface ") == NULL || strstr(text, " flits in router ") == NULL) {
    fail_msg("%s", text);
  }
  free(text);
  forwarding_close(b);
  free(b);
}

// The same with a queue more, and with other trees.
static void test_slots_and_queues(void **state) {
  (void)state;
  unsigned any = 0;
  for (unsigned k = 0; k < 4; k++) {
    const forwarding_run_t run = {.choice = {.slots = 1, .vcs = 1 + k % 2},
                                  .sources = NODES,
                                  .packets = 8,
                                  .flits = 1 + k / 2,
                                  .backlog = true};
    forwarding_bench_t *b = malloc(sizeof *b);
    assert_non_null(b);
    forwarding_open(b, &run, 7 + k);
    any += stand_still(b, 3000);
    forwarding_close(b);
    free(b);
  }
  if (any < 20) {
    fail_msg("only %u waited for any queue", any);
  }
}

// Nothing comes in from the routers.
static void cut_links(forwarding_bench_t *b) {
  for (uint32_t node = 0; node < NODES; node++) {
    uint32_t slot = 0;
    const interface_fields_t *pins = network_interface_pins(b->network, node, &slot);
    pins->in_valid[slot] = pins->credit_in_valid[slot] = 0;
  }
}

// Steps a bank on the pins as they are; the state of all members behind each other.
static void run_bank(bank_t *bank, unsigned cycles, uint32_t *words) {
  for (unsigned t = 0; t < cycles; t++) {
    assert_true(bank->ops->step(bank, 1000 + t));
  }
  for (uint32_t m = 0; m < bank->config.members; m++) {
    bank->ops->state(bank, m, true, words + (size_t)m * bank->layout.state_words);
  }
}

// Interfaces that are restored while handlers work and slots are full do again what they did.
static void test_snapshot(void **state) {
  (void)state;
  static const char *const kKinds[] = {"ref", "lockstep", "rtl"};
  for (unsigned kind = 0; kind < 3; kind++) {
    const forwarding_run_t run = {.choice = {.slots = 2, .multicast = 1, .depth = 6, .children = 2},
                                  .send = 30,
                                  .sources = 1,
                                  .packets = 4,
                                  .flits = 3,
                                  .backlog = true,
                                  .router = kKinds[kind]};
    forwarding_bench_t *b = malloc(sizeof *b);
    assert_non_null(b);
    forwarding_open(b, &run, 10);
    for (unsigned t = 0; t < 120; t++) {
      for (uint32_t node = 0; node < NODES; node++) {
        forwarding_take(b, node);
        forwarding_give(b, node);
      }
      assert_true(network_step(b->network));
    }
    cut_links(b);
    bank_t *bank = network_bank(b->network, 1);
    const size_t words = (size_t)bank->config.members * bank->layout.state_words;
    void *saved = malloc(bank->ops->snapshot_size(bank));
    uint32_t *first = calloc(words, sizeof *first);
    uint32_t *again = calloc(words, sizeof *again);
    assert_true(saved != NULL && first != NULL && again != NULL);
    assert_true(bank->forwarded(bank, BANK_ALL).used > 0);
    bank->ops->save(bank, saved);
    run_bank(bank, 40, first);
    const bank_forward_t done = bank->forwarded(bank, BANK_ALL);
    bank->ops->restore(bank, saved);
    assert_true(bank->forwarded(bank, BANK_ALL).copied < done.copied);
    run_bank(bank, 40, again);
    assert_memory_equal(first, again, words * sizeof *first);
    assert_int_equal(bank->forwarded(bank, BANK_ALL).copied, done.copied);
    free(saved);
    free(first);
    free(again);
    forwarding_close(b);
    free(b);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_trees),    cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_chain),    cmocka_unit_test(test_slots_run_out),
      cmocka_unit_test(test_snapshot), cmocka_unit_test(test_slots_in_a_circle),
      cmocka_unit_test(test_reset),    cmocka_unit_test(test_slots_and_queues)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
