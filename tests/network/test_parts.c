// The parts of a network, one by one (csim/sim/nocstep_parts.h): what no neighbour shows on the
// pins of a link is refused in words, and what is not there is not looked up.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <string.h>

#include "sim/nocstep_parts.h"
#include "unit/temp_file.h"

enum { DEPTH = 3, ROUTERS = 4 };

static nocstep_t *open_text(const char *text) {
  char error[NOCSTEP_ERROR];
  temp_file_write(text, strlen(text));
  nocstep_t *n = nocstep_open_parts(temp_file, NULL, 0, error);
  assert_string_equal(error, "");
  assert_non_null(n);
  return n;
}

static nocstep_t *open_parts(void) {
  return open_text(
      "topology: mesh:2x2\nrouter: {vcs: 2, depth: 3}\nworkload: {traffic: external}\n");
}

// A flit of a long packet, or a credit, on a VC of port 0; the step says this.
static void step(nocstep_part_t *p, bool flit, unsigned vc, unsigned kind, const char *error) {
  const nocstep_pins_t *in = nocstep_part_pins(p);
  *(flit ? in->in_valid : in->credit_in_valid) = 1;
  (flit ? in->in_vc : in->credit_in_vc)[0] = (uint8_t)vc;
  in->in_kind[0] = (uint8_t)kind;
  assert_int_equal(nocstep_part_step(p), error[0] == '\0');
  assert_string_equal(nocstep_part_error(p), error);
  *in->in_valid = *in->credit_in_valid = 0;
}

static void test_pins(void **state) {
  (void)state;
  nocstep_t *n = open_parts();
  step(nocstep_find_part(n, NOCSTEP_ROUTER, 0), true, 2, 3,
       "cycle 0: router 0,0: in_vc[0] is 2; it must be 0 to 1");
  step(nocstep_find_part(n, NOCSTEP_ROUTER, 1), false, 250, 0,
       "cycle 0: router 1,0: credit_in_vc[0] is 250; it must be 0 to 1");
  step(nocstep_find_part(n, NOCSTEP_INTERFACE, 2), true, 9, 3,
       "cycle 0: interface 2: in_vc[0] is 9; it must be 0 to 1");
  // A head for node 2, whose link gives no credit back: the buffers here and there fill up.
  nocstep_part_t *p = nocstep_find_part(n, NOCSTEP_ROUTER, 3);
  const nocstep_head_t head = {.destination = nocstep_address(n, 2), .flits = 4, .message = 1};
  uint64_t payload[NOCSTEP_MAX_WORDS];
  assert_true(nocstep_head(n, &head, payload));
  nocstep_part_pins(p)->in_payload[0] = payload[0];
  for (unsigned i = 0; i < 2 * DEPTH; i++) {
    step(p, true, 1, i == 0, "");
    for (unsigned k = 0; k < 4; k++) {
      assert_true(nocstep_part_step(p));
    }
  }
  step(p, true, 1, 0,
       "cycle 30: router 1,1: in_valid[0] is 1 without a credit; the buffer is full");
  assert_false(nocstep_part_step(p));
  nocstep_close(n);
}

// Packets torn apart, and credits for what was never sent.
static void test_order(void **state) {
  (void)state;
  nocstep_t *n = open_parts();
  step(nocstep_find_part(n, NOCSTEP_ROUTER, 0), true, 0, 2,
       "cycle 0: router 0,0: in_kind[0] is 2; it must be 1 or 3 where no packet is under way");
  nocstep_part_t *p = nocstep_find_part(n, NOCSTEP_INTERFACE, 1);
  step(p, true, 1, 1, "");
  step(p, true, 0, 1, "");
  step(p, true, 1, 2, "");
  step(p, true, 1, 3, "");
  step(p, true, 0, 3, "cycle 4: interface 1: in_kind[0] is 3; it must be 0 or 2 within a packet");
  step(nocstep_find_part(n, NOCSTEP_ROUTER, 1), false, 1, 0,
       "cycle 0: router 1,0: credit_in_valid[0] is 1 for VC 1, whose credits are all here");
  step(nocstep_find_part(n, NOCSTEP_INTERFACE, 3), false, 0, 0,
       "cycle 0: interface 3: credit_in_valid[0] is 1 for VC 0, whose credits are all here");
  nocstep_close(n);
}

// The fields of a host's first beat; the step says this.
typedef struct {
  uint8_t type, headers;
  uint32_t destination;
  uint16_t message, flits;
  const char *error;
} command_t;

static void check_command(const char *text, const command_t *c) {
  nocstep_t *n = open_text(text);
  nocstep_part_t *p = nocstep_find_part(n, NOCSTEP_INTERFACE, 1);
  const nocstep_pins_t *in = nocstep_part_pins(p);
  in->host_valid[0] = 1;
  in->host_type[0] = c->type;
  in->host_destination[0] = c->destination;
  in->host_message[0] = c->message;
  in->host_flits[0] = c->flits;
  if (in->host_headers != NULL) {
    in->host_headers[0] = c->headers;
  }
  assert_int_equal(nocstep_part_step(p), c->error[0] == '\0');
  assert_string_equal(nocstep_part_error(p), c->error);
  // The other beats of a packet have data only.
  in->host_destination[0] = UINT32_MAX;
  in->host_flits[0] = 0;
  for (unsigned beat = 1; beat < c->headers + c->flits && c->error[0] == '\0'; beat++) {
    assert_true(nocstep_part_step(p));
  }
  assert_false(nocstep_part_step(p));
  nocstep_close(n);
}

static void test_commands(void **state) {
  (void)state;
  static const command_t kPlain[] = {
      {.flits = 3, .error = ""},
      {.flits = 0, .error = "cycle 0: interface 1: host_flits[0] is 0; it must be 1 to 31"},
      {.flits = 32, .error = "cycle 0: interface 1: host_flits[0] is 32; it must be 1 to 31"},
      {.type = 16,
       .flits = 1,
       .error = "cycle 0: interface 1: host_type[0] is 16; it must be 0 to 15"},
      {.destination = 4,
       .flits = 1,
       .error = "cycle 0: interface 1: host_destination[0] is 4; it must be 0 to 3"},
      {.message = 40000,
       .flits = 1,
       .error = "cycle 0: interface 1: host_message[0] is 40000; it must be 0 to 1023"},
  };
  for (size_t i = 0; i < sizeof kPlain / sizeof *kPlain; i++) {
    check_command("topology: mesh:2x2\nworkload: {traffic: external}\n", &kPlain[i]);
  }
  const command_t fits = {.flits = 2, .error = ""};
  const command_t longer = {
      .flits = 3,
      .error =
          "cycle 0: interface 1: host_flits[0] makes a packet of 3 flits; a buffer has room "
          "for 2"};
  static const char *const kWhole =
      "topology: mesh:2x2\nrouter: {depth: 2, switching: "
      "cut-through}\nworkload: {traffic: external}\n";
  check_command(kWhole, &fits);
  check_command(kWhole, &longer);
}

static void test_host(void **state) {
  (void)state;
  nocstep_t *n = open_parts();
  nocstep_part_t *p = nocstep_find_part(n, NOCSTEP_INTERFACE, 2);
  const nocstep_pins_t *in = nocstep_part_pins(p);
  in->host_network[0] = 200;  // of a beat that is not there
  assert_true(nocstep_part_step(p));
  in->host_valid[0] = 1;
  assert_false(nocstep_part_step(p));
  assert_string_equal(nocstep_part_error(p),
                      "cycle 1: interface 2: host_network[0] is 200; it must be 0 to 0");
  nocstep_close(n);
}

// A head of a packet for a node, at port 0; the step says this.
static void head_for(nocstep_t *n, uint32_t router, uint32_t node, const char *error) {
  nocstep_part_t *p = nocstep_find_part(n, NOCSTEP_ROUTER, router);
  const nocstep_head_t head = {.destination = nocstep_address(n, node), .flits = 1};
  assert_true(nocstep_head(n, &head, nocstep_part_pins(p)->in_payload));
  step(p, true, 0, 3, error);
}

// In a fat tree of eight nodes: heads where nodes are, for others far away, and one where it would
// not come.
static void heads_for_all(nocstep_t *n) {
  for (uint32_t node = 0; node < nocstep_nodes(n); node++) {
    nocstep_place_t enters;
    nocstep_place_t leaves;
    assert_true(nocstep_node(n, node, &enters, &leaves));
    if (enters.port == 0) {
      head_for(n, enters.router, nocstep_nodes(n) - 1 - node, "");
    }
  }
  head_for(n, 4, 3,
           "cycle 0: router 0,1: in_payload[0] has destination 3, to which there is no route from "
           "there on VC 0");
}

// Routers with tables have rows for what comes to them only; a path leads to ports that there are.
static void test_routes(void **state) {
  (void)state;
  nocstep_t *n = open_text("topology: fattree:k=2,n=3\nworkload: {traffic: external}\n");
  heads_for_all(n);
  nocstep_close(n);
  n = open_text("topology: mesh:2x2\nrouter: {lookahead: true}\nworkload: {traffic: external}\n");
  nocstep_part_t *p = nocstep_find_part(n, NOCSTEP_ROUTER, 0);
  nocstep_part_pins(p)->in_payload[0] = UINT64_MAX;
  step(p, true, 0, 3,
       "cycle 0: router 0,0: in_payload[0] has a route by port 7; it must be 0 to 4");
  nocstep_close(n);
  n = open_text(
      "topology: torus:5@2\nrouter: {vcs: 2, lookahead: true}\nworkload: {traffic: external}\n");
  p = nocstep_find_part(n, NOCSTEP_ROUTER, 0);
  nocstep_part_pins(p)->in_payload[0] = UINT64_MAX;
  step(p, true, 0, 3, "cycle 0: router 0: in_payload[0] has a route by class 3; it must be 0 to 2");
  nocstep_close(n);
}

// The first beat of a packet of this type for destination 15, which is no node; the step says this.
static void beat_to_nobody(const char *text, uint8_t type, const char *error) {
  nocstep_t *n = open_text(text);
  nocstep_part_t *p = nocstep_find_part(n, NOCSTEP_INTERFACE, 0);
  const nocstep_pins_t *in = nocstep_part_pins(p);
  in->host_valid[0] = 1;
  in->host_type[0] = type;
  in->host_destination[0] = 15;
  in->host_flits[0] = 2;
  in->host_headers[0] = 1;
  const bool ok = nocstep_part_step(p);
  assert_string_equal(ok ? "" : nocstep_part_error(p), error);
  nocstep_close(n);
}

// A worm has its destinations elsewhere, so that the interface looks no first route up for it.
static void test_worm_beats(void **state) {
  (void)state;
  static const char kText[] =
      "topology: irregular:switches=4,ports=6,hosts=12,seed=1\n"
      "router: {lookahead: true, switching: cut-through, depth: 16, flit_bits: 128}\n"
      "workload: {traffic: multicast, degree: 2, scheme: tree-worm, message_flits: 4, load: 0.1}\n";
  beat_to_nobody(kText, 4, "");
  beat_to_nobody(kText, 3, "");
  beat_to_nobody(kText, 0, "cycle 0: interface 0: host_destination[0] is 15; it must be 0 to 11");
}

// Where routers copy the table has own rows as well, which no head asks for.
static void test_copying(void **state) {
  (void)state;
  nocstep_t *n = open_text(
      "topology: fattree:k=2,n=3\n"
      "router: {lookahead: true, switching: cut-through, depth: 16, flit_bits: 128}\n"
      "workload: {traffic: multicast, degree: 2, scheme: tree-worm, message_flits: 4, load: "
      "0.1}\n");
  heads_for_all(n);
  nocstep_close(n);
}

static void test_names(void **state) {
  (void)state;
  nocstep_t *n = open_parts();
  char name[16] = "?";
  assert_string_equal(nocstep_part_name(n, NOCSTEP_ROUTER, ROUTERS - 1, name, sizeof name), "1,1");
  assert_string_equal(nocstep_part_name(n, NOCSTEP_ROUTER, ROUTERS, name, sizeof name), "");
  assert_string_equal(nocstep_part_name(n, NOCSTEP_INTERFACE, 99, name, sizeof name), "");
  assert_int_not_equal(nocstep_address(n, ROUTERS - 1), UINT32_MAX);
  assert_int_equal(nocstep_address(n, ROUTERS), UINT32_MAX);
  nocstep_close(n);
}

static void test_heads(void **state) {
  (void)state;
  nocstep_t *n = open_parts();
  const nocstep_head_t good = {.destination = 1, .flits = 4, .message = 3};
  uint64_t payload[NOCSTEP_MAX_WORDS];
  assert_true(nocstep_head(n, &good, payload));
  assert_int_not_equal(payload[0], 0);
  const nocstep_head_t bad[] = {
      {.destination = 1},
      {.destination = 1, .flits = 65540},
      {.destination = 1, .flits = 4, .type = 77},
      {.destination = 4000000, .flits = 4},
      {.destination = 1, .source = 4000000, .flits = 4},
      {.destination = 1, .flits = 4, .message = 1u << 30},
      {.destination = 1, .flits = 4, .network = 1},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    assert_false(nocstep_head(n, &bad[i], payload));
    assert_int_equal(payload[0], 0);
  }
  nocstep_close(n);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pins),       cmocka_unit_test(test_order),
      cmocka_unit_test(test_host),       cmocka_unit_test(test_commands),
      cmocka_unit_test(test_routes),     cmocka_unit_test(test_names),
      cmocka_unit_test(test_heads),      cmocka_unit_test(test_copying),
      cmocka_unit_test(test_worm_beats),
  };
  return cmocka_run_group_tests_name("network/parts", tests, temp_file_make, temp_file_remove);
}
