// shrink_read -- from a stimulus to what comes in; see shrink_state.h.

#include <stdlib.h>
#include <string.h>

#include "lockstep/shrink_state.h"
#include "shape/packet.h"

static const bundle_field_t *field(const inputs_t *s, const char *name, field_kind_t kind) {
  for (unsigned i = 0; i < s->layout.n_fields; i++) {
    if (s->layout.field[i].kind == kind && strcmp(s->layout.field[i].name, name) == 0) {
      return &s->layout.field[i];
    }
  }
  return NULL;
}

bool shrink_find_pins(shrink_t *w) {
  static const char *const kPins[PINS] = {"in_valid",   "in_vc",           "in_kind",
                                          "in_payload", "credit_in_valid", "credit_in_vc"};
  static const char *const kOuts[OUTS] = {"out_valid", "out_vc", "credit_out_valid",
                                          "credit_out_vc"};
  static const char *const kHost[HOST_PINS] = {"host_valid", "host_network", "host_flits",
                                               "host_data", "del_ready"};
  const bool interface = w->s->component == COMPONENT_INTERFACE;
  bool ok = true;
  w->ports = interface ? 1 : w->s->shape.ports;
  for (unsigned i = 0; i < PINS; i++) {
    ok = (w->pin[i] = field(w->s, kPins[i], FIELD_IN)) != NULL && ok;
  }
  for (unsigned i = 0; i < OUTS; i++) {
    ok = (w->out[i] = field(w->s, kOuts[i], FIELD_OUT)) != NULL && ok;
  }
  for (unsigned i = 0; interface && i < HOST_PINS; i++) {
    ok = (w->host[i] = field(w->s, kHost[i], FIELD_IN)) != NULL && ok;
  }
  w->host_ready = interface ? field(w->s, "host_ready", FIELD_OUT) : NULL;
  return ok && interface == (w->host_ready != NULL);
}

void shrink_release(plan_t *p) {
  free(p->flit);
  free(p->credit);
  free(p->beat);
  free(p->ready);
}

// The beats that the host gives, which come when the interface is ready, and what it takes.
static void read_host(const shrink_t *w, plan_t *p, size_t at, uint32_t *left, uint32_t *packet,
                      uint32_t *packets) {
  const uint32_t *in = inputs_words(w->s, at);
  const uint64_t time = at - w->prefix;
  p->ready[time] = (uint32_t)bundle_element(w->host[DEL_READY], in, 0);
  if (bundle_element(w->host[HOST_VALID], in, 0) == 0) {
    return;
  }
  const unsigned network = bundle_element(w->host[HOST_NETWORK], in, 0) % SHAPE_MAX_VCS;
  beat_t *b = &p->beat[p->beats++];
  *b = (beat_t){.time = time, .clock = at, .network = (uint8_t)network};
  if (left[network] == 0) {
    b->flits = (uint16_t)bundle_element(w->host[HOST_FLITS], in, 0);
    left[network] = b->flits;
    packet[network] = ++*packets;
  }
  left[network] -= left[network] > 0;
  b->packet = packet[network];
}

bool shrink_read(shrink_t *w, plan_t *p) {
  const inputs_t *s = w->s;
  const bundle_field_t *cfg = field(s, "cfg_valid", FIELD_IN);
  const unsigned ports = w->ports;
  uint32_t left[SHAPE_MAX_VCS] = {0};
  uint32_t given[SHAPE_MAX_VCS] = {0};
  uint32_t open[SHAPE_MAX_PORTS][SHAPE_MAX_VCS] = {{0}};
  uint32_t packets = 0;
  for (size_t i = 0; i < s->clocks; i++) {
    w->reset = s->clock[i].reset ? i : w->reset;
  }
  w->prefix = w->reset + 1;
  for (size_t i = w->prefix; cfg != NULL && cfg->count > 0 && i < s->clocks; i++) {
    w->prefix = bundle_element(cfg, inputs_words(s, i), 0) != 0 ? i + 2 : w->prefix;
  }
  w->prefix = w->prefix < s->clocks ? w->prefix : s->clocks;
  *p = (plan_t){
      .flit = calloc((s->clocks - w->prefix) * ports + 1, sizeof *p->flit),
      .credit = calloc((s->clocks - w->prefix) * ports + 1, sizeof *p->credit),
      .beat = calloc(s->clocks - w->prefix + 1, sizeof *p->beat),
      .ready = w->host_ready != NULL ? calloc(s->clocks - w->prefix + 1, sizeof *p->ready) : NULL,
      .clocks = s->clocks - w->prefix};
  if (p->flit == NULL || p->credit == NULL || p->beat == NULL ||
      (p->ready == NULL) != (w->host_ready == NULL)) {
    return false;
  }
  for (size_t i = w->prefix; i < s->clocks; i++) {
    const uint32_t *in = inputs_words(s, i);
    if (w->host_ready != NULL) {
      read_host(w, p, i, left, given, &packets);
    }
    for (unsigned port = 0; port < ports; port++) {
      if ((bundle_element(w->pin[IN_VALID], in, 0) >> port & 1) != 0) {
        flit_t *f = &p->flit[p->flits++];
        *f = (flit_t){.time = i - w->prefix,
                      .port = (uint8_t)port,
                      .vc = (uint8_t)(bundle_element(w->pin[IN_VC], in, port) % SHAPE_MAX_VCS),
                      .kind = (uint8_t)bundle_element(w->pin[IN_KIND], in, port)};
        if ((f->kind & KIND_HEAD) != 0) {
          open[port][f->vc] = ++packets;
        }
        f->packet = open[port][f->vc];
        for (unsigned k = 0; k < s->shape.words; k++) {
          f->payload[k] = bundle_element(w->pin[IN_PAYLOAD], in, port * s->shape.words + k);
        }
      }
      if ((bundle_element(w->pin[C_VALID], in, 0) >> port & 1) != 0) {
        p->credit[p->credits++] =
            (credit_t){.time = i - w->prefix,
                       .port = (uint8_t)port,
                       .vc = (uint8_t)(bundle_element(w->pin[C_VC], in, port) % SHAPE_MAX_VCS)};
      }
    }
  }
  return true;
}
