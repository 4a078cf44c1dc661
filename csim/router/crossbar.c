// crossbar -- golden model of the crossbar; see crossbar.h.

#include "router/crossbar.h"

void crossbar_all(const router_view_t *r, uint32_t valid, const uint8_t *port) {
  memset(r->f.out_payload, 0, (size_t)r->ports * r->words * sizeof *r->f.out_payload);
  for (; valid != 0; valid &= valid - 1) {
    size_t i = view_lowest(valid);
    crossbar_carry(r, i * r->slots, port[i], r->words);
  }
}
