// tradeoff -- see tradeoff.h.

#include "runs/tradeoff.h"

#include <math.h>

// One straight piece of the rising part of a curve.
typedef struct {
  tradeoff_point_t from, to;
  size_t next;  // the point to look at next
} piece_t;

static piece_t first_piece(const tradeoff_t *c) {
  const tradeoff_point_t start = {0, c->zero_load};
  return (piece_t){start, start, 0};
}

// False at the highest throughput.
static bool next_piece(const tradeoff_t *c, piece_t *piece) {
  while (piece->next < c->count) {
    const tradeoff_point_t *p = &c->point[piece->next++];
    if (p->throughput > piece->to.throughput) {
      piece->from = piece->to;
      piece->to = *p;
      return true;
    }
  }
  return false;
}

static double slope(const piece_t *p) {
  return (p->to.latency - p->from.latency) / (p->to.throughput - p->from.throughput);
}

static double latency_on(const piece_t *p, double throughput) {
  return p->from.latency + (throughput - p->from.throughput) * slope(p);
}

double tradeoff_most(const tradeoff_t *c) {
  piece_t piece = first_piece(c);
  while (next_piece(c, &piece)) {
  }
  return piece.to.throughput;
}

double tradeoff_latency(const tradeoff_t *c, double throughput) {
  piece_t piece = first_piece(c);
  while (next_piece(c, &piece)) {
    if (throughput <= piece.to.throughput) {
      return latency_on(&piece, throughput);
    }
  }
  return throughput <= 0 ? c->zero_load : NAN;
}

double tradeoff_knee(const tradeoff_t *c, double times) {
  const double latency = times * c->zero_load;
  piece_t piece = first_piece(c);
  while (next_piece(c, &piece)) {
    if (piece.to.latency >= latency) {
      return piece.from.throughput + (latency - piece.from.latency) / slope(&piece);
    }
  }
  return piece.to.throughput;
}

double tradeoff_better_until(const tradeoff_t *a, const tradeoff_t *b) {
  piece_t on_a = first_piece(a);
  piece_t on_b = first_piece(b);
  double at = 0;
  double ahead = b->zero_load - a->zero_load;  // how much lower a is
  bool has_a = next_piece(a, &on_a);
  bool has_b = next_piece(b, &on_b);
  while (ahead > 0 && has_a && has_b) {
    const double end = fmin(on_a.to.throughput, on_b.to.throughput);
    const double ahead_there = latency_on(&on_b, end) - latency_on(&on_a, end);
    if (ahead_there <= 0) {
      return at + (end - at) * ahead / (ahead - ahead_there);
    }
    at = end;
    ahead = ahead_there;
    has_a = end < on_a.to.throughput || next_piece(a, &on_a);
    has_b = end < on_b.to.throughput || next_piece(b, &on_b);
  }
  return ahead <= 0 ? 0 : has_a ? tradeoff_most(a) : at;
}
