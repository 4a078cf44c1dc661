// kept -- shared objects that are built when they are first needed and kept under a name that says
// what they are made from: plug-ins, models of foreign modules. plugin.h says in which folder.
//
// Damage    What is not as it was built (seal.h) is built anew, with a line.
// Two runs  build under a lock (flock) each name; the second waits and takes it.

#ifndef NOC_KEPT_H
#define NOC_KEPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "dut/files.h"

typedef struct {
  const char *what;  // starts messages: "plug-in router"
  const char *dir;   // of kept_dir()
  const char *name;  // without directory and suffix
  // Makes DIR/NAME.so.
  bool (*build)(void *context, noc_error_t *error);
  // NULL, or whether what is there is made from what it would be made from now.
  bool (*is_fresh)(void *context);
  void *context;
} kept_t;

// The folder, made if it is not there, and only if nobody else may write to it.
bool kept_dir(char out[FILES_PATH], noc_error_t *error);

// The path of what is kept, built if need be. Nothing in the folder is looked at before the folder.
bool kept_find(const kept_t *k, char path[FILES_PATH], noc_error_t *error);

// The hash of a file of nocstep and those that it includes, and so on: a list and its parts, a shim
// and its headers. One that is in neither tb nor csim of `home` is a tool's own.
uint64_t kept_hash_source(uint64_t hash, const char *home, const char *name);

// No lines about builds on standard error.
void kept_quiet(bool quiet);
bool kept_is_quiet(void);

// The directory of the executable, for those who look for something above it.
bool kept_executable_dir(char out[FILES_PATH]);

#endif
