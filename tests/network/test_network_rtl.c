// test_network_rtl -- what `nocstep rtl` prints: a network of any topology as one module equals the
// network that the harness wires, host pin by host pin in every cycle, once its tables are loaded.
//
// NOCSTEP_LONG=1 adds networks whose C++ compiles for minutes.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dut/files.h"
#include "dut/plugin.h"
#include "network/harness.h"
#include "network/network_top.h"
#include "runs/network_rtl.h"
#include "unit/unit_lockstep.h"

// Both in a folder of the test's own. The names are the same in every run: so is the module, and
// its plug-in is built once.
static const char kModule[] = "module.sv";
static const char kTopology[] = "net.txt";
static const char kOther[] = "other.txt";
static const char kRoutesFile[] = "routes.txt";
static char folder[] = "/tmp/nocstep-rtl-XXXXXX";

static int enter_folder(void **state) {
  (void)state;
  return mkdtemp(folder) == NULL || chdir(folder) != 0;
}

static int leave_folder(void **state) {
  (void)state;
  (void)remove(kModule);
  (void)remove(kTopology);
  (void)remove(kOther);
  (void)remove(kRoutesFile);
  return chdir("/") != 0 || rmdir(folder) != 0;
}

static void write_text(const char *name, const char *text) {
  FILE *out = fopen(name, "w");
  assert_non_null(out);
  assert_true(fputs(text, out) >= 0);
  assert_int_equal(fclose(out), 0);
}

// A module, printed of a network: `from` in its text becomes `to`, or, if `loader` is true, in that
// of table_loader, which then stands behind it.
typedef struct {
  const char *settings;
  const char *from, *to;  // NULL: nothing is changed
  bool loader;
  const char *behind;  // modules that stand behind it; NULL: none
} printed_t;

// Writes text with `from` replaced.
static void write_changed(const char *text, const printed_t *change, FILE *out) {
  const char *from = change->from != NULL ? change->from : "";
  const char *at = strstr(text, from);
  if (at == NULL) {
    fail_msg("no '%s' in the module", from);
    return;
  }
  (void)fwrite(text, 1, (size_t)(at - text), out);
  (void)fputs(change->from != NULL ? change->to : "", out);
  (void)fputs(at + strlen(from), out);
}

// The text of rtl/top/table_loader.sv, to be freed. Its parameters, which a plug-in would take for
// those of the whole module, have another type of the same bits.
static char *read_loader(void) {
  char home[PLUGIN_PATH];
  noc_error_t error = {0};
  char *path = NULL;
  assert_true(plugin_home(home, &error));
  assert_true(asprintf(&path, "%s/rtl/top/table_loader.sv", home) > 0);
  char *text = file_read(path);
  free(path);
  assert_non_null(text);
  static const char kType[] = "int unsigned";
  for (char *at = text; (at = strstr(at, kType)) != NULL;) {
    memcpy(at, "bit   [31:0]", strlen(kType));
  }
  return text;
}

static void print(network_t *n, const printed_t *module) {
  const network_rtl_t about = {NETWORK_TOP_MODULE, "a test\n"};
  noc_error_t error = {0};
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  if (!network_rtl_write(n, &about, out, &error)) {
    fail_msg("%s", error.text);
  }
  assert_int_equal(fclose(out), 0);
  out = fopen(kModule, "w");
  assert_non_null(out);
  if (module->loader) {
    char *loader = read_loader();
    (void)fputs(text, out);
    write_changed(loader, module, out);
    free(loader);
  } else {
    write_changed(text, module, out);
    (void)fputs(module->behind != NULL ? module->behind : "", out);
  }
  assert_int_equal(fclose(out), 0);
  free(text);
}

// The most cycles that a router's loader takes, and the register behind all of them.
static uint64_t loading(const network_t *n) {
  const noc_shape_t *s = network_shape(n);
  const topology_t *t = network_topology(n);
  uint32_t ports = 0;
  for (uint32_t p = 0; p < t->routers * t->ports; p++) {
    if (t->peer_router[p] >= 0 && p % t->ports >= ports) {
      ports = p % t->ports + 1;
    }
  }
  ports = s->look ? t->ports : ports;  // heads count on all of them
  return s->routing == ROUTE_TABLE ? ports * s->classes + s->groups * t->nodes + 2 : 0;
}

// Runs a module beside the network of these settings.
static network_top_found_t run(const printed_t *module, const char *settings, uint64_t cycles) {
  sim_t of = sim_create(module->settings);
  print(of.network, module);
  sim_free(&of);
  sim_t s = sim_create(settings);
  network_top_t *m = network_top_create_from(s.network, kModule, &s.error);
  if (m == NULL) {
    fail_msg("%s", s.error.text);
  }
  (void)network_top_load(m, s.network, 3);
  network_top_reset(m);  // it begins anew
  const uint64_t loaded = network_top_load(m, s.network, loading(s.network));
  network_top_found_t found = {.cycle = 0};
  if (loaded == loading(s.network)) {
    found = network_top_run(m, &s, cycles);
  } else {
    const char *failed = network_top_failed(m);
    (void)snprintf(found.what, sizeof found.what, "%s",
                   failed != NULL ? failed : "not loaded in time");
  }
  workload_result_t result;
  workload_result(s.workload, &result);
  assert_true(found.what[0] != '\0' || result.packets_delivered > 100);
  network_top_free(m);
  sim_free(&s);
  return found;
}

static void check(const char *settings, uint64_t cycles) {
  const network_top_found_t found = run(&(printed_t){.settings = settings}, settings, cycles);
  if (found.what[0] != '\0') {
    fail_msg("%s: cycle %llu, node %u: %s", settings, (unsigned long long)found.cycle, found.node,
             found.what);
  }
}

static void check_broken(const printed_t *module, const char *settings) {
  const network_top_found_t found = run(module, settings, 5000);
  if (found.what[0] == '\0') {
    fail_msg("%s, '%s' as '%s': nothing differs", settings,
             module->from != NULL ? module->from : "", module->from != NULL ? module->to : "");
  }
}

// Routers of different sizes with none, one and two nodes, ports in an order of their own, a ring,
// open ports. In the second file two ends of links have changed places.
static const char kIrregular[] =
    "switch a 6\n"
    "switch b 3\n"
    "switch c 4\n"
    "host h0 a\n"
    "host h1 b.2\n"
    "host h2 a\n"
    "link a b\n"
    "link c.3 a.5\n"
    "link b.0 c.1\n"
    "host h3 c.2\n";
static const char kSwapped[] =
    "switch a 6\n"
    "switch b 3\n"
    "switch c 4\n"
    "host h0 a\n"
    "host h1 c.2\n"
    "host h2 a\n"
    "link a b\n"
    "link c.3 a.5\n"
    "link b.0 c.1\n"
    "host h3 b.2\n";

#define IRREGULAR                                                                        \
  "router.vcs=2 router.networks=2 router.depth=2 router.flit_bits=32 router.pipeline=2 " \
  "router.link_latency=3 workload.traffic=uniform workload.load=0.5 workload.packet_flits=1-4"

static void test_irregular(void **state) {
  (void)state;
  write_text(kTopology, kIrregular);
  write_text(kOther, kSwapped);
  check("topology=irregular:net.txt " IRREGULAR, 5000);
  // The same module is not that of another network.
  check_broken(&(printed_t){.settings = "topology=irregular:net.txt " IRREGULAR},
               "topology=irregular:other.txt " IRREGULAR);
}

// By coordinates, ages, classes, and the neighbours that heads with a route ask for.
static void test_coordinates(void **state) {
  (void)state;
  char settings[256];
  (void)snprintf(settings, sizeof settings,
                 "topology=ring:%d router.vcs=4 router.networks=2 router.depth=3 "
                 "router.lookahead=true router.pipeline=2 router.arbiter=age "
                 "workload.traffic=uniform workload.load=0.5 workload.packet_flits=3",
                 unit_long_tier() ? 4 : 3);
  check(settings, 5000);
}

// Two ways from switch a to node 3, one past switch b, where packets from a are in a group of their
// own and take another class.
static const char kRoutes[] =
    "classes 2\n"
    "groups 2\n"
    "group 1 1 1\n"
    "route 0 1: 2 0\n"
    "route 0 3: 2,5 0\n"
    "route 1 0: 1 0\n"
    "route 1 2: 1 0\n"
    "route 1 3: 0 0\n"
    "route 1/1 3: 0 1\n"
    "route 2 0: 3 0\n"
    "route 2 1: 1 0\n"
    "route 2 2: 3 0\n";

// A router of two links between others, with more arrival groups than two ports can tell.
static const char kStar[] =
    "switch hub 6\n"
    "switch p 2\n"
    "switch x 4\n"
    "host h0 hub\n"
    "host h1 hub\n"
    "host h2 x\n"
    "link hub.5 p.0\n"
    "link p.1 x.3\n";
static const char kStarRoutes[] =
    "groups 5\n"
    "group 1 0 4\n"
    "group 1 1 3\n"
    "route 0 2: 5\n"
    "route 1/4 2: 1\n"
    "route 1/3 0: 0\n"
    "route 1/3 1: 0\n"
    "route 2 0: 3\n"
    "route 2 1: 3\n";

static void test_groups(void **state) {
  (void)state;
  if (!unit_long_tier()) {
    skip();  // tests/cli/test_network_rtl.sh looks at the ports of such a router
  }
  write_text(kTopology, kStar);
  write_text(kRoutesFile, kStarRoutes);
  check(
      "topology=irregular:net.txt router.routing=table router.routes=routes.txt router.vcs=2 "
      "workload.traffic=uniform workload.load=0.5 workload.packet_flits=1-4",
      5000);
}

static void test_families(void **state) {
  (void)state;
  static const char kOpen[] =
      "topology=irregular:switches=4,ports=6,hosts=6,open=2 router.routing=minimal router.vcs=8 "
      "router.networks=2 router.flit_bits=32 router.depth=2";
  static const char kTable[] =
      "topology=irregular:net.txt router.routing=table router.routes=routes.txt router.vcs=4 "
      "router.networks=2 router.adaptive=true";
  static const char kAllocation[] =
      "topology=hypercube:3 router.vcs=2 router.allocation=speculative router.lookahead=true "
      "router.allocator=wavefront router.sync_read=true";
  static const char kAhead[] =
      "topology=irregular:net.txt router.routing=table router.routes=routes.txt router.vcs=4 "
      "router.networks=2 router.pipeline=2 router.lookahead=true";
  static const char *const kSettings[] = {
      "topology=fattree:k=2,n=2 router.vcs=2 router.adaptive=true",
      kAhead,
      "topology=butterfly:k=2,n=2 router.vcs=2 router.depth=2 router.lookahead=true",
      "topology=fattree:k=2,n=3 router.vcs=2 router.link_latency=2 router.allocator=wavefront",
      "topology=butterfly:k=2,n=2 router.vcs=2 router.depth=2",
      "topology=ring:5 router.routing=minimal router.vcs=8 router.networks=2",
      kOpen,
      kTable,
      "topology=ring:4@2 router.routing=updown router.vcs=2 router.switching=cut-through",
      "topology=octagon:8@2 router.vcs=2 router.depth=2 router.pipeline=2",
      "topology=octagon:8 router.routing=source router.vcs=2",
      kAllocation,
      "topology=h3dm:m=2,n=2,levels=2,q=0 router.vcs=4",
      "topology=flattened:3x2 router.vcs=2",
      "topology=tree:k=2,n=2 router.vcs=1 router.depth=1",
      "topology=dragonfly:p=1,a=2,h=1 router.vcs=4",
      "topology=mesh:2x3 router.vcs=4 router.networks=2 router.arbiter=age",
  };
  if (!unit_long_tier()) {
    skip();
  }
  write_text(kTopology, kIrregular);
  write_text(kRoutesFile, kRoutes);
  for (size_t i = 0; i < sizeof kSettings / sizeof *kSettings; i++) {
    char settings[512];
    (void)snprintf(settings, sizeof settings,
                   "%s workload.traffic=uniform workload.load=0.5 workload.packet_flits=1-4",
                   kSettings[i]);
    check(settings, 10000);
  }
}

// Ends that correct a wire make a network with such links the same as one without. Parity does not.
static void test_checked(void **state) {
  (void)state;
  static const char kParity[] =
      "topology=mesh:3 router.vcs=2 router.depth=2 router.flit_bits=32 router.link_check=parity "
      "workload.traffic=uniform workload.load=0.5 workload.packet_flits=1-4";
  static const char kSecded[] =
      "topology=mesh:3 router.vcs=2 router.depth=2 router.flit_bits=32 router.link_check=secded "
      "workload.traffic=uniform workload.load=0.5 workload.packet_flits=1-4";
  static const char kShort[] =
      "topology=mesh:2 router.vcs=1 router.depth=2 router.flit_bits=32 router.link_check=secded "
      "workload.traffic=uniform workload.load=0.5 workload.packet_flits=1-4";
  const char *secded = unit_long_tier() ? kSecded : kShort;
  const network_top_found_t found =
      run(&(printed_t){.settings = secded, .behind = network_top_wrong_link}, secded, 5000);
  if (found.what[0] != '\0') {
    fail_msg("cycle %llu, node %u: %s", (unsigned long long)found.cycle, found.node, found.what);
  }
  if (unit_long_tier()) {
    check(kParity, 5000);
    check_broken(&(printed_t){.settings = kParity, .behind = network_top_wrong_link}, kParity);
  }
}

// Two ends of links swapped, a row that leads elsewhere, a group, hosts that are not held back, a
// loader without the last row or the last group: each is seen.
static void test_broken(void **state) {
  (void)state;
  static const printed_t kBroken[] = {
      {.from = "in_i(tx_0[2*LinkW", .to = "in_i(tx_0[5*LinkW"},
      {.from = "6'b000100,  // group 0 to node 1", .to = "6'b100000,  // group 0 to node 1"},
      {.settings = "topology=irregular:net.txt router.lookahead=true " IRREGULAR,
       .from = "6'b000010,  // from node 1 to node 0",
       .to = "6'b000001,  // from node 1 to node 0"},
      {.from = "ArrivalGroups({\n      1'd0", .to = "ArrivalGroups({\n      1'd1"},
      {.from = "_i(loaded_o ? host_valid_i : '0)", .to = "_i(host_valid_i)"},
      {.from = "loaded_o ? host_ready : '0", .to = "host_ready"},
      {.from = "if (cfg_kind_o) cfg", .to = "if (cfg_kind_o && !last) cfg", .loader = true},
      {.from = "Ports * Classes - 1)", .to = "Ports * Classes - 2)", .loader = true},
  };
  if (!unit_long_tier()) {
    skip();
  }
  write_text(kTopology, kIrregular);
  for (size_t i = 0; i < sizeof kBroken / sizeof *kBroken; i++) {
    printed_t module = kBroken[i];
    module.settings =
        module.settings != NULL ? module.settings : "topology=irregular:net.txt " IRREGULAR;
    check_broken(&module, module.settings);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_irregular), cmocka_unit_test(test_coordinates),
      cmocka_unit_test(test_groups),    cmocka_unit_test(test_families),
      cmocka_unit_test(test_checked),   cmocka_unit_test(test_broken),
  };
  return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
