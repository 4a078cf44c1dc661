// Networks of every topology family under uniform traffic: golden models with all kinds of packets,
// buffers and links, and RTL in lockstep. Every packet arrives, once and whole, over as many links
// as its route has; flits and credits are conserved.
//
// NOCSTEP_LONG=1 compares all families with RTL, in every shape; without it a few that need few
// plug-ins, and odd golden networks carry three of the seven kinds of traffic each.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "unit/unit_lockstep.h"

static const char *const kFamilies[] = {
    "mesh:3x2x2@2",
    "torus:4x4",
    "torus:8x8",
    "torus:4x4x4",
    "torus:3x4x1x2",
    "ring:5",
    "hypercube:4",
    "octagon:8",
    "octagon:16",
    "octagon:8@2",
    "octagons:2x2",
    "h3dm:m=2,n=2,levels=2,q=0",
    "h3dm:m=4,n=2,levels=1,q=0",
    "fattree:k=2,n=3",
    "fattree:k=4,n=2",
    "fattree:k=2,n=4,growth=1.587401",
    "butterfly:k=2,n=3",
    "dragonfly:p=2,a=4,h=2",
    "slimfly:q=5",
    "flattened:3x3",
};

// Everything that is as small as it can be, or odd.
static const char *const kOdd[] = {
    "mesh:1x1",
    "mesh:1x2",
    "torus:1",
    "torus:2x2",
    "torus:3x3",
    "torus:1x5",
    "torus:2x2x2x2",
    "ring:1@2",
    "ring:2",
    "ring:3",
    "hypercube:1",
    "hypercube:3@3",
    "octagon:12@3",
    "octagon:8^2",
    "octagons:1x2",
    "octagons:3x1",
    "h3dm:m=1,n=3,levels=2,q=0",
    "h3dm:m=3,n=2,levels=2,q=0",
    "h3dm:m=4,n=2,levels=2,q=1",
    "h3dm:m=3,n=2,levels=2,q=1 router.routing=h3dm-source router.flit_bits=256",
    "h3dm:m=4,n=2,levels=2,q=0 router.routing=h3dm-source router.flit_bits=256",
    "h3dm:m=1,n=3,levels=2,q=0 router.routing=h3dm-destination",
    "h3dm:m=3,n=2,levels=2,q=0 router.routing=h3dm-destination",
    "h3dm:m=4,n=2,levels=2,q=2 router.routing=h3dm-destination",
    "fattree:k=2,n=1",
    "fattree:k=3,n=2",
    "tree:k=2,n=1",
    "tree:k=3,n=2",
    "butterfly:k=2,n=1",
    "butterfly:k=3,n=3",
    "dragonfly:p=1,a=1,h=1",
    "dragonfly:p=2,a=4,h=2,g=2",
    "dragonfly:p=1,a=3,h=2,g=4",
    "slimfly:q=3",
    "slimfly:q=3 router.routing=algebraic",
    "flattened:1x4",
    "flattened:2",
    "irregular:switches=1,ports=4,hosts=4",
    "irregular:switches=2,ports=2,hosts=2",
    "irregular:switches=7,ports=5,hosts=9,seed=3",
};

// Those whose routing has several ports to choose from.
static const char *const kAdaptive[] = {
    "irregular:switches=8,ports=8,hosts=32",
    "octagons:2x2",
    "fattree:k=2,n=3",
    "fattree:k=4,n=2",
    "fattree:k=2,n=3,growth=2",
    "dragonfly:p=2,a=4,h=2,g=3",
    "slimfly:q=5",
};

// If a key is set twice, the later setting counts.
#define BASE  "workload.traffic=uniform workload.packet_flits=4 "
#define MIXED BASE "workload.packet_flits=1:1,16:1 "  // of one flit and of 16, in one shape

static const char *const kTraffic[] = {
    BASE "workload.load=0.05 run.cycles=600",
    BASE "workload.load=1 run.cycles=200",
    BASE "workload.load=0.2 workload.packet_flits=1 router.pipeline=2 run.cycles=300",
    BASE "workload.load=1 workload.packet_flits=16 router.depth=2 run.cycles=200",
    BASE
    "workload.load=1 workload.packet_flits=16 router.depth=16 router.switching=cut-through "
    "run.cycles=200",
    BASE "workload.load=1 router.pipeline=2 router.depth=3 router.link_latency=3 run.cycles=200",
    MIXED "workload.load=0.5 router.vcs=8 router.networks=2 run.cycles=300",
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// Links that all packets' routes have together, for packets of one length: what their closed forms
// have above those of no hop. Buffers must cover a packet or the round trip of credits.
static uint64_t hops_of_routes(const sim_t *s, const workload_result_t *r) {
  const uint64_t flits = r->packets_created > 0 ? r->flits_created / r->packets_created : 0;
  const double none = (double)sim_closed_form(s, (unsigned)flits, 0);
  const double hop = (double)sim_closed_form(s, (unsigned)flits, 1) - none;
  return flits * (uint64_t)llround((r->zero_load_latency - none) / hop * (double)r->latency.count);
}

static uint64_t flits_on_links(const sim_t *s) {
  const topology_t *t = s->scenario->topology;
  uint64_t flits = 0;
  for (uint32_t router = 0; router < t->routers; router++) {
    for (unsigned port = 0; port < t->ports; port++) {
      const bool link = t->peer_router[(size_t)router * t->ports + port] >= 0;
      flits += link ? network_link_flits(s->network, router, port) : 0;
    }
  }
  return flits;
}

static void check_results(sim_t *s) {
  const topology_t *t = s->scenario->topology;
  const network_counts_t *counts = network_counts(s->network);
  workload_result_t r;
  workload_result(s->workload, &r);
  assert_int_equal(r.packets_created > 0, t->nodes > 1);
  assert_int_equal(r.packets_delivered, r.packets_created);
  assert_int_equal(r.flits_delivered, r.flits_created);
  assert_int_equal(r.latency.count, r.packets_created);
  assert_int_equal(counts->injected_flits, r.flits_created);
  assert_int_equal(counts->ejected_flits, r.flits_created);
  assert_int_equal(counts->switched, counts->hops + r.flits_created);
  assert_int_equal(flits_on_links(s), counts->hops);
  const routing_t *route = s->scenario->route;
  const bool mixed = strchr(s->scenario->traffic[0].packet_flits.text, ':') != NULL;
  const unsigned longest = s->scenario->traffic[0].packet_flits.longest;
  const unsigned depth = s->scenario->depth;
  const bool covered = depth >= longest || depth >= 5 + 2 * (s->scenario->link_latency - 1);
  if (!mixed && covered && t->nodes > 1 && (!route->adaptive || route->shortest)) {
    assert_int_equal(counts->hops, hops_of_routes(s, &r));
  }
}

// Every component in every cycle, and in those before in which tables were loaded.
static void check_comparisons(const sim_t *s) {
  const topology_t *t = s->scenario->topology;
  const uint64_t components = (uint64_t)t->routers + t->nodes;
  if (components == 0) {  // else a reader of the code divides by it
    fail();
    return;
  }
  uint64_t comparisons = 0;
  for (size_t i = 0; i < network_banks(s->network); i++) {
    comparisons += network_bank(s->network, i)->comparisons;
  }
  assert_int_equal(comparisons % components, 0);
  if (s->scenario->route->unit == ROUTE_TABLE) {
    assert_true(comparisons / components > network_cycle(s->network));
  } else {
    assert_int_equal(comparisons / components, network_cycle(s->network));
  }
}

static void check(const char *topology, const char *traffic, const char *more) {
  char settings[512];
  (void)snprintf(settings, sizeof settings, "topology=%s %s %s", topology, traffic, more);
  sim_t s = sim_create(settings);
  const bool lockstep = s.scenario->run_router == RUN_LOCKSTEP;
  const bool ran = sim_run(&s, 16, 200000);
  if (lockstep && s.scenario->topology->nodes == 1) {  // to whom it sends is not there
    assert_false(ran);
    assert_non_null(strstr(s.error.text, "nothing was sent"));
    sim_free(&s);
    return;
  }
  if (!ran) {
    fail_msg("%s: %s", settings, s.error.text);
  }
  check_results(&s);
  if (lockstep) {
    check_comparisons(&s);
  }
  sim_free(&s);
}

static void check_golden(const char *topology, const char *more) {
  for (size_t i = 0; i < COUNT(kTraffic); i++) {
    check(topology, kTraffic[i], more);
  }
}

static const char *irregular(unsigned seed) {
  static char name[64];
  (void)snprintf(name, sizeof name, "irregular:switches=8,ports=8,hosts=32,seed=%u", seed);
  return name;
}

static void test_families(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(kFamilies); i++) {
    check_golden(kFamilies[i], "");
  }
}

static void test_irregular(void **state) {
  (void)state;
  for (unsigned seed = 1; seed <= 10; seed++) {
    check_golden(irregular(seed), "");
  }
}

static void test_odd(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(kOdd); i++) {
    for (size_t k = 0; k < (unit_long_tier() ? COUNT(kTraffic) : 3); k++) {
      check(kOdd[i], kTraffic[(i + k) % COUNT(kTraffic)], "");
    }
  }
}

static void test_adaptive(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(kAdaptive); i++) {
    check_golden(kAdaptive[i], "router.adaptive=true");
  }
}

// As many VCs as the routing has classes, and no more.
static void test_fewest_vcs(void **state) {
  (void)state;
  static const char *const kTopologies[] = {"torus:5x3",
                                            "octagon:8",
                                            "octagon:12",
                                            "h3dm:m=4,n=2,levels=2,q=0",
                                            "dragonfly:p=2,a=4,h=2",
                                            "slimfly:q=5",
                                            "fattree:k=2,n=3",
                                            "butterfly:k=2,n=3",
                                            "flattened:3x3",
                                            "octagons:2x2",
                                            "irregular:switches=8,ports=8,hosts=32,seed=4"};
  for (size_t i = 0; i < COUNT(kTopologies); i++) {
    noc_error_t error;
    topology_t *t = topology_create(kTopologies[i], &error);
    routing_t *r = routing_create(t, NULL, NULL, false, &error);
    char more[96];
    (void)snprintf(more, sizeof more, "router.vcs=%u router.depth=1 workload.packet_flits=16",
                   r->classes);
    routing_free(r);
    topology_free(t);
    check(kTopologies[i],
          unit_long_tier() ? BASE "workload.load=1 run.cycles=500"
                           : BASE "workload.load=1 run.cycles=150",
          more);
  }
}

// --- RTL -----------------------------------------------------------------------------------------

static void check_lockstep(const char *topology, const char *more) {
  char settings[256];
  (void)snprintf(settings, sizeof settings, "run.router=lockstep run.cycles=%d %s",
                 unit_long_tier() ? 1500 : 400, more);
  check(topology, MIXED "workload.load=0.05", settings);
  check(topology, MIXED "workload.load=1", settings);
}

static void test_lockstep(void **state) {
  (void)state;
  check_lockstep("torus:4x4", "");
  check_lockstep("octagon:16", "");
  check_lockstep("hypercube:4", "");
  check_lockstep(irregular(2), "");
  if (unit_long_tier()) {
    check_lockstep(irregular(1), "");
  }
}

// 64 routers with a table each: a small load.
static void test_lockstep_octagon_cube(void **state) {
  (void)state;
  if (!unit_long_tier()) {
    skip();
  }
  check("octagon:8^2", BASE "workload.load=0.05", "run.router=lockstep run.cycles=150");
}

// By all outlets, of one layer and of two; in the quick tier two of the six.
static void test_lockstep_outlets(void **state) {
  (void)state;
  static const char *const kRoutings[] = {"h3dm", "h3dm-source", "h3dm-destination"};
  for (unsigned i = 0; i < COUNT(kRoutings); i++) {
    for (unsigned q = 0; q < 2; q++) {
      char network[128];
      (void)snprintf(network, sizeof network,
                     "h3dm:m=2,n=2,levels=2,q=%u router.routing=%s router.flit_bits=256", q,
                     kRoutings[i]);
      if (unit_long_tier() || q == i) {
        check(network, MIXED "workload.load=0.3", "run.router=lockstep run.cycles=200");
      }
    }
  }
}

static void test_lockstep_long(void **state) {
  (void)state;
  static const char *const kShapes[] = {
      "",
      "router.pipeline=2 router.depth=3 router.link_latency=2",
      "router.depth=16 router.switching=cut-through",
      "router.vcs=8 router.networks=2 router.depth=4",
  };
  if (!unit_long_tier()) {
    skip();
  }
  for (size_t k = 0; k < COUNT(kShapes); k++) {
    for (size_t i = 0; i < COUNT(kFamilies); i++) {
      check_lockstep(kFamilies[i], kShapes[k]);
    }
    for (unsigned seed = 1; seed <= 10; seed++) {
      check_lockstep(irregular(seed), kShapes[k]);
    }
  }
}

static void test_lockstep_adaptive_long(void **state) {
  (void)state;
  if (!unit_long_tier()) {
    skip();
  }
  for (size_t i = 0; i < COUNT(kAdaptive); i++) {
    check_lockstep(kAdaptive[i], "router.adaptive=true");
  }
}

static void test_lockstep_odd_long(void **state) {
  (void)state;
  if (!unit_long_tier()) {
    skip();
  }
  for (size_t i = 0; i < COUNT(kOdd); i++) {
    check_lockstep(kOdd[i], "");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_families),
      cmocka_unit_test(test_irregular),
      cmocka_unit_test(test_odd),
      cmocka_unit_test(test_adaptive),
      cmocka_unit_test(test_fewest_vcs),
      cmocka_unit_test(test_lockstep),
      cmocka_unit_test(test_lockstep_octagon_cube),
      cmocka_unit_test(test_lockstep_outlets),
      cmocka_unit_test(test_lockstep_long),
      cmocka_unit_test(test_lockstep_adaptive_long),
      cmocka_unit_test(test_lockstep_odd_long),
  };
  return cmocka_run_group_tests_name("network/families", tests, NULL, NULL);
}
