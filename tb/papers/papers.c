// papers -- see papers.h. Files are found where RTL is: dut/plugin.h.

#include "papers/papers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "dut/plugin.h"
#include "papers/known.h"
#include "papers/rerun.h"

static const char kEnding[] = ".yaml";

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

dir_names_t papers_names(void) {
  char home[PLUGIN_PATH];
  char folder[FILES_PATH];
  noc_error_t none = {0};
  dir_names_t files = {.count = 0};
  if (plugin_home(home, &none) && path_print(folder, "%s/docs/papers", home)) {
    files = dir_names(folder, kEnding);
  }
  char **all = files.name;
  for (size_t i = 0; i < files.count; i++) {
    all[i][strlen(all[i]) - strlen(kEnding)] = '\0';
  }
  if (files.count > 0) {
    qsort(all, files.count, sizeof *all, by_name);
  }
  return files;
}

static bool fail_unknown(const char *name, noc_error_t *error) {
  nearest_t nearest = nearest_start(name);
  dir_names_t names = papers_names();
  for (size_t i = 0; i < names.count; i++) {
    nearest_offer(&nearest, names.name[i]);
  }
  (void)noc_fail(error, NOC_BAD_INPUT, "paper: " SAY_THERE_IS("no paper '%.60s'%s", "one of %s"),
                 name, nearest_hint(&nearest), nearest.names);
  dir_names_free(&names);
  return false;
}

static bool ends(const char *name) {
  const size_t length = strlen(name);
  return length > strlen(kEnding) && strcmp(name + length - strlen(kEnding), kEnding) == 0;
}

static bool open_file(const char *path, const char *name, const paper_options_t *options,
                      paper_t *paper, noc_error_t *error) {
  paper_file_t *f = paper_file_open(path, options, error);
  if (f == NULL || !rerun_check(f, error)) {
    paper_file_free(f);
    return false;
  }
  static const char *const kNone[] = {NULL};
  *paper = (paper_t){.title = f->title,
                     .shows = f->shows,
                     .has_full = f->has_full,
                     .own_keys = f->own != NULL ? f->own : kNone,
                     .file = f};
  (void)path_print(paper->own_name, "%s", name);
  paper->name = paper->own_name;
  return true;
}

// "papers/one.yaml" is "one".
static bool open_path(const char *path, const paper_options_t *options, paper_t *paper,
                      noc_error_t *error) {
  char name[FILES_PATH];
  const char *slash = strrchr(path, '/');
  (void)path_print(name, "%s", slash != NULL ? slash + 1 : path);
  if (ends(name)) {
    name[strlen(name) - strlen(kEnding)] = '\0';
  }
  const bool ok = open_file(path, name, options, paper, error);
  paper->is_given = ok;
  return ok;
}

bool paper_open(const char *name, const paper_options_t *options, paper_t *paper,
                noc_error_t *error) {
  char home[PLUGIN_PATH];
  char path[FILES_PATH];
  if (strchr(name, '/') != NULL || ends(name)) {
    return open_path(name, options, paper, error);
  }
  if (!plugin_home(home, error)) {
    return false;
  }
  if (!path_print(path, "%s/docs/papers/%s%s", home, name, kEnding) || !path_exists(path)) {
    return fail_unknown(name, error);
  }
  return open_file(path, name, options, paper, error);
}

void paper_close(paper_t *paper) {
  paper_file_free(paper->file);
  paper->file = NULL;
}

bool paper_run(const paper_t *paper, const cli_t *cli, paper_report_t *r, noc_error_t *error) {
  static const char *const kTiers[] = {
      [EFFORT_USUAL] = "default", [EFFORT_QUICK] = "quick", [EFFORT_FULL] = "full"};
  const char *tier = kTiers[paper->file->effort];
  char given[FILES_PATH];
  json_t *known = NULL;
  (void)path_print(given, "%s: scenario", paper->file->all.file);
  report_settings(r, tier, &cli->sets);
  if (cli->measured != NULL && (known = known_read(cli, paper->name, tier, error)) == NULL) {
    return false;
  }
  const bool ok = rerun(paper->file, given, cli, known, r, error);
  json_decref(known);
  return ok;
}
