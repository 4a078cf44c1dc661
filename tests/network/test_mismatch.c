// test_mismatch -- a planted RTL bug is found in the register and the cycle where it acts first.
//
// Each case copies rtl/ to a temporary directory, changes one line, sends one packet of two flits
// from node 0 to node 1 of a line of two routers, and compares what is reported with the timing in
// docs/timing.md: beats accepted in cycles 0 and 1, on the link to the router in 2 and 3, granted
// in 3 and 4.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "dut/files.h"
#include "dut/plugin.h"
#include "lockstep/factory.h"
#include "lockstep/report.h"
#include "network/network.h"

static char home[FILES_PATH];  // of the unchanged sources
static char temp[FILES_PATH];

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

// Copies a folder of rtl/; in `file` the first `from` becomes `to`.
static void copy_folder(const char *folder, const char *file, const char *from, const char *to) {
  char source[FILES_PATH];
  char target[FILES_PATH];
  assert_true(path_print(source, "%s/rtl/%s", home, folder));
  dir_names_t names = dir_names(source, ".sv");
  assert_true(names.count > 0);
  for (size_t i = 0; i < names.count; i++) {
    assert_true(path_print(source, "%s/rtl/%s/%s", home, folder, names.name[i]));
    assert_true(path_print(target, "%s/rtl/%s/%s", temp, folder, names.name[i]));
    char *text = file_read(source);
    assert_non_null(text);
    if (file != NULL && strcmp(names.name[i], file) == 0) {
      char *at = strstr(text, from);
      if (at == NULL) {
        fail_msg("%s no longer has: %s", file, from);
      }
      const size_t size = strlen(text) + strlen(to) + 1;
      char *changed = malloc(size);
      assert_non_null(changed);
      (void)snprintf(changed, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
      free(text);
      text = changed;
    }
    write_file(target, text);
    free(text);
  }
  dir_names_free(&names);
}

static void plant(const char *file, const char *from, const char *to) {
  copy_folder("router", file, from, to);
  copy_folder("ni", file, from, to);
}

// One step with what the host of node `from` offers.
static bool cycle(network_t *n, uint32_t from, unsigned beats) {
  const uint64_t data[SHAPE_MAX_WORDS] = {0x123456789abcdef0u};
  const host_beat_t beat = {.type = PACKET_UNICAST,
                            .destination = network_address(n, 1 - from),
                            .message = 5,
                            .flits = 2,
                            .data = data};
  if (network_cycle(n) < beats) {
    network_offer(n, from, &beat);
  }
  return network_step(n);
}

static network_t *create(topology_t **t, crew_t *crew, noc_error_t *error) {
  *t = topology_create("mesh:2", error);
  assert_non_null(*t);
  const network_config_t config = {.topology = *t,
                                   .shape = {.vcs = 2,
                                             .depth = 4,
                                             .flit_bits = 64,
                                             .pipeline = 3,
                                             .networks = 1,
                                             .len_w = 3,
                                             .msg_w = 4},
                                   .link_latency = 1,
                                   .router = "lockstep",
                                   .seed = 1,
                                   .factory = bank_factory,
                                   .factory_context = crew};
  return network_create(&config, error);
}

typedef struct {
  const char *file, *from, *to;  // the bug
  component_t component;
  uint32_t id;
  uint32_t sender;  // node 0 or 1; the other gets the packet
  const char *field;
  uint32_t index;
  uint64_t cycle, rtl, golden;
  const char *text;  // in the report
} bug_t;

static void check_report(network_t *n, const char *text) {
  char *report = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&report, &size);
  assert_non_null(out);
  mismatch_report(out, n, NULL, "nocstep run scenario.yaml --seed 1");
  assert_int_equal(fclose(out), 0);
  if (strstr(report, text) == NULL || strstr(report, "reproduce: nocstep run") == NULL) {
    fail_msg("no \"%s\" in:\n%s", text, report);
  }
  free(report);
}

static void check_with(const bug_t *bug, unsigned threads) {
  enum { CYCLES = 40 };
  noc_error_t error = {0};
  topology_t *t = NULL;
  crew_t *crew = (threads > 1) ? crew_create(threads) : NULL;
  network_t *n = create(&t, crew, &error);
  if (n == NULL) {
    fail_msg("%s", error.text);
  }
  while (network_cycle(n) < CYCLES && cycle(n, bug->sender, 2)) {
  }
  const bank_mismatch_t *m = network_mismatch(n);
  assert_non_null(m);
  assert_string_equal(m->field->name, bug->field);
  assert_int_equal(m->component, bug->component);
  assert_int_equal(m->id, bug->id);
  assert_int_equal(m->index, bug->index);
  assert_int_equal(m->cycle, bug->cycle);
  assert_int_equal(m->rtl, bug->rtl);
  assert_int_equal(m->golden, bug->golden);
  check_report(n, bug->text);
  network_free(n);
  topology_free(t);
  crew_free(crew);
}

// The same whoever steps the routers and interfaces, also with more threads than there are of them.
static bool plants_only;

static void check(const bug_t *bug) {
  plant(bug->file, bug->from, bug->to);
  if (plants_only) {
    return;
  }
  for (unsigned threads = 1; threads <= 3; threads++) {
    check_with(bug, threads);
  }
}

static void test_pointer(void **state) {
  (void)state;
  check(&(bug_t){.file = "vc_allocator.sv",
                 .from = "VcW'(noc_pkg::rr_next(4'(in_out_vc_o[i*VcW +: VcW]), Vcs))",
                 .to = "in_out_vc_o[i*VcW +: VcW]",
                 .component = COMPONENT_ROUTER,
                 .field = "va_vc_ptr",
                 .cycle = 3,
                 .rtl = 0,
                 .golden = 1,
                 .text = "cycle 3, router 0: register va_vc_ptr, port 0 (node 0)"});
}

static void test_credit(void **state) {
  (void)state;
  check(&(bug_t){.file = "output_unit.sv",
                 .from = "out_credit_o[w*CntW +: CntW] - 1'b1",
                 .to = "out_credit_o[w*CntW +: CntW] - 2'd2",
                 .component = COMPONENT_ROUTER,
                 .field = "out_credit",
                 .index = 2,  // port 1, VC 0
                 .cycle = 3,
                 .rtl = 2,
                 .golden = 3,
                 .text = "register out_credit, port 1 (+x), VC 0"});
}

static void test_busy(void **state) {
  (void)state;
  check(&(bug_t){.file = "output_unit.sv",
                 .from = "out_busy_o[sa_out_vc_i] <= 1'b0;",
                 .to = "out_busy_o[sa_out_vc_i] <= 1'b1;",
                 .component = COMPONENT_ROUTER,
                 .field = "out_busy",
                 .index = 1,
                 .cycle = 4,
                 .rtl = 1,
                 .golden = 0,
                 .text = "register out_busy, port 1 (+x)"});
}

// A wrong buffer write is named in its own cycle, at the write port.
static void test_write(void **state) {
  (void)state;
  check(&(bug_t){.file = "input_unit.sv",
                 .from = "(LenW + ClassW + PortW)'(0), in_kind_i}",
                 .to = "(LenW + ClassW + PortW)'(0), in_kind_i | 2'd2}",
                 .component = COMPONENT_ROUTER,
                 .field = "wr_tag",
                 .cycle = 2,
                 .rtl = 1 << 4 | 1 << 2 | 3,  // need 1, port 1, single
                 .golden = 1 << 4 | 1 << 2 | 1,
                 .text = "(single, output port 1, needs 1)"});
}

// So is one that goes wrong in the fifo itself; the first fifo that is written is an interface's.
static void test_write_in_fifo(void **state) {
  (void)state;
  check(&(bug_t){.file = "fifo.sv",
                 .from = "wr_payload_o = push_payload_i;",
                 .to = "wr_payload_o = PayloadW'(7);",
                 .component = COMPONENT_INTERFACE,
                 .field = "inj_wr_payload",
                 .cycle = 0,
                 .rtl = 7,
                 .golden = 0x123456789abcca50,  // the beat's data, its low bits the head's fields
                 .text = "mismatch in cycle 0, interface of node 0"});
}

static void test_interface_credit(void **state) {
  (void)state;
  check(&(bug_t){.file = "injection.sv",
                 .from = "inj_credit_o[32'(win)*CntW +: CntW] - 1'b1",
                 .to = "inj_credit_o[32'(win)*CntW +: CntW] - 2'd2",
                 .component = COMPONENT_INTERFACE,
                 .field = "inj_credit",
                 .cycle = 1,
                 .rtl = 2,
                 .golden = 3,
                 .text = "cycle 1, interface of node 0 (at router 0): register inj_credit, VC 0"});
}

// A wrong reset value is seen in the first cycle.
static void test_reset(void **state) {
  (void)state;
  check(&(bug_t){.file = "output_unit.sv",
                 .from = "out_credit_o <= {Vcs{CntW'(Depth)}};",
                 .to = "out_credit_o <= {Vcs{CntW'(Depth - 1)}};",
                 .component = COMPONENT_ROUTER,
                 .field = "out_credit",
                 .cycle = 0,
                 .rtl = 3,
                 .golden = 4,
                 .text = "after reset, router 0"});
}

// The last member of a bank is compared like the first: it is the only one that acts in these
// cycles.
static void test_last_member(void **state) {
  (void)state;
  check(&(bug_t){.file = "vc_allocator.sv",
                 .from = "VcW'(noc_pkg::rr_next(4'(in_out_vc_o[i*VcW +: VcW]), Vcs))",
                 .to = "in_out_vc_o[i*VcW +: VcW]",
                 .component = COMPONENT_ROUTER,
                 .id = 1,
                 .sender = 1,
                 .field = "va_vc_ptr",
                 .cycle = 3,
                 .rtl = 0,
                 .golden = 1,
                 .text = "cycle 3, router 1: register va_vc_ptr, port 0 (node 1)"});
  check(&(bug_t){.file = "injection.sv",
                 .from = "inj_credit_o[32'(win)*CntW +: CntW] - 1'b1",
                 .to = "inj_credit_o[32'(win)*CntW +: CntW] - 2'd2",
                 .component = COMPONENT_INTERFACE,
                 .id = 1,
                 .sender = 1,
                 .field = "inj_credit",
                 .cycle = 1,
                 .rtl = 2,
                 .golden = 3,
                 .text = "cycle 1, interface of node 1 (at router 1): register inj_credit, VC 0"});
}

// So is what reset gave it.
static void test_reset_of_last_member(void **state) {
  (void)state;
  check(&(bug_t){.file = "router.sv",
                 .from = "st_port_o  <= '0;",
                 .to = "st_port_o  <= (addr_i == '0) ? '0 : {Ports{PortW'(1)}};",
                 .component = COMPONENT_ROUTER,
                 .id = 1,
                 .field = "st_port",
                 .cycle = 0,
                 .rtl = 1,
                 .golden = 0,
                 .text = "after reset, router 1"});
}

// A register that is written in every cycle shows the value that reset gave it at no other time.
static void test_reset_of_written(void **state) {
  (void)state;
  check(&(bug_t){.file = "output_unit.sv",
                 .from = "out_valid_o  <= 1'b0;",
                 .to = "out_valid_o  <= 1'b1;",
                 .component = COMPONENT_ROUTER,
                 .field = "out_valid",
                 .cycle = 0,
                 .rtl = 7,
                 .golden = 0,
                 .text = "after reset, router 0"});
}

static void test_assertion(void **state) {
  (void)state;
  check(&(bug_t){.file = "fifo.sv",
                 .from = "a_queue: assert (32'(push_queue_i) < Queues);",
                 .to = "a_queue: assert (32'(push_queue_i) > Queues);",
                 .component = COMPONENT_INTERFACE,  // the first fifo that is written
                 .field = "assertion",
                 .cycle = 0,
                 .rtl = 1,
                 .golden = 0,
                 .text = "a_queue"});
}

// RTL that does not compile, and tools that are not there, are told with their place.
static void test_build_errors(void **state) {
  (void)state;
  noc_error_t error = {0};
  topology_t *t = NULL;
  plant("crossbar.sv", "endmodule", "endmodul");
  assert_null(create(&t, NULL, &error));
  assert_int_equal(error.status, NOC_ENVIRONMENT);
  assert_non_null(strstr(error.text, "crossbar.sv:"));
  assert_non_null(strstr(error.text, ".log"));
  topology_free(t);
  assert_int_equal(setenv("VERILATOR", "no-such-verilator", 1), 0);
  assert_null(create(&t, NULL, &error));
  assert_int_equal(error.status, NOC_ENVIRONMENT);
  assert_non_null(strstr(error.text, "VERILATOR is 'no-such-verilator', which is no program"));
  assert_int_equal(unsetenv("VERILATOR"), 0);
  topology_free(t);
}

static void make_link(const char *name) {
  char from[FILES_PATH];
  char to[FILES_PATH];
  assert_true(path_print(from, "%s/%s", home, name));
  assert_true(path_print(to, "%s/%s", temp, name));
  assert_int_equal(symlink(from, to), 0);
}

// Copies what other tests have compiled of Verilator's runtime, if they have, so that plug-ins of
// this folder take it.
static void borrow_runtime(const char *folder) {
  char command[3 * FILES_PATH];
  const char *build = getenv("NOCSTEP_BUILD");  // a path from the root, where it is set
  const int used =
      snprintf(command, sizeof command, "cp -p '%s%s'/plugins/runtime-*.* '%s/' 2>'%s/none'",
               build != NULL ? "" : home, build != NULL ? build : "/build", folder, folder);
  assert_in_range(used, 1, sizeof command - 1);
  (void)(system(command) == 0);
}

static int setup(void **state) {
  (void)state;
  static const char *const kFolders[] = {"router", "ni", "plugins"};
  noc_error_t error = {0};
  char path[FILES_PATH];
  char pattern[] = "/tmp/nocstep-mismatch-XXXXXX";
  if (!plugin_home(home, &error) || mkdtemp(pattern) == NULL || !path_print(temp, "%s", pattern)) {
    return -1;
  }
  for (size_t i = 0; i < sizeof kFolders / sizeof *kFolders; i++) {
    if (!path_print(path, "%s/rtl/%s", temp, kFolders[i]) || !dir_make(path)) {
      return -1;
    }
  }
  make_link("tb");
  make_link("csim");
  borrow_runtime(path);
  // path is the directory for plug-ins now.
  return setenv("NOCSTEP_HOME", temp, 1) == 0 && setenv("NOCSTEP_PLUGINS", path, 1) == 0 ? 0 : -1;
}

static int teardown(void **state) {
  (void)state;
  dir_remove(temp);
  return 0;
}

// The tests behind this one take a plug-in or two each: the quick tier sees that the RTL has their
// texts.
static void rest_of_the_long_tier(void **state) {
  (void)state;
  const char *tier = getenv("NOCSTEP_LONG");
  plants_only = tier == NULL || strcmp(tier, "1") != 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pointer),
      cmocka_unit_test(test_write),
      cmocka_unit_test(test_last_member),
      cmocka_unit_test(test_reset_of_last_member),
      cmocka_unit_test(test_assertion),
      cmocka_unit_test(test_build_errors),
      cmocka_unit_test(rest_of_the_long_tier),
      cmocka_unit_test(test_credit),
      cmocka_unit_test(test_busy),
      cmocka_unit_test(test_write_in_fifo),
      cmocka_unit_test(test_reset),
      cmocka_unit_test(test_reset_of_written),
      cmocka_unit_test(test_interface_credit),
  };
  plugin_quiet(true);
  return cmocka_run_group_tests_name("network/mismatch", tests, setup, teardown);
}
