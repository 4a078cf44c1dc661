// bank -- what a component is called; see bank.h.

#include "network/bank.h"

#include <stdio.h>

char *component_name(const topology_t *t, component_t component, uint32_t id, char *out,
                     size_t size) {
  if (component == COMPONENT_ROUTER) {
    return topology_router_name(t, id, out, size);
  }
  (void)snprintf(out, size, "%u", id);
  return out;
}
