// test_inside -- every unit of a router and of an interface held against its own golden model on
// the inputs that it gets in a network: none differs, and none is left out. What differs when one
// is wrong is tests/cli/test_culprit.sh.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dut/plugin.h"
#include "harness.h"
#include "lockstep/culprit.h"

enum { CYCLES = 3000, QUICK = 2 };

typedef struct {
  component_t component;
  const char *settings;
  const char *units;  // as they are named in their path, in its order; of the ports only port 1's
} inside_case_t;

#define UNIFORM " workload.traffic=uniform workload.load=0.6 workload.packet_flits=4"
#define MULTICAST \
  " router.switching=cut-through workload.traffic=multicast workload.load=0.2 workload.degree=3"
#define CODED         "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc"
#define PLAIN         "router u_out u_in u_route u_route u_fifo u_sa u_va u_xb"
#define COPIES(route) "router u_branches u_fifo u_decoder " route " u_sa u_va u_worms u_xb u_out"
#define QUEUES        "u_ejection u_arbiter u_fifo u_injection u_arbiter u_fifo"

// The first QUICK are the quick tier.
static const inside_case_t kCases[] = {
    {COMPONENT_ROUTER, "topology=mesh:3x3 router.vcs=2 router.depth=4" UNIFORM, PLAIN},
    {COMPONENT_INTERFACE, "topology=mesh:3x3 router.vcs=2 router.depth=4" UNIFORM,
     "network_interface " QUEUES},
    {COMPONENT_ROUTER,
     "topology=torus:3x3 router.vcs=4 router.depth=6 router.switching=cut-through "
     "router.arbiter=age router.age_bits=12 router.pipeline=2" UNIFORM,
     PLAIN},
    {COMPONENT_INTERFACE,
     "topology=torus:3x3 router.vcs=4 router.depth=6 router.switching=cut-through "
     "router.arbiter=age router.age_bits=12 router.networks=2" UNIFORM,
     "network_interface " QUEUES},
    {COMPONENT_ROUTER, "topology=octagon:8 router.vcs=4" UNIFORM, PLAIN},
    {COMPONENT_ROUTER, "topology=h3dm:m=4,n=2,levels=1,q=0" UNIFORM, PLAIN},
    {COMPONENT_ROUTER,
     "topology=irregular:switches=8,ports=8,hosts=32,seed=2 router.adaptive=true" UNIFORM,
     "router u_out u_in u_route u_select u_fifo u_sa u_va u_xb u_room u_table"},
    {COMPONENT_ROUTER, "topology=torus:3x3 router.vcs=2 router.routing=source" UNIFORM,
     "router u_out u_in u_source u_fifo u_sa u_va u_xb"},
    {COMPONENT_ROUTER,
     "topology=mesh:3x3 router.vcs=2 router.depth=12 workload.scheme=tree-worm" MULTICAST,
     COPIES("u_route u_route")},
    {COMPONENT_ROUTER,
     "topology=mesh:3x3 router.vcs=2 router.depth=12 workload.scheme=path-worm" MULTICAST,
     COPIES("u_route u_route")},
    {COMPONENT_ROUTER,
     "topology=irregular:switches=8,ports=8,hosts=32,seed=2 router.vcs=4 router.depth=24 "
     "router.adaptive=true workload.scheme=tree-worm" MULTICAST,
     COPIES("u_route u_select") " u_room u_table"},
    {COMPONENT_INTERFACE,
     "topology=mesh:3x3 router.vcs=2 router.depth=12 workload.scheme=tree-worm" MULTICAST,
     "network_interface " QUEUES},
    {COMPONENT_INTERFACE,
     "topology=mesh:3x3 router.depth=16 workload.scheme=kbinomial host.t_nr=7 "
     "host.t_ns=3" MULTICAST,
     "network_interface u_forward " QUEUES},
    {COMPONENT_INTERFACE, CODED, "network_interface u_xor " QUEUES},
    {COMPONENT_INTERFACE, CODED " router.arbiter=age router.age_bits=14",
     "network_interface u_xor " QUEUES},
};

static void check_units(const inside_t *in, const inside_case_t *c) {
  char units[512] = "";
  for (size_t i = 0; i < inside_units(in); i++) {
    const char *path = inside_path(in, i);
    const char *dot = strrchr(path, '.');
    if (strstr(path, "[") == NULL || strstr(path, "[1]") != NULL) {
      (void)snprintf(units + strlen(units), sizeof units - strlen(units), "%s%s", i > 0 ? " " : "",
                     dot != NULL ? dot + 1 : path);
    }
  }
  assert_string_equal(units, c->units);
}

static void run(const inside_case_t *c) {
  culprit_t found = {0};
  culprit_search_t search = {
      .component = c->component, .id = 4, .steps = UINT64_MAX, .found = &found};
  sim_t s = sim_create_with(c->settings, culprit_factory, &search, NULL, NULL, 0);
  check_units(search.inside, c);
  for (uint64_t i = 0; i < CYCLES; i++) {
    if (!workload_cycle(s.workload, &s.error)) {
      fail_msg("%s: %s", c->settings, s.error.text);
    }
    if (!network_step(s.network)) {
      const inside_difference_t *d = &found.differs;
      fail_msg("%s: cycle %" PRIu64 ": %s differs in %s[%u] (%s): RTL %#" PRIx64
               ", golden %#" PRIx64,
               c->settings, found.cycle, found.unit,
               d->field.name != NULL ? d->field.name : "an assertion", d->index, d->path, d->rtl,
               d->golden);
    }
  }
  sim_free(&s);
}

static void test_no_unit_differs(void **state) {
  (void)state;
  const char *tier = getenv("NOCSTEP_LONG");
  const size_t all = sizeof kCases / sizeof kCases[0];
  const size_t cases = tier != NULL && strcmp(tier, "1") == 0 ? all : QUICK;
  for (size_t i = 0; i < cases; i++) {
    run(&kCases[i]);
  }
}

// A search ends when the mismatch should have shown, found or not.
static void test_end_of_search(void **state) {
  (void)state;
  enum { STEPS = 40 };
  culprit_t found = {0};
  culprit_search_t search = {
      .component = kCases[0].component, .id = 4, .steps = STEPS, .found = &found};
  sim_t s = sim_create_with(kCases[0].settings, culprit_factory, &search, NULL, NULL, 0);
  uint64_t steps = 0;
  bool more = true;
  for (; more && steps < 2 * STEPS; steps++) {
    assert_true(workload_cycle(s.workload, &s.error));
    more = network_step(s.network);
  }
  assert_false(more);
  assert_in_range(steps, STEPS, STEPS + 2);
  assert_false(found.found);
  sim_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_unit_differs),
                                     cmocka_unit_test(test_end_of_search)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
