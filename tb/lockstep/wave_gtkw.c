// wave_gtkw -- the GTKWave save file: which signals, in what order, how shown, where the marker is.
//
// At the top what differs, then the links of the most interesting router, flits as text; below its
// registers, RTL and golden value under each other, in closed groups; then other routers and
// interfaces, closed.

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/wave_state.h"

// Flags of a line in a save file, as GTKWave writes them.
#define SHOW_HEX     "@22"
#define SHOW_DEC     "@24"
#define SHOW_BIN     "@28"
#define SHOW_ENUM    "@100000028"
#define SHOW_TEXT    "@820"
#define TITLE        "@200"
#define OPEN_BEGIN   "@800200"
#define OPEN_END     "@1000200"
#define CLOSED_BEGIN "@c00200"
#define CLOSED_END   "@1401200"

enum { COLOR_RTL = 2, COLOR_REF = 6, COLOR_LINK = 3, FULL_COMPONENTS = 4 };

// The window, in pixels. The names get as much as the longest needs, whatever is written here, and
// values only what is left of it: so no name is longer than NAME_LETTERS, and values have room.
enum {
  WINDOW_WIDTH = 1600,
  WINDOW_HEIGHT = 1000,
  TREE_WIDTH = 24,  // closed, since all signals are in the list
  LETTER_WIDTH = 8,
  NAME_LETTERS = 60,
  VALUE_LETTERS = 18,
  SIGNALS_WIDTH = (NAME_LETTERS + VALUE_LETTERS) * LETTER_WIDTH
};

// This zoom makes a cycle some 90 pixels wide, enough for a flit as text, and shows ten. The marker
// has so many before it that a smaller screen shows it as well.
static const char kZoom[] = "-4.500000";
enum { CYCLES_BEFORE = 6 };

typedef struct {
  const wave_t *wave;
  FILE *out;
  const bank_mismatch_t *mismatch;
} save_t;

static void group(const save_t *s, bool open, const char *title) {
  (void)fprintf(s->out, "%s\n-%s\n", open ? OPEN_BEGIN : CLOSED_BEGIN, title);
}

static void group_end(const save_t *s, bool open, const char *title) {
  (void)fprintf(s->out, "%s\n-%s\n", open ? OPEN_END : CLOSED_END, title);
}

static void comment(const save_t *s, const char *text, size_t length) {
  (void)fprintf(s->out, "%s\n-%.*s\n", TITLE, (int)length, text);
}

// How much of the text a line of so many letters holds, in whole words.
static size_t fitting(const char *text, size_t letters) {
  size_t length = strlen(text);
  if (length > letters) {
    for (length = letters; length > 0 && text[length] != ' '; length--) {
    }
  }
  return length > 0 ? length : letters;
}

// Writes the title of a field's group, which says what the field is; one that is too long ends with
// "..".
static void field_title(const bundle_field_t *f, char title[NAME_LETTERS + 1]) {
  char whole[4 * WAVE_NAME];
  (void)snprintf(whole, sizeof whole, "%s: %s", f->name, f->meaning);
  if (strlen(whole) <= NAME_LETTERS) {
    (void)snprintf(title, NAME_LETTERS + 1, "%s", whole);
  } else {
    (void)snprintf(title, NAME_LETTERS + 1, "%.*s ..", (int)fitting(whole, NAME_LETTERS - 3),
                   whole);
  }
}

// All of it, in the group, where the title has only its begin.
static void field_meaning(const save_t *s, const bundle_field_t *f) {
  const char *text = f->meaning;
  if (strlen(f->name) + strlen(": ") + strlen(text) <= NAME_LETTERS) {
    return;
  }
  while (*text != '\0') {
    const size_t length = fitting(text, NAME_LETTERS);
    comment(s, text, length);
    text += length;
    text += strspn(text, " ");
  }
}

// `alias` is what the list of signals shows; NULL: the name.
static void signal(const save_t *s, const char *show, int color, const char *alias,
                   const char *scope, const char *name, unsigned bits) {
  assert(scope != NULL);
  (void)fprintf(s->out, "%s\n", show);
  if (color >= 0) {
    (void)fprintf(s->out, "[color] %d\n", color);
  }
  if (alias != NULL) {
    (void)fprintf(s->out, "+{%s} ", alias);
  }
  (void)fprintf(s->out, "noc.%s%s%s", scope, (*scope != '\0') ? "." : "", name);
  if (bits > 1) {
    (void)fprintf(s->out, "[%u:0]", bits - 1);
  }
  (void)fprintf(s->out, "\n");
}

static const char *show_of(const bundle_field_t *f) {
  if (strcmp(f->radix, "kind") == 0) {
    return SHOW_ENUM;
  }
  return (strcmp(f->radix, "hex") == 0)   ? SHOW_HEX
         : (strcmp(f->radix, "bin") == 0) ? SHOW_BIN
                                          : SHOW_DEC;
}

// One variable of a component, on all its sides.
static void both_sides(const save_t *s, const wave_component_t *c, const wave_var_t *v) {
  static const char *const kSides[] = {"rtl", "ref"};
  char name[WAVE_NAME];
  char scope[2 * WAVE_NAME];
  char alias[2 * WAVE_NAME];
  wave_var_name(c, v, name);
  for (unsigned side = 0; side < SIDES; side++) {
    // A golden bank has no WIRE fields.
    if (c->side[side].present && c->side[side].count > 0 &&
        (v->field->kind != FIELD_WIRE || c->side[side].var[0].field->kind == FIELD_WIRE)) {
      (void)snprintf(scope, sizeof scope, "%s.%s", c->name, kSides[side]);
      (void)snprintf(alias, sizeof alias, "%s %s", (side == SIDE_RTL) ? "RTL" : "golden", name);
      signal(s, show_of(v->field), (side == SIDE_RTL) ? COLOR_RTL : COLOR_REF, alias, scope, name,
             v->bits);
    }
  }
}

static const wave_side_t *any_side(const wave_component_t *c) {
  return c->side[SIDE_RTL].present ? &c->side[SIDE_RTL] : &c->side[SIDE_REF];
}

static bool is_mismatch(const save_t *s, const wave_component_t *c) {
  return s->mismatch != NULL && c->component == s->mismatch->component && c->id == s->mismatch->id;
}

// Where the marker stands; false without a mismatch, or when the wave does not have its cycle.
static bool find_marker(const save_t *s, uint64_t *time) {
  if (s->mismatch == NULL) {
    return false;
  }
  const uint64_t cycle = s->mismatch->cycle + (s->mismatch->field->kind != FIELD_WIRE);
  *time = cycle * WAVE_PERIOD;
  return cycle >= s->wave->from && s->mismatch->cycle <= s->wave->to;
}

// The variable that differs first.
static void print_mismatch(const save_t *s) {
  for (size_t i = 0; i < s->wave->n_components; i++) {
    const wave_component_t *c = &s->wave->component[i];
    const wave_side_t *side = any_side(c);
    for (size_t v = 0; is_mismatch(s, c) && v < side->count; v++) {
      const wave_var_t *var = &side->var[v];
      if (strcmp(var->field->name, s->mismatch->field->name) == 0 &&
          var->element <= s->mismatch->index && s->mismatch->index < var->element + var->elements) {
        uint64_t marker = 0;
        (void)fprintf(s->out, "%s\n-mismatch in cycle %" PRIu64 ", %s%s\n", TITLE,
                      s->mismatch->cycle, c->name,
                      find_marker(s, &marker) ? "" : ", not in this wave");
        both_sides(s, c, var);
        (void)fprintf(s->out, "%s\n-\n", TITLE);
      }
    }
  }
}

// The pins of a foreign router.
static void print_pins(const save_t *s, const wave_component_t *c) {
  char scope[2 * WAVE_NAME];
  (void)snprintf(scope, sizeof scope, "%s.dut", c->name);
  if (c->pins > 0) {
    group(s, false, "pins");
  }
  for (size_t i = 0; i < c->pins; i++) {
    char name[WAVE_NAME];
    wave_foreign_name(&c->pin[i], name);
    signal(s, c->pin[i].pin->bits > 1 ? SHOW_HEX : SHOW_BIN, COLOR_RTL, NULL, scope, name,
           c->pin[i].pin->bits);
  }
  if (c->pins > 0) {
    group_end(s, false, "pins");
  }
}

// The inputs, open of a component alone: no links show them.
static void print_inputs(const save_t *s, const wave_component_t *c) {
  const bool open = s->wave->network == NULL;
  char scope[2 * WAVE_NAME];
  if (!c->in.present) {
    return;
  }
  (void)snprintf(scope, sizeof scope, "%s.in", c->name);
  group(s, open, "inputs");
  for (size_t i = 0; i < c->in.count; i++) {
    char name[WAVE_NAME];
    wave_var_name(c, &c->in.var[i], name);
    signal(s, show_of(c->in.var[i].field), COLOR_LINK, NULL, scope, name, c->in.var[i].bits);
  }
  group_end(s, open, "inputs");
}

// Registers, a group each: open where there is something to see.
static void print_registers(const save_t *s, const wave_component_t *c) {
  const wave_side_t *side = any_side(c);
  print_pins(s, c);
  for (size_t v = 0; v < side->count;) {
    const bundle_field_t *f = side->var[v].field;
    const bool open = (s->mismatch == NULL)
                          ? strcmp(f->name, "in_count") == 0
                          : is_mismatch(s, c) && strcmp(f->name, s->mismatch->field->name) == 0;
    char title[NAME_LETTERS + 1];
    field_title(f, title);
    group(s, open, title);
    field_meaning(s, f);
    for (; v < side->count && side->var[v].field == f; v++) {
      both_sides(s, c, &side->var[v]);
    }
    group_end(s, open, title);
  }
}

// Every link of a component, those into it first, each as text. With `all`, its fields as well.
static void print_links_of(const save_t *s, const char *name, bool into, bool all) {
  const noc_shape_t *shape = s->wave->shape;
  for (size_t i = 0; i < s->wave->n_links; i++) {
    const wave_link_t *l = &s->wave->link[i];
    char alias[2 * WAVE_NAME];
    if (strcmp(into ? l->to : l->from, name) != 0) {
      continue;
    }
    (void)snprintf(alias, sizeof alias, "%s %s", into ? "in from" : "out to",
                   into ? l->from : l->to);
    if (!all) {
      signal(s, SHOW_TEXT, COLOR_LINK, alias, l->name, "flit", 0);
      continue;
    }
    (void)fprintf(s->out, "%s\n-%s\n", TITLE, alias);
    signal(s, SHOW_ENUM, -1, NULL, l->name, "kind", 2);
    signal(s, SHOW_DEC, -1, NULL, l->name, "vc", shape->vc_w);
    signal(s, SHOW_DEC, -1, NULL, l->name, "source", 32);
    signal(s, SHOW_DEC, -1, NULL, l->name, "destination", 32);
    signal(s, SHOW_DEC, -1, NULL, l->name, "message", shape->msg_w);
    signal(s, SHOW_DEC, -1, NULL, l->name, "length", shape->len_w);
    if (shape->xor_unit != 0) {
      signal(s, SHOW_DEC, -1, NULL, l->name, "slot", shape->xslot_w);
      signal(s, SHOW_DEC, -1, NULL, l->name, "block_a", shape->name_w);
      signal(s, SHOW_DEC, -1, NULL, l->name, "block_b", shape->name_w);
    }
    signal(s, SHOW_HEX, -1, NULL, l->name, "payload", shape->flit_bits);
    signal(s, SHOW_BIN, -1, NULL, l->name, "credit_valid", 1);
    signal(s, SHOW_DEC, -1, NULL, l->name, "credit_vc", shape->vc_w);
  }
}

static void print_links(const save_t *s, const wave_component_t *c) {
  static const char kFields[] = "links: kind, VC, source, destination, message, credits";
  // "3,2" of "router_3,2"; the links of an interface say "ni_7".
  const char *name = (c->component == COMPONENT_ROUTER) ? c->name + strlen("router_") : c->name;
  print_links_of(s, name, true, false);
  print_links_of(s, name, false, false);
  group(s, false, kFields);
  print_links_of(s, name, true, true);
  print_links_of(s, name, false, true);
  group_end(s, false, kFields);
}

static void print_component(const save_t *s, const wave_component_t *c, bool open) {
  char title[2 * WAVE_NAME];
  (void)snprintf(title, sizeof title, "%s%s", c->name,
                 (c->side[SIDE_RTL].present && c->side[SIDE_REF].present)
                     ? s->wave->network != NULL ? ": links, registers of RTL and golden"
                                                : ": inputs, registers of RTL and golden"
                     : "");
  group(s, open, title);
  if (s->wave->network != NULL) {
    print_links(s, c);
  }
  print_inputs(s, c);
  print_registers(s, c);
  group_end(s, open, title);
}

// The component to look at first: that of the mismatch, else a router in the middle.
static size_t first_component(const save_t *s) {
  const wave_t *w = s->wave;
  for (size_t i = 0; i < w->n_components; i++) {
    if (is_mismatch(s, &w->component[i])) {
      return i;
    }
  }
  if (w->network == NULL) {
    return 0;
  }
  const topology_t *t = network_topology(w->network);
  unsigned middle[NOC_MAX_DIMS];
  for (unsigned d = 0; d < t->dims; d++) {
    middle[d] = t->radix[d] / 2;
  }
  for (size_t i = 0; i < w->routers; i++) {
    if (w->component[i].id == topology_router_at(t, middle)) {
      return i;
    }
  }
  return 0;
}

static void print_header(const save_t *s) {
  const wave_t *w = s->wave;
  char absolute[4096];
  // The wave has its name already.
  const char *path = (realpath(w->path, absolute) != NULL) ? absolute : w->path;
  const uint64_t before = CYCLES_BEFORE * WAVE_PERIOD;
  uint64_t start = w->from * WAVE_PERIOD;
  uint64_t marker = 0;
  const bool marked = find_marker(s, &marker);
  if (marked && marker > start + before) {
    start = marker - before;
  }
  (void)fprintf(s->out, "[dumpfile] \"%s\"\n", path);
  (void)fprintf(s->out, "[timestart] %" PRIu64 "\n", start);
  (void)fprintf(s->out, "[size] %d %d\n[pos] -1 -1\n", WINDOW_WIDTH, WINDOW_HEIGHT);
  (void)fprintf(s->out, "*%s %s%" PRIu64, kZoom, marked ? "" : "-", marked ? marker : 1);
  for (int i = 0; i < 26; i++) {
    (void)fprintf(s->out, " -1");
  }
  (void)fprintf(s->out, "\n[sst_width] %d\n[signals_width] %d\n[sst_expanded] 0\n", TREE_WIDTH,
                SIGNALS_WIDTH);
}

bool wave_gtkw(const wave_t *w, FILE *out) {
  const save_t s = {.wave = w, .out = out, .mismatch = wave_mismatch(w)};
  print_header(&s);
  signal(&s, SHOW_BIN, -1, NULL, "", "clk", 1);
  signal(&s, SHOW_DEC, -1, "cycle", "", "cycle", 64);
  print_mismatch(&s);
  const size_t first = first_component(&s);
  print_component(&s, &w->component[first], true);
  // A few more of each sort: a save file with every register of a network loads slowly.
  size_t shown[2] = {0};
  for (size_t i = 0; i < w->n_components; i++) {
    const wave_component_t *c = &w->component[i];
    if (i != first && shown[c->component]++ < FULL_COMPONENTS) {
      print_component(&s, c, false);
    }
  }
  if (w->n_links > 0) {
    group(&s, false, "all links");
    for (size_t i = 0; i < w->n_links; i++) {
      signal(&s, SHOW_TEXT, COLOR_LINK, w->link[i].name, w->link[i].name, "flit", 0);
    }
    group_end(&s, false, "all links");
  }
  return ferror(out) == 0;
}
