// harness -- see harness.h.

#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collective/coding_config.h"
#include "lockstep/factory.h"
#include "lockstep/report.h"
#include "scenario/scenario_load.h"

enum { MAX_SETS = 32, SETTINGS = 2048 };

// The file that the settings amend.
static const char kBase[] = "run: {router: ref}\n";

scenario_t *sim_scenario(const char *settings, noc_error_t *error) {
  char text[SETTINGS];
  const char *set[MAX_SETS];
  size_t n = 0;
  assert_true(strlen(settings) < sizeof text);
  (void)strcpy(text, settings);
  for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
    assert_true(n < MAX_SETS);
    set[n++] = word;
  }
  return scenario_parse(kBase, sizeof kBase - 1, "test", set, n, error);
}

void sim_refused(const char *settings, const char *sentence) {
  noc_error_t error = {0};
  scenario_t *s = sim_scenario(settings, &error);
  if (s != NULL || error.status != NOC_BAD_INPUT || strstr(error.text, sentence) == NULL) {
    fail_msg("%s: expected '%s', found '%s'", settings, sentence,
             s != NULL ? "no error" : error.text);
  }
}

const char *sim_no_groups(const topology_t *t, const char *scheme) {
  coding_scheme_t coding;
  unsigned factors = 0;
  uint32_t rest = t->nodes;
  if (!coding_scheme_find(scheme, &coding)) {
    return NULL;
  }
  for (uint32_t p = 2; p <= rest; p++) {
    for (; rest % p == 0; rest /= p) {
      factors++;
    }
  }
  return factors >= (coding == CODING_RECURSIVE ? 3 : 2) ? NULL : "workload.group is best, but";
}

sim_t sim_create_with(const char *settings, bank_factory_t factory, void *context,
                      const char *at_kind, const uint32_t *at, size_t n_at) {
  sim_t s = {.factory = factory, .factory_context = context};
  s.scenario = sim_scenario(settings, &s.error);
  if (s.scenario == NULL) {
    fail_msg("%s", s.error.text);
  }
  s.places = (sim_places_t){.router = calloc(n_at + 1, sizeof *s.places.router),
                            .kind = calloc(n_at + 1, sizeof *s.places.kind),
                            .count = n_at};
  assert_non_null(s.places.router);
  assert_non_null(s.places.kind);
  for (size_t i = 0; i < n_at; i++) {
    s.places.router[i] = at[i];
    s.places.kind[i] = at_kind;
  }
  if (!workload_read(s.scenario, &s.input, &s.error) || !sim_build_network(&s)) {
    fail_msg("%s", s.error.text);
  }
  return s;
}

sim_t sim_create_threads(const char *settings, crew_t *crew) {
  sim_t s = {.factory = bank_factory, .crew = crew};
  s.scenario = sim_scenario(settings, &s.error);
  if (s.scenario == NULL || !workload_read(s.scenario, &s.input, &s.error) ||
      !sim_build_network(&s)) {
    fail_msg("%s", s.error.text);
  }
  return s;
}

sim_t sim_create(const char *settings) {
  return sim_create_with(settings, bank_factory, NULL, NULL, NULL, 0);
}

static void fail_mismatch(const sim_t *s) {
  mismatch_report(stderr, s->network, NULL, "this test");
  fail_msg("mismatch in %s", s->scenario->topology->name);
}

void sim_write_pair(const char *path, unsigned nodes, unsigned one, unsigned other) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  for (unsigned node = 0; node < nodes; node++) {
    (void)fprintf(out, "%u\n", node == one ? other : node == other ? one : node);
  }
  assert_int_equal(fclose(out), 0);
}

bool sim_step(sim_t *s) {
  if (!workload_cycle(s->workload, &s->error)) {
    return false;
  }
  if (!network_step(s->network)) {
    fail_mismatch(s);
  }
  return true;
}

bool sim_run(sim_t *s, uint64_t check, uint64_t limit) {
  s->check_every = check;
  s->limit = limit;
  sim_loop(s);
  if (s->result == SIM_MISMATCH) {
    fail_mismatch(s);
  }
  return s->result == SIM_PASS;
}

static uint64_t mix(uint64_t digest, uint64_t value) {
  return (digest ^ value) * UINT64_C(0x100000001b3);
}

char *sim_chain_text_of(network_t *n, uint32_t networks, bool *closed) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  *closed = network_print_wait_chain_of(n, networks, out);
  assert_int_equal(fclose(out), 0);
  return text;
}

char *sim_chain_text(network_t *n, bool *closed) {
  return sim_chain_text_of(n, UINT32_MAX, closed);
}

void sim_expect(const char *text, const char *part) {
  if (strstr(text, part) == NULL) {
    fail_msg("expected '%s' in:\n%s", part, text);
  }
}

uint64_t sim_register(network_t *n, component_t component, uint32_t id, const char *name,
                      uint32_t index) {
  uint32_t member = 0;
  bank_t *b = network_locate(n, component, id, &member);
  uint32_t *words = calloc(b->layout.state_words, sizeof *words);
  assert_non_null(words);
  b->ops->state(b, member, false, words);
  const bundle_field_t *field = NULL;
  for (unsigned f = 0; f < b->layout.n_fields && field == NULL; f++) {
    field = strcmp(b->layout.field[f].name, name) == 0 ? &b->layout.field[f] : NULL;
  }
  assert_non_null(field);
  const uint64_t value = bundle_element(field, words, index);
  free(words);
  return value;
}

bank_t *sim_made_bank(const bank_ops_t *ops, const bank_config_t *config) {
  bank_t *b = calloc(1, sizeof *b);
  assert_non_null(b);
  *b = (bank_t){.ops = ops, .config = *config, .has_ref = true};
  (config->component == COMPONENT_ROUTER ? bundle_router : bundle_interface)(config->shape,
                                                                             &b->layout);
  return b;
}

void sim_made_reset(bank_t *b) {
  (void)b;
}

void sim_made_free(bank_t *b) {
  free(b);
}

uint64_t sim_digest(sim_t *s) {
  workload_result_t r;
  workload_result(s->workload, &r);
  const topology_t *t = s->scenario->topology;
  uint64_t digest = UINT64_C(0xcbf29ce484222325);
  digest = mix(digest, network_cycle(s->network));
  digest = mix(digest, r.packets_created);
  digest = mix(digest, r.packets_delivered);
  digest = mix(digest, r.latency.p50);
  digest = mix(digest, r.latency.p99);
  digest = mix(digest, r.latency.max);
  digest = mix(digest, (uint64_t)(r.latency.mean * 1e6));
  digest = mix(digest, (uint64_t)(r.network_latency.mean * 1e6));
  for (uint32_t router = 0; router < t->routers; router++) {
    for (unsigned port = 0; port < t->ports; port++) {
      digest = mix(digest, network_link_flits(s->network, router, port));
    }
  }
  return digest;
}

uint64_t sim_closed_form(const sim_t *s, unsigned flits, unsigned hops) {
  const scenario_t *c = s->scenario;
  return 4 + (hops + 1) * c->pipeline + hops * (c->link_latency - 1) + (flits - 1);
}
