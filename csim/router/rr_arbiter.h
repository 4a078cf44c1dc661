// rr_arbiter -- golden model of rtl/router/rr_arbiter.sv: a round-robin arbiter.
// docs/microarchitecture.md, section 5.
//
// Behaviour  n requesters ask with one bit each. The winner is the first request at or after the
//            pointer, in the cyclic order 0, 1, .. n-1, 0. When the winner is taken, the one after
//            it becomes the most favoured; otherwise the pointer stays.
// Shapes     request: bit i is requester i, 1 <= n <= 16. pointer: 0 <= pointer < n.
// Source     W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks,
//            Morgan Kaufmann 2004, section 18.4.2.
//
//   pointer 2, requests at x       0 x . . x
//                                      ^      winner 4, pointer' 0
//
// Inline, since the allocators ask for every flit; rr_arbiter.c is the unit on its own.

#ifndef NOC_RR_ARBITER_H
#define NOC_RR_ARBITER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The winner. request is not 0.
static inline unsigned rr_winner(uint32_t request, unsigned pointer) {
  uint32_t from_pointer = request >> pointer << pointer;
  return (unsigned)__builtin_ctz(from_pointer != 0 ? from_pointer : request);
}

// The same where the pointer is kept as a mask: those at or after it, which go before all others.
static inline unsigned rr_first(uint32_t request, uint32_t favoured) {
  const uint32_t first = request & favoured;
  return (unsigned)__builtin_ctz(first != 0 ? first : request);
}
static inline uint16_t rr_favoured(unsigned pointer) {
  return (uint16_t)(UINT32_MAX << pointer);
}
static inline uint8_t rr_pointer(uint32_t favoured) {
  return (uint8_t)__builtin_ctz(favoured);
}

// The requester after i, cyclic.
static inline uint8_t rr_next(unsigned i, unsigned n) {
  return (uint8_t)(i + 1 == n ? 0 : i + 1);
}

// One arbiter with its register, as in the RTL.
typedef struct {
  uint8_t n;        // requesters
  uint8_t pointer;  // the most favoured
} rr_arbiter_t;

// The grant, one-hot or 0. Changes nothing.
uint32_t rr_arbiter_grant(const rr_arbiter_t *a, uint32_t request);

// One clock edge. take: the consumer accepted this cycle's winner.
void rr_arbiter_tick(rr_arbiter_t *a, uint32_t request, bool take);

#ifdef __cplusplus
}
#endif

#endif
