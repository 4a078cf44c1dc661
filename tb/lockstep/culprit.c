// culprit -- see culprit.h.

#include "lockstep/culprit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dut/plugin.h"
#include "lockstep/factory.h"
#include "lockstep/unit_of.h"
#include "lockstep/words.h"

// Stands before the functions of the bank that the member is in: the bank finds them by its `ops`,
// and these find the rest by theirs.
typedef struct culprit_bank {
  bank_ops_t ops;
  const bank_ops_t *of_bank;
  culprit_search_t *search;
  noc_shape_t shape;
  bundle_layout_t layout;
  inside_t *inside;
  words_plan_t *plan;
  uint32_t *in;  // IN words of the member
  uint32_t member;
  uint64_t steps;
  bool over;
} culprit_bank_t;

static const char *unit_name(component_t component) {
  return component == COMPONENT_ROUTER ? "router" : "network_interface";
}

bool culprit_search_begin(culprit_search_t *search, const noc_shape_t *shape, noc_error_t *error) {
  search->plugin = plugin_load_watched(unit_name(search->component), shape, &search->watch, error);
  return search->plugin != NULL;
}

// ---- What is found

static void name_source(culprit_t *c, const char *source) {
  (void)snprintf(c->source, sizeof c->source, "%s", source);
}

// A router that copies joins its units in a file of its own, but for those that all routers have.
static const char *joining_source(const noc_shape_t *shape, const inside_difference_t *d) {
  const bool all = strncmp(d->field.name, "out_", 4) == 0 || strncmp(d->field.name, "tbl_", 4) == 0;
  return shape->multicast && strcmp(d->unit, "router") == 0 && !all
             ? "rtl/multicast/copy_datapath.sv"
             : d->source;
}

static void conclude(culprit_t *c, component_t component, const noc_shape_t *shape,
                     const inside_difference_t *d, uint64_t cycle, bool after_reset) {
  const char *whole = unit_name(component);
  *c = (culprit_t){.found = true, .cycle = cycle, .after_reset = after_reset, .differs = *d};
  if (d->whole) {
    (void)snprintf(c->unit, sizeof c->unit, "%s", whole);
    name_source(c, joining_source(shape, d));
  } else {
    (void)snprintf(c->unit, sizeof c->unit, "%s.%s", whole, d->unit);
    name_source(c, unit_part(d->unit, d->field.name, d->source));
  }
}

// "/home/me/rtl/router/fifo.sv:120: Assertion failed in ..": the file, if it is one of the RTL's.
static void conclude_assertion(culprit_t *c, component_t component, const char *text,
                               uint64_t cycle) {
  const char *file = strstr(text, "rtl/");
  const size_t length = file != NULL ? strcspn(file, ":") : 0;
  const char *slash = file != NULL ? memrchr(file, '/', length) : NULL;
  if (slash == NULL || length >= sizeof c->source) {
    return;
  }
  *c = (culprit_t){.found = true, .cycle = cycle};
  (void)snprintf(c->source, sizeof c->source, "%.*s", (int)length, file);
  (void)snprintf(c->unit, sizeof c->unit, "%s.%.*s", unit_name(component),
                 (int)strcspn(slash + 1, "."), slash + 1);
}

// A clock of the component; whether that has shown who it is.
static bool found(inside_t *inside, component_t component, const noc_shape_t *shape,
                  const uint32_t *in, bool reset, uint64_t cycle, culprit_t *c) {
  inside_difference_t d;
  if (!(reset ? inside_reset(inside, in, &d) : inside_step(inside, in, &d))) {
    conclude(c, component, shape, &d, cycle, reset);
    return true;
  }
  if (!reset && inside_failed(inside) != NULL) {
    conclude_assertion(c, component, inside_failed(inside), cycle);
    return true;
  }
  return false;
}

// ---- The bank

static void look(culprit_bank_t *b, bool reset, uint64_t cycle) {
  if (b->over) {
    return;
  }
  words_pack(b->plan, b->member, b->in);
  b->over =
      found(b->inside, b->search->component, &b->shape, b->in, reset, cycle, b->search->found);
}

static void reset(bank_t *bank) {
  culprit_bank_t *b = (culprit_bank_t *)bank->ops;
  look(b, true, 0);
  b->of_bank->reset(bank);
}

static bool step(bank_t *bank, uint64_t cycle) {
  culprit_bank_t *b = (culprit_bank_t *)bank->ops;
  look(b, false, cycle);
  b->over = b->over || b->steps++ > b->search->steps;
  return b->of_bank->step(bank, cycle) && !b->over;
}

static void release(bank_t *bank) {
  culprit_bank_t *b = (culprit_bank_t *)bank->ops;
  bank->ops = b->of_bank;
  bank->ops->free(bank);
  inside_free(b->inside);
  words_plan_free(b->plan);
  free(b->in);
  free(b);
}

// Random values before the first reset, other than those of the run.
enum { SEED = 1 };

static bool create(culprit_bank_t *b, const bank_config_t *config, noc_error_t *error) {
  const bool router = config->component == COMPONENT_ROUTER;
  const void *arrays = router ? (const void *)&config->router : (const void *)&config->interface;
  b->shape = plugin_shape(unit_name(config->component), config->shape);
  (router ? bundle_router : bundle_interface)(&b->shape, &b->layout);
  b->in = calloc(b->layout.in_words + WORDS_SLACK, sizeof *b->in);
  b->plan = words_plan_create(&b->layout, arrays, WORDS_IN);
  if (b->in == NULL || b->plan == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "no memory to look into a %s",
                    unit_name(config->component));
  }
  if ((b->search->plugin == NULL && !culprit_search_begin(b->search, &b->shape, error)) ||
      !plugin_fits(b->search->plugin, &b->layout, error)) {
    return false;
  }
  b->inside =
      inside_create(b->search->plugin, b->search->watch, config->component, &b->shape, SEED, error);
  b->search->inside = b->inside;
  return b->inside != NULL;
}

static bool place_before(bank_t *bank, const bank_config_t *config, uint32_t member,
                         culprit_search_t *search, noc_error_t *error) {
  culprit_bank_t *b = calloc(1, sizeof *b);
  if (b == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "out of memory");
  }
  b->search = search;
  b->member = member;
  b->of_bank = bank->ops;
  b->ops = *bank->ops;
  b->ops.reset = reset;
  b->ops.step = step;
  b->ops.free = release;
  bank->ops = &b->ops;
  bank->has_rtl = true;  // every cycle is stepped
  return create(b, config, error);
}

bank_t *culprit_factory(const char *kind, const bank_config_t *config, void *context,
                        noc_error_t *error) {
  culprit_search_t *search = context;
  const bool golden = strcmp(kind, "rtl") != 0;
  bank_t *bank = bank_factory(golden ? "ref" : kind, config, NULL, error);
  for (uint32_t m = 0; bank != NULL && m < config->members; m++) {
    if (config->component == search->component && config->ids[m] == search->id &&
        !place_before(bank, config, m, search, error)) {
      bank->ops->free(bank);
      return NULL;
    }
  }
  return bank;
}

bool culprit_of_inputs(const inputs_t *s, culprit_t *c, noc_error_t *error) {
  const noc_shape_t shape = plugin_shape(unit_name(s->component), &s->shape);
  culprit_search_t search = {.component = s->component};
  *c = (culprit_t){.found = false};
  if (!culprit_search_begin(&search, &shape, error) ||
      !plugin_fits(search.plugin, &s->layout, error)) {
    return false;
  }
  uint32_t *in = calloc(s->layout.in_words + WORDS_SLACK, sizeof *in);
  inside_t *inside =
      in != NULL ? inside_create(search.plugin, search.watch, s->component, &shape, SEED, error)
                 : NULL;
  bool over = false;
  for (size_t i = 0; inside != NULL && !over && i < s->clocks; i++) {
    memcpy(in, inputs_words(s, i), s->layout.in_words * sizeof *in);
    over = found(inside, s->component, &shape, in, s->clock[i].reset, s->clock[i].cycle, c);
  }
  const bool ok = inside != NULL;
  if (ok) {
    inside_free(inside);
  }
  free(in);
  return ok ||
         noc_fail(error, NOC_ENVIRONMENT, "no memory to look into a %s", unit_name(s->component));
}
