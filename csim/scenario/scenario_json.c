// scenario_json -- see scenario_json.h.

#include "scenario/scenario_json.h"

#include <stdlib.h>
#include <string.h>

#include "scenario/scenario_keys.h"

static json_t *lengths(const char *text) {
  return text[strspn(text, "0123456789")] == '\0' ? json_integer(strtol(text, NULL, 10))
                                                  : json_string(text);
}

// A share, a list of shares, or a word.
static json_t *accepted(const accept_t *accept) {
  if (accept->shares == 0) {
    return json_string(accept->text);
  }
  json_t *list = accept->listed ? json_array() : NULL;
  for (unsigned i = 0; list != NULL && i < accept->shares; i++) {
    (void)json_array_append_new(list, json_real(accept->share[i]));
  }
  return accept->listed ? list : json_real(accept->share[0]);
}

static json_t *value_of(const scenario_key_t *key, const void *record) {
  switch (key->type) {
    case KEY_INTEGER:
      return json_integer((json_int_t)key_integer(key, record));
    case KEY_REAL:
      return json_real(key_real(key, record));
    case KEY_DECIMAL:
      return json_real((double)key_integer(key, record) / 1e6);
    case KEY_BOOL:
      return json_boolean(key_integer(key, record));
    case KEY_LENGTHS:
      return lengths(key_name(key, record));
    case KEY_ACCEPT:
      return accepted(key_accept(key, record));
    default:
      return json_string(key_name(key, record));
  }
}

// The member of an object, made when it is not there yet.
static json_t *member_of(json_t *object, const char *name, json_t *(*make)(void)) {
  if (json_object_get(object, name) == NULL) {
    (void)json_object_set_new(object, name, make());
  }
  return json_object_get(object, name);
}

// The object of the section that another is within.
static json_t *outer_of(json_t *root, const char *section, const char *name) {
  char outer[SCENARIO_KEY];
  (void)snprintf(outer, sizeof outer, "%.*s", (int)(name - section - 1), section);
  return member_of(root, outer, json_object);
}

// The object that has the keys of the section.
static json_t *section_of(json_t *root, const char *section, unsigned index) {
  if (section[0] == '\0') {
    return root;
  }
  if (strcmp(section, SCENARIO_LIST) != 0) {
    const char *name = scenario_section_name(section);
    json_t *outer = name != section ? outer_of(root, section, name) : root;
    return member_of(outer, name, json_object);
  }
  json_t *list = member_of(member_of(root, "workload", json_object), "classes", json_array);
  if (index == json_array_size(list)) {
    (void)json_array_append_new(list, json_object());
  }
  return json_array_get(list, index);
}

json_t *scenario_json(const scenario_t *s) {
  json_t *root = json_object();
  size_t count = 0;
  const scenario_key_t *keys = scenario_keys(&count);
  for (size_t k = 0; k < count; k++) {
    const scenario_key_t *key = &keys[k];
    // A list is made with the keys of its classes. The rows are for all classes in turn, so the
    // first makes the objects in order.
    for (unsigned i = 0; key->type != KEY_LIST && i < key_records(key, s); i++) {
      // Each call fails when an earlier one did, as it gets NULL.
      if (key_has_value(key, s, i) &&
          json_object_set_new(section_of(root, key_section(key, s), i), key->name,
                              value_of(key, key_record(key, s, i))) != 0) {
        json_decref(root);
        return NULL;
      }
    }
  }
  return root;
}
