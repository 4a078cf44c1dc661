// ref -- banks of golden routers and interfaces; see ref.h.

#include "router/ref.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "ni/network_interface.h"
#include "ni/view.h"
#include "router/pack.h"
#include "router/router.h"
#include "router/view.h"

enum { CACHE_LINE = 64 };

struct ref {
  bank_config_t config;
  bool record;
  uint32_t wire_words;
  size_t size;            // bytes of the block
  unsigned char *block;   // all arrays but IN and OUT
  router_tables_t tables;
  router_view_t router;  // or
  interface_view_t interface;
};

// Hands out arrays from a block; without a block it only counts.
typedef struct {
  unsigned char *block;
  size_t used;
} arena_t;

static void *take(arena_t *a, size_t size, size_t count) {
  size_t at = a->used;
  a->used += (size * count + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
  return a->block == NULL ? NULL : a->block + at;
}

// The lists, read once to lay out the arrays: IN and OUT are the bank's, WIRE arrays are there if
// recorded, REG arrays for as many members as `registers` says.
#define SKIP(...)
#define TAKE(name, type, bits, count, radix, meaning) \
  r->f.name = take(a, sizeof(type), registers * (count));
#define TAKE_IF_RECORDED(name, type, bits, count, radix, meaning) \
  r->f.name = r->record ? take(a, sizeof(type), members * (count)) : NULL;
#define IN   SKIP
#define WIRE TAKE_IF_RECORDED
#define OUT  SKIP
#define REG  TAKE

static void take_router(router_view_t *r, const noc_shape_t *s, size_t members, arena_t *a) {
  // Copies for observers. Without observers there is room for one member, for ref_state().
  const size_t registers = r->record ? members : 1;
#include "router/router_state.def"
  const size_t ports = members * s->ports;
  const size_t vcs = ports * s->vcs;
  r->input = take(a, sizeof *r->input, ports);
  r->output = take(a, sizeof *r->output, ports);
  r->input_vc = take(a, sizeof *r->input_vc, vcs);
  r->output_vc = take(a, sizeof *r->output_vc, vcs);
  r->st_valid = take(a, sizeof *r->st_valid, members);
  r->inputs_filled = take(a, sizeof *r->inputs_filled, members);
  r->inputs_waiting = take(a, sizeof *r->inputs_waiting, members);
  r->tag = take(a, sizeof *r->tag, ports * r->slots);
  r->payload = take(a, sizeof *r->payload, ports * r->slots * s->words);
}

static void take_interface(interface_view_t *r, const noc_shape_t *s, size_t members, arena_t *a) {
  const size_t registers = members;
#include "ni/network_interface_state.def"
  r->inj_filled = take(a, sizeof *r->inj_filled, members);
  r->inj_room = take(a, sizeof *r->inj_room, members);
  r->inj_credited = take(a, sizeof *r->inj_credited, members);
  r->ej_filled = take(a, sizeof *r->ej_filled, members);
  r->inj_tag = take(a, sizeof *r->inj_tag, members * r->inj_slots);
  r->inj_payload = take(a, sizeof *r->inj_payload, members * r->inj_slots * s->words);
  r->ej_kind = take(a, sizeof *r->ej_kind, members * r->slots);
  r->ej_payload = take(a, sizeof *r->ej_payload, members * r->slots * s->words);
}

#undef IN
#undef WIRE
#undef OUT
#undef REG

static void take_all(ref_t *r, arena_t *a) {
  if (r->config.component == COMPONENT_ROUTER) {
    take_router(&r->router, r->config.shape, r->config.members, a);
  } else {
    take_interface(&r->interface, r->config.shape, r->config.members, a);
  }
}

static void init_views(ref_t *r) {
  bundle_layout_t layout;
  if (r->config.component == COMPONENT_ROUTER) {
    router_view_shape(&r->router, &r->tables, r->config.shape, r->record);
    r->router.f = r->config.router;
    bundle_router(r->config.shape, &layout);
  } else {
    interface_view_shape(&r->interface, r->config.shape, r->record);
    r->interface.f = r->config.interface;
    bundle_interface(r->config.shape, &layout);
  }
  r->wire_words = layout.wire_words;
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
  arena_t count = {NULL, 0};
  take_all(r, &count);
  r->size = count.used;
  r->block = aligned_alloc(CACHE_LINE, r->size);
  if (r->block == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "no memory for %u golden models: %zu MiB",
                   config->members, r->size >> 20);
    free(r);
    return NULL;
  }
  memset(r->block, 0, r->size);
  take_all(r, &(arena_t){r->block, 0});
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
    router_reset(&r->router, 0, r->config.members);
  } else {
    interface_reset(&r->interface, 0, r->config.members);
  }
}

void ref_step(ref_t *r) {
  if (r->config.component == COMPONENT_ROUTER) {
    router_step(&r->router, 0, r->config.members);
  } else {
    interface_step(&r->interface, 0, r->config.members);
  }
}

// ref_state() once for each component and instruction set: the lists become straight code with
// the element sizes as constants. m: place in the IN, WIRE and OUT arrays; reg: in the REG arrays.
#define PACK_AT(place, name, type, bits, count)                                             \
  words += PACK(words, &f->name[(size_t)(place) * (count)], sizeof(type), (unsigned)(bits), \
                (uint32_t)(count));
#define WIRE(name, type, bits, count, radix, meaning) \
  if (wires) {                                        \
    PACK_AT(m, name, type, bits, count)               \
  }
#define IN                                           SKIP
#define OUT(name, type, bits, count, radix, meaning) PACK_AT(m, name, type, bits, count)
#define REG(name, type, bits, count, radix, meaning) PACK_AT(reg, name, type, bits, count)
#define PACK                                         pack_bmi2

static PACK_TARGET_BMI2 void router_state_bmi2(const noc_shape_t *s, const router_fields_t *f,
                                               uint32_t m, uint32_t reg, bool wires,
                                               uint32_t *words) {
#include "router/router_state.def"
}

static PACK_TARGET_BMI2 void interface_state_bmi2(const noc_shape_t *s, const interface_fields_t *f,
                                                  uint32_t m, uint32_t reg, bool wires,
                                                  uint32_t *words) {
#include "ni/network_interface_state.def"
}

#undef PACK
#define PACK pack_portable

static void router_state(const noc_shape_t *s, const router_fields_t *f, uint32_t m, uint32_t reg,
                         bool wires, uint32_t *words) {
#include "router/router_state.def"
}

static void interface_state(const noc_shape_t *s, const interface_fields_t *f, uint32_t m,
                            uint32_t reg, bool wires, uint32_t *words) {
#include "ni/network_interface_state.def"
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
      router_state_bmi2(s, &r->router.f, member, reg, wires, words);
    } else {
      router_state(s, &r->router.f, member, reg, wires, words);
    }
  } else if (PACK_HAS_BMI2()) {
    interface_state_bmi2(s, &r->interface.f, member, member, wires, words);
  } else {
    interface_state(s, &r->interface.f, member, member, wires, words);
  }
}

// A snapshot is the block, then the OUT arrays: they are the output registers.
#define IN   SKIP
#define WIRE SKIP
#define REG  SKIP
#define OUT(name, type, bits, count, radix, meaning) \
  to += copy(f->name, at + to, sizeof(type) * members * (count));

typedef size_t copy_t(void *array, unsigned char *snapshot, size_t size);

static size_t copy_size(void *array, unsigned char *snapshot, size_t size) {
  (void)array;
  (void)snapshot;
  return size;
}

static size_t copy_out(void *array, unsigned char *snapshot, size_t size) {
  memcpy(snapshot, array, size);
  return size;
}

static size_t copy_back(void *array, unsigned char *snapshot, size_t size) {
  memcpy(array, snapshot, size);
  return size;
}

// Applies copy to every OUT array; returns their size together.
static size_t copy_outputs(const ref_t *r, unsigned char *at, copy_t *copy) {
  const noc_shape_t *s = r->config.shape;
  const size_t members = r->config.members;
  size_t to = 0;
  if (r->config.component == COMPONENT_ROUTER) {
    const router_fields_t *f = &r->router.f;
#include "router/router_state.def"
  } else {
    const interface_fields_t *f = &r->interface.f;
#include "ni/network_interface_state.def"
  }
  return to;
}

size_t ref_snapshot_size(const ref_t *r) {
  unsigned char nothing[1];
  return r->size + copy_outputs(r, nothing, copy_size);
}

void ref_save(const ref_t *r, void *to) {
  memcpy(to, r->block, r->size);
  (void)copy_outputs(r, (unsigned char *)to + r->size, copy_out);
}

void ref_restore(ref_t *r, const void *from) {
  memcpy(r->block, from, r->size);
  // copy_back() only reads the snapshot.
  (void)copy_outputs(r, (unsigned char *)(uintptr_t)from + r->size, copy_back);
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
  uint32_t flits = (uint32_t)__builtin_popcount(r->st_valid[m]);
  uint32_t queues = r->ports * r->vcs;
  for (uint32_t q = m * queues; q < (m + 1) * queues; q++) {
    flits += r->input_vc[q].count;
  }
  return flits;
}

static uint32_t interface_flits(const interface_view_t *r, uint32_t m) {
  uint32_t flits = 0;
  for (uint32_t q = m * r->vcs; q < (m + 1) * r->vcs; q++) {
    flits += (uint32_t)r->f.inj_count[q] + r->f.ej_count[q];
  }
  return flits;
}

uint32_t ref_flits_inside(const ref_t *r, uint32_t member) {
  assert(member < r->config.members);
  return r->config.component == COMPONENT_ROUTER ? router_flits(&r->router, member)
                                                 : interface_flits(&r->interface, member);
}

uint32_t ref_credits(const ref_t *r, uint32_t member, unsigned port, unsigned vc) {
  assert(member < r->config.members && vc < r->config.shape->vcs);
  if (r->config.component == COMPONENT_ROUTER) {
    return r->router.output_vc[(member * r->router.ports + port) * r->router.vcs + vc].credit;
  }
  return r->interface.f.inj_credit[member * r->interface.vcs + vc];
}

uint32_t ref_occupied(const ref_t *r, uint32_t member, unsigned port, unsigned vc) {
  assert(member < r->config.members && vc < r->config.shape->vcs);
  if (r->config.component == COMPONENT_ROUTER) {
    return r->router.input_vc[(member * r->router.ports + port) * r->router.vcs + vc].count;
  }
  return r->interface.f.ej_count[member * r->interface.vcs + vc];
}

static bool router_front(const router_view_t *r, size_t in, unsigned vc, bank_front_t *front) {
  size_t slot = in * r->slots + vc * r->depth + r->f.in_rd[in * r->vcs + vc];
  *front = (bank_front_t){
      .kind = (uint8_t)(r->tag[slot] & 3u),
      .port = (uint8_t)(r->tag[slot] >> 2 & r->tag_port_mask),
      .need = (uint16_t)(r->tag[slot] >> r->tag_need_lsb),
      .payload = &r->payload[slot * r->words],
  };
  return r->f.in_count[in * r->vcs + vc] > 0;
}

static bool interface_front(const interface_view_t *r, uint32_t m, unsigned vc,
                            bank_front_t *front) {
  size_t queue = (size_t)m * r->vcs + vc;
  size_t slot = (size_t)m * r->inj_slots + vc * SHAPE_INJ_DEPTH + r->f.inj_rd[queue];
  *front = (bank_front_t){
      .kind = (uint8_t)(r->inj_tag[slot] & 3u),
      .need = (uint16_t)(r->inj_tag[slot] >> 2),
      .payload = &r->inj_payload[slot * r->words],
  };
  return r->f.inj_count[queue] > 0;
}

bool ref_front(const ref_t *r, uint32_t member, unsigned port, unsigned vc, bank_front_t *front) {
  assert(member < r->config.members && vc < r->config.shape->vcs);
  return r->config.component == COMPONENT_ROUTER
             ? router_front(&r->router, (size_t)member * r->router.ports + port, vc, front)
             : interface_front(&r->interface, member, vc, front);
}
