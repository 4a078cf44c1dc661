// topo_json -- the numbers of a topology as JSON, "nocstep.topo/1": section 10 of the contract.
//
// jansson's packing returns NULL when memory is short, and takes a NULL part ("o*") as left out;
// that a part is missing is found at the end.

#include <jansson.h>
#include <math.h>

#include "cli/topo.h"

// Whole numbers as integers; null for NAN.
static json_t *number(double value) {
  if (isnan(value)) {
    return json_null();
  }
  return fabs(value) < 1e15 && value == floor(value) ? json_integer((json_int_t)value)
                                                     : json_real(value);
}

static bool set(json_t *root, const char *key, json_t *value) {
  return value != NULL && json_object_set_new(root, key, value) == 0;
}

static bool set_known(json_t *root, const char *key, double value) {
  return isnan(value) || set(root, key, number(value));
}

static json_t *closed_forms(const topo_t *topo) {
  json_t *object = json_object();
  const topology_forms_t *f = &topo->forms;
  const bool ok = object != NULL && set_known(object, "diameter", f->diameter) &&
                  set_known(object, "mean_distance", f->mean_distance) &&
                  set_known(object, "bisection", f->bisection);
  if (!ok) {
    json_decref(object);
    return NULL;
  }
  return object;
}

static json_t *channel(const topology_t *t, const dependencies_channel_t *c) {
  char from[128];
  char to[128];
  const int32_t peer = t->peer_router[(size_t)c->router * t->ports + c->port];
  return json_pack("{s:s, s:s, s:i, s:i}", "from",
                   topology_router_name(t, c->router, from, sizeof from), "to",
                   topology_router_name(t, (uint32_t)peer, to, sizeof to), "port", (int)c->port,
                   "class", (int)c->vc_class);
}

// `acyclic` and `dependencies` are null where they are not known.
static json_t *deadlock(const topo_t *topo, const dependencies_t *d) {
  json_t *cycle = json_array();
  for (uint32_t i = 0; cycle != NULL && i < d->length; i++) {
    if (json_array_append_new(cycle, channel(topo->topology, &d->cycle[i])) != 0) {
      json_decref(cycle);
      cycle = NULL;
    }
  }
  const bool counted = d->method == DEPENDENCIES_ENUMERATION;
  const bool known = d->acyclic || counted;
  return json_pack("{s:o, s:o, s:o, s:s, s:o, s:o}", "channels", number((double)d->channels),
                   "dependencies", number(counted ? (double)d->dependencies : NAN), "acyclic",
                   known ? json_boolean(d->acyclic) : json_null(), "method",
                   dependencies_method(d->method), "routes",
                   number(counted ? NAN : (double)d->routes), "cycle", cycle);
}

static bool set_worms(const topo_t *topo, json_t *root) {
  if (topo->worm_kind == NULL) {
    return true;
  }
  json_t *worms = deadlock(topo, &topo->worms);
  return set(root, "worms", worms) && set(worms, "kind", json_string(topo->worm_kind));
}

static bool set_messages(const topo_t *topo, json_t *root) {
  const messages_t *m = &topo->messages;
  return !topo->has_messages ||
         set(root, "messages",
             json_pack("{s:o, s:o, s:{s:i, s:i, s:s, s:o, s:o}, s:o, s:o, s:o, s:o}", "count",
                       number((double)m->count), "load_factor", number(m->load.factor), "busiest",
                       "level", (int)m->load.level, "subtree", (int)m->load.subtree, "direction",
                       m->load.up ? "up" : "down", "load", number(m->load.load), "capacity",
                       number(m->load.capacity), "rounds", number(m->rounds), "fullest",
                       number(m->fullest), "least", number(ceil(m->load.factor)), "constant",
                       number(m->constant)));
}

static bool set_routing(const topo_t *topo, json_t *root) {
  const routing_t *r = topo->routing;
  const dependencies_t *d = &topo->dependencies;
  return set(root, "mean_route", number(d->mean_route)) &&
         set(root, "mean_route_exact", json_boolean(topo->route_exact)) &&
         set(root, "routing", json_string(r->name)) &&
         set(root, "adaptive", json_boolean(r->adaptive)) &&
         set(root, "classes", number(d->classes)) &&
         set(root, "classes_needed", number(r->classes)) &&
         set(root, "deadlock", deadlock(topo, d)) && set_worms(topo, root);
}

static bool fill(const topo_t *topo, json_t *root) {
  const topology_t *t = topo->topology;
  const measure_t *m = &topo->measured;
  char name[256];
  bool ok =
      set(root, "schema", json_string("nocstep.topo/1")) &&
      set(root, "topology", json_string(topology_plain_name(t, name, sizeof name))) &&
      set(root, "family", json_string(t->family)) && set(root, "nodes", number(t->nodes)) &&
      set(root, "routers", number(t->routers)) && set(root, "links", number(m->links)) &&
      set(root, "degree",
          json_pack("{s:o, s:o}", "min", number(m->degree_min), "max", number(m->degree_max))) &&
      set(root, "diameter", number(m->diameter)) &&
      set(root, "mean_distance", number(m->mean_distance)) &&
      set(root, "method", json_string(m->method == MEASURE_SAMPLE ? "sampled" : "exact")) &&
      set(root, "method_detail", json_string(measure_method_name(m->method))) &&
      set(root, "bisection", number(m->bisection)) &&
      set(root, "bisection_exact", json_boolean(m->bisection_exact));
  if (!isnan(m->edge_connectivity)) {
    ok = ok && set(root, "edge_connectivity", number(m->edge_connectivity)) &&
         set(root, "spanning_trees",
             json_pack("{s:o, s:b, s:o}", "edge_disjoint", number(m->trees), "exact",
                       (int)m->trees_exact, "arc_disjoint", number(m->edge_connectivity)));
  }
  if (!isnan(topo->moore)) {
    ok = ok && set(root, "moore_bound", number(topo->moore));
  }
  return ok && set_routing(topo, root) && set_messages(topo, root) &&
         set(root, "closed_form", closed_forms(topo));
}

bool topo_json(const topo_t *topo, FILE *out) {
  json_t *root = json_object();
  const bool ok = root != NULL && fill(topo, root) &&
                  json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) == 0 &&
                  fputc('\n', out) != EOF;
  json_decref(root);
  return ok;
}
