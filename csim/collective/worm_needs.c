// worm_needs -- see worm_needs.h.

#include "collective/worm_needs.h"

#include <stdio.h>

#include "collective/scheme.h"
#include "network/network.h"

unsigned worms_packet_flits(const scheme_t *scheme, unsigned flits) {
  const bool worms = scheme->carried && scheme->carry != CARRY_FORWARD;
  return worms && flits < WORM_FLITS ? WORM_FLITS : flits;
}

unsigned worm_headers(const scenario_t *s) {
  return (s->topology->nodes + s->flit_bits - 1) / s->flit_bits;
}

// Checks what all worms need.
static bool check_router(const scenario_t *s, const char **key, noc_error_t *error) {
  *key = "router.switching";
  if (!s->cut_through && !s->allow_deadlock) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("wormhole with worms to several nodes, which can deadlock",
                                 "cut-through, or --allow-deadlock"));
  }
  *key = "router.copies";
  if (s->sync_copies && !s->allow_deadlock) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        SAY_THERE_IS("synchronous, which can deadlock", "independent, or --allow-deadlock"));
  }
  *key = "router.routing";
  if (s->route->unit == ROUTE_SOURCE) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("source with worms to several nodes", "any other routing"));
  }
  return true;
}

// A packet and its header flits fit into a buffer. Wormhole switching needs the head there with the
// header flits that say where it goes.
static bool check_depth(const scenario_t *s, const char *worm, unsigned flits, unsigned headers,
                        noc_error_t *error) {
  if (flits + headers <= s->depth || (!s->cut_through && 1 + headers <= s->depth)) {
    return true;
  }
  if (!s->cut_through) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        SAY_THERE_IS("%u, below the head and %u header flit%s of a %s worm", "%u or more"),
        s->depth, headers, headers > 1 ? "s" : "", worm, 1 + headers);
  }
  char fits[80] = "";
  if (s->depth >= WORM_FLITS + headers) {
    (void)snprintf(fits, sizeof fits, ", or packets of up to %u flits", s->depth - headers);
  }
  return noc_fail(
      error, NOC_BAD_INPUT,
      SAY_THERE_IS("%u, below the %u flits of a %s worm, %u and %u header flit%s", "%u or more%s"),
      s->depth, flits + headers, worm, flits, headers, headers > 1 ? "s" : "", flits + headers,
      fits);
}

bool worms_check(const scenario_t *s, unsigned flits, const char **key, noc_error_t *error) {
  const uint32_t nodes = s->topology->nodes;
  const unsigned headers = worm_headers(s);
  if (!check_router(s, key, error)) {
    return false;
  }
  *key = "topology";
  if (nodes > SHAPE_MAX_STRING_BITS) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        SAY_THERE_IS("of %u nodes with tree worms", "of up to %d, a bit of their header each"),
        nodes, (int)SHAPE_MAX_STRING_BITS);
  }
  *key = "router.flit_bits";
  if (headers > SHAPE_MAX_HEADERS) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("%u, so that tree worms to %u nodes need %u header flits",
                                 "wide enough for up to %d"),
                    s->flit_bits, nodes, headers, (int)SHAPE_MAX_HEADERS);
  }
  *key = "router.depth";
  return check_depth(s, "tree", flits > WORM_FLITS ? flits : WORM_FLITS, headers, error);
}

// Bits of a pair, whatever the flits are.
static unsigned pair_bits(const scenario_t *s) {
  enum { WIDE = 256 };
  noc_error_t ignored;
  noc_shape_t shape = scenario_shape(s);
  shape.flit_bits = WIDE;
  shape.len_w = shape.msg_w = shape.multicast = 1;
  return network_complete_shape(s->topology, s->route, &shape, &ignored) ? shape.pair_w : WIDE + 1;
}

unsigned worm_pairs(const scenario_t *s) {
  return s->flit_bits / pair_bits(s);
}

unsigned worms_headers(const scenario_t *s, const plan_t *p) {
  unsigned headers = plan_carries(p, CARRY_TREE) ? worm_headers(s) : 0;
  uint32_t most = 0;
  for (uint32_t i = 0; i < p->carriers; i++) {
    const plan_carrier_t *c = &p->carrier[i];
    most = c->kind == CARRY_PATH && c->count > most ? c->count : most;
  }
  const unsigned pairs = most > 0 ? worm_pairs(s) : 0;
  const unsigned longest = pairs > 0 ? (most + pairs - 1) / pairs : 0;
  return headers > longest ? headers : longest;
}

bool worms_check_path(const scenario_t *s, unsigned flits, uint32_t *most, const char **key,
                      noc_error_t *error) {
  const unsigned longest = flits > WORM_FLITS ? flits : WORM_FLITS;
  if (!check_router(s, key, error)) {
    return false;
  }
  if (!routing_ranked(s->route)) {
    return noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("%s with path worms", "%s"), s->route->name,
                    routing_default(s->topology));
  }
  *key = "router.flit_bits";
  const unsigned pairs = worm_pairs(s);
  if (pairs == 0) {
    const unsigned bits = pair_bits(s);
    return noc_fail(
        error, NOC_BAD_INPUT,
        SAY_THERE_IS("%u, below the %u bits of a pair in the header of a path worm", "%u or more"),
        s->flit_bits, bits,
        bits <= 64    ? 64
        : bits <= 128 ? 128
                      : 256);
  }
  *key = "router.depth";
  if (!check_depth(s, "path", longest, 1, error)) {
    return false;
  }
  const unsigned room = s->cut_through ? s->depth - longest : SHAPE_MAX_HEADERS;
  *most = (room < SHAPE_MAX_HEADERS ? room : SHAPE_MAX_HEADERS) * pairs;
  return true;
}
