// run_culprit -- after a mismatch: does the run again, in a process of its own, to find the unit
// that is to blame; lockstep/culprit.h. What goes wrong there costs the answer, not the report.

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "runs/process.h"
#include "runs/run_loop.h"

// The same run up to the cycle of the mismatch, silent, on one thread.
static _Noreturn void search_again(const run_t *r, culprit_search_t *search, pid_t parent) {
  const cli_t cli = {.quiet = true, .progress = PROGRESS_NONE, .threads = 1};
  run_t again = {.cli = &cli,
                 .sim = {.scenario = r->sim.scenario,
                         .input = r->sim.input,
                         .places = r->sim.places,
                         .keep_load = r->sim.keep_load},
                 .search = search};
  const bool chosen = run_choose_banks(&again);
  const int nowhere = open("/dev/null", O_WRONLY);
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (chosen && getppid() == parent && nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0 &&
      dup2(nowhere, STDERR_FILENO) >= 0 && sim_build_network(&again.sim)) {
    run_loop(&again);
  }
  _exit(0);
}

void run_find_culprit(run_t *r, double seconds) {
  const bank_mismatch_t *m = network_mismatch(r->sim.network);
  const bank_t *bank = network_mismatch_bank(r->sim.network);
  // A bank of RTL alone, which compares nothing, ends the run itself by the assertion.
  const uint64_t steps =
      bank->comparisons > 0 ? bank->comparisons / bank->config.members : UINT64_MAX;
  culprit_t *found =
      mmap(NULL, sizeof *found, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (found == MAP_FAILED) {
    return;
  }
  noc_error_t error = {0};
  culprit_search_t search = {
      .component = m->component, .id = m->id, .steps = steps, .found = found};
  if (culprit_search_begin(&search, network_shape(r->sim.network), &error)) {
    (void)fflush(NULL);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0) {
      search_again(r, &search, parent);
    }
    int status = 0;
    if (pid > 0) {
      (void)process_wait(pid, seconds, &status);
    }
    r->culprit = *found;
  } else if (!r->cli->quiet) {
    (void)fprintf(stderr, "note: which unit is to blame cannot be found out: %s\n", error.text);
  }
  (void)munmap(found, sizeof *found);
}
