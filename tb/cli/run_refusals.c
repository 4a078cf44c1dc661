// run_refusals -- what hosts refuse, as the summary of a run tells it.

#include <inttypes.h>

#include "cli/run.h"

void run_print_refusals(const run_t *r, FILE *out) {
  const accept_t *accept = &r->sim.scenario->accept;
  if (accept->text == NULL) {
    return;
  }
  (void)fprintf(out, "hosts        accept %s", accept->text);
  if (accept->protocol) {
    (void)fprintf(out, ", %u replies", r->sim.scenario->replies);
  }
  (void)fputc('\n', out);
  for (uint32_t left = workload_left_out(r->sim.workload); left != 0; left &= left - 1) {
    const unsigned k = (unsigned)__builtin_ctz(left);
    (void)fprintf(out,
                  "  left out   network %u, of which hosts take nothing: %" PRIu64
                  " packets are on their way\n",
                  k, workload_network_flying(r->sim.workload, k));
  }
}
