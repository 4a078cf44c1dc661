// wave_outputs -- see wave_outputs.h.

#include "lockstep/wave_outputs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dut/files.h"

void wave_outputs_begin(wave_outputs_t *o, const bundle_layout_t *layout) {
  uint32_t first = layout->state_words;
  uint32_t end = 0;
  for (unsigned i = 0; i < layout->n_fields; i++) {
    const bundle_field_t *f = &layout->field[i];
    if (f->kind == FIELD_OUT && f->count > 0) {
      first = f->word < first ? f->word : first;
      end = f->word + f->words > end ? f->word + f->words : end;
    }
  }
  *o = (wave_outputs_t){.first = first, .words = end > first ? end - first : 0};
}

void wave_outputs_free(wave_outputs_t *o) {
  free(o->word);
  o->word = NULL;
  o->clocks = o->room = 0;
}

static size_t bytes_of(const wave_outputs_t *o) {
  return (size_t)2 * o->words * sizeof *o->word;
}

bool wave_outputs_add(wave_outputs_t *o, const uint32_t *words) {
  if (o->clocks == o->room) {
    const size_t room = o->room == 0 ? 1024 : 2 * o->room;
    uint32_t *word = realloc(o->word, room * bytes_of(o));
    if (word == NULL) {
      return false;
    }
    o->word = word;
    o->room = room;
  }
  memcpy(o->word + o->clocks * 2 * o->words, words, bytes_of(o));
  o->clocks++;
  return true;
}

bool wave_outputs_give(const wave_outputs_t *o, int out) {
  return write_all(out, o->word, o->clocks * bytes_of(o));
}

bool wave_outputs_take(wave_outputs_t *o, int from) {
  struct stat file;
  if (fstat(from, &file) != 0 || file.st_size < 0 || bytes_of(o) == 0) {
    return false;
  }
  const size_t bytes = (size_t)file.st_size;
  o->clocks = o->room = bytes / bytes_of(o);
  o->word = malloc(bytes + 1);
  size_t done = 0;
  while (o->word != NULL && done < bytes) {
    const ssize_t some = pread(from, (unsigned char *)o->word + done, bytes - done, (off_t)done);
    if (some <= 0) {
      return false;
    }
    done += (size_t)some;
  }
  return o->word != NULL;
}

wave_difference_t wave_outputs_compare(const wave_outputs_t *o, size_t clock,
                                       const bundle_layout_t *layout, const uint32_t *rtl,
                                       const uint32_t *golden) {
  wave_difference_t d = {.field = NULL};
  if (clock >= o->clocks) {
    return d;
  }
  const uint32_t *value = o->word + clock * 2 * o->words;
  const uint32_t *known = value + o->words;
  bool same = true;
  for (uint32_t w = 0; same && w < o->words; w++) {
    const uint32_t differs = (value[w] ^ rtl[o->first + w]) | (value[w] ^ golden[o->first + w]);
    same = (differs & known[w]) == 0;
  }
  for (unsigned i = 0; !same && i < layout->n_fields && d.field == NULL; i++) {
    bundle_field_t f = layout->field[i];
    f.word -= o->first;
    for (uint32_t e = 0; f.kind == FIELD_OUT && d.field == NULL && e < f.count; e++) {
      const uint64_t bits = bundle_element(&f, known, e);
      const uint64_t wave = bundle_element(&f, value, e) & bits;
      const uint64_t of_rtl = bundle_element(&layout->field[i], rtl, e) & bits;
      if (wave != of_rtl || wave != (bundle_element(&layout->field[i], golden, e) & bits)) {
        d = (wave_difference_t){&layout->field[i], e, wave, bits};
      }
    }
  }
  return d;
}
