// wave_content -- which signals a save file has (wave_save.h), in what order, and where its markers
// are.
//
// At the top what differs, then the pipeline around it and the way of a packet, then the links of
// the most interesting router, flits as text; below its registers, RTL and golden value under each
// other, in closed groups; then other routers and interfaces, closed.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/wave_content.h"

enum { FULL_COMPONENTS = 4 };

// The marker has so many cycles before it that a small screen shows it as well.
enum { CYCLES_BEFORE = 6 };

save_show_t save_show_of(const char *radix) {
  return strcmp(radix, "kind") == 0  ? SAVE_KIND
         : strcmp(radix, "hex") == 0 ? SAVE_HEX
         : strcmp(radix, "bin") == 0 ? SAVE_BIN
                                     : SAVE_DEC;
}

size_t save_fitting(const char *text, size_t letters) {
  size_t length = strlen(text);
  if (length > letters) {
    for (length = letters; length > 0 && text[length] != ' '; length--) {
    }
  }
  return length > 0 ? length : letters;
}

void content_group(const content_t *c, bool open, const char *title) {
  c->save->format->group(c->save, open, title);
}

void content_group_end(const content_t *c, bool open, const char *title) {
  c->save->format->group_end(c->save, open, title);
}

static void comment(const content_t *c, const char *text, size_t length) {
  c->save->format->comment(c->save, text, length);
}

void content_comment(const content_t *c, const char *text) {
  comment(c, text, strlen(text));
}

void content_signal(const content_t *c, save_show_t show, save_color_t color, const char *alias,
                    const char *scope, const char *name, unsigned bits) {
  const save_signal_t signal = {show, color, alias, scope, name, bits};
  c->save->format->signal(c->save, &signal);
}

// Writes the title of a field's group, which says what the field is; one that is too long ends with
// "..".
void content_field_title(const bundle_field_t *f, char title[SAVE_LETTERS + 1]) {
  char whole[4 * WAVE_NAME];
  (void)snprintf(whole, sizeof whole, "%s: %s", f->name, f->meaning);
  if (strlen(whole) <= SAVE_LETTERS) {
    (void)snprintf(title, SAVE_LETTERS + 1, "%s", whole);
  } else {
    (void)snprintf(title, SAVE_LETTERS + 1, "%.*s ..", (int)save_fitting(whole, SAVE_LETTERS - 3),
                   whole);
  }
}

// All of it, in the group, where the title has only its begin.
void content_field_meaning(const content_t *s, const bundle_field_t *f) {
  const char *text = f->meaning;
  if (strlen(f->name) + strlen(": ") + strlen(text) <= SAVE_LETTERS) {
    return;
  }
  while (*text != '\0') {
    const size_t length = save_fitting(text, SAVE_LETTERS);
    comment(s, text, length);
    text += length;
    text += strspn(text, " ");
  }
}

// One variable of a component, on all its sides.
void content_both_sides(const content_t *s, const wave_component_t *c, const wave_var_t *v) {
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
      content_signal(s, save_show_of(v->field->radix), (side == SIDE_RTL) ? SAVE_RTL : SAVE_REF,
                     alias, scope, name, v->bits);
    }
  }
}

const wave_side_t *content_side(const wave_component_t *c) {
  return c->side[SIDE_RTL].present ? &c->side[SIDE_RTL] : &c->side[SIDE_REF];
}

static bool is_mismatch(const content_t *s, const wave_component_t *c) {
  return s->mismatch != NULL && c->component == s->mismatch->component && c->id == s->mismatch->id;
}

// Where the marker stands; false without a mismatch, or when the wave does not have its cycle.
static bool find_marker(const content_t *s, uint64_t *time) {
  if (s->mismatch == NULL) {
    return false;
  }
  const uint64_t cycle = s->mismatch->cycle + (s->mismatch->field->kind != FIELD_WIRE);
  *time = cycle * WAVE_PERIOD;
  return cycle >= s->wave->from && s->mismatch->cycle <= s->wave->to;
}

// The variable that differs first.
static void print_mismatch(const content_t *s) {
  for (size_t i = 0; i < s->wave->n_components; i++) {
    const wave_component_t *c = &s->wave->component[i];
    const wave_side_t *side = content_side(c);
    for (size_t v = 0; is_mismatch(s, c) && v < side->count; v++) {
      const wave_var_t *var = &side->var[v];
      if (strcmp(var->field->name, s->mismatch->field->name) == 0 &&
          var->element <= s->mismatch->index && s->mismatch->index < var->element + var->elements) {
        uint64_t marker = 0;
        char text[2 * WAVE_NAME];
        (void)snprintf(text, sizeof text, "mismatch in cycle %" PRIu64 ", %s%s", s->mismatch->cycle,
                       c->name, find_marker(s, &marker) ? "" : ", not in this wave");
        content_comment(s, text);
        content_both_sides(s, c, var);
        content_comment(s, "");
      }
    }
  }
}

// The pins of a foreign router.
static void print_pins(const content_t *s, const wave_component_t *c) {
  char scope[2 * WAVE_NAME];
  (void)snprintf(scope, sizeof scope, "%s.dut", c->name);
  if (c->pins > 0) {
    content_group(s, false, "pins");
  }
  for (size_t i = 0; i < c->pins; i++) {
    char name[WAVE_NAME];
    wave_foreign_name(&c->pin[i], name);
    content_signal(s, c->pin[i].pin->bits > 1 ? SAVE_HEX : SAVE_BIN, SAVE_RTL, NULL, scope, name,
                   c->pin[i].pin->bits);
  }
  if (c->pins > 0) {
    content_group_end(s, false, "pins");
  }
}

// The inputs, open of a component alone: no links show them.
static void print_inputs(const content_t *s, const wave_component_t *c) {
  const bool open = s->wave->network == NULL;
  char scope[2 * WAVE_NAME];
  if (!c->in.present) {
    return;
  }
  (void)snprintf(scope, sizeof scope, "%s.in", c->name);
  content_group(s, open, "inputs");
  for (size_t i = 0; i < c->in.count; i++) {
    char name[WAVE_NAME];
    wave_var_name(c, &c->in.var[i], name);
    content_signal(s, save_show_of(c->in.var[i].field->radix), SAVE_LINK, name, scope, name,
                   c->in.var[i].bits);
  }
  content_group_end(s, open, "inputs");
}

// Registers, a group each: open where there is something to see.
static void print_registers(const content_t *s, const wave_component_t *c) {
  const wave_side_t *side = content_side(c);
  print_pins(s, c);
  for (size_t v = 0; v < side->count;) {
    const bundle_field_t *f = side->var[v].field;
    const bool open = (s->mismatch == NULL)
                          ? strcmp(f->name, "in_count") == 0
                          : is_mismatch(s, c) && strcmp(f->name, s->mismatch->field->name) == 0;
    char title[SAVE_LETTERS + 1];
    content_field_title(f, title);
    content_group(s, open, title);
    content_field_meaning(s, f);
    for (; v < side->count && side->var[v].field == f; v++) {
      content_both_sides(s, c, &side->var[v]);
    }
    content_group_end(s, open, title);
  }
}

// Every link of a component, those into it first, each as text. With `all`, its fields as well.
static void print_links_of(const content_t *s, const wave_component_t *c, bool into, bool all) {
  const noc_shape_t *shape = s->wave->shape;
  for (size_t i = 0; i < s->wave->n_links; i++) {
    const wave_link_t *l = &s->wave->link[i];
    char alias[2 * WAVE_NAME];
    const wave_end_t *end = &l->end[into];
    if (end->component != c->component || end->id != c->id) {
      continue;
    }
    (void)snprintf(alias, sizeof alias, "%s %s", into ? "in from" : "out to",
                   into ? l->from : l->to);
    if (!all) {
      content_signal(s, SAVE_TEXT, SAVE_LINK, alias, l->name, "flit", 0);
      continue;
    }
    content_comment(s, alias);
    content_signal(s, SAVE_KIND, SAVE_PLAIN, NULL, l->name, "kind", 2);
    content_signal(s, SAVE_DEC, SAVE_PLAIN, NULL, l->name, "vc", shape->vc_w);
    content_signal(s, SAVE_DEC, SAVE_PLAIN, NULL, l->name, "source", 32);
    content_signal(s, SAVE_DEC, SAVE_PLAIN, NULL, l->name, "destination", 32);
    content_signal(s, SAVE_DEC, SAVE_PLAIN, NULL, l->name, "message", shape->msg_w);
    content_signal(s, SAVE_DEC, SAVE_PLAIN, NULL, l->name, "length", shape->len_w);
    if (shape->xor_unit != 0) {
      content_signal(s, SAVE_DEC, SAVE_PLAIN, NULL, l->name, "slot", shape->xslot_w);
      content_signal(s, SAVE_DEC, SAVE_PLAIN, NULL, l->name, "block_a", shape->name_w);
      content_signal(s, SAVE_DEC, SAVE_PLAIN, NULL, l->name, "block_b", shape->name_w);
    }
    content_signal(s, SAVE_HEX, SAVE_PLAIN, NULL, l->name, "payload", shape->flit_bits);
    content_signal(s, SAVE_BIN, SAVE_PLAIN, NULL, l->name, "credit_valid", 1);
    content_signal(s, SAVE_DEC, SAVE_PLAIN, NULL, l->name, "credit_vc", shape->vc_w);
  }
}

static void print_links(const content_t *s, const wave_component_t *c) {
  static const char kFields[] = "links: kind, VC, source, destination, message, credits";
  print_links_of(s, c, true, false);
  print_links_of(s, c, false, false);
  content_group(s, false, kFields);
  print_links_of(s, c, true, true);
  print_links_of(s, c, false, true);
  content_group_end(s, false, kFields);
}

static void print_component(const content_t *s, const wave_component_t *c, bool open) {
  char title[2 * WAVE_NAME];
  (void)snprintf(title, sizeof title, "%s%s", c->name,
                 (c->side[SIDE_RTL].present && c->side[SIDE_REF].present)
                     ? s->wave->network != NULL ? ": links, registers of RTL and golden"
                                                : ": inputs, registers of RTL and golden"
                     : "");
  content_group(s, open, title);
  if (s->wave->network != NULL) {
    print_links(s, c);
  }
  print_inputs(s, c);
  print_registers(s, c);
  content_group_end(s, open, title);
}

// The component to look at first: that of the mismatch, else a router in the middle.
static size_t first_component(const content_t *s) {
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

bool content_write(const wave_t *w, const save_format_t *format, FILE *out) {
  char absolute[4096];
  // The wave has its name already.
  const char *path = (realpath(w->path, absolute) != NULL) ? absolute : w->path;
  save_t save = {
      .out = out, .format = format, .dump = path, .start = w->from * WAVE_PERIOD, .last = w->time};
  const content_t c = {.save = &save, .wave = w, .mismatch = wave_mismatch(w)};
  uint64_t before = CYCLES_BEFORE * WAVE_PERIOD;
  save.marked = find_marker(&c, &save.marker);
  if (w->way != NULL) {
    content_marks(&c);
    if (!save.marked && save.marks > 0) {
      save.marked = true;
      save.marker = save.mark[0].time;
      before = WAVE_PERIOD;
    }
  }
  if (save.marked && save.marker > save.start + before) {
    save.start = save.marker - before;
  }
  format->begin(&save);
  content_signal(&c, SAVE_BIN, SAVE_PLAIN, NULL, "", "clk", 1);
  content_signal(&c, SAVE_DEC, SAVE_PLAIN, "cycle", "", "cycle", 64);
  print_mismatch(&c);
  content_pipeline(&c);
  if (w->way != NULL) {
    content_way(&c);
  }
  const size_t first = first_component(&c);
  print_component(&c, &w->component[first], true);
  // A few more of each sort: a save file with every register of a network loads slowly.
  size_t shown[2] = {0};
  for (size_t i = 0; i < w->n_components; i++) {
    const wave_component_t *of = &w->component[i];
    if (i != first && shown[of->component]++ < FULL_COMPONENTS) {
      print_component(&c, of, false);
    }
  }
  if (w->n_links > 0) {
    content_group(&c, false, "all links");
    for (size_t i = 0; i < w->n_links; i++) {
      content_signal(&c, SAVE_TEXT, SAVE_LINK, w->link[i].name, w->link[i].name, "flit", 0);
    }
    content_group_end(&c, false, "all links");
  }
  format->end(&save);
  return !save.failed && ferror(out) == 0;
}
