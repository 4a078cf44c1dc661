// properties_fronts -- what the packets at the fronts of a router's queues ask for in a cycle and
// what they get: docs/microarchitecture.md, sections 7 to 10 and 15.2, 15.3. See
// properties_state.h.

#include <string.h>

#include "network/properties_state.h"
#include "shape/packet.h"

// The output VCs of `port` that the packet of input VC (i, v) may take in this cycle.
static uint16_t eligible(const properties_t *p, unsigned i, unsigned v, unsigned port,
                         unsigned vc_class, unsigned need) {
  const noc_shape_t *s = p->s;
  const unsigned block = s->vcs / s->networks;
  const unsigned first = v / block * block;
  uint32_t is_free = 0;
  uint32_t roomy = 0;
  for (unsigned w = first; w < first + block; w++) {
    const bool fits =
        s->classes <= 1 || vc_class == s->classes || (w - first) % s->classes == vc_class;
    if (fits && (p->before->out_busy[port] >> w & 1) == 0) {
      is_free |= 1u << w;
      if (p->before->out_credit[queue_of(p, port, w)] >= need) {
        roomy |= 1u << w;
      }
    }
  }
  const bool claims = s->cut_through && p->before->va_passes[queue_of(p, i, v)] == MOST_PASSES;
  return (uint16_t)(roomy == 0 && claims ? is_free : roomy);
}

// Finds out what the branches of a front that is known ask for.
static void ask(const properties_t *p, front_t *f, unsigned i, unsigned v) {
  f->position = UINT32_MAX;
  for (uint32_t left = f->branches; left != 0; left &= left - 1) {
    const unsigned o = (unsigned)__builtin_ctz(left);
    const uint32_t bit = 1u << o;
    if ((f->waiting & bit) != 0) {
      f->eligible[o] = eligible(p, i, v, o, f->vc_class[o], f->need);
      f->asks |= f->eligible[o] != 0 ? bit : 0;
    }
    // A VC that has just won its output VC does not ask by itself where there is speculation.
    const uint32_t without = p->s->speculative ? f->waiting : f->waiting & ~f->won;
    const bool holds = (without & bit) == 0;
    const unsigned need = f->read[o] == 0 ? f->need : 1;
    if (holds && (f->there & bit) != 0 && p->before->out_credit[queue_of(p, o, f->vc[o])] >= need) {
      f->ready |= bit;
      f->position = f->read[o] < f->position ? f->read[o] : f->position;
    }
  }
  if (f->drop_due && f->position > 1) {
    f->position = 1;
  }
}

// A flit that arrives at an empty queue is at its front, where arrivals take part.
static bool arrives(const properties_t *p, unsigned i, unsigned v) {
  return p->s->bypass && (p->after->wr_en[0] >> i & 1) != 0 &&
         p->after->wr_slot[i] / p->s->depth == v;
}

// A flit has left the queue. If there is one place, the position does not change, and a flit that
// leaves is not replaced in the same cycle.
static bool has_popped(const properties_t *p, unsigned q) {
  return p->s->depth > 1 ? p->after->in_rd[q] != p->before->in_rd[q] : p->after->in_count[q] == 0;
}

static void read_single(const properties_t *p, const watch_t *w, front_t *f, unsigned i,
                        unsigned v) {
  const noc_shape_t *s = p->s;
  const shown_t *b = p->before;
  const shown_t *a = p->after;
  const unsigned q = queue_of(p, i, v);
  const bool active = (b->in_active[i] >> v & 1) != 0;
  if (b->in_count[q] == 0 && !arrives(p, i, v)) {
    return;  // an owner whose next flit is not here asks for nothing
  }
  const entry_t *e = &w->entry[(i * s->vcs + v) * s->depth + b->in_rd[q]];
  const unsigned o = active ? b->in_out_port[q] : (unsigned)__builtin_ctz(e->ports | 1u << 31);
  if (o >= s->ports) {
    return;
  }
  const bool popped = has_popped(p, q);
  const bool head = (e->kind & KIND_HEAD) != 0;
  f->branches = f->there = 1u << o;
  f->waiting = active ? 0 : f->branches;
  f->need = head && s->cut_through ? e->need : 1;
  f->read[o] = head ? 0 : 1;  // of 1 and more it is all the same
  f->vc_class[o] = e->vc_class[0];
  f->won = !active && (popped || (a->in_active[i] >> v & 1) != 0) ? f->branches : 0;
  f->vc[o] = (uint8_t)(active ? b->in_out_vc[q] : a->in_out_vc[q]);
  f->moved = popped ? f->branches : 0;
}

// The flit that arrives is the head of a packet that is no worm: its entry is written with it.
static bool comes_known(const properties_t *p, unsigned i) {
  const shown_t *a = p->after;
  return (a->br_wr_en[0] >> i & 1) != 0 && a->br_wr_slot[i] == a->wr_slot[i];
}

static void read_branches(const properties_t *p, const watch_t *w, front_t *f, unsigned i,
                          unsigned v) {
  const noc_shape_t *s = p->s;
  const shown_t *b = p->before;
  const shown_t *a = p->after;
  const unsigned q = queue_of(p, i, v);
  const bool open = (b->br_open[i] >> v & 1) != 0;
  const bool stays = (a->br_open[i] >> v & 1) != 0;
  const entry_t *e = &w->entry[(i * s->vcs + v) * s->depth + b->in_rd[q]];
  const bool comes = arrives(p, i, v);
  const unsigned flits = b->in_count[q] + (comes ? 1 : 0);
  const bool decoding = b->w_type[q] > 0 && b->w_slot[q] == b->in_rd[q];
  if (!open && !(b->in_count[q] > 0 ? !decoding : comes && comes_known(p, i))) {
    return;
  }
  f->waiting = open ? b->br_wait[q] : e->ports;
  f->branches = open ? b->br_wait[q] | b->br_active[q] : e->ports;
  f->drop = open ? (b->br_drop[i] >> v & 1) != 0 : e->drop;
  // A packet that ends leaves with its last flit; one whose branches are not made wins nothing.
  const bool done = !stays && has_popped(p, q);
  f->won = done ? f->waiting : stays ? f->waiting & ~a->br_wait[q] : 0;
  f->need = e->need > f->drop + 1u ? e->need - f->drop : 1;
  bool at_drop = false;
  for (uint32_t left = f->branches; left != 0; left &= left - 1) {
    const unsigned o = (unsigned)__builtin_ctz(left);
    const unsigned k = q * s->ports + o;
    const uint32_t bit = 1u << o;
    f->read[o] = open ? (uint16_t)b->br_read[k] : 0;
    f->vc_class[o] = e->vc_class[o];
    f->vc[o] = (uint8_t)((f->waiting & bit) != 0 ? a->br_vc[k] : b->br_vc[k]);
    f->there |= f->read[o] - b->in_popped[q] < flits ? bit : 0;
    f->moved |= done || a->br_read[k] != f->read[o] ? bit : 0;
    at_drop = at_drop || f->read[o] == 1;
    f->dropped = f->dropped || (f->drop && f->read[o] == 1 && (f->moved & bit) != 0);
  }
  f->drop_due = f->drop && at_drop && 1 - b->in_popped[q] < flits;
}

// The route of the flit that came in the cycle before, if it is a head.
static void arrive_late(const properties_t *p, watch_t *w, unsigned i) {
  const noc_shape_t *s = p->s;
  const shown_t *b = p->before;
  const uint32_t bits = p->after->wr_late[i];
  entry_t *e = &w->entry[(i * s->vcs + b->in_late_vc[i]) * s->depth + b->in_late_position[i]];
  if ((e->kind & KIND_HEAD) != 0) {
    e->ports = 1u << (bits & ((1u << s->port_w) - 1));
    e->vc_class[0] = (uint8_t)(bits >> s->port_w);
  }
}

void fronts_read(properties_t *p, watch_t *w) {
  const noc_shape_t *s = p->s;
  for (unsigned i = 0; i < s->ports && s->late && !s->look; i++) {
    if (p->before->in_late[i] != 0) {
      arrive_late(p, w, i);
    }
  }
  for (unsigned i = 0; i < s->ports; i++) {
    for (unsigned v = 0; v < s->vcs; v++) {
      front_t *f = &w->front[queue_of(p, i, v)];
      memset(f, 0, sizeof *f);
      if (s->multicast) {
        read_branches(p, w, f, i, v);
      } else {
        read_single(p, w, f, i, v);
      }
      ask(p, f, i, v);
    }
  }
}

static void arrive_single(const properties_t *p, watch_t *w, unsigned i) {
  const noc_shape_t *s = p->s;
  const uint32_t tag = p->after->wr_tag[i];
  entry_t *e = &w->entry[i * s->vcs * s->depth + p->after->wr_slot[i]];
  *e = (entry_t){.kind = tag & 3};
  if ((tag & KIND_HEAD) != 0) {
    e->ports = 1u << (tag >> 2 & ((1u << s->port_w) - 1));
    e->vc_class[0] = (uint8_t)(tag >> (2 + s->port_w) & ((1u << s->class_w) - 1));
    e->need = (uint16_t)(tag >> (2 + s->port_w + s->class_w) & ((1u << s->len_w) - 1));
  }
}

static void arrive_branches(const properties_t *p, watch_t *w, unsigned i) {
  const noc_shape_t *s = p->s;
  const shown_t *a = p->after;
  entry_t *e = &w->entry[i * s->vcs * s->depth + a->br_wr_slot[i]];
  *e = (entry_t){.ports = a->br_wr_ports[i],
                 .need = (uint16_t)a->br_wr_need[i],
                 .drop = (a->br_wr_flags[i] >> 2 & 1) != 0};
  for (unsigned o = 0; o < s->ports && s->class_w > 0; o++) {
    e->vc_class[o] = (uint8_t)a->br_wr_class[i * s->ports + o];
  }
}

void fronts_arrive(properties_t *p, watch_t *w) {
  const uint32_t written = p->s->multicast ? p->after->br_wr_en[0] : p->after->wr_en[0];
  for (uint32_t left = written; left != 0; left &= left - 1) {
    const unsigned i = (unsigned)__builtin_ctz(left);
    if (p->s->multicast) {
      arrive_branches(p, w, i);
    } else {
      arrive_single(p, w, i);
    }
  }
}
