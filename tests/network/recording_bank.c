// recording_bank -- see recording_bank.h.

#include "network/recording_bank.h"

#include <stdlib.h>
#include <string.h>

#include "lockstep/factory.h"
#include "router/ref.h"

typedef struct {
  bank_t bank;
  ref_t *ref;
} recording_t;

static ref_t *ref_of(const bank_t *b) {
  return ((const recording_t *)b)->ref;
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
  (void)rtl;
  ref_state(ref_of(b), member, words);
}

static void release(bank_t *b) {
  ref_free(ref_of(b));
  free(b);
}

static uint32_t flits_inside(bank_t *b, uint32_t member) {
  return ref_flits_inside(ref_of(b), member);
}

static uint64_t xor_flits(bank_t *b, uint32_t member) {
  return ref_xor_flits(ref_of(b), member);
}

static bank_forward_t forwarded(bank_t *b, uint32_t member) {
  return ref_forwarded(ref_of(b), member);
}

static uint32_t credits(bank_t *b, uint32_t member, unsigned port, unsigned vc) {
  return ref_credits(ref_of(b), member, port, vc);
}

static uint32_t occupied(bank_t *b, uint32_t member, unsigned port, unsigned vc) {
  return ref_occupied(ref_of(b), member, port, vc);
}

static const bank_ops_t kOps = {
    .name = "recording", .reset = reset, .step = step, .state = state, .free = release};

bank_t *recording_factory(const char *kind, const bank_config_t *config, void *context,
                          noc_error_t *error) {
  if (strcmp(kind, "ref") != 0) {
    return bank_factory(kind, config, context, error);
  }
  recording_t *r = calloc(1, sizeof *r);
  if (r == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "no memory for the golden bank");
    return NULL;
  }
  bank_t *b = &r->bank;
  b->ops = &kOps;
  b->config = *config;
  b->has_ref = true;
  b->flits_inside = flits_inside;
  b->credits = credits;
  b->occupied = occupied;
  if (config->component == COMPONENT_ROUTER) {
    bundle_router(config->shape, &b->layout);
  } else {
    b->xor_flits = xor_flits;
    b->forwarded = forwarded;
    bundle_interface(config->shape, &b->layout);
  }
  r->ref = ref_create(config, true, error);
  if (r->ref == NULL) {
    free(r);
    return NULL;
  }
  return b;
}
