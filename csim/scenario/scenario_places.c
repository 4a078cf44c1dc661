// scenario_places -- where the keys of a scenario were written, for what is refused when the
// scenario has been read: by the network, the workload, or the proof of its routing.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scenario/scenario_load.h"
#include "scenario/scenario_settings.h"

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
    (void)setting_path(setting, key);
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

static bool is_set(const scenario_place_t *place) {
  return strncmp(place->where, "--set ", strlen("--set ")) == 0;
}

bool scenario_take_places(scenario_t *to, const scenario_t *from, noc_error_t *error) {
  scenario_place_t *all = calloc(from->places + to->places + 1, sizeof *all);
  size_t count = 0;
  bool ok = all != NULL;
  for (size_t i = 0; ok && i < from->places; i++) {
    all[count++] = (scenario_place_t){.key = strdup(from->place[i].key),
                                      .where = strdup(from->place[i].where)};
    ok = all[count - 1].key != NULL && all[count - 1].where != NULL;
  }
  for (size_t i = 0; ok && i < to->places; i++) {
    if (is_set(&to->place[i])) {
      all[count++] = to->place[i];
      to->place[i] = (scenario_place_t){0};
    }
  }
  if (!ok) {
    for (size_t i = 0; i < count; i++) {
      free(all[i].key);
      free(all[i].where);
    }
    free(all);
    return memory_fail(error, "the places of a scenario");
  }
  scenario_free_places(to);
  to->place = all;
  to->places = count;
  return true;
}

void scenario_locate_again(const scenario_t *from, noc_error_t *error) {
  const noc_error_t why = *error;
  const size_t file = strlen(from->file);
  int place = 0;
  unsigned line = 0;
  unsigned column = 0;
  if (strncmp(why.text, from->file, file) == 0 &&
      sscanf(why.text + file, ":%u:%u: %n", &line, &column, &place) == 2 && place > 0) {
    (void)noc_fail(error, why.status, "%s: %s", from->file, why.text + file + (size_t)place);
    scenario_locate(from, error);
  }
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
    if (strncmp(text, s->place[i].key, length) == 0 &&
        (text[length] == ':' || text[length] == ' ')) {
      (void)noc_fail(error, why.status, "%s: %s", s->place[i].where, text);
      return;
    }
  }
}
