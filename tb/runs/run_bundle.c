// run_bundle -- see run_bundle.h.

#include "runs/run_bundle.h"

#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lockstep/record.h"
#include "runs/output.h"
#include "runs/process.h"

bool run_has_bundle(const run_t *r) {
  return run_status(r) == NOC_CHECK_FAILED && r->sim.network != NULL;
}

bool run_window(const cli_t *cli, uint64_t *before, uint64_t *after, noc_error_t *error) {
  unsigned b = 64;
  unsigned a = 16;
  int used = 0;
  const bool ok =
      cli->window == NULL || (sscanf(cli->window, "%9u:%9u%n", &b, &a, &used) == 2 &&
                              cli->window[used] == '\0' && strpbrk(cli->window, "+- ") == NULL);
  *before = b;
  *after = a;
  return ok ||
         noc_fail(error, NOC_BAD_INPUT,
                  "--window" SAY_IS("'%.60s'", "BEFORE:AFTER, two numbers of cycles"), cli->window);
}

static bool path_in(const run_t *r, const char *name, char out[PATH_MAX], noc_error_t *error) {
  return snprintf(out, PATH_MAX, "%s/%s", r->cli->report, name) < PATH_MAX ||
         noc_fail(error, NOC_BAD_INPUT, "--report: the name of the folder is too long");
}

static void trace(void *context, const sim_t *s) {
  wave_cycle(context, s->network);
}

// Some cycles behind the failure, as far as there are any: the golden models go on.
static void go_on(sim_t *s, wave_t *wave, uint64_t cycles) {
  noc_error_t ignored;
  bank_t *bank = network_mismatch_bank(s->network);
  const bank_mismatch_t first = bank != NULL ? bank->mismatch : (bank_mismatch_t){.id = 0};
  while (cycles-- > 0 && workload_cycle(s->workload, &ignored)) {
    (void)network_step(s->network);
    wave_cycle(wave, s->network);
  }
  if (bank != NULL) {
    bank->mismatch = first;  // the marker
  }
}

static bool write_inputs(const run_t *r, const record_t *record, noc_error_t *error) {
  char path[PATH_MAX];
  if (record->failed || record->inputs.clocks == 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s/%s: no memory for it", r->cli->report,
                    BUNDLE_INPUTS);
  }
  output_t *out = path_in(r, BUNDLE_INPUTS, path, error) ? output_open(path, error) : NULL;
  if (out == NULL) {
    return false;
  }
  inputs_write(&record->inputs, output_stream(out));
  return output_commit(out, error);
}

// The same run, silent, on one thread, up to its failure and a little on.
static bool run_again(const run_t *r, record_t *record, noc_error_t *error) {
  const cli_t cli = {.quiet = true, .progress = PROGRESS_NONE, .threads = 1};
  run_t again = {.cli = &cli,
                 .sim = {.scenario = r->sim.scenario,
                         .input = r->sim.input,
                         .places = r->sim.places,
                         .keep_load = r->sim.keep_load}};
  uint64_t before = 0;
  uint64_t after = 0;
  char path[PATH_MAX];
  if (!run_window(r->cli, &before, &after, error) || !run_choose_banks(&again)) {
    *error = again.sim.error.status != NOC_OK ? again.sim.error : *error;
    return false;
  }
  record->factory = again.sim.factory;
  record->context = again.sim.factory_context;
  again.sim.factory = record_factory;
  again.sim.factory_context = record;
  if (!sim_build_network(&again.sim)) {
    *error = again.sim.error;
    return false;
  }
  const bank_mismatch_t *m = network_mismatch(r->sim.network);
  const uint64_t at = m != NULL ? m->cycle : network_cycle(r->sim.network);
  wave_t *wave =
      path_in(r, BUNDLE_WAVE, path, error)
          ? wave_open(path, again.sim.network, at > before ? at - before : 0, at + after, error)
          : NULL;
  if (wave == NULL) {
    return false;
  }
  again.sim.observer = (sim_observer_t){.context = wave, .cycle = trace};
  sim_loop(&again.sim);
  if (again.sim.result != r->sim.result) {
    return noc_fail(error, NOC_INTERNAL, "done again, the run ends with %s, not with %s",
                    sim_result_name(again.sim.result), sim_result_name(r->sim.result));
  }
  // The rest is for the waves.
  const bool written = !record->wanted || write_inputs(r, record, error);
  go_on(&again.sim, wave, after);
  return wave_close(wave, error) && written;
}

static bool write_repro(const run_t *r, bool alone, noc_error_t *error) {
  char path[PATH_MAX];
  output_t *out = path_in(r, BUNDLE_REPRO, path, error) ? output_open(path, error) : NULL;
  if (out == NULL) {
    return false;
  }
  (void)fprintf(output_stream(out), "cd \"$(dirname \"$0\")\" && exec \"${NOCSTEP:-nocstep}\" %s\n",
                alone ? "replay ." : "run scenario.yaml");
  return output_commit(out, error) &&
         (chmod(path, 0755) == 0 || noc_fail(error, NOC_ENVIRONMENT, "%s: cannot be made", path));
}

bool run_write_bundle(run_t *r) {
  const bank_mismatch_t *m = network_mismatch(r->sim.network);
  record_t record = {.wanted = m != NULL};
  if (m != NULL) {
    record.component = m->component;
    record.id = m->id;
  }
  noc_error_t *told =
      mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (told == MAP_FAILED) {
    return noc_fail(&r->sim.error, NOC_ENVIRONMENT, "no memory for the bundle");
  }
  (void)fflush(NULL);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    _exit(getppid() == parent && run_again(r, &record, told) ? 0 : 1);
  }
  int status = -1;
  const bool ok = pid > 0 && process_wait(pid, 0, &status) && status == 0;
  if (!ok && told->status == NOC_OK) {
    (void)noc_fail(told, NOC_ENVIRONMENT, "--report: the run could not be done again");
  }
  if (!ok) {
    r->sim.error = *told;
  }
  (void)munmap(told, sizeof *told);
  return ok && write_repro(r, record.wanted, &r->sim.error);
}
