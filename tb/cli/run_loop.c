// run_loop -- the cycle loop of a run: warm-up, measurement, drain, and the watchdogs.

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/progress.h"
#include "cli/repro.h"
#include "cli/run.h"
#include "dut/clock.h"
#include "lockstep/report.h"

enum {
  // Cycles without a flit before a plan is asked whether it waits for ever; an exclusive or of 64
  // flits with an overhead of 64 takes 130 of them.
  PLAN_STALL = 256,
  IDLE_CYCLES = 64,         // between looks whether there is anything to do at all
  CHECK_CYCLES = 1000,      // between conservation checks
  CHECK_CYCLES_SMALL = 64,  // of a small network in lockstep, where they cost little
  SMALL_NETWORK = 128,      // routers and interfaces
  MEASURED_CYCLES = 32,     // between looks whether all measured packets have arrived
  CLOCK_WORK = 1 << 17      // component-cycles between looks at the clock
};

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
  interrupted = number;
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

// What the loop keeps beside the run.
typedef struct {
  run_t *r;
  double start, shown;    // seconds
  double show_every;      // 0: never
  bool line_open;         // a progress line is on the terminal
  uint64_t end;           // cycle in which no more packets are created; UINT64_MAX: never
  uint64_t limit;         // cycle in which the run must be over
  uint64_t stall_cycles;  // without progress
  uint64_t idle;          // cycle in which there was nothing to do, when last looked
  bool by_network;        // the same is asked of each virtual network
  uint64_t idle_network[SHAPE_MAX_VCS];
  uint64_t check_cycles, clock_cycles;
} loop_t;

// Packets are created up to run.cycles, and then those on their way arrive; a collective or a plan
// runs to its end, for which run.cycles is a limit.
static bool ends_by_cycles(const scenario_t *s) {
  return s->workload == WORKLOAD_TRAFFIC || s->workload == WORKLOAD_MULTICASTS ||
         (s->workload == WORKLOAD_TRACE && s->cycles > 0);
}

static void show_progress(loop_t *l, double now) {
  run_t *r = l->r;
  const uint64_t cycle = network_cycle(r->network);
  const network_counts_t *counts = network_counts(r->network);
  const bool terminal = r->cli->progress == PROGRESS_TERMINAL;
  const char *phase = cycle < r->scenario->warmup ? "warm-up" : cycle < l->end ? "run" : "drain";
  (void)fprintf(stderr, "%s%s: cycle %" PRIu64, terminal ? "\r\033[K" : "", phase, cycle);
  if (cycle < l->end && l->end != UINT64_MAX) {
    (void)fprintf(stderr, " of %" PRIu64, l->end);
  }
  char left[PROGRESS_LEFT] = "";
  if (cycle < l->end && l->end != UINT64_MAX && ends_by_cycles(r->scenario)) {
    (void)progress_left(now - l->start, (double)cycle, (double)l->end, left);
  }
  uint32_t operations = 0;
  const uint32_t complete = workload_operations(r->workload, &operations);
  if (operations > 0) {
    (void)fprintf(stderr, ", %" PRIu32 " of %" PRIu32 " operations (%.0f%%)", complete, operations,
                  100.0 * complete / operations);
    (void)progress_left(now - l->start, complete, operations, left);
  }
  (void)fprintf(stderr, ", %" PRIu64 " flits delivered, %.0f cycles/s%s%s", counts->taken,
                (double)cycle / (now - l->start), left, terminal ? "" : "\n");
  (void)fflush(stderr);
  l->line_open = terminal;
  l->shown = now;
}

static void clear_progress(loop_t *l) {
  if (l->line_open) {
    (void)fputs("\r\033[K", stderr);
    (void)fflush(stderr);
    l->line_open = false;
  }
}

static void finish(loop_t *l, run_result_t result) {
  l->r->result = result;
  clear_progress(l);
}

static bool check_conservation(loop_t *l) {
  if (network_check_conservation(l->r->network, &l->r->error)) {
    return true;
  }
  finish(l, RUN_CONSERVATION);
  return false;
}

static bool check_age(loop_t *l, bool (*check)(run_t *)) {
  if (check(l->r)) {
    return true;
  }
  finish(l, RUN_AGE);
  return false;
}

// Nothing moves though packets are on their way, or on one of the virtual networks: says why.
static void report_stall(loop_t *l, uint64_t since) {
  run_t *r = l->r;
  char of[32] = "";
  clear_progress(l);
  const bool closed = run_print_waiting(r, stderr);
  if (!check_conservation(l)) {  // then that is the cause
    return;
  }
  finish(l, closed ? RUN_DEADLOCK : RUN_TIMEOUT);
  if (r->stalled != 0) {
    (void)snprintf(of, sizeof of, " of network %d", __builtin_ctz(r->stalled));
  }
  (void)noc_fail(&r->error, NOC_CHECK_FAILED,
                 "%s: cycle %" PRIu64 ": no flit%s has moved in or out since cycle %" PRIu64
                 ", and packets%s are on their way",
                 run_result_name(r->result), network_cycle(r->network), of, since, of);
}

// One of the virtual networks stands still, though others may move; they are all looked at in
// cycles that are a multiple of IDLE_CYCLES. Flits of the others go first at times.
static bool find_stalled(loop_t *l, uint64_t now) {
  run_t *r = l->r;
  for (unsigned k = 0; k < r->scenario->networks; k++) {
    if (!workload_network_waiting(r->workload, k)) {
      l->idle_network[k] = now;
    }
    const uint64_t progress = workload_network_progress(r->workload, k);
    const uint64_t since = progress > l->idle_network[k] ? progress : l->idle_network[k];
    if (now - since > r->scenario->networks * l->stall_cycles) {
      r->stalled = UINT32_C(1) << k;
      report_stall(l, progress);
      return true;
    }
  }
  return false;
}

// Seconds that the search for the culprit may take: a run
// with a limit tells its mismatch in time. 0: any time.
static double time_left(const loop_t *l) {
  const double limit = (double)l->r->cli->time_limit;
  const double left = 0.9 * limit - (clock_s() - l->start);
  return limit == 0 ? 0 : left > 0.001 ? left : 0.001;
}

static void report_mismatch(loop_t *l) {
  run_t *r = l->r;
  const bank_mismatch_t *m = network_mismatch(r->network);
  finish(l, RUN_MISMATCH);
  if (r->search != NULL) {
    return;
  }
  run_find_culprit(r, time_left(l));
  char *repro = repro_line(r->cli, r->scenario);
  mismatch_report(stderr, r->network, &r->culprit, repro);
  free(repro);
  const bool router = m->component == COMPONENT_ROUTER;
  char place[64];
  (void)snprintf(place, sizeof place, "%" PRIu32, m->id);
  if (router) {
    (void)topology_router_name(r->scenario->topology, m->id, place, sizeof place);
  }
  (void)noc_fail(&r->error, NOC_CHECK_FAILED, "mismatch: cycle %" PRIu64 ": %s %s: %s[%u]",
                 m->cycle, router ? "router" : "interface", place,
                 m->field != NULL ? m->field->name : "?", m->index);
}

// One cycle; false when the run is over.
static bool cycle(loop_t *l) {
  run_t *r = l->r;
  if (!workload_cycle(r->workload, &r->error)) {
    finish(l, r->error.status == NOC_CHECK_FAILED ? RUN_SCOREBOARD : RUN_FAULT);
    return false;
  }
  bool same = network_step(r->network);
  if (r->wave != NULL) {
    wave_cycle(r->wave, r->network);
  }
  if (!same) {
    report_mismatch(l);
    return false;
  }
  return true;
}

// The end of a run that has nothing left to do.
static void conclude(loop_t *l) {
  run_t *r = l->r;
  run_lockstep_t lockstep;
  if (!check_conservation(l) || !check_age(l, run_check_age_at_end)) {
    return;
  }
  finish(l, RUN_PASS);
  run_lockstep(r, &lockstep);
  if (lockstep.routers + lockstep.interfaces > 0 && lockstep.comparisons == 0) {
    (void)noc_fail(&r->error, NOC_CHECK_FAILED, "lockstep: nothing was compared");
    r->result = RUN_NOT_COMPARED;
  } else if (lockstep.comparisons > 0 && network_counts(r->network)->ejected_flits == 0) {
    (void)noc_fail(&r->error, NOC_CHECK_FAILED,
                   "lockstep: nothing was sent: no flit has come to a node");
    r->result = RUN_NOTHING_SENT;
  }
}

// What is looked at now and then; false when the run is over.
static bool look_around(loop_t *l, uint64_t now) {
  run_t *r = l->r;
  if (now % l->check_cycles == 0 && !check_conservation(l)) {
    return false;
  }
  if (!check_age(l, run_check_age)) {
    return false;
  }
  if (r->warn && now % WORKLOAD_LOOK == 0) {
    clear_progress(l);
    (void)run_warn_starved(r);
  }
  if (now - workload_last_progress(r->workload) > PLAN_STALL &&
      workload_stalled(r->workload, &r->error)) {
    finish(l, RUN_DEADLOCK);
    return false;
  }
  const uint64_t progress = workload_last_progress(r->workload);
  if (now % IDLE_CYCLES == 0 && now - progress > PLAN_STALL && !workload_waiting(r->workload)) {
    l->idle = now;
  }
  if (now - (progress > l->idle ? progress : l->idle) > l->stall_cycles &&
      workload_waiting(r->workload)) {
    report_stall(l, progress);
    return false;
  }
  if (l->by_network && now % IDLE_CYCLES == 0 && find_stalled(l, now)) {
    return false;
  }
  if (now >= l->limit) {
    (void)noc_fail(&r->error, NOC_CHECK_FAILED,
                   "timeout: cycle %" PRIu64 ": packets are still on their way%s", now,
                   ends_by_cycles(r->scenario) ? " (run.drain: false ends without them)" : "");
    finish(l, RUN_TIMEOUT);
    return false;
  }
  if (l->show_every > 0 && now % l->clock_cycles == 0) {
    double s = clock_s();
    if (s - l->shown >= l->show_every) {
      show_progress(l, s);
    }
  }
  return true;
}

// Lets the cycles pass in which nobody does anything, up to the last that the loop looks for.
static void pass(loop_t *l, uint64_t now) {
  run_t *r = l->r;
  const uint64_t end = (now < l->end ? l->end : l->limit) - 1;
  uint64_t next = workload_next(r->workload);
  next = next < end ? next : end;
  if (next > now && next < UINT64_MAX - 1) {
    network_pass(r->network, next - now);
    l->idle = next;
    for (unsigned k = 0; k < r->scenario->networks; k++) {
      l->idle_network[k] = next;
    }
  }
}

// The hosts begin anew, with the same packets.
static bool begin_anew(loop_t *l) {
  run_t *r = l->r;
  workload_free(r->workload);
  network_reset(r->network);
  r->workload = workload_create(r->scenario, &r->input, r->network, &r->error);
  if (r->workload == NULL) {
    finish(l, RUN_FAULT);
  }
  return r->workload != NULL;
}

// Runs up to run.reset, and resets everything in that cycle, in the middle of traffic if there is
// any; what comes behind is the run. False when it is over.
static bool reset_midway(loop_t *l) {
  run_t *r = l->r;
  const uint64_t at = r->scenario->reset;
  for (uint64_t i = 0; at > 0 && i <= at && !interrupted; i++) {
    if (!workload_cycle(r->workload, &r->error)) {
      finish(l, r->error.status == NOC_CHECK_FAILED ? RUN_SCOREBOARD : RUN_FAULT);
      return false;
    }
    // In the last of them interfaces are offered beats, and reset.
    if (i < at && !network_step(r->network)) {
      report_mismatch(l);
      return false;
    }
  }
  return at == 0 || begin_anew(l);
}

static void run_cycles(loop_t *l) {
  run_t *r = l->r;
  const bool ends = ends_by_cycles(r->scenario);
  for (;;) {
    if (!cycle(l)) {
      return;
    }
    const uint64_t now = network_cycle(r->network);
    if (interrupted != 0) {
      (void)noc_fail(&r->error, NOC_INTERRUPTED, "interrupted in cycle %" PRIu64, now);
      finish(l, RUN_INTERRUPTED);
      return;
    }
    if (ends && now == l->end && !r->keep_load) {
      workload_stop(r->workload);
    }
    bool over = ends && now >= l->end && !r->scenario->drain;
    if (r->keep_load) {
      over = now >= l->end + r->scenario->cycles ||
             (now >= l->end && now % MEASURED_CYCLES == 0 && workload_measured(r->workload));
    }
    if (over || ((!ends || now >= l->end) && workload_done(r->workload))) {
      if ((over || workload_verify(r->workload, &r->error))) {
        conclude(l);
      } else {
        finish(l, RUN_SCOREBOARD);
      }
      return;
    }
    if (!look_around(l, now)) {
      return;
    }
    if (network_rests(r->network) && r->wave == NULL && !r->keep_load) {
      pass(l, now);
    }
  }
}

// Cycles of which only such a share counts.
static uint64_t later(uint64_t cycles, double share) {
  const double most = 1e15;
  const double all = (double)cycles / share;
  return (uint64_t)(all < most ? all : most);
}

static void set_limits(loop_t *l) {
  const scenario_t *s = l->r->scenario;
  const topology_t *t = s->topology;
  const uint64_t cycles = s->warmup + s->cycles;
  const uint64_t drain = 100000;
  l->end = s->cycles > 0 ? cycles : UINT64_MAX;
  // Saturated source queues take a few times as long to empty as they took to fill.
  const uint64_t hosts = 100 * (s->host.t_hs + s->host.t_hr + s->host.t_ns + s->host.t_nr);
  l->limit = l->end == UINT64_MAX ? UINT64_MAX : 10 * cycles + drain + hosts;
  // Hosts that seldom take something take as much longer.
  double share = 1;
  for (unsigned k = 0; k < s->networks; k++) {
    const double one = accept_share(&s->accept, k);
    share = one > 0 && one < share ? one : share;
  }
  if (share < 1) {
    l->limit = later(l->limit, share);
  }
  if (!ends_by_cycles(s)) {
    l->limit = l->end;
  }
  // A lone flit on the longest way must not look like a stall, nor must an interface whose handlers
  // work on a packet to forward.
  uint64_t hops = 1;
  for (unsigned d = 0; d < t->dims; d++) {
    hops += t->radix[d];
  }
  l->stall_cycles = 2000 + 20 * s->depth + 4 * hops * (s->pipeline + s->link_latency) +
                    s->host.t_nr + s->host.t_ns;
  // Nor a host that takes something now and then: a flit waits longer once in 10^17 times.
  if (share < 1) {
    l->stall_cycles += later(40, share);
  }
  l->by_network = workload_watches_networks(l->r->workload);
  const uint64_t components = (uint64_t)t->routers + t->nodes;
  const bool small = components <= SMALL_NETWORK && s->run_router == RUN_LOCKSTEP;
  l->check_cycles = small ? CHECK_CYCLES_SMALL : CHECK_CYCLES;
  l->clock_cycles = components < CLOCK_WORK ? CLOCK_WORK / components : 1;
}

void run_loop(run_t *r) {
  loop_t l = {.r = r, .start = clock_s()};
  struct sigaction old[2];
  l.shown = l.start;
  l.show_every = r->cli->progress == PROGRESS_TERMINAL ? 0.2
                 : r->cli->progress == PROGRESS_LINES  ? 5
                                                       : 0;
  set_limits(&l);
  catch_signals(old);
  if (reset_midway(&l)) {
    run_cycles(&l);
  }
  restore_signals(old);
  clear_progress(&l);
  r->wall_s = clock_s() - l.start;
  if (r->search == NULL) {
    run_coverage(r->network, &r->coverage);
  }
}
