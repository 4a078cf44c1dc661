// plugin -- see plugin.h: finds the sources and the place, names the plug-in, builds it if there is
// none, loads it.

#include "dut/plugin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dut/clock.h"
#include "dut/files.h"
#include "dut/kept.h"
#include "dut/netlist.h"
#include "dut/plugin_build.h"
#include "dut/toolchain.h"

void plugin_quiet(bool quiet) {
  kept_quiet(quiet);
}

// An interface without lookahead computes no routes: what its router has does not matter, and its
// address is a number.
static void address_alone(noc_shape_t *s) {
  enum { MOST_LOCAL = 22 };  // bits of the index of a node
  const unsigned above = s->addr_w > MOST_LOCAL ? s->addr_w - MOST_LOCAL : 0;
  s->lookahead = s->layers_log2 = s->adaptive = s->route_w = 0;
  s->routing = ROUTE_MESH;
  s->dims = above > 0 ? 1 : 0;
  s->digit_w = above > 0 ? above : 1;
  s->local_w = s->addr_w - above;
  s->classes = s->groups = s->rows = 1;
  s->ports = 3;  // fewest with a dimension
}

noc_shape_t plugin_shape(const char *unit, const noc_shape_t *shape) {
  noc_shape_t s = *shape;
  // The router reads no message numbers, no slots, and lengths with cut-through only.
  if (strcmp(unit, "router") == 0) {
    s.msg_w = 1;
    s.len_w = s.cut_through ? s.len_w : 1;
    shape_derive_tag(&s);
    s.xor_slots = s.xor_unit = s.xor_overhead = 0;
    s.xor_flits = s.name_w = 1;
    s.forward_slots = s.forward_unit = s.slot_unit = s.forward_lsb = 0;
    s.forward_flits = s.forward_rows = s.forward_children = 1;
  } else if (strcmp(unit, "network_interface") == 0) {
    s.sync_copies = s.string_bits = s.speculative = s.wavefront = s.sync_read = s.bypass = 0;
    shape_derive_tag(&s);
    s.planes = s.groups = 1;
    if (s.look == 0) {
      address_alone(&s);
    }
  }
  return s;
}

// ---- A file of somebody's own

static rtl_replacement_t replacement;

static bool is_file(const char *home, const char *const *folder, const char *name) {
  char path[FILES_PATH];
  for (; *folder != NULL; folder++) {
    if (path_print(path, "%s/rtl/%s/%s.sv", home, *folder, name) && path_exists(path)) {
      return true;
    }
  }
  return false;
}

bool plugin_is_module(const char *name) {
  static const char *const kBeside[] = {"pins", "stream", "clock", NULL};
  char home[FILES_PATH];
  noc_error_t ignored;
  return plugin_home(home, &ignored) &&
         (is_file(home, plugin_folders("top"), name) || is_file(home, kBeside, name));
}

bool plugin_replace(const char *path, noc_error_t *error) {
  char home[FILES_PATH];
  if (!path_exists(path)) {
    return noc_fail(error, NOC_BAD_INPUT, "%.300s: " SAY_THERE_IS("no such file", "one"), path);
  }
  if (!rtl_replacement_read(&replacement, path)) {
    replacement.names = 0;
    return noc_fail(error, NOC_BAD_INPUT,
                    "%.300s: " SAY_THERE_IS("no module to be read", "1 to %d modules"), path,
                    RTL_REPLACED);
  }
  if (!plugin_home(home, error)) {
    return false;
  }
  for (size_t i = 0; i < replacement.names; i++) {
    if (is_file(home, plugin_folders("top"), replacement.name[i])) {
      return true;
    }
  }
  return noc_fail(error, NOC_BAD_INPUT,
                  "%.300s: its module" SAY_IS("%s", "one that has a file of its name in %s/rtl"),
                  path, replacement.name[0], home);
}

// ---- Those that are loaded

enum { LOADED = 64 };
static uint64_t loaded[LOADED];  // hashes of their names
static size_t loaded_count;
static bool frozen;

void plugin_freeze(void) {
  frozen = true;
}

static bool is_loaded(const char *name) {
  const uint64_t hash = hash_text(HASH_START, name);
  for (size_t i = 0; i < loaded_count; i++) {
    if (loaded[i] == hash) {
      return true;
    }
  }
  return false;
}

static void note_loaded(const char *name) {
  if (!is_loaded(name) && loaded_count < LOADED) {
    loaded[loaded_count++] = hash_text(HASH_START, name);
  }
}

static bool may_load(const plugin_job_t *job, noc_error_t *error) {
  return !frozen || is_loaded(job->name) ||
         noc_fail(error, NOC_BAD_INPUT,
                  "plug-in %s" SAY_IS("of a shape that is not loaded", "one that is"), job->unit);
}

static bool covering;

void plugin_cover(void) {
  covering = true;
}

// ---- Where things are

static bool has_sources(const char *dir) {
  char path[FILES_PATH];
  char rtl[FILES_PATH];
  return path_print(path, "%s/tb/dut/shim.cpp", dir) && path_exists(path) &&
         path_print(rtl, "%s/rtl", dir) && path_exists(rtl);
}

// The directory of the file that this code is in: a shared library, or the executable again.
static bool library_dir(char out[FILES_PATH]) {
  static const char here = 0;
  Dl_info info;
  if (dladdr(&here, &info) == 0 || info.dli_fname == NULL ||
      realpath(info.dli_fname, out) == NULL) {
    return false;
  }
  *strrchr(out, '/') = '\0';
  return true;
}

// A directory from this one upwards that has the sources, or an installed copy of them.
static bool find_upwards(char dir[FILES_PATH], char out[PLUGIN_PATH]) {
  while (dir[0] != '\0') {
    if ((path_print(out, "%s", dir) && has_sources(out)) ||
        (path_print(out, "%s/share/nocstep", dir) && has_sources(out))) {
      return true;
    }
    *strrchr(dir, '/') = '\0';
  }
  return false;
}

bool plugin_home(char out[PLUGIN_PATH], noc_error_t *error) {
  const char *home = getenv("NOCSTEP_HOME");
  if (home != NULL && *home != '\0') {
    return (realpath(home, out) != NULL && has_sources(out)) ||
           noc_fail(error, NOC_ENVIRONMENT, "NOCSTEP_HOME: no rtl/ and tb/dut/shim.cpp in %s",
                    home);
  }
  char dir[FILES_PATH];
  if ((kept_executable_dir(dir) && find_upwards(dir, out)) ||
      (library_dir(dir) && find_upwards(dir, out))) {
    return true;
  }
  return noc_fail(error, NOC_ENVIRONMENT,
                  "RTL sources not found above the executable; set NOCSTEP_HOME to the directory "
                  "that has rtl/ and tb/");
}

// "router_gates" is the netlist of router_pins.
static void name_module(plugin_job_t *job) {
  static const char kEnd[] = "_gates";
  const size_t length = strlen(job->unit);
  job->gates = length > strlen(kEnd) && strcmp(job->unit + length - strlen(kEnd), kEnd) == 0;
  (void)snprintf(job->module, sizeof job->module, "%.*s%s",
                 (int)(job->gates ? length - strlen(kEnd) : length), job->unit,
                 job->gates ? "_pins" : "");
}

// rtl/<folder>/<module>.sv
static bool find_unit(plugin_job_t *job, noc_error_t *error) {
  static const char *const kFolders[] = {"router", "multicast", "ni", "coding",
                                         "top",    "pins",      NULL};
  char path[FILES_PATH];
  for (const char *const *folder = kFolders; *folder != NULL; folder++) {
    if (path_print(path, "%s/rtl/%s/%s.sv", job->home, *folder, job->module) && path_exists(path)) {
      (void)snprintf(job->folder, sizeof job->folder, "%s", *folder);
      return true;
    }
  }
  return noc_fail(error, NOC_ENVIRONMENT, "no unit %s under %s/rtl", job->unit, job->home);
}

const char *const *plugin_folders(const char *folder) {
  static const char *const kRouter[] = {"router", "multicast", NULL};
  static const char *const kInterface[] = {"router", "ni", "coding", NULL};
  static const char *const kTop[] = {"router", "multicast", "ni", "coding", "top", NULL};
  static const char *const kPins[] = {"router", "multicast", "ni", "coding", "top", "pins", NULL};
  const bool router = strcmp(folder, "router") == 0 || strcmp(folder, "multicast") == 0;
  return (strcmp(folder, "top") == 0)    ? kTop
         : (strcmp(folder, "pins") == 0) ? kPins
         : router                        ? kRouter
                                         : kInterface;
}

const char *plugin_list(const plugin_job_t *job) {
  return (strcmp(job->folder, "top") == 0) ? "top" : job->module;
}

// ---- Parameters and the name

// The value of an RTL parameter in a shape; false for a parameter of another name.
static bool parameter_value(const noc_shape_t *s, const char *name, unsigned *value) {
  const struct {
    const char *name;
    unsigned value;
  } table[] = {
#define PARAMETER(name, member) {#name, s->member},
#include "shape/parameters.def"
#undef PARAMETER
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (strcmp(table[i].name, name) == 0) {
      *value = table[i].value;
      return true;
    }
  }
  return false;
}

// The module's own text says which parameters it has: "parameter int unsigned Ports = 5".
static bool read_parameters(plugin_job_t *job, noc_error_t *error) {
  static const char kMark[] = "parameter";
  char path[FILES_PATH];
  char name[PLUGIN_WORD];
  unsigned value = 0;
  (void)snprintf(path, sizeof path, "%s", job->files.path[job->files.count - 1]);
  char *text = file_read(path);
  if (text == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "cannot read %s", path);
  }
  for (const char *at = text; *at != '\0';) {
    const char *line = at + strspn(at, " \t");
    if (strncmp(line, kMark, strlen(kMark)) == 0 &&
        sscanf(line + strlen(kMark), " int unsigned %63[A-Za-z0-9_]", name) == 1) {
      if (!parameter_value(&job->shape, name, &value)) {
        free(text);
        return noc_fail(
            error, NOC_ENVIRONMENT,
            "%s: parameter %s" SAY_IS("of no known name", "one that csim/shape/parameters.def has"),
            path, name);
      }
      if (job->parameters == PLUGIN_PARAMETERS) {
        free(text);
        return noc_fail(error, NOC_ENVIRONMENT, "%s: more than %d parameters, from %s on", path,
                        (int)PLUGIN_PARAMETERS, name);
      }
      (void)memcpy(job->parameter[job->parameters], name, sizeof name);
      job->value[job->parameters++] = value;
    }
    at += strcspn(at, "\n");
    at += (*at == '\n');
  }
  free(text);
  return true;
}

static bool find_files(plugin_job_t *job, noc_error_t *error) {
  if (!rtl_files_find(&job->files, job->home, plugin_folders(job->folder), job->folder, job->module,
                      &job->replacement)) {
    return noc_fail(error, NOC_ENVIRONMENT, "plug-in %s: cannot read its files below %s/rtl",
                    job->unit, job->home);
  }
  return job->replacement.names == 0 || rtl_files_has(&job->files, job->replacement.path) ||
         noc_fail(error, NOC_BAD_INPUT,
                  "%.300s: its module" SAY_IS("%s", "one that a %s is made of"),
                  job->replacement.path, job->replacement.name[0], job->unit);
}

static bool name_job(plugin_job_t *job, noc_error_t *error) {
  static const char *const kFiles[] = {"dut/shim.cpp", "dut/runtime.hpp", "dut/walk.cpp",
                                       "dut/watched.vlt", NULL};
  char path[FILES_PATH];
  uint64_t hash = plugin_hash_flags(HASH_START, job);
  for (size_t i = 0; i < job->files.count; i++) {
    // By the name below the sources, wherever they lie, also of one that another file replaces.
    const char *file = job->files.path[i];
    const bool own = job->files.replaced != NULL && strcmp(file, job->replacement.path) == 0;
    hash = hash_text(hash, (own ? job->files.replaced : file) + strlen(job->home));
    hash = hash_file(hash, file);
  }
  for (const char *const *file = kFiles; *file != NULL; file++) {
    hash = kept_hash_source(hash, job->home, *file);
  }
  if (path_print(path, "shape/%s_state.def", plugin_list(job))) {
    hash = kept_hash_source(hash, job->home, path);
  }
  int used =
      snprintf(job->name, sizeof job->name, "%s%s%s%s", job->unit, job->watched ? "-watched" : "",
               job->covered ? "-covered" : "", job->bare ? "-bare" : "");
  // Those that are 0 go without saying: which there are is in the hash. So are those for which the
  // name has no room: NAME_MAX is 255, and hash and suffixes follow.
  enum { LONGEST = 239, HASH = 17 };
  for (size_t i = 0; i < job->parameters && used >= 0; i++) {
    char text[64];
    const int length = snprintf(text, sizeof text, "-%s%u", job->parameter[i], job->value[i]);
    if (job->value[i] == 0 || length < 0) {
      continue;
    }
    if (used + length + HASH > LONGEST) {
      hash = hash_text(hash, text);
    } else {
      used += snprintf(job->name + used, sizeof job->name - (size_t)used, "%s", text);
    }
  }
  if (used >= 0 && (size_t)used < sizeof job->name) {
    used += snprintf(job->name + used, sizeof job->name - (size_t)used, "-%016llx",
                     (unsigned long long)hash);
  }
  return (used >= 0 && used <= LONGEST) ||
         noc_fail(error, NOC_INTERNAL, "plug-in %s: name too long", job->unit);
}

// ---- Build and load

// "5 ports, 4 VCs, depth 8, 64-bit flits", as far as the unit has them.
static void describe(const plugin_job_t *job, char *out, size_t size) {
  const noc_shape_t *s = &job->shape;
  if (strncmp(job->unit, "router", strlen("router")) == 0) {
    (void)snprintf(out, size, "%s: %u ports, %u VCs, depth %u, %u-bit flits, %s, pipeline %u",
                   job->unit, s->ports, s->vcs, s->depth, s->flit_bits,
                   s->cut_through ? "cut-through" : "wormhole", s->pipeline);
  } else {
    (void)snprintf(out, size, "%s: %u VCs, depth %u, %u-bit flits", job->unit, s->vcs, s->depth,
                   s->flit_bits);
  }
}

static bool build(void *context, noc_error_t *error) {
  const plugin_job_t *job = context;
  char text[160];
  char what[PLUGIN_WORD + 16];
  (void)snprintf(what, sizeof what, "plug-in %s", job->unit);
  if (!toolchain_find(what, "--router ref", error) || (job->gates && !netlist_find(what, error))) {
    return false;
  }
  describe(job, text, sizeof text);
  if (!kept_is_quiet()) {
    (void)fprintf(stderr, "building plug-in %s%s (once)\n", text,
                  job->watched   ? ", to look inside"
                  : job->covered ? ", to count what it reaches"
                  : job->bare    ? ", without assertions"
                                 : "");
  }
  const double start = clock_s();
  if (!plugin_build(job, error)) {
    return false;
  }
  if (!kept_is_quiet()) {
    (void)fprintf(stderr, "built in %.1f s: %s/%s.so\n", clock_s() - start, job->dir, job->name);
  }
  return true;
}

// The plug-in was compiled with another text of `file` than this program.
static bool fail_version(const char *unit, const char *file, noc_error_t *error) {
  char home[FILES_PATH];
  return plugin_home(home, error) &&
         noc_fail(error, NOC_ENVIRONMENT,
                  "plug-in %s: %s" SAY_IS(
                      "of another version",
                      "the one that nocstep was built with: build nocstep again, or set "
                      "NOCSTEP_HOME to its own sources (it takes those in %s)"),
                  unit, file, home);
}

bool plugin_fits(const dut_plugin_t *plugin, const bundle_layout_t *layout, noc_error_t *error) {
  char list[PLUGIN_WORD];
  (void)snprintf(list, sizeof list, "csim/shape/%s_state.def", layout->unit);
  return (plugin->in_words == layout->in_words && plugin->state_words == layout->state_words &&
          plugin->list_hash == bundle_hash(layout)) ||
         fail_version(plugin->unit, list, error);
}

static const dut_plugin_t *open_plugin(const char *unit, const char *path, noc_error_t *error) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "plug-in: %s; remove it, and it is built anew",
                   dlerror());
    return NULL;
  }
  const dut_plugin_t *plugin = dlsym(handle, "dut_plugin");
  if (plugin == NULL || plugin->abi != DUT_ABI) {
    (void)(plugin == NULL
               ? noc_fail(error, NOC_ENVIRONMENT, "plug-in %s: no symbol dut_plugin", path)
               : fail_version(unit, "tb/dut/dut.h", error));
    (void)dlclose(handle);
    return NULL;
  }
  return plugin;
}

static const dut_plugin_t *find_or_build(plugin_job_t *job, noc_error_t *error) {
  char path[FILES_PATH];
  char what[PLUGIN_WORD + 16];
  (void)snprintf(what, sizeof what, "plug-in %s", job->unit);
  const kept_t kept = {
      .what = what, .dir = job->dir, .name = job->name, .build = build, .context = job};
  return plugin_home(job->home, error) && find_unit(job, error) && find_files(job, error) &&
                 read_parameters(job, error) && kept_dir(job->dir, error) && name_job(job, error) &&
                 may_load(job, error) && kept_find(&kept, path, error)
             ? open_plugin(job->unit, path, error)
             : NULL;
}

typedef enum { PLAIN, BARE, WATCHED } made_t;

static const dut_plugin_t *load(const char *unit, const noc_shape_t *shape, made_t made,
                                noc_error_t *error) {
  plugin_job_t *job = calloc(1, sizeof *job);
  if (job == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "plug-in %s: out of memory", unit);
    return NULL;
  }
  job->shape = plugin_shape(unit, shape);
  job->watched = made == WATCHED;
  job->bare = made == BARE;
  job->covered = covering && made != WATCHED;
  job->replacement = replacement;
  (void)snprintf(job->unit, sizeof job->unit, "%s", unit);
  name_module(job);
  const dut_plugin_t *plugin = find_or_build(job, error);
  if (plugin != NULL) {
    note_loaded(job->name);
  }
  rtl_files_free(&job->files);
  free(job);
  return plugin;
}

const dut_plugin_t *plugin_load(const char *unit, const noc_shape_t *shape, noc_error_t *error) {
  return load(unit, shape, PLAIN, error);
}

const dut_plugin_t *plugin_load_bare(const char *unit, const noc_shape_t *shape,
                                     noc_error_t *error) {
  return load(unit, shape, BARE, error);
}

// Another symbol of the object that the plug-in lies in, which stays loaded; NULL if it has none.
static void *symbol_of(const dut_plugin_t *plugin, const char *name) {
  Dl_info info;
  void *handle = dladdr(plugin, &info) != 0
                     ? dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_LOCAL)
                     : NULL;
  void *symbol = handle != NULL ? dlsym(handle, name) : NULL;
  if (handle != NULL) {
    (void)dlclose(handle);
  }
  return symbol;
}

// The name of its file has a hash of all that it was made of.
uint64_t plugin_build_number(const dut_plugin_t *plugin) {
  Dl_info info;
  const bool found = dladdr(plugin, &info) != 0 && info.dli_fname != NULL;
  const char *slash = found ? strrchr(info.dli_fname, '/') : NULL;
  return hash_text(HASH_START, slash != NULL ? slash : "");
}

const dut_plugin_t *plugin_load_watched(const char *unit, const noc_shape_t *shape,
                                        const dut_watch_t **watch, noc_error_t *error) {
  const dut_plugin_t *plugin = load(unit, shape, WATCHED, error);
  *watch = plugin != NULL ? symbol_of(plugin, "dut_watch") : NULL;
  if (plugin != NULL && *watch == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "plug-in %s: no symbol dut_watch", unit);
  }
  return *watch != NULL ? plugin : NULL;
}

const dut_coverage_t *plugin_coverage(const dut_plugin_t *plugin) {
  return symbol_of(plugin, "dut_coverage");
}

bool plugin_mutant(const dut_plugin_t *plugin, void *dut, uint32_t mutant) {
  bool (*set)(void *, uint32_t) = NULL;
  void *symbol = symbol_of(plugin, "dut_mutant");
  memcpy(&set, &symbol, sizeof set);
  return set != NULL && set(dut, mutant);
}
