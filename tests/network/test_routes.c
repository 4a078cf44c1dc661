// Networks that are routed by tables and by paths. The rules of a topology's own routing, written
// to a table file or taken as paths of source routing, give the same run, flit by flit; ways from
// files may be others than shortest, and packets take just these. Golden, and in lockstep.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "unit/temp_file.h"
#include "unit/unit_lockstep.h"

enum { LOAD_CYCLES = 400 };

// --- a routing as a table file -------------------------------------------------------------------

// The arrivals that packets to one destination have, found from the entries of all nodes.
typedef struct {
  routing_t *r;
  FILE *out;
  bool *known;      // [router * groups + group]
  uint32_t *queue;  // of those known
  uint32_t count;
} walk_t;

static void reach(walk_t *w, uint32_t router, uint32_t group) {
  const uint32_t state = router * w->r->groups + group;
  if (!w->known[state]) {
    w->known[state] = true;
    w->queue[w->count++] = state;
  }
}

// Writes the route of a state and goes on over all its ports.
static void write_route(walk_t *w, uint32_t router, uint32_t group, uint32_t destination) {
  const topology_t *t = w->r->topology;
  noc_error_t error;
  route_t route;
  assert_true(routing_route(w->r, router, group, destination, &route, &error));
  (void)fprintf(w->out, "route %u/%u %u:", router, group, destination);
  for (unsigned i = 0; i < route.count; i++) {
    const size_t link = (size_t)router * t->ports + route.port[i];
    (void)fprintf(w->out, "%c%u", i > 0 ? ',' : ' ', route.port[i]);
    const unsigned first = route.vc_class < w->r->classes ? route.vc_class : 0;
    const unsigned end = route.vc_class < w->r->classes ? first + 1 : w->r->classes;
    for (unsigned c = first; c < end; c++) {
      const uint32_t next = (uint32_t)t->peer_router[link];
      reach(w, next, routing_group(w->r, next, (uint32_t)t->peer_port[link], c));
    }
  }
  if (route.vc_class < w->r->classes) {
    (void)fprintf(w->out, " %u", route.vc_class);
  }
  (void)fputc('\n', w->out);
}

static void write_groups(walk_t *w) {
  const topology_t *t = w->r->topology;
  for (uint32_t router = 0; router < t->routers; router++) {
    for (uint32_t port = 0; port < t->ports; port++) {
      for (unsigned c = 0; c < w->r->classes; c++) {
        const uint32_t group = routing_group(w->r, router, port, c);
        if (group > 0) {
          (void)fprintf(w->out, "group %u %u/%u %u\n", router, port, c, group);
        }
      }
    }
  }
}

static void write_table(routing_t *r) {
  const topology_t *t = r->topology;
  const size_t states = (size_t)t->routers * r->groups;
  walk_t w = {.r = r,
              .out = fopen(temp_file, "w"),
              .known = calloc(states, sizeof *w.known),
              .queue = calloc(states, sizeof *w.queue)};
  if (w.out == NULL || w.known == NULL || w.queue == NULL) {
    fail_msg("no table file");
    abort();  // not reached: fail_msg() leaves the test, which clang-tidy cannot see
  }
  (void)fprintf(w.out, "classes %u\ngroups %u\n", r->classes, r->groups);
  write_groups(&w);
  for (uint32_t destination = 0; destination < t->nodes; destination++) {
    memset(w.known, 0, states * sizeof *w.known);
    w.count = 0;
    for (uint32_t node = 0; node < t->nodes; node++) {
      topology_place_t place;
      (void)topology_injection(t, node, &place, 1);
      reach(&w, place.router, 0);
    }
    const uint32_t target = routing_target(t, destination);
    for (uint32_t head = 0; head < w.count; head++) {
      const uint32_t router = w.queue[head] / r->groups;
      if (router != target) {
        write_route(&w, router, w.queue[head] % r->groups, destination);
      }
    }
  }
  assert_int_equal(fclose(w.out), 0);
  free(w.known);
  free(w.queue);
}

// --- the same run --------------------------------------------------------------------------------

// Runs at saturation; the digest of all results.
static uint64_t digest(const char *topology, const char *more) {
  char settings[512];
  (void)snprintf(settings, sizeof settings,
                 "topology=%s workload.traffic=uniform workload.load=1 workload.packet_flits=1-8 "
                 "router.flit_bits=128 run.cycles=%d %s",
                 topology, LOAD_CYCLES, more);
  sim_t s = sim_create(settings);
  if (!sim_run(&s, 16, 100000)) {
    fail_msg("%s: %s", settings, s.error.text);
  }
  const uint64_t result = sim_digest(&s);
  sim_free(&s);
  return result;
}

static void check_table(const char *topology, bool adaptive) {
  char by_table[128];
  noc_error_t error;
  topology_t *t = topology_create(topology, &error);
  routing_t *r = routing_create(t, NULL, NULL, adaptive, &error);
  write_table(r);
  routing_free(r);
  topology_free(t);
  const char *choice = adaptive ? "router.adaptive=true" : "";
  (void)snprintf(by_table, sizeof by_table, "router.routing=table router.routes=%s %s", temp_file,
                 choice);
  assert_int_equal(digest(topology, by_table), digest(topology, choice));
}

static const char *const kTopologies[] = {
    "mesh:3x3@2",      "torus:5x4",         "hypercube:3",
    "octagon:8@2",     "octagons:1x2",      "h3dm:m=2,n=2,levels=2,q=0",
    "fattree:k=2,n=3", "butterfly:k=2,n=3", "dragonfly:p=2,a=4,h=2",
    "slimfly:q=3",     "flattened:3x3",     "irregular:switches=8,ports=8,hosts=32",
};

static void test_tables(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kTopologies / sizeof kTopologies[0]; i++) {
    check_table(kTopologies[i], false);
  }
}

static void test_adaptive_tables(void **state) {
  (void)state;
  static const char *const kAdaptive[] = {"octagons:1x2", "fattree:k=2,n=3", "slimfly:q=3",
                                          "irregular:switches=8,ports=8,hosts=32"};
  for (size_t i = 0; i < sizeof kAdaptive / sizeof kAdaptive[0]; i++) {
    check_table(kAdaptive[i], true);
  }
}

static void test_paths(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kTopologies / sizeof kTopologies[0]; i++) {
    assert_int_equal(digest(kTopologies[i], "router.routing=source"), digest(kTopologies[i], ""));
  }
}

// --- ways of one's own ---------------------------------------------------------------------------

// Every packet of a ring of 6 goes upwards, with a dateline of its own: five links at most.
static void write_upwards(bool paths) {
  enum { ROUTERS = 6 };
  FILE *out = fopen(temp_file, "w");
  assert_non_null(out);
  (void)fprintf(out, "classes 2\n");
  for (unsigned from = 0; from < ROUTERS; from++) {
    for (unsigned to = 0; to < ROUTERS; to++) {
      if (from == to) {
        continue;
      }
      (void)fprintf(out, paths ? "path %u %u:" : "route %u %u: 1 ", from, to);
      for (unsigned at = from; paths && at != to; at = (at + 1) % ROUTERS) {
        (void)fprintf(out, " 1/%u", to < at);
      }
      (void)fprintf(out, paths ? "\n" : "%u\n", to < from);
    }
  }
  assert_int_equal(fclose(out), 0);
}

static void check_upwards(const char *routing, const char *kind) {
  char settings[512];
  write_upwards(strcmp(routing, "source") == 0);
  (void)snprintf(settings, sizeof settings,
                 "topology=ring:6 router.routing=%s router.routes=%s run.router=%s "
                 "workload.traffic=uniform workload.load=1 workload.packet_flits=1:1,16:1 "
                 "run.cycles=%u",
                 routing, temp_file, kind, unit_long_tier() ? 4000 : LOAD_CYCLES);
  sim_t s = sim_create(settings);
  if (!sim_run(&s, 16, 100000)) {
    fail_msg("%s: %s", settings, s.error.text);
  }
  workload_result_t r;
  workload_result(s.workload, &r);
  assert_true(r.packets_delivered > 100);
  assert_int_equal(r.packets_delivered, r.packets_created);
  for (uint32_t router = 0; router < 6; router++) {
    assert_true(network_link_flits(s.network, router, 1) > 0);
    assert_int_equal(network_link_flits(s.network, router, 2), 0);
  }
  sim_free(&s);
}

static void test_upwards(void **state) {
  (void)state;
  check_upwards("table", "ref");
  check_upwards("source", "ref");
}

static void test_upwards_lockstep(void **state) {
  (void)state;
  check_upwards("table", "lockstep");
  check_upwards("source", "lockstep");
}

// Tables are loaded before the first cycle, and no entry is left on the pins.
static void test_tables_at_rest(void **state) {
  (void)state;
  sim_t s = sim_create(
      "topology=irregular:switches=6,ports=4,hosts=6,seed=2 workload.traffic=uniform "
      "workload.load=0.1");
  for (uint32_t r = 0; r < s.scenario->topology->routers; r++) {
    uint32_t slot = 0;
    const router_fields_t *pins = network_router_pins(s.network, r, &slot);
    assert_int_equal(pins->cfg_valid[slot], 0);
  }
  sim_free(&s);
}

// The pins that tables are loaded by rest when a run begins.
static void tables_are_loaded(void **state) {
  (void)state;
#define LOAD " workload.traffic=uniform workload.load=0.1"
  static const char *const kSettings[] = {
      "topology=irregular:switches=4,ports=4,hosts=4,seed=3" LOAD,
      "topology=irregular:switches=8,ports=8,hosts=32,seed=3 router.adaptive=true" LOAD,
      "topology=fattree:k=2,n=3" LOAD, "topology=fattree:k=4,n=2 router.adaptive=true" LOAD,
      "topology=dragonfly:p=2,a=2,h=1 router.vcs=4" LOAD};
  for (size_t i = 0; i < sizeof kSettings / sizeof kSettings[0]; i++) {
    sim_t s = sim_create(kSettings[i]);
    for (uint32_t router = 0; router < s.scenario->topology->routers; router++) {
      uint32_t slot = 0;
      const router_fields_t *pins = network_router_pins(s.network, router, &slot);
      assert_int_equal(pins->cfg_valid[slot], 0);
    }
    sim_free(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_are_loaded),
      cmocka_unit_test(test_tables_at_rest),
      cmocka_unit_test(test_tables),
      cmocka_unit_test(test_adaptive_tables),
      cmocka_unit_test(test_paths),
      cmocka_unit_test(test_upwards),
      cmocka_unit_test(test_upwards_lockstep),
  };
  return cmocka_run_group_tests_name("network/routes", tests, temp_file_make, temp_file_remove);
}
