// worm_decoder -- golden model of the worm decoder; see worm_decoder.h.

#include "multicast/worm_decoder.h"

#include "router/route_ahead.h"

// The arrival group of VC v of an input.
static uint8_t arrival_group(const router_view_t *r, size_t in, size_t v) {
  return r->routing == ROUTE_TABLE ? r->row_group[in * r->classes + r->table->class_of[v]] : 0;
}

// The address of the first pair of a path worm's header flit.
static uint32_t pair_address(const router_view_t *r, const uint64_t *flit) {
  return (uint32_t)flit[0] & r->address_mask;
}

// Whether the flit on the link of an input needs a route to an address, and which.
static bool asks_route(const router_view_t *r, size_t in, uint32_t *destination) {
  const uint64_t *payload = r->f.in_payload + in * r->words;
  const branch_vc_t *vc = &r->worms.vc[in * r->vcs + r->f.in_vc[in]];
  if ((r->f.in_kind[in] & KIND_HEAD) != 0) {
    *destination = route_destination(r, payload[0]);
    return !packet_is_worm(packet_type(payload));
  }
  *destination = pair_address(r, payload);
  return vc->worm == WORM_PATH;
}

// The flit is the last of a string.
static bool ends_string(const router_view_t *r, size_t in) {
  const branch_vc_t *vc = &r->worms.vc[in * r->vcs + r->f.in_vc[in]];
  return (r->f.in_kind[in] & KIND_HEAD) == 0 && vc->worm == WORM_TREE &&
         vc->word + 1u == r->worms.string_words;
}

static table_row_t up_row(const router_view_t *r, size_t m, size_t group) {
  const size_t at = m * r->groups + group;
  return (table_row_t){.candidates = r->worms.up[at], .vc_class = r->worms.up_class[at]};
}

void worm_choose(const router_view_t *r, size_t m, size_t in) {
  const size_t base = m * r->ports;
  const size_t v = r->f.in_vc[in];
  table_row_t row = {0};
  uint32_t destination;
  if (asks_route(r, in, &destination)) {
    row = route_table(r, m, in, v, destination);
  } else if (ends_string(r, in)) {
    row = up_row(r, m, r->worms.vc[in * r->vcs + v].worm_group);
  }
  if (row.candidates != 0) {
    r->port[in].chosen = (uint8_t)route_adaptive(r, base, in - base, v, row);
  }
}

// The port of a row: chosen before, or the lowest.
static uint32_t port_of(const router_view_t *r, size_t in, table_row_t row) {
  assert(row.candidates != 0);
  return r->adaptive ? r->port[in].chosen : (uint32_t)view_lowest(row.candidates);
}

// The route at member m itself; by tables with lookahead, where heads find the next one, that is in
// the rows behind theirs.
static next_hop_t route_here(const router_view_t *r, size_t m, size_t in, uint32_t destination) {
  if (r->routing != ROUTE_TABLE) {
    return route_by_address(r, destination, r->f.addr[m], r->f.extent[m]);
  }
  const uint32_t own = r->look ? r->rows : 0;
  assert(destination < r->rows);
  const table_row_t row = route_table(r, m, in, r->f.in_vc[in], own + destination);
  return (next_hop_t){.port = port_of(r, in, row), .vc_class = row.vc_class};
}

static void one_port(decoded_t *d, next_hop_t route) {
  d->entry.ports = (uint16_t)(UINT32_C(1) << route.port);
  d->vc_class[route.port] = (uint8_t)route.vc_class;
}

// The route of a head that is no worm's. One that it has brought along makes room for the next.
static next_hop_t route_of_head(const router_view_t *r, size_t m, size_t in, uint64_t *head) {
  if (!r->look) {
    return route_here(r, m, in, route_destination(r, head[0]));
  }
  const next_hop_t here = route_carried(r, head);
  route_onward(r, m, in, head);
  return here;
}

// A head. A worm's branches are not known yet.
static void decode_head(const router_view_t *r, size_t m, size_t in, size_t position,
                        uint64_t *head, decoded_t *d) {
  const size_t v = r->f.in_vc[in];
  branch_vc_t *vc = &r->worms.vc[in * r->vcs + v];
  const uint32_t type = packet_type(head);
  const uint32_t headers = (uint32_t)packet_field(head, r->worms.headers_lsb, SHAPE_HEADER_BITS);
  const uint32_t length = (uint32_t)(head[0] >> r->length_lsb) & r->length_mask;
  const uint32_t need = r->cut_through ? length + headers : 1;
  const uint8_t group = arrival_group(r, in, v);
  const uint32_t age = r->aged ? (uint32_t)packet_field(head, r->age_lsb, r->age_bits) : 0;
  assert(vc->worm == WORM_NONE && need >= 1 && need <= r->depth);
  if (packet_is_worm(type)) {
    assert((r->f.in_kind[in] & KIND_TAIL) == 0 && headers > 0);
    vc->worm = type == PACKET_TREE_WORM ? WORM_TREE : WORM_PATH;
    vc->slot = (uint16_t)position;
    vc->need = (uint16_t)need;
    vc->worm_group = group;
    vc->word = vc->rest = 0;
    if (r->aged) {
      r->worms.age[in * r->vcs + v] = age;
    }
    memset(&r->worms.hit[(in * r->vcs + v) * r->worms.planes], 0,
           r->worms.planes * sizeof *r->worms.hit);
    return;
  }
  d->written = true;
  d->slot = v * r->depth + position;
  d->entry = (branch_entry_t){.need = (uint16_t)need, .group = group};
  d->age = age;
  one_port(d, route_of_head(r, m, in, head));
}

// The branches of a tree worm whose string is complete: down, or up as a whole.
static void decode_string(const router_view_t *r, size_t m, size_t in, const branch_vc_t *vc,
                          const uint16_t *hits, decoded_t *d) {
  d->entry.flags = ENTRY_STRING;
  if (vc->rest != 0) {
    const table_row_t row = up_row(r, m, vc->worm_group);
    d->entry.flags |= ENTRY_UP;
    one_port(d, (next_hop_t){.port = port_of(r, in, row), .vc_class = row.vc_class});
    return;
  }
  for (size_t p = 0; p < r->worms.planes; p++) {
    uint32_t fresh = hits[p] & ~(uint32_t)d->entry.ports;  // no plane before hits them
    d->entry.ports = (uint16_t)(d->entry.ports | fresh);
    for (; fresh != 0; fresh &= fresh - 1) {
      d->vc_class[view_lowest(fresh)] = r->worms.plane_class[m * r->worms.planes + p];
    }
  }
  assert(d->entry.ports != 0);
}

// A flit of a string. Returns whether it is the last.
static bool decode_word(const router_view_t *r, size_t m, size_t in, branch_vc_t *vc,
                        const uint64_t *flit, decoded_t *d) {
  uint16_t *hits = r->worms.hit + (size_t)(vc - r->worms.vc) * r->worms.planes;
  uint16_t hit[SHAPE_MAX_VCS + 1];
  const bool last = ends_string(r, in);
  vc->rest |= worm_hits(r, m, vc->worm_group, vc->word, flit, hit);
  for (size_t p = 0; p < r->worms.planes; p++) {
    hits[p] |= hit[p];
  }
  if (last) {
    decode_string(r, m, in, vc, hits, d);
  }
  return last;
}

// Moves the pairs of a header flit down by one.
static void shift_pairs(const router_view_t *r, uint64_t *flit) {
  const uint32_t whole = r->worms.pair_w / 64;
  const uint32_t shift = r->worms.pair_w % 64;
  for (size_t w = 0; w < r->words; w++) {
    const uint64_t low = w + whole < r->words ? flit[w + whole] : 0;
    const uint64_t high = w + whole + 1 < r->words ? flit[w + whole + 1] : 0;
    flit[w] = shift == 0 ? low : low >> shift | high << (64 - shift);
  }
}

static uint32_t pair_ports(const router_view_t *r, const uint64_t *flit) {
  return (uint32_t)packet_field(flit, r->worms.pair_ports_lsb, (unsigned)r->ports);
}

// The first header flit of a path worm: on to the node it names, or, if that is here, to the ports
// of its pair, without the pair.
static void decode_pair(const router_view_t *r, size_t m, size_t in, uint64_t *flit, decoded_t *d) {
  const next_hop_t route = route_here(r, m, in, pair_address(r, flit));
  if ((r->f.local[m] >> route.port & 1) == 0) {
    one_port(d, route);
    return;
  }
  const uint32_t ports = pair_ports(r, flit);
  const uint32_t vc_class = r->any_class == 0
                                ? 0
                                : (uint32_t)packet_field(flit, r->worms.pair_class_lsb,
                                                         r->worms.pair_w - r->worms.pair_class_lsb);
  assert(ports != 0 && vc_class <= r->any_class);
  d->entry.ports = (uint16_t)ports;
  for (uint32_t left = ports; left != 0; left &= left - 1) {
    const size_t o = view_lowest(left);
    d->vc_class[o] = (uint8_t)((r->f.local[m] >> o & 1) != 0 ? r->any_class : vc_class);
  }
  uint64_t shifted[SHAPE_MAX_WORDS];
  memcpy(shifted, flit, r->words * sizeof *flit);
  shift_pairs(r, shifted);
  if (2 * r->worms.pair_w > r->worms.flit_bits || pair_ports(r, shifted) == 0) {
    d->entry.flags = ENTRY_DROP;
  } else {
    memcpy(flit, shifted, r->words * sizeof *flit);
  }
}

void worm_decode(const router_view_t *r, size_t m, size_t in, size_t position, uint64_t *payload,
                 decoded_t *d) {
  const size_t v = r->f.in_vc[in];
  branch_vc_t *vc = &r->worms.vc[in * r->vcs + v];
  d->written = false;
  if ((r->f.in_kind[in] & KIND_HEAD) != 0) {
    decode_head(r, m, in, position, payload, d);
  } else if (vc->worm != WORM_NONE) {
    assert((r->f.in_kind[in] & KIND_TAIL) == 0);
    d->entry = (branch_entry_t){.need = vc->need, .group = vc->worm_group};
    d->slot = v * r->depth + vc->slot;
    d->age = r->aged ? r->worms.age[in * r->vcs + v] : 0;
    if (vc->worm == WORM_TREE) {
      d->written = decode_word(r, m, in, vc, payload, d);
    } else {
      decode_pair(r, m, in, payload, d);
      d->written = true;
    }
    vc->word++;
  }
}
