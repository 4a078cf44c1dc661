// measure -- the numbers of a topology: distances, connectivity, bisection, spanning trees.
//
// Graph questions go to igraph. All pairs are searched where that is affordable; else one router of
// each class of symmetry, else the closed form, else a sample of the routers.

#ifndef NOC_MEASURE_H
#define NOC_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  MEASURE_ENUMERATION,  // a search from every router with nodes
  MEASURE_SYMMETRY,     // a search from one router of each class
  MEASURE_CLOSED_FORM,  // no search
  MEASURE_SAMPLE        // searches from some routers: the diameter is a lower bound
} measure_method_t;

typedef struct {
  uint32_t links;  // bidirectional, router to router
  uint32_t degree_min;
  uint32_t degree_max;      // links of a router; nodes do not count
  double diameter;          // the longest distance in router hops between two nodes
  double mean_distance;     // over ordered pairs of distinct nodes; NAN for a single node
  measure_method_t method;  // of the two above
  uint32_t searches;        // routers that were searched from
  double cut;               // links of the smallest cut into halves that was found; NAN: none was
  bool cut_exact;           // all halves were tried
  double bisection;         // links: the closed form, else the cut; NAN where there are no halves
  bool bisection_exact;     // else an upper bound
  // Links whose loss separates routers, fewest; NAN where it was not computed.
  double edge_connectivity;
  // Spanning trees without a common link: this many exist, and no more when `trees_exact`. NAN
  // with the connectivity.
  double trees;
  bool trees_exact;
} measure_t;

// On error returns false: NOC_ENVIRONMENT when memory is short, NOC_BAD_INPUT when the topology is
// too large for this machine.
bool measure_topology(const topology_t *t, measure_t *m, noc_error_t *error);

// The most routers that a graph of this degree and diameter can have: 1 + d (1 + (d-1) + ..), with
// as many powers of d-1 as the diameter; infinite where no number holds them.
// Source: A. J. Hoffman, R. R. Singleton, On Moore Graphs with Diameters 2 and 3, 1960.
double measure_moore(double degree, double diameter);

// "enumeration", "symmetry", "closed form", "sample".
const char *measure_method_name(measure_method_t method);

#ifdef __cplusplus
}
#endif

#endif
