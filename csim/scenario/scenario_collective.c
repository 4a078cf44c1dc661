// scenario_collective -- what the keys of a collective must be together; see scenario_settings.h.

#include <limits.h>
#include <string.h>

#include "collective/scheme.h"
#include "scenario/scenario_settings.h"
#include "workload/multicasts.h"

// Whether the scheme and the sets of nodes suit the collective; the run reads them again.
bool scenario_check_collective(const settings_t *settings, const setting_t *kind,
                               const scenario_t *s) {
  participants_t participants;
  const char *key = NULL;
  noc_error_t why = {0};
  if (participants_create(s, &participants, &key, &why)) {
    participants_free(&participants);
    return true;
  }
  const setting_t *setting = settings_named(settings, "workload", 0, key);
  char path[SCENARIO_KEY];
  return settings_fail_key(settings, setting != NULL ? setting->place : kind->place,
                           key_path("workload", 0, key, path), &why);
}

// Messages that are combined or coded stay in one packet.
bool scenario_cuts_messages(const scenario_t *s) {
  return s->workload == WORKLOAD_COLLECTIVE &&
         collective_find(s->collective)->block != BLOCK_REDUCED && !scheme_find(s->scheme)->grouped;
}

// Checks whether messages may go in one packet or several.
bool scenario_check_packets(const settings_t *settings, const scenario_t *s) {
  const unsigned longest = scenario_longest(s);
  const setting_t *said = setting_later(settings_message(settings),
                                        settings_named(settings, "workload", 0, "packet_flits"));
  char found[160];
  if (longest > PLAN_MAX_FLITS) {
    (void)snprintf(found, sizeof found, "messages of %u flits in one packet", s->message_flits);
    return settings_fail_together(settings, said, found,
                                  "up to 640 flits, or workload.packet_flits beside them");
  }
  if (longest == s->message_flits || scenario_cuts_messages(s)) {
    return true;
  }
  const bool grouped = scheme_find(s->scheme)->grouped;
  (void)snprintf(found, sizeof found, "messages of %u flits in packets of %u with %s %s",
                 s->message_flits, longest, grouped ? "scheme" : "collective",
                 grouped ? s->scheme : s->collective);
  const setting_t *chosen =
      settings_named(settings, "workload", 0, grouped ? "scheme" : "collective");
  return settings_fail_together(settings, setting_later(said, chosen), found,
                                "packets of whole messages");
}

// Checks what the schemes of multicasts ask of the rest: the error names the later of scheme and
// key.
bool scenario_check_worms(const settings_t *settings, const scenario_t *s) {
  const char *key = NULL;
  noc_error_t why = {0};
  const scheme_t *scheme = scheme_find(s->scheme);
  multicast_planner_t planner;
  const unsigned flits =
      s->workload == WORKLOAD_MULTICASTS ? multicasts_packet_flits(s) : scenario_longest(s);
  if (scheme->multicast.add == NULL ||
      multicast_planner_create(&planner, s, scheme, flits, &key, &why)) {
    return true;
  }
  const char *dot = strchr(key, '.');
  const char *name = dot != NULL ? dot + 1 : key;
  const char *section = dot == NULL ? "" : strncmp(key, "router", 6) == 0 ? "router" : "workload";
  const setting_t *setting = setting_later(settings_named(settings, section, 0, name),
                                           settings_named(settings, "workload", 0, "scheme"));
  if (strcmp(name, "depth") == 0 || strcmp(name, "slots") == 0) {
    setting = setting_later(setting, settings_message(settings));
    setting = setting_later(setting, settings_named(settings, "workload", 0, "packet_flits"));
  }
  if (strcmp(setting->key->name, name) == 0) {
    return settings_fail_key(settings, setting->place, key, &why);
  }
  // The other is a default, or stands before.
  char path[SCENARIO_KEY];
  char said[NOC_ERROR_TEXT];
  settings_fail(settings, setting->place, "%s is %.*s, but %s", setting_path(setting, path), QUOTED,
                setting->value, noc_say_key(key, why.text, said));
  settings->error->status = why.status;
  return false;
}

bool scenario_check_multicasts(const settings_t *settings, const scenario_t *s) {
  const uint32_t nodes = s->topology->nodes;
  if (s->degree.longest < nodes) {
    return scenario_check_worms(settings, s);
  }
  if (nodes == 1) {
    return settings_fail(settings, settings_named(settings, "", 0, "topology")->place,
                         "topology" SAY_IS("%.60s with multicasts", "one of 2 nodes or more"),
                         s->topology->name);
  }
  return settings_fail(
      settings, settings_named(settings, "workload", 0, "degree")->place,
      "workload.degree" SAY_IS("up to %u destinations on %.60s", "up to %u, the other nodes"),
      s->degree.longest, s->topology->name, nodes - 1);
}

// The scheme is one of routers that copy; whether a plan needs them shows later.
static bool routers_copy(const scenario_t *s) {
  return (s->workload == WORKLOAD_COLLECTIVE || s->workload == WORKLOAD_MULTICASTS) &&
         scheme_has_worms(scheme_find(s->scheme));
}

// Refuses router.`key` beside a scheme whose multicasts routers copy.
static bool fail_with_worms(const settings_t *settings, const char *key, const char *found,
                            const char *accepted) {
  return settings_fail_together(settings,
                                setting_later(settings_named(settings, "router", 0, key),
                                              settings_named(settings, "workload", 0, "scheme")),
                                found, accepted);
}

// The branches of a worm ask for several outputs at once: docs/microarchitecture.md, section 15.
bool scenario_check_allocation(const settings_t *settings, const scenario_t *s) {
  return !s->speculative || !routers_copy(s) ||
         fail_with_worms(settings, "allocation", "speculative allocation with worms",
                         "allocation serial, or a scheme without worms");
}

// Diagonals know neither ages nor packets that ask for several outputs at once:
// docs/microarchitecture.md, section 10.2.
bool scenario_check_allocator(const settings_t *settings, const scenario_t *s) {
  if (!s->wavefront) {
    return true;
  }
  if (strcmp(s->arbiter, "age") == 0) {
    return settings_fail_together(settings,
                                  setting_later(settings_named(settings, "router", 0, "allocator"),
                                                settings_named(settings, "router", 0, "arbiter")),
                                  "allocator wavefront with arbiter age",
                                  "allocator separable, or arbiter round-robin");
  }
  return !routers_copy(s) ||
         fail_with_worms(settings, "allocator", "allocator wavefront with worms",
                         "allocator separable, or a scheme without worms");
}

// The slot has to be known a cycle before the flit crosses: docs/microarchitecture.md, section 11.
bool scenario_check_read(const settings_t *settings, const scenario_t *s) {
  return !s->sync_read || s->pipeline == 3 ||
         settings_fail_together(settings,
                                setting_later(settings_named(settings, "router", 0, "sync_read"),
                                              settings_named(settings, "router", 0, "pipeline")),
                                "sync_read with pipeline 2", "pipeline 3, or sync_read false");
}

// The route in the next router has to follow from the destination alone:
// docs/microarchitecture.md, section 6.8. Whether a plan needs routers that copy shows later.
bool scenario_check_lookahead(const settings_t *settings, const scenario_t *s) {
  if (!s->lookahead) {
    return true;
  }
  if (routers_copy(s)) {
    return fail_with_worms(settings, "lookahead", "lookahead with worms",
                           "lookahead false, or a scheme without worms");
  }
  if (s->route->unit == ROUTE_TABLE) {
    char found[160];
    (void)snprintf(found, sizeof found, "lookahead with the tables of routing %.40s on %.60s",
                   s->route->name, s->topology->name);
    const setting_t *said = setting_later(settings_named(settings, "router", 0, "lookahead"),
                                          settings_named(settings, "router", 0, "routing"));
    said = setting_later(said, settings_named(settings, "router", 0, "adaptive"));
    return settings_fail_together(settings,
                                  setting_later(said, settings_named(settings, "", 0, "topology")),
                                  found, "lookahead false, or a routing by coordinates or source");
  }
  return true;
}

// Copies move together where there are some; whether a plan has any shows later. Not by age:
// docs/microarchitecture.md, section 5.3.
bool scenario_check_copies(const settings_t *settings, const scenario_t *s) {
  const bool scheme_copies = routers_copy(s);
  if (s->sync_copies && strcmp(s->arbiter, "age") == 0) {
    return settings_fail_together(settings,
                                  setting_later(settings_named(settings, "router", 0, "copies"),
                                                settings_named(settings, "router", 0, "arbiter")),
                                  "synchronous copies with arbiter age",
                                  "copies independent, or arbiter round-robin: copies of equal age "
                                  "would wait for each other for ever");
  }
  if (!s->sync_copies || s->workload == WORKLOAD_PLAN || scheme_copies) {
    return true;
  }
  char names[SCHEME_NAMES];
  return settings_fail(
      settings, settings_named(settings, "router", 0, "copies")->place,
      "router.copies" SAY_IS("synchronous without worms", "independent, or the scheme %s"),
      scheme_names(scheme_has_worms, " or ", names));
}

// Checks what the hierarchical schemes ask of the rest.
bool scenario_check_coding(const settings_t *settings, const scenario_t *s) {
  char found[120];
  char accepted[120];
  if (s->workload != WORKLOAD_COLLECTIVE || !scheme_find(s->scheme)->grouped) {
    return true;
  }
  const scheme_t *scheme = scheme_find(s->scheme);
  const unsigned steps = scheme->steps;
  if (s->steps == STEPS_OVERLAPPED && s->networks < steps) {
    (void)snprintf(found, sizeof found, "overlapped steps of %s on %u virtual network%s", s->scheme,
                   s->networks, s->networks > 1 ? "s" : "");
    (void)snprintf(accepted, sizeof accepted,
                   "router.networks of %u or more, one for each step that sends", steps);
    return settings_fail_together(settings,
                                  setting_later(settings_named(settings, "workload", 0, "steps"),
                                                settings_named(settings, "router", 0, "networks")),
                                  found, accepted);
  }
  if (scheme_codes(scheme) && s->routing != NULL && routing_carries_paths(s->routing)) {
    (void)snprintf(found, sizeof found, "routing %s with scheme %s", s->routing, s->scheme);
    return settings_fail_together(settings,
                                  setting_later(settings_named(settings, "router", 0, "routing"),
                                                settings_named(settings, "workload", 0, "scheme")),
                                  found, "routings without a path in the head, or other schemes");
  }
  if (scheme_codes(scheme) && s->message_flits > PLAN_MAX_OPERAND) {
    (void)snprintf(found, sizeof found, "messages of %u flits with scheme %s", s->message_flits,
                   s->scheme);
    (void)snprintf(accepted, sizeof accepted, "up to %d flits, what a coding unit takes",
                   (int)PLAN_MAX_OPERAND);
    return settings_fail_together(settings,
                                  setting_later(settings_message(settings),
                                                settings_named(settings, "workload", 0, "scheme")),
                                  found, accepted);
  }
  return true;
}

// Checks what the scheme `scheduled` asks of the rest, paths in heads; and steps that one scheme
// alone has.
bool scenario_check_scheduled(const settings_t *settings, const scenario_t *s) {
  const scheme_t *scheme = scheme_find(s->scheme);
  const setting_t *chosen = settings_named(settings, "workload", 0, "scheme");
  char found[120];
  const bool has_steps = scheme->grouped || scheme->scheduled;  // others leave them aside
  const bool codes_once = scheme->grouped && scheme->coding == CODING_HNC;
  if (has_steps && ((s->steps == STEPS_BARRIER && !scheme->scheduled) ||
                    (s->steps == STEPS_BESIDE && !codes_once))) {
    (void)snprintf(found, sizeof found, "steps %s with scheme %s",
                   s->steps == STEPS_BARRIER ? "barrier" : "beside", s->scheme);
    return settings_fail_together(
        settings, setting_later(settings_named(settings, "workload", 0, "steps"), chosen), found,
        "steps sequential or overlapped, or another scheme");
  }
  if (!scheme->scheduled) {
    return true;
  }
  if (s->steps == STEPS_BARRIER && s->jitter.links + s->jitter.hosts != 0) {
    const setting_t *stalls = setting_later(settings_named(settings, "run.jitter", 0, "links"),
                                            settings_named(settings, "run.jitter", 0, "hosts"));
    return settings_fail_together(
        settings, setting_later(settings_named(settings, "workload", 0, "steps"), stalls),
        "steps barrier with links or hosts that stall",
        "steps sequential or overlapped, for barriers go by the time that messages take alone");
  }
  if (s->max_detour != UINT_MAX && s->schedule.path != NULL) {
    return settings_fail_together(
        settings,
        setting_later(settings_named(settings, "workload", 0, "max_detour"),
                      settings_named(settings, "workload", 0, "schedule")),
        "workload.max_detour beside workload.schedule", "one of them, for a file has its paths");
  }
  if (s->routing != NULL && routing_carries_paths(s->routing)) {
    return true;
  }
  (void)snprintf(found, sizeof found, "%s%s with scheme %s",
                 s->routing != NULL ? "routing " : "the topology's own routing",
                 s->routing != NULL ? s->routing : "", s->scheme);
  return settings_fail_together(
      settings, setting_later(settings_named(settings, "router", 0, "routing"), chosen), found,
      "router.routing source, whose packets carry paths");
}
