// verify_example -- with --report DIR: the scenario of each group's example, complete, in the
// report, so that its line does the run again whatever becomes of the scenario's file; and of a
// check that failed the bundle (docs/debugging.md), in a folder of its own.

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/verify.h"
#include "runs/output.h"
#include "runs/process.h"
#include "runs/ranks.h"
#include "runs/repro.h"
#include "runs/run_rewind.h"
#include "scenario/scenario_load.h"

// The scenario of a run as it was run. NULL: it cannot be read any more.
static scenario_t *scenario_of(const verify_t *v, const verify_run_t *run) {
  const verify_variant_t *variant = &v->variant[run->variant];
  noc_error_t ignored;
  string_list_t sets;
  scenario_t *s = NULL;
  if (verify_sets(variant, run->seed, &sets)) {
    s = scenario_load(v->scenario[variant->scenario].file, sets.item, sets.count, &ignored);
  }
  verify_sets_free(&sets);
  return s;
}

static bool write_example(verify_run_t *run, const scenario_t *s, const char *path,
                          noc_error_t *error) {
  output_t *out = output_open(path, error);
  if (out == NULL) {
    return false;
  }
  (void)scenario_write_absolute(s, output_stream(out));
  if (!output_commit(out, error)) {
    return false;
  }
  const cli_t cli = {.scenario = path};
  char *line = repro_line(&cli, NULL);
  if (line != NULL) {
    free(run->repro);
    run->repro = line;
  }
  return true;
}

// The run again, silent, with its bundle. What stands in the way costs the bundle alone.
static void write_bundle(const verify_t *v, const char *path, size_t number) {
  char folder[PATH_MAX];
  int status = 0;
  (void)snprintf(folder, sizeof folder, "%s/group-%zu", v->cli->report, number);
  (void)fflush(NULL);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    const cli_t cli = {.quiet = true,
                       .progress = PROGRESS_NONE,
                       .scenario = path,
                       .report = folder,
                       .checkpoint_memory = REWIND_MIB,
                       .wave_to = UINT64_MAX,
                       .threads = 1};
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent || null < 0 || dup2(null, STDERR_FILENO) < 0) {
      _exit(NOC_ENVIRONMENT);
    }
    _exit(command_run(&cli));
  }
  const bool in_time = pid > 0 && process_wait(pid, (double)v->cli->time_limit, &status);
  if (!in_time && !v->cli->quiet) {
    (void)fprintf(stderr, "note: the bundle of group %zu is not written: the run done again %s\n",
                  number, pid > 0 ? "takes longer than --time-limit" : "does not start");
  }
}

bool verify_examples(verify_t *v, noc_error_t *error) {
  bool ok = true;
  if (!ranks_writes()) {
    return true;
  }
  for (size_t i = 0; ok && v->cli->report != NULL && i < v->groups; i++) {
    verify_run_t *run = &v->run[v->group[i].smallest];
    char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/scenario-%zu.yaml", v->cli->report, i + 1);
    scenario_t *s = scenario_of(v, run);
    ok = s == NULL || write_example(run, s, path, error);
    if (ok && s != NULL && run->verdict == VERIFY_FAIL) {
      write_bundle(v, path, i + 1);
    }
    scenario_free(s);
  }
  return ok;
}
