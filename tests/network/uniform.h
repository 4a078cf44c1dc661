// uniform -- a mesh with uniform traffic, driven through the network API alone: for the tests of
// the co-simulation, which do not depend on the workloads.

#ifndef NOC_TEST_UNIFORM_H
#define NOC_TEST_UNIFORM_H

#include "network/network.h"
#include "topology/topology.h"

typedef struct {
  const char *topology;  // "mesh:4x4"
  const char *kind;      // of the banks
  unsigned vcs, depth, flit_bits, cut_through, pipeline, networks, link_latency;
  unsigned packet_flits;
  double load;      // flits per node and cycle
  bool slow_hosts;  // take a delivery in one of three cycles
  uint64_t seed;
  // NULL: message numbers of 10 bits, no ages, serial allocation. Else a shape that has them.
  const noc_shape_t *like;
  bank_factory_t factory;  // NULL: that of the co-simulation
  void *factory_context;
} uniform_config_t;

typedef struct uniform uniform_t;

// Stops the test if there is an error.
uniform_t *uniform_create(const uniform_config_t *c);
void uniform_free(uniform_t *u);
network_t *uniform_network(uniform_t *u);

// One cycle; with `inject` nodes create packets. False: a bank found a mismatch.
bool uniform_cycle(uniform_t *u, bool inject);
// Cycles with injection, then without until all is delivered. Stops the test on a mismatch, a wrong
// delivery, or when it does not drain. Returns the number of packets.
uint64_t uniform_run(uniform_t *u, uint64_t cycles);

// A digest of all deliveries so far.
uint64_t uniform_digest(const uniform_t *u);
// Component-cycles compared so far, over all banks.
uint64_t uniform_comparisons(uniform_t *u);

#endif
