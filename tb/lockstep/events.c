// events -- see events.h.

#include "lockstep/events.h"

#include <stdlib.h>
#include <string.h>

struct events {
  bank_config_t config;
  uint32_t *count;  // [members] events since reset
  event_t *ring;    // [members * EVENTS_KEPT]
};

events_t *events_create(const bank_config_t *config) {
  events_t *e = calloc(1, sizeof *e);
  if (e == NULL) {
    return NULL;
  }
  e->config = *config;
  e->count = calloc(config->members, sizeof *e->count);
  e->ring = calloc((size_t)config->members * EVENTS_KEPT, sizeof *e->ring);
  if (e->count == NULL || e->ring == NULL) {
    events_free(e);
    return NULL;
  }
  return e;
}

void events_free(events_t *e) {
  if (e != NULL) {
    free(e->count);
    free(e->ring);
    free(e);
  }
}

void events_reset(events_t *e) {
  memset(e->count, 0, e->config.members * sizeof *e->count);
}

static event_t *next(events_t *e, uint32_t member, uint64_t cycle, event_kind_t kind) {
  event_t *event = &e->ring[(size_t)member * EVENTS_KEPT + e->count[member]++ % EVENTS_KEPT];
  event->cycle = cycle;
  event->kind = (uint8_t)kind;
  return event;
}

static void copy_payload(const events_t *e, event_t *event, const uint64_t *payload) {
  const unsigned words = e->config.shape->words;
  for (unsigned w = 0; w < words; w++) {
    event->payload[w] = payload[w];
  }
}

// One event for every bit of `valid`, a mask over ports.
static void flits(events_t *e, uint32_t m, uint64_t cycle, event_kind_t kind, unsigned valid,
                  const uint8_t *vc, const uint8_t *flit, const uint64_t *payload) {
  const noc_shape_t *s = e->config.shape;
  for (; valid != 0; valid &= valid - 1) {
    const unsigned port = (unsigned)__builtin_ctz(valid);
    event_t *event = next(e, m, cycle, kind);
    event->port = (uint8_t)port;
    event->vc = vc[port];
    event->flit = flit[port];
    copy_payload(e, event, payload + (size_t)port * s->words);
  }
}

static void credits(events_t *e, uint32_t m, uint64_t cycle, event_kind_t kind, unsigned valid,
                    const uint8_t *vc) {
  for (; valid != 0; valid &= valid - 1) {
    const unsigned port = (unsigned)__builtin_ctz(valid);
    event_t *event = next(e, m, cycle, kind);
    event->port = (uint8_t)port;
    event->vc = vc[port];
  }
}

static void router_inputs(events_t *e, uint32_t m, uint64_t cycle) {
  const router_fields_t *f = &e->config.router;
  const noc_shape_t *s = e->config.shape;
  const size_t port = (size_t)m * s->ports;
  flits(e, m, cycle, EVENT_FLIT_IN, f->in_valid[m], f->in_vc + port, f->in_kind + port,
        f->in_payload + port * s->words);
  credits(e, m, cycle, EVENT_CREDIT_IN, f->credit_in_valid[m], f->credit_in_vc + port);
}

static void router_outputs(events_t *e, uint32_t m, uint64_t cycle) {
  const router_fields_t *f = &e->config.router;
  const noc_shape_t *s = e->config.shape;
  const size_t port = (size_t)m * s->ports;
  flits(e, m, cycle, EVENT_FLIT_OUT, f->out_valid[m], f->out_vc + port, f->out_kind + port,
        f->out_payload + port * s->words);
  credits(e, m, cycle, EVENT_CREDIT_OUT, f->credit_out_valid[m], f->credit_out_vc + port);
}

static void interface_inputs(events_t *e, uint32_t m, uint64_t cycle) {
  const interface_fields_t *f = &e->config.interface;
  const size_t words = e->config.shape->words;
  flits(e, m, cycle, EVENT_FLIT_IN, f->in_valid[m], f->in_vc + m, f->in_kind + m,
        f->in_payload + m * words);
  credits(e, m, cycle, EVENT_CREDIT_IN, f->credit_in_valid[m], f->credit_in_vc + m);
  if (f->host_valid[m] != 0 && (f->host_ready[m] >> f->host_network[m] & 1u) != 0) {
    event_t *event = next(e, m, cycle, EVENT_BEAT);
    event->vc = f->host_network[m];
    copy_payload(e, event, f->host_data + m * words);
  }
  if (e->config.shape->xor_unit != 0 && f->cmd_valid[m] != 0) {
    event_t *event = next(e, m, cycle, EVENT_COMMAND);
    event->op = f->cmd_op[m];
    event->slot = f->cmd_slot[m];
    event->a = f->cmd_a[m];
    event->b = f->cmd_b[m];
    event->name = f->cmd_name[m];
  }
}

// What the XOR unit tells its host.
static void coding_outputs(events_t *e, uint32_t m, uint64_t cycle) {
  const interface_fields_t *f = &e->config.interface;
  if (f->fill_valid[m] != 0) {
    event_t *event = next(e, m, cycle, EVENT_FILLED);
    event->slot = f->fill_slot[m];
    event->source = f->fill_source[m];
    event->message = f->fill_message[m];
  }
  if (f->done_valid[m] != 0) {
    next(e, m, cycle, EVENT_XORED)->slot = f->done_slot[m];
  }
}

static void interface_outputs(events_t *e, uint32_t m, uint64_t cycle) {
  const interface_fields_t *f = &e->config.interface;
  const size_t words = e->config.shape->words;
  flits(e, m, cycle, EVENT_FLIT_OUT, f->out_valid[m], f->out_vc + m, f->out_kind + m,
        f->out_payload + m * words);
  credits(e, m, cycle, EVENT_CREDIT_OUT, f->credit_out_valid[m], f->credit_out_vc + m);
  if (f->del_valid[m] != 0 && f->del_ready[m] != 0) {
    event_t *event = next(e, m, cycle, EVENT_DELIVERY);
    event->vc = f->del_vc[m];
    event->flit = f->del_kind[m];
    event->source = f->del_source[m];
    event->message = f->del_message[m];
    copy_payload(e, event, f->del_data + m * words);
  }
  if (e->config.shape->xor_unit != 0) {
    coding_outputs(e, m, cycle);
  }
}

void events_cycle(events_t *e, uint64_t cycle) {
  if (e->config.component == COMPONENT_ROUTER) {
    for (uint32_t m = 0; m < e->config.members; m++) {
      router_inputs(e, m, cycle);
      router_outputs(e, m, cycle);
    }
  } else {
    for (uint32_t m = 0; m < e->config.members; m++) {
      interface_inputs(e, m, cycle);
      interface_outputs(e, m, cycle);
    }
  }
}

void events_outputs(events_t *e, uint32_t member, uint64_t cycle) {
  if (e->config.component == COMPONENT_ROUTER) {
    router_outputs(e, member, cycle);
  } else {
    interface_outputs(e, member, cycle);
  }
}

unsigned events_last(const events_t *e, uint32_t member, event_t out[EVENTS_KEPT]) {
  const uint32_t count = e->count[member];
  const unsigned kept = (count < EVENTS_KEPT) ? count : EVENTS_KEPT;
  for (unsigned i = 0; i < kept; i++) {
    out[i] = e->ring[(size_t)member * EVENTS_KEPT + (count - kept + i) % EVENTS_KEPT];
  }
  return kept;
}
