// Wires of links that are wrong: a wire that a check corrects changes nothing, one that it finds
// ends the run where and when the rule of docs/link-check.md, told again from the pins, says; one
// that nobody sees is data, and found by the scoreboard.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "harness.h"
#include "jitter_settings.h"
#include "sim/nocstep_parts.h"
#include "unit/temp_file.h"

enum { LIMIT = 400000 };

static sim_t create(const char *settings, const char *more, crew_t *crew) {
  char text[600];
  (void)snprintf(text, sizeof text, "%s %s", settings, more);
  return crew != NULL ? sim_create_threads(text, crew) : sim_create(text);
}

static uint64_t digest_by(const char *settings, const char *more, crew_t *crew,
                          link_faults_counts_t *counts) {
  sim_t s = create(settings, more, crew);
  if (!sim_run(&s, 97, LIMIT)) {
    fail_msg("%s %s: %s", settings, more, s.error.text);
  }
  const link_faults_counts_t *found = network_link_faults(s.network);
  if (counts != NULL) {
    assert_non_null(found);
    *counts = *found;
  } else {
    assert_null(found);
  }
  const uint64_t d = sim_digest(&s);
  sim_free(&s);
  return d;
}

#define FAULTS "router.link_check=secded run.link_faults.share=0.05 "

static void check_corrected(const link_faults_counts_t *c) {
  assert_true(c->hit > 20);
  assert_true(c->corrected == c->hit);
  assert_true(c->detected == 0);
}

static void test_corrected(void **state) {
  (void)state;
  static const char *const kSettings[] = {kMesh, kTorus, kOctagon, kWorms, kCoded};
  for (size_t i = 0; i < sizeof kSettings / sizeof *kSettings; i++) {
    link_faults_counts_t golden;
    link_faults_counts_t both;
    const uint64_t d = digest_by(kSettings[i], "", NULL, NULL);
    assert_true(d == digest_by(kSettings[i], "router.link_check=secded", NULL, NULL));
    assert_true(d == digest_by(kSettings[i], FAULTS, NULL, &golden));
    check_corrected(&golden);
    assert_true(d == digest_by(kSettings[i], FAULTS "run.router=lockstep", NULL, &both));
    assert_memory_equal(&both, &golden, sizeof both);
  }
  // Every flit, on long links and links that stall, in the widest words.
  link_faults_counts_t all;
  static const char kMore[] =
      "router.link_latency=3 router.flit_bits=256 router.vcs=16 run.jitter.links=0.2";
  char faults[200];
  (void)snprintf(faults, sizeof faults,
                 "%s router.link_check=secded run.link_faults.share=1 run.link_faults.seed=9",
                 kMore);
  assert_true(digest_by(kMesh, kMore, NULL, NULL) == digest_by(kMesh, faults, NULL, &all));
  check_corrected(&all);
}

static void test_same_by_seed(void **state) {
  (void)state;
  link_faults_counts_t a;
  link_faults_counts_t b;
  (void)digest_by(kMesh, FAULTS "run.link_faults.seed=8", NULL, &a);
  (void)digest_by(kMesh, FAULTS "run.link_faults.seed=8 run.reset=97", NULL, &b);
  assert_memory_equal(&a, &b, sizeof a);
  (void)digest_by(kMesh, FAULTS "run.link_faults.seed=1", NULL, &b);
  assert_true(a.hit != b.hit);
  (void)digest_by(kMesh, FAULTS, NULL, &a);
  assert_true(a.hit == b.hit);  // the seed of the run
  for (unsigned threads = 2; threads <= 3; threads++) {
    crew_t *crew = crew_create(threads);
    assert_non_null(crew);
    (void)digest_by(kMesh, FAULTS, crew, &b);
    assert_memory_equal(&a, &b, sizeof a);
    crew_free(crew);
  }
}

// --- the rule, told again ------------------------------------------------------------------------

typedef struct {
  uint64_t hit;     // flits
  uint64_t heads;   // of these, the first of their packets
  uint64_t seen;    // flits on links
  char first[200];  // "cycle 14: a word on the link from interface 10 to router 2,2"
} told_t;

enum { SHARE = 20000 };  // millionths

static void tell(told_t *t, const sim_t *s, uint64_t link, unsigned kind, const char *from,
                 const char *to) {
  const uint64_t now = network_cycle(s->network);
  const uint64_t random = rng_draw(rng_key(s->scenario->seed, RNG_LINK_FAULT, link), now);
  t->seen++;
  if (random >> 32 < ((uint64_t)SHARE << 32) / 1000000) {
    t->heads += (kind & KIND_HEAD) != 0;
    if (t->hit++ == 0) {
      (void)snprintf(t->first, sizeof t->first,
                     "cycle %" PRIu64 ": a word on the link from %s to %s", now, from, to);
    }
  }
}

static const char *router_text(const sim_t *s, uint32_t router, char out[80]) {
  char name[64];
  (void)snprintf(out, 80, "router %s",
                 topology_router_name(s->scenario->topology, router, name, sizeof name));
  return out;
}

// Looks at what has come to the pins, in the order in which it is hit: by receiver and port.
static void look(told_t *told, const sim_t *s) {
  const topology_t *t = s->scenario->topology;
  char a[80];
  char b[80];
  for (uint32_t r = 0; r < t->routers; r++) {
    uint32_t slot = 0;
    const router_fields_t *f = network_router_pins(s->network, r, &slot);
    for (unsigned port = 0; port < t->ports; port++) {
      const size_t at = (size_t)r * t->ports + port;
      if ((f->in_valid[slot] >> port & 1) == 0) {
        continue;
      }
      const unsigned kind = f->in_kind[slot * t->ports + port];
      if (t->peer_router[at] >= 0) {
        const uint32_t peer = (uint32_t)t->peer_router[at];
        tell(told, s, (uint64_t)peer * t->ports + (unsigned)t->peer_port[at], kind,
             router_text(s, peer, a), router_text(s, r, b));
        continue;
      }
      for (uint32_t node = 0; node < t->nodes; node++) {
        topology_place_t in;
        (void)topology_injection(t, node, &in, 1);
        if (in.router == r && in.port == port) {
          (void)snprintf(a, sizeof a, "interface %" PRIu32, node);
          tell(told, s, (uint64_t)t->routers * t->ports + node, kind, a, router_text(s, r, b));
        }
      }
    }
  }
  for (uint32_t node = 0; node < t->nodes; node++) {
    uint32_t slot = 0;
    const interface_fields_t *f = network_interface_pins(s->network, node, &slot);
    topology_place_t out;
    (void)topology_ejection(t, node, &out, 1);
    if (f->in_valid[slot] != 0) {
      (void)snprintf(b, sizeof b, "interface %" PRIu32, node);
      tell(told, s, (uint64_t)out.router * t->ports + out.port, f->in_kind[slot],
           router_text(s, out.router, a), b);
    }
  }
}

static told_t tell_again(const char *settings) {
  told_t told = {0};
  sim_t s = sim_create(settings);
  for (unsigned t = 0; t < 400; t++) {
    assert_true(sim_step(&s));
    look(&told, &s);
  }
  sim_free(&s);
  return told;
}

static const char *const kTold[] = {kMesh, kTorus, kOctagon};

// A hit is where the rule says, and of as many flits as it should be.
static void test_rule(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kTold / sizeof *kTold; i++) {
    const told_t told = tell_again(kTold[i]);
    const double expected = (double)told.seen * SHARE / 1e6;
    assert_true(told.hit > 20);
    assert_true((double)told.hit > 0.7 * expected && (double)told.hit < 1.3 * expected);
    sim_t s = create(kTold[i], "run.link_faults.share=0.02 router.link_check=secded", NULL);
    for (unsigned t = 0; t < 400; t++) {
      assert_true(sim_step(&s));
    }
    assert_true(network_link_faults(s.network)->hit == told.hit);
    sim_free(&s);
    // A check that finds it, and ends the run there.
    static const char *const kFound[] = {"router.link_check=parity",
                                         "router.link_check=secded run.link_faults.bits=2"};
    for (size_t k = 0; k < 2; k++) {
      char text[200];
      (void)snprintf(text, sizeof text, "run.link_faults.share=0.02 %s", kFound[k]);
      sim_t found = create(kTold[i], text, NULL);
      sim_loop(&found);
      assert_int_equal(found.result, SIM_LINK);
      assert_int_equal(found.error.status, NOC_CHECK_FAILED);
      sim_expect(found.error.text, told.first);
      assert_true(network_link_faults(found.network)->detected >= 1);
      assert_true(network_link_faults(found.network)->corrected == 0);
      sim_free(&found);
    }
  }
}

// --- what nobody sees ----------------------------------------------------------------------------

static void test_unseen(void **state) {
  (void)state;
  static const char *const kUnseen[] = {"", "run.link_faults.bits=2",
                                        "router.link_check=parity run.link_faults.bits=2"};
  for (size_t i = 0; i < 3; i++) {
    char text[200];
    (void)snprintf(text, sizeof text, "run.link_faults.share=0.02 %s", kUnseen[i]);
    sim_t s = create(kMesh, text, NULL);
    sim_loop(&s);
    assert_int_equal(s.result, SIM_SCOREBOARD);
    sim_expect(s.error.text, "data word");
    assert_true(network_link_faults(s.network)->hit > 0);
    assert_true(network_link_faults(s.network)->detected == 0);
    sim_free(&s);
  }
  // First flits stay as they are: packets of one flit arrive, whatever the share.
  link_faults_counts_t none;
  (void)digest_by(kMesh, "workload.packet_flits=1 run.link_faults.share=1", NULL, &none);
  assert_true(none.hit == 0);
}

// --- refusals ------------------------------------------------------------------------------------

static void test_refused(void **state) {
  (void)state;
  static const char kNeedsEyes[] =
      "run.link_faults.share is given with routers that copy packets, and a router.link_check that "
      "does not notice 1 wrong wire; it must be given with router.link_check secded";
  char text[600];
  (void)snprintf(text, sizeof text, "%s run.link_faults.share=0.1", kWorms);
  noc_error_t error = {0};
  scenario_t *scenario = sim_scenario(text, &error);
  assert_non_null(scenario);
  sim_t s = {.scenario = scenario};
  assert_true(sim_read(&s));
  assert_false(sim_build(&s));
  sim_expect(s.error.text, kNeedsEyes);
  assert_int_equal(s.error.status, NOC_BAD_INPUT);
  sim_free(&s);
}

static void test_parts(void **state) {
  (void)state;
  static const char kText[] = "topology: mesh:2x2\nworkload: {traffic: uniform, load: 0.1}\n";
  const char *const sets[] = {"run.link_faults.share=0.1"};
  char error[NOCSTEP_ERROR];
  temp_file_write(kText, strlen(kText));
  assert_null(nocstep_open_parts(temp_file, sets, 1, error));
  assert_string_equal(
      error,
      "--set run.link_faults.share=0.1: run.link_faults.share is given with parts, whose links are "
      "the program's; it must be given with a network as a whole");
  nocstep_t *n = nocstep_open(temp_file, sets, 1, error);
  assert_non_null(n);
  nocstep_close(n);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_corrected), cmocka_unit_test(test_same_by_seed),
      cmocka_unit_test(test_rule),      cmocka_unit_test(test_unseen),
      cmocka_unit_test(test_refused),   cmocka_unit_test(test_parts)};
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
