// The scoreboard notices a packet that is changed, lost, delivered twice or to the wrong node, and
// flits out of order; each made by disturbing pins of the network.

#include <stdio.h>
#include <string.h>

#include "harness.h"

enum { LIMIT = 5000 };

static const char kSingles[] =
    "topology=mesh:3x3 workload.traffic=uniform workload.load=0.3 workload.packet_flits=1 "
    "run.cycles=300";
static const char kLong[] =
    "topology=mesh:3x3 workload.traffic=uniform workload.load=0.3 workload.packet_flits=5 "
    "run.cycles=300";

typedef enum {
  DATA_BIT,
  HEAD_DATA_BIT,
  LAST_DATA_BIT,
  TYPE,
  DROP,
  DROP_BODY,
  REPEAT,
  DESTINATION,
  SOURCE,
  NETWORK,
  NAME,
  ADDRESS,
  BODY_HEAD,
  BODY_TAIL,
  TAIL_BODY,
  NO_VC,
  REGISTERS
} fault_t;

// Moves what interface `slot` offers on the first of two virtual networks into the registers of the
// other.
static bool move_delivery(const interface_fields_t *ni, uint32_t slot, const noc_shape_t *shape) {
  const size_t from = (size_t)slot * shape->networks;
  const size_t to = from + 1;
  if (shape->words > 1 || ni->del_valid[slot] != 1) {
    return false;
  }
  ni->del_valid[slot] = 2;
  ni->del_vc[to] = ni->del_vc[from];
  ni->del_kind[to] = ni->del_kind[from];
  ni->del_type[to] = ni->del_type[from];
  ni->del_source[to] = ni->del_source[from];
  ni->del_message[to] = ni->del_message[from];
  ni->del_data[to] = ni->del_data[from];
  return true;
}

// Tries to disturb node 4's interface, or the packet that is entering router 4; true when done.
static bool disturb(sim_t *s, fault_t fault) {
  const noc_shape_t *shape = network_shape(s->network);
  uint32_t slot = 0;
  uint32_t router = 0;
  const interface_fields_t *ni = network_interface_pins(s->network, 4, &slot);
  const router_fields_t *in = network_router_pins(s->network, 4, &router);
  const bool valid = ni->in_valid[slot] != 0;
  const bool head = (ni->in_kind[slot] & KIND_HEAD) != 0;
  switch (fault) {
    case DATA_BIT:
      ni->in_payload[slot] ^= valid && !head;
      return valid && !head;
    case HEAD_DATA_BIT:
      ni->in_payload[slot] ^= valid && head ? UINT64_C(1) << shape->head_bits : 0;
      return valid && head;
    case LAST_DATA_BIT: {  // of a delivery: the highest of the last data word
      const bool offered = ni->del_valid[slot] != 0;
      const size_t last = ((size_t)slot * shape->networks + 1) * shape->words - 1;
      ni->del_data[last] ^= offered ? UINT64_C(1) << (shape->word_bits - 1) : 0;
      return offered;
    }
    case TYPE: {
      const bool first = ni->del_valid[slot] != 0 && (ni->del_kind[slot] & KIND_HEAD) != 0;
      ni->del_type[slot] = (uint8_t)(ni->del_type[slot] ^ (first ? PACKET_SOURCE_ROUTED : 0));
      return first;
    }
    case DROP:
      ni->in_valid[slot] = 0;
      return valid;
    case DROP_BODY:
      ni->in_valid[slot] = valid && head;
      return valid && !head;
    case REPEAT: {
      static bool armed;
      bool now = armed && !valid;  // the pins still show the flit of the last cycle
      ni->in_valid[slot] = now ? 1 : ni->in_valid[slot];
      armed = valid;
      return now;
    }
    case SOURCE:
      ni->in_payload[slot] ^= valid && head ? UINT64_C(1) << packet_source_lsb(shape) : 0;
      return valid && head;
    case NETWORK:  // the same VC of the other one
      ni->in_vc[slot] = (uint8_t)(ni->in_vc[slot] ^ (valid ? shape->vcs / 2 : 0));
      return valid;
    case NAME: {
      const bool body = ni->del_valid[slot] != 0 && ni->del_kind[slot] == KIND_BODY;
      ni->del_message[slot] = (uint16_t)(ni->del_message[slot] ^ body);
      return body;
    }
    case ADDRESS: {
      const bool body = ni->del_valid[slot] != 0 && ni->del_kind[slot] == KIND_BODY;
      ni->del_source[slot] ^= body;
      return body;
    }
    case BODY_HEAD: {
      const bool body = ni->del_valid[slot] != 0 && ni->del_kind[slot] == KIND_BODY;
      ni->del_kind[slot] = (uint8_t)(ni->del_kind[slot] ^ (body ? KIND_HEAD : 0));
      return body;
    }
    case BODY_TAIL:
    case TAIL_BODY: {
      const bool tail = fault == TAIL_BODY;
      const bool there =
          ni->del_valid[slot] != 0 && ni->del_kind[slot] == (tail ? KIND_TAIL : KIND_BODY);
      ni->del_kind[slot] = (uint8_t)(ni->del_kind[slot] ^ (there ? KIND_TAIL : 0));
      return there;
    }
    case NO_VC: {
      const bool body = ni->del_valid[slot] != 0 && ni->del_kind[slot] == KIND_BODY;
      ni->del_vc[slot] = body ? (uint8_t)shape->vcs : ni->del_vc[slot];
      return body;
    }
    case REGISTERS:
      return move_delivery(ni, slot, shape);
    case DESTINATION: {
      // From router 4's own node: its destination's x digit 0 becomes 1 or 1 becomes 0.
      const uint32_t port = router * shape->ports;
      bool enters = (in->in_valid[router] & 1u) != 0 && (in->in_kind[port] & KIND_HEAD) != 0;
      uint64_t digit = packet_field(&in->in_payload[port], packet_destination_lsb(), 2);
      enters = enters && digit < 2;
      in->in_payload[port] ^= enters ? UINT64_C(1) << packet_destination_lsb() : 0;
      return enters;
    }
  }
  return false;
}

// Runs with one fault; returns the first complaint of the scoreboard, or of the end check.
static void check(const char *settings, fault_t fault, const char *sentence) {
  sim_t s = sim_create(settings);
  bool done = false;
  bool ok = true;
  while (ok && network_cycle(s.network) < LIMIT) {
    if (network_cycle(s.network) == s.scenario->cycles) {
      workload_stop(s.workload);
    }
    ok = sim_step(&s);
    if (!done && network_cycle(s.network) > 60) {
      done = disturb(&s, fault);
    }
  }
  assert_true(done);
  ok = ok && workload_verify(s.workload, &s.error);
  assert_false(ok);
  assert_int_equal(s.error.status, NOC_CHECK_FAILED);
  assert_memory_equal(s.error.text, "scoreboard: ", 12);  // not the end of a collective
  // By the host that takes it, not by one that gets what is made of it.
  assert_true(fault != LAST_DATA_BIT || strstr(s.error.text, ": node 4, VC ") != NULL);
  if (strstr(s.error.text, sentence) == NULL) {
    fail_msg("expected '%s', found '%s'", sentence, s.error.text);
  }
  sim_free(&s);
}

static void test_changed_data(void **state) {
  (void)state;
  check(kLong, DATA_BIT, "data word 0 is");
  check(kLong, HEAD_DATA_BIT, "data word 0 is");
  check(kSingles, HEAD_DATA_BIT, "data word 0 is");
}

// Wide flits are compared to their last word, whatever they carry: made up data, joined data, and
// what a reduction has combined or passes on.
static void test_last_word(void **state) {
  (void)state;
  check(
      "topology=mesh:3x3 workload.traffic=uniform workload.load=0.3 run.cycles=300 "
      "router.flit_bits=256",
      LAST_DATA_BIT, "data word 3 is");
  check(
      "topology=mesh:3x3 workload.traffic=uniform workload.load=0.3 run.cycles=300 "
      "router.flit_bits=32",
      LAST_DATA_BIT, "data word 0 is");
  check(
      "topology=mesh:3x3 workload.collective=allgather workload.scheme=combining "
      "workload.message_flits=8 run.cycles=4000 router.flit_bits=256",
      LAST_DATA_BIT, "data word 3 is");
  check(
      "topology=mesh:3x3 workload.collective=allreduce workload.scheme=ring "
      "workload.message_flits=8 run.cycles=4000 router.flit_bits=128",
      LAST_DATA_BIT, "data word 1 is");
  // In the first step, which takes more than 60 cycles, nothing is combined yet.
  check(
      "topology=mesh:3x3 workload.collective=allreduce workload.scheme=ring "
      "workload.message_flits=630 run.cycles=4000 router.flit_bits=128",
      LAST_DATA_BIT, "data word 1 is");
}

// A packet that arrives as one of another type than was sent.
static void test_wrong_type(void **state) {
  (void)state;
  check(kSingles, TYPE, "type is not that of the packets sent");
  check(kLong, TYPE, "type is not that of the packets sent");
  check(
      "topology=mesh:3x3 router.switching=cut-through router.depth=60 run.cycles=4000 "
      "workload.collective=allgather workload.scheme=tree-worm workload.message_flits=40",
      TYPE, "type is not that of the packets sent");
}

static void test_lost(void **state) {
  (void)state;
  check(kSingles, DROP, "1 packets never arrived");
  check(kLong, DROP_BODY, "data word 0 is");
}

static void test_twice(void **state) {
  (void)state;
  check(kSingles, REPEAT, "not on its way");
}

static void test_misdelivered(void **state) {
  (void)state;
  check(kSingles, DESTINATION, "was sent to node");
}

static void test_wrong_network(void **state) {
  (void)state;
  check(
      "topology=mesh:3x3 workload.traffic=uniform workload.load=0.3 workload.packet_flits=1 "
      "router.networks=2 run.cycles=300",
      NETWORK, "on a VC of another virtual network");
}

static void test_wrong_registers(void **state) {
  (void)state;
  check(
      "topology=mesh:3x3 workload.traffic=uniform workload.load=0.3 workload.packet_flits=1 "
      "router.networks=2 run.cycles=300",
      REGISTERS, "on a VC of another virtual network");
}

// Each flit says which packet it is of, not only the first.
static void test_wrong_name(void **state) {
  (void)state;
  check(kLong, NAME, "it is said to be of another packet");
}

// So it is with its source, and with where it begins and ends, and what it comes on.
static void test_wrong_body(void **state) {
  (void)state;
  check(kLong, ADDRESS, "it is said to be of another packet");
  check(kLong, BODY_HEAD, "found the head of another packet");
  check(kLong, BODY_TAIL, "found a tail too early");
  check(kLong, TAIL_BODY, "found no tail");
  check(kLong, NO_VC, "no such VC");
}

static void test_wrong_source(void **state) {
  (void)state;
  check(kSingles, SOURCE, "scoreboard: cycle");
}

// --- flits of a packet once more, and changed ----------------------------------------------------

enum { FLITS = 2 };  // of the packet

// An interface offers these, a cycle each, instead of the first packet for its host: one of the two
// flits, the first of them first.
typedef struct {
  uint8_t flit, vc, kind;
  uint8_t type;     // these bits of its type,
  uint32_t source;  // and these of the address of its source, are others
} offer_t;

typedef struct {
  uint32_t source;
  uint16_t message;
  uint8_t type;
  uint64_t data;
} offered_t;

static void put_offer(sim_t *s, uint32_t node, const offer_t *offer, const offered_t *flit) {
  uint32_t slot = 0;
  const interface_fields_t *ni = network_interface_pins(s->network, node, &slot);
  const size_t at = (size_t)slot * network_shape(s->network)->networks;
  ni->del_valid[slot] = 1;
  ni->del_vc[at] = offer->vc;
  ni->del_kind[at] = offer->kind;
  ni->del_type[at] = flit->type ^ offer->type;
  ni->del_source[at] = flit->source ^ offer->source;
  ni->del_message[at] = flit->message;
  ni->del_data[at] = flit->data;
  network_host_takes(s->network, node, UINT32_MAX);
}

// Runs a broadcast of two flits from node 0; what is found when node 1 is offered this.
static void check_offers(const char *settings, const offer_t *offer, size_t offers,
                         const char *sentence) {
  char text[256];
  (void)snprintf(text, sizeof text, "workload.collective=broadcast workload.message_flits=2 %s",
                 settings);
  sim_t s = sim_create(text);
  offered_t flit[FLITS];
  bool ok = true;
  for (size_t k = 0; ok && network_cycle(s.network) < LIMIT;) {
    uint32_t slot = 0;
    ok = sim_step(&s);
    const interface_fields_t *ni = network_interface_pins(s.network, 1, &slot);
    const size_t at = (size_t)slot * network_shape(s.network)->networks;
    if (k == offers || (k < FLITS && ni->del_valid[slot] == 0)) {
      continue;
    }
    if (k < FLITS) {
      flit[k] =
          (offered_t){ni->del_source[at], ni->del_message[at], ni->del_type[at], ni->del_data[at]};
    }
    put_offer(&s, 1, &offer[k], &flit[offer[k].flit]);
    k++;
  }
  if (ok || strstr(s.error.text, sentence) == NULL) {
    fail_msg("expected '%s', found '%s'", sentence, ok ? "" : s.error.text);
  }
  sim_free(&s);
}

static const char kUnicast[] = "topology=mesh:2x1 workload.scheme=unicast router.vcs=2";
static const char kNetworks[] =
    "topology=mesh:2x1 workload.scheme=unicast router.vcs=2 router.networks=2";

// A packet on two VCs at once: both heads are of a packet on its way, and one tail.
static const offer_t kTwoVcs[] = {{0, 0, KIND_HEAD, 0, 0},
                                  {0, 1, KIND_HEAD, 0, 0},
                                  {1, 0, KIND_TAIL, 0, 0},
                                  {1, 1, KIND_TAIL, 0, 0}};

static void test_order(void **state) {
  (void)state;
  static const offer_t kHeads[] = {{0, 0, KIND_HEAD, 0, 0}, {0, 0, KIND_HEAD, 0, 0}};
  static const offer_t kNoHead[] = {{0, 0, KIND_TAIL, 0, 0}};
  static const offer_t kNoTail[] = {{0, 0, KIND_HEAD, 0, 0}, {1, 0, KIND_BODY, 0, 0}};
  static const offer_t kEarly[] = {{0, 0, KIND_SINGLE, 0, 0}};
  check_offers(kUnicast, kHeads, 2, "flit 2 of 2: found the head of another packet");
  check_offers(kUnicast, kNoHead, 1, "a flit that follows no head");
  check_offers(kUnicast, kNoTail, 2, "flit 2 of 2: found no tail");
  check_offers(kUnicast, kEarly, 1, "flit 1 of 2: found a tail too early");
  check_offers(kUnicast, kTwoVcs, 4, "flit 2 of 2: the packet is not on its way any more");
}

static void test_wrong_vc(void **state) {
  (void)state;
  static const offer_t kVc1[] = {{0, 1, KIND_HEAD, 0, 0}};
  static const offer_t kVc2[] = {{0, 2, KIND_HEAD, 0, 0}};
  check_offers(kUnicast, kVc2, 1, "VC 2: no such VC");
  check_offers(kNetworks, kVc1, 1, "on a VC of another virtual network");
}

// The address of the source is no node's, or that of a tail is another than that of its head.
static void test_wrong_address(void **state) {
  (void)state;
  static const offer_t kHead3[] = {{0, 0, KIND_HEAD, 0, 3}};
  static const offer_t kTail[] = {{0, 0, KIND_HEAD, 0, 0}, {1, 0, KIND_TAIL, 0, 1}};
  check_offers("topology=mesh:3x1 workload.scheme=unicast router.vcs=2", kHead3, 1,
               "head from address 0x3, which is no node's");
  check_offers(kUnicast, kTail, 2, "flit 2 of 2: it is said to be of another packet");
}

// A copy comes once, whatever carries it, and as one of the type that it was sent as.
static void test_copies(void **state) {
  (void)state;
  static const char *const kSchemes[] = {"tree-worm", "path-worm", "kbinomial"};
  static const offer_t kType[] = {{0, 0, KIND_HEAD, PACKET_FORWARDED ^ PACKET_FORWARDED_LAST, 0}};
  for (size_t i = 0; i < sizeof kSchemes / sizeof kSchemes[0]; i++) {
    char settings[128];
    (void)snprintf(settings, sizeof settings,
                   "topology=mesh:8x1 router.switching=cut-through router.depth=16 router.vcs=2 "
                   "workload.scheme=%s",
                   kSchemes[i]);
    check_offers(settings, kTwoVcs, 4,
                 "flit 2 of 2: the packet, a multicast, has been delivered here before");
    check_offers(settings, kType, 1, "type is not that of the packets sent");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_changed_data),  cmocka_unit_test(test_lost),
      cmocka_unit_test(test_twice),         cmocka_unit_test(test_misdelivered),
      cmocka_unit_test(test_wrong_source),  cmocka_unit_test(test_wrong_network),
      cmocka_unit_test(test_wrong_name),    cmocka_unit_test(test_wrong_registers),
      cmocka_unit_test(test_last_word),     cmocka_unit_test(test_wrong_type),
      cmocka_unit_test(test_order),         cmocka_unit_test(test_wrong_vc),
      cmocka_unit_test(test_wrong_address), cmocka_unit_test(test_copies),
      cmocka_unit_test(test_wrong_body),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
