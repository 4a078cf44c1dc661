// scenario_helper -- for the tests of scenarios: parse a text that must be good, or must be refused
// with a certain message.

#ifndef SCENARIO_HELPER_H
#define SCENARIO_HELPER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/scenario_load.h"
#include "setup/scenario.h"

#define TRAFFIC    "topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.1}\n"
#define COLLECTIVE "topology: mesh:4x4\nworkload: {collective: allgather, scheme: binomial}\n"

// Parses `text` with the `--set`s of a list that ends with NULL.
static inline scenario_t *parse(const char *text, const char *const sets[], noc_error_t *error) {
  size_t n_sets = 0;
  while (sets != NULL && sets[n_sets] != NULL) {
    n_sets++;
  }
  return scenario_parse(text, strlen(text), "s.yaml", sets, n_sets, error);
}

static inline scenario_t *good_set(const char *text, const char *const sets[]) {
  noc_error_t error = {0};
  scenario_t *s = parse(text, sets, &error);
  if (s == NULL) {
    fail_msg("%s", error.text);
  }
  return s;
}

static inline scenario_t *good(const char *text) {
  return good_set(text, NULL);
}

static inline void expect(const char *what, scenario_t *s, const noc_error_t *error,
                          const char *message) {
  if (s != NULL || strncmp(error->text, message, strlen(message)) != 0) {
    fail_msg("%s\n  got:      %s\n  expected: %s", what, s != NULL ? "no error" : error->text,
             message);
  }
  assert_int_equal(error->status, NOC_BAD_INPUT);
  assert_true(strstr(error->text, "must be") != NULL || strstr(error->text, "cannot be") != NULL);
  assert_null(strchr(error->text, '\n'));
}

// The scenario as `write` writes it, to be freed.
static inline char *as_written(const scenario_t *s, bool (*write)(const scenario_t *, FILE *)) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  assert_true(write(s, out));
  assert_int_equal(fclose(out), 0);
  return text;
}

// `message` is how the error starts.
static inline void bad(const char *text, const char *message) {
  noc_error_t error = {0};
  expect(text, parse(text, NULL, &error), &error, message);
}

static inline void bad_set(const char *text, const char *set, const char *message) {
  noc_error_t error = {0};
  expect(set, parse(text, (const char *const[]){set, NULL}, &error), &error, message);
}

#endif
