// sim_tell -- lines for the observer of a run, written as to a file; private to csim/sim.
//
//   told_t t;
//   if (told_open(&t)) {
//     fprintf(t.out, "warning: ..\n");
//     told_close(&t, s);
//   }

#ifndef NOC_SIM_TELL_H
#define NOC_SIM_TELL_H

#include <stdio.h>
#include <stdlib.h>

#include "base/memory_stream.h"
#include "sim/sim.h"

typedef struct {
  FILE *out;
  char *text;
  size_t size;
} told_t;

// False when memory is short: then nothing is told.
static inline bool told_open(told_t *t) {
  *t = (told_t){.text = NULL};
  t->out = memory_stream(&t->text, &t->size);
  return t->out != NULL;
}

static inline void told_close(told_t *t, const sim_t *s) {
  if (fclose(t->out) == 0 && s->observer.tell != NULL) {
    s->observer.tell(s->observer.context, t->text);
  }
  free(t->text);
}

#endif
