// plugin_build -- see plugin_build.h.

#include "dut/plugin_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dut/netlist.h"
#include "dut/toolchain.h"

// Two optimizers are off, since Verilator 5.006 evaluates netlists wrongly with them: that of data
// flow graphs one of a speculative router, that of trees of bits one of a router that copies (its
// issue 4059, mended in 5.010). Routers are as fast without.
static const char *const kVerilatorFlags[] = {
    "--cc",     "--prefix",       "Vdut",     "-O3",
    "--assert", "--x-assign",     "unique",   "--x-initial",
    "unique",   "--output-split", "0",        "--unroll-count",
    "1024",     "-Wno-fatal",     "-fno-dfg", "-fno-const-bit-op-tree",
    NULL};
// The size of the loops that Verilator unrolls. A router runs as fast with 10000 as with more, and
// half as many lines are to be compiled; with 2000 it is a fifth slower. With 300 a quarter of what
// is left to build is saved, and what is compiled for a few thousand cycles runs as fast as with
// 10000. Functions that are split are found to be alike more often: that saves a fifth of a router
// that copies. Verilator takes a fifth of its time to seek tables that replace logic, which so few
// cycles do not pay for.
static const char *const kFullLoops[] = {"--unroll-stmts", "10000", NULL};
static const char *const kQuickLoops[] = {"--unroll-stmts", "300", "--output-split-cfuncs", "200",
                                          "-fno-table",     NULL};

// It comes behind the flags above, and takes them back in part.
static const char kNoAssertions[] = "--no-assert";

static const char *const kCoverage[] = {"--coverage-line", "--coverage-toggle", NULL};

// Code that counts is three times as long: of loops that are not unrolled there is less of it.
static const char *const *loop_flags(const plugin_job_t *job) {
  const bool full = toolchain_speed(job->watched) == TOOLCHAIN_FULL && !job->covered;
  return full ? kFullLoops : kQuickLoops;
}

bool plugin_is_package(const char *path) {
  static const char kEnd[] = "_pkg.sv";
  const size_t length = strlen(path);
  return length >= strlen(kEnd) && strcmp(path + length - strlen(kEnd), kEnd) == 0;
}

uint64_t plugin_hash_flags(uint64_t hash, const plugin_job_t *job) {
  hash = hash_list(hash_list(hash, kVerilatorFlags), loop_flags(job));
  if (job->gates) {
    hash = netlist_hash(hash);
  }
  if (job->bare) {
    hash = hash_text(hash, kNoAssertions);
  }
  if (job->covered) {
    hash = hash_list(hash, kCoverage);
  }
  return toolchain_hash(hash, toolchain_speed(job->watched));
}

// ---- The steps

// Packages before the modules that name them; Verilator finds the modules itself.
static void add_sources(words_t *w, const plugin_job_t *job) {
  for (const char *const *folder = plugin_folders(job->folder); *folder != NULL; folder++) {
    words_add(w, "-y");
    words_add(w, "%s/rtl/%s", job->home, *folder);
  }
  for (size_t i = 0; i < job->files.count; i++) {
    if (plugin_is_package(job->files.path[i])) {
      words_add(w, "%s", job->files.path[i]);
    }
  }
  // The unit's own file is the last; a module that has been read already is looked for nowhere.
  const char *own = job->files.path[job->files.count - 1];
  if (job->replacement.names > 0 && !plugin_is_package(job->replacement.path) &&
      strcmp(own, job->replacement.path) != 0) {
    words_add(w, "%s", job->replacement.path);
  }
  words_add(w, "%s", own);
}

typedef struct {
  const plugin_job_t *job;
  const toolchain_t *t;
} seen_t;

// A file below rtl/ must be in the key, else an edit of it would be missed.
static bool check_source(void *context, const char *path, noc_error_t *error) {
  const seen_t *seen = context;
  char rtl[FILES_PATH];
  return (path_print(rtl, "%s/rtl/", seen->job->home) && strncmp(path, rtl, strlen(rtl)) != 0) ||
         rtl_files_has(&seen->job->files, path) ||
         noc_fail(error, NOC_INTERNAL, "%s: made from %s, which its name does not depend on",
                  seen->t->what, path);
}

static bool verilate(const toolchain_t *t, const plugin_job_t *job, noc_error_t *error) {
  words_t w = {0};
  words_add(&w, "%s", toolchain_verilator());
  words_add_list(&w, kVerilatorFlags);
  words_add_list(&w, loop_flags(job));
  if (job->bare) {
    words_add(&w, "%s", kNoAssertions);
  }
  if (job->covered) {
    words_add_list(&w, kCoverage);
  }
  words_add(&w, "--Mdir");
  words_add(&w, "%s", t->temp);
  words_add(&w, "--top-module");
  words_add(&w, "%s", job->module);
  for (size_t i = 0; i < job->parameters && !job->gates; i++) {
    words_add(&w, "-G%s=%u", job->parameter[i], job->value[i]);
  }
  if (job->watched) {
    words_add(&w, "%s/tb/dut/watched.vlt", job->home);
  }
  if (job->gates) {
    words_add(&w, "%s/netlist.v", t->temp);
  } else {
    add_sources(&w, job);
  }
  seen_t seen = {job, t};
  const bool ok =
      toolchain_run(t, &w, error) && toolchain_read(t, "Vdut", check_source, &seen, error);
  words_free(&w);
  if (!ok && job->replacement.names > 0 && strstr(error->text, job->replacement.path) != NULL) {
    error->status = NOC_BAD_INPUT;  // its own mistake, which the line names
  }
  return ok;
}

// noc_shape_t as an initialiser, field by field (the braces of top_size[] may be left out).
static void add_shape(words_t *w, const noc_shape_t *s) {
  // A struct of unsigned numbers only.
  enum { FIELDS = sizeof *s / sizeof(unsigned) };
  unsigned field[FIELDS];
  memcpy(field, s, sizeof field);
  char text[16 * FIELDS];
  size_t used = 0;
  for (size_t i = 0; i < FIELDS; i++) {
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%u", i == 0 ? "" : ",", field[i]);
  }
  words_add(w, "-DDUT_SHAPE=%s", text);
  _Static_assert(sizeof *s % sizeof(unsigned) == 0, "every field of the shape is handed over");
}

// Banks are made of routers and interfaces (csim/network/bank.h), and nobody looks into those.
static bool of_bank(const plugin_job_t *job) {
  return !job->watched &&
         (strcmp(job->unit, "router") == 0 || strcmp(job->unit, "network_interface") == 0 ||
          strcmp(job->folder, "pins") == 0);
}

static bool compile(toolchain_t *t, const plugin_job_t *job, noc_error_t *error) {
  words_t w = {0};
  words_add(&w, "-DDUT_UNIT=\"%s\"", job->unit);
  words_add(&w, "-DDUT_DESCRIPTION=\"%s\"", job->name);
  words_add(&w, "-DDUT_DEF=\"shape/%s_state.def\"", plugin_list(job));
  words_add(&w, "-DDUT_SOURCES=\"sources.h\"");
  words_add(&w, "-DDUT_WATCHED=%d", job->watched);
  words_add(&w, "-DDUT_COVERED=%d", job->covered);
  words_add(&w, "-DDUT_BANK=%d", of_bank(job));
  add_shape(&w, &job->shape);
  const bool ok = toolchain_compile(t, "tb/dut/shim.cpp", "Vdut___024root.h", &w, error);
  words_free(&w);
  return ok;
}

bool plugin_build(const plugin_job_t *job, noc_error_t *error) {
  toolchain_t *t = calloc(1, sizeof *t);
  if (t == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "plug-in %s: out of memory", job->unit);
  }
  (void)snprintf(t->what, sizeof t->what, "plug-in %s", job->unit);
  t->home = job->home;
  t->dir = job->dir;
  t->name = job->name;
  t->speed = toolchain_speed(job->watched);
  const bool ok = toolchain_open(t, error) && (!job->gates || netlist_make(t, job, error)) &&
                  verilate(t, job, error) && compile(t, job, error);
  toolchain_close(t, ok, error);
  free(t);
  return ok;
}
