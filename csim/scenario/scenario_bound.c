// scenario_bound -- the keys that go with some values of another one only; see scenario_keys.h.

#include <stdio.h>
#include <string.h>

#include "scenario/scenario_keys.h"

const scenario_key_t *key_selector(const scenario_key_t *key) {
  size_t count = 0;
  const scenario_key_t *row = scenario_keys(&count);
  const scenario_key_t *end = row + count;
  while (key_is_bound(key) && row < end &&
         (row->of_class != key->of_class || row->offset > key->with_offset ||
          row->offset + row->size <= key->with_offset)) {
    row++;
  }
  return key_is_bound(key) && row < end ? row : NULL;
}

// The i-th of the values, and its length; NULL behind the last.
static const char *value_with(const scenario_key_t *key, size_t i, size_t *length) {
  const char *value = NULL;
  if (key->when != NULL) {
    const scenario_key_t *selector = key_selector(key);
    for (size_t k = 0; (value = key_word(selector, k).name) != NULL; k++) {
      if (key->when(key, value) && i-- == 0) {
        break;
      }
    }
    *length = value != NULL ? strlen(value) : 0;
    return value;
  }
  value = key->with != NULL ? key->with : "";
  for (; i > 0; i--) {
    value += strcspn(value, " ");
    value += strspn(value, " ");
  }
  *length = strcspn(value, " ");
  return *length > 0 ? value : NULL;
}

char *key_with_between(const scenario_key_t *key, const char *between, const char *last,
                       char out[KEY_WITH]) {
  size_t length = 0;
  size_t letters = 0;
  size_t behind = 0;
  const char *value = NULL;
  out[0] = '\0';
  for (size_t i = 0; (value = value_with(key, i, &letters)) != NULL && length < KEY_WITH; i++) {
    const bool is_last = value_with(key, i + 1, &behind) == NULL;
    const char *before = length == 0 ? "" : is_last ? last : between;
    length +=
        (size_t)snprintf(out + length, KEY_WITH - length, "%s%.*s", before, (int)letters, value);
  }
  return out;
}

char *key_with(const scenario_key_t *key, char out[KEY_WITH]) {
  return key_with_between(key, ", ", " or ", out);
}

static bool goes_with(const scenario_key_t *key, const char *value) {
  if (key->when != NULL) {
    return key->when(key, value);
  }
  size_t length = 0;
  const char *with = NULL;
  for (size_t i = 0; (with = value_with(key, i, &length)) != NULL; i++) {
    if (length == strlen(value) && strncmp(with, value, length) == 0) {
      return true;
    }
  }
  return false;
}

bool key_applies(const scenario_key_t *key, const scenario_t *s, unsigned index) {
  if (!key_in_scenario(key, s) || !key_is_bound(key)) {
    return key_in_scenario(key, s);
  }
  const char *record = key_record(key, s, index);
  const char *value = *(char *const *)(const void *)(record + key->with_offset);
  return value != NULL && goes_with(key, value);
}
