// carrier_copies -- see carrier_copies.h.

#include "workload/carrier_copies.h"

#include "base/memory.h"

bool copies_prepare(workload_t *w, const front_t *front, flight_t *flight, noc_error_t *error) {
  uint32_t worm = 0;
  if (!worms_open(&w->worms, w->plan->op[front->operation].peer, &worm)) {
    return memory_fail(error, "multicasts on their way");
  }
  flight->worm = worm;
  return true;
}
