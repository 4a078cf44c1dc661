// plugin -- shared objects with Verilated units, built when they are first needed.
//
// Where the sources are   $NOCSTEP_HOME, else the first directory at or above the executable that
//                         has rtl/ and tb/dut/shim.cpp, or its share/nocstep.
// Where plug-ins are kept $NOCSTEP_PLUGINS, else `plugins` in the directory `build` that the
//                         executable lies in, else nocstep/plugins in the user's cache
//                         ($XDG_CACHE_HOME or ~/.cache).
//                         A folder of another user, or one that others may write, is refused.
// Name                    unit, the RTL's parameters, and a hash of the files that the unit is made
//                         from, of the shim and its lists, and of the tools: an edited line makes
//                         another plug-in.
// Versions                a plug-in of other lists than the program's is refused: plugin_fits().
// Damage                  what is not as it was built (dut/seal.h) is built anew, with a line.
// Two runs                build under a lock (flock) each plug-in; the second waits and takes it.
// Tools                   $VERILATOR or verilator, $CXX or g++.
// Short runs              $NOCSTEP_QUICK_PLUGINS=1: other plug-ins, built in a sixth of the time,
//                         a quarter as fast, for tests of a few thousand cycles; by clang++ where
//                         it is installed.

#ifndef NOC_PLUGIN_H
#define NOC_PLUGIN_H

#include "base/error.h"
#include "dut/dut.h"
#include "shape/bundle.h"
#include "shape/shape.h"

// The plug-in of a unit ("router", "network_interface", "fifo", ...: rtl/*/<unit>.sv with
// csim/shape/<unit>_state.def), built if there is none. It stays loaded; do not free it. On error
// NULL and NOC_ENVIRONMENT: a tool is missing, the disk is full, or the RTL does not compile (then
// with its first error and the path of the log).
const dut_plugin_t *plugin_load(const char *unit, const noc_shape_t *shape, noc_error_t *error);

// The same without the RTL's assertions, which take a part of the time: failed() is always NULL.
const dut_plugin_t *plugin_load_bare(const char *unit, const noc_shape_t *shape,
                                     noc_error_t *error);

// The same, built to be watched: slower, and its modules' ports can be read by what *watch then is.
const dut_plugin_t *plugin_load_watched(const char *unit, const noc_shape_t *shape,
                                        const dut_watch_t **watch, noc_error_t *error);

// A number of 64 bits that other builds, of other sources, parameters or tools, do not have.
uint64_t plugin_build_number(const dut_plugin_t *plugin);

// Whether the plug-in was made of the list that `layout` was made of. If sources of another version
// are at NOCSTEP_HOME, or a list was edited since the program was built, it was not: then false and
// NOC_ENVIRONMENT. Who lays out a bundle for a plug-in asks before the first word crosses.
bool plugin_fits(const dut_plugin_t *plugin, const bundle_layout_t *layout, noc_error_t *error);

// The shape with what does not matter to the unit set to one value, so that plug-ins are shared:
// plugin_load() does it by itself; who lays out bundles for the plug-in's words must do it too.
noc_shape_t plugin_shape(const char *unit, const noc_shape_t *shape);

// From now on the modules of this file take the place of those of the same names: plug-ins that are
// made of one of them are others, kept by what is in the file, and those of units without one are
// refused with NOC_BAD_INPUT, as are mistakes in it. False for a file without such a module.
bool plugin_replace(const char *path, noc_error_t *error);

// From now on this process, and those that it forks, take no plug-in that they have not loaded yet:
// NOC_BAD_INPUT, and nothing is built. For many tries that may not wait for builds.
void plugin_freeze(void);

// From now on plugin_load() and plugin_load_bare() take plug-ins that count the lines and toggles
// of the RTL that they reach: other ones, which are several times slower.
void plugin_cover(void);
// The counts of such a plug-in, else NULL.
const dut_coverage_t *plugin_coverage(const dut_plugin_t *plugin);

// The directory with rtl/, csim/ and tb/ that plug-ins are built from.
enum { PLUGIN_PATH = 4096 };
bool plugin_home(char out[PLUGIN_PATH], noc_error_t *error);

// Whether a file under rtl/ has a module of this name; false where there are no sources.
bool plugin_is_module(const char *name);

// No lines about builds on standard error.
void plugin_quiet(bool quiet);

// Mutation builds: picks the mutant of an instance; false if the unit has no input `mutsel`.
bool plugin_mutant(const dut_plugin_t *plugin, void *dut, uint32_t mutant);

#endif
