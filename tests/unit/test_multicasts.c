// Random multicasts: sets that are distinct, in order and even; the load that was asked for; the
// same multicasts whatever the scheme; their latency on an idle network, by hand.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collective/scheme.h"
#include "scenario/scenario_load.h"
#include "scenario_helper.h"
#include "workload/multicast_log.h"
#include "workload/multicasts.h"
#include "workload/workload.h"

static scenario_t *make(const char *const *sets) {
  static const char kText[] =
      "topology: mesh:4x4\n"
      "router: {switching: cut-through, depth: 40}\n"
      "workload: {traffic: multicast, degree: 5, scheme: tree-worm, load: 0.2}\n";
  noc_error_t error = {0};
  size_t count = 0;
  while (sets != NULL && sets[count] != NULL) {
    count++;
  }
  scenario_t *s = scenario_parse(kText, sizeof kText - 1, "s.yaml", sets, count, &error);
  if (s == NULL) {
    fail_msg("%s", error.text);
  }
  return s;
}

static plan_t *read_all(const scenario_t *s, multicasts_t *m) {
  noc_error_t error = {0};
  plan_t *plan = multicasts_read(s, m, &error);
  if (plan == NULL) {
    fail_msg("%s", error.text);
  }
  return plan;
}

// Each other node equally often, over many sets of each size: chi-square of 14 degrees of freedom.
static void sets(void **state) {
  (void)state;
  enum { NODES = 16, SETS = 4000 };
  for (uint32_t degree = 1; degree < NODES; degree++) {
    const uint32_t node = degree % NODES;
    uint32_t times[NODES] = {0};
    uint32_t to[NODES];
    for (uint32_t i = 0; i < SETS; i++) {
      multicasts_draw_set(7, NODES, node, i, degree, to);
      for (uint32_t k = 0; k < degree; k++) {
        assert_true(to[k] < NODES && to[k] != node && (k == 0 || to[k] > to[k - 1]));
        times[to[k]]++;
      }
    }
    const double share = degree / (NODES - 1.0);
    double chi = 0;
    for (uint32_t k = 0; k < NODES; k++) {
      const double more = times[k] - SETS * share;
      chi += k != node && share < 1 ? more * more / (SETS * share * (1 - share)) : 0;
    }
    assert_true(chi < 40);  // 1 in 4000 is above
  }
}

// Pairs come as often as they should too.
static void pairs(void **state) {
  (void)state;
  enum { NODES = 6, SETS = 6000 };
  uint32_t times[NODES][NODES] = {{0}};
  uint32_t to[NODES];
  for (uint32_t i = 0; i < SETS; i++) {
    multicasts_draw_set(1, NODES, 2, i, 2, to);
    times[to[0]][to[1]]++;
  }
  for (uint32_t a = 0; a < NODES; a++) {
    for (uint32_t b = a + 1; b < NODES; b++) {
      if (a != 2 && b != 2) {
        assert_true(fabs(times[a][b] - SETS / 10.0) < 5 * sqrt(SETS * 0.09));
      }
    }
  }
}

static void load(void **state) {
  (void)state;
  static const char *const kSets[][5] = {
      {"workload.degree=5", "workload.load=0.2", "run.cycles=40000", NULL},
      {"workload.degree=1-15", "workload.load=0.05", "run.cycles=200000", NULL},
      {"workload.degree=1:3,15:1", "workload.load=0.6", "workload.message_flits=9",
       "run.cycles=60000", NULL},
      {"workload.degree=15", "workload.load=1", "workload.message_flits=1", "run.cycles=3000",
       NULL}};
  for (size_t i = 0; i < sizeof kSets / sizeof kSets[0]; i++) {
    scenario_t *s = make(kSets[i]);
    multicasts_t m;
    plan_t *plan = read_all(s, &m);
    const double cycles = 2.0 * (double)s->cycles;
    const double expected = 16 * cycles * s->load / s->degree.mean / s->message_flits;
    assert_true(fabs(m.count - expected) < 5 * sqrt(expected));
    uint64_t messages = 0;
    for (uint32_t k = 0; k < m.count; k++) {
      messages += m.list[k].messages;
      assert_true(m.list[k].created < 2 * s->cycles);
      assert_true(k == 0 || m.list[k].created >= m.list[k - 1].created);
    }
    assert_true(fabs((double)messages / m.count - s->degree.mean) <
                5 * s->degree.longest / sqrt(m.count));
    assert_int_equal(multicasts_before(&m, UINT64_MAX), m.count);
    assert_int_equal(multicasts_before(&m, 0), 0);
    plan_free(plan);
    multicasts_free(&m);
    scenario_free(s);
  }
}

// If the chance is 1, every node creates a multicast in every cycle, from the first on.
static void every_cycle(void **state) {
  (void)state;
  scenario_t *s = make((const char *const[]){"workload.degree=1", "workload.load=1",
                                             "workload.message_flits=1", "run.cycles=50", NULL});
  multicasts_t m;
  plan_t *plan = read_all(s, &m);
  assert_int_equal(m.count, 16 * 100);
  for (uint32_t i = 0; i < m.count; i++) {
    assert_int_equal(m.list[i].created, i / 16);
    assert_int_equal(m.list[i].source, i % 16);
  }
  plan_free(plan);
  multicasts_free(&m);
  scenario_free(s);
}

// The k-th message of a multicast, in the order of the destinations.
static uint64_t receivers(const plan_t *plan, const multicasts_t *m, uint32_t number) {
  uint64_t mask = 0;
  const uint32_t end = number + 1 < m->count ? m->list[number + 1].first : plan->ops;
  for (uint32_t i = m->list[number].first; i < end; i++) {
    if (plan->op[i].kind == PLAN_RECEIVE) {
      assert_int_equal(mask >> plan->op[i].node & 1, 0);
      mask |= UINT64_C(1) << plan->op[i].node;
    }
  }
  return mask;
}

static void same_for_all(void **state) {
  (void)state;
  scenario_t *tree = make((const char *const[]){"workload.degree=1-15", NULL});
  multicasts_t first;
  plan_t *plan = read_all(tree, &first);
  assert_true(plan->multicasts > 0 && plan->multicasts < first.count);  // some go to one node
  scenario_word_t word;
  for (size_t w = 0; (word = scheme_multicast_word(w)).name != NULL; w++) {
    char set[64];
    (void)snprintf(set, sizeof set, "workload.scheme=%s", word.name);
    scenario_t *s = make((const char *const[]){"workload.degree=1-15", set, NULL});
    multicasts_t m;
    plan_t *other = read_all(s, &m);
    assert_int_equal(m.count, first.count);
    for (uint32_t i = 0; i < m.count; i++) {
      assert_int_equal(m.list[i].created, first.list[i].created);
      assert_int_equal(m.list[i].source, first.list[i].source);
      assert_int_equal(receivers(other, &m, i), receivers(plan, &first, i));
      assert_int_equal(receivers(other, &m, i) >> m.list[i].source & 1, 0);
    }
    plan_free(other);
    multicasts_free(&m);
    scenario_free(s);
  }
  plan_free(plan);
  multicasts_free(&first);
  scenario_free(tree);
}

// From node 0 of a mesh 4x4 to all: the far corner is 6 hops away. Pipeline 3: 4 + 7 * 3 cycles for
// a head, and the packet's other flits behind it.
static void idle(void **state) {
  (void)state;
  static const struct {
    const char *set[5];
    uint64_t cycles;
  } kCases[] = {
      // A header flit: waited for in 7 routers, and sent.
      {{"workload.scheme=tree-worm", "workload.message_flits=4", NULL}, 4 + 21 + 4 + 7},
      // 8 flits of the 10 in a first packet, and its header, before the second.
      {{"workload.scheme=tree-worm", "workload.message_flits=10", "workload.packet_flits=8", NULL},
       9 + 4 + 21 + 2 + 7},
      // A chain over all nodes: the corner at 15 is the 16th; from the host through its interface
      // in a word of a table, the flits, and two cycles; 15 legs, 3 of them from row to row with 4
      // hops, with 3 cycles in the interfaces between.
      {{"workload.scheme=kbinomial", "workload.k=1", "workload.message_flits=4", NULL},
       1 + 4 + 2 + 12 * (4 + 6 + 3) + 3 * (4 + 15 + 3) + 14 * 3},
      // The farthest is the last of 15 packets of 4 flits.
      {{"workload.scheme=unicast", "workload.message_flits=4", NULL}, 14 * 4 + 4 + 21 + 3},
  };
  for (size_t i = 0; i < sizeof kCases / sizeof kCases[0]; i++) {
    scenario_t *s = make(kCases[i].set);
    assert_int_equal(lengths_parse("15", &s->degree), LENGTHS_OK);
    workload_input_t input;
    noc_error_t error = {0};
    assert_true(workload_read(s, &input, &error));
    bool found = false;
    for (uint32_t k = 0; k < input.multicasts->count; k++) {
      if (input.multicasts->list[k].source == 0) {
        assert_int_equal(input.multicasts->list[k].idle, kCases[i].cycles);
        found = true;
      }
    }
    assert_true(found);
    workload_input_free(&input);
    scenario_free(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sets),         cmocka_unit_test(pairs), cmocka_unit_test(load),
      cmocka_unit_test(same_for_all), cmocka_unit_test(idle),  cmocka_unit_test(every_cycle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
