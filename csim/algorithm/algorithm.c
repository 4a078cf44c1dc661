// algorithm -- see algorithm.h; the list, and rounds of operations.

#include "algorithm/algorithm.h"

#include <stdlib.h>
#include <string.h>

#include "algorithm/algorithms.h"
#include "algorithm/work.h"
#include "base/memory.h"
#include "base/nearest.h"

static const algorithm_t *const kAlgorithms[] = {
#define ALGORITHM(object) &object,
#include "algorithm/algorithm_list.def"
#undef ALGORITHM
};

enum { N_ALGORITHMS = sizeof kAlgorithms / sizeof kAlgorithms[0] };

const algorithm_t *algorithm_at(size_t i) {
  return i < N_ALGORITHMS ? kAlgorithms[i] : NULL;
}

const algorithm_t *algorithm_find(const char *name, noc_error_t *error) {
  nearest_t nearest = nearest_start(name);
  for (size_t i = 0; i < N_ALGORITHMS; i++) {
    if (strcmp(kAlgorithms[i]->name, name) == 0) {
      return kAlgorithms[i];
    }
    nearest_offer(&nearest, kAlgorithms[i]->name);
  }
  noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("no algorithm '%.60s'%s", "one of %s"), name,
           nearest_hint(&nearest), nearest.names);
  return NULL;
}

uint32_t work_next(const algorithm_work_t *w, uint32_t rank, unsigned dim, int places) {
  unsigned at[NOC_MAX_DIMS];
  topology_coordinates(w->grid, rank, at);
  const int length = (int)w->grid->radix[dim];
  at[dim] = (unsigned)(((int)at[dim] + places % length + length) % length);
  return topology_router_at(w->grid, at);
}

uint32_t work_pass(const algorithm_work_t *w, uint32_t from, uint32_t to, uint32_t tag,
                   uint32_t after) {
  if (from == to) {
    return after;
  }
  const uint32_t send = plan_send(w->plan, from, to, w->size->block, tag);
  const uint32_t receive = plan_receive(w->plan, to, from, w->size->block, tag);
  if (after != kPlanNone && !w->plan->short_of_memory) {
    plan_require(w->plan, send, after);
  }
  return receive;
}

void work_compute(const algorithm_work_t *w, uint32_t rank, uint32_t cycles, const uint32_t *needs,
                  unsigned count) {
  const uint32_t compute = plan_calculate(w->plan, rank, cycles);
  const uint32_t before = w->last[rank];
  if (before != kPlanNone && !w->plan->short_of_memory) {
    plan_require(w->plan, compute, before);
  }
  for (unsigned i = 0; i < count && !w->plan->short_of_memory; i++) {
    if (needs[i] != kPlanNone && needs[i] != before) {
      plan_require(w->plan, compute, needs[i]);
    }
  }
  w->last[rank] = compute;
}

static bool fits(const algorithm_t *a, const algorithm_size_t *size, noc_error_t *error) {
  const topology_t *t = size->grid;
  bool equal = true;
  for (unsigned d = 1; d < t->dims; d++) {
    equal = equal && t->radix[d] == t->radix[0];
  }
  if (!topology_is_cube(t) || t->nodes_per_router != 1) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("%.60s", "a mesh, torus, ring or hypercube of one node a router"),
                    t->name);
  }
  if ((a->dims != 0 && t->dims != a->dims) || (a->square && !equal)) {
    return noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("%.60s for %s", "a grid of %u%s dimensions"),
                    t->name, a->name, a->dims, a->square ? " equal" : "");
  }
  return true;
}

static bool add_rounds(const algorithm_t *a, algorithm_work_t *w, noc_error_t *error) {
  const size_t bytes = w->grid->nodes * sizeof *w->last;
  w->begin = malloc(bytes);
  w->last = malloc(bytes);
  const bool ok = w->begin != NULL && w->last != NULL;
  if (ok) {
    memset(w->last, 0xff, bytes);  // kPlanNone
  }
  for (uint32_t k = 0; ok && k < w->size->rounds && !w->plan->short_of_memory; k++) {
    memcpy(w->begin, w->last, bytes);
    a->add(w);
  }
  free(w->begin);
  free(w->last);
  return ok || memory_fail(error, "the plan of this algorithm");
}

plan_t *algorithm_plan(const algorithm_t *a, const algorithm_size_t *size, noc_error_t *error) {
  // An operation, its edges and what finding its partner takes.
  enum { OPERATION_BYTES = 150 };
  const double operations = a->operations(size) * size->rounds;
  if (!fits(a, size, error) ||
      !memory_check(operations * OPERATION_BYTES, "the plan of this algorithm", error)) {
    return NULL;
  }
  algorithm_work_t w = {
      .size = size, .grid = size->grid, .plan = plan_create(size->grid->nodes, error)};
  if (w.plan != NULL && !(add_rounds(a, &w, error) && plan_finish(w.plan, error))) {
    plan_free(w.plan);
    return NULL;
  }
  return w.plan;
}
