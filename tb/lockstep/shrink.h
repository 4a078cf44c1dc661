// shrink -- the smallest stimulus of a router or an interface that still makes the same register go
// wrong first:
// delta debugging (Zeller and Hildebrandt, Simplifying and isolating failure-inducing input, IEEE
// Transactions on Software Engineering 28(2), 2002, ddmin) over packets, flits, cycles, payloads.
//
// Legal stimuli only. A try says which packets come and when at the earliest; then the neighbours
// are played: a flit waits for a credit and for its turn on its VC, and a credit comes back only
// for a flit that has left, in a cycle in which one came back in the run. The host of an interface
// gives its beats in their order, when the interface is ready for them.

#ifndef NOC_SHRINK_H
#define NOC_SHRINK_H

#include <stdbool.h>
#include <stdint.h>

#include "lockstep/alone.h"

typedef struct {
  // In the result: flits on links and beats of a host that come in, cycles behind reset.
  uint64_t flits, beats, cycles, tries;
} shrink_result_t;

// `s` is of a router, or of an interface without coding and forwarding, and differs as *first says.
// *small is a new stimulus, to be freed; `progress` (may be NULL) is called now and then. False
// with NOC_BAD_INPUT if the failure does not come from what came in since the last reset,
// NOC_ENVIRONMENT for memory.
bool shrink(const inputs_t *s, alone_t *alone, const bank_mismatch_t *first, inputs_t *small,
            shrink_result_t *result, void (*progress)(uint64_t tries, uint64_t flits),
            noc_error_t *error);

#endif
