// route_select: RTL against golden model; golden model against the text port by port, and what
// inputs choose among equals.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "router/route_select.h"
#include "unit/shapes.h"
#include "unit/stimulus.h"
#include "unit/unit_lockstep.h"

static void test_lockstep(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims; then routing, classes,
  // rows, adaptive.
  const noc_shape_t shapes[] = {
      shape_routed(
          (routed_choice_t){{5, 4, 3, 32, 0, 3, 1, 0}, ROUTE_TABLE, 2, .rows = 2, .adaptive = 1}),
      shape_routed(
          (routed_choice_t){{6, 2, 8, 32, 0, 3, 1, 0}, ROUTE_TABLE, 1, .rows = 2, .adaptive = 0}),
      shape_routed(
          (routed_choice_t){{16, 2, 8, 32, 0, 3, 1, 0}, ROUTE_TABLE, 1, .rows = 2, .adaptive = 1}),
      shape_routed(
          (routed_choice_t){{2, 1, 1, 32, 0, 3, 1, 0}, ROUTE_TABLE, 1, .rows = 2, .adaptive = 1}),
      shape_routed((routed_choice_t){
          {11, 16, 640, 64, 0, 3, 1, 0}, ROUTE_TABLE, 1, .rows = 2, .adaptive = 1}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("route_select", shapes, n, 40000, 1000000);
}

// By the words of the text, a port at a time.
static unsigned by_the_text(unsigned ports, uint32_t candidates, const uint32_t *room,
                            unsigned input) {
  unsigned place[SHAPE_MAX_PORTS];  // candidates by rank
  unsigned n = 0;
  unsigned others = 0;
  uint32_t most = 0;
  for (unsigned o = 0; o < ports; o++) {
    if ((candidates >> o & 1) != 0) {
      place[n++] = o;
      most = room[o] > most ? room[o] : most;
    } else {
      others += o < input;
    }
  }
  for (unsigned k = 0; k < n; k++) {
    const unsigned o = place[(others % n + k) % n];
    if (room[o] == most) {
      return o;
    }
  }
  return 0;
}

static void test_text(void **state) {
  (void)state;
  const router_view_t view = {.adaptive = true};
  rng_t r = rng_seed(1);
  for (unsigned t = 0; t < 200000; t++) {
    const unsigned ports = 1 + rng_below(&r, SHAPE_MAX_PORTS);
    const uint32_t candidates = (uint32_t)rng_next(&r) & ((UINT32_C(1) << ports) - 1);
    const unsigned input = rng_below(&r, ports);
    uint32_t room[SHAPE_MAX_PORTS];
    for (unsigned o = 0; o < ports; o++) {
      room[o] = rng_below(&r, 1 + t % 4);
    }
    assert_int_equal(route_select(&view, candidates, room, input),
                     by_the_text(ports, candidates, room, input));
  }
}

// The inputs that are no candidates spread over the candidates, as evenly as can be, wherever these
// lie: behind all inputs as in a fat tree, or among them as in a mesh.
static void test_spread(void **state) {
  (void)state;
  static const struct {
    unsigned ports;
    uint32_t candidates;
  } kRouters[] = {{8, 0xf0}, {6, 0x38}, {8, 0x0f}, {5, 0x0a}, {5, 0x12}, {7, 0x2a}, {16, 0xff00}};
  const router_view_t view = {.adaptive = true};
  for (size_t i = 0; i < sizeof kRouters / sizeof kRouters[0]; i++) {
    const uint32_t room[SHAPE_MAX_PORTS] = {0};
    const uint32_t candidates = kRouters[i].candidates;
    unsigned chosen[SHAPE_MAX_PORTS] = {0};
    unsigned inputs = 0;
    for (unsigned input = 0; input < kRouters[i].ports; input++) {
      if ((candidates >> input & 1) == 0) {
        chosen[route_select(&view, candidates, room, input)]++;
        inputs++;
      }
    }
    const unsigned n = (unsigned)__builtin_popcount(candidates);
    for (unsigned o = 0; o < kRouters[i].ports; o++) {
      if ((candidates >> o & 1) != 0) {
        assert_true(chosen[o] >= inputs / n && chosen[o] <= (inputs + n - 1) / n);
      } else {
        assert_int_equal(chosen[o], 0);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_text), cmocka_unit_test(test_spread),
                                     cmocka_unit_test(test_lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
