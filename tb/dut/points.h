// points -- places of the RTL that runs have reached, merged over the instances of a module, over
// plug-ins of other parameters and over runs. A plug-in that is built to be covered counts them
// (dut_coverage_t of dut.h).
//
// A line point is a block of lines that run together: the arm of an if or a case, the body of a
// loop, an always_comb; also an else that is not written. A toggle point is a bit of a signal that
// has changed, in either direction. Two points are the same if kind, module, place in the source
// and words are: so a bit that wide shapes alone have is a point of its own, which those must
// reach, and an arm that one shape never takes is reached if another does.
//
// In files they are as Verilator writes them, for verilator_coverage and others to read, sorted by
// place. Files of the RTL are named below the sources: "rtl/router/fifo.sv".

#ifndef NOC_POINTS_H
#define NOC_POINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "dut/dut.h"

typedef struct {
  bool toggle;
  char *file, *module;
  char *page;   // Verilator's, without the parameters: "v_line/fifo"
  char *what;   // "block", "if", "else", ..; of a toggle: "push_payload_i[7]"
  char *lines;  // "160-161,165"; "" of a toggle
  unsigned line, column;
  uint64_t count;  // how often it was reached
  uint64_t most;   // .. in the run that did so most often,
  size_t run;      // .. the first of these
} rtl_point_t;

// All zero is an empty set.
typedef struct {
  rtl_point_t *point;
  size_t count, room;
  uint32_t *slot;  // numbers of points + 1 by their hashes; 0: free
  size_t slots;    // 0 or a power of two
} points_t;

void points_free(points_t *p);

// Adds what instances of a plug-in have counted, to which the points belong; `home` is the folder
// of the sources. False when memory is short.
bool points_take(points_t *p, const dut_point_t *of, const uint64_t *counts, size_t count,
                 const char *home);
// Adds what these instances of a plug-in have counted; nothing of one that is not built to be
// covered. False with NOC_ENVIRONMENT.
bool points_take_duts(points_t *p, const dut_plugin_t *plugin, void *const *dut, size_t duts,
                      noc_error_t *error);
// Adds what a run has reached, by its number. False when memory is short.
bool points_add_run(points_t *sum, const points_t *of, size_t run);

// By file, line and column.
void points_sort(points_t *p);

void points_write(const points_t *p, FILE *out);
// Adds a file that was written so. False with NOC_BAD_INPUT for another one.
bool points_read(points_t *p, const char *path, noc_error_t *error);

#endif
