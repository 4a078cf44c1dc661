// model_build -- see model_build.h.

#include "foreign/model_build.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dut/clock.h"
#include "dut/kept.h"
#include "dut/plugin.h"
#include "dut/seal.h"
#include "dut/toolchain.h"
#include "foreign/module_pins.h"

static const char kPrefix[] = "Vforeign";
// Sources of others have delays, and more warnings than theirs would stop them for. Verilator takes
// assignments to arrays only in loops that it unrolls. Sources that refuse their parameters, by
// $error in a generate block, stay refused.
static const char *const kVerilatorFlags[] = {"--cc",
                                              "-O3",
                                              "--assert",
                                              "--x-assign",
                                              "unique",
                                              "--x-initial",
                                              "unique",
                                              "--output-split",
                                              "0",
                                              "--unroll-count",
                                              "1024",
                                              "--unroll-stmts",
                                              "30000",
                                              "--no-timing",
                                              "-Wno-fatal",
                                              "-Wno-lint",
                                              "-Wno-style",
                                              "-Werror-USERERROR",
                                              "-Werror-USERFATAL",
                                              NULL};
typedef struct {
  const map_t *map;
  model_t *model;
  char what[TOOLCHAIN_WHAT];
  char home[FILES_PATH], dir[FILES_PATH];
  char name[TOOLCHAIN_NAME];
  bool missing;  // not kept, and not begun
} job_t;

// ---- The name

static uint64_t hash_texts(uint64_t hash, const map_texts_t *texts) {
  for (size_t i = 0; i < texts->count; i++) {
    hash = hash_text(hash, texts->item[i]);
  }
  return hash_bytes(hash, &texts->count, sizeof texts->count);
}

// Files of an include folder that may be sources.
static uint64_t hash_folder(uint64_t hash, const char *folder) {
  static const char *const kSuffixes[] = {".v", ".sv", ".vh", ".svh", ".h", ".inc", NULL};
  char path[FILES_PATH];
  for (const char *const *suffix = kSuffixes; *suffix != NULL; suffix++) {
    dir_names_t names = dir_names(folder, *suffix);
    for (size_t i = 0; i < names.count; i++) {
      if (path_print(path, "%s/%s", folder, names.name[i])) {
        hash = hash_file(hash_text(hash, names.name[i]), path);
      }
    }
    dir_names_free(&names);
  }
  return hash;
}

static void name_job(job_t *job) {
  const map_t *m = job->map;
  uint64_t hash = hash_list(HASH_START, kVerilatorFlags);
  hash = toolchain_hash(hash, toolchain_speed(false));
  hash = hash_text(hash, m->top);
  for (size_t i = 0; i < m->sources.count; i++) {
    hash = hash_file(hash_text(hash, m->sources.item[i]), m->sources.item[i]);
  }
  for (size_t i = 0; i < m->include.count; i++) {
    hash = hash_folder(hash_text(hash, m->include.item[i]), m->include.item[i]);
  }
  hash = hash_texts(hash_texts(hash, &m->defines), &m->verilator);
  for (size_t i = 0; i < m->parameters; i++) {
    hash = hash_text(hash, job->model->parameter[i]);
  }
  hash = kept_hash_source(hash, job->home, "foreign/shim.cpp");
  hash = kept_hash_source(hash, job->home, "dut/runtime.hpp");
  (void)snprintf(job->name, sizeof job->name, "foreign-%.100s-%016llx", m->top,
                 (unsigned long long)hash);
}

// ---- Files that Verilator has found by itself, besides those that the name depends on. A line
// each, "hash path".

typedef struct {
  FILE *out;
} record_t;

static bool record_source(void *context, const char *path, noc_error_t *error) {
  const record_t *r = context;
  const char *slash = strrchr(path, '/');
  (void)error;
  // Verilator itself is among them, and in the name.
  if (slash != NULL && strncmp(slash + 1, "verilator_bin", strlen("verilator_bin")) == 0) {
    return true;
  }
  return fprintf(r->out, "%016llx %s\n", (unsigned long long)hash_file(HASH_START, path), path) > 0;
}

static bool write_record(const toolchain_t *t, noc_error_t *error) {
  char made[FILES_PATH];
  char place[FILES_PATH];
  record_t r = {path_print(made, "%s/read.txt", t->temp) ? fopen(made, "w") : NULL};
  const bool ok = r.out != NULL && toolchain_read(t, kPrefix, record_source, &r, error);
  if ((r.out != NULL && fclose(r.out) != 0) || r.out == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s", t->what, made);
  }
  return ok && path_print(place, "%s/%s.read", t->dir, t->name) &&
         toolchain_keep(t, made, place, error);
}

static bool is_fresh(void *context) {
  const job_t *job = context;
  char path[FILES_PATH];
  char *text = path_print(path, "%s/%s.read", job->dir, job->name) && seal_broken(path) == NULL
                   ? file_read(path)
                   : NULL;
  char *rest = NULL;
  bool ok = text != NULL;
  for (char *line = ok ? strtok_r(text, "\n", &rest) : NULL; line != NULL && ok;
       line = strtok_r(NULL, "\n", &rest)) {
    char *end = NULL;
    const uint64_t hash = strtoull(line, &end, 16);
    ok = *end == ' ' && hash_file(HASH_START, end + 1) == hash;
  }
  free(text);
  return ok;
}

// ---- Building

static bool verilate(const toolchain_t *t, const job_t *job, noc_error_t *error) {
  const map_t *m = job->map;
  words_t w = {0};
  words_add(&w, "%s", toolchain_verilator());
  words_add_list(&w, kVerilatorFlags);
  words_add(&w, "--prefix");
  words_add(&w, "%s", kPrefix);
  words_add(&w, "--Mdir");
  words_add(&w, "%s", t->temp);
  words_add(&w, "--top-module");
  words_add(&w, "%s", m->top);
  for (size_t i = 0; i < m->parameters; i++) {
    words_add(&w, "-G%s", job->model->parameter[i]);
  }
  for (size_t i = 0; i < m->defines.count; i++) {
    words_add(&w, "-D%s", m->defines.item[i]);
  }
  for (size_t i = 0; i < m->include.count; i++) {
    words_add(&w, "-I%s", m->include.item[i]);
  }
  for (size_t i = 0; i < m->verilator.count; i++) {
    words_add(&w, "%s", m->verilator.item[i]);
  }
  for (size_t i = 0; i < m->sources.count; i++) {
    words_add(&w, "%s", m->sources.item[i]);
  }
  const bool ok = toolchain_run(t, &w, error);
  words_free(&w);
  return ok;
}

static bool compile(toolchain_t *t, const job_t *job, noc_error_t *error) {
  words_t w = {0};
  words_add(&w, "-DFOREIGN_TOP=\"%s\"", job->map->top);
  words_add(&w, "-DFOREIGN_PINS=\"table.h\"");
  const bool ok = toolchain_compile(t, "tb/foreign/shim.cpp", "Vforeign.h", &w, error);
  words_free(&w);
  return ok;
}

static bool build(void *context, noc_error_t *error) {
  job_t *job = context;
  toolchain_t *t = NULL;
  if (!toolchain_find(job->what, NULL, error)) {
    return false;
  }
  t = calloc(1, sizeof *t);
  if (t == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: out of memory", job->what);
  }
  if (!kept_is_quiet()) {
    (void)fprintf(stderr, "building %s (once)\n", job->what);
  }
  const double start = clock_s();
  (void)snprintf(t->what, sizeof t->what, "%s", job->what);
  t->home = job->home;
  t->dir = job->dir;
  t->name = job->name;
  t->speed = toolchain_speed(false);
  const bool ok = toolchain_open(t, error) && verilate(t, job, error) &&
                  pins_write(t->temp, kPrefix, t->what, error) && compile(t, job, error) &&
                  write_record(t, error);
  toolchain_close(t, ok, error);
  if (ok && !kept_is_quiet()) {
    (void)fprintf(stderr, "built in %.1f s: %s/%s.so\n", clock_s() - start, job->dir, job->name);
  }
  free(t);
  return ok;
}

static bool load(model_t *model, const char *path, noc_error_t *error) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const foreign_api_t *api = handle != NULL ? dlsym(handle, "foreign_model") : NULL;
  if (api == NULL || api->abi != FOREIGN_ABI) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "model: %s; remove it, and it is built anew",
                   handle == NULL ? dlerror() : "another version of foreign/model.h");
    if (handle != NULL) {
      (void)dlclose(handle);
    }
    return false;
  }
  model->api = api;
  return true;
}

static bool start_job(job_t *job, const map_t *m, model_t *model, noc_error_t *error) {
  job->map = m;
  job->model = model;
  (void)snprintf(job->what, sizeof job->what, "model %.60s", m->name);
  if (!plugin_home(job->home, error) || !kept_dir(job->dir, error)) {
    return false;
  }
  name_job(job);
  return true;
}

static bool find(job_t *job, char path[FILES_PATH], noc_error_t *error) {
  const kept_t kept = {.what = job->what,
                       .dir = job->dir,
                       .name = job->name,
                       .build = build,
                       .is_fresh = is_fresh,
                       .context = job};
  return kept_find(&kept, path, error);
}

// ---- Many at once: a process each, as many as there are processors

typedef struct {
  pid_t pid;  // 0: none
  int report;
} worker_t;

static bool start_worker(worker_t *w, job_t *job) {
  int ends[2];
  if (pipe(ends) != 0) {
    return false;
  }
  const pid_t parent = getpid();
  w->pid = fork();
  if (w->pid == 0) {
    noc_error_t error = {0};
    char path[FILES_PATH];
    (void)close(ends[0]);
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    kept_quiet(true);
    const bool ok = getppid() == parent && find(job, path, &error);
    if (!ok) {
      (void)write_all(ends[1], &error, sizeof error);
    }
    _exit(ok ? 0 : 1);
  }
  (void)close(ends[1]);
  w->report = ends[0];
  if (w->pid < 0) {
    (void)close(ends[0]);
    w->pid = 0;
    return false;
  }
  return true;
}

// Ends with the first error of all.
static void end_worker(worker_t *w, bool *ok, noc_error_t *error) {
  noc_error_t own = {0};
  int result = 0;
  pid_t ended = 0;
  do {
    if (child_interrupted()) {
      (void)kill(w->pid, SIGTERM);
    }
    ended = waitpid(w->pid, &result, 0);
  } while (ended < 0 && errno == EINTR);
  size_t got = 0;
  for (ssize_t n = 1; n > 0 && got<sizeof own; got += n> 0 ? (size_t)n : 0) {
    n = read(w->report, (char *)&own + got, sizeof own - got);
  }
  (void)close(w->report);
  w->pid = 0;
  if (ended > 0 && WIFEXITED(result) && WEXITSTATUS(result) == 0) {
    return;
  }
  if (*ok && got == sizeof own && own.status != NOC_OK) {
    *error = own;
  } else if (*ok) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "a build ended with no word");
  }
  *ok = false;
}

static bool build_many(job_t *job, size_t count, noc_error_t *error) {
  enum { MOST = 64 };
  worker_t worker[MOST] = {{0}};
  struct sigaction old[2];
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const size_t room = processors < 1 ? 1 : processors > MOST ? MOST : (size_t)processors;
  bool ok = true;
  child_catch(old);
  size_t started = 0;
  for (size_t i = 0; i < count && ok; i++) {
    worker_t *w = &worker[started % room];
    if (!job[i].missing) {
      continue;
    }
    if (w->pid != 0) {
      end_worker(w, &ok, error);
    }
    started++;
    if (ok && !start_worker(w, &job[i])) {
      ok = noc_fail(error, NOC_ENVIRONMENT, "cannot start a process: %s", strerror(errno));
    }
  }
  for (size_t i = 0; i < room; i++) {
    if (worker[i].pid != 0) {
      end_worker(&worker[i], &ok, error);
    }
  }
  if (child_interrupted()) {
    ok = noc_fail(error, NOC_INTERRUPTED, "interrupted while models were built");
  }
  child_restore(old);
  return ok;
}

// ---- All of them

static bool is_missing(job_t *job) {
  char path[FILES_PATH];
  return !path_print(path, "%s/%s.so", job->dir, job->name) || !path_exists(path) ||
         seal_broken(path) != NULL || !is_fresh(job);
}

bool models_kept(const map_t *m, model_t *model, noc_error_t *error) {
  char path[FILES_PATH];
  job_t *job = calloc(1, sizeof *job);
  const bool ok = job != NULL && start_job(job, m, model, error) && !is_missing(job) &&
                  find(job, path, error) && load(model, path, error);
  free(job);
  return ok;
}

// Makes sure that all are kept. The first that is missing is built alone: it finds what is wrong
// with all, and makes what all share.
static bool build_missing(job_t *job, size_t count, noc_error_t *error) {
  char path[FILES_PATH];
  job_t *first = NULL;
  size_t missing = 0;
  for (size_t i = 0; i < count; i++) {
    job[i].missing = is_missing(&job[i]);
    missing += job[i].missing;
    first = first == NULL && job[i].missing ? &job[i] : first;
  }
  if (first == NULL) {
    return true;
  }
  first->missing = false;
  if (!find(first, path, error)) {
    return false;
  }
  if (missing > 1 && !kept_is_quiet()) {
    (void)fprintf(stderr, "building %s for %zu other set%s of parameters (once)\n", first->what,
                  missing - 1, missing == 2 ? "" : "s");
  }
  return build_many(job, count, error);
}

bool models_load(const map_t *m, model_t *model, size_t count, noc_error_t *error) {
  char path[FILES_PATH];
  job_t *job = calloc(count, sizeof *job);
  if (job == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: out of memory", m->file);
  }
  bool ok = true;
  for (size_t i = 0; ok && i < count; i++) {
    ok = start_job(&job[i], m, &model[i], error);
  }
  ok = ok && build_missing(job, count, error);
  for (size_t i = 0; ok && i < count; i++) {
    ok = find(&job[i], path, error) && load(&model[i], path, error);
  }
  free(job);
  return ok;
}
