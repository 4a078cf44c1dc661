// waivers -- points of the RTL that need not be reached, a row each with the reason. A row is
//
//   line    MODULE  PATTERN -- REASON    a line point: "else: if (push_valid_i) begin", the word of
//                                        the point and the text of its line
//   toggle  MODULE  PATTERN -- REASON    a toggle point: "addr_i[3]"
//
// where `*` in MODULE and PATTERN stands for any characters, and [7-31] in PATTERN for bits 7 to
// 31. Empty lines, and those that begin with #, are left out. A row without a reason is refused. A
// row that stands for no point, or for one that was reached, is complained about: it hides nothing,
// or what is no hole.

#ifndef NOCSTEP_WAIVERS_H
#define NOCSTEP_WAIVERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "dut/points.h"
#include "runs/source_lines.h"

typedef struct {
  bool toggle;
  unsigned line;  // of the file
  char *module, *pattern, *reason;
  size_t points;               // that it stands for,
  const rtl_point_t *reached;  // .. the first of them that was reached; or NULL
} waiver_t;

typedef struct {
  const char *path;
  waiver_t *row;
  size_t rows;
} waivers_t;

// `path` stays; NULL: there are none. False with the error; waivers_free() follows in any case.
bool waivers_read(waivers_t *w, const char *path, noc_error_t *error);
void waivers_free(waivers_t *w);

// Sets waived[i] of every point that a row stands for and that was not reached.
void waivers_apply(waivers_t *w, const points_t *p, source_lines_t *lines, bool *waived);

// Rows that are complained about, and the complaint about one: NULL if there is none. The text
// stays until the next call.
size_t waivers_complaints(const waivers_t *w);
const char *waivers_complaint(const waivers_t *w, size_t row);

#endif
