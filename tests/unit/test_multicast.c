// test_multicast -- the golden model of a router that copies packets, without RTL: random worms and
// unicasts against a model of packets, against a router that does not copy, and in closed form.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/copies.h"
#include "unit/shapes.h"
#include "unit/twins.h"
#include "unit/unit_lockstep.h"

enum { DRAIN = 60000 };

// One router, with what drives it and judges it.
typedef struct {
  noc_shape_t shape;
  bundle_layout_t layout;
  void *twin;
  stimulus_t *st;
  copies_t *copies;
  uint32_t *in, *state;
} bench_t;

static void *allocate(size_t n, size_t size) {
  void *p = calloc(n + 1, size);
  assert_non_null(p);
  return p;
}

static void open_bench(bench_t *b, noc_shape_t shape, uint64_t seed) {
  *b = (bench_t){.shape = shape};
  router_twin_layout(&b->shape, &b->layout);
  b->twin = aligned_alloc(64, (router_twin_size(&b->shape) + 63) / 64 * 64);
  assert_non_null(b->twin);
  memset(b->twin, 0, router_twin_size(&b->shape));
  b->st = stimulus_create(&stimulus_router, &b->shape, &b->layout, seed);
  b->copies = copies_create(b->st);
  b->in = allocate(b->layout.in_words, sizeof *b->in);
  b->state = allocate(b->layout.state_words, sizeof *b->state);
}

static void close_bench(bench_t *b) {
  copies_free(b->copies);
  stimulus_free(b->st);
  free(b->twin);
  free(b->in);
  free(b->state);
}

static void reset_bench(bench_t *b) {
  stimulus_reset(b->st, b->in);
  router_twin_reset(&b->shape, b->twin, b->state);
  copies_reset(b->copies);
}

static void step_bench(bench_t *b) {
  char why[200];
  stimulus_next(b->st, b->in);
  router_twin_step(&b->shape, b->twin, b->in, b->state);
  if (!stimulus_observe(b->st, b->state)) {
    fail_msg("%s: %s", shape_text(&b->shape), b->st->error);
  }
  if (!copies_watch(b->copies, b->in, b->state, why, sizeof why)) {
    fail_msg("%s: %s", shape_text(&b->shape), why);
  }
}

// Element `index` of a field of the state.
static uint64_t shown(const bench_t *b, const char *name, uint32_t index) {
  for (unsigned f = 0; f < b->layout.n_fields; f++) {
    const bundle_field_t *field = &b->layout.field[f];
    if (field->kind != FIELD_IN && strcmp(field->name, name) == 0) {
      return bundle_element(field, b->state, index);
    }
  }
  fail_msg("no field %s", name);
  return 0;
}

// No new packets, all credits: everything comes out, and nothing is left behind.
static void drain(bench_t *b) {
  for (unsigned cycle = 0; cycle < DRAIN && copies_due(b->copies) > 0; cycle++) {
    b->st->phase.left = 1000;
    b->st->phase.in = 256;
    b->st->phase.burst = b->st->phase.off = 0;
    b->st->phase.out = 256;
    b->st->phase.vcs = stimulus_mask(b->shape.vcs);
    b->st->phase.ports = stimulus_mask(b->shape.ports);
    b->st->drains = true;
    step_bench(b);
  }
  b->st->drains = false;
  assert_int_equal(copies_due(b->copies), 0);
  const noc_shape_t *s = &b->shape;
  for (unsigned q = 0; q < s->ports * s->vcs; q++) {
    assert_int_equal(shown(b, "in_count", q), 0);
    assert_int_equal(shown(b, "in_popped", q), 0);
    assert_int_equal(shown(b, "br_wait", q), 0);
    assert_int_equal(shown(b, "br_active", q), 0);
    assert_int_equal(shown(b, "w_type", q), 0);
  }
  for (unsigned p = 0; p < s->ports; p++) {
    assert_int_equal(shown(b, "br_open", p), 0);
    assert_int_equal(shown(b, "out_busy", p), 0);
  }
}

static noc_shape_t multicast_shape(routed_choice_t choice, unsigned string_bits, unsigned planes,
                                   unsigned sync) {
  const noc_shape_t s = shape_with_multicast(shape_routed(choice), string_bits, planes, sync);
  assert_int_equal(s.multicast, 1);
  return s;
}

// -- Random worms --------------------------------------------------------------------------------

static void test_copies(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; routing, classes, ..; bits of
  // a string, planes.
  const noc_shape_t shapes[] = {
      multicast_shape((routed_choice_t){{5, 4, 12, 64, 1, 3, 1, 2}, ROUTE_MESH, 1, .digit_w = 3},
                      64, 1, 0),
      multicast_shape(
          (routed_choice_t){
              {8, 2, 20, 32, 1, 2, 1, 0}, ROUTE_TABLE, 1, .groups = 3, .rows = 8, .adaptive = 1},
          100, 1, 0),
      multicast_shape(
          (routed_choice_t){
              {6, 6, 9, 128, 1, 3, 2, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 32, .adaptive = 1},
          200, 3, 0),
      multicast_shape((routed_choice_t){{5, 4, 8, 64, 1, 2, 2, 2}, ROUTE_TORUS, 2, .digit_w = 2},
                      16, 3, 0),
      multicast_shape((routed_choice_t){{4, 2, 6, 64, 0, 3, 1, 1}, ROUTE_OCTAGON, 2, .digit_w = 3},
                      60, 3, 0),
      multicast_shape(
          (routed_choice_t){{16, 3, 40, 256, 1, 3, 1, 0}, ROUTE_TABLE, 3, .groups = 4, .rows = 256},
          700, 4, 0),
      multicast_shape((routed_choice_t){{3, 1, 5, 64, 1, 3, 1, 1}, ROUTE_MESH, 1, .digit_w = 3}, 0,
                      1, 0),
  };
  for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
    bench_t b;
    open_bench(&b, shapes[i], 11 + i);
    for (unsigned episode = 0; episode < (unit_long_tier() ? 40 : 4); episode++) {
      reset_bench(&b);
      for (unsigned cycle = 0; cycle < 4000; cycle++) {
        step_bench(&b);
      }
      drain(&b);
    }
    const copies_count_t *n = copies_counts(b.copies);
    print_message("%s: %llu packets, %llu copies, %llu tree worms (%llu up), %llu path worms\n",
                  shape_text(&shapes[i]), (unsigned long long)n->packets,
                  (unsigned long long)n->copies, (unsigned long long)n->trees,
                  (unsigned long long)n->ups, (unsigned long long)n->paths);
    assert_true(n->copies > n->packets && n->paths > 20 && n->drops > 20);
    assert_true(shapes[i].string_bits == 0 || (n->trees > 20 && n->ups > 5));
    close_bench(&b);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_copies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
