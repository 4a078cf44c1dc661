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
  if (s->steps == STEPS_BARRIER && scenario_clocks_links(s)) {
    return settings_fail_together(
        settings,
        setting_later(settings_named(settings, "workload", 0, "steps"),
                      settings_named(settings, "link", 0, "clock_ratio")),
        "steps barrier with links that have a clock of their own",
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
