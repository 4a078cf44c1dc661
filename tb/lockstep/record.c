// record -- see record.h.

#include "lockstep/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/duts.h"
#include "lockstep/words.h"

// Stands before the functions of the bank that the member is in, as in culprit.c: the bank finds
// them by its `ops`, and these find the rest by theirs.
typedef struct {
  bank_ops_t ops;
  const bank_ops_t *of_bank;
  record_t *record;
  words_plan_t *plan;
  uint32_t *in;
  uint32_t member;
  uint64_t steps;
} record_bank_t;

static void note(record_bank_t *b, bool reset, uint64_t cycle) {
  words_pack(b->plan, b->member, b->in);
  const inputs_clock_t clock = {.cycle = cycle, .reset = reset};
  record_t *r = b->record;
  if (r->over) {
    return;
  }
  r->full = r->full || inputs_full(&r->inputs);
  r->failed = r->failed || (!r->full && !inputs_add(&r->inputs, clock, b->in));
}

static void reset(bank_t *bank) {
  record_bank_t *b = (record_bank_t *)bank->ops;
  note(b, true, 0);
  b->of_bank->reset(bank);
}

static bool step(bank_t *bank, uint64_t cycle) {
  record_bank_t *b = (record_bank_t *)bank->ops;
  note(b, false, cycle);
  b->record->over = ++b->steps >= b->record->steps;
  return b->of_bank->step(bank, cycle);
}

static void release(bank_t *bank) {
  record_bank_t *b = (record_bank_t *)bank->ops;
  bank->ops = b->of_bank;
  bank->ops->free(bank);
  words_plan_free(b->plan);
  free(b->in);
  free(b);
}

static bool place_before(bank_t *bank, const char *kind, const bank_config_t *config,
                         uint32_t member, record_t *record) {
  record_bank_t *b = calloc(1, sizeof *b);
  if (b == NULL) {
    return false;
  }
  inputs_t *s = &record->inputs;
  const bool router = config->component == COMPONENT_ROUTER;
  const void *arrays = router ? (const void *)&config->router : (const void *)&config->interface;
  char name[INPUTS_PLACE - 16];
  inputs_begin(s, config->component, config->shape);
  s->compares = strcmp(kind, "lockstep") == 0;
  s->seed = duts_seed(config, member);
  (void)snprintf(
      s->place, sizeof s->place, "%s %s", router ? "router" : "node",
      component_name(config->topology, config->component, config->ids[member], name, sizeof name));
  b->record = record;
  b->member = member;
  b->of_bank = bank->ops;
  b->ops = *bank->ops;
  b->ops.reset = reset;
  b->ops.step = step;
  b->ops.free = release;
  b->in = calloc(s->layout.in_words + WORDS_SLACK, sizeof *b->in);
  b->plan = words_plan_create(&s->layout, arrays, WORDS_IN);
  bank->ops = &b->ops;
  bank->has_rtl = true;  // every cycle is stepped
  return b->in != NULL && b->plan != NULL;
}

bank_t *record_factory(const char *kind, const bank_config_t *config, void *context,
                       noc_error_t *error) {
  record_t *record = context;
  const bool goes_on = strcmp(kind, "rtl") == 0 || strcmp(kind, "dut") == 0;
  bank_t *bank = record->factory(goes_on ? kind : "ref", config, record->context, error);
  for (uint32_t m = 0; bank != NULL && record->wanted && m < config->members; m++) {
    if (config->component == record->component && config->ids[m] == record->id &&
        !place_before(bank, kind, config, m, record)) {
      bank->ops->free(bank);
      (void)noc_fail(error, NOC_ENVIRONMENT, "no memory for the stimulus");
      return NULL;
    }
  }
  return bank;
}
