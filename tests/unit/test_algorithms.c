// test_algorithms -- whether the plans of algorithms compute what they should, worked out from the
// graph alone, with the tags of algorithm.h. A rank sends on only what it has; each multiplication
// has the two blocks that belong together, and over a round each part of the product is added once;
// a stencil gets every neighbour's face before each step.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithm/algorithm.h"

enum { BLOCK = 640, NEEDS = 16 };

typedef struct {
  topology_t *grid;
  plan_t *plan;
  uint32_t *needs;                // [ops * NEEDS]: what each requires
  unsigned *count;                // [ops]
  uint32_t rows, columns, inner;  // I, J and L
  unsigned rounds;
} graph_t;

static graph_t build(const char *algorithm, const char *grid, unsigned rounds) {
  noc_error_t error = {0};
  graph_t g = {.grid = topology_create(grid, &error), .rounds = rounds};
  assert_non_null(g.grid);
  const algorithm_t *a = algorithm_find(algorithm, &error);
  assert_non_null(a);
  const algorithm_size_t size = {.grid = g.grid, .block = BLOCK, .cycles = 7, .rounds = rounds};
  g.plan = algorithm_plan(a, &size, &error);
  if (g.plan == NULL) {
    fail_msg("%s", error.text);
    exit(1);
  }
  assert_true(g.plan->ops <= rounds * a->operations(&size));
  g.needs = calloc((size_t)g.plan->ops * NEEDS + 1, sizeof *g.needs);
  g.count = calloc((size_t)g.plan->ops + 1, sizeof *g.count);
  assert_non_null(g.needs);
  assert_non_null(g.count);
  for (uint32_t i = 0; i < g.plan->ops; i++) {
    for (uint32_t k = g.plan->op[i].successors; k < g.plan->op[i + 1].successors; k++) {
      const uint32_t to = g.plan->successor[k];
      assert_in_range(g.count[to], 0, NEEDS - 1);
      g.needs[(size_t)to * NEEDS + g.count[to]++] = i;
    }
  }
  return g;
}

static void discard(graph_t *g) {
  free(g->needs);
  free(g->count);
  plan_free(g->plan);
  topology_free(g->grid);
}

// The receive with a tag in a range that an operation requires; kPlanNone if there is none.
static uint32_t needed(const graph_t *g, uint32_t i, uint32_t low, uint32_t high) {
  uint32_t found = kPlanNone;
  for (unsigned k = 0; k < g->count[i]; k++) {
    const plan_op_t *op = &g->plan->op[g->needs[(size_t)i * NEEDS + k]];
    if (op->kind == PLAN_RECEIVE && op->tag >= low && op->tag < high) {
      assert_int_equal(found, kPlanNone);
      found = op->tag;
    }
  }
  return found;
}

// --- multiplications -----------------------------------------------------------------------------

// Where block (i, l) of A, or (l, j) of B, is in the beginning.
static bool begins_at(const graph_t *g, bool aligned, uint32_t tag, uint32_t rank) {
  const uint32_t all_a = g->rows * g->inner;
  const bool is_a = tag < all_a;
  const uint32_t i = is_a ? tag / g->inner : (tag - all_a) / g->columns;
  const uint32_t j = is_a ? tag % g->inner : (tag - all_a) % g->columns;
  unsigned at[NOC_MAX_DIMS];
  topology_coordinates(g->grid, rank, at);
  if (g->grid->dims == 3) {
    return is_a ? at[0] == 0 && at[1] == i && at[2] == j : at[0] == j && at[1] == 0 && at[2] == i;
  }
  if (aligned && is_a) {
    return at[1] == i && (at[0] + at[1]) % g->inner == j;
  }
  if (aligned) {
    return at[0] == j && (at[0] + at[1]) % g->inner == i;
  }
  return at[1] == i % g->grid->radix[1] && at[0] == j % g->grid->radix[0];
}

static void check_sends(const graph_t *g, bool aligned) {
  const uint32_t inputs = g->rows * g->inner + g->inner * g->columns;
  for (uint32_t s = 0; s < g->plan->ops; s++) {
    const plan_op_t *op = &g->plan->op[s];
    if (op->kind == PLAN_SEND && op->tag < inputs) {
      assert_int_equal(op->size, BLOCK);
      assert_true(needed(g, s, op->tag, op->tag + 1) == op->tag ||
                  begins_at(g, aligned, op->tag, op->node));
      assert_true(!begins_at(g, aligned, op->tag, op->peer) || g->grid->dims == 2);
    }
  }
}

// The l of a multiplication, by what it has received, else by what is there.
static uint32_t find_inner(const graph_t *g, bool aligned, uint32_t rank, uint32_t a, uint32_t b,
                           const uint8_t *done) {
  unsigned at[NOC_MAX_DIMS];
  topology_coordinates(g->grid, rank, at);
  const uint32_t all_a = g->rows * g->inner;
  for (uint32_t l = 0; l < g->inner; l++) {
    const uint32_t block_a = at[1] * g->inner + l;
    const uint32_t block_b = all_a + l * g->columns + at[0];
    const bool has_a = a == block_a || (a == kPlanNone && begins_at(g, aligned, block_a, rank));
    const bool has_b = b == block_b || (b == kPlanNone && begins_at(g, aligned, block_b, rank));
    if (has_a && has_b && done[l] < g->rounds) {
      return l;
    }
  }
  fail_msg("rank %u multiplies blocks %d and %d", rank, (int)a, (int)b);
  return 0;
}

// Every rank: the pairs it multiplies, and the sums it gets.
static void check_products(const graph_t *g, bool aligned) {
  const uint32_t all_a = g->rows * g->inner;
  const uint32_t inputs = all_a + g->inner * g->columns;
  uint8_t *done = calloc((size_t)g->plan->nodes * g->inner, 1);
  unsigned added = 0;
  assert_non_null(done);
  for (uint32_t c = 0; c < g->plan->ops; c++) {
    const plan_op_t *op = &g->plan->op[c];
    if (op->kind == PLAN_CALCULATE && needed(g, c, inputs, UINT32_MAX) == kPlanNone) {
      uint8_t *of = done + (size_t)op->node * g->inner;
      of[find_inner(g, aligned, op->node, needed(g, c, 0, all_a), needed(g, c, all_a, inputs),
                    of)]++;
      assert_int_equal(op->size, 7);
    } else if (op->kind == PLAN_CALCULATE) {
      unsigned at[NOC_MAX_DIMS];
      topology_coordinates(g->grid, op->node, at);
      assert_int_equal(needed(g, c, inputs, UINT32_MAX), inputs + at[1] * g->columns + at[0]);
      added++;
    }
  }
  for (uint32_t rank = 0; rank < g->plan->nodes; rank++) {
    unsigned at[NOC_MAX_DIMS];
    topology_coordinates(g->grid, rank, at);
    for (uint32_t l = 0; l < g->inner; l++) {
      const bool here = g->grid->dims == 2 || at[2] == l;
      assert_int_equal(done[(size_t)rank * g->inner + l], here ? g->rounds : 0);
    }
  }
  assert_int_equal(added,
                   g->grid->dims == 3 ? g->rounds * g->rows * g->columns * (g->inner - 1) : 0);
  free(done);
}

// Partial sums come from behind, when what the sender has multiplied and added is done.
static void check_sums(const graph_t *g) {
  const uint32_t inputs = g->rows * g->inner + g->inner * g->columns;
  for (uint32_t s = 0; s < g->plan->ops; s++) {
    const plan_op_t *op = &g->plan->op[s];
    if (op->kind == PLAN_SEND && op->tag >= inputs) {
      unsigned from[NOC_MAX_DIMS];
      unsigned to[NOC_MAX_DIMS];
      topology_coordinates(g->grid, op->node, from);
      topology_coordinates(g->grid, op->peer, to);
      assert_true(from[0] == to[0] && from[1] == to[1] && from[2] == to[2] + 1);
      assert_int_equal(g->count[s], 1);
      const uint32_t after = g->needs[(size_t)s * NEEDS];
      assert_int_equal(g->plan->op[after].kind, PLAN_CALCULATE);
      const bool adds = needed(g, after, inputs, UINT32_MAX) != kPlanNone;
      assert_true(adds == (from[2] + 1 < g->inner));
    }
  }
}

static void check_matmul(const char *algorithm, const char *grid, uint32_t inner, unsigned rounds) {
  graph_t g = build(algorithm, grid, rounds);
  const bool aligned = strcmp(algorithm, "cannon-aligned") == 0;
  g.columns = g.grid->radix[0];
  g.rows = g.grid->radix[1];
  g.inner = inner;
  check_sends(&g, aligned);
  check_products(&g, aligned);
  check_sums(&g);
  discard(&g);
}

static void multiplications(void **state) {
  (void)state;
  static const char *const kCannon[] = {"cannon", "cannon-straight", "cannon-aligned"};
  for (unsigned rounds = 1; rounds <= 2; rounds++) {
    for (unsigned side = 1; side <= 7; side++) {
      char grid[32];
      (void)snprintf(grid, sizeof grid, "torus:%ux%u", side, side);
      for (size_t i = 0; i < 3; i++) {
        check_matmul(kCannon[i], grid, side, rounds);
      }
      check_matmul("summa", grid, side, rounds);
    }
    check_matmul("summa", "torus:4x6", 12, rounds);
    check_matmul("summa", "mesh:5x1", 5, rounds);
    check_matmul("summa", "torus:2x3", 6, rounds);
    check_matmul("matmul3d", "torus:4x4x4", 4, rounds);
    check_matmul("matmul3d", "torus:2x3x5", 5, rounds);
    check_matmul("matmul3d", "hypercube:3", 2, rounds);
    check_matmul("matmul3d", "mesh:3x1x1", 1, rounds);
    check_matmul("matmul3d", "torus:1x1x4", 4, rounds);
  }
}

// --- stencils ------------------------------------------------------------------------------------

// The faces of a step: one from each neighbour, sent after the step before.
static void check_ghost(const char *grid, unsigned rounds) {
  graph_t g = build("ghost", grid, rounds);
  uint32_t *steps = calloc(g.plan->nodes, sizeof *steps);
  assert_non_null(steps);
  for (uint32_t c = 0; c < g.plan->ops; c++) {
    const plan_op_t *op = &g.plan->op[c];
    if (op->kind != PLAN_CALCULATE) {
      continue;
    }
    unsigned at[NOC_MAX_DIMS];
    unsigned expected = steps[op->node] > 0;  // its own step before
    topology_coordinates(g.grid, op->node, at);
    for (unsigned face = 0; face < 2 * g.grid->dims; face++) {
      const unsigned length = g.grid->radix[face / 2];
      const bool there = length > 1;
      assert_true((needed(&g, c, face, face + 1) == face) == there);
      expected += there;
    }
    assert_int_equal(g.count[c], expected);
    for (unsigned k = 0; k < g.count[c]; k++) {
      const plan_op_t *came = &g.plan->op[g.needs[(size_t)c * NEEDS + k]];
      if (came->kind == PLAN_RECEIVE) {
        unsigned from[NOC_MAX_DIMS];
        topology_coordinates(g.grid, came->peer, from);
        const unsigned d = came->tag / 2;
        const unsigned length = g.grid->radix[d];
        from[d] = (from[d] + (came->tag % 2 == 0 ? 1 : length - 1)) % length;
        assert_memory_equal(from, at, g.grid->dims * sizeof *at);
        assert_int_equal(g.count[came->match], steps[op->node] > 0);
      }
    }
    steps[op->node]++;
  }
  for (uint32_t rank = 0; rank < g.plan->nodes; rank++) {
    assert_int_equal(steps[rank], rounds);
  }
  free(steps);
  discard(&g);
}

static void stencils(void **state) {
  (void)state;
  for (unsigned rounds = 1; rounds <= 3; rounds++) {
    check_ghost("torus:4x4x4", rounds);
    check_ghost("torus:2x3x1", rounds);
    check_ghost("ring:5", rounds);
    check_ghost("hypercube:4", rounds);
    check_ghost("mesh:1x1", rounds);
  }
}

// --- what is refused -----------------------------------------------------------------------------

static void refuse(const char *algorithm, const char *grid, uint32_t rounds, const char *sentence) {
  noc_error_t error = {0};
  topology_t *t = topology_create(grid, &error);
  assert_non_null(t);
  const algorithm_size_t size = {.grid = t, .block = 1, .rounds = rounds};
  assert_null(algorithm_plan(algorithm_find(algorithm, &error), &size, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  if (strstr(error.text, sentence) == NULL) {
    fail_msg("%s", error.text);
  }
  topology_free(t);
}

static void refused(void **state) {
  (void)state;
  noc_error_t error = {0};
  refuse("cannon", "torus:4x3", 1,
         "there is torus:4x3 for cannon; there must be a grid of 2 equal dimensions");
  refuse("summa", "torus:4x4x4", 1, "there must be a grid of 2 dimensions");
  refuse("matmul3d", "ring:8", 1, "there must be a grid of 3 dimensions");
  refuse("ghost", "octagon:8", 1, "a mesh, torus, ring or hypercube of one node a router");
  refuse("ghost", "torus:4x4@2", 1, "a mesh, torus, ring or hypercube of one node a router");
  refuse("ghost", "torus:100x100x100", 1000000, "the plan of this algorithm needs about");
  assert_null(algorithm_find("canon", &error));
  assert_string_equal(error.text,
                      "there is no algorithm 'canon' (nearest: 'cannon'); there must be one of "
                      "cannon, cannon-straight, cannon-aligned, summa, matmul3d, ghost");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(multiplications), cmocka_unit_test(stencils),
                                     cmocka_unit_test(refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
