// wavefront -- golden model of rtl/router/wavefront.sv: each of n inputs gets at most one of n
// outputs, and no output stays free for which a free input asks. docs/microarchitecture.md,
// section 5.5.
//
// Behaviour  Pairs of an input and an output are granted diagonal by diagonal, from the favoured
//            one on; on a diagonal no two pairs meet. After a cycle with a grant that is taken the
//            diagonal behind the first one with a grant is favoured, so a pair that keeps being
//            asked for is passed n - 1 times at most, and of two that meet both get as much.
// Shapes     request[i]: bit o: input i asks for output o; 2 <= n <= 16. Since diagonals are the
//            same seen from both sides, rows may as well be outputs and bits inputs.
// Source     W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks,
//            Morgan Kaufmann 2004, section 19.4 (wavefront allocator).
//
//   n = 4, diagonal 1           output 0 1 2 3
//                      input 0         0 1 2 3     pairs (i, o) by the place of their diagonal,
//                            1         1 2 3 0     (i + o) mod 4; those of 1 go first, then
//                            2         2 3 0 1     2, 3, 0
//                            3         3 0 1 2
//
// Inline, since the switch allocator asks for every flit; wavefront.c is the unit on its own.

#ifndef NOC_WAVEFRONT_H
#define NOC_WAVEFRONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "router/rr_arbiter.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WAVEFRONT_MAX = 16 };

// The diagonals on which row i asks for a pair. Bit k: the one that is looked at behind k others.
static inline uint32_t wavefront_turns(uint32_t row, unsigned i, unsigned n, unsigned diagonal) {
  const unsigned first = i >= diagonal ? i - diagonal : i + n - diagonal;  // of its bit 0
  return row << first | row >> (n - first);
}

// The diagonal behind the first on which a pair is asked for, which is the first with a grant.
// turns: those of all rows, not 0.
static inline uint8_t wavefront_next(uint32_t turns, unsigned n, unsigned diagonal) {
  const unsigned d = diagonal + (unsigned)__builtin_ctz(turns) + 1;
  return (uint8_t)(d < n ? d : d - n);
}

// Leaves of each row the one bit that is granted, or none. `rows` has those that are not 0.
// Returns the rows with a grant.
static inline uint32_t wavefront_match(uint16_t *row, uint32_t rows, unsigned n,
                                       unsigned diagonal) {
  uint32_t granted = 0;
  uint32_t taken = 0;  // of the other side
  for (unsigned k = 0, d = diagonal; k < n && rows != 0; k++, d = rr_next(d, n)) {
    for (uint32_t left = rows; left != 0; left &= left - 1) {
      const unsigned i = (unsigned)__builtin_ctz(left);
      const uint32_t bit = UINT32_C(1) << (d >= i ? d - i : d + n - i);
      if ((row[i] & bit & ~taken) != 0) {
        row[i] = (uint16_t)bit;
        taken |= bit;
        granted |= UINT32_C(1) << i;
      }
    }
    rows &= ~granted;
  }
  for (; rows != 0; rows &= rows - 1) {
    row[__builtin_ctz(rows)] = 0;
  }
  return granted;
}

// One allocator with its register, as in the RTL.
typedef struct {
  uint8_t n;         // inputs, and outputs
  uint8_t diagonal;  // the favoured one
} wavefront_t;

// The grants, of each input one-hot or 0. Changes nothing.
void wavefront_grant(const wavefront_t *w, const uint16_t *request, uint16_t *grant);

// One clock edge. take: the consumer accepted this cycle's grants.
void wavefront_tick(wavefront_t *w, const uint16_t *request, bool take);

#ifdef __cplusplus
}
#endif

#endif
