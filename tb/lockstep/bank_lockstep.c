// bank_lockstep -- golden models and RTL on the same inputs, compared every cycle; see factory.h.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/coverage.h"
#include "lockstep/duts.h"
#include "lockstep/events.h"
#include "lockstep/factory.h"
#include "network/ref.h"

typedef struct {
  bank_t bank;
  noc_shape_t shape;
  duts_t *duts;
  const void *arrays;  // of the golden state
  const char *unit;    // that the RTL is: a top, which is compared by its pins; NULL: the component
  bundle_layout_t pins;
  union {
    router_pins_t router;
    interface_pins_t interface;
  } pin;
  events_t *events;
  coverage_t coverage;
  crew_t *crew;
  uint64_t cycle;  // this one
  // The first member that each thread has found to do so in this cycle; `members`: none does.
  uint32_t differs[CREW_MAX], asserted[CREW_MAX];
  bool fresh;  // reset, and not stepped since
  // Bits, 64 members a word, with config.skip_idle; else NULL: whose golden models had something to
  // do in the last cycle, and whose are as they were when they were compared.
  uint64_t *touched, *unchanged;
  uint32_t rested[CREW_MAX];  // by thread: members at rest in this cycle
} bank_lockstep_t;

static bank_lockstep_t *self(const bank_t *b) {
  return (bank_lockstep_t *)b;
}

static size_t member_words(const bank_t *b) {
  return (b->config.members + 63) / 64;
}

// Who has been reset or restored is evaluated and compared.
static void forget_unchanged(bank_lockstep_t *l) {
  if (l->touched != NULL) {
    memset(l->touched, 0xff, member_words(&l->bank) * sizeof *l->touched);
    memset(l->unchanged, 0, member_words(&l->bank) * sizeof *l->unchanged);
  }
}

static void reset(bank_t *b) {
  forget_unchanged(self(b));
  ref_reset(b->golden);
  duts_reset(self(b)->duts);
  events_reset(self(b)->events);
  self(b)->fresh = true;
}

// The field of the RTL's words that a field of the bank is; NULL: it is not compared.
static const bundle_field_t *compared_field(const bank_lockstep_t *l, const bundle_field_t *f) {
  if (l->unit == NULL) {
    return f;
  }
  for (unsigned i = 0; i < l->pins.n_fields; i++) {
    if (strcmp(l->pins.field[i].name, f->name) == 0) {
      return &l->pins.field[i];
    }
  }
  return NULL;
}

// Whether element e of a field counts. Payloads of a top have no reset (DataReset = 0), and count
// while they are valid.
static bool counts(const bank_lockstep_t *l, const bundle_field_t *f, uint32_t e,
                   const uint32_t *golden) {
  static const char *const kPayload[][2] = {
      {"out_payload", "out_valid"}, {"del_data", "del_valid"}, {"res_data", "res_valid"}};
  const bundle_layout_t *layout = &l->bank.layout;
  for (size_t k = 0; l->unit != NULL && k < sizeof kPayload / sizeof *kPayload; k++) {
    for (unsigned i = 0; strcmp(f->name, kPayload[k][0]) == 0 && i < layout->n_fields; i++) {
      if (strcmp(layout->field[i].name, kPayload[k][1]) == 0) {
        return (bundle_element(&layout->field[i], golden, 0) >> e / l->shape.words & 1) != 0;
      }
    }
  }
  return true;
}

// The first element in list order that differs; false if there is none, or no memory. In reset the
// memory ports do what they like: fields are compared from `kind` on.
static bool first_difference(const bank_t *b, uint32_t member, field_kind_t from,
                             bank_mismatch_t *found) {
  const bank_lockstep_t *l = self(b);
  const uint32_t *rtl = duts_state(l->duts, member);
  uint32_t *golden = calloc(b->layout.state_words, sizeof *golden);
  found->field = NULL;
  if (golden != NULL) {
    ref_state(l->bank.golden, member, golden);
  }
  for (unsigned i = 0; i < b->layout.n_fields && found->field == NULL; i++) {
    const bundle_field_t *f = &b->layout.field[i];
    const bundle_field_t *of_rtl = f->kind >= from ? compared_field(l, f) : NULL;
    for (uint32_t e = 0; e < f->count && of_rtl != NULL && golden != NULL; e++) {
      const uint64_t r = bundle_element(of_rtl, rtl, e);
      const uint64_t g = bundle_element(f, golden, e);
      if (r != g && counts(l, f, e, golden)) {
        found->field = f;
        found->index = e;
        found->rtl = r;
        found->golden = g;
        break;
      }
    }
  }
  free(golden);
  return found->field != NULL;
}

// Notes it. There is one.
static void find_difference(bank_t *b, uint64_t cycle, uint32_t member, field_kind_t from) {
  b->mismatch = (bank_mismatch_t){
      .cycle = cycle, .component = b->config.component, .id = b->config.ids[member]};
  const bool found = first_difference(b, member, from, &b->mismatch);
  assert(found);
  (void)found;
}

// Whether a member is as its golden model, but for what does not count.
static bool is_equal(const bank_lockstep_t *l, uint32_t m) {
  bank_mismatch_t unused;
  return duts_equal(l->duts, m, l->arrays) ||
         (l->unit != NULL && !first_difference(&l->bank, m, FIELD_OUT, &unused));
}

// The values that reset gave to the registers, which a register written in every cycle shows at no
// other time. Returns whether they are equal.
static bool compare_reset(bank_t *b, uint64_t cycle) {
  const bank_lockstep_t *l = self(b);
  const bundle_layout_t *layout = &b->layout;
  const size_t registers = layout->state_words - layout->wire_words;
  uint32_t *golden = malloc(layout->state_words * sizeof *golden);
  uint32_t m = 0;
  for (; golden != NULL && m < b->config.members; m++) {
    ref_state(l->bank.golden, m, golden);
    if (l->unit != NULL) {
      if (!is_equal(l, m)) {
        break;
      }
      continue;
    }
    if (memcmp(golden + layout->wire_words, duts_state(l->duts, m) + layout->wire_words,
               registers * sizeof *golden) != 0) {
      break;
    }
  }
  const bool equal = golden != NULL && m == b->config.members;
  free(golden);
  if (!equal) {
    find_difference(b, cycle, m, FIELD_OUT);
    b->mismatch.after_reset = true;
  }
  return equal;
}

// Which golden models have had nothing to do, in this cycle and the one before it.
static void note_unchanged(bank_lockstep_t *l) {
  const uint64_t *touched = l->unchanged != NULL ? ref_touched(l->bank.golden) : NULL;
  for (size_t w = 0; touched != NULL && w < member_words(&l->bank); w++) {
    l->unchanged[w] = ~(touched[w] | l->touched[w]);
    l->touched[w] = touched[w];
  }
}

static void step_rtl(bank_lockstep_t *l, unsigned thread, uint32_t m) {
  if (!duts_step_member(l->duts, m) && m < l->asserted[thread]) {
    l->asserted[thread] = m;
  }
  l->rested[thread] += duts_rested(l->duts, m);
}

// Neither side has changed since they were compared.
static bool both_rest(const bank_lockstep_t *l, uint32_t m) {
  return l->unchanged != NULL && (l->unchanged[m / 64] >> m % 64 & 1) != 0 &&
         duts_rested(l->duts, m);
}

static void compare(bank_lockstep_t *l, unsigned thread, uint32_t m) {
  if (both_rest(l, m)) {
    return;
  }
  if (!is_equal(l, m) && m < l->differs[thread]) {
    l->differs[thread] = m;
  }
}

// Notes what is exercised, in the state before the clock edge: both sides have it.
static void look(bank_lockstep_t *l, uint64_t cycle) {
  const uint32_t members = l->bank.config.members;
  if (l->bank.config.component == COMPONENT_ROUTER) {
    const router_fields_t *f = ref_router_fields(l->bank.golden);
    coverage_heads(&l->coverage, &l->shape, f, members, l->bank.golden);
    if (coverage_due(cycle)) {
      coverage_routers(&l->coverage, &l->shape, f, members);
    }
  } else if (coverage_due(cycle)) {
    coverage_interfaces(&l->coverage, &l->shape, ref_interface_fields(l->bank.golden), members);
  }
}

static void step_golden(bank_lockstep_t *l) {
  profile_enter(l->bank.config.profile, PROFILE_COMPARING);
  events_cycle(l->events, l->cycle);
  look(l, l->cycle);
  profile_enter(l->bank.config.profile, bank_golden_part(&l->bank));
  ref_step(l->bank.golden);  // writes OUT pins; the RTL reads IN pins
  note_unchanged(l);
}

// Item 0 is the golden bank, which reads the same pins as the RTL and may go beside it.
static void step_part(void *arg, unsigned thread, uint32_t begin, uint32_t end) {
  bank_lockstep_t *l = arg;
  for (uint32_t i = begin; i < end; i++) {
    if (i == 0) {
      step_golden(l);
    } else {
      step_rtl(l, thread, i - 1);
    }
  }
}

static void compare_part(void *arg, unsigned thread, uint32_t begin, uint32_t end) {
  for (uint32_t m = begin; m < end; m++) {
    compare(arg, thread, m);
  }
}

// Both sides, and what is found. One thread compares a member while its words are in the cache.
static void step_both(bank_lockstep_t *l) {
  const uint32_t members = l->bank.config.members;
  for (unsigned t = 0; t < crew_threads(l->crew); t++) {
    l->differs[t] = l->asserted[t] = members;
    l->rested[t] = 0;
  }
  if (l->crew != NULL) {
    crew_run(l->crew, members + 1, step_part, l);
    crew_run(l->crew, members, compare_part, l);
    return;
  }
  step_golden(l);
  for (uint32_t m = 0; m < members; m++) {
    profile_enter(l->bank.config.profile, PROFILE_RTL);
    step_rtl(l, 0, m);
    profile_enter(l->bank.config.profile, PROFILE_COMPARING);
    compare(l, 0, m);
  }
}

static bool step(bank_t *b, uint64_t cycle) {
  bank_lockstep_t *l = self(b);
  const uint32_t members = b->config.members;
  uint32_t differs = members;  // the first member that differs, whatever the number of threads
  uint32_t asserted = members;
  if (l->fresh && !compare_reset(b, cycle)) {
    return false;
  }
  l->fresh = false;
  l->cycle = cycle;
  step_both(l);
  for (unsigned t = 0; t < crew_threads(l->crew); t++) {
    differs = (l->differs[t] < differs) ? l->differs[t] : differs;
    asserted = (l->asserted[t] < asserted) ? l->asserted[t] : asserted;
    b->rested += l->rested[t];
  }
  b->comparisons += members;  // who rests is as it was when it was compared
  if (differs < members) {
    find_difference(b, cycle, differs, FIELD_WIRE);
    events_outputs(l->events, differs, cycle + 1);
  } else if (asserted < members) {
    bank_fail_assertion(b, cycle, asserted);
  }
  return differs == members && asserted == members;
}

static void state(bank_t *b, uint32_t member, bool rtl, uint32_t *words) {
  const bank_lockstep_t *l = self(b);
  const uint32_t *of_rtl = duts_state(l->duts, member);
  if (rtl && l->unit == NULL) {
    memcpy(words, of_rtl, b->layout.state_words * sizeof *words);
    return;
  }
  ref_state(b->golden, member, words);
  // The registers of a top are not known: those of the golden model are shown.
  for (unsigned i = 0; rtl && i < b->layout.n_fields; i++) {
    const bundle_field_t *f = &b->layout.field[i];
    const bundle_field_t *pin = f->kind == FIELD_OUT ? compared_field(l, f) : NULL;
    if (pin != NULL) {
      memcpy(words + f->word, of_rtl + pin->word, f->words * sizeof *words);
    }
  }
}

static size_t snapshot_size(const bank_t *b) {
  return ref_snapshot_size(b->golden) + duts_snapshot_size(self(b)->duts);
}

static void save(const bank_t *b, void *to) {
  ref_save(b->golden, to);
  duts_save(self(b)->duts, (unsigned char *)to + ref_snapshot_size(b->golden));
}

static void restore(bank_t *b, const void *from) {
  ref_restore(b->golden, from);
  duts_restore(self(b)->duts, (const unsigned char *)from + ref_snapshot_size(b->golden));
  forget_unchanged(self(b));
  events_reset(self(b)->events);
}

// The last events of members are left out: a failure soon after has fewer to tell.
static void checkpoint(bank_t *b, checkpoint_t *c) {
  bank_lockstep_t *l = self(b);
  const size_t words = l->touched != NULL ? member_words(b) : 0;
  CHECKPOINT(c, b->comparisons);
  CHECKPOINT(c, b->rested);
  CHECKPOINT(c, l->coverage);
  CHECKPOINT(c, l->fresh);
  CHECKPOINT_ARRAY(c, l->touched, words);
  CHECKPOINT_ARRAY(c, l->unchanged, words);
  ref_checkpoint(b->golden, c);
  duts_checkpoint(l->duts, c);
  if (checkpoint_reads(c)) {
    events_reset(l->events);
  }
}

static void release(bank_t *b) {
  bank_lockstep_t *l = self(b);
  ref_free(l->bank.golden);
  duts_free(l->duts);
  events_free(l->events);
  free(l->touched);
  free(l->unchanged);
  free(l);
}

static const bank_ops_t kOps = {.name = "lockstep",
                                .reset = reset,
                                .step = step,
                                .state = state,
                                .snapshot_size = snapshot_size,
                                .save = save,
                                .restore = restore,
                                .checkpoint = checkpoint,
                                .free = release};

bool bank_lockstep_mutant(const bank_t *b, uint32_t mutant) {
  return duts_mutant(self(b)->duts, mutant);
}

const char *bank_lockstep_assertion(const bank_t *b, uint32_t member) {
  return (b->ops == &kOps) ? duts_failed(self(b)->duts, member) : NULL;
}

const duts_t *bank_lockstep_duts(const bank_t *b) {
  return (b->ops == &kOps) ? self(b)->duts : NULL;
}

const events_t *bank_events(const bank_t *b) {
  return (b->ops == &kOps) ? self(b)->events : NULL;
}

const coverage_t *bank_coverage(const bank_t *b) {
  return (b->ops == &kOps) ? &self(b)->coverage : NULL;
}

// The pins of a top, whose arrays are those of the config: the golden model drives OUT.
static void look_at_pins(bank_lockstep_t *l) {
  bank_t *b = &l->bank;
#define COPY(name, type, bits, by, radix, meaning) pin->name = of->name;
#define IN                                         COPY
#define OUT                                        COPY
  if (b->config.component == COMPONENT_ROUTER) {
    const router_fields_t *of = &b->config.router;
    router_pins_t *pin = &l->pin.router;
#include "shape/router_pins_state.def"
    bundle_router_pins(&l->shape, &l->pins);
  } else {
    const interface_fields_t *of = &b->config.interface;
    interface_pins_t *pin = &l->pin.interface;
#include "shape/interface_pins_state.def"
    bundle_interface_pins(&l->shape, &l->pins);
  }
#undef COPY
#undef IN
#undef OUT
  l->arrays = &l->pin;
  b->layout.registers = 0;
  b->layout.state_bits = l->pins.state_bits;
}

static duts_t *create_duts(bank_lockstep_t *l, noc_error_t *error) {
  bank_t *b = &l->bank;
  if (l->unit == NULL) {
    return duts_create(&b->config, &b->layout, b->layout.unit, duts_arrays(&b->config), error);
  }
  look_at_pins(l);
  return duts_create(&b->config, &l->pins, l->unit, l->arrays, error);
}

bank_t *bank_lockstep_create(const bank_config_t *config, const char *unit, crew_t *crew,
                             noc_error_t *error) {
  bank_lockstep_t *l = calloc(1, sizeof *l);
  if (l == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "no memory for the lockstep bank");
    return NULL;
  }
  bank_t *b = &l->bank;
  l->unit = unit;
  bank_head(b, config, unit, &l->shape);
  b->ops = &kOps;
  coverage_start(&l->coverage, config->component, &l->shape);
  l->crew = crew;
  b->has_rtl = true;
  ref_t *golden = ref_create(&b->config, true, error);  // it drives the OUT pins
  if (golden != NULL) {
    bank_look_golden(b, golden);
    l->arrays = (config->component == COMPONENT_ROUTER)
                    ? (const void *)ref_router_fields(golden)
                    : (const void *)ref_interface_fields(golden);
    l->events = events_create(&b->config);
    if (config->skip_idle) {
      l->touched = calloc(member_words(b), sizeof *l->touched);
      l->unchanged = calloc(member_words(b), sizeof *l->unchanged);
    }
    if (l->events == NULL || (config->skip_idle && (!l->touched || !l->unchanged))) {
      (void)noc_fail(error, NOC_ENVIRONMENT, "no memory for the lockstep bank");
    } else {
      l->duts = create_duts(l, error);
    }
  }
  if (l->duts == NULL) {
    release(b);
    return NULL;
  }
  return b;
}
