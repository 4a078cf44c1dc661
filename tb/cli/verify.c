// verify -- `nocstep verify [SCENARIO...]`: many runs in lockstep, and one report; see verify.h.

#include "cli/verify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/verify_coverage.h"
#include "cli/verify_page.h"
#include "dut/clock.h"
#include "dut/files.h"
#include "dut/plugin.h"
#include "page/page.h"
#include "runs/jobs.h"
#include "runs/output.h"
#include "runs/progress.h"
#include "sim/proofs.h"

// ---- Progress

// The counts of the workers' jobs, for the line of progress.
typedef struct {
  verify_t *v;
  const char *what;  // "runs"
  size_t total;
  double start, shown;
  size_t failed;  // of those that are done
  bool line_open;
} watch_t;

static watch_t watch(verify_t *v, const char *what, size_t total) {
  const double now = clock_s();
  return (watch_t){.v = v, .what = what, .total = total, .start = now, .shown = now};
}

static void clear_line(watch_t *p) {
  if (p->line_open) {
    (void)fputs("\r\033[K", stderr);
    (void)fflush(stderr);
    p->line_open = false;
  }
}

static void show_progress(watch_t *p, size_t finished, size_t running) {
  const bool terminal = p->v->cli->progress == PROGRESS_TERMINAL;
  const double now = clock_s();
  if (p->v->cli->progress == PROGRESS_NONE || now - p->shown < (terminal ? 0.2 : 5)) {
    return;
  }
  char failed[40] = "";
  char left[PROGRESS_LEFT];
  if (p->failed > 0) {
    (void)snprintf(failed, sizeof failed, ", %zu failed", p->failed);
  }
  (void)fprintf(stderr, "%s%zu of %zu %s done, %zu running%s%s%s", terminal ? "\r\033[K" : "",
                finished, p->total, p->what, running, failed,
                progress_left(now - p->start, (double)finished, (double)p->total, left),
                terminal ? "" : "\n");
  (void)fflush(stderr);
  p->line_open = terminal;
  p->shown = now;
}

// ---- Plug-ins, all before the runs, so that no run waits for another that builds the same

typedef struct {
  const char *unit;
  noc_shape_t shape;
} build_t;

typedef struct {
  watch_t progress;
  build_t *build;
  size_t builds;
  size_t failed;      // number of the first that failed, `builds` if none
  noc_error_t error;  // why
} builds_t;

static void add_build(builds_t *b, const char *unit, const noc_shape_t *shape) {
  const build_t build = {unit, plugin_shape(unit, shape)};
  for (size_t i = 0; i < b->builds; i++) {
    if (strcmp(b->build[i].unit, unit) == 0 &&
        memcmp(&b->build[i].shape, &build.shape, sizeof build.shape) == 0) {
      return;
    }
  }
  b->build[b->builds++] = build;
}

static void start_build(void *context, size_t index, FILE *result) {
  const builds_t *b = context;
  noc_error_t error = {0};
  plugin_quiet(!b->progress.v->cli->verbose);
  if (plugin_load(b->build[index].unit, &b->build[index].shape, &error) == NULL) {
    (void)fprintf(result, "%d %s", (int)error.status, error.text);
  }
}

static bool build_done(void *context, const job_result_t *r) {
  builds_t *b = context;
  if ((r->length > 0 || r->died != NULL) && r->index < b->failed) {
    b->failed = r->index;
    char *text = NULL;
    const long status = strtol(r->bytes, &text, 10);
    (void)noc_fail(&b->error, r->died != NULL ? NOC_ENVIRONMENT : (noc_status_t)status, "%s%s",
                   r->died != NULL ? "a worker that builds a plug-in " : "",
                   r->died != NULL ? r->died : text + strspn(text, " "));
  }
  return b->failed == b->builds;
}

static void build_tick(void *context, size_t finished, size_t running) {
  builds_t *b = context;
  show_progress(&b->progress, finished, running);
}

static bool build_plugins(verify_t *v, noc_error_t *error) {
  builds_t b = {.progress = watch(v, "plug-ins", 0)};
  b.build = calloc(2 * v->variants + 1, sizeof *b.build);
  if (b.build == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "out of memory for the plug-ins");
  }
  for (size_t i = 0; i < v->variants; i++) {
    if (v->scenario[v->variant[i].scenario].foreign) {
      continue;  // beside its router are golden models
    }
    add_build(&b, "router", &v->variant[i].shape);
    add_build(&b, "network_interface", &v->variant[i].shape);
  }
  b.failed = b.progress.total = b.builds;
  const jobs_config_t config = {.jobs = b.builds,
                                .workers = (unsigned)v->cli->jobs,
                                .context = &b,
                                .start = start_build,
                                .done = build_done,
                                .tick = build_tick};
  bool ok = jobs_run(&config, error);
  clear_line(&b.progress);
  if (!ok && error->status == NOC_INTERRUPTED) {
    (void)noc_fail(error, NOC_INTERRUPTED, "interrupted while plug-ins were built");
  }
  if (ok && b.failed < b.builds) {
    *error = b.error;
    ok = false;
  }
  free(b.build);
  return ok;
}

// ---- Runs

typedef struct {
  watch_t progress;
  noc_error_t error;
} runs_t;

static void start_run(void *context, size_t index, FILE *result) {
  const runs_t *runs = context;
  verify_child(runs->progress.v, index, result);
}

// Its scenario's bytes, and what is set besides.
static uint64_t run_sum(void *context, size_t index) {
  const verify_t *v = ((const runs_t *)context)->progress.v;
  const verify_run_t *run = &v->run[index];
  const verify_variant_t *variant = &v->variant[run->variant];
  char *text = file_read(v->scenario[variant->scenario].file);
  uint64_t hash = hash_text(HASH_START, text != NULL ? text : "");
  string_list_t sets;
  if (verify_sets(variant, run->seed, &sets)) {
    for (size_t i = 0; i < sets.count; i++) {
      hash = hash_text(hash_bytes(hash, &i, sizeof i), sets.item[i]);
    }
  }
  verify_sets_free(&sets);
  free(text);
  return hash;
}

static bool is_failure(const verify_run_t *run) {
  return run->verdict == VERIFY_FAIL || run->verdict == VERIFY_ERROR;
}

static bool prints_text(const cli_t *cli) {
  return !cli->quiet && !output_is_stdout(cli->json) && !output_is_stdout(cli->junit);
}

// Runs end in any order. What depends on the order, the printed lines and --max-failures, goes by
// the runs up to the first that is not done: the same for any number of workers.
static void advance(verify_t *v) {
  const uint64_t most = v->cli->max_failures;
  while (!v->stopped && v->next < v->runs && v->run[v->next].verdict != VERIFY_NOT_RUN) {
    const verify_run_t *run = &v->run[v->next++];
    v->failed += is_failure(run);
    v->stopped = most > 0 && v->failed >= most;
    if (prints_text(v->cli)) {
      verify_run_line(v, run, stdout);
      (void)fflush(stdout);  // who watches sees each run as it ends
    }
  }
}

static bool run_done(void *context, const job_result_t *r) {
  runs_t *runs = context;
  verify_t *v = runs->progress.v;
  verify_run_t *run = &v->run[r->index];
  if (!verify_take(run, r->bytes, r->length, r->died)) {
    (void)noc_fail(&runs->error, NOC_ENVIRONMENT, "out of memory for the results");
    return false;
  }
  if (!verify_coverage_take(v, r->index, &runs->error)) {
    return false;
  }
  clear_line(&runs->progress);
  runs->progress.failed += is_failure(run);
  // Else it is told once, by its line among the results.
  if (is_failure(run) && !prints_text(v->cli)) {
    (void)fputs("FAIL  ", stderr);
    verify_run_name(v, run, stderr);
    (void)fprintf(stderr, ": %s\n", verify_text(run, "error"));
  }
  advance(v);
  return !v->stopped;
}

static void run_tick(void *context, size_t finished, size_t running) {
  runs_t *runs = context;
  show_progress(&runs->progress, finished, running);
}

// Forgets a run that ended though the regression had stopped before it.
static void drop_runs_behind(verify_t *v) {
  for (size_t i = v->next; v->stopped && i < v->runs; i++) {
    json_decref(v->run[i].result);
    v->run[i].result = NULL;
    v->run[i].verdict = VERIFY_NOT_RUN;
  }
}

static bool do_runs(verify_t *v, noc_error_t *error) {
  runs_t runs = {.progress = watch(v, "runs", v->runs)};
  const jobs_config_t config = {.jobs = v->runs,
                                .workers = (unsigned)v->cli->jobs,
                                .context = &runs,
                                .start = start_run,
                                .done = run_done,
                                .tick = run_tick,
                                .sum = run_sum};
  proofs_share();
  bool ok = jobs_run(&config, error);
  clear_line(&runs.progress);
  drop_runs_behind(v);
  if (ok && runs.error.status != NOC_OK) {
    *error = runs.error;
    ok = false;
  }
  return ok;
}

// ---- Results

typedef struct {
  output_t *json, *junit;
  output_t *report, *report_json, *report_junit;  // of --report DIR
  bool made_report;                               // it was not there before
  output_t *page;                                 // of --html DIR
  bool made_html;
  verify_coverage_outputs_t coverage;
  verify_before_t before;
} outputs_t;

static output_t *open_in(const char *folder, const char *name, noc_error_t *error) {
  char path[4096];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  return output_open(path, error);
}

static bool check_not_read(const verify_t *v, const char *option, const char *path,
                           noc_error_t *error) {
  for (size_t i = 0; path != NULL && i < v->scenarios; i++) {
    if (output_same(path, v->scenario[i].file)) {
      return noc_fail(error, NOC_BAD_INPUT, "%s" SAY_IS("%.200s, a scenario", "another file"),
                      option, path);
    }
  }
  return true;
}

// Before anything runs: can the files be written?
static bool open_outputs(verify_t *v, outputs_t *o, noc_error_t *error) {
  const cli_t *cli = v->cli;
  if (!check_not_read(v, "--json", cli->json, error) ||
      !check_not_read(v, "--junit", cli->junit, error)) {
    return false;
  }
  if (cli->json != NULL && cli->junit != NULL && output_same(cli->json, cli->junit)) {
    return noc_fail(error, NOC_BAD_INPUT, "--junit" SAY_IS("%.200s, as for --json", "another file"),
                    cli->junit);
  }
  if (output_is_stdout(cli->json) && output_is_stdout(cli->junit)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "--junit" SAY_IS("standard output, as for --json", "another file"));
  }
  if (cli->html == NULL && cli->html_before.count > 0) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "--html-before" SAY_IS("given without --html", "given with it"));
  }
  return verify_before_read(&cli->html_before, &o->before, error) &&
         verify_coverage_open(v, &o->coverage, error) &&
         output_folder("--report", cli->report, &o->made_report, error) &&
         output_folder("--html", cli->html, &o->made_html, error) &&
         (cli->html == NULL || (o->page = open_in(cli->html, PAGE_NAME, error)) != NULL) &&
         (cli->json == NULL || (o->json = output_open(cli->json, error)) != NULL) &&
         (cli->junit == NULL || (o->junit = output_open(cli->junit, error)) != NULL) &&
         (cli->report == NULL ||
          ((o->report = open_in(cli->report, "report.txt", error)) != NULL &&
           (o->report_json = open_in(cli->report, "result.json", error)) != NULL &&
           (o->report_junit = open_in(cli->report, "junit.xml", error)) != NULL));
}

static void discard_outputs(const verify_t *v, outputs_t *o) {
  output_discard(o->json);
  output_discard(o->junit);
  output_discard(o->report);
  output_discard(o->report_json);
  output_discard(o->report_junit);
  output_discard(o->page);
  verify_coverage_discard(v, &o->coverage);
  output_folder_discard(v->cli->report, o->made_report);
  output_folder_discard(v->cli->html, o->made_html);
}

static bool write_json(const verify_t *v, output_t *out, noc_error_t *error) {
  if (out != NULL && !verify_json(v, output_stream(out))) {
    output_discard(out);
    return noc_fail(error, NOC_ENVIRONMENT, "out of memory for the result");
  }
  return out == NULL || output_commit(out, error);
}

static bool write_junit(const verify_t *v, output_t *out, noc_error_t *error) {
  if (out != NULL) {
    verify_junit(v, output_stream(out));
  }
  return out == NULL || output_commit(out, error);
}

static bool write_report(const verify_t *v, output_t *out, noc_error_t *error) {
  if (out == NULL) {
    return true;
  }
  for (size_t i = 0; i < v->runs; i++) {
    verify_run_line(v, &v->run[i], output_stream(out));
  }
  verify_summary(v, true, output_stream(out));
  return output_commit(out, error);
}

static bool write_page(const verify_t *v, outputs_t *o, noc_error_t *error) {
  const verify_page_t page = {v, &o->before};
  if (o->page != NULL && !verify_page(&page, output_stream(o->page))) {
    output_discard(o->page);
    return noc_fail(error, NOC_ENVIRONMENT, "out of memory for the page");
  }
  return o->page == NULL || output_commit(o->page, error);
}

// Takes the outputs over, all of them.
static bool write_results(verify_t *v, outputs_t *o, noc_error_t *error) {
  const bool examples = verify_examples(v, error);
  if (prints_text(v->cli)) {
    verify_summary(v, v->cli->verbose, stdout);
  }
  bool ok = write_json(v, o->json, error);
  ok = write_junit(v, o->junit, error) && ok;
  ok = write_report(v, o->report, error) && ok;
  ok = write_json(v, o->report_json, error) && ok;
  ok = write_junit(v, o->report_junit, error) && ok;
  ok = verify_coverage_write(v, &o->coverage, error) && ok;
  return write_page(v, o, error) && ok && examples;
}

static void show_dry_run(const verify_t *v) {
  for (size_t i = 0; prints_text(v->cli) && i < v->runs; i++) {
    (void)printf("%s\n", v->run[i].repro);
  }
}

// The exit status of what was run, and its word.
static int conclude(verify_t *v, noc_error_t *error) {
  if (!verify_groups(v, error) || !verify_coverage_count(v, error)) {
    return cli_report(error);
  }
  v->status_word = v->interrupted                                ? "interrupted"
                   : v->cli->dry_run                             ? "dry-run"
                   : v->groups > 0                               ? "fail"
                   : v->count[VERIFY_PASS] < v->runs             ? "fail"
                   : v->comparisons == 0 && v->foreign < v->runs ? "not-compared"
                                                                 : "pass";
  return v->interrupted                        ? NOC_INTERRUPTED
         : v->cli->dry_run                     ? NOC_OK
         : strcmp(v->status_word, "pass") == 0 ? NOC_OK
                                               : NOC_CHECK_FAILED;
}

// The runs, and their results, also of a regression that was interrupted or failed on its way.
static int verify(verify_t *v, outputs_t *o) {
  noc_error_t error = {0};
  const double start = clock_s();
  bool ok = true;
  if (v->cli->dry_run) {
    show_dry_run(v);
  } else {
    ok = build_plugins(v, &error);
    if (!ok && error.status != NOC_INTERRUPTED) {  // nothing was run
      discard_outputs(v, o);
      return cli_report(&error);
    }
    ok = ok && do_runs(v, &error);
  }
  v->interrupted = !ok && error.status == NOC_INTERRUPTED;
  v->wall_s = clock_s() - start;
  int status = ok ? NOC_OK : cli_report(&error);
  const int concluded = conclude(v, &error);
  status = status == NOC_OK ? concluded : status;
  if (!write_results(v, o, &error)) {
    const int other = cli_report(&error);
    status = status == NOC_OK ? other : status;
  }
  return status;
}

int command_verify(const struct cli *cli) {
  noc_error_t error = {0};
  outputs_t o = {0};
  verify_t v = {.cli = cli, .status_word = "fail"};
  int status = NOC_OK;
  if (verify_matrix(&v, &error) && open_outputs(&v, &o, &error)) {
    status = verify(&v, &o);
  } else {
    discard_outputs(&v, &o);
    status = cli_report(&error);
  }
  verify_before_free(&o.before);
  verify_coverage_free(&v);
  verify_free(&v);
  return status;
}
