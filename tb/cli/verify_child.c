// verify_child -- one run of a regression. The worker starts one more process for it, with its
// standard error in a file of memory, so that a run that crashes or hangs still leaves what it
// said.

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/run.h"
#include "cli/verify.h"
#include "cli/verify_coverage.h"
#include "dut/clock.h"
#include "dut/plugin.h"
#include "runs/json_memory.h"
#include "runs/process.h"
#include "scenario/scenario_load.h"

enum { TEXT_MAX = 1 << 18 };  // of what a run says, the start is kept

static json_t *number(uint64_t value) {
  return json_integer((json_int_t)value);
}

// A text of any bytes: JSON takes UTF-8 only.
static json_t *text(const char *bytes) {
  json_t *string = json_string(bytes);
  if (string != NULL) {
    return string;
  }
  char *plain = strdup(bytes);
  for (char *c = plain; c != NULL && *c != '\0'; c++) {
    *c = (unsigned char)*c < 0x80 ? *c : '?';
  }
  string = plain != NULL ? json_string(plain) : NULL;
  free(plain);
  return string;
}

static void set(json_t *object, const char *key, json_t *value) {
  (void)json_object_set_new(object, key, value);  // what is missing is found by who reads it
}

// ---- In the process of the run

static void describe(const run_t *r, json_t *object) {
  sim_lockstep_t lockstep;
  set(object, "result", json_string(sim_result_name(r->sim.result)));
  set(object, "status", number((uint64_t)run_status(r)));
  if (r->sim.result != SIM_PASS) {
    set(object, "error", text(r->sim.error.text));
  }
  if (r->sim.scenario != NULL && r->sim.workload != NULL && r->sim.network != NULL) {
    sim_lockstep(&r->sim, &lockstep);
    set(object, "cycles", number(network_cycle(r->sim.network)));
    set(object, "comparisons", number(lockstep.comparisons));
    set(object, "bits_compared", number(lockstep.bits_compared));
    set(object, "coverage", run_coverage_json(&r->coverage));
    if (r->sim.result == SIM_MISMATCH) {
      json_t *mismatch = run_mismatch_json(r);
      (void)json_object_update(object, mismatch);
      json_decref(mismatch);
    } else if (r->sim.result == SIM_RULE) {
      const bank_rule_t *rule = network_rule(r->sim.network);
      set(object, "rule", json_string(rule->name));
      set(object, "cycle", number(rule->cycle));
    } else if (r->sim.result != SIM_PASS) {
      set(object, "cycle", number(network_cycle(r->sim.network)));
    }
  }
}

static void do_run(const verify_t *v, const verify_run_t *run, json_t *object) {
  noc_error_t error = {0};
  const verify_variant_t *variant = &v->variant[run->variant];
  string_list_t sets;
  const bool have_sets = verify_sets(variant, run->seed, &sets);
  const cli_t cli = {.quiet = true,
                     .progress = PROGRESS_NONE,
                     .scenario = v->scenario[variant->scenario].file,
                     .sets = sets,
                     .time_limit = v->cli->time_limit,
                     .threads = 1};
  run_t r = {.cli = &cli, .sim = {.result = SIM_FAULT}};
  (void)noc_fail(&r.sim.error, NOC_ENVIRONMENT, "out of memory");
  plugin_quiet(true);
  r.sim.scenario =
      have_sets ? foreign_scenario_load(cli.scenario, sets.item, sets.count, &r.sim.error) : NULL;
  if (r.sim.scenario != NULL && run_places_foreign(&r.sim) && sim_read(&r.sim) &&
      run_choose_banks(&r) && sim_build(&r.sim)) {
    run_loop(&r);
    if (!verify_coverage_leave(v, (size_t)(run - v->run), r.sim.network, &error)) {
      r.sim.result = SIM_FAULT;
      r.sim.error = error;
    }
  }
  describe(&r, object);
  run_free(&r);
  verify_sets_free(&sets);
}

static _Noreturn void child(const verify_t *v, const verify_run_t *run, int result, int said,
                            pid_t parent) {
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent || dup2(said, STDERR_FILENO) < 0) {
    _exit(NOC_ENVIRONMENT);
  }
  json_t *object = json_object();
  do_run(v, run, object);
  const bool ok = json_dumpfd(object, result, JSON_COMPACT) == 0 && !json_memory_failed();
  _exit(ok ? NOC_OK : NOC_ENVIRONMENT);
}

// ---- In the worker

// The bytes of a file of memory, from its start, with a NUL behind them.
static char *contents(int fd) {
  off_t length = lseek(fd, 0, SEEK_END);
  length = length < 0 ? 0 : length > TEXT_MAX ? TEXT_MAX : length;
  char *bytes = calloc((size_t)length + 1, 1);
  if (bytes != NULL && pread(fd, bytes, (size_t)length, 0) < 0) {
    bytes[0] = '\0';
  }
  return bytes;
}

// The result of a run that has not told its result itself.
static json_t *died(const char *result, const char *error) {
  return json_pack("{s:s, s:s, s:i}", "result", result, "error", error, "status",
                   (int)NOC_INTERNAL);
}

static json_t *result_of(const verify_t *v, bool in_time, int status, int fd) {
  char error[128];
  if (!in_time) {
    (void)snprintf(error, sizeof error, "time-limit: not done after %llu s",
                   (unsigned long long)v->cli->time_limit);
    return died("time-limit", error);
  }
  if (WIFSIGNALED(status)) {
    (void)snprintf(error, sizeof error, "crash: killed by signal %d (%s)", WTERMSIG(status),
                   strsignal(WTERMSIG(status)));
    return died("crash", error);
  }
  char *bytes = contents(fd);
  json_t *object = bytes != NULL && status == 0 ? json_loads(bytes, 0, NULL) : NULL;
  free(bytes);
  if (object == NULL) {
    (void)snprintf(error, sizeof error, "crash: ended with status %d", WEXITSTATUS(status));
    object = died("crash", error);
  }
  return object;
}

void verify_child(const verify_t *v, size_t index, FILE *out) {
  const verify_run_t *run = &v->run[index];
  const double start = clock_s();
  const int result = memfd_create("result", MFD_CLOEXEC);
  const int said = memfd_create("stderr", MFD_CLOEXEC);
  const pid_t parent = getpid();
  const pid_t pid = result >= 0 && said >= 0 ? fork() : -1;
  json_t *object = NULL;
  if (pid == 0) {
    child(v, run, result, said, parent);
  }
  if (pid > 0) {
    int status = 0;
    const bool in_time = process_wait(pid, (double)v->cli->time_limit, &status);
    object = result_of(v, in_time, status, result);
    char *words = contents(said);
    char *repro = words != NULL ? strstr(words, "\nreproduce: ") : NULL;
    if (repro != NULL) {
      *repro = '\0';  // known, and shown where there is no such text too
    }
    if (words != NULL && words[0] != '\0') {
      set(object, "text", text(words));
    }
    free(words);
  } else {
    object = died("fault", "cannot start a process");
  }
  (void)close(result);
  (void)close(said);
  set(object, "wall_s", json_real(clock_s() - start));
  (void)json_dumpf(object, out, JSON_COMPACT);
  json_decref(object);
}

// ---- In the command

bool verify_take(verify_run_t *run, const char *bytes, size_t length, const char *why) {
  json_t *object = why == NULL ? json_loadb(bytes, length, 0, NULL) : NULL;
  if (object == NULL) {
    char error[256];
    (void)snprintf(error, sizeof error, "crash: the worker %s",
                   why != NULL ? why : "gave no result");
    object = died("crash", error);
  }
  run->result = object;
  const uint64_t status = verify_number(run, "status");
  run->verdict = status == NOC_OK             ? VERIFY_PASS
                 : status == NOC_CHECK_FAILED ? VERIFY_FAIL
                                              : VERIFY_ERROR;
  return object != NULL;
}

const char *verify_text(const verify_run_t *run, const char *key) {
  const char *value = json_string_value(json_object_get(run->result, key));
  return value != NULL ? value : "";
}

uint64_t verify_number(const verify_run_t *run, const char *key) {
  return (uint64_t)json_integer_value(json_object_get(run->result, key));
}

double verify_wall_s(const verify_run_t *run) {
  return json_real_value(json_object_get(run->result, "wall_s"));
}
