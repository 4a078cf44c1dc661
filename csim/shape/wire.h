// wire -- where what leaves a port goes: the place in the arrays that the other end reads.
//
// Golden models write flits and credits through a wire. In a network of golden models it leads to
// the inputs of the next component, so that nothing is carried in between; in a bank whose pins
// somebody else reads, to the outputs of the port itself.

#ifndef NOC_WIRE_H
#define NOC_WIRE_H

#include <stdint.h>

typedef struct {
  uint64_t bit;   // of a valid word
  uint32_t word;  // and which
  uint32_t port;  // in the arrays of vc, kind, payload and credit_vc
} wire_t;

static inline wire_t wire_to(uint32_t port, uint32_t word, uint32_t bit) {
  return (wire_t){.bit = UINT64_C(1) << bit, .word = word, .port = port};
}

static inline void wire_set(uint64_t *words, const wire_t *wire) {
  words[wire->word] |= wire->bit;
}
static inline int wire_is_set(const uint64_t *words, const wire_t *wire) {
  return (words[wire->word] & wire->bit) != 0;
}

#endif
