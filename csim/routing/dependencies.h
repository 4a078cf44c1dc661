// dependencies -- the channel dependency graph of a routing, and the proof that it has no cycle.
//
// A channel is the VCs of one class on one direction of a link. It depends on another when a packet
// that holds it may ask for the other next. Without a cycle of dependencies no packets can wait for
// each other in a circle (Dally, Seitz 1987); the graph of an adaptive routing has the dependencies
// of all its candidates, which is more than enough (Duato 1993). Virtual networks are equal copies
// that share nothing, so one of them stands for all.
//
// Up to DEPENDENCIES_ENUMERATED routers the routing is asked for every arrival and destination that
// come together, from the entry of every node on. Above, the numbers of the routing's channels
// (routing_rank()) are checked to rise along sampled routes.

#ifndef NOC_DEPENDENCIES_H
#define NOC_DEPENDENCIES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "routing/routing.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { DEPENDENCIES_ENUMERATED = 4096 };

typedef enum {
  DEPENDENCIES_ENUMERATION,
  DEPENDENCIES_NUMBERING  // sampled routes
} dependencies_method_t;

// The VCs of a class on the link that leaves `router` by `port`.
typedef struct {
  uint32_t router;
  uint32_t port;
  unsigned vc_class;
} dependencies_channel_t;

typedef struct {
  dependencies_method_t method;
  unsigned classes;       // there are: at most those that the routing needs
  uint64_t channels;      // of all links, whether used or not
  uint64_t dependencies;  // 0 by numbering
  uint64_t routes;        // sampled by numbering
  bool acyclic;
  // A shortest cycle: each channel depends on the next, the last on the first. Empty when acyclic,
  // and by numbering: there the numbers do not rise, and nothing is proved.
  dependencies_channel_t *cycle;
  uint32_t length;
  // Router hops of the routes (adaptive: of the first candidates) over ordered pairs of distinct
  // nodes, or of the sampled routes by numbering. NAN for a single node; dependencies_prove()
  // leaves NAN and 0.
  double mean_route;
  uint32_t longest_route;
} dependencies_t;

// Finds the dependencies in a network with `classes` VC classes; 0: as many as the routing needs.
// If there are fewer, routing_cut() says what becomes of the classes. False with *error filled when
// memory is short, or when a route has a loop.
bool dependencies_find(routing_t *r, unsigned classes, dependencies_t *d, noc_error_t *error);
// The same without the lengths of routes, for callers that only ask whether there is a cycle: a
// route with a loop is one.
bool dependencies_prove(routing_t *r, unsigned classes, dependencies_t *d, noc_error_t *error);
void dependencies_free(dependencies_t *d);

// "0,0 -> 1,0 class 0, 1,0 -> 1,1 class 1, ..": the cycle by links and classes, cut to what fits.
// Returns out.
char *dependencies_cycle(const routing_t *r, const dependencies_t *d, char *out, size_t size);

// "enumeration", "numbering".
const char *dependencies_method(dependencies_method_t method);

#ifdef __cplusplus
}
#endif

#endif
