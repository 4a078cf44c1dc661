// participants -- who takes part in a collective: the keys `from` and `to`, and their defaults. See
// collectives.h.

#include <limits.h>
#include <string.h>

#include "collective/coding_hierarchy.h"
#include "collective/scheme.h"
#include "collective/schemes.h"

// A root is one node, node 0 unless it is set.
static bool read_root(const topology_t *t, const char *text, node_set_t *set, noc_error_t *error) {
  const char *root = text != NULL ? text : "0";
  if (!node_set_parse(root, t->nodes, set, error)) {
    return false;
  }
  if (set->count == 1) {
    return true;
  }
  return noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("%u nodes", "one, the root"), set->count);
}

// A set that is not given is the other one, or all
// nodes. `other` is NULL where the other is a root.
static bool read_set(const topology_t *t, const char *text, const char *other, node_set_t *set,
                     noc_error_t *error) {
  const char *given = text != NULL ? text : other;
  return given != NULL ? node_set_parse(given, t->nodes, set, error)
                       : node_set_all(t->nodes, set, error);
}

static bool read_sets(const topology_t *t, const collective_t *c, const char *from, const char *to,
                      participants_t *p, const char **key, noc_error_t *error) {
  *key = from != NULL || c->one_to ? "from" : "to";
  bool ok = c->one_from ? read_root(t, from, &p->from, error)
                        : read_set(t, from, c->one_to ? NULL : to, &p->from, error);
  if (!ok) {
    return false;
  }
  *key = to != NULL || c->one_from ? "to" : "from";
  return c->one_to ? read_root(t, to, &p->to, error)
                   : read_set(t, to, c->one_from ? NULL : from, &p->to, error);
}

bool on_whole_torus(const participants_t *p, const char *scheme, noc_error_t *error) {
  const topology_t *t = p->topology;
  if (!topology_is_torus(t) || t->nodes_per_router != 1) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("%s on %.60s", "a torus, ring or hypercube of one node a router"),
                    scheme, t->name);
  }
  return p->to.count == t->nodes ||
         noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("%s to %u of %u nodes", "all in workload.to"),
                  scheme, p->to.count, t->nodes);
}

bool participants_of(const topology_t *t, const char *collective, const char *scheme,
                     const char *from, const char *to, participants_t *p, const char **key,
                     noc_error_t *error) {
  const collective_t *c = collective_find(collective);
  const scheme_use_t *use = collective_find_pair(collective, scheme);
  *p = (participants_t){.topology = t, .use = use, .flits = 1, .planner = {.topology = t}};
  *key = "scheme";
  if (c == NULL || use == NULL) {
    return collective_fail_scheme(collective, scheme, error);
  }
  *key = "to";
  if (c->needs_to && to == NULL) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("missing", "the nodes of a %s, such as 0-7,9"), collective);
  }
  bool ok = read_sets(t, c, from, to, p, key, error);
  if (ok && use->same && !node_set_equal(&p->from, &p->to)) {
    ok = noc_fail(error, NOC_BAD_INPUT,
                  SAY_THERE_IS("another set than in workload.from", "the same for %s by %s"),
                  collective, scheme);
  }
  if (ok && c->needs_to && p->to.count == 1 && p->to.node[0] == p->from.node[0]) {
    *key = "to";
    ok = noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("only node %u, the source", "other nodes"),
                  p->from.node[0]);
  }
  if (ok && use->suits != NULL) {
    *key = "scheme";
    ok = use->suits(p, scheme, error);
  }
  if (!ok) {
    participants_free(p);
  }
  return ok;
}

bool participants_code(participants_t *p, const char *scheme, const coding_text_t *text,
                       const char **key, noc_error_t *error) {
  coding_config_t *config = &p->coding;
  coding_config_free(config);
  *config = (coding_config_t){.levels = 1, .sources = &p->from, .destinations = &p->to};
  if (!coding_scheme_find(scheme, &config->scheme)) {
    return true;
  }
  coding_hierarchy_t *h = NULL;
  p->coded = coding_config_read(config, text, p->topology, NULL, key, error) &&
             (h = coding_hierarchy_create(p->topology, config, error)) != NULL;
  coding_hierarchy_free(h);
  return p->coded;
}

bool participants_create(const scenario_t *s, participants_t *p, const char **key,
                         noc_error_t *error) {
  if (!participants_of(s->topology, s->collective, s->scheme, s->from, s->to, p, key, error)) {
    return false;
  }
  const coding_text_t text = {s->group, s->base, s->intermediate};
  if (!participants_code(p, s->scheme, &text, key, error)) {
    participants_free(p);
    return false;
  }
  p->coding.beside = s->steps == STEPS_BESIDE;
  p->flits = s->message_flits;
  p->packet_flits = s->packet_flits;
  p->seed = s->seed;
  const scheme_t *scheme = scheme_find(s->scheme);
  if (scheme->multicast.add != NULL) {  // scenario_check_worms() tells what it refuses
    const char *router_key = NULL;
    noc_error_t told = {0};
    (void)multicast_planner_create(&p->planner, s, scheme, scenario_longest(s), &router_key, &told);
  }
  p->scheduled = (schedule_choice_t){
      .file = s->schedule.path,
      .detour = s->max_detour == UINT_MAX ? 0 : s->max_detour,
      .seed = s->seed,
      .force = s->force,
      .steps = s->steps,
      .classes = s->vcs / s->networks,
      .idle = scenario_zero_load(s),
      .routing = s->route,
  };
  p->operation = strcmp(s->operation, "sum") == 0 ? REDUCE_SUM : REDUCE_XOR;
  p->ascending = s->ascending;
  return true;
}

void participants_free(participants_t *p) {
  schedule_choice_free(&p->scheduled);
  coding_config_free(&p->coding);
  node_set_free(&p->from);
  node_set_free(&p->to);
}
