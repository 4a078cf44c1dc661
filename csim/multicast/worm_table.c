// worm_table -- the writing of the golden model of the worm table; see worm_table.h.

#include "multicast/worm_table.h"

void worm_table_write(const router_view_t *r, size_t m, uint32_t kind, size_t index,
                      const uint64_t *data) {
  const worm_view_t *w = &r->worms;
  const uint32_t ports = (UINT32_C(1) << r->ports) - 1;
  if (kind == WORM_REACH) {
    assert(index < worm_reach_index(r, r->groups, 0, 0, 0));
    memcpy(worm_reach_at(r, m, index), data, r->words * sizeof *data);
  } else if (kind == WORM_UP) {
    assert(index < r->groups);
    w->up[m * r->groups + index] = (uint16_t)(data[0] & ports);
    w->up_class[m * r->groups + index] = (uint8_t)(data[0] >> r->ports & r->path_class_mask);
  } else {
    assert(kind == WORM_PLANE && index < w->planes);
    w->plane_class[m * w->planes + index] = (uint8_t)(data[0] & r->path_class_mask);
  }
}
