// geometric -- gaps between random events, one draw a gap.

#ifndef NOC_GEOMETRIC_H
#define NOC_GEOMETRIC_H

#include <math.h>
#include <stdint.h>

#include "base/rng.h"

static const uint64_t kGeometricLongest = UINT64_C(1) << 62;

// How many trials until one succeeds, at least 1, from 64 random bits; log_no is the logarithm of
// the chance to fail, log1p(-chance).
static inline uint64_t geometric(double log_no, uint64_t random) {
  const double trials = floor(log(rng_fraction(random)) / log_no) + 1;
  return trials < (double)kGeometricLongest ? (uint64_t)trials : kGeometricLongest;
}

#endif
