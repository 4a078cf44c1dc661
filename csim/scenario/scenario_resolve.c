// scenario_resolve -- from settings to a resolved scenario; see scenario_settings.h.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/scenario_settings.h"
#include "shape/shape.h"

static const place_t kStart = {.line = 1, .column = 1};

// The kind of the workload is told by the one key that only this kind has.
static const setting_t *find_kind(const settings_t *settings) {
  const setting_t *kind = NULL;
  for (size_t i = 0; i < settings->count; i++) {
    const setting_t *setting = &settings->list[i];
    if (!setting->key->selects || strcmp(setting->section, SCENARIO_LIST) == 0) {
      continue;
    }
    if (kind != NULL && kind->key != setting->key) {
      settings_fail(settings, setting->place,
                    "workload.%s" SAY_IS("given beside workload.%s", "given alone"),
                    setting->key->name, kind->key->name);
      return NULL;
    }
    kind = setting;
  }
  if (kind == NULL) {
    settings_fail(
        settings, kStart,
        "workload" SAY_IS("missing",
                          "a mapping with one of traffic, classes, collective, plan, trace"));
  }
  return kind;
}

// Multicasts, and messages of a program, are traffic with workloads of their own.
static bool alone(workload_kind_t kind) {
  return kind == WORKLOAD_MULTICASTS || kind == WORKLOAD_EXTERNAL;
}

static workload_kind_t kind_of(const setting_t *kind) {
  const bool pattern = strcmp(kind->key->name, "traffic") == 0;
  if (pattern && strcmp(kind->value, "multicast") == 0) {
    return WORKLOAD_MULTICASTS;
  }
  if (pattern && strcmp(kind->value, "external") == 0) {
    return WORKLOAD_EXTERNAL;
  }
  workload_kind_t result = WORKLOAD_TRAFFIC;
  while (kind->key->kinds != 1u << result) {
    result++;
  }
  return result;
}

// --- values one by one ---------------------------------------------------------------------------

// The name of a file in a scenario is relative to the scenario, on the command line to the current
// folder: how much of the scenario's name goes before it.
static int folder_before(const setting_t *setting, const char *scenario, const char *file) {
  const char *slash = strrchr(scenario, '/');
  const bool beside = setting->place.set == NULL && file[0] != '/' && slash != NULL;
  return beside ? (int)(slash + 1 - scenario) : 0;
}

static bool find_file(const settings_t *settings, const setting_t *setting, const char *scenario,
                      scenario_file_t *file) {
  const int folder = folder_before(setting, scenario, file->text);
  free(file->path);
  file->path = NULL;
  if (key_has_word(setting->key, file->text)) {
    return true;
  }
  if (asprintf(&file->path, "%.*s%s", folder, scenario, file->text) < 0) {
    file->path = NULL;
    return settings_fail_memory(settings);
  }
  return true;
}

static bool fail_value(const settings_t *settings, const setting_t *setting,
                       const scenario_key_t *key) {
  char path[SCENARIO_KEY];
  char accepted[NEAREST_NAMES];
  nearest_t nearest = nearest_start(setting->value);
  for (size_t i = 0; key_word(key, i).name != NULL; i++) {
    nearest_offer(&nearest, key_word(key, i).name);
  }
  return settings_fail(settings, setting->place, "%s" SAY_IS("%s'%.*s'%s", "%s"),
                       setting_path(setting, path), setting->quoted ? "quoted text " : "", QUOTED,
                       setting->value, nearest_hint(&nearest),
                       key_accepted(key, accepted, sizeof accepted));
}

// Reads one setting into the scenario.
static bool apply(const settings_t *settings, const setting_t *setting, const setting_t *kind,
                  scenario_t *s) {
  const scenario_key_t *key = key_find_in(setting->section, setting->key->name, s->workload);
  // `traffic` may have been another pattern before.
  const bool replaced = alone(s->workload) && setting->key == kind->key;
  if (key != NULL && (key->type == KEY_LIST || (replaced && setting != kind))) {
    return true;
  }
  const bool listed = strcmp(setting->section, SCENARIO_LIST) == 0;
  if (key == NULL || (key->of_class && s->listed != listed)) {
    char path[SCENARIO_KEY];
    char workloads[KEY_WORKLOADS];
    const bool pattern = alone(s->workload);
    const bool each = key != NULL && s->listed;
    return settings_fail(settings, setting->place,
                         "%s" SAY_IS("given with workload.%s%s%s", "given with %s"),
                         setting_path(setting, path), kind->key->name, pattern ? ": " : "",
                         pattern ? kind->value : "",
                         each ? "traffic, and in each of the classes"
                              : key_workloads_of(setting->section, setting->key->name, workloads));
  }
  void *record = key_record(key, s, setting->index);
  switch (key_read(key, record, setting->value, setting->quoted)) {
    case KEY_OK:
      return key->type != KEY_FILE || find_file(settings, setting, s->file, key_file(key, record));
    case KEY_NO_MEMORY:
      return settings_fail_memory(settings);
    case KEY_REFUSED:
      break;
  }
  return fail_value(settings, setting, key);
}

// The key must be there: fails if it is not.
static bool require(const settings_t *settings, const scenario_key_t *key, unsigned index,
                    const setting_t *kind, const scenario_t *s) {
  const char *section = key_section(key, s);
  if (settings_named(settings, section, index, key->name) != NULL) {
    return true;
  }
  char path[SCENARIO_KEY];
  char accepted[NEAREST_NAMES];
  const place_t place = strcmp(section, SCENARIO_LIST) == 0 ? settings->class_place[index]
                        : strcmp(section, "workload") == 0  ? kind->place
                                                            : kStart;
  return settings_fail(settings, place, "%s" SAY_IS("missing", "%s"),
                       key_path(section, index, key->name, path),
                       key_accepted(key, accepted, sizeof accepted));
}

static bool apply_defaults(const settings_t *settings, const setting_t *kind, scenario_t *s) {
  size_t count = 0;
  const scenario_key_t *keys = scenario_keys(&count);
  for (const scenario_key_t *key = keys; key < keys + count; key++) {
    const bool required = key->otherwise == NULL && !key->optional && !key_is_bound(key);
    if (!key_in_scenario(key, s) || key->type == KEY_LIST) {
      continue;
    }
    for (unsigned i = 0; i < key_records(key, s); i++) {
      if (key_default(key, key_record(key, s, i)) != KEY_OK) {
        return settings_fail_memory(settings);
      }
      if (required && !require(settings, key, i, kind, s)) {
        return false;
      }
    }
  }
  return true;
}

// A key of the file that goes with the file's scheme, or with what its hosts accept, where a
// `--set` has chosen another, as when schemes are compared.
static bool is_left_aside(const settings_t *settings, const setting_t *setting,
                          const scenario_key_t *key) {
  const bool of_scheme = !key->of_class && key->with_offset == offsetof(scenario_t, scheme);
  const bool of_accept = !key->of_class && key->with_offset == offsetof(scenario_t, accept.text);
  const setting_t *chosen = of_scheme   ? settings_named(settings, "workload", 0, "scheme")
                            : of_accept ? settings_named(settings, "host", 0, "accept")
                                        : NULL;
  return chosen != NULL && chosen->place.set != NULL && setting->place.set == NULL;
}

// When all values are there: the keys that go with certain values only.
static bool check_conditions(const settings_t *settings, const setting_t *kind,
                             const scenario_t *s) {
  for (size_t i = 0; i < settings->count; i++) {
    const setting_t *setting = &settings->list[i];
    const scenario_key_t *key = key_find_in(setting->section, setting->key->name, s->workload);
    if (!key_applies(key, s, setting->index) && !is_left_aside(settings, setting, key)) {
      char path[SCENARIO_KEY];
      char with[KEY_WITH];
      const char *selects = key_selector(key)->name;
      const char *record = key_record(key, s, setting->index);
      const char *value = *(char *const *)(const void *)(record + key->with_offset);
      return settings_fail(
          settings, setting->place, "%s" SAY_IS("given %s %s%s%s", "given with %s %s"),
          setting_path(setting, path), value != NULL ? "with" : "without", selects,
          value != NULL ? " " : "", value != NULL ? value : "", selects, key_with(key, with));
    }
  }
  size_t count = 0;
  const scenario_key_t *keys = scenario_keys(&count);
  for (const scenario_key_t *key = keys; key < keys + count; key++) {
    const bool required = key->otherwise == NULL && !key->optional && key_is_bound(key);
    for (unsigned i = 0; required && i < key_records(key, s); i++) {
      if (key_applies(key, s, i) && !require(settings, key, i, kind, s)) {
        return false;
      }
    }
  }
  return true;
}

// --- values together -----------------------------------------------------------------------------

static bool check_networks(const settings_t *settings, const scenario_t *s) {
  char found[120];
  assert(s->networks != 0);  // every key has been read or has its default
  if (s->vcs % s->networks == 0) {
    return true;
  }
  (void)snprintf(found, sizeof found, "%u vcs for %u networks", s->vcs, s->networks);
  return settings_fail_together(settings,
                                setting_later(settings_named(settings, "router", 0, "vcs"),
                                              settings_named(settings, "router", 0, "networks")),
                                found, "a number of vcs that is a multiple of networks");
}

static bool check_places(const settings_t *settings, const scenario_t *s) {
  return s->dut_at == NULL || s->dut.path != NULL ||
         settings_fail(settings, settings_named(settings, "run", 0, "dut_at")->place,
                       "run.dut_at" SAY_IS("given without run.dut", "given with a map"));
}

bool scenario_check_cut_through(const settings_t *settings, const scenario_t *s, unsigned flits,
                                const setting_t *said) {
  char found[120];
  if (!s->cut_through || flits <= s->depth) {
    return true;
  }
  (void)snprintf(found, sizeof found, "packets of %u flits with cut-through buffers of %u", flits,
                 s->depth);
  const setting_t *router = setting_later(settings_named(settings, "router", 0, "switching"),
                                          settings_named(settings, "router", 0, "depth"));
  return settings_fail_together(settings, setting_later(router, said), found,
                                scenario_cuts_messages(s)
                                    ? "packets no longer than the buffer depth, into which "
                                      "workload.packet_flits cuts messages"
                                    : "packets no longer than the buffer depth");
}

// --- all of it -----------------------------------------------------------------------------------

// The topology as a string with the name of its file, if it has one, as seen from the current
// folder; to be freed.
static char *topology_string(const setting_t *setting, const scenario_t *s) {
  const char *file = topology_file(s->topology_text);
  const int folder = file != NULL ? folder_before(setting, s->file, file) : 0;
  const int family = file != NULL ? (int)(file - s->topology_text) : 0;
  char *string = NULL;
  const int length = asprintf(&string, "%.*s%.*s%s", family, s->topology_text, folder, s->file,
                              s->topology_text + family);
  return length < 0 ? NULL : string;
}

static bool build_topology(const settings_t *settings, scenario_t *s) {
  noc_error_t why = {0};
  const setting_t *setting = settings_named(settings, "", 0, "topology");
  char *string = topology_string(setting, s);
  if (string == NULL) {
    return settings_fail_memory(settings);
  }
  s->topology = topology_create(string, &why);
  free(string);
  if (s->topology != NULL && topology_check_runs(s->topology, &why)) {
    return true;
  }
  return settings_fail_key(settings, setting->place, "topology", &why);
}

static bool build_routing(const settings_t *settings, scenario_t *s) {
  noc_error_t why = {0};
  s->route = routing_create(s->topology, s->routing, s->routes.path, s->adaptive, &why);
  if (s->route == NULL) {
    const setting_t *said = setting_later(settings_named(settings, "router", 0, "routing"),
                                          settings_named(settings, "router", 0, "routes"));
    const setting_t *adaptive =
        s->adaptive ? settings_named(settings, "router", 0, "adaptive") : NULL;
    const setting_t *setting = setting_later(said, adaptive);
    setting = setting != NULL ? setting : settings_named(settings, "", 0, "topology");
    char path[SCENARIO_KEY];
    (void)setting_path(setting, path);
    return settings_fail_key(settings, setting->place, path, &why);
  }
  if (s->routing == NULL) {
    s->routing = strdup(s->route->name);
  }
  return s->routing != NULL || settings_fail_memory(settings);
}

// A routing needs VCs of each of its classes in every virtual network.
static bool check_vc_classes(const settings_t *settings, const scenario_t *s) {
  const unsigned needed = s->networks * s->route->classes;
  char found[160];
  char accepted[160];
  if (s->vcs >= needed || (s->allow_deadlock && !s->route->groups_by_class)) {
    return true;
  }
  (void)snprintf(found, sizeof found, "%u vcs for %u network%s with routing %s on %.60s", s->vcs,
                 s->networks, s->networks > 1 ? "s" : "", s->route->name, s->topology->name);
  (void)snprintf(accepted, sizeof accepted, "%u vcs or more (%u classes in every network%s)",
                 needed, s->route->classes,
                 s->route->groups_by_class ? ", which have groups of their own" : "");
  if (needed > SHAPE_MAX_VCS) {  // not the advice to take more than there can be
    (void)snprintf(accepted, sizeof accepted,
                   "what needs up to %d vcs; this needs %u (%u classes in every network)",
                   (int)SHAPE_MAX_VCS, needed, s->route->classes);
  }
  const setting_t *vcs = setting_later(settings_named(settings, "router", 0, "vcs"),
                                       settings_named(settings, "router", 0, "networks"));
  const setting_t *said = setting_later(vcs, settings_named(settings, "router", 0, "routing"));
  return settings_fail_together(
      settings, setting_later(said, settings_named(settings, "", 0, "topology")), found, accepted);
}

// Bytes in the place of flits: that of --set, where the file says the other.
static bool resolve_bytes(const settings_t *settings, scenario_t *s) {
  const setting_t *bytes = settings_named(settings, "workload", 0, "message_bytes");
  const setting_t *flits = settings_named(settings, "workload", 0, "message_flits");
  const unsigned flit_bytes = s->flit_bits / 8;
  const unsigned length = s->message_bytes;
  s->message_bytes = 0;
  if (bytes != NULL && flits != NULL && (bytes->place.set == NULL) == (flits->place.set == NULL)) {
    const bool later = bytes > flits;
    return settings_fail(settings, later ? bytes->place : flits->place,
                         "workload.%s" SAY_IS("given beside workload.%s", "given alone"),
                         later ? bytes->key->name : flits->key->name,
                         later ? flits->key->name : bytes->key->name);
  }
  if (bytes == NULL || setting_later(bytes, flits) != bytes) {
    return true;
  }
  s->message_flits = length / flit_bytes + (length % flit_bytes != 0);
  if (s->message_flits > SCENARIO_MESSAGE_FLITS) {
    return settings_fail(
        settings, bytes->place,
        "workload.message_bytes" SAY_IS("%u, which are %u flits of %u bits", "up to %u flits"),
        length, s->message_flits, s->flit_bits, (unsigned)SCENARIO_MESSAGE_FLITS);
  }
  return true;
}

// Takes the message of a collective from its packets if only these are given.
static bool resolve_message(const settings_t *settings, scenario_t *s) {
  if (s->workload == WORKLOAD_COLLECTIVE && s->packet_flits != 0 &&
      settings_message(settings) == NULL) {
    s->message_flits = s->packet_flits;
  }
  return resolve_bytes(settings, s);
}

static const setting_t *said_of_packets(const settings_t *settings) {
  return setting_later(settings_named(settings, "workload", 0, "packet_flits"),
                       settings_message(settings));
}

bool scenario_resolve(const settings_t *settings, scenario_t *s) {
  const setting_t *kind = find_kind(settings);
  if (kind == NULL) {
    return false;
  }
  s->workload = kind_of(kind);
  s->packet_flits = s->message_flits = 1;  // where the workload has no such key
  if (!scenario_create_classes(settings, kind, s) || !apply_defaults(settings, kind, s)) {
    return false;
  }
  for (size_t i = 0; i < settings->count; i++) {
    if (!apply(settings, &settings->list[i], kind, s)) {
      return false;
    }
  }
  scenario_number_networks(s);
  return resolve_message(settings, s) && check_conditions(settings, kind, s) &&
         check_networks(settings, s) && check_places(settings, s) &&
         (s->workload != WORKLOAD_COLLECTIVE ||
          (scenario_check_packets(settings, s) && scenario_check_scheduled(settings, s))) &&
         scenario_check_cut_through(
             settings, s,
             s->workload == WORKLOAD_COLLECTIVE ? scenario_longest(s) : s->packet_flits,
             said_of_packets(settings)) &&
         scenario_check_classes(settings, s) && scenario_check_copies(settings, s) &&
         scenario_check_links(settings, s) && scenario_check_allocation(settings, s) &&
         scenario_check_allocator(settings, s) && scenario_check_read(settings, s) &&
         scenario_check_coding(settings, s) && scenario_resolve_host(settings, s) &&
         build_topology(settings, s) && build_routing(settings, s) &&
         scenario_check_lookahead(settings, s) && check_vc_classes(settings, s) &&
         scenario_check_patterns(settings, s) &&
         (s->workload != WORKLOAD_MULTICASTS || scenario_check_multicasts(settings, s)) &&
         (s->workload != WORKLOAD_COLLECTIVE ||
          (scenario_check_collective(settings, kind, s) && scenario_check_worms(settings, s)));
}
