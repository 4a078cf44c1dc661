// Each property is seen to fail: one line of the RTL of the routers is changed, and the checker,
// which is shown a network of such routers, names the property, the router, the port, the VC and a
// cycle. The unchanged routers keep to all of them in the same runs. Each bug is a plug-in of its
// own: the quick tier builds five, NOCSTEP_LONG=1 all.

#include <stdio.h>
#include <string.h>

#include "network/planted.h"
#include "network/property_run.h"
#include "network/recording_bank.h"
#include "unit/unit_lockstep.h"

enum { SETTINGS = 700, CYCLES = 2000 };

typedef struct {
  const char *file, *from, *to;  // the bug
  const char *settings;
  property_t property;
  // Where it is found: the router, a port and VC of it; and from when to when.
  uint32_t router;
  unsigned port, vc;
  uint64_t from_cycle, to_cycle;
  const char *text;
  bool quick;
  bool unordered;  // several VCs in a network
  bool streams;    // the hosts are send_streams(): the scoreboard would stop the run before
} bug_t;

// A line of three: nodes 0 and 1 send past each other to node 2, in each virtual network.
#define LINE "topology=mesh:3 "
#define TO_LAST(k, load, flits)                                                               \
  "workload.classes." k ".traffic=hotspot workload.classes." k                                \
  ".hotspot_nodes=2 workload.classes." k ".hotspot_share=1 workload.classes." k ".load=" load \
  " workload.classes." k ".packet_flits=" flits " workload.classes." k ".network=" k " "

// Multicasts to one or two nodes.
#define COPIES                                                                    \
  LINE "router.depth=12 router.switching=cut-through workload.traffic=multicast " \
       "workload.scheme=tree-worm workload.degree=1-2 workload.message_flits=6 "

static const bug_t kBugs[] = {
    // An input that has won does not go behind the others.
    {.file = "vc_allocator.sv",
     .from = "4'(k), 16'd1 << i, Ports",
     .to = "4'(k), 16'd0 & (16'd1 << i), Ports",
     .settings = LINE "router.vcs=1 router.depth=8 " TO_LAST("0", "1", "1"),
     .property = PROPERTY_VC_BYPASS,
     .quick = true,
     .router = 1,
     .port = 2,
     .vc = 0,
     .from_cycle = 5,
     .to_cycle = 40,
     .text = "has asked for a VC of output 1 in 3 cycles"},
    // The pointer of an output stays where it is.
    {.file = "switch_allocator.sv",
     .from = "PortW'(noc_pkg::rr_next(4'(out_in_o[p*PortW +: PortW]), Ports))",
     .to = "'0",
     .settings = LINE "router.vcs=2 router.networks=2 router.depth=8 " TO_LAST("0", "1", "8")
         TO_LAST("1", "1", "8"),
     .property = PROPERTY_SWITCH_BYPASS,
     .quick = true,
     .router = 1,
     .port = 2,
     .from_cycle = 5,
     .to_cycle = 200,
     .text = "has asked for output 1 in 8 cycles"},
    // Input 2 asks only while something waits at input 0.
    {.file = "vc_allocator.sv",
     .from = "if (waiting_i[i*Vcs + k]) begin",
     .to = "if (waiting_i[i*Vcs + k] && (i != 2 || waiting_i[0])) begin",
     .settings = LINE "router.vcs=1 router.depth=8 " TO_LAST("0", "0.2", "2"),
     .property = PROPERTY_VC_WORK,
     .router = 1,
     .port = 2,
     .from_cycle = 5,
     .to_cycle = 400,
     .text = "asks for a VC of output 1"},
    // Outputs take nothing from input 2.
    {.file = "switch_allocator.sv",
     .from = "if (want[o] != '0) begin",
     .to = "if (want[o] != '0 && !want[o][2]) begin",
     .settings = LINE "router.vcs=1 router.depth=8 " TO_LAST("0", "0.5", "4"),
     .property = PROPERTY_SWITCH_WORK,
     .quick = true,
     .router = 2,
     .port = 2,
     .from_cycle = 5,
     .to_cycle = 100,
     .text = "ready for output 0, which is idle"},
    // Input 2 never bids for the switch.
    {.file = "switch_match.sv",
     .from = "!held_o[i] && bid_i[i]",
     .to = "!held_o[i] && i != 2 && bid_i[i]",
     .settings =
         LINE "router.vcs=1 router.depth=8 router.allocation=speculative " TO_LAST("0", "0.2", "2"),
     .property = PROPERTY_SPECULATION,
     .router = 1,
     .port = 2,
     .from_cycle = 2,
     .to_cycle = 400,
     .text = "wins a VC of output 1, which is idle"},
    // Inputs that win a VC keep their place among bids.
    {.file = "switch_allocator.sv",
     .from = "16'(winners[k / Ports * Ports +: Ports])",
     .to = "16'd0 & 16'(winners[k / Ports * Ports +: Ports])",
     .settings =
         LINE "router.vcs=1 router.depth=8 router.allocation=speculative " TO_LAST("0", "1", "1"),
     .property = PROPERTY_SPECULATION,
     .router = 1,
     .port = 1,
     .from_cycle = 2,
     .to_cycle = 60,
     .text = "a pick is wasted though routers have one VC"},
    // An input is considered for the first output that it asks for, as in separable allocation.
    {.file = "wavefront.sv",
     .from = "ins  = ins | given[s]",
     .to = "ins  = ins | rows",
     .settings = LINE "router.vcs=2 router.depth=8 router.allocator=wavefront run.assertions=off "
                      "workload.traffic=uniform workload.load=0.5 workload.packet_flits=4",
     .property = PROPERTY_SWITCH_WORK,
     .quick = true,
     .unordered = true,
     .router = 1,
     .port = 2,
     .vc = 1,
     .from_cycle = 5,
     .to_cycle = 400,
     .text = "which is idle, and its input chose nothing else"},
    // Packets leave their virtual network.
    {.file = "vc_allocator.sv",
     .from = "Vcs'((32'd1 << Block) - 32'd1) << ((v / Block) * Block)",
     .to = "Vcs'((32'd1 << Vcs) - 32'd1) << ((v / Vcs) * Vcs)",
     .settings = LINE
     "router.vcs=2 router.networks=2 router.depth=4 workload.traffic=uniform workload.load=0",
     .streams = true,
     .property = PROPERTY_ORDER,
     .quick = true,
     .router = 2,
     .port = 0,
     .vc = 1,
     .from_cycle = 20,
     .to_cycle = 1000,
     .text = "comes to node 2 in network 1 behind one that left later"},
    // Credits of VC 1 are lost.
    {.file = "output_unit.sv",
     .from = "if (gain[w] && !spend[w]) begin",
     .to = "if (gain[w] && !spend[w] && w == 0) begin",
     .settings = LINE "router.vcs=2 router.networks=2 router.depth=3 " TO_LAST("0", "0.3", "2")
         TO_LAST("1", "0.3", "2"),
     .property = PROPERTY_PROGRESS,
     .quick = true,
     .router = 2,
     .port = 0,
     .vc = 1,
     .from_cycle = 20,
     .to_cycle = 400,
     .text = "of network 1 wait, and none has moved"},
    // A credit goes back as soon as the flit has come.
    {.file = "input_unit.sv",
     .from = "credit_out_valid_o <= sa_gnt_i;",
     .to = "credit_out_valid_o <= in_valid_i;",
     .settings = LINE "router.vcs=1 router.depth=2 workload.collective=broadcast "
                      "workload.scheme=unicast workload.from=0 workload.to=2 "
                      "workload.message_flits=40 workload.packet_flits=4",
     .property = PROPERTY_FLOW,
     .router = 0,
     .port = 1,
     .from_cycle = 5,
     .to_cycle = 40,
     .text = "3 flits are granted within 4 cycles"},
    // A flit is read for one copy at a time, in routers that copy.
    {.file = "branch_switch_allocator.sv",
     .from = "if (ready[v][o] && mine == position[i]) begin\n                  wish",
     .to = "if (ready[v][o] && mine == position[i] && wish[i] == '0) begin\n                  wish",
     .settings = COPIES "router.vcs=1 workload.load=0.3",
     .property = PROPERTY_SWITCH_WORK,
     .router = 1,
     .port = 2,
     .from_cycle = 5,
     .to_cycle = 200,
     .text = "ready for output 1, which is idle"},
    // An input is never given a VC.
    {.file = "branch_vc_allocator.sv",
     .from = "if (want[o*Vcs + k][winner] && noc_pkg",
     .to = "if (want[o*Vcs + k][winner] && winner != 2 && noc_pkg",
     .settings = COPIES "router.vcs=1 workload.load=1",
     .property = PROPERTY_VC_BYPASS,
     .router = 1,
     .port = 2,
     .from_cycle = 20,
     .to_cycle = 2000,
     .text = "in 111 cycles"},
    // Nor the switch, for one of its VCs.
    {.file = "branch_switch_allocator.sv",
     .from = "want[o][i] = 1'b1;",
     .to = "want[o][i] = i != 2 || v != '0;",
     .settings = COPIES "router.vcs=2 workload.load=1",
     .property = PROPERTY_SWITCH_BYPASS,
     .unordered = true,
     .router = 1,
     .port = 2,
     .from_cycle = 20,
     .to_cycle = 2000,
     .text = "and was not granted it"},
    // A flit that comes to a router that copies early is there from the next cycle on.
    {.file = "branch_unit.sv",
     .from = "PosW'(count) + PosW'(comes)",
     .to = "PosW'(count)",
     .settings = COPIES "router.vcs=1 workload.load=0.3 router.pipeline=2 router.lookahead=true "
                        "router.flit_bits=128",
     .property = PROPERTY_SWITCH_WORK,
     .quick = true,
     .router = 1,
     .port = 0,
     .from_cycle = 5,
     .to_cycle = 200,
     .text = "ready for output 2, which is idle"},
    // A head that comes there is the front from the next cycle on.
    {.file = "branch_unit.sv",
     .from = "comes && in_kind_i[0] && entry_valid_i",
     .to = "1'b0",
     .settings = COPIES "router.vcs=1 workload.load=0.3 router.pipeline=2 router.lookahead=true "
                        "router.flit_bits=128",
     .property = PROPERTY_VC_WORK,
     .router = 1,
     .port = 0,
     .from_cycle = 5,
     .to_cycle = 200,
     .text = "asks for a VC of output 2"},
};
enum { BUGS = sizeof kBugs / sizeof kBugs[0] };

// Nodes 0 and 1 send packets of one to four flits to node 2, in both networks.
static void send_streams(network_t *n) {
  static const uint64_t kData[SHAPE_MAX_WORDS] = {0};
  static unsigned sent[2], left[2];
  if (network_cycle(n) == 0) {
    memset(sent, 0, sizeof sent);
    memset(left, 0, sizeof left);
  }
  for (unsigned node = 0; node < 2; node++) {
    const unsigned flits = 1 + sent[node] * 7 / 3 % 4;
    const uint8_t network = sent[node] / 3 % 2;
    if ((network_ready(n, node) >> network & 1) != 0) {
      network_offer(n, node,
                    &(host_beat_t){.network = network,
                                   .type = PACKET_UNICAST,
                                   .destination = network_address(n, 2),
                                   .message = sent[node] % (1u << network_shape(n)->msg_w),
                                   .flits = (uint16_t)flits,
                                   .data = kData});
      left[node] = left[node] == 0 ? flits - 1 : left[node] - 1;
      sent[node] += left[node] == 0;
    }
  }
}

// Until the property fails, or none does.
static void run_until(property_run_t *r, const bug_t *bug) {
  while (network_cycle(r->sim.network) < CYCLES && !workload_done(r->sim.workload) &&
         properties_fault(r->properties, bug->property) == NULL) {
    if (bug->streams) {
      send_streams(r->sim.network);
      assert_true(network_step(r->sim.network));
    } else if (!sim_step(&r->sim)) {
      fail_msg("%s", r->sim.error.text);
    }
    (void)properties_cycle(r->properties);
  }
}

static void check_found(const bug_t *bug) {
  const properties_config_t all = {.bounded = true, .ordered = !bug->unordered};
  char settings[SETTINGS];
  planted_change(bug->file, bug->from, bug->to);
  (void)snprintf(settings, sizeof settings, "%s run.router=rtl run.cycles=%d", bug->settings,
                 CYCLES);
  property_run_t r = property_run_with(settings, &all, planted_factory);
  run_until(&r, bug);
  const property_fault_t *f = properties_fault(r.properties, bug->property);
  if (f == NULL) {
    fail_msg("%s: %s: not found", bug->file, property_name(bug->property));
    return;
  }
  print_message("%s\n", f->text);
  if (f->router != bug->router || f->port != bug->port || f->vc != bug->vc ||
      f->cycle < bug->from_cycle || f->cycle > bug->to_cycle ||
      strstr(f->text, bug->text) == NULL) {
    fail_msg("found: %s; expected router %u port %u VC %u, cycle %lu to %lu, %s", f->text,
             bug->router, bug->port, bug->vc, (unsigned long)bug->from_cycle,
             (unsigned long)bug->to_cycle, bug->text);
  }
  property_run_close(&r);
}

static void test_found(void **state) {
  (void)state;
  for (unsigned n = 0; n < BUGS; n++) {
    if (kBugs[n].quick || unit_long_tier()) {
      check_found(&kBugs[n]);
    }
  }
}

// A stream that has one credit less than it should is slower than the form says.
static void test_rate(void **state) {
  (void)state;
  for (unsigned bug = 0; bug < (unit_long_tier() ? 2 : 1); bug++) {
    property_run_t r;
    if (bug == 1) {
      planted_change("output_unit.sv", "{Vcs{CntW'(Depth)}}", "{Vcs{CntW'(Depth - 1)}}");
    }
    property_stream_open(&r, bug == 1 ? "router.depth=4 run.router=rtl" : "router.depth=4", 4,
                         bug == 1 ? planted_factory : recording_factory);
    assert_true(property_stream(&r, 4) == (bug == 0));
    const property_fault_t *f = properties_fault(r.properties, PROPERTY_FLOW);
    assert_true((f != NULL) == (bug == 1));
    if (f != NULL) {
      print_message("%s\n", f->text);
      assert_true(f->router == 2 && f->port == 0 && f->vc == 0);
      assert_non_null(strstr(f->text, "packets of 4 flits without a gap took"));
    }
    property_run_close(&r);
  }
}

static void test_without(void **state) {
  (void)state;
  for (unsigned n = 0; n < BUGS; n++) {
    const properties_config_t all = {.bounded = true, .ordered = !kBugs[n].unordered};
    property_run_t r = property_run_open(kBugs[n].settings, &all);
    for (unsigned t = 0; t < CYCLES && kBugs[n].streams; t++) {
      send_streams(r.sim.network);
      assert_true(network_step(r.sim.network) && properties_cycle(r.properties));
    }
    if (!kBugs[n].streams && !property_run(&r, CYCLES)) {
      fail_msg("%s: %s", kBugs[n].settings, properties_text(r.properties));
    }
    property_run_close(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_without),
      cmocka_unit_test(test_found),
      cmocka_unit_test(test_rate),
  };
  return cmocka_run_group_tests_name("network/properties_planted", tests, planted_setup,
                                     planted_teardown);
}
