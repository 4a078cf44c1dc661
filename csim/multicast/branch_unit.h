// branch_unit -- golden model of rtl/multicast/branch_unit.sv: the buffer of an input port, and
// where each branch of the packets at its fronts stands. docs/microarchitecture.md, section 15.3.
//
// Behaviour  A packet whose entry is there has a branch for each port of it. A branch waits for an
//            output VC, then reads the packet's flits at its own pace; all branches that stand at
//            the flit that is read read it together. The flit that the slowest branch has read
//            leaves the buffer, and its credit goes upstream.
// Time       One clock edge is branch_make(), branch_allocated(), then branch_read() or
//            branch_drop() with branch_pop(), then branch_push() and branch_enter(): the allocators
//            have read the registers before the edge. With early allocation branch_push() and
//            branch_enter() come first.
// Registers  in_wr, in_rd, in_count, in_popped, br_*, credit_out_*.
//
//   flits in the buffer    . . 2 3 4 5 6 .        in_popped 2, in_count 5
//   branches stand at          a   b   c          a is the slowest: flit 2 leaves when a has read

#ifndef NOC_BRANCH_UNIT_H
#define NOC_BRANCH_UNIT_H

#include "multicast/worm_decoder.h"
#include "router/fifo.h"
#include "router/input_unit.h"
#include "router/output_unit.h"
#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

NOC_INLINE uint32_t branch_masks(uint64_t input, unsigned lowest) {
  return (uint32_t)(input >> lowest) & VC_MASK;
}

NOC_INLINE void branch_set(uint64_t *input, unsigned lowest, size_t v, bool value) {
  *input = (*input & ~view_bit(lowest + v)) | (uint64_t)value << (lowest + v);
}

NOC_INLINE bool branch_is(uint64_t input, unsigned lowest, size_t v) {
  return (input >> (lowest + v) & 1) != 0;
}

// Place of the head of VC v's front packet in the memories, while it is there.
NOC_INLINE size_t branch_head_at(const router_view_t *r, size_t in, size_t v) {
  return input_front_at(r, in, v);
}

// The slot of flit `number` of VC v's front packet.
NOC_INLINE size_t branch_slot(const router_view_t *r, size_t in, size_t v, uint32_t number) {
  const size_t q = in * r->vcs + v;
  const size_t position = r->input_vc[q].rd + (size_t)(number - r->worms.vc[q].popped);
  return v * r->depth + (position >= r->depth ? position - r->depth : position);
}

// Flit `number` of VC v's front packet is in the buffer. (It has not left it.)
NOC_INLINE bool branch_there(const router_view_t *r, size_t q, uint32_t number) {
  return number - r->worms.vc[q].popped < r->input_vc[q].count;
}

// Credits that the next flit of the branch to port o needs: a head goes only where all of its
// packet has room, with cut-through.
NOC_INLINE uint32_t branch_need(const router_view_t *r, size_t q, size_t o) {
  return r->worms.read[q * r->ports + o] == 0 ? r->worms.vc[q].front_need : 1;
}

// The branches of VC v that may read.
NOC_INLINE uint32_t branch_ready(const branch_vc_t *vc) {
  return (uint32_t)vc->active & vc->credited & ~(uint32_t)vc->starved;
}

// The VCs with a branch that waits, or a packet at the front whose branches are not made.
NOC_INLINE uint32_t branch_waits(uint64_t input) {
  return branch_masks(input | ((input >> INPUT_FILLED & ~input) << BRANCH_WAITING), BRANCH_WAITING);
}

// Keeps the mask BRANCH_READY in step.
NOC_INLINE void branch_renew(uint64_t *input, size_t v, const branch_vc_t *vc) {
  const bool drops = vc->drop != 0 && vc->active != 0;
  branch_set(input, BRANCH_READY, v, branch_ready(vc) != 0 || drops);
}

// Picks the oldest of the requests of an input's VCs, whose branches are made. Only called with
// ages.
NOC_INLINE uint32_t branch_oldest(const router_view_t *r, size_t in, uint32_t request) {
  return (request & (request - 1)) == 0 ? request
                                        : oldest_of(request, &r->vc_age[in * r->vcs], r->age_bits);
}

// The oldest of the inputs `want` of the router whose input 0 is `inputs`, by the VCs they have
// picked.
NOC_INLINE uint32_t branch_oldest_picks(const router_view_t *r, size_t inputs, uint32_t want) {
  uint32_t age[SHAPE_MAX_PORTS];
  if ((want & (want - 1)) == 0) {
    return want;
  }
  for (uint32_t left = want; left != 0; left &= left - 1) {
    const size_t i = view_lowest(left);
    age[i] = r->vc_age[(inputs + i) * r->vcs + r->port[inputs + i].choice];
  }
  return oldest_of(want, age, r->age_bits);
}

// The branches of the front packets that have become known: from now on they wait.
NOC_INLINE void branch_make(const router_view_t *r, size_t in) {
  port_t *port = &r->port[in];
  uint32_t left = branch_masks(port->input & ~(port->input << INPUT_FILLED), INPUT_FILLED);
  for (; left != 0; left &= left - 1) {
    const size_t v = view_lowest(left);
    const size_t q = in * r->vcs + v;
    branch_vc_t *vc = &r->worms.vc[q];
    if (vc->worm != WORM_NONE && vc->slot == r->input_vc[q].rd) {
      continue;
    }
    const branch_entry_t *entry = &r->worms.entry[branch_head_at(r, in, v)];
    const bool drops = (entry->flags & ENTRY_DROP) != 0 && r->cut_through;
    vc->wait = vc->ports = entry->ports;
    vc->front_need = (uint16_t)(entry->need - drops);
    vc->drop = (entry->flags & ENTRY_DROP) != 0;
    vc->cut = (entry->flags & (ENTRY_STRING | ENTRY_UP)) == ENTRY_STRING;
    vc->group = entry->group;
    if (r->aged) {
      r->vc_age[q] = r->age[branch_head_at(r, in, v)];
    }
    port->input |= (view_bit(BRANCH_OPEN) | view_bit(BRANCH_WAITING)) << v;
  }
}

// VC allocation won by the branch of VC g->in_vc to g->out_port, perhaps before there is room for
// the packet.
NOC_INLINE void branch_allocated(const router_view_t *r, const grant_t *g) {
  const size_t q = g->in * r->vcs + g->in_vc;
  branch_vc_t *vc = &r->worms.vc[q];
  const uint32_t bit = UINT32_C(1) << g->out_port;
  r->worms.out_vc[q * r->ports + g->out_port] = (uint8_t)g->out_vc;
  vc->wait = (uint16_t)(vc->wait & ~bit);
  vc->active = (uint16_t)(vc->active | bit);
  const uint32_t credited = r->output_vc[g->out * r->vcs + g->out_vc].credit >= vc->front_need;
  vc->credited = (uint16_t)((vc->credited & ~bit) | credited << g->out_port);
  vc->starved = (uint16_t)(vc->starved & ~bit);
  uint64_t *input = &r->port[g->in].input;
  branch_set(input, BRANCH_WAITING, g->in_vc, vc->wait != 0);
  branch_renew(input, g->in_vc, vc);
}

// The output VC that VC v's branch to port o holds has one credit more, `credit` now.
NOC_INLINE void branch_credit(const router_view_t *r, size_t in, size_t v, size_t o,
                              uint32_t credit) {
  const size_t q = in * r->vcs + v;
  if (credit == branch_need(r, q, o)) {
    branch_vc_t *vc = &r->worms.vc[q];
    vc->credited = (uint16_t)(vc->credited | UINT32_C(1) << o);
    branch_renew(&r->port[in].input, v, vc);
  }
}

// Removes the oldest flit of VC v.
NOC_INLINE void branch_leave(const router_view_t *r, size_t in, size_t v) {
  input_vc_t *queue = &r->input_vc[in * r->vcs + v];
  (void)fifo_pop(&queue->rd, &queue->count, r->depth);
  if (queue->count == 0) {
    branch_set(&r->port[in].input, INPUT_FILLED, v, false);
  }
  r->f.credit_out_vc[in] = (uint8_t)v;
}

// Flits that a packet has made more than came in: what its branches are due, each all flits but a
// dropped one, less the flits themselves.
NOC_INLINE int64_t branch_due(const branch_vc_t *vc, uint32_t flits) {
  return (int64_t)(flits - vc->drop) * __builtin_popcount(vc->ports) - flits;
}

// The same of the packet at the front of input VC q, up to now: what its branches have read.
NOC_INLINE int64_t branch_copied(const router_view_t *r, size_t q) {
  const branch_vc_t *vc = &r->worms.vc[q];
  int64_t copied = -(int64_t)vc->popped;
  for (uint32_t left = vc->ports; left != 0; left &= left - 1) {
    const uint32_t read = r->worms.read[q * r->ports + view_lowest(left)];
    copied += read - (vc->drop != 0 && read > 1);
  }
  return copied;
}

// After branches of VC v have moved on: the flit that all have read leaves. Returns whether there
// is one. Of the branches that are not finished the slowest always stands at the oldest flit.
NOC_INLINE bool branch_pop(const router_view_t *r, size_t in, size_t v) {
  const size_t q = in * r->vcs + v;
  branch_vc_t *vc = &r->worms.vc[q];
  uint64_t *input = &r->port[in].input;
  branch_renew(input, v, vc);
  if ((vc->wait | vc->active) == 0) {
    r->worms.copied[in] += branch_due(vc, vc->popped + 1u);
    memset(&r->worms.read[q * r->ports], 0, r->ports * sizeof *r->worms.read);
    vc->popped = 0;
    *input &= ~(view_bit(BRANCH_OPEN) << v);
    branch_leave(r, in, v);
    return true;
  }
  bool all = vc->wait == 0;
  for (uint32_t left = vc->active; left != 0; left &= left - 1) {
    all &= r->worms.read[q * r->ports + view_lowest(left)] != vc->popped;
  }
  if (all) {
    vc->popped++;
    branch_leave(r, in, v);
  }
  return all;
}

// The branch to port o of VC v passes over a flit.
NOC_INLINE void branch_advance(const router_view_t *r, size_t q, size_t o) {
  branch_vc_t *vc = &r->worms.vc[q];
  const uint32_t read = ++r->worms.read[q * r->ports + o];
  const uint32_t starves = read == (uint32_t)vc->popped + r->input_vc[q].count;
  vc->starved = (uint16_t)(vc->starved | starves << o);
}

// The branches of VC v that stand at flit 1 pass over it.
NOC_INLINE void branch_drop(const router_view_t *r, size_t in, size_t v) {
  const size_t q = in * r->vcs + v;
  for (uint32_t left = r->worms.vc[q].active; left != 0; left &= left - 1) {
    const size_t o = view_lowest(left);
    if (r->worms.read[q * r->ports + o] == 1) {
      branch_advance(r, q, o);
    }
  }
}

// The flit that an input reads, for all of its branches that are granted the switch.
typedef struct {
  size_t slot;
  uint32_t kind;
  uint8_t word, group, fix;  // sa_word, sa_group, sa_fix
} branch_flit_t;

NOC_INLINE branch_flit_t branch_flit(const router_view_t *r, size_t in, size_t v, uint32_t number) {
  const branch_vc_t *vc = &r->worms.vc[in * r->vcs + v];
  const size_t slot = branch_slot(r, in, v, number);
  const bool of_string = vc->cut != 0 && number <= r->worms.string_words;
  return (branch_flit_t){.slot = slot,
                         .kind = r->tag[in * r->slots + slot],
                         .word = (uint8_t)(of_string ? number : 0),
                         .group = vc->group,
                         .fix = vc->drop & (number == 0)};
}

// The switch is granted to the branch to port o of VC v, for a flit of this kind.
NOC_INLINE void branch_read(const router_view_t *r, size_t q, size_t o, uint32_t kind) {
  branch_vc_t *vc = &r->worms.vc[q];
  branch_advance(r, q, o);
  vc->active = (uint16_t)(vc->active & ~(kind >> 1 << o));
}

// Notes what the packet is to do, at the slot of its head.
NOC_INLINE void branch_enter(const router_view_t *r, size_t in, const decoded_t *d) {
  const size_t head = in * r->slots + d->slot;
  r->worms.entry[head] = d->entry;
  if (r->aged) {
    r->age[head] = d->age;
  }
  for (uint32_t left = r->any_class != 0 ? d->entry.ports : 0; left != 0; left &= left - 1) {
    const size_t o = view_lowest(left);
    r->worms.entry_class[head * r->ports + o] = d->vc_class[o];
  }
}

// A flit is on the link of input `in`, and is written as `payload`. Returns its slot.
NOC_INLINE size_t branch_push(const router_view_t *r, size_t in, const uint64_t *payload) {
  const size_t v = r->f.in_vc[in];
  input_vc_t *queue = &r->input_vc[in * r->vcs + v];
  const size_t slot = v * r->depth + fifo_push(&queue->wr, &queue->count, r->depth);
  const size_t at = in * r->slots + slot;
  r->tag[at] = r->f.in_kind[in];
  for (size_t w = 0; w < r->words; w++) {
    r->payload[at * r->words + w] = payload[w];
  }
  branch_vc_t *vc = &r->worms.vc[in * r->vcs + v];
  uint64_t *input = &r->port[in].input;
  *input |= view_bit(INPUT_FILLED) << v;
  if (vc->starved != 0) {
    vc->starved = 0;
    branch_renew(input, v, vc);
  }
  return slot;
}

#ifdef __cplusplus
}
#endif

#endif
