// dut -- the C ABI of a device under test: one router, interface or smaller unit behind words.
//
// A plug-in is a shared object that exports `dut_plugin`, a dut_plugin_t. Inputs and state cross
// as the bundles of csim/shape/bundle.h: 32-bit words, every field from a word of its own.
//
// Calls    create() one instance, then dut->reset() once, then step() once a clock cycle.
// step()   applies the IN words, lets the combinational logic settle with the clock low, copies
//          the WIRE fields out, raises the clock, copies OUT and REG fields out. `state` has
//          layout.state_words words: WIRE first, then OUT and REG.
// Errors   create() returns NULL when memory is short. Nothing else can fail. An RTL assertion
//          that fires sets `failed` (see dut_failed()).
// Arrays   cycle(), cycle_busy() and equal() work on the arrays of a bank, where they lie:
//          `arrays` is what csim/shape/fields.h makes of the list, a pointer a field, and the shape
//          is that of the plug-in. Only units that banks are made of have them, else they are NULL.
// Threads  Instances share nothing: each may be stepped by a thread of its own.

#ifndef NOC_DUT_H
#define NOC_DUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DUT_ABI = 5 };

typedef struct {
  uint32_t abi;                    // DUT_ABI
  const char *unit;                // "router", "network_interface", ...
  const char *description;         // parameters, for people
  uint32_t in_words, state_words;  // must equal the layout's
  uint64_t list_hash;              // bundle_hash() of the layout: plugin_fits() looks at it
  // `seed`: random initial values of registers and memories.
  void *(*create)(const char *name, uint32_t seed);
  // One clock cycle with reset high, inputs as given.
  void (*reset)(void *dut, const uint32_t *in, uint32_t *state);
  void (*step)(void *dut, const uint32_t *in, uint32_t *state);
  // The same clock cycle with the IN arrays of a member. Of `state` only WIRE fields are written.
  void (*cycle)(void *dut, const void *arrays, uint32_t member, uint32_t *state);
  // The same, but an instance at rest is not evaluated, which it says by false: it has these inputs
  // since its last clock cycle, and that left every byte of it as it was.
  bool (*cycle_busy)(void *dut, const void *arrays, uint32_t member, uint32_t *state);
  // Whether a member's WIRE arrays have what cycle() wrote to `state`, and its OUT and REG arrays
  // what the instance has now.
  bool (*equal)(void *dut, const void *arrays, uint32_t member, const uint32_t *state);
  // Writes the OUT and REG fields of `state`.
  void (*registers)(void *dut, uint32_t *state);
  // The text of the first assertion that fired, or NULL.
  const char *(*failed)(void *dut);
  // Snapshot of an instance, for any instance of this very plug-in, in another process too: it
  // holds no addresses.
  uint64_t (*snapshot_size)(void *dut);
  void (*save)(void *dut, void *to);
  void (*restore)(void *dut, const void *from);
  void (*free)(void *dut);
} dut_plugin_t;

// A view of the ports of the modules inside a plug-in that is built to be watched. Such a plug-in
// exports `dut_watch`, a dut_watch_t, beside `dut_plugin`, and runs slower.
typedef struct {
  // Calls `visit` with the path of every instance of a module: "router.gen_plain.u_va".
  void (*instances)(void *dut, void (*visit)(void *context, const char *path), void *context);
  // Where the value of a port of an instance lies, lowest byte first, and its bits; NULL if there
  // is no such port.
  const void *(*port)(void *dut, const char *path, const char *name, unsigned *bits);
  // reset() or step() of the plug-in. `settled` is called before the clock edge, when the ports
  // show what the unit makes of its inputs.
  void (*cycle)(void *dut, bool reset, const uint32_t *in, uint32_t *state,
                void (*settled)(void *context), void *context);
} dut_watch_t;

// A plug-in that is built to be covered counts what it reaches of the RTL. It exports
// `dut_coverage`, a dut_coverage_t. Texts stay as long as the plug-in.
typedef struct {
  const char *file;       // as Verilator was given it
  const char *page;       // Verilator's: "v_line/fifo__Q4", "v_branch/..", "v_toggle/.."
  const char *what;       // "block", "if", "else", ..; of a toggle: "push_payload_i[7]"
  const char *lines;      // that run together: "160-161,165"; "" where that is not known
  unsigned line, column;  // where it is
} dut_point_t;

typedef struct {
  // The points of an instance: the same of all instances of the plug-in. Each is at a place in a
  // module; a module that there is several times has its points several times.
  const dut_point_t *(*points)(void *dut, size_t *count);
  // Adds how often the instance has reached each since its first reset, which does not count: what
  // registers' random values bring about. That clock cycle takes place twice.
  void (*add)(void *dut, uint64_t *counts);
} dut_coverage_t;

#ifdef __cplusplus
}
#endif

#endif
