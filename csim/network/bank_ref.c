// bank_ref -- the golden bank; see bank.h and network/ref.h.

#include <stdlib.h>
#include <string.h>

#include "network/bank.h"
#include "network/ref.h"

static void reset(bank_t *b) {
  ref_reset(b->golden);
}

static bool step(bank_t *b, uint64_t cycle) {
  (void)cycle;
  ref_step(b->golden);
  return true;
}

static void step_part(bank_t *b, uint32_t first, uint32_t end) {
  ref_step_part(b->golden, first, end);
}

static void state(bank_t *b, uint32_t member, bool rtl, uint32_t *words) {
  (void)rtl;  // there is one side only
  ref_state(b->golden, member, words);
}

static size_t snapshot_size(const bank_t *b) {
  return ref_snapshot_size(b->golden);
}

static void save(const bank_t *b, void *to) {
  ref_save(b->golden, to);
}

static void restore(bank_t *b, const void *from) {
  ref_restore(b->golden, from);
}

static void checkpoint(bank_t *b, checkpoint_t *c) {
  ref_checkpoint(b->golden, c);
}

static void release(bank_t *b) {
  ref_free(b->golden);
  free(b);
}

static void connect(bank_t *b, struct wires *wires) {
  ref_connect(b->golden, wires);
}

static uint32_t flits_inside(bank_t *b, uint32_t member) {
  return ref_flits_inside(b->golden, member);
}

static int64_t copied(bank_t *b, uint32_t member) {
  return ref_copied(b->golden, member);
}

static bank_speculation_t speculation(bank_t *b, uint32_t member) {
  return ref_speculation(b->golden, member);
}

static uint64_t xor_flits(bank_t *b, uint32_t member) {
  return ref_xor_flits(b->golden, member);
}

static bank_forward_t forwarded(bank_t *b, uint32_t member) {
  return ref_forwarded(b->golden, member);
}

static bool needs_slot(bank_t *b, uint32_t member, unsigned vc) {
  return ref_needs_slot(b->golden, member, vc);
}

static uint32_t credits(bank_t *b, uint32_t member, unsigned port, unsigned vc) {
  return ref_credits(b->golden, member, port, vc);
}

static uint32_t occupied(bank_t *b, uint32_t member, unsigned port, unsigned vc) {
  return ref_occupied(b->golden, member, port, vc);
}

static bool front(bank_t *b, uint32_t member, unsigned port, unsigned vc, bank_front_t *f) {
  return ref_front(b->golden, member, port, vc, f);
}

static bool newest(bank_t *b, uint32_t member, unsigned port, unsigned vc, bank_front_t *head) {
  return ref_newest(b->golden, member, port, vc, head);
}

static const uint64_t *head(bank_t *b, uint32_t member, unsigned port, unsigned slot) {
  return ref_head(b->golden, member, port, slot);
}

// The registers are there as they are.
static bool follow(bank_t *b) {
  (void)b;
  return true;
}

static void queue(bank_t *b, uint32_t member, unsigned port, unsigned vc, bank_queue_t *q) {
  ref_queue(b->golden, member, port, vc, q);
}

static uint32_t owned(bank_t *b, uint32_t member, unsigned port) {
  return ref_owned(b->golden, member, port);
}

static uint32_t crossing(bank_t *b, uint32_t member, uint8_t *to, uint8_t *vc) {
  return ref_crossing(b->golden, member, to, vc);
}

void bank_look_golden(bank_t *b, struct ref *golden) {
  b->golden = golden;
  b->has_ref = true;
  b->flits_inside = flits_inside;
  b->credits = credits;
  b->occupied = occupied;
  b->front = front;
  b->newest = newest;
  if (b->config.component == COMPONENT_ROUTER) {
    b->copied = copied;
    b->speculation = b->config.shape->speculative ? speculation : NULL;
    b->head = head;
    b->crossing = crossing;
    b->follow = follow;
    b->queue = queue;
    b->owned = owned;
  } else {
    b->xor_flits = xor_flits;
    b->forwarded = forwarded;
    b->needs_slot = needs_slot;
  }
}

static const bank_ops_t kOps = {.name = "ref",
                                .reset = reset,
                                .step = step,
                                .step_part = step_part,
                                .state = state,
                                .snapshot_size = snapshot_size,
                                .save = save,
                                .restore = restore,
                                .checkpoint = checkpoint,
                                .free = release,
                                .connect = connect};

// Who has the memory ports recorded looks at pins too.
static const bank_ops_t kRecordingOps = {.name = "ref",
                                         .reset = reset,
                                         .step = step,
                                         .state = state,
                                         .snapshot_size = snapshot_size,
                                         .save = save,
                                         .restore = restore,
                                         .free = release};

static bank_t *create(const bank_config_t *config, bool record, noc_error_t *error) {
  bank_t *b = calloc(1, sizeof *b);
  if (b == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "no memory for the golden bank");
    return NULL;
  }
  b->ops = record ? &kRecordingOps : &kOps;
  b->config = *config;
  if (config->component == COMPONENT_ROUTER) {
    bundle_router(config->shape, &b->layout);
  } else {
    bundle_interface(config->shape, &b->layout);
  }
  ref_t *golden = ref_create(config, record, error);
  if (golden == NULL) {
    free(b);
    return NULL;
  }
  bank_look_golden(b, golden);
  b->part = record ? 0 : ref_part(golden);
  return b;
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
  if (strcmp(kind, "dut") == 0) {
    (void)noc_fail(
        error, NOC_BAD_INPUT,
        "run.dut" SAY_IS("given to a program that builds no foreign routers", "left out"));
    return NULL;
  }
  if (strcmp(kind, "ref") != 0) {
    (void)noc_fail(error, NOC_BAD_INPUT,
                   "run.router" SAY_IS("%s", "ref, as the static library has golden models only"),
                   kind);
    return NULL;
  }
  return bank_ref_create(config, error);
}
