// butterfly -- k-ary n-flies, `butterfly:k=2,n=4`: n stages of k^(n-1) routers with k ports on
// either side; k^n nodes send into the first stage and receive from the last.
//
//   in   stage 0   stage 1   out     k = 2, n = 2. Port k + j of router w of stage s leads to the
//   0 -\                     -- 0    router of stage s + 1 that has j in place of digit n - 2 - s
//   1 --   0  ----   0  ----- 1      of w (base k), to its port (that digit of w).
//             \ /                    Node p enters at router p / k of stage 0 by port p % k, and
//             / \                    leaves at router p / k of the last stage by port k + p % k.
//   2 --   1  ----   1  ----- 2      Router = stage k^(n-1) + w.
//   3 -/                     -- 3
//
// Source: W. J. Dally, B. Towles, Principles and Practices of Interconnection Networks, 2004,
// chapter 4.

#include "topology/levels.h"

static bool butterfly_build(topology_t *t, topology_reader_t *r) {
  const topology_reader_t start = *r;
  if (!levels_read(t, r, NULL) || !levels_allocate(t, &start, r)) {
    return false;
  }
  const uint32_t k = t->arg[0];
  const uint32_t width = t->radix[0];
  const uint32_t last = (t->radix[1] - 1) * width;
  for (uint32_t n = 0; n < t->nodes; n++) {
    t->inject[n] = (topology_place_t){n / k, n % k};
    t->eject[n] = (topology_place_t){last + n / k, k + n % k};
  }
  uint32_t stride = width;
  for (uint32_t stage = 0; stage + 1 < t->radix[1]; stage++) {
    stride /= k;  // of digit n - 2 - stage
    for (uint32_t w = 0; w < width; w++) {
      const uint32_t digit = w / stride % k;
      for (uint32_t j = 0; j < k; j++) {
        const uint32_t next = w + j * stride - digit * stride;
        topology_join(t, (topology_place_t){stage * width + w, k + j},
                      (topology_place_t){(stage + 1) * width + next, digit});
      }
    }
  }
  return true;
}

// Every path goes through all stages. With k even, the halves of the highest digit are cut by half
// of the links of one stage.
static void butterfly_forms(const topology_t *t, topology_forms_t *forms) {
  forms->diameter = forms->mean_distance = t->radix[1] - 1;
  if (t->arg[0] % 2 == 0 && t->routers > 1) {
    forms->bisection = t->nodes / 2.0;
  }
  forms->classes = 1;
}

const family_code_t kButterflyCode = {.build = butterfly_build,
                                      .forms = butterfly_forms,
                                      .place = levels_place,
                                      .wiring = WIRING_STAGES};
