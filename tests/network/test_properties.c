// Properties of the specification on random networks: topologies, virtual networks, classes, VCs,
// both switchings and pipelines, unicasts and worms.
// The checker (properties.h) knows neither side; the networks are golden, and lockstep ones.
// NOCSTEP_LONG=1 draws many more, and runs them for longer.

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "network/property_run.h"
#include "network/recording_bank.h"
#include "unit/unit_lockstep.h"

enum { SETTINGS = 1600 };

// Numbers that a test draws.
typedef struct {
  uint64_t key, drawn;
} dice_t;

static unsigned below(dice_t *d, unsigned n) {
  return rng_below(rng_draw(d->key, d->drawn++), n);
}

typedef struct {
  const char *text;
  unsigned classes;  // that its routing needs
  bool ordered;      // one way from node to node
  bool ahead;        // routes may be known a router before
} network_choice_t;

static const network_choice_t kNetworks[] = {
    {"mesh:4x4", 1, true, true},
    {"mesh:3x2@2", 1, true, true},
    {"mesh:3x2x2", 1, true, true},
    {"mesh:3x3 router.routing=source", 1, true, true},
    {"mesh:3x3 router.routing=updown", 1, true, true},
    {"torus:4x4", 2, true, true},
    {"ring:6", 2, true, true},
    {"octagon:8", 2, true, true},
    {"hypercube:3", 1, true, true},
    {"flattened:3x3", 1, true, true},
    {"butterfly:k=2,n=3", 1, true, true},
    {"fattree:k=2,n=3", 1, true, true},
    {"fattree:k=2,n=3 router.adaptive=true", 1, false, false},
    {"irregular:switches=6,ports=6,hosts=12,seed=3", 1, true, true},
    {"irregular:switches=8,ports=6,hosts=12,seed=5 router.adaptive=true", 1, false, false},
};

static const char *const kTraffic[] = {"uniform", "uniform", "neighbor", "hotspot"};

static const char *pick(dice_t *d, const char *const *of, unsigned count) {
  return of[below(d, count)];
}

// Traffic of its own for every virtual network, of one that it shares with others in routers.
static int add_traffic(char *to, size_t room, dice_t *d, const char *topology, unsigned networks,
                       unsigned longest) {
  int at = 0;
  for (unsigned k = 0; k < networks; k++) {
    static const char *const kLoads[] = {"0.1", "0.3", "0.6", "1"};
    const char *traffic = pick(d, kTraffic, 4);
    const bool placed = strncmp(topology, "mesh", 4) == 0 || strncmp(topology, "torus", 5) == 0;
    at +=
        snprintf(to + at, room - (size_t)at,
                 " workload.classes.%u.traffic=%s workload.classes.%u.load=%s "
                 "workload.classes.%u.packet_flits=%s%u workload.classes.%u.network=%u",
                 k, strcmp(traffic, "neighbor") == 0 && !placed ? "uniform" : traffic, k,
                 pick(d, kLoads, 4), k, below(d, 2) == 0 && longest > 1 ? "1-" : "", longest, k, k);
    if (strcmp(traffic, "hotspot") == 0) {
      at += snprintf(to + at, room - (size_t)at,
                     " workload.classes.%u.hotspot_nodes=0 workload.classes.%u.hotspot_share=0.6",
                     k, k);
    }
  }
  return at;
}

typedef struct {
  char settings[SETTINGS];
  properties_config_t config;
} scene_t;

// In some networks the oldest go first: nobody is passed by a bounded number of times only, all
// else holds.
static const char *draw_arbiter(dice_t *d, bool *bounded) {
  *bounded = below(d, 4) > 0;
  return *bounded ? "" : "router.arbiter=age router.age_bits=24 router.flit_bits=128";
}

static void draw(scene_t *scene, dice_t *d, unsigned seed) {
  const network_choice_t *n = &kNetworks[below(d, sizeof kNetworks / sizeof kNetworks[0])];
  const unsigned networks = 1 + below(d, 3);
  const unsigned most = networks == 3 ? 3 : 4;
  const unsigned block = n->classes + below(d, most - n->classes + 1);
  const bool cut_through = below(d, 2) == 0;
  const unsigned depth = cut_through ? 4 + below(d, 9) : 1 + below(d, 8);
  const unsigned longest = 1 + below(d, cut_through ? depth : 8);
  bool bounded = true;
  const char *arbiter = draw_arbiter(d, &bounded);
  int at =
      snprintf(scene->settings, SETTINGS,
               "topology=%s router.networks=%u router.vcs=%u router.depth=%u "
               "router.switching=%s router.pipeline=%u router.link_latency=%u %s run.seed=%u",
               n->text, networks, networks * block, depth, cut_through ? "cut-through" : "wormhole",
               2 + below(d, 2), below(d, 4) > 0 ? 1 : 2 + below(d, 2), arbiter, seed);
  at += snprintf(scene->settings + at, SETTINGS - (size_t)at, "%s",
                 below(d, 2) == 0 ? " router.allocation=speculative" : "");
  at += snprintf(scene->settings + at, SETTINGS - (size_t)at, "%s",
                 bounded && below(d, 2) == 0 ? " router.allocator=wavefront" : "");
  at += snprintf(scene->settings + at, SETTINGS - (size_t)at, "%s",
                 n->ahead && below(d, 2) == 0 ? " router.lookahead=true" : "");
  at += add_traffic(scene->settings + at, SETTINGS - (size_t)at, d, n->text, networks, longest);
  assert_true((size_t)at < SETTINGS);
  scene->config = (properties_config_t){.bounded = bounded, .ordered = n->ordered && block == 1};
}

static const network_choice_t kWorms[] = {
    {"mesh:4x4", 1, true, true},
    {"mesh:3x3@2", 1, true, true},
    {"torus:4x4", 2, true, true},
    {"octagon:8", 2, true, true},
    {"hypercube:3", 1, true, true},
    {"fattree:k=2,n=3 router.adaptive=true", 1, false, false},
    {"irregular:switches=6,ports=6,hosts=12,seed=3", 1, false, true},
};

static void draw_worms(scene_t *scene, dice_t *d, unsigned seed) {
  const network_choice_t *n = &kWorms[below(d, sizeof kWorms / sizeof kWorms[0])];
  const unsigned block = n->classes + (below(d, 2) == 0 ? 0 : below(d, 5 - n->classes));
  const bool tree = below(d, 3) > 0;
  static const char *const kLoads[] = {"0.2", "0.5", "1"};
  bool bounded = true;
  const char *arbiter = draw_arbiter(d, &bounded);
  int at = snprintf(scene->settings, SETTINGS,
                    "topology=%s router.vcs=%u router.depth=%u router.switching=cut-through "
                    "router.pipeline=%u workload.traffic=multicast workload.scheme=%s "
                    "workload.degree=%s workload.load=%s workload.message_flits=%u %s run.seed=%u",
                    n->text, block, 12 + below(d, 8), 2 + below(d, 2),
                    tree ? "tree-worm" : "path-worm", below(d, 2) == 0 ? "1-7" : "1:4,3:2,7:1",
                    pick(d, kLoads, 3), 2 + below(d, 7), arbiter, seed);
  at += snprintf(scene->settings + at, SETTINGS - (size_t)at, "%s",
                 n->ahead && below(d, 2) == 0 ? " router.lookahead=true router.flit_bits=128" : "");
  assert_true((size_t)at < SETTINGS);
  scene->config =
      (properties_config_t){.bounded = bounded, .ordered = tree && n->ordered && block == 1};
}

// The extremes and counts of all runs of a test.
typedef struct {
  properties_seen_t most;
  double vc_share, switch_share;  // the nearest that losses came to their bounds
  unsigned ordered,
      overtaking;  // runs: with the order promised; without, and packets were overtaken
} sum_t;

#define MOST(field) sum->most.field = s->field > sum->most.field ? s->field : sum->most.field
static void add(sum_t *sum, const properties_seen_t *s, const properties_config_t *c) {
  const double vc = (double)s->vc_losses / s->vc_bound;
  const double through = (double)s->switch_losses / s->switch_bound;
  if (c->bounded) {
    sum->vc_share = s->vc_bound > 0 && vc > sum->vc_share ? vc : sum->vc_share;
    sum->switch_share = through > sum->switch_share ? through : sum->switch_share;
    MOST(vc_losses);
    MOST(switch_losses);
  }
  MOST(still);
  sum->most.vc_requests += s->vc_requests;
  sum->most.switch_requests += s->switch_requests;
  sum->most.heads += s->heads;
  sum->most.flits += s->flits;
  sum->most.early += s->early;
  sum->most.wasted += s->wasted;
  sum->ordered += c->ordered && s->heads > 0;
  sum->overtaking += s->overtaken > 0;
}

static void run(const scene_t *scene, const char *kind, uint64_t cycles, sum_t *sum) {
  char settings[SETTINGS + 64];
  (void)snprintf(settings, sizeof settings, "%s run.router=%s run.cycles=%lu", scene->settings,
                 kind, (unsigned long)cycles);
  property_run_t r = property_run_open(settings, &scene->config);
  if (!property_run(&r, cycles)) {
    fail_msg("%s: %s", settings, properties_text(r.properties));
  }
  const properties_seen_t *s = properties_seen(r.properties);
  // A packet of one flit that is allocated at once, a VC and the switch, never asks for the latter.
  if (s->switch_requests + s->early == 0 || s->heads == 0) {
    fail_msg("%s: %lu requests at switches, %lu packets", settings,
             (unsigned long)s->switch_requests, (unsigned long)s->heads);
  }
  add(sum, s, &scene->config);
  property_run_close(&r);
}

static void say(const sum_t *s) {
  print_message(
      "%lu requests at VC allocators, at most %u losses, %.2f of the bound; %lu at switches, at "
      "most %u, "
      "%.2f; nothing of a network moved for %u cycles; %lu packets, their order promised in %u "
      "runs, broken in %u\n",
      (unsigned long)s->most.vc_requests, s->most.vc_losses, s->vc_share,
      (unsigned long)s->most.switch_requests, s->most.switch_losses, s->switch_share, s->most.still,
      (unsigned long)s->most.heads, s->ordered, s->overtaking);
}

static void test_unicasts(void **state) {
  (void)state;
  const unsigned runs = unit_long_tier() ? 200 : 24;
  dice_t dice = {.key = 1};
  sum_t sum = {0};
  for (unsigned seed = 1; seed <= runs; seed++) {
    scene_t scene = {.config = {.bounded = true}};
    draw(&scene, &dice, seed);
    run(&scene, "ref", unit_long_tier() ? 10000 : 1000, &sum);
  }
  say(&sum);
  assert_true(sum.most.vc_losses > 0 && sum.most.switch_losses > 0);
  assert_true(sum.ordered > 0 && sum.overtaking > 0);
  assert_true(sum.most.early > 0 && sum.most.wasted > 0);
}

static void test_worms(void **state) {
  (void)state;
  const unsigned runs = unit_long_tier() ? 100 : 8;
  dice_t dice = {.key = 2};
  sum_t sum = {0};
  for (unsigned seed = 1; seed <= runs; seed++) {
    scene_t scene = {.config = {.bounded = true}};
    draw_worms(&scene, &dice, seed);
    run(&scene, "ref", unit_long_tier() ? 10000 : 1000, &sum);
  }
  say(&sum);
  assert_true(sum.most.vc_losses > 0 && sum.most.switch_losses > 0);
}

// Where the order is not promised it is not kept: with two VCs in a network, also where each has a
// class of its own, since interfaces take any; and with several ways.
static void test_overtaking(void **state) {
  (void)state;
  static const char *const kFree[] = {
      "topology=mesh:4x4 router.vcs=2",
      "topology=torus:4x4 router.vcs=2",
      "topology=fattree:k=4,n=2 router.vcs=1 router.adaptive=true",
  };
  for (unsigned n = 0; n < 3; n++) {
    scene_t scene = {.config = {.bounded = true}};
    sum_t sum = {0};
    (void)snprintf(scene.settings, sizeof scene.settings,
                   "%s workload.traffic=uniform workload.load=0.8 workload.packet_flits=1-8",
                   kFree[n]);
    run(&scene, "ref", 1500, &sum);
    assert_int_equal(sum.overtaking, 1);
  }
}

// Streams on one VC, at depths below that of the full rate, at it and above.
static void check_stream(const char *router, unsigned flits) {
  property_run_t r;
  property_stream_open(&r, router, flits, recording_factory);
  if (!property_stream(&r, flits)) {
    fail_msg("%s, packets of %u: %s", router, flits, properties_text(r.properties));
  }
  property_run_close(&r);
}

static void test_streams(void **state) {
  (void)state;
  static const unsigned kFlits[] = {1, 3, 4, 8};
  const unsigned next = unit_long_tier() ? 1 : 2;  // the quick tier takes every second length
  for (unsigned k = 0; k < 2 * 2 * 2; k++) {
    const bool cut_through = k % 2 == 1;
    const unsigned pipeline = 2 + k / 2 % 2;
    const unsigned latency = 1 + k / 4;
    for (unsigned n = 0; n < sizeof kFlits / sizeof kFlits[0]; n += next) {
      const unsigned full = pipeline + 2 * latency + (cut_through ? kFlits[n] - 1 : 0);
      for (unsigned depth = cut_through ? kFlits[n] : 1; depth <= full + 1; depth += 2) {
        char router[160];
        (void)snprintf(router, sizeof router,
                       "router.depth=%u router.switching=%s router.pipeline=%u "
                       "router.link_latency=%u",
                       depth, cut_through ? "cut-through" : "wormhole", pipeline, latency);
        check_stream(router, kFlits[n]);
      }
    }
  }
}

// A host that is not ready for a while at the end of a stream: the form does not hold.
static void test_held_stream(void **state) {
  (void)state;
  property_run_t r;
  property_stream_open(&r, "router.depth=4", 4, recording_factory);
  while (network_cycle(r.sim.network) < 200) {
    const uint64_t now = network_cycle(r.sim.network);
    network_host_takes(r.sim.network, STREAM_LAST, now < 180 || now >= 190);
    assert_true(sim_step(&r.sim) && properties_cycle(r.properties));
  }
  assert_false(property_stream(&r, 4));
  assert_non_null(strstr(properties_text(r.properties), "without a gap took"));
  property_run_close(&r);
}

// Verilated routers, as they are and in lockstep. The quick tier has lines, whose routers are built
// faster, and speculation only with lookahead.
static void test_rtl(void **state) {
  (void)state;
  static const scene_t kScenes[] = {
      {"router.vcs=2 router.networks=2 router.depth=16 "
       "workload.classes.0.traffic=uniform workload.classes.0.load=0.7 "
       "workload.classes.0.packet_flits=8 workload.classes.1.traffic=uniform "
       "workload.classes.1.load=0.4 workload.classes.1.packet_flits=1-4 "
       "workload.classes.1.network=1",
       {.bounded = true, .ordered = true}},
      {"router.vcs=2 router.depth=8 router.allocation=speculative "
       "workload.traffic=uniform workload.load=0.7 workload.packet_flits=1-4",
       {.bounded = true}},
      {"router.vcs=2 router.depth=8 router.allocation=speculative "
       "router.pipeline=2 router.lookahead=true "
       "workload.traffic=uniform workload.load=0.7 workload.packet_flits=1-4",
       {.bounded = true}},
      {"router.vcs=2 router.depth=8 router.allocator=wavefront "
       "workload.traffic=uniform workload.load=0.7 workload.packet_flits=1-4",
       {.bounded = true}},
      {"router.vcs=1 router.depth=8 router.switching=cut-through "
       "workload.traffic=multicast workload.scheme=tree-worm workload.degree=1-5 workload.load=0.6 "
       "workload.message_flits=6",
       {.bounded = true, .ordered = true}},
  };
  const uint64_t cycles = unit_long_tier() ? 20000 : 1000;
  sum_t sum = {0};
  for (unsigned n = 0; n < sizeof kScenes / sizeof kScenes[0]; n++) {
    scene_t scene = {.config = kScenes[n].config};
    if (!unit_long_tier() && n == 1) {
      continue;
    }
    const int at =
        snprintf(scene.settings, SETTINGS, "topology=mesh:%s ", unit_long_tier() ? "3x3" : "6");
    (void)snprintf(scene.settings + at, SETTINGS - (size_t)at, "%.*s", SETTINGS - at - 1,
                   kScenes[n].settings);
    run(&scene, "rtl", cycles, &sum);
    run(&scene, "lockstep", cycles, &sum);
  }
  say(&sum);
  if (unit_long_tier()) {
    dice_t dice = {.key = 3};
    for (unsigned seed = 1; seed <= 12; seed++) {
      scene_t scene = {.config = {.bounded = true}};
      if (seed % 3 == 0) {
        draw_worms(&scene, &dice, seed);
      } else {
        draw(&scene, &dice, seed);
      }
      run(&scene, "lockstep", 3000, &sum);
    }
    say(&sum);
  }
}

// Hosts that refuse hold back their network, which is told to the checker; one that is not told
// finds a network that does not move.
static void run_refusing(bool told) {
  property_run_t r = property_run_open(
      "topology=mesh:3x3 router.vcs=2 router.networks=1 router.depth=2 workload.traffic=uniform "
      "workload.load=0.5",
      &(properties_config_t){.bounded = true});
  bool holds = true;
  for (unsigned t = 0; t < 1000 && holds; t++) {
    const bool refuses = t >= 200 && t < 800;
    for (uint32_t node = 0; node < 9; node++) {
      network_host_takes(r.sim.network, node, !refuses);
    }
    if (refuses && told) {
      properties_refused(r.properties, 1);
    }
    assert_true(sim_step(&r.sim));
    holds = properties_cycle(r.properties);
  }
  assert_true(holds == told);
  assert_true(holds || properties_fault(r.properties, PROPERTY_PROGRESS) != NULL);
  property_run_close(&r);
}

static void test_refusing_hosts(void **state) {
  (void)state;
  run_refusing(true);
  run_refusing(false);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_unicasts),       cmocka_unit_test(test_worms),
      cmocka_unit_test(test_overtaking),     cmocka_unit_test(test_streams),
      cmocka_unit_test(test_held_stream),    cmocka_unit_test(test_rtl),
      cmocka_unit_test(test_refusing_hosts),
  };
  return cmocka_run_group_tests_name("network/properties", tests, NULL, NULL);
}
