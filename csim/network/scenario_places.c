// scenario_places -- where the keys of a scenario were written, for what is refused when the scenario
// has been read: by the network, the workload, or the proof of its routing.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/scenario_settings.h"

static char *where_of(const settings_t *settings, const place_t *place) {
  char *where = NULL;
  const int length = place->set != NULL ? asprintf(&where, "--set %.*s", QUOTED, place->set)
                                        : asprintf(&where, "%s:%zu:%zu", settings->file,
                                                   place->line, place->column);
  return length < 0 ? NULL : where;
}

bool scenario_keep_places(const settings_t *settings, scenario_t *s) {
  s->place = calloc(settings->count + 1, sizeof *s->place);
  for (size_t i = 0; s->place != NULL && i < settings->count; i++) {
    const setting_t *setting = &settings->list[i];
    char key[SCENARIO_KEY];
    scenario_place_t *place = &s->place[s->places++];
    (void)key_path(setting->section, setting->index, setting->name, key);
    place->key = strdup(key);
    place->where = where_of(settings, &setting->place);
    if (place->key == NULL || place->where == NULL) {
      return settings_fail_memory(settings);
    }
  }
  return s->place != NULL || settings_fail_memory(settings);
}

void scenario_free_places(scenario_t *s) {
  for (size_t i = 0; i < s->places; i++) {
    free(s->place[i].key);
    free(s->place[i].where);
  }
  free(s->place);
}

void scenario_locate(const scenario_t *s, noc_error_t *error) {
  if (error->status != NOC_BAD_INPUT) {
    return;
  }
  const noc_error_t why = *error;
  const size_t file = strlen(s->file);
  const bool named =
      strncmp(why.text, s->file, file) == 0 && strncmp(why.text + file, ": ", 2) == 0;
  const char *text = why.text + (named ? file + 2 : 0);
  for (size_t i = s->places; i-- > 0;) {  // the last one holds
    const size_t length = strlen(s->place[i].key);
    if (strncmp(text, s->place[i].key, length) == 0 && text[length] == ':') {
      (void)noc_fail(error, why.status, "%s: %s", s->place[i].where, text);
      return;
    }
  }
}
