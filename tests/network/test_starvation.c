// Packets that others passed for ever: a long one among short ones with cut-through, and one that
// cannot ask all the time while another virtual network wins; a host's packet among the copies that
// its interface sends; one that an interface keeps beside what its host multicasts; multicasts that
// wait for slots. Both sides agreed on it: these are tests of the specification
// (docs/microarchitecture.md, sections 9, 10 and 16).

#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "shape/packet.h"
#include "unit/temp_file.h"
#include "unit/unit_lockstep.h"

static const char *const kKinds[] = {"ref", "lockstep"};

static FILE *open_file(const char *path) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  return out;
}

// Node 1 sends a flit to node 2 in every cycle, and node 0 a packet of 8 flits past it.
static void write_stream(unsigned cycles) {
  FILE *out = open_file(temp_file);
  for (unsigned t = 0; t < cycles; t++) {
    (void)fprintf(out, "%u,1,2,1\n%s", t, t == 100 ? "100,0,2,8\n" : "");
  }
  assert_int_equal(fclose(out), 0);
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
      "router.switching=cut-through router.vcs=3",
      "router.switching=cut-through router.vcs=4 router.pipeline=2",
      "router.switching=wormhole router.vcs=1",
  };
  enum { ROUTERS = sizeof kRouters / sizeof kRouters[0] };
  write_stream(3000);
  for (size_t k = 0; k < 2; k++) {
    const size_t n = k == 0 || unit_long_tier() ? ROUTERS : 1;
    for (size_t i = 0; i < n; i++) {
      check_long_packet(kKinds[k], kRouters[i]);
    }
  }
}

// Three streams to node 4: who sends, in which network, packets of how many flits. The permutations
// have what goes from node 4 besides.
enum { SENDERS = 3, TARGET = 4 };
typedef struct {
  unsigned sender, network, flits;
} stream_t;
// Nodes 5 and 3 in network 0, node 7 in network 1.
static const stream_t kApart[SENDERS] = {{5, 0, 8}, {3, 0, 8}, {7, 1, 1}};
// Node 3 in both networks, node 5 in network 0.
static const stream_t kBoth[SENDERS] = {{3, 0, 8}, {3, 1, 8}, {5, 0, 8}};

// Flits of each stream that have come to the target.
static void count_flits(const char *kind, const stream_t stream[SENDERS],
                        const char *const load[SENDERS], unsigned cycles, unsigned flits[SENDERS]) {
  char settings[2048];
  char path[SENDERS][256];
  int at = snprintf(settings, sizeof settings,
                    "topology=mesh:3x3 router.vcs=2 router.networks=2 router.depth=16 "
                    "run.router=%s run.cycles=%u",
                    kind, cycles);
  for (unsigned i = 0; i < SENDERS; i++) {
    (void)snprintf(path[i], sizeof path[i], "%s.%u", temp_file, i);
    sim_write_pair(path[i], 9, stream[i].sender, TARGET);
    at += snprintf(settings + at, sizeof settings - (size_t)at,
                   " workload.classes.%u.traffic=permutation workload.classes.%u.permutation=%s "
                   "workload.classes.%u.load=%s workload.classes.%u.packet_flits=%u "
                   "workload.classes.%u.network=%u",
                   i, i, path[i], i, load[i], i, stream[i].flits, i, stream[i].network);
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
      const uint32_t address = stream[i].sender % 3 | stream[i].sender / 3 << 2;
      const unsigned network = stream[i].network;
      const size_t d = 2 * (size_t)slot + network;
      const bool head = (pins->del_valid[slot] >> network & 1) != 0 &&
                        (pins->del_kind[d] & KIND_HEAD) != 0 && pins->del_source[d] == address;
      flits[i] += head ? stream[i].flits : 0;
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
    count_flits(kKinds[k], kApart, kUneven, length, flits);
    // Node 3 asks for a tenth of the cycles, and gets it.
    if (flits[1] < length / 10 * 8 / 10 || flits[0] < length / 4) {
      fail_msg("%s: node 5 gets %u flits through, node 3 %u, node 7 %u", kKinds[k], flits[0],
               flits[1], flits[2]);
    }
  }
}

// An order of the inputs at an output, not at each VC of it, would put node 3's packet of network 0
// last whenever its input wins a VC in network 1: it would get next to nothing, node 5 the rest.
static void test_both_networks(void **state) {
  (void)state;
  static const char *const kFull[SENDERS] = {"1", "1", "1"};
  for (size_t k = 0; k < 2; k++) {
    unsigned flits[SENDERS] = {0};
    const unsigned cycles = k == 0 || unit_long_tier() ? 12000 : 3000;
    count_flits(kKinds[k], kBoth, kFull, cycles, flits);
    if (flits[0] < flits[2] * 9 / 10 || flits[2] < flits[0] * 9 / 10 ||
        flits[0] + flits[1] + flits[2] < cycles * 9 / 10) {
      fail_msg("%s: node 3 gets %u and %u flits through, node 5 %u", kKinds[k], flits[0], flits[1],
               flits[2]);
    }
  }
}

// The interface of node 1 forwards what node 0 multicasts, 0 to 1 and on to 2 and 3, and its host
// sends packets to node 3. Writes so many multicasts and packets, all of 8 flits; the only one of
// them, where it is one, is ready in cycle 300.
enum { READY = 300 };

// The operation of this label waits until then, if it comes alone.
static void write_wait(FILE *out, bool alone, const char *label) {
  if (alone) {
    (void)fprintf(out, "c: calc %d\n%s requires c\n", READY, label);
  }
}

static void write_plan(unsigned multicasts, unsigned packets) {
  FILE *out = open_file(temp_file);
  (void)fprintf(out, "num_ranks 4\nrank 0 {\n");
  for (unsigned i = 0; i < multicasts; i++) {
    (void)fprintf(out, "m%u: mcast 64b to 1,2,3 tag 1 forward 3 0>1 1>2 1>3\n", i);
  }
  write_wait(out, multicasts == 1, "m0");
  (void)fprintf(out, "}\n");
  for (unsigned rank = 1; rank < 4; rank++) {
    (void)fprintf(out, "rank %u {\n", rank);
    for (unsigned i = 0; i < multicasts; i++) {
      (void)fprintf(out, "recv 64b from 0 tag 1\n");
    }
    for (unsigned i = 0; i < packets && rank != 2; i++) {
      (void)fprintf(out, rank == 1 ? "s%u: send 64b to 3 tag 9\n" : "recv 64b from 1 tag 9\n", i);
    }
    write_wait(out, rank == 1 && packets == 1, "s0");
    (void)fprintf(out, "}\n");
  }
  assert_int_equal(fclose(out), 0);
}

// The cycle in which the first packet from this node is delivered to that one.
static uint64_t first_delivery(const char *kind, const char *router, unsigned from, unsigned to) {
  char settings[512];
  (void)snprintf(settings, sizeof settings, "workload.plan=%s run.router=%s %s", temp_file, kind,
                 router);
  sim_t s = sim_create(settings);
  uint32_t slot = 0;
  const interface_fields_t *pins = network_interface_pins(s.network, to, &slot);
  while (pins->del_valid[slot] == 0 || pins->del_source[slot] != from) {
    if (!sim_step(&s) || network_cycle(s.network) > 50000) {
      fail_msg("%s: cycle %u: %s", settings, (unsigned)network_cycle(s.network), s.error.text);
    }
    pins = network_interface_pins(s.network, to, &slot);
  }
  const uint64_t cycle = network_cycle(s.network);
  sim_free(&s);
  return cycle;
}

// The host and the copies of its interface take turns (section 16): whoever comes alone waits for
// one packet of the other and not for all that are there, 16 cycles each and 3,200 in all.
static void test_copies(void **state) {
  (void)state;
  static const char *const kRouters[] = {
      "topology=mesh:2x2 workload.packet_flits=8 router.vcs=4",
      "topology=mesh:2x2 workload.packet_flits=8 router.vcs=1",
      "topology=mesh:2x2 workload.packet_flits=8 router.vcs=2 router.switching=cut-through",
      "topology=mesh:2x2 workload.packet_flits=8 router.vcs=2 router.arbiter=age"};
  enum { MANY = 200, SOON = READY + 100 };
  for (size_t k = 0; k < 2; k++) {
    const size_t n = k == 0 || unit_long_tier() ? sizeof kRouters / sizeof kRouters[0] : 1;
    for (size_t i = 0; i < n; i++) {
      write_plan(MANY, 1);
      const uint64_t host = first_delivery(kKinds[k], kRouters[i], 1, 3);
      write_plan(1, MANY);
      const uint64_t copy = first_delivery(kKinds[k], kRouters[i], 0, 2);
      if (host > SOON || copy > SOON) {
        fail_msg("%s, %s: the host's packet comes in cycle %u, the copy in %u", kKinds[k],
                 kRouters[i], (unsigned)host, (unsigned)copy);
      }
    }
  }
}

// The interface of node 1 forwards a packet of node 0, of 64 flits and ready in cycle 300, to node
// 2, while its host multicasts as many flits as it can.
static void write_kept(unsigned multicasts) {
  FILE *out = open_file(temp_file);
  (void)fprintf(out, "num_ranks 4\nrank 0 {\nm0: mcast 512b to 1,2 tag 1 forward 2 0>1 1>2\n");
  write_wait(out, true, "m0");
  for (unsigned i = 0; i < multicasts; i++) {
    (void)fprintf(out, "recv 512b from 1 tag 2\n");
  }
  (void)fprintf(out, "}\nrank 1 {\nrecv 512b from 0 tag 1\n");
  for (unsigned i = 0; i < multicasts; i++) {
    (void)fprintf(out, "mcast 512b to 0 tag 2 forward 1 1>0\n");
  }
  (void)fprintf(out, "}\nrank 2 {\nrecv 512b from 0 tag 1\n}\nrank 3 {\n}\n");
  assert_int_equal(fclose(out), 0);
}

// Beats of the host and flits to be kept take turns at the one port into the slots (section 16):
// the packet needs some 128 cycles for its flits and not 64 * 65.
static void test_kept(void **state) {
  (void)state;
  enum { MANY = 60, SOON = READY + 400 };
  write_kept(MANY);
  for (size_t k = 0; k < 2; k++) {
    const uint64_t cycle =
        first_delivery(kKinds[k], "topology=mesh:2x2 router.vcs=2 workload.packet_flits=64", 0, 2);
    if (cycle > SOON) {
      fail_msg("%s: the packet comes in cycle %u", kKinds[k], (unsigned)cycle);
    }
  }
}

// Nodes 3, 4, 5 and 7 multicast single flits, and node 0 once so many packets of a flit, through
// the interface of node 1.
static void write_reservations(unsigned multicasts, unsigned wide) {
  static const unsigned kFrom[] = {3, 4, 5, 7};
  FILE *out = open_file(temp_file);
  (void)fprintf(out, "num_ranks 9\nrank 0 {\nm0: mcast %ub to 1,2 tag 1 forward 2 0>1 1>2\n",
                wide * 8);
  write_wait(out, true, "m0");
  (void)fprintf(out, "}\nrank 2 {\nrecv %ub from 0 tag 1\n}\n", wide * 8);
  for (unsigned at = 1; at <= 8; at += 7) {
    (void)fprintf(out, "rank %u {\n", at);
    if (at == 1) {
      (void)fprintf(out, "recv %ub from 0 tag 1\n", wide * 8);
    }
    for (unsigned i = 0; i < 4 * multicasts; i++) {
      (void)fprintf(out, "recv 8b from %u tag 2\n", kFrom[i % 4]);
    }
    (void)fprintf(out, "}\n");
  }
  for (unsigned i = 0; i < 4; i++) {
    (void)fprintf(out, "rank %u {\n", kFrom[i]);
    for (unsigned k = 0; k < multicasts; k++) {
      (void)fprintf(out, "mcast 8b to 1,8 tag 2 forward 2 %u>1 1>8\n", kFrom[i]);
    }
    (void)fprintf(out, "}\n");
  }
  (void)fprintf(out, "rank 6 {\n}\n");
  assert_int_equal(fclose(out), 0);
}

// Slots are reserved in the order in which multicasts ask for them: one that needs all of an
// interface, and one of a node behind others, wait for those before them only.
static void test_reservations(void **state) {
  (void)state;
  enum { MANY = 200, SOON = 200 };
  for (unsigned wide = 1; wide <= 8; wide += 7) {
    write_reservations(MANY, wide);
    for (unsigned slots = wide < 2 ? 2 : wide; slots <= 8; slots += 3) {
      char settings[128];
      (void)snprintf(settings, sizeof settings,
                     "topology=mesh:3x3 router.vcs=2 workload.packet_flits=1 workload.slots=%u",
                     slots);
      const uint64_t cycle = first_delivery("ref", settings, 0, 2);
      // Its coordinates are two bits each.
      const uint64_t last = first_delivery("ref", settings, 1 | 2 << 2, 8);
      if (cycle > READY + SOON || last > SOON) {
        fail_msg("%s: node 0's, of %u packets, comes in cycle %u, node 7's first in %u", settings,
                 wide, (unsigned)cycle, (unsigned)last);
      }
    }
  }
}

// Hosts that take little, while all slots are in use: golden model and RTL agree on when a beat is
// accepted, in every cycle of interfaces that wait.
static void test_tight_slots(void **state) {
  (void)state;
  const unsigned seeds = unit_long_tier() ? 12 : 3;
  for (unsigned seed = 1; seed <= seeds; seed++) {
    char settings[512];
    (void)snprintf(settings, sizeof settings,
                   "topology=mesh:2x2 router.vcs=2 router.depth=4 workload.traffic=multicast "
                   "workload.degree=1-3 workload.scheme=kbinomial workload.k=1 workload.load=0.3 "
                   "workload.message_flits=16 workload.packet_flits=16 workload.slots=%u "
                   "host.accept=0.3 run.cycles=2000 run.drain=false run.router=lockstep "
                   "run.seed=%u",
                   1 + seed % 3, seed);
    sim_t s = sim_create(settings);
    if (!sim_run(&s, 64, 100000)) {
      fail_msg("%s: %s", settings, s.error.text);
    }
    sim_free(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_long_packet),   cmocka_unit_test(test_networks),
      cmocka_unit_test(test_both_networks), cmocka_unit_test(test_copies),
      cmocka_unit_test(test_kept),          cmocka_unit_test(test_reservations),
      cmocka_unit_test(test_tight_slots),
  };
  return cmocka_run_group_tests_name("network/starvation", tests, temp_file_make, temp_file_remove);
}
