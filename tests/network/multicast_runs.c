// multicast_runs -- see multicast_runs.h.

#include "multicast_runs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "plan/plan.h"
#include "scenario/scenario_load.h"

enum { CHECK = 16, LIMIT = 200000, SETTINGS = 800, NODES = 256 };

scenario_t *runs_network(const char *network) {
  char text[SETTINGS];
  noc_error_t error = {0};
  (void)snprintf(text, sizeof text,
                 "%s workload.collective=broadcast workload.scheme=unicast "
                 "workload.message_flits=1",
                 network);
  scenario_t *s = sim_scenario(text, &error);
  if (s == NULL) {
    fail_msg("%s: %s", network, error.text);
  }
  return s;
}

void runs_add(plan_t *p, const scenario_t *s, const runs_mix_t *mix, uint64_t seed, uint32_t tag) {
  noc_error_t error = {0};
  const char *key = NULL;
  const uint32_t nodes = s->topology->nodes;
  uint32_t to[NODES];
  uint32_t receive[NODES];
  multicast_planner_t planner;
  multicast_planner_t densest;
  if (!multicast_planner_create(&planner, s, mix->scheme, mix->packet, &key, &error) ||
      !multicast_planner_create(&densest, s, mix->densest, mix->packet, &key, &error)) {
    fail_msg("%s: %s", key, error.text);
  }
  for (uint32_t node = 0; node < nodes; node++) {
    const uint64_t draw = rng_key(seed, RNG_DESTINATION, node);
    for (uint32_t m = 0; m < mix->messages; m++) {
      const uint64_t density = rng_draw(draw, 4 * m) % 8;
      const uint32_t other =
          (uint32_t)((node + 1 + rng_draw(draw, 4 * m + 1) % (nodes - 1)) % nodes);
      multicast_t one = {.source = node,
                         .to = to,
                         .flits = 1 + (uint32_t)(rng_draw(draw, 4 * m + 2) % mix->longest),
                         .tag = tag + m * nodes + node,
                         .after = kPlanNone};
      for (uint32_t k = 0; k < nodes; k++) {
        if (k != node &&
            (k == other || (density > 1 && rng_draw(draw, 100 + m * nodes + k) % 8 < density))) {
          to[one.count++] = k;
        }
      }
      const scheme_t *by = density == 0   ? &kUnicastScheme
                           : density == 7 ? mix->densest
                                          : mix->scheme;
      const multicast_planner_t *c = density == 7 ? &densest : &planner;
      if (!multicast_add(p, c, by, &one, receive, &error)) {
        fail_msg("%s from node %u to %u: %s", by->name, node, one.count, error.text);
      }
    }
  }
}

plan_t *runs_plan(const scenario_t *s, const runs_mix_t *mix, uint64_t seed, uint32_t *carriers) {
  noc_error_t error = {0};
  plan_t *p = plan_create(s->topology->nodes, &error);
  assert_non_null(p);
  runs_add(p, s, mix, seed, 0);
  assert_true(plan_finish(p, &error));
  *carriers += p->carriers;
  return p;
}

sim_t runs_open(const char *network, const char *more, plan_t *plan, unsigned flit_bits) {
  char name[] = "/tmp/multicast_runs_XXXXXX";
  char settings[2 * SETTINGS];
  noc_error_t error = {0};
  FILE *file = fdopen(mkstemp(name), "w");
  char *text[2] = {NULL, NULL};
  size_t length[2];
  assert_non_null(file);
  assert_true(plan_write_goal(plan, flit_bits, file));
  assert_int_equal(fclose(file), 0);
  plan_t *back = plan_read_goal(name, flit_bits, plan->nodes, &error);
  if (back == NULL) {
    fail_msg("%s", error.text);
  }
  for (unsigned i = 0; i < 2; i++) {
    FILE *memory = open_memstream(&text[i], &length[i]);
    assert_true(plan_write_goal(i == 0 ? plan : back, flit_bits, memory));
    assert_int_equal(fclose(memory), 0);
  }
  assert_string_equal(text[0], text[1]);
  free(text[0]);
  free(text[1]);
  plan_free(back);
  plan_free(plan);
  (void)snprintf(settings, sizeof settings, "%s workload.plan=%s %s", network, name, more);
  const sim_t s = sim_create(settings);
  assert_int_equal(remove(name), 0);
  return s;
}

void runs_check(sim_t *s, const char *what) {
  if (!sim_run(s, CHECK, LIMIT)) {
    fail_msg("%s: %s", what, s->error.text);
  }
  workload_result_t r;
  workload_result(s->workload, &r);
  assert_int_equal(r.packets_created, r.packets_delivered);
  assert_int_equal(r.flits_created, r.flits_delivered);
  assert_int_equal(r.blocks_checked, r.blocks_expected);
  assert_int_equal(r.operations_complete, r.operations);
}

void runs_collectives(const char *network, const char *scheme, uint32_t most) {
  static const char *const kCollectives[] = {"broadcast", "multicast", "allgather"};
  scenario_t *scenario = runs_network(network);
  const uint32_t nodes = scenario->topology->nodes;
  scenario_free(scenario);
  for (size_t c = 0; c < (nodes <= most ? 3 : 2); c++) {
    char settings[2 * SETTINGS];
    (void)snprintf(settings, sizeof settings, "%s workload.scheme=%s workload.collective=%s %s",
                   network, scheme, kCollectives[c],
                   c == 1 ? "workload.from=3 workload.to=0-2 workload.message_flits=3" : "");
    sim_t s = sim_create(settings);
    runs_check(&s, settings);
    workload_result_t r;
    workload_result(s.workload, &r);
    const uint64_t copies = c == 1 ? 3 : (c == 0 ? 1 : nodes) * (uint64_t)(nodes - 1);
    assert_int_equal(r.packets_delivered, copies);
    // A message of one flit goes as a packet of two.
    assert_int_equal(r.flits_delivered, copies * (c == 1 ? 3 : 2));
    assert_int_equal(r.blocks_checked, copies);
    sim_free(&s);
  }
}

void runs_unchanged(const interface_fields_t *f, uint32_t slot) {
  (void)f;
  (void)slot;
}

void runs_fault(sim_t *s, bool forwarding, unsigned at, runs_change_t change,
                const char *expected) {
  enum { SHORT = 400 };
  unsigned beat = 0;
  bool ok = true;
  while (ok && network_cycle(s->network) < SHORT && !workload_done(s->workload)) {
    uint32_t slot = 0;
    const interface_fields_t *f = network_interface_pins(s->network, 0, &slot);
    ok = workload_cycle(s->workload, &s->error);
    if ((forwarding ? f->forward_valid : f->host_valid)[slot] != 0 && beat++ == at) {
      change(f, slot);
    }
    ok = ok && network_step(s->network);
  }
  ok = ok && workload_verify(s->workload, &s->error);
  const bool as_expected = expected[0] != '\0' && strstr(s->error.text, expected) != NULL;
  if (ok ? expected[0] != '\0' : !as_expected) {
    fail_msg("found '%s', expected '%s'", s->error.text, expected);
  }
  sim_free(s);
}
