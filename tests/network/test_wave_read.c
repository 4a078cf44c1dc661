// Inputs that are read from waves are those on the pins, word by word and cycle by cycle; files
// that are cut off or damaged are refused, or read, and end nobody but their reader.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness.h"
#include "lockstep/wave.h"
#include "lockstep/wave_read.h"
#include "lockstep/words.h"

enum { CYCLES = 120, ROUTER = 4 };

static char folder[] = "/tmp/nocstep_wave_read_XXXXXX";
static char path[64], save[64], commands[64], state_file[64], hurt[64];

// A run with waves of all routers; the pins of one before each clock edge.
static inputs_t run(const char *settings) {
  noc_error_t error = {0};
  inputs_t pins;
  sim_t s = sim_create(settings);
  uint32_t member = 0;
  const bank_t *bank = network_locate(s.network, COMPONENT_ROUTER, ROUTER, &member);
  inputs_begin(&pins, COMPONENT_ROUTER, network_shape(s.network));
  words_plan_t *plan = words_plan_create(&pins.layout, &bank->config.router, WORDS_IN);
  uint32_t *words = calloc(pins.layout.in_words + WORDS_SLACK, sizeof *words);
  assert_true(plan != NULL && words != NULL);
  wave_t *wave = wave_open(path, s.network, 0, UINT64_MAX, &error);
  assert_non_null(wave);
  for (uint64_t t = 0; t < CYCLES; t++) {
    words_pack(plan, member, words);
    assert_true(inputs_add(&pins, (inputs_clock_t){.cycle = t}, words));
    assert_true(sim_step(&s));
    wave_cycle(wave, s.network);
  }
  assert_true(wave_close(wave, &error));
  words_plan_free(plan);
  free(words);
  sim_free(&s);
  return pins;
}

static void same_as_pins(const char *settings) {
  noc_error_t error = {0};
  inputs_t read;
  inputs_t pins = run(settings);
  if (!wave_read(path, "noc.router_1,1", &read, &error)) {
    fail_msg("%s", error.text);
  }
  assert_string_equal(read.place, "router 1,1");
  assert_true(read.compares && read.component == COMPONENT_ROUTER);
  assert_true(read.clock[0].reset);
  assert_int_equal(read.clocks, CYCLES + 1);
  assert_int_equal(read.layout.in_words, pins.layout.in_words);
  uint64_t flits = 0;
  for (size_t i = 0; i < CYCLES; i++) {
    assert_int_equal(read.clock[i + 1].cycle, i);
    assert_memory_equal(inputs_words(&read, i + 1), inputs_words(&pins, i),
                        pins.layout.in_words * sizeof(uint32_t));
    flits += i > 0 && memcmp(inputs_words(&pins, i), inputs_words(&pins, i - 1),
                             pins.layout.in_words * sizeof(uint32_t)) != 0;
  }
  assert_true(flits > CYCLES / 4);
  inputs_free(&read);
  inputs_free(&pins);
}

static void test_pins(void **state) {
  (void)state;
  same_as_pins("topology=mesh:3x3 router.vcs=2 workload.traffic=uniform workload.load=0.5");
}

static void test_wide(void **state) {
  (void)state;
  same_as_pins(
      "topology=mesh:3x3 router.vcs=3 router.flit_bits=256 router.switching=cut-through "
      "router.depth=8 workload.traffic=uniform workload.load=0.5");
}

static void refused(const char *file, const char *scope, const char *sentence) {
  noc_error_t error = {0};
  inputs_t read;
  assert_false(wave_read(file, scope, &read, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  sim_expect(error.text, sentence);
}

static void test_damaged(void **state) {
  (void)state;
  enum { PARTS = 24 };
  inputs_t pins = run("topology=mesh:3x3 router.vcs=2 workload.traffic=uniform workload.load=0.5");
  inputs_free(&pins);
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  static char byte[1 << 20];
  const size_t size = fread(byte, 1, sizeof byte, in);
  assert_true(size > 1000 && size < sizeof byte);
  assert_int_equal(fclose(in), 0);
  unsigned read_all_the_same = 0;
  for (size_t i = 0; i < 2 * PARTS; i++) {
    const bool cut = i < PARTS;
    const size_t at = size * (i % PARTS) / PARTS;
    FILE *out = fopen(hurt, "w");
    assert_non_null(out);
    const char before = byte[at];
    byte[at] = (char)(cut ? before : ~before);
    assert_true(fwrite(byte, 1, cut ? at : size, out) == (cut ? at : size));
    assert_int_equal(fclose(out), 0);
    byte[at] = before;
    noc_error_t error = {0};
    inputs_t read;
    if (wave_read(hurt, "noc.router_1,1", &read, &error)) {
      assert_false(cut);
      read_all_the_same++;
      inputs_free(&read);
    } else {
      assert_int_equal(error.status, NOC_BAD_INPUT);
      sim_expect(error.text, hurt);
      assert_null(strchr(error.text, '\n'));
    }
  }
  assert_true(read_all_the_same < PARTS);
  refused(path, "noc.router_1,1\nseed 4", "--scope is");
  refused(path, "", "--scope is");
  refused(folder, "noc.router_1,1", "there is no such file");
}

static int make_folder(void **state) {
  (void)state;
  const bool ok = mkdtemp(folder) != NULL;
  (void)snprintf(path, sizeof path, "%s/w.fst", folder);
  (void)snprintf(save, sizeof save, "%s/w.gtkw", folder);
  (void)snprintf(commands, sizeof commands, "%s/w.sucl", folder);
  (void)snprintf(state_file, sizeof state_file, "%s/w.surf.ron", folder);
  (void)snprintf(hurt, sizeof hurt, "%s/hurt.fst", folder);
  return ok ? 0 : 1;
}

static int remove_folder(void **state) {
  (void)state;
  (void)unlink(path);
  (void)unlink(save);
  (void)unlink(commands);
  (void)unlink(state_file);
  (void)unlink(hurt);
  return rmdir(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pins),
      cmocka_unit_test(test_wide),
      cmocka_unit_test(test_damaged),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
