// toolchain -- runs Verilator and the C++ compiler, and makes a shared object of what Verilator
// wrote and a shim. Plug-ins (plugin_build.h) and models of foreign modules (foreign/model_build.h)
// are built with it.
//
//   toolchain_t t = {.what = "plug-in router", .home = .., .dir = .., .name = .., .speed = ..};
//   bool ok = toolchain_open(&t, &error);    // a folder for what is between, t.temp
//   ... verilator --Mdir t.temp: toolchain_run(&t, &words, &error)
//   ok = ok && toolchain_compile(&t, "tb/dut/shim.cpp", &words, &error);
//   toolchain_close(&t, ok, &error);         // DIR/NAME.so is there, or nothing but a log
//
//   verilator --cc        RTL           -> <name>.tmp/V*.cpp
//   g++ -c (once)         Verilator's runtime -> runtime-<hash>.o, and its header, read and kept,
//                         -> runtime-<hash>.h.gch, one for each speed
//   g++ -c                the shim, which includes all V*.cpp
//   g++ -shared           that and the runtime -> <name>.so

#ifndef NOC_TOOLCHAIN_H
#define NOC_TOOLCHAIN_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "dut/child.h"
#include "dut/files.h"

enum { TOOLCHAIN_WHAT = 96, TOOLCHAIN_NAME = 240 };

typedef enum {
  TOOLCHAIN_FULL,
  TOOLCHAIN_WATCHED,  // to look inside for some cycles
  TOOLCHAIN_QUICK     // for few cycles: built faster, runs slower
} toolchain_speed_t;

typedef struct {
  char what[TOOLCHAIN_WHAT];  // starts messages: "plug-in router"
  const char *instead;        // what needs no tools, for messages: "--router ref"; or NULL
  const char *home;           // the sources of nocstep
  const char *dir;            // where what is built is kept
  const char *name;           // of what is built, without directory and suffix
  toolchain_speed_t speed;
  // These are filled in.
  char temp[FILES_PATH], log[FILES_PATH];
  char header[FILES_PATH], object[FILES_PATH];  // of the runtime
  char root[FILES_PATH];                        // VERILATOR_ROOT
  bool knows_unique;                            // the compiler takes -fno-gnu-unique
  bool knows_templates;                         // and -fpch-instantiate-templates
  bool has_gold;                                // and the gold linker, for what is quick
  struct sigaction old[2];
  mode_t mask;
} toolchain_t;

// $VERILATOR or verilator; $CXX, or g++, or for what is quick clang++ where there is one.
const char *toolchain_verilator(void);
const char *toolchain_compiler(void);
// Quick, if $NOCSTEP_QUICK_PLUGINS is 1.
toolchain_speed_t toolchain_speed(bool watched);
// Flags of the compiler, and both programs, for a name.
uint64_t toolchain_hash(uint64_t hash, toolchain_speed_t speed);

// Whether there are Verilator and the compiler.
bool toolchain_find(const char *what, const char *instead, noc_error_t *error);

// Waits until another run has let go of the lock, a file descriptor. SIGINT and SIGTERM end it with
// NOC_INTERRUPTED.
bool toolchain_wait(int lock, const char *what, noc_error_t *error);

// From open to close, SIGINT and SIGTERM end what runs with NOC_INTERRUPTED. The caller holds the
// lock of the name. The folders of builds that were killed are removed. toolchain_close() follows
// in any case; on failure <dir>/<name>.log stays.
bool toolchain_open(toolchain_t *t, noc_error_t *error);
bool toolchain_run(const toolchain_t *t, const words_t *w, noc_error_t *error);
// Compiles `shim`, a file below `home`, with words of its own. What Verilator wrote to t->temp is
// listed in sources.h, to be included; `header` is its header with the ports.
bool toolchain_compile(toolchain_t *t, const char *shim, const char *header, const words_t *own,
                       noc_error_t *error);
void toolchain_close(toolchain_t *t, bool ok, const noc_error_t *error);

// Puts a file that is complete into its place, with its seal.
bool toolchain_keep(const toolchain_t *t, const char *made, const char *place, noc_error_t *error);

// Tells what Verilator has read, a call a file; `prefix` is that of what it wrote. False if that is
// not known, or `see` returns false.
bool toolchain_read(const toolchain_t *t, const char *prefix,
                    bool (*see)(void *context, const char *path, noc_error_t *error), void *context,
                    noc_error_t *error);

#endif
