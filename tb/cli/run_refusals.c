// run_refusals -- what hosts refuse, as the summary and the report of a run that stands still tell
// it.

#include <inttypes.h>

#include "cli/run.h"

bool run_print_waiting(const run_t *r, FILE *out) {
  const uint32_t networks = r->stalled != 0 ? r->stalled : UINT32_MAX;
  const bool closed = network_print_wait_chain_of(r->network, networks, out);
  workload_print_refusals(r->workload, out);
  return closed;
}

void run_print_refusals(const run_t *r, FILE *out) {
  const accept_t *accept = &r->scenario->accept;
  if (accept->text == NULL) {
    return;
  }
  (void)fprintf(out, "hosts        accept %s", accept->text);
  if (accept->protocol) {
    (void)fprintf(out, ", %u replies", r->scenario->replies);
  }
  (void)fputc('\n', out);
  for (uint32_t left = workload_left_out(r->workload); left != 0; left &= left - 1) {
    const unsigned k = (unsigned)__builtin_ctz(left);
    (void)fprintf(out,
                  "  left out   network %u, of which hosts take nothing: %" PRIu64
                  " packets are on their way\n",
                  k, workload_network_flying(r->workload, k));
  }
}
