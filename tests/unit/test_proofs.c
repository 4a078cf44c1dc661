// test_proofs -- what one process has proved free of deadlock is taken by the next, for the same
// network only; what it refuses is refused by all.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scenario/scenario_load.h"
#include "sim/proofs.h"

// A torus needs two classes; `vcs` 1 has one.
static scenario_t *make(const char *topology, const char *routing, unsigned vcs) {
  char text[400];
  noc_error_t error;
  (void)snprintf(text, sizeof text,
                 "topology: %s\nrouter: {routing: %s, vcs: %u, allow_deadlock: true}\n"
                 "workload: {traffic: uniform, load: 0.1, packet_flits: 1}\nrun: {cycles: 10}\n",
                 topology, routing, vcs);
  scenario_t *s = scenario_parse(text, strlen(text), "test.yaml", NULL, 0, &error);
  if (s == NULL) {
    fail_msg("%s", error.text);
    return NULL;
  }
  s->allow_deadlock = false;
  return s;
}

static bool check(const scenario_t *s) {
  noc_error_t error = {0};
  const bool ok = proofs_check(s, NULL, false, &error);
  if (!ok) {
    assert_int_equal(error.status, NOC_BAD_INPUT);
    assert_non_null(strstr(error.text, "can deadlock"));
  }
  return ok;
}

static bool check_in_a_process(const scenario_t *s) {
  int status = 0;
  const pid_t pid = fork();
  assert_true(pid >= 0);
  if (pid == 0) {
    _exit(check(s) ? 0 : 1);
  }
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status) == 0;
}

// A routing that can deadlock under the name of one that is proved: only who takes a proof from
// somewhere lets it pass.
static scenario_t *make_disguised(const char *topology) {
  scenario_t *s = make(topology, "minimal", 4);
  noc_error_t error;
  routing_t *dor = routing_create(s->topology, "dor", NULL, false, &error);
  assert_non_null(dor);
  s->route->name = dor->name;
  s->route->classes = dor->classes;  // those that the proof is of
  routing_free(dor);
  return s;
}

static void a_proof_is_passed_on(void **state) {
  (void)state;
  scenario_t *proved = make("torus:4x4", "dor", 4);
  scenario_t *same = make_disguised("torus:4x4");
  scenario_t *other = make_disguised("torus:4x5");
  assert_false(check(same));
  assert_true(check_in_a_process(proved));
  assert_false(check(same));  // nothing is shared yet
  proofs_share();
  proofs_share();
  assert_false(check(same));
  assert_true(check_in_a_process(proved));
  assert_true(check(same));
  assert_true(check_in_a_process(same));
  assert_false(check(other));
  scenario_free(proved);
  scenario_free(same);
  scenario_free(other);
}

static void what_is_refused_stays_refused(void **state) {
  (void)state;
  scenario_t *enough = make("torus:5x5", "dor", 2);
  scenario_t *few = make("torus:5x5", "dor", 1);
  assert_false(check_in_a_process(few));
  assert_false(check(few));
  assert_true(check_in_a_process(enough));
  assert_false(check(few));
  few->allow_deadlock = true;
  assert_true(check(few));
  few->allow_deadlock = false;
  assert_false(check(few));
  scenario_free(enough);
  scenario_free(few);
}

static void what_is_from_a_file_is_not_kept(void **state) {
  (void)state;
  scenario_t *proved = make("torus:6x6", "dor", 4);
  scenario_t *same = make_disguised("torus:6x6");
  proved->routes.path = strdup("routes");
  assert_true(check(proved));
  assert_false(check(same));
  scenario_free(proved);
  scenario_free(same);
}

// More networks than there is room for are all judged rightly.
static void a_full_list_does_no_harm(void **state) {
  (void)state;
  for (unsigned i = 0; i < 300; i++) {
    char topology[32];
    (void)snprintf(topology, sizeof topology, "mesh:%u", i + 2);
    scenario_t *s = make(topology, "dor", 1);
    assert_true(check(s));
    scenario_free(s);
  }
  scenario_t *bad = make("torus:7x7", "dor", 1);
  assert_false(check(bad));
  scenario_free(bad);
}

// Worms whose planes are in the other order can deadlock, where unicasts cannot: a proof of these
// is none of those.
static void worms_have_proofs_of_their_own(void **state) {
  (void)state;
  noc_error_t error = {0};
  worm_routes_t w;
  scenario_t *s = make("torus:7x7", "dor", 2);
  const topology_t *t = s->topology;
  proofs_share();
  assert_true(worm_routes_create(&w, s->route, 2, &error));
  assert_int_equal(w.planes, 3);
  for (size_t i = 0; i < (size_t)t->routers * t->nodes; i++) {
    const unsigned plane = (w.way[i] - 1u) / t->ports;
    w.way[i] = (uint16_t)(1 + (plane < 2 ? 1 - plane : 2) * t->ports + (w.way[i] - 1u) % t->ports);
  }
  w.plane_class[0] = 0;
  w.plane_class[1] = 1;
  assert_true(proofs_check(s, NULL, false, &error));
  assert_false(proofs_check(s, &w, false, &error));
  assert_non_null(strstr(error.text, "can deadlock"));
  worm_routes_free(&w);
  assert_true(worm_routes_create(&w, s->route, 2, &error));
  assert_true(proofs_check(s, &w, false, &error));
  worm_routes_free(&w);
  scenario_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_proof_is_passed_on), cmocka_unit_test(what_is_refused_stays_refused),
      cmocka_unit_test(what_is_from_a_file_is_not_kept),
      cmocka_unit_test(worms_have_proofs_of_their_own), cmocka_unit_test(a_full_list_does_no_harm)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
