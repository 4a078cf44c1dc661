// scenario_value -- one value of a scenario: from text into its member and back; see
// scenario_keys.h.

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "scenario/scenario_keys.h"

// Well-formed UTF-8, as JSON and YAML need it; `--set` may hold anything.
static bool is_utf8(const char *text) {
  const unsigned char *c = (const unsigned char *)text;
  while (*c != '\0') {
    unsigned length = *c < 0x80 ? 1 : *c < 0xc2 ? 0 : *c < 0xe0 ? 2 : *c < 0xf0 ? 3 : 4;
    if (length == 0 || *c > 0xf4) {
      return false;
    }
    // The second byte of these rules out overlong forms, surrogates and what is above U+10FFFF.
    if ((*c == 0xe0 && c[1] < 0xa0) || (*c == 0xed && c[1] > 0x9f) || (*c == 0xf0 && c[1] < 0x90) ||
        (*c == 0xf4 && c[1] > 0x8f)) {
      return false;
    }
    for (c++; length > 1; length--, c++) {
      if ((*c & 0xc0) != 0x80) {
        return false;
      }
    }
  }
  return true;
}

scenario_word_t key_word(const scenario_key_t *key, size_t i) {
  return key->word != NULL    ? key->word(i)
         : key->words != NULL ? key->words[i]
                              : (scenario_word_t){NULL, NULL};
}

static bool has_words(const scenario_key_t *key) {
  return key_word(key, 0).name != NULL;
}

// The index of the word; SIZE_MAX if it is none.
static size_t word_index(const scenario_key_t *key, const char *text) {
  size_t i = 0;
  const char *name = NULL;
  while ((name = key_word(key, i).name) != NULL && strcmp(name, text) != 0) {
    i++;
  }
  return name != NULL ? i : SIZE_MAX;
}

bool key_has_word(const scenario_key_t *key, const char *text) {
  return word_index(key, text) != SIZE_MAX;
}

static void *member(const scenario_key_t *key, void *record) {
  return (char *)record + key->offset;
}

static const void *const_member(const scenario_key_t *key, const void *record) {
  return (const char *)record + key->offset;
}

static key_result_t store_integer(const scenario_key_t *key, void *record, uint64_t value) {
  if (key->size == sizeof(uint64_t)) {
    *(uint64_t *)member(key, record) = value;
  } else if (key->size == sizeof(unsigned)) {  // and enums
    *(unsigned *)member(key, record) = (unsigned)value;
  } else {
    assert(key->size == sizeof(bool));
    *(bool *)member(key, record) = value != 0;
  }
  return KEY_OK;
}

static key_result_t read_lengths(const scenario_key_t *key, void *record, const char *text) {
  switch (lengths_parse(text, member(key, record))) {
    case LENGTHS_OK:
      return KEY_OK;
    case LENGTHS_NO_MEMORY:
      return KEY_NO_MEMORY;
    case LENGTHS_REFUSED:
      break;
  }
  return KEY_REFUSED;
}

static key_result_t read_accept(const scenario_key_t *key, void *record, const char *text) {
  switch (accept_parse(text, member(key, record))) {
    case ACCEPT_OK:
      return KEY_OK;
    case ACCEPT_NO_MEMORY:
      return KEY_NO_MEMORY;
    case ACCEPT_REFUSED:
      break;
  }
  return KEY_REFUSED;
}

static key_result_t store_text(char **place, const char *text) {
  char *copy = strdup(text);
  if (copy == NULL) {
    return KEY_NO_MEMORY;
  }
  free(*place);
  *place = copy;
  return KEY_OK;
}

static key_result_t read_integer(const scenario_key_t *key, void *record, const char *text) {
  uint64_t value = 0;
  bool listed = !has_words(key) || key_has_word(key, text);
  if (!listed || !decimal_parse(text, &value) || value < key->min || value > key->max) {
    return KEY_REFUSED;
  }
  return store_integer(key, record, value);
}

// 1.33, 2, .5: up to six digits behind the point. Nothing is rounded.
static key_result_t read_decimal(const scenario_key_t *key, void *record, const char *text) {
  enum { PLACES = 6 };
  uint64_t value = 0;
  const size_t digits = decimal_scan(text, &value);
  const char *behind = text + digits;
  size_t places = 0;
  if (*behind == '.') {
    places = strspn(++behind, "0123456789");
  }
  if (digits + places == 0 || places > PLACES || behind[places] != '\0' ||
      value > key->max / 1000000) {
    return KEY_REFUSED;
  }
  for (size_t i = 0; i < PLACES; i++) {
    value = 10 * value + (i < places ? (uint64_t)(behind[i] - '0') : 0);
  }
  return value >= key->min && value <= key->max ? store_integer(key, record, value) : KEY_REFUSED;
}

char *key_decimal(uint64_t millionths, char out[DECIMAL_TEXT]) {
  int length = snprintf(out, DECIMAL_TEXT, "%llu.%06llu", (unsigned long long)millionths / 1000000,
                        (unsigned long long)millionths % 1000000);
  while (out[length - 1] == '0') {
    out[--length] = '\0';
  }
  if (out[length - 1] == '.') {
    out[--length] = '\0';
  }
  return out;
}

// 0.2, .2, 2e-1, without a sign.
static key_result_t read_real(const scenario_key_t *key, void *record, const char *text) {
  double value = 0;
  const bool plain = (*text >= '0' && *text <= '9') || *text == '.';
  if (!plain || !decimal_real(text, &value) || value > 1) {
    return KEY_REFUSED;
  }
  *(double *)member(key, record) = value;
  return KEY_OK;
}

key_result_t key_read(const scenario_key_t *key, void *record, const char *text, bool quoted) {
  if (quoted && (key->type == KEY_INTEGER || key->type == KEY_REAL || key->type == KEY_DECIMAL ||
                 key->type == KEY_BOOL)) {
    return KEY_REFUSED;
  }
  switch (key->type) {
    case KEY_INTEGER:
      return read_integer(key, record, text);
    case KEY_REAL:
      return read_real(key, record, text);
    case KEY_DECIMAL:
      return read_decimal(key, record, text);
    case KEY_BOOL:
      if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0) {
        return KEY_REFUSED;
      }
      return store_integer(key, record, text[0] == 't');
    case KEY_CHOICE:
    case KEY_NAME: {
      size_t index = word_index(key, text);
      if (index == SIZE_MAX) {
        return KEY_REFUSED;
      }
      return key->type == KEY_NAME ? store_text(member(key, record), text)
                                   : store_integer(key, record, index);
    }
    case KEY_TEXT:
    case KEY_FILE: {
      char **place = key->type == KEY_FILE ? &key_file(key, record)->text : member(key, record);
      return *text != '\0' && is_utf8(text) ? store_text(place, text) : KEY_REFUSED;
    }
    case KEY_LENGTHS:
      return read_lengths(key, record, text);
    case KEY_ACCEPT:
      return read_accept(key, record, text);
    case KEY_LIST:
      break;
  }
  return KEY_REFUSED;
}

// Another row may have the same member: it finds nothing left.
void key_free(const scenario_key_t *key, void *record) {
  switch (key->type) {
    case KEY_NAME:
    case KEY_TEXT: {
      char **text = member(key, record);
      free(*text);
      *text = NULL;
      break;
    }
    case KEY_FILE: {
      scenario_file_t *file = member(key, record);
      free(file->text);
      free(file->path);
      *file = (scenario_file_t){NULL, NULL};
      break;
    }
    case KEY_LENGTHS:
      lengths_free(member(key, record));
      break;
    case KEY_ACCEPT:
      accept_free(member(key, record));
      break;
    default:
      break;
  }
}

key_result_t key_default(const scenario_key_t *key, void *record) {
  if (key->optional && (key->type == KEY_INTEGER || key->type == KEY_DECIMAL)) {
    return store_integer(key, record, key->none);
  }
  return key->otherwise != NULL ? key_read(key, record, key->otherwise, false) : KEY_OK;
}

char *key_accepted(const scenario_key_t *key, char *out, size_t size) {
  if (has_words(key) && key->type != KEY_FILE) {
    nearest_t list = nearest_start("");
    for (size_t i = 0; key_word(key, i).name != NULL; i++) {
      nearest_offer(&list, key_word(key, i).name);
    }
    (void)snprintf(out, size, "%s", list.names);
  } else if (key->type == KEY_INTEGER) {
    (void)snprintf(out, size, "%llu to %llu", (unsigned long long)key->min,
                   (unsigned long long)key->max);
  } else if (key->type == KEY_DECIMAL) {
    char low[DECIMAL_TEXT];
    char high[DECIMAL_TEXT];
    (void)snprintf(out, size, "%s to %s, with up to six digits behind the point",
                   key_decimal(key->min, low), key_decimal(key->max, high));
  } else {
    const char *what = key->type == KEY_REAL   ? "0 to 1"
                       : key->type == KEY_BOOL ? "true, false"
                                               : key->what;
    (void)snprintf(out, size, "%s", what);
  }
  return out;
}

uint64_t key_integer(const scenario_key_t *key, const void *record) {
  const void *place = const_member(key, record);
  if (key->size == sizeof(uint64_t)) {
    return *(const uint64_t *)place;
  }
  return key->size == sizeof(bool) ? *(const bool *)place : *(const unsigned *)place;
}

double key_real(const scenario_key_t *key, const void *record) {
  return *(const double *)const_member(key, record);
}

const char *key_name(const scenario_key_t *key, const void *record) {
  if (key->type == KEY_CHOICE) {
    return key_word(key, key_integer(key, record)).name;
  }
  if (key->type == KEY_FILE) {
    return key_file(key, record)->text;
  }
  if (key->type == KEY_LENGTHS) {
    return ((const lengths_t *)const_member(key, record))->text;
  }
  if (key->type == KEY_ACCEPT) {
    return key_accept(key, record)->text;
  }
  return *(char *const *)const_member(key, record);
}

const accept_t *key_accept(const scenario_key_t *key, const void *record) {
  assert(key->type == KEY_ACCEPT);
  return const_member(key, record);
}

scenario_file_t *key_file(const scenario_key_t *key, const void *record) {
  assert(key->type == KEY_FILE);
  return (scenario_file_t *)const_member(key, record);
}
