// network_top -- a whole network Verilated as one module, a mesh, torus or octagon of rtl/top or
// what `nocstep rtl` prints, beside a network that the harness wires: it gets the same host pins in
// every cycle and must show the same host outputs.

#ifndef NOC_NETWORK_TOP_H
#define NOC_NETWORK_TOP_H

#include <stdbool.h>
#include <stdint.h>

#include "network/harness.h"
#include "network/network.h"
#include "ni/host_guard.h"

typedef struct network_top network_top_t;

// SystemVerilog of links of which one wire is wrong in every cycle, each in its turn, in the place
// of those of rtl/top/link.sv.
extern const char network_top_wrong_link[];

// Loads (builds) the plug-in for the network. NULL and *error if it cannot, or if there is no such
// module.
network_top_t *network_top_create(network_t *n, noc_error_t *error);
// The same with a value of Idle: 1 shows which routers are idle, 2 stops their clocks.
network_top_t *network_top_create_idle(network_t *n, unsigned idle, noc_error_t *error);
// The same of the module in a file, whose name is NETWORK_TOP_MODULE; one such module a time.
#define NETWORK_TOP_MODULE "fabric"
network_top_t *network_top_create_from(network_t *n, const char *file, noc_error_t *error);
void network_top_free(network_top_t *m);
void network_top_reset(network_top_t *m);  // as it has been when it was created

// Clock edges until the module shows what the network, which has not run, does: their number, as
// long as its tables are loaded. UINT64_MAX if it does not within `most`. All the while each host
// offers a beat that must not be taken.
uint64_t network_top_load(network_top_t *m, network_t *n, uint64_t most);

// The text of the first assertion that fired in the module, NULL if none has.
const char *network_top_failed(network_top_t *m);

// Words of one cycle's host pins, and the pins themselves: call between the workload's cycle and
// network_step().
uint32_t network_top_in_words(const network_top_t *m);
void network_top_pins(network_top_t *m, network_t *n, uint32_t *in);

// One clock edge with these host pins.
void network_top_step(network_top_t *m, const uint32_t *in);

// After network_step() and network_top_step(): NULL if all host outputs are equal, else the name of
// the first field that differs; node is set.
const char *network_top_difference(network_top_t *m, network_t *n, uint32_t *node);

// Runs both for so many cycles, with hosts that hold back now and then. Up to the first cycle in
// which host outputs differ, if there is one: then the name of the field.
typedef struct {
  char what[512];  // the field's name, or the text of an assertion; "": all were equal
  uint64_t cycle;
  uint32_t node;
  // If hosts do wrong: packets that were refused, by cause, and cycles of all nodes in which
  // more than one beat of such a packet was being swallowed.
  uint64_t refused[GUARD_NETWORK + 1], swallowed;
} network_top_found_t;
network_top_found_t network_top_run(network_top_t *m, sim_t *s, uint64_t cycles);
// The same, and the module's hosts strew in packets that cannot be sent (bad_hosts.h). To the
// network's hosts, which do not, all is as before.
network_top_found_t network_top_run_bad(network_top_t *m, sim_t *s, uint64_t cycles);

#endif
