// plugin_build -- runs Verilator and the C++ compiler for plugin.c.

#ifndef NOC_PLUGIN_BUILD_H
#define NOC_PLUGIN_BUILD_H

#include "base/error.h"
#include "dut/files.h"
#include "dut/rtl_files.h"
#include "shape/shape.h"

enum { PLUGIN_PARAMETERS = 32, PLUGIN_WORD = 64 };

// One plug-in to be built.
typedef struct {
  char unit[PLUGIN_WORD];
  char module[PLUGIN_WORD];  // the unit, or what its netlist is made from
  char folder[PLUGIN_WORD];  // "router": rtl/<folder>/<module>.sv
  bool gates;                // Yosys makes a netlist of the module
  noc_shape_t shape;
  bool watched;       // dut.h: the ports of its modules can be read
  bool bare;          // without assertions
  bool covered;       // dut.h: counts the lines and toggles that it reaches
  size_t parameters;  // of the RTL module
  char parameter[PLUGIN_PARAMETERS][PLUGIN_WORD];
  unsigned value[PLUGIN_PARAMETERS];
  char home[FILES_PATH];          // the sources
  char dir[FILES_PATH];           // where plug-ins are kept
  char name[512];                 // of the plug-in, without directory and suffix
  rtl_files_t files;              // that it is made from
  rtl_replacement_t replacement;  // one of them is somebody's own; names 0: none
} plugin_job_t;

// The folders under rtl/ that a unit of this folder is made from, itself included; ends with NULL.
const char *const *plugin_folders(const char *folder);

// The name of the unit's state list, csim/shape/<name>_state.def: all whole networks have one, and
// a netlist has that of its module.
const char *plugin_list(const plugin_job_t *job);

// Whether a file holds a package, which is read before what names it.
bool plugin_is_package(const char *path);

// All flags that shape the result, and the tools, for the hash.
uint64_t plugin_hash_flags(uint64_t hash, const plugin_job_t *job);

// Builds <dir>/<name>.so, of a netlist <dir>/<name>.v as well, in a directory of its own, renamed
// when complete. The caller holds the lock of <name>. On failure <dir>/<name>.log stays.
// SIGINT and SIGTERM end it with NOC_INTERRUPTED, and nothing stays.
bool plugin_build(const plugin_job_t *job, noc_error_t *error);

#endif
