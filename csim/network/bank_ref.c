// bank_ref -- the golden bank; see bank.h and network/ref.h.

#include <stdlib.h>
#include <string.h>

#include "network/bank.h"
#include "network/ref.h"

typedef struct {
  bank_t bank;
  ref_t *ref;
} bank_ref_t;

static ref_t *ref_of(const bank_t *b) {
  return ((const bank_ref_t *)b)->ref;
}

static void reset(bank_t *b) {
  ref_reset(ref_of(b));
}

static bool step(bank_t *b, uint64_t cycle) {
  (void)cycle;
  ref_step(ref_of(b));
  return true;
}

static void state(bank_t *b, uint32_t member, bool rtl, uint32_t *words) {
  (void)rtl;  // there is one side only
  ref_state(ref_of(b), member, words);
}

static size_t snapshot_size(const bank_t *b) {
  return ref_snapshot_size(ref_of(b));
}

static void save(const bank_t *b, void *to) {
  ref_save(ref_of(b), to);
}

static void restore(bank_t *b, const void *from) {
  ref_restore(ref_of(b), from);
}

static void release(bank_t *b) {
  ref_free(ref_of(b));
  free(b);
}

static uint32_t flits_inside(bank_t *b, uint32_t member) {
  return ref_flits_inside(ref_of(b), member);
}

static int64_t copied(bank_t *b, uint32_t member) {
  return ref_copied(ref_of(b), member);
}

static uint64_t xor_flits(bank_t *b, uint32_t member) {
  return ref_xor_flits(ref_of(b), member);
}

static bank_forward_t forwarded(bank_t *b, uint32_t member) {
  return ref_forwarded(ref_of(b), member);
}

static bool needs_slot(bank_t *b, uint32_t member, unsigned vc) {
  return ref_needs_slot(ref_of(b), member, vc);
}

static uint32_t credits(bank_t *b, uint32_t member, unsigned port, unsigned vc) {
  return ref_credits(ref_of(b), member, port, vc);
}

static uint32_t occupied(bank_t *b, uint32_t member, unsigned port, unsigned vc) {
  return ref_occupied(ref_of(b), member, port, vc);
}

static bool front(bank_t *b, uint32_t member, unsigned port, unsigned vc, bank_front_t *f) {
  return ref_front(ref_of(b), member, port, vc, f);
}

static bool newest(bank_t *b, uint32_t member, unsigned port, unsigned vc, bank_front_t *head) {
  return ref_newest(ref_of(b), member, port, vc, head);
}

static const uint64_t *head(bank_t *b, uint32_t member, unsigned port, unsigned slot) {
  return ref_head(ref_of(b), member, port, slot);
}

static const bank_ops_t kOps = {.name = "ref",
                                .reset = reset,
                                .step = step,
                                .state = state,
                                .snapshot_size = snapshot_size,
                                .save = save,
                                .restore = restore,
                                .free = release};

static bank_t *create(const bank_config_t *config, bool record, noc_error_t *error) {
  bank_ref_t *b = calloc(1, sizeof *b);
  if (b == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "no memory for the golden bank");
    return NULL;
  }
  b->bank.ops = &kOps;
  b->bank.config = *config;
  b->bank.has_ref = true;
  b->bank.flits_inside = flits_inside;
  b->bank.credits = credits;
  b->bank.occupied = occupied;
  b->bank.front = front;
  b->bank.newest = newest;
  if (config->component == COMPONENT_ROUTER) {
    b->bank.copied = copied;
    b->bank.head = head;
    bundle_router(config->shape, &b->bank.layout);
  } else {
    b->bank.xor_flits = xor_flits;
    b->bank.forwarded = forwarded;
    b->bank.needs_slot = needs_slot;
    bundle_interface(config->shape, &b->bank.layout);
  }
  b->ref = ref_create(config, record, error);
  if (b->ref == NULL) {
    free(b);
    return NULL;
  }
  return &b->bank;
}

bank_t *bank_ref_create(const bank_config_t *config, noc_error_t *error) {
  return create(config, false, error);
}

bank_t *bank_ref_recording(const bank_config_t *config, noc_error_t *error) {
  return create(config, true, error);
}

bank_t *bank_factory_ref(const char *kind, const bank_config_t *config, void *context,
                         noc_error_t *error) {
  (void)context;
  if (strcmp(kind, "ref") != 0) {
    (void)noc_fail(error, NOC_BAD_INPUT,
                   "run.router" SAY_IS("%s", "ref, as the static library has golden models only"),
                   kind);
    return NULL;
  }
  return bank_ref_create(config, error);
}
