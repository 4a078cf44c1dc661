// shapes -- see shapes.h.

#include "unit/shapes.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool shape_possible(shape_choice_t c, noc_shape_t *shape) {
  if (c.ports <= 2 * c.dims || c.vcs % c.networks != 0) {
    return false;
  }
  unsigned locals = c.ports - 2 * c.dims;
  unsigned local_w = c.dims > 0 ? shape_clog2(locals) : shape_width(locals);
  unsigned length = shape_clog2(c.depth + 1);
  unsigned len_w = length < 3 ? 3 : length > 10 ? 10 : length;
  for (unsigned tight = 0; tight < 12; tight++) {  // the first takes most bits
    *shape = (noc_shape_t){.ports = c.ports,
                           .vcs = c.vcs,
                           .depth = c.depth,
                           .flit_bits = c.flit_bits,
                           .cut_through = c.cut_through,
                           .pipeline = c.pipeline,
                           .networks = c.networks,
                           .dims = c.dims,
                           .digit_w = tight < 3   ? 3
                                      : tight < 6 ? 2
                                                  : 1,
                           .local_w = local_w,
                           .len_w = tight < 9   ? len_w
                                    : len_w > 3 ? 3
                                                : len_w,
                           .msg_w = tight % 3 == 0   ? 8
                                    : tight % 3 == 1 ? 4
                                                     : 1};
    noc_error_t error;
    if (shape_derive(shape, &error)) {
      return true;
    }
  }
  return false;
}

noc_shape_t shape_of(shape_choice_t choice) {
  noc_shape_t shape;
  bool possible = shape_possible(choice, &shape);
  assert(possible);
  (void)possible;
  return shape;
}

// Bits for the nodes at a router, or for all nodes.
static unsigned index_width(const routed_choice_t *c) {
  const unsigned of_links = c->routing <= ROUTE_TORUS       ? 2 * c->choice.dims
                            : c->routing == ROUTE_HYPERCUBE ? c->choice.dims
                            : c->routing == ROUTE_OCTAGON   ? 3
                            : c->choice.dims > 3            ? 8
                                                            : 6;
  switch (c->routing) {
    case ROUTE_TABLE:
      return shape_width(c->rows);
    case ROUTE_SOURCE:
      return 4;
    default:
      return shape_clog2(c->choice.ports - of_links);
  }
}

noc_shape_t shape_routed(routed_choice_t c) {
  noc_shape_t s = {.ports = c.choice.ports,
                   .vcs = c.choice.vcs,
                   .depth = c.choice.depth,
                   .flit_bits = c.choice.flit_bits,
                   .cut_through = c.choice.cut_through,
                   .pipeline = c.choice.pipeline,
                   .networks = c.choice.networks,
                   .dims = c.choice.dims,
                   .digit_w = c.digit_w == 0 ? 1 : c.digit_w,
                   .local_w = index_width(&c),
                   .len_w = c.choice.cut_through ? shape_clog2((uint64_t)c.choice.depth + 1) : 1,
                   .msg_w = 1,
                   .routing = c.routing,
                   .classes = c.classes,
                   .layers_log2 = c.layers_log2,
                   .groups = c.groups,
                   .rows = c.rows,
                   .adaptive = c.adaptive};
  const unsigned class_w = c.classes > 1 ? shape_clog2(c.classes + 1) : 0;
  s.route_w = c.fields * (shape_width(s.ports) + class_w);
  noc_error_t error;
  if (!shape_derive(&s, &error)) {
    (void)fprintf(stderr, "no such shape: %s\n", error.text);
    abort();
  }
  return s;
}

noc_shape_t shape_with_unit(noc_shape_t shape, unsigned slots, unsigned flits, unsigned overhead,
                            unsigned name_w) {
  noc_shape_t s = shape;
  noc_error_t error;
  s.xor_slots = slots;
  s.xor_flits = flits;
  s.xor_overhead = overhead;
  s.name_w = name_w;
  for (; s.msg_w > 0; s.msg_w--) {  // the message number makes room
    if (shape_derive(&s, &error)) {
      return s;
    }
  }
  return shape;
}

noc_shape_t shape_coded(shape_choice_t choice, unsigned slots, unsigned flits, unsigned overhead,
                        unsigned name_w) {
  const noc_shape_t s = shape_with_unit(shape_of(choice), slots, flits, overhead, name_w);
  if (s.xor_unit == 0) {
    (void)fprintf(stderr, "no room for an XOR unit in a head of %u bits\n", s.head_bits);
    abort();
  }
  return s;
}

noc_shape_t shape_with_multicast(noc_shape_t shape, unsigned string_bits, unsigned planes,
                                 unsigned sync_copies) {
  noc_shape_t s = shape;
  noc_error_t error;
  s.multicast = 1;
  s.string_bits = string_bits;
  s.planes = planes;
  s.sync_copies = sync_copies;
  return shape_derive(&s, &error) ? s : shape;
}

noc_shape_t shape_with_ages(noc_shape_t shape, unsigned age_bits) {
  noc_shape_t s = shape;
  noc_error_t error;
  s.age_bits = age_bits;
  for (; s.msg_w > 0; s.msg_w--) {  // the message number makes room
    if (shape_derive(&s, &error)) {
      return s;
    }
  }
  return shape;
}

noc_shape_t shape_aged(noc_shape_t shape, unsigned age_bits) {
  const noc_shape_t s = shape_with_ages(shape, age_bits);
  if (!s.aged) {
    (void)fprintf(stderr, "no room for an age in a head of %u bits\n", s.head_bits);
    abort();
  }
  return s;
}

// The same shape, of which a parameter was changed; stops if it cannot be.
static noc_shape_t derived(noc_shape_t shape) {
  noc_error_t error;
  if (!shape_derive(&shape, &error)) {
    (void)fprintf(stderr, "%s\n", error.text);
    abort();
  }
  return shape;
}

noc_shape_t shape_speculative(noc_shape_t shape) {
  shape.speculative = 1;
  return derived(shape);
}

noc_shape_t shape_wavefront(noc_shape_t shape) {
  shape.wavefront = 1;
  return derived(shape);
}

noc_shape_t shape_with_link_check(noc_shape_t shape, link_check_t check) {
  shape.link_check = check;
  return derived(shape);
}

noc_shape_t shape_sync_read(noc_shape_t shape) {
  shape.sync_read = 1;
  return derived(shape);
}

noc_shape_t shape_with_lookahead(noc_shape_t shape) {
  noc_shape_t s = shape;
  noc_error_t error;
  s.lookahead = 1;
  for (; s.msg_w > 0; s.msg_w--) {  // the message number makes room
    if (shape_derive(&s, &error)) {
      return s;
    }
  }
  return shape;
}

noc_shape_t shape_looking(noc_shape_t shape) {
  const noc_shape_t s = shape_with_lookahead(shape);
  if (!s.lookahead) {
    (void)fprintf(stderr, "no lookahead with a head of %u bits\n", s.head_bits);
    abort();
  }
  return s;
}

noc_shape_t shape_forwarding(noc_shape_t shape, forward_choice_t choice) {
  noc_shape_t s = shape;
  noc_error_t error;
  s.forward_slots = choice.slots;
  s.forward_flits = choice.flits;
  s.forward_rows = choice.rows;
  s.forward_children = choice.children;
  s.forward_lsb = choice.lsb < s.msg_w ? choice.lsb : s.msg_w - 1;
  if (!shape_derive(&s, &error)) {
    (void)fprintf(stderr, "no such shape: %s\n", error.text);
    abort();
  }
  return s;
}

void shapes_forwarding(noc_shape_t shapes[FORWARD_SHAPES]) {
  static const struct {
    shape_choice_t choice;
    forward_choice_t forward;
    bool multicast;
  } kShapes[FORWARD_SHAPES] = {
      // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; slots, flits, rows,
      // children, lowest bit of the row.
      {{5, 4, 8, 64, 1, 3, 1, 2}, {5, 8, 20, 4, 3}, false},
      {{3, 3, 3, 64, 0, 2, 1, 1}, {3, 5, 300, 2, 7}, true},
      // Coverage: many VCs and wide flits.
      {{4, 8, 4, 128, 1, 2, 1, 0}, {32, 4, 256, 2, 0}, true},
      // The long tier.
      {{3, 1, 1, 32, 0, 3, 1, 1}, {1, 1, 1, 1, 0}, false},
      {{5, 4, 12, 64, 1, 3, 1, 2}, {2, 7, 9, 3, 0}, true},
      {{5, 2, 16, 128, 0, 3, 1, 2}, {64, 16, 33, 64, 1}, false},
      {{16, 16, 640, 256, 1, 3, 1, 0}, {1024, 640, 1000, 5, 1}, false},
      {{4, 8, 4, 128, 1, 2, 1, 0}, {33, 4, 256, 1, 0}, true},
      {{7, 4, 9, 64, 0, 3, 1, 3}, {65, 30, 2, 16, 2}, false},
      {{5, 1, 20, 64, 1, 3, 1, 2}, {1, 15, 40, 10, 4}, true},
  };
  for (unsigned i = 0; i < FORWARD_SHAPES; i++) {
    noc_shape_t s = shape_of(kShapes[i].choice);
    s = kShapes[i].multicast ? shape_with_multicast(s, 0, 1, 0) : s;
    shapes[i] = shape_forwarding(s, kShapes[i].forward);
    assert(shapes[i].multicast == (unsigned)kShapes[i].multicast);
  }
}

void shapes_multicast(noc_shape_t shapes[MULTICAST_SHAPES]) {
  static const struct {
    routed_choice_t choice;
    unsigned string_bits, planes, sync_copies;
  } kShapes[MULTICAST_SHAPES] = {
      // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing,
      // classes, ..
      {{{5, 2, 8, 64, 1, 3, 1, 2}, ROUTE_MESH, 1, .digit_w = 2}, 16, 1, 1},
      {{{4, 4, 6, 64, 0, 2, 2, 1}, ROUTE_OCTAGON, 2, .digit_w = 3}, 60, 3, 0},
      // Coverage: wide words, a choice by credits.
      {{{4, 4, 6, 128, 0, 3, 2, 0}, ROUTE_TABLE, 2, .groups = 3, .rows = 9, .adaptive = 1},
       200,
       3,
       0},
      // The long tier.
      {{{5, 2, 10, 32, 1, 2, 1, 0}, ROUTE_TABLE, 1, .groups = 3, .rows = 8, .adaptive = 1},
       100,
       1,
       0},
      {{{5, 4, 12, 64, 1, 3, 1, 2}, ROUTE_MESH, 1, .digit_w = 3}, 64, 1, 0},
      {{{8, 2, 20, 32, 1, 2, 1, 0}, ROUTE_TABLE, 1, .groups = 3, .rows = 8, .adaptive = 1},
       100,
       1,
       0},
      {{{6, 6, 9, 128, 1, 3, 2, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 32, .adaptive = 1},
       200,
       3,
       0},
      {{{5, 4, 8, 64, 0, 2, 2, 2}, ROUTE_TORUS, 2, .digit_w = 2}, 16, 3, 0},
      {{{4, 2, 6, 64, 0, 3, 1, 1}, ROUTE_OCTAGON, 2, .digit_w = 3}, 60, 3, 0},
      {{{16, 3, 40, 256, 1, 3, 1, 0}, ROUTE_TABLE, 3, .groups = 4, .rows = 256}, 700, 4, 0},
      {{{3, 1, 5, 64, 1, 3, 1, 1}, ROUTE_MESH, 1, .digit_w = 3}, 0, 1, 0},
      {{{9, 4, 16, 64, 1, 2, 1, 5}, ROUTE_H3DM, 2, .digit_w = 2}, 130, 3, 0},
  };
  for (unsigned i = 0; i < MULTICAST_SHAPES; i++) {
    shapes[i] = shape_with_multicast(shape_routed(kShapes[i].choice), kShapes[i].string_bits,
                                     kShapes[i].planes, kShapes[i].sync_copies);
    assert(shapes[i].multicast);
    // A third of those that may has memories that are read at a clock edge.
    shapes[i] = i % 3 == 0 && shapes[i].pipeline == 3 ? shape_sync_read(shapes[i]) : shapes[i];
  }
}

void shapes_aged_multicast(noc_shape_t shapes[AGED_MULTICAST_SHAPES]) {
  static const struct {
    routed_choice_t choice;
    unsigned string_bits, planes, age_bits;
  } kShapes[AGED_MULTICAST_SHAPES] = {
      // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing,
      // classes, ..
      {{{3, 2, 6, 64, 1, 3, 1, 1}, ROUTE_MESH, 1, .digit_w = 2}, 16, 1, 4},
      // The long tier.
      {{{3, 4, 7, 64, 0, 2, 2, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 8}, 70, 3, 8},
      {{{4, 3, 6, 64, 1, 3, 1, 1}, ROUTE_MESH, 1, .digit_w = 2}, 16, 1, 4},
      {{{5, 4, 12, 64, 1, 2, 1, 2}, ROUTE_MESH, 1, .digit_w = 2}, 64, 1, 16},
      {{{7, 2, 9, 128, 0, 3, 1, 0}, ROUTE_TABLE, 1, .groups = 3, .rows = 8, .adaptive = 1},
       100,
       1,
       32},
      {{{16, 3, 10, 256, 1, 3, 1, 0}, ROUTE_TABLE, 3, .rows = 64}, 64, 4, 5},
  };
  for (unsigned i = 0; i < AGED_MULTICAST_SHAPES; i++) {
    const noc_shape_t s = shape_with_multicast(shape_routed(kShapes[i].choice),
                                               kShapes[i].string_bits, kShapes[i].planes, 0);
    shapes[i] = shape_aged(s, kShapes[i].age_bits);
    assert(shapes[i].multicast);
  }
}

void shapes_looking_multicast(noc_shape_t shapes[LOOKING_MULTICAST_SHAPES]) {
  static const struct {
    routed_choice_t choice;
    unsigned string_bits, planes, sync_copies, age_bits;
  } kShapes[LOOKING_MULTICAST_SHAPES] = {
      // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing,
      // classes, ..
      {{{4, 2, 6, 128, 1, 2, 1, 0}, ROUTE_TABLE, 2, .groups = 3, .rows = 9}, 100, 3, 0, 0},
      // The long tier.
      {{{5, 2, 8, 64, 1, 2, 1, 2}, ROUTE_MESH, 1, .digit_w = 2}, 16, 1, 0, 4},
      {{{4, 4, 6, 64, 0, 2, 2, 1}, ROUTE_OCTAGON, 2, .digit_w = 3}, 60, 3, 0, 0},
      {{{5, 4, 12, 64, 1, 3, 1, 2}, ROUTE_MESH, 1, .digit_w = 3}, 64, 1, 0, 0},
      {{{5, 2, 8, 64, 1, 2, 1, 2}, ROUTE_MESH, 1, .digit_w = 2}, 16, 1, 1, 0},
      {{{5, 4, 8, 128, 0, 2, 2, 2}, ROUTE_TORUS, 2, .digit_w = 2}, 16, 3, 0, 8},
      {{{16, 3, 40, 256, 1, 3, 1, 0}, ROUTE_TABLE, 3, .groups = 4, .rows = 256}, 700, 4, 0, 0},
      {{{3, 1, 5, 64, 1, 2, 1, 1}, ROUTE_MESH, 1, .digit_w = 3}, 0, 1, 0, 0},
      {{{9, 4, 16, 64, 1, 2, 1, 5}, ROUTE_H3DM, 2, .digit_w = 2}, 130, 3, 0, 0},
      {{{6, 4, 5, 128, 0, 2, 1, 4}, ROUTE_HYPERCUBE, 1, .digit_w = 1}, 16, 1, 0, 0},
  };
  for (unsigned i = 0; i < LOOKING_MULTICAST_SHAPES; i++) {
    const noc_shape_t s =
        shape_with_multicast(shape_routed(kShapes[i].choice), kShapes[i].string_bits,
                             kShapes[i].planes, kShapes[i].sync_copies);
    assert(s.multicast);
    shapes[i] = shape_looking(kShapes[i].age_bits > 0 ? shape_aged(s, kShapes[i].age_bits) : s);
    // One has memories that are read at a clock edge.
    shapes[i] = i == 3 ? shape_sync_read(shapes[i]) : shapes[i];
  }
}

// -- Pairwise covering ---------------------------------------------------------------------------

enum { FACTORS = 8, VALUES = 6 };

static const struct {
  unsigned n, value[VALUES];
} kFactor[FACTORS] = {
    {6, {2, 3, 5, 7, 8, 16}},  // ports
    {5, {1, 2, 4, 8, 16}},     // vcs
    {4, {1, 2, 8, 640}},       // depth
    {4, {32, 64, 128, 256}},   // flit_bits
    {2, {0, 1}},               // cut_through
    {2, {2, 3}},               // pipeline
    {3, {1, 2, 4}},            // networks
    {4, {0, 1, 2, 3}},         // dims
};

typedef struct {
  unsigned at[FACTORS];  // indexes into kFactor[].value
} point_t;

// The next point in counting order; false after the last.
static bool advance(point_t *p) {
  for (unsigned f = 0; f < FACTORS; f++) {
    if (++p->at[f] < kFactor[f].n) {
      return true;
    }
    p->at[f] = 0;
  }
  return false;
}

static bool shape_at(const point_t *p, noc_shape_t *shape) {
  unsigned v[FACTORS];
  for (unsigned f = 0; f < FACTORS; f++) {
    v[f] = kFactor[f].value[p->at[f]];
  }
  return shape_possible((shape_choice_t){v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]}, shape);
}

typedef bool pairs_t[FACTORS][VALUES][FACTORS][VALUES];

// Pairs of a point that are marked.
static unsigned pairs_in(const pairs_t open, const point_t *p) {
  unsigned n = 0;
  for (unsigned f = 0; f < FACTORS; f++) {
    for (unsigned g = 0; g < f; g++) {
      n += open[f][p->at[f]][g][p->at[g]];
    }
  }
  return n;
}

static void pairs_mark(pairs_t open, const point_t *p, bool value) {
  for (unsigned f = 0; f < FACTORS; f++) {
    for (unsigned g = 0; g < f; g++) {
      open[f][p->at[f]][g][p->at[g]] = value;
    }
  }
}

unsigned shapes_pairwise(noc_shape_t *shapes, unsigned most) {
  static pairs_t open;  // pairs that some possible shape has and none chosen so far
  noc_shape_t shape;
  memset(open, 0, sizeof open);
  point_t p = {{0}};
  do {
    if (shape_at(&p, &shape)) {
      pairs_mark(open, &p, true);
    }
  } while (advance(&p));

  unsigned n = 0;
  for (;; n++) {
    point_t best = {{0}};
    unsigned best_pairs = 0;
    p = (point_t){{0}};
    do {
      unsigned pairs = pairs_in((const bool(*)[VALUES][FACTORS][VALUES])open, &p);
      if (pairs > best_pairs && shape_at(&p, &shape)) {
        best = p;
        best_pairs = pairs;
      }
    } while (advance(&p));
    if (best_pairs == 0) {
      return n;
    }
    pairs_mark(open, &best, false);
    if (n < most) {
      shape_at(&best, &shapes[n]);
    }
  }
}

const char *shape_text(const noc_shape_t *s) {
  static const char *const kRouting[ROUTE_UNITS] = {"mesh", "torus", "hypercube", "octagon",
                                                    "h3dm", "table", "source"};
  static char text[256];
  FILE *out = fmemopen(text, sizeof text, "w");
  if (out == NULL) {
    return "a shape";
  }
  fprintf(out, "P%u V%u D%u W%u %s pipeline %u K%u dims %u", s->ports, s->vcs, s->depth,
          s->flit_bits, s->cut_through ? "cut-through" : "wormhole", s->pipeline, s->networks,
          s->dims);
  if (s->routing != ROUTE_MESH || s->classes > 1) {
    fprintf(out, " %s C%u", kRouting[s->routing], s->classes);
  }
  if (s->xor_unit) {
    fprintf(out, " S%u L%u H%u names of %u bits", s->xor_slots, s->xor_flits, s->xor_overhead,
            s->name_w);
  }
  if (s->routing == ROUTE_TABLE) {
    fprintf(out, " G%u rows %u%s", s->groups, s->rows, s->adaptive ? " adaptive" : "");
  }
  if (s->multicast) {
    fprintf(out, " multicast B%u planes %u%s", s->string_bits, s->planes,
            s->sync_copies ? " in step" : "");
  }
  if (s->speculative) {
    fprintf(out, " speculative");
  }
  if (s->wavefront) {
    fprintf(out, " wavefront");
  }
  if (s->link_check != LINK_UNCHECKED) {
    fprintf(out, s->link_check == LINK_PARITY ? " parity" : " secded");
  }
  if (s->sync_read) {
    fprintf(out, " registered read");
  }
  if (s->lookahead) {
    fprintf(out, " lookahead");
  }
  if (s->aged) {
    fprintf(out, " ages of %u bits", s->age_bits);
  }
  if (s->forward_unit) {
    fprintf(out, " F%u of %u flits, %u rows of %u, lowest bit %u", s->forward_slots,
            s->forward_flits, s->forward_rows, s->forward_children, s->forward_lsb);
  }
  fclose(out);
  return text;
}

void shapes_late(noc_shape_t shapes[SHAPES_LATE]) {
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes, ..
  const noc_shape_t all[SHAPES_LATE] = {
      shape_sync_read(shape_routed((routed_choice_t){
          {5, 4, 3, 64, 1, 3, 2, 0}, ROUTE_TABLE, 2, .groups = 3, .rows = 9, .adaptive = 1})),
      shape_sync_read(shape_speculative(shape_looking(shape_routed(
          (routed_choice_t){{3, 2, 2, 64, 0, 3, 1, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 9})))),
      // The long tier.
      shape_sync_read(shape_aged(
          shape_speculative(shape_routed((routed_choice_t){
              {4, 3, 4, 128, 1, 3, 1, 0}, ROUTE_TABLE, 3, .groups = 2, .rows = 9, .adaptive = 1})),
          9)),
      shape_sync_read(shape_looking(
          shape_aged(shape_routed((routed_choice_t){
                         {6, 4, 2, 128, 1, 3, 2, 0}, ROUTE_TABLE, 1, .groups = 2, .rows = 9}),
                     12))),
      shape_sync_read(shape_wavefront(shape_routed(
          (routed_choice_t){{2, 1, 1, 32, 0, 3, 1, 0}, ROUTE_TABLE, 1, .groups = 1, .rows = 3}))),
  };
  memcpy(shapes, all, sizeof all);
}
