// run_json -- the result of a run as JSON, "nocstep.run/1": section 10 of the contract.
// csim/sim/sim_json.h writes what the run itself tells; this adds what the command knows beside it.
// The links are not built but written: as objects in memory those of a million routers would take
// more than the network.

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run.h"
#include "lockstep/report.h"
#include "lockstep/unit_of.h"

// As jansson writes it: a number with a point or an exponent.
static void write_real(double value, FILE *out) {
  char text[32];
  (void)snprintf(text, sizeof text, "%.12g", value);
  (void)fprintf(out, strpbrk(text, ".e") != NULL ? "%s" : "%s.0", text);
}

// The router-to-router links, in the order of routers and ports; errors are those of the stream.
static void write_links(const run_t *r, FILE *out) {
  const topology_t *t = network_topology(r->sim.network);
  const uint64_t cycles = network_counts(r->sim.network)->cycles;
  bool any = false;
  (void)fputc('[', out);
  for (uint32_t router = 0; router < t->routers; router++) {
    char from[64];
    (void)topology_router_name(t, router, from, sizeof from);
    for (unsigned port = 0; port < t->ports; port++) {
      const int32_t peer = t->peer_router[(size_t)router * t->ports + port];
      if (peer < 0) {
        continue;
      }
      char to[64];
      const uint64_t flits = network_link_flits(r->sim.network, router, port);
      (void)fprintf(out,
                    "%s\n    {\"from\": \"%s\", \"port\": %u, \"to\": \"%s\", \"flits\": %" PRIu64,
                    any ? "," : "", from, port,
                    topology_router_name(t, (uint32_t)peer, to, sizeof to), flits);
      (void)fputs(", \"utilisation\": ", out);
      write_real(cycles > 0 ? (double)flits / (double)cycles : 0, out);
      (void)fputc('}', out);
      any = true;
    }
  }
  (void)fputs(any ? "\n  ]" : "]", out);
}

// null where nothing is in lockstep and the RTL's lines are not counted.
static json_t *coverage(const run_t *r) {
  json_t *object = r->coverage.runs > 0 ? run_coverage_json(&r->coverage) : NULL;
  if (r->cli->rtl_coverage == NULL) {
    return object != NULL ? object : json_null();
  }
  object = object != NULL ? object : json_object();
  json_t *rtl = rtl_coverage_json(&r->rtl);
  if (rtl == NULL || json_object_set_new(object, "rtl", rtl) != 0) {
    json_decref(object);
    return NULL;
  }
  return object;
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
  json_t *rest = json_pack("{s:s, s:I, s:s, s:I}", "register", m->field->name, "element",
                           (json_int_t)m->index, "place", place, "cycle", (json_int_t)m->cycle);
  const bool ok = object != NULL && rest != NULL && json_object_update(object, rest) == 0;
  json_decref(rest);
  if (!ok) {
    json_decref(object);
  }
  return ok ? object : NULL;
}

static bool set(json_t *root, const char *key, json_t *value) {
  return value != NULL && json_object_set_new(root, key, value) == 0;
}

static bool fill(run_t *r, json_t *root) {
  workload_result_t w;
  workload_result(r->sim.workload, &w);
  bool ok = set(root, "coverage", coverage(r));
  if (r->sim.result == SIM_MISMATCH) {
    ok = ok && set(root, "mismatch", run_mismatch_json(r));
  }
  if (r->physical.hertz > 0 || r->physical.energy) {
    ok = ok && set(root, "physical", run_physical_json(r, &w));
  }
  return ok && set(root, "host", run_speed_json(r));
}

// Writes the text with the links in the place of the empty list. At this depth of indentation there
// is one member of that name, and a string has no line ends.
static bool write_with_links(const run_t *r, const char *text, bool links, FILE *out) {
  static const char kLinks[] = "\n  \"links\": []";
  const char *place = strstr(text, kLinks);
  if (place == NULL) {
    return false;
  }
  const size_t before = (size_t)(place - text) + sizeof kLinks - sizeof "[]";
  (void)fwrite(text, 1, before, out);
  if (links) {
    write_links(r, out);
  } else {
    (void)fputs("[]", out);
  }
  (void)fputs(place + sizeof kLinks - 1, out);
  return fputc('\n', out) != EOF;
}

bool run_json_for(run_t *r, bool links, FILE *out) {
  json_t *root = sim_json(&r->sim);
  char *text = NULL;
  if (root != NULL && fill(r, root)) {
    text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
  }
  const bool ok = text != NULL && write_with_links(r, text, links, out);
  free(text);
  json_decref(root);
  return ok;
}

bool run_json(run_t *r, FILE *out) {
  return run_json_for(r, true, out);
}
