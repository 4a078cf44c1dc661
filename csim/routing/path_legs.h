// path_legs -- the legs of path worms: from where a worm stands along the base routing to the
// router of its next destination. docs/routing.md, "Worms".
//
//   path_legs_t l;
//   bool ok = path_legs_create(&l, routing, classes, &error) &&
//             path_leg(&l, path_start(t, source), node, &leg, &error);
//   // leg.legal: it leaves by leg.port in leg.vc_class and comes to leg.stop
//   path_legs_free(&l);
//
// A leg is legal if the routing has a route from there in the group in which the worm has arrived,
// and the first channel of it has a higher number (routing_rank()) than the one by which the worm
// came. So the numbers rise along the whole worm, as they do along unicasts. And it does not turn
// back, as no unicast does; but with `updown`, where up a link and down again is within the rules.

#ifndef NOC_PATH_LEGS_H
#define NOC_PATH_LEGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "routing/routing.h"

#ifdef __cplusplus
extern "C" {
#endif

// Where a worm stands: at its source, or at a destination's router.
typedef struct {
  uint32_t router;
  uint32_t group;
  bool drops;     // copies are made there, so that a mask names the port to go on by
  bool came;      // by a channel, of this number; with adaptive routings the highest that may be
  uint64_t rank;  // 0 at the source
  uint32_t port;  // that it came in by
} path_stop_t;

typedef struct {
  bool legal;
  uint32_t port;      // that it leaves by
  unsigned vc_class;  // there; `classes`: any
  uint32_t hops;      // links, all that may be taken; they are in `link` of the legs
  path_stop_t stop;   // behind it
} path_leg_t;

typedef struct {
  routing_t *r;
  unsigned classes;
  uint32_t legs;    // that have been asked for
  uint32_t *stamp;  // [state]: of the last leg that came there
  uint32_t *queue;
  uint32_t *link;  // router * ports + port: of the last leg
} path_legs_t;

// Prepares for a network that is built with `classes` VC classes. NOC_BAD_INPUT with a routing that
// has no numbers; the caller frees in any case.
bool path_legs_create(path_legs_t *l, routing_t *r, unsigned classes, noc_error_t *error);
void path_legs_free(path_legs_t *l);

// A worm that came in by one port may go on by the other.
bool path_may_turn(const routing_t *r, uint32_t in_port, uint32_t port);

path_stop_t path_start(const topology_t *t, uint32_t source);

// Makes the leg to the router of a node. One of no hops is legal from the source only. False when
// memory is short.
bool path_leg(path_legs_t *l, path_stop_t from, uint32_t node, path_leg_t *leg, noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
