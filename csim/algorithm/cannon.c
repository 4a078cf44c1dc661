// cannon -- multiplication of matrices on a square grid by shifts: row i of A has been shifted by i
// places to the left, column j of B by j places up, so that each rank has two blocks that belong
// together; then it multiplies them, all of A is shifted by one place, all of B too, and so on.
//
// The first shifts go place by place, the shorter way round, so that all messages go one hop; or
// straight, as the algorithm is usually told; or they are left out, where matrices are kept as it
// wants them. Row 0 is that of y = 0, and up is to lower y.
//
// Sources: L. E. Cannon, A cellular computer to implement the Kalman filter algorithm (1969).

#include <stdlib.h>

#include "algorithm/algorithms.h"
#include "algorithm/work.h"

// A block at each rank: which it is, and what has brought it.
typedef struct {
  uint32_t tag, after;
} held_t;

typedef struct {
  algorithm_work_t *w;
  unsigned side;
  held_t *block[2];  // of A, which moves in x; of B, in y
  held_t *next;
} shifts_t;

typedef enum { BY_PLACES, STRAIGHT, THERE } alignment_t;

static double operations(const algorithm_size_t *size) {
  const double side = size->grid->radix[0];
  return size->grid->nodes * (side + 4 * (side + side / 2));
}

// Places that the blocks of a line are shifted in the beginning, the shorter way.
static int skew(unsigned side, unsigned line) {
  return line <= side / 2 ? -(int)line : (int)(side - line);
}

// Shifts the blocks of A (0) or B (1): those of line i by by[i] places.
static void shift(const shifts_t *s, unsigned which, const int *by) {
  held_t *block = s->block[which];
  for (uint32_t rank = 0; rank < s->w->grid->nodes; rank++) {
    unsigned at[NOC_MAX_DIMS];
    topology_coordinates(s->w->grid, rank, at);
    const uint32_t to = work_next(s->w, rank, which, by[at[1 - which]]);
    const held_t *h = &block[rank];
    s->next[to] = (held_t){h->tag, work_pass(s->w, rank, to, h->tag, h->after)};
  }
  for (uint32_t rank = 0; rank < s->w->grid->nodes; rank++) {
    block[rank] = s->next[rank];
  }
}

static void align(const shifts_t *s, bool straight, int *by) {
  const int steps = straight ? 1 : (int)s->side / 2;
  for (int step = 0; step < steps; step++) {
    for (unsigned line = 0; line < s->side; line++) {
      const int all = skew(s->side, line);
      const int one = (all > step) - (all < -step);
      by[line] = straight ? all : one;
    }
    shift(s, 0, by);
    shift(s, 1, by);
  }
}

// The blocks of A and B that are at a rank in the beginning.
static void place(const shifts_t *s, alignment_t alignment) {
  const uint32_t nodes = s->w->grid->nodes;
  for (uint32_t rank = 0; rank < nodes; rank++) {
    unsigned at[NOC_MAX_DIMS];
    topology_coordinates(s->w->grid, rank, at);
    const int x = alignment == THERE ? (int)at[0] : 0;
    const int y = alignment == THERE ? (int)at[1] : 0;
    s->block[0][rank] = (held_t){work_next(s->w, rank, 0, y), s->w->begin[rank]};
    s->block[1][rank] = (held_t){nodes + work_next(s->w, rank, 1, x), s->w->begin[rank]};
  }
}

static void multiply(const shifts_t *s, int *by) {
  algorithm_work_t *w = s->w;
  for (unsigned line = 0; line < s->side; line++) {
    by[line] = -1;
  }
  for (unsigned step = 0; step < s->side; step++) {
    for (uint32_t rank = 0; rank < w->grid->nodes; rank++) {
      const uint32_t needs[] = {s->block[0][rank].after, s->block[1][rank].after};
      work_compute(w, rank, w->size->cycles, needs, 2);
    }
    if (step + 1 < s->side) {
      shift(s, 0, by);
      shift(s, 1, by);
    }
  }
}

static void add(algorithm_work_t *w, alignment_t alignment) {
  const uint32_t nodes = w->grid->nodes;
  shifts_t s = {.w = w, .side = w->grid->radix[0]};
  held_t *held = malloc((size_t)3 * nodes * sizeof *held);
  int *by = malloc(s.side * sizeof *by);
  if (held == NULL || by == NULL) {
    w->plan->short_of_memory = true;
  } else {
    s.block[0] = held;
    s.block[1] = held + nodes;
    s.next = held + (size_t)2 * nodes;
    place(&s, alignment);
    if (alignment != THERE) {
      align(&s, alignment == STRAIGHT, by);
    }
    multiply(&s, by);
  }
  free(held);
  free(by);
}

static void add_cannon(algorithm_work_t *w) {
  add(w, BY_PLACES);
}

static void add_straight(algorithm_work_t *w) {
  add(w, STRAIGHT);
}

static void add_there(algorithm_work_t *w) {
  add(w, THERE);
}

const algorithm_t kCannonAlgorithm = {
    .name = "cannon",
    .meaning = "matrix multiplication by shifts of one place, on a square",
    .dims = 2,
    .square = true,
    .operations = operations,
    .add = add_cannon};

const algorithm_t kCannonStraightAlgorithm = {
    .name = "cannon-straight",
    .meaning = "the same, but blocks go straight to their first places",
    .dims = 2,
    .square = true,
    .operations = operations,
    .add = add_straight};

const algorithm_t kCannonAlignedAlgorithm = {
    .name = "cannon-aligned",
    .meaning = "the same, with all blocks at their first places",
    .dims = 2,
    .square = true,
    .operations = operations,
    .add = add_there};
