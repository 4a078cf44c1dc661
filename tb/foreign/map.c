// map -- see map.h: its memory, and the texts of pins.

#include "foreign/map.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUOTED = 60, TEXT = 512 };

const char *const kMapFields[MAP_FIELDS] = {"payload", "head_payload", "head",
                                            "tail",    "kind",         "vc"};
const char *const kMapSides[MAP_SIDES] = {"input", "output"};

// ---- Memory

typedef struct block {
  struct block *next;
  formula_t *formula;  // that goes with it
  max_align_t bytes[];
} block_t;

void *map_take(map_t *m, size_t count, size_t size, noc_error_t *error) {
  block_t *b = calloc(1, sizeof *b + count * size);
  if (b == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "%s: out of memory", m->file);
    return NULL;
  }
  b->next = m->memory;
  m->memory = b;
  return b->bytes;
}

const char *map_copy(map_t *m, const char *text, size_t length, noc_error_t *error) {
  char *copy = map_take(m, length + 1, 1, error);
  if (copy != NULL) {
    memcpy(copy, text, length);
  }
  return copy;
}

const formula_t *map_formula(map_t *m, const char *text, bool packet, noc_error_t *error) {
  if (map_take(m, 0, 0, error) == NULL) {
    return NULL;
  }
  block_t *b = m->memory;
  b->formula = formula_parse(text, packet, error);
  return b->formula;
}

void map_free(map_t *m) {
  if (m == NULL) {
    return;
  }
  block_t *b = m->memory;
  while (b != NULL) {
    block_t *next = b->next;
    formula_free(b->formula);
    free(b);
    b = next;
  }
  free(m);
}

bool map_fail(const map_t *m, map_place_t at, const char *key, const char *accepted,
              noc_error_t *error, const char *found, ...) {
  char text[NOC_ERROR_TEXT];
  va_list arguments;
  va_start(arguments, found);
  (void)vsnprintf(text, sizeof text, found, arguments);
  va_end(arguments);
  return noc_fail(error, NOC_BAD_INPUT, "%s:%zu:%zu: %s" SAY_IS("%s", "%s"), m->file, at.line,
                  at.column, key, text, accepted);
}

// ---- Pins

static bool fail_pin(const map_t *m, const map_pin_t *pin, const char *why, noc_error_t *error) {
  return map_fail(m, pin->at, pin->key, "NAME, NAME[formula] or NAME[formula:formula]", error,
                  "'%.*s', %s", QUOTED, pin->text, why);
}

static bool is_name(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (strncmp(text + i, "{port}", strlen("{port}")) == 0) {
      i += strlen("{port}") - 1;
    } else if (!isalnum((unsigned char)text[i]) && text[i] != '_' && text[i] != '$') {
      return false;
    }
  }
  return length > 0;
}

// The ':' between the bits of a range, which is none of ?:, or the end.
static const char *find_colon(const char *text) {
  int open = 0;
  int choices = 0;
  for (; *text != '\0'; text++) {
    open += (*text == '(') - (*text == ')');
    choices += open == 0 && *text == '?';
    if (open == 0 && *text == ':' && choices-- == 0) {
      break;
    }
  }
  return text;
}

static const formula_t *part(map_t *m, const map_pin_t *pin, const char *from, const char *to,
                             noc_error_t *error) {
  const char *text = map_copy(m, from, (size_t)(to - from), error);
  const formula_t *f = text != NULL ? map_formula(m, text, false, error) : NULL;
  if (text != NULL && f == NULL && error->status == NOC_BAD_INPUT) {
    char why[NOC_ERROR_TEXT];
    (void)snprintf(why, sizeof why, "%.*s", NOC_ERROR_TEXT - 1, error->text);
    (void)noc_fail(error, NOC_BAD_INPUT, "%s:%zu:%zu: %s: '%.*s': %s", m->file, pin->at.line,
                   pin->at.column, pin->key, QUOTED, text, why);
  }
  return f;
}

bool map_pin(map_t *m, map_pin_t *pin, bool bits, noc_error_t *error) {
  const size_t length = strcspn(pin->text, "[");
  const char *at = pin->text + length;
  pin->name = map_copy(m, pin->text, length, error);
  if (pin->name == NULL) {
    return false;
  }
  if (bits && strcmp(pin->name, "flit") != 0) {
    return map_fail(m, pin->at, pin->key,
                    "bits of flit, as flit[7:0]; a pin of its own stands in input and output",
                    error, "'%.*s'", QUOTED, pin->text);
  }
  if (!is_name(pin->text, length)) {
    return fail_pin(m, pin, "where no name begins it", error);
  }
  while (*at == '[') {
    const char *end = at + 1;
    while (*end != '\0' && *end != ']') {
      end++;
    }
    if (*end == '\0' || pin->brackets == MAP_BRACKETS) {
      return fail_pin(m, pin, *end == '\0' ? "without the last ]" : "with too many brackets",
                      error);
    }
    map_bracket_t *bracket = &pin->bracket[pin->brackets++];
    const char *inside = map_copy(m, at + 1, (size_t)(end - at - 1), error);
    if (inside == NULL) {
      return false;
    }
    const char *colon = find_colon(inside);
    bracket->high = part(m, pin, inside, colon, error);
    if (bracket->high == NULL) {
      return false;
    }
    if (*colon == ':') {
      bracket->low = part(m, pin, colon + 1, colon + strlen(colon), error);
      if (bracket->low == NULL) {
        return false;
      }
    }
    at = end + 1;
  }
  if (*at != '\0') {
    return fail_pin(m, pin, "with more behind the brackets", error);
  }
  return pin->brackets < MAP_BRACKETS || (!bits && pin->bracket[0].low == NULL) ||
         fail_pin(m, pin, "with bits of bits", error);
}
