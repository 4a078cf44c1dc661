// test_decode -- packets of multicasts as text: heads and header flits of worms, packets that interfaces
// forward, words of their child tables.

#include <string.h>

#include "harness.h"
#include "lockstep/decode.h"

#define NETWORK \
  "topology=mesh:4x4 router.switching=cut-through router.depth=16 workload.message_flits=4 "

static sim_t create(const char *settings) {
  const sim_t s = sim_create(settings);
  if (s.network == NULL) {
    fail_msg("%s", s.error.text);
  }
  return s;
}

static void check_head(network_t *n, packet_head_t head, const char *expected) {
  uint64_t payload[SHAPE_MAX_WORDS] = {0};
  char text[DECODE_TEXT];
  head.source = network_address(n, 2);
  head.destination = network_address(n, 5);
  packet_pack(network_shape(n), &head, payload);
  decode_head(n, payload, text);
  assert_string_equal(text, expected);
}

static void test_worms(void **state) {
  (void)state;
  sim_t s = create(NETWORK "workload.collective=broadcast workload.scheme=tree-worm");
  network_t *n = s.network;
  const noc_shape_t *shape = network_shape(n);
  char text[DECODE_TEXT];
  check_head(n, (packet_head_t){.type = PACKET_UNICAST, .length = 4, .message = 0},
             "node 2 to node 5, message 0, 4 flits");
  check_head(n, (packet_head_t){.type = PACKET_TREE_WORM, .length = 4, .message = 0, .headers = 1},
             "tree worm of node 2, message 0, 4 flits and 1 header flit");
  check_head(n, (packet_head_t){.type = PACKET_PATH_WORM, .length = 2, .message = 0, .headers = 2},
             "path worm of node 2, message 0, 2 flits and 2 header flits");
  uint64_t flit[SHAPE_MAX_WORDS] = {0x8009};
  decode_header(n, PACKET_TREE_WORM, 0, flit, text);
  assert_string_equal(text, "header flit, to nodes 0, 3, 15");
  decode_header(n, PACKET_TREE_WORM, 1, flit, text);  // of a wider string
  assert_string_equal(text, "header flit, to nodes 64, 67, 79");
  flit[0] = UINT64_MAX;
  decode_header(n, PACKET_TREE_WORM, 0, flit, text);
  assert_non_null(strstr(text, "14, 15 and 48 more"));
  flit[0] = 0;
  decode_header(n, PACKET_TREE_WORM, 0, flit, text);
  assert_string_equal(text, "header flit, to no node");
  packet_set_field(flit, 0, shape->addr_w, network_address(n, 7));
  packet_set_field(flit, shape->addr_w, shape->ports, 0x5);
  packet_set_field(flit, shape->pair_w, shape->addr_w, network_address(n, 9));
  packet_set_field(flit, shape->pair_w + shape->addr_w, shape->ports, 0x1);
  decode_header(n, PACKET_PATH_WORM, 0, flit, text);
  assert_string_equal(text, "header flit, pairs: node 7 by ports 0x5, node 9 by ports 0x1");
  sim_free(&s);
}

static void test_forwarded(void **state) {
  (void)state;
  sim_t s = create(NETWORK "workload.collective=broadcast workload.scheme=kbinomial");
  network_t *n = s.network;
  const noc_shape_t *shape = network_shape(n);
  char expected[DECODE_TEXT];
  char text[DECODE_TEXT];
  check_head(n, (packet_head_t){.type = PACKET_FORWARDED, .length = 1},
             "multicast of node 2 to node 5, to be forwarded, message 0, row 0, 1 flits");
  check_head(n, (packet_head_t){.type = PACKET_FORWARDED_LAST, .length = 1},
             "multicast of node 2 to node 5, forwarded last, message 0, row 0, 1 flits");
  const uint64_t node = (uint64_t)network_address(n, 6) << 2;
  decode_child(n, shape->forward_children - 1, node, text);
  (void)snprintf(expected, sizeof expected, "row 0, child %u: node 6", shape->forward_children - 1);
  assert_string_equal(text, expected);
  decode_child(n, shape->forward_children, node | 3, text);
  assert_string_equal(text, "row 1, child 0: node 6, which passes it on to nobody, more follow");
  sim_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_worms),
      cmocka_unit_test(test_forwarded),
  };
  return cmocka_run_group_tests_name("network/decode", tests, NULL, NULL);
}
