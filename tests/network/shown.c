// shown -- see shown.h.

#include "network/shown.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const bundle_field_t *shown_field(const bundle_layout_t *layout, const char *name) {
  for (unsigned f = 0; f < layout->n_fields; f++) {
    if (strcmp(layout->field[f].name, name) == 0) {
      return &layout->field[f];
    }
  }
  fail_msg("the list has no %s", name);
  return NULL;
}

void shown_plan(shown_plan_t *plan, const bundle_layout_t *layout) {
#define FIND(name) plan->field[SHOWN_##name] = shown_field(layout, #name);
  SHOWN_FIELDS(FIND)
  SHOWN_PAYLOADS(FIND)
#undef FIND
}

// A field that is not there has the room of the largest, so that it can be read as 0.
void shown_create(shown_t *s, const shown_plan_t *plan) {
  size_t most = 0;
  size_t all = 0;
  size_t words = 0;
  for (unsigned f = 0; f < SHOWN_COUNT; f++) {
    const uint32_t count = plan->field[f]->count;
    if (f == SHOWN_wr_payload || f == SHOWN_out_payload) {
      words += count;
      continue;
    }
    assert_true(plan->field[f]->bits <= 32);
    most = count > most ? count : most;
    all += count;
  }
  s->block = calloc(all + most, sizeof *s->block);
  s->payloads = calloc(words, sizeof *s->payloads);
  assert_true(s->block != NULL && s->payloads != NULL);
  uint32_t *at = s->block;
  uint64_t *word = s->payloads;
#define PLACE(name)                                                     \
  s->name = plan->field[SHOWN_##name]->count > 0 ? at : s->block + all; \
  at += plan->field[SHOWN_##name]->count;
  SHOWN_FIELDS(PLACE)
#undef PLACE
#define PLACE(name) \
  s->name = word;   \
  word += plan->field[SHOWN_##name]->count;
  SHOWN_PAYLOADS(PLACE)
#undef PLACE
}

void shown_free(shown_t *s) {
  free(s->block);
  free(s->payloads);
}

static void read_field(void *to, unsigned size, const bundle_field_t *f, const uint32_t *words) {
  if (f->count > 0) {
    bundle_unpack(to, words + f->word, size, f->bits, f->count);
  }
}

void shown_read(shown_t *s, const shown_plan_t *plan, const uint32_t *words) {
#define READ(name) read_field(s->name, sizeof *s->name, plan->field[SHOWN_##name], words);
  SHOWN_FIELDS(READ)
  SHOWN_PAYLOADS(READ)
#undef READ
}
