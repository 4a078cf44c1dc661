// inputs_read -- reads the text of a stimulus; see inputs.h.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_input.h"
#include "lockstep/inputs.h"

typedef struct {
  text_input_t text;
  inputs_t *s;
  uint32_t *word;  // as the last clock has them
  uint64_t hash;   // of the list, as written
} reader_t;

static bool refuse(reader_t *r, const char *what, const char *accepted) {
  return text_fail(&r->text, r->text.word_at, "%s" SAY_IS("'%.40s'", "%s"), what, r->text.word,
                   accepted);
}

// The next word of this line.
static bool next_word(reader_t *r) {
  text_skip_blanks(&r->text);
  return text_word(&r->text, "");
}

static bool keyword(reader_t *r, const char *word) {
  text_skip_lines(&r->text);
  return text_word(&r->text, "") &&
         (strcmp(r->text.word, word) == 0 || refuse(r, "the line", word));
}

// Digits alone, in this base, up to `most`; *end is behind them.
static bool digits(const char *from, int base, uint64_t most, uint64_t *value, const char **end) {
  const size_t length = strspn(from, base == 16 ? "0123456789abcdef" : "0123456789");
  *end = from + length;
  *value = length > 0 && length < 19 ? strtoull(from, NULL, base) : 0;
  return length > 0 && length < 19 && *value <= most;
}

bool inputs_set_parameter(noc_shape_t *shape, const char *name, size_t length, unsigned value) {
  bool known = false;
#define PARAMETER(id, member)                                     \
  if (strlen(#id) == length && strncmp(name, #id, length) == 0) { \
    shape->member = value;                                        \
    known = true;                                                 \
  }
#include "shape/parameters.def"
#undef PARAMETER
  return known;
}

static bool read_parameters(reader_t *r) {
  while (next_word(r) && r->text.word[0] != '\0') {
    const size_t length = strcspn(r->text.word, "=");
    const char *end = NULL;
    uint64_t value = 0;
    if (r->text.word[length] != '=' ||
        !digits(r->text.word + length + 1, 10, 1 << 24, &value, &end) || *end != '\0') {
      return refuse(r, "a parameter", "NAME=NUMBER");
    }
    if (!inputs_set_parameter(&r->s->shape, r->text.word, length, (unsigned)value)) {
      return refuse(r, "a parameter", "one that this nocstep has");
    }
  }
  return !r->text.failed;
}

static bool read_place(reader_t *r) {
  char *place = r->s->place;
  place[0] = '\0';
  while (next_word(r) && r->text.word[0] != '\0') {
    const size_t used = strlen(place);
    (void)snprintf(place + used, INPUTS_PLACE - used, "%s%.40s", used > 0 ? " " : "", r->text.word);
  }
  return !r->text.failed;
}

static bool read_head(reader_t *r) {
  const char *end = NULL;
  uint64_t value = 0;
  if (!keyword(r, "nocstep-stimulus") || !next_word(r) ||
      !text_number(&r->text, "the version of the stimulus", INPUTS_VERSION, INPUTS_VERSION,
                   &value) ||
      !keyword(r, "unit") || !next_word(r)) {
    return false;
  }
  const bool router = strcmp(r->text.word, inputs_unit(COMPONENT_ROUTER)) == 0;
  if (!router && strcmp(r->text.word, inputs_unit(COMPONENT_INTERFACE)) != 0) {
    return refuse(r, "unit", "router, network_interface");
  }
  r->s->component = router ? COMPONENT_ROUTER : COMPONENT_INTERFACE;
  if (!keyword(r, "place") || !read_place(r) || !keyword(r, "compares") || !next_word(r)) {
    return false;
  }
  r->s->compares = strcmp(r->text.word, "registers") == 0;
  if (!r->s->compares && strcmp(r->text.word, "assertions") != 0) {
    return refuse(r, "compares", "registers, assertions");
  }
  if (!keyword(r, "seed") || !next_word(r) ||
      !text_number(&r->text, "seed", 0, UINT32_MAX, &value)) {
    return false;
  }
  r->s->seed = (uint32_t)value;
  if (!keyword(r, "list") || !next_word(r)) {
    return false;
  }
  r->hash = strtoull(r->text.word, (char **)&end, 16);
  if (strlen(r->text.word) != 16 || *end != '\0') {
    return refuse(r, "list", "16 digits in hex");
  }
  return keyword(r, "parameters") && read_parameters(r);
}

// The shape of the parameters: one that can be, with the list that the words are of.
static bool make_shape(reader_t *r) {
  const inputs_t read = *r->s;
  noc_shape_t shape = read.shape;
  noc_error_t why = {0};
  const text_place_t place = r->text.word_at;
  if (!shape_derive(&shape, &why)) {
    return text_fail(&r->text, place, "%.300s", why.text);
  }
  // A router is built without some of what a head has: its fields lie where the file says.
  shape.route_lsb = read.shape.route_lsb;
  shape.headers_lsb = read.shape.headers_lsb;
  shape.look_lsb = read.shape.look_lsb;
  shape.age_lsb = read.shape.age_lsb;
  inputs_begin(r->s, read.component, &shape);
  memcpy(r->s->place, read.place, sizeof read.place);
  r->s->compares = read.compares;
  r->s->seed = read.seed;
  if (bundle_hash(&r->s->layout) != r->hash) {
    return text_fail(&r->text, place,
                     "the stimulus" SAY_IS("of another version of nocstep",
                                           "used with the one that has written it"));
  }
  r->word = calloc(r->s->layout.in_words + 1, sizeof *r->word);
  return r->word != NULL || noc_fail(r->text.error, NOC_ENVIRONMENT, "no memory for the stimulus");
}

// "3:1f0": a word that has changed.
static bool read_change(reader_t *r) {
  const char *end = NULL;
  uint64_t at = 0;
  uint64_t value = 0;
  if (!digits(r->text.word, 10, r->s->layout.in_words - 1, &at, &end) || *end != ':' ||
      !digits(end + 1, 16, UINT32_MAX, &value, &end) || *end != '\0') {
    return refuse(r, "a word of the inputs", "NUMBER:HEX, of a number that the list has");
  }
  r->word[at] = (uint32_t)value;
  return true;
}

// A line of clocks, of which the first word has been read.
static bool read_clocks(reader_t *r) {
  const bool reset = strcmp(r->text.word, "reset") == 0;
  if (!reset && strcmp(r->text.word, "cycle") != 0) {
    return refuse(r, "the line", "cycle, reset, end");
  }
  uint64_t first = 0;
  uint64_t last = 0;
  const char *end = NULL;
  if (!next_word(r)) {
    return false;
  }
  bool ok = digits(r->text.word, 10, INT64_MAX / 2, &first, &end);
  last = first;
  if (ok && *end == '-' && !reset) {
    ok = digits(end + 1, 10, INT64_MAX / 2, &last, &end) && last > first;
  }
  if (!ok || *end != '\0' || last - first > INPUTS_BYTES) {
    return refuse(r, "a cycle", "NUMBER or FIRST-LAST");
  }
  while (next_word(r) && r->text.word[0] != '\0') {
    if (!read_change(r)) {
      return false;
    }
  }
  for (uint64_t c = first; !r->text.failed && c <= last; c++) {
    if (inputs_full(r->s)) {
      return text_fail(&r->text, r->text.word_at,
                       "the stimulus" SAY_IS("longer than %d bytes of inputs", "shorter"),
                       INPUTS_BYTES);
    }
    if (!inputs_add(r->s, (inputs_clock_t){.cycle = c, .reset = reset}, r->word)) {
      return noc_fail(r->text.error, NOC_ENVIRONMENT, "%s: no memory for the stimulus",
                      r->text.path);
    }
  }
  return !r->text.failed;
}

static bool read_all(reader_t *r) {
  if (!read_head(r) || !make_shape(r)) {
    return false;
  }
  for (;;) {
    text_skip_lines(&r->text);
    if (!text_word(&r->text, "")) {
      return false;
    }
    if (strcmp(r->text.word, "end") == 0) {
      break;
    }
    if (!read_clocks(r)) {
      return false;
    }
  }
  uint64_t clocks = 0;
  if (!next_word(r) || !text_number(&r->text, "end", 0, INPUTS_BYTES, &clocks)) {
    return false;
  }
  if (clocks != r->s->clocks || clocks == 0 || !r->s->clock[0].reset) {
    return refuse(r, "end", "the number of clocks above, the first of them a reset");
  }
  text_skip_lines(&r->text);
  return r->text.c == TEXT_END ||
         text_fail(&r->text, r->text.here, SAY_THERE_IS("more behind end", "nothing"));
}

bool inputs_read(inputs_t *s, const char *path, noc_error_t *error) {
  *s = (inputs_t){.clocks = 0};
  reader_t r = {.s = s};
  if (!text_open(&r.text, path, error)) {
    return false;
  }
  const bool ok = read_all(&r);
  text_close(&r.text);
  free(r.word);
  if (!ok) {
    inputs_free(s);
  }
  return ok;
}
