// test_run_outputs -- the files of a run, no two of which may be the same, and the line that does a
// run again.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/run.h"
#include "dut/files.h"
#include "runs/output.h"
#include "runs/repro.h"
#include "scenario/scenario_load.h"

static char folder[] = "/tmp/nocstep-outputs-XXXXXX";

static int setup(void **state) {
  (void)state;
  return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int teardown(void **state) {
  (void)state;
  dir_remove(folder);
  return chdir("/");
}

// The sentence of the refusal; "" if the files are accepted.
static const char *check(const cli_t *cli) {
  static const char kBase[] = "topology: mesh:2x2\nworkload: {traffic: uniform, load: 0.1}\n";
  static noc_error_t error;
  run_t r = {.cli = cli};
  r.sim.scenario = scenario_parse(kBase, sizeof kBase - 1, "s.yaml", NULL, 0, &error);
  assert_non_null(r.sim.scenario);
  const bool ok = run_check_outputs(&r);
  assert_int_equal(r.sim.error.status, ok ? NOC_OK : NOC_BAD_INPUT);
  error = r.sim.error;
  scenario_free(r.sim.scenario);
  return error.text;
}

static void expect(const cli_t *cli, const char *sentence) {
  const char *text = check(cli);
  if (sentence[0] == '\0' ? text[0] != '\0' : strstr(text, sentence) == NULL) {
    fail_msg("expected '%s', found '%s'", sentence, text);
  }
}

static void accepted(void **state) {
  (void)state;
  expect(&(cli_t){.scenario = "s.yaml"}, "");
  expect(&(cli_t){.scenario = "s.yaml",
                  .json = "a.json",
                  .wave = "a.fst",
                  .report = "new",
                  .write_plan = "a.goal"},
         "");
  expect(&(cli_t){.scenario = "s.yaml", .json = "-", .write_plan = "a.goal"}, "");
  expect(&(cli_t){.scenario = "s.yaml", .json = "a.json", .write_plan = "-"}, "");
  expect(&(cli_t){.scenario = "-", .json = "-"}, "");
}

static void refused(void **state) {
  (void)state;
  expect(&(cli_t){.scenario = "s.yaml", .json = "-", .write_plan = "-"},
         "--write-plan is standard output, as for --json");
  expect(&(cli_t){.scenario = "s.yaml", .json = "s.yaml"},
         "--json is s.yaml, as for the scenario; it must be another file");
  expect(&(cli_t){.scenario = "s.yaml", .json = "x", .write_plan = "./x"},
         "--write-plan is ./x, as for --json; it must be another file");
  expect(&(cli_t){.scenario = "s.yaml", .json = "a.gtkw", .wave = "a.fst"},
         "the save file of --wave is a.gtkw, as for --json");
  expect(&(cli_t){.scenario = "s.yaml", .json = "new/result.json", .report = "new"},
         "--report is new/result.json, as for --json");
  expect(&(cli_t){.scenario = "new/scenario.yaml", .report = "new"},
         "--report is new/scenario.yaml, as for the scenario");
  expect(&(cli_t){.scenario = "s.yaml", .wave = "none/a.fst"}, "none/a.fst");
}

// Another run that had made the folder of a report was refused, and took it away.
static void folder_gone(void **state) {
  (void)state;
  static const char kResult[] = "gone/result.json";
  noc_error_t error = {0};
  bool made = true;
  assert_int_equal(mkdir("gone", 0777), 0);
  assert_true(output_folder("--report", "gone", &made, &error));
  assert_false(made);
  assert_int_equal(rmdir("gone"), 0);
  assert_true(output_check(kResult, &error));
  assert_int_equal(rmdir("gone"), 0);  // nothing is left in it
  output_t *out = output_open(kResult, &error);
  assert_non_null(out);
  assert_int_equal(rmdir("gone"), 0);
  assert_true(fputs("{}\n", output_stream(out)) >= 0);
  assert_true(output_commit(out, &error));
  assert_true(path_exists(kResult));
  // It is made for that folder alone.
  assert_false(output_check("never/result.json", &error));
  assert_non_null(strstr(error.text, "never/result.json: cannot be written"));
}

// A large text lies in a file beside the result, and in its place at the end.
enum { LINES = 300000, LINE = 8 };

static output_t *write_large(const char *path) {
  noc_error_t error = {0};
  output_t *out = output_open(path, &error);
  assert_non_null(out);
  for (int i = 0; i < LINES; i++) {
    assert_int_equal(fprintf(output_stream(out), "%07d\n", i), LINE);
  }
  return out;
}

static size_t files_here(void) {
  dir_names_t names = dir_names(".", "");
  const size_t count = names.count;
  dir_names_free(&names);
  return count;
}

static void large(void **state) {
  (void)state;
  noc_error_t error = {0};
  char line[LINE + 1] = "";
  const size_t before = files_here();
  output_t *out = write_large("large.json");
  assert_int_equal(files_here(), before + 1);
  assert_false(path_exists("large.json"));
  output_discard(out);
  assert_int_equal(files_here(), before);
  assert_true(output_commit(write_large("large.json"), &error));
  assert_int_equal(files_here(), before + 1);
  FILE *file = fopen("large.json", "r");
  assert_non_null(file);
  for (int i = 0; i < LINES; i++) {
    assert_int_equal(fread(line, 1, LINE, file), LINE);
    assert_int_equal(strtol(line, NULL, 10), i);
  }
  assert_int_equal(fgetc(file), EOF);
  assert_int_equal(fclose(file), 0);
}

// A disk that is full behind the first part of it: the result of before stays.
static void large_on_full_disk(void **state) {
  (void)state;
  noc_error_t error = {0};
  struct rlimit old;
  output_t *out = output_open("kept.json", &error);
  assert_non_null(out);
  assert_true(fputs("{}\n", output_stream(out)) >= 0);
  assert_true(output_commit(out, &error));
  const size_t before = files_here();
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
  const struct rlimit small = {.rlim_cur = 1200000, .rlim_max = old.rlim_max};
  void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  out = output_open("kept.json", &error);
  for (int i = 0; i < LINES; i++) {
    (void)fprintf(output_stream(out), "%07d\n", i);
  }
  const bool ok = output_commit(out, &error);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
  (void)signal(SIGXFSZ, handler);
  assert_false(ok);
  assert_int_equal(error.status, NOC_ENVIRONMENT);
  assert_string_equal(error.text, "kept.json: cannot be written: File too large");
  assert_int_equal(files_here(), before);
  char *text = file_read("kept.json");
  assert_string_equal(text, "{}\n");
  free(text);
}

// Every option of the run, in quotes that a shell takes off, in its order.
static void again(void **state) {
  (void)state;
  static const char *const kParts[] = {" run ",
                                       " --set run.seed=7",
                                       " --set workload.load=0.2",
                                       " --set 'tags='\\''x y'\\'''",
                                       " --rtl-at 0,1",
                                       " --rtl-at 1,1",
                                       " --lockstep-at 1,0"};
  const char *sets[] = {"run.seed=7", "workload.load=0.2", "tags='x y'"};
  const char *rtl[] = {"0,1", "1,1"};
  const char *lockstep[] = {"1,0"};
  const cli_t cli = {.scenario = "my scenario.yaml",
                     .sets = {sets, 3},
                     .rtl_at = {rtl, 2},
                     .lockstep_at = {lockstep, 1}};
  char *line = repro_line(&cli, NULL);
  if (line == NULL || strstr(line, "'my scenario.yaml'") == NULL) {
    fail_msg("no scenario: %s", line);
    return;
  }
  const char *at = line;
  for (size_t i = 0; i < sizeof kParts / sizeof kParts[0]; i++) {
    at = strstr(at, kParts[i]);
    if (at == NULL) {
      fail_msg("no%s in its place: %s", kParts[i], line);
      return;
    }
    at += strlen(kParts[i]);
  }
  assert_string_equal(at, "");
  free(line);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accepted),           cmocka_unit_test(refused),
      cmocka_unit_test(folder_gone),        cmocka_unit_test(large),
      cmocka_unit_test(large_on_full_disk), cmocka_unit_test(again),
  };
  return cmocka_run_group_tests_name("unit/run_outputs", tests, setup, teardown);
}
