// One multicast as operations of a plan, by every scheme, on networks of all kinds: each
// destination gets one receive, which a sender that has the message matches; the source's
// operations wait for what they are to wait for.

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "collective/scheme.h"
#include "network/multicast_runs.h"
#include "scenario/scenario_load.h"

enum { MOST = 64, FLITS = 6, SETS = 12, SETTINGS = 200 };

static const char *const kNetworks[] = {
    "topology=mesh:4x4",
    "topology=torus:4x4 router.vcs=3",
    "topology=octagon:8 router.vcs=4",
    "topology=fattree:k=2,n=3",
    "topology=irregular:switches=8,ports=8,hosts=32,seed=2",
};

static bool requires(const plan_t *p, uint32_t operation, uint32_t required) {
  for (uint32_t i = p->op[required].successors; i < p->op[required + 1].successors; i++) {
    if (p->successor[i] == operation) {
      return true;
    }
  }
  return false;
}

// A receive's message waits for the receive at its sender, or for what the source waits for.
static void check_way(const plan_t *p, const uint32_t *by_node, const multicast_t *m, uint32_t to) {
  const uint32_t receive = by_node[to];
  assert_int_equal(p->op[receive].kind, PLAN_RECEIVE);
  assert_int_equal(p->op[receive].node, to);
  assert_int_equal(p->op[receive].size, m->flits);
  assert_int_equal(p->op[receive].tag, m->tag);
  uint32_t send = p->op[receive].match;
  if (p->op[send].kind == PLAN_COPY) {
    while (p->op[send].kind != PLAN_MULTICAST) {
      send--;
    }
  }
  const uint32_t from = p->op[send].node;
  assert_true(from == m->source || by_node[from] != kPlanNone);
  assert_int_equal(p->op[send].source, from == m->source ? kPlanNone : by_node[from]);
  assert_true(requires(p, send, from == m->source ? m->after : by_node[from]));
}

static void check_carriers(const plan_t *p, const scheme_t *scheme) {
  for (uint32_t i = 0; i < p->ops; i++) {
    if (p->op[i].kind == PLAN_MULTICAST) {
      const plan_carrier_t c = plan_carrier(p, i);
      assert_true(scheme->carried);
      assert_int_equal(c.kind, scheme->carry);
      assert_true(scheme != &kPathWormScheme || (c.count >= 1 && c.count <= p->op[i].peer));
      assert_true(scheme != &kKbinomialScheme || c.count == p->op[i].peer);
    }
  }
}

static void check(const scenario_t *s, const scheme_t *scheme, uint64_t draw) {
  const uint32_t nodes = s->topology->nodes;
  multicast_planner_t c;
  const char *key = NULL;
  noc_error_t error = {0};
  if (!multicast_planner_create(&c, s, scheme, FLITS, &key, &error)) {
    fail_msg("%s: %s", key, error.text);
  }
  uint32_t to[MOST];
  uint32_t receive[MOST];
  uint32_t by_node[MOST];
  const uint32_t source = (uint32_t)(draw % nodes);
  uint32_t count = 0;
  for (uint32_t i = 1; i < nodes; i++) {  // in no order
    if (draw % 3 == 0 || (rng_draw(draw, i) & 3) == 0 || i == 1) {
      to[count++] = (source + i) % nodes;
    }
  }
  plan_t *p = plan_create(nodes, &error);
  multicast_t m = {source, to, count, FLITS, 7, plan_calculate(p, source, 100)};
  assert_true(multicast_add(p, &c, scheme, &m, receive, &error));
  assert_true(plan_finish(p, &error));
  memset(by_node, 0xff, sizeof by_node);
  for (uint32_t k = 0; k < count; k++) {
    assert_int_equal(by_node[to[k]], kPlanNone);
    by_node[to[k]] = receive[k];
  }
  uint32_t receives = 0;
  for (uint32_t i = 0; i < p->ops; i++) {
    receives += p->op[i].kind == PLAN_RECEIVE;
  }
  assert_int_equal(receives, count);
  for (uint32_t k = 0; k < count; k++) {
    check_way(p, by_node, &m, to[k]);
  }
  check_carriers(p, scheme);
  plan_free(p);
}

static void test_schemes(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kNetworks / sizeof kNetworks[0]; i++) {
    char settings[SETTINGS];
    (void)snprintf(settings, sizeof settings, "%s router.switching=cut-through router.depth=20",
                   kNetworks[i]);
    scenario_t *s = runs_network(settings);
    scenario_word_t word;
    for (size_t k = 0; (word = scheme_multicast_word(k)).name != NULL; k++) {
      for (uint64_t set = 0; set < SETS; set++) {
        check(s, scheme_find(word.name), rng_key(3, RNG_DESTINATION, set));
      }
    }
    scenario_free(s);
  }
}

static void test_names(void **state) {
  (void)state;
  static const char *const kNames[] = {"unicast",   "binomial",  "tree-worm",
                                       "path-worm", "kbinomial", "postal"};
  for (size_t i = 0; i < 6; i++) {
    assert_string_equal(scheme_multicast_word(i).name, kNames[i]);
    assert_string_equal(scheme_find(kNames[i])->name, kNames[i]);
  }
  assert_null(scheme_multicast_word(6).name);
  assert_null(scheme_find("ring")->multicast.add);
  assert_null(scheme_find("rin"));
}

// Names as a sentence lists them.
static void test_lists(void **state) {
  (void)state;
  char names[SCHEME_NAMES];
  assert_string_equal(scheme_names(scheme_has_worms, " or ", names), "tree-worm or path-worm");
  assert_string_equal(scheme_names(scheme_codes, " and ", names), "hnc and hnc-recursive");
  assert_true(scheme_takes(&kKbinomialScheme, "workload.k"));
  assert_false(scheme_takes(&kKbinomialScheme, "workload.group"));
  assert_false(scheme_takes(&kRingScheme, "workload.k"));
  assert_true(scheme_takes(&kHncScheme, "coding.memory"));
  assert_false(scheme_takes(&kHierarchyScheme, "coding.memory"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_schemes), cmocka_unit_test(test_names),
                                     cmocka_unit_test(test_lists)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
