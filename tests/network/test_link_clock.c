// Links with a clock of their own. The registers that docs/clock-crossing.md gives them are told
// again here, edge by edge, from the pins of all components: the queues, their pointers and
// synchronizers, the stages of the link. All that arrives, and in which cycle, must be the same.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "link_pins.h"
#include "network/flow_rate.h"
#include "network/link_clock.h"

enum { LIMIT = 2000000, STAGES = 2, MOST_LATENCY = 8 };

// --- a link, edge by edge ------------------------------------------------------------------------

// A queue between two clocks, and the register that its reader has. The pointers never wrap.
typedef struct {
  link_shown_t *memory;
  uint64_t room, written, read, seen[STAGES];
  link_seen_t out;
} crossing_t;

// One direction: flits or credits.
typedef struct {
  link_seen_t shown;  // by the sender, in this cycle
  crossing_t to_link, to_router;
  link_seen_t stage[MOST_LATENCY];  // of the link, the newest first
} way_t;

typedef struct {
  link_at_t from, to;
  bool clocked;  // between two routers; others are wires
  way_t flits, credits;
} link_t;

typedef struct {
  link_t *link;
  uint32_t links;
  uint64_t ratio;
  unsigned stages;      // of the link between the crossings
  uint64_t link_edges;  // from reset on
} links_t;

static void write_edge(crossing_t *c, const link_seen_t *in) {
  if (in->valid) {
    if (c->written == c->room) {
      c->room = 2 * c->room + 8;
      c->memory = realloc(c->memory, c->room * sizeof *c->memory);
      assert_non_null(c->memory);
    }
    c->memory[c->written++] = in->what;
  }
}

// `written` is the writer's pointer before the edge.
static void read_edge(crossing_t *c, uint64_t written) {
  c->out = (link_seen_t){0};
  if (c->read != c->seen[STAGES - 1]) {
    c->out = (link_seen_t){true, c->memory[c->read++]};
  }
  memmove(c->seen + 1, c->seen, (STAGES - 1) * sizeof *c->seen);
  c->seen[0] = written;
}

// An edge of one clock or of both: registers change by what was before it.
static void edge(way_t *w, unsigned stages, bool router, bool link) {
  const uint64_t to_link = w->to_link.written;
  const uint64_t to_router = w->to_router.written;
  const link_seen_t behind = stages > 0 ? w->stage[stages - 1] : w->to_link.out;
  if (router) {
    write_edge(&w->to_link, &w->shown);
    read_edge(&w->to_router, to_router);
  }
  if (link) {
    write_edge(&w->to_router, &behind);
    memmove(w->stage + 1, w->stage, (MOST_LATENCY - 1) * sizeof *w->stage);
    w->stage[0] = w->to_link.out;
    read_edge(&w->to_link, to_link);
  }
}

static void edge_of_all(links_t *l, bool router, bool link) {
  for (uint32_t i = 0; i < l->links; i++) {
    edge(&l->link[i].flits, l->stages, router, link);
    edge(&l->link[i].credits, l->stages, router, link);
  }
  l->link_edges += link;
}

// All edges up to that of the routers into cycle `now`.
static void advance(links_t *l, uint64_t now) {
  while ((l->link_edges + 1) * 1000000 < now * l->ratio) {
    edge_of_all(l, false, true);
  }
  edge_of_all(l, true, (l->link_edges + 1) * 1000000 == now * l->ratio);
}

// --- the network ---------------------------------------------------------------------------------

static links_t find_links(const sim_t *s) {
  links_t l = {.ratio = s->scenario->clock_ratio, .stages = s->scenario->link_latency - 1};
  link_joined_t *joined = link_pins_joined(s->scenario->topology, &l.links);
  l.link = calloc(l.links, sizeof *l.link);
  assert_non_null(l.link);
  for (uint32_t i = 0; i < l.links; i++) {
    const link_joined_t *k = &joined[i];
    l.link[i] = (link_t){.from = k->from, .to = k->to, .clocked = k->from.router && k->to.router};
  }
  free(joined);
  return l;
}

static void free_links(links_t *l) {
  for (uint32_t i = 0; i < l->links; i++) {
    free(l->link[i].flits.to_link.memory);
    free(l->link[i].flits.to_router.memory);
    free(l->link[i].credits.to_link.memory);
    free(l->link[i].credits.to_router.memory);
  }
  free(l->link);
}

static void expect_same(const link_seen_t *pins, const link_seen_t *told) {
  assert_int_equal(pins->valid, told->valid);
  if (pins->valid) {
    assert_int_equal(pins->what.vc, told->what.vc);
    assert_int_equal(pins->what.kind, told->what.kind);
    assert_memory_equal(pins->what.payload, told->what.payload, sizeof told->what.payload);
  }
}

// Returns how many flits arrive.
static uint64_t follow_all(sim_t *s, links_t *l) {
  uint64_t flits = 0;
  advance(l, network_cycle(s->network));
  for (uint32_t i = 0; i < l->links; i++) {
    link_t *k = &l->link[i];
    const link_ends_t sender = link_pins_at(s->network, k->from);
    const link_ends_t receiver = link_pins_at(s->network, k->to);
    const link_seen_t *flit = k->clocked ? &k->flits.to_router.out : &sender.out;
    const link_seen_t *credit = k->clocked ? &k->credits.to_router.out : &receiver.credit_out;
    expect_same(&receiver.in, flit);
    if (sender.credit_in.valid) {  // nothing else of a credit means anything
      assert_int_equal(sender.credit_in.what.vc, credit->what.vc);
    }
    assert_int_equal(sender.credit_in.valid, credit->valid);
    k->flits.shown = sender.out;
    k->credits.shown = receiver.credit_out;
    flits += receiver.in.valid;
  }
  return flits;
}

// Runs to the end, and until all credits are home; conservation holds in each cycle.
static void check(const char *kind, const char *settings, const char *ratio) {
  char text[600];
  (void)snprintf(text, sizeof text, "%s run.router=%s link.clock_ratio=%s", settings, kind, ratio);
  sim_t s = sim_create(text);
  links_t l = find_links(&s);
  const uint64_t home = 200 + 40 * link_clock_most(&(link_clock_t){l.ratio, l.stages + 1});
  uint64_t arrived = 0;
  for (uint64_t t = 1, done = 0; done < home; t++) {
    assert_true(t < LIMIT);
    if (!sim_step(&s)) {
      fail_msg("%s: %s", text, s.error.text);
    }
    arrived += follow_all(&s, &l);
    if (!network_check_conservation(s.network, &s.error)) {
      fail_msg("%s: %s", text, s.error.text);
    }
    if (t == s.scenario->cycles) {
      workload_stop(s.workload);
    }
    done += t > s.scenario->cycles && workload_done(s.workload);
  }
  if (!workload_verify(s.workload, &s.error)) {
    fail_msg("%s: %s", text, s.error.text);
  }
  assert_true(arrived > 100);
  free_links(&l);
  sim_free(&s);
}

#define MESH "topology=mesh:4x4 workload.traffic=uniform workload.load=0.3 run.cycles=300"

static void test_ratios(void **state) {
  (void)state;
  static const char *const kRatios[] = {"0.5",      "2",        "0.333333", "1.5", "0.05",
                                        "0.999999", "1.000001", "0.7",      "3.7", "1000"};
  for (size_t i = 0; i < sizeof kRatios / sizeof kRatios[0]; i++) {
    check("ref", MESH, kRatios[i]);
  }
}

static void test_networks(void **state) {
  (void)state;
  check("lockstep", MESH, "0.6");
  check("ref", MESH " router.link_latency=5 router.depth=2 router.vcs=1", "0.8");
  check("ref", MESH " router.depth=1 router.pipeline=2 router.lookahead=true", "1.3");
  check("ref", MESH " router.flit_bits=256 router.allocation=speculative", "0.4");
  check("ref",
        "topology=torus:4x4 router.networks=2 workload.traffic=tornado workload.load=0.2 "
        "run.cycles=300",
        "0.5");
  check("ref",
        "topology=octagon:8 router.depth=9 router.vcs=3 router.pipeline=2 "
        "router.switching=cut-through workload.collective=allgather workload.scheme=path-worm "
        "workload.message_flits=5",
        "0.7");
  check("ref", "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc", "2.5");
}

// --- the closed form -----------------------------------------------------------------------------

// Alone on a link a flit takes no fewer cycles than the least, and no more than the most; some take
// as many, or one more than the least and one less than the most where edges keep coinciding.
static void test_bounds(void **state) {
  (void)state;
  static const uint64_t kRatios[] = {1000,   250000,  333333,  500000,  999999,
                                     999000, 1000001, 1500000, 3700000, 1000000000};
  for (size_t i = 0; i < sizeof kRatios / sizeof kRatios[0]; i++) {
    for (unsigned latency = 1; latency < 6; latency += 4) {
      const link_clock_t clock = {kRatios[i], latency};
      uint64_t least = UINT64_MAX;
      uint64_t most = 0;
      for (uint64_t cycle = 0; cycle < 2000000; cycle += 1 + cycle / 5000) {
        link_crossed_t none = {0};
        const uint64_t takes = link_clock_arrival(&clock, &none, cycle) - cycle;
        least = takes < least ? takes : least;
        most = takes > most ? takes : most;
      }
      assert_in_range(least, link_clock_least(&clock), link_clock_least(&clock) + 1);
      assert_in_range(most, link_clock_most(&clock) - 1, link_clock_most(&clock));
    }
  }
}

// --- the rate ------------------------------------------------------------------------------------

// One VC carries packets that follow each other at no less than the rate that nocstep run says, and
// no more than the link does.
static void check_rate(unsigned depth, bool cut_through, unsigned pipeline, uint64_t ratio) {
  enum { FLITS = 7, PACKETS = 300 };
  char settings[400];
  (void)snprintf(settings, sizeof settings,
                 "topology=mesh:2 router.vcs=1 router.depth=%u router.switching=%s "
                 "router.pipeline=%u link.clock_ratio=%g workload.collective=broadcast "
                 "workload.scheme=unicast workload.from=0 workload.to=1 "
                 "workload.message_flits=%u workload.packet_flits=%u",
                 depth, cut_through ? "cut-through" : "wormhole", pipeline, (double)ratio / 1e6,
                 FLITS * PACKETS, FLITS);
  sim_t s = sim_create(settings);
  workload_result_t r;
  assert_true(sim_run(&s, 64, LIMIT));
  workload_result(s.workload, &r);
  const double link = scenario_link_rate(s.scenario);
  const uint64_t alone = scenario_link_cycles(s.scenario);
  const flow_t flow = {.pipeline = pipeline,
                       .link_latency = (unsigned)alone,
                       .depth = depth,
                       .cut_through = cut_through,
                       .link_rate = link};
  const double flits = FLITS * PACKETS;
  const double slowest = flits / (link * flow_rate(&flow, FLITS)) + 2.0 * (double)alone + 20;
  if ((double)r.completion > slowest || (double)r.completion < flits / link) {
    fail_msg("%s: %llu cycles, not %.1f to %.1f", settings, (unsigned long long)r.completion,
             flits / link, slowest);
  }
  sim_free(&s);
}

static void test_rates(void **state) {
  (void)state;
  static const uint64_t kRatios[] = {100000, 333333, 500000, 900000, 1300000, 2000000, 50000000};
  for (size_t i = 0; i < sizeof kRatios / sizeof kRatios[0]; i++) {
    for (unsigned depth = 7; depth <= 28; depth += 3) {
      for (unsigned pipeline = 2; pipeline <= 3; pipeline++) {
        check_rate(depth, false, pipeline, kRatios[i]);
        check_rate(depth, true, pipeline, kRatios[i]);
      }
    }
    check_rate(1, false, 3, kRatios[i]);
    check_rate(3, false, 2, kRatios[i]);
  }
}

// Nodes of one router have no link with a clock of its own between them: however slow those are, a
// packet takes what the closed form says, which is what it takes with links of the routers' clock.
static void test_same_router(void **state) {
  (void)state;
  static const char *const kRatios[] = {"", " link.clock_ratio=0.125"};
  uint64_t latency[2] = {0};
  for (unsigned i = 0; i < 2; i++) {
    char settings[300];
    workload_result_t r;
    (void)snprintf(settings, sizeof settings,
                   "topology=mesh:2x1@2 router.depth=16 workload.collective=broadcast "
                   "workload.scheme=unicast workload.from=0 workload.to=1 "
                   "workload.message_flits=12%s",
                   kRatios[i]);
    sim_t s = sim_create(settings);
    assert_true(sim_run(&s, 64, LIMIT));
    workload_result(s.workload, &r);
    assert_true(r.latency.mean == r.zero_load_latency);
    latency[i] = (uint64_t)r.latency.mean;
    sim_free(&s);
  }
  assert_int_equal(latency[0], latency[1]);
}

// A flit waits in a crossing for the flits of other networks before it, for as long as the link
// takes for them: V D - 1 at most.
static void check_isolation(unsigned depth, unsigned vcs, const char *ratio, double link) {
  double latency[2] = {0};
  for (unsigned busy = 0; busy < 2; busy++) {
    char settings[512];
    workload_stream_t stream;
    (void)snprintf(settings, sizeof settings,
                   "topology=mesh:2x1 router.networks=2 router.vcs=%u router.depth=%u "
                   "link.clock_ratio=%s run.cycles=6000 run.drain=false "
                   "workload.classes.0.traffic=uniform workload.classes.1.traffic=uniform "
                   "workload.classes.0.network=0 workload.classes.0.packet_flits=1 "
                   "workload.classes.0.load=0.01 workload.classes.1.network=1 "
                   "workload.classes.1.packet_flits=8 workload.classes.1.load=%s",
                   vcs, depth, ratio, busy != 0 ? "1" : "0.001");
    sim_t s = sim_create(settings);
    assert_true(sim_run(&s, 64, LIMIT));
    workload_stream(s.workload, 0, &stream);
    latency[busy] = stream.latency.mean;
    sim_free(&s);
  }
  const double most = (vcs * depth - 1) / link;
  const double more = latency[1] - latency[0];
  if (more < 0 || more > most || (depth >= 128 && link <= 0.5 && vcs == 2 && more < most * 0.4)) {
    fail_msg("depth %u, %u VCs, ratio %s: %.1f cycles more, not up to %.1f", depth, vcs, ratio,
             more, most);
  }
}

static void test_isolation(void **state) {
  (void)state;
  for (unsigned depth = 4; depth <= 256; depth *= 4) {
    check_isolation(depth, 2, "0.5", 0.5);
    check_isolation(depth, 4, "0.5", 0.5);
    check_isolation(depth, 2, "0.9", 0.9);
    check_isolation(depth, 2, "0.125", 0.125);
  }
}

// A cycle's number may be as large as runs ever are.
static void test_late(void **state) {
  (void)state;
  const link_clock_t clock = {333333, 1};
  const uint64_t period = UINT64_C(1000000);  // behind so many cycles edges coincide again
  const uint64_t late = (UINT64_C(1) << 52) / period * period;
  for (uint64_t cycle = 0; cycle < 5000; cycle++) {
    link_crossed_t early = {0};
    link_crossed_t then = {0};
    assert_int_equal(link_clock_arrival(&clock, &then, late + cycle) - late,
                     link_clock_arrival(&clock, &early, cycle));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ratios),      cmocka_unit_test(test_networks),
      cmocka_unit_test(test_bounds),      cmocka_unit_test(test_rates),
      cmocka_unit_test(test_isolation),   cmocka_unit_test(test_late),
      cmocka_unit_test(test_same_router),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
