// nocstep_parts -- see nocstep_parts.h. A bank of parts holds a bank of one member for each, with
// input pins of its own.

#include "sim/nocstep_parts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "shape/packet.h"
#include "sim/link_rules.h"
#include "sim/nocstep_state.h"

struct nocstep_part {
  bank_t *inner;
  bank_config_t config;
  // Its pins, and all of them in the network's arrays: its outputs are those, its inputs are not.
  router_fields_t router, router_outside;
  interface_fields_t interface, interface_outside;
  nocstep_pins_t pins, host;
  link_rules_t rules;
  void **array;  // [arrays]
  unsigned arrays;
  bool short_of_memory;
  uint64_t cycle;
  char error[NOCSTEP_ERROR];
};

typedef struct {
  bank_t bank;
  bank_ops_t ops;
  parts_t *parts;
  nocstep_part_t *part;  // [members]
} bank_parts_t;

static nocstep_part_t *part_of(const bank_t *b, uint32_t member) {
  return &((const bank_parts_t *)b)->part[member];
}

// --- pins ----------------------------------------------------------------------------------------

// Vectors of the golden models may be read as a whole.
enum { SLACK = 64, MOST_ARRAYS = 96 };

static void *take(nocstep_part_t *p, size_t bytes) {
  void *array = calloc(1, bytes + SLACK);
  if (array == NULL || p->arrays == MOST_ARRAYS) {
    p->short_of_memory = true;
    free(array);
    return NULL;
  }
  p->array[p->arrays++] = array;
  return array;
}

#define NONE(name, type, bits, by, radix, meaning)
#define TAKE(name, type, bits, by, radix, meaning) \
  own->name = take(p, DIMENSIONS_COUNT(by) * sizeof(type));
#define MOVE(name, type, bits, by, radix, meaning) \
  outside->name += (size_t)member * DIMENSIONS_COUNT(by);
#define COPY(name, type, bits, by, radix, meaning) \
  memcpy(to->name, from->name, DIMENSIONS_COUNT(by) * sizeof(type));
#define WIRE NONE
#define REG  NONE

#define IN   TAKE
#define OUT  NONE
static void take_router(nocstep_part_t *p, const noc_shape_t *s, router_fields_t *own) {
#include "shape/router_state.def"
}
static void take_interface(nocstep_part_t *p, const noc_shape_t *s, interface_fields_t *own) {
#include "shape/network_interface_state.def"
}
#undef IN
#undef OUT

#define IN  MOVE
#define OUT MOVE
static void move_router(const noc_shape_t *s, uint32_t member, router_fields_t *outside) {
#include "shape/router_state.def"
}
static void move_interface(const noc_shape_t *s, uint32_t member, interface_fields_t *outside) {
#include "shape/network_interface_state.def"
}
#undef IN
#undef OUT

#define IN  COPY
#define OUT NONE
static void copy_router_in(const noc_shape_t *s, router_fields_t *to, const router_fields_t *from) {
#include "shape/router_state.def"
}
static void copy_interface_in(const noc_shape_t *s, interface_fields_t *to,
                              const interface_fields_t *from) {
#include "shape/network_interface_state.def"
}
#undef IN
#undef OUT

#undef WIRE
#undef REG
#undef NONE
#undef TAKE
#undef MOVE
#undef COPY

static bool is_router(const nocstep_part_t *p) {
  return p->config.component == COMPONENT_ROUTER;
}

static void copy_in(nocstep_part_t *p) {
  if (is_router(p)) {
    copy_router_in(p->config.shape, &p->router, &p->router_outside);
  } else {
    copy_interface_in(p->config.shape, &p->interface, &p->interface_outside);
  }
}

// The pins of links have the same names.
#define SHOW_LINKS(f)                                                                    \
  .in_valid = (f)->in_valid, .in_vc = (f)->in_vc, .in_kind = (f)->in_kind,               \
  .in_payload = (f)->in_payload, .credit_in_valid = (f)->credit_in_valid,                \
  .credit_in_vc = (f)->credit_in_vc, .out_valid = (f)->out_valid, .out_vc = (f)->out_vc, \
  .out_kind = (f)->out_kind, .out_payload = (f)->out_payload,                            \
  .credit_out_valid = (f)->credit_out_valid, .credit_out_vc = (f)->credit_out_vc

static nocstep_pins_t show_router(const noc_shape_t *s, const router_fields_t *f) {
  return (nocstep_pins_t){.ports = s->ports, .words = s->words, SHOW_LINKS(f)};
}

static nocstep_pins_t show_interface(const noc_shape_t *s, const interface_fields_t *f) {
  return (nocstep_pins_t){.ports = 1,
                          .words = s->words,
                          .networks = s->networks,
                          SHOW_LINKS(f),
                          .host_valid = f->host_valid,
                          .host_network = f->host_network,
                          .host_type = f->host_type,
                          .host_destination = f->host_dst,
                          .host_message = f->host_message,
                          .host_flits = f->host_flits,
                          .host_headers = s->multicast ? f->host_headers : NULL,
                          .host_age = s->aged ? f->host_age : NULL,
                          .host_data = f->host_data,
                          .host_takes = f->del_ready,
                          .host_ready = f->host_ready,
                          .delivery_valid = f->del_valid,
                          .delivery_vc = f->del_vc,
                          .delivery_kind = f->del_kind,
                          .delivery_type = f->del_type,
                          .delivery_source = f->del_source,
                          .delivery_message = f->del_message,
                          .delivery_data = f->del_data};
}

// --- a part --------------------------------------------------------------------------------------

static void fail(nocstep_part_t *p) {
  const bank_mismatch_t *m = &p->inner->mismatch;
  char place[64];
  (void)snprintf(p->error, sizeof p->error,
                 "mismatch: cycle %" PRIu64 ": %s %s: %s[%u]: RTL %" PRIu64 ", golden %" PRIu64,
                 m->cycle, is_router(p) ? "router" : "interface",
                 component_name(p->config.topology, m->component, m->id, place, sizeof place),
                 m->field != NULL ? m->field->name : "?", m->index, m->rtl, m->golden);
}

// "cycle 3: router 4: in_vc[0] is 9; it must be 0 to 1".
static bool check_links(nocstep_part_t *p) {
  link_rules_broken_t broken;
  char place[64];
  if (link_rules_check(&p->rules, p->inner, &p->pins, &broken)) {
    return true;
  }
  (void)snprintf(p->error, sizeof p->error, "cycle %" PRIu64 ": %s %s: %s[%u]%s", p->cycle,
                 is_router(p) ? "router" : "interface",
                 component_name(p->config.topology, p->config.component, p->config.ids[0], place,
                                sizeof place),
                 broken.pin, broken.index, broken.wrong);
  return false;
}

bool nocstep_part_step(nocstep_part_t *p) {
  if (is_router(p)) {
    link_rules_table(&p->rules, &p->router);
  }
  if (p->error[0] == '\0' && check_links(p) && !p->inner->ops->step(p->inner, p->cycle++)) {
    fail(p);
  }
  return p->error[0] == '\0';
}

const char *nocstep_part_error(const nocstep_part_t *p) {
  return p->error;
}

const nocstep_pins_t *nocstep_part_pins(const nocstep_part_t *p) {
  return &p->pins;
}

const nocstep_pins_t *nocstep_part_host(const nocstep_part_t *p) {
  return &p->host;
}

static bool make(bank_parts_t *b, uint32_t member, const char *kind, noc_error_t *error) {
  nocstep_part_t *p = &b->part[member];
  const noc_shape_t *s = b->bank.config.shape;
  p->config = b->bank.config;
  p->config.members = 1;
  p->config.ids += member;
  p->array = calloc(MOST_ARRAYS, sizeof *p->array);
  if (p->array == NULL) {
    return memory_fail(error, "a part of the network");
  }
  if (is_router(p)) {
    p->router_outside = p->config.router;
    move_router(s, member, &p->router_outside);
    p->router = p->router_outside;
    take_router(p, s, &p->router);
    p->config.router = p->router;
    p->pins = show_router(s, &p->router);
  } else {
    p->interface_outside = p->config.interface;
    move_interface(s, member, &p->interface_outside);
    p->interface = p->interface_outside;
    take_interface(p, s, &p->interface);
    p->config.interface = p->interface;
    p->pins = show_interface(s, &p->interface);
    p->host = show_interface(s, &p->interface_outside);
  }
  if (p->short_of_memory) {
    return memory_fail(error, "a part of the network");
  }
  if (!link_rules_create(&p->rules, &p->config, error)) {
    return false;
  }
  copy_in(p);  // addresses, which stay
  p->inner = b->parts->factory(kind, &p->config, NULL, error);
  return p->inner != NULL;
}

static void clear(nocstep_part_t *p) {
  if (p->inner != NULL) {
    p->inner->ops->free(p->inner);
  }
  for (unsigned i = 0; i < p->arrays; i++) {
    free(p->array[i]);
  }
  free(p->array);
  link_rules_free(&p->rules);
}

// --- the bank ------------------------------------------------------------------------------------

static void release(bank_t *b) {
  for (uint32_t m = 0; m < b->config.members; m++) {
    clear(part_of(b, m));
  }
  free(((bank_parts_t *)b)->part);
  free(b);
}

static void reset(bank_t *b) {
  for (uint32_t m = 0; m < b->config.members; m++) {
    nocstep_part_t *p = part_of(b, m);
    p->inner->ops->reset(p->inner);
    link_rules_reset(&p->rules);
    p->cycle = 0;
  }
}

static bool step(bank_t *b, uint64_t cycle) {
  const bank_parts_t *self = (const bank_parts_t *)b;
  parts_t *parts = self->parts;
  bool ok = true;
  if (parts->edge != NULL && parts->called <= cycle) {
    parts->called = cycle + 1;
    parts->edge(parts->context);
  }
  b->comparisons = 0;
  for (uint32_t m = 0; m < b->config.members; m++) {
    nocstep_part_t *p = &self->part[m];
    if (parts->edge == NULL) {
      copy_in(p);
      p->cycle = cycle;
      (void)nocstep_part_step(p);
    }
    b->comparisons += p->inner->comparisons;
    if (p->error[0] != '\0' && ok) {
      b->mismatch = p->inner->mismatch;
      ok = false;
    }
  }
  if (parts->edge == NULL) {  // tables are loaded, or a reset comes: the run begins at 0
    for (uint32_t m = 0; m < b->config.members; m++) {
      self->part[m].cycle = 0;
    }
  }
  return ok;
}

static void state(bank_t *b, uint32_t member, bool rtl, uint32_t *words) {
  bank_t *inner = part_of(b, member)->inner;
  inner->ops->state(inner, 0, rtl, words);
}

// The network looks into a bank: these look into the bank of one member.
#define LOOK(type, name, parameters, arguments) \
  static type name parameters {                 \
    bank_t *inner = part_of(b, member)->inner;  \
    return inner->name arguments;               \
  }
LOOK(uint32_t, flits_inside, (bank_t * b, uint32_t member), (inner, 0))
LOOK(int64_t, copied, (bank_t * b, uint32_t member), (inner, 0))
LOOK(bank_speculation_t, speculation, (bank_t * b, uint32_t member), (inner, 0))
LOOK(uint64_t, xor_flits, (bank_t * b, uint32_t member), (inner, 0))
LOOK(uint32_t, credits, (bank_t * b, uint32_t member, unsigned port, unsigned vc),
     (inner, 0, port, vc))
LOOK(uint32_t, occupied, (bank_t * b, uint32_t member, unsigned port, unsigned vc),
     (inner, 0, port, vc))
LOOK(bool, front, (bank_t * b, uint32_t member, unsigned port, unsigned vc, bank_front_t *front),
     (inner, 0, port, vc, front))
LOOK(bool, needs_slot, (bank_t * b, uint32_t member, unsigned vc), (inner, 0, vc))
LOOK(const uint64_t *, head, (bank_t * b, uint32_t member, unsigned port, unsigned slot),
     (inner, 0, port, slot))
LOOK(bool, newest, (bank_t * b, uint32_t member, unsigned port, unsigned vc, bank_front_t *head),
     (inner, 0, port, vc, head))
#undef LOOK

// There are no forwarding units.
static bank_forward_t forwarded(bank_t *b, uint32_t member) {
  (void)b;
  (void)member;
  return (bank_forward_t){0};
}

static void look_as(bank_t *b, const bank_t *inner) {
  b->layout = inner->layout;
  b->has_rtl = inner->has_rtl;
  b->has_ref = inner->has_ref;
  b->flits_inside = inner->flits_inside != NULL ? flits_inside : NULL;
  b->copied = inner->copied != NULL ? copied : NULL;
  b->speculation = inner->speculation != NULL ? speculation : NULL;
  b->xor_flits = inner->xor_flits != NULL ? xor_flits : NULL;
  b->forwarded = inner->forwarded != NULL ? forwarded : NULL;
  b->credits = inner->credits != NULL ? credits : NULL;
  b->occupied = inner->occupied != NULL ? occupied : NULL;
  b->front = inner->front != NULL ? front : NULL;
  b->needs_slot = inner->needs_slot != NULL ? needs_slot : NULL;
  b->head = inner->head != NULL ? head : NULL;
  b->newest = inner->newest != NULL ? newest : NULL;
}

bank_t *parts_factory(const char *kind, const bank_config_t *config, void *context,
                      noc_error_t *error) {
  if (config->shape->slot_unit) {
    (void)noc_fail(error, NOC_BAD_INPUT,
                   "interfaces with units for coding or forwarding have pins that parts do not "
                   "show; take the network as a whole");
    return NULL;
  }
  bank_parts_t *b = calloc(1, sizeof *b);
  nocstep_part_t *part = calloc(config->members, sizeof *part);
  if (b == NULL || part == NULL) {
    free(b);
    free(part);
    (void)memory_fail(error, "the parts of the network");
    return NULL;
  }
  b->bank = (bank_t){.ops = &b->ops, .config = *config};
  b->ops =
      (bank_ops_t){.name = kind, .reset = reset, .step = step, .state = state, .free = release};
  b->parts = context;
  b->part = part;
  for (uint32_t m = 0; m < config->members; m++) {
    if (!make(b, m, kind, error)) {
      release(&b->bank);
      return NULL;
    }
  }
  assert(part[0].inner != NULL);  // a bank has a member
  look_as(&b->bank, part[0].inner);
  return &b->bank;
}

// --- the library ---------------------------------------------------------------------------------

uint32_t nocstep_routers(const nocstep_t *n) {
  return n->sim.scenario->topology->routers;
}

unsigned nocstep_link_latency(const nocstep_t *n) {
  return network_link_latency(n->sim.network);
}

uint32_t nocstep_address(const nocstep_t *n, uint32_t node) {
  return node < nocstep_nodes(n) ? network_address(n->sim.network, node) : UINT32_MAX;
}

static bool fits(uint64_t value, unsigned bits) {
  return value >> bits == 0;
}

bool nocstep_head(const nocstep_t *n, const nocstep_head_t *head,
                  uint64_t payload[NOCSTEP_MAX_WORDS]) {
  const noc_shape_t *s = network_shape(n->sim.network);
  memset(payload, 0, s->words * sizeof *payload);
  if (!fits(head->type, PACKET_TYPE_W) || !fits(head->destination, s->addr_w) ||
      !fits(head->source, s->addr_w) || !fits(head->flits, s->len_w) || head->flits == 0 ||
      !fits(head->message, s->msg_w) || head->network >= s->networks) {
    return false;
  }
  const packet_head_t h = {.type = head->type,
                           .destination = head->destination,
                           .length = (uint16_t)head->flits,
                           .source = head->source,
                           .message = head->message,
                           .network = head->network};
  packet_pack(s, &h, payload);
  return true;
}

static bool has_component(const nocstep_t *n, nocstep_component_t component, uint32_t id) {
  return id < (component == NOCSTEP_ROUTER ? nocstep_routers(n) : nocstep_nodes(n));
}

char *nocstep_part_name(const nocstep_t *n, nocstep_component_t component, uint32_t id, char *out,
                        size_t size) {
  const component_t kind = component == NOCSTEP_ROUTER ? COMPONENT_ROUTER : COMPONENT_INTERFACE;
  if (!has_component(n, component, id)) {
    if (size > 0) {
      out[0] = '\0';
    }
    return out;
  }
  return component_name(n->sim.scenario->topology, kind, id, out, size);
}

bool nocstep_link(const nocstep_t *n, uint32_t router, unsigned port, nocstep_place_t *end) {
  const topology_t *t = n->sim.scenario->topology;
  const size_t at = (size_t)router * t->ports + port;
  if (router >= t->routers || port >= t->ports || t->peer_router[at] < 0) {
    return false;
  }
  *end = (nocstep_place_t){(uint32_t)t->peer_router[at], (uint32_t)t->peer_port[at]};
  return true;
}

bool nocstep_node(const nocstep_t *n, uint32_t node, nocstep_place_t *enters,
                  nocstep_place_t *leaves) {
  const topology_t *t = n->sim.scenario->topology;
  topology_place_t in = {0};
  topology_place_t out = {0};
  if (node >= t->nodes) {
    return false;
  }
  (void)topology_injection(t, node, &in, 1);
  (void)topology_ejection(t, node, &out, 1);
  *enters = (nocstep_place_t){in.router, in.port};
  *leaves = (nocstep_place_t){out.router, out.port};
  return true;
}

nocstep_part_t *nocstep_find_part(const nocstep_t *n, nocstep_component_t component, uint32_t id) {
  const bool router = component == NOCSTEP_ROUTER;
  if (n->parts.factory == NULL || !has_component(n, component, id)) {
    return NULL;
  }
  uint32_t member = 0;
  bank_t *b =
      network_locate(n->sim.network, router ? COMPONENT_ROUTER : COMPONENT_INTERFACE, id, &member);
  return part_of(b, member);
}

void nocstep_on_edge(nocstep_t *n, nocstep_edge_t edge, void *context) {
  n->parts.edge = edge;
  n->parts.context = context;
  n->parts.called = nocstep_cycle(n);
}
