// sim_json -- see sim_json.h. jansson's packing returns NULL when memory is short, and takes a NULL
// part ("o*") as left out; that a part is missing is found at the end.

#include "sim/sim_json.h"

#include "plan/plan.h"
#include "scenario/scenario_json.h"

static json_t *number(uint64_t value) {
  return json_integer((json_int_t)value);
}

static json_t *latency(const latency_summary_t *l) {
  if (l->count == 0) {
    return json_null();
  }
  return json_pack("{s:f, s:o, s:o, s:o, s:o}", "mean", l->mean, "p50", number(l->p50), "p95",
                   number(l->p95), "p99", number(l->p99), "max", number(l->max));
}

static json_t *lockstep(const sim_t *s) {
  sim_lockstep_t l;
  sim_lockstep(s, &l);
  return json_pack("{s:i, s:i, s:o, s:i, s:o, s:i}", "routers", (int)l.routers, "interfaces",
                   (int)l.interfaces, "cycles", number(l.cycles), "registers_per_router",
                   (int)l.registers_per_router, "bits_compared", number(l.bits_compared),
                   "mismatches", (int)l.mismatches);
}

static json_t *steps(const workload_t *w) {
  json_t *list = workload_steps(w) > 0 ? json_array() : NULL;
  for (unsigned i = 0; i < workload_steps(w); i++) {
    workload_step_t s;
    workload_step(w, i, &s);
    (void)json_array_append_new(
        list, json_pack("{s:s, s:o, s:o, s:o, s:o, s:{s:f, s:o}}", "name", s.name, "packets",
                        number(s.packets), "hops", number(s.hops), "start", number(s.start),
                        "completion", number(s.completion), "latency", "mean", s.latency_mean,
                        "max", number(s.latency_max)));
  }
  return list;
}

static const char *const kWaitPlaces[] = {[WAIT_BEHIND] = "behind another",
                                          [WAIT_IN] = "source",
                                          [WAIT_OUT] = "destination",
                                          [WAIT_LINK] = "link"};

static json_t *waits(const workload_t *w) {
  json_t *list = json_array();
  workload_wait_t wait;
  for (uint32_t i = 0; workload_wait(w, i, &wait); i++) {
    (void)json_array_append_new(
        list,
        json_pack("{s:i, s:i, s:i, s:o, s:o, s:s}", "step", (int)wait.step, "src", (int)wait.source,
                  "dst", (int)wait.destination, "latency", number(wait.latency), "alone",
                  number(wait.alone), "place", kWaitPlaces[wait.place]));
    if (wait.place == WAIT_LINK) {
      (void)json_object_update_new(
          json_array_get(list, i),
          json_pack("{s:i, s:i}", "router", (int)wait.router, "port", (int)wait.port));
    }
  }
  return list;
}

static json_t *schedule(const workload_t *w) {
  workload_schedule_t s;
  if (!workload_schedule(w, &s)) {
    return NULL;
  }
  json_t *o = json_pack("{s:i, s:i, s:b}", "steps", (int)s.steps, "lower_bound", (int)s.bound,
                        "forced", s.forced);
  if (s.loose != NULL) {
    (void)json_object_set_new(o, "may_wait", json_string(s.loose));
    return o;
  }
  (void)json_object_update_new(
      o, json_pack("{s:o, s:o, s:o, s:{s:o, s:f, s:f}}", "alone", number(s.alone), "between",
                   number(s.between), "waits", waits(w), "equation_12", "t_s", number(s.startup),
                   "once", workload_schedule_once(&s), "each_step", workload_schedule_each(&s)));
  return o;
}

static json_t *collective(const sim_t *s, const workload_result_t *w) {
  const scenario_t *c = s->scenario;
  return json_pack(
      "{s:s, s:s, s:i, s:i, s:i, s:o, s:o, s:o, s:{s:o, s:o}, s:o, s:o, s:o*, s:o*}", "name",
      c->collective, "scheme", c->scheme, "nodes", (int)c->topology->nodes, "from", (int)w->from,
      "to", (int)w->to, "packets", number(w->packets), "hops", number(w->packet_hops), "completion",
      number(w->completion), "blocks", "expected", number(w->blocks_expected), "checked",
      number(w->blocks_checked), "blocks_checked", number(w->blocks_checked), "blocks_expected",
      number(w->blocks_expected), "steps", steps(s->workload), "schedule", schedule(s->workload));
}

static json_t *stream(const sim_t *s, unsigned i) {
  workload_stream_t w;
  workload_stream(s->workload, i, &w);
  return json_pack("{s:i, s:{s:o, s:o, s:o}, s:{s:o, s:o}, s:o, s:o, s:{s:f, s:f}}", "network",
                   (int)w.network, "packets", "injected", number(w.packets_created), "delivered",
                   number(w.packets_delivered), "in_flight",
                   number(w.packets_created - w.packets_delivered), "flits", "injected",
                   number(w.flits_created), "delivered", number(w.flits_delivered), "latency",
                   latency(&w.latency), "network_latency", latency(&w.network_latency),
                   "throughput", "offered", w.offered, "accepted", w.accepted);
}

// One object a class; that of its replies is its member `replies`.
static json_t *classes(const sim_t *s) {
  json_t *list = json_array();
  for (unsigned i = 0; i < s->scenario->classes; i++) {
    json_t *object = stream(s, i);
    if (s->scenario->traffic[i].reply_flits.text != NULL) {
      (void)json_object_set_new(object, "replies", stream(s, s->scenario->classes + i));
    }
    (void)json_array_append_new(list, object);
  }
  return list;
}

static json_t *trace(const workload_result_t *w) {
  return json_pack("{s:o, s:o, s:o}", "packets", number(w->blocks_expected), "delivered",
                   number(w->blocks_checked), "completion", number(w->completion));
}

static json_t *external(const workload_result_t *w) {
  return json_pack("{s:o, s:o, s:o}", "messages", number(w->blocks_expected), "delivered",
                   number(w->blocks_checked), "completion", number(w->completion));
}

static json_t *plan(const sim_t *s, const workload_result_t *w) {
  return json_pack("{s:i, s:s, s:o, s:o, s:o, s:o, s:o}", "ranks", (int)s->input.plan->ranks, "map",
                   s->scenario->map.text, "operations", number(w->operations), "completed",
                   number(w->operations_complete), "messages", number(w->blocks_expected),
                   "delivered", number(w->blocks_checked), "completion", number(w->completion));
}

static json_t *multicast(const sim_t *s, const workload_result_t *w) {
  const scenario_t *c = s->scenario;
  return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "scheme", c->scheme, "degree",
                   c->degree.text, "created", number(w->multicast.created), "completed",
                   number(w->multicast.completed), "measured", number(w->multicast.latency.count),
                   "latency", latency(&w->multicast.latency), "zero_load_latency",
                   w->multicast.latency.count > 0 && sim_knows_routers(s)
                       ? json_real(w->multicast.zero_load_latency)
                       : json_null());
}

json_t *sim_energy_json(const network_energy_t *e) {
  return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "buffer_writes",
                   number(e->buffer_writes), "buffer_reads", number(e->buffer_reads),
                   "interface_writes", number(e->interface_writes), "interface_reads",
                   number(e->interface_reads), "crossbar", number(e->crossbar), "link_traversals",
                   number(e->link_traversals), "interface_links", number(e->interface_links), "xor",
                   number(e->xor_flits), "slot_writes", number(e->slot_writes), "slot_reads",
                   number(e->slot_reads));
}

static json_t *speculation(const sim_t *s) {
  const bank_speculation_t of = network_speculation(s->network);
  return json_pack("{s:o, s:o}", "granted", number(of.granted), "wasted", number(of.wasted));
}

static json_t *fairness(const sim_t *s) {
  workload_fairness_t f;
  workload_fairness(s->workload, &f);
  return json_pack("{s:i, s:f, s:f, s:o}", "sources", (int)f.sources, "min", f.min, "max", f.max,
                   "jain", f.jain > 0 ? json_real(f.jain) : json_null());
}

static json_t *oldest(const sim_t *s) {
  workload_oldest_t o;
  char where[96];
  if (!workload_oldest(s->workload, &o)) {
    return json_null();
  }
  return json_pack("{s:o, s:i, s:i, s:s}", "age", number(o.age), "source", (int)o.source,
                   "destination", (int)o.destination, "where",
                   workload_place_name(s->workload, &o.place, where, sizeof where));
}

// The virtual networks that the end of the run did not wait for.
static json_t *left_out(const sim_t *s) {
  json_t *list = json_array();
  for (uint32_t left = workload_left_out(s->workload); left != 0; left &= left - 1) {
    (void)json_array_append_new(list, json_integer(__builtin_ctz(left)));
  }
  return list;
}

static json_t *number_or_null(uint32_t value) {
  return value != UINT32_MAX ? number(value) : json_null();
}

// The rule that a foreign router has broken.
static json_t *rule(const sim_t *s) {
  const bank_rule_t *r = network_rule(s->network);
  char name[64];
  if (r == NULL) {
    return json_null();
  }
  return json_pack("{s:s, s:o, s:s, s:o, s:o, s:s}", "name", r->name, "cycle", number(r->cycle),
                   "router",
                   topology_router_name(s->scenario->topology, r->router, name, sizeof name),
                   "port", number_or_null(r->port), "vc", number_or_null(r->vc), "text", r->text);
}

static bool set(json_t *root, const char *key, json_t *value) {
  return value != NULL && json_object_set_new(root, key, value) == 0;
}

static bool fill(const sim_t *s, json_t *root) {
  const network_counts_t *c = network_counts(s->network);
  workload_result_t w;
  network_energy_t e;
  workload_result(s->workload, &w);
  network_energy(s->network, &e);
  bool ok = set(root, "schema", json_string("nocstep.run/1")) &&
            set(root, "scenario", scenario_json(s->scenario)) &&
            set(root, "cycles", number(network_cycle(s->network))) &&
            set(root, "result", json_string(sim_result_name(s->result)));
  if (s->result != SIM_PASS) {
    ok = ok && set(root, "error", json_string(s->error.text));
  }
  if (s->result == SIM_MISMATCH) {
    ok = ok && set(root, "mismatch", json_object());
  }
  if (s->result == SIM_RULE) {
    ok = ok && set(root, "rule", rule(s));
  }
  ok = ok && set(root, "lockstep", lockstep(s)) && set(root, "coverage", json_null()) &&
       set(root, "packets",
           json_pack("{s:o, s:o, s:o}", "injected", number(w.packets_created), "delivered",
                     number(w.packets_delivered), "in_flight",
                     number(w.packets_created - w.packets_delivered))) &&
       set(root, "flits",
           json_pack("{s:o, s:o, s:o, s:o}", "injected", number(w.flits_created), "delivered",
                     number(w.flits_delivered), "hops", number(c->hops), "switched",
                     number(c->switched))) &&
       set(root, "latency", latency(&w.latency)) &&
       set(root, "network_latency", latency(&w.network_latency)) &&
       set(root, "zero_load_latency",
           w.latency.count > 0 && sim_knows_routers(s) ? json_real(w.zero_load_latency)
                                                       : json_null()) &&
       (w.latency.count > 0 || set(root, "no_latency", json_string(sim_no_latency(s, &w)))) &&
       set(root, "throughput",
           json_pack("{s:f, s:f, s:b}", "offered", w.offered, "accepted", w.accepted, "saturated",
                     sim_saturated(s, &w))) &&
       set(root, "fairness", fairness(s)) && set(root, "oldest", oldest(s)) &&
       set(root, "links", json_array()) && set(root, "energy", sim_energy_json(&e));
  const link_faults_counts_t *faults = network_link_faults(s->network);
  if (faults != NULL) {
    ok = ok && set(root, "link_faults",
                   json_pack("{s:o, s:o, s:o}", "hit", number(faults->hit), "corrected",
                             number(faults->corrected), "detected", number(faults->detected)));
  }
  if (s->scenario->speculative && sim_knows_routers(s)) {
    ok = ok && set(root, "speculation", speculation(s));
  }
  if (s->scenario->workload == WORKLOAD_COLLECTIVE) {
    ok = ok && set(root, "collective", collective(s, &w));
  }
  if (s->scenario->workload == WORKLOAD_PLAN) {
    ok = ok && set(root, "plan", plan(s, &w));
  }
  if (s->scenario->workload == WORKLOAD_EXTERNAL) {
    ok = ok && set(root, "external", external(&w));
  }
  if (s->scenario->workload == WORKLOAD_TRACE) {
    ok = ok && set(root, "trace", trace(&w));
  }
  if (s->scenario->workload == WORKLOAD_MULTICASTS) {
    ok = ok && set(root, "multicast", multicast(s, &w));
  }
  if (workload_left_out(s->workload) != 0) {
    ok = ok && set(root, "left_out", left_out(s));
  }
  if (workload_streams(s->workload) > 0) {
    ok = ok && set(root, "classes", classes(s));
  }
  return ok;
}

json_t *sim_json(sim_t *s) {
  json_t *root = json_object();
  if (root != NULL && !fill(s, root)) {
    json_decref(root);
    return NULL;
  }
  return root;
}
