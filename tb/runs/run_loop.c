// run_loop -- the cycle loop of a run on a terminal: signals end it, waves and progress follow it,
// what a failure needs goes to standard error.

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "dut/clock.h"
#include "lockstep/report.h"
#include "runs/progress.h"
#include "runs/repro.h"
#include "runs/run_checkpoint.h"
#include "runs/run_events.h"
#include "runs/run_loop.h"
#include "runs/run_rewind.h"

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
  interrupted = number;
}

// A run ends as well when a file that it writes as it goes cannot be written.
static bool is_interrupted(void *context) {
  const run_t *r = context;
  return interrupted != 0 || run_events_failed(r->events);
}

// A second signal ends the program at once.
static void catch_signals(struct sigaction old[2]) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
  (void)sigemptyset(&action.sa_mask);
  interrupted = 0;
  (void)sigaction(SIGINT, &action, &old[0]);
  (void)sigaction(SIGTERM, &action, &old[1]);
}

static void restore_signals(const struct sigaction old[2]) {
  (void)sigaction(SIGINT, &old[0], NULL);
  (void)sigaction(SIGTERM, &old[1], NULL);
}

static void show_progress(run_t *r, double now) {
  const sim_t *s = &r->sim;
  const uint64_t cycle = network_cycle(s->network);
  const network_counts_t *counts = network_counts(s->network);
  const bool terminal = r->cli->progress == PROGRESS_TERMINAL;
  const char *phase = cycle < s->scenario->warmup ? "warm-up" : cycle < s->end ? "run" : "drain";
  (void)fprintf(stderr, "%s%s: cycle %" PRIu64, terminal ? "\r\033[K" : "", phase, cycle);
  if (cycle < s->end && s->end != UINT64_MAX) {
    (void)fprintf(stderr, " of %" PRIu64, s->end);
  }
  char left[PROGRESS_LEFT] = "";
  if (cycle < s->end && s->end != UINT64_MAX && s->ends_by_cycles) {
    const uint64_t before = r->before.cycles;
    (void)progress_left(now - r->start, (double)(cycle - before), (double)(s->end - before), left);
  }
  uint32_t operations = 0;
  const uint32_t complete = workload_operations(s->workload, &operations);
  if (operations > 0) {
    (void)fprintf(stderr, ", %" PRIu32 " of %" PRIu32 " operations (%.0f%%)", complete, operations,
                  100.0 * complete / operations);
    const uint32_t before = r->complete_before;
    (void)progress_left(now - r->start, complete - before, operations - before, left);
  }
  (void)fprintf(stderr, ", %" PRIu64 " flits delivered, %.0f cycles/s%s%s", counts->taken,
                (double)(cycle - r->before.cycles) / (now - r->start), left, terminal ? "" : "\n");
  (void)fflush(stderr);
  r->line_open = terminal;
  r->shown = now;
}

static void clear_progress(run_t *r) {
  if (r->line_open) {
    (void)fputs("\r\033[K", stderr);
    (void)fflush(stderr);
    r->line_open = false;
  }
}

static void look(void *context, const sim_t *s) {
  run_t *r = context;
  (void)s;
  const double now = clock_s();
  run_rewind_look(r, now);
  if (r->cli->progress == PROGRESS_NONE) {
    return;
  }
  const double every = r->cli->progress == PROGRESS_TERMINAL ? 0.2 : 5;
  if (now - r->shown >= every) {
    show_progress(r, now);
  }
}

static void tell(void *context, const char *lines) {
  clear_progress(context);
  (void)fputs(lines, stderr);
}

static void trace(void *context, const sim_t *s) {
  const run_t *r = context;
  if (r->wave != NULL) {
    wave_cycle(r->wave, s->network);
  }
  if (r->events != NULL) {
    (void)run_events_cycle(r->events, s);
  }
  if (r->loads != NULL) {
    run_loads_cycle(r->loads, s->network);
  }
}

// Seconds that the search for the culprit may take: a run with a limit tells its mismatch in time.
// 0: any time.
static double time_left(const run_t *r) {
  const double limit = (double)r->cli->time_limit;
  const double left = 0.9 * limit - (clock_s() - r->start);
  return limit == 0 ? 0 : left > 0.001 ? left : 0.001;
}

static void report_mismatch(run_t *r) {
  run_find_culprit(r, time_left(r));
  char *repro = repro_line(r->cli, r->sim.scenario);
  mismatch_report(stderr, r->sim.network, &r->culprit, repro);
  free(repro);
}

static void report_rule(const run_t *r) {
  char *repro = repro_line(r->cli, r->sim.scenario);
  (void)fprintf(stderr, "reproduce: %s\n", repro != NULL ? repro : "");
  free(repro);
}

int run_status(const run_t *r) {
  switch (r->sim.result) {
    case SIM_PASS:
      return NOC_OK;
    case SIM_FAULT:
    case SIM_RULE:
      return (int)r->sim.error.status;
    case SIM_INTERRUPTED:
      return NOC_INTERRUPTED;
    default:
      return NOC_CHECK_FAILED;
  }
}

void run_loop(run_t *r) {
  struct sigaction old[2];
  const bool looks = r->cli->progress != PROGRESS_NONE || r->rewind != NULL;
  const bool traced = r->wave != NULL || r->events != NULL || r->loads != NULL;
  r->sim.observer = (sim_observer_t){.context = r,
                                     .cycle = traced ? trace : NULL,
                                     .look = looks ? look : NULL,
                                     .tell = tell,
                                     .interrupted = is_interrupted};
  run_checkpoint_every(r);
  r->start = r->shown = clock_s();
  catch_signals(old);
  const double cpu = processor_s();
  sim_loop(&r->sim);
  r->cpu_s = processor_s() - cpu;
  clear_progress(r);
  r->wall_s = clock_s() - r->start;
  (void)run_events_close(r);
  if (r->loads != NULL) {
    run_loads_finish(r->loads, r->sim.network);
  }
  if (r->sim.result == SIM_MISMATCH && r->search == NULL) {
    report_mismatch(r);
  }
  if (r->sim.result == SIM_RULE) {
    report_rule(r);
  }
  restore_signals(old);
  if (r->search == NULL) {
    run_coverage(r->sim.network, &r->coverage);
  }
}
