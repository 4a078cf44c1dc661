// tradeoff -- the curve of a network's latency over its throughput, and what two such curves say of
// each other. They are compared at equal throughput, between the points by straight lines.
//
// A curve begins at throughput 0 with the zero-load latency and goes on through its points in the
// order of their loads. Past saturation throughput rises no more, and may fall: the points up to
// the highest throughput count, each of a higher throughput than all before it.

#ifndef NOCSTEP_TRADEOFF_H
#define NOCSTEP_TRADEOFF_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  double throughput, latency;
} tradeoff_point_t;

typedef struct {
  double zero_load;               // latency at throughput 0
  const tradeoff_point_t *point;  // [count], in the order of their loads
  size_t count;
} tradeoff_t;

// The highest throughput; 0 without points.
double tradeoff_most(const tradeoff_t *c);

// The latency at this throughput; NAN if the curve does not reach it.
double tradeoff_latency(const tradeoff_t *c, double throughput);

// The lowest throughput at which the latency is `times` that at zero load; the highest throughput
// if it stays below.
double tradeoff_knee(const tradeoff_t *c, double times);

// The throughput up to which `a` has a lower latency than `b`, at all throughputs below it; 0:
// there is none. Where `b` does not reach a throughput, `a` is the better one. The result is at
// most a's highest throughput.
double tradeoff_better_until(const tradeoff_t *a, const tradeoff_t *b);

#endif
