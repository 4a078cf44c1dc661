// wire -- where what leaves a port goes: the place in the arrays that the other end reads.
//
// Golden models write flits and credits through a wire. In a network of golden models it leads to
// the inputs of the next component, so that nothing is carried in between; in a bank whose pins
// somebody else reads, to the outputs of the port itself.

#ifndef NOC_WIRE_H
#define NOC_WIRE_H

#include <stdint.h>

typedef struct {
  uint32_t port;   // in the arrays of vc, kind, payload and credit_vc
  uint32_t valid;  // bit of the valid words: 64 * word + bit
  uint64_t flits;  // that have left here
} wire_t;

static inline void wire_set(uint64_t *words, const wire_t *wire) {
  words[wire->valid / 64] |= UINT64_C(1) << wire->valid % 64;
}

// A wire that ends at its own port.
static inline wire_t wire_own(uint32_t port, uint32_t word, uint32_t bit) {
  return (wire_t){.port = port, .valid = 64 * word + bit};
}

#endif
