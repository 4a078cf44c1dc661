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
static const char *joining_source(const culprit_bank_t *b, const inside_difference_t *d) {
  const bool all = strncmp(d->field.name, "out_", 4) == 0 || strncmp(d->field.name, "tbl_", 4) == 0;
  return b->shape.multicast && strcmp(d->unit, "router") == 0 && !all
             ? "rtl/multicast/copy_datapath.sv"
             : d->source;
}

static void conclude(const culprit_bank_t *b, const inside_difference_t *d, uint64_t cycle,
                     bool after_reset) {
  culprit_t *c = b->search->found;
  const char *whole = unit_name(b->search->component);
  *c = (culprit_t){.found = true, .cycle = cycle, .after_reset = after_reset, .differs = *d};
  if (d->whole) {
    (void)snprintf(c->unit, sizeof c->unit, "%s", whole);
    name_source(c, joining_source(b, d));
  } else {
    (void)snprintf(c->unit, sizeof c->unit, "%s.%s", whole, d->unit);
    name_source(c, unit_part(d->unit, d->field.name, d->source));
  }
}

// "/home/me/rtl/router/fifo.sv:120: Assertion failed in ..": the file, if it is one of the RTL's.
static void conclude_assertion(const culprit_bank_t *b, const char *text, uint64_t cycle) {
  culprit_t *c = b->search->found;
  const char *file = strstr(text, "rtl/");
  const size_t length = file != NULL ? strcspn(file, ":") : 0;
  const char *slash = file != NULL ? memrchr(file, '/', length) : NULL;
  if (slash == NULL || length >= sizeof c->source) {
    return;
  }
  *c = (culprit_t){.found = true, .cycle = cycle};
  (void)snprintf(c->source, sizeof c->source, "%.*s", (int)length, file);
  (void)snprintf(c->unit, sizeof c->unit, "%s.%.*s", unit_name(b->search->component),
                 (int)strcspn(slash + 1, "."), slash + 1);
}

// ---- The bank

static void look(culprit_bank_t *b, bool reset, uint64_t cycle) {
  inside_difference_t d;
  if (b->over) {
    return;
  }
  words_pack(b->plan, b->member, b->in);
  if (!(reset ? inside_reset(b->inside, b->in, &d) : inside_step(b->inside, b->in, &d))) {
    conclude(b, &d, cycle, reset);
    b->over = true;
  } else if (!reset && inside_failed(b->inside) != NULL) {
    conclude_assertion(b, inside_failed(b->inside), cycle);
    b->over = true;
  }
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
  const bool golden = strcmp(kind, "lockstep") == 0;
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
