// Virtual networks are apart at the hosts as well: what one network holds back takes nothing from
// the others, neither numbers of packets, nor room for replies, nor turns (docs/traffic.md,
// docs/refusals.md). All routers have the same hosts, so these are tests of what the text asks for.

#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "network/network.h"
#include "shape/packet.h"

enum { CYCLES = 6000 };

typedef struct {
  workload_stream_t stream[4];  // the classes, then their answers
  double accepted;              // of all
} seen_t;

static seen_t run(const char *settings) {
  char text[1024];
  workload_result_t r;
  seen_t seen = {0};
  (void)snprintf(text, sizeof text,
                 "topology=mesh:4x4 run.warmup=1000 run.cycles=%d run.drain=false %s", CYCLES,
                 settings);
  sim_t s = sim_create(text);
  if (!sim_run(&s, 64, 100000)) {
    fail_msg("%s: %s", text, s.error.text);
  }
  for (unsigned i = 0; i < workload_streams(s.workload) && i < 4; i++) {
    workload_stream(s.workload, i, &seen.stream[i]);
  }
  workload_result(s.workload, &r);
  seen.accepted = r.accepted;
  sim_free(&s);
  return seen;
}

// All send to node 0 in network 0, so that packets wait there for thousands of cycles. Those of
// other networks, and their replies, come as if these were not there.
static void test_numbers(void **state) {
  (void)state;
  static const char kHotspot[] =
      "router.vcs=4 workload.classes.0.traffic=hotspot workload.classes.0.hotspot_nodes=0 "
      "workload.classes.0.hotspot_share=1 workload.classes.0.packet_flits=8 "
      "workload.classes.1.traffic=uniform workload.classes.1.packet_flits=1";
  for (unsigned flit_bits = 32; flit_bits <= 64; flit_bits += 32) {
    for (unsigned networks = 2; networks <= 4; networks += 2) {
      double alone = 0;
      for (unsigned busy = 0; busy < 2; busy++) {
        char text[900];
        (void)snprintf(text, sizeof text,
                       "%s router.flit_bits=%u router.networks=%u workload.classes.0.load=%s "
                       "workload.classes.1.load=0.1 workload.classes.1.network=%u%s",
                       kHotspot, flit_bits, networks, busy != 0 ? "0.3" : "0.001", networks / 2,
                       networks > 2
                           ? " workload.classes.1.reply_flits=1 workload.classes.1.reply_network=3"
                           : "");
        const seen_t seen = run(text);
        const workload_stream_t *last = &seen.stream[networks > 2 ? 3 : 1];
        alone = busy == 0 ? last->latency.mean : alone;
        // The links carry the hotspot's flits as well.
        if (last->accepted < 0.95 * last->offered || last->latency.mean > 2 * alone) {
          fail_msg("%s: %.4f of %.4f accepted, latency %.1f, alone %.1f", text, last->accepted,
                   last->offered, last->latency.mean, alone);
        }
      }
    }
  }
}

// Replies to requests of network 0 are long and slow; requests on network 2 are taken all the same.
static void test_replies(void **state) {
  (void)state;
  static const char kSettings[] =
      "router.vcs=4 router.networks=4 host.accept=protocol host.replies=%u "
      "workload.classes.0.traffic=uniform workload.classes.0.load=0.1 "
      "workload.classes.0.packet_flits=1 workload.classes.0.network=0 "
      "workload.classes.0.reply_flits=16 workload.classes.0.reply_network=1 "
      "workload.classes.1.traffic=uniform workload.classes.1.load=0.05 "
      "workload.classes.1.packet_flits=8 workload.classes.1.network=2 "
      "workload.classes.1.reply_flits=1 workload.classes.1.reply_network=3";
  for (unsigned replies = 1; replies <= 4; replies += 3) {
    char text[900];
    (void)snprintf(text, sizeof text, kSettings, replies);
    const seen_t seen = run(text);
    const workload_stream_t *second = &seen.stream[1];
    if (second->accepted < 0.95 * second->offered || second->latency.mean > 100) {
      fail_msg("%s: %.4f of %.4f accepted, latency %.1f", text, second->accepted, second->offered,
               second->latency.mean);
    }
  }
}

// Packets that name no network take the next that is free, so that a long one on its way out holds
// back none of the others: four networks carry what one does.
static void test_turns(void **state) {
  (void)state;
  static const char kSettings[] =
      "router.vcs=4 router.networks=%u workload.traffic=uniform workload.load=1 "
      "workload.packet_flits=1:0.5,16:0.5";
  double accepted[2] = {0};
  for (unsigned i = 0; i < 2; i++) {
    char text[512];
    (void)snprintf(text, sizeof text, kSettings, i == 0 ? 1u : 4u);
    accepted[i] = run(text).accepted;
  }
  if (accepted[1] < 0.96 * accepted[0]) {
    fail_msg("%.4f flits a node and cycle with four networks, %.4f with one", accepted[1],
             accepted[0]);
  }
}

// A host of two networks: operands of its XOR unit, or packets of its own, for network 0, and
// packets of as many flits for network 1, all without a break. Counts the flits that arrive.
static void count_beside(unsigned flits, bool from_slot, unsigned got[2]) {
  enum { SLOT = 1, CYCLES_BESIDE = 8000 };
  noc_error_t error;
  const uint64_t data[SHAPE_MAX_WORDS] = {0};
  topology_t *t = topology_create("mesh:2", &error);
  assert_non_null(t);
  const network_config_t config = {.topology = t,
                                   .shape = {.vcs = 2,
                                             .depth = 8,
                                             .flit_bits = 64,
                                             .pipeline = 3,
                                             .networks = 2,
                                             .len_w = 7,
                                             .msg_w = 10,
                                             .xor_slots = 4,
                                             .xor_flits = 64,
                                             .name_w = 2},
                                   .link_latency = 1,
                                   .router = "ref",
                                   .seed = 1,
                                   .factory = bank_factory_ref};
  network_t *n = network_create(&config, &error);
  assert_non_null(n);
  for (unsigned i = 0; i < flits; i++) {
    const host_command_t load = {
        .op = COMMAND_LOAD, .slot = SLOT, .name = 1, .flits = (uint16_t)flits, .data = data};
    network_command(n, 0, &load);
    assert_true(network_step(n));
  }
  assert_true(network_step(n));
  unsigned sent[2] = {0};
  unsigned last = 0;
  for (unsigned cycle = 0; cycle < CYCLES_BESIDE; cycle++) {
    const uint32_t ready = network_ready(n, 0);
    for (unsigned i = 1; i <= 2; i++) {
      const unsigned k = (last + i) % 2;
      const bool from = from_slot && k == 0;
      if ((ready >> k & 1) != 0 && !(from && network_from(n, 0) != 0)) {
        const host_beat_t beat = {.network = (uint8_t)k,
                                  .type = PACKET_UNICAST,
                                  .destination = network_address(n, 1),
                                  .message = (uint16_t)(cycle & 1023),
                                  .flits = (uint16_t)flits,
                                  .data = data,
                                  .from = from ? SLOT : 0};
        network_offer(n, 0, &beat);
        sent[k] = from ? 0 : (sent[k] + 1) % flits;
        last = k;
        break;
      }
    }
    const uint32_t come = network_delivered(n, 1);
    for (unsigned k = 0; k < 2; k++) {
      got[k] += come >> k & 1;
    }
    assert_true(network_step(n));
  }
  network_free(n);
  topology_free(t);
}

// Both get about half of the link, and none of it is lost.
static void test_operands(void **state) {
  (void)state;
  for (unsigned flits = 2; flits <= 64; flits *= 2) {
    for (unsigned from_slot = 0; from_slot < 2; from_slot++) {
      unsigned got[2] = {0};
      count_beside(flits, from_slot != 0, got);
      const unsigned sum = got[0] + got[1];
      // The host hands over the first flit of an operand, which is much of a short one.
      const unsigned least = flits < 8 ? sum * 3 / 10 : sum * 4 / 10;
      if (got[0] < least || got[1] < least || sum < 7800) {
        fail_msg("%u flits, %s: %u of network 0, %u of network 1", flits,
                 from_slot != 0 ? "operands" : "packets", got[0], got[1]);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_replies),
      cmocka_unit_test(test_turns),
      cmocka_unit_test(test_operands),
  };
  return cmocka_run_group_tests_name("network/isolation", tests, NULL, NULL);
}
