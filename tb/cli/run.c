// run -- `nocstep run SCENARIO`: builds the network and its workload, runs them, writes results.

#include "cli/run.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "cli/command.h"
#include "cli/run_page.h"
#include "dut/plugin.h"
#include "lockstep/report.h"
#include "page/page.h"
#include "plan/plan.h"
#include "runs/output.h"
#include "runs/ranks.h"
#include "runs/repro.h"
#include "runs/run_bundle.h"
#include "runs/run_checkpoint.h"
#include "runs/run_events.h"
#include "runs/run_follow.h"
#include "runs/run_ranks.h"
#include "runs/run_rewind.h"
#include "scenario/scenario_load.h"

static bool build_crew(run_t *r) {
  if (r->cli->threads == 1) {
    return true;
  }
  if (r->cli->threads > crew_processors() && !r->cli->quiet) {
    (void)fprintf(stderr, "note: --threads is %u, and this process may use %u processors\n",
                  (unsigned)r->cli->threads, crew_processors());
  }
  r->crew = crew_create((unsigned)r->cli->threads);
  return r->crew != NULL ||
         noc_fail(&r->sim.error, NOC_ENVIRONMENT, "--threads: cannot start %u threads",
                  (unsigned)r->cli->threads);
}

// Netlists and routers of others have no lines of ours.
static bool check_rtl_coverage(const run_t *r, noc_error_t *error) {
  const scenario_t *s = r->sim.scenario;
  const bool golden = s->run_router == RUN_REF && r->sim.places.count == 0;
  return r->cli->rtl_coverage == NULL ||
         ((s->run_router != RUN_GATES && s->dut.path == NULL && !golden) ||
          noc_fail(error, NOC_BAD_INPUT,
                   "--rtl-coverage" SAY_IS("given with %s",
                                           "given with RTL: --router rtl, "
                                           "lockstep or tops"),
                   s->dut.path != NULL ? "a foreign router (run.dut)"
                   : golden            ? "golden models only"
                                       : "netlists (run.router gates)"));
}

// Options that the scenario does not go with.
static bool check_options(run_t *r) {
  const workload_kind_t workload = r->sim.scenario->workload;
  const bool foreign = r->sim.scenario->dut.path != NULL;
  if (foreign && (r->cli->threads > 1 || r->cli->skip_idle ||
                  r->cli->rtl_at.count + r->cli->lockstep_at.count > 0)) {
    return noc_fail(&r->sim.error, NOC_BAD_INPUT,
                    "%s" SAY_IS("given with a foreign router (run.dut)", "left out"),
                    r->cli->threads > 1        ? "--threads"
                    : r->cli->skip_idle        ? "--skip-idle"
                    : r->cli->rtl_at.count > 0 ? "--rtl-at"
                                               : "--lockstep-at");
  }
  if (r->cli->threads > r->sim.scenario->topology->routers) {
    return noc_fail(&r->sim.error, NOC_BAD_INPUT,
                    "--threads" SAY_IS("%u", "at most %u, a thread for each router of %s"),
                    (unsigned)r->cli->threads, r->sim.scenario->topology->routers,
                    r->sim.scenario->topology->name);
  }
  if (r->cli->skip_idle && r->sim.scenario->run_router == RUN_REF && r->sim.places.count == 0) {
    return noc_fail(&r->sim.error, NOC_BAD_INPUT,
                    "--skip-idle" SAY_IS("given with golden models only", "given with RTL"));
  }
  if (!check_rtl_coverage(r, &r->sim.error)) {
    return false;
  }
  if (r->cli->threads > 1 && r->cli->profile) {
    return noc_fail(&r->sim.error, NOC_BAD_INPUT,
                    "--profile" SAY_IS("given with --threads %u", "given with one thread"),
                    (unsigned)r->cli->threads);
  }
  if (r->cli->write_plan != NULL && workload != WORKLOAD_COLLECTIVE && workload != WORKLOAD_PLAN) {
    return noc_fail(&r->sim.error, NOC_BAD_INPUT,
                    "--write-plan" SAY_IS("given with traffic or a trace",
                                          "given with a collective or a plan"));
  }
  return true;
}

static bool check_plan(run_t *r) {
  const plan_t *plan = r->sim.input.plan;
  // Messages of different steps would meet, and could wait for each other for ever.
  return r->cli->write_plan == NULL || plan->schedule.steps <= 1 ||
         r->sim.scenario->steps != STEPS_SEQUENTIAL ||
         noc_fail(
             &r->sim.error, NOC_BAD_INPUT,
             "--write-plan" SAY_IS("given with a schedule whose steps only the run keeps apart",
                                   "given with workload.steps barrier or overlapped"));
}

static bool write_plan(run_t *r) {
  const plan_t *plan = r->sim.input.plan;
  if (r->cli->write_plan == NULL) {
    return true;
  }
  output_t *out = output_open(r->cli->write_plan, &r->sim.error);
  if (out == NULL) {
    return false;
  }
  if (!plan_write_goal(plan, r->sim.scenario->flit_bits, output_stream(out))) {
    output_discard(out);
    return noc_fail(&r->sim.error, NOC_ENVIRONMENT, "%s: cannot be written", r->cli->write_plan);
  }
  return output_commit(out, &r->sim.error);
}

// The page shows the load of links over time.
static bool follow_loads(run_t *r) {
  if (r->cli->html == NULL) {
    return true;
  }
  r->loads = calloc(1, sizeof *r->loads);
  return r->loads != NULL ? run_loads_create(r->loads, r->sim.network, &r->sim.error)
                          : memory_fail(&r->sim.error, "the load of links over time");
}

// That of the checkpoint, or of the command line.
static bool load_scenario(run_t *r) {
  const cli_t *cli = r->cli;
  if (cli->resume != NULL) {
    return run_resume_scenario(r);
  }
  r->sim.scenario =
      foreign_scenario_load(cli->scenario, cli->sets.item, cli->sets.count, &r->sim.error);
  return r->sim.scenario != NULL;
}

static bool build(run_t *r) {
  const cli_t *cli = r->cli;
  uint64_t before = 0;
  uint64_t after = 0;
  plugin_quiet(cli->quiet);
  if (!run_window(cli, &before, &after, &r->sim.error) || !run_follow_check(cli, &r->sim.error) ||
      !run_events_window(cli, &before, &after, &r->sim.error)) {
    return false;
  }
  if (!physical_read(cli, &r->physical, &r->sim.error)) {
    return false;
  }
  if (!run_check_ranks(r) || !load_scenario(r) || !run_check_outputs(r)) {
    return false;
  }
  if (!run_read_places(r) || !run_places_foreign(&r->sim) || !check_options(r) ||
      !run_check_ranks(r) || !run_checkpoint_options(r) || !sim_read(&r->sim) || !check_plan(r)) {
    return false;
  }
  if (cli->verbose) {
    (void)scenario_write_yaml(r->sim.scenario, stderr);
  }
  if (!build_crew(r)) {
    return false;
  }
  r->sim.profile = cli->profile ? &r->profile : NULL;
  r->sim.skip_idle = cli->skip_idle;
  if (cli->rtl_coverage != NULL) {
    plugin_cover();
  }
  if (!run_choose_banks(r) || !sim_build(&r->sim) || !follow_loads(r) || !run_resume_state(r) ||
      !run_rewind_open(r)) {
    return false;
  }
  // Events may still be refused, and come first: nothing of an earlier run is replaced then.
  if (!run_events_open(r)) {
    return false;
  }
  if (cli->wave != NULL) {
    r->wave = wave_open(cli->wave, r->sim.network, cli->wave_from, cli->wave_to, &r->sim.error);
  }
  return (cli->wave == NULL || r->wave != NULL) && write_plan(r);
}

static void write_failure(run_t *r, FILE *out) {
  char *repro = repro_line(r->cli, r->sim.scenario);
  if (r->sim.result == SIM_MISMATCH) {
    mismatch_report(out, r->sim.network, &r->culprit, repro);
    free(repro);
    return;
  }
  (void)fprintf(out, "%s\n", r->sim.error.text);
  if (r->sim.result == SIM_RULE) {
    network_explain_rule(r->sim.network, out);
  }
  if (r->sim.result == SIM_DEADLOCK || r->sim.result == SIM_TIMEOUT) {
    (void)sim_print_waiting(&r->sim, out);
  }
  (void)fprintf(out, "reproduce: %s\n", repro != NULL ? repro : "");
  free(repro);
}

// One file of --report DIR.
static bool report_file(run_t *r, const char *name, void (*write)(run_t *, FILE *)) {
  char path[4096];
  (void)snprintf(path, sizeof path, "%s/%s", r->cli->report, name);
  output_t *out = output_open(path, &r->sim.error);
  if (out == NULL) {
    return false;
  }
  write(r, output_stream(out));
  return output_commit(out, &r->sim.error);
}

static void write_scenario(run_t *r, FILE *out) {
  (void)scenario_write_absolute(r->sim.scenario, out);  // relative names would be looked for there
}

static void write_json(run_t *r, FILE *out) {
  (void)run_json(r, out);
}

// The files of a report belong together: one run at a time writes into the folder, as far as the
// file system has locks. Returns the folder, which is locked until it is closed; -1: it is not.
static int take_report(const cli_t *cli) {
  (void)mkdir(cli->report, 0777);  // a run that was refused may have taken it away again
  const int folder = open(cli->report, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    if (!cli->quiet) {
      (void)fprintf(stderr, "note: %s: another run writes its report there; this one waits\n",
                    cli->report);
    }
    (void)flock(folder, LOCK_EX);
  }
  return folder;
}

static bool write_report_files(run_t *r) {
  run_clear_bundle(r->cli);
  return report_file(r, "scenario.yaml", write_scenario) &&
         report_file(r, "summary.txt", run_summary) && report_file(r, "result.json", write_json) &&
         (r->sim.result == SIM_PASS || report_file(r, "mismatch.txt", write_failure)) &&
         (!run_has_bundle(r) || run_write_bundle(r));
}

static bool write_report(run_t *r) {
  if (r->cli->report == NULL) {
    return true;
  }
  const int folder = take_report(r->cli);
  const bool ok = write_report_files(r);
  if (folder >= 0) {
    (void)close(folder);
  }
  return ok;
}

// The page of --html DIR, when all that it leads to is there.
static bool write_page(run_t *r) {
  char path[4096];
  noc_error_t error = {0};
  if (r->cli->html == NULL) {
    return true;
  }
  (void)snprintf(path, sizeof path, "%s/" PAGE_NAME, r->cli->html);
  output_t *out = output_open(path, &error);
  bool ok = out != NULL && run_page(r, write_failure, output_stream(out), &error);
  if (ok) {
    ok = output_commit(out, &error);
  } else {
    output_discard(out);
  }
  if (!ok) {
    r->sim.error = error;
  }
  return ok;
}

// The line that makes the bundle of this failure.
static void offer_bundle(const run_t *r) {
  char *repro = repro_line(r->cli, r->sim.scenario);
  if (repro != NULL) {
    (void)fprintf(stderr, "bundle: %s --report DIR\n", repro);
  }
  free(repro);
}

static bool prints_summary(const run_t *r) {
  return !r->cli->quiet && !output_is_stdout(r->cli->json) && !output_is_stdout(r->cli->write_plan);
}

// The save file has the way of the packet of --follow. False with the error if there is none.
static bool show_followed(run_t *r, noc_error_t *error) {
  const wave_way_t *way = r->follow != NULL
                              ? run_follow_way(r->follow, r->cli->wave_from, r->cli->wave_to, error)
                              : NULL;
  if (way != NULL) {
    wave_follow(r->wave, way);
  }
  return way != NULL || r->follow == NULL;
}

// Lines and toggles of the RTL that were reached, for --rtl-coverage FILE; summary and
// JSON have their numbers.
static bool write_rtl_coverage(run_t *r) {
  noc_error_t error = {0};
  if (r->cli->rtl_coverage == NULL) {
    return true;
  }
  bool ok = rtl_points_write(r->sim.network, &r->points, r->cli->rtl_coverage, &error);
  if (ok && !rtl_coverage_count(&r->points, NULL, &r->rtl)) {
    ok = memory_fail(&error, "what the RTL has reached");
  }
  if (!ok) {
    r->sim.error = error;
  }
  return ok;
}

// Results, also of a run that failed or was interrupted. False if they cannot be written, or lack
// what was asked for.
static bool write_results(run_t *r, output_t *json) {
  noc_error_t unfollowed = {0};
  bool ok = true;
  bool followed = true;
  if (r->wave != NULL && r->cli->wave_from > network_cycle(r->sim.network)) {
    followed = noc_fail(
        &unfollowed, NOC_BAD_INPUT,
        "--wave-from" SAY_IS("%" PRIu64 " in a run of %" PRIu64 " cycles", "a cycle of the run"),
        r->cli->wave_from, network_cycle(r->sim.network));
    wave_discard(r->wave);
    r->wave = NULL;
  } else if (r->wave != NULL) {
    followed = show_followed(r, &unfollowed);
    ok = wave_close(r->wave, &r->sim.error);
    r->wave = NULL;
  }
  ok = write_rtl_coverage(r) && ok;
  if (prints_summary(r)) {
    run_summary(r, stdout);
  }
  ok = write_report(r) && ok;
  if (json != NULL) {
    if (!run_json(r, output_stream(json))) {
      output_discard(json);
      return noc_fail(&r->sim.error, NOC_ENVIRONMENT, "out of memory for the result");
    }
    ok = output_commit(json, &r->sim.error) && ok;
  }
  ok = write_page(r) && ok;
  if (ok && !followed) {
    r->sim.error = unfollowed;
  }
  return ok && followed;
}

// A line that goes on from the checkpoint of an interrupted run.
static void offer_checkpoint(const run_t *r) {
  if (!r->cli->quiet && r->sim.result == SIM_INTERRUPTED &&
      r->checkpoint == network_cycle(r->sim.network)) {
    (void)fprintf(stderr, "note: nocstep run --resume %s goes on from there\n", r->cli->checkpoint);
  }
}

int command_run(const struct cli *given) {
  // The scenario of a checkpoint is none that could be read from its file again.
  cli_t own = *given;
  const cli_t *cli = &own;
  run_t r = {.cli = cli};
  output_t *json = NULL;
  int status = NOC_OK;
  run_begin_ranks(&r, &own);
  bool built = true;
  if (cli->json != NULL) {  // before the run: is the file writable?
    json = output_open(cli->json, &r.sim.error);
    built = json != NULL;
  }
  r.sim.warn = !cli->quiet;
  output_guard(true);
  built = run_agree(&r, built && build(&r));
  own.scenario = own.scenario != NULL ? own.scenario : "-";
  output_guard(false);
  if (built) {
    if (!cli->quiet && !prints_summary(&r) && !run_sustains(&r)) {
      run_print_rate(&r, "note: ", stderr);
    }
    run_loop(&r);
    run_settle_ranks(&r, run_peak_bytes());
    status = run_status(&r);
    if (status != NOC_OK) {
      (void)cli_report(&r.sim.error);
    }
    offer_checkpoint(&r);
    if (!cli->quiet && cli->report == NULL && run_has_bundle(&r)) {
      offer_bundle(&r);
    }
    if (ranks_writes() && !write_results(&r, json)) {
      int other = cli_report(&r.sim.error);
      status = status == NOC_OK || other == NOC_INTERRUPTED ? other : status;
    }
  } else {
    output_discard(json);
    output_folder_discard(cli->report, r.made_report);
    output_folder_discard(cli->html, r.made_html);
    if (r.sim.scenario != NULL) {
      scenario_locate(r.sim.scenario, &r.sim.error);
    }
    status = cli_report(&r.sim.error);
  }
  run_free(&r);
  return status;
}
