// c_sites -- the places in a C source that can be mutated, from the syntax tree that clang prints.

#ifndef NOCSTEP_C_SITES_H
#define NOCSTEP_C_SITES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// In place of the text from `start` to `end` comes `before`, the text up to `cut`, `between`, the
// text from `resume` on, and `after`. A deleted statement has none of it.
typedef struct {
  size_t start, end, cut, resume;
  const char *before, *between, *after;
  bool deleted;
  const char *function;
} c_site_t;

typedef struct {
  const char *text;
  c_site_t *site;
  size_t count, room;
} c_sites_t;

// Appends the sites of all functions that the source itself defines. `tree`: what clang prints of
// it with -ast-dump=json, which the names of the functions belong to.
void c_sites_find(c_sites_t *s, const json_t *tree);

#endif
