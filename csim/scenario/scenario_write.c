// scenario_write -- the resolved scenario as YAML, in the layout of the files people write.

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "scenario/scenario_keys.h"
#include "scenario/scenario_load.h"

// Emits the event; frees it in any case.
static bool emit(yaml_emitter_t *emitter, yaml_event_t *event, int initialized) {
  return initialized != 0 && yaml_emitter_emit(emitter, event) != 0;
}

static bool emit_text(yaml_emitter_t *emitter, const char *text) {
  yaml_event_t event;
  return emit(emitter, &event,
              yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text,
                                           (int)strlen(text), 1, 1, YAML_ANY_SCALAR_STYLE));
}

static bool start_mapping(yaml_emitter_t *emitter) {
  yaml_event_t event;
  return emit(emitter, &event,
              yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE));
}

static bool end_mapping(yaml_emitter_t *emitter) {
  yaml_event_t event;
  return emit(emitter, &event, yaml_mapping_end_event_initialize(&event));
}

// The shortest decimal that reads back as the same number.
static void format_real(double value, char *out, size_t size) {
  for (int digits = 1; digits <= 17; digits++) {
    (void)snprintf(out, size, "%.*g", digits, value);
    if (strtod(out, NULL) == value) {
      return;
    }
  }
}

// The absolute name of a file, as it was written if the file is not there.
static bool emit_file(yaml_emitter_t *emitter, const scenario_file_t *file) {
  char *found = file->path != NULL ? realpath(file->path, NULL) : NULL;
  bool ok = emit_text(emitter, found != NULL ? found : file->text);
  free(found);
  return ok;
}

// The topology, with the absolute name of its file if it has one.
static bool emit_topology(yaml_emitter_t *emitter, const scenario_t *s) {
  const char *file = topology_file(s->topology->name);
  char *found = file != NULL ? realpath(file, NULL) : NULL;
  char *string = NULL;
  bool ok = found == NULL || asprintf(&string, "%s:%s", s->topology->family, found) >= 0;
  ok = ok && emit_text(emitter, found != NULL ? string : s->topology_text);
  free(found);
  free(string);
  return ok;
}

// How the names of files are written.
typedef enum { AS_WRITTEN, ABSOLUTE } names_t;

static bool emit_value(yaml_emitter_t *emitter, const scenario_key_t *key, const void *record,
                       names_t names) {
  char number[40];
  switch (key->type) {
    case KEY_INTEGER:
      (void)snprintf(number, sizeof number, "%llu", (unsigned long long)key_integer(key, record));
      return emit_text(emitter, number);
    case KEY_DECIMAL:
      return emit_text(emitter, key_decimal(key_integer(key, record), number));
    case KEY_REAL:
      format_real(key_real(key, record), number, sizeof number);
      return emit_text(emitter, number);
    case KEY_BOOL:
      return emit_text(emitter, key_integer(key, record) ? "true" : "false");
    case KEY_FILE:
      if (names == ABSOLUTE) {
        return emit_file(emitter, key_file(key, record));
      }
      return emit_text(emitter, key_name(key, record));
    default:
      return emit_text(emitter, key_name(key, record));
  }
}

// The keys of a section that have a value in record `index`.
static bool emit_keys(yaml_emitter_t *emitter, const scenario_t *s, const char *section,
                      unsigned index, names_t names) {
  size_t count = 0;
  const scenario_key_t *keys = scenario_keys(&count);
  bool ok = true;
  for (const scenario_key_t *key = keys; ok && key < keys + count; key++) {
    if (strcmp(key_section(key, s), section) == 0 && key->type != KEY_LIST &&
        key_has_value(key, s, index)) {
      const bool topology = names == ABSOLUTE && strcmp(key->name, "topology") == 0;
      ok = emit_text(emitter, key->name) &&
           (topology ? emit_topology(emitter, s)
                     : emit_value(emitter, key, key_record(key, s, index), names));
    }
  }
  return ok;
}

static bool emit_classes(yaml_emitter_t *emitter, const scenario_t *s, names_t names) {
  yaml_event_t event;
  bool ok =
      emit_text(emitter, "classes") &&
      emit(emitter, &event,
           yaml_sequence_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_SEQUENCE_STYLE));
  for (unsigned i = 0; ok && i < s->classes; i++) {
    ok = start_mapping(emitter) && emit_keys(emitter, s, SCENARIO_LIST, i, names) &&
         end_mapping(emitter);
  }
  return ok && emit(emitter, &event, yaml_sequence_end_event_initialize(&event));
}

static bool has_keys(const scenario_t *s, const char *section) {
  size_t count = 0;
  const scenario_key_t *keys = scenario_keys(&count);
  bool any = s->listed && strcmp(section, "workload") == 0;
  for (const scenario_key_t *key = keys; !any && key < keys + count; key++) {
    any = strcmp(key_section(key, s), section) == 0 && key->type != KEY_LIST &&
          key_has_value(key, s, 0);
  }
  return any;
}

// The sections within a section, or the outermost, that have a value.
static bool emit_within(yaml_emitter_t *emitter, const scenario_t *s, const char *outer,
                        names_t names) {
  bool ok = true;
  for (const char *const *section = kScenarioSections; ok && *section != NULL; section++) {
    const bool classes = s->listed && strcmp(*section, "workload") == 0;
    const bool nested = outer[0] == '\0';
    if (!scenario_section_is_within(*section, outer) || !has_keys(s, *section)) {
      continue;
    }
    ok = emit_text(emitter, scenario_section_name(*section)) && start_mapping(emitter) &&
         emit_keys(emitter, s, *section, 0, names) &&
         (!classes || emit_classes(emitter, s, names)) &&
         (!nested || emit_within(emitter, s, *section, names)) && end_mapping(emitter);
  }
  return ok;
}

static bool emit_scenario(yaml_emitter_t *emitter, const scenario_t *s, names_t names) {
  return start_mapping(emitter) && emit_keys(emitter, s, "", 0, names) &&
         emit_within(emitter, s, "", names) && end_mapping(emitter);
}

static bool emit_stream(yaml_emitter_t *emitter, const scenario_t *s, names_t names) {
  yaml_event_t event;
  return emit(emitter, &event, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING)) &&
         emit(emitter, &event, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1)) &&
         emit_scenario(emitter, s, names) &&
         emit(emitter, &event, yaml_document_end_event_initialize(&event, 1)) &&
         emit(emitter, &event, yaml_stream_end_event_initialize(&event));
}

static bool write_yaml(const scenario_t *s, FILE *out, names_t names) {
  yaml_emitter_t emitter;
  if (!yaml_emitter_initialize(&emitter)) {
    return false;
  }
  yaml_emitter_set_output_file(&emitter, out);
  yaml_emitter_set_width(&emitter, -1);
  bool ok = emit_stream(&emitter, s, names);
  yaml_emitter_delete(&emitter);
  return ok && ferror(out) == 0;
}

bool scenario_write_yaml(const scenario_t *s, FILE *out) {
  return write_yaml(s, out, AS_WRITTEN);
}

bool scenario_write_absolute(const scenario_t *s, FILE *out) {
  return write_yaml(s, out, ABSOLUTE);
}
