// scenario -- from settings to a resolved scenario; see scenario.h.

#include "network/scenario.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "network/scenario_keys.h"
#include "network/scenario_settings.h"
#include "workload/collectives.h"

enum { MAX_FILE_BYTES = 1 << 20 };

static const place_t kStart = {.line = 1, .column = 1};

// The kind of the workload is told by the one key that only this kind has.
static const setting_t *find_kind(const settings_t *settings) {
  const setting_t *kind = NULL;
  for (size_t i = 0; i < settings->count; i++) {
    const setting_t *setting = &settings->list[i];
    if (!setting->key->selects) {
      continue;
    }
    if (kind != NULL && kind->key != setting->key) {
      settings_fail(settings, setting->place,
                    "workload.%s: found beside workload.%s; accepted one of them", setting->name,
                    kind->name);
      return NULL;
    }
    kind = setting;
  }
  if (kind == NULL) {
    settings_fail(settings, kStart,
                  "workload: found none; accepted a mapping with one of traffic, collective, plan");
  }
  return kind;
}

static workload_kind_t kind_of(const setting_t *kind) {
  workload_kind_t result = WORKLOAD_TRAFFIC;
  while (kind->key->kinds != 1u << result) {
    result++;
  }
  return result;
}

// The name of a file in a scenario is relative to the scenario, on the command line to the current
// folder.
static bool find_file(const settings_t *settings, const setting_t *setting, const char *scenario,
                      scenario_file_t *file) {
  const char *slash = strrchr(scenario, '/');
  const bool beside = setting->place.set == NULL && file->text[0] != '/' && slash != NULL;
  const int folder = beside ? (int)(slash + 1 - scenario) : 0;
  free(file->path);
  if (asprintf(&file->path, "%.*s%s", folder, scenario, file->text) < 0) {
    file->path = NULL;
    return settings_fail_memory(settings);
  }
  return true;
}

// Reads one setting into the scenario.
static bool apply(const settings_t *settings, const setting_t *setting, const setting_t *kind,
                  scenario_t *s) {
  const char *section = setting->key->section;
  const char *dot = section[0] != '\0' ? "." : "";
  const scenario_key_t *key = key_find_in(section, setting->name, s->workload);
  if (key == NULL) {
    return settings_fail(settings, setting->place,
                         "%s%s%s: found in a workload of kind '%s'; accepted without it", section,
                         dot, setting->name, kind->name);
  }
  switch (key_read(key, s, setting->value, setting->quoted)) {
    case KEY_OK:
      return key->type != KEY_FILE || find_file(settings, setting, s->file, key_file(key, s));
    case KEY_NO_MEMORY:
      return settings_fail_memory(settings);
    case KEY_REFUSED:
      break;
  }
  char accepted[NEAREST_NAMES];
  nearest_t nearest = nearest_start(setting->value);
  for (const scenario_word_t *word = key->words; word != NULL && word->name != NULL; word++) {
    nearest_offer(&nearest, word->name);
  }
  return settings_fail(settings, setting->place, "%s%s%s: found %s'%.*s'%s; accepted %s", section,
                       dot, setting->name, setting->quoted ? "quoted text " : "", QUOTED,
                       setting->value, nearest_hint(&nearest),
                       key_accepted(key, accepted, sizeof accepted));
}

static bool fail_missing(const settings_t *settings, const scenario_key_t *key,
                         const setting_t *kind) {
  char accepted[NEAREST_NAMES];
  bool in_workload = strcmp(key->section, "workload") == 0;
  return settings_fail(settings, in_workload ? kind->place : kStart,
                       "%s%s%s: found none; accepted %s", key->section, in_workload ? "." : "",
                       key->name, key_accepted(key, accepted, sizeof accepted));
}

static bool apply_defaults(const settings_t *settings, const setting_t *kind, scenario_t *s) {
  size_t count = 0;
  const scenario_key_t *keys = scenario_keys(&count);
  for (const scenario_key_t *key = keys; key < keys + count; key++) {
    if ((key->kinds & 1u << s->workload) == 0) {
      continue;
    }
    if (key->otherwise != NULL) {
      key_result_t result = key_read(key, s, key->otherwise, false);
      assert(result != KEY_REFUSED);
      if (result == KEY_NO_MEMORY) {
        return settings_fail_memory(settings);
      }
    } else if (!key->optional && key->with == NULL && settings_last(settings, key) == NULL) {
      return fail_missing(settings, key, kind);
    }
  }
  return true;
}

// When all values are there: the keys that go with certain values only.
static bool check_conditions(const settings_t *settings, const setting_t *kind,
                             const scenario_t *s) {
  for (const setting_t *setting = settings->list; setting < settings->list + settings->count;
       setting++) {
    const scenario_key_t *key = key_find_in(setting->key->section, setting->name, s->workload);
    if (!key_applies(key, s)) {
      return settings_fail(settings, setting->place,
                           "%s.%s: found in a workload of another kind; "
                           "accepted with %s %s",
                           key->section, setting->name, kind->name, key->with);
    }
  }
  size_t count = 0;
  const scenario_key_t *keys = scenario_keys(&count);
  for (const scenario_key_t *key = keys; key < keys + count; key++) {
    if (key->with != NULL && key->otherwise == NULL && !key->optional && key_applies(key, s) &&
        settings_last(settings, key) == NULL) {
      return fail_missing(settings, key, kind);
    }
  }
  return true;
}

// Of several keys that do not go together, the error names the one that came last.
static bool fail_together(const settings_t *settings, const char *const names[], const char *found,
                          const char *accepted) {
  const setting_t *last = NULL;
  for (size_t i = 0; names[2 * i] != NULL; i++) {
    const setting_t *setting = settings_last(settings, key_find(names[2 * i], names[2 * i + 1]));
    if (setting != NULL && (last == NULL || setting > last)) {
      last = setting;
    }
  }
  assert(last != NULL);  // the defaults go together
  return settings_fail(settings, last->place, "%s.%s: found %s; accepted %s", last->key->section,
                       last->name, found, accepted);
}

static bool check_together(const settings_t *settings, const scenario_t *s) {
  char found[120];
  assert(s->networks != 0);  // every key has been read or has its default
  if (s->vcs % s->networks != 0) {
    (void)snprintf(found, sizeof found, "%u vcs for %u networks", s->vcs, s->networks);
    return fail_together(settings,
                         (const char *const[]){"router", "vcs", "router", "networks", NULL}, found,
                         "a number of vcs that is a multiple of networks");
  }
  if (s->cut_through && s->packet_flits > s->depth) {
    (void)snprintf(found, sizeof found, "packets of %u flits with cut-through buffers of %u",
                   s->packet_flits, s->depth);
    return fail_together(settings,
                         (const char *const[]){"router", "switching", "router", "depth", "workload",
                                               "packet_flits", NULL},
                         found, "packets no longer than the buffer depth");
  }
  return true;
}

static bool build_topology(const settings_t *settings, scenario_t *s) {
  noc_error_t why = {0};
  s->topology = topology_create(s->topology_text, &why);
  if (s->topology != NULL) {
    return true;
  }
  const setting_t *setting = settings_last(settings, key_find("", "topology"));
  settings_fail(settings, setting->place, "topology: %s", why.text);
  settings->error->status = why.status;
  return false;
}

// Whether the scheme and the sets of nodes suit the collective; the run reads them again.
static bool check_collective(const settings_t *settings, const setting_t *kind,
                             const scenario_t *s) {
  participants_t participants;
  const char *key = NULL;
  noc_error_t why = {0};
  if (participants_create(s, &participants, &key, &why)) {
    participants_free(&participants);
    return true;
  }
  const setting_t *setting = settings_last(settings, key_find("workload", key));
  settings_fail(settings, setting != NULL ? setting->place : kind->place, "workload.%s: %s", key,
                why.text);
  settings->error->status = why.status;
  return false;
}

static bool resolve(const settings_t *settings, scenario_t *s) {
  const setting_t *kind = find_kind(settings);
  if (kind == NULL) {
    return false;
  }
  s->workload = kind_of(kind);
  s->packet_flits = 1;  // where the workload has no such key
  if (!apply_defaults(settings, kind, s)) {
    return false;
  }
  for (size_t i = 0; i < settings->count; i++) {
    if (!apply(settings, &settings->list[i], kind, s)) {
      return false;
    }
  }
  return check_conditions(settings, kind, s) && check_together(settings, s) &&
         build_topology(settings, s) &&
         (s->workload != WORKLOAD_COLLECTIVE || check_collective(settings, kind, s));
}

scenario_t *scenario_parse(const char *text, size_t length, const char *name,
                           const char *const *sets, size_t n_sets, noc_error_t *error) {
  settings_t settings = {.file = name, .error = error};
  scenario_t *s = calloc(1, sizeof *s);
  bool ok = s != NULL && (s->file = strdup(name)) != NULL;
  if (!ok) {
    settings_fail_memory(&settings);
  }
  ok = ok && settings_read_yaml(&settings, text, length);
  for (size_t i = 0; ok && i < n_sets; i++) {
    ok = settings_read_set(&settings, sets[i]);
  }
  ok = ok && resolve(&settings, s);
  settings_free(&settings);
  if (!ok) {
    scenario_free(s);
    return NULL;
  }
  return s;
}

// The whole file, up to one byte more than the limit. NULL after an error.
static char *read_file(const char *file, size_t *length, noc_error_t *error) {
  bool is_stdin = strcmp(file, "-") == 0;
  FILE *in = is_stdin ? stdin : fopen(file, "rb");
  if (in == NULL) {
    noc_fail(error, NOC_BAD_INPUT, "%s: cannot be opened: %s; accepted a scenario file", file,
             strerror(errno));
    return NULL;
  }
  char *text = malloc(MAX_FILE_BYTES + 1);
  if (text == NULL) {
    noc_fail(error, NOC_ENVIRONMENT, "%s: out of memory", file);
  } else {
    *length = fread(text, 1, MAX_FILE_BYTES + 1, in);
    if (ferror(in)) {
      noc_fail(error, NOC_BAD_INPUT, "%s: cannot be read: %s; accepted a scenario file", file,
               strerror(errno));
      free(text);
      text = NULL;
    }
  }
  if (!is_stdin) {
    (void)fclose(in);
  }
  return text;
}

scenario_t *scenario_load(const char *file, const char *const *sets, size_t n_sets,
                          noc_error_t *error) {
  size_t length = 0;
  char *text = read_file(file, &length, error);
  if (text == NULL) {
    return NULL;
  }
  scenario_t *s = NULL;
  if (length > MAX_FILE_BYTES) {
    noc_fail(error, NOC_BAD_INPUT, "%s: found a file above 1 MiB; accepted up to 1 MiB", file);
  } else {
    s = scenario_parse(text, length, file, sets, n_sets, error);
  }
  free(text);
  return s;
}

const scenario_file_t *scenario_next_file(const scenario_t *s, size_t *at,
                                          char name[SCENARIO_KEY]) {
  size_t count = 0;
  const scenario_key_t *keys = scenario_keys(&count);
  while (*at < count) {
    const scenario_key_t *key = &keys[(*at)++];
    if (key->type == KEY_FILE && key_has_value(key, s)) {
      (void)snprintf(name, SCENARIO_KEY, "%s.%s", key->section, key->name);
      return key_file(key, s);
    }
  }
  return NULL;
}

void scenario_free(scenario_t *s) {
  if (s == NULL) {
    return;
  }
  topology_free(s->topology);
  free(s->file);
  free(s->topology_text);
  free(s->routing);
  free(s->traffic);
  free(s->collective);
  free(s->scheme);
  free(s->from);
  free(s->to);
  free(s->operation);
  free(s->plan.text);
  free(s->plan.path);
  free(s);
}
