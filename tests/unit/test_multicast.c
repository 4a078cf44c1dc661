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

#include "twins/twins.h"
#include "unit/copies.h"
#include "unit/shapes.h"
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

// Element `index` of an input.
static uint64_t input(const bench_t *b, const char *name, uint32_t index) {
  for (unsigned f = 0; f < b->layout.n_fields; f++) {
    const bundle_field_t *field = &b->layout.field[f];
    if (field->kind == FIELD_IN && strcmp(field->name, name) == 0) {
      return field->count == 0 ? 0 : bundle_element(field, b->in, index);
    }
  }
  fail_msg("no input %s", name);
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
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; routing, classes, ..; bits
  // of a string, planes.
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
    open_bench(&b, shapes[i], 13 + i);
    for (unsigned episode = 0; episode < (unit_long_tier() ? 40 : 6); episode++) {
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

// -- Unicasts ------------------------------------------------------------------------------------

// The IN words for a router without multicast: the same fields, what comes for a worm table not.
static void strip(const bench_t *from, const bench_t *to) {
  memset(to->in, 0, to->layout.in_words * sizeof *to->in);
  for (unsigned f = 0; f < to->layout.n_fields; f++) {
    const bundle_field_t *field = &to->layout.field[f];
    const bundle_field_t *same = &from->layout.field[f];  // one list
    for (uint32_t k = 0; field->kind == FIELD_IN && k < field->count; k++) {
      const uint64_t value = bundle_element(same, from->in, k);
      const uint64_t mask = field->bits == 64 ? UINT64_MAX : (UINT64_C(1) << field->bits) - 1;
      const bool worms = strncmp(field->name, "cfg_", 4) == 0 && input(from, "cfg_kind", 0) > 1;
      stimulus_set(to->st, to->in, f, k, worms ? 0 : value & mask);
    }
  }
}

// Outputs, and registers that both have.
static void compare(const bench_t *a, const bench_t *b, unsigned cycle) {
  for (unsigned f = 0; f < a->layout.n_fields; f++) {
    const bundle_field_t *one = &a->layout.field[f];
    const bundle_field_t *other = &b->layout.field[f];
    const bool traversal = strncmp(one->name, "st_", 3) == 0;
    if ((one->kind != FIELD_OUT && one->kind != FIELD_REG) || one->count != other->count ||
        traversal) {
      continue;
    }
    for (uint32_t k = 0; k < one->count; k++) {
      if (bundle_element(one, a->state, k) != bundle_element(other, b->state, k)) {
        fail_msg("%s, cycle %u: %s[%u] differs", shape_text(&a->shape), cycle, one->name, k);
      }
    }
  }
}

// A router that copies treats unicasts as one that does not, in every cycle.
static void test_unicasts(void **state) {
  (void)state;
  const routed_choice_t choices[] = {
      {{5, 4, 8, 64, 0, 3, 1, 2}, ROUTE_MESH, 1, .digit_w = 3},
      {{5, 4, 8, 64, 1, 2, 2, 2}, ROUTE_TORUS, 2, .digit_w = 2},
      {{8, 2, 20, 64, 1, 3, 1, 0}, ROUTE_TABLE, 1, .groups = 3, .rows = 16, .adaptive = 1},
      {{4, 6, 3, 64, 0, 2, 2, 0}, ROUTE_TABLE, 3, .groups = 2, .rows = 16, .adaptive = 1},
  };
  for (unsigned i = 0; i < sizeof choices / sizeof choices[0]; i++) {
    bench_t a;
    bench_t b;
    open_bench(&a, multicast_shape(choices[i], 40, 1, 0), 23 + i);
    open_bench(&b, shape_routed(choices[i]), 1);
    a.st->unicasts = true;
    reset_bench(&a);
    router_twin_reset(&b.shape, b.twin, b.state);
    for (unsigned cycle = 0; cycle < 5000; cycle++) {
      step_bench(&a);
      strip(&a, &b);
      router_twin_step(&b.shape, b.twin, b.in, b.state);
      compare(&a, &b, cycle);
    }
    assert_true(copies_counts(a.copies)->packets > 100);
    close_bench(&a);
    close_bench(&b);
  }
}

// -- In closed form ------------------------------------------------------------------------------

// A router of a mesh at (3, 3), five ports, port 0 its node's; one VC, a tree worm's string of one
// flit: node n leaves by port n % 5.
enum { PORTS = 5, DEPTH = 8, WEST = 2, EAST = 1 };

static noc_shape_t small_shape(unsigned pipeline, unsigned sync) {
  return multicast_shape(
      (routed_choice_t){{PORTS, 1, DEPTH, 64, 1, pipeline, 1, 2}, ROUTE_MESH, 1, .digit_w = 3}, 20,
      1, sync);
}

static void set(bench_t *b, const char *name, uint32_t index, uint64_t value) {
  for (unsigned f = 0; f < b->layout.n_fields; f++) {
    if (b->layout.field[f].kind == FIELD_IN && strcmp(b->layout.field[f].name, name) == 0) {
      stimulus_set(b->st, b->in, f, index, value);
      return;
    }
  }
  fail_msg("no input %s", name);
}

static void clear(bench_t *b) {
  memset(b->in, 0, b->layout.in_words * sizeof *b->in);
  set(b, "addr", 0, 3 | 3 << 3);
  set(b, "extent", 0, 7 | 7 << 3);
  set(b, "local", 0, 1);
}

static void clock_bench(bench_t *b) {
  router_twin_step(&b->shape, b->twin, b->in, b->state);
  clear(b);
}

static void open_small(bench_t *b, unsigned pipeline, unsigned sync) {
  open_bench(b, small_shape(pipeline, sync), 1);
  router_twin_reset(&b->shape, b->twin, b->state);
  clear(b);
  for (unsigned o = 0; o < PORTS; o++) {
    uint64_t nodes = 0;
    for (unsigned n = o; n < 20; n += PORTS) {
      nodes |= UINT64_C(1) << n;
    }
    set(b, "cfg_valid", 0, 1);
    set(b, "cfg_kind", 0, 2);
    set(b, "cfg_index", 0, o);
    set(b, "cfg_data", 0, nodes);
    clock_bench(b);
  }
}

// Flit `position` of a packet of `length` and `headers` flits, on the link of `port` in this cycle.
static void send(bench_t *b, unsigned port, packet_head_t head, unsigned position,
                 uint64_t payload) {
  uint64_t flit[SHAPE_MAX_WORDS] = {payload};
  if (position == 0) {
    packet_pack(&b->shape, &head, flit);
  }
  set(b, "in_valid", 0, input(b, "in_valid", 0) | UINT64_C(1) << port);
  set(b, "in_kind", port, stimulus_kind(position, head.length + head.headers));
  set(b, "in_payload", port, flit[0]);
}

static void credit(bench_t *b, unsigned port) {
  set(b, "credit_in_valid", 0, input(b, "credit_in_valid", 0) | UINT64_C(1) << port);
}

// Sends a whole packet by `port`, a flit a cycle, and goes on for `cycles` in all; shown[t] is
// out_valid as cycle t's edge leaves it.
static void play(bench_t *b, unsigned port, packet_head_t head, uint64_t header, unsigned cycles,
                 uint32_t *valid) {
  for (unsigned t = 0; t < cycles; t++) {
    if (t < (unsigned)head.length + head.headers) {
      send(b, port, head, t, t >= 1 && t <= head.headers ? header : 1000 + t);
    }
    clock_bench(b);
    valid[t] = (uint32_t)shown(b, "out_valid", 0);
  }
}

static const packet_head_t kTree = {.type = PACKET_TREE_WORM, .length = 3, .headers = 1};
static const packet_head_t kPath = {.type = PACKET_PATH_WORM, .length = 3, .headers = 1};

// The copies of a worm leave an idle router together, a unicast's cycles after its last header flit
// came in the place of its head.
static void test_tree_timing(void **state) {
  (void)state;
  for (unsigned pipeline = 2; pipeline <= 3; pipeline++) {
    bench_t b;
    uint32_t valid[10];
    open_small(&b, pipeline, 0);
    play(&b, WEST, kTree, 1u << 0 | 1u << 3 | 1u << 4 | 1u << 8, 10, valid);  // ports 0, 3, 4
    for (unsigned t = 0; t < 10; t++) {
      assert_int_equal(valid[t], t >= pipeline && t < pipeline + 4 ? 0x19 : 0);
    }
    assert_int_equal(shown(&b, "out_credit", 3), DEPTH - 4);
    close_bench(&b);
  }
}

static uint64_t pair(const noc_shape_t *s, uint32_t address, uint32_t ports) {
  return address | (uint64_t)ports << s->addr_w;
}

// A pair that is followed by another costs nothing; a used-up header flit costs its read.
static void test_path_timing(void **state) {
  (void)state;
  for (unsigned pipeline = 2; pipeline <= 3; pipeline++) {
    for (unsigned pairs = 1; pairs <= 2; pairs++) {
      bench_t b;
      uint32_t valid[10];
      open_small(&b, pipeline, 0);
      const noc_shape_t *s = &b.shape;
      const uint64_t second = pair(s, 5, 1);
      const uint64_t header = pair(s, 3 | 3 << 3, 0x3) | (pairs > 1 ? second << s->pair_w : 0);
      play(&b, WEST, kPath, header, 10, valid);
      for (unsigned t = 0; t < 10; t++) {
        const bool gap = pairs == 1 && t == pipeline + 1;
        assert_int_equal(valid[t], t >= pipeline && t < pipeline + 4 && !gap ? 0x3 : 0);
      }
      assert_int_equal(shown(&b, "out_credit", EAST), DEPTH - 4 + (pairs == 1));
      close_bench(&b);
    }
  }
}

// Leaves `credits` credits at the output east.
static void use_credits(bench_t *b, unsigned credits) {
  uint32_t valid[DEPTH + 10];
  const packet_head_t unicast = {.destination = 5 | 3 << 3, .length = (uint16_t)(DEPTH - credits)};
  play(b, 3, unicast, 0, DEPTH + 10, valid);
  assert_int_equal(shown(b, "out_credit", EAST), credits);
}

// An output without credits does not keep the others waiting. The flits that it gets later stay in
// the buffer for it, in step with its credits.
static void test_blocked(void **state) {
  (void)state;
  bench_t b;
  uint32_t valid[20];
  open_small(&b, 3, 0);
  use_credits(&b, 3);  // one fewer than the worm needs: it waits, and nobody passes it
  play(&b, WEST, kTree, 1u << 1 | 1u << 3, 12, valid);
  for (unsigned t = 0; t < 12; t++) {
    assert_int_equal(valid[t], t >= 3 && t < 7 ? 1u << 3 : 0);
  }
  assert_int_equal(shown(&b, "in_count", WEST), 4);
  assert_int_equal(shown(&b, "br_wait", WEST), 1u << EAST);
  assert_int_equal(shown(&b, "br_active", WEST), 0);
  unsigned returned = 0;
  for (unsigned t = 0; t < 10; t++) {
    if (t == 0) {
      credit(&b, EAST);  // now all of it fits
    }
    clock_bench(&b);
    returned += (unsigned)(shown(&b, "credit_out_valid", 0) >> WEST & 1);
    assert_int_equal(shown(&b, "out_valid", 0), t >= 2 && t < 6 ? 1u << EAST : 0);
  }
  assert_int_equal(returned, 4);
  assert_int_equal(shown(&b, "in_count", WEST), 0);
  close_bench(&b);
}

// A worm takes an output VC when what is left of it fits: without the header flit that is used up.
static void test_fits(void **state) {
  (void)state;
  for (unsigned credits = 2; credits <= 3; credits++) {
    bench_t b;
    uint32_t valid[10];
    open_small(&b, 3, 0);
    use_credits(&b, credits);
    play(&b, WEST, kPath, pair(&b.shape, 3 | 3 << 3, 1u << EAST), 10, valid);
    assert_int_equal(valid[3], credits == 3 ? 1u << EAST : 0);
    assert_int_equal(shown(&b, "in_count", WEST), credits == 3 ? 0 : 4);
    close_bench(&b);
  }
}

// In step, nothing leaves for any output until all can take it.
static void test_in_step(void **state) {
  (void)state;
  bench_t b;
  uint32_t valid[12];
  open_small(&b, 3, 1);
  use_credits(&b, 3);
  play(&b, WEST, kTree, 1u << 1 | 1u << 3, 12, valid);
  for (unsigned t = 0; t < 12; t++) {
    assert_int_equal(valid[t], 0);
  }
  // It holds a VC that nobody can use.
  assert_int_equal(shown(&b, "br_active", WEST), 1u << 3);
  for (unsigned t = 0; t < 10; t++) {
    if (t == 0) {
      credit(&b, EAST);
    }
    clock_bench(&b);
    assert_int_equal(shown(&b, "out_valid", 0), t >= 2 && t < 6 ? 1u << EAST | 1u << 3 : 0);
  }
  close_bench(&b);
}

// A worm with a node that no port reaches goes up whole, and its string is not cut.
static void test_up(void **state) {
  (void)state;
  bench_t b;
  uint32_t valid[10];
  open_small(&b, 3, 0);
  set(&b, "cfg_valid", 0, 1);
  set(&b, "cfg_kind", 0, 2);
  set(&b, "cfg_index", 0, 3);
  clock_bench(&b);  // port 3 reaches none any more
  set(&b, "cfg_valid", 0, 1);
  set(&b, "cfg_kind", 0, 3);
  set(&b, "cfg_data", 0, 1u << EAST | 1u << 4);
  clock_bench(&b);
  play(&b, WEST, kTree, 1u << 0 | 1u << 3 | 1u << 4, 5, valid);
  assert_int_equal(valid[3], 1u << EAST);
  assert_int_equal(valid[4], 1u << EAST);
  assert_int_equal(shown(&b, "out_payload", EAST), 1u << 0 | 1u << 3 | 1u << 4);
  close_bench(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_copies),      cmocka_unit_test(test_unicasts),
      cmocka_unit_test(test_tree_timing), cmocka_unit_test(test_path_timing),
      cmocka_unit_test(test_blocked),     cmocka_unit_test(test_fits),
      cmocka_unit_test(test_in_step),     cmocka_unit_test(test_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
