// test_worms -- networks of golden routers that copy packets:
// tables loaded through the configuration ports, tree worms and path worms from many nodes at once,
// each delivered to its set.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "network/network.h"

enum { SIDE = 4, NODES = SIDE * SIDE, ROUNDS = 60, FLITS = 3, SETTLE = 400 };

// The port by which a mesh with dimension order leads
// to a node: 0 the node's own, 1 x+, 2 x-, 3 y+, 4 y-.
static unsigned port_to(uint32_t router, uint32_t node) {
  const unsigned x = router % SIDE, y = router / SIDE, to_x = node % SIDE, to_y = node / SIDE;
  return to_x > x ? 1 : to_x < x ? 2 : to_y > y ? 3 : to_y < y ? 4 : 0;
}

static void reach(void *context, worm_reach_t at, uint64_t *bits) {
  (void)context;
  assert_int_equal(at.group + at.plane + at.word, 0);
  for (uint32_t node = 0; node < NODES; node++) {
    bits[0] |= (uint64_t)(port_to(at.router, node) == at.port) << node;
  }
}

static worm_up_t up(void *context, uint32_t router, unsigned group) {
  (void)context;
  (void)router;
  (void)group;
  return (worm_up_t){0};
}

static unsigned plane_class(void *context, uint32_t router, unsigned plane) {
  (void)context;
  (void)router;
  (void)plane;
  return 0;
}

typedef struct {
  topology_t *topology;
  network_t *network;
  const noc_shape_t *shape;
  uint32_t due[NODES][NODES];  // [node][source]: packets still to come
  uint32_t source[NODES][SHAPE_MAX_VCS];
  uint64_t delivered;
} bench_t;

static void open_bench(bench_t *b, unsigned latency) {
  static const network_worms_t kWorms = {NULL, reach, up, plane_class};
  noc_error_t error = {0};
  memset(b, 0, sizeof *b);
  b->topology = topology_create("mesh:4x4", &error);
  assert_non_null(b->topology);
  const network_config_t config = {.topology = b->topology,
                                   .shape = {.vcs = 2,
                                             .depth = 12,
                                             .flit_bits = 64,
                                             .cut_through = 1,
                                             .pipeline = 3,
                                             .networks = 1,
                                             .len_w = 4,
                                             .msg_w = 8,
                                             .multicast = 1,
                                             .string_bits = NODES},
                                   .link_latency = latency,
                                   .router = "ref",
                                   .worms = &kWorms,
                                   .factory = bank_factory_ref};
  b->network = network_create(&config, &error);
  if (b->network == NULL) {
    fail_msg("%s", error.text);
  }
  b->shape = network_shape(b->network);
}

static void close_bench(bench_t *b) {
  network_free(b->network);
  topology_free(b->topology);
}

// One cycle: deliveries are ticked off.
static void step(bench_t *b) {
  for (uint32_t node = 0; node < NODES; node++) {
    host_delivery_t d;
    if (!network_delivery(b->network, node, 0, &d)) {
      continue;
    }
    if ((d.kind & KIND_HEAD) != 0) {  // packets on different VCs interleave
      b->source[node][d.vc] = network_node(b->network, d.source);
    }
    const uint32_t source = b->source[node][d.vc];
    if ((d.kind & KIND_TAIL) == 0) {
      continue;
    }
    assert_int_equal(d.data[0], source * 1000 + FLITS - 1);
    assert_true(b->due[node][source] > 0);
    b->due[node][source]--;
    b->delivered++;
  }
  assert_true(network_step(b->network));
}

static void settle(bench_t *b) {
  noc_error_t error = {0};
  for (unsigned t = 0; t < SETTLE; t++) {
    step(b);
    if (t % 16 == 0 && !network_check_conservation(b->network, &error)) {
      fail_msg("%s", error.text);
    }
  }
  for (uint32_t node = 0; node < NODES; node++) {
    for (uint32_t source = 0; source < NODES; source++) {
      assert_int_equal(b->due[node][source], 0);
    }
  }
}

// The next beat of a packet of one header flit and FLITS others.
static void offer(bench_t *b, uint32_t node, packet_type_t type, uint64_t header, unsigned beat) {
  const uint64_t data = beat == 1 ? header : node * 1000 + (beat == 0 ? 0 : beat - 1);
  const host_beat_t host = {.type = type, .flits = FLITS, .headers = 1, .data = &data};
  network_offer(b->network, node, &host);
}

static void test_trees(void **state) {
  (void)state;
  for (unsigned latency = 1; latency <= 3; latency += 2) {
    bench_t b;
    uint64_t copies = 0;
    open_bench(&b, latency);
    for (unsigned round = 0; round < ROUNDS; round++) {
      uint64_t set[NODES];
      unsigned beat[NODES] = {0};
      for (uint32_t node = 0; node < NODES; node++) {
        set[node] = rng_draw(rng_key(7, RNG_DESTINATION, node), round) & ((1u << NODES) - 1);
        set[node] |= 1u << (node + 1 + round % (NODES - 1)) % NODES;
        for (uint32_t to = 0; to < NODES; to++) {
          b.due[to][node] += (uint32_t)(set[node] >> to & 1);
          copies += set[node] >> to & 1;
        }
      }
      for (unsigned t = 0; t < 200; t++) {
        for (uint32_t node = 0; node < NODES; node++) {
          if (beat[node] < FLITS + 1 && (network_ready(b.network, node) & 1) != 0) {
            offer(&b, node, PACKET_TREE_WORM, set[node], beat[node]++);
          }
        }
        step(&b);
      }
      settle(&b);
    }
    assert_int_equal(b.delivered, copies);
    close_bench(&b);
  }
}

static uint64_t pair(const bench_t *b, uint32_t node, uint32_t ports) {
  return network_address(b->network, node) | (uint64_t)ports << b->shape->addr_w;
}

// From node 0 along the row of node 3 and up its column: drops at 1, 3 and 15.
static void test_path(void **state) {
  (void)state;
  bench_t b;
  open_bench(&b, 1);
  const unsigned shift = b.shape->pair_w;
  const uint64_t header = pair(&b, 1, 1u << 0 | 1u << 1) | pair(&b, 3, 1u << 0 | 1u << 3) << shift |
                          pair(&b, 15, 1u << 0) << 2 * shift;
  assert_true(3 * shift <= 64);
  b.due[1][0] = b.due[3][0] = b.due[15][0] = 1;
  for (unsigned beat = 0; beat < FLITS + 1; beat++) {
    offer(&b, 0, PACKET_PATH_WORM, header, beat);
    step(&b);
  }
  settle(&b);
  assert_int_equal(b.delivered, 3);
  close_bench(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_trees), cmocka_unit_test(test_path)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
