// run_json -- the result of a run as JSON, "nocstep.run/1": section 10 of the contract.
//
// jansson's packing returns NULL when memory is short, and takes a NULL part ("o*") as left out;
// that a part is missing is found at the end. The links are not built but written, by run_links.c:
// a large network has millions of them.

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run.h"
#include "lockstep/report.h"
#include "lockstep/units.h"
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

static json_t *lockstep(const run_t *r) {
  sim_lockstep_t l;
  sim_lockstep(&r->sim, &l);
  return json_pack("{s:i, s:i, s:o, s:i, s:o, s:i}", "routers", (int)l.routers, "interfaces",
                   (int)l.interfaces, "cycles", number(l.cycles), "registers_per_router",
                   (int)l.registers_per_router, "bits_compared", number(l.bits_compared),
                   "mismatches", (int)l.mismatches);
}

// NULL where nothing is in lockstep.
static json_t *coverage(const run_t *r) {
  return r->coverage.runs > 0 ? run_coverage_json(&r->coverage) : json_null();
}

json_t *run_mismatch_json(const run_t *r) {
  const bank_mismatch_t *m = network_mismatch(r->sim.network);
  const culprit_t *c = &r->culprit;
  const unit_t unit = unit_of(m->component, network_shape(r->sim.network), m->field);
  char evidence[EVIDENCE_TEXT];
  char place[64];
  (void)snprintf(place, sizeof place, "node %u", m->id);
  if (m->component == COMPONENT_ROUTER) {
    char name[48];
    (void)snprintf(place, sizeof place, "router %s",
                   topology_router_name(r->sim.scenario->topology, m->id, name, sizeof name));
  }
  json_t *object = json_pack("{s:s, s:s}", "unit", c->found ? c->unit : unit.name, "source",
                             c->found ? c->source : unit.source);
  if (object != NULL && c->found) {
    const char *output = c->differs.field.name != NULL ? c->differs.field.name : "assertion";
    mismatch_evidence(r->sim.network, c, evidence);
    (void)json_object_set_new(object, "evidence", json_string(evidence));
    (void)json_object_set_new(object, "output", json_string(output));
  }
  json_t *rest = json_pack("{s:s, s:o, s:s, s:o}", "register", m->field->name, "element",
                           number(m->index), "place", place, "cycle", number(m->cycle));
  const bool ok = object != NULL && rest != NULL && json_object_update(object, rest) == 0;
  json_decref(rest);
  if (!ok) {
    json_decref(object);
  }
  return ok ? object : NULL;
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

static json_t *collective(const run_t *r, const workload_result_t *w) {
  const scenario_t *s = r->sim.scenario;
  return json_pack("{s:s, s:s, s:i, s:i, s:i, s:o, s:o, s:o, s:{s:o, s:o}, s:o, s:o, s:o*}", "name",
                   s->collective, "scheme", s->scheme, "nodes", (int)s->topology->nodes, "from",
                   (int)w->from, "to", (int)w->to, "packets", number(w->packets), "hops",
                   number(w->packet_hops), "completion", number(w->completion), "blocks",
                   "expected", number(w->blocks_expected), "checked", number(w->blocks_checked),
                   "blocks_checked", number(w->blocks_checked), "blocks_expected",
                   number(w->blocks_expected), "steps", steps(r->sim.workload));
}

static json_t *stream(const run_t *r, unsigned i) {
  workload_stream_t w;
  workload_stream(r->sim.workload, i, &w);
  return json_pack("{s:i, s:{s:o, s:o, s:o}, s:{s:o, s:o}, s:o, s:o, s:{s:f, s:f}}", "network",
                   (int)w.network, "packets", "injected", number(w.packets_created), "delivered",
                   number(w.packets_delivered), "in_flight",
                   number(w.packets_created - w.packets_delivered), "flits", "injected",
                   number(w.flits_created), "delivered", number(w.flits_delivered), "latency",
                   latency(&w.latency), "network_latency", latency(&w.network_latency),
                   "throughput", "offered", w.offered, "accepted", w.accepted);
}

// One object a class; that of its replies is its member `replies`.
static json_t *classes(const run_t *r) {
  json_t *list = json_array();
  for (unsigned i = 0; i < r->sim.scenario->classes; i++) {
    json_t *object = stream(r, i);
    if (r->sim.scenario->traffic[i].reply_flits.text != NULL) {
      (void)json_object_set_new(object, "replies", stream(r, r->sim.scenario->classes + i));
    }
    (void)json_array_append_new(list, object);
  }
  return list;
}

static json_t *trace(const workload_result_t *w) {
  return json_pack("{s:o, s:o, s:o}", "packets", number(w->blocks_expected), "delivered",
                   number(w->blocks_checked), "completion", number(w->completion));
}

static json_t *plan(const run_t *r, const workload_result_t *w) {
  return json_pack("{s:i, s:s, s:o, s:o, s:o, s:o, s:o}", "ranks", (int)r->sim.input.plan->ranks,
                   "map", r->sim.scenario->map.text, "operations", number(w->operations),
                   "completed", number(w->operations_complete), "messages",
                   number(w->blocks_expected), "delivered", number(w->blocks_checked), "completion",
                   number(w->completion));
}

static json_t *multicast(const run_t *r, const workload_result_t *w) {
  const scenario_t *s = r->sim.scenario;
  return json_pack(
      "{s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "scheme", s->scheme, "degree", s->degree.text,
      "created", number(w->multicast.created), "completed", number(w->multicast.completed),
      "measured", number(w->multicast.latency.count), "latency", latency(&w->multicast.latency),
      "zero_load_latency",
      w->multicast.latency.count > 0 ? json_real(w->multicast.zero_load_latency) : json_null());
}

json_t *run_energy_json(const network_energy_t *e) {
  return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "buffer_writes",
                   number(e->buffer_writes), "buffer_reads", number(e->buffer_reads),
                   "interface_writes", number(e->interface_writes), "interface_reads",
                   number(e->interface_reads), "crossbar", number(e->crossbar), "link_traversals",
                   number(e->link_traversals), "interface_links", number(e->interface_links), "xor",
                   number(e->xor_flits), "slot_writes", number(e->slot_writes), "slot_reads",
                   number(e->slot_reads));
}

static json_t *host(const run_t *r) {
  const network_counts_t *c = network_counts(r->sim.network);
  double wall = r->wall_s > 0 ? r->wall_s : 1e-9;
  return json_pack("{s:f, s:f, s:f, s:o, s:o, s:i}", "wall_s", r->wall_s, "cycles_per_s",
                   (double)c->cycles / wall, "flit_hops_per_s", (double)c->switched / wall,
                   "peak_rss_bytes", number(run_peak_bytes()), "threads", number(r->cli->threads),
                   "ranks", 1);
}

static json_t *fairness(const run_t *r) {
  workload_fairness_t f;
  workload_fairness(r->sim.workload, &f);
  return json_pack("{s:i, s:f, s:f, s:o}", "sources", (int)f.sources, "min", f.min, "max", f.max,
                   "jain", f.jain > 0 ? json_real(f.jain) : json_null());
}

static json_t *oldest(const run_t *r) {
  workload_oldest_t o;
  char where[96];
  if (!workload_oldest(r->sim.workload, &o)) {
    return json_null();
  }
  return json_pack("{s:o, s:i, s:i, s:s}", "age", number(o.age), "source", (int)o.source,
                   "destination", (int)o.destination, "where",
                   workload_place_name(r->sim.workload, &o.place, where, sizeof where));
}

// The virtual networks that the end of the run did not wait for.
static json_t *left_out(const run_t *r) {
  json_t *list = json_array();
  for (uint32_t left = workload_left_out(r->sim.workload); left != 0; left &= left - 1) {
    (void)json_array_append_new(list, json_integer(__builtin_ctz(left)));
  }
  return list;
}

static bool set(json_t *root, const char *key, json_t *value) {
  return value != NULL && json_object_set_new(root, key, value) == 0;
}

static bool fill(run_t *r, json_t *root) {
  const network_counts_t *c = network_counts(r->sim.network);
  workload_result_t w;
  network_energy_t e;
  workload_result(r->sim.workload, &w);
  network_energy(r->sim.network, &e);
  bool ok = set(root, "schema", json_string("nocstep.run/1")) &&
            set(root, "scenario", scenario_json(r->sim.scenario)) &&
            set(root, "cycles", number(network_cycle(r->sim.network))) &&
            set(root, "result", json_string(sim_result_name(r->sim.result)));
  if (r->sim.result != SIM_PASS) {
    ok = ok && set(root, "error", json_string(r->sim.error.text));
  }
  if (r->sim.result == SIM_MISMATCH) {
    ok = ok && set(root, "mismatch", run_mismatch_json(r));
  }
  ok = ok && set(root, "lockstep", lockstep(r)) && set(root, "coverage", coverage(r)) &&
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
           w.latency.count > 0 ? json_real(w.zero_load_latency) : json_null()) &&
       (w.latency.count > 0 || set(root, "no_latency", json_string(run_no_latency(r, &w)))) &&
       set(root, "throughput",
           json_pack("{s:f, s:f, s:b}", "offered", w.offered, "accepted", w.accepted, "saturated",
                     run_saturated(r, &w))) &&
       set(root, "fairness", fairness(r)) && set(root, "oldest", oldest(r)) &&
       set(root, "links", json_array()) && set(root, "energy", run_energy_json(&e));
  if (r->physical.hertz > 0 || r->physical.energy) {
    ok = ok && set(root, "physical", run_physical_json(r, &w));
  }
  if (r->sim.scenario->workload == WORKLOAD_COLLECTIVE) {
    ok = ok && set(root, "collective", collective(r, &w));
  }
  if (r->sim.scenario->workload == WORKLOAD_PLAN) {
    ok = ok && set(root, "plan", plan(r, &w));
  }
  if (r->sim.scenario->workload == WORKLOAD_TRACE) {
    ok = ok && set(root, "trace", trace(&w));
  }
  if (r->sim.scenario->workload == WORKLOAD_MULTICASTS) {
    ok = ok && set(root, "multicast", multicast(r, &w));
  }
  if (workload_left_out(r->sim.workload) != 0) {
    ok = ok && set(root, "left_out", left_out(r));
  }
  if (workload_streams(r->sim.workload) > 0) {
    ok = ok && set(root, "classes", classes(r));
  }
  return ok && set(root, "host", host(r));
}

// Writes the text with the links in the place of the empty list. At this depth of indentation there
// is one member of that name, and a string has no line ends.
static bool write_with_links(const run_t *r, const char *text, FILE *out) {
  static const char kLinks[] = "\n  \"links\": []";
  const char *place = strstr(text, kLinks);
  if (place == NULL) {
    return false;
  }
  const size_t before = (size_t)(place - text) + sizeof kLinks - sizeof "[]";
  (void)fwrite(text, 1, before, out);
  run_links(r, out);
  (void)fputs(place + sizeof kLinks - 1, out);
  return fputc('\n', out) != EOF;
}

bool run_json(run_t *r, FILE *out) {
  json_t *root = json_object();
  char *text = NULL;
  if (root != NULL && fill(r, root)) {
    text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
  }
  const bool ok = text != NULL && write_with_links(r, text, out);
  free(text);
  json_decref(root);
  return ok;
}
