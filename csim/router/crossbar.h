// crossbar -- golden model of rtl/router/crossbar.sv: flits from inputs to outputs.
// docs/microarchitecture.md, section 11.
//
// Behaviour  The payload that an input reads from its memory goes to the output it is granted to.
//            Combinational; at most one input an output.

#ifndef NOC_CROSSBAR_H
#define NOC_CROSSBAR_H

#include <stddef.h>

#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Brings the payload of the flit that lies at `at` in the memories to the link registers at `out`.
NOC_INLINE void crossbar_carry(const router_view_t *r, size_t at, size_t out, const size_t words) {
  const uint64_t *from = r->payload + at * words;
  uint64_t *to = r->f.out_payload + out * words;
  for (size_t w = 0; w < words; w++) {
    to[w] = from[w];
  }
}

// The unit alone: inputs in the mask `valid` have one flit each, in slot 0 of their memory, for
// the output port[i]. Outputs without a flit show 0.
void crossbar_all(const router_view_t *r, uint32_t valid, const uint8_t *port);

#ifdef __cplusplus
}
#endif

#endif
