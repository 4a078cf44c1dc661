// wave_diff -- see wave_diff.h. Both files come as streams (wave_stream.h): in each cycle the
// signals that have changed in one of them are compared.

#include "lockstep/wave_diff.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/memory_stream.h"
#include "lockstep/unit_of.h"
#include "lockstep/wave_diff_state.h"

// Takes the changes of a file.
typedef struct {
  struct wave_diff_inside *in;
  unsigned side;
} taker_t;

// ---- Values

static void take(void *context, uint32_t handle, const char *text, uint32_t length) {
  const taker_t *t = context;
  struct wave_diff_inside *in = t->in;
  wave_diff_value_t *v = &in->value[t->side][handle];
  if (!memory_room(&v->text, &v->room, length + 1, 1)) {
    in->no_memory = true;
    return;
  }
  memcpy(v->text, text, length);
  v->length = length;
  for (uint32_t p = in->first[t->side][handle]; p != WAVE_DIFF_NONE;
       p = in->pair[p].next[t->side]) {
    if (!in->pair[p].touched) {
      in->pair[p].touched = true;
      in->touched[in->touches++] = p;
    }
  }
}

static const wave_diff_value_t *value_of(const struct wave_diff_inside *in,
                                         const wave_diff_pair_t *pair, unsigned side) {
  return &in->value[side][in->stream[side]->signal[pair->of[side]].handle];
}

// "3", "0x1f", "z", "0b0x1", "'H v0 1>2 #3'"; "?" of what has no value yet.
static char *wave_diff_value_text(const wave_signal_t *s, const wave_diff_value_t *v,
                                  const char *radix) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = memory_stream(&text, &size);
  if (out == NULL) {
    return NULL;
  }
  uint64_t number = 0;
  bool known = v->length > 0;
  bool same = true;
  for (uint32_t i = 0; i < v->length; i++) {
    known = known && (v->text[i] == '0' || v->text[i] == '1');
    same = same && v->text[i] == v->text[0];
    number = number << 1 | (v->text[i] == '1');
  }
  if (s->bits == 0) {
    (void)fprintf(out, "'%.*s'", (int)v->length, v->text);
  } else if (v->length == 0) {
    (void)fputc('?', out);
  } else if (!known && same) {
    (void)fputc(v->text[0], out);
  } else if (!known || (strcmp(radix, "bin") == 0 && v->length > 1 && v->length <= 64)) {
    (void)fprintf(out, "0b%.*s", (int)v->length, v->text);
  } else if (strcmp(radix, "kind") == 0) {
    static const char *const kKinds[] = {"body", "head", "tail", "single"};
    (void)fputs(kKinds[number & 3], out);
  } else if (v->length <= 32 && strcmp(radix, "hex") != 0) {
    (void)fprintf(out, "%" PRIu64, number);
  } else {
    (void)fputs("0x", out);
    unsigned digit = 0;
    for (uint32_t i = 0; i < v->length; i++) {
      digit = digit << 1 | (v->text[i] == '1');
      if ((v->length - i) % 4 == 1) {
        (void)fputc("0123456789abcdef"[digit & 15], out);
        digit = 0;
      }
    }
  }
  return fclose(out) == 0 ? text : NULL;
}

// How a signal of a link or an input is shown: those have no row in the lists of units.
static const char *radix_of(const struct wave_diff_inside *in, const wave_diff_place_t *place,
                            const wave_signal_t *s) {
  const char *name = strrchr(s->name, '.');
  name = name != NULL ? name + 1 : s->name;
  if (strncmp(place->unit, "router", 6) == 0 ||
      strncmp(place->unit, "network_interface", 17) == 0) {
    return unit_of_variable(*place->unit == 'r' ? COMPONENT_ROUTER : COMPONENT_INTERFACE,
                            in->stream[0]->copying, s->wire, name)
        .radix;
  }
  return strcmp(name, "kind") == 0 ? "kind" : strcmp(name, "payload") == 0 ? "hex" : "dec";
}

static void compare(wave_diff_t *d, wave_diff_pair_t *pair, uint64_t cycle) {
  struct wave_diff_inside *in = d->inside;
  const wave_diff_value_t *a = value_of(in, pair, 0);
  const wave_diff_value_t *b = value_of(in, pair, 1);
  wave_diff_place_t *place = &d->place[pair->place];
  if (pair->differs || (a->length == b->length && memcmp(a->text, b->text, a->length) == 0)) {
    return;
  }
  const wave_signal_t *s = &in->stream[0]->signal[pair->of[0]];
  pair->differs = true;
  d->differ++;
  place->differ++;
  // The first of the file, of those in one cycle.
  if (place->differ == 1 || (cycle == place->cycle && pair->of[0] < place->index)) {
    const char *radix = radix_of(in, place, s);
    free(place->a);
    free(place->b);
    place->cycle = cycle;
    place->name = s->name;
    place->index = pair->of[0];
    place->a = wave_diff_value_text(s, a, radix);
    place->b = wave_diff_value_text(s, b, radix);
    in->no_memory = in->no_memory || place->a == NULL || place->b == NULL;
  }
}

// ---- Cycles

// The cycle of A that comes next on a side.
static uint64_t next_of(const struct wave_diff_inside *in, unsigned side, int64_t offset) {
  const wave_stream_t *s = in->stream[side];
  if (s->ended) {
    return UINT64_MAX;
  }
  return side == 0 ? s->cycle : s->cycle - (uint64_t)offset;
}

// All signals, or those that have changed; in the last cycle of a file only those that change at
// edges, since wires are known behind the edge that ends a cycle.
static void compare_cycle(wave_diff_t *d, uint64_t cycle, bool all, bool last) {
  struct wave_diff_inside *in = d->inside;
  const uint32_t count = all ? in->pairs : in->touches;
  for (uint32_t i = 0; i < count; i++) {
    wave_diff_pair_t *pair = &in->pair[all ? i : in->touched[i]];
    if (pair->edge || !last) {
      compare(d, pair, cycle);
    }
  }
}

static void forget_touched(struct wave_diff_inside *in) {
  for (uint32_t i = 0; i < in->touches; i++) {
    in->pair[in->touched[i]].touched = false;
  }
  in->touches = 0;
}

static bool step(struct wave_diff_inside *in, unsigned side, noc_error_t *error) {
  taker_t taker = {in, side};
  return wave_stream_step(in->stream[side], take, &taker, error) &&
         (!in->no_memory || memory_fail(error, "the values of waves"));
}

// Steps in which nothing is compared: B's before its cycle `offset`, of which A has none, and what
// one file has behind the end of the other, so that damage there is seen as well.
static bool skip(struct wave_diff_inside *in, unsigned side, uint64_t before, noc_error_t *error) {
  bool ok = true;
  while (ok && !in->stream[side]->ended && in->stream[side]->cycle < before) {
    ok = step(in, side, error);
  }
  return ok;
}

static bool compare_cycles(wave_diff_t *d, const wave_diff_ask_t *ask, noc_error_t *error) {
  struct wave_diff_inside *in = d->inside;
  uint64_t begin = ask->from;
  bool begun = false;
  if (ask->offset > 0 && !skip(in, 1, (uint64_t)ask->offset, error)) {
    return false;
  }
  for (unsigned side = 0; side < 2; side++) {
    const uint64_t first = next_of(in, side, ask->offset);
    begin = first > begin ? first : begin;
  }
  while (!in->stream[0]->ended && !in->stream[1]->ended) {
    const uint64_t a = next_of(in, 0, ask->offset);
    const uint64_t b = next_of(in, 1, ask->offset);
    const uint64_t now = a < b ? a : b;
    if (now > ask->to) {
      break;
    }
    if ((a == now && !step(in, 0, error)) || (b == now && !step(in, 1, error))) {
      return false;
    }
    if (now >= begin) {
      compare_cycle(d, now, !begun, in->stream[0]->ended || in->stream[1]->ended);
      d->from = begun ? d->from : now;
      d->to = now;
      begun = true;
    }
    forget_touched(in);
  }
  if (!begun) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        "%.300s: " SAY_THERE_IS("no cycle that is also one of the other's", "one that is compared"),
        d->path[1]);
  }
  return ask->to != UINT64_MAX ||
         (skip(in, 0, UINT64_MAX, error) && skip(in, 1, UINT64_MAX, error));
}

// ---- All of it

static int by_cycle(const void *a, const void *b) {
  const wave_diff_place_t *x = a;
  const wave_diff_place_t *y = b;
  if ((x->differ > 0) != (y->differ > 0)) {
    return x->differ > 0 ? -1 : 1;
  }
  if (x->cycle != y->cycle) {
    return x->cycle < y->cycle ? -1 : 1;
  }
  if (x->order != y->order) {
    return x->order < y->order ? -1 : 1;
  }
  return strcmp(x->scope, y->scope);
}

static bool run(wave_diff_t *d, const wave_diff_ask_t *ask, noc_error_t *error) {
  struct wave_diff_inside *in = d->inside;
  wave_diff_ask_t asked = *ask;
  wave_filter_t filter = {.wanted = wave_diff_wanted, .context = &asked};
  for (unsigned side = 0; side < 2; side++) {
    filter.to =
        ask->to == UINT64_MAX ? UINT64_MAX : ask->to + (side == 1 ? (uint64_t)ask->offset : 0);
    in->stream[side] = wave_stream_open(d->path[side], &filter, error);
    if (in->stream[side] == NULL) {
      return false;
    }
  }
  if (!wave_diff_match(d)) {
    return memory_fail(error, "the signals of waves");
  }
  if (d->signals + d->widths == 0) {
    return noc_fail(error, NOC_BAD_INPUT, "%.300s: " SAY_THERE_IS("no signal%s%.100s", "%s"),
                    d->path[1], ask->scope != NULL ? " in --scope " : " that the other has as well",
                    ask->scope != NULL ? ask->scope : "",
                    ask->scope != NULL ? "a scope of both files, as noc.router_1,0"
                                       : "waves of two runs of like networks");
  }
  if (!compare_cycles(d, ask, error)) {
    return false;
  }
  for (uint32_t p = 0; p < d->places; p++) {
    d->parting += d->place[p].differ > 0;
  }
  qsort(d->place, d->places, sizeof *d->place, by_cycle);
  return true;
}

bool wave_diff(const char *a, const char *b, const wave_diff_ask_t *ask, wave_diff_t *d,
               noc_error_t *error) {
  *d = (wave_diff_t){.path = {a, b}, .inside = calloc(1, sizeof *d->inside)};
  if (d->inside == NULL) {
    return memory_fail(error, "the signals of waves");
  }
  if (!run(d, ask, error)) {
    wave_diff_free(d);
    return false;
  }
  return true;
}

bool wave_diff_equal(const wave_diff_t *d) {
  return d->differ + d->widths + d->alone[0] + d->alone[1] == 0;
}

void wave_diff_free(wave_diff_t *d) {
  struct wave_diff_inside *in = d->inside;
  for (unsigned side = 0; side < 2; side++) {
    const wave_stream_t *s = in->stream[side];
    for (uint32_t h = 0; s != NULL && in->value[side] != NULL && h < s->handles; h++) {
      free(in->value[side][h].text);
    }
    free(in->value[side]);
    free(in->first[side]);
    free(d->only[side]);
    wave_stream_close(in->stream[side]);
  }
  for (uint32_t p = 0; p < d->places; p++) {
    free(d->place[p].scope);
    free(d->place[p].a);
    free(d->place[p].b);
  }
  free(in->pair);
  free(in->touched);
  free(d->place);
  free(d->width);
  free(in);
  *d = (wave_diff_t){.from = 0};
}
