// run_events -- see run_events.h.

#include "runs/run_events.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "packets/database.h"
#include "packets/watch.h"
#include "runs/output.h"
#include "scenario/scenario_load.h"
#include "sim/nocstep.h"

struct run_events {
  watch_t *watch;
  database_t *database;
  bool failed;
};

bool run_events_window(const cli_t *cli, uint64_t *from, uint64_t *to, noc_error_t *error) {
  int end = 0;
  *from = 0;
  *to = UINT64_MAX;
  if (cli->events_window == NULL) {
    return true;
  }
  if (cli->events == NULL) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "--events-window" SAY_IS("given without --events", "given with it"));
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
  FILE *out = open_memstream(&text, &size);
  if (out == NULL) {
    return NULL;
  }
  (void)scenario_write_yaml(s, out);
  return fclose(out) == 0 ? text : NULL;
}

static bool open_database(run_t *r, run_events_t *e, uint64_t from, uint64_t to) {
  char *text = scenario_text(r->sim.scenario);
  if (text == NULL) {
    return memory_fail(&r->sim.error, "the scenario's text");
  }
  const database_about_t about = {text, NOCSTEP_VERSION, from, to};
  e->database = database_create(r->cli->events, &about, r->sim.network, &r->sim.error);
  free(text);
  return e->database != NULL;
}

bool run_events_open(run_t *r) {
  watch_config_t config = {0};
  if (r->cli->events == NULL) {
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
  if (!open_database(r, e, config.from, config.to)) {
    return false;
  }
  config.sink[config.sinks++] = database_sink(e->database);
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
  (void)(database_tell(e->database, "result", sim_result_name(r->sim.result), 0) &&
         database_tell(e->database, "cycles", NULL, network_cycle(r->sim.network)) &&
         database_tell(e->database, "followed_to", NULL, lost));
  if (lost != kNever && !r->cli->quiet) {
    (void)fprintf(stderr,
                  "--events: cycle %" PRIu64
                  ": a head is not that of the packet that should come; nothing behind it is in "
                  "the file\n",
                  lost);
  }
}

bool run_events_close(run_t *r) {
  run_events_t *e = r->events;
  noc_error_t error = {0};
  bool ok = true;
  if (e == NULL) {
    return true;
  }
  if (e->watch != NULL) {
    ok = !e->failed && watch_finish(e->watch);
    if (watch_no_memory(e->watch)) {
      ok = memory_fail(&error, "the packets that are followed");
    }
    tell_result(r, e);
  }
  if (e->database != NULL) {
    ok = database_close(e->database, &error) && ok;
  }
  // A run that was ended for the sake of its file has failed with that.
  if (!ok && (r->sim.result == SIM_PASS || r->sim.result == SIM_INTERRUPTED) && e->watch != NULL) {
    r->sim.result = SIM_FAULT;
    r->sim.error = error;
  }
  watch_free(e->watch);
  free(e);
  r->events = NULL;
  return ok;
}
