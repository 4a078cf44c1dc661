// plugin_build -- see plugin_build.h.
//
//   verilator --cc        RTL           -> <name>.tmp/Vdut*.cpp
//   g++ -c (once)         Verilator's runtime -> runtime-<hash>.o, and its header, read and kept, ->
//                         runtime-<hash>.h.gch: shared by all plug-ins of the same flags
//   g++ -shared           shim.cpp, which includes all Vdut*.cpp, and the runtime -> <name>.so

#include "dut/plugin_build.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char *const kVerilatorFlags[] = {
    "--cc", "--prefix", "Vdut", "-O3", "--assert", "--x-assign", "unique", "--x-initial", "unique",
    "--output-split", "0",
    // Reset loops over large shapes (16 x 16 VCs) must be unrolled. Others run as fast when those of
    // more statements are not, and half as many lines are to be compiled; 2000 is too few.
    "--unroll-count", "1024", "--unroll-stmts", "10000", "-Wno-fatal", NULL};
static const char *const kCompilerFlags[] = {
    "-std=c++17", "-fPIC", "-w", "-pthread",
    // Plug-ins share nothing, although all have a class Vdut.
    "-fvisibility=hidden", "-fno-gnu-unique", NULL};
// -O1 builds a router in two thirds of the time of -O2 and -O3, and runs as fast. For a few thousand
// cycles -Og is worth it: built in half the time, half as fast; -O0 is a fifth as fast.
static const char *const kFull[] = {"-O1", NULL};
static const char *const kQuick[] = {"-Og", "-fno-inline", NULL};

const char *plugin_verilator(void) {
  const char *name = getenv("VERILATOR");
  return (name != NULL && *name != '\0') ? name : "verilator";
}

const char *plugin_compiler(void) {
  const char *name = getenv("CXX");
  return (name != NULL && *name != '\0') ? name : "g++";
}

static const char *const *speed_flags(void) {
  const char *quick = getenv("NOCSTEP_QUICK_PLUGINS");
  return (quick != NULL && strcmp(quick, "1") == 0) ? kQuick : kFull;
}

static uint64_t hash_list(uint64_t hash, const char *const *list) {
  for (; *list != NULL; list++) {
    hash = hash_text(hash, *list);
  }
  return hash;
}

uint64_t plugin_hash_flags(uint64_t hash) {
  return hash_list(hash_list(hash_list(hash, kVerilatorFlags), kCompilerFlags), speed_flags());
}

// ---- Command lines

enum { WORDS_MAX = 128 };

typedef struct {
  char *word[WORDS_MAX + 1];  // NULL at the end, as posix_spawn wants it
  size_t count;
  bool failed;
} words_t;

__attribute__((format(printf, 2, 3))) static void add(words_t *w, const char *format, ...) {
  char text[2 * FILES_PATH];
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  char *copy = (length >= 0 && (size_t)length < sizeof text) ? strdup(text) : NULL;
  if (copy == NULL || w->count == WORDS_MAX) {
    free(copy);
    w->failed = true;
    return;
  }
  w->word[w->count++] = copy;
  w->word[w->count] = NULL;
}

static void add_list(words_t *w, const char *const *list) {
  for (; *list != NULL; list++) {
    add(w, "%s", *list);
  }
}

static void words_free(words_t *w) {
  for (size_t i = 0; i < w->count; i++) {
    free(w->word[i]);
  }
}

// The first line of the log that is an error of Verilator or g++.
static void first_error(const char *log, char *out, size_t size) {
  char *text = file_read(log);
  out[0] = '\0';
  for (char *line = text; line != NULL && *line != '\0' && out[0] == '\0';) {
    char *end = line + strcspn(line, "\n");
    const bool last = (*end == '\0');
    *end = '\0';
    const char *verilator = strstr(line, "%Error");
    if (verilator != NULL && strchr(verilator, ':') != NULL) {
      (void)snprintf(out, size, "%s", strchr(verilator, ':') + 2);
    } else if (strstr(line, "error: ") != NULL || strstr(line, "No space left") != NULL) {
      (void)snprintf(out, size, "%s", line);
    }
    line = last ? NULL : end + 1;
  }
  free(text);
}

static bool fail_run(const words_t *w, const char *what, const char *log, noc_error_t *error) {
  char line[400];
  first_error(log, line, sizeof line);
  return noc_fail(error, NOC_ENVIRONMENT, "%s: %s failed: %s (log: %s)", what, w->word[0],
                  (line[0] != '\0') ? line : "no error line", log);
}

// ---- Interruption: SIGINT and SIGTERM end the program that runs, with its children (Verilator and
// g++ are drivers of others), and the build takes away what it has begun.

static volatile sig_atomic_t interrupted;
static volatile sig_atomic_t group;  // of the program that runs; 0: none

static void on_signal(int number) {
  interrupted = number;
  if (group != 0) {
    (void)kill(-(pid_t)group, SIGTERM);
  }
}

// A second signal ends nocstep at once.
static void catch_signals(struct sigaction old[2]) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
  (void)sigemptyset(&action.sa_mask);
  interrupted = 0;
  (void)sigaction(SIGINT, &action, &old[0]);
  (void)sigaction(SIGTERM, &action, &old[1]);
}

static void restore_signals(const struct sigaction old[2]) {
  (void)sigaction(SIGINT, &old[0], NULL);
  (void)sigaction(SIGTERM, &old[1], NULL);
}

bool plugin_wait(int lock, const char *unit, noc_error_t *error) {
  struct sigaction old[2];
  catch_signals(old);
  int status = 0;
  do {
    status = flock(lock, LOCK_EX);
  } while (status != 0 && errno == EINTR && interrupted == 0);
  restore_signals(old);
  return status == 0 || noc_fail(error, interrupted != 0 ? NOC_INTERRUPTED : NOC_ENVIRONMENT,
                                 "plug-in %s: %s while another run built it", unit,
                                 interrupted != 0 ? "interrupted" : strerror(errno));
}

static bool fail_missing(const char *what, const char *program, noc_error_t *error) {
  return noc_fail(error, NOC_ENVIRONMENT,
                  "%s: %s not found: install it (apt install verilator g++), or use --router ref",
                  what, program);
}

bool plugin_find_tools(const char *unit, noc_error_t *error) {
  const char *const tools[] = {plugin_verilator(), plugin_compiler()};
  char dir[FILES_PATH];
  char what[PLUGIN_WORD + 32];
  (void)snprintf(what, sizeof what, "plug-in %s", unit);
  for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
    if (!path_program(tools[i], dir)) {
      return fail_missing(what, tools[i], error);
    }
  }
  return true;
}

// Spawns in a process group of its own; 0 or an error number.
static int spawn(const words_t *w, const posix_spawn_file_actions_t *actions, pid_t *pid) {
  posix_spawnattr_t attributes;
  int status = posix_spawnattr_init(&attributes);
  if (status != 0) {
    return status;
  }
  (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  (void)posix_spawnattr_setpgroup(&attributes, 0);
  status = posix_spawnp(pid, w->word[0], actions, &attributes, w->word, environ);
  (void)posix_spawnattr_destroy(&attributes);
  return status;
}

// Waits for the program; false if it could not be waited for.
static bool wait_for(pid_t pid, int *result) {
  group = (sig_atomic_t)pid;
  if (interrupted != 0) {  // the signal came before the line above
    (void)kill(-pid, SIGTERM);
  }
  pid_t ended = 0;
  do {
    ended = waitpid(pid, result, 0);
  } while (ended < 0 && errno == EINTR);
  group = 0;
  return ended == pid;
}

// Runs a program, its output appended to the log (or written to `output`). `what` starts the line
// about a failure.
static bool run(words_t *w, const char *what, const char *log, const char *output,
                noc_error_t *error) {
  if (w->failed) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: path too long or out of memory", what);
  }
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: out of memory", what);
  }
  const int append = O_WRONLY | O_CREAT | O_APPEND;
  (void)posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  (void)posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, append, 0666);
  if (output != NULL) {
    (void)posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output,
                                           O_WRONLY | O_CREAT | O_TRUNC, 0666);
  } else {
    (void)posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  }
  pid_t pid = 0;
  const int status = spawn(w, &actions, &pid);
  (void)posix_spawn_file_actions_destroy(&actions);
  if (status == ENOENT || status == EACCES) {
    return fail_missing(what, w->word[0], error);
  }
  if (status != 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: %s: %s", what, w->word[0], strerror(status));
  }
  int result = 0;
  if (!wait_for(pid, &result)) {
    return noc_fail(error, NOC_INTERNAL, "%s: waitpid: %s", what, strerror(errno));
  }
  if (interrupted != 0) {
    return noc_fail(error, NOC_INTERRUPTED, "%s: interrupted while it was built", what);
  }
  return (WIFEXITED(result) && WEXITSTATUS(result) == 0) || fail_run(w, what, log, error);
}

// ---- The steps

typedef struct {
  const plugin_job_t *job;
  char temp[FILES_PATH], log[FILES_PATH], runtime[FILES_PATH];
  char root[FILES_PATH];  // VERILATOR_ROOT
  char what[PLUGIN_WORD + 32];
} build_t;

static bool find_root(build_t *b, noc_error_t *error) {
  char file[FILES_PATH];
  char kept[FILES_PATH];
  // Asked once: it takes as long as a small unit.
  const uint64_t hash = hash_program(HASH_START, plugin_verilator());
  bool ok = path_print(kept, "%s/runtime-%016llx.root", b->job->dir, (unsigned long long)hash);
  if (ok && !path_exists(kept)) {
    words_t w = {0};
    add(&w, "%s", plugin_verilator());
    add(&w, "--getenv");
    add(&w, "VERILATOR_ROOT");
    ok = path_print(file, "%s/root", b->temp) && run(&w, b->what, b->log, file, error);
    words_free(&w);
    if (!ok) {
      return false;
    }
    ok = rename(file, kept) == 0;
  }
  char *text = ok ? file_read(kept) : NULL;
  ok = text != NULL && path_print(b->root, "%.*s", (int)strcspn(text, "\n"), text);
  free(text);
  return ok || noc_fail(error, NOC_ENVIRONMENT, "%s: no VERILATOR_ROOT", b->what);
}

static void add_sources(words_t *w, const plugin_job_t *job, const char *folder) {
  char dir[FILES_PATH];
  if (!path_print(dir, "%s/rtl/%s", job->home, folder)) {
    w->failed = true;
    return;
  }
  add(w, "-y");
  add(w, "%s", dir);
  // Packages before the modules that name them.
  dir_names_t names = dir_names(dir, "_pkg.sv");
  for (size_t i = 0; i < names.count; i++) {
    add(w, "%s/%s", dir, names.name[i]);
  }
  dir_names_free(&names);
}

static bool verilate(const build_t *b, noc_error_t *error) {
  const plugin_job_t *job = b->job;
  words_t w = {0};
  add(&w, "%s", plugin_verilator());
  add_list(&w, kVerilatorFlags);
  add(&w, "--Mdir");
  add(&w, "%s", b->temp);
  add(&w, "--top-module");
  add(&w, "%s", job->unit);
  for (size_t i = 0; i < job->parameters; i++) {
    add(&w, "-G%s=%u", job->parameter[i], job->value[i]);
  }
  for (const char *const *folder = plugin_folders(job->folder); *folder != NULL; folder++) {
    add_sources(&w, job, *folder);
  }
  add(&w, "%s/rtl/%s/%s.sv", job->home, job->folder, job->unit);
  const bool ok = run(&w, b->what, b->log, NULL, error);
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
  add(w, "%s", plugin_compiler());
  add_list(w, kCompilerFlags);
  add_list(w, speed_flags());
  add(w, "-I%s/tb", b->job->home);
  add(w, "-I%s/csim", b->job->home);
  add(w, "-I%s", b->temp);
  add(w, "-I%s/include", b->root);
  add(w, "-I%s/include/vltstd", b->root);
}

// Compiles a file of this text: to <runtime><suffix>, renamed when complete.
static bool build_once(const build_t *b, const char *text, const char *language, const char *suffix,
                       noc_error_t *error) {
  char source[FILES_PATH];
  char made[FILES_PATH];
  char place[FILES_PATH];
  if (!path_print(source, "%s/once.txt", b->temp) || !path_print(made, "%s/once.out", b->temp) ||
      !path_print(place, "%s%s", b->runtime, suffix)) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: path too long", b->what);
  }
  if (path_exists(place)) {
    return true;
  }
  FILE *file = fopen(source, "w");
  bool ok = file != NULL && fputs(text, file) >= 0;
  if ((file != NULL && fclose(file) != 0) || !ok) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s", b->what, source);
  }
  if (language == NULL) {
    return rename(source, place) == 0 ||
           noc_fail(error, NOC_ENVIRONMENT, "%s: %s: %s", b->what, place, strerror(errno));
  }
  words_t w = {0};
  add_compiler(&w, b);
  add(&w, "-x");
  add(&w, "%s", language);
  add(&w, "-c");
  add(&w, "%s", source);
  add(&w, "-o");
  add(&w, "%s", made);
  ok = run(&w, b->what, b->log, NULL, error);
  words_free(&w);
  return ok && (rename(made, place) == 0 ||
                noc_fail(error, NOC_ENVIRONMENT, "%s: %s: %s", b->what, place, strerror(errno)));
}

// Verilator's runtime and its header are the same for all plug-ins: compiled once.
static bool build_runtime(build_t *b, noc_error_t *error) {
  static const char kHeader[] =
      "#include \"dut/runtime.h\"\n#include \"verilated.h\"\n#include <new>\n";
  static const char kSources[] =
      "#include \"dut/runtime.h\"\n#include \"verilated.cpp\"\n#include "
      "\"verilated_threads.cpp\"\n";
  char path[FILES_PATH];
  uint64_t hash = hash_text(hash_text(plugin_hash_flags(HASH_START), kHeader), kSources);
  hash = hash_program(hash_program(hash, plugin_verilator()), plugin_compiler());
  if (path_print(path, "%s/tb/dut/runtime.h", b->job->home)) {
    hash = hash_file(hash, path);
  }
  if (!path_print(b->runtime, "%s/runtime-%016llx", b->job->dir, (unsigned long long)hash)) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: path too long", b->what);
  }
  // Many plug-ins may be the first at once.
  char name[FILES_PATH];
  const int lock =
      path_print(name, "%s.lock", b->runtime) ? open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666) : -1;
  if (lock < 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s.lock", b->what, b->runtime);
  }
  const bool ok = plugin_wait(lock, b->job->unit, error) &&
                  build_once(b, kHeader, NULL, ".h", error) &&
                  build_once(b, kHeader, "c++-header", ".h.gch", error) &&
                  build_once(b, kSources, "c++", ".o", error);
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
  add(w, "-DDUT_SHAPE=%s", text);
  _Static_assert(sizeof *s % sizeof(unsigned) == 0, "every field of the shape is handed over");
}

static bool compile(const build_t *b, noc_error_t *error) {
  const plugin_job_t *job = b->job;
  words_t w = {0};
  add_compiler(&w, b);
  add(&w, "-include");
  add(&w, "%s.h", b->runtime);
  add(&w, "-DDUT_UNIT=\"%s\"", job->unit);
  add(&w, "-DDUT_DESCRIPTION=\"%s\"", job->name);
  add(&w, "-DDUT_DEF=\"%s/%s_state.def\"", job->folder, plugin_list(job));
  add(&w, "-DDUT_SOURCES=\"dut_sources.h\"");
  add_shape(&w, &job->shape);
  add(&w, "-shared");
  add(&w, "-Wl,-Bsymbolic");
  add(&w, "%s/tb/dut/shim.cpp", job->home);
  add(&w, "%s.o", b->runtime);
  add(&w, "-o");
  add(&w, "%s/dut.so", b->temp);
  const bool ok = run(&w, b->what, b->log, NULL, error);
  words_free(&w);
  return ok;
}

static bool install(const build_t *b, noc_error_t *error) {
  char from[FILES_PATH];
  char to[FILES_PATH];
  const bool ok = path_print(from, "%s/dut.so", b->temp) &&
                  path_print(to, "%s/%s.so", b->job->dir, b->job->name) && rename(from, to) == 0;
  return ok || noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s/%s.so: %s", b->what,
                        b->job->dir, b->job->name, strerror(errno));
}

bool plugin_build(const plugin_job_t *job, noc_error_t *error) {
  build_t b = {.job = job};
  (void)snprintf(b.what, sizeof b.what, "plug-in %s", job->unit);
  if (!path_print(b.temp, "%s/%s.tmp", job->dir, job->name) ||
      !path_print(b.log, "%s/%s.log", job->dir, job->name)) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: path too long", b.what);
  }
  // What an interrupted run left.
  dir_remove(b.temp);
  (void)unlink(b.log);
  struct sigaction old[2];
  catch_signals(old);
  bool ok =
      dir_make(b.temp) || noc_fail(error, NOC_ENVIRONMENT, "%s: cannot make %s", b.what, b.temp);
  ok = ok && find_root(&b, error) && verilate(&b, error) && list_sources(&b, error) &&
       build_runtime(&b, error) && compile(&b, error) && install(&b, error);
  dir_remove(b.temp);
  if (ok || error->status == NOC_INTERRUPTED) {
    (void)unlink(b.log);
  }
  restore_signals(old);
  return ok;
}
