// c_sites -- the places in a C source that can be mutated, from the syntax tree that clang prints.

#ifndef NOCSTEP_C_SITES_H
#define NOCSTEP_C_SITES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// Where a mutant can be told from the original before anything has come of it: how.
typedef enum {
  C_DIFFERS_UNKNOWN,  // a side effect, or the mutant always differs
  C_DIFFERS_VALUE,    // the text from `wide_start` to `wide_end` has another value
  C_DIFFERS_AND,      // "&&" to "||": unless both sides are true
  C_DIFFERS_OR,       // "||" to "&&": unless both sides are false
  C_DIFFERS_ASSIGNED  // a deleted assignment: the left side has another value than the right
} c_differs_t;

// In place of the text from `start` to `end` comes `before`, the text up to `cut`, `between`, the
// text from `resume` on, and `after`. A deleted statement has none of it.
typedef struct {
  size_t start, end, cut, resume;
  const char *before, *between, *after;
  bool deleted;
  c_differs_t differs;
  size_t wide_start, wide_end;
  const char *function;
} c_site_t;

typedef struct {
  const char *text;
  c_site_t *site;
  size_t count, room;
  char **function;  // names, which the sites point to
  size_t functions;
} c_sites_t;

// Appends the sites of all functions that the source itself defines. `tree`: what clang prints of
// it with -ast-dump=json.
void c_sites_find(c_sites_t *s, const json_t *tree);
void c_sites_free(c_sites_t *s);

#endif
