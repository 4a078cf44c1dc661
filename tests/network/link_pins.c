// link_pins -- see link_pins.h.

#include "link_pins.h"

#include <stdlib.h>
#include <string.h>

#include "harness.h"

// Reads the pins of either component, whose fields have the same names: those of flat port `at`.
#define FLIT_SEEN(f, dir, bit, at, words)                                                   \
  flit_seen(((f)->dir##_valid[slot] >> (bit)) & 1u, (f)->dir##_vc[at], (f)->dir##_kind[at], \
            &(f)->dir##_payload[(at) * (words)], words)
#define PINS_SEEN(f, bit, at, words)                                                      \
  (link_ends_t) {                                                                         \
    FLIT_SEEN(f, out, bit, at, words), FLIT_SEEN(f, in, bit, at, words),                  \
        {((f)->credit_out_valid[slot] >> (bit)&1u) != 0, {.vc = (f)->credit_out_vc[at]}}, \
        {((f)->credit_in_valid[slot] >> (bit)&1u) != 0, {.vc = (f)->credit_in_vc[at]}},   \
  }

static link_seen_t flit_seen(unsigned valid, uint8_t vc, uint8_t kind, const uint64_t *payload,
                             unsigned words) {
  link_seen_t seen = {valid != 0, {.vc = vc, .kind = kind}};
  memcpy(seen.what.payload, payload, words * sizeof *payload);
  return seen;
}

link_ends_t link_pins_at(network_t *n, link_at_t a) {
  const unsigned words = network_shape(n)->words;
  uint32_t slot = 0;
  if (a.router) {
    const router_fields_t *f = network_router_pins(n, a.id, &slot);
    const size_t at = (size_t)slot * network_shape(n)->ports + a.port;
    return PINS_SEEN(f, a.port, at, words);
  }
  const interface_fields_t *f = network_interface_pins(n, a.id, &slot);
  return PINS_SEEN(f, 0, (size_t)slot, words);
}

link_joined_t *link_pins_joined(const topology_t *t, uint32_t *count) {
  const uint64_t outputs = (uint64_t)t->routers * t->ports;
  link_joined_t *list = calloc(outputs + 2 * (size_t)t->nodes, sizeof *list);
  assert_non_null(list);
  *count = 0;
  for (uint64_t at = 0; at < outputs; at++) {
    if (t->peer_router[at] >= 0) {
      list[(*count)++] =
          (link_joined_t){{true, (uint32_t)(at / t->ports), (unsigned)(at % t->ports)},
                          {true, (uint32_t)t->peer_router[at], (unsigned)t->peer_port[at]},
                          at};
    }
  }
  for (uint32_t node = 0; node < t->nodes; node++) {
    topology_place_t in;
    topology_place_t out;
    assert_int_equal(topology_injection(t, node, &in, 1), 1);
    assert_int_equal(topology_ejection(t, node, &out, 1), 1);
    const link_at_t host = {false, node, 0};
    list[(*count)++] = (link_joined_t){host, {true, in.router, in.port}, outputs + node};
    list[(*count)++] = (link_joined_t){
        {true, out.router, out.port}, host, (uint64_t)out.router * t->ports + out.port};
  }
  return list;
}
