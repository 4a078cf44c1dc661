// wave_scope -- what a file of waves says of its variables, with the scope that each stands in.
//
//   wave_scope_t scope;
//   wave_scope_begin(&scope, fst);
//   for (const struct fstHier *h; (h = wave_scope_next(&scope, fst)) != NULL;) .. scope.name ..

#ifndef NOC_WAVE_SCOPE_H
#define NOC_WAVE_SCOPE_H

#include <stddef.h>

#include "fstapi.h"

enum { WAVE_SCOPE = 1024, WAVE_SCOPES = 64 };

typedef struct {
  char name[WAVE_SCOPE];    // "noc.router_1,0.in"; cut off if it is longer
  size_t end[WAVE_SCOPES];  // length of the name without the innermost scopes
  unsigned depth;           // of those around, also of more than WAVE_SCOPES, which are not named
} wave_scope_t;

void wave_scope_begin(wave_scope_t *s, void *fst);
// The next variable, comment or other thing that is no scope; NULL behind the last.
const struct fstHier *wave_scope_next(wave_scope_t *s, void *fst);

#endif
