// nocstep -- see nocstep.h.

#include "sim/nocstep.h"

#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/scenario_load.h"
#include "sim/nocstep_factory.h"
#include "sim/nocstep_state.h"
#include "sim/sim_json.h"
#include "workload/external.h"

const char *nocstep_version(void) {
  return NOCSTEP_VERSION;
}

// Scenarios and results have points in their numbers, whatever the locale of the program. Returns
// what to give leave_locale(); in the program's own locale where memory is short.
static locale_t enter_locale(void) {
  static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
  static locale_t plain;  // kept to the end of the program
  (void)pthread_mutex_lock(&making);
  if (plain == (locale_t)0) {
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  }
  (void)pthread_mutex_unlock(&making);
  return uselocale(plain);
}

static void leave_locale(locale_t own) {
  (void)uselocale(own);
}

static nocstep_t *refuse(nocstep_t *n, const noc_error_t *why, char error[NOCSTEP_ERROR]) {
  (void)snprintf(error, NOCSTEP_ERROR, "%s", why->text);
  nocstep_close(n);
  return NULL;
}

// One thread opens at a time: the graph library that proves routings keeps state outside.
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

static bool build(sim_t *s) {
  (void)pthread_mutex_lock(&opening);
  const bool ok = sim_read(s) && sim_build(s);
  (void)pthread_mutex_unlock(&opening);
  return ok && sim_begin(s);
}

// Takes the scenario.
static nocstep_t *open_scenario(scenario_t *s, bool by_parts, noc_error_t *why,
                                char error[NOCSTEP_ERROR]) {
  nocstep_t *n = s != NULL ? calloc(1, sizeof *n) : NULL;
  if (n == NULL) {
    if (s != NULL) {
      (void)noc_fail(why, NOC_ENVIRONMENT, "out of memory");
    }
    scenario_free(s);
    return refuse(NULL, why, error);
  }
  const char *of_links = s->jitter.links != 0        ? "run.jitter.links"
                         : s->link_faults.share != 0 ? "run.link_faults.share"
                         : scenario_clocks_links(s)  ? "link.clock_ratio"
                                                     : NULL;
  if (by_parts && of_links != NULL) {
    (void)noc_fail(why, NOC_BAD_INPUT,
                   "%s" SAY_IS("given with parts, whose links are the program's",
                               "given with a network as a whole"),
                   of_links);
    scenario_locate(s, why);
    scenario_free(s);
    free(n);
    return refuse(NULL, why, error);
  }
  n->sim = (sim_t){.scenario = s, .factory = nocstep_factory()};
  n->sim.sends = s->workload == WORKLOAD_EXTERNAL;
  if (by_parts) {
    n->parts.factory = n->sim.factory;
    n->sim.factory = parts_factory;
    n->sim.factory_context = &n->parts;
  }
  if (!build(&n->sim)) {
    scenario_locate(s, &n->sim.error);
    const noc_error_t found = n->sim.error;
    return refuse(n, &found, error);
  }
  error[0] = '\0';
  return n;
}

nocstep_t *nocstep_open(const char *file, const char *const *sets, size_t n_sets,
                        char error[NOCSTEP_ERROR]) {
  noc_error_t why = {0};
  const locale_t own = enter_locale();
  nocstep_t *n = open_scenario(scenario_load(file, sets, n_sets, &why), false, &why, error);
  leave_locale(own);
  return n;
}

nocstep_t *nocstep_open_parts(const char *file, const char *const *sets, size_t n_sets,
                              char error[NOCSTEP_ERROR]) {
  noc_error_t why = {0};
  const locale_t own = enter_locale();
  nocstep_t *n = open_scenario(scenario_load(file, sets, n_sets, &why), true, &why, error);
  leave_locale(own);
  return n;
}

nocstep_t *nocstep_open_text(const char *text, size_t length, const char *const *sets,
                             size_t n_sets, char error[NOCSTEP_ERROR]) {
  noc_error_t why = {0};
  const locale_t own = enter_locale();
  nocstep_t *n =
      open_scenario(scenario_parse(text, length, "text", sets, n_sets, &why), false, &why, error);
  leave_locale(own);
  return n;
}

void nocstep_close(nocstep_t *n) {
  if (n != NULL) {
    sim_free(&n->sim);
    free(n);
  }
}

const char *nocstep_error(const nocstep_t *n) {
  return n->sim.error.text;
}

uint32_t nocstep_nodes(const nocstep_t *n) {
  return n->sim.scenario->topology->nodes;
}

uint32_t nocstep_flit_bits(const nocstep_t *n) {
  return n->sim.scenario->flit_bits;
}

uint32_t nocstep_networks(const nocstep_t *n) {
  return n->sim.scenario->networks;
}

uint64_t nocstep_cycle(const nocstep_t *n) {
  return network_cycle(n->sim.network);
}

// The flits of a message; 0 is refused by the workload.
static bool length_of(const nocstep_t *n, const nocstep_message_t *m, uint32_t *flits,
                      noc_error_t *error) {
  const uint64_t bytes = n->sim.scenario->flit_bits / 8;
  if (m->flits != 0 && m->bytes != 0) {
    return noc_fail(error, NOC_BAD_INPUT, "bytes" SAY_IS("given beside flits", "0 then"));
  }
  const uint64_t length = m->bytes != 0 ? (m->bytes - 1) / bytes + 1 : m->flits;
  *flits = (uint32_t)length;
  return length <= UINT32_MAX || noc_fail(error, NOC_BAD_INPUT, "bytes" SAY_IS("%llu", "fewer"),
                                          (unsigned long long)m->bytes);
}

bool nocstep_send(nocstep_t *n, const nocstep_message_t *m) {
  noc_error_t error = {0};
  uint32_t flits = 0;
  if (n->over) {  // what ended the run stays its error
    return false;
  }
  if (length_of(n, m, &flits, &error)) {
    const workload_message_t message = {.source = m->source,
                                        .destination = m->destination,
                                        .flits = flits,
                                        .network = m->network,
                                        .tag = m->tag,
                                        .cycle = m->cycle != 0 ? m->cycle : nocstep_cycle(n)};
    if (workload_send(n->sim.workload, &message, &error)) {
      return true;
    }
  }
  n->sim.error = error;
  return false;
}

uint32_t nocstep_waiting(const nocstep_t *n, uint32_t node) {
  return n->sim.sends && node < nocstep_nodes(n) ? workload_messages_waiting(n->sim.workload, node)
                                                 : 0;
}

void nocstep_accept(nocstep_t *n, uint32_t node, bool accepts) {
  if (n->sim.sends && node < nocstep_nodes(n) && n->sim.scenario->accept.text == NULL &&
      n->sim.scenario->jitter.hosts == 0) {
    network_host_takes(n->sim.network, node, accepts ? UINT32_MAX : 0);
  }
}

void nocstep_on_delivery(nocstep_t *n, nocstep_delivered_t f, void *context) {
  n->on_delivery = f;
  n->context = context;
}

static bool take(nocstep_t *n, nocstep_delivery_t *delivery) {
  workload_delivery_t d;
  if (!workload_delivered(n->sim.workload, &d)) {
    return false;
  }
  *delivery = (nocstep_delivery_t){.source = d.source,
                                   .destination = d.destination,
                                   .flits = d.flits,
                                   .network = d.network,
                                   .tag = d.tag,
                                   .created = d.created,
                                   .entered = d.entered,
                                   .delivered = d.delivered};
  return true;
}

// A cycle, or several in which nothing happens, not beyond `until`.
static bool cycle(nocstep_t *n, uint64_t until) {
  n->sim.error.text[0] = '\0';
  n->sim.until = until;
  if (!sim_cycle(&n->sim)) {
    n->over = true;
  }
  nocstep_delivery_t d;
  while (n->on_delivery != NULL && take(n, &d)) {
    n->on_delivery(n->context, &d);
  }
  return !n->over;
}

// The error of a call that runs is its own, also where no cycle is left to be run; what ended the
// run stays.
static void forget_error(nocstep_t *n) {
  if (!n->over) {
    n->sim.error.text[0] = '\0';
  }
}

bool nocstep_step(nocstep_t *n, uint64_t cycles) {
  forget_error(n);
  const uint64_t now = nocstep_cycle(n);
  const uint64_t until = cycles < kExternalEnd - now ? now + cycles : kExternalEnd;
  while (!n->over && nocstep_cycle(n) < until && cycle(n, until)) {
  }
  return !n->over;
}

bool nocstep_next(nocstep_t *n, uint64_t until, nocstep_delivery_t *delivery) {
  forget_error(n);
  const uint64_t last = until < kExternalEnd ? until : kExternalEnd;
  for (;;) {
    if (take(n, delivery)) {
      return true;
    }
    const bool nothing = until == NOCSTEP_NEVER && n->sim.sends && workload_done(n->sim.workload);
    if (n->over || nothing || nocstep_cycle(n) >= last || !cycle(n, last)) {
      return take(n, delivery);
    }
  }
}

bool nocstep_drain(nocstep_t *n) {
  forget_error(n);
  if (!n->sim.sends) {
    (void)nocstep_step(n, kExternalEnd);
    return n->sim.result == SIM_PASS;
  }
  while (!n->over && !workload_done(n->sim.workload) && cycle(n, UINT64_MAX)) {
  }
  n->over = n->over || !sim_verify(&n->sim);
  return !n->over;
}

void nocstep_statistics(nocstep_t *n, nocstep_statistics_t *out) {
  workload_result_t w;
  sim_lockstep_t l;
  workload_result(n->sim.workload, &w);
  sim_lockstep(&n->sim, &l);
  *out = (nocstep_statistics_t){.cycle = nocstep_cycle(n),
                                .packets_sent = w.packets_created,
                                .packets_delivered = w.packets_delivered,
                                .flits_sent = w.flits_created,
                                .flits_delivered = w.flits_delivered,
                                .hops = network_counts(n->sim.network)->hops,
                                .measured = w.latency.count,
                                .accepted = w.accepted,
                                .comparisons = l.comparisons};
  if (w.latency.count > 0) {
    out->latency = w.latency.mean;
    out->network_latency = w.network_latency.mean;
    out->latency_p50 = w.latency.p50;
    out->latency_p95 = w.latency.p95;
    out->latency_p99 = w.latency.p99;
    out->latency_max = w.latency.max;
    out->zero_load_latency = w.zero_load_latency;
  }
}

char *nocstep_json(nocstep_t *n) {
  const locale_t own = enter_locale();
  json_t *root = sim_json(&n->sim);
  char *text = NULL;
  if (root != NULL) {
    (void)json_object_del(root, "links");
    (void)json_object_del(root, "coverage");
    text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
  }
  json_decref(root);
  leave_locale(own);
  return text;
}
