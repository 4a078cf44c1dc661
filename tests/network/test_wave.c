// test_wave -- waves are complete files with the signals they promise, or there is no file.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "dut/files.h"
#include "dut/temporary.h"
#include "fstapi.h"
#include "lockstep/wave.h"
#include "network/uniform.h"

static char dir[] = "/tmp/nocstep-wave-XXXXXX";

static const uniform_config_t kConfig = {.topology = "mesh:2x2",
                                         .kind = "lockstep",
                                         .vcs = 4,
                                         .depth = 8,
                                         .flit_bits = 64,
                                         .pipeline = 3,
                                         .networks = 1,
                                         .link_latency = 1,
                                         .packet_flits = 4,
                                         .load = 0.5,
                                         .seed = 3};

static void make_path(char out[FILES_PATH], const char *name) {
  assert_true(path_print(out, "%s/%s", dir, name));
}

// Runs `cycles` cycles with waves of from..to.
static void write_wave(const uniform_config_t *c, const char *path, uint64_t cycles, uint64_t from,
                       uint64_t to) {
  noc_error_t error = {0};
  uniform_t *u = uniform_create(c);
  network_t *n = uniform_network(u);
  wave_t *w = wave_open(path, n, from, to, &error);
  assert_non_null(w);
  for (uint64_t i = 0; i < cycles; i++) {
    assert_true(uniform_cycle(u, true));
    wave_cycle(w, n);
  }
  assert_true(wave_close(w, &error));
  uniform_free(u);
}

// Handle of the variable `name` in the scope `scope`; 0 if there is none.
static fstHandle find(void *reader, const char *scope, const char *name) {
  fstHandle found = 0;
  assert_true(fstReaderIterateHierRewind(reader));
  fstReaderResetScope(reader);
  for (const struct fstHier *h = fstReaderIterateHier(reader); h != NULL;
       h = fstReaderIterateHier(reader)) {
    if (h->htyp == FST_HT_SCOPE) {
      (void)fstReaderPushScope(reader, h->u.scope.name, NULL);
    } else if (h->htyp == FST_HT_UPSCOPE) {
      (void)fstReaderPopScope(reader);
    } else if (h->htyp == FST_HT_VAR && strcmp(h->u.var.name, name) == 0 &&
               strcmp(fstReaderGetCurrentFlatScope(reader), scope) == 0) {
      found = h->u.var.handle;
    }
  }
  return found;
}

static uint64_t value_at(void *reader, uint64_t time, fstHandle handle) {
  char text[512];
  assert_true(handle != 0);
  assert_non_null(fstReaderGetValueFromHandleAtTime(reader, time, handle, text));
  return strtoull(text, NULL, 2);
}

static void test_signals(void **state) {
  (void)state;
  char path[FILES_PATH];
  make_path(path, "a.fst");
  write_wave(&kConfig, path, 60, 0, UINT64_MAX);
  void *reader = fstReaderOpen(path);
  assert_non_null(reader);
  const fstHandle cycle = find(reader, "noc", "cycle");
  const fstHandle rtl = find(reader, "noc.router_1,0.rtl", "in_count_p0_v1");
  const fstHandle ref = find(reader, "noc.router_1,0.ref", "in_count_p0_v1");
  assert_true(find(reader, "noc.ni_3.ref", "inj_left_n0") != 0);
  assert_true(find(reader, "noc.link_0,0_1,0", "destination") != 0);
  assert_true(find(reader, "noc.link_ni_2_0,1", "kind") != 0);
  assert_true(rtl != 0 && ref != 0);
  uint64_t filled = 0;
  for (uint64_t c = 0; c < 60; c++) {
    assert_true(value_at(reader, c * WAVE_PERIOD + 1, cycle) == c);
    const uint64_t count = value_at(reader, c * WAVE_PERIOD + 1, rtl);
    assert_true(value_at(reader, c * WAVE_PERIOD + 1, ref) == count);
    filled += count;
  }
  assert_true(filled > 0);
  fstReaderClose(reader);
}

// The texts of one signal, by cycles.
typedef struct {
  char at[60][48];
} texts_t;

static void take_text(void *context, uint64_t time, fstHandle handle, const unsigned char *value,
                      uint32_t length) {
  texts_t *texts = context;
  (void)handle;
  assert_true(time / WAVE_PERIOD < 60 && length < sizeof texts->at[0]);
  (void)snprintf(texts->at[time / WAVE_PERIOD], sizeof texts->at[0], "%.*s", (int)length,
                 (const char *)value);
}

static void take_bits(void *context, uint64_t time, fstHandle handle, const unsigned char *value) {
  (void)context;
  (void)time;
  (void)handle;
  (void)value;
}

// A flit as text: kind, VC, source, destination and message, as the fields have them.
static void test_texts(void **state) {
  (void)state;
  static const char *const kKinds[] = {"", "H ", "T ", "S "};
  char path[FILES_PATH];
  make_path(path, "t.fst");
  write_wave(&kConfig, path, 60, 0, UINT64_MAX);
  void *reader = fstReaderOpen(path);
  assert_non_null(reader);
  static const char kLink[] = "noc.link_0,0_1,0";
  const fstHandle valid = find(reader, kLink, "valid");
  const fstHandle kind = find(reader, kLink, "kind");
  const fstHandle vc = find(reader, kLink, "vc");
  const fstHandle source = find(reader, kLink, "source");
  const fstHandle destination = find(reader, kLink, "destination");
  const fstHandle message = find(reader, kLink, "message");
  texts_t texts = {{{0}}};
  fstReaderClrFacProcessMaskAll(reader);
  fstReaderSetFacProcessMask(reader, find(reader, kLink, "flit"));
  assert_true(fstReaderIterBlocks2(reader, take_bits, take_text, &texts, NULL) != 0);
  unsigned flits = 0;
  unsigned to = 0;
  char shown[48] = "";
  for (uint64_t c = 0; c < 60; c++) {
    const uint64_t time = c * WAVE_PERIOD + 1;
    (void)snprintf(shown, sizeof shown, "%s", texts.at[c][0] != '\0' ? texts.at[c] : shown);
    if (value_at(reader, time, valid) == 1) {
      char text[48];
      (void)snprintf(text, sizeof text, "%sv%u %u>%u #%u", kKinds[value_at(reader, time, kind) & 3],
                     (unsigned)value_at(reader, time, vc), (unsigned)value_at(reader, time, source),
                     (unsigned)value_at(reader, time, destination),
                     (unsigned)value_at(reader, time, message));
      assert_string_equal(shown, text);
      to |= 1u << value_at(reader, time, destination);
      flits++;
    }
  }
  assert_true(flits > 4);
  assert_true((to & ~0xau) == 0 && to != 0);  // x first: to the nodes of the next column
  fstReaderClose(reader);
}

// A head flit on the link from an interface: source, and its payload has the same fields.
static void test_decoded(void **state) {
  (void)state;
  char path[FILES_PATH];
  make_path(path, "b.fst");
  write_wave(&kConfig, path, 60, 0, UINT64_MAX);
  void *reader = fstReaderOpen(path);
  assert_non_null(reader);
  const fstHandle valid = find(reader, "noc.link_ni_2_0,1", "valid");
  const fstHandle source = find(reader, "noc.link_ni_2_0,1", "source");
  const fstHandle destination = find(reader, "noc.link_ni_2_0,1", "destination");
  unsigned flits = 0;
  for (uint64_t c = 0; c < 60; c++) {
    const uint64_t time = c * WAVE_PERIOD + 1;
    if (value_at(reader, time, valid) == 1) {
      assert_true(value_at(reader, time, source) == 2);
      assert_true(value_at(reader, time, destination) < 4);
      flits++;
    }
  }
  assert_true(flits > 0);
  fstReaderClose(reader);
}

static void test_window(void **state) {
  (void)state;
  char path[FILES_PATH];
  make_path(path, "c.fst");
  write_wave(&kConfig, path, 60, 20, 29);
  void *reader = fstReaderOpen(path);
  assert_non_null(reader);
  assert_true(fstReaderGetStartTime(reader) == 20 * WAVE_PERIOD);
  assert_true(fstReaderGetEndTime(reader) == 30 * WAVE_PERIOD);
  fstReaderClose(reader);
}

// Wide payloads, several nodes a router, a golden network: no crash, and a save file.
static void test_other_shapes(void **state) {
  (void)state;
  char path[FILES_PATH];
  uniform_config_t c = kConfig;
  c.topology = "mesh:2x2@2";
  c.kind = "ref";
  c.flit_bits = 256;
  c.networks = 2;
  make_path(path, "d.fst");
  write_wave(&c, path, 60, 0, UINT64_MAX);
  make_path(path, "d.gtkw");
  char *save = file_read(path);
  assert_non_null(save);
  assert_non_null(strstr(save, "d.fst\""));
  assert_non_null(strstr(save, "noc.router_1,1.ref.in_count_p0_v0[3:0]"));
  assert_null(strstr(save, ".rtl."));
  free(save);
}

// Lines of a save file that are just this, or begin so.
static unsigned lines(const char *save, const char *text, bool whole) {
  const size_t length = strlen(text);
  unsigned count = 0;
  for (const char *line = save; line != NULL && *line != '\0';) {
    count += strncmp(line, text, length) == 0 && (!whole || line[length] == '\n');
    line = strchr(line, '\n');
    line += line != NULL;
  }
  return count;
}

// Every group is closed under its own name; all links are there, as text in colour and their fields
// without; of each sort of component the first and a few more; the marker is nowhere.
static void test_save_file(void **state) {
  (void)state;
  enum { GROUPS = 8, NAME = 200 };
  char path[FILES_PATH];
  uniform_config_t c = kConfig;
  c.topology = "mesh:3x3";
  c.kind = "ref";
  make_path(path, "e.fst");
  write_wave(&c, path, 10, 0, UINT64_MAX);
  make_path(path, "e.gtkw");
  char *save = file_read(path);
  if (save == NULL) {
    fail_msg("no save file");
    return;
  }
  char open[GROUPS][NAME];
  unsigned depth = 0;
  for (char *line = save; line != NULL && *line != '\0'; line = strchr(line, '\n') + 1) {
    const bool begins = strncmp(line, "@800200\n", 8) == 0 || strncmp(line, "@c00200\n", 8) == 0;
    const bool ends = strncmp(line, "@1000200\n", 9) == 0 || strncmp(line, "@1401200\n", 9) == 0;
    const char *title = strchr(line, '\n') + 1;
    const size_t length = strcspn(title, "\n");
    assert_true(length < NAME);
    if (begins) {
      assert_true(depth < GROUPS);
      (void)snprintf(open[depth++], NAME, "%.*s", (int)length, title);
    } else if (ends) {
      assert_true(depth > 0 && strlen(open[--depth]) == length);
      assert_memory_equal(open[depth], title, length);
    }
  }
  assert_int_equal(depth, 0);
  // 24 links between routers and 18 of nodes, each once behind those of their components.
  const char *all = strstr(save, "-all links\n");
  if (all == NULL) {
    fail_msg("no group of all links");
    return;
  }
  assert_int_equal(lines(all, "+{link_", false), 24 + 18);
  assert_int_equal(lines(all, "@820", true), 24 + 18);
  assert_int_equal(lines(save, "[color] 1", true), 0);
  assert_int_equal(lines(save, "-router_", false), 2 * (1 + 4));
  assert_int_equal(lines(save, "-router_1,1", false), 2);
  assert_int_equal(lines(save, "-ni_", false), 2 * 4);
  assert_int_equal(lines(save, "*-4.500000 -1 -1 -1", false), 1);
  free(save);
}

// The kind of a flit of every link is a signal of its own.
static void test_kinds(void **state) {
  (void)state;
  char path[FILES_PATH];
  make_path(path, "f.fst");
  write_wave(&kConfig, path, 60, 0, UINT64_MAX);
  void *reader = fstReaderOpen(path);
  assert_non_null(reader);
  static const char *const kLinks[] = {"noc.link_ni_2_0,1", "noc.link_0,0_1,0", "noc.link_1,0_0,0"};
  for (size_t i = 0; i < 3; i++) {
    const fstHandle kind = find(reader, kLinks[i], "kind");
    const fstHandle valid = find(reader, kLinks[i], "valid");
    unsigned flits = 0;
    unsigned left = 0;  // of the packet: nothing is mixed on the link of a node
    for (uint64_t t = 0; t < 60 && i == 0; t++) {
      if (value_at(reader, t * WAVE_PERIOD + 1, valid) == 1) {
        const uint64_t k = value_at(reader, t * WAVE_PERIOD + 1, kind);
        left = left == 0 ? 4 : left;
        assert_int_equal(k, left == 4 ? 1 : left == 1 ? 2 : 0);
        left--;
        flits++;
      }
    }
    assert_true(i > 0 || flits > 4);
    for (size_t k = 0; k < i; k++) {
      assert_true(kind != find(reader, kLinks[k], "kind"));
    }
    assert_true(kind != valid && kind != find(reader, "noc", "clk"));
  }
  fstReaderClose(reader);
}

static void test_no_file(void **state) {
  (void)state;
  noc_error_t error = {0};
  uniform_config_t c = kConfig;
  c.kind = "ref";
  uniform_t *u = uniform_create(&c);
  assert_null(wave_open("/no/such/directory/x.fst", uniform_network(u), 0, 10, &error));
  assert_int_equal(error.status, NOC_ENVIRONMENT);
  assert_non_null(strstr(error.text, "/no/such/directory/x.fst"));
  uniform_free(u);
  dir_names_t left = dir_names(dir, TEMPORARY_SUFFIX);
  assert_int_equal(left.count, 0);
  dir_names_free(&left);
}

static int setup(void **state) {
  (void)state;
  return (mkdtemp(dir) != NULL) ? 0 : -1;
}

static int teardown(void **state) {
  (void)state;
  dir_remove(dir);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_signals),      cmocka_unit_test(test_decoded),
      cmocka_unit_test(test_texts),        cmocka_unit_test(test_window),
      cmocka_unit_test(test_other_shapes), cmocka_unit_test(test_no_file),
      cmocka_unit_test(test_save_file),    cmocka_unit_test(test_kinds),
  };
  return cmocka_run_group_tests_name("network/wave", tests, setup, teardown);
}
