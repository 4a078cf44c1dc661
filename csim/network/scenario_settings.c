// scenario_settings -- the list of settings, `--set`, and messages; see scenario_settings.h.

#include "network/scenario_settings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool settings_fail(const settings_t *settings, place_t place, const char *format, ...) {
  char text[NOC_ERROR_TEXT];
  va_list arguments;
  va_start(arguments, format);
  // clang-tidy 14 loses va_start() when it reads several files.
  // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized)
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (place.set != NULL) {
    return noc_fail(settings->error, NOC_BAD_INPUT, "--set %.*s: %s", QUOTED, place.set, text);
  }
  return noc_fail(settings->error, NOC_BAD_INPUT, "%s:%zu:%zu: %s", settings->file, place.line,
                  place.column, text);
}

bool settings_fail_unknown(const settings_t *settings, place_t place, const char *section,
                           const char *name) {
  nearest_t nearest = nearest_start(name);
  keys_offer(section, &nearest);
  return settings_fail(settings, place, "%s%s%.*s: found an unknown key%s; accepted %s", section,
                       section[0] != '\0' ? "." : "", QUOTED, name, nearest_hint(&nearest),
                       nearest.names);
}

bool settings_fail_memory(const settings_t *settings) {
  return noc_fail(settings->error, NOC_ENVIRONMENT, "%s: out of memory", settings->file);
}

bool settings_add(settings_t *settings, setting_t setting, const char *value) {
  if (settings->count == settings->capacity) {
    size_t capacity = 2 * settings->capacity + 16;
    setting_t *list = realloc(settings->list, capacity * sizeof *list);
    if (list == NULL) {
      return settings_fail_memory(settings);
    }
    settings->list = list;
    settings->capacity = capacity;
  }
  setting.value = strdup(value);
  if (setting.value == NULL) {
    return settings_fail_memory(settings);
  }
  settings->list[settings->count++] = setting;
  return true;
}

void settings_free(settings_t *settings) {
  for (size_t i = 0; i < settings->count; i++) {
    free(settings->list[i].value);
  }
  free(settings->list);
  settings->list = NULL;
  settings->count = settings->capacity = 0;
}

const setting_t *settings_last(const settings_t *settings, const scenario_key_t *key) {
  for (size_t i = settings->count; i-- > 0;) {
    if (settings->list[i].key->offset == key->offset) {
      return &settings->list[i];
    }
  }
  return NULL;
}

bool settings_read_set(settings_t *settings, const char *set) {
  const place_t place = {.set = set};
  const char *equals = strchr(set, '=');
  if (equals == NULL) {
    return settings_fail(settings, place, "found no '='; accepted KEY=VALUE or SECTION.KEY=VALUE");
  }
  char path[QUOTED + 1];  // longer than any key
  size_t length = (size_t)(equals - set);
  (void)snprintf(path, sizeof path, "%.*s", (int)(length < QUOTED ? length : QUOTED), set);

  const char *section = "";
  const char *name = path;
  char *dot = strchr(path, '.');
  if (dot != NULL) {
    *dot = '\0';
    section = scenario_section(path);
    name = dot + 1;
    if (section == NULL) {
      return settings_fail_unknown(settings, place, "", path);
    }
  } else if (scenario_section(path) != NULL) {
    return settings_fail(settings, place, "%s: found a section; accepted %s.KEY=VALUE", path, path);
  }
  const scenario_key_t *key = key_find(section, name);
  if (key == NULL) {
    return settings_fail_unknown(settings, place, section, name);
  }
  bool is_alias = strcmp(key->name, name) != 0;
  setting_t setting = {.key = key, .name = is_alias ? key->alias : key->name, .place = place};
  return settings_add(settings, setting, equals + 1);
}
