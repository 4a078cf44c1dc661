// carrier_unicast -- see carrier_unicast.h.

#include "workload/carrier_unicast.h"

bool carrier_unicast_beat(workload_t *w, uint32_t node, unsigned network, uint64_t now,
                          outgoing_t *out, noc_error_t *error) {
  return unicast_beat(w, node, network, now, out, error);
}

bool carrier_unicast_ready(const workload_t *w, uint32_t node, unsigned network,
                           const outgoing_t *out) {
  (void)out;
  return host_port_ready(w, node, network);
}

const carrier_code_t carrier_unicast = {0};
