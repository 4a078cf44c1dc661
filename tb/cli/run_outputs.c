// run_outputs -- the files that a run reads and writes, checked before it starts: each can be
// written, and no two are the same.

#include <stdlib.h>
#include <string.h>

#include "cli/run.h"
#include "page/page.h"
#include "runs/output.h"
#include "runs/run_bundle.h"
#include "scenario/scenario_load.h"

enum { PATH = 4096 };

// A file of the run; path "" if there is none.
typedef struct {
  char option[SCENARIO_KEY];
  char path[PATH];
  bool read;
} file_t;

enum {
  SCENARIO,
  ENERGY,
  NAMED,  // what the scenario names
  JSON = NAMED + SCENARIO_CLASSES,
  WAVE,
  EVENTS,
  TRANSACTIONS,
  SAVE,
  LAST_SAVE = SAVE + WAVE_SAVES - 1,
  WRITE_PLAN,
  REPORT_SCENARIO,
  REPORT_SUMMARY,
  REPORT_JSON,
  REPORT_FAILURE,
  REPORT_INPUTS,
  REPORT_WAVE,
  REPORT_SAVE,
  REPORT_LAST_SAVE = REPORT_SAVE + WAVE_SAVES - 1,
  REPORT_REPRO,
  HTML,
  RTL_COVERAGE,
  CHECKPOINT_FILE,
  RESUME,
  FILES
};

static void name(file_t *file, const char *option, const char *folder, const char *path) {
  (void)snprintf(file->option, sizeof file->option, "%s", option);
  if (path != NULL && strcmp(path, "-") != 0) {
    (void)snprintf(file->path, PATH, "%s%s%s", folder != NULL ? folder : "",
                   folder != NULL ? "/" : "", path);
  }
}

static void list_named(const scenario_t *s, file_t *file) {
  size_t at = 0;
  char key[SCENARIO_KEY];
  const scenario_file_t *named = scenario_next_file(s, &at, key);
  for (size_t i = NAMED; i < JSON && named != NULL; i++) {
    name(&file[i], key, NULL, named->path);
    file[i].read = true;
    named = scenario_next_file(s, &at, key);
  }
}

static const char *const kSaves[WAVE_SAVES] = {BUNDLE_SAVES};

static bool list_files(const run_t *r, file_t *file, noc_error_t *error) {
  const cli_t *cli = r->cli;
  name(&file[SCENARIO], "the scenario", NULL, cli->scenario);
  file[SCENARIO].read = true;
  name(&file[ENERGY], "--energy", NULL, cli->energy);
  file[ENERGY].read = true;
  list_named(r->sim.scenario, file);
  name(&file[JSON], "--json", NULL, cli->json);
  name(&file[WAVE], "--wave", NULL, cli->wave);
  name(&file[EVENTS], "--events", NULL, cli->events);
  name(&file[TRANSACTIONS], "--transactions", NULL, cli->transactions);
  name(&file[WRITE_PLAN], "--write-plan", NULL, cli->write_plan);
  if (cli->wave != NULL) {
    for (unsigned i = 0; i < WAVE_SAVES; i++) {
      char option[SCENARIO_KEY];
      char *save = wave_save_path(cli->wave, i);
      if (save == NULL) {
        return noc_fail(error, NOC_ENVIRONMENT, "out of memory");
      }
      (void)snprintf(option, sizeof option, "%s of --wave", kWaveSave[i].what);
      name(&file[SAVE + i], option, NULL, save);
      free(save);
    }
  }
  if (cli->report != NULL) {
    name(&file[REPORT_SCENARIO], "--report", cli->report, "scenario.yaml");
    name(&file[REPORT_SUMMARY], "--report", cli->report, "summary.txt");
    name(&file[REPORT_JSON], "--report", cli->report, "result.json");
    name(&file[REPORT_FAILURE], "--report", cli->report, "mismatch.txt");
    name(&file[REPORT_INPUTS], "--report", cli->report, BUNDLE_INPUTS);
    name(&file[REPORT_WAVE], "--report", cli->report, BUNDLE_WAVE);
    for (unsigned i = 0; i < WAVE_SAVES; i++) {
      name(&file[REPORT_SAVE + i], "--report", cli->report, kSaves[i]);
    }
    name(&file[REPORT_REPRO], "--report", cli->report, BUNDLE_REPRO);
  }
  name(&file[RTL_COVERAGE], "--rtl-coverage", NULL, cli->rtl_coverage);
  name(&file[CHECKPOINT_FILE], "--checkpoint", NULL, cli->checkpoint);
  // One file may be read and written anew.
  if (cli->resume != NULL &&
      (cli->checkpoint == NULL || !output_same(cli->checkpoint, cli->resume))) {
    name(&file[RESUME], "--resume", NULL, cli->resume);
    file[RESUME].read = true;
  }
  if (cli->html != NULL) {
    name(&file[HTML], "--html", cli->html, PAGE_NAME);
  }
  return true;
}

static bool check_distinct(const file_t *file, noc_error_t *error) {
  for (size_t i = 0; i < FILES; i++) {
    for (size_t j = 0; j < i; j++) {
      const bool both = file[i].path[0] != '\0' && file[j].path[0] != '\0';
      if (both && !(file[i].read && file[j].read) && output_same(file[i].path, file[j].path)) {
        return noc_fail(error, NOC_BAD_INPUT, "%s" SAY_IS("%.200s, as for %s", "another file"),
                        file[i].option, file[i].path, file[j].option);
      }
    }
  }
  return true;
}

bool run_check_outputs(run_t *r) {
  const cli_t *cli = r->cli;
  if (output_is_stdout(cli->json) && output_is_stdout(cli->write_plan)) {
    return noc_fail(&r->sim.error, NOC_BAD_INPUT,
                    "--write-plan" SAY_IS("standard output, as for --json", "another file"));
  }
  file_t *file = calloc(FILES, sizeof *file);
  if (file == NULL) {
    return noc_fail(&r->sim.error, NOC_ENVIRONMENT, "out of memory");
  }
  // The paths are compared when the report's folder is there.
  bool ok = list_files(r, file, &r->sim.error) &&
            output_folder("--report", cli->report, &r->made_report, &r->sim.error) &&
            output_folder("--html", cli->html, &r->made_html, &r->sim.error) &&
            check_distinct(file, &r->sim.error);
  // "-" is refused here; in the list it stands for no file.
  const char *const own[] = {cli->wave, cli->events, cli->transactions, cli->rtl_coverage,
                             cli->checkpoint};
  for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
    ok = ok && (own[i] == NULL || output_check(own[i], &r->sim.error));
  }
  for (unsigned i = 0; i < WAVE_SAVES && cli->wave != NULL; i++) {
    ok = ok && output_check(file[SAVE + i].path, &r->sim.error);
  }
  ok = ok && (cli->report == NULL || output_check(file[REPORT_JSON].path, &r->sim.error));
  ok = ok && (cli->html == NULL || output_check(file[HTML].path, &r->sim.error));
  free(file);
  return ok;
}
