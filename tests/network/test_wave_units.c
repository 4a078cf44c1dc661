// The save files of waves/units are what the state lists make of them, and each signal that they
// name is in a wave of such a run in lockstep. `test_wave_units --write` writes them.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dut/files.h"
#include "harness.h"
#include "lockstep/wave.h"
#include "lockstep/wave_stream.h"
#include "lockstep/wave_units.h"

#define UNIFORM                                                   \
  "topology=mesh:2x2 workload.traffic=uniform workload.load=0.5 " \
  "workload.packet_flits=4 run.router=lockstep"

static const struct {
  const char *name, *settings, *scope, *unit;
  component_t component;
} kFile[] = {
    {"router", UNIFORM, "router_1,1", NULL, COMPONENT_ROUTER},
    {"interface", UNIFORM, "ni_3", NULL, COMPONENT_INTERFACE},
    {"copying_router",
     "topology=octagon:8 router.vcs=3 router.depth=9 router.pipeline=2 "
     "router.switching=cut-through workload.traffic=multicast workload.degree=1-7 "
     "workload.scheme=path-worm workload.load=0.5 workload.message_flits=4 run.router=lockstep",
     "router_1", NULL, COMPONENT_ROUTER},
    {"xor_unit",
     "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc workload.group=2x2 "
     "workload.intermediate=centre run.router=lockstep",
     "ni_0", "network_interface.xor_unit", COMPONENT_INTERFACE},
};

enum { FILES = sizeof kFile / sizeof kFile[0], FORMATS = WAVE_SAVES, CYCLES = 5 };

static char dir[] = "/tmp/nocstep-units-XXXXXX";

// The text that the lists make.
static char *make(size_t i, unsigned format, const noc_shape_t *shape) {
  char dump[64];
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  (void)snprintf(dump, sizeof dump, "%s.fst", kFile[i].name);
  assert_true(wave_units_save(kFile[i].component, shape, kFile[i].scope, kFile[i].unit, dump,
                              kWaveSave[format].format, out));
  assert_int_equal(fclose(out), 0);
  return text;
}

// The shape that the component's bank has: what does not matter to it is as in its plug-in.
static const noc_shape_t *shape_of(const sim_t *s, size_t i) {
  uint32_t member = 0;
  return network_locate(s->network, kFile[i].component, 0, &member)->config.shape;
}

static bool all(void *context, const char *name) {
  (void)context;
  (void)name;
  return true;
}

// The strings of a line of Surfer's state up to that behind "name: ", with dots between them.
static const char *state_signal(const char *line) {
  static char name[256];
  size_t length = 0;
  if (strstr(line, "Variable((") == NULL || strstr(line, "Variable((") > strchr(line, '\n')) {
    return NULL;
  }
  for (bool last = false; !last;) {
    const char *text = strchr(line, '"');
    last = strncmp(text - strlen("name: "), "name: ", strlen("name: ")) == 0;
    line = strchr(text + 1, '"') + 1;
    length += (size_t)snprintf(name + length, sizeof name - length, "%s%.*s", length > 0 ? "." : "",
                               (int)(line - text - 2), text + 1);
    assert_true(length < sizeof name);
  }
  return name;
}

// A line that names a signal has it from here to '[' or its end; NULL: it names none.
static const char *signal_of(const char *line, unsigned format) {
  if (format == 2) {
    return state_signal(line);
  }
  if (format == 1) {
    return strncmp(line, "variable_add ", 13) == 0 ? line + 13 : NULL;
  }
  if (strncmp(line, "+{", 2) == 0) {
    return strstr(line, "} ") + 2;
  }
  return strncmp(line, "noc.", 4) == 0 ? line : NULL;
}

static bool is_there(const wave_stream_t *s, const char *name, size_t length, bool vector) {
  for (uint32_t i = 0; i < s->signals; i++) {
    const wave_signal_t *signal = &s->signal[i];
    if (strncmp(signal->name, name, length) == 0 && signal->name[length] == '\0') {
      return !vector || signal->bits == (uint32_t)strtoul(name + length + 1, NULL, 10) + 1;
    }
  }
  return strncmp(name, "noc.clk", length) == 0 || strncmp(name, "noc.cycle", length) == 0;
}

static void expect_signals(const char *text, unsigned format, const wave_stream_t *s) {
  unsigned count = 0;
  for (const char *line = text; line != NULL && *line != '\0';) {
    const char *name = signal_of(line, format);
    if (name != NULL) {
      const size_t length = strcspn(name, "[\n");
      if (!is_there(s, name, length, name[length] == '[')) {
        fail_msg("no %.*s", (int)length, name);
      }
      count++;
    }
    line = strchr(line, '\n');
    line += line != NULL;
  }
  assert_true(count > 8);
}

static void check(size_t i) {
  char path[FILES_PATH];
  noc_error_t error = {0};
  sim_t s = sim_create(kFile[i].settings);
  assert_true(path_print(path, "%s/w.fst", dir));
  wave_t *wave = wave_open(path, s.network, 0, UINT64_MAX, &error);
  assert_non_null(wave);
  for (unsigned c = 0; c < CYCLES; c++) {
    assert_true(sim_step(&s));
    wave_cycle(wave, s.network);
  }
  assert_true(wave_close(wave, &error));
  const wave_filter_t filter = {.wanted = all, .to = UINT64_MAX};
  wave_stream_t *stream = wave_stream_open(path, &filter, &error);
  assert_non_null(stream);
  for (unsigned format = 0; format < FORMATS; format++) {
    char *made = make(i, format, shape_of(&s, i));
    expect_signals(made, format, stream);
    assert_true(path_print(path, "waves/units/%s%s", kFile[i].name, kWaveSave[format].ending));
    char *kept = file_read(path);
    if (kept == NULL || strcmp(kept, made) != 0) {
      fail_msg("%s is out of date: build/tests/network/test_wave_units --write", path);
    }
    free(kept);
    free(made);
  }
  wave_stream_close(stream);
  sim_free(&s);
}

static void test_router(void **state) {
  (void)state;
  check(0);
}

static void test_interface(void **state) {
  (void)state;
  check(1);
}

static void test_copying_router(void **state) {
  (void)state;
  check(2);
}

static void test_xor_unit(void **state) {
  (void)state;
  check(3);
}

static int write_files(void) {
  for (size_t i = 0; i < FILES; i++) {
    sim_t s = sim_create(kFile[i].settings);
    for (unsigned format = 0; format < FORMATS; format++) {
      char path[FILES_PATH];
      char *text = make(i, format, shape_of(&s, i));
      FILE *out = path_print(path, "waves/units/%s%s", kFile[i].name, kWaveSave[format].ending)
                      ? fopen(path, "w")
                      : NULL;
      if (out == NULL || fputs(text, out) < 0 || fclose(out) != 0) {
        perror(path);
        return 1;
      }
      free(text);
    }
    sim_free(&s);
  }
  return 0;
}

static int setup(void **state) {
  (void)state;
  return mkdtemp(dir) != NULL ? 0 : -1;
}

static int teardown(void **state) {
  (void)state;
  dir_remove(dir);
  return 0;
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_router),
      cmocka_unit_test(test_interface),
      cmocka_unit_test(test_copying_router),
      cmocka_unit_test(test_xor_unit),
  };
  if (argc == 2 && strcmp(argv[1], "--write") == 0) {
    return write_files();
  }
  return cmocka_run_group_tests_name("network/wave_units", tests, setup, teardown);
}
