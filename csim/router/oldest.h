// oldest -- the requests of an arbiter that no other request is older than.
// docs/microarchitecture.md, section 5.3.
//
// Behaviour  Ages are numbers modulo 2^A, x older than y if (x - y) modulo 2^A is 2^(A-1) or more.
//            The oldest have one age. If ages are further apart than half the circle there may be
//            none; then all requests stand, so that nobody waits for ever.
// Shapes     requests: bit i is requester i; age[i] its age, 4 <= A <= 32.
//
//   A = 4     14 is older than 3, 3 than 10; 10 is older than 14: none is the oldest, so all stand.
//
// An arbiter asks only with two requests or more.

#ifndef NOC_OLDEST_H
#define NOC_OLDEST_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline uint32_t oldest_is_older(uint32_t x, uint32_t y, unsigned bits) {
  return (x - y) >> (bits - 1) & 1;
}

// One of two different ages at least is older than the other. So what is the oldest is older than
// all that come before it, nothing behind it is older, and the first pass ends with it.
static inline uint32_t oldest_of(uint32_t requests, const uint32_t *age, unsigned bits) {
  uint32_t first = 0;
  if (requests != 0) {
    first = age[__builtin_ctz(requests)];
  }
  for (uint32_t left = requests & (requests - 1); left != 0; left &= left - 1) {
    const uint32_t x = age[__builtin_ctz(left)];
    first = oldest_is_older(x, first, bits) ? x : first;
  }
  uint32_t equal = 0;
  uint32_t older = 0;
  for (uint32_t left = requests; left != 0; left &= left - 1) {
    const uint32_t x = age[__builtin_ctz(left)];
    equal |= x == first ? left & (0 - left) : 0;
    older |= oldest_is_older(x, first, bits);
  }
  return older != 0 ? requests : equal;
}

#ifdef __cplusplus
}
#endif

#endif
