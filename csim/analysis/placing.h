// placing -- where the routers and links of a picture lie.
//
// Lengths are in units, the distance of neighbours. Routers are at the places of their family. In a
// topology without a shape of its own, linked ones are near each other, by igraph's force-directed
// layouts; the same graph gets the same places. Links are straight, or curved where another router
// is in the way or a link is there already.

#ifndef NOC_PLACING_H
#define NOC_PLACING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "topology/topology.h"

enum { PLACING_ROUTERS = 4096, PLACING_LINKS = 100 * 1000 };

// The radius of a router; a link that comes nearer to a router's middle than that and a bit would
// hide behind it.
#define PLACING_RADIUS 0.2

typedef struct {
  double x, y;
} point_t;

typedef struct {
  const topology_t *t;  // the caller's
  point_t *at;          // [router]
  point_t low, high;    // corners around all of them
  // The cells help to find what is near a place: unit squares with an empty rim around.
  point_t origin;  // the corner of cell 0
  uint32_t columns, rows;
  uint32_t *cell;  // [columns * rows]: the first router there, UINT32_MAX if there is none
  uint32_t *next;  // [router]: of the routers in one cell
} placing_t;

// Links between routers, both directions together.
uint32_t placing_links(const topology_t *t);

// False with NOC_BAD_INPUT when there is too much to draw.
bool placing_check(const topology_t *t, noc_error_t *error);

// Also false when memory is short. The caller frees in any case.
bool placing_create(placing_t *p, const topology_t *t, noc_error_t *error);
void placing_free(placing_t *p);

// The link of a router's port, which has one, as a cubic curve from that router to the other: its
// control points, the first and the last at the routers. The same curve in both directions.
void placing_link(const placing_t *p, uint32_t router, unsigned port, point_t curve[4]);

#endif
