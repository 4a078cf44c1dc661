// kept -- see kept.h.

#include "papers/kept.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void kept_record(kept_t *k) {
  k->failed |= k->reads && k->number != json_array_size(k->record);
  k->number = 0;
  if (k->reads) {
    k->record = json_array_get(k->records, k->at++);
    k->failed |= !json_is_array(k->record);
  } else if (k->records != NULL) {
    k->record = json_array();
    k->failed |= json_array_append_new(k->records, k->record) != 0;
  }
}

static double rounded(double value) {
  char text[32];
  (void)snprintf(text, sizeof text, "%.*g", KEPT_DIGITS, value);
  return strtod(text, NULL);
}

static json_t *next(kept_t *k) {
  json_t *value = json_array_get(k->record, k->number++);
  k->failed |= value == NULL;
  return value;
}

static void add(kept_t *k, json_t *value) {
  k->failed |= json_array_append_new(k->record, value) != 0;
}

void kept_number(kept_t *k, double *value) {
  if (k->reads) {
    const json_t *is = next(k);
    k->failed |= !json_is_number(is) && !json_is_null(is);
    *value = json_is_number(is) ? json_number_value(is) : NAN;
  } else if (k->records != NULL) {
    *value = isfinite(*value) ? rounded(*value) : NAN;
    const bool whole = *value == floor(*value) && fabs(*value) < 1e15;
    add(k, isnan(*value) ? json_null()
           : whole       ? json_integer((json_int_t)*value)
                         : json_real(*value));
  }
}

void kept_numbers(kept_t *k, void *record, size_t size) {
  double *number = record;
  for (size_t i = 0; i < size / sizeof *number; i++) {
    kept_number(k, &number[i]);
  }
}

void kept_count(kept_t *k, uint64_t *value) {
  if (k->reads) {
    const json_t *is = next(k);
    k->failed |= !json_is_integer(is) || json_integer_value(is) < 0;
    *value = (uint64_t)json_integer_value(is);
  } else if (k->records != NULL) {
    add(k, json_integer((json_int_t)*value));
  }
}

void kept_flag(kept_t *k, bool *value) {
  uint64_t is = *value;
  kept_count(k, &is);
  k->failed |= is > 1;
  *value = is != 0;
}

void kept_text(kept_t *k, char *text, size_t size) {
  if (k->reads) {
    const char *is = json_string_value(next(k));
    k->failed |= is == NULL || strlen(is) >= size;
    (void)snprintf(text, size, "%s", is != NULL ? is : "");
  } else if (k->records != NULL) {
    add(k, json_string(text));
  }
}

bool kept_complete(const kept_t *k) {
  return !k->failed && (!k->reads || (k->at == json_array_size(k->records) &&
                                      k->number == json_array_size(k->record)));
}
