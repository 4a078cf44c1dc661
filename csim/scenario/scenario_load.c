// scenario_load -- reads scenarios, and frees them; see scenario_load.h.

#include "scenario/scenario_load.h"

#include <stdlib.h>
#include <string.h>

#include "base/input_watch.h"
#include "base/read_file.h"
#include "scenario/scenario_keys.h"
#include "scenario/scenario_settings.h"

// They are read later, by whoever builds the run.
static void watch_files(const scenario_t *s) {
  size_t at = 0;
  char key[SCENARIO_KEY];
  const scenario_file_t *file = NULL;
  while ((file = scenario_next_file(s, &at, key)) != NULL) {
    input_opened(file->path);
  }
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
  ok = ok && scenario_keep_places(&settings, s) && scenario_resolve(&settings, s);
  settings_free(&settings);
  if (!ok) {
    scenario_free(s);
    return NULL;
  }
  watch_files(s);
  return s;
}

scenario_t *scenario_load(const char *file, const char *const *sets, size_t n_sets,
                          noc_error_t *error) {
  size_t length = 0;
  char *text = read_file(file, &length, error);
  if (text == NULL) {
    return NULL;
  }
  scenario_t *s = scenario_parse(text, length, file, sets, n_sets, error);
  free(text);
  return s;
}

const scenario_file_t *scenario_next_file(const scenario_t *s, size_t *at, char key[SCENARIO_KEY]) {
  size_t count = 0;
  const scenario_key_t *keys = scenario_keys(&count);
  while (*at < count * SCENARIO_CLASSES) {
    const scenario_key_t *k = &keys[*at / SCENARIO_CLASSES];
    const unsigned index = (unsigned)(*at % SCENARIO_CLASSES);
    ++*at;
    if (k->type == KEY_FILE && index < key_records(k, s) && key_has_value(k, s, index)) {
      const scenario_file_t *file = key_file(k, key_record(k, s, index));
      if (file->path != NULL) {
        (void)key_path(key_section(k, s), index, k->name, key);
        return file;
      }
    }
  }
  return NULL;
}

void scenario_free(scenario_t *s) {
  if (s == NULL) {
    return;
  }
  size_t count = 0;
  const scenario_key_t *keys = scenario_keys(&count);
  for (const scenario_key_t *key = keys; key < keys + count; key++) {
    for (unsigned i = 0; i < key_records(key, s); i++) {
      key_free(key, key_record(key, s, i));
    }
  }
  free(s->traffic);
  routing_free(s->route);
  topology_free(s->topology);
  free(s->file);
  scenario_free_places(s);
  free(s);
}
