// test_decode -- packets of multicasts as text: heads and header flits of worms, packets that
// interfaces forward, words of their child tables; where the elements of registers are.

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

// No two elements of a field are named alike, whatever the network.
static void test_elements(void **state) {
  (void)state;
  static const char *const kSettings[] = {
      NETWORK "workload.collective=broadcast workload.scheme=tree-worm router.vcs=2",
      NETWORK "workload.collective=broadcast workload.scheme=kbinomial router.flit_bits=128",
      NETWORK "workload.collective=allgather workload.scheme=hnc router.vcs=3",
      "topology=torus:4x4 router.vcs=4 router.networks=2 router.switching=cut-through "
      "router.depth=16 workload.collective=broadcast workload.scheme=tree-worm",
      "topology=octagon:8@2 router.vcs=4 router.flit_bits=256 workload.traffic=uniform "
      "workload.load=0.1",
      "topology=fattree:k=2,n=3 router.depth=12 workload.traffic=uniform workload.load=0.1"};
  for (size_t i = 0; i < sizeof kSettings / sizeof *kSettings; i++) {
    sim_t s = create(kSettings[i]);
    for (unsigned c = 0; c < 2; c++) {
      static bundle_layout_t layout;
      (c == 0 ? bundle_router : bundle_interface)(network_shape(s.network), &layout);
      for (unsigned n = 0; n < layout.n_fields; n++) {
        const bundle_field_t *f = &layout.field[n];
        static char text[1024][DECODE_TEXT];
        assert_true(f->count <= 1024);
        for (uint32_t e = 0; e < f->count; e++) {
          decode_element(s.network, 1, f, e, text[e]);
          assert_true(f->count == 1 || text[e][0] != '\0');
          for (uint32_t other = 0; other < e; other++) {
            assert_string_not_equal(text[e], text[other]);
          }
        }
      }
    }
    sim_free(&s);
  }
}

static const bundle_field_t *field_of(const bundle_layout_t *l, const char *name) {
  for (unsigned i = 0; i < l->n_fields; i++) {
    if (strcmp(l->field[i].name, name) == 0) {
      return &l->field[i];
    }
  }
  fail_msg("no field %s", name);
  return NULL;
}

static void check_element(sim_t *s, const bundle_layout_t *l, const char *name, uint32_t element,
                          const char *expected) {
  char text[DECODE_TEXT];
  decode_element(s->network, 5, field_of(l, name), element, text);
  assert_string_equal(text, expected);
}

// By hand, for router 1,1 of a torus whose copying routers have 5 ports, 4 VCs and 2 classes.
static void test_elements_by_hand(void **state) {
  (void)state;
  sim_t s = create(
      "topology=torus:4x4 router.vcs=4 router.switching=cut-through router.depth=16 "
      "router.flit_bits=128 workload.collective=broadcast workload.scheme=tree-worm");
  static bundle_layout_t l;
  bundle_router(network_shape(s.network), &l);
  const uint32_t queue = 3 * 4 + 2;
  check_element(&s, &l, "in_count", queue, "port 3 (+y), VC 2");
  check_element(&s, &l, "br_vc", queue * 5 + 1, "port 3 (+y), VC 2, branch to port 1 (+x)");
  check_element(&s, &l, "br_read", queue * 5, "port 3 (+y), VC 2, branch to port 0 (node 5)");
  check_element(&s, &l, "br_wr_class", 4 * 5 + 2, "port 4 (-y), branch to port 2 (-x)");
  check_element(&s, &l, "w_hit", queue * network_shape(s.network)->planes + 1,
                "port 3 (+y), VC 2, plane 1");
  check_element(&s, &l, "va_out_order", queue * 5 + 4, "port 3 (+y), VC 2, input port 4 (-y)");
  check_element(&s, &l, "out_payload", 3, "port 1 (+x), word 1");
  check_element(&s, &l, "out_valid", 0, "");
  sim_free(&s);
}

// The whole flit of the element that differs, not of another: of the second network's delivery.
static void test_payload(void **state) {
  (void)state;
  sim_t s = create(
      "topology=mesh:2x2 router.vcs=2 router.networks=2 router.flit_bits=128 "
      "workload.traffic=uniform workload.load=0.1");
  static bundle_layout_t l;
  bundle_interface(network_shape(s.network), &l);
  const bundle_field_t *f = field_of(&l, "del_data");
  uint32_t words[4096] = {0};
  assert_true(l.state_words <= 4096);
  words[f->word + 4] = 0xabc;  // the lowest of the 4 words of network 1
  char text[DECODE_TEXT];
  assert_true(decode_payload(s.network, &l, f, 2, words, text));
  assert_string_equal(text, "0x00000000000000000000000000000abc");
  assert_true(decode_payload(s.network, &l, f, 1, words, text));
  assert_string_equal(text, "0x00000000000000000000000000000000");
  assert_false(decode_payload(s.network, &l, field_of(&l, "del_source"), 1, words, text));
  sim_free(&s);
}

// A value of a field of routers as it is printed.
static void check_value(sim_t *s, const char *field, uint64_t value, const char *expected) {
  const bundle_layout_t *layout = &network_bank(s->network, 0)->layout;
  char text[DECODE_TEXT];
  unsigned k = 0;
  while (strcmp(layout->field[k].name, field) != 0) {
    assert_true(++k < layout->n_fields);
  }
  decode_value(s->network, COMPONENT_ROUTER, &layout->field[k], value, text);
  assert_string_equal(text, expected);
  assert_false(decode_payload(s->network, layout, &layout->field[k], 0, NULL, text));
  assert_string_equal(text, "");
}

// Routes that come a cycle late, and tags without them; with lookahead the next route is above.
static void test_late(void **state) {
  (void)state;
  static const struct {
    bool look;
    const char *field;
    uint64_t value;
    const char *text;
  } kMany[] = {{false, "wr_tag", 1 << 6 | 1, "0x41 (head, route to come, needs 4)"},
               {false, "wr_late", 2, "0x2 (output port 2)"},
               {true, "in_next", 1 << 2 | 3, "0x7 (output port 3)"},
               {true, "in_next", 0, "0 (no head)"}};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    sim_t s =
        create(kMany[i].look ? "topology=fattree:k=2,n=2 router.sync_read=true "
                               "router.lookahead=true workload.traffic=uniform workload.load=0"
                             : "topology=fattree:k=2,n=2 router.sync_read=true "
                               "workload.traffic=uniform workload.load=0");
    check_value(&s, kMany[i].field, kMany[i].value, kMany[i].text);
    sim_free(&s);
  }
}

// Values in the radix of their field; tags with what they mean.
static void test_values(void **state) {
  (void)state;
  static const struct {
    const char *field;
    uint64_t value;
    const char *text;
  } kMany[] = {{"in_valid", 0x15, "0b10101"},
               {"in_valid", 1, "0b00001"},
               {"in_vc", 3, "3"},
               {"in_kind", 2, "2 (tail)"},
               {"wr_tag", 1 << 5 | 3 << 2 | 1, "0x2d (head, output port 3, needs 1)"}};
  sim_t s = create("topology=mesh:3x3 workload.traffic=uniform workload.load=0");
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    check_value(&s, kMany[i].field, kMany[i].value, kMany[i].text);
  }
  sim_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_worms),    cmocka_unit_test(test_forwarded),
      cmocka_unit_test(test_elements), cmocka_unit_test(test_elements_by_hand),
      cmocka_unit_test(test_payload),  cmocka_unit_test(test_values),
      cmocka_unit_test(test_late),
  };
  return cmocka_run_group_tests_name("network/decode", tests, NULL, NULL);
}
