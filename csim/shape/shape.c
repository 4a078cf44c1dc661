// shape -- checks parameters and derives widths; see shape.h.

#include "shape/shape.h"

#include <stddef.h>

// The C models keep an address in 32 bits.
enum { MAX_ADDRESS_BITS = 32, MIN_DATA_BITS = 8, PACKET_TYPE_BITS = 4, MAX_POSITION_BITS = 11 };

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
    return noc_fail(error, NOC_BAD_INPUT, "%s" SAY_IS("%u", "%u to %u"), name, found, low, high);
  }
  return true;
}

// Ports that the routing needs for its dimensions, without nodes.
static unsigned routing_ports(const noc_shape_t *s) {
  switch (s->routing) {
    case ROUTE_MESH:
    case ROUTE_TORUS:
      return 2 * s->dims;
    case ROUTE_HYPERCUBE:
      return s->dims;
    case ROUTE_OCTAGON:
      return 3;
    case ROUTE_H3DM:
      return s->dims > 3 ? 8
                         : 6;  // 10 with modules of a single element, which a shape does not know
    default:
      return 0;
  }
}

// The string of a tree worm takes no more header flits than a head can count.
static unsigned most_string_bits(const noc_shape_t *s) {
  const unsigned fit = SHAPE_MAX_HEADERS * s->flit_bits;
  const unsigned most = fit < SHAPE_MAX_STRING_BITS ? fit : SHAPE_MAX_STRING_BITS;
  return s->multicast != 0 ? most : 0;
}

static bool check_ranges(const noc_shape_t *s, noc_error_t *error) {
  const bool unit = s->xor_slots > 0;
  const bool forward = s->forward_slots > 0;
  const struct {
    const char *name;
    unsigned found, low, high;
  } range[] = {
      {"ports", s->ports, 2, SHAPE_MAX_PORTS},
      {"vcs", s->vcs, 1, SHAPE_MAX_VCS},
      {"depth", s->depth, 1, SHAPE_MAX_DEPTH},
      {"cut_through", s->cut_through, 0, 1},
      {"pipeline", s->pipeline, 2, 3},
      {"speculative", s->speculative, 0, s->multicast != 0 ? 0 : 1},
      {"wavefront", s->wavefront, 0, s->multicast != 0 || s->age_bits > 0 ? 0 : 1},
      {"sync_read", s->sync_read, 0, s->pipeline == 3 ? 1 : 0},
      {"lookahead", s->lookahead, 0, s->adaptive != 0 ? 0 : 1},
      {"link_check", s->link_check, LINK_UNCHECKED, LINK_SECDED},
      {"networks", s->networks, 1, s->vcs},
      {"dims", s->dims, 0, SHAPE_MAX_DIMS},
      {"digit_w", s->digit_w, 1, 20},
      {"local_w", s->local_w, 0, 22},
      {"len_w", s->len_w, 1, 10},
      {"msg_w", s->msg_w, 1, 16},
      {"routing", s->routing, 0, ROUTE_UNITS - 1},
      {"classes", s->classes, 1, s->networks > 0 ? s->vcs / s->networks : s->vcs},
      {"layers_log2", s->layers_log2, 0, 7},
      {"groups", s->groups, 1, SHAPE_MAX_GROUPS},
      {"rows", s->rows, 1, SHAPE_MAX_ROWS},
      {"adaptive", s->adaptive, 0, 1},
      {"route_w", s->route_w, 0, 255},
      {"xor_flits", s->xor_flits, 1, unit ? SHAPE_MAX_XOR_FLITS : 1},
      {"xor_overhead", s->xor_overhead, 0, unit ? SHAPE_MAX_XOR_OVERHEAD : 0},
      {"name_w", s->name_w, 1, unit ? SHAPE_MAX_NAME_BITS : 1},
      {"multicast", s->multicast, 0, s->routing == ROUTE_SOURCE ? 0 : 1},
      {"sync_copies", s->sync_copies, 0, s->multicast != 0 && s->age_bits == 0 ? 1 : 0},
      {"string_bits", s->string_bits, 0, most_string_bits(s)},
      {"planes", s->planes, 1, s->string_bits > 0 ? s->classes + 1 : 1},
      {"forward_slots", s->forward_slots, 0, SHAPE_MAX_FORWARD_SLOTS},
      {"forward_flits", s->forward_flits, 1, forward ? SHAPE_MAX_FORWARD_FLITS : 1},
      {"forward_rows", s->forward_rows, 1, forward ? SHAPE_MAX_FORWARD_ROWS : 1},
      {"forward_children", s->forward_children, 1, forward ? SHAPE_MAX_FORWARD_CHILDREN : 1},
      {"forward_lsb", s->forward_lsb, 0, forward ? s->msg_w - 1 : 0},
  };
  for (unsigned i = 0; i < sizeof range / sizeof range[0]; i++) {
    if (!in_range(range[i].name, range[i].found, range[i].low, range[i].high, error)) {
      return false;
    }
  }
  return true;
}

// Checks the addresses that the routing units take.
static bool check_address(const noc_shape_t *s, noc_error_t *error) {
  const bool by_node = s->routing == ROUTE_TABLE || s->routing == ROUTE_SOURCE;
  const char *dims = NULL;  // what is accepted, if it is not this
  const char *digit_w = NULL;
  if (by_node && s->dims != 0) {
    dims = "0 with a table or source routing";
  } else if (s->routing == ROUTE_OCTAGON) {
    dims = s->dims != 1 ? "1 with an octagon" : NULL;
    digit_w = s->digit_w < 3 ? "3 to 20 with an octagon" : NULL;
  } else if (s->routing == ROUTE_H3DM && (s->dims < 3 || s->dims % 2 == 0)) {
    dims = "3, 5, 7, .. with an h3dm";
  } else if (s->routing == ROUTE_HYPERCUBE && s->digit_w != 1) {
    digit_w = "1 with a hypercube";
  }
  if (dims != NULL) {
    return noc_fail(error, NOC_BAD_INPUT, "dims" SAY_IS("%u", "%s"), s->dims, dims);
  }
  if (digit_w != NULL) {
    return noc_fail(error, NOC_BAD_INPUT, "digit_w" SAY_IS("%u", "%s"), s->digit_w, digit_w);
  }
  return true;
}

static bool check_flit_bits(const noc_shape_t *s, noc_error_t *error) {
  if (s->flit_bits != 32 && s->flit_bits != 64 && s->flit_bits != 128 && s->flit_bits != 256) {
    return noc_fail(error, NOC_BAD_INPUT, "flit_bits" SAY_IS("%u", "32, 64, 128, 256"),
                    s->flit_bits);
  }
  return true;
}

static bool check_relations(const noc_shape_t *s, noc_error_t *error) {
  if (s->vcs % s->networks != 0) {
    return noc_fail(error, NOC_BAD_INPUT, "networks" SAY_IS("%u", "divisors of vcs (%u)"),
                    s->networks, s->vcs);
  }
  if (s->ports < routing_ports(s) + 1) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        "ports" SAY_IS("%u", "%u or more (%u for the routing of %u dims, 1 for a ") "node)",
        s->ports, routing_ports(s) + 1, routing_ports(s), s->dims);
  }
  if (s->routing == ROUTE_SOURCE ? s->route_w < shape_width(s->ports) : s->route_w > 0) {
    return noc_fail(error, NOC_BAD_INPUT, "route_w" SAY_IS("%u", "%s"), s->route_w,
                    s->routing == ROUTE_SOURCE ? "widths of one port number or more"
                                               : "0 without source routing");
  }
  unsigned address = s->dims * s->digit_w + s->local_w;
  if (address > MAX_ADDRESS_BITS) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        "digit_w" SAY_IS("so wide that addresses have %u bits (dims * digit_w + local_w)",
                         "such that they have up to %u"),
        address, (unsigned)MAX_ADDRESS_BITS);
  }
  return true;
}

// A coded packet is told by its type, which with source routing is that of all packets.
static bool check_unit(const noc_shape_t *s, noc_error_t *error) {
  if (s->xor_slots == 1 || s->xor_slots > SHAPE_MAX_XOR_SLOTS) {
    return noc_fail(error, NOC_BAD_INPUT, "xor_slots" SAY_IS("%u", "0 and 2 to %u"), s->xor_slots,
                    (unsigned)SHAPE_MAX_XOR_SLOTS);
  }
  if (s->xor_slots > 0 && s->routing == ROUTE_SOURCE) {
    return noc_fail(error, NOC_BAD_INPUT, "xor_slots" SAY_IS("%u", "0 with source routing"),
                    s->xor_slots);
  }
  return true;
}

// A packet to be forwarded is told by its type too, and is for no operand slot. Its slots and rings
// serve all packets in turn, so one network could hold back another.
static bool check_forwarding(const noc_shape_t *s, noc_error_t *error) {
  if (s->forward_slots > 0 && (s->routing == ROUTE_SOURCE || s->xor_slots > 0)) {
    return noc_fail(error, NOC_BAD_INPUT, "forward_slots" SAY_IS("%u", "0 with %s"),
                    s->forward_slots, s->xor_slots > 0 ? "an XOR unit" : "source routing");
  }
  if (s->forward_slots > 0 && s->networks > 1) {
    return noc_fail(error, NOC_BAD_INPUT, "networks" SAY_IS("%u", "1 with forwarding"),
                    s->networks);
  }
  return true;
}

static bool check_ages(const noc_shape_t *s, noc_error_t *error) {
  if (s->age_bits != 0 && (s->age_bits < SHAPE_MIN_AGE_BITS || s->age_bits > SHAPE_MAX_AGE_BITS)) {
    return noc_fail(error, NOC_BAD_INPUT, "age_bits" SAY_IS("%u", "0 and %u to %u"), s->age_bits,
                    (unsigned)SHAPE_MIN_AGE_BITS, (unsigned)SHAPE_MAX_AGE_BITS);
  }
  return true;
}

// A group comes in as data of the configuration port, which is as wide as a row.
static bool check_groups(const noc_shape_t *s, noc_error_t *error) {
  if (s->group_w > s->row_w && s->groups > 1) {
    return noc_fail(error, NOC_BAD_INPUT, "groups" SAY_IS("%u", "1 to %u with rows of %u bits"),
                    s->groups, 1u << s->row_w, s->row_w);
  }
  return true;
}

static bool check_head(const noc_shape_t *s, noc_error_t *error) {
  unsigned least = s->data_lsb + MIN_DATA_BITS;
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
      "router.flit_bits" SAY_IS("%u", "%s (the head needs %u bits, %u more are for data)"),
      s->flit_bits, accepted, s->data_lsb, (unsigned)MIN_DATA_BITS);
}

void shape_derive_tag(noc_shape_t *s) {
  s->late = s->sync_read != 0 && s->routing == ROUTE_TABLE && s->multicast == 0;
  s->route_tag_w = s->len_w + s->class_w + s->port_w + 2;
  s->tag_w = s->multicast != 0 ? 2 : s->route_tag_w + (s->late ? s->look_w : 0);
  s->late_w = s->late ? s->class_w + s->port_w : 0;
  s->late_lsb = s->late ? (s->look ? s->route_tag_w : 2) : 0;
}

unsigned shape_link_bits(const noc_shape_t *s) {
  return s->flit_bits + 2 * s->vc_w + 4;
}

// The least number of check bits whose values name every bit of the word, each of them and none,
// and one for the whole.
static unsigned secded_width(unsigned bits) {
  unsigned sums = 1;
  while ((1u << sums) < bits + sums + 1) {
    sums++;
  }
  return sums + 1;
}

static void derive_unit(noc_shape_t *s) {
  s->xor_unit = s->xor_slots > 0;
  s->xslot_w = shape_width(s->xor_slots);
  s->xpos_w = shape_width(s->xor_flits);
  s->xtag_w = s->len_w + 2 * s->name_w + 1;
  s->code_w = s->xor_unit ? s->xslot_w + 2 * s->name_w : 0;
}

static void derive_forwarding(noc_shape_t *s) {
  s->forward_unit = s->forward_slots > 0;
  s->slot_unit = s->xor_unit | s->forward_unit;
  s->fslot_w = shape_width(s->forward_slots);
  s->fcnt_w = shape_width((uint64_t)s->forward_slots + 1);
  s->fpos_w = shape_width(s->forward_flits);
  s->fchild_w = shape_width(s->forward_children);
  s->frow_w = shape_width(s->forward_rows);
  s->findex_w = shape_width((uint64_t)s->forward_rows * s->forward_children);
  s->ftag_w = s->frow_w + s->net_w + s->len_w;
}

static void derive_multicast(noc_shape_t *s) {
  const unsigned strings = (s->string_bits + s->flit_bits - 1) / s->flit_bits;
  s->hdr_w = s->multicast != 0 ? SHAPE_HEADER_BITS : 0;
  s->string_words = s->multicast == 0 ? 0 : strings == 0 ? 1 : strings;
  s->pair_w = s->multicast != 0 ? s->addr_w + s->ports + s->class_w : 0;
  s->pos_w = s->cut_through != 0 ? s->cnt_w : MAX_POSITION_BITS;
  s->left_w = s->multicast == 0 ? s->len_w : s->len_w > s->hdr_w ? s->len_w + 1 : s->hdr_w + 1;
}

// The data of the configuration port is a word of a string with multicast, which is wider than all
// else that comes in there.
static void derive_configuration(noc_shape_t *s) {
  const uint64_t sizes[] = {(uint64_t)s->ports * s->classes, (uint64_t)s->groups * s->table_rows,
                            (uint64_t)s->groups * s->planes * s->string_words * s->ports};
  uint64_t largest = 0;
  for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    largest = sizes[i] > largest ? sizes[i] : largest;
  }
  s->cfg_port = s->routing == ROUTE_TABLE || s->multicast != 0;
  s->cfg_kind_w = s->multicast != 0 ? 3 : 1;
  s->cfg_w = shape_width(largest);
  s->cfg_data_w = s->multicast != 0 ? s->word_bits : s->row_w;
  s->cfg_words = s->multicast != 0 ? s->words : 1;
}

static void derive_routing(noc_shape_t *s) {
  s->class_w = s->classes > 1 ? shape_clog2((uint64_t)s->classes + 1) : 0;
  s->group_w = shape_width(s->groups);
  s->row_w = s->class_w + s->ports;
  s->room_w = s->cnt_w + shape_clog2((uint64_t)s->vcs + 1);
  s->room_classes = s->classes > 1 ? s->classes + 1 : 1;
  s->look = s->lookahead != 0 && s->routing != ROUTE_SOURCE;
  s->look_table = s->look && s->routing == ROUTE_TABLE;
  s->look_address = s->look && !s->look_table;
  s->look_row_w = s->look_table ? shape_width(s->rows) : 1;
  s->look_data_w = s->look_table ? s->row_w : 1;
  s->look_w = s->look ? s->class_w + s->port_w : 0;
  s->table_rows = s->look_table && s->multicast != 0 ? 2 * s->rows : s->rows;
  shape_derive_tag(s);
  s->bypass = s->lookahead != 0 && s->pipeline == 2;
  s->registered = s->pipeline == 3 || s->bypass;
  s->data_reset = 1;
}

bool shape_derive(noc_shape_t *s, noc_error_t *error) {
  s->classes = s->classes == 0 ? 1 : s->classes;
  s->groups = s->groups == 0 ? 1 : s->groups;
  s->rows = s->rows == 0 ? 1 : s->rows;
  s->xor_flits = s->xor_flits == 0 ? 1 : s->xor_flits;
  s->name_w = s->name_w == 0 ? 1 : s->name_w;
  s->planes = s->planes == 0 ? 1 : s->planes;
  s->forward_flits = s->forward_flits == 0 ? 1 : s->forward_flits;
  s->forward_rows = s->forward_rows == 0 ? 1 : s->forward_rows;
  s->forward_children = s->forward_children == 0 ? 1 : s->forward_children;
  if (!check_flit_bits(s, error) || !check_ranges(s, error) || !check_unit(s, error) ||
      !check_forwarding(s, error) || !check_ages(s, error) || !check_address(s, error) ||
      !check_relations(s, error)) {
    return false;
  }
  unsigned address = s->dims * s->digit_w + s->local_w;
  const bool any_port = s->routing == ROUTE_TABLE || s->routing == ROUTE_SOURCE;
  s->locals = any_port ? 0 : s->ports - routing_ports(s);
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
  s->check_w = s->link_check == LINK_SECDED ? secded_width(shape_link_bits(s)) : 1;
  derive_unit(s);
  derive_forwarding(s);
  derive_routing(s);
  derive_multicast(s);
  derive_configuration(s);
  const unsigned fields =
      PACKET_TYPE_BITS + 2 * s->addr_w + s->len_w + s->msg_w + s->net_w + s->code_w;
  s->headers_lsb = s->multicast != 0 ? fields : 0;
  s->aged = s->age_bits > 0;
  s->age_w = s->aged ? s->age_bits : 1;
  s->look_lsb = s->look ? fields + s->hdr_w : 0;
  s->age_lsb = s->aged ? fields + s->hdr_w + s->look_w : 0;
  s->head_bits = fields + s->hdr_w + s->look_w + s->age_bits;
  s->data_lsb = s->head_bits + s->route_w;
  s->route_lsb = s->routing == ROUTE_SOURCE ? s->head_bits : 0;
  return check_groups(s, error) && check_head(s, error);
}
