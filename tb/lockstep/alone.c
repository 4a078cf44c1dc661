// alone -- see alone.h.

#include "lockstep/alone.h"

#include <stdlib.h>
#include <string.h>

#include "dut/plugin.h"
#include "lockstep/factory.h"
#include "lockstep/words.h"
#include "twins/twins.h"

struct alone {
  bank_t bank;  // with it as its only member, for waves
  const inputs_t *like;
  noc_shape_t shape;  // of the unit
  const dut_plugin_t *plugin;
  const unit_twin_t *twin;
  void *dut;
  unsigned char *golden;
  size_t golden_size;
  uint32_t *in, *rtl_words, *golden_words;
  bool fresh;                      // reset, and not stepped since
  const wave_outputs_t *expected;  // NULL: nothing is known of them
  wave_difference_t difference;
  size_t clocks;
};

static void state(bank_t *bank, uint32_t member, bool rtl, uint32_t *words) {
  const alone_t *r = (const alone_t *)bank;
  (void)member;
  memcpy(words, rtl ? r->rtl_words : r->golden_words, bank->layout.state_words * sizeof *words);
}

static const bank_ops_t kOps = {.name = "alone", .state = state};

bank_t *alone_bank(alone_t *r) {
  return &r->bank;
}

const uint32_t *alone_inputs(const alone_t *r) {
  return r->in;
}

alone_t *alone_create(const inputs_t *like, noc_error_t *error) {
  alone_t *r = calloc(1, sizeof *r);
  if (r == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "no memory for a replay");
    return NULL;
  }
  const char *unit = inputs_unit(like->component);
  r->like = like;
  r->shape = plugin_shape(unit, &like->shape);
  r->bank = (bank_t){.ops = &kOps,
                     .config = {.component = like->component, .shape = &r->shape, .members = 1},
                     .layout = like->layout,
                     .has_rtl = true,
                     .has_ref = like->compares};
  r->plugin = plugin_load(unit, &like->shape, error);
  if (r->plugin == NULL || !plugin_fits(r->plugin, &like->layout, error)) {
    free(r);
    return NULL;
  }
  r->twin = unit_twin(unit);
  r->golden_size = r->twin->state_size(&r->shape);
  r->golden = malloc(r->golden_size);
  r->in = calloc(like->layout.in_words + WORDS_SLACK, sizeof *r->in);
  r->rtl_words = calloc(like->layout.state_words + WORDS_SLACK, sizeof *r->rtl_words);
  r->golden_words = calloc(like->layout.state_words + WORDS_SLACK, sizeof *r->golden_words);
  if (r->golden == NULL || r->in == NULL || r->rtl_words == NULL || r->golden_words == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "no memory for a replay");
    alone_free(r);
    return NULL;
  }
  return r;
}

void alone_free(alone_t *r) {
  if (r == NULL) {
    return;
  }
  if (r->dut != NULL) {
    r->plugin->free(r->dut);
  }
  free(r->golden);
  free(r->in);
  free(r->rtl_words);
  free(r->golden_words);
  free(r);
}

bool alone_begin(alone_t *r) {
  if (r->dut != NULL) {
    r->plugin->free(r->dut);
  }
  r->dut = r->plugin->create("replay", r->like->seed);
  memset(r->golden, 0, r->golden_size);
  r->fresh = false;
  r->clocks = 0;
  r->difference = (wave_difference_t){.field = NULL};
  r->bank.mismatch = (bank_mismatch_t){.field = NULL};
  return r->dut != NULL;
}

// The first element in list order that differs, of fields of these kinds and behind.
static bool equal(const alone_t *r, field_kind_t from, uint64_t cycle, bank_mismatch_t *m) {
  const bundle_layout_t *l = &r->like->layout;
  const size_t words = from > FIELD_WIRE ? l->wire_words : 0;
  if (memcmp(r->rtl_words + words, r->golden_words + words,
             (l->state_words - words) * sizeof *r->rtl_words) == 0) {
    return true;
  }
  *m = (bank_mismatch_t){
      .cycle = cycle, .component = r->like->component, .after_reset = from > FIELD_WIRE};
  for (unsigned i = 0; i < l->n_fields && m->field == NULL; i++) {
    const bundle_field_t *f = &l->field[i];
    for (uint32_t e = 0; f->kind >= from && m->field == NULL && e < f->count; e++) {
      m->rtl = bundle_element(f, r->rtl_words, e);
      m->golden = bundle_element(f, r->golden_words, e);
      if (m->rtl != m->golden) {
        m->field = f;
        m->index = e;
      }
    }
  }
  return m->field == NULL;
}

static bool one_clock(alone_t *r, inputs_clock_t clock, const uint32_t *in, bank_mismatch_t *m) {
  const bool compares = r->like->compares;
  memcpy(r->in, in, r->like->layout.in_words * sizeof *in);
  if (!clock.reset && r->fresh && compares && !equal(r, FIELD_OUT, clock.cycle, m)) {
    return false;
  }
  r->fresh = clock.reset;
  (clock.reset ? r->plugin->reset : r->plugin->step)(r->dut, r->in, r->rtl_words);
  if (compares && clock.reset) {
    r->twin->reset(&r->shape, r->golden, r->golden_words);
  } else if (compares) {
    r->twin->step(&r->shape, r->golden, r->in, r->golden_words);
  }
  if (clock.reset) {
    return true;
  }
  if (compares && !equal(r, FIELD_WIRE, clock.cycle, m)) {
    return false;
  }
  if (alone_assertion(r) != NULL) {
    *m = (bank_mismatch_t){.cycle = clock.cycle,
                           .component = r->like->component,
                           .field = bank_assertion_field(),
                           .rtl = 1};
    return false;
  }
  return true;
}

// RTL and golden model have the outputs that waves show behind a clock.
static bool as_expected(alone_t *r, inputs_clock_t clock, bank_mismatch_t *m) {
  if (r->expected == NULL) {
    return true;
  }
  const wave_difference_t d = wave_outputs_compare(r->expected, r->clocks++, &r->like->layout,
                                                   r->rtl_words, r->golden_words);
  r->difference = d;
  if (d.field != NULL) {
    *m = (bank_mismatch_t){.cycle = clock.cycle,
                           .component = r->like->component,
                           .field = d.field,
                           .index = d.element,
                           .rtl = bundle_element(d.field, r->rtl_words, d.element),
                           .golden = bundle_element(d.field, r->golden_words, d.element),
                           .after_reset = clock.reset};
  }
  return d.field == NULL;
}

void alone_expect(alone_t *r, const wave_outputs_t *outputs) {
  r->expected = outputs;
}

const wave_difference_t *alone_difference(const alone_t *r) {
  return &r->difference;
}

bool alone_clock(alone_t *r, inputs_clock_t clock, const uint32_t *in, bank_mismatch_t *m) {
  const bool same = one_clock(r, clock, in, m) && as_expected(r, clock, m);
  if (!same) {
    r->bank.mismatch = *m;
  }
  return same;
}

const uint32_t *alone_golden(const alone_t *r) {
  return r->golden_words;
}

const char *alone_assertion(const alone_t *r) {
  return r->plugin->failed(r->dut);
}

bool alone_all(alone_t *r, const inputs_t *s, uint64_t until, bank_mismatch_t *m, size_t *clocks) {
  bool same = true;
  *clocks = 0;
  for (size_t i = 0; same && i < s->clocks && (s->clock[i].reset || s->clock[i].cycle < until);
       i++) {
    same = alone_clock(r, s->clock[i], inputs_words(s, i), m);
    ++*clocks;
  }
  return same;
}
