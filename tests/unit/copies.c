// copies -- see copies.h.

#include "unit/copies.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = SHAPE_MAX_DEPTH + 64 };

typedef struct {
  unsigned flits;
  uint8_t kind[LONGEST];
  uint64_t payload[LONGEST][SHAPE_MAX_WORDS];
} packet_t;

// A packet that has come in, and what is known of where it goes.
typedef struct inside {
  struct inside *next;
  packet_t packet;
  packet_head_t head;
  unsigned vc, group;
  bool whole;          // its last flit is in
  bool routed;         // table: `row` is of its destination, or of its first pair's address
  uint32_t row;        // {class, candidates}
  uint32_t due, came;  // ports: of which a copy is due, once known; has come
} inside_t;

struct copies {
  const stimulus_t *st;
  noc_shape_t shape;
  unsigned in_valid, in_vc, in_kind, in_payload, local, cfg_valid, cfg_kind, cfg_index, cfg_data;
  unsigned out_valid, out_vc, out_kind, out_payload;  // numbers of fields
  uint32_t *rows;                                     // of the routing table
  uint8_t groups[SHAPE_MAX_PORTS][SHAPE_MAX_VCS];     // [port][class]
  inside_t *inside;
  inside_t *coming[SHAPE_MAX_PORTS][SHAPE_MAX_VCS];
  packet_t *going;  // [port * vcs + vc]
  uint32_t local_ports;
  copies_count_t count;
  char *why;
  size_t why_size;
};

static unsigned field(const stimulus_t *st, const char *name) {
  for (unsigned f = 0; f < st->layout.n_fields; f++) {
    if (strcmp(st->layout.field[f].name, name) == 0) {
      return f;
    }
  }
  abort();
}

copies_t *copies_create(const stimulus_t *st) {
  copies_t *c = calloc(1, sizeof *c);
  assert(c != NULL);
  c->st = st;
  c->shape = st->shape;
  c->in_valid = field(st, "in_valid");
  c->in_vc = field(st, "in_vc");
  c->in_kind = field(st, "in_kind");
  c->in_payload = field(st, "in_payload");
  c->local = field(st, "local");
  c->cfg_valid = field(st, "cfg_valid");
  c->cfg_kind = field(st, "cfg_kind");
  c->cfg_index = field(st, "cfg_index");
  c->cfg_data = field(st, "cfg_data");
  c->out_valid = field(st, "out_valid");
  c->out_vc = field(st, "out_vc");
  c->out_kind = field(st, "out_kind");
  c->out_payload = field(st, "out_payload");
  c->rows = calloc((size_t)c->shape.groups * c->shape.rows, sizeof *c->rows);
  c->going = calloc((size_t)c->shape.ports * c->shape.vcs, sizeof *c->going);
  assert(c->rows != NULL && c->going != NULL);
  return c;
}

void copies_reset(copies_t *c) {
  while (c->inside != NULL) {
    inside_t *next = c->inside->next;
    free(c->inside);
    c->inside = next;
  }
  memset(c->coming, 0, sizeof c->coming);
  memset(c->groups, 0, sizeof c->groups);
  for (unsigned q = 0; q < c->shape.ports * c->shape.vcs; q++) {
    c->going[q].flits = 0;
  }
}

void copies_free(copies_t *c) {
  copies_reset(c);
  free(c->rows);
  free(c->going);
  free(c);
}

size_t copies_due(const copies_t *c) {
  size_t n = 0;
  for (const inside_t *p = c->inside; p != NULL; p = p->next) {
    n++;
  }
  return n;
}

const copies_count_t *copies_counts(const copies_t *c) {
  return &c->count;
}

__attribute__((format(printf, 2, 3))) static bool wrong(copies_t *c, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(c->why, c->why_size, format, arguments);
  va_end(arguments);
  return false;
}

// -- What comes in -------------------------------------------------------------------------------

static unsigned class_of(const noc_shape_t *s, unsigned vc) {
  return vc % (s->vcs / s->networks) % s->classes;
}

static void configure(copies_t *c, const uint32_t *in) {
  const stimulus_t *st = c->st;
  const noc_shape_t *s = &c->shape;
  if (stimulus_get(st, in, c->cfg_valid, 0) == 0) {
    return;
  }
  const uint64_t kind = stimulus_get(st, in, c->cfg_kind, 0);
  const uint32_t index = (uint32_t)stimulus_get(st, in, c->cfg_index, 0);
  const uint64_t data = stimulus_get(st, in, c->cfg_data, 0);
  if (kind == 0) {
    const uint64_t group = data & stimulus_mask(s->group_w);
    c->groups[index / s->classes][index % s->classes] = (uint8_t)group;
  } else if (kind == 1) {
    c->rows[index] = (uint32_t)data & stimulus_mask(s->row_w);
  }
}

static void look_up(copies_t *c, inside_t *p, unsigned port, uint32_t destination) {
  const noc_shape_t *s = &c->shape;
  p->routed = s->routing == ROUTE_TABLE;
  if (p->routed) {
    const unsigned group = c->groups[port][class_of(s, p->vc)];
    p->row = c->rows[group * s->rows + destination];
  }
}

static void take_flit(copies_t *c, const uint32_t *in, unsigned port) {
  const stimulus_t *st = c->st;
  const unsigned vc = (unsigned)stimulus_get(st, in, c->in_vc, port);
  const unsigned kind = (unsigned)stimulus_get(st, in, c->in_kind, port);
  inside_t **coming = &c->coming[port][vc];
  if ((kind & KIND_HEAD) != 0) {
    *coming = calloc(1, sizeof **coming);
    assert(*coming != NULL);
    **coming = (inside_t){.next = c->inside, .vc = vc};
    c->inside = *coming;
    (*coming)->group = c->groups[port][class_of(&c->shape, vc)];
    c->count.packets++;
  }
  inside_t *p = *coming;
  uint64_t *payload = p->packet.payload[p->packet.flits];
  p->packet.kind[p->packet.flits++] = (uint8_t)kind;
  for (unsigned w = 0; w < c->shape.words; w++) {
    payload[w] = stimulus_get(st, in, c->in_payload, port * c->shape.words + w);
  }
  if ((kind & KIND_HEAD) != 0) {
    packet_unpack(&c->shape, payload, &p->head);
    c->count.trees += p->head.type == PACKET_TREE_WORM;
    c->count.paths += p->head.type == PACKET_PATH_WORM;
    if (p->head.type != PACKET_TREE_WORM && p->head.type != PACKET_PATH_WORM) {
      look_up(c, p, port, p->head.destination);
    }
  } else if (p->packet.flits == 2 && p->head.type == PACKET_PATH_WORM) {
    look_up(c, p, port, (uint32_t)packet_field(payload, 0, c->shape.addr_w));
  }
  p->whole = (kind & KIND_TAIL) != 0;
}

// -- What goes out -------------------------------------------------------------------------------

static bool same(const copies_t *c, const uint64_t *a, const uint64_t *b) {
  return memcmp(a, b, c->shape.words * sizeof *a) == 0;
}

static bool class_fits(const copies_t *c, unsigned vc, uint32_t vc_class) {
  return c->shape.classes == 1 || vc_class == c->shape.classes ||
         class_of(&c->shape, vc) == vc_class;
}

// Two packets of one flit that are alike, of which nobody can say which one leaves: each may leave
// where the other may.
static void blend(const copies_t *c, inside_t *a, inside_t *b) {
  const unsigned ports = c->shape.ports;
  const uint32_t vc_class = a->row >> ports == b->row >> ports ? a->row >> ports : c->shape.classes;
  a->row = b->row = ((a->row | b->row) & stimulus_mask(ports)) | vc_class << ports;
}

// The packet whose data these are.
static inside_t **find(copies_t *c, const packet_t *out) {
  inside_t **found = NULL;
  for (inside_t **p = &c->inside; *p != NULL; p = &(*p)->next) {
    const packet_t *in = &(*p)->packet;
    if (!(*p)->whole || !same(c, in->payload[in->flits - 1], out->payload[out->flits - 1])) {
      continue;
    }
    if (found == NULL) {
      found = p;
    } else if ((*p)->routed && (*found)->routed) {
      blend(c, *found, *p);
    }
  }
  return found;
}

// All flits but those from `first` on (`dropped` of them missing) are as they came in.
static bool check_rest(copies_t *c, const inside_t *p, const packet_t *out, unsigned first,
                       unsigned dropped) {
  if (out->flits + dropped != p->packet.flits) {
    return wrong(c, "a copy of %u flits of a packet of %u", out->flits, p->packet.flits);
  }
  for (unsigned n = 0; n < out->flits; n++) {
    const unsigned from = n == 0 ? 0 : n + dropped;
    if (out->kind[n] != p->packet.kind[from]) {
      return wrong(c, "flit %u has kind %u", n, out->kind[n]);
    }
    if ((n == 0 ? dropped == 0 : n >= first) &&
        !same(c, out->payload[n], p->packet.payload[from])) {
      return wrong(c, "flit %u is not what came in", n);
    }
  }
  return true;
}

static bool check_unicast(copies_t *c, inside_t *p, const packet_t *out, unsigned port,
                          unsigned vc) {
  if (p->routed && (p->row >> port & 1) == 0) {
    return wrong(c, "a packet at port %u, which is no candidate", port);
  }
  if (p->routed && !class_fits(c, vc, p->row >> c->shape.ports)) {
    return wrong(c, "a packet on VC %u, which has another class", vc);
  }
  p->due = 1u << port;
  return check_rest(c, p, out, 1, 0);
}

// Bit b of the string of a packet.
static bool in_string(const copies_t *c, const packet_t *p, unsigned node) {
  const unsigned bit = node % c->shape.flit_bits;
  return p->payload[1 + node / c->shape.flit_bits][bit / 64] >> bit % 64 & 1;
}

typedef struct {
  uint32_t ports;
  bool rest;
  uint32_t vc_class;  // of the copy to `port`
} tree_t;

static tree_t tree_of(const copies_t *c, const inside_t *p, unsigned port) {
  tree_t tree = {0};
  unsigned plane = c->shape.planes;
  for (unsigned n = 0; n < stimulus_string_nodes(&c->shape); n++) {
    if (!in_string(c, &p->packet, n)) {
      continue;
    }
    const worm_way_t way = stimulus_reach(c->st, p->group, n);
    tree.rest = tree.rest || !way.reached;
    tree.ports |= way.reached ? 1u << way.port : 0;
    plane = way.reached && way.port == port && way.plane < plane ? way.plane : plane;
  }
  tree.vc_class = plane < c->shape.planes ? stimulus_plane_class(c->st, plane) : 0;
  return tree;
}

static bool check_tree(copies_t *c, inside_t *p, const packet_t *out, unsigned port, unsigned vc) {
  const noc_shape_t *s = &c->shape;
  const tree_t tree = tree_of(c, p, port);
  if (tree.rest) {
    const uint32_t up = stimulus_up(c->st, p->group);
    p->due = 1u << port;
    c->count.ups++;
    return (up >> port & 1) == 0 || !class_fits(c, vc, up >> s->ports)
               ? wrong(c, "a worm that should go up whole, at port %u, VC %u", port, vc)
               : check_rest(c, p, out, 1, 0);
  }
  p->due = tree.ports;
  if ((tree.ports >> port & 1) == 0 || !class_fits(c, vc, tree.vc_class)) {
    return wrong(c, "a copy at port %u, VC %u; due at %#x", port, vc, tree.ports);
  }
  if (!check_rest(c, p, out, 1 + s->string_words, 0)) {
    return false;
  }
  for (unsigned n = 0; n < stimulus_string_nodes(s); n++) {
    const worm_way_t way = stimulus_reach(c->st, p->group, n);
    const bool due = in_string(c, &p->packet, n) && way.port == port;
    if (in_string(c, out, n) != due) {
      return wrong(c, "the copy at port %u %s node %u", port, due ? "lacks" : "has", n);
    }
  }
  return true;
}

// The header flit without its first pair; false if nothing is left of it.
static bool next_pairs(const copies_t *c, const uint64_t *flit, uint64_t *left) {
  const noc_shape_t *s = &c->shape;
  const unsigned pairs = s->flit_bits / s->pair_w;
  memset(left, 0, SHAPE_MAX_WORDS * sizeof *left);
  for (unsigned k = 1; k < pairs; k++) {
    packet_set_field(left, (k - 1) * s->pair_w, s->pair_w,
                     packet_field(flit, k * s->pair_w, s->pair_w));
  }
  return pairs > 1 && packet_field(left, s->addr_w, s->ports) != 0;
}

// The worm has come to the node of its first pair.
static bool check_pair(copies_t *c, inside_t *p, const packet_t *out, unsigned port, unsigned vc) {
  const noc_shape_t *s = &c->shape;
  const uint64_t *flit = p->packet.payload[1];
  uint64_t left[SHAPE_MAX_WORDS];
  const bool dropped = !next_pairs(c, flit, left);
  const uint32_t vc_class =
      s->class_w == 0 ? 0 : (uint32_t)packet_field(flit, s->addr_w + s->ports, s->class_w);
  p->due = (uint32_t)packet_field(flit, s->addr_w, s->ports);
  if ((p->due >> port & 1) == 0 ||
      ((c->local_ports >> port & 1) == 0 && !class_fits(c, vc, vc_class))) {
    return wrong(c, "a copy at port %u, VC %u; due at %#x", port, vc, p->due);
  }
  if (!check_rest(c, p, out, 2, dropped) || (!dropped && !same(c, out->payload[1], left))) {
    return c->why[0] != '\0' || wrong(c, "a copy at port %u with wrong pairs", port);
  }
  packet_head_t head;
  packet_unpack(s, out->payload[0], &head);
  c->count.drops += dropped;
  if (head.headers != p->head.headers - dropped) {
    return wrong(c, "a head that says %u header flits", head.headers);
  }
  uint64_t mended[SHAPE_MAX_WORDS];
  memcpy(mended, out->payload[0], sizeof mended);
  packet_set_field(mended, s->headers_lsb, s->hdr_w, p->head.headers);
  return same(c, mended, p->packet.payload[0]) || wrong(c, "a head that is not what came in");
}

// Its route is not known but with a table, and then there may be a choice.
static bool check_path(copies_t *c, inside_t *p, const packet_t *out, unsigned port, unsigned vc) {
  const uint32_t ports = p->row & stimulus_mask(c->shape.ports);
  const bool may_be_here = !p->routed || (ports & c->local_ports) != 0;
  const bool must_be_here = p->routed && (ports & ~c->local_ports) == 0;
  const bool as_it_came =
      out->flits == p->packet.flits && same(c, out->payload[1], p->packet.payload[1]);
  if (must_be_here || (may_be_here && !as_it_came)) {
    return check_pair(c, p, out, port, vc);
  }
  return (c->local_ports >> port & 1) != 0 ? wrong(c, "a worm under way at port %u", port)
                                           : check_unicast(c, p, out, port, vc);
}

static bool judge(copies_t *c, const packet_t *out, unsigned port, unsigned vc) {
  inside_t **found = find(c, out);
  if (found == NULL) {
    return wrong(c, "a packet of %u flits at port %u that is not inside", out->flits, port);
  }
  inside_t *p = *found;
  const unsigned block = c->shape.vcs / c->shape.networks;
  if (vc / block != p->vc / block || (p->came >> port & 1) != 0) {
    return wrong(c, "a copy at port %u on VC %u, %s", port, vc,
                 (p->came >> port & 1) != 0 ? "the second one" : "of another network");
  }
  const bool ok = p->head.type == PACKET_TREE_WORM   ? check_tree(c, p, out, port, vc)
                  : p->head.type == PACKET_PATH_WORM ? check_path(c, p, out, port, vc)
                                                     : check_unicast(c, p, out, port, vc);
  c->count.copies++;
  p->came |= 1u << port;
  if (ok && p->came == p->due) {
    *found = p->next;
    free(p);
  }
  return ok;
}

bool copies_watch(copies_t *c, const uint32_t *in, const uint32_t *state, char *why, size_t size) {
  const stimulus_t *st = c->st;
  const uint64_t arriving = stimulus_get(st, in, c->in_valid, 0);
  const uint64_t leaving = stimulus_get(st, state, c->out_valid, 0);
  bool ok = true;
  c->why = why;
  c->why_size = size;
  why[0] = '\0';
  c->local_ports = (uint32_t)stimulus_get(st, in, c->local, 0);
  for (unsigned port = 0; port < c->shape.ports; port++) {
    if ((arriving >> port & 1) != 0) {
      take_flit(c, in, port);
    }
  }
  configure(c, in);
  for (unsigned port = 0; ok && port < c->shape.ports; port++) {
    if ((leaving >> port & 1) == 0) {
      continue;
    }
    const unsigned vc = (unsigned)stimulus_get(st, state, c->out_vc, port);
    packet_t *out = &c->going[port * c->shape.vcs + vc];
    out->kind[out->flits] = (uint8_t)stimulus_get(st, state, c->out_kind, port);
    for (unsigned w = 0; w < c->shape.words; w++) {
      out->payload[out->flits][w] =
          stimulus_get(st, state, c->out_payload, port * c->shape.words + w);
    }
    out->flits++;
    if ((out->kind[out->flits - 1] & KIND_TAIL) != 0) {
      ok = judge(c, out, port, vc);
      out->flits = 0;
    }
  }
  return ok;
}
