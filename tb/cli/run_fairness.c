// run_fairness -- what the summary says of fairness: what sources get, and the oldest packet.

#include <inttypes.h>

#include "cli/run.h"

void run_print_fairness(run_t *r, FILE *out) {
  workload_fairness_t f;
  workload_oldest_t oldest;
  char place[96];
  workload_fairness(r->sim.workload, &f);
  if (f.jain > 0) {
    (void)fprintf(out,
                  "fairness     %" PRIu32 " sources, %.4f to %.4f accepted, Jain's index %.4f\n",
                  f.sources, f.min, f.max, f.jain);
  }
  if (!workload_oldest(r->sim.workload, &oldest)) {
    return;
  }
  (void)fprintf(out, "oldest       %" PRIu64 " cycles, node %" PRIu32 " to node %" PRIu32 ", %s\n",
                oldest.age, oldest.source, oldest.destination,
                workload_place_name(r->sim.workload, &oldest.place, place, sizeof place));
  if (oldest.in_flight) {
    sim_print_waiting_for(&r->sim, &oldest, out);
  }
}
