// test_capacity -- the load that each resource carries at most, against work counted by hand and
// against all sets of destinations, one by one; and that a result above it is none.

#include <math.h>

#include "runs/capacity.h"
#include "runs/curves.h"
#include "scenario_helper.h"

static capacity_t capacity_of(const scenario_t *s) {
  capacity_t most;
  noc_error_t error = {0};
  assert_true(capacity_find(s, &most, &error));
  return most;
}

typedef struct {
  const char *scheme;
  unsigned degree, flits;
  const char *ratio;
  double processors, buses, send, receive;  // cycles for each of `flits` that a node receives
  double least;
} hosts_t;

// Work of a node for a message of which every node gets one in the mean: 1,000 cycles to receive
// it, 1,000 to send it on or, where network or interfaces carry it, a share of that to start it. A
// packet of 128 flits is 128 / 1.33 = 96.2 cycles on the bus, each way.
static void hosts(void **state) {
  (void)state;
  static const hosts_t kHosts[] = {
      {"tree-worm", 15, 128, "1", 16000 / 15.0, 96.2406 * 16 / 15, 1000 / 15.0, 1000, 0.12},
      {"tree-worm", 3, 128, "1", 4000 / 3.0, 96.2406 * 4 / 3, 1000 / 3.0, 1000, 0.096},
      {"path-worm", 3, 128, "0.5", 4000 / 3.0, 96.2406 * 4 / 3, 2000 / 3.0, 2000, 0.064},
      {"kbinomial", 15, 128, "0.5", 16000 / 15.0, 96.2406 * 16 / 15, 2000, 2000, 0.064},
      {"kbinomial", 15, 2048, "1", 16000 / 15.0, 1539.85 * 16 / 15, 16000, 16000, 0.128},
      {"tree-worm", 3, 130, "5", 4000 / 3.0, 97.7444 * 4 / 3, 400 / 3.0, 400, 0.0975},
      {"binomial", 15, 128, "1", 2000, 192.481, 1000, 1000, 0.064}};
  for (size_t i = 0; i < sizeof kHosts / sizeof kHosts[0]; i++) {
    const hosts_t *h = &kHosts[i];
    char text[512];
    (void)snprintf(text, sizeof text,
                   "topology: irregular:switches=8,ports=8,hosts=32,seed=1\n"
                   "router: {depth: 640, switching: cut-through, vcs: 1}\n"
                   "host: {t_hs: 1000, t_hr: 1000, ratio: %s, bus: 1.33}\n"
                   "workload: {traffic: multicast, degree: %u, scheme: %s, load: 0.1, "
                   "message_flits: %u, packet_flits: 128}\n",
                   h->ratio, h->degree, h->scheme, h->flits);
    scenario_t *s = good(text);
    const capacity_t most = capacity_of(s);
    const double cycles[] = {[CAPACITY_PROCESSORS] = h->processors,
                             [CAPACITY_BUSES] = h->buses,
                             [CAPACITY_SEND_HANDLERS] = h->send,
                             [CAPACITY_RECEIVE_HANDLERS] = h->receive,
                             [CAPACITY_PORTS] = h->flits};
    for (unsigned k = 0; k <= CAPACITY_PORTS; k++) {
      if (fabs(most.load[k] * cycles[k] / h->flits - 1) > 1e-4) {
        fail_msg("%s to %u, %u flits, R %s: %s carry %g", h->scheme, h->degree, h->flits, h->ratio,
                 kCapacityNames[k], most.load[k]);
      }
    }
    assert_float_equal(most.load[capacity_least(&most)], h->least, 1e-6);
    scenario_free(s);
  }
}

// Packets enter a router over its links when each node multicasts once to each set of others:
// once if a node of it is in the set, and it does not come from there.
static double worst_router(const topology_t *t, unsigned degree) {
  double least = INFINITY;
  for (uint32_t r = 0; r < t->routers; r++) {
    uint32_t here = 0;
    uint64_t sets = 0;
    uint64_t enter = 0;
    unsigned links = 0;
    for (uint32_t node = 0; node < t->nodes; node++) {
      topology_place_t at;
      (void)topology_ejection(t, node, &at, 1);
      here |= at.router == r ? 1U << node : 0;
    }
    for (unsigned p = 0; p < t->ports; p++) {
      links += t->peer_router[(size_t)r * t->ports + p] >= 0;
    }
    for (uint32_t source = 0; source < t->nodes; source++) {
      for (uint32_t set = 0; set < 1U << t->nodes; set++) {
        if ((set >> source & 1) == 0 && (unsigned)__builtin_popcount(set) == degree) {
          sets++;
          enter += (set & here) != 0 && (here >> source & 1) == 0;
        }
      }
    }
    // At load 1 a node sends one flit in `degree` cycles.
    const double flits = (double)enter / (double)sets * t->nodes / degree;
    least = enter > 0 ? fmin(least, links / flits) : least;
  }
  return least;
}

static void links(void **state) {
  (void)state;
  static const char *const kTopologies[] = {
      "mesh:2x2@2", "irregular:switches=4,ports=4,hosts=7,seed=3", "mesh:3x1@3",
      "irregular:switches=3,ports=8,hosts=11,seed=1,open=2", "mesh:1x1@4"};
  for (size_t i = 0; i < sizeof kTopologies / sizeof kTopologies[0]; i++) {
    for (unsigned degree = 1; degree <= 3; degree++) {
      char text[512];
      (void)snprintf(text, sizeof text,
                     "topology: %s\nrouter: {vcs: 2, depth: 16}\n"
                     "workload: {traffic: multicast, degree: %u, scheme: binomial, load: 0.1}\n",
                     kTopologies[i], degree);
      scenario_t *s = good(text);
      const capacity_t most = capacity_of(s);
      const double worst = worst_router(s->topology, degree);
      if (!(isinf(worst) && isinf(most.load[CAPACITY_LINKS])) &&
          !(fabs(most.load[CAPACITY_LINKS] / worst - 1) < 1e-9)) {
        fail_msg("%s to %u: links carry %g, not %g", kTopologies[i], degree,
                 most.load[CAPACITY_LINKS], worst);
      }
      scenario_free(s);
    }
  }
}

// A point of which nothing measured says that it is not sustained.
typedef struct {
  curve_t curve;
  simulation_t run;
} judged_t;

static judged_t setup_judged(void) {
  judged_t j = {
      .run = {.result = SIM_PASS, .status = NOC_OK, .measured = true},
  };
  j.curve.scenario = good(
      "topology: mesh:2x2\nrouter: {vcs: 1, depth: 16}\n"
      "host: {t_hr: 1000}\n"
      "workload: {traffic: multicast, degree: 3, scheme: kbinomial, load: 0.1, "
      "message_flits: 8, packet_flits: 8}\n");
  j.curve.most = capacity_of(j.curve.scenario);  // 0.008, by the processors
  return j;
}

static curve_point_t point_at(double offered) {
  return (curve_point_t){.load = 10000,
                         .offered = offered,
                         .accepted = offered,
                         .cycles = 1000000,
                         .zero_load = 1000,
                         .latency = {.count = 1200, .mean = 1500}};
}

static void judged(void **state) {
  (void)state;
  judged_t j = setup_judged();
  noc_error_t error = {0};
  assert_float_equal(j.curve.most.load[capacity_least(&j.curve.most)], 0.008, 1e-9);
  curve_point_t p = point_at(0.0079);
  assert_true(curve_judge(&j.curve, &p, &j.run, &error));
  assert_true(p.passed && p.sustained);
  assert_string_equal(p.result, "pass");
  // A little more than can be, which such a window does not show: the load is not sustained.
  p = point_at(0.00801);
  assert_true(curve_judge(&j.curve, &p, &j.run, &error));
  assert_true(p.passed && !p.sustained);
  // So much more that it must have been seen: the measurement is wrong.
  p = point_at(0.009);
  assert_false(curve_judge(&j.curve, &p, &j.run, &error));
  assert_true(!p.passed && !p.sustained);
  assert_string_equal(p.result, "above capacity");
  assert_int_equal(error.status, NOC_CHECK_FAILED);
  assert_non_null(
      strstr(error.text, "there must be one above 0.0080, which is all that the hosts"));
  // The same is no fault where the run tells that the load is not sustained.
  j.run.measured = false;
  p = point_at(0.009);
  assert_true(curve_judge(&j.curve, &p, &j.run, &error));
  assert_true(p.passed && !p.sustained);
  // More than the ports carry is accepted by no network.
  p = point_at(1.1);
  assert_false(curve_judge(&j.curve, &p, &j.run, &error));
  assert_non_null(strstr(error.text, "there must be 1 at most"));
  scenario_free(j.curve.scenario);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hosts),
      cmocka_unit_test(links),
      cmocka_unit_test(judged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
