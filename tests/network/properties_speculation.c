// properties_speculation -- what routers that allocate speculatively promise besides:
// docs/microarchitecture.md, section 10.1. See properties_state.h.
//
// A packet that moves in the cycle in which it wins its output VC has passed no flit that asks for
// the switch, neither at its input nor at its output. An output is idle though a packet has won a
// VC of it, and nothing asks for the switch at its input, only if a pick is wasted there; and where
// one is wasted some packet has won a VC of the output. With one VC, and wormhole, none is.
// A wavefront (section 10.2) keeps bids from an output for which anything asks, also if its input
// sends a flit elsewhere.

#include "network/properties_state.h"

typedef struct {
  uint32_t spec, wasted;  // as the router says, a bit an output
  uint32_t moved, won;    // outputs that got a flit; of which a VC was won
  uint32_t early;         // outputs that got a flit of a packet that won its VC in this cycle
  uint32_t certain[MOST_PORTS];  // of each input: outputs that bids must not have because of it
  uint32_t kept;                 // of all, where such an output may be idle
  uint32_t asks;                 // inputs of which some VC asks for the switch
} seen_outputs_t;

static seen_outputs_t see(const properties_t *p, const watch_t *w) {
  seen_outputs_t s = {.spec = p->after->sa_spec[0], .wasted = p->after->sa_wasted[0]};
  for (unsigned i = 0; i < p->s->ports; i++) {
    uint32_t ready = 0;
    for (unsigned v = 0; v < p->s->vcs; v++) {
      const front_t *f = &w->front[queue_of(p, i, v)];
      ready |= f->ready;
      s.moved |= f->moved;
      s.won |= f->won;
      s.early |= f->won & f->moved;
    }
    s.asks |= ready != 0 ? 1u << i : 0;
    // An input has one pick, which is known if all that it may pick wants the same.
    s.certain[i] = p->s->wavefront || (ready & (ready - 1)) == 0 ? ready : 0;
    s.kept |= p->s->wavefront ? ready : 0;
  }
  return s;
}

// A packet that has won its VC and moved in this cycle.
static void check_early(properties_t *p, const watch_t *w, const seen_outputs_t *s, unsigned i,
                        unsigned v) {
  const front_t *f = &w->front[queue_of(p, i, v)];
  const unsigned o = (unsigned)__builtin_ctz(f->won);
  p->seen.early++;
  if ((s->asks >> i & 1) != 0) {
    properties_break(p, PROPERTY_SPECULATION, w, "input", i, v,
                     "a packet that wins its VC has the switch at once, though another VC of the "
                     "input asks for it");
  }
  for (unsigned j = 0; j < p->s->ports; j++) {
    if ((s->certain[j] & f->won) != 0) {
      properties_break(p, PROPERTY_SPECULATION, w, "input", i, v,
                       "a packet that wins its VC has output %u at once, for which input %u asks",
                       o, j);
    }
  }
  if (p->before->out_credit[queue_of(p, o, f->vc[o])] < f->need) {
    properties_break(p, PROPERTY_SPECULATION, w, "input", i, v,
                     "a packet moves to output %u at once without the room that it needs", o);
  }
}

// A packet that has won its VC and stays, though nothing else of its input asks for the switch.
static void check_late(properties_t *p, const watch_t *w, const seen_outputs_t *s, unsigned i,
                       unsigned v) {
  const front_t *f = &w->front[queue_of(p, i, v)];
  const unsigned o = (unsigned)__builtin_ctz(f->won);
  const bool room = p->before->out_credit[queue_of(p, o, f->vc[o])] >= f->need;
  if (room && (s->asks >> i & 1) == 0 && ((s->moved | s->wasted | s->kept) & f->won) == 0) {
    properties_break(p, PROPERTY_SPECULATION, w, "input", i, v,
                     "a packet wins a VC of output %u, which is idle without a pick that is wasted",
                     o);
  }
}

void speculation_check(properties_t *p, watch_t *w) {
  const seen_outputs_t s = see(p, w);
  for (unsigned i = 0; i < p->s->ports; i++) {
    for (unsigned v = 0; v < p->s->vcs; v++) {
      const front_t *f = &w->front[queue_of(p, i, v)];
      if (f->won != 0 && f->moved != 0) {
        check_early(p, w, &s, i, v);
      } else if (f->won != 0) {
        check_late(p, w, &s, i, v);
      }
    }
  }
  for (uint32_t left = s.wasted; left != 0; left &= left - 1) {
    const unsigned o = (unsigned)__builtin_ctz(left);
    const uint32_t bit = left & (~left + 1);
    p->seen.wasted++;
    if ((s.won & bit) == 0 || (s.moved & bit) != 0) {
      properties_break(
          p, PROPERTY_SPECULATION, w, "output", o, 0, "a pick is wasted though %s",
          (s.won & bit) == 0 ? "nobody has won a VC of the output" : "a flit moves to the output");
    }
    // Bids are then picked in the order in which VC allocation serves them.
    if (p->s->vcs == 1 && !p->s->cut_through) {
      properties_break(p, PROPERTY_SPECULATION, w, "output", o, 0,
                       "a pick is wasted though routers have one VC");
    }
  }
  if ((s.spec & ~s.wasted) != s.early || (s.wasted & ~s.spec) != 0) {
    const unsigned o =
        (unsigned)__builtin_ctz(((s.spec & ~s.wasted) ^ s.early) | (s.wasted & ~s.spec));
    properties_break(p, PROPERTY_SPECULATION, w, "output", o, 0,
                     "speculative picks, those wasted and what has moved do not fit together");
  }
}
