// wave_diff -- the waves of two runs side by side: where they differ first, by router or interface
// and unit, in the order of cycles.
//
// Signals are matched by their full names. A value is compared bit by bit, with x and z as values
// of their own. The values of a cycle are those behind the edge that begins it, of wires those that
// it has come to. Memory grows with the number of signals alone.

#ifndef NOC_WAVE_DIFF_H
#define NOC_WAVE_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef struct {
  int64_t offset;     // cycle c of A is compared with cycle c + offset of B
  uint64_t from, to;  // cycles of A that are compared
  const char *scope;  // signals in this scope alone, "noc.router_1,0" or "noc.*.ref"; NULL: all
} wave_diff_ask_t;

// A unit of a router or interface on one side of it, or a link, and its first difference.
typedef struct {
  char *scope;       // "noc.router_1,0.rtl", "noc.link_0,0_1,0"
  const char *unit;  // "router.vc_allocator"; "inputs", "pins", "link"
  unsigned order;    // on the way of a packet
  uint32_t signals;  // that both have
  uint32_t differ;   // of these, in any cycle that was compared
  uint64_t cycle;    // of A; the rest only where `differ` is not 0
  const char *name;  // the signal, in full; of several in one cycle the first of the file
  uint32_t index;    // of it in the file
  char *a, *b;       // its values as text
} wave_diff_place_t;

typedef struct {
  const char *name;
  uint32_t a, b;  // bits; 0: a text
} wave_diff_width_t;

typedef struct {
  const char *path[2];
  uint64_t from, to;  // cycles of A that were compared
  uint32_t signals;   // that both have in equal widths
  uint32_t differ;    // of these
  wave_diff_place_t *place;
  uint32_t places;   // those that differ come first, in the order of cycles and then of the way
  uint32_t parting;  // so many of them
  wave_diff_width_t *width;
  uint32_t widths;       // signals of different widths
  const char **only[2];  // signals that one has alone
  uint32_t alone[2];
  struct wave_diff_inside *inside;
} wave_diff_t;

// False with the error: NOC_BAD_INPUT for a file that is damaged or no waves of nocstep, without a
// cycle or a signal in common.
bool wave_diff(const char *a, const char *b, const wave_diff_ask_t *ask, wave_diff_t *d,
               noc_error_t *error);
// Nothing differs in the cycles that were compared, and no signal is in one alone.
bool wave_diff_equal(const wave_diff_t *d);
void wave_diff_free(wave_diff_t *d);

#endif
