// test_scenario_errors -- every refusal of a scenario file, with its place and its words.

#include "scenario_helper.h"

static void refused_values(void **state) {
  (void)state;
  static const struct {
    const char *section, *line, *message;
  } kBad[] = {
      {"router", "vcs: 0", "s.yaml:4:8: router.vcs is '0'; it must be 1 to 16"},
      {"router", "vcs: 17", "s.yaml:4:8: router.vcs is '17'; it must be 1 to 16"},
      {"router", "vcs: -1", "s.yaml:4:8: router.vcs is '-1'"},
      {"router", "vcs: +4", "s.yaml:4:8: router.vcs is '+4'"},
      {"router", "vcs: 04", "s.yaml:4:8: router.vcs is '04'"},
      {"router", "vcs: 0x4", "s.yaml:4:8: router.vcs is '0x4'"},
      {"router", "vcs: 4.0", "s.yaml:4:8: router.vcs is '4.0'"},
      {"router", "vcs: 1e1", "s.yaml:4:8: router.vcs is '1e1'"},
      {"router", "vcs: four", "s.yaml:4:8: router.vcs is 'four'"},
      {"router", "vcs: '4'", "s.yaml:4:8: router.vcs is quoted text '4'"},
      {"router", "vcs: 4294967297", "s.yaml:4:8: router.vcs is '4294967297'"},
      {"router", "vcs: 18446744073709551620", "s.yaml:4:8: router.vcs is"},
      {"router", "vcs:", "s.yaml:4:7: router.vcs is nothing; it must be 1 to 16"},
      {"router", "vcs: [4]", "s.yaml:4:8: router.vcs is a list; it must be 1 to 16"},
      {"router", "vcs: {a: 4}", "s.yaml:4:8: router.vcs is a mapping; it must be 1 to 16"},
      {"router", "depth: 0", "s.yaml:4:10: router.depth is '0'; it must be 1 to 640"},
      {"router", "depth: 641", "s.yaml:4:10: router.depth is '641'"},
      {"router", "flit_bits: 48", "s.yaml:4:14: router.flit_bits is '48'"},
      {"router", "pipeline: 4", "s.yaml:4:13: router.pipeline is '4'; it must be 2 to 3"},
      {"router", "link_latency: 0", "s.yaml:4:17: router.link_latency is '0'"},
      {"router", "link_latency: 65", "s.yaml:4:17: router.link_latency is '65'"},
      {"router", "routing: xy", "s.yaml:4:12: router.routing is 'xy'; it must be dor"},
      {"router", "switching: wormhol",
       "s.yaml:4:14: router.switching is 'wormhol' (nearest: 'wormhole'); it must be wormhole, "
       "cut-through"},
      {"run", "router: RTL",
       "s.yaml:4:11: run.router is 'RTL' (nearest: 'rtl'); it must be ref, rtl"},
      {"run", "drain: yes", "s.yaml:4:10: run.drain is 'yes'; it must be true, false"},
      {"run", "drain: 'true'", "s.yaml:4:10: run.drain is quoted text 'true'"},
      {"run", "cycles: 0", "s.yaml:4:11: run.cycles is '0'; it must be 1 to 1000000000000"},
      {"run", "cycles: 1000000000001", "s.yaml:4:11: run.cycles is '1000000000001'"},
      {"run", "seed: 9223372036854775808", "s.yaml:4:9: run.seed is '9223372036854775808'"},
      {"run", "max_age: 0", "s.yaml:4:12: run.max_age is '0'; it must be 1 to 1000000000000"},
      {"run", "max_age: 1.5", "s.yaml:4:12: run.max_age is '1.5'; it must be 1 to"},
      {"run", "warmup: -5", "s.yaml:4:11: run.warmup is '-5'"},
      {"run", "warmup: 1_000", "s.yaml:4:11: run.warmup is '1_000'"},
  };
  for (size_t i = 0; i < sizeof kBad / sizeof kBad[0]; i++) {
    char text[300];
    (void)snprintf(text, sizeof text, TRAFFIC "%s:\n  %s\n", kBad[i].section, kBad[i].line);
    bad(text, kBad[i].message);
  }
}

static void refused_loads(void **state) {
  (void)state;
  static const char *const kBad[] = {"01",    "00.1", "-0.1", "1.0001", ".nan",   "nan",
                                     "NaN",   ".inf", "inf",  "1e3",    "0x1p-2", "0,5",
                                     "0.2.3", ".",    "e",    "1e",     "1-",     "0.2 0.3"};
  for (size_t i = 0; i < sizeof kBad / sizeof kBad[0]; i++) {
    char text[200];
    (void)snprintf(text, sizeof text,
                   "topology: mesh:4x4\nworkload:\n  load: %s\n"
                   "  traffic: uniform\n",
                   kBad[i]);
    bad(text, "s.yaml:3:9: workload.load is '");
  }
  static const struct {
    const char *text;
    double value;
  } kGood[] = {{"0", 0},     {"0.0", 0},      {"1", 1}, {"1.0", 1},
               {".25", .25}, {"2.5e-1", .25}, {"0.", 0}};
  for (size_t i = 0; i < sizeof kGood / sizeof kGood[0]; i++) {
    char set[80];
    (void)snprintf(set, sizeof set, "workload.load=%s", kGood[i].text);
    scenario_t *s = good_set(TRAFFIC, (const char *const[]){set, NULL});
    assert_true(s->traffic[0].load == kGood[i].value);
    scenario_free(s);
  }
}

static void refused_keys(void **state) {
  (void)state;
  bad("topolgy: mesh:4x4\n",
      "s.yaml:1:1: topolgy is an unknown key (nearest: 'topology'); it must be one of topology, "
      "tags, router, link, workload, coding, host, run");
  bad(TRAFFIC "router: {vc: 4}\n",
      "s.yaml:3:10: router.vc is an unknown key (nearest: 'vcs'); it must be one of vcs, depth, ");
  bad(TRAFFIC "router: {quux: 4}\n", "s.yaml:3:10: router.quux is an unknown key; it must be");
  bad(TRAFFIC "router: {load: 4}\n", "s.yaml:3:10: router.load is an unknown key");
  bad(TRAFFIC "run: {dut_at: 5}\n",
      "s.yaml:3:15: run.dut_at is given without run.dut; it must be given with a map");
  bad(TRAFFIC "run: {Seed: 4}\n", "s.yaml:3:7: run.Seed is an unknown key (nearest: 'seed')");
  bad(TRAFFIC "router: {vcs: 4, depth: 2, vcs: 4}\n",
      "s.yaml:3:28: router.vcs is given a second time; it must be given once (line 3)");
  bad(TRAFFIC "router: {vcs: 4}\nrouter: {depth: 4}\n",
      "s.yaml:4:1: router is given a second time; it must be given once");
  bad(TRAFFIC "topology: mesh:4x4\n", "s.yaml:3:1: topology is given a second time");
  bad(TRAFFIC "? [a, b]\n: 3\n", "s.yaml:3:3: there is a list as a key; there must be a name");
  bad(TRAFFIC "router: {{a: b}: 3}\n", "s.yaml:3:10: there is a mapping as a key");
  bad(TRAFFIC "router: 5\n", "s.yaml:3:9: router is '5'; it must be a mapping of vcs, depth,");
  bad(TRAFFIC "router: [vcs]\n", "s.yaml:3:9: router is a list; it must be a mapping");
  bad(TRAFFIC "router:\n", "s.yaml:3:8: router is nothing; it must be a mapping");
  bad("topology: [mesh]\n", "s.yaml:1:11: topology is a list; it must be a topology");
  bad("topology:\n  mesh: 8x8\n", "s.yaml:2:3: topology is a mapping; it must be a topology");
}

static void refused_without(void **state) {
  (void)state;
  bad(TRAFFIC "router: {age_bits: 8}\n",
      "s.yaml:3:20: router.age_bits is given with arbiter round-robin; it must be given with "
      "arbiter age");
  bad(TRAFFIC "router:\n  copies: synchronous\n  arbiter: age\n",
      "s.yaml:5:12: router.arbiter does not fit: synchronous copies with arbiter age");
  bad(TRAFFIC "router:\n  arbiter: age\n  copies: synchronous\n",
      "s.yaml:5:11: router.copies does not fit: synchronous copies with arbiter age");
  bad("topology: mesh:4x4\nworkload: {collective: allgather, scheme: tree-worm}\n"
      "router: {allocation: speculative, switching: cut-through}\n",
      "s.yaml:3:22: router.allocation does not fit: speculative allocation with worms; there must "
      "be allocation serial, or a scheme without worms");
  bad(TRAFFIC "router: {lookahead: true, routing: updown, adaptive: true}\n",
      "s.yaml:3:54: router.adaptive does not fit: lookahead with adaptive true; there must be "
      "lookahead false, or adaptive false");
  bad(TRAFFIC "router: {allocation: parallel}\n",
      "s.yaml:3:22: router.allocation is 'parallel'; it must be serial, speculative");
  bad(TRAFFIC "router: {allocator: wavefront, arbiter: age}\n",
      "s.yaml:3:41: router.arbiter does not fit: allocator wavefront with arbiter age; there must "
      "be allocator separable, or arbiter round-robin");
  bad("topology: mesh:4x4\nworkload: {collective: allgather, scheme: tree-worm}\n"
      "router: {allocator: wavefront, switching: cut-through}\n",
      "s.yaml:3:21: router.allocator does not fit: allocator wavefront with worms; there must be "
      "allocator separable, or a scheme without worms");
  bad(TRAFFIC "router: {link_check: ecc}\n",
      "s.yaml:3:22: router.link_check is 'ecc'; it must be none, parity, secded");
  bad(TRAFFIC "run: {link_faults: {bits: 3}}\n",
      "s.yaml:3:27: run.link_faults.bits is '3'; it must be 1 to 2");
  bad(TRAFFIC "router: {sync_read: true, pipeline: 2}\n",
      "s.yaml:3:37: router.pipeline does not fit: sync_read with pipeline 2; there must be "
      "pipeline "
      "3, or sync_read false");
  bad(TRAFFIC "router: {allocator: maximal}\n",
      "s.yaml:3:21: router.allocator is 'maximal'; it must be separable, wavefront");
  bad(TRAFFIC "router: {routes: a}\n",
      "s.yaml:3:18: router.routes is given without routing; it must be given with routing table or "
      "source");
}

static void refused_tabs(void **state) {
  (void)state;
  static const char kWhat[] =
      "there is a tab before the text; there must be blanks, since YAML indents with blanks only";
  char text[200];
  (void)snprintf(text, sizeof text, "s.yaml:3:1: %s", kWhat);
  bad("topology: mesh:4x4\nworkload:\n\ttraffic: uniform\n\tload: 0.1\n", text);
  (void)snprintf(text, sizeof text, "s.yaml:4:3: %s", kWhat);
  bad("topology: mesh:4x4\nworkload:\n  traffic: uniform\n  \tload: 0.1\n", text);
  bad("topology: mesh:4x4\nworkload: {traffic: uniform,\tload: 0.1]\n",
      "s.yaml:2:39: there is broken YAML");
}

static void refused_bytes(void **state) {
  (void)state;
#define GATHER(more) \
  "topology: mesh:4x4\nworkload: {collective: allgather, scheme: binomial" more "}\n"
  bad(GATHER(", message_bytes: 8, message_flits: 1"),
      "s.yaml:2:86: workload.message_flits is given beside workload.message_bytes; it must be "
      "given alone");
  bad(GATHER(", message_flits: 1, message_bytes: 8"),
      "s.yaml:2:86: workload.message_bytes is given beside workload.message_flits; it must be "
      "given alone");
  bad(GATHER(", message_bytes: 0"),
      "s.yaml:2:68: workload.message_bytes is '0'; it must be 1 to 33554432");
  bad(GATHER(", message_bytes: 8388609"),
      "s.yaml:2:68: workload.message_bytes is 8388609, which are 1048577 flits of 64 bits; it must "
      "be up to 1048576 flits");
  bad(GATHER(", message_bytes: 5121"),
      "s.yaml:2:68: workload.message_bytes does not fit: messages of 641 flits in one packet; "
      "there must be up to 640 flits");
  bad("topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.1, message_bytes: 8}\n",
      "s.yaml:2:56: workload.message_bytes is given with workload.traffic; it must be given with");
  bad("topology: mesh:4x4\nworkload: {collective: barrier, scheme: unicast, message_bytes: 8}\n",
      "s.yaml:2:65: workload.message_bytes is given with collective barrier; it must be given "
      "with");
}

static void refused_workloads(void **state) {
  (void)state;
  bad("topology: mesh:4x4\n", "s.yaml:1:1: workload is missing; it must be a mapping");
  bad("topology: mesh:4x4\nworkload: {}\n", "s.yaml:1:1: workload is missing");
  bad("topology: mesh:4x4\nworkload: {load: 0.3}\n", "s.yaml:1:1: workload is missing");
  bad("workload: {traffic: uniform, load: 0.1}\n",
      "s.yaml:1:1: topology is missing; it must be a topology such as mesh:8x8");
  bad("topology: mesh:4x4\nworkload: {traffic: uniform}\n",
      "s.yaml:2:21: workload.load is missing; it must be 0 to 1");
  bad("topology: mesh:4x4\nworkload: {collective: allgather}\n",
      "s.yaml:2:24: workload.scheme is missing; it must be unicast, binomial");
  bad("topology: mesh:4x4\nworkload: {traffic: unifrom, load: 0.1}\n",
      "s.yaml:2:21: workload.traffic is 'unifrom' (nearest: 'uniform'); it must be uniform");
  bad("topology: mesh:4x4\nworkload: {collective: alltoal, scheme: unicast}\n",
      "s.yaml:2:24: workload.collective is 'alltoal' (nearest: 'alltoall'); it must be broadcast");
  bad("topology: mesh:4x4\nworkload: {traffic: uniform, collective: allgather}\n",
      "s.yaml:2:42: workload.collective is given beside workload.traffic; it must be given alone");
  bad("topology: mesh:4x4\nworkload: {collective: allgather, scheme: unicast, load: 0.1}\n",
      "s.yaml:2:58: workload.load is given with workload.collective; it must be given with");
  bad("topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.1, scheme: unicast}\n",
      "s.yaml:2:49: workload.scheme is given with workload.traffic; it must be given with");
  bad("topology: mesh:4x4\nworkload: {plan: a, message_flits: 3}\n",
      "s.yaml:2:36: workload.message_flits is given with workload.plan; it must be given with");
  bad("topology: mesh:4x4\nworkload: {plan: a, packet_flits: 0}\n",
      "s.yaml:2:35: workload.packet_flits is '0'; it must be 1 to 640");
  bad("topology: mesh:4x4\nrouter: {switching: cut-through}\n"
      "workload: {plan: a, packet_flits: 9}\n",
      "s.yaml:3:35: workload.packet_flits does not fit: packets of 9 flits with cut-through "
      "buffers of 8");
  bad("topology: mesh:4x4\nworkload: {plan: a, map: ''}\n",
      "s.yaml:2:26: workload.map is quoted text ''; it must be linear, random, or the name of a "
      "file");
  bad("topology: mesh:4x4\nworkload: {plan: ''}\n", "s.yaml:2:18: workload.plan is");
  bad("topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.1, packet_flits: 641}\n",
      "s.yaml:2:55: workload.packet_flits is '641'; it must be 1 to 640");
  bad("topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.1, packet_flits: 0}\n",
      "s.yaml:2:55: workload.packet_flits is '0'; it must be 1 to 640");
}

static void refused_together(void **state) {
  (void)state;
  bad(TRAFFIC "router: {vcs: 4, networks: 3}\n",
      "s.yaml:3:28: router.networks does not fit: 4 vcs for 3 networks; there must be");
  bad(TRAFFIC "router: {networks: 3}\n", "s.yaml:3:20: router.networks does not fit: 4 vcs for 3");
  bad(TRAFFIC "router: {networks: 3, vcs: 4}\n",
      "s.yaml:3:28: router.vcs does not fit: 4 vcs for 3");
  bad(TRAFFIC "router: {switching: cut-through, depth: 3}\n",
      "s.yaml:3:41: router.depth does not fit: packets of 4 flits with cut-through buffers of 3");
  bad(TRAFFIC "router: {depth: 3, switching: cut-through}\n",
      "s.yaml:3:31: router.switching does not fit: packets of 4 flits");
  bad("router: {depth: 3, switching: cut-through}\n" COLLECTIVE
      "run: {seed: 1}\n# the message is one flit, then four:\n---\n",
      "s.yaml:6:1: there is a second YAML document; there must be one");
  bad_set("router: {depth: 3, switching: cut-through}\n" COLLECTIVE, "workload.packet_flits=4",
          "--set workload.packet_flits=4: workload.packet_flits does not fit: packets of 4 flits");
  scenario_t *s = good(TRAFFIC "router: {depth: 4, switching: cut-through}\n");
  scenario_free(s);
  s = good(TRAFFIC "router: {depth: 3}\n");
  scenario_free(s);
}

// One class under `classes`, and more keys of it.
#define LISTED(keys)                                                                         \
  "topology: mesh:4x4\nrouter: {networks: 2}\nworkload:\n  classes:\n  - traffic: uniform\n" \
  "    load: 0.1\n" keys

#define CLASS      "  - {traffic: uniform, load: 0.01}\n"
#define CLASSES_4  CLASS CLASS CLASS CLASS
#define CLASSES_17 CLASSES_4 CLASSES_4 CLASSES_4 CLASSES_4 CLASS

static void refused_classes(void **state) {
  (void)state;
  bad("topology: mesh:4x4\nworkload: {classes: []}\n",
      "s.yaml:2:21: workload.classes is an empty list; it must be 1 to 16 classes");
  bad("topology: mesh:4x4\nworkload: {classes: 3}\n",
      "s.yaml:2:21: workload.classes is '3'; it must be a list of mappings");
  bad("topology: mesh:4x4\nworkload: {classes: {load: 1}}\n",
      "s.yaml:2:21: workload.classes is a mapping; it must be a list of mappings");
  bad("topology: mesh:4x4\nworkload: {classes: [3]}\n",
      "s.yaml:2:22: workload.classes is '3'; it must be a mapping of traffic, load,");
  bad("topology: mesh:4x4\nworkload: {classes: &a [3]}\n", "s.yaml:2:21: there is an anchor (&)");
  bad("topology: mesh:4x4\nworkload: {classes: [[]]}\n",
      "s.yaml:2:22: workload.classes is a list; it must be a mapping of traffic");
  bad("topology: mesh:4x4\nworkload: {classes: [{}]}\n",
      "s.yaml:2:22: workload.classes.0.traffic is missing; it must be uniform, transpose");
  bad("topology: mesh:4x4\nworkload: {classes: [{traffic: uniform}]}\n",
      "s.yaml:2:22: workload.classes.0.load is missing; it must be 0 to 1");
  bad(LISTED("    lod: 3\n"),
      "s.yaml:7:5: workload.classes.0.lod is an unknown key (nearest: 'load')");
  bad(LISTED("    load: 3\n"), "s.yaml:7:5: workload.classes.0.load is given a second time");
  bad(LISTED("    network: 2\n"),
      "s.yaml:7:14: workload.classes.0.network does not fit: network 2 of 2; there must be 0 to 1, "
      "or more");
  bad(LISTED("    network: 16\n"),
      "s.yaml:7:14: workload.classes.0.network is '16'; it must be 0 to 15");
  bad(LISTED("  - {traffic: uniform, load: 0.1}\n  - {traffic: uniform, load: 0.1}\n"),
      "s.yaml:8:15: workload.classes.2.traffic does not fit: network 2 of 2; there must be 0 to 1, "
      "or more of");
  bad(LISTED("    reply_flits: 3\n"),
      "s.yaml:7:18: workload.classes.0.reply_flits does not fit: reply_flits or reply_network "
      "alone");
  bad(LISTED("    reply_network: 1\n"),
      "s.yaml:7:20: workload.classes.0.reply_network does not fit: reply_flits or reply_network "
      "alone");
  bad(LISTED("    reply_network: 0\n    reply_flits: 3\n"),
      "s.yaml:7:20: workload.classes.0.reply_network does not fit: network 0, which has the "
      "requests of class 0; there must be a network without requests");
  bad(LISTED("    reply_network: 1\n    reply_flits: 3\n"
             "  - {traffic: uniform, load: 0.1, reply_network: 0, reply_flits: 3}\n"),
      "s.yaml:7:20: workload.classes.0.reply_network does not fit: network 1, which has the "
      "requests of class 1");
  bad(LISTED("    packet_flits: 9\n") "router2: 3\n", "s.yaml:8:1: router2 is an unknown key");
  bad_set(
      LISTED("    packet_flits: 9\n"), "router.switching=cut-through",
      "--set router.switching=cut-through: router.switching does not fit: packets of 9 flits with");
  bad_set(LISTED(""), "workload.load=1",
          "--set workload.load=1: workload.load is given with workload.classes; it must be given "
          "with traffic, and in each");
  bad_set(LISTED(""), "workload.traffic=uniform",
          "--set workload.traffic=uniform: workload.traffic is given beside workload.classes");
  bad_set(LISTED(""), "workload.classes.2.load=1",
          "--set workload.classes.2.load=1: workload.classes is '2.load'; it must be given as "
          "workload.classes.N.KEY=VALUE, N 0 to 1");
  bad_set(LISTED(""), "workload.classes.x.load=1", "--set workload.classes.x.load=1: workload.cl");
  bad_set(LISTED(""), "workload.classes.00.load=1", "--set workload.classes.00.load=1: workload.");
  bad_set(LISTED(""), "workload.classes.0=1", "--set workload.classes.0=1: workload.classes is");
  bad_set(LISTED(""), "workload.classes=1", "--set workload.classes=1: workload.classes is a");
  bad_set(LISTED(""), "workload.classes.0.lod=1",
          "--set workload.classes.0.lod=1: workload.classes.0.lod is an unknown key");
  bad("topology: mesh:4x4\nworkload:\n  classes:\n" CLASSES_17,
      "s.yaml:20:5: workload.classes is more than 16 classes; it must be up to 16");
  bad_set(TRAFFIC, "workload.network=1",
          "--set workload.network=1: workload.network is an unknown key");
  bad_set(TRAFFIC, "workload.reply_flits=1", "--set workload.reply_flits=1: workload.reply_flits");
}

#define CODED "topology: mesh:4x4\nworkload: {collective: allgather, scheme: hnc, group: 2x2}\n"

// Groups, and what coding needs: at the last key that has to do with it.
static void refused_coding(void **state) {
  (void)state;
  static const struct {
    const char *set, *message;
  } kBad[] = {
      {"workload.group=3x2", "is '3x2', but groups with a side of 3 do not tile 4x4; it must be"},
      {"workload.group=1x1", "is '1x1', a group of one node; it must be"},
      {"workload.group=0-7;8-14", "is "},
      {"workload.intermediate=2,0", "is '2,0', a node outside its group of 2x2; it must be"},
      {"workload.intermediate=middle", "is 'middle'; it must be best"},
      {"workload.base=ring", "is 'ring'; it must be unicast, binomial"},
      {"workload.steps=overlapped",
       "does not fit: overlapped steps of hnc on 1 virtual network; there must be router.networks "
       "of 4 or more"},
      {"workload.steps=parallel", "is 'parallel'; it must be sequential, overlapped"},
      {"workload.message_flits=65",
       "does not fit: messages of 65 flits with scheme hnc; there must be up to 64 flits"},
      {"coding.overhead=65", "is '65'; it must be 0 to 64"},
      {"coding.memory=0", "is '0'; it must be 1 to 4095"},
      {"coding.memory=4096", "is '4096'; it must be 1 to 4095"},
  };
  for (size_t i = 0; i < sizeof kBad / sizeof kBad[0]; i++) {
    char message[300];
    const int name = (int)strcspn(kBad[i].set, "=");
    (void)snprintf(message, sizeof message, "--set %s: %.*s %s", kBad[i].set, name, kBad[i].set,
                   kBad[i].message);
    bad_set(CODED, kBad[i].set, message);
  }
  bad("topology: mesh:4x4\nworkload: {collective: allgather, scheme: unicast, group: 2x2}\n",
      "s.yaml:2:59: workload.group is given with scheme unicast; it must be given with scheme hnc, "
      "hnc-recursive, hierarchy or combining");
  bad_set("topology: mesh:4x4\nworkload: {collective: allgather, scheme: unicast}\n",
          "workload.group=2x2",
          "--set workload.group=2x2: workload.group is given with scheme unicast; it must be");
  bad("topology: mesh:4x4\nworkload: {collective: allgather, scheme: hierarchy}\n"
      "coding: {overhead: 2}\n",
      "s.yaml:3:20: coding.overhead is given with scheme hierarchy; it must be given with scheme "
      "hnc or hnc-recursive");
  bad_set(
      CODED, "workload.steps=barrier",
      "--set workload.steps=barrier: workload.steps does not fit: steps barrier with scheme hnc; "
      "there must be steps sequential or overlapped, or another scheme");
  bad("topology: mesh:4x4\nworkload: {collective: allgather, scheme: hnc-recursive, steps: "
      "beside}\n",
      "s.yaml:2:65: workload.steps does not fit: steps beside with scheme hnc-recursive; there "
      "must "
      "be steps sequential or overlapped, or another scheme");
  bad("topology: torus:4x4\nworkload: {collective: allgather, scheme: scheduled}\n",
      "s.yaml:2:43: workload.scheme does not fit: the topology's own routing with scheme "
      "scheduled; "
      "there must be router.routing source, whose packets carry paths");
  bad_set(
      "topology: torus:4x4\nworkload: {collective: allgather, scheme: scheduled}\n",
      "router.routing=dor",
      "--set router.routing=dor: router.routing does not fit: routing dor with scheme scheduled; "
      "there must be");
  bad("topology: torus:4x4\nrouter: {networks: 9, vcs: 9}\nworkload: {traffic: uniform, load: 1}\n",
      "s.yaml:2:28: router.vcs does not fit: 9 vcs for 9 networks with routing dor on torus:4x4; "
      "there must be what needs up to 16 vcs; this needs 18 (2 classes in every network)");
  bad(TRAFFIC "coding: {memory: 2}\n",
      "s.yaml:3:18: coding.memory is given with workload.traffic; it must be given with "
      "collective, plan");
  bad("topology: mesh:4x4\nworkload: {collective: allgather, scheme: hnc, steps: overlapped}\n"
      "router: {networks: 4, vcs: 2}\n",
      "s.yaml:3:28: router.vcs does not fit: 2 vcs for 4 networks; there must be");
  bad("topology: mesh:4x4\nworkload: {collective: allgather, scheme: hnc-recursive, "
      "steps: overlapped}\nrouter: {networks: 4}\n",
      "s.yaml:3:20: router.networks does not fit: overlapped steps of hnc-recursive on 4 virtual "
      "networks; there must be router.networks of 7 or more");
  bad("topology: mesh:4x4\nworkload: {collective: allgather, scheme: hnc, steps: overlapped}\n"
      "router: {networks: 3, vcs: 6}\n",
      "s.yaml:3:20: router.networks does not fit: overlapped steps of hnc on 3 virtual networks; "
      "there must be");
  bad("topology: torus:4x4\nworkload: {collective: allgather, scheme: hnc, steps: overlapped}\n"
      "router: {networks: 4, vcs: 4}\n",
      "s.yaml:3:28: router.vcs does not fit: 4 vcs for 4 networks with routing dor on torus:4x4; "
      "there must be 8 vcs or more");
}

// More values than any network has; however many there are.
static void long_lists(void **state) {
  (void)state;
  static const char kHead[] = TRAFFIC "host:\n  accept: [0.5";
  char text[8192];
  for (size_t values = 100; values < 1900; values += 113) {
    size_t length = sizeof kHead - 1;
    memcpy(text, kHead, length);
    for (size_t i = 0; i < values; i++) {
      (void)strcpy(text + length, ",0.5");
      length += 4;
    }
    (void)strcpy(text + length, "]\n");
    bad(text, "s.yaml:4:11: host.accept is ");
  }
  // However long they are: nothing is written behind the room for them, as ASan would see.
  const size_t length = sizeof kHead - 1;
  memset(text + length, '5', 400);
  text[length + 400] = ',';
  memset(text + length + 401, '1', 500);
  (void)strcpy(text + length + 901, "]\n");
  bad(text, "s.yaml:4:11: host.accept is ");
}

static void refused_traffic(void **state) {
  (void)state;
  bad("topology: mesh:4x4\nworkload: {traffic: hotspot, load: 0.1}\n",
      "s.yaml:2:21: workload.hotspot_nodes is missing; it must be nodes such as 0-7,9");
  bad("topology: mesh:4x4\nworkload: {traffic: hotspot, load: 0.1, hotspot_nodes: 3}\n",
      "s.yaml:2:21: workload.hotspot_share is missing; it must be 0 to 1");
  bad("topology: mesh:4x4\nworkload: {traffic: hotspot, load: 0.1, hotspot_nodes: 3-16, "
      "hotspot_share: 1}\n",
      "s.yaml:2:56: workload.hotspot_nodes is '3-16'; it must be nodes from 0 to 15");
  bad("topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.1, packet_flits: 1:0.5,5:0.5}\n",
      "s.yaml:2:61: there is '5:0.5' as a key; there must be a name (within {...}, a value with a "
      "comma needs quotes)");
  bad("topology: mesh:4x4\nworkload: {traffic: uniform, load: 0,05}\n",
      "s.yaml:2:38: there is '05' as a key; there must be a name (within");
  bad_set(TRAFFIC, "workload.hotspot_nodes=3",
          "--set workload.hotspot_nodes=3: workload.hotspot_nodes is given with traffic uniform; "
          "it must be given with traffic hotspot");
  bad_set(TRAFFIC, "workload.permutation=p",
          "--set workload.permutation=p: workload.permutation is given with traffic uniform; ");
  bad_set(
      TRAFFIC, "workload.traffic=permutation",
      "--set workload.traffic=permutation: workload.permutation is missing; it must be the name");
  bad_set(
      TRAFFIC, "workload.burst_on=3",
      "--set workload.burst_on=3: workload.burst_on does not fit: burst_on or burst_off alone; ");
  bad_set(TRAFFIC, "workload.burst_on=0",
          "--set workload.burst_on=0: workload.burst_on is '0'; it must be 1 to 1000000");
  bad("topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.6, burst_on: 1, burst_off: 1}\n",
      "s.yaml:2:65: workload.burst_off does not fit: load 0.6 in bursts of load 1.2; there must be "
      "bursts of load 1 at most");
  bad("topology: mesh:4x3\nworkload: {traffic: transpose, load: 0.6}\n",
      "s.yaml:2:21: workload.traffic is 'transpose' on mesh:4x3; it must be used with equal "
      "radices");
  bad_set(
      "topology: mesh:4x4\nworkload: {traffic: shuffle, load: 0.6}\n", "topology=mesh:3x3",
      "s.yaml:2:21: workload.traffic is 'shuffle' on 9 nodes; it must be used with a power of two");
  bad_set(TRAFFIC, "workload.packet_flits=8-1",
          "--set workload.packet_flits=8-1: workload.packet_flits is '8-1'; it must be 1 to 640, a "
          "range such as 1-8, or lengths with weights such as 1:0.5,5:0.5");
  bad_set(TRAFFIC "router: {switching: cut-through}\n", "workload.packet_flits=1:9,9:1",
          "--set workload.packet_flits=1:9,9:1: workload.packet_flits does not fit: packets of 9 "
          "flits");
  bad("topology: mesh:4x4\nworkload: {trace: a, plan: b}\n",
      "s.yaml:2:28: workload.plan is given beside workload.trace; it must be given alone");
  bad("topology: mesh:4x4\nworkload: {trace: a, load: 1}\n",
      "s.yaml:2:28: workload.load is given with workload.trace; it must be given with traffic, "
      "traffic: multicast");
  bad("topology: mesh:4x4\nworkload: {trace: ''}\n", "s.yaml:2:19: workload.trace is");
}

static void refused_topologies(void **state) {
  (void)state;
  bad("topology: mesh:0x8\nworkload: {traffic: uniform, load: 0.1}\n",
      "s.yaml:1:11: topology: column 6 of 'mesh:0x8': there is '0x8'; there must be a radix");
  bad("topology: tours:8x8\nworkload: {traffic: uniform, load: 0.1}\n",
      "s.yaml:1:11: topology: column 1 of 'tours:8x8': there is family 'tours'");
  bad("topology: mesh:3000x3000\nworkload: {traffic: uniform, load: 0.1}\n",
      "s.yaml:1:11: topology: column 11 of 'mesh:3000x3000': there is 9000000 for the routers");
  bad_set(TRAFFIC, "topology=mesh:8x8@99",
          "--set topology=mesh:8x8@99: topology is mesh:8x8@99, with routers of 103 ports");
}

static void refused_files(void **state) {
  (void)state;
  bad("", "s.yaml:1:1: there is an empty file; there must be a scenario");
  bad("# only a comment\n", "s.yaml:2:1: there is an empty file");
  bad("---\n", "s.yaml:2:1: scenario is nothing; it must be a mapping of topology, tags, router,");
  bad("- a\n- b\n", "s.yaml:1:1: scenario is a list; it must be a mapping");
  bad("hello\n", "s.yaml:1:1: scenario is 'hello'; it must be a mapping");
  bad(TRAFFIC "---\n" TRAFFIC, "s.yaml:3:1: there is a second YAML document");
  bad("topology: mesh:4x4\n\tworkload: 3\n", "s.yaml:2:1: there is a tab before the text");
  bad("router: {vcs: 3\n", "s.yaml:2:1: there is broken YAML (");
  bad("topology: \"mesh\n", "s.yaml:2:1: there is broken YAML (");
  bad("a: b: c\n", "s.yaml:1:1: a is an unknown key");
  bad("topology: a: c\n", "s.yaml:1:12: there is broken YAML (mapping values are not allowed");
  bad(TRAFFIC "router: {depth: \xff}\n", "s.yaml:3:17: there is broken YAML (");
  bad("topology: mesh:4x4\n\001\n", "s.yaml:2:1: there is broken YAML (control characters");
  bad("topology: &t mesh:4x4\n", "s.yaml:1:11: there is an anchor (&)");
  bad("topology: *t\n", "s.yaml:1:11: there is an alias (*)");
  bad("? *t\n: 3\n", "s.yaml:1:3: there is an alias (*)");
  bad("&t topology: mesh:4x4\n", "s.yaml:1:1: there is an anchor (&)");
  bad(TRAFFIC "router: &r {vcs: 3}\n", "s.yaml:3:9: there is an anchor (&)");
  bad(TRAFFIC "router: !!map {vcs: 3}\n", "s.yaml:3:9: there is a tag (!)");
  bad(TRAFFIC "router: {vcs: !!int 3}\n", "s.yaml:3:15: there is a tag (!)");
  bad(TRAFFIC "<<: {vcs: 3}\n", "s.yaml:3:1: << is an unknown key");
  bad("topology: \"mesh:4x4\\0\"\n", "s.yaml:1:11: there is a NUL character");
  noc_error_t error = {0};
  static const char kBinary[] = "\177ELF\n\0\0\0topology";
  expect("binary", scenario_parse(kBinary, sizeof kBinary, "s.yaml", NULL, 0, &error), &error,
         "s.yaml:2:1: there is a NUL byte, so a binary file");
}

static void hostile_files(void **state) {
  (void)state;
  static const char *const kPieces[] = {
      "[",     "{", "- ",  "? ", "a: ", "{a: ", "&a [*a, ", "\"", "%", "router: {}\n",
      "? a\n", "'", "|\n", "!",  "a"};
  enum { LENGTH = 1 << 20 };
  char *text = malloc(LENGTH + 16);
  assert_non_null(text);
  for (size_t i = 0; i < sizeof kPieces / sizeof kPieces[0]; i++) {
    size_t length = 0;
    while (length < LENGTH) {
      memcpy(text + length, kPieces[i], strlen(kPieces[i]));
      length += strlen(kPieces[i]);
    }
    noc_error_t error = {0};
    assert_null(scenario_parse(text, length, "s.yaml", NULL, 0, &error));
    assert_int_equal(error.status, NOC_BAD_INPUT);
    assert_null(strchr(error.text, '\n'));
  }
  free(text);
}

static void check_located(const scenario_t *s, bool again, const char *text, const char *expected) {
  noc_error_t error = {0};
  (void)noc_fail(&error, NOC_BAD_INPUT, "%s", text);
  (again ? scenario_locate_again : scenario_locate)(s, &error);
  assert_string_equal(error.text, expected);
}

// A variant is read from a copy with settings of its own: keys are where the scenario has them, or
// in those settings.
static void variants(void **state) {
  (void)state;
  static const char kText[] =
      "topology: mesh:4x4\n\n\nworkload: {traffic: uniform, load: 0.1}\nrouter: {vcs: 2}\n";
  noc_error_t error = {0};
  scenario_t *s = good_set(kText, (const char *const[]){"router.depth=5", NULL});
  check_located(s, true, "s.yaml:9:9: workload.load is x", "s.yaml:4:36: workload.load is x");
  check_located(s, true, "s.yaml:9:9: router.depth is x",
                "--set router.depth=5: router.depth is x");
  check_located(s, true, "t.yaml:9:9: workload.load is x", "t.yaml:9:9: workload.load is x");
  check_located(s, true, "s.yaml: no place", "s.yaml: no place");
  scenario_t *variant = good_set(TRAFFIC, (const char *const[]){"router.vcs=4", NULL});
  assert_true(scenario_take_places(variant, s, &error));
  check_located(variant, false, "router.vcs is x", "--set router.vcs=4: router.vcs is x");
  check_located(variant, false, "router.depth is x", "--set router.depth=5: router.depth is x");
  check_located(variant, false, "workload.load is x", "s.yaml:4:36: workload.load is x");
  scenario_free(variant);
  scenario_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(refused_values),     cmocka_unit_test(refused_loads),
      cmocka_unit_test(refused_keys),       cmocka_unit_test(refused_workloads),
      cmocka_unit_test(refused_together),   cmocka_unit_test(refused_classes),
      cmocka_unit_test(refused_coding),     cmocka_unit_test(refused_traffic),
      cmocka_unit_test(refused_topologies), cmocka_unit_test(refused_files),
      cmocka_unit_test(hostile_files),      cmocka_unit_test(refused_without),
      cmocka_unit_test(refused_tabs),       cmocka_unit_test(refused_bytes),
      cmocka_unit_test(long_lists),         cmocka_unit_test(variants),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
