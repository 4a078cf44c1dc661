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
  static const char *const kKinds[] = {
      [RUN_REF] = "ref", [RUN_RTL] = "rtl", [RUN_LOCKSTEP] = "lockstep"};
  sim_t s = {0};
  s.scenario = sim_scenario(settings, &s.error);
  if (s.scenario == NULL) {
    fail_msg("%s", s.error.text);
  }
  const scenario_t *c = s.scenario;
  network_config_t config = {
      .topology = c->topology,
      .routing = c->route,
      .shape = {.vcs = c->vcs,
                .depth = c->depth,
                .flit_bits = c->flit_bits,
                .cut_through = c->cut_through,
                .pipeline = c->pipeline,
                .networks = c->networks},
      .link_latency = c->link_latency,
      .router = kKinds[c->run_router],
      .at_kind = at_kind,
      .at = at,
      .n_at = n_at,
      .worms = &s.input.worms,
      .forward_receive = (unsigned)c->host.t_nr,
      .forward_send = (unsigned)c->host.t_ns,
      .seed = c->seed,
      .factory = factory,
      .factory_context = context,
  };
  if (!workload_read(c, &s.input, &s.error) ||
      !workload_widths(c, &s.input, &config.shape, &s.error)) {
    fail_msg("%s", s.error.text);
  }
  s.network = network_create(&config, &s.error);
  if (s.network == NULL) {
    fail_msg("%s", s.error.text);
  }
  s.workload = workload_create(c, &s.input, s.network, &s.error);
  if (s.workload == NULL) {
    fail_msg("%s", s.error.text);
  }
  return s;
}

sim_t sim_create(const char *settings) {
  return sim_create_with(settings, bank_factory, NULL, NULL, NULL, 0);
}

void sim_free(sim_t *s) {
  workload_free(s->workload);
  network_free(s->network);
  workload_input_free(&s->input);
  scenario_free(s->scenario);
}

bool sim_cycle(sim_t *s) {
  if (!workload_cycle(s->workload, &s->error)) {
    return false;
  }
  if (!network_step(s->network)) {
    mismatch_report(stderr, s->network, NULL, "this test");
    fail_msg("mismatch in %s", s->scenario->topology->name);
  }
  return true;
}

bool sim_run(sim_t *s, uint64_t check, uint64_t limit) {
  const workload_kind_t kind = s->scenario->workload;
  const bool ends = kind == WORKLOAD_TRAFFIC || kind == WORKLOAD_MULTICASTS ||
                    (kind == WORKLOAD_TRACE && s->scenario->cycles > 0);
  const uint64_t end = s->scenario->warmup + s->scenario->cycles;
  for (;;) {
    if (!sim_cycle(s)) {
      return false;
    }
    const uint64_t now = network_cycle(s->network);
    if (now % check == 0 && !network_check_conservation(s->network, &s->error)) {
      return false;
    }
    if (ends && now == end) {
      workload_stop(s->workload);
    }
    if ((!ends || now >= end) && workload_done(s->workload)) {
      return workload_verify(s->workload, &s->error) &&
             network_check_conservation(s->network, &s->error);
    }
    if (now >= limit) {
      return noc_fail(&s->error, NOC_CHECK_FAILED, "limit");
    }
  }
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
