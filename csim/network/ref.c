// ref -- banks of golden routers and interfaces; see ref.h.

#include "network/ref.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/memory.h"
#include "coding/xor_unit.h"
#include "multicast/branch_unit.h"
#include "multicast/multicast_router.h"
#include "network/wires.h"
#include "ni/ejection.h"
#include "ni/forward_unit.h"
#include "ni/network_interface.h"
#include "router/input_unit.h"
#include "router/route_late.h"
#include "router/router.h"
#include "router/router_view.h"
#include "shape/interface_view.h"
#include "shape/pack.h"

struct ref {
  bank_config_t config;
  const wires_t *wires;  // or NULL
  bool record;
  uint32_t wire_words;
  size_t size;           // bytes of the block
  unsigned char *block;  // all arrays but IN and OUT
  router_tables_t tables;
  router_view_t router;  // of interfaces: what computes the first routes of their packets
  interface_view_t interface;
  // The same over wires, by the side that is read.
  router_view_t wired_router[2];
  interface_view_t wired_interface[2];
};

static void init_views(ref_t *r) {
  bundle_layout_t layout;
  if (r->config.component == COMPONENT_ROUTER) {
    router_view_shape(&r->router, &r->tables, r->config.shape, r->config.members, r->record);
    multicast_shape(&r->router, r->config.shape);
    r->router.f = r->config.router;
    bundle_router(r->config.shape, &layout);
  } else {
    interface_view_shape(&r->interface, r->config.shape, r->config.members, r->record);
    if (r->interface.look) {
      router_view_shape(&r->router, &r->tables, r->config.shape, 1, false);
      r->interface.routes = &r->router;
    }
    r->interface.f = r->config.interface;
    bundle_interface(r->config.shape, &layout);
  }
  r->wire_words = layout.wire_words;
}

static size_t place(ref_t *r, unsigned char *block) {
  return r->config.component == COMPONENT_ROUTER
             ? router_place(&r->router, r->config.shape, block)
             : interface_place(&r->interface, r->config.shape, block);
}

size_t ref_bytes(const bank_config_t *config, bool record) {
  ref_t r = {.config = *config, .record = record};
  init_views(&r);
  return place(&r, NULL);
}

ref_t *ref_create(const bank_config_t *config, bool record, noc_error_t *error) {
  ref_t *r = calloc(1, sizeof *r);
  if (r == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "no memory for the golden models");
    return NULL;
  }
  r->config = *config;
  r->record = record;
  init_views(r);
  r->size = place(r, NULL);
  r->block = aligned_alloc(ARENA_LINE, r->size);
  if (r->block == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "no memory for %u golden models: %zu MiB",
                   config->members, r->size >> 20);
    free(r);
    return NULL;
  }
  memory_large_pages(r->block, r->size);
  memset(r->block, 0, r->size);
  (void)place(r, r->block);
  ref_reset(r);
  return r;
}

void ref_free(ref_t *r) {
  if (r != NULL) {
    free(r->block);
    free(r);
  }
}

void ref_reset(ref_t *r) {
  if (r->config.component == COMPONENT_ROUTER) {
    router_reset(&r->router);
  } else {
    interface_reset(&r->interface);
  }
}

// Only an edge goes by wires: in the views above the pins stay what is reset and shown.
void ref_connect(ref_t *r, wires_t *wires) {
  r->wires = wires;
  for (unsigned side = 0; side < 2 && wires != NULL; side++) {
    if (r->config.component == COMPONENT_ROUTER) {
      r->wired_router[side] = r->router;
      wires_connect_routers(wires, side, &r->wired_router[side]);
    } else {
      r->wired_interface[side] = r->interface;
      wires_connect_interfaces(wires, side, &r->wired_interface[side]);
    }
  }
}

void ref_step(ref_t *r) {
  const wires_t *w = r->wires;
  if (r->config.component == COMPONENT_ROUTER) {
    router_step(w != NULL ? &r->wired_router[w->now] : &r->router);
  } else {
    interface_step(w != NULL ? &r->wired_interface[w->now] : &r->interface);
  }
}

uint32_t ref_part(const ref_t *r) {
  if (r->config.component == COMPONENT_ROUTER) {
    return r->router.group;
  }
  return r->interface.fw.slots > 0 ? 0 : INTERFACE_BLOCK;
}

void ref_step_part(ref_t *r, uint32_t first, uint32_t end) {
  const wires_t *w = r->wires;
  if (r->config.component == COMPONENT_ROUTER) {
    router_view_t part = w != NULL ? r->wired_router[w->now] : r->router;
    part.first = first;
    part.end = end;
    router_step(&part);
  } else {
    interface_view_t part = w != NULL ? r->wired_interface[w->now] : r->interface;
    part.first = first;
    part.end = end;
    interface_step(&part);
  }
}

const uint64_t *ref_touched(const ref_t *r) {
  return r->config.component == COMPONENT_ROUTER ? r->router.touched : r->interface.touched;
}

// The OUT fields of a member whose links are wires.
static void show_outputs(const ref_t *r, uint32_t member) {
  if (r->config.component == COMPONENT_ROUTER) {
    wires_show_router(r->wires, r->wires->bank_router + member, &r->router.f, member);
  } else {
    wires_show_interface(r->wires, r->wires->bank_node + member, &r->interface.f, member);
  }
}

#define SKIP(...)

// ref_state() once for each component and instruction set: the lists become straight code with
// the element sizes as constants. They return the words written. m: place in the IN, WIRE and OUT
// arrays; reg: in the REG arrays.
#define PACK_AT(place, name, type, bits, count)                                       \
  at += PACK(words + at, &f->name[(size_t)(place) * (uint32_t)(count)], sizeof(type), \
             (unsigned)(bits), (uint32_t)(count));
#define WIRE(name, type, bits, by, radix, meaning)     \
  if (wires) {                                         \
    PACK_AT(m, name, type, bits, DIMENSIONS_COUNT(by)) \
  }
#define IN                                        SKIP
#define OUT(name, type, bits, by, radix, meaning) PACK_AT(m, name, type, bits, DIMENSIONS_COUNT(by))
#define REG(name, type, bits, by, radix, meaning) \
  PACK_AT(reg, name, type, bits, DIMENSIONS_COUNT(by))
#define PACK pack_bmi2

static PACK_TARGET_BMI2 uint32_t router_state_bmi2(const noc_shape_t *s, const router_fields_t *f,
                                                   uint32_t m, uint32_t reg, bool wires,
                                                   uint32_t *words) {
  uint32_t at = 0;
#include "shape/router_state.def"
  return at;
}

static PACK_TARGET_BMI2 uint32_t interface_state_bmi2(const noc_shape_t *s,
                                                      const interface_fields_t *f, uint32_t m,
                                                      uint32_t reg, bool wires, uint32_t *words) {
  uint32_t at = 0;
#include "shape/network_interface_state.def"
  return at;
}

#undef PACK
#ifdef __x86_64__
// Processors of before 2013: not worth the code.
#define PACK(words, array, size, bits, count) \
  (bundle_pack_portable(words, array, size, bits, count), pack_words(bits, count))
#else
#define PACK pack_portable
#endif

static uint32_t router_state(const noc_shape_t *s, const router_fields_t *f, uint32_t m,
                             uint32_t reg, bool wires, uint32_t *words) {
  uint32_t at = 0;
#include "shape/router_state.def"
  return at;
}

static uint32_t interface_state(const noc_shape_t *s, const interface_fields_t *f, uint32_t m,
                                uint32_t reg, bool wires, uint32_t *words) {
  uint32_t at = 0;
#include "shape/network_interface_state.def"
  return at;
}

#undef PACK
#undef IN
#undef WIRE
#undef OUT
#undef REG

void ref_state(const ref_t *r, uint32_t member, uint32_t *words) {
  const noc_shape_t *s = r->config.shape;
  const bool wires = r->record;
  assert(member < r->config.members);
  if (r->wires != NULL) {
    show_outputs(r, member);
  }
  if (!wires) {
    memset(words, 0, r->wire_words * sizeof *words);
    words += r->wire_words;
  }
  if (r->config.component == COMPONENT_ROUTER) {
    uint32_t reg = member;
    if (!r->record) {
      reg = 0;
      router_registers(&r->router, member, &r->router.f, reg);
    }
    if (PACK_HAS_BMI2()) {
      (void)router_state_bmi2(s, &r->router.f, member, reg, wires, words);
    } else {
      (void)router_state(s, &r->router.f, member, reg, wires, words);
    }
    return;
  }
  if (!r->record) {
    interface_registers(&r->interface, member);
  }
  if (!r->record && s->xor_unit) {
    xor_unit_registers(&r->interface, member);
  }
  if (!r->record && s->forward_unit) {
    forward_unit_registers(&r->interface, member);
  }
  if (PACK_HAS_BMI2()) {
    (void)interface_state_bmi2(s, &r->interface.f, member, member, wires, words);
  } else {
    (void)interface_state(s, &r->interface.f, member, member, wires, words);
  }
}

// A snapshot is the block, then the OUT arrays: they are the output registers. Copies those to
// `to` or back from `from`, what is not NULL; returns their size together.
#define IN   SKIP
#define WIRE SKIP
#define REG  SKIP
#define OUT(name, type, bits, by, radix, meaning) \
  at += copy_output(f->name, sizeof(type) * members * DIMENSIONS_COUNT(by), to, from, at);

static size_t copy_output(void *array, size_t size, unsigned char *to, const unsigned char *from,
                          size_t at) {
  if (to != NULL) {
    memcpy(to + at, array, size);
  }
  if (from != NULL) {
    memcpy(array, from + at, size);
  }
  return size;
}

static size_t copy_outputs(const ref_t *r, unsigned char *to, const unsigned char *from) {
  const noc_shape_t *s = r->config.shape;
  const size_t members = r->config.members;
  size_t at = 0;
  if (r->config.component == COMPONENT_ROUTER) {
    const router_fields_t *f = &r->router.f;
#include "shape/router_state.def"
  } else {
    const interface_fields_t *f = &r->interface.f;
#include "shape/network_interface_state.def"
  }
  return at;
}

size_t ref_snapshot_size(const ref_t *r) {
  return r->size + copy_outputs(r, NULL, NULL);
}

void ref_save(const ref_t *r, void *to) {
  memcpy(to, r->block, r->size);
  (void)copy_outputs(r, (unsigned char *)to + r->size, NULL);
}

void ref_restore(ref_t *r, const void *from) {
  memcpy(r->block, from, r->size);
  (void)copy_outputs(r, NULL, (const unsigned char *)from + r->size);
}

// The wires between units are those of a cycle, and have addresses.
void ref_checkpoint(ref_t *r, checkpoint_t *c) {
  const forward_view_t *fw = &r->interface.fw;
  const bool router = r->config.component == COMPONENT_ROUTER;
  if (!router && fw->slots > 0) {
    memset(fw->wires, 0, INTERFACE_BLOCK * sizeof *fw->wires);
  }
  checkpoint_array(c, router ? "routers" : "interfaces", r->block, r->size, 1);
}

const router_fields_t *ref_router_fields(const ref_t *r) {
  assert(r->config.component == COMPONENT_ROUTER && r->record);
  return &r->router.f;
}

const interface_fields_t *ref_interface_fields(const ref_t *r) {
  assert(r->config.component == COMPONENT_INTERFACE);
  return &r->interface.f;
}

static uint32_t router_flits(const router_view_t *r, uint32_t m) {
  uint64_t crossing = r->st_valid[m / r->group] >> (m % r->group * r->ports);
  uint32_t flits = (uint32_t)__builtin_popcountll(crossing & ((UINT64_C(1) << r->ports) - 1));
  size_t queues = r->ports * r->vcs;
  for (size_t q = m * queues; q < (m + 1) * queues; q++) {
    flits += r->input_vc[q].count;
  }
  return flits;
}

static uint32_t interface_flits(const interface_view_t *r, uint32_t m) {
  uint32_t flits = 0;
  for (size_t q = m * r->vcs; q < (m + 1) * r->vcs; q++) {
    flits += (uint32_t)r->inj_vc[q].count + r->ej_vc[q].count;
  }
  if (r->x.slots > 0 && r->f.inj_from[m] > 0) {
    flits += r->f.inj_left[m * r->networks + r->f.inj_from_network[m]];
  }
  return flits;
}

uint32_t ref_flits_inside(const ref_t *r, uint32_t member) {
  assert(member < r->config.members);
  return r->config.component == COMPONENT_ROUTER ? router_flits(&r->router, member)
                                                 : interface_flits(&r->interface, member);
}

int64_t ref_copied(const ref_t *r, uint32_t member) {
  const router_view_t *view = &r->router;
  int64_t copied = 0;
  assert(member < r->config.members && r->config.component == COMPONENT_ROUTER);
  for (size_t in = member * view->ports; view->worms.on && in < (member + 1) * view->ports; in++) {
    uint32_t open = branch_masks(view->port[in].input, BRANCH_OPEN);
    copied += view->worms.copied[in];
    for (; open != 0; open &= open - 1) {
      copied += branch_copied(view, in * view->vcs + view_lowest(open));
    }
  }
  return copied;
}

bank_speculation_t ref_speculation(const ref_t *r, uint32_t member) {
  const router_view_t *view = &r->router;
  bank_speculation_t sum = {0};
  assert(member < r->config.members && view->speculative);
  for (size_t out = member * view->ports; out < (member + 1) * view->ports; out++) {
    sum.granted += view->speculated[out] - view->wasted[out];
    sum.wasted += view->wasted[out];
  }
  return sum;
}

uint64_t ref_xor_flits(const ref_t *r, uint32_t member) {
  assert(member < r->config.members && r->config.component == COMPONENT_INTERFACE);
  return r->config.shape->xor_unit ? r->interface.x.pipe[member].reads : 0;
}

static bank_forward_t sum_forwarded(const forward_sum_t *sum) {
  return (bank_forward_t){.stored = sum->stored, .copied = sum->copied, .used = sum->used};
}

bank_forward_t ref_forwarded(const ref_t *r, uint32_t member) {
  const forward_view_t *fw = &r->interface.fw;
  assert(r->config.component == COMPONENT_INTERFACE);
  if (fw->slots == 0) {
    return (bank_forward_t){0};
  }
  if (member == BANK_ALL) {
    return sum_forwarded(fw->sum);
  }
  bank_forward_t of = {.stored = fw->member[member].stored, .copied = fw->member[member].copied};
  for (size_t s = member * fw->slots; s < (member + 1) * fw->slots; s++) {
    of.used += r->interface.f.f_used[s];
  }
  return of;
}

bool ref_needs_slot(const ref_t *r, uint32_t member, unsigned vc) {
  const interface_view_t *v = &r->interface;
  const size_t queue = (size_t)member * v->vcs + vc;
  const size_t at = member * v->slots + vc * v->depth + v->ej_vc[queue].rd;
  return v->fw.slots > 0 && v->ej_vc[queue].count > 0 && v->fw.member[member].free == 0 &&
         ejection_forward(v->ej_kind[at], &v->ej_payload[at * v->words]);
}

uint32_t ref_credits(const ref_t *r, uint32_t member, unsigned port, unsigned vc) {
  assert(member < r->config.members && vc < r->config.shape->vcs);
  if (r->config.component == COMPONENT_ROUTER) {
    return r->router.output_vc[(member * r->router.ports + port) * r->router.vcs + vc].credit;
  }
  return r->interface.inj_vc[member * r->interface.vcs + vc].credit;
}

uint32_t ref_occupied(const ref_t *r, uint32_t member, unsigned port, unsigned vc) {
  assert(member < r->config.members && vc < r->config.shape->vcs);
  if (r->config.component == COMPONENT_ROUTER) {
    return r->router.input_vc[(member * r->router.ports + port) * r->router.vcs + vc].count;
  }
  return r->interface.ej_vc[member * r->interface.vcs + vc].count;
}

// Fills in the oldest flit of a VC of a router that copies. The port is that of a branch that has
// not read it: one that waits for an output VC before one that has it.
static bool copying_front(const router_view_t *r, size_t in, unsigned vc, bank_front_t *front) {
  const size_t q = in * r->vcs + vc;
  const branch_vc_t *branches = &r->worms.vc[q];
  const size_t at = input_front_at(r, in, vc);
  const branch_entry_t *entry = &r->worms.entry[at];
  const bool head = (r->tag[at] & KIND_HEAD) != 0;
  const bool drops = (entry->flags & ENTRY_DROP) != 0 && r->cut_through;
  uint32_t ports = branches->wait;
  for (uint32_t left = branches->active; ports == 0 && left != 0; left &= left - 1) {
    const size_t o = view_lowest(left);
    ports = r->worms.read[q * r->ports + o] == branches->popped ? UINT32_C(1) << o : 0;
  }
  const size_t port = ports != 0 ? view_lowest(ports) : 0;
  *front = (bank_front_t){
      .kind = (uint8_t)r->tag[at],
      .port = (uint8_t)port,
      .vc_class = (uint8_t)(head && r->any_class != 0 ? r->worms.entry_class[at * r->ports + port]
                                                      : r->any_class),
      .port_class = head && r->any_class != 0 ? &r->worms.entry_class[at * r->ports] : NULL,
      .need = (uint16_t)(head ? entry->need - drops : 0),
      .payload = &r->payload[at * r->words],
  };
  return r->input_vc[q].count > 0;
}

static bool router_front(const router_view_t *r, size_t in, unsigned vc, bank_front_t *front) {
  if (r->worms.on) {
    return copying_front(r, in, vc, front);
  }
  const input_vc_t *queue = &r->input_vc[in * r->vcs + vc];
  const size_t at = input_front_at(r, in, vc);
  const uint32_t tag = late_front(r, in, vc);
  const uint32_t kind = tag_kind(tag);
  *front = (bank_front_t){
      .kind = (uint8_t)kind,
      .port = (uint8_t)tag_port(r, tag),
      .vc_class = (uint8_t)tag_class(r, tag),
      .need = (uint16_t)((kind & KIND_HEAD) != 0 ? input_need(r, in, vc) : 0),
      .payload = &r->payload[at * r->words],
  };
  return queue->count > 0;
}

static bool interface_front(const interface_view_t *r, uint32_t m, unsigned vc,
                            bank_front_t *front) {
  size_t queue = (size_t)m * r->vcs + vc;
  size_t slot = (size_t)m * r->inj_slots + (size_t)vc * SHAPE_INJ_DEPTH + r->inj_vc[queue].rd;
  *front = (bank_front_t){
      .kind = (uint8_t)(r->inj_tag[slot] & 3u),
      .need = (uint16_t)(r->inj_tag[slot] >> 2),
      .payload = &r->inj_payload[slot * r->words],
  };
  return r->inj_vc[queue].count > 0;
}

bool ref_front(const ref_t *r, uint32_t member, unsigned port, unsigned vc, bank_front_t *front) {
  assert(member < r->config.members && vc < r->config.shape->vcs);
  return r->config.component == COMPONENT_ROUTER
             ? router_front(&r->router, (size_t)member * r->router.ports + port, vc, front)
             : interface_front(&r->interface, member, vc, front);
}

bool ref_newest(const ref_t *r, uint32_t member, unsigned port, unsigned vc, bank_front_t *head) {
  const router_view_t *v = &r->router;
  if (r->config.component != COMPONENT_ROUTER) {
    return false;
  }
  const size_t in = (size_t)member * v->ports + port;
  const input_vc_t *queue = &v->input_vc[in * v->vcs + vc];
  for (uint32_t i = queue->count; i-- > 0;) {
    const size_t position = (queue->rd + (size_t)i) % v->depth;
    const size_t at = in * v->slots + vc * v->depth + position;
    const uint32_t kind = v->worms.on ? v->tag[at] : tag_kind(v->tag[at]);
    if ((kind & KIND_HEAD) != 0) {
      *head = (bank_front_t){.kind = (uint8_t)(kind & (KIND_HEAD | KIND_TAIL)),
                             .payload = &v->payload[at * v->words]};
      return true;
    }
  }
  return false;
}

const uint64_t *ref_head(const ref_t *r, uint32_t member, unsigned port, unsigned slot) {
  const router_view_t *v = &r->router;
  const size_t at = ((size_t)member * v->ports + port) * v->slots + slot;
  const uint32_t kind = v->worms.on ? v->tag[at] : tag_kind(v->tag[at]);
  return (kind & KIND_HEAD) != 0 ? &v->payload[at * v->words] : NULL;
}

// The branches of the packet at the front, those that are to be made in the next cycle too.
static void copying_queue(const router_view_t *r, size_t in, unsigned vc, bank_queue_t *queue) {
  const size_t q = in * r->vcs + vc;
  const branch_vc_t *branches = &r->worms.vc[q];
  const size_t at = input_front_at(r, in, vc);
  const branch_entry_t *entry = &r->worms.entry[at];
  const bool open = (branch_masks(r->port[in].input, BRANCH_OPEN) >> vc & 1) != 0;
  const bool decoding = branches->worm != WORM_NONE && branches->slot == r->input_vc[q].rd;
  *queue = (bank_queue_t){.count = r->input_vc[q].count};
  queue->open = open;
  if (open) {
    queue->popped = branches->popped;
    queue->waiting = branches->wait;
    queue->holding = branches->active;
    queue->drops = branches->drop != 0;
  } else if (queue->count > 0 && !decoding) {
    queue->waiting = entry->ports;
    queue->drops = (entry->flags & ENTRY_DROP) != 0;
  }
  // The entry is there while the head is.
  const bool head = queue->popped == 0 && queue->waiting + queue->holding != 0;
  const unsigned dropped = queue->drops ? 1 : 0;
  queue->need = (uint16_t)(head && entry->need > dropped ? entry->need - dropped : 1);
  for (size_t o = 0; o < r->ports; o++) {
    queue->vc[o] = r->worms.out_vc[q * r->ports + o];
    queue->read[o] = open ? r->worms.read[q * r->ports + o] : 0;
    queue->vc_class[o] =
        (uint8_t)(head && r->any_class != 0 ? r->worms.entry_class[at * r->ports + o]
                                            : r->any_class);
  }
}

void ref_queue(const ref_t *r, uint32_t member, unsigned port, unsigned vc, bank_queue_t *queue) {
  const router_view_t *v = &r->router;
  const size_t in = (size_t)member * v->ports + port;
  assert(r->config.component == COMPONENT_ROUTER && member < r->config.members);
  if (v->worms.on) {
    copying_queue(v, in, vc, queue);
    return;
  }
  const input_vc_t *input = &v->input_vc[in * v->vcs + vc];
  const bool active = (v->port[in].input >> (INPUT_ACTIVE + vc) & 1) != 0;
  const uint32_t tag = late_front(v, in, vc);
  const bool head = input->count > 0 && (tag_kind(tag) & KIND_HEAD) != 0;
  queue->count = input->count;
  queue->waiting = 0;
  const size_t out_port = view_port(v, input->out_bit);
  queue->holding = active ? (uint16_t)(1u << out_port) : 0;
  queue->need = (uint16_t)(head ? input_need(v, in, vc) : 1);
  queue->port = (uint8_t)out_port;
  queue->vc[out_port] = input->out_vc;
  if (head && !active) {
    const uint32_t to = tag_port(v, tag);
    queue->waiting = (uint16_t)(1u << to);
    queue->vc_class[to] = (uint8_t)tag_class(v, tag);
  }
}

uint32_t ref_owned(const ref_t *r, uint32_t member, unsigned port) {
  const size_t out = (size_t)member * r->router.ports + port;
  return r->router.port[out].output >> OUTPUT_BUSY & VC_MASK;
}

uint32_t ref_late_port(const ref_t *r, uint32_t member, unsigned port) {
  return late_bits(&r->router, (size_t)member * r->router.ports + port) & r->router.tag_port_mask;
}

uint32_t ref_crossing(const ref_t *r, uint32_t member, uint8_t *to, uint8_t *vc) {
  return router_crossing(&r->router, member, to, vc);
}
