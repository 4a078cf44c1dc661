// shape -- checks parameters and derives widths; see shape.h.

#include "router/shape.h"

// The C models keep an address in 32 bits.
enum { MAX_ADDRESS_BITS = 32, MIN_DATA_BITS = 8, PACKET_TYPE_BITS = 4 };

unsigned shape_clog2(uint64_t n) {
  unsigned bits = 0;
  while (bits < 64 && (UINT64_C(1) << bits) < n) {
    bits++;
  }
  return bits;
}

unsigned shape_width(uint64_t n) {
  unsigned bits = shape_clog2(n);
  return bits == 0 ? 1 : bits;
}

static bool in_range(const char *name, unsigned found, unsigned low, unsigned high,
                     noc_error_t *error) {
  if (found < low || found > high) {
    return noc_fail(error, NOC_BAD_INPUT, "%s: %u, accepted are %u to %u", name, found, low, high);
  }
  return true;
}

static bool check_ranges(const noc_shape_t *s, noc_error_t *error) {
  const struct {
    const char *name;
    unsigned found, low, high;
  } range[] = {
      {"ports", s->ports, 2, SHAPE_MAX_PORTS},
      {"vcs", s->vcs, 1, SHAPE_MAX_VCS},
      {"depth", s->depth, 1, SHAPE_MAX_DEPTH},
      {"cut_through", s->cut_through, 0, 1},
      {"pipeline", s->pipeline, 2, 3},
      {"networks", s->networks, 1, s->vcs},
      {"dims", s->dims, 0, 6},
      {"digit_w", s->digit_w, 1, 20},
      {"local_w", s->local_w, 0, 8},
      {"len_w", s->len_w, 1, 10},
      {"msg_w", s->msg_w, 1, 16},
  };
  for (unsigned i = 0; i < sizeof range / sizeof range[0]; i++) {
    if (!in_range(range[i].name, range[i].found, range[i].low, range[i].high, error)) {
      return false;
    }
  }
  return true;
}

static bool check_relations(const noc_shape_t *s, noc_error_t *error) {
  if (s->flit_bits != 32 && s->flit_bits != 64 && s->flit_bits != 128 && s->flit_bits != 256) {
    return noc_fail(error, NOC_BAD_INPUT, "flit_bits: %u, accepted are 32, 64, 128, 256",
                    s->flit_bits);
  }
  if (s->vcs % s->networks != 0) {
    return noc_fail(error, NOC_BAD_INPUT, "networks: %u, accepted are divisors of vcs (%u)",
                    s->networks, s->vcs);
  }
  if (s->ports < 2 * s->dims + 1) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "ports: %u, accepted are %u or more (2 for each of %u dims, 1 for a node)",
                    s->ports, 2 * s->dims + 1, s->dims);
  }
  unsigned address = s->dims * s->digit_w + s->local_w;
  if (address > MAX_ADDRESS_BITS) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        "digit_w: addresses of %u bits (dims * digit_w + local_w), accepted are up to %u", address,
        (unsigned)MAX_ADDRESS_BITS);
  }
  return true;
}

static bool check_head(const noc_shape_t *s, noc_error_t *error) {
  unsigned least = s->head_bits + MIN_DATA_BITS;
  if (least <= s->flit_bits) {
    return true;
  }
  static const struct {
    unsigned bits;
    const char *from_here;
  } kWidths[] = {{64, "64 or 128 or 256"}, {128, "128 or 256"}, {256, "256"}};
  const char *accepted = "none, since even 256 are too few";
  for (unsigned i = sizeof kWidths / sizeof kWidths[0]; i-- > 0;) {
    accepted = least <= kWidths[i].bits ? kWidths[i].from_here : accepted;
  }
  return noc_fail(
      error, NOC_BAD_INPUT,
      "router.flit_bits: found %u; accepted %s (the head needs %u bits, %u more are for "
      "data)",
      s->flit_bits, accepted, s->head_bits, (unsigned)MIN_DATA_BITS);
}

bool shape_derive(noc_shape_t *s, noc_error_t *error) {
  if (!check_ranges(s, error) || !check_relations(s, error)) {
    return false;
  }
  unsigned address = s->dims * s->digit_w + s->local_w;
  s->locals = s->ports - 2 * s->dims;
  s->vc_w = shape_width(s->vcs);
  s->port_w = shape_width(s->ports);
  s->ptr_w = shape_width(s->depth);
  s->cnt_w = shape_clog2((uint64_t)s->depth + 1);
  s->slot_w = shape_width((uint64_t)s->vcs * s->depth);
  s->addr_w = address == 0 ? 1 : address;
  s->net_w = shape_width(s->networks);
  s->inj_slot_w = shape_width((uint64_t)SHAPE_INJ_DEPTH * s->vcs);
  s->words = s->flit_bits <= 64 ? 1 : s->flit_bits / 64;
  s->word_bits = s->flit_bits < 64 ? s->flit_bits : 64;
  s->head_bits = PACKET_TYPE_BITS + 2 * s->addr_w + s->len_w + s->msg_w + s->net_w;
  return check_head(s, error);
}
