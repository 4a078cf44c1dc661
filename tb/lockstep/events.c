// events -- see events.h.

#include "lockstep/events.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "shape/packet.h"

// The packet that a VC of a link, or a virtual network of a host, carries.
typedef struct {
  uint8_t worm;      // packet_type_t
  uint8_t headers;   // header flits ..
  uint8_t seen;      // .. that have come
  uint16_t to_come;  // beats of a host's packet
} passing_t;

struct events {
  bank_config_t config;
  // These are used with multicast: [members][ports in, ports out][VCs] and, of interfaces,
  // [members][networks].
  passing_t *on_link, *of_host;
  uint16_t *forward_left;  // [members] with a forwarding unit: beats to come of the host's packet
  size_t links, hosts, units;  // elements of these
  uint32_t *count;             // [members] events since reset
  size_t size;                 // of an event, as long as the shape's flits make it
  unsigned char *ring;         // [members * EVENTS_KEPT] of this size
};

static size_t link_ports(const bank_config_t *config) {
  return config->component == COMPONENT_ROUTER ? config->shape->ports : 1;
}

events_t *events_create(const bank_config_t *config) {
  events_t *e = calloc(1, sizeof *e);
  if (e == NULL) {
    return NULL;
  }
  e->config = *config;
  e->count = calloc(config->members, sizeof *e->count);
  const noc_shape_t *s = config->shape;
  e->size = offsetof(event_t, payload) + s->words * sizeof(uint64_t);
  e->ring = calloc((size_t)config->members * EVENTS_KEPT, e->size);
  const bool interface = config->component == COMPONENT_INTERFACE;
  e->links = s->multicast * (size_t)config->members * 2 * link_ports(config) * s->vcs;
  e->hosts = interface ? s->multicast * (size_t)config->members * s->networks : 0;
  e->units = interface ? s->forward_unit * (size_t)config->members : 0;
  e->on_link = calloc(e->links + 1, sizeof *e->on_link);
  e->of_host = calloc(e->hosts + 1, sizeof *e->of_host);
  e->forward_left = calloc(e->units + 1, sizeof *e->forward_left);
  if (e->count == NULL || e->ring == NULL || e->on_link == NULL || e->of_host == NULL ||
      e->forward_left == NULL) {
    events_free(e);
    return NULL;
  }
  return e;
}

void events_free(events_t *e) {
  if (e != NULL) {
    free(e->count);
    free(e->ring);
    free(e->on_link);
    free(e->of_host);
    free(e->forward_left);
    free(e);
  }
}

void events_reset(events_t *e) {
  memset(e->count, 0, e->config.members * sizeof *e->count);
  memset(e->on_link, 0, e->links * sizeof *e->on_link);
  memset(e->of_host, 0, e->hosts * sizeof *e->of_host);
  memset(e->forward_left, 0, e->units * sizeof *e->forward_left);
}

static unsigned char *place(const events_t *e, uint32_t member, uint32_t number) {
  return e->ring + ((size_t)member * EVENTS_KEPT + number % EVENTS_KEPT) * e->size;
}

// Only `size` bytes of the event are there.
static event_t *next(events_t *e, uint32_t member, uint64_t cycle, event_kind_t kind) {
  event_t *event = (event_t *)(void *)place(e, member, e->count[member]++);
  event->cycle = cycle;
  event->kind = (uint8_t)kind;
  event->worm = 0;
  return event;
}

// A flit that is no head: its number, if it is a header flit.
static void note_header(passing_t *p, event_t *event) {
  if (p->seen < p->headers) {
    event->worm = p->worm;
    event->word = p->seen++;
  }
}

static void note_flit(events_t *e, uint32_t m, event_t *event) {
  const noc_shape_t *s = e->config.shape;
  const size_t out = event->kind == EVENT_FLIT_OUT;
  const size_t at = ((m * 2 + out) * link_ports(&e->config) + event->port) * s->vcs + event->vc;
  passing_t *p = &e->on_link[at];
  if ((event->flit & KIND_HEAD) != 0) {
    // The shape of routers does not have all fields of a head, but says where these are.
    *p = (passing_t){.worm = (uint8_t)packet_field(event->payload, 0, PACKET_TYPE_W),
                     .headers = (uint8_t)packet_field(event->payload, s->headers_lsb, s->hdr_w)};
  } else {
    note_header(p, event);
  }
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
    if (e->links > 0 && event->vc < s->vcs) {
      note_flit(e, m, event);
    }
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

static void note_beat(events_t *e, uint32_t m, event_t *event) {
  const interface_fields_t *f = &e->config.interface;
  passing_t *p = &e->of_host[(size_t)m * e->config.shape->networks + event->vc];
  if (p->to_come == 0) {
    const uint16_t beats = (uint16_t)(f->host_flits[m] + f->host_headers[m]);
    *p = (passing_t){
        .worm = f->host_type[m], .headers = f->host_headers[m], .to_come = (uint16_t)(beats - 1)};
  } else {
    p->to_come--;
    note_header(p, event);
  }
}

// Notes what the host tells its forwarding unit.
static void forwarding_inputs(events_t *e, uint32_t m, uint64_t cycle) {
  const interface_fields_t *f = &e->config.interface;
  if (f->forward_wr[m] != 0) {
    event_t *event = next(e, m, cycle, EVENT_CHILD);
    event->name = f->forward_wr_index[m];
    event->payload[0] = f->forward_wr_data[m];
  }
  if (f->forward_valid[m] != 0 && f->forward_ready[m] != 0) {
    const bool first = e->forward_left[m] == 0;
    event_t *event = next(e, m, cycle, EVENT_FORWARD);
    event->vc = f->forward_network[m];
    event->flit = first ? KIND_HEAD : KIND_BODY;
    event->message = f->forward_message[m];
    event->flits = f->forward_flits[m];
    e->forward_left[m] = (uint16_t)((first ? event->flits : e->forward_left[m]) - 1);
    copy_payload(e, event, f->forward_data + (size_t)m * e->config.shape->words);
  }
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
    if (e->hosts > 0) {
      note_beat(e, m, event);
    }
  }
  if (e->units > 0) {
    forwarding_inputs(e, m, cycle);
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

// Notes what the XOR unit tells its host, and the flit of a result that the host takes.
static void coding_outputs(events_t *e, uint32_t m, uint64_t cycle) {
  const interface_fields_t *f = &e->config.interface;
  if (f->res_valid[m] != 0 && f->res_ready[m] != 0) {
    event_t *event = next(e, m, cycle, EVENT_RESULT);
    event->flit = f->res_kind[m];
    event->slot = f->res_slot[m];
    event->name = f->res_name[m];
    copy_payload(e, event, f->res_data + (size_t)m * e->config.shape->words);
  }
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

// Notes what the host takes, of every virtual network.
static void deliveries(events_t *e, uint32_t m, uint64_t cycle) {
  const interface_fields_t *f = &e->config.interface;
  const noc_shape_t *s = e->config.shape;
  unsigned taken = (unsigned)f->del_valid[m] & f->del_ready[m];
  for (; taken != 0; taken &= taken - 1) {
    const size_t d = (size_t)m * s->networks + (unsigned)__builtin_ctz(taken);
    event_t *event = next(e, m, cycle, EVENT_DELIVERY);
    event->vc = f->del_vc[d];
    event->flit = f->del_kind[d];
    event->source = f->del_source[d];
    event->message = f->del_message[d];
    copy_payload(e, event, f->del_data + d * s->words);
  }
}

static void interface_outputs(events_t *e, uint32_t m, uint64_t cycle) {
  const interface_fields_t *f = &e->config.interface;
  const size_t words = e->config.shape->words;
  flits(e, m, cycle, EVENT_FLIT_OUT, f->out_valid[m], f->out_vc + m, f->out_kind + m,
        f->out_payload + m * words);
  credits(e, m, cycle, EVENT_CREDIT_OUT, f->credit_out_valid[m], f->credit_out_vc + m);
  deliveries(e, m, cycle);
  if (e->config.shape->xor_unit != 0) {
    coding_outputs(e, m, cycle);
  }
}

// Whether there is anything on the pins of a member.
static bool router_pins(const router_fields_t *f, uint32_t m) {
  return (f->in_valid[m] | f->credit_in_valid[m] | f->out_valid[m] | f->credit_out_valid[m]) != 0;
}

static bool interface_pins(const interface_fields_t *f, const noc_shape_t *s, uint32_t m) {
  return (f->in_valid[m] | f->credit_in_valid[m] | f->out_valid[m] | f->credit_out_valid[m] |
          f->host_valid[m] | f->del_valid[m]) != 0 ||
         s->xor_unit != 0 || s->forward_unit != 0;
}

void events_cycle(events_t *e, uint64_t cycle) {
  const uint32_t members = e->config.members;
  if (e->config.component == COMPONENT_ROUTER) {
    const router_fields_t f = e->config.router;
    for (uint32_t m = 0; m < members; m++) {
      if (router_pins(&f, m)) {
        router_inputs(e, m, cycle);
        router_outputs(e, m, cycle);
      }
    }
  } else {
    const interface_fields_t f = e->config.interface;
    for (uint32_t m = 0; m < members; m++) {
      if (interface_pins(&f, e->config.shape, m)) {
        interface_inputs(e, m, cycle);
        interface_outputs(e, m, cycle);
      }
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
    memcpy(&out[i], place(e, member, count - kept + i), e->size);
  }
  return kept;
}
