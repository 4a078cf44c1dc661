// scenario -- what to run, resolved: the plain data that scenario_load.h makes of a YAML file and
// `--set` (the contract's section 8).
//
// Whoever reads it may rely on it: scenario_load.h has checked each value, and those that must fit
// one another.

#ifndef NOC_SCENARIO_H
#define NOC_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "network/link_clock.h"
#include "network/zero_load.h"
#include "routing/routing.h"
#include "setup/accept.h"
#include "setup/lengths.h"
#include "shape/shape.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

// A word that a key accepts, with its meaning in one line.
typedef struct {
  const char *name;
  const char *meaning;
} scenario_word_t;

typedef enum {
  STEPS_SEQUENTIAL,  // when the one before is complete, at no cost
  STEPS_OVERLAPPED,  // whatever has its data goes; hierarchical schemes: each on the network of its
                     // number
  STEPS_BARRIER,     // after a barrier of packets
  STEPS_BESIDE       // as sequential, with the last of hierarchical coding, F, within the first
} scenario_steps_t;
typedef enum { RUN_REF, RUN_RTL, RUN_LOCKSTEP, RUN_TOPS, RUN_GATES } run_router_t;
typedef enum { ASSERTIONS_ON, ASSERTIONS_OFF } run_assertions_t;
typedef enum {
  WORKLOAD_TRAFFIC,
  WORKLOAD_COLLECTIVE,
  WORKLOAD_PLAN,
  WORKLOAD_TRACE,
  WORKLOAD_MULTICASTS,  // traffic: multicast
  WORKLOAD_EXTERNAL     // traffic: external
} workload_kind_t;

// A file that a scenario names; both NULL where the workload has no such key; `path` also where
// the text is a word, no name.
typedef struct {
  char *text;  // as written
  char *path;  // the same, seen from the current folder
} scenario_file_t;

enum { SCENARIO_CLASSES = 16, SCENARIO_MESSAGE_FLITS = 1 << 20 };

// Packets of one kind: all packets of a traffic pattern, or one of several classes.
typedef struct {
  char *traffic;                 // "uniform"
  double load;                   // flits per node and cycle, 0 to 1
  lengths_t packet_flits;        // 1 to 640
  char *hotspot_nodes;           // "0-7,9"; NULL without hotspots
  double hotspot_share;          // of the packets, 0 to 1
  scenario_file_t permutation;   // both NULL without one
  unsigned burst_on, burst_off;  // mean lengths in cycles; both 0: no bursts
  unsigned network;              // of a listed class: its virtual network
  lengths_t reply_flits;         // no text: packets are not answered
  unsigned reply_network;        // of the answers
} scenario_class_t;

// A key that was written, and where: "s.yaml:3:9", "--set router.vcs=2".
typedef struct {
  char *key, *where;
} scenario_place_t;

// The costs of a message at hosts and interfaces: docs/host.md. All 0: it costs nothing, and there
// is no model.
typedef struct {
  uint64_t t_hs, t_hr;  // cycles of the host a message, to send and to receive
  unsigned t_ns, t_nr;  // cycles of the interface a packet
  uint64_t bus;         // millionths of a flit a cycle over the I/O bus; 0: no limit
  uint64_t ratio;       // millionths; 0 in a scenario that is resolved, for it is in t_ns and t_nr
} host_costs_t;
// Cycles of a packet on the bus.
uint64_t host_bus_cycles(const host_costs_t *h, unsigned flits);
bool host_costs_any(const host_costs_t *h);  // some are above 0

// The cycles in which links and hosts stall: docs/microarchitecture.md, section 2. Shares are in
// millionths, below 1; both 0: there is no jitter.
typedef struct {
  uint64_t links, hosts;
  uint64_t seed;  // UINT64_MAX: that of the run
} scenario_jitter_t;

// Wires of links that are wrong: docs/link-check.md. Share 0: there are none.
typedef struct {
  uint64_t share;  // of the flits on links, in millionths, up to 1
  unsigned bits;   // wrong wires of each, 1 or 2
  uint64_t seed;   // UINT64_MAX: that of the run
} scenario_link_faults_t;

typedef struct {
  char *file;           // as given on the command line
  char *topology_text;  // "mesh:8x8"
  topology_t *topology;
  char *tags;  // words that `nocstep verify --tag` picks it by, "quick,mesh"; or NULL

  unsigned vcs;             // 1 to 16
  unsigned depth;           // 1 to 640 flits per VC
  unsigned flit_bits;       // 32, 64, 128, 256
  bool cut_through;         // switching: wormhole | cut-through
  bool speculative;         // allocation: serial | speculative
  bool wavefront;           // allocator: separable | wavefront
  bool sync_read;           // flit memories and route tables are read at a clock edge
  link_check_t link_check;  // none | parity | secded
  bool lookahead;           // heads carry the route at the next router
  bool sync_copies;         // of worms: copies: independent | synchronous
  unsigned pipeline;        // 2 | 3
  unsigned networks;        // virtual networks; divides vcs
  unsigned link_latency;    // cycles, router to router, 1 to 64
  uint64_t clock_ratio;     // cycles of these links in one of the routers, in millionths
  char *arbiter;            // "round-robin" | "age"
  unsigned age_bits;        // with arbiter age: bits of a packet's age in its head, 4 to 32
  char *routing;            // "dor"
  scenario_file_t routes;   // of table and source; both NULL without one
  routing_t *route;         // the routing itself

  workload_kind_t workload;
  scenario_class_t *traffic;  // [classes]
  unsigned classes;           // 0 without traffic, 1 to SCENARIO_CLASSES
  bool listed;                // under `classes`; else the one class is spread over all networks
  unsigned message_flits;     // of a collective, and of multicasts
  unsigned message_bytes;     // 0 in a scenario that is resolved, for it is in message_flits
  unsigned packet_flits;      // of what has messages: the longest packet; 0: of a collective the
                              // whole message, of a program's 16, else what the network takes
  unsigned k;                 // of k-binomial trees; 0: the best
  unsigned slots;    // packet slots of interfaces that forward; 0: 16, or as many as a message
                     // has packets
  char *collective;  // "allgather"
  char *scheme;      // "unicast" | "binomial" | ...
  char *from, *to;   // sets of nodes as written, or NULL: docs/collectives.md
  char *operation;   // of reduce and allreduce: "xor" | "sum"
  // The next three belong to the hierarchical schemes: docs/coding.md.
  char *group;         // "best", "32", "8x4", "0-3;4-7"
  char *base;          // "unicast", "binomial", or three of them
  char *intermediate;  // "best", "centre", "3,1"
  // The next two belong to the scheme `scheduled`, as does `force`: docs/scheduled.md.
  scenario_file_t schedule;  // JSON; both NULL: one is looked for
  unsigned max_detour;       // of the paths that are looked for; UINT_MAX: not given, 0
  scenario_steps_t steps;    // of the schemes that have some: when one begins
  scenario_file_t plan;      // GOAL text
  scenario_file_t map;       // of the plan's ranks; path NULL: a word, "linear" | "random"
  scenario_file_t trace;

  // Random multicasts need these, and a `scheme` as well: docs/traffic.md.
  char *multicast;   // "multicast"
  lengths_t degree;  // destinations of a multicast
  double load;       // delivered flits per node and cycle, 0 to 1

  char *external;  // "external": a program sends the messages

  // Plans with exclusive ors need these, and schemes that make some.
  unsigned coding_overhead;  // cycles of an exclusive or beyond the least, 0 to 64
  unsigned coding_memory;    // operands that a coding unit keeps; 0: as many as the plan needs

  host_costs_t host;
  accept_t accept;   // what hosts take: docs/host.md
  unsigned replies;  // of accept: protocol: that a node holds, 1 or more

  run_router_t run_router;
  run_assertions_t assertions;  // of the RTL
  scenario_file_t dut;          // the map of a foreign router; both NULL without one
  char *dut_at;                 // the routers that are foreign, "1,1 2,1"; NULL: all
  uint64_t seed;                // 0 to INT64_MAX, so that JSON holds it
  uint64_t warmup;              // cycles before the measurement window
  uint64_t cycles;              // after the warm-up; 0 for a collective, plan or trace: to its end
  scenario_jitter_t jitter;     // cycles in which links and hosts stall
  scenario_link_faults_t link_faults;  // wires that are wrong
  uint64_t reset;           // cycle in which all is reset, and the run begins anew; 0: never
  uint64_t max_age;         // a packet that gets older fails the run; 0: none does
  bool drain;               // stop injecting after `cycles` and run until the network is empty
  bool ascending;           // order: rotated | ascending
  bool force;               // run a schedule with conflicts
  bool adaptive;            // the routing chooses by credits among several ports
  bool allow_deadlock;      // run even if the routing can deadlock
  scenario_place_t *place;  // [places], in the order in which they were read
  size_t places;
} scenario_t;

// Flits are allocated in the cycle of their arrival: docs/microarchitecture.md, section 7.
static inline bool scenario_early(const scenario_t *s) {
  return s->lookahead && s->pipeline == 2;
}

// Links between routers with a clock of their own, of whose cycles link_latency is then.
static inline link_clock_t scenario_link_clock(const scenario_t *s) {
  return (link_clock_t){s->clock_ratio, s->link_latency};
}
static inline bool scenario_clocks_links(const scenario_t *s) {
  return s->clock_ratio != LINK_CLOCK_ONE;
}

// The most cycles that a flit which is alone takes from a router to the next, with the cycle in
// which the one shows it; and the flits that a link carries in a cycle.
uint64_t scenario_link_cycles(const scenario_t *s);
double scenario_link_rate(const scenario_t *s);

// Returns what the latency on an idle network depends on. Links with a clock of their own take the
// least that they can here; a packet that comes at another time takes longer.
zero_load_t scenario_zero_load(const scenario_t *s);

// Refuses what a scenario asks for, behind its parser: NOC_BAD_INPUT gets the name of its file in
// front. Returns false.
bool scenario_fail_in(const scenario_t *s, noc_error_t *error);

// The part of the shape of its routers that the scenario itself chooses. The workload adds to it
// (workload_widths()), topology and routing complete it.
noc_shape_t scenario_shape(const scenario_t *s);

// The VC classes that packets of one network use: those of the routing, as far as there are VCs.
static inline unsigned scenario_vc_classes(const scenario_t *s) {
  const unsigned vcs = s->vcs / s->networks;
  return s->route->classes < vcs ? s->route->classes : vcs;
}

// The seed that draws the cycles in which links and hosts stall.
static inline uint64_t scenario_jitter_seed(const scenario_t *s) {
  return s->jitter.seed != UINT64_MAX ? s->jitter.seed : s->seed;
}

// The seed that draws the wires that are wrong.
static inline uint64_t scenario_fault_seed(const scenario_t *s) {
  return s->link_faults.seed != UINT64_MAX ? s->link_faults.seed : s->seed;
}

// Flits of the longest packet of a collective.
static inline unsigned scenario_longest(const scenario_t *s) {
  return s->packet_flits != 0 && s->packet_flits < s->message_flits ? s->packet_flits
                                                                    : s->message_flits;
}

#ifdef __cplusplus
}
#endif

#endif
