// bank_rtl -- a bank of Verilated components; see factory.h.

#include <stdlib.h>
#include <string.h>

#include "lockstep/duts.h"
#include "lockstep/factory.h"
#include "lockstep/heads.h"
#include "lockstep/tasks.h"

// Wires whose bits are counted: the memory ports of an interface's units, by their enables, and
// what comes of the speculative requests of a router.
enum { OPERANDS, SLOT_WRITES, SLOT_READS, SPECULATED, WASTED, WATCHED };
static const char *const kWatched[WATCHED] = {"x_rd_en", "fs_wr_en", "fs_rd_en", "sa_spec",
                                              "sa_wasted"};

typedef struct {
  uint64_t bits[WATCHED];
} passed_t;

typedef struct {
  bank_t bank;
  noc_shape_t shape;
  duts_t *duts;
  crew_t *crew;
  uint32_t asserted[CREW_MAX];  // by thread: the first of its members that did, or `members`
  uint32_t rested[CREW_MAX];    // by thread: members at rest in this cycle
  passed_t *passed;             // [members]; NULL: there are no such wires
  bool has[WATCHED];            // these there are,
  uint32_t word[WATCHED];       // .. in this word of the state
  heads_t *heads;               // of routers: what their buffers hold; else NULL
  tasks_t *tasks;               // of routers whose packets are followed; else NULL
} bank_rtl_t;

static duts_t *duts_of(const bank_t *b) {
  return ((const bank_rtl_t *)b)->duts;
}

static void reset(bank_t *b) {
  bank_rtl_t *r = (bank_rtl_t *)b;
  if (r->passed != NULL) {
    memset(r->passed, 0, b->config.members * sizeof *r->passed);
  }
  heads_reset(r->heads);
  duts_reset(duts_of(b));
  duts_drive(duts_of(b));
}

static void count_bits(bank_rtl_t *r, uint32_t m) {
  for (unsigned i = 0; i < WATCHED; i++) {
    if (r->has[i]) {
      const uint32_t word = duts_state(r->duts, m)[r->word[i]];
      r->passed[m].bits[i] += (unsigned)__builtin_popcount(word);
    }
  }
}

static void step_part(void *arg, unsigned thread, uint32_t begin, uint32_t end) {
  bank_rtl_t *r = arg;
  for (uint32_t m = begin; m < end; m++) {
    heads_arrive(r->heads, m);
    if (!duts_step_member(r->duts, m) && m < r->asserted[thread]) {
      r->asserted[thread] = m;
    }
    r->rested[thread] += duts_rested(r->duts, m);
    if (r->passed != NULL) {
      count_bits(r, m);
    }
    if (r->tasks != NULL) {
      tasks_arrive(r->tasks, m, duts_state(r->duts, m));
    }
  }
}

static bool step(bank_t *b, uint64_t cycle) {
  bank_rtl_t *r = (bank_rtl_t *)b;
  const uint32_t members = b->config.members;
  uint32_t asserted = members;  // the first member that did, whatever the number of threads
  for (unsigned t = 0; t < crew_threads(r->crew); t++) {
    r->asserted[t] = members;
    r->rested[t] = 0;
  }
  crew_run(r->crew, members, step_part, r);
  duts_drive(r->duts);
  for (unsigned t = 0; t < crew_threads(r->crew); t++) {
    asserted = r->asserted[t] < asserted ? r->asserted[t] : asserted;
    b->rested += r->rested[t];
  }
  if (asserted < members) {
    bank_fail_assertion(b, cycle, asserted);
  }
  return asserted == members;
}

static void state(bank_t *b, uint32_t member, bool rtl, uint32_t *words) {
  (void)rtl;  // there is one side only
  memcpy(words, duts_state(duts_of(b), member), b->layout.state_words * sizeof *words);
}

static size_t passed_size(const bank_t *b) {
  const bank_rtl_t *r = (const bank_rtl_t *)b;
  return r->passed != NULL ? b->config.members * sizeof *r->passed : 0;
}

static size_t snapshot_size(const bank_t *b) {
  const heads_t *heads = ((const bank_rtl_t *)b)->heads;
  return duts_snapshot_size(duts_of(b)) + heads_snapshot_size(heads) + passed_size(b);
}

static void save(const bank_t *b, void *to) {
  const bank_rtl_t *r = (const bank_rtl_t *)b;
  if (r->passed != NULL) {
    memcpy(to, r->passed, passed_size(b));
  }
  unsigned char *heads = (unsigned char *)to + passed_size(b);
  heads_save(r->heads, heads);
  duts_save(r->duts, heads + heads_snapshot_size(r->heads));
}

static void restore(bank_t *b, const void *from) {
  bank_rtl_t *r = (bank_rtl_t *)b;
  if (r->passed != NULL) {
    memcpy(r->passed, from, passed_size(b));
  }
  const unsigned char *heads = (const unsigned char *)from + passed_size(b);
  heads_restore(r->heads, heads);
  duts_restore(r->duts, heads + heads_snapshot_size(r->heads));
  duts_drive(duts_of(b));
}

static void checkpoint(bank_t *b, checkpoint_t *c) {
  bank_rtl_t *r = (bank_rtl_t *)b;
  CHECKPOINT(c, b->rested);
  CHECKPOINT_ARRAY(c, r->passed, r->passed != NULL ? b->config.members : 0);
  heads_checkpoint(r->heads, c);
  duts_checkpoint(r->duts, c);
}

static void release(bank_t *b) {
  duts_free(duts_of(b));
  heads_free(((bank_rtl_t *)b)->heads);
  tasks_free(((bank_rtl_t *)b)->tasks);
  free(((bank_rtl_t *)b)->passed);
  free(b);
}

// Element `index` of a field by name.
static uint64_t element(const bank_t *b, uint32_t member, const char *name, uint32_t index) {
  for (unsigned i = 0; i < b->layout.n_fields; i++) {
    const bundle_field_t *f = &b->layout.field[i];
    if (f->kind != FIELD_IN && strcmp(f->name, name) == 0) {
      return bundle_element(f, duts_state(duts_of(b), member), index);
    }
  }
  return 0;
}

static uint32_t flits_inside(bank_t *b, uint32_t member) {
  const noc_shape_t *s = b->config.shape;
  const bool router = b->config.component == COMPONENT_ROUTER;
  uint64_t flits = 0;
  if (router) {
    flits = (uint64_t)__builtin_popcountll(element(b, member, "st_valid", 0));
  }
  for (uint32_t i = 0; i < (router ? s->ports * s->vcs : s->vcs); i++) {
    flits += router ? element(b, member, "in_count", i)
                    : element(b, member, "inj_count", i) + element(b, member, "ej_count", i);
  }
  const uint64_t from = !router && s->xor_unit ? element(b, member, "inj_from", 0) : 0;
  if (from > 0) {
    const uint32_t network = (uint32_t)element(b, member, "inj_from_network", 0);
    flits += element(b, member, "inj_left", network < s->networks ? network : 0);
  }
  return (uint32_t)flits;
}

static uint64_t xor_flits(bank_t *b, uint32_t member) {
  const bank_rtl_t *r = (bank_rtl_t *)b;
  return r->shape.xor_unit ? r->passed[member].bits[OPERANDS] : 0;
}

static bank_speculation_t speculation(bank_t *b, uint32_t member) {
  const uint64_t *bits = ((bank_rtl_t *)b)->passed[member].bits;
  return (bank_speculation_t){.granted = bits[SPECULATED] - bits[WASTED], .wasted = bits[WASTED]};
}

static bank_forward_t forwarded(bank_t *b, uint32_t member) {
  const bank_rtl_t *r = (bank_rtl_t *)b;
  bank_forward_t sum = {0};
  if (!r->shape.forward_unit) {
    return sum;
  }
  const uint32_t first = member == BANK_ALL ? 0 : member;
  const uint32_t end = member == BANK_ALL ? b->config.members : member + 1;
  for (uint32_t m = first; m < end; m++) {
    sum.stored += r->passed[m].bits[SLOT_WRITES];
    sum.copied += r->passed[m].bits[SLOT_READS];
    for (uint32_t s = 0; s < r->shape.forward_slots; s++) {
      sum.used += element(b, m, "f_used", s);
    }
  }
  return sum;
}

static uint32_t credits(bank_t *b, uint32_t member, unsigned port, unsigned vc) {
  const bool router = b->config.component == COMPONENT_ROUTER;
  return (uint32_t)(router ? element(b, member, "out_credit", port * b->config.shape->vcs + vc)
                           : element(b, member, "inj_credit", vc));
}

static uint32_t occupied(bank_t *b, uint32_t member, unsigned port, unsigned vc) {
  const bool router = b->config.component == COMPONENT_ROUTER;
  return (uint32_t)(router ? element(b, member, "in_count", port * b->config.shape->vcs + vc)
                           : element(b, member, "ej_count", vc));
}

static const uint64_t *head(bank_t *b, uint32_t member, unsigned port, unsigned slot) {
  return heads_find(((bank_rtl_t *)b)->heads, member, port, slot);
}

static bool follow(bank_t *b) {
  bank_rtl_t *r = (bank_rtl_t *)b;
  r->tasks = r->tasks != NULL ? r->tasks : tasks_create(b);
  return r->tasks != NULL;
}

static void queue(bank_t *b, uint32_t member, unsigned port, unsigned vc, bank_queue_t *q) {
  const bank_rtl_t *r = (bank_rtl_t *)b;
  tasks_queue(r->tasks, member, duts_state(r->duts, member), port, vc, q);
}

static uint32_t owned(bank_t *b, uint32_t member, unsigned port) {
  const bank_rtl_t *r = (bank_rtl_t *)b;
  return tasks_owned(r->tasks, duts_state(r->duts, member), port);
}

static const bank_ops_t kOps = {.name = "rtl",
                                .reset = reset,
                                .step = step,
                                .state = state,
                                .snapshot_size = snapshot_size,
                                .save = save,
                                .restore = restore,
                                .checkpoint = checkpoint,
                                .free = release};

const char *bank_rtl_assertion(const bank_t *b, uint32_t member) {
  return (b->ops == &kOps) ? duts_failed(duts_of(b), member) : NULL;
}

const duts_t *bank_rtl_duts(const bank_t *b) {
  return (b->ops == &kOps) ? duts_of(b) : NULL;
}

// A wire has a place in the list of every shape, and elements where there is one.
static bool watch_wires(bank_rtl_t *b, noc_error_t *error) {
  const bundle_layout_t *layout = &b->bank.layout;
  bool any = false;
  for (unsigned i = 0; i < layout->n_fields; i++) {
    for (unsigned k = 0; k < WATCHED; k++) {
      if (layout->field[i].count > 0 && strcmp(layout->field[i].name, kWatched[k]) == 0) {
        b->word[k] = layout->field[i].word;
        b->has[k] = any = true;
      }
    }
  }
  b->passed = any ? calloc(b->bank.config.members, sizeof *b->passed) : NULL;
  return !any || b->passed != NULL ||
         noc_fail(error, NOC_ENVIRONMENT, "no memory for the RTL bank");
}

static void watch_units(bank_rtl_t *b) {
  b->bank.xor_flits = xor_flits;
  b->bank.forwarded = forwarded;
}

static bool watch_heads(bank_rtl_t *b, noc_error_t *error) {
  b->bank.head = head;
  b->bank.follow = follow;
  b->bank.queue = queue;
  b->bank.owned = owned;
  b->bank.speculation = b->shape.speculative ? speculation : NULL;
  b->heads = heads_create(&b->bank.config);
  return b->heads != NULL || noc_fail(error, NOC_ENVIRONMENT, "no memory for the RTL bank");
}

bank_t *bank_rtl_create(const bank_config_t *config, crew_t *crew, noc_error_t *error) {
  bank_rtl_t *b = calloc(1, sizeof *b);
  if (b == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "no memory for the RTL bank");
    return NULL;
  }
  bank_head(&b->bank, config, NULL, &b->shape);
  b->bank.ops = &kOps;
  b->crew = crew;
  b->bank.has_rtl = true;
  b->bank.flits_inside = flits_inside;
  b->bank.credits = credits;
  b->bank.occupied = occupied;
  b->duts = duts_create(&b->bank.config, &b->bank.layout, b->bank.layout.unit,
                        duts_arrays(&b->bank.config), error);
  if (b->duts == NULL) {
    free(b);
    return NULL;
  }
  const bool router = config->component == COMPONENT_ROUTER;
  if (!watch_wires(b, error) || (router && !watch_heads(b, error))) {
    release(&b->bank);
    return NULL;
  }
  if (!router) {
    watch_units(b);
  }
  return &b->bank;
}
