// Packets that others passed for ever: a long one among short ones with cut-through, and one that
// cannot ask all the time while another virtual network wins. Both sides agreed on it: these are
// tests of the specification (docs/microarchitecture.md, sections 9 and 10).

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "shape/packet.h"
#include "unit/temp_file.h"
#include "unit/unit_lockstep.h"

static const char *const kKinds[] = {"ref", "lockstep"};

// Node 1 sends a flit to node 2 in every cycle, and node 0 a packet of 8 flits past it.
static void write_stream(unsigned cycles) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  for (unsigned t = 0; t < cycles; t++) {
    (void)fprintf(out, "%u,1,2,1\n%s", t, t == 100 ? "100,0,2,8\n" : "");
  }
  assert_int_equal(fclose(out), 0);
  temp_file_write(text, size);
  free(text);
}

static void check_long_packet(const char *kind, const char *router) {
  char settings[512];
  workload_result_t r;
  (void)snprintf(settings, sizeof settings,
                 "topology=mesh:3x1 router.depth=8 workload.trace=%s run.router=%s %s", temp_file,
                 kind, router);
  sim_t s = sim_create(settings);
  if (!sim_run(&s, 100, 50000)) {
    fail_msg("%s: %s", settings, s.error.text);
  }
  workload_result(s.workload, &r);
  if (r.latency.max > 100) {
    fail_msg("%s: latency %u", settings, (unsigned)r.latency.max);
  }
  sim_free(&s);
}

static void test_long_packet(void **state) {
  (void)state;
  static const char *const kRouters[] = {
      "router.switching=cut-through router.vcs=1",
      "router.switching=cut-through router.vcs=2",
      "router.switching=cut-through router.vcs=4 router.pipeline=2",
      "router.switching=wormhole router.vcs=1",
  };
  write_stream(3000);
  for (size_t k = 0; k < 2; k++) {
    const size_t n = k == 0 || unit_long_tier() ? 4 : 1;
    for (size_t i = 0; i < n; i++) {
      check_long_packet(kKinds[k], kRouters[i]);
    }
  }
}

// Nodes 5 and 3 send packets of 8 flits to node 4 in network 0, node 7 flits in network 1. What the
// permutations have beside these goes from node 4.
enum { SENDERS = 3, TARGET = 4 };
static const unsigned kSender[SENDERS] = {5, 3, 7};

static void write_pair(const char *path, unsigned sender) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  for (unsigned node = 0; node < 9; node++) {
    (void)fprintf(out, "%u\n", node == sender ? TARGET : node == TARGET ? sender : node);
  }
  assert_int_equal(fclose(out), 0);
}

// Flits that have come to the target from each sender.
static void count_flits(const char *kind, const char *const load[SENDERS], unsigned cycles,
                        unsigned flits[SENDERS]) {
  char settings[2048];
  char path[SENDERS][256];
  int at = snprintf(settings, sizeof settings,
                    "topology=mesh:3x3 router.vcs=2 router.networks=2 router.depth=16 "
                    "run.router=%s run.cycles=%u",
                    kind, cycles);
  for (unsigned i = 0; i < SENDERS; i++) {
    (void)snprintf(path[i], sizeof path[i], "%s.%u", temp_file, i);
    write_pair(path[i], kSender[i]);
    at += snprintf(settings + at, sizeof settings - (size_t)at,
                   " workload.classes.%u.traffic=permutation workload.classes.%u.permutation=%s "
                   "workload.classes.%u.load=%s workload.classes.%u.packet_flits=%u "
                   "workload.classes.%u.network=%u",
                   i, i, path[i], i, load[i], i, i < 2 ? 8u : 1u, i, i < 2 ? 0u : 1u);
  }
  sim_t s = sim_create(settings);
  while (network_cycle(s.network) < cycles) {
    uint32_t slot = 0;
    if (!sim_step(&s)) {
      fail_msg("%s: %s", settings, s.error.text);
    }
    const interface_fields_t *pins = network_interface_pins(s.network, TARGET, &slot);
    for (unsigned i = 0; i < SENDERS; i++) {
      // Coordinates of two bits each, x below y.
      const uint32_t address = kSender[i] % 3 | kSender[i] / 3 << 2;
      const unsigned network = i < 2 ? 0 : 1;
      const size_t d = 2 * (size_t)slot + network;
      const bool head = (pins->del_valid[slot] >> network & 1) != 0 &&
                        (pins->del_kind[d] & KIND_HEAD) != 0 && pins->del_source[d] == address;
      flits[i] += head ? (i < 2 ? 8u : 1u) : 0;
    }
  }
  assert_true(network_check_conservation(s.network, &s.error));
  sim_free(&s);
  for (unsigned i = 0; i < SENDERS; i++) {
    (void)remove(path[i]);
  }
}

static void test_networks(void **state) {
  (void)state;
  const unsigned cycles = unit_long_tier() ? 60000 : 12000;
  static const char *const kUneven[SENDERS] = {"1", "0.1", "1"};
  for (size_t k = 0; k < 2; k++) {
    unsigned flits[SENDERS] = {0};
    const unsigned length = k == 0 || unit_long_tier() ? cycles : 3000;
    count_flits(kKinds[k], kUneven, length, flits);
    // Node 3 asks for a tenth of the cycles, and gets it.
    if (flits[1] < length / 10 * 8 / 10 || flits[0] < length / 4) {
      fail_msg("%s: node 5 gets %u flits through, node 3 %u, node 7 %u", kKinds[k], flits[0],
               flits[1], flits[2]);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_long_packet),
      cmocka_unit_test(test_networks),
  };
  return cmocka_run_group_tests_name("network/starvation", tests, temp_file_make, temp_file_remove);
}
