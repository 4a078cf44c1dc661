// test_coverage -- what runs are said to have exercised: every event of coverage.def is reached by
// some network, a lone packet reaches those that it must and no others, and pairs of ports are
// those that routes have. Golden networks, whose registers both sides of a run in lockstep have.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/port_pairs.h"
#include "lockstep/coverage.h"
#include "lockstep/words.h"
#include "network/harness.h"
#include "network/recording_bank.h"
#include "unit/temp_file.h"

// The fields of a bank, unpacked from its words.
typedef struct {
  bank_t *bank;
  coverage_t coverage;
  words_plan_t *plan;
  uint32_t *words;
  router_fields_t router;
  interface_fields_t interface;
} view_t;

#define IN(...)
#define OWN(name, type, bits, by, radix, meaning) \
  f->name = calloc((size_t)members * DIMENSIONS_COUNT(by) + 1, sizeof *f->name);
#define WIRE OWN
#define OUT  OWN
#define REG  OWN

static void own_router(router_fields_t *f, const noc_shape_t *s, uint32_t members) {
#include "shape/router_state.def"
}

static void own_interface(interface_fields_t *f, const noc_shape_t *s, uint32_t members) {
#include "shape/network_interface_state.def"
}

#undef OWN
#define OWN(name, type, bits, by, radix, meaning) free(f->name);

static void free_router(router_fields_t *f) {
#include "shape/router_state.def"
}

static void free_interface(interface_fields_t *f) {
#include "shape/network_interface_state.def"
}

static view_t view_of(bank_t *b) {
  const bank_config_t *c = &b->config;
  const bool router = c->component == COMPONENT_ROUTER;
  view_t v = {.bank = b, .router = c->router, .interface = c->interface};
  if (router) {
    own_router(&v.router, c->shape, c->members);
  } else {
    own_interface(&v.interface, c->shape, c->members);
  }
  v.plan =
      words_plan_create(&b->layout, router ? (void *)&v.router : (void *)&v.interface, WORDS_STATE);
  v.words = calloc(b->layout.state_words + WORDS_SLACK, sizeof *v.words);
  assert_non_null(v.plan);
  coverage_start(&v.coverage, c->component, c->shape);
  return v;
}

static void look(view_t *v) {
  const bank_config_t *c = &v->bank->config;
  for (uint32_t m = 0; m < c->members; m++) {
    v->bank->ops->state(v->bank, m, false, v->words);
    words_unpack(v->plan, m, v->words);
  }
  if (c->component == COMPONENT_ROUTER) {
    coverage_heads(&v->coverage, c->shape, &v->router, c->members, v->bank->golden);
    coverage_routers(&v->coverage, c->shape, &v->router, c->members);
  } else {
    coverage_interfaces(&v->coverage, c->shape, &v->interface, c->members);
  }
}

static void release(view_t *v) {
  if (v->bank->config.component == COMPONENT_ROUTER) {
    free_router(&v->router);
  } else {
    free_interface(&v->interface);
  }
  words_plan_free(v->plan);
  free(v->words);
}

// Runs a scenario for so many cycles at most; what it exercises, and the pairs that it may.
static coverage_t exercise(const char *settings, uint64_t cycles, port_pairs_t *possible) {
  sim_t s = sim_create_with(settings, recording_factory, NULL, NULL, NULL, 0);
  coverage_t sum = {0};
  view_t view[2];
  assert_int_equal(network_banks(s.network), 2);
  for (size_t i = 0; i < 2; i++) {
    view[i] = view_of(network_bank(s.network, i));
  }
  while (network_cycle(s.network) < cycles && !workload_done(s.workload)) {
    assert_true(workload_cycle(s.workload, &s.error));
    look(&view[0]);
    look(&view[1]);
    assert_true(network_step(s.network));
  }
  for (size_t i = 0; i < 2; i++) {
    coverage_add(&sum, &view[i].coverage);
    release(&view[i]);
  }
  if (possible != NULL) {
    assert_true(port_pairs_find(network_routing(s.network), network_shape(s.network)->classes,
                                possible, &s.error));
  }
  sim_free(&s);
  return sum;
}

static void test_all(void **state) {
  static const char *const kSettings[] = {
      "topology=mesh:3x3 router.depth=2 workload.traffic=uniform workload.load=1",
      "topology=mesh:3x3 router.depth=4 router.switching=cut-through workload.traffic=hotspot "
      "workload.hotspot_nodes=4 workload.hotspot_share=0.8 workload.load=1 "
      "workload.packet_flits=1:1,4:1",
      "topology=mesh:2x2 router.depth=4 workload.traffic=uniform workload.load=0.9 "
      "host.accept=0.2",
      "topology=octagon:8 workload.traffic=uniform workload.load=0.2",
      "topology=mesh:3x3 router.allocation=speculative router.depth=2 workload.traffic=uniform "
      "workload.load=1",
      "topology=mesh:3x3 router.allocator=wavefront workload.traffic=uniform workload.load=1",
      "topology=h3dm:m=2,n=2,levels=2,q=0 workload.traffic=uniform workload.load=0.2",
      "topology=fattree:k=2,n=2 workload.traffic=uniform workload.load=0.2",
      "topology=fattree:k=2,n=2 router.adaptive=true workload.traffic=uniform workload.load=0.2",
      "topology=mesh:3x3 router.routing=source workload.traffic=uniform workload.load=0.2",
      "topology=irregular:switches=8,ports=8,hosts=32,seed=2 router.depth=12 "
      "router.switching=cut-through workload.traffic=multicast workload.degree=1-31 "
      "workload.scheme=tree-worm workload.load=0.9 workload.message_flits=6",
      "topology=mesh:4x4 router.depth=16 router.switching=cut-through router.pipeline=3 "
      "workload.traffic=multicast workload.degree=1-15 workload.scheme=path-worm "
      "workload.load=0.9 workload.message_flits=6",
      "topology=mesh:4x4 router.depth=16 workload.collective=allgather workload.scheme=kbinomial "
      "workload.message_flits=6 host.t_nr=20 host.t_ns=9 workload.slots=4",
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc "
      "workload.message_flits=4",
      "topology=mesh:3x3 router.depth=4 workload.traffic=multicast workload.degree=1-8 "
      "workload.scheme=kbinomial workload.load=0.9 workload.message_flits=4 host.t_ns=60",
      "topology=mesh:4x4 router.depth=4 router.allow_deadlock=true "
      "workload.traffic=multicast workload.degree=1-3 workload.scheme=path-worm workload.load=0.9 "
      "workload.message_flits=6",
  };
  coverage_t sum = {0};
  (void)state;
  for (size_t i = 0; i < sizeof kSettings / sizeof kSettings[0]; i++) {
    const coverage_t of = exercise(kSettings[i], 3000, NULL);
    coverage_add(&sum, &of);
  }
  bool all = true;
  for (coverage_event_t e = 0; e < COVERAGE_EVENTS; e++) {
    if (!sum.listed[e] || sum.count[e] == 0) {
      print_error("%s: %s, and never seen\n", coverage_info(e)->name,
                  sum.listed[e] ? "listed" : "not listed");
      all = false;
    }
  }
  assert_true(all);
}

// A scenario reaches these events, NULL at the end, and no others.
static coverage_t check_reached(const char *settings, const char *const *reached) {
  const coverage_t of = exercise(settings, 1000, NULL);
  for (coverage_event_t e = 0; e < COVERAGE_EVENTS; e++) {
    bool due = false;
    for (size_t i = 0; reached[i] != NULL; i++) {
      due |= strcmp(reached[i], coverage_info(e)->name) == 0;
    }
    if (due != (of.count[e] > 0)) {
      fail_msg("%s: %s: %u", settings, coverage_info(e)->name, of.count[e]);
    }
  }
  return of;
}

// The events of one packet on an idle network of two routers: of waiting, that of its head for one
// cycle and no other.
static void test_lone(void **state) {
  static const char *const kReached[] = {"route_dor",      "input_flit",     "vc_waits",
                                         "switch_granted", "output_flit",    "injection_flit",
                                         "ejection_flit",  "vc_last_credit", NULL};
  (void)state;
  static const char kTrace[] = "0,0,1,2\n";
  char settings[256];
  temp_file_write(kTrace, sizeof kTrace - 1);
  (void)snprintf(settings, sizeof settings,
                 "topology=mesh:1x2 router.vcs=2 router.depth=3 workload.trace=%s", temp_file);
  assert_int_equal(check_reached(settings, kReached).vcs, 1);
}

// Those of one worm that is copied, alone: no copies ask for what others want.
static void test_lone_worm(void **state) {
  static const char *const kReached[] = {
      "output_flit",    "decoder_tree",   "table_cut",      "branch_flit",   "branch_several",
      "branch_granted", "copies_at_once", "injection_flit", "ejection_flit", NULL};
  (void)state;
  (void)check_reached(
      "topology=mesh:2x2 router.depth=16 router.switching=cut-through "
      "workload.collective=broadcast workload.scheme=tree-worm workload.message_flits=4",
      kReached);
}

// Packets do only what the routes have, and if they run long enough they do all of it.
static void check_pairs(const char *settings, unsigned pairs) {
  port_pairs_t possible;
  const coverage_t of = exercise(settings, 4000, &possible);
  unsigned count = 0;
  for (unsigned p = 0; p < SHAPE_MAX_PORTS; p++) {
    if (of.pairs[p] != possible.out[p]) {
      fail_msg("%s: port %u: to %#x, possible %#x", settings, p, of.pairs[p], possible.out[p]);
    }
    count += (unsigned)__builtin_popcount(possible.out[p]);
  }
  assert_int_equal(count, pairs);
  assert_int_equal(of.vcs, 0xf);
}

static void test_pairs(void **state) {
  (void)state;
  // A router of a mesh with dimension order: 4 from its node, 4 from each port in x, 2 from those
  // in y.
  check_pairs("topology=mesh:4x4 workload.traffic=uniform workload.load=0.3", 16);
  check_pairs("topology=mesh:3x3@2 workload.traffic=uniform workload.load=0.3", 26);
  check_pairs("topology=mesh:3x3 router.routing=source workload.traffic=uniform workload.load=0.3",
              16);
  check_pairs("topology=ring:5 workload.traffic=uniform workload.load=0.3", 6);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all), cmocka_unit_test(test_lone),
                                     cmocka_unit_test(test_lone_worm),
                                     cmocka_unit_test(test_pairs)};
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
