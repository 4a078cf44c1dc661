// toolchain -- see toolchain.h.

#include "dut/toolchain.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dut/kept.h"
#include "dut/seal.h"

static const char *const kCompilerFlags[] = {
    "-std=c++17", "-fPIC", "-w", "-pthread",
    // Plug-ins share nothing, although all have a class Vdut.
    "-fvisibility=hidden", NULL};
// The same for GCC, whose inline statics would otherwise be one for all; others do not know it.
static const char kNotUnique[] = "-fno-gnu-unique";
// Clang's, for the header that is compiled once: what its templates are used for is worked out
// there and not by each plug-in again, half of what one takes. GCC does so by itself.
static const char kHeaderTemplates[] = "-fpch-instantiate-templates";
// -O1 builds a router in two thirds of the time of -O2 and -O3, and runs as fast. To look inside,
// -Og is worth it: built in half the time, half as fast. For a few thousand cycles -O0 is: built in
// two thirds of that, and half as fast again, and Clang, where it is, takes half of GCC's time.
static const char *const kSpeed[][3] = {
    [TOOLCHAIN_FULL] = {"-O1", NULL},
    [TOOLCHAIN_WATCHED] = {"-Og", "-fno-inline", NULL},
    [TOOLCHAIN_QUICK] = {"-O0", NULL},
};
// The gold linker takes half the time, where it is installed.
static const char kQuickLink[] = "-fuse-ld=gold";

const char *toolchain_verilator(void) {
  const char *name = getenv("VERILATOR");
  return (name != NULL && *name != '\0') ? name : "verilator";
}

static bool is_quick(void) {
  const char *quick = getenv("NOCSTEP_QUICK_PLUGINS");
  return quick != NULL && strcmp(quick, "1") == 0;
}

static const char kGcc[] = "g++";
static const char kClang[] = "clang++";

const char *toolchain_compiler(void) {
  char path[FILES_PATH];
  const char *name = getenv("CXX");
  if (name != NULL && *name != '\0') {
    return name;
  }
  return is_quick() && path_program(kClang, path) ? kClang : kGcc;
}

// Clang takes longer to start than GCC to link.
static const char *linker(void) {
  char path[FILES_PATH];
  const char *compiler = toolchain_compiler();
  return compiler == kClang && path_program(kGcc, path) ? kGcc : compiler;
}

toolchain_speed_t toolchain_speed(bool watched) {
  return is_quick() ? TOOLCHAIN_QUICK : watched ? TOOLCHAIN_WATCHED : TOOLCHAIN_FULL;
}

// The compiler and its flags.
static uint64_t hash_compiler(uint64_t hash, toolchain_speed_t speed) {
  hash = hash_list(hash_list(hash, kCompilerFlags), kSpeed[speed]);
  return hash_text(hash_program(hash, toolchain_compiler()), kNotUnique);
}

uint64_t toolchain_hash(uint64_t hash, toolchain_speed_t speed) {
  return hash_compiler(hash_program(hash, toolchain_verilator()), speed);
}

// ---- Tools

bool toolchain_wait(int lock, const char *what, noc_error_t *error) {
  struct sigaction old[2];
  child_catch(old);
  int status = 0;
  do {
    status = flock(lock, LOCK_EX);
  } while (status != 0 && errno == EINTR && !child_interrupted());
  child_restore(old);
  return status == 0 || noc_fail(error, child_interrupted() ? NOC_INTERRUPTED : NOC_ENVIRONMENT,
                                 "%s: %s while another run built it", what,
                                 child_interrupted() ? "interrupted" : strerror(errno));
}

// One that the user has named is at fault itself; else it has to be installed.
static bool fail_tool(const char *what, const char *instead, const char *variable,
                      const char *program, const char *accepted, noc_error_t *error) {
  const char *named = getenv(variable);
  if (named != NULL && *named != '\0') {
    return noc_fail(error, NOC_ENVIRONMENT,
                    "%s: %s" SAY_IS("'%.200s', which is no program", "%s%s%s"), what, variable,
                    program, accepted, instead != NULL ? ", or " : "",
                    instead != NULL ? instead : "");
  }
  return noc_fail(error, NOC_ENVIRONMENT,
                  "%s: %s not found: install it (apt install verilator g++)%s%s", what, program,
                  instead != NULL ? ", or use " : "", instead != NULL ? instead : "");
}

bool toolchain_find(const char *what, const char *instead, noc_error_t *error) {
  char path[FILES_PATH];
  if (!path_program(toolchain_verilator(), path)) {
    return fail_tool(what, instead, "VERILATOR", toolchain_verilator(), "that of a Verilator",
                     error);
  }
  return path_program(toolchain_compiler(), path) ||
         fail_tool(what, instead, "CXX", toolchain_compiler(), "a C++ compiler, as g++ or clang++",
                   error);
}

// ---- The steps

bool toolchain_run(const toolchain_t *t, const words_t *w, noc_error_t *error) {
  const child_place_t place = {.what = t->what, .log = t->log, .temp = t->temp};
  return child_run(w, &place, NULL, error);
}

static bool find_root(toolchain_t *t, noc_error_t *error) {
  char file[FILES_PATH];
  char kept[FILES_PATH];
  // Asked once: it takes as long as a small unit.
  const uint64_t hash = hash_program(HASH_START, toolchain_verilator());
  bool ok = path_print(kept, "%s/runtime-%016llx.root", t->dir, (unsigned long long)hash);
  if (ok && seal_broken(kept) != NULL) {
    const child_place_t place = {.what = t->what, .log = t->log, .temp = t->temp};
    words_t w = {0};
    words_add(&w, "%s", toolchain_verilator());
    words_add(&w, "--getenv");
    words_add(&w, "VERILATOR_ROOT");
    ok = path_print(file, "%s/root", t->temp) && child_run(&w, &place, file, error);
    words_free(&w);
    if (!ok) {
      return false;
    }
    ok = seal_write(file, kept) && rename(file, kept) == 0;
  }
  char *text = ok ? file_read(kept) : NULL;
  ok = text != NULL && path_print(t->root, "%.*s", (int)strcspn(text, "\n"), text) &&
       path_print(file, "%s/include/verilated.h", t->root) && path_exists(file);
  free(text);
  if (!ok) {
    seal_remove(kept);
  }
  return ok ||
         noc_fail(error, NOC_ENVIRONMENT,
                  "%s: VERILATOR" SAY_IS("'%.200s', which names no folder with include/verilated.h",
                                         "that of a Verilator"),
                  t->what, toolchain_verilator());
}

// One file that includes all that Verilator wrote.
static bool list_sources(const toolchain_t *t, const char *header, noc_error_t *error) {
  char path[FILES_PATH];
  dir_names_t names = dir_names(t->temp, ".cpp");
  FILE *file = path_print(path, "%s/sources.h", t->temp) ? fopen(path, "w") : NULL;
  bool ok = file != NULL && names.count > 0 && !names.incomplete;
  // "Slow" is what runs once, at the first evaluation: it is not worth optimizing.
  for (size_t i = 0; ok && i < names.count; i++) {
    const bool once = strstr(names.name[i], "__Slow.cpp") != NULL;
    ok = fprintf(file, "%s#include \"%s\"\n%s",
                 once ? "#pragma GCC push_options\n#pragma GCC optimize(\"O0\")\n" : "",
                 names.name[i], once ? "#pragma GCC pop_options\n" : "") > 0;
  }
  // The shim reaches the ports without a detour over references.
  ok = ok && fprintf(file, "#include \"%s\"\n", header) > 0;
  if (file != NULL && fclose(file) != 0) {
    ok = false;
  }
  dir_names_free(&names);
  return ok || noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s: %s", t->what, path,
                        strerror(errno));
}

static void add_compiler(words_t *w, const toolchain_t *t, toolchain_speed_t speed) {
  words_add(w, "%s", toolchain_compiler());
  words_add_list(w, kCompilerFlags);
  words_add_list(w, kSpeed[speed]);
  if (t->knows_unique) {
    words_add(w, "%s", kNotUnique);
  }
  words_add(w, "-I%s/tb", t->home);
  words_add(w, "-I%s/csim", t->home);
  words_add(w, "-I%s", t->temp);
  words_add(w, "-I%s/include", t->root);
  words_add(w, "-I%s/include/vltstd", t->root);
}

// Puts a file that is complete into its place.
bool toolchain_keep(const toolchain_t *t, const char *made, const char *place, noc_error_t *error) {
  return (seal_write(made, place) && rename(made, place) == 0) ||
         noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s: %s", t->what, place,
                  strerror(errno));
}

// Whether the compiler makes something of an empty file, by a way of making it ("-c") and a flag;
// what it says goes to `log`.
static bool try_compiler(toolchain_t *t, const char *way, const char *flag, const char *log,
                         noc_error_t *error) {
  char made[FILES_PATH];
  words_t w = {0};
  add_compiler(&w, t, t->speed);
  if (flag != NULL) {
    words_add(&w, "%s", flag);
  }
  words_add(&w, "%s", way);
  words_add(&w, "-x");
  words_add(&w, "c++");
  words_add(&w, "/dev/null");
  words_add(&w, "-o");
  words_add(&w, "%s/try.o", t->temp);
  const child_place_t place = {.what = t->what, .log = log, .temp = t->temp};
  const bool ok = path_print(made, "%s/try.o", t->temp) && child_run(&w, &place, NULL, error) &&
                  path_exists(made);
  (void)unlink(made);
  words_free(&w);
  return ok;
}

// Tries a flag that not every compiler knows. False if it was interrupted.
static bool try_flag(toolchain_t *t, const char *way, const char *flag, bool *known,
                     noc_error_t *error) {
  char log[FILES_PATH];
  noc_error_t refused = {0};
  *known = path_print(log, "%s/try.log", t->temp) && try_compiler(t, way, flag, log, &refused);
  if (refused.status == NOC_INTERRUPTED) {
    *error = refused;
    return false;
  }
  return true;
}

static bool try_flags(toolchain_t *t, noc_error_t *error) {
  if (!try_compiler(t, "-c", NULL, t->log, error)) {
    return error->status != NOC_INTERRUPTED &&
           noc_fail(error, NOC_ENVIRONMENT,
                    "%s: CXX" SAY_IS("'%.200s', which does not compile C++17",
                                     "a C++ compiler, as g++ or clang++ (log: %s)"),
                    t->what, toolchain_compiler(), t->log);
  }
  return try_flag(t, "-c", kNotUnique, &t->knows_unique, error) &&
         try_flag(t, "-c", kHeaderTemplates, &t->knows_templates, error) &&
         (t->speed != TOOLCHAIN_QUICK || try_flag(t, "-shared", kQuickLink, &t->has_gold, error));
}

// Writes a file of this text, if it is not there.
static bool write_once(const toolchain_t *t, const char *text, const char *place,
                       noc_error_t *error) {
  char made[FILES_PATH];
  if (seal_broken(place) == NULL) {
    return true;
  }
  FILE *file = path_print(made, "%s/once.txt", t->temp) ? fopen(made, "w") : NULL;
  bool ok = file != NULL && fputs(text, file) >= 0;
  if ((file != NULL && fclose(file) != 0) || !ok) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s", t->what, made);
  }
  return toolchain_keep(t, made, place, error);
}

// Which flags the compiler takes is asked once.
static bool find_flags(toolchain_t *t, noc_error_t *error) {
  static const char kCompiles[] = "c++17\n";
  static const char kUnique[] = "unique\n";
  static const char kTemplates[] = "templates\n";
  static const char kGold[] = "gold\n";
  char kept[FILES_PATH];
  char text[sizeof kCompiles + sizeof kUnique + sizeof kTemplates + sizeof kGold];
  const uint64_t hash =
      hash_compiler(hash_text(hash_text(HASH_START, kQuickLink), kHeaderTemplates), t->speed);
  if (!path_print(kept, "%s/runtime-%016llx.flags", t->dir, (unsigned long long)hash)) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: path too long", t->what);
  }
  char *known = seal_broken(kept) == NULL ? file_read(kept) : NULL;
  if (known != NULL) {
    t->knows_unique = strstr(known, kUnique) != NULL;
    t->knows_templates = strstr(known, kTemplates) != NULL;
    t->has_gold = strstr(known, kGold) != NULL;
    free(known);
    return true;
  }
  if (!try_flags(t, error)) {
    return false;
  }
  (void)snprintf(text, sizeof text, "%s%s%s%s", kCompiles, t->knows_unique ? kUnique : "",
                 t->knows_templates ? kTemplates : "", t->has_gold ? kGold : "");
  return write_once(t, text, kept, error);
}

// Compiles a file, if that has not been done, with another flag (or NULL).
static bool compile_once(const toolchain_t *t, toolchain_speed_t speed, const char *flag,
                         const char *source, const char *language, const char *place,
                         noc_error_t *error) {
  words_t w = {0};
  char made[FILES_PATH];
  if (seal_broken(place) == NULL) {
    return true;
  }
  add_compiler(&w, t, speed);
  if (flag != NULL) {
    words_add(&w, "%s", flag);
  }
  words_add(&w, "-x");
  words_add(&w, "%s", language);
  words_add(&w, "-c");
  words_add(&w, "%s", source);
  words_add(&w, "-o");
  words_add(&w, "%s/once.out", t->temp);
  const bool ok = path_print(made, "%s/once.out", t->temp) && toolchain_run(t, &w, error);
  words_free(&w);
  return ok && toolchain_keep(t, made, place, error);
}

// Writes the header that is compiled once. What it has of nocstep's sources is its own text: Clang
// does not take it any more when a file is gone that it was compiled from, and the sources that are
// the first to need it may be a copy of a test's, or of an older installation.
static bool write_header(const toolchain_t *t, const char *rest, noc_error_t *error) {
  char path[FILES_PATH];
  char *text = NULL;
  char *own = path_print(path, "%s/tb/dut/runtime.hpp", t->home) ? file_read(path) : NULL;
  bool ok = own != NULL && asprintf(&text, "%s%s", own, rest) >= 0;
  ok = ok ? write_once(t, text, t->header, error)
          : noc_fail(error, NOC_ENVIRONMENT, "%s: cannot read %s", t->what, path);
  free(text);
  free(own);
  return ok;
}

// Verilator's runtime and its header are the same for all plug-ins: compiled once, the header for
// each speed.
static bool build_runtime(toolchain_t *t, noc_error_t *error) {
  static const char kHeader[] = "#include \"verilated.h\"\n#include <new>\n";
  static const char kSources[] =
      "#include \"dut/runtime.hpp\"\n"
      "#include \"verilated.cpp\"\n"
      "#include \"verilated_threads.cpp\"\n"
      "#include \"dut/walk.cpp\"\n";
  enum { COMPILED, SOURCE, LOCK, NAMES };
  char path[FILES_PATH];
  char name[NAMES][FILES_PATH];
  uint64_t hash = hash_compiler(HASH_START, TOOLCHAIN_FULL);
  // Verilator's files, whatever program has told where they are: the first has the version.
  static const char *const kFiles[] = {"verilated_config.h", "verilated.h", "verilated.cpp", NULL};
  hash = hash_text(hash_text(hash_text(hash, kHeader), kSources), t->root);
  for (const char *const *file = kFiles; *file != NULL; file++) {
    if (path_print(path, "%s/include/%s", t->root, *file)) {
      hash = hash_file(hash, path);
    }
  }
  hash = kept_hash_source(hash, t->home, "dut/runtime.hpp");
  hash = kept_hash_source(hash, t->home, "dut/walk.cpp");
  const char *templates = t->knows_templates ? kHeaderTemplates : NULL;
  const uint64_t of_speed = hash_text(hash_list(hash, kSpeed[t->speed]), kHeaderTemplates);
  if (!path_print(t->header, "%s/runtime-%016llx.h", t->dir, (unsigned long long)of_speed) ||
      !path_print(name[COMPILED], "%s.gch", t->header) ||
      !path_print(t->object, "%s/runtime-%016llx.o", t->dir, (unsigned long long)hash) ||
      !path_print(name[SOURCE], "%.*s.cpp", (int)strlen(t->object) - 2, t->object) ||
      !path_print(name[LOCK], "%.*s.lock", (int)strlen(t->object) - 2, t->object)) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: path too long", t->what);
  }
  // Reading what is kept takes as long as linking: once in a process is enough.
  static char sound[FILES_PATH];
  if (strcmp(sound, t->header) == 0 && path_exists(name[COMPILED]) && path_exists(t->object)) {
    return true;
  }
  // Many plug-ins may be the first at once.
  const int lock = open(name[LOCK], O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lock < 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s", t->what, name[LOCK]);
  }
  bool ok = toolchain_wait(lock, t->what, error);
  // Clang takes what it has compiled only while the header has its old time.
  if (ok && seal_broken(t->header) != NULL) {
    seal_remove(name[COMPILED]);
  }
  ok = ok && write_header(t, kHeader, error) &&
       compile_once(t, t->speed, templates, t->header, "c++-header", name[COMPILED], error) &&
       write_once(t, kSources, name[SOURCE], error) &&
       compile_once(t, TOOLCHAIN_FULL, NULL, name[SOURCE], "c++", t->object, error);
  (void)close(lock);
  (void)snprintf(sound, sizeof sound, "%s", ok ? t->header : "");
  return ok;
}

// Compiles the shim with all that it includes.
static bool compile(const toolchain_t *t, const char *shim, const words_t *own,
                    noc_error_t *error) {
  words_t w = {.failed = own->failed};
  add_compiler(&w, t, t->speed);
  words_add(&w, "-include");
  words_add(&w, "%s", t->header);
  words_add_list(&w, (const char *const *)own->word);
  words_add(&w, "-c");
  words_add(&w, "%s/%s", t->home, shim);
  words_add(&w, "-o");
  words_add(&w, "%s/made.o", t->temp);
  const bool ok = toolchain_run(t, &w, error);
  words_free(&w);
  return ok;
}

static bool link_runtime(const toolchain_t *t, noc_error_t *error) {
  words_t w = {0};
  words_add(&w, "%s", linker());
  words_add(&w, "-shared");
  words_add(&w, "-pthread");
  if (t->has_gold) {
    words_add(&w, "%s", kQuickLink);
  }
  words_add(&w, "-Wl,-Bsymbolic");
  words_add(&w, "-Wl,-z,defs");  // what is missing is seen now, not when it is loaded
  words_add(&w, "%s/made.o", t->temp);
  words_add(&w, "%s", t->object);
  if (!t->knows_unique) {
    words_add(&w, "-latomic");  // Clang calls what GCC knows by itself
  }
  words_add(&w, "-o");
  words_add(&w, "%s/made.so", t->temp);
  const bool ok = toolchain_run(t, &w, error);
  words_free(&w);
  return ok;
}

static bool install(const toolchain_t *t, noc_error_t *error) {
  char from[FILES_PATH];
  char to[FILES_PATH];
  return (path_print(from, "%s/made.so", t->temp) && path_print(to, "%s/%s.so", t->dir, t->name))
             ? toolchain_keep(t, from, to, error)
             : noc_fail(error, NOC_ENVIRONMENT, "%s: path too long", t->what);
}

bool toolchain_compile(toolchain_t *t, const char *shim, const char *header, const words_t *own,
                       noc_error_t *error) {
  return list_sources(t, header, error) && build_runtime(t, error) &&
         compile(t, shim, own, error) && link_runtime(t, error) && install(t, error);
}

// Verilator lists what it has read, a line each that begins with S and has the name in quotes.
bool toolchain_read(const toolchain_t *t, const char *prefix,
                    bool (*see)(void *context, const char *path, noc_error_t *error), void *context,
                    noc_error_t *error) {
  char path[FILES_PATH];
  char *text = path_print(path, "%s/%s__verFiles.dat", t->temp, prefix) ? file_read(path) : NULL;
  if (text == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: cannot read %s", t->what, path);
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
    ok = see(context, name, error);
  }
  free(text);
  return ok;
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

bool toolchain_open(toolchain_t *t, noc_error_t *error) {
  child_catch(t->old);
  // Nobody else may write what is going to be loaded.
  t->mask = umask(S_IWGRP | S_IWOTH);
  (void)umask(t->mask | S_IWGRP | S_IWOTH);
  if (!path_print(t->temp, "%s/%s.tmp", t->dir, t->name) ||
      !path_print(t->log, "%s/%s.log", t->dir, t->name)) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: path too long", t->what);
  }
  sweep(t->dir);
  dir_remove(t->temp);
  (void)unlink(t->log);
  return (dir_make(t->temp) ||
          noc_fail(error, NOC_ENVIRONMENT, "%s: cannot make %s", t->what, t->temp)) &&
         find_root(t, error) && find_flags(t, error);
}

void toolchain_close(toolchain_t *t, bool ok, const noc_error_t *error) {
  dir_remove(t->temp);
  if (ok || error->status == NOC_INTERRUPTED) {
    (void)unlink(t->log);
  }
  (void)umask(t->mask);
  child_restore(t->old);
}
