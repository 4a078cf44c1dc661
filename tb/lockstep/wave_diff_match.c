// wave_diff_match -- which signals two files of waves have in common, and what each is part of; see
// wave_diff_state.h.

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lockstep/unit_of.h"
#include "lockstep/wave_diff_state.h"

enum { NAME = 512 };

// ---- Signals

// The scope and what is in it; a comma of the name may be given as '_'.
bool wave_diff_wanted(void *context, const char *name) {
  const wave_diff_ask_t *ask = context;
  char path[2][NAME];
  char pattern[NAME];
  if (ask->scope == NULL) {
    return true;
  }
  // Levels as those of paths: '*' is part of one.
  (void)snprintf(pattern, NAME, "%s", ask->scope);
  (void)snprintf(path[0], NAME, "%s", name);
  for (char *dot = pattern; (dot = strchr(dot, '.')) != NULL;) {
    *dot = '/';
  }
  for (char *dot = path[0]; (dot = strchr(dot, '.')) != NULL;) {
    *dot = '/';
  }
  memcpy(path[1], path[0], NAME);
  for (char *comma = path[1]; (comma = strchr(comma, ',')) != NULL;) {
    *comma = '_';
  }
  const int flags = FNM_PATHNAME | FNM_LEADING_DIR | FNM_NOESCAPE;
  return fnmatch(pattern, path[0], flags) == 0 || fnmatch(pattern, path[1], flags) == 0;
}

// The signals of a stream by name; equal ones in the order of the file.
static const wave_signal_t *sorted_of;

static int by_name(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a;
  const uint32_t y = *(const uint32_t *)b;
  const int order = strcmp(sorted_of[x].name, sorted_of[y].name);
  return order != 0 ? order : (x > y) - (x < y);
}

static uint32_t *sorted(const wave_stream_t *s) {
  uint32_t *index = malloc(((size_t)s->signals + 1) * sizeof *index);
  for (uint32_t i = 0; i < s->signals && index != NULL; i++) {
    index[i] = i;
  }
  if (index != NULL) {
    sorted_of = s->signal;
    qsort(index, s->signals, sizeof *index, by_name);
  }
  return index;
}

static int by_file(const void *a, const void *b) {
  const wave_diff_pair_t *x = a;
  const wave_diff_pair_t *y = b;
  return (x->of[0] > y->of[0]) - (x->of[0] < y->of[0]);
}

static void match(wave_diff_t *d, uint32_t *const index[2]) {
  struct wave_diff_inside *in = d->inside;
  const wave_signal_t *a = in->stream[0]->signal;
  const wave_signal_t *b = in->stream[1]->signal;
  uint32_t at[2] = {0, 0};
  const uint32_t end[2] = {in->stream[0]->signals, in->stream[1]->signals};
  while (at[0] < end[0] || at[1] < end[1]) {
    const wave_signal_t *x = at[0] < end[0] ? &a[index[0][at[0]]] : NULL;
    const wave_signal_t *y = at[1] < end[1] ? &b[index[1][at[1]]] : NULL;
    const int order = x == NULL ? 1 : y == NULL ? -1 : strcmp(x->name, y->name);
    if (order < 0) {
      d->only[0][d->alone[0]++] = x->name;
    } else if (order > 0) {
      d->only[1][d->alone[1]++] = y->name;
    } else if (x->bits != y->bits) {
      d->width[d->widths++] = (wave_diff_width_t){x->name, x->bits, y->bits};
    } else {
      in->pair[in->pairs++] = (wave_diff_pair_t){.of = {index[0][at[0]], index[1][at[1]]}};
    }
    at[0] += order <= 0;
    at[1] += order >= 0;
  }
  qsort(in->pair, in->pairs, sizeof *in->pair, by_file);
}

static void join_handles(struct wave_diff_inside *in) {
  for (unsigned side = 0; side < 2; side++) {
    const wave_stream_t *s = in->stream[side];
    for (uint32_t h = 0; h < s->handles; h++) {
      in->first[side][h] = WAVE_DIFF_NONE;
    }
    for (uint32_t p = in->pairs; p-- > 0;) {
      const uint32_t handle = s->signal[in->pair[p].of[side]].handle;
      in->pair[p].next[side] = in->first[side][handle];
      in->first[side][handle] = p;
    }
  }
}

// ---- Places

// Sets what the place of a signal is, from its name: "noc.router_1,0.rtl.in_count_p0_v1".
static void place_of(const struct wave_diff_inside *in, const wave_signal_t *s, size_t scope,
                     wave_diff_place_t *place, bool *edge) {
  enum { ORDER_LINK = 1000 };
  char text[NAME];
  (void)snprintf(text, sizeof text, "%.*s", (int)scope, s->name);
  const char *side = strrchr(text, '.');
  side = side != NULL ? side + 1 : text;
  *place = (wave_diff_place_t){.unit = "signals", .order = ORDER_LINK - 1};
  *edge = false;
  if (strncmp(text, "noc.link_", strlen("noc.link_")) == 0) {
    place->unit = "link";
    place->order = ORDER_LINK;
    *edge = true;
  } else if (strcmp(side, "rtl") == 0 || strcmp(side, "ref") == 0) {
    const component_t component =
        strncmp(text, "noc.ni_", strlen("noc.ni_")) == 0 ? COMPONENT_INTERFACE : COMPONENT_ROUTER;
    const unit_variable_t unit =
        unit_of_variable(component, in->stream[0]->copying, s->wire, s->name + scope + 1);
    place->unit = unit.unit.name;
    place->order = 1 + unit.order;
    *edge = !s->wire;
  } else if (strcmp(side, "in") == 0 || strcmp(side, "dut") == 0) {
    place->unit = *side == 'i' ? "inputs" : "pins";
    place->order = 0;
  }
}

static bool make_places(wave_diff_t *d) {
  struct wave_diff_inside *in = d->inside;
  uint32_t room = 0;
  uint32_t begin = 0;  // the places of the same scope begin here
  for (uint32_t p = 0; p < in->pairs; p++) {
    wave_diff_pair_t *pair = &in->pair[p];
    const wave_signal_t *s = &in->stream[0]->signal[pair->of[0]];
    const char *dot = strrchr(s->name, '.');
    const size_t scope = dot != NULL ? (size_t)(dot - s->name) : 0;
    wave_diff_place_t place;
    place_of(in, s, scope, &place, &pair->edge);
    if (d->places > begin && (strncmp(d->place[begin].scope, s->name, scope) != 0 ||
                              d->place[begin].scope[scope] != '\0')) {
      begin = d->places;
    }
    uint32_t at = begin;
    while (at < d->places && strcmp(d->place[at].unit, place.unit) != 0) {
      at++;
    }
    if (at == d->places) {
      if (!memory_room(&d->place, &room, d->places + 1, sizeof *d->place) ||
          (place.scope = strndup(s->name, scope)) == NULL) {
        return false;
      }
      d->place[d->places++] = place;
    }
    d->place[at].signals++;
    pair->place = at;
  }
  return true;
}

bool wave_diff_match(wave_diff_t *d) {
  struct wave_diff_inside *in = d->inside;
  uint32_t *index[2] = {NULL, NULL};
  bool ok = true;
  for (unsigned side = 0; side < 2; side++) {
    const wave_stream_t *s = in->stream[side];
    index[side] = sorted(s);
    in->value[side] = calloc((size_t)s->handles + 1, sizeof **in->value);
    in->first[side] = malloc(((size_t)s->handles + 1) * sizeof **in->first);
    d->only[side] = malloc(((size_t)s->signals + 1) * sizeof **d->only);
    ok = ok && index[side] != NULL && in->value[side] != NULL && in->first[side] != NULL &&
         d->only[side] != NULL;
  }
  const size_t most = (size_t)in->stream[0]->signals + 1;
  in->pair = calloc(most, sizeof *in->pair);
  in->touched = malloc(most * sizeof *in->touched);
  d->width = malloc(most * sizeof *d->width);
  ok = ok && in->pair != NULL && in->touched != NULL && d->width != NULL;
  if (ok) {
    match(d, index);
    join_handles(in);
    d->signals = in->pairs;
    ok = make_places(d);
  }
  free(index[0]);
  free(index[1]);
  return ok;
}
