// scenario_settings -- the list of settings, `--set`, and messages; see scenario_settings.h.

#include "scenario/scenario_settings.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/memory.h"

const setting_t *settings_named(const settings_t *settings, const char *section, unsigned index,
                                const char *name) {
  for (size_t i = settings->count; i-- > 0;) {
    const setting_t *setting = &settings->list[i];
    if (setting->index == index && strcmp(setting->section, section) == 0 &&
        strcmp(setting->key->name, name) == 0) {
      return setting;
    }
  }
  return NULL;
}

const setting_t *settings_message(const settings_t *settings) {
  return setting_later(settings_named(settings, "workload", 0, "message_flits"),
                       settings_named(settings, "workload", 0, "message_bytes"));
}

const setting_t *setting_later(const setting_t *a, const setting_t *b) {
  return a == NULL || (b != NULL && b > a) ? b : a;
}

char *setting_path(const setting_t *setting, char out[SCENARIO_KEY]) {
  return key_path(setting->section, setting->index, setting->key->name, out);
}

bool settings_fail_together(const settings_t *settings, const setting_t *last, const char *found,
                            const char *accepted) {
  char path[SCENARIO_KEY];
  assert(last != NULL);
  return settings_fail(settings, last->place, "%s" SAY_UNFIT("%s", "%s"), setting_path(last, path),
                       found, accepted);
}

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

bool settings_fail_key(const settings_t *settings, place_t place, const char *key,
                       const noc_error_t *why) {
  char said[NOC_ERROR_TEXT];
  settings_fail(settings, place, "%s", noc_say_key(key, why->text, said));
  settings->error->status = why->status;
  return false;
}

bool settings_fail_unknown(const settings_t *settings, place_t place, const char *section,
                           unsigned index, const char *name) {
  char path[SCENARIO_KEY];
  char quoted[QUOTED + 1];
  (void)snprintf(quoted, sizeof quoted, "%s", name[0] != '\0' ? name : "''");
  nearest_t nearest = nearest_start(name);
  keys_offer(section, &nearest);
  return settings_fail(settings, place, "%s" SAY_IS("an unknown key%s", "one of %s"),
                       key_path(section, index, quoted, path), nearest_hint(&nearest),
                       nearest.names);
}

bool settings_fail_memory(const settings_t *settings) {
  return noc_fail(settings->error, NOC_ENVIRONMENT, "%s: out of memory", settings->file);
}

bool settings_add(settings_t *settings, setting_t setting, const char *value) {
  if (!memory_room(&settings->list, &settings->room, (uint32_t)settings->count + 1,
                   sizeof *settings->list)) {
    return settings_fail_memory(settings);
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
  settings->count = 0;
  settings->room = 0;
}

bool settings_add_class(settings_t *settings, place_t place) {
  if (settings->classes == SCENARIO_CLASSES) {
    return settings_fail(settings, place, "%s" SAY_IS("more than %d classes", "up to %d"),
                         SCENARIO_LIST, SCENARIO_CLASSES, SCENARIO_CLASSES);
  }
  settings->class_place[settings->classes++] = place;
  const setting_t list = {
      .key = key_find("workload", "classes"), .section = "workload", .place = place};
  return settings_named(settings, "workload", 0, "classes") != NULL ||
         settings_add(settings, list, "");
}

// "0.load" of workload.classes: the class must be there, or be the next one, which then begins.
static bool find_class(settings_t *settings, place_t place, const char **name, unsigned *index) {
  uint64_t number = 0;
  const size_t length = decimal_scan(*name, &number);
  if (length == 0 || (*name)[length] != '.' || number > settings->classes) {
    return settings_fail(
        settings, place, "%s" SAY_IS("'%.*s'", "given as %s.N.KEY=VALUE, N 0 to %u"), SCENARIO_LIST,
        QUOTED, *name, SCENARIO_LIST,
        settings->classes < SCENARIO_CLASSES ? settings->classes : SCENARIO_CLASSES - 1);
  }
  *index = (unsigned)number;
  *name += length + 1;
  return number < settings->classes || settings_add_class(settings, place);
}

static bool fail_section(const settings_t *settings, place_t place, const char *section) {
  return settings_fail(settings, place, "%s" SAY_IS("a section", "given as %s.KEY=VALUE"), section,
                       section);
}

// "jitter.links" of run: the section within, and the key there.
static bool find_within(const settings_t *settings, place_t place, const char **section,
                        const char **name) {
  char inner[QUOTED + 1];
  const size_t length = strcspn(*name, ".");
  (void)snprintf(inner, sizeof inner, "%.*s", (int)length, *name);
  const char *within = scenario_section_within(*section, inner);
  if (within == NULL) {
    return true;
  }
  if ((*name)[length] == '\0') {
    return fail_section(settings, place, within);
  }
  *section = within;
  *name += length + 1;
  return true;
}

bool settings_read_set(settings_t *settings, const char *set) {
  const place_t place = {.set = set};
  const char *equals = strchr(set, '=');
  if (equals == NULL) {
    return settings_fail(settings, place, SAY_THERE_IS("no '='", "KEY=VALUE or SECTION.KEY=VALUE"));
  }
  char path[QUOTED + 1];  // longer than any key
  size_t length = (size_t)(equals - set);
  (void)snprintf(path, sizeof path, "%.*s", (int)(length < QUOTED ? length : QUOTED), set);

  const char *section = "";
  const char *name = path;
  unsigned index = 0;
  char *dot = strchr(path, '.');
  if (dot != NULL) {
    *dot = '\0';
    section = scenario_section(path);
    name = dot + 1;
    if (section == NULL) {
      return settings_fail_unknown(settings, place, "", 0, path);
    }
    if (strcmp(section, "workload") == 0 && strncmp(name, "classes.", 8) == 0) {
      section = SCENARIO_LIST;
      name += 8;
      if (!find_class(settings, place, &name, &index)) {
        return false;
      }
    } else if (!find_within(settings, place, &section, &name)) {
      return false;
    }
  } else if (scenario_section(path) != NULL) {
    return fail_section(settings, place, path);
  }
  const scenario_key_t *key = key_find(section, name);
  if (key == NULL) {
    return settings_fail_unknown(settings, place, section, index, name);
  }
  if (key->type == KEY_LIST) {
    return settings_fail(settings, place, "%s" SAY_IS("a value", "given as %s.0.KEY=VALUE"),
                         SCENARIO_LIST, SCENARIO_LIST);
  }
  setting_t setting = {.key = key, .section = section, .index = index, .place = place};
  return settings_add(settings, setting, equals + 1);
}
