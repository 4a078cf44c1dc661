// matrix_arbiter -- golden model of rtl/router/matrix_arbiter.sv: least recently granted first.
// docs/microarchitecture.md, section 5.2.
//
// Behaviour  n requesters ask with one bit each. The winner is the one before which no other that
//            asks goes. When it is taken it goes last. So one that loses to another goes before
//            that from then on, whatever is granted while it does not ask.
// Shapes     request: bit i is requester i, 1 <= n <= 16.
//
// An order lies in one word as rows of 8 bits while n is at most 8, else in four words as rows of
// 16. Bit j of row i: j goes before i.
//
//   n = 4, order 2 0 3 1      row 3   row 2   row 1   row 0
//                             . 1 . 1 . . . . 1 1 . 1 . 1 . .
//
// Inline, since the allocators ask for every packet; matrix_arbiter.c is the unit on its own.

#ifndef NOC_MATRIX_ARBITER_H
#define NOC_MATRIX_ARBITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ORDER_MAX = 16, ORDER_NARROW = 8, ORDER_WORDS = 4 };

#define ORDER_INLINE static inline __attribute__((always_inline))

// Words of an order of n.
ORDER_INLINE size_t order_words(size_t n) {
  return n <= ORDER_NARROW ? 1 : ORDER_WORDS;
}

// Those that go before i.
ORDER_INLINE uint32_t order_before(const uint64_t *order, size_t n, size_t i) {
  return n <= ORDER_NARROW ? (uint32_t)(order[0] >> 8 * i) & 0xff
                           : (uint32_t)(order[i / 4] >> 16 * (i % 4)) & 0xffff;
}

// All rows, one element each.
ORDER_INLINE void order_rows(const uint64_t *order, size_t n, uint16_t *rows) {
  if (n <= ORDER_NARROW) {
    uint64_t left = order[0];
    for (size_t i = 0; i < n; i++, left >>= 8) {
      rows[i] = left & 0xff;
    }
    return;
  }
  for (size_t i = 0; i < n; i++) {
    rows[i] = (uint16_t)order_before(order, n, i);
  }
}

ORDER_INLINE bool order_goes_before(const uint64_t *order, size_t n, size_t j, size_t i) {
  return (order_before(order, n, i) >> j & 1) != 0;
}

// The winner. request is not 0.
ORDER_INLINE size_t order_first(const uint64_t *order, size_t n, uint32_t request) {
  uint32_t left = request;
  size_t i = (size_t)__builtin_ctz(left);
  if ((request & (request - 1)) == 0) {
    return i;
  }
  while ((order_before(order, n, i) & request) != 0) {
    left &= left - 1;
    i = (size_t)__builtin_ctz(left);
  }
  return i;
}

// i has been granted: all others go before it.
ORDER_INLINE void order_last(uint64_t *order, size_t n, size_t i) {
  const uint64_t all = (UINT64_C(1) << n) - 1;
  if (n <= ORDER_NARROW) {
    order[0] = (order[0] | all << 8 * i) & ~(UINT64_C(0x0101010101010101) << i);
    return;
  }
  order[i / 4] |= all << 16 * (i % 4);
  for (size_t k = 0; k < ORDER_WORDS; k++) {
    order[k] &= ~(UINT64_C(0x0001000100010001) << i);
  }
}

// Lower numbers go first. The words are 0 before.
ORDER_INLINE void order_reset(uint64_t *order, size_t n) {
  for (size_t i = 0; i < n; i++) {
    order_last(order, n, i);
  }
}

// One arbiter with its register, as in the RTL.
typedef struct {
  uint8_t n;  // requesters
  uint64_t order[ORDER_WORDS];
} matrix_arbiter_t;

void matrix_arbiter_reset(matrix_arbiter_t *a, unsigned n);

// The grant, one-hot or 0. Changes nothing.
uint32_t matrix_arbiter_grant(const matrix_arbiter_t *a, uint32_t request);

// One clock edge. take: the consumer accepted this cycle's winner.
void matrix_arbiter_tick(matrix_arbiter_t *a, uint32_t request, bool take);

#ifdef __cplusplus
}
#endif

#endif
