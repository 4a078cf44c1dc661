// coverage -- see coverage.h.

#include "lockstep/coverage.h"

#include "shape/packet.h"

static const coverage_info_t kInfo[COVERAGE_EVENTS] = {
#define ROUTER(name, each, where, unit, condition, meaning) {#name, unit, meaning},
#define INTERFACE                                           ROUTER
#include "lockstep/coverage.def"
#undef ROUTER
#undef INTERFACE
};

const coverage_info_t *coverage_info(coverage_event_t event) {
  return &kInfo[event];
}

void coverage_start(coverage_t *c, component_t component, const noc_shape_t *s) {
  *c = (coverage_t){0};
#define ROUTER(name, each, where, ...) \
  c->listed[COVERAGE_##name] = component == COMPONENT_ROUTER && (where);
#define INTERFACE(name, each, where, ...) \
  c->listed[COVERAGE_##name] = component == COMPONENT_INTERFACE && (where);
#include "lockstep/coverage.def"
#undef ROUTER
#undef INTERFACE
}

// ---- Conditions

static inline bool several(uint32_t mask) {
  return (mask & (mask - 1)) != 0;
}

static inline bool head_comes(const router_fields_t *f, size_t m, size_t p, size_t q) {
  return (f->in_valid[m] >> p & 1) != 0 && (f->in_kind[q] & KIND_HEAD) != 0;
}

static inline bool free_vc(const router_fields_t *f, const noc_shape_t *s, size_t e) {
  return (f->out_busy[e / s->vcs] >> e % s->vcs & 1) == 0;
}

// The VCs of an input that have flits and no output VC.
static inline uint32_t waits(const router_fields_t *f, const noc_shape_t *s, size_t q) {
  uint32_t mask = 0;
  for (unsigned v = 0; v < s->vcs; v++) {
    mask |= (uint32_t)(f->in_count[q * s->vcs + v] != 0) << v;
  }
  return mask & ~(uint32_t)f->in_active[q];
}

// A flit of input q waits for a credit and for nothing else.
static inline bool starved(const router_fields_t *f, const noc_shape_t *s, size_t m, size_t q) {
  for (uint32_t left = f->in_active[q]; left != 0; left &= left - 1) {
    const size_t e = q * s->vcs + (size_t)__builtin_ctz(left);
    const size_t out = m * s->ports + f->in_out_port[e];
    if (f->in_count[e] != 0 && f->out_credit[out * s->vcs + f->in_out_vc[e]] == 0) {
      return true;
    }
  }
  return false;
}

// A head comes to an input where VCs wait, several of them.
static inline bool several_wait(const router_fields_t *f, const noc_shape_t *s, size_t m) {
  bool found = false;
  for (uint32_t left = f->in_valid[m]; left != 0; left &= left - 1) {
    const size_t q = m * s->ports + (size_t)__builtin_ctz(left);
    found |= (f->in_kind[q] & KIND_HEAD) != 0 && several(waits(f, s, q));
  }
  return found;
}

// The outputs that input q has flits for.
static inline uint32_t outputs_wanted(const router_fields_t *f, const noc_shape_t *s, size_t q) {
  uint32_t outputs = 0;
  for (uint32_t left = f->in_active[q]; left != 0; left &= left - 1) {
    const size_t e = q * s->vcs + (size_t)__builtin_ctz(left);
    outputs |= (uint32_t)(f->in_count[e] != 0) << f->in_out_port[e];
  }
  return outputs;
}

// The outputs that copies at input q have VCs of.
static inline uint32_t outputs_of_branches(const router_fields_t *f, const noc_shape_t *s,
                                           size_t q) {
  uint32_t outputs = 0;
  for (unsigned v = 0; v < s->vcs; v++) {
    outputs |= f->br_active[q * s->vcs + v];
  }
  return outputs;
}

// Two inputs want the same output.
static inline bool compete(const router_fields_t *f, const noc_shape_t *s, size_t m,
                           uint32_t (*outputs)(const router_fields_t *, const noc_shape_t *,
                                               size_t)) {
  uint32_t seen = 0;
  for (size_t q = m * s->ports; q < (m + 1) * s->ports; q++) {
    const uint32_t own = outputs(f, s, q);
    if ((own & seen) != 0) {
      return true;
    }
    seen |= own;
  }
  return false;
}

static inline bool decode_at_once(const router_fields_t *f, const noc_shape_t *s, size_t m) {
  unsigned inputs = 0;
  for (size_t q = m * s->ports; q < (m + 1) * s->ports; q++) {
    uint32_t any = 0;
    for (unsigned v = 0; v < s->vcs; v++) {
      any |= f->w_type[q * s->vcs + v];
    }
    inputs += any != 0;
  }
  return inputs > 1;
}

// Copies of a packet that have output VCs have read different numbers of flits.
static inline bool apart(const router_fields_t *f, const noc_shape_t *s, size_t e) {
  const uint16_t *read = &f->br_read[e * s->ports];
  const uint32_t active = f->br_active[e];
  const uint16_t first = read[__builtin_ctz(active)];
  bool found = false;
  for (uint32_t left = active; left != 0; left &= left - 1) {
    found |= read[__builtin_ctz(left)] != first;
  }
  return found;
}

static inline bool branch_starved(const router_fields_t *f, const noc_shape_t *s, size_t e) {
  const size_t m = e / ((size_t)s->ports * s->vcs);
  bool found = false;
  for (uint32_t left = f->br_active[e]; left != 0; left &= left - 1) {
    const size_t o = (size_t)__builtin_ctz(left);
    const size_t out = m * s->ports + o;
    found |= f->out_credit[out * s->vcs + f->br_vc[e * s->ports + o]] == 0;
  }
  return found;
}

// Queues with something in them; `count` has as many elements as there are VCs.
static inline unsigned queues(const uint8_t *count, unsigned vcs) {
  unsigned some = 0;
  for (unsigned v = 0; v < vcs; v++) {
    some += count[v] != 0;
  }
  return some;
}

static inline unsigned filled(const uint16_t *count, unsigned vcs) {
  unsigned some = 0;
  for (unsigned v = 0; v < vcs; v++) {
    some += count[v] != 0;
  }
  return some;
}

static inline bool no_slot(const interface_fields_t *f, const noc_shape_t *s, size_t m) {
  const uint8_t *used = &f->f_used[m * s->forward_slots];
  unsigned count = 0;
  for (unsigned i = 0; i < s->forward_slots; i++) {
    count += used[i];
  }
  return count == s->forward_slots;
}

// ---- A cycle

static void add(coverage_t *c, coverage_event_t event, uint32_t seen) {
  const uint32_t sum = c->count[event] + seen;
  c->count[event] = seen < COVERAGE_MANY && sum < COVERAGE_MANY ? sum : COVERAGE_MANY;
}

// Where packets come in and are to leave, as it was written with their heads.
void coverage_heads(coverage_t *c, const noc_shape_t *s, const router_fields_t *f, uint32_t members,
                    const ref_t *golden) {
  const uint32_t port_mask = (UINT32_C(1) << s->port_w) - 1;
  const size_t ports = s->ports;
  const uint16_t *written = f->wr_en;
  const bool late = s->late && !s->look;  // their ports are not in the tags that are written
  const uint32_t *tag = f->wr_tag;
  for (uint32_t m = 0; m < members; m++) {
    for (uint32_t left = written[m]; left != 0; left &= left - 1) {
      const size_t p = (size_t)__builtin_ctz(left);
      const size_t q = m * ports + p;
      if ((tag[q] & KIND_HEAD) != 0) {
        const uint32_t to = late ? ref_late_port(golden, m, (unsigned)p) : tag[q] >> 2 & port_mask;
        const uint32_t pair = s->multicast ? 0 : 1u << to;
        c->vcs = (uint16_t)(c->vcs | 1u << f->wr_slot[q] / s->depth);
        c->pairs[p] = (uint16_t)(c->pairs[p] | pair);
      }
    }
    for (uint32_t left = s->multicast ? f->br_wr_en[m] : 0; left != 0; left &= left - 1) {
      const size_t p = (size_t)__builtin_ctz(left);
      c->pairs[p] = (uint16_t)(c->pairs[p] | f->br_wr_ports[m * ports + p]);
    }
  }
}

// Output VCs with so many credits.
static uint32_t with_credits(const router_fields_t *f, size_t vcs, unsigned credits) {
  uint32_t count = 0;
  for (size_t e = 0; e < vcs; e++) {
    count += f->out_credit[e] == credits;
  }
  return count;
}

#define LOOK(name, each, condition)                                              \
  if (c->listed[COVERAGE_##name] && c->count[COVERAGE_##name] < COVERAGE_MANY) { \
    uint32_t seen = 0;                                                           \
    each(seen += (condition) ? 1 : 0) add(c, COVERAGE_##name, seen);             \
  }
#define MEMBERS(...)                     \
  for (size_t m = 0; m < members; m++) { \
    __VA_ARGS__;                         \
  }
#define PORTS(...)                               \
  for (size_t m = 0, q = 0; m < members; m++) {  \
    for (size_t p = 0; p < s->ports; p++, q++) { \
      (void)p, (void)q;                          \
      __VA_ARGS__;                               \
    }                                            \
  }
#define PORT_VCS(...)                                                \
  for (size_t e = 0; e < (size_t)members * s->ports * s->vcs; e++) { \
    __VA_ARGS__;                                                     \
  }
// These events can be only where an output VC has no credits, or one: most cycles need no look at
// all.
#define PORTS_IF_NONE(...) \
  if (none > 0) {          \
    PORTS(__VA_ARGS__)     \
  }
#define PORT_VCS_IF_NONE(...) \
  if (none > 0) {             \
    PORT_VCS(__VA_ARGS__)     \
  }
#define PORT_VCS_IF_ONE(...) \
  if (one > 0) {             \
    PORT_VCS(__VA_ARGS__)    \
  }
#define VCS(...)                                          \
  for (size_t e = 0; e < (size_t)members * s->vcs; e++) { \
    __VA_ARGS__;                                          \
  }

void coverage_routers(coverage_t *c, const noc_shape_t *s, const router_fields_t *f,
                      uint32_t members) {
  const size_t vcs = (size_t)members * s->ports * s->vcs;
  const uint32_t none = with_credits(f, vcs, 0);
  const uint32_t one = with_credits(f, vcs, 1);
#define INTERFACE(...)
#define ROUTER(name, each, where, unit, condition, meaning) LOOK(name, each, condition)
#include "lockstep/coverage.def"
#undef ROUTER
#undef INTERFACE
}

void coverage_interfaces(coverage_t *c, const noc_shape_t *s, const interface_fields_t *f,
                         uint32_t members) {
#define ROUTER(...)
#define INTERFACE(name, each, where, unit, condition, meaning) LOOK(name, each, condition)
#include "lockstep/coverage.def"
#undef ROUTER
#undef INTERFACE
}

void coverage_add(coverage_t *sum, const coverage_t *c) {
  for (unsigned e = 0; e < COVERAGE_EVENTS; e++) {
    sum->listed[e] |= c->listed[e];
    add(sum, e, c->count[e]);
  }
  for (unsigned p = 0; p < SHAPE_MAX_PORTS; p++) {
    sum->pairs[p] = (uint16_t)(sum->pairs[p] | c->pairs[p]);
  }
  sum->vcs = (uint16_t)(sum->vcs | c->vcs);
}
