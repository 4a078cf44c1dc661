// Where the head of a packet is: followed on its way through routers and over links, short and
// long; a body flit that looks like a head is none.

#include <string.h>

#include "harness.h"
#include "lockstep/factory.h"
#include "shape/packet.h"
#include "unit/temp_file.h"

enum { CYCLES = 60, ROUTERS = 3, FLITS = 4 };

static sim_t create(const char *settings) {
  static const char kTrace[] = "cycle,source,destination,flits\n0,0,2,4\n";
  char all[512];
  temp_file_write(kTrace, strlen(kTrace));
  (void)snprintf(all, sizeof all, "topology=mesh:3 workload.trace=%s %s", temp_file, settings);
  return sim_create(all);
}

// The port at which the packet enters a router of the line: its node's, then that to the left.
static unsigned entry(network_t *n, uint32_t router) {
  const topology_t *t = network_topology(n);
  for (unsigned p = 0; router > 0 && p < t->ports; p++) {
    if (t->peer_router[router * t->ports + p] == (int32_t)router - 1) {
      return p;
    }
  }
  return 0;
}

// Router by router, without a gap, from the link of the first on; docs/timing.md says when.
static void follow(const char *settings) {
  sim_t s = create(settings);
  network_t *n = s.network;
  const unsigned latency = network_link_latency(n);
  const unsigned pipeline = network_shape(n)->pipeline;
  uint64_t first[ROUTERS] = {0};
  unsigned cycles[ROUTERS] = {0};
  while (network_cycle(n) < CYCLES) {
    network_place_t place = {0};
    if (network_find_head(n, network_address(n, 0), 0, &place)) {
      assert_in_range(place.router, 0, ROUTERS - 1);
      assert_int_equal(place.port, entry(n, place.router));
      assert_in_range(place.vc, 0, 3);
      first[place.router] = cycles[place.router]++ == 0 ? network_cycle(n) : first[place.router];
      assert_int_equal(network_cycle(n), first[place.router] + cycles[place.router] - 1);
    }
    assert_false(network_find_head(n, network_address(n, 1), 0, &place));
    assert_false(network_find_head(n, network_address(n, 0), 1, &place));
    assert_true(sim_step(&s));
  }
  assert_int_equal(first[0], 2);
  for (unsigned r = 1; r < ROUTERS; r++) {  // the link to it, and then its buffer
    assert_int_equal(first[r], first[r - 1] + cycles[r - 1]);
    assert_int_equal(first[r], 2 + r * (pipeline + latency - 1) - (latency - 1));
  }
  assert_true(workload_done(s.workload));
  sim_free(&s);
}

static void test_follow(void **state) {
  (void)state;
  follow("");
  follow("router.pipeline=2");
  follow("router.pipeline=2 router.lookahead=true");
  follow("router.link_latency=4");
  follow("router.link_latency=2 router.pipeline=2 router.depth=2");
}

// In routers of RTL, whose buffers are remembered as they are written, where golden models have it.
static void test_rtl(void **state) {
  (void)state;
  enum { NODES = 4 };
  static const char kTrace[] = "0 2 1 4\n0 1 2 3\n1 0 3 4\n2 2 1 4\n3 1 0 1\n4 3 0 3\n";
  static const uint32_t kAll[NODES] = {0, 1, 2, 3};
  char settings[512];
  temp_file_write(kTrace, strlen(kTrace));
  (void)snprintf(settings, sizeof settings, "topology=mesh:2x2 workload.trace=%s", temp_file);
  sim_t golden = sim_create(settings);
  sim_t rtl = sim_create_with(settings, bank_factory, NULL, "rtl", kAll, NODES);
  unsigned seen[NODES] = {0};
  while (network_cycle(rtl.network) < CYCLES) {
    for (uint32_t node = 0; node < NODES; node++) {
      for (uint32_t message = 0; message < 2; message++) {
        network_place_t place[2] = {{0}, {0}};
        const uint32_t address = network_address(golden.network, node);
        const bool found = network_find_head(golden.network, address, message, &place[0]);
        assert_int_equal(found, network_find_head(rtl.network, address, message, &place[1]));
        assert_memory_equal(&place[0], &place[1], sizeof place[0]);
        seen[node] += found;
      }
    }
    assert_true(sim_step(&golden) && sim_step(&rtl));
  }
  for (uint32_t node = 0; node < NODES; node++) {
    assert_true(seen[node] > 4);
  }
  sim_free(&golden);
  sim_free(&rtl);
}

// The newest head in a queue of a router is the one that came on its link last, wherever in the
// buffer it lies, as long as it is there.
static void test_newest(void **state) {
  (void)state;
  enum { PORTS = 3, VCS = 2, CHECKS = 100 };
  sim_t s = sim_create(
      "topology=mesh:3 router.vcs=2 router.depth=5 host.accept=0.2 workload.traffic=uniform "
      "workload.load=0.9 workload.packet_flits=1:1,3:1");
  network_t *n = s.network;
  uint64_t last[ROUTERS][PORTS][VCS] = {0};
  unsigned found = 0;
  while (network_cycle(n) < CYCLES) {
    for (uint32_t r = 0; r < ROUTERS; r++) {
      uint32_t slot = 0;
      const router_fields_t *pins = network_router_pins(n, r, &slot);
      for (uint32_t left = pins->in_valid[slot]; left != 0; left &= left - 1) {
        const unsigned port = (unsigned)__builtin_ctz(left);
        const size_t at = (size_t)slot * network_shape(n)->ports + port;
        assert_true(port < PORTS && pins->in_vc[at] < VCS);
        if ((pins->in_kind[at] & KIND_HEAD) != 0) {
          last[r][port][pins->in_vc[at]] = pins->in_payload[at];
        }
      }
    }
    assert_true(sim_step(&s));
    for (uint32_t r = 0; r < ROUTERS; r++) {
      uint32_t member = 0;
      bank_t *b = network_locate(n, COMPONENT_ROUTER, r, &member);
      for (unsigned q = 0; q < PORTS * VCS; q++) {
        bank_front_t head = {0};
        if (b->newest(b, member, q / VCS, q % VCS, &head)) {
          assert_int_equal(*head.payload, last[r][q / VCS][q % VCS]);
          found++;
        }
      }
    }
  }
  assert_true(found > CHECKS);
  sim_free(&s);
}

// The second flit on the link to a router gets a head of node 1 as its data.
static void test_body(void **state) {
  (void)state;
  sim_t s = create("");
  network_t *n = s.network;
  const noc_shape_t *shape = network_shape(n);
  uint64_t head = 0;
  bool done = false;
  while (!done && network_cycle(n) < CYCLES) {
    uint32_t slot = 0;
    const router_fields_t *pins = network_router_pins(n, 1, &slot);
    const size_t at = (size_t)slot * shape->ports + entry(n, 1);
    network_place_t place = {0};
    if ((pins->in_valid[slot] >> entry(n, 1) & 1u) != 0) {
      const bool is_head = (pins->in_kind[at] & KIND_HEAD) != 0;
      head = is_head ? pins->in_payload[at] ^ UINT64_C(1) << packet_source_lsb(shape) : head;
      const uint64_t payload = pins->in_payload[at];
      pins->in_payload[at] = head;
      assert_int_equal(network_find_head(n, network_address(n, 1), 0, &place), is_head);
      pins->in_payload[at] = payload;
      done = !is_head;
    }
    assert_true(sim_step(&s));
  }
  assert_true(done);
  sim_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_follow),
      cmocka_unit_test(test_rtl),
      cmocka_unit_test(test_body),
      cmocka_unit_test(test_newest),
  };
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
