// plugin_build -- see plugin_build.h.
//
//   verilator --cc        RTL           -> <name>.tmp/Vdut*.cpp
//   g++ -c (once)         Verilator's runtime -> runtime-<hash>.o, and its header, read and kept,
//                         -> runtime-<hash>.h.gch: shared by all plug-ins of the same flags
//   g++ -shared           shim.cpp, which includes all Vdut*.cpp, and the runtime -> <name>.so

#include "dut/plugin_build.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dut/child.h"
#include "dut/seal.h"

static const char *const kVerilatorFlags[] = {
    "--cc",       "--prefix",       "Vdut",        "-O3",        "--assert",
    "--x-assign", "unique",         "--x-initial", "unique",     "--output-split",
    "0",          "--unroll-count", "1024",        "-Wno-fatal", NULL};
static const char *const kCompilerFlags[] = {
    "-std=c++17", "-fPIC", "-w", "-pthread",
    // Plug-ins share nothing, although all have a class Vdut.
    "-fvisibility=hidden", NULL};
// The same for GCC, whose inline statics would otherwise be one for all; others do not know it.
static const char kNotUnique[] = "-fno-gnu-unique";
// -O1 builds a router in two thirds of the time of -O2 and -O3, and runs as fast. For a few
// thousand cycles -Og is worth it: built in half the time, half as fast; -O0 is a fifth as fast.
static const char *const kFull[] = {"-O1", NULL};
static const char *const kQuick[] = {"-Og", "-fno-inline", NULL};
// The size of the loops that Verilator unrolls. A router runs as fast with 10000 as with more, and
// half as many lines are to be compiled; with 2000 it is a fifth slower. With 300 a quarter of what
// is left to build is saved, and what is compiled for a few thousand cycles runs as fast as with
// 10000.
static const char *const kFullLoops[] = {"--unroll-stmts", "10000", NULL};
static const char *const kQuickLoops[] = {"--unroll-stmts", "300", NULL};

const char *plugin_verilator(void) {
  const char *name = getenv("VERILATOR");
  return (name != NULL && *name != '\0') ? name : "verilator";
}

const char *plugin_compiler(void) {
  const char *name = getenv("CXX");
  return (name != NULL && *name != '\0') ? name : "g++";
}

// Whether the plug-in is for few cycles.
static bool is_quick(const plugin_job_t *job) {
  const char *quick = getenv("NOCSTEP_QUICK_PLUGINS");
  return job->watched || (quick != NULL && strcmp(quick, "1") == 0);
}
static const char *const *speed_flags(const plugin_job_t *job) {
  return is_quick(job) ? kQuick : kFull;
}
static const char *const *loop_flags(const plugin_job_t *job) {
  return is_quick(job) ? kQuickLoops : kFullLoops;
}

static uint64_t hash_list(uint64_t hash, const char *const *list) {
  for (; *list != NULL; list++) {
    hash = hash_text(hash, *list);
  }
  return hash;
}

uint64_t plugin_hash_flags(uint64_t hash, const plugin_job_t *job) {
  hash = hash_list(hash_list(hash, kVerilatorFlags), loop_flags(job));
  hash = hash_list(hash_list(hash, kCompilerFlags), speed_flags(job));
  return hash_text(hash, kNotUnique);
}

// ---- Tools

bool plugin_wait(int lock, const char *unit, noc_error_t *error) {
  struct sigaction old[2];
  child_catch(old);
  int status = 0;
  do {
    status = flock(lock, LOCK_EX);
  } while (status != 0 && errno == EINTR && !child_interrupted());
  child_restore(old);
  return status == 0 || noc_fail(error, child_interrupted() ? NOC_INTERRUPTED : NOC_ENVIRONMENT,
                                 "plug-in %s: %s while another run built it", unit,
                                 child_interrupted() ? "interrupted" : strerror(errno));
}

// One that the user has named is at fault itself; else it has to be installed.
static bool fail_tool(const char *unit, const char *variable, const char *program,
                      const char *accepted, noc_error_t *error) {
  const char *named = getenv(variable);
  if (named != NULL && *named != '\0') {
    return noc_fail(error, NOC_ENVIRONMENT,
                    "plug-in %s: %s" SAY_IS("'%.200s', which is no program", "%s, or --router ref"),
                    unit, variable, program, accepted);
  }
  return noc_fail(error, NOC_ENVIRONMENT,
                  "plug-in %s: %s not found: install it (apt install verilator g++), or use "
                  "--router ref",
                  unit, program);
}

bool plugin_find_tools(const char *unit, noc_error_t *error) {
  char path[FILES_PATH];
  if (!path_program(plugin_verilator(), path)) {
    return fail_tool(unit, "VERILATOR", plugin_verilator(), "that of a Verilator", error);
  }
  return path_program(plugin_compiler(), path) ||
         fail_tool(unit, "CXX", plugin_compiler(), "a C++ compiler, as g++ or clang++", error);
}

// ---- The steps

typedef struct {
  const plugin_job_t *job;
  char temp[FILES_PATH], log[FILES_PATH], runtime[FILES_PATH];
  char root[FILES_PATH];  // VERILATOR_ROOT
  char what[PLUGIN_WORD + 32];
  bool knows_unique;  // the compiler takes kNotUnique
} build_t;

static bool run(const words_t *w, const build_t *b, noc_error_t *error) {
  const child_place_t place = {.what = b->what, .log = b->log, .temp = b->temp};
  return child_run(w, &place, NULL, error);
}

static bool find_root(build_t *b, noc_error_t *error) {
  char file[FILES_PATH];
  char kept[FILES_PATH];
  // Asked once: it takes as long as a small unit.
  const uint64_t hash = hash_program(HASH_START, plugin_verilator());
  bool ok = path_print(kept, "%s/runtime-%016llx.root", b->job->dir, (unsigned long long)hash);
  if (ok && seal_broken(kept) != NULL) {
    const child_place_t place = {.what = b->what, .log = b->log, .temp = b->temp};
    words_t w = {0};
    words_add(&w, "%s", plugin_verilator());
    words_add(&w, "--getenv");
    words_add(&w, "VERILATOR_ROOT");
    ok = path_print(file, "%s/root", b->temp) && child_run(&w, &place, file, error);
    words_free(&w);
    if (!ok) {
      return false;
    }
    ok = seal_write(file, kept) && rename(file, kept) == 0;
  }
  char *text = ok ? file_read(kept) : NULL;
  ok = text != NULL && path_print(b->root, "%.*s", (int)strcspn(text, "\n"), text) &&
       path_print(file, "%s/include/verilated.h", b->root) && path_exists(file);
  free(text);
  if (!ok) {
    seal_remove(kept);
  }
  return ok ||
         noc_fail(error, NOC_ENVIRONMENT,
                  "%s: VERILATOR" SAY_IS("'%.200s', which names no folder with include/verilated.h",
                                         "that of a Verilator"),
                  b->what, plugin_verilator());
}

static bool is_package(const char *path) {
  static const char kEnd[] = "_pkg.sv";
  const size_t length = strlen(path);
  return length >= strlen(kEnd) && strcmp(path + length - strlen(kEnd), kEnd) == 0;
}

// Packages before the modules that name them; Verilator finds the modules itself.
static void add_sources(words_t *w, const plugin_job_t *job) {
  for (const char *const *folder = plugin_folders(job->folder); *folder != NULL; folder++) {
    words_add(w, "-y");
    words_add(w, "%s/rtl/%s", job->home, *folder);
  }
  for (size_t i = 0; i < job->files.count; i++) {
    if (is_package(job->files.path[i])) {
      words_add(w, "%s", job->files.path[i]);
    }
  }
  words_add(w, "%s/rtl/%s/%s.sv", job->home, job->folder, job->unit);
}

// Verilator lists what it has read, a line each that begins with S and has the name in quotes. What
// lies below rtl/ must be in the key, else an edit of it would be missed.
static bool check_sources(const build_t *b, noc_error_t *error) {
  char path[FILES_PATH];
  char rtl[FILES_PATH];
  char *text =
      path_print(path, "%s/Vdut__verFiles.dat", b->temp) && path_print(rtl, "%s/rtl/", b->job->home)
          ? file_read(path)
          : NULL;
  if (text == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: cannot read %s", b->what, path);
  }
  char *rest = NULL;
  bool ok = true;
  for (char *line = strtok_r(text, "\n", &rest); line != NULL && ok;
       line = strtok_r(NULL, "\n", &rest)) {
    char *name = line[0] == 'S' ? strchr(line, '"') : NULL;
    if (name == NULL) {
      continue;
    }
    name++;
    name[strcspn(name, "\"")] = '\0';
    ok = strncmp(name, rtl, strlen(rtl)) != 0 || rtl_files_has(&b->job->files, name) ||
         noc_fail(error, NOC_INTERNAL, "%s: made from %s, which its name does not depend on",
                  b->what, name);
  }
  free(text);
  return ok;
}

static bool verilate(const build_t *b, noc_error_t *error) {
  const plugin_job_t *job = b->job;
  words_t w = {0};
  words_add(&w, "%s", plugin_verilator());
  words_add_list(&w, kVerilatorFlags);
  words_add_list(&w, loop_flags(job));
  words_add(&w, "--Mdir");
  words_add(&w, "%s", b->temp);
  words_add(&w, "--top-module");
  words_add(&w, "%s", job->unit);
  for (size_t i = 0; i < job->parameters; i++) {
    words_add(&w, "-G%s=%u", job->parameter[i], job->value[i]);
  }
  if (job->watched) {
    words_add(&w, "%s/tb/dut/watched.vlt", job->home);
  }
  add_sources(&w, job);
  const bool ok = run(&w, b, error) && check_sources(b, error);
  words_free(&w);
  return ok;
}

// One file that includes all that Verilator wrote.
static bool list_sources(const build_t *b, noc_error_t *error) {
  char path[FILES_PATH];
  dir_names_t names = dir_names(b->temp, ".cpp");
  FILE *file = path_print(path, "%s/dut_sources.h", b->temp) ? fopen(path, "w") : NULL;
  bool ok = file != NULL && names.count > 0;
  // "Slow" is what runs once, at the first evaluation: it is not worth optimizing.
  for (size_t i = 0; ok && i < names.count; i++) {
    const bool once = strstr(names.name[i], "__Slow.cpp") != NULL;
    ok = fprintf(file, "%s#include \"%s\"\n%s",
                 once ? "#pragma GCC push_options\n#pragma GCC optimize(\"O0\")\n" : "",
                 names.name[i], once ? "#pragma GCC pop_options\n" : "") > 0;
  }
  // The shim reaches the ports without a detour over references.
  ok = ok && fprintf(file, "#include \"Vdut___024root.h\"\n") > 0;
  if (file != NULL && fclose(file) != 0) {
    ok = false;
  }
  dir_names_free(&names);
  return ok || noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s: %s", b->what, path,
                        strerror(errno));
}

static void add_compiler(words_t *w, const build_t *b) {
  words_add(w, "%s", plugin_compiler());
  words_add_list(w, kCompilerFlags);
  words_add_list(w, speed_flags(b->job));
  if (b->knows_unique) {
    words_add(w, "%s", kNotUnique);
  }
  words_add(w, "-I%s/tb", b->job->home);
  words_add(w, "-I%s/csim", b->job->home);
  words_add(w, "-I%s", b->temp);
  words_add(w, "-I%s/include", b->root);
  words_add(w, "-I%s/include/vltstd", b->root);
}

// Puts a file that is complete into its place.
static bool keep(const build_t *b, const char *made, const char *place, noc_error_t *error) {
  return (seal_write(made, place) && rename(made, place) == 0) ||
         noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s: %s", b->what, place,
                  strerror(errno));
}

// Whether the compiler makes an object of an empty file; what it says goes to `log`.
static bool try_compiler(build_t *b, bool unique, const char *log, noc_error_t *error) {
  char made[FILES_PATH];
  words_t w = {0};
  b->knows_unique = unique;
  add_compiler(&w, b);
  words_add(&w, "-x");
  words_add(&w, "c++");
  words_add(&w, "-c");
  words_add(&w, "/dev/null");
  words_add(&w, "-o");
  words_add(&w, "%s/try.o", b->temp);
  const child_place_t place = {.what = b->what, .log = log, .temp = b->temp};
  const bool ok = path_print(made, "%s/try.o", b->temp) && child_run(&w, &place, NULL, error) &&
                  path_exists(made);
  words_free(&w);
  return ok;
}

static bool find_flags(build_t *b, noc_error_t *error) {
  char log[FILES_PATH];
  noc_error_t first = {0};
  if (path_print(log, "%s/try.log", b->temp) && try_compiler(b, true, log, &first)) {
    return true;
  }
  if (first.status == NOC_INTERRUPTED) {
    *error = first;
    return false;
  }
  return try_compiler(b, false, b->log, error) ||
         (error->status != NOC_INTERRUPTED &&
          noc_fail(error, NOC_ENVIRONMENT,
                   "%s: CXX" SAY_IS("'%.200s', which does not compile C++17",
                                    "a C++ compiler, as g++ or clang++ (log: %s)"),
                   b->what, plugin_compiler(), b->log));
}

// Writes a file of this text, if it is not there.
static bool write_once(const build_t *b, const char *text, const char *place, noc_error_t *error) {
  char made[FILES_PATH];
  if (seal_broken(place) == NULL) {
    return true;
  }
  FILE *file = path_print(made, "%s/once.txt", b->temp) ? fopen(made, "w") : NULL;
  bool ok = file != NULL && fputs(text, file) >= 0;
  if ((file != NULL && fclose(file) != 0) || !ok) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s", b->what, made);
  }
  return keep(b, made, place, error);
}

// Compiles a file, if that has not been done.
static bool compile_once(const build_t *b, const char *source, const char *language,
                         const char *place, noc_error_t *error) {
  words_t w = {0};
  char made[FILES_PATH];
  if (seal_broken(place) == NULL) {
    return true;
  }
  add_compiler(&w, b);
  words_add(&w, "-x");
  words_add(&w, "%s", language);
  words_add(&w, "-c");
  words_add(&w, "%s", source);
  words_add(&w, "-o");
  words_add(&w, "%s/once.out", b->temp);
  const bool ok = path_print(made, "%s/once.out", b->temp) && run(&w, b, error);
  words_free(&w);
  return ok && keep(b, made, place, error);
}

// Verilator's runtime and its header are the same for all plug-ins: compiled once.
static bool build_runtime(build_t *b, noc_error_t *error) {
  static const char kHeader[] =
      "#include \"dut/runtime.hpp\"\n#include \"verilated.h\"\n#include <new>\n";
  static const char kSources[] =
      "#include \"dut/runtime.hpp\"\n#include \"verilated.cpp\"\n#include "
      "\"verilated_threads.cpp\"\n";
  static const char *const kSuffix[] = {".lock", ".h", ".h.gch", ".cpp", ".o"};
  enum { LOCK, HEADER, COMPILED, SOURCE, OBJECT, NAMES };
  char path[FILES_PATH];
  char name[NAMES][FILES_PATH];
  uint64_t hash = hash_text(hash_text(plugin_hash_flags(HASH_START, b->job), kHeader), kSources);
  hash = hash_program(hash_program(hash, plugin_verilator()), plugin_compiler());
  if (path_print(path, "%s/tb/dut/runtime.hpp", b->job->home)) {
    hash = hash_file(hash, path);
  }
  bool ok = path_print(b->runtime, "%s/runtime-%016llx", b->job->dir, (unsigned long long)hash);
  for (size_t i = 0; i < NAMES; i++) {
    ok = ok && path_print(name[i], "%s%s", b->runtime, kSuffix[i]);
  }
  if (!ok) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: path too long", b->what);
  }
  // Many plug-ins may be the first at once.
  const int lock = open(name[LOCK], O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lock < 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s", b->what, name[LOCK]);
  }
  ok = plugin_wait(lock, b->job->unit, error);
  // Clang takes what it has compiled only while the header has its old time.
  if (ok && seal_broken(name[HEADER]) != NULL) {
    seal_remove(name[COMPILED]);
  }
  ok = ok && write_once(b, kHeader, name[HEADER], error) &&
       compile_once(b, name[HEADER], "c++-header", name[COMPILED], error) &&
       write_once(b, kSources, name[SOURCE], error) &&
       compile_once(b, name[SOURCE], "c++", name[OBJECT], error);
  (void)close(lock);
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

static bool compile(const build_t *b, noc_error_t *error) {
  const plugin_job_t *job = b->job;
  words_t w = {0};
  add_compiler(&w, b);
  words_add(&w, "-include");
  words_add(&w, "%s.h", b->runtime);
  words_add(&w, "-DDUT_UNIT=\"%s\"", job->unit);
  words_add(&w, "-DDUT_DESCRIPTION=\"%s\"", job->name);
  words_add(&w, "-DDUT_DEF=\"shape/%s_state.def\"", plugin_list(job));
  words_add(&w, "-DDUT_SOURCES=\"dut_sources.h\"");
  words_add(&w, "-DDUT_WATCHED=%d", job->watched);
  add_shape(&w, &job->shape);
  words_add(&w, "-shared");
  words_add(&w, "-Wl,-Bsymbolic");
  words_add(&w, "-Wl,-z,defs");  // what is missing is seen now, not when it is loaded
  words_add(&w, "%s/tb/dut/shim.cpp", job->home);
  words_add(&w, "%s.o", b->runtime);
  if (!b->knows_unique) {
    words_add(&w, "-latomic");  // Clang calls what GCC knows by itself
  }
  words_add(&w, "-o");
  words_add(&w, "%s/dut.so", b->temp);
  const bool ok = run(&w, b, error);
  words_free(&w);
  return ok;
}

static bool install(const build_t *b, noc_error_t *error) {
  char from[FILES_PATH];
  char to[FILES_PATH];
  return (path_print(from, "%s/dut.so", b->temp) &&
          path_print(to, "%s/%s.so", b->job->dir, b->job->name))
             ? keep(b, from, to, error)
             : noc_fail(error, NOC_ENVIRONMENT, "%s: path too long", b->what);
}

// Takes away what killed runs have left of other plug-ins: a folder whose lock nobody holds, and
// its log. The log of a build that has failed is alone.
static void sweep(const char *dir) {
  static const char kSuffix[] = ".tmp";
  char path[FILES_PATH];
  dir_names_t names = dir_names(dir, kSuffix);
  for (size_t i = 0; i < names.count; i++) {
    const int base = (int)(strlen(names.name[i]) - strlen(kSuffix));
    const int lock = path_print(path, "%s/%.*s.lock", dir, base, names.name[i])
                         ? open(path, O_RDWR | O_CLOEXEC)
                         : -1;
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0 &&
        path_print(path, "%s/%s", dir, names.name[i])) {
      dir_remove(path);
      if (path_print(path, "%s/%.*s.log", dir, base, names.name[i])) {
        (void)unlink(path);
      }
    }
    if (lock >= 0) {
      (void)close(lock);
    }
  }
  dir_names_free(&names);
}

bool plugin_build(const plugin_job_t *job, noc_error_t *error) {
  build_t b = {.job = job};
  (void)snprintf(b.what, sizeof b.what, "plug-in %s", job->unit);
  if (!path_print(b.temp, "%s/%s.tmp", job->dir, job->name) ||
      !path_print(b.log, "%s/%s.log", job->dir, job->name)) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: path too long", b.what);
  }
  sweep(job->dir);
  dir_remove(b.temp);
  (void)unlink(b.log);
  struct sigaction old[2];
  child_catch(old);
  // Nobody else may write what is going to be loaded.
  const mode_t mask = umask(S_IWGRP | S_IWOTH);
  (void)umask(mask | S_IWGRP | S_IWOTH);
  bool ok =
      dir_make(b.temp) || noc_fail(error, NOC_ENVIRONMENT, "%s: cannot make %s", b.what, b.temp);
  ok = ok && find_root(&b, error) && find_flags(&b, error) && verilate(&b, error) &&
       list_sources(&b, error) && build_runtime(&b, error) && compile(&b, error) &&
       install(&b, error);
  dir_remove(b.temp);
  if (ok || error->status == NOC_INTERRUPTED) {
    (void)unlink(b.log);
  }
  (void)umask(mask);
  child_restore(old);
  return ok;
}
