// dimension-ring -- alltoall on a torus along rings, dimension by dimension: in each, a node holds
// a bundle of blocks for every place of its ring, and passes the bundle that goes m hops to the
// next place m times; the bundles that go farthest first, m = R - 1 down to 1 in a ring of R.
//
// All messages go one hop, in the direction of rising coordinates. In a dimension of R a node sends
// R (R - 1) / 2 bundles of N / R blocks. Blocks are listed by the offset between source and
// destination, so that all nodes do the same at the same time.
//
// Sources: E. Solomonik, CS 598 lecture 29, "All-to-all on torus networks".

#include <stdlib.h>

#include "collective/scheme.h"
#include "collective/schemes.h"

typedef struct {
  plan_t *plan;
  const participants_t *p;
  uint32_t *has;  // [n * n]: what has brought the block of a pair to where it is
} rings_t;

static double entries(const participants_t *p) {
  return (double)p->to.count * p->to.count;
}

static double messages(const participants_t *p) {
  double links = 0;  // of a block, on average
  for (unsigned d = 0; d < p->topology->dims; d++) {
    links += (p->topology->radix[d] - 1) / 2.0;
  }
  return entries(p) * links;
}

// The node so far behind another in each dimension.
static uint32_t offset(const topology_t *t, uint32_t node, const unsigned by[NOC_MAX_DIMS]) {
  unsigned at[NOC_MAX_DIMS];
  topology_coordinates(t, node, at);
  for (unsigned d = 0; d < t->dims; d++) {
    at[d] = (at[d] + by[d]) % t->radix[d];
  }
  return topology_router_at(t, at);
}

// The next hop of the blocks that go from each node to the one `by` behind it; `done` hops of
// dimension d are behind them, and all of those before.
static void pass(const rings_t *r, const unsigned by[NOC_MAX_DIMS], unsigned d, unsigned done) {
  const topology_t *t = r->p->topology;
  unsigned from[NOC_MAX_DIMS] = {0};
  unsigned to[NOC_MAX_DIMS] = {0};
  for (unsigned i = 0; i <= d; i++) {
    from[i] = i < d ? by[i] : done;
    to[i] = i < d ? by[i] : done + 1;
  }
  for (uint32_t source = 0; source < t->nodes; source++) {
    const uint32_t tag = pair_tag(r->p, source, offset(t, source, by));
    r->has[tag] = plan_pass_block(r->plan, offset(t, source, from), offset(t, source, to),
                                  r->p->flits, tag, r->has[tag]);
  }
}

// All bundles that go m hops in dimension d, hop by hop.
static void pass_bundles(const rings_t *r, unsigned d, unsigned m) {
  const topology_t *t = r->p->topology;
  for (unsigned done = 0; done < m; done++) {
    for (uint32_t node = 0; node < t->nodes; node++) {
      unsigned by[NOC_MAX_DIMS];
      topology_coordinates(t, node, by);
      if (by[d] == m) {
        pass(r, by, d, done);
      }
    }
  }
}

static void alltoall(plan_t *plan, const participants_t *p) {
  const uint32_t n = p->to.count;
  const rings_t r = {plan, p, receives_create(plan, n * n)};
  for (unsigned d = 0; r.has != NULL && d < p->topology->dims; d++) {
    for (unsigned m = p->topology->radix[d] - 1; m > 0 && !plan->short_of_memory; m--) {
      pass_bundles(&r, d, m);
    }
  }
  free(r.has);
}

const scheme_t kDimensionRingScheme = {
    .name = "dimension-ring",
    .meaning = "along the rings of a torus, a dimension after the other",
    .use = {[COLLECTIVE_ALLTOALL] = {.meaning = "bundles to the next in each ring, farthest first",
                                     .same = true,
                                     .compile = alltoall,
                                     .messages = messages,
                                     .suits = on_whole_torus}},
    .entries = entries};
