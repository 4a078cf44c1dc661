// fattree -- k-ary n-trees, `fattree:k=4,n=3`: n levels of k^(n-1) routers with k ports down and k
// up, k^n nodes below the lowest. `fattree:k=2,n=4,growth=1.59` is another kind: subtrees.c.
//
//   level 1   0 1        k = 2, n = 2. Router w of level l and router w' of level l + 1 are linked
//             |X|        when all digits of w and w' (base k) but digit l are equal: on port
//   level 0   0 1        k + (digit l of w') of the lower, and on port (digit l of w) of the upper.
//            /| |\       Node p is at router p / k of level 0, port p % k.
//            0 1 2 3     Router = level k^(n-1) + w.
//
// Source: F. Petrini, M. Vanneschi, k-ary n-trees, IPPS 1997.

#include "topology/levels.h"
#include "topology/subtrees.h"

enum { K, N, GROWTH };

static bool fattree_build(topology_t *t, topology_reader_t *r) {
  const topology_reader_t start = *r;
  if (!levels_read(t, r, &t->arg[GROWTH])) {
    return false;
  }
  if (t->arg[GROWTH] > 0) {
    return subtrees_build(t, &start) &&
           topology_name(t, r, "k=%u,n=%u,growth=%.10g", t->arg[K], t->arg[N],
                         t->arg[GROWTH] / (double)READER_ONE);
  }
  if (!levels_allocate(t, &start, r)) {
    return false;
  }
  const uint32_t k = t->arg[K];
  const uint32_t width = t->radix[0];
  for (uint32_t n = 0; n < t->nodes; n++) {
    t->inject[n] = t->eject[n] = (topology_place_t){n / k, n % k};
  }
  uint32_t stride = 1;  // of digit `level`
  for (uint32_t level = 0; level + 1 < t->radix[1]; level++) {
    for (uint32_t w = 0; w < width; w++) {
      const uint32_t digit = w / stride % k;
      for (uint32_t j = 0; j < k; j++) {
        const uint32_t up = w + j * stride - digit * stride;
        topology_join(t, (topology_place_t){level * width + w, k + j},
                      (topology_place_t){(level + 1) * width + up, digit});
      }
    }
    stride *= k;
  }
  return true;
}

// Any permutation of the nodes can be routed without a common link, so halves of the nodes are not
// cut with less than one link for each; with k even the halves of the highest digit have that many.
static void fattree_forms(const topology_t *t, topology_forms_t *forms) {
  subtrees_forms(t, forms);
  if (t->wiring == WIRING_TREE && t->arg[K] % 2 == 0 && t->routers > 1) {
    forms->bisection = t->nodes / 2.0;
    forms->bisection_exact = true;
  }
}

static void fattree_place(const topology_t *t, uint32_t router, double at[2]) {
  if (t->wiring == WIRING_SUBTREES) {
    subtrees_place(t, router, at);
    return;
  }
  levels_place(t, router, at);
  at[1] = -at[1];  // the nodes are below
}

const family_code_t kFattreeCode = {
    .build = fattree_build, .forms = fattree_forms, .place = fattree_place, .wiring = WIRING_TREE};
