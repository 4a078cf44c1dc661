// wave_units -- see wave_units.h.

#include "lockstep/wave_units.h"

#include <string.h>

#include "lockstep/unit_of.h"
#include "lockstep/wave_content.h"

enum {
  UNITS = 64,
  CYCLE_BITS = 64,
  FEW = 2
};  // a field of so few variables needs no group of its own

typedef struct {
  content_t content;
  const bundle_layout_t *layout;
  const noc_shape_t *shape;
  component_t component;
  const char *scope;
} units_t;

static unit_variable_t unit_of_field(const units_t *u, const bundle_field_t *f) {
  return unit_of_variable(u->component, u->shape->multicast != 0, f->kind == FIELD_WIRE, f->name);
}

static void print_element(const units_t *u, const bundle_field_t *f, uint32_t element,
                          uint32_t elements) {
  static const char *const kSides[] = {"rtl", "ref"};
  const save_show_t show = save_show_of(f->radix);
  char name[WAVE_NAME];
  char scope[2 * WAVE_NAME];
  char alias[2 * WAVE_NAME];
  wave_field_name(f, u->shape, element, name);
  if (f->kind == FIELD_IN) {
    (void)snprintf(scope, sizeof scope, "%s.in", u->scope);
    content_signal(&u->content, show, SAVE_LINK, name, scope, name, f->bits * elements);
    return;
  }
  for (unsigned side = 0; side < SIDES; side++) {
    (void)snprintf(scope, sizeof scope, "%s.%s", u->scope, kSides[side]);
    (void)snprintf(alias, sizeof alias, "%s %s", side == SIDE_RTL ? "RTL" : "golden", name);
    content_signal(&u->content, show, side == SIDE_RTL ? SAVE_RTL : SAVE_REF, alias, scope, name,
                   f->bits * elements);
  }
}

static void print_field(const units_t *u, const bundle_field_t *f) {
  const uint32_t step = dimensions_parts(f->by, u->shape);
  const bool many = f->count > FEW * step;
  char title[SAVE_LETTERS + 1];
  content_field_title(f, title);
  if (many) {
    content_group(&u->content, true, title);
    content_field_meaning(&u->content, f);
  } else if (f->count > 0) {
    content_comment(&u->content, title);
  }
  for (uint32_t e = 0; e < f->count; e += step) {
    print_element(u, f, e, step);
  }
  if (many) {
    content_group_end(&u->content, true, title);
  }
}

// The fields of the unit with this place on the way, or the inputs.
static void print_unit(const units_t *u, bool inputs, unsigned order, const char *wanted,
                       bool *first) {
  // Commands of Surfer leave out what is closed.
  const bool open = *first || u->content.save->format == &kSaveSurfer;
  char title[SAVE_LETTERS + 1] = "";
  for (unsigned i = 0; i < u->layout->n_fields; i++) {
    const bundle_field_t *f = &u->layout->field[i];
    const unit_variable_t unit = unit_of_field(u, f);
    if ((f->kind == FIELD_IN) != inputs || (!inputs && unit.order != order) || f->count == 0 ||
        (wanted != NULL && (inputs || strcmp(unit.unit.name, wanted) != 0))) {
      continue;
    }
    if (*title == '\0') {
      (void)snprintf(title, sizeof title, "%s of %s", inputs ? "inputs" : unit.unit.name, u->scope);
      content_group(&u->content, open, title);
    }
    print_field(u, f);
  }
  if (*title != '\0') {
    content_group_end(&u->content, open, title);
    *first = inputs;  // the unit behind them is open as well
  }
}

bool wave_units_save(component_t component, const noc_shape_t *shape, const char *scope,
                     const char *unit, const char *dump, const save_format_t *format, FILE *out) {
  static bundle_layout_t layout;
  save_t save = {.out = out, .format = format, .dump = dump};
  const units_t u = {.content = {.save = &save},
                     .layout = &layout,
                     .shape = shape,
                     .component = component,
                     .scope = scope};
  bool first = true;
  if (component == COMPONENT_ROUTER) {
    bundle_router(shape, &layout);
  } else {
    bundle_interface(shape, &layout);
  }
  format->begin(&save);
  content_signal(&u.content, SAVE_BIN, SAVE_PLAIN, NULL, "", "clk", 1);
  content_signal(&u.content, SAVE_DEC, SAVE_PLAIN, "cycle", "", "cycle", CYCLE_BITS);
  // The inputs of an interface are its host's, and in no wave of a network.
  if (component == COMPONENT_ROUTER) {
    print_unit(&u, true, 0, unit, &first);
  }
  for (unsigned order = 0; order < UNITS; order++) {
    print_unit(&u, false, order, unit, &first);
  }
  format->end(&save);
  return !save.failed && ferror(out) == 0;
}
