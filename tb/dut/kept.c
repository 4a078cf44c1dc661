// kept -- see kept.h.

#include "dut/kept.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "dut/seal.h"
#include "dut/toolchain.h"

static bool be_quiet = false;

void kept_quiet(bool quiet) {
  be_quiet = quiet;
}

bool kept_is_quiet(void) {
  return be_quiet;
}

// ---- The folder

bool kept_executable_dir(char out[FILES_PATH]) {
  const ssize_t length = readlink("/proc/self/exe", out, FILES_PATH - 1);
  if (length <= 0) {
    return false;
  }
  out[length] = '\0';
  char *slash = strrchr(out, '/');
  if (slash == NULL) {
    return false;
  }
  *slash = '\0';
  return true;
}

// A folder that the user may write, so that others cannot be asked for it.
static bool use_dir(char out[FILES_PATH]) {
  return out[0] != '\0' && dir_make(out);
}

// The user's cache. False if the environment names none.
static bool cache_dir(char out[FILES_PATH]) {
  const char *cache = getenv("XDG_CACHE_HOME");
  const char *user = getenv("HOME");
  if (cache != NULL && cache[0] == '/') {
    return path_print(out, "%s/nocstep/plugins", cache);
  }
  return user != NULL && user[0] == '/' && path_print(out, "%s/.cache/nocstep/plugins", user);
}

static bool find_dir(char out[FILES_PATH], noc_error_t *error) {
  const char *chosen = getenv("NOCSTEP_PLUGINS");
  if (chosen != NULL && *chosen != '\0') {
    // Absolute, since verilator and g++ get it as it is.
    return (dir_make(chosen) && realpath(chosen, out) != NULL) ||
           noc_fail(error, NOC_ENVIRONMENT, "NOCSTEP_PLUGINS: cannot write to %s", chosen);
  }
  char dir[FILES_PATH];
  bool found = kept_executable_dir(dir);
  while (found && dir[0] != '\0') {
    char *slash = strrchr(dir, '/');
    if (strcmp(slash, "/build") == 0 && path_print(out, "%s/plugins", dir) && use_dir(out)) {
      return true;
    }
    *slash = '\0';
  }
  if (!cache_dir(out)) {
    return noc_fail(error, NOC_ENVIRONMENT,
                    "no place for plug-ins: neither HOME nor XDG_CACHE_HOME is set; set "
                    "NOCSTEP_PLUGINS to a folder for them");
  }
  return use_dir(out) ||
         noc_fail(
             error, NOC_ENVIRONMENT,
             "no place for plug-ins: cannot write to %s; set NOCSTEP_PLUGINS to a folder for them",
             out);
}

bool kept_dir(char out[FILES_PATH], noc_error_t *error) {
  return find_dir(out, error) && trust_folder(out, error);
}

// ---- What is in it

// Whether it is there and as it was built; else it is to be built. One that is damaged is
// taken away, with a line that says so.
static bool is_sound(const kept_t *k, const char *path, bool locked) {
  if (!path_exists(path)) {
    return false;
  }
  const char *broken = seal_broken(path);
  if (broken != NULL && locked) {
    if (!be_quiet) {
      (void)fprintf(stderr, "%s %s: built anew (%s)\n", k->what, broken, path);
    }
    seal_remove(path);
  }
  return broken == NULL && (k->is_fresh == NULL || k->is_fresh(k->context));
}

// Makes sure that it is there. One run builds, others wait for it.
static bool build_locked(const kept_t *k, const char *path, noc_error_t *error) {
  char lock_path[FILES_PATH];
  if (!path_print(lock_path, "%s/%s.lock", k->dir, k->name)) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: path too long", k->what);
  }
  const int lock = open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lock < 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s", k->what, lock_path);
  }
  bool ok = true;
  if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
    if (!be_quiet) {
      (void)fprintf(stderr, "waiting for another run that builds %s\n", k->what);
    }
    ok = toolchain_wait(lock, k->what, error);
  }
  ok = ok && (is_sound(k, path, true) || k->build(k->context, error));
  (void)close(lock);
  return ok;
}

bool kept_find(const kept_t *k, char path[FILES_PATH], noc_error_t *error) {
  if (!path_print(path, "%s/%s.so", k->dir, k->name)) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: path too long", k->what);
  }
  return (!path_exists(path) || trust_file(path, error)) &&
         (is_sound(k, path, false) || build_locked(k, path, error));
}

// ---- What it is made from

uint64_t kept_hash_source(uint64_t hash, const char *home, const char *name) {
  static const char *const kFolders[] = {"tb", "csim", NULL};
  char path[FILES_PATH];
  char part[64];
  char *text = NULL;
  for (const char *const *folder = kFolders; *folder != NULL && text == NULL; folder++) {
    text = path_print(path, "%s/%s/%s", home, *folder, name) ? file_read(path) : NULL;
  }
  hash = hash_text(hash, text != NULL ? text : "");
  for (const char *at = text; at != NULL; at = strchr(at + 1, '\n')) {
    if (sscanf(at, " #include \"%63[a-z0-9_/.]\"", part) == 1) {
      hash = kept_hash_source(hash, home, part);
    }
  }
  free(text);
  return hash;
}
