// inputs -- see inputs.h: what one is, and how it is written.

#include "lockstep/inputs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "dut/plugin.h"

const char *inputs_unit(component_t component) {
  return component == COMPONENT_ROUTER ? "router" : "network_interface";
}

void inputs_begin(inputs_t *s, component_t component, const noc_shape_t *shape) {
  *s = (inputs_t){.component = component, .shape = *shape};
  const noc_shape_t of_unit = plugin_shape(inputs_unit(component), shape);
  (component == COMPONENT_ROUTER ? bundle_router : bundle_interface)(&of_unit, &s->layout);
}

void inputs_free(inputs_t *s) {
  free(s->clock);
  free(s->word);
  s->clock = NULL;
  s->word = NULL;
  s->clocks = s->room = 0;
}

const char *inputs_tables(const inputs_t *s) {
  for (unsigned i = 0; i < s->layout.n_fields; i++) {
    const bundle_field_t *f = &s->layout.field[i];
    if (f->kind == FIELD_IN && f->count > 0 &&
        (strcmp(f->name, "cfg_valid") == 0 || strcmp(f->name, "forward_wr") == 0)) {
      return f->name;
    }
  }
  return NULL;
}

static bool grow(inputs_t *s) {
  const size_t room = s->room == 0 ? 1024 : 2 * s->room;
  inputs_clock_t *clock = realloc(s->clock, room * sizeof *clock);
  if (clock == NULL) {
    return false;
  }
  s->clock = clock;
  uint32_t *word = realloc(s->word, room * s->layout.in_words * sizeof *word);
  if (word == NULL) {
    return false;
  }
  s->word = word;
  s->room = room;
  return true;
}

bool inputs_full(const inputs_t *s) {
  return (s->clocks + 1) * s->layout.in_words * sizeof *s->word > INPUTS_BYTES;
}

bool inputs_add(inputs_t *s, inputs_clock_t clock, const uint32_t *words) {
  if (inputs_full(s) || (s->clocks == s->room && !grow(s))) {
    return false;
  }
  s->clock[s->clocks] = clock;
  memcpy(s->word + s->clocks * s->layout.in_words, words, s->layout.in_words * sizeof *words);
  s->clocks++;
  return true;
}

void inputs_write_shape(const inputs_t *s, char between, FILE *out) {
  (void)fprintf(out, "list %016" PRIx64 "%cparameters", bundle_hash(&s->layout), between);
#define PARAMETER(name, member) (void)fprintf(out, " %s=%u", #name, s->shape.member);
#include "shape/parameters.def"
#undef PARAMETER
}

static void write_head(const inputs_t *s, FILE *out) {
  (void)fprintf(out, "nocstep-stimulus %d\n", INPUTS_VERSION);
  (void)fprintf(out, "unit %s\nplace %s\n", inputs_unit(s->component), s->place);
  (void)fprintf(out, "compares %s\nseed %" PRIu32 "\n", s->compares ? "registers" : "assertions",
                s->seed);
  inputs_write_shape(s, '\n', out);
  (void)fprintf(out, "\n");
  for (unsigned i = 0; i < s->layout.n_fields; i++) {
    const bundle_field_t *f = &s->layout.field[i];
    if (f->kind == FIELD_IN && f->count > 0) {
      (void)fprintf(out, "# word %" PRIu32 ": %s, %" PRIu32 " x %u bits\n", f->word, f->name,
                    f->count, f->bits);
    }
  }
}

// The clocks behind this one that show the same words, a cycle after the other.
static size_t repeats(const inputs_t *s, size_t at) {
  const size_t bytes = s->layout.in_words * sizeof *s->word;
  size_t more = 0;
  while (!s->clock[at].reset && at + more + 1 < s->clocks && !s->clock[at + more + 1].reset &&
         s->clock[at + more + 1].cycle == s->clock[at].cycle + more + 1 &&
         memcmp(inputs_words(s, at), inputs_words(s, at + more + 1), bytes) == 0) {
    more++;
  }
  return more;
}

void inputs_write(const inputs_t *s, FILE *out) {
  write_head(s, out);
  for (size_t i = 0; i < s->clocks;) {
    const size_t more = repeats(s, i);
    (void)fprintf(out, "%s %" PRIu64, s->clock[i].reset ? "reset" : "cycle", s->clock[i].cycle);
    if (more > 0) {
      (void)fprintf(out, "-%" PRIu64, s->clock[i].cycle + more);
    }
    for (uint32_t w = 0; w < s->layout.in_words; w++) {
      const uint32_t before = i > 0 ? inputs_words(s, i - 1)[w] : 0;
      if (inputs_words(s, i)[w] != before) {
        (void)fprintf(out, " %" PRIu32 ":%" PRIx32, w, inputs_words(s, i)[w]);
      }
    }
    (void)fprintf(out, "\n");
    i += more + 1;
  }
  (void)fprintf(out, "end %zu\n", s->clocks);
}
