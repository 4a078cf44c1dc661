// records -- what the ways to measure give, for the functions that compute something from it.

#ifndef NOCSTEP_PAPERS_RECORDS_H
#define NOCSTEP_PAPERS_RECORDS_H

#include <stddef.h>

#include "papers/loads.h"
#include "papers/value.h"
#include "runs/curves.h"
#include "runs/tradeoff.h"

// A record of the way `loads`.
typedef struct {
  const paper_curve_t *curve;
  paper_load_t *point;  // the idle network, then the curve's
  size_t points;
  tradeoff_point_t *over;  // those with latencies
  tradeoff_t seen;         // the network's latency over throughput
} curve_record_t;

extern const record_class_t kCurve;

// A record of the way `sweeps`.
typedef struct {
  const curve_t *curve;
  uint64_t last;  // load, in millionths
} sweep_record_t;

extern const record_class_t kSweep;
// Its point at a load; NULL: there is none, or the load is not sustained.
const curve_point_t *sweep_at(const sweep_record_t *sweep, double load);

#endif
