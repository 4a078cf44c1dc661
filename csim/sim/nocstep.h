// nocstep -- the library: a network-on-chip inside a program of yours. docs/embedding.md.
//
//   char error[NOCSTEP_ERROR];
//   nocstep_t *n = nocstep_open("scenario.yaml", NULL, 0, error);
//   nocstep_send(n, &(nocstep_message_t){.source = 0, .destination = 63, .flits = 8, .tag = 1});
//   nocstep_delivery_t d;
//   while (nocstep_next(n, NOCSTEP_NEVER, &d)) { .. d.tag, d.delivered - d.created .. }
//   nocstep_close(n);
//
// Messages of `workload: {traffic: external}` come from the program; every other workload runs by
// itself, and is stepped and looked at the same way. A scenario's run.router says what runs: golden
// models (ref), the RTL (rtl), or both compared after every cycle (lockstep). The static library
// has golden models only, and refuses the others in words.
//
// The library prints nothing, ends nothing, catches no signals (but for SIGINT and SIGTERM while it
// builds RTL, which end the build: the call fails with "interrupted") and keeps nothing outside a
// nocstep_t: several may be open at once, each in a thread of its own. Only one thread at a time
// calls functions of one of them. The same scenario and the same calls give the same cycles, in any
// locale. A program that ignores SIGCHLD, or takes the status of any child, can build RTL too.
//
// Functions that can fail return false or NULL; nocstep_error() has one line, "file:line:column:
// key is X; it must be Y" for a scenario. Units: cycles, flits; nodes are numbered from 0.

#ifndef NOCSTEP_H
#define NOCSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NOCSTEP_VERSION "0.1.0"
#define NOCSTEP_API     __attribute__((visibility("default")))
#define NOCSTEP_NEVER   UINT64_MAX

enum { NOCSTEP_ERROR = 1024 };  // bytes of the text of an error

typedef struct nocstep_network nocstep_t;

// The version of the library that the program runs with.
NOCSTEP_API const char *nocstep_version(void);

// Reads a scenario from a file, or from a text of `length` bytes (names of files in it are seen
// from the current folder), applies `sets` in order, each "router.vcs=2", and builds the network.
// NULL with the reason in `error`. RTL is compiled, which takes seconds, unless it has been before.
// The caller closes what was opened.
NOCSTEP_API nocstep_t *nocstep_open(const char *file, const char *const *sets, size_t n_sets,
                                    char error[NOCSTEP_ERROR]);
NOCSTEP_API nocstep_t *nocstep_open_text(const char *text, size_t length, const char *const *sets,
                                         size_t n_sets, char error[NOCSTEP_ERROR]);
NOCSTEP_API void nocstep_close(nocstep_t *n);  // NULL: nothing

// The last error, one line; "" if there was none. A send in a function of nocstep_on_delivery()
// looks at it at once: the call that runs may leave it or not.
NOCSTEP_API const char *nocstep_error(const nocstep_t *n);

NOCSTEP_API uint32_t nocstep_nodes(const nocstep_t *n);
NOCSTEP_API uint32_t nocstep_flit_bits(const nocstep_t *n);
NOCSTEP_API uint32_t nocstep_networks(const nocstep_t *n);  // virtual networks
// The current cycle: the one that the next step runs.
NOCSTEP_API uint64_t nocstep_cycle(const nocstep_t *n);

// A message from one node to another. Its length is in flits, or in bytes, which are rounded up to
// flits; the other is 0. `cycle` is that of its creation, the current one or later and below 2^63;
// 0: the current one. A message that is longer than workload.packet_flits goes in several packets.
typedef struct {
  uint32_t source, destination;
  uint32_t flits;
  uint64_t bytes;
  uint64_t tag;  // the program's own; comes back with the delivery
  uint64_t cycle;
  // The virtual network (router.networks), counted from 1; 0: packets take turns on all of them.
  // All messages of a program name one, or none does.
  uint32_t network;
} nocstep_message_t;

// Puts a message into the queue of its source and virtual network. Messages of one queue begin in
// the order of their cycles, and of the calls. False: a node that is not there or its own
// destination, no length or more than 1048576 flits, a virtual network that is not there, a cycle
// that is over, another workload than external, or memory is short; or the run is over, whose error
// stays. Then nothing is sent.
NOCSTEP_API bool nocstep_send(nocstep_t *n, const nocstep_message_t *message);

typedef struct {
  uint32_t source, destination, flits;
  uint32_t network;  // as sent
  uint64_t tag;
  uint64_t created;    // cycle, as sent
  uint64_t entered;    // in which its interface took its first beat
  uint64_t delivered;  // in which the host of its destination took its last flit, or was through
                       // with it where hosts have costs (host.t_hr)
} nocstep_delivery_t;

// Calls `f` for every delivery at the end of its cycle, in the order of delivery, instead of
// keeping them for nocstep_next(). It may send; it may not step or close. NULL: keeps them again.
typedef void (*nocstep_delivered_t)(void *context, const nocstep_delivery_t *delivery);
NOCSTEP_API void nocstep_on_delivery(nocstep_t *n, nocstep_delivered_t f, void *context);

// The messages that are not wholly out of the queue of a node, which a packet leaves when it is the
// next that the interface takes. A program that sends only a few ahead has its back-pressure.
NOCSTEP_API uint32_t nocstep_waiting(const nocstep_t *n, uint32_t node);

// Whether a node takes what arrives, from the next step on; at first it does. What it does not take
// waits in its interface, then in the network, and counts as a stall when nothing else moves.
// Messages only, in scenarios without host.accept and run.jitter.hosts.
NOCSTEP_API void nocstep_accept(nocstep_t *n, uint32_t node, bool accepts);

// Runs so many cycles, but not beyond cycle 2^63. False: a check has failed (a mismatch, the
// scoreboard, conservation, a deadlock: nocstep_error() says which), or a workload of its own has
// come to its end: then the error is "".
NOCSTEP_API bool nocstep_step(nocstep_t *n, uint64_t cycles);

// The next delivery, for which it runs up to the cycle `until`, and no further than behind the
// cycle of the delivery. False: there was none, or as above.
NOCSTEP_API bool nocstep_next(nocstep_t *n, uint64_t until, nocstep_delivery_t *delivery);

// Runs until all that has been sent is delivered, and makes the last checks, as at the end of a
// run. More may be sent afterwards. False as above, with an error.
NOCSTEP_API bool nocstep_drain(nocstep_t *n);

// Counts from cycle 0 on; latencies in cycles, of packets created in the measurement window
// (run.warmup, run.cycles) that have arrived. All latencies are 0 while there is none.
typedef struct {
  uint64_t cycle;
  uint64_t packets_sent, packets_delivered;
  uint64_t flits_sent, flits_delivered;
  uint64_t hops;                    // of flits, over links between routers
  uint64_t measured;                // packets in the latencies
  double latency, network_latency;  // mean: from creation, from the first beat
  uint64_t latency_p50, latency_p95, latency_p99, latency_max;
  double zero_load_latency;  // mean of the closed form over the same packets
  double accepted;           // flits per node and cycle, in the window
  uint64_t comparisons;      // of lockstep: components times cycles
} nocstep_statistics_t;
NOCSTEP_API void nocstep_statistics(nocstep_t *n, nocstep_statistics_t *statistics);

// The result until now as JSON, "nocstep.run/1" without `links`, `coverage` and `host`; its
// `result` is `pass` while nothing has failed, also where a workload has not ended. The caller
// frees it with free(). NULL when memory is short.
NOCSTEP_API char *nocstep_json(nocstep_t *n);

#ifdef __cplusplus
}
#endif

#endif
