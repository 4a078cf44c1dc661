// wave_read -- see wave_read.h.

#include "lockstep/wave_read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fstapi.h"
#include "lockstep/wave.h"
#include "lockstep/wave_inputs.h"
#include "lockstep/wave_scope.h"
#include "lockstep/wave_state.h"

enum { SCOPE = 512, ABOUT = 4096, CYCLE_BITS = 64 };

// A variable that is part of the IN words.
typedef struct {
  const bundle_field_t *field;
  uint32_t element, bits;
} target_t;

typedef struct {
  const char *path, *scope;
  void *fst;
  char about[2][ABOUT];  // what the file says of routers, and of interfaces
  component_t component;
  target_t *target;  // [handles]
  fstHandle handles, cycle;
  inputs_t *s;
  uint32_t *word, *last;  // [in_words]: now, and of the clock that was added last
  uint64_t time;          // of the changes that are being read
  uint64_t clocks;        // cycles that are whole
  bool started, short_of_memory, full;
  uint64_t first;  // cycle of the waves
  noc_error_t *error;
} reader_t;

// ---- What the file is of

static bool read_about(reader_t *r) {
  fstReaderIterateHierRewind(r->fst);
  for (const struct fstHier *h = fstReaderIterateHier(r->fst); h != NULL;
       h = fstReaderIterateHier(r->fst)) {
    if (h->htyp != FST_HT_ATTRBEGIN || h->u.attr.typ != FST_AT_MISC ||
        h->u.attr.subtype != FST_MT_COMMENT) {
      continue;
    }
    const char *text = h->u.attr.name;
    for (unsigned k = 0; k < 2; k++) {
      const char *begin = k == 0 ? WAVE_ABOUT "router " : WAVE_ABOUT "network_interface ";
      if (strncmp(text, begin, strlen(begin)) == 0) {
        const size_t used = strlen(r->about[k]);
        (void)snprintf(r->about[k] + used, ABOUT - used, "%s%s", used > 0 ? " " : "",
                       text + strlen(begin));
      }
    }
  }
  const char *last = strrchr(r->scope, '.');
  last = last != NULL ? last + 1 : r->scope;
  r->component = strncmp(last, "ni_", 3) == 0 ? COMPONENT_INTERFACE : COMPONENT_ROUTER;
  return r->about[r->component == COMPONENT_INTERFACE][0] != '\0' ||
         noc_fail(r->error, NOC_BAD_INPUT,
                  "%.300s: " SAY_THERE_IS("no word of nocstep's parameters",
                                          "waves that this version of nocstep has written"),
                  r->path);
}

// A stimulus with nothing but a reset, for its shape and its list.
static bool make_inputs(reader_t *r) {
  char name[64];
  const int fd = memfd_create("stimulus", 0);
  FILE *out = fd >= 0 ? fdopen(dup(fd), "w") : NULL;
  if (out == NULL) {
    return noc_fail(r->error, NOC_ENVIRONMENT, "no memory for the stimulus");
  }
  char about[sizeof r->about[0]];
  (void)snprintf(about, sizeof about, "%s", r->about[r->component == COMPONENT_INTERFACE]);
  char *parameters = strstr(about, " parameters");
  if (parameters != NULL) {
    *parameters++ = '\0';
  }
  (void)fprintf(out,
                "nocstep-stimulus %d\nunit %s\nplace here\ncompares registers\nseed 0\n%s\n%s\n"
                "reset 0\nend 1\n",
                INPUTS_VERSION, inputs_unit(r->component), about,
                parameters != NULL ? parameters : "");
  (void)fclose(out);
  (void)snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  if (!inputs_read(r->s, name, r->error)) {
    char why[NOC_ERROR_TEXT];
    (void)snprintf(why, sizeof why, "%s", r->error->text);
    const char *text = strstr(why, ": ");
    return noc_fail(r->error, r->error->status, "%.300s%s", r->path, text != NULL ? text : why);
  }
  r->s->clocks = 0;
  r->word = calloc(r->s->layout.in_words + 1, sizeof *r->word);
  r->last = calloc(r->s->layout.in_words + 1, sizeof *r->last);
  r->handles = fstReaderGetMaxHandle(r->fst) + 1;
  r->target = calloc(r->handles + 1, sizeof *r->target);
  return (r->word != NULL && r->last != NULL && r->target != NULL) ||
         noc_fail(r->error, NOC_ENVIRONMENT, "no memory for the stimulus");
}

// ---- Its variables

// Scopes are equal, with "router_1_0" for "router_1,0" as well, which a shell or a tool may prefer.
static bool same_scope(const char *own, const char *given) {
  size_t i = 0;
  while (own[i] != '\0' && (own[i] == given[i] || (own[i] == ',' && given[i] == '_'))) {
    i++;
  }
  return own[i] == given[i];
}

// "router 1,0" of the scope "noc.router_1,0.in", "node 3" of "noc.ni_3.in".
static void name_place(reader_t *r, const char *inside) {
  const char *end = strrchr(inside, '.');
  const char *begin = end;
  while (begin > inside && begin[-1] != '.' && begin[-1] != '_') {
    begin--;
  }
  (void)snprintf(r->s->place, INPUTS_PLACE, "%s %.*s",
                 r->component == COMPONENT_ROUTER ? "router" : "node", (int)(end - begin), begin);
}

// True of one that is part of the inputs.
static bool see_var(reader_t *r, const char *scope, const struct fstHier *h) {
  char inside[SCOPE];
  const bundle_layout_t *l = &r->s->layout;
  const char *name = h->u.var.name;
  const fstHandle handle = h->u.var.handle;
  if (handle >= r->handles) {
    return false;
  }
  if (strcmp(scope, "noc") == 0 && strcmp(name, "cycle") == 0 && h->u.var.length == CYCLE_BITS) {
    r->cycle = handle;
  }
  (void)snprintf(inside, sizeof inside, "%s.in", r->scope);
  if (!same_scope(scope, inside) || r->target[handle].field != NULL) {
    return false;
  }
  for (unsigned i = 0; i < l->n_fields; i++) {
    const bundle_field_t *f = &l->field[i];
    const uint32_t step = dimensions_parts(f->by, &r->s->shape);
    for (uint32_t e = 0; f->kind == FIELD_IN && e < f->count; e += step) {
      char own[WAVE_NAME];
      wave_field_name(f, &r->s->shape, e, own);
      if (strcmp(own, name) == 0 && h->u.var.length == f->bits * step) {
        r->target[handle] = (target_t){.field = f, .element = e, .bits = f->bits * step};
        fstReaderSetFacProcessMask(r->fst, handle);
        name_place(r, scope);
        return true;
      }
    }
  }
  return false;
}

static size_t variables_of(const reader_t *r) {
  size_t count = 0;
  for (unsigned i = 0; i < r->s->layout.n_fields; i++) {
    const bundle_field_t *f = &r->s->layout.field[i];
    count += f->kind == FIELD_IN ? f->count / dimensions_parts(f->by, &r->s->shape) : 0;
  }
  return count;
}

static bool find_vars(reader_t *r) {
  wave_scope_t scope;
  size_t found = 0;
  fstReaderClrFacProcessMaskAll(r->fst);
  wave_scope_begin(&scope, r->fst);
  for (const struct fstHier *h; (h = wave_scope_next(&scope, r->fst)) != NULL;) {
    if (h->htyp == FST_HT_VAR) {
      found += see_var(r, scope.name, h);
    }
  }
  if (found != variables_of(r) || r->cycle == 0) {
    return noc_fail(r->error, NOC_BAD_INPUT, "%.300s: --scope" SAY_IS("'%.100s', %s", "%s"),
                    r->path, r->scope,
                    found == 0 ? "which has no inputs" : "some of whose inputs are missing",
                    "a router of the waves, as noc.router_1,0");
  }
  fstReaderSetFacProcessMask(r->fst, r->cycle);
  if (inputs_tables(r->s) != NULL) {
    return noc_fail(r->error, NOC_BAD_INPUT,
                    "%.300s: " SAY_THERE_IS("a router with tables, whose loading no wave has",
                                            "its bundle: nocstep replay BUNDLE"),
                    r->path);
  }
  return true;
}

// ---- Its values

static void set_bits(uint32_t *words, uint32_t from, const char *value, uint32_t bits) {
  for (uint32_t b = 0; b < bits; b++) {
    const uint32_t at = from + b;
    const uint32_t mask = UINT32_C(1) << at % 32;
    // The highest bit comes first; what is not known counts as 0.
    words[at / 32] = value[bits - 1 - b] == '1' ? words[at / 32] | mask : words[at / 32] & ~mask;
  }
}

// The values at the edge that begins a cycle are those of the cycle.
static void close_time(reader_t *r) {
  if (!r->started || r->time % WAVE_PERIOD != 0) {
    return;
  }
  const uint64_t cycle = r->time / WAVE_PERIOD;
  while (r->s->clocks < cycle + 2 && !r->full && !r->short_of_memory) {
    // One that is the same as before has no changes. The first clock is the reset.
    const size_t clocks = r->s->clocks;
    const inputs_clock_t clock = {.cycle = clocks > 0 ? clocks - 1 : 0, .reset = clocks == 0};
    const bool now = clocks == 0 || clocks == cycle + 1;
    if (now) {
      memcpy(r->last, r->word, r->s->layout.in_words * sizeof *r->last);
    }
    r->full = inputs_full(r->s);
    r->short_of_memory = !r->full && !inputs_add(r->s, clock, r->last);
  }
}

static void change(void *context, uint64_t time, fstHandle handle, const unsigned char *value,
                   uint32_t length) {
  reader_t *r = context;
  const char *text = (const char *)value;
  if (time != r->time) {
    close_time(r);
    r->time = time;
  }
  if (handle == r->cycle) {
    uint64_t cycle = 0;
    bool known = true;
    for (uint32_t i = 0; i < length; i++) {
      known = known && (text[i] == '0' || text[i] == '1');
      cycle = cycle << 1 | (text[i] == '1');
    }
    if (known && !r->started) {
      r->started = true;
      r->first = cycle;
    }
    r->clocks = known && cycle > r->clocks ? cycle : r->clocks;
  } else if (handle < r->handles && r->target[handle].field != NULL &&
             length == r->target[handle].bits) {
    const target_t *t = &r->target[handle];
    set_bits(r->word + t->field->word, t->element * t->field->bits, text, length);
  }
}

static void change_fixed(void *context, uint64_t time, fstHandle handle,
                         const unsigned char *value) {
  const reader_t *r = context;
  const uint32_t bits = handle == r->cycle ? CYCLE_BITS
                        : handle < r->handles && r->target[handle].field != NULL
                            ? r->target[handle].bits
                            : 0;
  if (bits > 0 && strlen((const char *)value) == bits) {
    change(context, time, handle, value, bits);
  }
}

static bool read_values(reader_t *r) {
  if (fstReaderIterBlocks2(r->fst, change_fixed, change, r, NULL) == 0) {
    return noc_fail(r->error, NOC_BAD_INPUT,
                    "%.300s: the file" SAY_IS("damaged", "a whole FST file"), r->path);
  }
  close_time(r);
  if (r->started && r->first != 0) {
    return noc_fail(r->error, NOC_BAD_INPUT,
                    "%.300s: the file" SAY_IS("from cycle %" PRIu64 " on",
                                              "from reset on: without --wave-from"),
                    r->path, r->first);
  }
  if (r->short_of_memory || r->full) {
    return noc_fail(r->error, r->full ? NOC_BAD_INPUT : NOC_ENVIRONMENT,
                    "%.300s: %s for a stimulus", r->path, r->full ? "too long" : "no memory");
  }
  // The inputs behind the last edge belong to a cycle that the waves do not have.
  const size_t whole = (size_t)r->clocks + 1;
  r->s->clocks = whole < r->s->clocks ? whole : r->s->clocks;
  return r->s->clocks > 1 || noc_fail(r->error, NOC_BAD_INPUT,
                                      "%.300s: " SAY_THERE_IS("no cycle", "one or more"), r->path);
}

// ---- All of it

static bool read_all(void *fst, int out, void *context, noc_error_t *error) {
  reader_t *r = context;
  r->fst = fst;
  r->error = error;
  if (!read_about(r) || !make_inputs(r) || !find_vars(r) || !read_values(r)) {
    return false;
  }
  return wave_inputs_give(r->s, out, error);
}

bool wave_read(const char *path, const char *scope, inputs_t *s, noc_error_t *error) {
  inputs_t found = {.clocks = 0};
  reader_t r = {.path = path, .scope = scope, .s = &found};
  return wave_inputs_take(path, read_all, &r, s, error);
}
