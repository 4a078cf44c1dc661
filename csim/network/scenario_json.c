// scenario_json -- see scenario_json.h.

#include "network/scenario_json.h"

#include "network/scenario_keys.h"

static json_t *value_of(const scenario_key_t *key, const scenario_t *s) {
  switch (key->type) {
    case KEY_INTEGER:
      return json_integer((json_int_t)key_integer(key, s));
    case KEY_REAL:
      return json_real(key_real(key, s));
    case KEY_BOOL:
      return json_boolean(key_integer(key, s));
    default:
      return json_string(key_name(key, s));
  }
}

// The section's object in `root`, made when it is not there yet; the root itself for "".
static json_t *section_of(json_t *root, const char *section) {
  if (section[0] == '\0') {
    return root;
  }
  if (json_object_get(root, section) == NULL) {
    (void)json_object_set_new(root, section, json_object());
  }
  return json_object_get(root, section);
}

json_t *scenario_json(const scenario_t *s) {
  json_t *root = json_object();
  size_t count = 0;
  const scenario_key_t *keys = scenario_keys(&count);
  for (const scenario_key_t *key = keys; key < keys + count; key++) {
    if (!key_has_value(key, s)) {
      continue;
    }
    // Each call fails when an earlier one did, as it gets NULL.
    if (json_object_set_new(section_of(root, key->section), key->name, value_of(key, s)) != 0) {
      json_decref(root);
      return NULL;
    }
  }
  return root;
}
