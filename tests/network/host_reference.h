// host_reference -- the rules of docs/host.md stepped cycle by cycle, with counters that run down:
// what a run of a plan of unicasts must do at the pins of its interfaces, and when its operations
// are complete.
//
//   while (...) {
//     host_reference_before(r);
//     workload_cycle();
//     host_reference_check(r);
//     network_step();
//   }

#ifndef NOC_TEST_HOST_REFERENCE_H
#define NOC_TEST_HOST_REFERENCE_H

#include "harness.h"

typedef struct host_reference host_reference_t;

// For a run that has not begun, of a plan on one virtual network. Each send of the plan requires
// one operation of its node at most, and no operation is required by two.
host_reference_t *host_reference_create(sim_t *s);
void host_reference_free(host_reference_t *r);

// Notes the last beats that hosts take in this cycle.
void host_reference_before(host_reference_t *r);
// Fails the test unless beats are offered, and operations are complete, as the rules have it.
void host_reference_check(host_reference_t *r);

// Times that a resource was found busy by what came to it: bus and processor.
typedef struct {
  uint64_t bus, processor;
} host_waits_t;
host_waits_t host_reference_waits(const host_reference_t *r);

#endif
