// rtl_coverage -- the lines and toggles of the RTL that a run, or the runs of a regression, have
// reached: how many of each module, as lines for people and as an object of JSON.
//
//   {"lines": {"reached": 412, "possible": 430}, "toggles": {"reached": .., "possible": ..},
//    "waived": 0, "modules": [{"module": "fifo", "lines": {..}, "toggles": {..}}, ..]}
//
// dut/points.h says what a line and a toggle are. Points that are waived
// (runs/waivers.h) are neither possible nor reached.

#ifndef NOCSTEP_RTL_COVERAGE_H
#define NOCSTEP_RTL_COVERAGE_H

#include <jansson.h>
#include <stdio.h>

#include "dut/points.h"
#include "network/network.h"

typedef struct {
  size_t lines, lines_reached, toggles, toggles_reached, waived;
} rtl_share_t;

typedef struct {
  const char *name;  // of one of the points
  rtl_share_t share;
} rtl_module_t;

typedef struct {
  rtl_share_t all;
  rtl_module_t *module;  // sorted by name
  size_t modules;
} rtl_coverage_t;

// Fills in what the banks of a network have reached, sorted, and writes it to a file; plug-ins that
// do not count add nothing. The caller frees the points in any case. False with the error.
bool rtl_points_write(const network_t *n, points_t *points, const char *path, noc_error_t *error);

// Counts points, which stay as long as what is filled in; `waived` is NULL or has a flag a point.
// False when memory is short.
bool rtl_coverage_count(const points_t *p, const bool *waived, rtl_coverage_t *c);
void rtl_coverage_free(rtl_coverage_t *c);

// The line of a summary; a table, a line a module.
void rtl_coverage_print(const rtl_coverage_t *c, FILE *out);
void rtl_coverage_table(const rtl_coverage_t *c, FILE *out);
// NULL when memory is short.
json_t *rtl_coverage_json(const rtl_coverage_t *c);

#endif
