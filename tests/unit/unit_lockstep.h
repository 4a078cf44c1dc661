// unit_lockstep -- one unit, RTL and golden twin side by side on the same random inputs, every
// compared word of the state list held against each other after every clock cycle.
//
//              +-- RTL plug-in ----+
//   stimulus --+                   +-- == ? -- first difference: cycle, field, element, both values
//              +-- golden twin ----+
//
// A run is cut into episodes: each has a new instance with other random initial values and a new
// stimulus; within one, reset comes at random moments.

#ifndef NOC_UNIT_LOCKSTEP_H
#define NOC_UNIT_LOCKSTEP_H

#include <stdbool.h>
#include <stdint.h>

#include "dut/dut.h"
#include "shape/shape.h"

typedef struct {
  const char *unit;
  const noc_shape_t *shape;
  const dut_plugin_t *plugin;  // NULL: plugin_load() builds or finds it
  uint32_t mutant;             // of a mutation build; 0 is the unit as it is
  uint64_t seed;
  uint64_t cycles;  // in all episodes together
  // Fewer for a unit with registers whose cycles times ports times VCs would be more; 0: no limit.
  uint64_t channel_cycles;
  uint64_t episodes;  // at least 1
  bool golden_only;   // no RTL: the twin is held to what the stimulus observes
} unit_lockstep_t;

typedef struct {
  bool equal;  // no difference, no assertion, no broken rule, and something compared
  uint64_t cycles, resets;
  uint64_t comparisons;  // words compared
  uint64_t active;       // cycles in which some compared word changed: 0 would mean a dead unit
  char text[1024];       // what differs first, with cycle and seed
} unit_lockstep_result_t;

// Returns result->equal.
bool unit_lockstep_run(const unit_lockstep_t *job, unit_lockstep_result_t *result);

// For cmocka tests: runs `unit` on each shape and fails with the text of the first difference.
// Cycles per shape: `quick`, or `full` when NOCSTEP_LONG=1, of large shapes fewer
// (unit_lockstep_t.channel_cycles).
void unit_lockstep_check(const char *unit, const noc_shape_t *shapes, unsigned n_shapes,
                         uint64_t quick, uint64_t full);

// The same without RTL.
void unit_golden_check(const char *unit, const noc_shape_t *shapes, unsigned n_shapes,
                       uint64_t quick, uint64_t full);

// For units that have more with an XOR or a forwarding unit in the interface, or in routers that
// copy packets, also with ages: these run the shapes that are the same for all such units, fewer in
// the quick tier.
void unit_coded_check(const char *unit);
void unit_coded_golden_check(const char *unit);
void unit_multicast_check(const char *unit);
void unit_aged_multicast_check(const char *unit);
void unit_looking_multicast_check(const char *unit);
void unit_forward_check(const char *unit);
void unit_forward_golden_check(const char *unit);
// For the units of a network interface, with ages.
void unit_aged_check(const char *unit);
void unit_aged_golden_check(const char *unit);

// NOCSTEP_LONG=1.
bool unit_long_tier(void);

// How many of a table's shapes a test takes: the first few in the quick tier, some more of them if
// what the RTL reaches is counted (unit_coverage.h), and all in the long tier.
unsigned unit_shapes(unsigned quick, unsigned counted, unsigned all);

#endif
