// reader -- see reader.h.

#include "topology/reader.h"

#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/nearest.h"

bool reader_fail(const topology_reader_t *r, const char *found, const char *accepted) {
  char quoted[READER_QUOTED + 3];
  if (found == NULL) {
    found = quoted;
    const char *rest = r->text + r->at;
    (void)snprintf(quoted, sizeof quoted, *rest ? "'%.*s'" : "the end", READER_QUOTED, rest);
  }
  return noc_fail(r->error, NOC_BAD_INPUT, "column %zu of '%.*s': " SAY_THERE_IS("%s", "%s"),
                  r->at + 1, READER_QUOTED, r->text, found, accepted);
}

bool reader_fail_number(const topology_reader_t *r, const char *found, uint64_t number,
                        const char *accepted) {
  char text[128];
  (void)snprintf(text, sizeof text, "%llu for the %s", (unsigned long long)number, found);
  return reader_fail(r, text, accepted);
}

bool reader_number(topology_reader_t *r, const char *what, uint32_t max, unsigned *value) {
  uint64_t number = 0;
  size_t length = decimal_scan(r->text + r->at, &number);
  if (length == 0 || number < 1 || number > max) {
    char accepted[80];
    (void)snprintf(accepted, sizeof accepted, "%s from 1 to %u", what, max);
    return reader_fail(r, NULL, accepted);
  }
  r->at += length;
  *value = (unsigned)number;
  return true;
}

bool reader_skip(topology_reader_t *r, char c) {
  if (r->text[r->at] != c) {
    return false;
  }
  r->at++;
  return true;
}

bool reader_end(const topology_reader_t *r, const char *accepted) {
  return r->text[r->at] == '\0' || reader_fail(r, NULL, accepted);
}

bool reader_nodes(topology_reader_t *r, unsigned *value) {
  *value = 1;
  return !reader_skip(r, '@') ||
         reader_number(r, "a number of nodes per router", UINT32_C(1) << 22, value);
}

// The argument whose name and '=' come next; NULL after an error.
static argument_t *read_name(topology_reader_t *r, argument_t *argument, size_t count) {
  const char *text = r->text + r->at;
  const size_t length = strcspn(text, "=,@");
  char name[READER_QUOTED + 1];
  (void)snprintf(name, sizeof name, "%.*s", (int)(length < READER_QUOTED ? length : READER_QUOTED),
                 text);
  nearest_t nearest = nearest_start(name);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(argument[i].name, name) == 0 && text[length] == '=') {
      if (argument[i].at != 0) {
        reader_fail(r, NULL, "every argument once");
        return NULL;
      }
      r->at += length + 1;
      argument[i].at = r->at;
      return &argument[i];
    }
    nearest_offer(&nearest, argument[i].name);
  }
  char found[READER_QUOTED + NEAREST_HINT + 32];
  char accepted[NEAREST_NAMES + 64];
  (void)snprintf(found, sizeof found, "'%s'%s", name, nearest_hint(&nearest));
  (void)snprintf(accepted, sizeof accepted, "the arguments %s, each as NAME=NUMBER", nearest.names);
  reader_fail(r, found, accepted);
  return NULL;
}

// The length of a number with up to six digits behind the point; 0 when there is none.
static size_t scan_millionths(const char *text, uint64_t *value) {
  size_t length = decimal_scan(text, value);
  *value = *value < UINT32_MAX ? *value * READER_ONE : UINT64_MAX;
  if (length > 0 && text[length] == '.') {
    uint64_t place = READER_ONE / 10;
    for (length++; place > 0 && text[length] >= '0' && text[length] <= '9'; length++) {
      *value += *value < UINT64_MAX ? (uint64_t)(text[length] - '0') * place : 0;
      place /= 10;
    }
    length = text[length - 1] == '.' ? 0 : length;
  }
  return length;
}

// Reads the value of an argument, whose name has been read.
static bool read_value(topology_reader_t *r, const argument_t *a) {
  const char *text = r->text + r->at;
  uint64_t number = 0;
  const size_t length =
      a->millionths ? scan_millionths(text, &number) : decimal_scan(text, &number);
  if (length == 0 || number < a->min || number > a->max) {
    const double unit = a->millionths ? READER_ONE : 1;
    char accepted[96];
    (void)snprintf(accepted, sizeof accepted, "%s from %.10g to %.10g%s", a->name, a->min / unit,
                   a->max / unit, a->millionths ? ", up to six digits behind the point" : "");
    return reader_fail(r, NULL, accepted);
  }
  r->at += length;
  *a->value = (unsigned)number;
  return true;
}

bool reader_arguments(topology_reader_t *r, argument_t *argument, size_t count) {
  do {
    argument_t *a = read_name(r, argument, count);
    if (a == NULL || !read_value(r, a)) {
      return false;
    }
  } while (reader_skip(r, ','));
  for (size_t i = 0; i < count; i++) {
    if (argument[i].at == 0 && !argument[i].optional) {
      char accepted[96];
      (void)snprintf(accepted, sizeof accepted, "',' and %s=NUMBER as well", argument[i].name);
      return reader_fail(r, NULL, accepted);
    }
  }
  return true;
}
