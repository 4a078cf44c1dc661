// verify_coverage -- see verify_coverage.h.

#include "cli/verify_coverage.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "dut/files.h"
#include "dut/plugin.h"
#include "runs/rtl_holes.h"
#include "runs/waivers.h"

struct verify_rtl {
  rtl_merge_t merge;
  waivers_t waivers;
  bool *waived;  // [points]
  rtl_coverage_t count;
  rtl_holes_t holes;
  source_lines_t lines;
  char home[PLUGIN_PATH];
};

// Files of --rtl-points are numbered behind all runs: a run is nearer than a file that reached as
// much.
static const size_t kFirstFile = SIZE_MAX / 2;

static bool is_wanted(const verify_t *v) {
  return v->cli->rtl_coverage != NULL;
}

// ---- The folder

static bool path_of_run(const verify_t *v, size_t index, char path[FILES_PATH]) {
  return path_print(path, "%s/run-%zu.dat", v->cli->rtl_coverage, index);
}

static output_t *open_in(const verify_t *v, const char *name, noc_error_t *error) {
  char path[FILES_PATH];
  return path_print(path, "%s/%s", v->cli->rtl_coverage, name) ? output_open(path, error) : NULL;
}

// Points of others are read before anything runs.
static bool read_points(verify_t *v, noc_error_t *error) {
  const string_list_t *files = &v->cli->rtl_points;
  bool ok = true;
  for (size_t i = 0; ok && i < files->count; i++) {
    points_t points = {0};
    ok = points_read(&points, files->item[i], error) &&
         (rtl_merge_add(&v->rtl->merge, &points, kFirstFile + i) ||
          memory_fail(error, "what the RTL has reached"));
    points_free(&points);
  }
  return ok;
}

bool verify_coverage_open(verify_t *v, verify_coverage_outputs_t *o, noc_error_t *error) {
  const cli_t *cli = v->cli;
  if (!is_wanted(v)) {
    const char *alone = cli->waivers != NULL        ? "--waivers"
                        : cli->rtl_points.count > 0 ? "--rtl-points"
                                                    : NULL;
    return alone == NULL ||
           noc_fail(error, NOC_BAD_INPUT,
                    "%s" SAY_IS("given without --rtl-coverage", "given with it"), alone);
  }
  v->rtl = calloc(1, sizeof *v->rtl);
  if (v->rtl == NULL) {
    return memory_fail(error, "what the RTL has reached");
  }
  v->rtl->lines.home = v->rtl->home;
  plugin_cover();
  return waivers_read(&v->rtl->waivers, cli->waivers, error) && read_points(v, error) &&
         plugin_home(v->rtl->home, error) &&
         output_folder("--rtl-coverage", cli->rtl_coverage, &o->made, error) &&
         (o->data = open_in(v, "coverage.dat", error)) != NULL &&
         (o->report = open_in(v, "report.txt", error)) != NULL &&
         (o->json = open_in(v, "report.json", error)) != NULL;
}

void verify_coverage_discard(const verify_t *v, verify_coverage_outputs_t *o) {
  output_discard(o->data);
  output_discard(o->report);
  output_discard(o->json);
  *o = (verify_coverage_outputs_t){.made = o->made};
  output_folder_discard(v->cli->rtl_coverage, o->made);
}

// ---- The runs

bool verify_coverage_leave(const verify_t *v, size_t index, const network_t *n,
                           noc_error_t *error) {
  char path[FILES_PATH];
  points_t points = {0};
  if (!is_wanted(v)) {
    return true;
  }
  const bool ok = path_of_run(v, index, path) && rtl_points_write(n, &points, path, error);
  points_free(&points);
  return ok;
}

bool verify_coverage_take(verify_t *v, size_t index, noc_error_t *error) {
  char path[FILES_PATH];
  points_t points = {0};
  if (!is_wanted(v) || !path_of_run(v, index, path)) {
    return true;
  }
  // A run that crashed leaves nothing.
  const bool failed = v->run[index].verdict != VERIFY_PASS && !path_exists(path);
  bool ok = failed || points_read(&points, path, error);
  if (ok && !failed && !rtl_merge_add(&v->rtl->merge, &points, index)) {
    ok = memory_fail(error, "what the RTL has reached");
  }
  points_free(&points);
  (void)unlink(path);
  return ok;
}

bool verify_coverage_count(verify_t *v, noc_error_t *error) {
  struct verify_rtl *rtl = v->rtl;
  if (!is_wanted(v)) {
    return true;
  }
  points_t *points = &rtl->merge.points;
  points_sort(points);
  rtl->waived = calloc(points->count + 1, sizeof *rtl->waived);
  if (rtl->waived == NULL) {
    return memory_fail(error, "what the RTL has reached");
  }
  waivers_apply(&rtl->waivers, points, &rtl->lines, rtl->waived);
  return (rtl_coverage_count(points, rtl->waived, &rtl->count) &&
          rtl_holes_find(&rtl->merge, rtl->waived, &rtl->lines, &rtl->holes)) ||
         memory_fail(error, "what the RTL has reached");
}

void verify_coverage_free(verify_t *v) {
  struct verify_rtl *rtl = v->rtl;
  if (rtl != NULL) {
    rtl_holes_free(&rtl->holes);
    rtl_coverage_free(&rtl->count);
    rtl_merge_free(&rtl->merge);
    waivers_free(&rtl->waivers);
    source_lines_free(&rtl->lines);
    free(rtl->waived);
    free(rtl);
  }
}

// ---- Events

// Whether the shape of a run has the event.
static bool lists(const verify_run_t *run, unsigned event) {
  const json_t *events = json_object_get(json_object_get(run->result, "coverage"), "events");
  return json_object_get(events, coverage_info(event)->name) != NULL;
}

static const verify_run_t *nearest_of_event(const verify_t *v, unsigned event) {
  const verify_run_t *nearest = NULL;
  for (size_t i = 0; i < v->runs; i++) {
    const verify_run_t *run = &v->run[i];
    if (lists(run, event) &&
        (nearest == NULL || verify_number(run, "cycles") > verify_number(nearest, "cycles"))) {
      nearest = run;
    }
  }
  return nearest;
}

static const char *file_of(const verify_t *v, const verify_run_t *run) {
  return v->scenario[v->variant[run->variant].scenario].file;
}

void verify_events_print(const verify_t *v, FILE *out) {
  for (unsigned e = 0; e < COVERAGE_EVENTS; e++) {
    if (v->coverage.of.count[e] > 0) {
      continue;
    }
    const coverage_info_t *info = coverage_info(e);
    const verify_run_t *nearest = nearest_of_event(v, e);
    (void)fprintf(out, "%s %s: %s\n  nearest  ", info->unit, info->name, info->meaning);
    if (nearest == NULL) {
      (void)fputs("none: no shape has it\n", out);
      continue;
    }
    verify_run_name(v, nearest, out);
    (void)fprintf(out, ", %llu cycles of a shape that has it\n",
                  (unsigned long long)verify_number(nearest, "cycles"));
  }
}

static json_t *nearest_json(const verify_t *v, const verify_run_t *run) {
  return run == NULL
             ? json_null()
             : json_pack("{s:s, s:I, s:I}", "scenario", file_of(v, run), "seed",
                         (json_int_t)run->seed, "cycles", (json_int_t)verify_number(run, "cycles"));
}

json_t *verify_events_json(const verify_t *v) {
  json_t *list = json_array();
  for (unsigned e = 0; e < COVERAGE_EVENTS; e++) {
    if (v->coverage.of.count[e] == 0) {
      const coverage_info_t *info = coverage_info(e);
      (void)json_array_append_new(
          list,
          json_pack("{s:s, s:s, s:s, s:o}", "event", info->name, "unit", info->unit, "meaning",
                    info->meaning, "nearest", nearest_json(v, nearest_of_event(v, e))));
    }
  }
  return list;
}

// ---- Results

static void name_run(const void *context, size_t run, FILE *out) {
  const verify_t *v = context;
  if (run >= kFirstFile) {
    (void)fputs(v->cli->rtl_points.item[run - kFirstFile], out);
  } else {
    verify_run_name(v, &v->run[run], out);
  }
}

static void print_complaints(const waivers_t *w, FILE *out) {
  for (size_t i = 0; i < w->rows; i++) {
    const char *complaint = waivers_complaint(w, i);
    if (complaint != NULL) {
      (void)fprintf(out, "%s\n", complaint);
    }
  }
}

void verify_coverage_print(const verify_t *v, FILE *out) {
  if (!is_wanted(v)) {
    return;
  }
  rtl_coverage_print(&v->rtl->count, out);
  (void)fprintf(out, "  holes      %zu, in %s/report.txt\n", v->rtl->holes.holes,
                v->cli->rtl_coverage);
  print_complaints(&v->rtl->waivers, out);
}

static void write_report(const verify_t *v, FILE *out) {
  const struct verify_rtl *rtl = v->rtl;
  (void)fprintf(out, "RTL that %zu runs%s have reached\n\n", v->runs - v->count[VERIFY_NOT_RUN],
                v->cli->rtl_points.count > 0 ? ", and others before them," : "");
  rtl_coverage_table(&rtl->count, out);
  (void)fputc('\n', out);
  rtl_coverage_print(&rtl->count, out);
  (void)fputs("\nEvents that no run has exercised\n\n", out);
  verify_events_print(v, out);
  (void)fputs("\nLines and toggles that no run has reached\n\n", out);
  for (size_t i = 0; i < rtl->holes.holes; i++) {
    rtl_hole_print(&rtl->holes.hole[i], name_run, v, out);
  }
  if (waivers_complaints(&rtl->waivers) > 0) {
    (void)fputs("\nWaivers\n\n", out);
    print_complaints(&rtl->waivers, out);
  }
}

static json_t *nearest_of_hole(const verify_t *v, const rtl_hole_t *hole) {
  if (hole->near == NEAR_NOTHING) {
    return nearest_json(v, NULL);
  }
  return hole->run < kFirstFile
             ? nearest_json(v, &v->run[hole->run])
             : json_pack("{s:s}", "file", v->cli->rtl_points.item[hole->run - kFirstFile]);
}

static json_t *holes_json(const verify_t *v) {
  const rtl_holes_t *holes = &v->rtl->holes;
  json_t *list = json_array();
  for (size_t i = 0; i < holes->holes; i++) {
    const rtl_hole_t *hole = &holes->hole[i];
    json_t *object = rtl_hole_json(hole);
    json_t *nearest = nearest_of_hole(v, hole);
    (void)json_object_set_new(nearest, "by", json_string(rtl_near_name(hole->near)));
    (void)json_object_set_new(object, "nearest", nearest);
    (void)json_array_append_new(list, object);
  }
  return list;
}

static json_t *complaints_json(const waivers_t *w) {
  json_t *list = json_array();
  for (size_t i = 0; i < w->rows; i++) {
    const char *complaint = waivers_complaint(w, i);
    if (complaint != NULL) {
      (void)json_array_append_new(list, json_string(complaint));
    }
  }
  return list;
}

json_t *verify_coverage_json(const verify_t *v) {
  return is_wanted(v) ? rtl_coverage_json(&v->rtl->count) : NULL;
}

static json_t *report_json(const verify_t *v) {
  return json_pack("{s:s, s:o, s:o, s:o, s:o}", "schema", "nocstep.coverage/1", "rtl",
                   verify_coverage_json(v), "events", verify_events_json(v), "holes", holes_json(v),
                   "waivers", complaints_json(&v->rtl->waivers));
}

bool verify_coverage_write(const verify_t *v, verify_coverage_outputs_t *o, noc_error_t *error) {
  char path[FILES_PATH];
  if (!is_wanted(v)) {
    return true;
  }
  if (v->cli->dry_run) {
    verify_coverage_discard(v, o);
    return true;
  }
  // Those of runs that were ended in the middle.
  for (size_t i = 0; i < v->runs; i++) {
    if (path_of_run(v, i, path)) {
      (void)unlink(path);
    }
  }
  points_write(&v->rtl->merge.points, output_stream(o->data));
  write_report(v, output_stream(o->report));
  bool ok = output_commit(o->data, error);
  ok = output_commit(o->report, error) && ok;
  ok = output_commit_json(o->json, report_json(v), error) && ok;
  *o = (verify_coverage_outputs_t){.made = o->made};
  return ok &&
         (waivers_complaints(&v->rtl->waivers) == 0 ||
          noc_fail(error, NOC_CHECK_FAILED, "--waivers: %zu rows are wrong, see %s/report.txt",
                   waivers_complaints(&v->rtl->waivers), v->cli->rtl_coverage));
}
