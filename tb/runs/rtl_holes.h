// rtl_holes -- the runs of a regression merged, and the lines and toggles of the RTL that none of
// them has reached, each with the run that comes nearest:
//
//   of a line     the run that has reached the block above it in its file most often, the last
//                 reached line point of the module that begins before it
//   of a toggle   the run in which other bits of the signal have changed most often
//   of others     of a signal that never changed, or the first line of a module: the run that has
//                 reached most points of the module
//
// The bits of a signal that never changed are one hole.

#ifndef NOCSTEP_RTL_HOLES_H
#define NOCSTEP_RTL_HOLES_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "dut/points.h"
#include "runs/rtl_coverage.h"
#include "runs/source_lines.h"

typedef struct {
  char *module;
  size_t reached;  // most points of it that a run has reached,
  size_t run;      // .. the first of such runs
} rtl_best_t;

// All zero: no run.
typedef struct {
  points_t points;
  rtl_best_t *best;
  size_t bests;
} rtl_merge_t;

// Adds a run by its number, in any order. False when memory is short.
bool rtl_merge_add(rtl_merge_t *m, const points_t *of, size_t run);
void rtl_merge_free(rtl_merge_t *m);

typedef enum { NEAR_NOTHING, NEAR_BLOCK, NEAR_SIGNAL, NEAR_MODULE } rtl_near_t;

typedef struct {
  const rtl_point_t *point;  // of several bits the first
  char *what;                // "else", "push_payload_i[7-9,12]"
  char *text;                // the line, with the blanks around it gone
  size_t points;             // bits; 1 of a line
  rtl_near_t near;
  size_t run;                  // the nearest; not of NEAR_NOTHING
  const rtl_point_t *through;  // of NEAR_BLOCK the block, of NEAR_SIGNAL the other bit
} rtl_hole_t;

typedef struct {
  rtl_hole_t *hole;
  size_t holes;
} rtl_holes_t;

// Finds holes among points that are sorted, but those with a flag in `waived`. False when
// memory is short; rtl_holes_free() follows in any case.
bool rtl_holes_find(const rtl_merge_t *m, const bool *waived, source_lines_t *lines,
                    rtl_holes_t *h);
void rtl_holes_free(rtl_holes_t *h);

// "rtl/router/fifo.sv:172 else, if (push_valid_i) begin", and a line with the nearest run, by name.
typedef void rtl_run_name_t(const void *context, size_t run, FILE *out);
void rtl_hole_print(const rtl_hole_t *hole, rtl_run_name_t *name, const void *context, FILE *out);
// {"file", "line", "module", "kind": "line" or "toggle", "what", "points", "text"}; who knows the
// runs adds the nearest. NULL when memory is short.
json_t *rtl_hole_json(const rtl_hole_t *hole);
// "block", "signal", "module", or "nothing".
const char *rtl_near_name(rtl_near_t near);

#endif
