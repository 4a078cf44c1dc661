// batch -- see batch.h.

#include "runs/batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dut/clock.h"
#include "dut/files.h"
#include "runs/jobs.h"
#include "runs/progress.h"
#include "sim/proofs.h"

typedef struct {
  const cli_t *cli;
  const char *name;
  batch_run_t **run;  // those to be done
  size_t count;
  double start, shown;  // seconds
  bool line_open;       // a progress line is on the terminal
} batch_t;

static void show_progress(void *context, size_t finished, size_t running) {
  batch_t *b = context;
  const progress_t kind = b->cli->progress;
  const double now = clock_s();
  if (kind == PROGRESS_NONE || now - b->shown < (kind == PROGRESS_TERMINAL ? 0.2 : 5)) {
    return;
  }
  const bool terminal = kind == PROGRESS_TERMINAL;
  char left[PROGRESS_LEFT];
  (void)fprintf(stderr, "%s%s: %zu of %zu runs are done, %zu running, %.0f s%s%s",
                terminal ? "\r\033[K" : "", b->name, finished, b->count, running, now - b->start,
                progress_left(now - b->start, (double)finished, (double)b->count, left),
                terminal ? "" : "\n");
  (void)fflush(stderr);
  b->shown = now;
  b->line_open = terminal;
}

static void start(void *context, size_t index, FILE *result) {
  const batch_t *b = context;
  const batch_run_t *run = b->run[index];
  const char *sets[BATCH_SETS];
  size_t n_sets = 0;
  for (size_t i = 0; i < BATCH_SETS; i++) {
    if (run->set[i][0] != '\0') {
      sets[n_sets++] = run->set[i];
    }
  }
  simulation_t simulation;
  simulate_links_t links = {.flits = NULL};
  if (run->depth != SIMULATE_RUN) {
    simulate_up_to(run->source, sets, n_sets, run->depth, &simulation);
  } else {
    simulate(run->source, sets, n_sets, run->keep_load, &simulation,
             run->keep_links ? &links : NULL);
  }
  (void)fwrite(&simulation, sizeof simulation, 1, result);
  if (links.flits != NULL) {
    (void)fwrite(links.flits, sizeof *links.flits, links.count, result);
  }
  free(links.flits);
}

// The links behind the result; none where they were not wanted.
static void take_links(batch_run_t *run, const job_result_t *result) {
  const size_t bytes = result->length - sizeof run->simulation;
  run->link_flits = bytes > 0 ? malloc(bytes) : NULL;
  if (run->link_flits != NULL) {
    memcpy(run->link_flits, result->bytes + sizeof run->simulation, bytes);
  }
}

static uint64_t sum(void *context, size_t index) {
  const batch_run_t *run = ((const batch_t *)context)->run[index];
  uint64_t hash = hash_bytes(HASH_START, run->source->text, run->source->length);
  for (size_t i = 0; i < BATCH_SETS; i++) {
    hash = hash_text(hash, run->set[i]);
  }
  return hash_bytes(hash, &run->depth, sizeof run->depth);
}

static bool done(void *context, const job_result_t *result) {
  batch_t *b = context;
  batch_run_t *run = b->run[result->index];
  run->done = true;
  if (result->died == NULL && result->length >= sizeof run->simulation) {
    memcpy(&run->simulation, result->bytes, sizeof run->simulation);
    take_links(run, result);
    return true;
  }
  const char *why = NULL;
  const noc_status_t status = jobs_failure(result, &why);
  run->simulation = (simulation_t){.result = SIM_FAULT, .status = status};
  (void)noc_fail(&run->simulation.error, status, "%s: %s %s: the worker process %s",
                 run->source->file, run->set[0], run->set[1], why);
  return true;
}

bool batch_run(const cli_t *cli, const char *name, batch_run_t *runs, size_t count,
               noc_error_t *error) {
  batch_t b = {.cli = cli, .name = name, .run = malloc((count + 1) * sizeof(batch_run_t *))};
  if (b.run == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "out of memory for %zu runs", count);
  }
  for (size_t i = 0; i < count; i++) {
    if (!runs[i].done) {
      b.run[b.count++] = &runs[i];
    }
  }
  b.start = b.shown = clock_s();
  const jobs_config_t config = {.jobs = b.count,
                                .workers = (unsigned)cli->jobs,
                                .context = &b,
                                .start = start,
                                .done = done,
                                .tick = show_progress,
                                .sum = sum};
  proofs_share();
  const bool ok = jobs_run(&config, error);
  if (b.line_open) {
    (void)fputs("\r\033[K", stderr);
    (void)fflush(stderr);
  }
  free(b.run);
  return ok;
}

bool batch_check(const cli_t *cli, const char *name, batch_run_t *runs, size_t count,
                 noc_error_t *error) {
  if (!batch_run(cli, name, runs, count, error)) {
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    const simulation_t *s = &runs[i].simulation;
    if (s->status != NOC_OK) {
      *error = s->error;
      return simulate_blame(runs[i].source, error);
    }
  }
  return true;
}
