// wave_about -- words in a file of waves that say what its components are, for those who read it
// (wave_read.h); see wave_state.h.

#include <stdlib.h>
#include <string.h>

#include "base/memory_stream.h"
#include "fstapi.h"
#include "lockstep/inputs.h"
#include "lockstep/wave.h"
#include "lockstep/wave_state.h"

// As comments that fstapi does not cut off: each has some of the words.
static void write_comments(wave_t *w, const char *unit, char *text) {
  enum { MOST = 400 };
  char comment[MOST + 64];
  while (*text != '\0') {
    size_t length = strlen(text);
    if (length > MOST) {
      length = MOST;
      while (length > 0 && text[length] != ' ') {
        length--;
      }
    }
    (void)snprintf(comment, sizeof comment, WAVE_ABOUT "%s %.*s", unit, (int)length, text);
    fstWriterSetComment(w->fst, comment);
    text += length + (text[length] == ' ');
  }
}

bool wave_about(wave_t *w, const wave_component_t *c) {
  char *text = NULL;
  size_t size = 0;
  inputs_t like;
  bool *written = &w->about[c->component == COMPONENT_INTERFACE];
  if (*written) {
    return true;
  }
  FILE *out = memory_stream(&text, &size);
  if (out == NULL) {
    return false;
  }
  inputs_begin(&like, c->component, c->bank->config.shape);
  inputs_write_shape(&like, ' ', out);
  *written = fclose(out) == 0;
  if (*written) {
    write_comments(w, inputs_unit(c->component), text);
  }
  free(text);
  return *written;
}
