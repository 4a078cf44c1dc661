// worm_table_entries -- see worm_table_entries.h.

#include "network/worm_table_entries.h"

static void reach(void *context, worm_reach_t at, uint64_t *bits) {
  const worm_table_entries_t *s = context;
  worm_routes_word(s->routes, at.router, at.group, at.plane, at.port, at.word * s->flit_bits,
                   s->flit_bits, bits);
}

static worm_up_t up(void *context, uint32_t router, unsigned group) {
  const worm_table_entries_t *s = context;
  return (worm_up_t){.ports = worm_routes_up(s->routes, router, group),
                     .vc_class = s->routes->classes};
}

static unsigned plane_class(void *context, uint32_t router, unsigned plane) {
  const worm_table_entries_t *s = context;
  (void)router;
  return s->routes->plane_class[plane];
}

network_worms_t worm_table_entries(const worm_table_entries_t *entries) {
  return (network_worms_t){(void *)entries, reach, up, plane_class};
}
