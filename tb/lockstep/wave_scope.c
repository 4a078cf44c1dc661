// wave_scope -- see wave_scope.h.

#include "lockstep/wave_scope.h"

#include <stdio.h>
#include <string.h>

void wave_scope_begin(wave_scope_t *s, void *fst) {
  s->name[0] = '\0';
  s->depth = 0;
  fstReaderIterateHierRewind(fst);
}

const struct fstHier *wave_scope_next(wave_scope_t *s, void *fst) {
  const struct fstHier *h = fstReaderIterateHier(fst);
  for (; h != NULL; h = fstReaderIterateHier(fst)) {
    if (h->htyp == FST_HT_SCOPE) {
      if (s->depth < WAVE_SCOPES) {
        const size_t used = s->end[s->depth] = strlen(s->name);
        (void)snprintf(s->name + used, WAVE_SCOPE - used, "%s%s", used > 0 ? "." : "",
                       h->u.scope.name);
      }
      s->depth++;
    } else if (h->htyp == FST_HT_UPSCOPE) {
      s->depth -= s->depth > 0;
      if (s->depth < WAVE_SCOPES) {
        s->name[s->end[s->depth]] = '\0';
      }
    } else {
      return h;
    }
  }
  return NULL;
}
