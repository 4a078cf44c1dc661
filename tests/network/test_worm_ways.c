// test_worm_ways -- golden networks of several families with the tables of worm_routes: tree worms
// of random sets from all nodes at once, and planned path worms, each delivered to its set once.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "collective/path_plan.h"
#include "network/worm_table_entries.h"

enum { NODES = 64, W = 64, FLITS = 3, MOST_HEADERS = 16, DEPTH = 20, SETTLE = 2000, QUIET = 100 };

typedef struct {
  topology_t *topology;
  routing_t *routing;
  worm_routes_t routes;
  network_t *network;
  const noc_shape_t *shape;
  unsigned due[NODES][NODES];  // [node][source]: packets still to come
  uint32_t source[NODES][SHAPE_MAX_VCS];
  unsigned left;  // of them
} bench_t;

static void open_bench(bench_t *b, const char *topology, bool adaptive) {
  noc_error_t error = {0};
  memset(b, 0, sizeof *b);
  b->topology = topology_create(topology, &error);
  b->routing = routing_create(b->topology, NULL, NULL, adaptive, &error);
  assert_true(worm_routes_create(&b->routes, b->routing, b->routing->classes, &error));
  const worm_table_entries_t entries = {&b->routes, W};
  const network_worms_t worms = worm_table_entries(&entries);
  const network_config_t config = {.topology = b->topology,
                                   .routing = b->routing,
                                   .shape = {.vcs = b->routing->classes,
                                             .depth = DEPTH,
                                             .flit_bits = W,
                                             .cut_through = 1,
                                             .pipeline = 3,
                                             .networks = 1,
                                             .len_w = 4,
                                             .msg_w = 8,
                                             .adaptive = adaptive,
                                             .multicast = 1,
                                             .string_bits = b->topology->nodes,
                                             .planes = b->routes.planes},
                                   .link_latency = 1,
                                   .router = "ref",
                                   .worms = &worms,
                                   .factory = bank_factory_ref};
  b->network = network_create(&config, &error);
  if (b->network == NULL) {
    fail_msg("%s: %s", topology, error.text);
  }
  b->shape = network_shape(b->network);
}

static void close_bench(bench_t *b) {
  network_free(b->network);
  worm_routes_free(&b->routes);
  routing_free(b->routing);
  topology_free(b->topology);
}

// One cycle: deliveries are ticked off.
static void step(bench_t *b) {
  for (uint32_t node = 0; node < b->topology->nodes; node++) {
    host_delivery_t d;
    if (!network_delivery(b->network, node, 0, &d)) {
      continue;
    }
    if ((d.kind & KIND_HEAD) != 0) {
      b->source[node][d.vc] = network_node(b->network, d.source);
    }
    const uint32_t source = b->source[node][d.vc];
    if ((d.kind & KIND_TAIL) != 0) {
      assert_int_equal(d.data[0], source);
      assert_true(b->due[node][source] > 0);
      b->due[node][source]--;
      b->left--;
    }
  }
  assert_true(network_step(b->network));
}

static void settle(bench_t *b) {
  noc_error_t error = {0};
  for (unsigned t = 0; t < SETTLE && b->left > 0; t++) {
    step(b);
  }
  if (b->left > 0) {
    fail_msg("%s: %u copies have not come", b->topology->name, b->left);
  }
  for (unsigned t = 0; t < QUIET; t++) {
    step(b);
  }
  if (!network_check_conservation(b->network, &error)) {
    fail_msg("%s", error.text);
  }
}

typedef struct {
  packet_type_t type;
  unsigned headers;
  uint64_t header[MOST_HEADERS];
  unsigned beat;  // 0 with no worm to send
} sender_t;

// Sends what the nodes have, a beat a cycle each.
static void send(bench_t *b, sender_t *senders) {
  for (bool more = true; more;) {
    more = false;
    for (uint32_t node = 0; node < b->topology->nodes; node++) {
      sender_t *s = &senders[node];
      if (s->headers == 0 || s->beat == s->headers + FLITS) {
        continue;
      }
      more = true;
      if ((network_ready(b->network, node) & 1) != 0) {
        const bool is_header = s->beat > 0 && s->beat <= s->headers;
        const uint64_t data = is_header ? s->header[s->beat - 1] : node;
        const host_beat_t host = {
            .type = s->type, .flits = FLITS, .headers = (uint8_t)s->headers, .data = &data};
        network_offer(b->network, node, &host);
        s->beat++;
      }
    }
    step(b);
  }
  settle(b);
}

static void expect(bench_t *b, uint32_t node, uint32_t source) {
  b->due[node][source]++;
  b->left++;
}

static void send_trees(bench_t *b, unsigned round) {
  sender_t senders[NODES] = {0};
  const uint32_t nodes = b->topology->nodes;
  for (uint32_t node = 0; node < nodes; node++) {
    uint64_t set = rng_draw(rng_key(7, RNG_DESTINATION, node), 2 * round);
    set &= rng_draw(rng_key(7, RNG_DESTINATION, node), 2 * round + 1);
    set &= UINT64_MAX >> (64 - nodes);
    set |= UINT64_C(1) << (node + 1 + round) % nodes;
    set &= ~(UINT64_C(1) << node);
    for (uint32_t to = 0; to < nodes; to++) {
      if ((set >> to & 1) != 0) {
        expect(b, to, node);
      }
    }
    senders[node] = (sender_t){.type = PACKET_TREE_WORM, .headers = set != 0, .header = {set}};
  }
  send(b, senders);
}

static sender_t sender_of(const bench_t *b, const path_plan_t *plan, const path_worm_t *w) {
  const noc_shape_t *s = b->shape;
  const unsigned each = W / s->pair_w;
  sender_t sender = {.type = PACKET_PATH_WORM, .headers = (w->pairs + each - 1) / each};
  for (uint32_t i = 0; i < w->pairs; i++) {
    const path_pair_t *p = &plan->pair[w->first_pair + i];
    uint64_t pair = network_address(b->network, p->address) | (uint64_t)p->ports << s->addr_w;
    pair |= s->class_w > 0 ? (uint64_t)p->vc_class << (s->addr_w + s->ports) : 0;
    sender.header[i / each] |= pair << i % each * s->pair_w;
  }
  return sender;
}

// From one node to all others, phase by phase; and each phase's worms at once.
static void send_paths(bench_t *b, uint32_t source) {
  uint32_t nodes[NODES];
  uint32_t n = 0;
  for (uint32_t node = 0; node < b->topology->nodes; node++) {
    nodes[n] = node;
    n += node != source;
  }
  noc_error_t error = {0};
  path_plan_t plan;
  const uint32_t most = W / b->shape->pair_w * MOST_HEADERS;
  assert_true(
      path_plan_create(&plan, b->routing, b->shape->classes, source, nodes, n, most, &error));
  for (unsigned phase = 0, i = 0; phase < plan.phases; phase++) {
    sender_t senders[NODES] = {0};
    for (; i < plan.worms && plan.worm[i].phase == phase; i++) {
      const path_worm_t *w = &plan.worm[i];
      senders[w->source] = sender_of(b, &plan, w);
      for (uint32_t k = 0; k < w->nodes; k++) {
        expect(b, plan.node[w->first_node + k], w->source);
      }
    }
    send(b, senders);
  }
  path_plan_free(&plan);
}

static void families(void **state) {
  (void)state;
  static const struct {
    const char *topology;
    bool adaptive;
  } kMany[] = {{"irregular:switches=8,ports=8,hosts=32,seed=1", false},
               {"irregular:switches=16,ports=8,hosts=32,seed=2", true},
               {"irregular:switches=32,ports=8,hosts=32,seed=3", true},
               {"mesh:8x8", false},
               {"torus:4x4", false},
               {"torus:5x5", false},
               {"octagon:8", false},
               {"fattree:k=4,n=2", true},
               {"hypercube:4", false},
               {"dragonfly:p=2,a=4,h=1", false}};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    static bench_t b;
    open_bench(&b, kMany[i].topology, kMany[i].adaptive);
    for (unsigned round = 0; round < 10; round++) {
      send_trees(&b, round);
      send_paths(&b, round % b.topology->nodes);
    }
    close_bench(&b);
  }
}

int main(void) {
  static const struct CMUnitTest kTests[] = {cmocka_unit_test(families)};
  return cmocka_run_group_tests(kTests, NULL, NULL);
}
