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
#include "runs/repro.h"
#include "runs/run_events.h"
#include "runs/run_follow.h"
#include "runs/run_rewind.h"

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

// The mismatch of a router or interface of nocstep; NULL of any other failure. A foreign router
// that breaks a rule has one too, but inputs that only its own pins have.
static const bank_mismatch_t *of_one_component(const run_t *r) {
  return r->sim.result == SIM_MISMATCH ? network_mismatch(r->sim.network) : NULL;
}

static bool path_in(const run_t *r, const char *name, char out[PATH_MAX], noc_error_t *error) {
  return snprintf(out, PATH_MAX, "%s/%s", r->cli->report, name) < PATH_MAX ||
         noc_fail(error, NOC_BAD_INPUT, "--report: the name of the folder is too long");
}

void run_clear_bundle(const cli_t *cli) {
  static const char *const kFiles[] = {"mismatch.txt", BUNDLE_INPUTS, BUNDLE_WAVE, BUNDLE_SAVES,
                                       BUNDLE_REPRO};
  char path[PATH_MAX];
  for (size_t i = 0; i < sizeof kFiles / sizeof kFiles[0]; i++) {
    if (snprintf(path, sizeof path, "%s/%s", cli->report, kFiles[i]) < PATH_MAX) {
      (void)unlink(path);
    }
  }
}

static void trace(void *context, const sim_t *s) {
  const run_t *again = context;
  wave_cycle(again->wave, s->network);
  if (again->events != NULL) {
    (void)run_events_cycle(again->events, s);
  }
}

// ---- A signal ends the second run, and the program goes on without it.

static volatile sig_atomic_t interrupted;
static volatile pid_t second;  // the process of the second run; 0: this one

static void on_signal(int number) {
  interrupted = number;
  if (second > 0) {
    (void)kill(second, SIGTERM);
  }
}

static bool is_interrupted(void *context) {
  (void)context;
  return interrupted != 0;
}

static void catch_signals(struct sigaction old[2]) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
  (void)sigemptyset(&action.sa_mask);
  interrupted = 0;
  second = 0;
  (void)sigaction(SIGINT, &action, &old[0]);
  (void)sigaction(SIGTERM, &action, &old[1]);
}

static void restore_signals(const struct sigaction old[2]) {
  (void)sigaction(SIGINT, &old[0], NULL);
  (void)sigaction(SIGTERM, &old[1], NULL);
}

// ---- The second run

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
  if (record->full) {
    return true;
  }
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

// The way of the packet of --follow, or why there is none.
static void show_followed(run_t *again, uint64_t from, uint64_t to, noc_error_t *unfollowed) {
  if (again->follow != NULL) {
    (void)run_events_close(again);
    const wave_way_t *way = run_follow_way(again->follow, from, to, unfollowed);
    if (way != NULL) {
      wave_follow(again->wave, way);
    }
  }
}

// The same run, silent, on one thread; false with the error.
static bool begin_again(const run_t *r, const cli_t *cli, run_t *again, noc_error_t *error) {
  *again = (run_t){.cli = cli,
                   .sim = {.scenario = r->sim.scenario,
                           .input = r->sim.input,
                           .places = r->sim.places,
                           .keep_load = r->sim.keep_load,
                           .skip_idle = r->sim.skip_idle}};
  if (!run_choose_banks(again)) {
    *error = again->sim.error;
    return false;
  }
  return true;
}

static bool build_again(run_t *again, noc_error_t *error) {
  if (!sim_build_network(&again->sim)) {
    *error = again->sim.error;
    return false;
  }
  return true;
}

static bool fail_otherwise(const run_t *r, const run_t *again, noc_error_t *error) {
  return again->sim.result == SIM_INTERRUPTED
             ? noc_fail(error, NOC_INTERRUPTED, "--report: interrupted")
             : noc_fail(error, NOC_INTERNAL, "done again, the run ends with %s, not with %s",
                        sim_result_name(again->sim.result), sim_result_name(r->sim.result));
}

static bool is_recorded(void *context) {
  const record_t *record = context;
  return record->over || interrupted != 0;
}

// The inputs of the component that differs, from reset to its failure.
static bool record_again(const run_t *r, const cli_t *cli, record_t *record, noc_error_t *error) {
  const bank_mismatch_t *m = of_one_component(r);
  const bank_t *bank = network_mismatch_bank(r->sim.network);
  run_t again;
  if (!begin_again(r, cli, &again, error)) {
    return false;
  }
  record->wanted = true;
  record->component = m->component;
  record->id = m->id;
  // A bank of RTL alone, which compares nothing, ends the run itself by the assertion.
  record->steps = strcmp(bank->ops->name, "rtl") == 0
                      ? UINT64_MAX
                      : bank->comparisons / bank->config.members + m->after_reset;
  record->factory = again.sim.factory;
  record->context = again.sim.factory_context;
  again.sim.factory = record_factory;
  again.sim.factory_context = record;
  if (!build_again(&again, error)) {
    return false;
  }
  again.sim.observer = (sim_observer_t){.context = record, .interrupted = is_recorded};
  sim_loop(&again.sim);
  const bool ends = record->over || again.sim.result == r->sim.result;
  const bool ok =
      ends && interrupted == 0 ? write_inputs(r, record, error) : fail_otherwise(r, &again, error);
  inputs_free(&record->inputs);
  workload_free(again.sim.workload);
  network_free(again.sim.network);
  return ok;
}

// Waves of the cycles around the failure.
static bool trace_again(const run_t *r, const cli_t *cli, noc_error_t *unfollowed,
                        uint64_t *resumed_at, noc_error_t *error) {
  run_t again;
  uint64_t before = 0;
  uint64_t after = 0;
  char path[PATH_MAX];
  if (!run_window(r->cli, &before, &after, error) || !path_in(r, BUNDLE_WAVE, path, error) ||
      !begin_again(r, cli, &again, error) || !build_again(&again, error)) {
    return false;
  }
  const bank_mismatch_t *m = network_mismatch(r->sim.network);
  const uint64_t at = m != NULL ? m->cycle : network_cycle(r->sim.network);
  const uint64_t from = at > before ? at - before : 0;
  if (!run_rewind_to(r, &again.sim, from, resumed_at, error)) {
    return false;
  }
  if (!run_events_open(&again)) {
    *error = again.sim.error;
    return false;
  }
  wave_t *wave = wave_open(path, again.sim.network, from, at + after, error);
  if (wave == NULL) {
    return false;
  }
  again.wave = wave;
  again.sim.observer =
      (sim_observer_t){.context = &again, .cycle = trace, .interrupted = is_interrupted};
  sim_loop(&again.sim);
  if (again.sim.result != r->sim.result) {
    wave_discard(wave);
    return fail_otherwise(r, &again, error);
  }
  show_followed(&again, from, at + after, unfollowed);
  go_on(&again.sim, wave, after);
  return wave_close(wave, error);
}

static bool write_repro(const run_t *r, bool alone, noc_error_t *error) {
  char path[PATH_MAX];
  output_t *out = path_in(r, BUNDLE_REPRO, path, error) ? output_open(path, error) : NULL;
  if (out == NULL) {
    return false;
  }
  FILE *text = output_stream(out);
  (void)fputs("cd \"$(dirname \"$0\")\" && exec \"${NOCSTEP:-nocstep}\" ", text);
  (void)fputs(alone ? "replay ." : "run scenario.yaml", text);
  if (!alone) {
    repro_places(text, r->cli);
  }
  (void)fputs(" \"$@\"\n", text);
  return output_commit(out, error) &&
         (chmod(path, 0755) == 0 || noc_fail(error, NOC_ENVIRONMENT, "%s: cannot be made", path));
}

// The process of the second run tells this.
typedef struct {
  noc_error_t error;
  noc_error_t unfollowed;  // why the save file has no packet of --follow
  bool full;               // too many clocks for a stimulus
  uint64_t resumed_at;     // cycle of the checkpoint that the waves are made from; 0: reset
} told_t;

static bool do_again(const run_t *r, told_t *told) {
  const cli_t cli = {.quiet = true,
                     .progress = PROGRESS_NONE,
                     .threads = 1,
                     .wave = BUNDLE_WAVE,
                     .follow = r->cli->follow};
  record_t record = {.wanted = false};
  const bool ok = of_one_component(r) == NULL || record_again(r, &cli, &record, &told->error);
  told->full = record.full;
  return ok && trace_again(r, &cli, &told->unfollowed, &told->resumed_at, &told->error);
}

static _Noreturn void run_again(const run_t *r, pid_t parent, told_t *told) {
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  _exit(getppid() == parent && do_again(r, told) ? 0 : 1);
}

// True if the second run has written its files.
static bool run_second(const run_t *r, told_t *told) {
  struct sigaction old[2];
  int status = -1;
  (void)fflush(NULL);
  const pid_t parent = getpid();
  catch_signals(old);
  const pid_t pid = fork();
  if (pid == 0) {
    run_again(r, parent, told);
  }
  second = pid;
  if (pid > 0 && interrupted != 0) {  // before the handler knew of it
    (void)kill(pid, SIGTERM);
  }
  const bool ok = pid > 0 && process_wait(pid, 0, &status) && status == 0;
  restore_signals(old);
  if (!ok && interrupted != 0) {
    return noc_fail(&told->error, NOC_INTERRUPTED,
                    "--report: interrupted; the bundle has neither waves nor " BUNDLE_INPUTS);
  }
  return ok ||
         (told->error.status != NOC_OK ? false
                                       : noc_fail(&told->error, NOC_ENVIRONMENT,
                                                  "--report: the run could not be done again: %s "
                                                  "has neither waves nor " BUNDLE_INPUTS,
                                                  r->cli->report));
}

// Where the waves were made from, if that has taken long or somebody asks.
static void tell_beginning(const run_t *r, uint64_t resumed_at) {
  if (r->cli->verbose && resumed_at > 0) {
    (void)fprintf(stderr, "note: %s/%s is made from the checkpoint of cycle %" PRIu64 " on\n",
                  r->cli->report, BUNDLE_WAVE, resumed_at);
  } else if (!r->cli->quiet && resumed_at == 0 && run_rewind_full(r)) {
    (void)fprintf(stderr,
                  "note: %s/%s is made from reset on: a checkpoint has more than half of "
                  "--checkpoint-memory, %" PRIu64 " MiB\n",
                  r->cli->report, BUNDLE_WAVE, r->cli->checkpoint_memory);
  }
}

bool run_write_bundle(run_t *r) {
  told_t *told =
      mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (told == MAP_FAILED) {
    return noc_fail(&r->sim.error, NOC_ENVIRONMENT, "no memory for the bundle");
  }
  const bool ok = run_second(r, told);
  if (!ok) {
    r->sim.error = told->error;
  }
  if (ok && told->unfollowed.status != NOC_OK) {
    (void)cli_report(&told->unfollowed);
  }
  const bool full = told->full;
  const uint64_t resumed_at = told->resumed_at;
  const bool alone = of_one_component(r) != NULL && !full;
  (void)munmap(told, sizeof *told);
  if (ok && full && !r->cli->quiet) {
    (void)fprintf(
        stderr, "note: %s/%s is left out: the failure comes behind more clocks than it can hold\n",
        r->cli->report, BUNDLE_INPUTS);
  }
  if (ok) {
    tell_beginning(r, resumed_at);
  }
  return ok && write_repro(r, alone, &r->sim.error);
}
