// scenario_classes -- what the keys of a class of traffic must be together, and to the topology;
// see scenario_settings.h.

#include <limits.h>
#include <stdlib.h>

#include "base/node_set.h"
#include "scenario/scenario_settings.h"
#include "workload/patterns.h"

bool scenario_create_classes(const settings_t *settings, const setting_t *kind, scenario_t *s) {
  s->listed = kind->key->type == KEY_LIST;
  const unsigned classes = s->listed ? settings->classes : s->workload == WORKLOAD_TRAFFIC ? 1 : 0;
  s->traffic = calloc(classes + 1, sizeof *s->traffic);
  if (s->traffic == NULL) {
    return settings_fail_memory(settings);
  }
  s->classes = classes;
  return true;
}

void scenario_number_networks(scenario_t *s) {
  for (unsigned i = 0; i < s->classes; i++) {
    if (s->listed && s->traffic[i].network == UINT_MAX) {
      s->traffic[i].network = i;
    }
  }
}

// One class, and how its keys are called.
typedef struct {
  const settings_t *settings;
  const scenario_t *s;
  const scenario_class_t *class;
  const char *section;
  unsigned index;
} one_class_t;

static const setting_t *setting_of(const one_class_t *c, const char *name) {
  return settings_named(c->settings, c->section, c->index, name);
}

// Fails at the key that is there; every class has `traffic`.
static bool fail_class(const one_class_t *c, const setting_t *setting, const char *found,
                       const char *accepted) {
  return settings_fail_together(c->settings, setting != NULL ? setting : setting_of(c, "traffic"),
                                found, accepted);
}

static bool check_bursts(const one_class_t *c) {
  const double on = c->class->burst_on;
  const double off = c->class->burst_off;
  char found[120];
  if ((on > 0) != (off > 0)) {
    return fail_class(c, setting_later(setting_of(c, "burst_on"), setting_of(c, "burst_off")),
                      "burst_on or burst_off alone", "both or none");
  }
  if (on <= 0 || c->class->load * (on + off) <= on) {
    return true;
  }
  (void)snprintf(found, sizeof found, "load %g in bursts of load %g", c->class->load,
                 c->class->load * (on + off) / on);
  const setting_t *bursts = setting_later(setting_of(c, "burst_on"), setting_of(c, "burst_off"));
  return fail_class(c, setting_later(bursts, setting_of(c, "load")), found,
                    "bursts of load 1 at most: load * (burst_on + burst_off) / burst_on");
}

// A network that carries requests carries no answers, or hosts that wait to answer could block
// them: with allow_deadlock they may.
static bool check_replies(const one_class_t *c) {
  const setting_t *flits = setting_of(c, "reply_flits");
  const setting_t *network = setting_of(c, "reply_network");
  char found[120];
  if ((flits != NULL) != (network != NULL)) {
    return fail_class(c, setting_later(flits, network), "reply_flits or reply_network alone",
                      "both or none");
  }
  for (unsigned i = 0; flits != NULL && !c->s->allow_deadlock && i < c->s->classes; i++) {
    const scenario_class_t *other = &c->s->traffic[i];
    if (other->reply_flits.text != NULL && other->network == c->class->reply_network) {
      (void)snprintf(found, sizeof found, "network %u, which has the requests of class %u",
                     other->network, i);
      return fail_class(c, network, found, "a network without requests, or router.allow_deadlock");
    }
  }
  return true;
}

static bool check_class_networks(const one_class_t *c) {
  const unsigned replies = c->class->reply_flits.text != NULL ? c->class->reply_network : 0;
  char found[120];
  char accepted[60];
  if (c->class->network < c->s->networks && replies < c->s->networks) {
    return true;
  }
  const bool requests = c->class->network >= c->s->networks;
  (void)snprintf(found, sizeof found, "network %u of %u", requests ? c->class->network : replies,
                 c->s->networks);
  (void)snprintf(accepted, sizeof accepted, "0 to %u, or more of router.networks",
                 c->s->networks - 1);
  return fail_class(c, setting_of(c, requests ? "network" : "reply_network"), found, accepted);
}

static bool check_class(const one_class_t *c) {
  return check_bursts(c) &&
         scenario_check_cut_through(c->settings, c->s, c->class->packet_flits.longest,
                                    setting_of(c, "packet_flits")) &&
         (!c->s->listed ||
          (check_replies(c) && check_class_networks(c) &&
           scenario_check_cut_through(c->settings, c->s, c->class->reply_flits.longest,
                                      setting_of(c, "reply_flits"))));
}

// Checks what depends on the topology.
static bool check_pattern(const one_class_t *c) {
  const topology_t *t = c->s->topology;
  const char *name = "traffic";
  noc_error_t why = {0};
  bool ok = pattern_check(pattern_find(c->class->traffic), t, &why);
  if (ok && c->class->hotspot_nodes != NULL) {
    node_set_t set = {0};
    name = "hotspot_nodes";
    ok = node_set_parse(c->class->hotspot_nodes, t->nodes, &set, &why);
    node_set_free(&set);
  }
  if (!ok) {
    const setting_t *setting = setting_of(c, name);
    char path[SCENARIO_KEY];
    (void)setting_path(setting, path);
    return settings_fail_key(c->settings, setting->place, path, &why);
  }
  return true;
}

static bool check_classes(const settings_t *settings, const scenario_t *s,
                          bool (*check)(const one_class_t *c)) {
  for (unsigned i = 0; i < s->classes; i++) {
    const one_class_t c = {settings, s, &s->traffic[i], s->listed ? SCENARIO_LIST : "workload", i};
    if (!check(&c)) {
      return false;
    }
  }
  return true;
}

bool scenario_check_classes(const settings_t *settings, const scenario_t *s) {
  return check_classes(settings, s, check_class);
}

bool scenario_check_patterns(const settings_t *settings, const scenario_t *s) {
  return check_classes(settings, s, check_pattern);
}
