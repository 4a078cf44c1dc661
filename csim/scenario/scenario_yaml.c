// scenario_yaml -- the settings of a YAML file. A scenario has two levels, mappings of scalars, and
// a few mappings within these; so it is read straight from libyaml's events, which keep the place
// of every key and value.

#include <string.h>
#include <yaml.h>

#include "scenario/scenario_settings.h"

enum {
  VALUES_TEXT = 512,  // of a list of values
  SECTIONS = 16       // more than there are
};

typedef struct {
  yaml_parser_t parser;
  yaml_event_t event;  // the current one
  const char *text;
  size_t length;
  settings_t *settings;
  const char *seen[SECTIONS];  // sections so far, as in kScenarioSections; then NULL
} reader_t;

static place_t here(const reader_t *r) {
  const yaml_mark_t *mark = &r->event.start_mark;
  return (place_t){.line = mark->line + 1, .column = mark->column + 1};
}

// The place of a byte, for what is refused before libyaml counts lines.
static place_t place_of(const char *text, size_t offset) {
  place_t place = {.line = 1, .column = 1};
  for (size_t i = 0; i < offset; i++) {
    place.column = text[i] == '\n' ? 1 : place.column + 1;
    place.line += text[i] == '\n';
  }
  return place;
}

// The tab in the indentation of the line, or of the line before it, at which libyaml has stopped,
// which only says that a token cannot start there. NULL: there is none.
static const char *find_tab(const reader_t *r, size_t line) {
  const char *at = r->text;
  const char *const end = r->text + r->length;
  for (size_t i = 0; i <= line && at < end; i++) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    const char *stop = newline != NULL ? newline : end;
    for (const char *c = at; i + 1 >= line && c < stop && (*c == ' ' || *c == '\t'); c++) {
      if (*c == '\t') {
        return c;
      }
    }
    at = newline != NULL ? newline + 1 : end;
  }
  return NULL;
}

static bool fail_syntax(const reader_t *r) {
  const yaml_parser_t *p = &r->parser;
  // libyaml does not note every lack of memory: then it names no problem.
  if (p->error == YAML_MEMORY_ERROR || p->problem == NULL) {
    return settings_fail_memory(r->settings);
  }
  place_t place = {.line = p->problem_mark.line + 1, .column = p->problem_mark.column + 1};
  if (p->error == YAML_READER_ERROR) {  // an encoding error: there is no mark
    place = place_of(r->text, p->problem_offset);
  }
  const char *tab = p->error == YAML_SCANNER_ERROR || p->error == YAML_PARSER_ERROR
                        ? find_tab(r, p->problem_mark.line)
                        : NULL;
  if (tab != NULL) {
    return settings_fail(
        r->settings, place_of(r->text, (size_t)(tab - r->text)),
        SAY_THERE_IS("a tab before the text", "blanks, since YAML indents with blanks only"));
  }
  return settings_fail(r->settings, place, SAY_THERE_IS("broken YAML (%s)", "a scenario"),
                       p->problem);
}

// Goes to the next event; refuses what no scenario needs: aliases, anchors, tags, NUL.
static bool next(reader_t *r) {
  yaml_event_delete(&r->event);
  if (!yaml_parser_parse(&r->parser, &r->event)) {
    return fail_syntax(r);
  }
  const char *found = NULL;
  const yaml_event_t *e = &r->event;
  if (e->type == YAML_ALIAS_EVENT) {
    found = "an alias (*)";
  } else if (e->type == YAML_SCALAR_EVENT) {
    found = e->data.scalar.anchor                                               ? "an anchor (&)"
            : e->data.scalar.tag                                                ? "a tag (!)"
            : memchr(e->data.scalar.value, '\0', e->data.scalar.length) != NULL ? "a NUL character"
                                                                                : NULL;
  } else if (e->type == YAML_MAPPING_START_EVENT) {
    found = e->data.mapping_start.anchor ? "an anchor (&)"
            : e->data.mapping_start.tag  ? "a tag (!)"
                                         : NULL;
  } else if (e->type == YAML_SEQUENCE_START_EVENT) {
    found = e->data.sequence_start.anchor ? "an anchor (&)"
            : e->data.sequence_start.tag  ? "a tag (!)"
                                          : NULL;
  }
  if (found != NULL) {
    return settings_fail(r->settings, here(r), SAY_THERE_IS("%s", "plain keys and values"), found);
  }
  return true;
}

static const char *scalar(const reader_t *r) {
  return (const char *)r->event.data.scalar.value;
}

static bool is_quoted(const reader_t *r) {
  return r->event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
}

// Says what the current event is, for messages; `out` is used for the text of a scalar.
static const char *found_here(const reader_t *r, char out[QUOTED + 16]) {
  switch (r->event.type) {
    case YAML_SCALAR_EVENT:
      if (scalar(r)[0] == '\0' && !is_quoted(r)) {
        return "nothing";
      }
      (void)snprintf(out, QUOTED + 16, "'%.*s'", QUOTED, scalar(r));
      return out;
    case YAML_SEQUENCE_START_EVENT:
      return "a list";
    default:
      return "a mapping";
  }
}

static bool expect_mapping(const reader_t *r, const char *section) {
  if (r->event.type == YAML_MAPPING_START_EVENT) {
    return true;
  }
  char out[QUOTED + 16];
  nearest_t names = nearest_start("");
  keys_offer(section, &names);
  return settings_fail(r->settings, here(r), "%s" SAY_IS("%s", "a mapping of %s"),
                       section[0] != '\0' ? section : "scenario", found_here(r, out), names.names);
}

static bool read_list(reader_t *r);

// The current event starts a list of values; on success it is its end, and `out` has them as a
// text, "[0.5,1]". False too if it is no such list, or a long one; then *ok tells of another error.
static bool read_values(reader_t *r, char out[VALUES_TEXT], bool *ok) {
  size_t length = 0;
  while ((*ok = next(r)) && r->event.type == YAML_SCALAR_EVENT && length < VALUES_TEXT) {
    length += (size_t)snprintf(out + length, VALUES_TEXT - length, "%c%s", length > 0 ? ',' : '[',
                               scalar(r));
  }
  if (!*ok || r->event.type != YAML_SEQUENCE_END_EVENT || length == 0 ||
      length + 1 >= VALUES_TEXT) {
    return false;
  }
  (void)strcpy(out + length, "]");
  return true;
}

// A key may have several values, and its value is a list.
static bool read_many(reader_t *r, setting_t setting, const char *path) {
  char values[VALUES_TEXT];
  char accepted[NEAREST_NAMES];
  bool ok = true;
  setting.place = here(r);
  if (read_values(r, values, &ok)) {
    return settings_add(r->settings, setting, values);
  }
  return ok && settings_fail(r->settings, setting.place, "%s" SAY_IS("a list", "%s"), path,
                             key_accepted(setting.key, accepted, sizeof accepted));
}

// A key has been read, the next event is its value.
static bool read_value(reader_t *r, setting_t setting) {
  settings_t *settings = r->settings;
  const scenario_key_t *key = setting.key;
  char path[SCENARIO_KEY];
  (void)setting_path(&setting, path);
  const setting_t *before = settings_named(settings, setting.section, setting.index, key->name);
  if (before != NULL) {
    return settings_fail(settings, here(r),
                         "%s" SAY_IS("given a second time", "given once (line %zu)"), path,
                         before->place.line);
  }
  if (!next(r)) {
    return false;
  }
  if (key->type == KEY_LIST && r->event.type == YAML_SEQUENCE_START_EVENT) {
    return read_list(r);
  }
  if (key->type == KEY_ACCEPT && r->event.type == YAML_SEQUENCE_START_EVENT) {
    return read_many(r, setting, path);
  }
  if (key->type == KEY_LIST || r->event.type != YAML_SCALAR_EVENT ||
      (scalar(r)[0] == '\0' && !is_quoted(r))) {
    char out[QUOTED + 16];
    char accepted[NEAREST_NAMES];
    return settings_fail(settings, here(r), "%s" SAY_IS("%s", "%s"), path, found_here(r, out),
                         key_accepted(key, accepted, sizeof accepted));
  }
  setting.quoted = is_quoted(r);
  setting.place = here(r);
  return settings_add(settings, setting, scalar(r));
}

// The current event is a key at this level; on success its value is behind us.
static bool read_key(reader_t *r, const char *section, unsigned index) {
  const scenario_key_t *key = key_find(section, scalar(r));
  if (key == NULL && scalar(r)[0] >= '0' && scalar(r)[0] <= '9') {
    return settings_fail(
        r->settings, here(r),
        SAY_THERE_IS("'%.*s' as a key", "a name (within {...}, a value with a comma needs quotes)"),
        QUOTED, scalar(r));
  }
  if (key == NULL) {
    return settings_fail_unknown(r->settings, here(r), section, index, scalar(r));
  }
  return read_value(r, (setting_t){.key = key, .section = section, .index = index});
}

static bool fail_no_key(const reader_t *r) {
  char out[QUOTED + 16];
  return settings_fail(r->settings, here(r), SAY_THERE_IS("%s as a key", "a name"),
                       found_here(r, out));
}

// Begins a section, whose key is the current event: it must not have been there before.
static bool begin_section(reader_t *r, const char *section) {
  size_t i = 0;
  while (r->seen[i] != NULL && r->seen[i] != section) {
    i++;
  }
  if (r->seen[i] == section) {
    return settings_fail(r->settings, here(r), "%s" SAY_IS("given a second time", "given once"),
                         section);
  }
  r->seen[i] = section;
  return next(r) && expect_mapping(r, section);
}

// The current event starts the mapping of a section; on success it is its end.
static bool read_section(reader_t *r, const char *section, unsigned index) {
  const char *outer = NULL;  // of the section within that is being read
  while (next(r)) {
    if (r->event.type == YAML_MAPPING_END_EVENT) {
      if (outer == NULL) {
        return true;
      }
      section = outer;
      outer = NULL;
      continue;
    }
    if (r->event.type != YAML_SCALAR_EVENT) {
      return fail_no_key(r);
    }
    const char *within = scenario_section_within(section, scalar(r));
    if (within != NULL) {
      outer = section;
      section = within;
    }
    if (within != NULL ? !begin_section(r, within) : !read_key(r, section, index)) {
      return false;
    }
  }
  return false;
}

// The current event starts the list of classes; on success it is its end.
static bool read_list(reader_t *r) {
  const place_t start = here(r);
  while (next(r)) {
    if (r->event.type == YAML_SEQUENCE_END_EVENT) {
      return r->settings->classes > 0 ||
             settings_fail(r->settings, start, "%s" SAY_IS("an empty list", "1 to %d classes"),
                           SCENARIO_LIST, SCENARIO_CLASSES);
    }
    if (!expect_mapping(r, SCENARIO_LIST) || !settings_add_class(r->settings, here(r)) ||
        !read_section(r, SCENARIO_LIST, r->settings->classes - 1)) {
      return false;
    }
  }
  return false;
}

// The same for the outermost mapping, which has sections.
static bool read_scenario(reader_t *r) {
  while (next(r)) {
    if (r->event.type == YAML_MAPPING_END_EVENT) {
      return true;
    }
    if (r->event.type != YAML_SCALAR_EVENT) {
      return fail_no_key(r);
    }
    const char *section = scenario_section(scalar(r));
    if (section == NULL) {
      if (!read_key(r, "", 0)) {
        return false;
      }
      continue;
    }
    if (!begin_section(r, section) || !read_section(r, section, 0)) {
      return false;
    }
  }
  return false;
}

// A stream of exactly one document, a mapping.
static bool read_stream(reader_t *r) {
  bool ok = next(r);  // the start of the stream
  ok = ok && next(r);
  if (!ok) {
    return false;
  }
  if (r->event.type == YAML_STREAM_END_EVENT) {
    return settings_fail(r->settings, here(r), SAY_THERE_IS("an empty file", "a scenario"));
  }
  if (!next(r) || !expect_mapping(r, "") || !read_scenario(r) || !next(r) || !next(r)) {
    return false;
  }
  if (r->event.type != YAML_STREAM_END_EVENT) {
    return settings_fail(r->settings, here(r), SAY_THERE_IS("a second YAML document", "one"));
  }
  return true;
}

bool settings_read_yaml(settings_t *settings, const char *text, size_t length) {
  const char *nul = memchr(text, '\0', length);
  if (nul != NULL) {
    return settings_fail(settings, place_of(text, (size_t)(nul - text)),
                         SAY_THERE_IS("a NUL byte, so a binary file", "a scenario in YAML"));
  }
  reader_t reader = {.text = text, .length = length, .settings = settings};
  if (!yaml_parser_initialize(&reader.parser)) {
    return settings_fail_memory(settings);
  }
  yaml_parser_set_input_string(&reader.parser, (const unsigned char *)text, length);
  bool ok = read_stream(&reader);
  yaml_event_delete(&reader.event);
  yaml_parser_delete(&reader.parser);
  return ok;
}
