// routing_dragonfly -- see routing_dragonfly.h; the ports are those of dragonfly.c.

#include "routing/routing_dragonfly.h"

enum { P, A, H, G };  // arguments of the topology

unsigned dragonfly_classes(const topology_t *t) {
  return t->arg[A] > 1 ? 2 : 1;
}

// The port from a place of a group to another.
static uint32_t local_port(const topology_t *t, uint32_t from, uint32_t to) {
  return t->arg[P] + (to > from ? to - 1 : to);
}

unsigned dragonfly_route(const topology_t *t, uint32_t router, uint32_t target,
                         route_collect_t *ports) {
  const uint32_t a = t->arg[A];
  const uint32_t h = t->arg[H];
  const uint32_t g = t->arg[G];
  const uint32_t here = router % a;
  const uint32_t there = target % a;
  const uint32_t offset = (target / a + g - router / a) % g;
  if (offset == 0) {
    routing_offer(ports, local_port(t, here, there));
    return 1;
  }
  // Global port j of the group leads to the group of this offset where j = offset - 1 modulo g - 1.
  uint32_t best = UINT32_MAX;
  for (unsigned round = 0; round < 2; round++) {
    for (uint32_t j = offset - 1; j < a * h; j += g - 1) {
      const uint32_t back = j / (g - 1) * (g - 1) + g - offset - 1;
      const uint32_t hops = (uint32_t)(j / h != here) + 1 + (uint32_t)(back / h != there);
      if (round == 0) {
        best = hops < best ? hops : best;
      } else if (hops == best) {
        routing_offer(ports,
                      j / h == here ? t->arg[P] + a - 1 + j % h : local_port(t, here, j / h));
      }
    }
  }
  return 0;
}

// Local links to the global link, global links, local links behind.
uint64_t dragonfly_rank(const topology_t *t, uint32_t router, uint32_t port, unsigned vc_class) {
  (void)router;
  return port >= t->arg[P] + t->arg[A] - 1 ? 1 : vc_class == 0 ? 0 : 2;
}
