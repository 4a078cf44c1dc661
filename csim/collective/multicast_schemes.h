// multicast_schemes -- one multicast, by one of the schemes that the project compares, as
// operations of a plan: what the collectives and multicast traffic are made of.
//
//   multicast_planner_t c = {.topology = t};
//   bool ok = multicast_planner_create(&c, scenario, packet_flits, &key, &error);
//   const multicast_t m = {.source = 3, .to = to, .count = n, .flits = 128, .tag = 3,
//                          .after = calc};
//   ok = ok && multicast_add(plan, &c, &kPathWormScheme, &m, receive, &error);
//   // receive[k] is the receive of to[k]
//
// The schemes are those of scheme.h with a `multicast`. A node that passes the message on requires
// the receive that brought it, and sends what that has brought.

#ifndef NOC_MULTICAST_SCHEMES_H
#define NOC_MULTICAST_SCHEMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "network/zero_load.h"
#include "plan/plan.h"
#include "routing/routing.h"
#include "setup/scenario.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

struct scheme;

// The facts that the schemes ask about the network. Where there is no routing there are unicasts,
// binomial trees in the order of the node numbers, and tree worms.
typedef struct {
  const topology_t *topology;  // outlives this, as the routing does
  routing_t *routing;          // or NULL
  unsigned classes;            // VC classes that the network is built with
  uint32_t most_pairs;         // of a path worm's header
  uint32_t packet_flits;       // messages of more flits go in several packets; 0: all in one
  unsigned k;                  // of k-binomial trees; 0: the best for the destinations and packets
  zero_load_t idle;            // what a packet takes on the idle network
  host_costs_t host;
} multicast_planner_t;

// Makes the planner of a scenario, for packets of up to so many flits; nothing is to be freed.
// NOC_BAD_INPUT if a packet of the scheme cannot be, "there is ..; there must be ..", and *key is
// the key at fault, "router.depth".
bool multicast_planner_create(multicast_planner_t *c, const scenario_t *s,
                              const struct scheme *scheme, unsigned packet_flits, const char **key,
                              noc_error_t *error);

typedef struct {
  uint32_t source;
  const uint32_t *to;  // [count] different nodes, not the source, in any order
  uint32_t count;      // 1 or more
  uint32_t flits;      // of the message
  uint32_t tag;        // of all its messages
  uint32_t after;      // operation of the source that must be complete first; kPlanNone: none
} multicast_t;

// Adds the operations, and writes receive[k], the receive of to[k]. A plan remembers a shortage of
// memory, and the function is true then; false: NOC_BAD_INPUT when the routing cannot carry path
// worms, NOC_ENVIRONMENT when the planner is short of memory.
bool multicast_add(plan_t *plan, const multicast_planner_t *c, const struct scheme *scheme,
                   const multicast_t *m, uint32_t *receive, noc_error_t *error);

// --- for the schemes -----------------------------------------------------------------------------

// A multicast under way: by_node[] has the receive that brings the message to a node.
typedef struct multicast_adder {
  plan_t *plan;
  const multicast_planner_t *c;
  const multicast_t *m;
  uint32_t *by_node;  // [nodes]
  uint32_t *to;       // [count]: the destinations
  noc_error_t *error;
} multicast_adder_t;

// A message from a node that has it.
void multicast_pass_on(multicast_adder_t *a, uint32_t from, uint32_t to);
// The same of a multicast, whose destinations are put into their order; returns its number.
uint32_t multicast_pass_on_to(multicast_adder_t *a, uint32_t from, uint32_t *to, uint32_t count);
// Into the order of their numbers.
void multicast_sort(uint32_t *nodes, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
