// run_events -- see run_events.h.

#include "runs/run_events.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/memory_stream.h"
#include "packets/database.h"
#include "packets/ftr.h"
#include "packets/watch.h"
#include "runs/output.h"
#include "runs/run_follow.h"
#include "scenario/scenario_load.h"
#include "sim/nocstep.h"

struct run_events {
  watch_t *watch;
  database_t *database;
  output_t *out;  // of the transactions
  ftr_t *ftr;
  char *scenario;  // its YAML
  bool failed;
};

bool run_events_window(const cli_t *cli, uint64_t *from, uint64_t *to, noc_error_t *error) {
  int end = 0;
  *from = 0;
  *to = UINT64_MAX;
  if (cli->events_window == NULL) {
    return true;
  }
  if (cli->events == NULL && cli->transactions == NULL) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "--events-window" SAY_IS("given without --events or --transactions",
                                             "given with one of them"));
  }
  return (sscanf(cli->events_window, "%15" SCNu64 ":%15" SCNu64 "%n", from, to, &end) == 2 &&
          cli->events_window[end] == '\0' && *from <= *to && cli->events_window[0] != '-' &&
          cli->events_window[0] != '+') ||
         noc_fail(
             error, NOC_BAD_INPUT,
             "--events-window" SAY_IS("'%.60s'", "two cycles, first and last, such as 100:200"),
             cli->events_window);
}

static char *scenario_text(const scenario_t *s) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = memory_stream(&text, &size);
  if (out == NULL) {
    return NULL;
  }
  (void)scenario_write_yaml(s, out);
  return fclose(out) == 0 ? text : NULL;
}

static bool open_database(run_t *r, run_events_t *e, watch_config_t *config) {
  const database_about_t about = {e->scenario, NOCSTEP_VERSION, config->from, config->to};
  if (r->cli->events == NULL) {
    return true;
  }
  e->database = database_create(r->cli->events, &about, r->sim.network, &r->sim.error);
  if (e->database != NULL) {
    config->sink[config->sinks++] = database_sink(e->database);
  }
  return e->database != NULL;
}

static bool open_transactions(run_t *r, run_events_t *e, watch_config_t *config) {
  const scenario_t *s = r->sim.scenario;
  const ftr_about_t about = {
      .version = NOCSTEP_VERSION,
      .scenario = e->scenario,
      .workload = s->collective != NULL             ? s->collective
                  : r->sim.input.multicasts != NULL ? "multicasts"
                                                    : "plan",
      .scheme = s->scheme,
  };
  if (r->cli->transactions == NULL) {
    return true;
  }
  e->out = output_open_large(r->cli->transactions, &r->sim.error);
  if (e->out == NULL) {
    return false;
  }
  e->ftr = ftr_create(output_stream(e->out), &about, r->sim.network, r->sim.input.plan);
  if (e->ftr == NULL) {
    return memory_fail(&r->sim.error, "the transactions");
  }
  config->sink[config->sinks++] = ftr_sink(e->ftr);
  return true;
}

// A report without --wave has waves of its own, in a second run.
static bool follows(const run_t *r) {
  return r->cli->follow != 0 && r->cli->wave != NULL;
}

// The way of the packet of --follow outlives the events.
static bool open_follow(run_t *r, watch_config_t *config) {
  if (!follows(r)) {
    return true;
  }
  r->follow = run_follow_create(r->cli->follow);
  if (r->follow == NULL) {
    return memory_fail(&r->sim.error, "the packet that is followed");
  }
  config->sink[config->sinks++] = run_follow_sink(r->follow);
  return true;
}

bool run_events_open(run_t *r) {
  watch_config_t config = {0};
  if (r->cli->events == NULL && r->cli->transactions == NULL && !follows(r)) {
    return true;
  }
  if (!run_events_window(r->cli, &config.from, &config.to, &r->sim.error)) {
    return false;
  }
  run_events_t *e = calloc(1, sizeof *e);
  if (e == NULL) {
    return memory_fail(&r->sim.error, "the events");
  }
  r->events = e;
  e->scenario = scenario_text(r->sim.scenario);
  if (e->scenario == NULL) {
    return memory_fail(&r->sim.error, "the scenario's text");
  }
  config.option = r->cli->events != NULL         ? "--events"
                  : r->cli->transactions != NULL ? "--transactions"
                                                 : "--follow";
  if (!watch_possible(r->sim.network, config.option, &r->sim.error) ||
      !open_database(r, e, &config) || !open_transactions(r, e, &config) ||
      !open_follow(r, &config)) {
    return false;
  }
  e->watch = watch_create(r->sim.network, r->sim.input.plan, &config, &r->sim.error);
  return e->watch != NULL;
}

bool run_events_cycle(run_events_t *e, const sim_t *s) {
  e->failed = e->failed || !watch_cycle(e->watch, s->workload);
  return !e->failed;
}

bool run_events_failed(const run_events_t *e) {
  return e != NULL && e->failed;
}

static void tell_result(const run_t *r, run_events_t *e) {
  const uint64_t lost = watch_lost(e->watch);
  if (e->database != NULL) {
    (void)(database_tell(e->database, "result", sim_result_name(r->sim.result), 0) &&
           database_tell(e->database, "cycles", NULL, network_cycle(r->sim.network)) &&
           database_tell(e->database, "followed_to", NULL, lost));
  }
  if (lost != kNever && !r->cli->quiet) {
    (void)fprintf(stderr,
                  "%s: cycle %" PRIu64
                  ": a head is not that of the packet that should come; nothing behind it is in "
                  "the file\n",
                  e->database != NULL ? "--events"
                  : e->ftr != NULL    ? "--transactions"
                                      : "--follow",
                  lost);
  }
}

// The file appears if all of it could be written, also behind a run that has failed.
static bool close_transactions(const run_t *r, run_events_t *e, bool whole, noc_error_t *error) {
  int code = 0;
  bool ok = e->ftr == NULL ||
            ftr_close(e->ftr, sim_result_name(r->sim.result), network_cycle(r->sim.network), &code);
  if (!ok) {
    (void)output_fail(e->out, code, error);
  }
  if (whole && ok) {
    return output_commit(e->out, error);
  }
  output_discard(e->out);
  return ok;
}

bool run_events_close(run_t *r) {
  run_events_t *e = r->events;
  noc_error_t error = {0};
  bool ok = true;
  if (e == NULL) {
    return true;
  }
  const bool begun = e->watch != NULL;
  if (begun) {
    ok = !e->failed && watch_finish(e->watch);
    if (watch_no_memory(e->watch)) {
      ok = memory_fail(&error, "the packets that are followed");
    }
    tell_result(r, e);
  }
  if (e->out != NULL) {
    ok = close_transactions(r, e, begun && ok, &error) && ok;
  }
  if (e->database != NULL) {
    ok = database_close(e->database, &error) && ok;
  }
  // A run that was ended for the sake of its file has failed with that.
  if (!ok && (r->sim.result == SIM_PASS || r->sim.result == SIM_INTERRUPTED) && begun) {
    r->sim.result = SIM_FAULT;
    r->sim.error = error;
  } else if (!ok && error.text[0] != '\0') {
    (void)cli_report(&error);
  }
  watch_free(e->watch);
  free(e->scenario);
  free(e);
  r->events = NULL;
  return ok;
}
