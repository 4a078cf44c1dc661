// wave_pins -- see wave_pins.h.

#include "lockstep/wave_pins.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fstapi.h"
#include "lockstep/wave_inputs.h"
#include "lockstep/wave_scope.h"

// A change of a signal sets some of its bits in the words.
typedef struct {
  uint32_t handle;
  uint32_t low, bits;  // of the signal
  uint32_t to;         // bit in the words
  uint32_t known;      // so many bits behind it stands whether it is known; 0: nobody asks
  size_t next;         // another one of this handle; 0: none, as the first of all is nobody's
} use_t;

// A part, and what the file says of it.
typedef struct {
  const wave_part_t *part;
  const char *pin;  // for messages: "in_vc", "clock"
  uint32_t handle;  // 0: not found
  uint32_t length;  // bits of the signal
  bool whole;
} find_t;

typedef struct {
  const char *path;
  const wave_pins_t *pins;
  void *fst;
  inputs_t *s;
  wave_outputs_t outputs;
  int out;  // file of the outputs
  find_t *find;
  size_t finds;
  use_t *use;
  size_t uses;
  size_t *first;  // [handles]: the first use of a handle
  uint32_t handles;
  // The IN words, and behind them one each for clock and reset, and those of outputs with what is
  // known of them: now, and before this time.
  uint32_t *now, *before;
  uint32_t words;
  uint64_t time, edges;
  bool begun, has_reset, full, short_of_memory;
  uint64_t cycle;
  noc_error_t *error;
} reader_t;

static bool no_memory(noc_error_t *error) {
  return noc_fail(error, NOC_ENVIRONMENT, "no memory for the stimulus");
}

// ---- The signals

static void see_part(reader_t *r, const wave_part_t *part, const char *pin) {
  if (part->text != NULL) {
    r->find[r->finds++] = (find_t){.part = part, .pin = pin};
  }
}

static bool list_parts(reader_t *r) {
  const wave_pins_t *p = r->pins;
  size_t most = 2;
  for (size_t i = 0; i < p->inputs; i++) {
    most += p->input[i].parts;
  }
  for (size_t i = 0; i < p->outputs; i++) {
    most += p->output[i].parts;
  }
  wave_outputs_begin(&r->outputs, &r->s->layout);
  r->find = calloc(most, sizeof *r->find);
  r->use = calloc(most + 1, sizeof *r->use);
  r->words = r->s->layout.in_words + 2 + 2 * r->outputs.words;
  r->now = calloc(r->words, sizeof *r->now);
  r->before = calloc(r->words, sizeof *r->before);
  r->handles = fstReaderGetMaxHandle(r->fst) + 1;
  r->first = calloc((size_t)r->handles + 1, sizeof *r->first);
  if (r->find == NULL || r->use == NULL || r->now == NULL || r->before == NULL ||
      r->first == NULL) {
    return no_memory(r->error);
  }
  see_part(r, &p->clock, "clock");
  see_part(r, &p->reset, "reset");
  for (size_t i = 0; i < p->inputs; i++) {
    for (size_t k = 0; k < p->input[i].parts; k++) {
      see_part(r, &p->input[i].part[k], p->input[i].field->name);
    }
  }
  for (size_t i = 0; i < p->outputs; i++) {
    for (size_t k = 0; k < p->output[i].parts; k++) {
      see_part(r, &p->output[i].part[k], p->output[i].field->name);
    }
  }
  return true;
}

static void see_var(reader_t *r, const char *name, const struct fstHier *h) {
  for (size_t i = 0; i < r->finds; i++) {
    find_t *f = &r->find[i];
    assert(f->part != NULL);
    const bool whole = strcmp(name, f->part->text) == 0;
    // One that is called as the whole text is comes before some bits of another.
    if ((whole || strcmp(name, f->part->signal) == 0) && (f->handle == 0 || (whole && !f->whole)) &&
        h->u.var.handle < r->handles) {
      f->handle = h->u.var.handle;
      f->length = h->u.var.length;
      f->whole = whole || !f->part->some;
    }
  }
}

static void walk(reader_t *r) {
  wave_scope_t scope;
  char name[2 * WAVE_SCOPE];
  wave_scope_begin(&scope, r->fst);
  for (const struct fstHier *h; (h = wave_scope_next(&scope, r->fst)) != NULL;) {
    if (h->htyp == FST_HT_VAR) {
      // Many tools put the range behind a blank: "in_vc_i [9:0]".
      (void)snprintf(name, sizeof name, "%s%s%.*s", scope.name, scope.name[0] != '\0' ? "." : "",
                     (int)strcspn(h->u.var.name, " "), h->u.var.name);
      see_var(r, name, h);
    }
  }
}

// ---- What they set

// Appends what a part sets from bit `to` on; *bits gets how many.
static bool add_use(reader_t *r, const find_t *f, const wave_part_t *p, uint32_t to,
                    uint32_t *bits) {
  if (f->handle == 0) {
    return noc_fail(r->error, NOC_BAD_INPUT, "%s: %s" SAY_IS("'%.200s'", "a signal of %.200s"),
                    p->place, f->pin, p->text, r->path);
  }
  if (!f->whole && p->high >= f->length) {
    return noc_fail(r->error, NOC_BAD_INPUT, "%s: %s" SAY_IS("'%.200s'", "bits of %u to 0"),
                    p->place, f->pin, p->text, f->length - 1);
  }
  *bits = f->whole ? f->length : p->high - p->low + 1;
  r->use[++r->uses] = (use_t){.handle = f->handle,
                              .low = f->whole ? 0 : p->low,
                              .bits = *bits,
                              .to = to,
                              .next = r->first[f->handle]};
  r->first[f->handle] = r->uses;
  fstReaderSetFacProcessMask(r->fst, f->handle);
  return true;
}

static bool wrong_width(const reader_t *r, const wave_part_t *p, const char *pin, uint32_t bits,
                        uint32_t accepted) {
  return noc_fail(r->error, NOC_BAD_INPUT, "%s: %s" SAY_IS("of %u bits", "of %u"), p->place, pin,
                  bits, accepted);
}

static bool add_bit(reader_t *r, const find_t *f, const wave_part_t *p, uint32_t word) {
  uint32_t bits = 0;
  return add_use(r, f, p, 32 * word, &bits) && (bits == 1 || wrong_width(r, p, f->pin, bits, 1));
}

static void set_number(uint32_t *words, uint32_t from, uint64_t value, uint32_t bits) {
  for (uint32_t b = 0; b < bits && b < 64; b++) {
    words[(from + b) / 32] |= (uint32_t)(value >> b & 1) << (from + b) % 32;
  }
}

// The parts of a pin, behind each other from word `word` on; *f is the first of them that is a
// signal.
static bool add_pin(reader_t *r, const wave_source_t *in, uint32_t word, const find_t **f) {
  const uint32_t all = in->field->bits * in->field->count;
  uint32_t done = 0;
  for (size_t k = 0; k < in->parts; k++) {
    const wave_part_t *p = &in->part[k];
    const uint32_t to = 32 * word + done;
    uint32_t bits = in->parts == 1 ? all : in->field->bits;
    if (p->text != NULL && !add_use(r, (*f)++, p, to, &bits)) {
      return false;
    }
    if (bits > all - done) {
      return wrong_width(r, p, in->field->name, done + bits, all);
    }
    if (p->text == NULL) {
      if (bits < 64 && p->number >> bits != 0) {
        return noc_fail(r->error, NOC_BAD_INPUT,
                        "%s: %s" SAY_IS("%llu", "a number of %u bits at most"), p->place,
                        in->field->name, (unsigned long long)p->number, bits);
      }
      set_number(r->now, to, p->number, bits);
    }
    done += bits;
  }
  return done == all || wrong_width(r, &in->part[0], in->field->name, done, all);
}

static bool find_all(reader_t *r) {
  fstReaderClrFacProcessMaskAll(r->fst);
  walk(r);
  const find_t *f = r->find;
  assert(f != NULL);
  const wave_part_t *reset = &r->pins->reset;
  const uint32_t clock = r->s->layout.in_words;
  if (!add_bit(r, f++, &r->pins->clock, clock) ||
      (reset->text != NULL && !add_bit(r, f++, reset, clock + 1))) {
    return false;
  }
  for (size_t i = 0; i < r->pins->inputs; i++) {
    if (!add_pin(r, &r->pins->input[i], r->pins->input[i].field->word, &f)) {
      return false;
    }
  }
  for (size_t i = 0; i < r->pins->outputs; i++) {
    const size_t first = r->uses;
    const uint32_t word = r->pins->output[i].field->word - r->outputs.first;
    if (!add_pin(r, &r->pins->output[i], clock + 2 + word, &f)) {
      return false;
    }
    for (size_t k = first; k < r->uses; k++) {
      r->use[k + 1].known = 32 * r->outputs.words;
    }
  }
  return true;
}

// ---- Their values

static void add(reader_t *r, bool reset, const uint32_t *words) {
  // An edge finds the outputs of the clock before it, wherever its inputs are taken.
  if (r->pins->outputs > 0 && r->s->clocks > 0 && !r->full && !r->short_of_memory) {
    r->short_of_memory = !wave_outputs_add(&r->outputs, r->before + r->s->layout.in_words + 2);
  }
  r->full = r->full || inputs_full(r->s);
  if (!r->full && !r->short_of_memory) {
    r->short_of_memory =
        !inputs_add(r->s, (inputs_clock_t){.cycle = r->cycle, .reset = reset}, words);
    r->cycle += !reset;
  }
}

// All changes of a time are known: was there an edge?
static void close_time(reader_t *r) {
  const uint32_t clock = r->s->layout.in_words;
  // A clock that is high from the beginning has risen then; what was before it nobody knows.
  if ((r->begun || r->pins->behind) && r->before[clock] == 0 && r->now[clock] == 1) {
    const uint32_t *words = r->pins->behind ? r->now : r->before;
    const bool reset = r->pins->reset.text != NULL && (words[clock + 1] == 1) != r->pins->reset_low;
    r->edges++;
    if (r->pins->reset.text == NULL && r->s->clocks == 0) {
      add(r, true, words);
    }
    // Before the first reset nobody knows the state of the router.
    if (reset || r->s->clocks > 0) {
      add(r, reset, words);
    }
  }
  r->begun = true;
  memcpy(r->before, r->now, r->words * sizeof *r->now);
}

static void change(void *context, uint64_t time, fstHandle handle, const unsigned char *value,
                   uint32_t length) {
  reader_t *r = context;
  if (time != r->time) {
    close_time(r);
    r->time = time;
  }
  for (size_t k = handle < r->handles ? r->first[handle] : 0; k != 0; k = r->use[k].next) {
    const use_t *u = &r->use[k];
    for (uint32_t b = 0; b < u->bits && u->low + b < length; b++) {
      const uint32_t at = u->to + b;
      const uint32_t mask = UINT32_C(1) << at % 32;
      const unsigned char bit = value[length - 1 - u->low - b];
      r->now[at / 32] = bit == '1' ? r->now[at / 32] | mask : r->now[at / 32] & ~mask;
      if (u->known > 0) {
        uint32_t *known = &r->now[(at + u->known) / 32];
        *known = bit == '0' || bit == '1' ? *known | mask : *known & ~mask;
      }
    }
  }
}

static void change_fixed(void *context, uint64_t time, fstHandle handle,
                         const unsigned char *value) {
  change(context, time, handle, value, (uint32_t)strlen((const char *)value));
}

static bool read_values(reader_t *r) {
  if (fstReaderIterBlocks2(r->fst, change_fixed, change, r, NULL) == 0) {
    return noc_fail(r->error, NOC_BAD_INPUT,
                    "%.300s: the file" SAY_IS("damaged", "a whole FST file"), r->path);
  }
  close_time(r);
  if (r->short_of_memory || r->full) {
    return noc_fail(r->error, r->full ? NOC_BAD_INPUT : NOC_ENVIRONMENT,
                    "%.300s: %s for a stimulus", r->path, r->full ? "too long" : "no memory");
  }
  const wave_part_t *p = r->edges == 0 ? &r->pins->clock : &r->pins->reset;
  return r->cycle > 0 || noc_fail(r->error, NOC_BAD_INPUT, "%s: %s" SAY_IS("'%.200s'", "%s"),
                                  p->place, r->edges == 0 ? "clock" : "reset", p->text,
                                  r->edges == 0      ? "a signal that rises in the waves"
                                  : r->s->clocks > 0 ? "one that ends in the waves"
                                                     : "one that comes in the waves");
}

// ---- All of it

static bool read_all(void *fst, int out, void *context, noc_error_t *error) {
  reader_t *r = context;
  r->fst = fst;
  r->error = error;
  if (!list_parts(r) || !find_all(r) || !read_values(r)) {
    return false;
  }
  return (wave_outputs_give(&r->outputs, r->out) || no_memory(error)) &&
         wave_inputs_give(r->s, out, error);
}

bool wave_pins_read(const char *path, const wave_pins_t *pins, inputs_t *s, wave_outputs_t *o,
                    noc_error_t *error) {
  inputs_t found;
  reader_t r = {.path = path, .pins = pins, .s = s, .out = memfd_create("outputs", 0)};
  if (r.out < 0) {
    return no_memory(error);
  }
  bool ok = wave_inputs_take(path, read_all, &r, &found, error);
  if (ok) {
    inputs_free(s);
    *s = found;
    wave_outputs_begin(o, &s->layout);
    ok = pins->outputs == 0 || wave_outputs_take(o, r.out) || no_memory(error);
  }
  (void)close(r.out);
  return ok;
}
