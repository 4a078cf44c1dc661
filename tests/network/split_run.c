// split_run -- see split_run.h.

#include "network/split_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/network_state.h"
#include "network/split.h"
#include "sim/sim_json.h"
#include "socket_peers.h"
#include "workload/workload_state.h"

enum { WORDS = 1 << 14 };

static char *result(sim_t *s) {
  json_t *root = sim_json(s);
  char *text = root != NULL ? json_dumps(root, JSON_INDENT(1)) : NULL;
  json_decref(root);
  return text;
}

// Names the first element in which two states of a member differ.
static void tell_difference(const bank_t *b, uint32_t member, uint32_t words[2][WORDS]) {
  for (unsigned f = 0; f < b->layout.n_fields; f++) {
    const bundle_field_t *field = &b->layout.field[f];
    for (uint32_t i = 0; field->kind != FIELD_IN && i < field->count; i++) {
      const uint64_t one = bundle_element(field, words[0], i);
      const uint64_t part = bundle_element(field, words[1], i);
      if (one != part) {
        (void)fprintf(stderr, "%s %u: %s[%u] is 0x%llx, and 0x%llx where it is a part\n",
                      b->config.component == COMPONENT_ROUTER ? "router" : "interface", member,
                      field->name, i, (unsigned long long)one, (unsigned long long)part);
        return;
      }
    }
  }
}

// Says whether a member's state is the same; 0 if it is.
static int compare_members(const sim_t *one, const sim_t *part) {
  static uint32_t words[2][WORDS];
  for (size_t i = 0; i < network_banks(one->network); i++) {
    bank_t *a = network_bank(one->network, i);
    bank_t *b = network_bank(part->network, i);
    if (a->layout.state_words > WORDS) {
      return 2;
    }
    const uint32_t first = part->network->range[i].first;
    for (uint32_t k = 0; k < b->config.members; k++) {
      const uint32_t m = first + k - one->network->range[i].first;
      if (split_has(part->network, first + k)) {
        a->ops->state(a, m, false, words[0]);
        b->ops->state(b, k, false, words[1]);
        if (memcmp(words[0], words[1], a->layout.state_words * sizeof **words) != 0) {
          tell_difference(a, m, words);
          return 1;
        }
      }
    }
  }
  return 0;
}

static int compare_results(const split_run_t *run, sim_t *part) {
  const network_t *n = run->one->network;
  for (uint32_t r = 0; r < n->routers; r++) {
    for (unsigned port = 0; port < n->shape.ports; port++) {
      if (network_link_flits(n, r, port) != network_link_flits(part->network, r, port)) {
        (void)fprintf(stderr, "flits of router %u port %u differ\n", r, port);
        return 1;
      }
    }
  }
  workload_result_t r[2];
  workload_result(run->one->workload, &r[0]);
  workload_result(part->workload, &r[1]);
  if (r[0].xor_flits != r[1].xor_flits) {
    (void)fprintf(stderr, "flits of XOR units differ\n");
    return 1;
  }
  char *json = result(part);
  const bool same = json != NULL && strcmp(json, run->json) == 0;
  if (!same && json != NULL) {
    size_t at = 0;
    for (; json[at] == run->json[at] && json[at] != '\0'; at++) {
    }
    at = at > 100 ? at - 100 : 0;
    (void)fprintf(stderr, "one process: .. %.300s\nseveral: .. %.300s\n", run->json + at,
                  json + at);
  }
  free(json);
  return same ? 0 : 1;
}

bool split_has_windows(const sim_t *s, uint64_t window) {
  const uint64_t cycles = network_cycle(s->network);
  const uint64_t full = s->peers->exchanges - s->peers->meetings;
  if (window * full > cycles || 5 * window * s->peers->exchanges > 6 * cycles) {
    (void)fprintf(stderr, "%llu cycles, %llu meetings, %llu exchanges: a window has %llu cycles\n",
                  (unsigned long long)cycles, (unsigned long long)s->peers->meetings,
                  (unsigned long long)s->peers->exchanges, (unsigned long long)window);
    return false;
  }
  return true;
}

// Packets are forgotten when they have arrived, wherever they have come from.
static bool remembers_none(const sim_t *s) {
  const flights_t *f = &s->workload->flights;
  bool none = true;
  for (uint32_t node = 0; node < f->nodes; node++) {
    for (uint32_t i = 0; i <= f->window[node].mask; i++) {
      none = none && !f->window[node].entry[i].flying;
    }
  }
  return none;
}

// This process's part of the run: 0 if it has come to what one process has.
static int run_part(peers_t *p, void *context) {
  const split_run_t *run = context;
  sim_t s = {.factory = bank_factory_ref, .peers = p, .limit = run->limit};
  s.scenario = sim_scenario(run->settings, &s.error);
  if (s.scenario == NULL || !workload_read(s.scenario, &s.input, &s.error) ||
      !sim_build_network(&s)) {
    (void)fprintf(stderr, "%s\n", s.error.text);
    return 3;
  }
  if (network_mirrors(s.network) != run->mirror) {
    return 4;
  }
  sim_loop(&s);
  // Valid bits of flits that have just left for another process are not kept to be shown.
  int status =
      s.scenario->drain && s.limit > network_cycle(s.network) ? compare_members(run->one, &s) : 0;
  if (status == 0 && s.scenario->drain && s.result == SIM_PASS && !run->left &&
      !remembers_none(&s)) {
    status = 5;
  }
  if (status == 0 && p->rank == 0) {
    status = compare_results(run, &s);
  }
  sim_free(&s);
  return status;
}

void split_expect_run(split_run_t run, const char *counts) {
  const char *settings = run.settings;
  sim_t one = sim_create(settings);
  one.limit = run.limit;
  sim_loop(&one);
  run.one = &one;
  run.json = result(&one);
  run.left = workload_left_out(one.workload) != 0;
  assert_non_null(run.json);
  for (const char *count = counts; *count != '\0'; count++) {
    peers_t p;
    socket_peers_begin(&p, (unsigned)(*count - '0'), run_part, &run);
    const int status = run_part(&p, &run);
    const unsigned failed = socket_peers_end(&p);
    if (status != 0 || failed > 0) {
      fail_msg("%c processes, %u of the others: %s", *count, failed, settings);
    }
  }
  free(run.json);
  sim_free(&one);
}

void split_expect_same(const char *settings, const char *counts) {
  split_expect_run((split_run_t){.settings = settings}, counts);
  if (getenv("NOCSTEP_LONG") != NULL && strstr(settings, "link_latency") == NULL) {
    char *longer = NULL;
    assert_true(asprintf(&longer, "%s router.link_latency=3", settings) > 0);
    split_expect_run((split_run_t){.settings = longer}, counts);
    free(longer);
  }
}

void split_expect_mirror(const char *settings, const char *counts) {
  split_expect_run((split_run_t){.settings = settings, .mirror = true}, counts);
}
