// forwarding_bench -- a mesh whose interfaces forward, with a random tree for every source: hosts
// that multicast and send unicasts, deliveries that are ticked off, and what must hold in the end.

#ifndef NOC_TEST_FORWARDING_BENCH_H
#define NOC_TEST_FORWARDING_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>

#include "network/network.h"

enum {
  FORWARD_SIDE = 4,
  FORWARD_NODES = FORWARD_SIDE * FORWARD_SIDE,
  FORWARD_LSB = 3,
  FORWARD_MOST = 8,  // flits of a packet
  FORWARD_UNICAST = 2
};

// The parameters that a test varies; 0 stands for what is usual.
typedef struct {
  unsigned vcs, depth, flit_bits, pipeline, multicast, wormhole;
  unsigned slots, flits, children;
} forwarding_choice_t;

// The parameters of a run.
typedef struct {
  forwarding_choice_t choice;
  unsigned receive, send;  // t_nr, t_ns
  unsigned sources, packets, flits;
  bool backlog;        // hosts hand over whatever is taken, else now and then
  unsigned unicasts;   // packets of FORWARD_UNICAST flits from every node
  const char *router;  // kind of the banks; NULL: "ref"
} forwarding_run_t;

typedef struct {
  const forwarding_run_t *run;
  topology_t *topology;
  network_t *network;
  uint64_t drawn;                                                 // random numbers so far
  uint32_t parent[FORWARD_NODES][FORWARD_NODES];                  // [source][node]
  uint32_t come[FORWARD_NODES][FORWARD_NODES][1 << FORWARD_LSB];  // [node][source][packet]: flits
  unsigned given[FORWARD_NODES], beat[FORWARD_NODES];  // by hosts: whole packets, beats of the next
  uint32_t message[FORWARD_NODES][SHAPE_MAX_VCS];      // of the packet that comes
  uint8_t type[FORWARD_NODES][SHAPE_MAX_VCS];
  uint64_t delivered;                                 // packets
  unsigned sent[FORWARD_NODES], left[FORWARD_NODES];  // unicasts: begun, beats to come of the last
  uint64_t unicast_flits;                             // delivered
  uint64_t digest;                                    // of all deliveries, and when they came
} forwarding_bench_t;

// All at cycle 0, with the tables loaded.
void forwarding_open(forwarding_bench_t *b, const forwarding_run_t *run, uint64_t seed);
void forwarding_close(forwarding_bench_t *b);
// Resets the network, whatever it carries, and begins anew: the same traffic, the tables as they
// are.
void forwarding_again(forwarding_bench_t *b);

// The work of a node's host in a cycle: it hands over the next beat to forward, offers the next of
// a unicast, takes and checks a delivery.
void forwarding_give(forwarding_bench_t *b, uint32_t node);
void forwarding_send(forwarding_bench_t *b, uint32_t node);
void forwarding_take(forwarding_bench_t *b, uint32_t node);

// Until all is delivered, and a while after it: every packet once, nothing left, everything
// counted. Returns the cycles to the last delivery.
uint64_t forwarding_finish(forwarding_bench_t *b);

#endif
