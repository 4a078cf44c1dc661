// host_guard: the golden model against docs/host-guard.md, case by case; RTL against golden model.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ni/host_guard.h"
#include "unit/shapes.h"
#include "unit/unit_lockstep.h"

// VCs, depth, cut-through and networks count here, and ports less dimensions: nodes at a router.
static noc_shape_t guarded(unsigned ports, unsigned vcs, unsigned depth, unsigned cut_through,
                           unsigned networks, unsigned dims) {
  return shape_of((shape_choice_t){ports, vcs, depth, 64, cut_through, 3, networks, dims});
}

static void test_lockstep(void **state) {
  (void)state;
  // The first 2 in the quick tier.
  const noc_shape_t shapes[] = {
      guarded(7, 3, 5, 1, 3, 2), guarded(3, 1, 8, 0, 1, 1),   guarded(5, 4, 3, 0, 2, 2),
      guarded(7, 2, 7, 1, 1, 3), guarded(8, 16, 9, 1, 16, 3), guarded(4, 5, 640, 1, 5, 0),
  };
  const unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("host_guard", shapes, n, 40000, 1000000);
}

// A guard, its interface ready for networks 0 and 2 of three, in a mesh of 5x3 with three nodes at
// each router.
typedef struct {
  noc_shape_t s;
  host_guard_t g;
  host_guard_in_t in;
} bench_t;

static uint32_t place(const noc_shape_t *s, uint32_t x, uint32_t y, uint32_t local) {
  return x | y << s->digit_w | local << (2 * s->digit_w);
}

static bench_t bench(unsigned cut_through) {
  bench_t b = {.s = guarded(7, 3, 5, cut_through, 3, 2)};
  b.in = (host_guard_in_t){.extent = place(&b.s, 4, 2, 2), .valid = true, .ni_ready = 5};
  host_guard_reset(&b.g);
  return b;
}

// One beat: whether it is taken, whether it reaches the interface, and the error behind it, -1 for
// none.
static void beat(bench_t *b, unsigned network, uint32_t dst, unsigned flits, bool taken,
                 bool reaches, int error) {
  b->in.network = network;
  b->in.dst = dst;
  b->in.flits = flits;
  const host_guard_out_t out = host_guard_look(&b->s, &b->g, &b->in);
  assert_int_equal(out.ni_valid, reaches);
  assert_int_equal(network < b->s.networks && (out.host_ready >> network & 1) != 0, taken);
  host_guard_step(&b->s, &b->g, &b->in);
  assert_int_equal(b->g.error ? (int)b->g.cause : -1, error);
}

static void test_destination(void **state) {
  (void)state;
  bench_t b = bench(0);
  const uint32_t good = place(&b.s, 4, 2, 2);
  const uint32_t bad[] = {place(&b.s, 5, 0, 0), place(&b.s, 0, 3, 0), place(&b.s, 0, 0, 3)};
  for (unsigned i = 0; i < 3; i++) {
    beat(&b, 0, bad[i], 3, true, false, GUARD_DESTINATION);
    b.in.ni_ready = 0;  // what is swallowed needs no interface
    beat(&b, 0, good, 1, true, false, -1);
    b.in.ni_ready = 5;
    beat(&b, 0, good, 1, true, false, -1);
    beat(&b, 0, good, 2, true, true, -1);
    beat(&b, 0, bad[i], 0, true, true, -1);  // not looked at
  }
  // A first beat that is not taken is no error yet.
  b.in.ni_ready = 0;
  beat(&b, 0, bad[0], 1, false, false, -1);
  b.in.ni_ready = 5;
  beat(&b, 0, bad[0], 1, true, false, GUARD_DESTINATION);
  beat(&b, 0, good, 1, true, true, -1);
}

static void test_length(void **state) {
  (void)state;
  for (unsigned cut_through = 0; cut_through < 2; cut_through++) {
    bench_t b = bench(cut_through);
    beat(&b, 0, 0, 0, true, false, GUARD_LENGTH);
    for (unsigned i = 0; i < 6; i++) {
      beat(&b, 0, 0, 6, true, !cut_through, cut_through && i == 0 ? (int)GUARD_LENGTH : -1);
    }
    for (unsigned i = 0; i < 5; i++) {
      beat(&b, 0, 0, 5, true, true, -1);
    }
    beat(&b, 0, place(&b.s, 5, 0, 0), 0, true, false, GUARD_DESTINATION);  // the first that holds
    beat(&b, 0, 0, 1, true, true, -1);
  }
}

static void test_network(void **state) {
  (void)state;
  bench_t b = bench(0);
  beat(&b, 3, 0, 2, false, false, GUARD_NETWORK);
  beat(&b, 3, 0, 2, false, false, GUARD_NETWORK);  // as long as it is offered
  beat(&b, 0, place(&b.s, 7, 0, 0), 3, true, false, GUARD_DESTINATION);
  beat(&b, 2, 0, 2, true, true, -1);  // another network, meanwhile
  beat(&b, 1, 0, 1, false, true, -1);
  beat(&b, 0, 0, 1, true, false, -1);
  beat(&b, 2, 0, 1, true, true, -1);
  beat(&b, 3, 0, 1, false, false, GUARD_NETWORK);
  b.in.valid = false;
  beat(&b, 3, 0, 1, false, false, -1);
  b.in.valid = true;
  beat(&b, 0, 0, 1, true, false, -1);
  beat(&b, 0, 0, 1, true, true, -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_destination),
                                     cmocka_unit_test(test_length), cmocka_unit_test(test_network),
                                     cmocka_unit_test(test_lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
